/* What is said about a sketch: how it and the truth rise and fall. */
#include <math.h>
#include <string.h>

#include "figure/figure_priv.h"

enum { SAMPLES = 513, TURNS_MAX = 64, WAVE = 3 /* turns, from which on it is a wave */ };

/* Differences that are seen and said, as shares: of the height that both have together,
 * of the width. */
static const double turn_share = 0.06, level_share = 0.04, height_share = 0.12,
                    place_share = 0.1;

double
figure_sketch_x(const struct figure_sketch *k, int i)
{
    double share = (double)i / (k->n - 1);

    return k->low * (1 - share) + k->high * share;
}

static const char *
name_of(const struct figure_sketch *k)
{
    return k->name ? k->name : "x";
}

/* The height of the line at x. */
static double
line_at(const struct figure_sketch *k, double x)
{
    double at = (x - k->low) / (k->high - k->low) * (k->n - 1);
    int i = at < 0 ? 0 : at >= k->n - 1 ? k->n - 2 : (int)at;

    return k->height[i] + (at - i) * (k->height[i + 1] - k->height[i]);
}

char *
figure_sketch_text(struct arena *a, const struct figure_sketch *k)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < k->n; i++)
        buf_printf(&b, "%s%s", i ? " " : "", number_digits(a, k->height[i], 6));
    return b.s;
}

char *
figure_sketch_table(struct arena *a, const struct figure_sketch *k,
                    struct figure_truth truth)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < k->n; i++) {
        double x = figure_sketch_x(k, i);

        buf_printf(&b, "%s = %s: you %s, truth %s\n", name_of(k), number_short(a, x),
                   number_short(a, k->height[i]),
                   number_short(a, truth.at(truth.ctx, x)));
    }
    return b.s;
}

/* ---- shapes ------------------------------------------------------------------------ */

/* Values at equal distances, without those that are not finite. */
struct heights {
    double x[SAMPLES], y[SAMPLES];
    int n;
    double least, most;
};

/* How values go: up or down at first (0: level), and where they turn. */
struct shape {
    int way;
    int at[TURNS_MAX], n; /* numbers of values */
};

static void
heights_add(struct heights *h, double x, double y)
{
    if (!isfinite(y))
        return;
    h->least = h->n ? fmin(h->least, y) : y;
    h->most = h->n ? fmax(h->most, y) : y;
    h->x[h->n] = x;
    h->y[h->n++] = y;
}

/* A turn counts when the way back is longer than `least`. */
static struct shape
shape_of(const struct heights *h, double least)
{
    struct shape s = {0};
    int high = 0, low = 0;

    for (int i = 1; i < h->n && s.n < TURNS_MAX; i++) {
        high = s.way >= 0 && h->y[i] > h->y[high] ? i : high;
        low = s.way <= 0 && h->y[i] < h->y[low] ? i : low;
        if (s.way >= 0 && h->y[high] - h->y[i] > least) {
            if (s.way)
                s.at[s.n++] = high;
            s.way = -1;
            low = i;
        } else if (s.way <= 0 && h->y[i] - h->y[low] > least) {
            if (s.way)
                s.at[s.n++] = low;
            s.way = 1;
            high = i;
        }
    }
    if (s.n % 2) /* the first way again */
        s.way = -s.way;
    return s;
}

static const char *
shape_text(struct arena *a, const struct shape *s)
{
    static const char *const ups[] = {"rises", "rises, then falls",
                                      "rises, falls and rises again"};
    static const char *const downs[] = {"falls", "falls, then rises",
                                        "falls, rises and falls again"};

    if (!s->way)
        return "stays level";
    if (s->n < WAVE)
        return s->way > 0 ? ups[s->n] : downs[s->n];
    return arena_printf(a, "has %d turns", s->n);
}

static bool
same_shape(const struct shape *s, const struct shape *t)
{
    return s->way == t->way && s->n == t->n;
}

/* ---- the sentence ------------------------------------------------------------------ */

struct compared {
    struct arena *arena;
    const struct figure_sketch *sketch;
    const char *name;
    struct heights truth, line;
    struct shape truth_shape, line_shape;
    double range;
};

static const char *
number_of(const struct compared *c, double v)
{
    double unit = pow(10, floor(log10(c->range)) - 2);

    return number_short(c->arena, c->range > 0 ? nearbyint(v / unit) * unit : v);
}

