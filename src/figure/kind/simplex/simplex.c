#include "figure/kind/simplex/simplex.h"

#include <math.h>

#include "figure/part/part.h"

enum { CORNERS = 3, NAME_ROWS = 1 };

static const double SLOPE = 0.86602540378443865; /* the height over the side */

struct point
triangle_place(const struct triangle *t, const double p[3])
{
    struct point at = {0, 0};

    for (int i = 0; i < CORNERS; i++) {
        at.x += p[i] * t->corner[i].x;
        at.y += p[i] * t->corner[i].y;
    }
    return at;
}

/* As large as there is room between a row for the upper name and one for the others. */
static struct triangle
triangle_of(const struct frame *fr)
{
    int rows = fr->ink->rows, cols = fr->ink->cols;
    double aspect = fr->look->aspect > 0 ? fr->look->aspect : 2;
    double height = fmax(rows - 2 * NAME_ROWS - 1, 1);
    double side = fmin(height / SLOPE * aspect, fmax(cols - 3, 1));
    double middle = floor(cols / 2.0) + 0.5, top;

    height = side * SLOPE / aspect;
    top = NAME_ROWS + floor((rows - 2 * NAME_ROWS - 1 - height) / 2) + 0.5;
    return (struct triangle){
        {{middle, top},
         {middle - side / 2, top + height},
         {middle + side / 2, top + height}}
    };
}

/* Where a thing's shares lie; NaN when they are undefined. */
static struct point
place_of(const struct triangle *at, const struct moment *m, const struct term *t)
{
    struct value v;
    double p[CORNERS];

    if (!calc_eval(m->arena, m->scope, t, &m->env, &v, NULL) || v.rows != CORNERS)
        return (struct point){NAN, NAN};
    for (int i = 0; i < CORNERS; i++)
        p[i] = creal(v.at[i]);
    return triangle_place(at, p);
}

/* ---- drawing ----------------------------------------------------------------------- */

/* The name of each corner beyond it. */
static void
draw_corners(struct frame *fr, const struct triangle *at)
{
    static const char *const numbers[CORNERS] = {"1", "2", "3"};
    const struct words_list *names = fr->f->own;
    struct pen p = frame_pen(fr, LAYER_FAINT, STYLE_RULE, STROKE_SOLID);
    int cols = fr->ink->cols;

    for (int i = 0; i < CORNERS; i++)
        pen_line(&p, at->corner[i], at->corner[(i + 1) % CORNERS]);
    for (int i = 0; i < CORNERS; i++) {
        const char *name = names && i < names->n ? names->at[i] : numbers[i];
        const char *text =
            part_fit(fr->arena, fr->labels.alphabet, name, i ? cols / 2 - 1 : cols);
        int width = canvas_width(fr->labels.alphabet, text);
        double from = at->corner[i].x - width / 2.0;
        int row = (int)at->corner[i].y + (i ? 1 : -1);

        from = fmin(fmax(from, 0), cols - width);
        part_text(fr, row, (int)from, STYLE_STRONG, text);
    }
}

static void
draw_segment(struct frame *fr, const struct triangle *at, const struct thing *t)
{
    struct pen p =
        frame_pen(fr, LAYER_LINE, t->style, t->ghost ? STROKE_DOTTED : STROKE_SOLID);
    struct point from = place_of(at, &fr->now, t->at[0]);
    struct point to = place_of(at, &fr->now, t->at[1]);

    pen_line(&p, from, to);
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                           .x = (from.x + to.x) / 2,
                                           .y = (from.y + to.y) / 2,
                                           .style = t->style});
}

/* Where it was and the way from there, dotted. */
static void
draw_before(struct frame *fr, const struct triangle *at, const struct thing *t)
{
    struct pen p = frame_pen(fr, LAYER_LINE, STYLE_BEFORE, STROKE_DOTTED);
    struct point was = place_of(at, &fr->before, t->at[0]);
    struct point is = place_of(at, &fr->now, t->at[0]);

    if (t->before && fr->state->has_before && point_moved(was, is, 0.5))
        pen_line(&p, was, is);
}

static const char *
shares_text(struct arena *a, const struct moment *m, const struct thing *t)
{
    struct value v;

    if (!calc_eval(a, m->scope, t->at[0], &m->env, &v, NULL) || v.rows != CORNERS)
        return "undefined";
    return arena_printf(a, "(%s, %s, %s)", moment_number(a, m, creal(v.at[0])),
                        moment_number(a, m, creal(v.at[1])),
                        moment_number(a, m, creal(v.at[2])));
}

