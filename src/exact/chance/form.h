/*
 * The form m + s X' of a random name (model.h), from what is assumed of it.
 */
#ifndef ROPEWALK_EXACT_CHANCE_FORM_H
#define ROPEWALK_EXACT_CHANCE_FORM_H

#include "exact/chance/model.h"

/* Whether an assumption becomes part of the form of a name. */
bool form_read(struct program *p, const struct term *t);

/* s and m as terms; NULL: 1 and 0. */
const struct term *form_scale(struct program *p, const struct owner *o);
const struct term *form_shift(struct program *p, const struct owner *o);

/* What must hold of what is drawn for an owner: its mean is 0; its variance is 1; the
 * mean of its square is 1. */
bool form_is_centred(const struct owner *o);
bool form_is_scaled(const struct owner *o);
bool form_has_square(const struct owner *o);

#endif
