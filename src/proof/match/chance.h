/*
 * What the assumptions of a scope say about random terms.
 */
#ifndef ROPEWALK_PROOF_CHANCE_H
#define ROPEWALK_PROOF_CHANCE_H

#include "expr/expr.h"

/* Whether x and y are independent: every random name of the one is independent of every
 * one of the other by an assumption, or they are different components of a vector whose
 * components are. Components j and k are different when they are different numbers, or
 * names of which a condition or `chance_distinct` says so. */
bool chance_independent(struct arena *a, const struct scope *s, const struct term *x,
                        const struct term *y);

/* Whether x_1, x_2, ..., x as a function of an index, are independent of one another. */
bool chance_independent_family(struct arena *a, const struct scope *s,
                               const struct term *x, const char *index);

/* Whether an assumption of s, or of a scope above, says that x = y. A relation about a
 * vector says so about its components. */
bool chance_is_assumed(struct arena *a, const struct scope *s, const struct term *x,
                       const struct term *y);

#endif
