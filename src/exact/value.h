/*
 * Terms without free names.
 */
#ifndef ROPEWALK_EXACT_VALUE_H
#define ROPEWALK_EXACT_VALUE_H

#include "exact/exact.h"
#include "exact/number/balls.h"

/* The value with prec bits; false when it has none, or a name has no value. */
bool value_of_constant(struct arena *a, const struct scope *s, const struct term *t,
                       slong prec, struct balls *out);

#endif
