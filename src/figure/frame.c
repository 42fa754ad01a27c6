#include <math.h>
#include <string.h>

#include "figure/ink/axes.h"
#include "figure/kind/trial/trial.h"

enum {
    ROWS_LEAST = 3,
    COLS_LEAST = 8,
    TITLED_ROWS = 10, /* from here on there is room for a title */
    KEY_ROWS_MAX = 2, /* more of them ... */
    KEY_PERCENT = 40, /* ... when this part of the rows is more */
    METER_COLS = 13,
};

/* ---- what the sliders can bring ---------------------------------------------------- */

/* Widen the figure's range by one setting of the sliders. */
static void
add_setting(struct figure *f, struct arena *a, const double *values)
{
    struct moment m;

    moment_init(&m, a, f, values);
    f->kind->extent(f, &m);
}

/* The start, each slider alone at its ends, and the first sliders at all of theirs. */
static void
add_settings(struct figure *f, struct arena *a)
{
    double start[FIGURE_SLIDERS_MAX], values[FIGURE_SLIDERS_MAX];
    int tried = f->n_sliders < f->kind->corners ? f->n_sliders : f->kind->corners;

    for (int i = 0; i < f->n_sliders; i++)
        start[i] = f->sliders[i].initial;
    add_setting(f, a, start);
    for (int i = 0; i < 2 * f->n_sliders; i++) {
        memcpy(values, start, sizeof values);
        values[i / 2] = i & 1 ? f->sliders[i / 2].high : f->sliders[i / 2].low;
        add_setting(f, a, values);
    }
    for (int corner = 0; tried && corner < 1 << tried; corner++) {
        memcpy(values, start, sizeof values);
        for (int i = 0; i < tried; i++)
            values[i] = corner >> i & 1 ? f->sliders[i].high : f->sliders[i].low;
        add_setting(f, a, values);
    }
}

void
extent_find(struct reader *r)
{
    struct figure *f = r->f;
    bool about_zero = f->kind->about_zero;
    struct arena *a;

    f->low = f->high = about_zero ? 0 : NAN;
    if (f->kind->extent && (about_zero || f->n_sliders)) {
        a = arena_new();
        add_settings(f, a);
        arena_free(a);
    }
    if (!about_zero)
        return;
    if (!(f->high > 0))
        f->high = 1;
    f->low = -f->high;
}

/* ---- numbers beside the drawing ---------------------------------------------------- */

/* `name` and blanks up to `width` cells, a blank, `value`. */
static char *
row_text(struct frame *fr, const char *name, int width, const char *value)
{
    int is = canvas_width(fr->labels.alphabet, name);

    return arena_printf(fr->arena, "%s%*s %s", name, width > is ? width - is : 0, "",
                        value);
}

/* The value of a reading in at most `room` cells: an array has two digits when it is
 * wider with three. */
static const char *
reading_text(struct frame *fr, const struct thing *t, int room)
{
    const char *text = moment_reading(fr->arena, &fr->now, t, 3);

    return canvas_width(fr->labels.alphabet, text) > room
               ? moment_reading(fr->arena, &fr->now, t, 2)
               : text;
}

/* "  ━━┼    ": v as a bar of METER_COLS cells from zero, or from the end next to it. */
static const char *
meter_text(struct frame *fr, const struct meter *s, double v)
{
    bool unicode = fr->labels.alphabet == ALPHABET_UNICODE;
    double zero = fmin(fmax(0, s->low), s->high), ends[2] = {zero, v};
    int col[2];
    struct buf b;

    for (int i = 0; i < 2; i++) {
        double share = (ends[i] - s->low) / (s->high - s->low);

        col[i] = (int)nearbyint(fmin(fmax(share, 0), 1) * (METER_COLS - 1));
    }
    buf_init(&b, fr->arena);
    for (int i = 0; i < METER_COLS; i++) {
        bool filled = !isnan(v) && i >= (col[0] < col[1] ? col[0] : col[1]) &&
                      i <= (col[0] > col[1] ? col[0] : col[1]);

        buf_add(&b, i == col[0] ? (unicode ? "┼" : "+")
                    : filled    ? (unicode ? "━" : "=")
                                : (unicode ? "·" : "."));
    }
    return b.s;
}

