#include "exact/climb.h"

#include <math.h>

enum { SWEEPS = 10, SWEEPS_VALUES = 240 };

/* Over which part of a coordinate a slope is taken. */
static const double TANGENT = 1e-7;

/* ---- coordinates as numbers -------------------------------------------------------- */

static double
get_double(const struct ball *b)
{
    acb_t t;
    double v;

    acb_init(t);
    v = arf_get_d(arb_midref(acb_realref(ball_enclose(b, t, 64))), ARF_RND_NEAR);
    acb_clear(t);
    return v;
}

static void
set_double(struct ball *b, double v)
{
    fmpq_t q;
    arf_t t;

    fmpq_init(q);
    arf_init(t);
    arf_set_d(t, v);
    arf_get_fmpq(q, t);
    ball_set_fmpq(b, q);
    fmpq_clear(q);
    arf_clear(t);
}

static bool
is_free(const struct slot *s)
{
    return !s->complex && s->form == FORM_FREE && !s->size;
}

static void
load(struct climb *c)
{
    const struct program *p = &c->search->program;

    c->n = 0;
    for (int i = 0; i < p->n_slots; i++) {
        const struct balls *v = &c->search->machine.slot[i];

        for (int k = 0; is_free(&p->slot[i]) && k < v->rows * v->cols; k++)
            if (c->n < CLIMB_COORDINATES)
                c->at[c->n++] = get_double(&v->at[k]);
    }
}

static void
store(const struct climb *c)
{
    const struct program *p = &c->search->program;
    int n = 0;

    for (int i = 0; i < p->n_slots; i++) {
        struct balls *v;

        if (!is_free(&p->slot[i]))
            continue;
        v = machine_slot(&c->search->machine, i);
        for (int k = 0; k < v->rows * v->cols && n < c->n; k++, n++)
            set_double(&v->at[k], p->slot[i].integer ? floor(c->at[n]) : c->at[n]);
    }
}

static double
value(struct climb *c)
{
    store(c);
    return c->distance(c);
}

static double
value_at(struct climb *c, int i, double t)
{
    double old = c->at[i], v;

    c->at[i] = t;
    v = value(c);
    c->at[i] = old;
    return v;
}

void
climb_keep(struct climb *c, double distance)
{
    if (!(distance < c->best))
        return;
    c->best = distance;
    load(c);
}

/* ---- along the coordinates --------------------------------------------------------- */

/* Move coordinate i to t if that is nearer; true when the goal is reached. */
static bool
move(struct climb *c, int i, double t)
{
    double v = isfinite(t) ? value_at(c, i, t) : NAN;

    if (v < c->best) {
        c->at[i] = t;
        c->best = v;
    }
    return c->best < 0;
}

/* To where the tangent reaches the goal, and a little beyond. */
static bool
follow_tangent(struct climb *c, int i)
{
    double t = c->at[i], d = TANGENT * (fabs(t) + 1), here = c->best;
    double there = value_at(c, i, t + d);

    return move(c, i, t - 1.01 * here * d / (there - here));
}

/* To the lowest place of the parabola through three values, or to one of these. */
static bool
follow_parabola(struct climb *c, int i)
{
    double t = c->at[i], h = c->step * (fabs(t) + 1), middle = c->best;
    double low = value_at(c, i, t - h), high = value_at(c, i, t + h);
    double bend = low - 2 * middle + high;

    if (bend > 0 && move(c, i, t - h * (high - low) / (2 * bend)))
        return true;
    return move(c, i, t - h) || move(c, i, t + h);
}

static bool
slide_all(struct climb *c)
{
    int values = 0;

    c->step = 0.5;
    for (int sweep = 0; sweep < SWEEPS && values < SWEEPS_VALUES; sweep++) {
        double before = c->best;

        for (int i = 0; i < c->n; i++, values += 7)
            if (follow_tangent(c, i) || follow_parabola(c, i))
                return true;
        if (!(c->best < before * 0.5))
            c->step /= 4;
    }
    return false;
}

/* ---- at random --------------------------------------------------------------------- */

/* A number from -1 to 1, small ones often. */
static double
draw_step(struct sampler *s)
{
    double u = (double)(sampler_bits(s) >> 11) * 0x1p-53;

    return (sampler_bits(s) & 1 ? -u : u) * (sampler_bits(s) & 1 ? u * u : 1);
}

/* One random step, kept when it leads no further away; true when the goal is reached. */
static bool
step(struct climb *c)
{
    double old[CLIMB_COORDINATES] = {0}, v;
    struct sampler *s = &c->search->sampler;

    for (int i = 0; i < c->n; i++) {
        old[i] = c->at[i];
        if (sampler_bits(s) & 1)
            c->at[i] += draw_step(s) * c->step * (fabs(c->at[i]) + 1);
    }
    v = value(c);
    if (v <= c->best) {
        c->step = fmin(c->step * (v < c->best ? 1.6 : 1), 4);
        c->best = v;
        return v < 0;
    }
    c->step = fmax(c->step * 0.88, 1e-6);
    for (int i = 0; i < c->n; i++)
        c->at[i] = old[i];
    return false;
}

static bool
wander(struct climb *c, int steps)
{
    c->step = 1;
    for (int i = 0; i < steps; i++)
        if (step(c))
            return true;
    return false;
}

bool
climb_run(const struct climb *from, int times, int steps)
{
    struct climb c = *from;
    bool reached = c.n > 0 && slide_all(&c);

    for (int i = 0; i < times && c.n > 0 && !reached; i++) {
        c = *from;
        reached = wander(&c, steps);
    }
    if (reached)
        store(&c);
    return reached;
}
