/*
 * What a difference looks like: "off by the factor 2", "degrees?", "only for c > 0".
 */
#ifndef ROPEWALK_EXACT_NOTES_H
#define ROPEWALK_EXACT_NOTES_H

#include "exact/search.h"

/* A remark on a relation that does not hold; "" when nothing simple explains it. `found`
 * is the search that found the difference. */
const char *
notes_find(const struct question *q, const struct search *found, uint64_t seed);

#endif