static void
draw_point(struct frame *fr, const struct triangle *at, const struct thing *t)
{
    struct point is = place_of(at, &fr->now, t->at[0]);
    const char *text = label_text(fr->arena, &fr->now, t);

    draw_before(fr, at, t);
    if (!point_is_finite(is)) {
        part_thing(fr, is, text, "undefined");
        return;
    }
    ink_mark(fr->ink, (struct ink_place){is.x, is.y}, LAYER_TIP, t->style,
             fr->ink->unicode ? 0x25CF : 'o');
    part_thing(fr, is, text, shares_text(fr->arena, &fr->now, t));
    labels_add(
        &fr->labels,
        (struct label){.text = text,
                       .x = is.x,
                       .y = is.y,
                       .dx = is.x - (at->corner[1].x + at->corner[2].x) / 2,
                       .dy = 2 * (is.y - (at->corner[0].y + 2 * at->corner[1].y) / 3),
                       .style = t->style});
}

static void
simplex_draw(struct frame *fr)
{
    static const struct {
        enum thing_kind kind;
        void (*draw)(struct frame *fr, const struct triangle *at, const struct thing *t);
    } acts[] = {
        {THING_CONTOURS, contours_draw},
        {THING_SEGMENT,  draw_segment },
        {THING_POINT,    draw_point   },
    };
    struct triangle at = triangle_of(fr);

    draw_corners(fr, &at);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        for (int j = 0; j < fr->f->n_things; j++) {
            const struct thing *t = &fr->f->things[j];

            if (t->kind == acts[i].kind && moment_holds(&fr->now, t->when))
                acts[i].draw(fr, &at, t);
        }
}

static bool
simplex_where(const struct frame *fr, const struct moment *m, const struct thing *t,
              struct point *out)
{
    struct triangle at = triangle_of(fr);

    if (t->kind != THING_POINT)
        return false;
    *out = place_of(&at, m, t->at[0]);
    return true;
}

/* ---- words ------------------------------------------------------------------------- */

static bool
simplex_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    if (t->kind == THING_POINT)
        row_add(b, label_text(b->arena, m, t), shares_text(b->arena, m, t));
    if (t->kind == THING_CONTOURS)
        row_add(b, label_text(b->arena, m, t), contours_text(b->arena, m, t));
    return !thing_is_reading(t);
}

static bool
simplex_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    const char *label = label_text(b->arena, m, t), *joint = b->n ? "; " : "";

    if (t->kind == THING_POINT)
        buf_printf(b, "%s%s at %s", joint, *label ? label : "a point",
                   shares_text(b->arena, m, t));
    if (t->kind == THING_CONTOURS)
        buf_printf(b, "%s%s%s%s", joint, label, *label ? ": " : "",
                   contours_text(b->arena, m, t));
    return !thing_is_reading(t);
}

/* ---- lines of the block ------------------------------------------------------------ */

/* A vector of three real numbers. */
static bool
keep_shares(struct reader *r, struct source s, struct thing *t)
{
    const struct term *term = term_read(r, r->f->scope, s);

    if (!term)
        return false;
    if (term->type.kind != TYPE_VECTOR || term->type.rows.n != CORNERS ||
        term->type.complex_entries)
        return errs_at(r->arena, r->errs, s.at, ERR_FIGURE_TYPE,
                       "this is %s; three shares are needed here: [1/2, 1/4, 1/4]",
                       type_phrase(r->arena, term->type));
    return value_check(r, NULL, term, s.at) && thing_keep(t, term);
}

static bool
point_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    t->before = c[CLAUSE_BEFORE].text != NULL;
    return keep_shares(r, c[CLAUSE_HEAD], t);
}

static bool
segment_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t)
{
    if (!c[CLAUSE_TO].text)
        return errs_at(r->arena, r->errs, c[CLAUSE_HEAD].at, ERR_FIGURE_LINE,
                       "write a line as: A to B");
    t->ghost = c[CLAUSE_GHOST].text != NULL;
    return keep_shares(r, c[CLAUSE_HEAD], t) && keep_shares(r, c[CLAUSE_TO], t);
}

static const struct form forms[] = {
    {"point",                     THING_POINT, TAKES_LABEL | TAKES_BEFORE, STYLES_IN_TURN, false, point_read},
    {"line", THING_SEGMENT, TAKES_LABEL | TAKES_TO | TAKES_GHOST, STYLE_RULE, false,
     segment_read},
    {"contours",                      THING_CONTOURS, TAKES_LABEL | TAKES_OVER | TAKES_LEVELS | TAKES_GHOST,
     STYLE_THIRD, false, contours_read},
    {.key = NULL                          },
};

static void
names_read(struct reader *r, const struct field *line)
{
    struct words_list *names = ARENA_NEW(r->arena, struct words_list);

    words_read(r, line, names);
    r->f->own = names;
    if (names->n != CORNERS)
        errs_at(r->arena, r->errs, line->text_at, ERR_FIGURE_LINE,
                "a triangle has three corners: names: the, cat, sat");
}

static const struct setting keys[] = {
    {"names", PASS_NAMES, false, names_read},
    {"drag",  PASS_SAY, false, drag_read},
    {.key = NULL      },
};

const struct kind kind_simplex = {
    .word = "simplex",
    .forms = forms,
    .keys = keys,
    .draw = simplex_draw,
    .where = simplex_where,
    .tell = simplex_tell,
    .say = simplex_say,
};