static double
gap_at(const struct compared *c, int i)
{
    return fabs(c->truth.y[i] - line_at(c->sketch, c->truth.x[i]));
}

/* The value of the truth from which the line is furthest. */
static int
furthest(const struct compared *c)
{
    int at = 0;

    for (int i = 1; i < c->truth.n; i++)
        if (gap_at(c, i) > gap_at(c, at) * (1 + 1e-9))
            at = i;
    return at;
}

static bool
far(const struct compared *c, double a, double b)
{
    return fabs(a - b) > height_share * c->range;
}

/* "it ends at 0.9, yours at 0.3": the first thing that differs in lines of one shape. */
static const char *
first_difference(const struct compared *c)
{
    const struct heights *t = &c->truth, *l = &c->line;
    int top = c->truth_shape.n ? c->truth_shape.at[0] : -1;
    int own = c->line_shape.n ? c->line_shape.at[0] : -1, at = furthest(c);
    const char *what = c->truth_shape.way > 0 ? "top" : "lowest point";
    const char *order = c->truth_shape.n > 1 ? "first " : "";

    if (top >= 0 &&
        fabs(t->x[top] - l->x[own]) > place_share * (c->sketch->high - c->sketch->low))
        return arena_printf(c->arena, "its %s%s is at %s = %s, yours at %s", order, what,
                            c->name, number_rough(c->arena, t->x[top]),
                            number_rough(c->arena, l->x[own]));
    if (far(c, t->y[t->n - 1], l->y[l->n - 1]))
        return arena_printf(c->arena, "it ends at %s, yours at %s",
                            number_of(c, t->y[t->n - 1]), number_of(c, l->y[l->n - 1]));
    if (far(c, t->y[0], l->y[0]))
        return arena_printf(c->arena, "it begins at %s, yours at %s",
                            number_of(c, t->y[0]), number_of(c, l->y[0]));
    if (top >= 0 && far(c, t->y[top], l->y[own]))
        return arena_printf(c->arena, "its %s%s is %s, yours %s", order, what,
                            number_of(c, t->y[top]), number_of(c, l->y[own]));
    if (gap_at(c, at) > height_share * c->range)
        return arena_printf(c->arena, "at %s = %s it is %s, yours %s", c->name,
                            number_rough(c->arena, t->x[at]), number_of(c, t->y[at]),
                            number_of(c, line_at(c->sketch, t->x[at])));
    return NULL;
}

static const char *
sentence_of(const struct compared *c)
{
    const char *shape = shape_text(c->arena, &c->truth_shape), *difference;
    int at = furthest(c);

    if (!same_shape(&c->truth_shape, &c->line_shape))
        return arena_printf(
            c->arena,
            "The truth %s, while yours %s; furthest apart at %s = %s: it is "
            "%s, yours %s.",
            shape, shape_text(c->arena, &c->line_shape), c->name,
            number_rough(c->arena, c->truth.x[at]), number_of(c, c->truth.y[at]),
            number_of(c, line_at(c->sketch, c->truth.x[at])));
    difference = first_difference(c);
    if (difference)
        return arena_printf(c->arena, "Right shape: it %s; but %s.", shape, difference);
    return arena_printf(c->arena, "Right shape: it %s; nowhere further off than %s.",
                        shape, number_of(c, gap_at(c, at)));
}

char *
figure_sketch_said(struct arena *a, const struct figure_sketch *k,
                   struct figure_truth truth)
{
    struct compared *c = ARENA_NEW(a, struct compared);
    double own;

    c->arena = a;
    c->sketch = k;
    c->name = name_of(k);
    for (int i = 0; i < SAMPLES; i++) {
        double share = (double)i / (SAMPLES - 1);
        double x = k->low * (1 - share) + k->high * share;

        heights_add(&c->truth, x, truth.at(truth.ctx, x));
        heights_add(&c->line, x, line_at(k, x));
    }
    if (!c->truth.n)
        return arena_strdup(a, "");
    c->range = fmax(c->truth.most, c->line.most) - fmin(c->truth.least, c->line.least);
    own = c->truth.most - c->truth.least;
    c->truth_shape = shape_of(&c->truth, fmax(turn_share * own, level_share * c->range));
    own = c->line.most - c->line.least;
    c->line_shape = shape_of(&c->line, fmax(turn_share * own, level_share * c->range));
    return arena_strdup(a, sentence_of(c));
}
