#include "exact/climb.h"

#include <math.h>

/* Coordinates that may go together. */
enum { TOGETHER = 6 };
enum { SWEEPS = 10, SWEEPS_VALUES = 240 };

/* Over which part of a coordinate a slope is taken. */
static const double TANGENT = 1e-7;

/* How near the lowest place is after all sweeps, at least. */
static const double NEARLY = 1e-7;

/* What a lowest place must be, beside places aside from it, to be taken for 0. */
static const double ASIDE = 1e-2, BOTTOM = 1e-6, LEAST = 1e-300;

/* ---- coordinates as numbers -------------------------------------------------------- */

static double
get_double(const arb_t x)
{
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

static void
set_fraction(fmpq_t q, double v)
{
    arf_t t;

    arf_init(t);
    arf_set_d(t, isfinite(v) ? v : 0);
    arf_get_fmpq(q, t);
    arf_clear(t);
}

/* The coordinates of one number: one, or two of a complex one. */
static int
get_parts(const struct ball *b, bool complex, double *at)
{
    const acb_struct *x;
    acb_t t;

    acb_init(t);
    x = ball_enclose(b, t, 64);
    at[0] = get_double(acb_realref(x));
    if (complex)
        at[1] = get_double(acb_imagref(x));
    acb_clear(t);
    return complex ? 2 : 1;
}

/* The simplest fraction that v may be. */
static void
set_simplest(fmpq_t q, double v)
{
    double by = (fabs(v) + 1) * NEARLY;
    fmpq_t low, high;

    fmpq_init(low);
    fmpq_init(high);
    set_fraction(low, v - by);
    set_fraction(high, v + by);
    fmpq_simplest_between(q, low, high);
    fmpq_clear(low);
    fmpq_clear(high);
}

static bool
is_there(const struct ball *b, const fmpq_t re, const fmpq_t im)
{
    return b->exact && b->root == 1 && b->pi == 0 && fmpq_equal(b->re, re) &&
           fmpq_equal(b->im, im);
}

/* Entry k of a slot, which is left alone when it has this value: then nothing that
 * depends on it is computed anew. */
static int
set_parts(struct machine *m, int slot, int k, const double *at, bool simple)
{
    void (*set)(fmpq_t q, double v) = simple ? set_simplest : set_fraction;
    const struct slot *s = &m->program->slot[slot];
    fmpq_t re, im;

    fmpq_init(re);
    fmpq_init(im);
    set(re, s->integer ? floor(at[0]) : at[0]);
    if (s->complex)
        set(im, at[1]);
    if (!is_there(&m->slot[slot].at[k], re, im))
        ball_set_parts(&machine_slot(m, slot)->at[k], re, im);
    fmpq_clear(re);
    fmpq_clear(im);
    return s->complex ? 2 : 1;
}

static bool
is_free(const struct slot *s)
{
    return s->form == FORM_FREE && !s->size && !s->count;
}

static void
load(struct climb *c)
{
    const struct program *p = &c->search->program;

    c->n = 0;
    for (int i = 0; i < p->n_slots; i++) {
        const struct balls *v = &c->search->machine.slot[i];

        for (int k = 0; is_free(&p->slot[i]) && k < v->rows * v->cols; k++)
            if (c->n + 2 <= CLIMB_COORDINATES)
                c->n += get_parts(&v->at[k], p->slot[i].complex, &c->at[c->n]);
    }
}

static void
store(const struct climb *c, bool simple)
{
    const struct program *p = &c->search->program;
    int n = 0;

    for (int i = 0; i < p->n_slots; i++) {
        struct machine *m = &c->search->machine;
        int entries = m->slot[i].rows * m->slot[i].cols;

        for (int k = 0; is_free(&p->slot[i]) && k < entries && n < c->n; k++)
            n += set_parts(m, i, k, &c->at[n], simple);
    }
}

static double
value(struct climb *c)
{
    store(c, false);
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

/* Along d to the lowest place of a parabola; true when the goal is reached. */
static bool
follow_line(struct climb *c, const double *d)
{
    struct climb ahead = *c;
    double low, high, bend, t;

    for (int i = 0; i < c->n; i++)
        ahead.at[i] = c->at[i] - d[i];
    low = value(&ahead);
    for (int i = 0; i < c->n; i++)
        ahead.at[i] = c->at[i] + d[i];
    high = value(&ahead);
    bend = low - 2 * c->best + high;
    t = (low - high) / (2 * bend);
    if (!(bend > 0 && isfinite(t)))
        return false;
    for (int i = 0; i < c->n; i++)
        ahead.at[i] = c->at[i] + t * d[i];
    ahead.best = value(&ahead);
    if (ahead.best < c->best)
        *c = ahead;
    return c->best < 0;
}

/* Directions that do not undo one another: each round leaves the oldest for the way that
 * it went (Powell 1964). A parabola of n coordinates is solved in n rounds. */
static bool
slide_together(struct climb *c)
{
    double way[TOGETHER][TOGETHER] = {{0}}, from[TOGETHER];
    int n = c->n;

    for (int i = 0; i < n; i++)
        way[i][i] = 0.25;
    for (int round = 0; round < n + 2; round++) {
        double length = 0;

        for (int i = 0; i < n; i++)
            from[i] = c->at[i];
        for (int i = 0; i < n; i++)
            if (follow_line(c, way[i]))
                return true;
        for (int i = 0; i < n; i++)
            length = fmax(length, fabs(c->at[i] - from[i]));
        if (!(length > 0))
            return false;
        for (int k = 0; k < n; k++)
            for (int i = 0; i < n; i++)
                way[k][i] = k + 1 < n ? way[k + 1][i] : (c->at[i] - from[i]) / length;
        if (follow_line(c, way[n - 1]))
            return true;
    }
    return false;
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
    return c->n > 1 && c->n <= TOGETHER && slide_together(c);
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
        store(&c, false);
    return reached;
}

/* A little aside from the lowest place, along every coordinate and both ways, it is much
 * higher. */
static bool
is_bottom(struct climb *c)
{
    for (int i = 0; i < c->n; i++)
        for (int way = -1; way <= 1; way += 2) {
            double v = value_at(c, i, c->at[i] + way * ASIDE * (fabs(c->at[i]) + ASIDE));

            if (!(isfinite(v) && v > LEAST && c->best < v * BOTTOM))
                return false;
        }
    return true;
}

/* Whether coordinate i takes whole numbers only. */
static bool
is_whole(const struct climb *c, int i)
{
    const struct program *p = &c->search->program;
    int n = 0;

    for (int k = 0; k < p->n_slots; k++) {
        const struct balls *v = &c->search->machine.slot[k];
        int parts = v->rows * v->cols * (p->slot[k].complex ? 2 : 1);

        if (!is_free(&p->slot[k]))
            continue;
        if (i < n + parts)
            return p->slot[k].integer;
        n += parts;
    }
    return false;
}

/* Parabolas through rounded places end one or two beside the lowest whole one. */
static void
settle_whole(struct climb *c)
{
    enum { ROUNDS = 8, FARTHEST = 8 };
    double before = INFINITY;

    for (int round = 0; round < ROUNDS && c->best < before; round++) {
        before = c->best;
        for (int i = 0; i < c->n; i++) {
            if (!is_whole(c, i))
                continue;
            c->at[i] = floor(c->at[i]);
            for (double h = FARTHEST; h >= 1; h /= 2)
                if (move(c, i, c->at[i] + h) || move(c, i, c->at[i] - h))
                    return;
        }
    }
}

bool
climb_to_lowest(const struct climb *from)
{
    struct climb c = *from;
    bool bottom;

    if (c.n > 0 && !slide_all(&c))
        settle_whole(&c);
    bottom = c.n > 0 && is_bottom(&c);
    store(&c, true);
    return bottom;
}