/* One `read` or `lamp` as it is shown. */
struct reading {
    const char *name;
    const char *sign; /* before the value: a meter, a lamp, or nothing */
    const char *text;
    bool lit, lamp, plain; /* plain: the text is one number */
};

/* The value of a reading; a lamp is lit when something was lost on the way. */
static struct reading
reading_find(struct frame *fr, const struct thing *t, const char *name, int width)
{
    unsigned loss;
    double v = moment_stored(&fr->now, t, &loss);
    struct reading r = {.name = name, .sign = "", .lamp = t->kind == THING_LAMP};

    r.text = axes_text(fr, reading_text(fr, t, fr->r.cols - width - 1));
    r.lit = r.lamp && (loss || isnan(v));
    r.plain = isfinite(v) && !loss;
    if (r.lamp) {
        r.sign = r.lit ? "● " : "";
        r.text = lamp_text(fr->arena, loss, r.text);
    } else if (t->own) {
        r.sign = arena_printf(fr->arena, "%s ", meter_text(fr, t->own, v));
    }
    return r;
}

/* Cells before the decimal point. */
static int
whole_part(const struct frame *fr, const struct reading *r)
{
    char *digits = arena_printf(fr->arena, "%.*s", (int)strcspn(r->text, ".e"), r->text);

    return canvas_width(fr->labels.alphabet, digits);
}

/* Numbers stand with their decimal points below one another, those behind meters too. */
static void
add_rows(struct frame *fr, const struct reading *r, int n, int width)
{
    int whole[2] = {0, 0};

    for (int i = 0; i < n; i++) {
        int *most = &whole[*r[i].sign != '\0'];

        if (r[i].plain && whole_part(fr, &r[i]) > *most)
            *most = whole_part(fr, &r[i]);
    }
    for (int i = 0; i < n; i++) {
        int most = whole[*r[i].sign != '\0'];
        int pad = r[i].plain ? most - whole_part(fr, &r[i]) : 0;
        const char *lamp = r[i].lamp ? r[i].sign : "";

        block_add_pair(
            &fr->readings, r[i].lit ? STYLE_WRONG : STYLE_PLAIN,
            row_text(fr, r[i].name, width,
                     arena_printf(fr->arena, "%s%*s%s", r[i].sign, pad, "", r[i].text)),
            row_text(fr, r[i].name, 0, arena_printf(fr->arena, "%s%s", lamp, r[i].text)));
    }
}

static void
find_readings(struct frame *fr)
{
    const struct figure *f = fr->f;
    struct reading *shown = ARENA_ARRAY(fr->arena, struct reading, THINGS_MAX);
    const char *names[THINGS_MAX];
    int widest = 0, n = 0;

    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        int width;

        names[i] = NULL;
        if (!thing_is_reading(t) || !moment_holds(&fr->now, t->when))
            continue;
        names[i] = label_text(fr->arena, &fr->now, t);
        width = canvas_width(fr->labels.alphabet, names[i]);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < f->n_things; i++)
        if (names[i])
            shown[n++] = reading_find(fr, &f->things[i], names[i], widest);
    add_rows(fr, shown, n, widest);
}

static void
add_readings(struct frame *fr)
{
    for (int i = 0; i < fr->readings.n; i++)
        block_add_pair(&fr->block, fr->readings.style[i], fr->readings.line[i],
                       fr->readings.brief[i]);
}

/* What the strip would say, where there is no strip. */
static void
add_strip(struct frame *fr)
{
    const struct figure *f = fr->f;
    const struct strip *s = &f->strip;
    struct arena *a = fr->arena;
    int width;

    if (!s->name || !fr->look->plain)
        return;
    width = canvas_width(fr->labels.alphabet, s->shown);
    if (fr->state->has_before)
        block_add(&fr->block, STYLE_BEFORE,
                  row_text(fr, "was", width,
                           strip_text(a, f, moment_real(&fr->before, s->term))));
    block_add(&fr->block, STYLE_STRONG,
              row_text(fr, s->shown, fr->state->has_before && width < 3 ? 3 : width,
                       strip_text(a, f, moment_real(&fr->now, s->term))));
    if (!isnan(fr->state->guess) || fr->state->guess_label) {
        block_add(&fr->guess, STYLE_GUESS, "you said:");
        block_add(&fr->guess, STYLE_GUESS,
                  fr->state->guess_label ? fr->state->guess_label
                                         : strip_text(a, f, fr->state->guess));
    }
}

