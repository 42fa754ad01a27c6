/*
 * Kinks seen from both sides: max(0, f) says nothing while f < 0 everywhere one looks.
 */
#include <math.h>

#include "exact/explore.h"

/* Points that show the sides of a kink; climbs from the best of them, and their steps. */
enum { VIEWS = 24, CLIMBS = 4, CLIMB = 120, CLIMB_EDGE = 40, CLIMB_COORDINATES = 64 };

/* A point while it is changed: one coordinate each. */
struct climb {
    struct search *search;
    const struct brk *brk;
    double at[CLIMB_COORDINATES], best, sign, step;
    int n;
};

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

/* The free real slots, entry by entry: into the climb, or out of it. */
static void
copy_point(struct climb *c, bool out)
{
    const struct program *p = &c->search->program;
    int n = 0;

    for (int i = 0; i < p->n_slots; i++) {
        const struct slot *s = &p->slot[i];
        struct balls *v = &c->search->machine.slot[i];

        if (s->complex || s->form != FORM_FREE || s->size)
            continue;
        if (out)
            machine_slot(&c->search->machine, i);
        for (int k = 0; k < v->rows * v->cols && n < CLIMB_COORDINATES; k++, n++)
            if (out)
                set_double(&v->at[k], s->integer ? floor(c->at[n]) : c->at[n]);
            else
                c->at[n] = get_double(&v->at[k]);
    }
    c->n = n;
}

/* ---- climbing ---------------------------------------------------------------------- */

/* A number from -1 to 1, small ones often. */
static double
draw_step(struct sampler *s)
{
    double u = (double)(sampler_bits(s) >> 11) * 0x1p-53;

    return (sampler_bits(s) & 1 ? -u : u) * (sampler_bits(s) & 1 ? u * u : 1);
}

/* One random step; kept when the value does not go further from 0. True when its sign
 * has changed. */
static bool
climb_step(struct climb *c)
{
    double old[CLIMB_COORDINATES], v;
    struct sampler *s = &c->search->sampler;

    for (int i = 0; i < c->n; i++) {
        old[i] = c->at[i];
        if (sampler_bits(s) & 1)
            c->at[i] += draw_step(s) * c->step * (fabs(c->at[i]) + 1);
    }
    copy_point(c, true);
    v = breaks_value(c->search, c->brk);
    if (v * c->sign < 0 && search_holds(c->search))
        return true;
    if (fabs(v) <= c->best && search_holds(c->search)) {
        c->step = fmin(c->step * (fabs(v) < c->best ? 1.6 : 1), 4);
        c->best = fabs(v);
        return false;
    }
    c->step = fmax(c->step * 0.88, 1e-6);
    for (int i = 0; i < c->n; i++)
        c->at[i] = old[i];
    return false;
}

static bool
climb(struct climb *c, int steps)
{
    c->step = 1;
    for (int i = 0; i < steps && c->n; i++)
        if (climb_step(c))
            return true;
    return false;
}

/* From the point of which the value is nearest to 0; no climb is like another. Beyond an
 * edge there is only a domain to tell of: one short climb. */
static bool
climb_often(const struct climb *start)
{
    bool edge = start->brk->kind == BREAK_EDGE;

    for (int i = 0; i < (edge ? 1 : CLIMBS); i++) {
        struct climb c = *start;

        if (climb(&c, edge ? CLIMB_EDGE : CLIMB))
            return true;
    }
    return false;
}

/* What drawn points show of a break. */
struct view {
    bool below, above, apart;
};

/* Draw points until both signs have been seen, and try the first of each; meanwhile keep
 * the nearest for a climb. */
static struct view
look(struct climb *c, struct tally *t)
{
    struct search *s = c->search;
    struct view w = {false, false, false};

    c->best = INFINITY;
    for (int i = 0; i < VIEWS && !(w.below && w.above) && !w.apart; i++) {
        double v;

        if (!sampler_draw(&s->sampler, i % 3 ? DRAW_NEAR : DRAW_GENERIC, i))
            continue;
        v = breaks_value(s, c->brk);
        if (!(v < 0 || v > 0) || !search_holds(s))
            continue;
        if (!(v < 0 ? w.below : w.above))
            w.apart = explore_point(s, t, false, PREC_SOME);
        w.below |= v < 0;
        w.above |= v > 0;
        if (fabs(v) < c->best) {
            c->best = fabs(v);
            c->sign = v < 0 ? -1 : 1;
            copy_point(c, false);
        }
    }
    return w;
}

bool
explore_sides(struct search *s, struct tally *t, const struct breaks *b)
{
    for (int i = 0; i < b->n; i++) {
        struct climb c = {.search = s, .brk = &b->at[i]};
        struct view w;

        if (c.brk->kind == BREAK_POLE || c.brk->one_sided)
            continue;
        w = look(&c, t);
        if (w.apart)
            return true;
        if (w.below != w.above && climb_often(&c) &&
            explore_point(s, t, false, PREC_SOME))
            return true;
    }
    return false;
}
