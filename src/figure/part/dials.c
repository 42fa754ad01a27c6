/*
 * Dials: angles as the hands of clocks, one for each value of an index, with the turns
 * counted.
 */
#include <math.h>
#include <string.h>

#include "figure/part/part.h"

enum {
    RADIUS_LEAST = 1,
    RADIUS_MOST = 12,
    TEXT_ROWS = 2,
    HAND_COLS = 36, /* from here on there is room for where a hand stands */
    STEPS = 64,
    OVERLAP = 8, /* steps that a ring goes on after its first turn: its first cell is seen
                    as a whole only then */
    TOLD_MAX = 64
};

static const double pi = 3.14159265358979323846;

/* ---- lines of the block ------------------------------------------------------------ */

static bool
dials_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    struct indices *x = ARENA_NEW(r->arena, struct indices);
    const struct term *term;

    t->own = x;
    if (!indices_read(r, c[CLAUSE_OVER], 1, c[CLAUSE_HEAD].at,
                      "write dials as: dials: m/10^j over j = 0..3", x))
        return false;
    term = indexed_read(r, x, c[CLAUSE_HEAD], false);
    return thing_keep(t, term);
}

static bool
first_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    return thing_keep_real(r, c[CLAUSE_HEAD], t);
}

static void
names_read(struct reader *r, const struct field *line)
{
    struct words_list *names = ARENA_NEW(r->arena, struct words_list);

    words_read(r, line, names);
    r->f->own = names;
}

static void
dials_check(struct reader *r, struct pos at)
{
    if (figure_count(r->f, THING_DIALS) == 0)
        errs_at(r->arena, r->errs, at, ERR_FIGURE_LINE,
                "this kind needs a line 'dials: ANGLE over j = 0..3'");
}

/* ---- the dials of one moment ------------------------------------------------------- */

struct clocks {
    int first, n;
    double *angle;
    int from; /* the first that is wanted to be seen; 0 unless the block says so */
};

static bool
clocks_find(struct clocks *k, struct arena *a, const struct moment *m,
            const struct thing *t)
{
    const struct indices *x = t->own;
    struct walk w;
    int last;

    *k = (struct clocks){0};
    if (t->kind != THING_DIALS || !moment_holds(m, t->when) ||
        !indices_bounds(m, x, 0, &k->first, &last))
        return false;
    k->n = last - k->first + 1;
    k->angle = ARENA_ARRAY(a, double, k->n);
    indices_walk(&w, a, m, x, t->at[0]);
    for (int i = 0; i < k->n; i++)
        k->angle[i] = walk_value(&w, t->at[0], k->first + i, 0);
    for (int i = 0; i < m->f->n_things; i++)
        if (m->f->things[i].kind == THING_FIRST && moment_holds(m, m->f->things[i].when))
            k->from = (int)lround(
                fmax(-1e6, fmin(1e6, moment_real(m, m->f->things[i].at[0]) - k->first)));
    return true;
}

static const char *
dial_name(struct arena *a, const struct figure *f, const struct clocks *k, int i)
{
    const struct words_list *names = f->own;

    return names && i < names->n ? names->at[i] : arena_printf(a, "%d", k->first + i);
}

/* "15.92 laps"; "-0.25 laps"; "1304 laps". */
static const char *
laps_text(struct arena *a, double angle)
{
    double laps = angle / (2 * pi), size = fabs(laps);

    if (!isfinite(laps))
        return isnan(laps) ? "undefined" : "no end";
    if (size >= 1e6)
        return arena_printf(a, "%s laps", number_short(a, laps));
    return arena_printf(a, "%s laps",
                        number_fixed(a, laps,
                                     size < 99.995   ? 2
                                     : size < 999.95 ? 1
                                                     : 0));
}

/* ", hand at 5.77 rad": the angle without its whole laps. */
static const char *
hand_text(struct arena *a, double angle)
{
    double rest = fmod(angle, 2 * pi);

    if (!isfinite(angle))
        return "";
    return arena_printf(a, ", hand at %s rad",
                        number_fixed(a, rest < 0 ? rest + 2 * pi : rest, 2));
}

/* ---- drawing ----------------------------------------------------------------------- */

struct tiles {
    int across, down, wide, high;
    int top, left;
    double radius; /* in rows */
    bool bare;     /* there is no room for the word "laps" */
};