/* Blocks that found no place go into the key rows, one line behind the other. */
static void
key_block(struct frame *fr, const struct block *b, struct key_rows *rows)
{
    for (int i = 0; i < b->n; i++)
        if (key_room(rows, canvas_width(fr->labels.alphabet, b->brief[i]), fr->r.cols))
            rows->col = ink_write(fr->ink, fr->canvas, fr->r,
                                  (struct writing){rows->row, rows->col, b->style[i],
                                                   b->brief[i]}) +
                        2;
}

bool
frame_is_veiled(const struct frame *fr)
{
    return fr->state->sketch && fr->state->sketch->open;
}

/* ---- one frame --------------------------------------------------------------------- */

/* What found no place into the key rows; false when they are too few. */
static bool
draw_keys(struct frame *fr, int rows)
{
    struct key_rows keys = {.row = fr->r.rows - rows, .end = fr->r.rows};

    if (fr->keyed.guess)
        key_block(fr, &fr->guess, &keys);
    if (fr->keyed.block)
        key_block(fr, &fr->block, &keys);
    labels_key(&fr->labels, fr->canvas, fr->r, &keys);
    return !keys.full;
}

/* Draw with `keys` rows kept free at the bottom. False when more of them are needed, for
 * a text that found no place, and there may be more. */
static bool
try_frame(struct frame *fr, int keys)
{
    bool more = fr->r.rows > ROWS_LEAST + keys &&
                (keys < KEY_ROWS_MAX || keys < fr->r.rows * KEY_PERCENT / 100);
    int lost;

    if (fr->list)
        fr->list->n = 0;
    fr->ink = ink_new(fr->arena, fr->r.rows - keys, fr->r.cols, fr->look->braille,
                      fr->canvas->alphabet == ALPHABET_UNICODE);
    fr->ink->list = fr->list;
    fr->ink->cells = fr->look->cells;
    labels_init(&fr->labels, fr->ink, fr->canvas->alphabet);
    fr->block = (struct block){0};
    fr->guess = (struct block){.top = true};
    fr->texts = (struct frame_texts){0};
    fr->placed = 0;
    if (fr->places)
        fr->places->n = 0;
    fr->f->kind->draw(fr);
    if (!frame_is_veiled(fr)) {
        add_readings(fr);
        add_strip(fr);
    }
    fr->keyed.guess =
        fr->keyed.guess || !block_place(&fr->guess, fr->ink, fr->canvas->alphabet);
    fr->keyed.block =
        fr->keyed.block || !block_place(&fr->block, fr->ink, fr->canvas->alphabet);
    lost = labels_place(&fr->labels) + fr->keyed.guess + fr->keyed.block;
    if (lost && !keys && more) {
        fr->keyed.block = fr->keyed.guess = false; /* in less room it may lie otherwise */
        return false;
    }
    if (fr->f->kind->finish)
        fr->f->kind->finish(fr);
    if (keys && !draw_keys(fr, keys) && more)
        return false;
    ink_show(fr->ink, fr->canvas, fr->r);
    for (int i = 0; i < fr->texts.n; i++)
        ink_write(fr->ink, fr->canvas, fr->r, fr->texts.at[i]);
    labels_show(&fr->labels, fr->canvas, fr->r);
    if (!fr->keyed.guess)
        block_show(&fr->guess, fr->ink, fr->canvas, fr->r);
    if (!fr->keyed.block)
        block_show(&fr->block, fr->ink, fr->canvas, fr->r);
    return true;
}

/* In the middle of the first row, which the rest leaves alone. */
static void
draw_title(struct frame *fr)
{
    char *text = sentence_text(fr->arena, &fr->now, &fr->f->captions.title, NAN, "");
    int left = (fr->r.cols - canvas_width(fr->canvas->alphabet, text)) / 2;

    canvas_text(fr->canvas, fr->r, 0, left < 0 ? 0 : left, STYLE_STRONG, text);
    fr->r.row++;
    fr->r.rows--;
    fr->title = text;
    fr->title_left = left < 0 ? 0 : left;
}

