/*
 * A counterexample as the learner sees it.
 */
#ifndef ROPEWALK_EXACT_POINT_H
#define ROPEWALK_EXACT_POINT_H

#include "exact/search.h"

/* Digits that values are shown with, if that many tell them apart. */
enum { DIGITS_FEW = 3 };

/* An exact number as a term. */
const struct term *point_term(struct arena *a, const struct ball *b);

/* Make the coordinates in the slots simpler for as long as the relation fails there. */
void point_shrink(struct search *s);

/* The names with their values, in the order of their declarations. */
const struct coordinate *point_coordinates(struct search *s, int *n);

/* The two sides at the point, with as many digits as they need to differ. */
void point_values(struct search *s, const char **left, const char **right);

#endif