/* n tiles with the largest dials that fit; when not all do, as many of the least. */
static struct tiles
tiles_find(int n, int rows, int cols, double aspect, int text_wide, int text_rows)
{
    struct tiles best = {0};

    for (int across = 1; across <= n; across++) {
        int down = (n + across - 1) / across;
        int wide = cols / across, high = rows / down;
        double radius = fmin((high - text_rows) / 2.0, (wide - 2) / (2 * aspect));

        if (radius < RADIUS_LEAST || wide < text_wide + 1 || radius <= best.radius)
            continue;
        best = (struct tiles){.across = across,
                              .down = down,
                              .wide = wide,
                              .high = high,
                              .radius = fmin(radius, RADIUS_MOST)};
    }
    if (best.across)
        return best;
    best.radius = RADIUS_LEAST + 0.5;
    best.high = (int)(2 * best.radius) + text_rows;
    best.wide = (int)(2 * best.radius * aspect) + 2;
    if (best.wide < text_wide + 1)
        best.wide = text_wide + 1;
    best.across = cols / best.wide > 0 ? cols / best.wide : 1;
    best.down = rows / best.high > 0 ? rows / best.high : 1;
    return best;
}

static void
draw_ring(struct frame *fr, double x, double y, double radius)
{
    struct pen pen = {.ink = fr->ink, .layer = LAYER_FAINT, .style = STYLE_RULE};

    for (int i = 0; i <= STEPS + (fr->ink->braille ? 0 : OVERLAP); i++) {
        double t = 2 * pi * i / STEPS;

        pen_to(&pen, x + radius * fr->look->aspect * cos(t), y - radius * sin(t));
    }
}

static void
draw_hand(struct frame *fr, double x, double y, double radius, double angle,
          enum style style)
{
    struct pen pen = {.ink = fr->ink, .layer = LAYER_LINE, .style = style};
    double t = remainder(angle, 2 * pi), reach = radius * 0.85;
    double tip_x = x + reach * fr->look->aspect * cos(t), tip_y = y - reach * sin(t);

    pen_to(&pen, x, y);
    pen_to(&pen, tip_x, tip_y);
    ink_mark(fr->ink, (struct ink_place){tip_x, tip_y}, LAYER_TIP, style,
             fr->ink->unicode ? 0x25CF : '*');
}

/* What stands below the name of a dial. */
static const char *
laps_line(struct frame *fr, const struct tiles *t, double angle)
{
    const char *laps = laps_text(fr->arena, angle);

    if (t->bare)
        return arena_strndup(fr->arena, laps, strcspn(laps, " "));
    return t->wide > HAND_COLS
               ? arena_printf(fr->arena, "%s%s", laps, hand_text(fr->arena, angle))
               : laps;
}

static void
draw_dial(struct frame *fr, const struct clocks *k, const struct tiles *t, int i,
          int tile)
{
    bool focus = fr->state->place == i, seen = tile >= 0 && tile < t->across * t->down;
    const char *name = dial_name(fr->arena, fr->f, k, i);
    const char *laps = laps_text(fr->arena, k->angle[i]);
    int rows = (int)ceil(2 * t->radius), top = 0, left = 0;

    if (seen) {
        top = t->top + tile / t->across * t->high;
        left = t->left + tile % t->across * t->wide;
    }
    part_place(
        fr, (struct figure_place){
                .id = name,
                .rect = {top, left, seen ? t->high : 0, seen ? t->wide : 0},
                .say = arena_printf(
                    fr->arena, "%s: %s, hand at %s degrees", name, laps,
                    number_short(fr->arena, remainder(k->angle[i], 2 * pi) * 180 / pi))
    });
    if (!seen)
        return;
    if (isfinite(k->angle[i])) {
        double x = left + t->wide / 2.0, y = top + rows / 2.0;

        draw_ring(fr, x, y, t->radius - 0.1);
        draw_hand(fr, x, y, t->radius, k->angle[i],
                  focus ? STYLE_FOCUS : fr->f->things[0].style);
    }
    if (focus)
        name = arena_printf(fr->arena, "> %s", name);
    if (t->high - rows >= TEXT_ROWS) {
        part_text_in(fr, top + rows, left, t->wide - 1,
                     focus ? STYLE_FOCUS : STYLE_STRONG, name);
        part_text_in(fr, top + rows + 1, left, t->wide - 1, STYLE_DIM,
                     laps_line(fr, t, k->angle[i]));
    } else {
        part_text_in(
            fr, top + rows, left, t->wide - 1, focus ? STYLE_FOCUS : STYLE_PLAIN,
            arena_printf(fr->arena, "%s: %.*s", name, (int)strcspn(laps, " "), laps));
    }
}

static const struct thing *
dials_thing(const struct moment *m)
{
    for (int i = 0; i < m->f->n_things; i++)
        if (m->f->things[i].kind == THING_DIALS && moment_holds(m, m->f->things[i].when))
            return &m->f->things[i];
    return NULL;
}

/* Whether "15.92 laps" is wider than a tile for one of them. */
static bool
is_bare(struct frame *fr, const struct clocks *k, const struct tiles *t)
{
    for (int i = 0; i < k->n; i++)
        if (canvas_width(fr->canvas->alphabet, laps_text(fr->arena, k->angle[i])) >=
            t->wide)
            return true;
    return false;
}