/* The title above all that was noted, which moves down a row. */
static void
note_title(struct frame *fr)
{
    struct ink_item title = {
        .sort = INK_TEXT, .layer = LAYER_TEXT, .style = STYLE_STRONG, .text = fr->title};

    for (int i = 0; i < fr->list->n; i++)
        for (int j = 0; j < fr->list->at[i]->n; j++)
            fr->list->at[i]->at[j].y++;
    ink_note_place(fr->list, ink_note(fr->list, title), fr->title_left, 0.5);
}

static void
draw_frame(struct frame *fr)
{
    struct figure_run *own;

    if (fr->r.rows < ROWS_LEAST || fr->r.cols < COLS_LEAST) {
        canvas_text(fr->canvas, fr->r, 0, 0, STYLE_DIM, "[too small]");
        return;
    }
    fr->arena = arena_new();
    moment_init(&fr->now, fr->arena, fr->f, fr->state->value);
    if (fr->f->captions.title.n && !fr->look->plain && fr->r.rows >= TITLED_ROWS)
        draw_title(fr);
    own = NULL;
    if (!frame_is_veiled(fr))
        fr->now.run = run_at(fr->f, fr->state, &own);
    moment_init(&fr->before, fr->arena, fr->f, fr->state->before);
    fr->labels.alphabet = fr->canvas->alphabet;
    if (!frame_is_veiled(fr))
        find_readings(fr);
    for (int keys = 0; !try_frame(fr, keys); keys++)
        canvas_fill(fr->canvas, fr->r, STYLE_PLAIN, ' '); /* names beside the bars */
    if (fr->title && fr->list)
        note_title(fr);
    if (fr->dragging) {
        fr->dragging->row -= fr->title != NULL;
        drag_find(fr, fr->dragging);
    }
    figure_run_free(own);
    arena_free(fr->arena);
}

void
figure_draw(const struct figure *f, const struct figure_state *s,
            const struct figure_look *look, struct canvas *c, struct rect r)
{
    struct frame fr = {.f = f, .state = s, .look = look, .canvas = c, .r = r};

    draw_frame(&fr);
}

void
figure_list(const struct figure *f, const struct figure_state *s,
            const struct figure_look *look, struct canvas *c, struct ink_list *list)
{
    struct frame fr = {
        .f = f, .state = s, .look = look, .canvas = c, .r = canvas_all(c), .list = list};

    draw_frame(&fr);
}

/* ---- places ------------------------------------------------------------------------ */

void
figure_places(struct arena *a, const struct figure *f, const struct figure_state *s,
              const struct figure_look *look, enum alphabet alphabet, struct rect r,
              struct figure_places *out)
{
    struct canvas *c = canvas_new(r.rows, r.cols, alphabet);
    struct frame fr = {
        .f = f,
        .state = s,
        .look = look,
        .canvas = c,
        .r = {0, 0, r.rows, r.cols},
        .places = out,
        .places_arena = a
    };

    *out = (struct figure_places){0};
    draw_frame(&fr);
    canvas_free(c);
}

void
frame_drag(const struct figure *f, const struct figure_state *s,
           const struct figure_view *view, struct dragging *d)
{
    struct canvas *c = canvas_new(view->r.rows, view->r.cols, view->alphabet);
    struct frame fr = {.f = f,
                       .state = s,
                       .look = &view->look,
                       .canvas = c,
                       .r = canvas_all(c),
                       .dragging = d};

    draw_frame(&fr);
    canvas_free(c);
}

/* ---- the mouse --------------------------------------------------------------------- */

bool
figure_point_at(const struct figure *f, const struct figure_state *s,
                const struct figure_view *view, const int cell[2], double at[2])
{
    struct canvas *c = canvas_new(view->r.rows, view->r.cols, view->alphabet);
    struct axes ax = {0};
    struct frame fr = {.f = f,
                       .state = s,
                       .look = &view->look,
                       .canvas = c,
                       .r = canvas_all(c),
                       .axes = &ax};
    int row, col = cell[1];
    bool inside;

    draw_frame(&fr);
    canvas_free(c);
    row = cell[0] - fr.r.row; /* below the title */
    inside = row >= ax.top && row < ax.top + ax.rows && col >= ax.left &&
             col < ax.left + ax.cols;
    at[0] = inside ? axes_value(&ax, col + 0.5) : NAN;
    at[1] = inside ? axes_height(&ax, row + 0.5) : NAN;
    return inside;
}
