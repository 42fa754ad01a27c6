/*
 * Functions of germs. `complex`: principal values are meant; else x is real, and where it
 * would have to be positive and is not, the germ is undefined (GERM_NOWHERE).
 */
#ifndef ROPEWALK_EXACT_LIMIT_APPLY_H
#define ROPEWALK_EXACT_LIMIT_APPLY_H

#include "exact/limit/germ.h"

const struct germ *germ_div(struct germs *s, const struct germ *x, const struct germ *y);
const struct germ *germ_exp(struct germs *s, const struct germ *x, bool complex);
const struct germ *germ_ln(struct germs *s, const struct germ *x, bool complex);
const struct germ *germ_sqrt(struct germs *s, const struct germ *x, bool complex);
/* x^n */
const struct germ *germ_power_int(struct germs *s, const struct germ *x, long n);
/* x^y; `integer`: y is an integer by its type. */
const struct germ *germ_power(struct germs *s, const struct germ *x, const struct germ *y,
                              bool complex, bool integer);
const struct germ *germ_abs(struct germs *s, const struct germ *x);
const struct germ *germ_max(struct germs *s, const struct germ *x, const struct germ *y);

/* A function of one number; GERM_OPEN for those that are not worked out. */
bool germ_can_call(enum function_id f);
const struct germ *
germ_call(struct germs *s, enum function_id f, const struct germ *x, bool complex);

#endif
