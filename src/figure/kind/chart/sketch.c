#include <math.h>

#include "figure/kind/chart/chart.h"

enum { STEPS = 40, COARSE = 5, SAMPLES = 65 };

bool
figure_takes_sketch(const struct figure *f)
{
    return f->kind->draw == chart_draw;
}

/* ---- setting it -------------------------------------------------------------------- */

/* The axis of heights as it counts them, and a round step on it. */
struct scale {
    struct stretch y;
    double step;
    bool log;
};

static struct scale
scale_of(const struct figure *f, const struct figure_state *s)
{
    struct frame fr = {.f = f, .state = s, .arena = arena_new()};
    struct scale out = {.log = f->captions.log_y};

    moment_init(&fr.now, fr.arena, f, s->value);
    out.y = stretch_join((struct stretch){NAN, NAN}, chart_heights(&fr, SAMPLES));
    arena_free(fr.arena);
    if (!(out.y.low < out.y.high))
        out.y = stretch_widen(out.y);
    out.step = number_step((out.y.high - out.y.low) / STEPS);
    return out;
}

/* A value of the scale as a height, rounded to a step and on the axis. */
static double
height_at(const struct scale *c, double v)
{
    v = nearbyint(v / c->step) * c->step;
    v = fmin(fmax(v, c->y.low), c->y.high);
    return c->log ? pow(10, v) : v;
}

void
figure_sketch_start(const struct figure *f, const struct figure_state *s,
                    struct figure_sketch *k)
{
    struct scale c = scale_of(f, s);
    bool zero = !c.log && c.y.low <= 0 && c.y.high >= 0;
    double v = height_at(&c, zero ? 0 : c.y.low / 2 + c.y.high / 2);

    for (int i = 0; i < k->n; i++)
        k->height[i] = v;
    k->at = 0;
}

void
figure_sketch_move(const struct figure *f, const struct figure_state *s,
                   struct figure_sketch *k, int by, bool coarse)
{
    struct scale c = scale_of(f, s);
    double v = axes_scale(c.log, k->height[k->at]);

    if (!isfinite(v))
        v = c.y.low;
    k->height[k->at] = height_at(&c, v + by * (coarse ? COARSE : 1) * c.step);
}

void
figure_sketch_put(const struct figure *f, const struct figure_state *s,
                  struct figure_sketch *k, const double at[2], int from)
{
    struct scale c = scale_of(f, s);
    double share = (at[0] - k->low) / (k->high - k->low), start;
    int to = (int)nearbyint(fmin(fmax(share, 0), 1) * (k->n - 1));

    k->at = to;
    k->height[to] = height_at(&c, axes_scale(c.log, at[1]));
    if (from < 0 || from >= k->n)
        return;
    start = k->height[from];
    for (int i = from < to ? from + 1 : to + 1; i < (from < to ? to : from); i++)
        k->height[i] = start + (k->height[to] - start) * (i - from) / (to - from);
}

/* ---- drawing it -------------------------------------------------------------------- */

static struct anchor
cell_of(const struct chart *c, const struct figure_sketch *k, int i)
{
    return (struct anchor){axes_x(&c->ax, figure_sketch_x(k, i)),
                           axes_y(&c->ax, k->height[i])};
}

/* The places as signs, and the real cursor on its own. */
static void
draw_places(const struct chart *c, const struct figure_sketch *k)
{
    struct frame *fr = c->fr;

    for (int i = 0; i < k->n; i++) {
        struct anchor at = cell_of(c, k, i);
        bool here = i == k->at;

        if (!chart_shows(c, at))
            continue;
        ink_mark(fr->ink, (struct ink_place){at.x, at.y}, LAYER_TIP,
                 here ? STYLE_FOCUS : STYLE_GUESS, here ? '@' : 'o');
        if (here)
            canvas_cursor(fr->canvas, fr->r, (int)at.y, (int)at.x);
    }
    block_add(
        &fr->block, STYLE_FOCUS,
        arena_printf(fr->arena, "%s %s",
                     k->name         ? k->name
                     : *c->ax.x_name ? c->ax.x_name
                                     : "x",
                     axes_text(fr, number_short(fr->arena, figure_sketch_x(k, k->at)))));
    block_add(&fr->block, STYLE_FOCUS,
              arena_printf(fr->arena, "height %s",
                           axes_text(fr, number_short(fr->arena, k->height[k->at]))));
}

void
chart_sketch(const struct chart *c)
{
    const struct figure_sketch *k = c->fr->state->sketch;
    struct ink box = *c->fr->ink;
    struct pen p = {.ink = &box, .layer = LAYER_LINE, .style = STYLE_GUESS};
    struct anchor *places;

    if (!k)
        return;
    places = ARENA_ARRAY(c->fr->arena, struct anchor, k->n);
    if (!k->open)
        p.stroke = STROKE_DOTTED;
    box.rows = c->ax.top + c->ax.rows;
    for (int i = 0; i < k->n; i++) {
        places[k->n - 1 - i] = cell_of(c, k, i);
        pen_to(&p, places[k->n - 1 - i].x, places[k->n - 1 - i].y);
    }
    pen_lift(&p);
    if (k->open) {
        draw_places(c, k);
        return;
    }
    labels_add(&c->fr->labels, (struct label){.text = "you drew",
                                              .sign = "...",
                                              .x = places[0].x,
                                              .y = places[0].y,
                                              .dy = -1,
                                              .others = places + 1,
                                              .n_others = k->n - 1,
                                              .style = STYLE_GUESS});
}
