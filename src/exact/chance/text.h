/*
 * A space as the learner sees it.
 */
#ifndef ROPEWALK_EXACT_CHANCE_TEXT_H
#define ROPEWALK_EXACT_CHANCE_TEXT_H

#include "exact/chance/world.h"
#include "exact/exact.h"

/* The space of the point, in coordinates without terms: "X = Y" is "1 or -1, evenly",
 * "(X, Y)" is "(1, 2) or (3, 0), with shares 1/4, 3/4", "q_1..3, k_1" is "1 or -1,
 * evenly, independent", "P(a, b)" is "1/3". At most `most` of them. */
int text_space(struct arena *a, struct machine *m, struct coordinate *out, int most);

#endif
