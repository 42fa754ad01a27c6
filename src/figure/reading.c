/* Values read off at a place of a drawing. */
#include <math.h>

#include "figure/figure_priv.h"

enum { PLACES = 60 /* about as many as a chart has columns */, COARSE = 10 };

/* What the curves of the figure lie over; NaN when there are none. */
struct across {
    double low, high;
    bool whole;
};

static struct across
across_of(const struct moment *m)
{
    struct across a = {NAN, NAN, false};

    for (int i = 0; i < m->f->n_things; i++) {
        const struct thing *t = &m->f->things[i];

        if (t->kind != THING_CURVE || !moment_holds(m, t->when))
            continue;
        a.low = fmin(a.low, moment_real(m, t->low));
        a.high = fmax(a.high, moment_real(m, t->high));
        a.whole |= t->whole;
    }
    return a;
}

bool
figure_can_read(const struct figure *f)
{
    for (int i = 0; i < f->n_things; i++)
        if (f->things[i].kind == THING_CURVE)
            return true;
    return false;
}

/* The power of ten, or 2 or 5 times it, that is nearest below. */
static double
round_below(double v)
{
    double power = pow(10, floor(log10(v) + 1e-9)), share = v / power;

    return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

void
figure_read_move(const struct figure *f, struct figure_state *s, int by, bool coarse)
{
    struct arena *a = arena_new();
    struct across x;
    struct moment m;
    double step, at;

    moment_init(&m, a, f, s->value);
    x = across_of(&m);
    arena_free(a);
    if (!(x.low < x.high) || !isfinite(x.high - x.low))
        return;
    step = round_below((x.high - x.low) / PLACES);
    step = x.whole ? fmax(nearbyint(step), 1) : step;
    at = s->has_cursor ? s->cursor : x.low / 2 + x.high / 2;
    at = (nearbyint(at / step) + by * (coarse ? COARSE : 1)) * step;
    s->has_cursor = true;
    s->cursor = fmin(fmax(at, x.low), x.high);
}

bool
figure_read_at(const struct figure *f, struct figure_state *s, double x)
{
    struct arena *a = arena_new();
    struct across all;
    struct moment m;

    moment_init(&m, a, f, s->value);
    all = across_of(&m);
    arena_free(a);
    if (!(x >= all.low && x <= all.high))
        return false;
    s->has_cursor = true;
    s->cursor = x;
    return true;
}

char *
figure_read(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct moment m, along;
    struct buf b;

    buf_init(&b, a);
    if (!s->has_cursor)
        return b.s;
    moment_init(&m, a, f, s->value);
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];
        const char *label;

        if (t->kind != THING_CURVE || !moment_holds(&m, t->when) ||
            !(s->cursor >= moment_real(&m, t->low) &&
              s->cursor <= moment_real(&m, t->high)))
            continue;
        moment_along(&along, a, &m, t);
        label = label_text(a, &m, t);
        if (!b.n)
            buf_printf(&b, "%s = %s:", t->variable, number_short(a, s->cursor));
        else
            buf_add(&b, ";");
        buf_printf(&b, " %s%s%s", label, *label ? " = " : "",
                   number_short(a, moment_height(&along, t, s->cursor)));
    }
    return b.s;
}
