/* Values read off at a place of a drawing. */
#include <math.h>
#include <stdlib.h>

#include "figure/kind/chart/chart.h"

enum { PLACES = 60 /* about as many as a chart has columns */, COARSE = 10 };

static bool
is_readable(const struct thing *t)
{
    return t->kind == THING_CURVE || t->kind == THING_SERIES || t->kind == THING_POINTS ||
           t->kind == THING_HISTOGRAM;
}

bool
figure_can_read(const struct figure *f)
{
    if (!figure_takes_sketch(f)) /* no axes */
        return false;
    for (int i = 0; i < f->n_things; i++)
        if (is_readable(&f->things[i]))
            return true;
    return false;
}

/* ---- where there is something to be read ------------------------------------------- */

/* Ends of what lies over the x axis, and, where there are no curves, each place of it in
 * order. */
struct across {
    double low, high;
    bool curves, whole;
    double *at;
    int n;
};

static int
compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

static void
add_places(struct arena *a, struct across *x, const struct trace *t)
{
    double *at = ARENA_ARRAY(a, double, x->n + t->n + 1);

    for (int i = 0; i < x->n; i++)
        at[i] = x->at[i];
    for (int i = 0; i < t->n; i++)
        if (isfinite(t->x[i]) && isfinite(t->y[i]))
            at[x->n++] = t->x[i] + t->width / 2;
    x->at = at;
}

static struct across
across_of(const struct moment *m)
{
    struct across x = {.low = NAN, .high = NAN};
    struct arena *a = m->arena;

    for (int i = 0; i < m->f->n_things; i++) {
        const struct thing *t = &m->f->things[i];
        struct trace trace;

        if (!is_readable(t) || !moment_holds(m, t->when) ||
            !trace_take(a, m, t, 2, &trace))
            continue;
        x.low = fmin(x.low, trace.low);
        x.high = fmax(x.high, trace.high);
        x.curves |= t->kind == THING_CURVE;
        x.whole |= t->kind == THING_CURVE && t->whole;
        if (t->kind != THING_CURVE)
            add_places(a, &x, &trace);
    }
    if (x.n)
        qsort(x.at, (size_t)x.n, sizeof *x.at, compare);
    return x;
}

static int
nearest(const struct across *x, double v)
{
    int at = 0;

    for (int i = 1; i < x->n; i++)
        if (fabs(x->at[i] - v) < fabs(x->at[at] - v))
            at = i;
    return at;
}

/* ---- moving ------------------------------------------------------------------------ */

/* From one place to the next that is elsewhere. */
static double
point_by(const struct across *x, double from, int by)
{
    int at = nearest(x, from), way = by < 0 ? -1 : 1;

    for (; by; by -= way) {
        int to = at;

        while (to + way >= 0 && to + way < x->n && x->at[to] == x->at[at])
            to += way;
        at = to;
    }
    return x->at[at];
}

static double
place_by(const struct across *x, double from, int by)
{
    double step = number_step((x->high - x->low) / PLACES);

    step = x->whole ? fmax(nearbyint(step), 1) : step;
    return fmin(fmax((nearbyint(from / step) + by) * step, x->low), x->high);
}

void
figure_read_move(const struct figure *f, struct figure_state *s, int by, bool coarse)
{
    struct arena *a = arena_new();
    struct across x;
    struct moment m;
    double at;

    moment_init(&m, a, f, s->value);
    x = across_of(&m);
    by *= coarse ? COARSE : 1;
    at = s->has_cursor ? s->cursor : x.low / 2 + x.high / 2;
    if (!x.curves && x.n) {
        s->has_cursor = true;
        s->cursor = point_by(&x, at, by);
    } else if (x.low < x.high && isfinite(x.high - x.low)) {
        s->has_cursor = true;
        s->cursor = place_by(&x, at, by);
    }
    arena_free(a);
}

bool
figure_read_at(const struct figure *f, struct figure_state *s, double x)
{
    struct arena *a = arena_new();
    struct across all;
    struct moment m;
    bool there;

    moment_init(&m, a, f, s->value);
    all = across_of(&m);
    there = x >= all.low && x <= all.high;
    if (there) {
        s->has_cursor = true;
        s->cursor = all.curves ? x : all.at[nearest(&all, x)];
    }
    arena_free(a);
    return there;
}

/* ---- what stands there ------------------------------------------------------------- */

/* What the axis is called, else the variable. */
static const char *
across_name(const struct moment *m, const struct thing *t)
{
    const char *name = sentence_text(m->arena, m, &m->f->captions.x, NAN, "");

    if (*name)
        return name;
    return t->variable && t->kind != THING_POINTS && t->kind != THING_HISTOGRAM
               ? t->variable
               : "x";
}

/* " sin x = 0.93": the value at the cursor; of points, which lie anywhere, the place too.
 */
static void
add_value(struct buf *b, const struct moment *m, const struct trace *t, double cursor)
{
    struct arena *a = b->arena;
    const char *label = label_text(a, m, t->thing);
    double x = cursor, y = trace_at(a, m, t, &x);

    if (isnan(x) || (isnan(y) && t->thing->kind != THING_CURVE))
        return;
    if (!b->n)
        buf_printf(b, "%s = %s:", across_name(m, t->thing), number_short(a, cursor));
    else
        buf_add(b, ";");
    if (t->thing->kind == THING_POINTS)
        buf_printf(b, " %s%sat (%s, %s)", label, *label ? " " : "", number_short(a, x),
                   number_short(a, y));
    else
        buf_printf(b, " %s%s%s", label, *label ? " = " : "",
                   number_on_axis(a, y, m->f->captions.log_y));
}

char *
figure_read(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct moment m;
    struct buf b;

    buf_init(&b, a);
    if (!s->has_cursor)
        return b.s;
    moment_init(&m, a, f, s->value);
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        struct trace trace;

        if (!is_readable(t) || !moment_holds(&m, t->when) ||
            !trace_take(a, &m, t, 2, &trace) ||
            (t->kind == THING_CURVE &&
             !(s->cursor >= trace.low && s->cursor <= trace.high)))
            continue;
        add_value(&b, &m, &trace, s->cursor);
    }
    return b.s;
}
