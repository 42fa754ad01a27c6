/*
 * Many points: what they say together.
 */
#ifndef ROPEWALK_EXACT_EXPLORE_H
#define ROPEWALK_EXACT_EXPLORE_H

#include "exact/breaks.h"
#include "exact/search.h"

/*
 * Points that support equality: as many as are needed, and as many as are looked for.
 * A finite domain of up to FINITE_MAX points is tried completely. WORK_POINTS bounds all
 * evaluations together, if no less is asked for, and WORK_ALL times as much those of a
 * finite domain, in nodes times 64 bits.
 */
enum {
    SUPPORT_MIN = 12,
    SUPPORT_AIM = 16,
    FINITE_MAX = 4096,
    WORK_POINTS = 3000000,
    WORK_ALL = 4
};

struct tally {
    bool preferred;     /* the preferred point was the last that was tried */
    bool apart;         /* a point where the relation does not hold: it is in the slots */
    bool all;           /* the domain is finite and was tried completely */
    long finite, tried; /* of all: its points, of which so many were tried, if not all */
    int support;        /* generic points; of a finite domain: all */
    int open, touching, narrow, cut;
    int empty;                   /* both sides undefined */
    int empty_left, empty_right; /* of narrow: which side is undefined */
    int inside;                  /* points at which the conditions hold */
    bool *edge;                  /* per node: it made a side undefined somewhere */
    int n_edges;                 /* nodes that there were at first */
};

/* Everything that is known to show a difference; stops at the first. `prefer` is tried
 * before anything else. */
struct tally explore(struct search *s, const struct exact_options *o);

/* Whether no more points are to be tried. */
bool explore_spent(const struct search *s);

/* Only generic points, as few as settle it: for notes. True when the relation holds. */
bool explore_generic(struct search *s, uint64_t seed);

/* When no point met the conditions (places/sides.c): climb to one, and anchor the sampler
 * there. False when none is found. */
bool explore_inside(struct search *s);

/* Kinks of which generic points have seen only one side (places/sides.c): climb to the
 * other, and try it. True when a point is OUT_APART. */
bool explore_sides(struct search *s, struct tally *t, const struct breaks *b);

/* Whole exponents of negative bases, where the exponent is any real number
 * (places/powers.c). True when a point is OUT_APART. */
bool explore_powers(struct search *s, struct tally *t);

/* Judge the point in the slots and count what it says; true when it is OUT_APART. */
bool explore_point(struct search *s, struct tally *t, bool generic, slong most);

/* Breakpoints (places/axis.c): find where something happens along the axes, anchor the
 * sampler there and try the points there and between. True when one is OUT_APART. */
bool explore_breaks(struct search *s, struct tally *t, const struct breaks *b);

#endif
