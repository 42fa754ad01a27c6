/*
 * Kinks seen from both sides, and conditions met: max(0, f) says nothing while f < 0
 * everywhere one looks.
 */
#include <math.h>

#include "exact/climb.h"
#include "exact/explore.h"

/* Points that show the sides of a kink; climbs from the best of them, and their steps. */
enum { VIEWS = 24, CLIMBS = 3, STEPS = 120, STEPS_EDGE = 40, STEPS_INSIDE = 400 };

/* ---- conditions -------------------------------------------------------------------- */

/* By how much a condition fails. */
static double
violation(struct search *s, const struct node *n)
{
    struct brk b = {.left = n->arg[0], .right = n->arg[1], .cone = s->conditions};
    double v = breaks_value(s, &b);

    switch (n->relation) {
    case RELATION_LESS:
    case RELATION_LESS_EQUAL:
        return v > 0 ? v : 0;
    case RELATION_GREATER:
    case RELATION_GREATER_EQUAL:
        return v < 0 ? -v : 0;
    default:
        return 0;
    }
}

/* By how much the condition that fails most does. */
static double
worst_violation(struct search *s)
{
    const struct program *p = &s->program;
    double worst = 0;

    for (int i = 0; i < p->n_conditions; i++)
        worst = fmax(worst, violation(s, &p->node[p->condition[i]]));
    return worst;
}

/* ---- kinks ------------------------------------------------------------------------- */

/* Outside the conditions: at least as far as these are. A way that leaves them may be the
 * shorter one to a corner of the domain. */
static double
distance_to_other_side(struct climb *c)
{
    double v = breaks_value(c->search, c->brk) * c->sign, out;

    if (search_holds_roughly(c->search, ROUGH_BITS))
        return v;
    out = worst_violation(c->search);
    return out > 0 ? fmax(v, out) : NAN;
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
        c->sign = v < 0 ? -1 : 1;
        climb_keep(c, fabs(v));
    }
    return w;
}

/* Beyond an edge there is only a domain to tell of: one short climb. */
static bool
find_other_side(struct climb *c)
{
    c->distance = distance_to_other_side;
    if (c->brk->kind == BREAK_EDGE)
        return climb_run(c, 1, STEPS_EDGE);
    return climb_run(c, CLIMBS, c->search->program.n_conditions ? STEPS_INSIDE : STEPS);
}

static double
distance_to_lowest(struct climb *c)
{
    double v = fabs(breaks_value(c->search, c->brk));

    return search_holds_roughly(c->search, ROUGH_BITS) ? v : NAN;
}

/* The square of a norm is smoother than the norm. */
static double
square_to_lowest(struct climb *c)
{
    double v = distance_to_lowest(c);

    return v * v;
}

/* What is never negative may be 0 at one place alone, and there another formula may
 * hold: sign((x - 1)^2 + (y - 2)^2). */
static bool
try_lowest(struct search *s, struct tally *t, const struct brk *b)
{
    static double (*const distances[])(struct climb * c) = {distance_to_lowest,
                                                            square_to_lowest};
    bool bottom = false;

    for (int k = 0; k < 2; k++) {
        struct climb c = {
            .search = s, .brk = b, .best = INFINITY, .distance = distances[k]};

        for (int i = 0; i < VIEWS / 4; i++)
            if (sampler_draw(&s->sampler, i % 2 ? DRAW_READABLE : DRAW_NEAR, i))
                climb_keep(&c, c.distance(&c));
        bottom |= climb_to_lowest(&c) && c.n > 1 && search_holds(s);
        if (c.n > 1 && explore_point(s, t, false, PREC_SOME))
            return true;
    }
    if (bottom && breaks_forbid_meeting(s, b)) {
        t->open++;
        t->touching++;
    }
    return false;
}

bool
explore_sides(struct search *s, struct tally *t, const struct breaks *b)
{
    for (int i = 0; i < b->n && !explore_spent(s); i++) {
        struct climb c = {.search = s, .brk = &b->at[i], .best = INFINITY};
        struct view w;

        if (c.brk->kind == BREAK_POLE || c.brk->part != PART_ALL)
            continue;
        if (((c.brk->one_sided && c.brk->kind == BREAK_KINK) ||
             breaks_forbid_meeting(s, c.brk)) &&
            try_lowest(s, t, c.brk))
            return true;
        if (c.brk->one_sided)
            continue;
        w = look(&c, t);
        if (w.apart)
            return true;
        if (w.below != w.above && find_other_side(&c) &&
            explore_point(s, t, false, PREC_SOME))
            return true;
    }
    return false;
}

/* ---- into the domain --------------------------------------------------------------- */

static double
distance_to_inside(struct climb *c)
{
    const struct program *p = &c->search->program;
    double sum = 0;

    for (int i = 0; i < p->n_conditions; i++)
        sum += violation(c->search, &p->node[p->condition[i]]);
    return search_holds(c->search) ? -1 : sum;
}

/* Anchor the coordinates at the point in the slots. */
static void
anchor_here(struct search *s)
{
    for (int i = 0; i < s->program.n_slots; i++) {
        const struct balls *v = &s->machine.slot[i];

        for (int k = 0; k < v->rows * v->cols; k++)
            if (ball_is_rational(&v->at[k]))
                sampler_anchor(&s->sampler, i, k, v->at[k].re);
    }
}

bool
explore_inside(struct search *s)
{
    struct climb c = {.search = s, .distance = distance_to_inside, .best = INFINITY};
    bool reached;

    for (int i = 0; i < VIEWS; i++)
        if (sampler_draw(&s->sampler, i % 2 ? DRAW_GENERIC : DRAW_READABLE, i))
            climb_keep(&c, distance_to_inside(&c));
    reached = climb_run(&c, CLIMBS, STEPS);
    if (reached)
        anchor_here(s);
    return reached;
}
