/*
 * Where a term may change its formula: the roots of the arguments of max, min, abs, sign,
 * of roots, logarithms and divisors, branch cuts, and the edges of the conditions. For an
 * inequality also where its sides meet.
 */
#ifndef ROPEWALK_EXACT_BREAKS_H
#define ROPEWALK_EXACT_BREAKS_H

#include "exact/search.h"

/* Breaks of one pair of terms; more are left out. Their values are found with so many
 * bits. */
enum { BREAKS_MAX = 24, ROUGH_BITS = 64 };

enum break_kind {
    BREAK_POLE, /* only this place is special */
    BREAK_EDGE, /* beyond it the term is undefined, or it bounces off */
    BREAK_KINK, /* beyond it the term may follow another formula */
};

/* left - right - offset is 0 at a break; of a branch cut, a part of left; at the pole of
 * a tangent, the cosine of left. */
enum break_part { PART_ALL, PART_REAL, PART_IMAGINARY, PART_COSINE };

struct brk {
    int left, right; /* nodes; right -1: none */
    int offset;
    enum break_part part;
    enum break_kind kind;
    bool one_sided; /* it is never negative, as its form shows */
    bool sums;      /* there are sums in it, which may become long */
    struct cone cone;
};

struct breaks {
    struct brk at[BREAKS_MAX];
    int n;
    bool kinks; /* there are kinks: agreement here says nothing about there */
};

/* All breaks of the sides of s; the cones are in its arena. */
void breaks_find(struct search *s, struct breaks *b);

/* Whether the break is where the sides meet, and the relation does not allow that; unless
 * one side is 0 and the other positive by its form. */
bool breaks_forbid_meeting(const struct search *s, const struct brk *b);

/* What is 0 at the break, at the point in the slots; NAN when it is undefined, no real
 * number, or its sign is not certain. */
double breaks_value(struct search *s, const struct brk *b);

#endif