static int
widest_text(struct frame *fr, const struct clocks *k)
{
    int widest = 0;

    for (int i = 0; i < k->n; i++) {
        const char *laps = laps_text(fr->arena, k->angle[i]);
        int w = canvas_width(fr->canvas->alphabet, dial_name(fr->arena, fr->f, k, i));

        w += 2 + (int)strcspn(laps, " ");
        widest = w > widest ? w : widest;
    }
    return widest;
}

/* Below the dials in the middle: what they are, and which of them are seen. */
static void
draw_caption(struct frame *fr, const struct clocks *k, const struct tiles *t, int from,
             const char *label)
{
    int seen = t->across * t->down,
        row = t->top + t->high * ((k->n + t->across - 1) / t->across);

    if (seen < k->n) {
        row = t->top + t->high * t->down;
        label = arena_printf(fr->arena, "%s%s%s to %s of %d dials", label,
                             *label ? ", " : "", dial_name(fr->arena, fr->f, k, from),
                             dial_name(fr->arena, fr->f, k, from + seen - 1), k->n);
    }
    part_text_in(fr, row < fr->ink->rows ? row : fr->ink->rows - 1, 0, fr->ink->cols,
                 STYLE_DIM, label);
}

static void
dials_draw(struct frame *fr)
{
    const struct thing *thing = dials_thing(&fr->now);
    struct clocks k;
    struct tiles t;
    int rows = fr->ink->rows - 1, room, from, text_rows;

    if (!thing || !clocks_find(&k, fr->arena, &fr->now, thing)) {
        part_text(fr, 0, 0, STYLE_DIM, "[nothing to show here]");
        return;
    }
    text_rows = rows >= 12 && k.n <= 16 ? TEXT_ROWS : 1;
    t = tiles_find(k.n, rows, fr->ink->cols, fr->look->aspect, widest_text(fr, &k),
                   text_rows);
    t.high = (int)ceil(2 * t.radius) + text_rows;
    t.bare = is_bare(fr, &k, &t);
    room = t.across * t.down;
    t.top = rows > t.down * t.high ? (rows - t.down * t.high) / 2 : 0;
    t.left = (fr->ink->cols - (k.n < t.across ? k.n : t.across) * t.wide) / 2;
    from = fr->state->place >= 0 && fr->state->place < k.n ? fr->state->place - room / 2
                                                           : k.from;
    from = from > k.n - room ? k.n - room : from;
    from = from < 0 ? 0 : from;
    if (fr->places)
        fr->places->across = t.across;
    for (int i = 0; i < k.n; i++)
        draw_dial(fr, &k, &t, i, i - from);
    draw_caption(fr, &k, &t, from, label_text(fr->arena, &fr->now, thing));
}

/* ---- in words ---------------------------------------------------------------------- */

static bool
dials_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct clocks k;

    if (t->kind != THING_DIALS)
        return !thing_is_reading(t);
    if (!clocks_find(&k, b->arena, m, t))
        return true;
    for (int i = 0; i < k.n && i < TOLD_MAX; i++)
        row_add(b, dial_name(b->arena, m->f, &k, i), laps_text(b->arena, k.angle[i]));
    return true;
}

static bool
dials_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct clocks k;
    int laps = 0;

    if (t->kind != THING_DIALS)
        return !thing_is_reading(t);
    if (!clocks_find(&k, b->arena, m, t))
        return true;
    for (int i = 0; i < k.n; i++)
        laps += fabs(k.angle[i]) >= 2 * pi;
    buf_printf(b, "%s%d dials, %d of them with a full lap; %s: %s", b->n ? "; " : "", k.n,
               laps, dial_name(b->arena, m->f, &k, 0), laps_text(b->arena, k.angle[0]));
    if (k.n > 1)
        buf_printf(b, ", %s: %s", dial_name(b->arena, m->f, &k, k.n - 1),
                   laps_text(b->arena, k.angle[k.n - 1]));
    return true;
}

static const struct form forms[] = {
    {"dials",                   THING_DIALS, TAKES_LABEL | TAKES_OVER, STYLE_FIRST, false, dials_read},
    {"first", THING_FIRST, TAKES_WHEN, STYLE_PLAIN, false, first_read},
    {.key = NULL                   },
};

static const struct setting keys[] = {
    {"names", PASS_NAMES, false, names_read},
    {.key = NULL },
};

const struct kind kind_dials = {
    .word = "dials",
    .forms = forms,
    .keys = keys,
    .check = dials_check,
    .draw = dials_draw,
    .tell = dials_tell,
    .say = dials_say,
};
