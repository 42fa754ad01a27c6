/*
 * Where a term may change its formula: the roots of the arguments of max, min, abs, sign,
 * of roots, logarithms and divisors. For an inequality also where its sides meet.
 */
#ifndef ROPEWALK_EXACT_BREAKS_H
#define ROPEWALK_EXACT_BREAKS_H

#include "exact/search.h"

/* Breaks of one pair of terms; more are left out. */
enum { BREAKS_MAX = 24 };

/* left - right - offset is 0 at a break. */
struct brk {
    int left, right; /* nodes; right -1: none */
    int offset;
    bool kink; /* the term has another formula beyond, not only a pole here */
    struct cone cone;
};

struct breaks {
    struct brk at[BREAKS_MAX];
    int n;
    bool kinks; /* there are kinks: agreement here says nothing about there */
};

/* All breaks of the sides of s; the cones are in its arena. */
void breaks_find(struct search *s, struct breaks *b);

/* What is 0 at the break, at the point in the slots; NAN when it is undefined, no real
 * number, or its sign is not certain. */
double breaks_value(struct search *s, const struct brk *b);

#endif
