/*
 * Where both sides are defined, in words.
 */
#ifndef ROPEWALK_EXACT_NARROW_H
#define ROPEWALK_EXACT_NARROW_H

#include "exact/explore.h"

/* "x != 1, y >= 0": the conditions of all nodes that made a side undefined somewhere; ""
 * when there are none. In the search's arena. */
const char *narrow_text(const struct search *s, const struct tally *t);

#endif
