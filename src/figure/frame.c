#include <math.h>
#include <string.h>

#include "figure/draw.h"
#include "figure/reader.h"

enum {
    CORNERS_TRIED = 6,   /* sliders of which all ends are tried together */
    EXTENT_SAMPLES = 33, /* of a curve */
    ROWS_LEAST = 3,
    COLS_LEAST = 8,
};

/* ---- what the sliders can bring ---------------------------------------------------- */

/* How far a place is from the origin; 0 when it is undefined. */
static double
reach(struct point p)
{
    double size = hypot(p.x, p.y);

    return isfinite(size) ? size : 0;
}

static void
plane_extent(struct figure *f, const struct moment *m, const struct thing *t)
{
    double far = 0;

    if (t->kind == THING_ARC || t->kind == THING_READ)
        return;
    for (int i = 0; i < t->n; i++)
        far = fmax(far, reach(moment_point(m, t->at[i])));
    if (t->from)
        far += reach(moment_point(m, t->from));
    f->high = fmax(f->high, far);
}

/* Widen the figure's range by one setting of the sliders. */
static void
add_setting(struct figure *f, struct arena *a, const double *values)
{
    struct moment m;

    moment_init(&m, a, f, values);
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];

        if (f->kind == KIND_PLANE)
            plane_extent(f, &m, t);
        else if (t->kind == THING_CURVE)
            curve_extent(a, &m, t, EXTENT_SAMPLES, &f->low, &f->high);
    }
}

/* The start, each slider alone at its ends, and the first sliders at all of theirs. */
static void
add_settings(struct figure *f, struct arena *a)
{
    double start[FIGURE_SLIDERS_MAX], values[FIGURE_SLIDERS_MAX];
    int tried = f->kind == KIND_CURVE          ? 0
                : f->n_sliders < CORNERS_TRIED ? f->n_sliders
                                               : CORNERS_TRIED;

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
    struct arena *a = arena_new();

    f->low = f->high = f->kind == KIND_PLANE ? 0 : NAN;
    if (f->kind == KIND_PLANE || f->n_sliders)
        add_settings(f, a);
    arena_free(a);
    if (f->kind != KIND_PLANE)
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

static void
add_readings(struct frame *fr)
{
    const struct figure *f = fr->f;
    const char *names[THINGS_MAX];
    int widest = 0;

    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        int width;

        names[i] = NULL;
        if (t->kind != THING_READ || !moment_holds(&fr->now, t->when))
            continue;
        names[i] = label_text(fr->arena, &fr->now, t);
        width = canvas_width(fr->labels.alphabet, names[i]);
        widest = width > widest ? width : widest;
    }
    for (int i = 0; i < f->n_things; i++)
        if (names[i])
            block_add(&fr->block, STYLE_PLAIN,
                      row_text(fr, names[i], widest,
                               number_short(fr->arena,
                                            moment_real(&fr->now, f->things[i].at[0]))));
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

/* Blocks that found no place go into the key row, one behind the other. */
static int
key_blocks(struct frame *fr, const struct block *b, int col, int row)
{
    for (int i = 0; i < b->n; i++)
        col = canvas_text(fr->canvas, fr->r, row, col, b->style[i], b->line[i]) + 2;
    return col;
}

/* ---- one frame --------------------------------------------------------------------- */

/* Draw with `keys` rows kept free at the bottom. False when that is not enough: a text
 * found no place and there is no row for it. */
static bool
try_frame(struct frame *fr, int keys)
{
    const struct figure *f = fr->f;
    int row = fr->r.rows - keys, col = 0, lost = 0;
    bool block, guess;

    fr->ink = ink_new(fr->arena, row, fr->r.cols, fr->look->braille,
                      fr->canvas->alphabet == ALPHABET_UNICODE);
    labels_init(&fr->labels, fr->ink, fr->canvas->alphabet);
    fr->block = (struct block){0};
    fr->guess = (struct block){.top = true};
    (f->kind == KIND_PLANE ? plane_draw : curve_draw)(fr);
    add_readings(fr);
    add_strip(fr);
    guess = block_place(&fr->guess, fr->ink, fr->canvas->alphabet);
    block = block_place(&fr->block, fr->ink, fr->canvas->alphabet);
    lost = labels_place(&fr->labels) + !guess + !block;
    if (lost && !keys && fr->r.rows > ROWS_LEAST)
        return false;
    if (f->kind == KIND_PLANE)
        plane_finish(fr);
    if (keys && !guess)
        col = key_blocks(fr, &fr->guess, col, row);
    if (keys && !block)
        col = key_blocks(fr, &fr->block, col, row);
    if (keys)
        labels_key(&fr->labels, fr->canvas, fr->r, row, col);
    ink_show(fr->ink, fr->canvas, fr->r);
    labels_show(&fr->labels, fr->canvas, fr->r);
    if (guess)
        block_show(&fr->guess, fr->canvas, fr->r);
    if (block)
        block_show(&fr->block, fr->canvas, fr->r);
    return true;
}

void
figure_draw(const struct figure *f, const struct figure_state *s,
            const struct figure_look *look, struct canvas *c, struct rect r)
{
    struct frame fr = {.f = f, .state = s, .look = look, .canvas = c, .r = r};

    if (r.rows < ROWS_LEAST || r.cols < COLS_LEAST) {
        canvas_text(c, r, 0, 0, STYLE_DIM, "[too small]");
        return;
    }
    fr.arena = arena_new();
    moment_init(&fr.now, fr.arena, f, s->value);
    moment_init(&fr.before, fr.arena, f, s->before);
    if (!try_frame(&fr, 0))
        try_frame(&fr, 1);
    arena_free(fr.arena);
}
