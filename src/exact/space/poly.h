/*
 * Polynomials in the scalars of a space, with balls as coefficients.
 */
#ifndef ROPEWALK_EXACT_SPACE_POLY_H
#define ROPEWALK_EXACT_SPACE_POLY_H

#include "exact/space/space.h"

/* Powers past POLY_POWER do not fit; nor do more terms. */
enum { POLY_POWER = 15, POLY_TERMS = 1500, POLY_WORDS = SCALARS_MAX / 16 };

/* Four bits a scalar. */
struct monomial {
    uint64_t power[POLY_WORDS];
    struct ball factor;
};

struct poly {
    int n, cap;
    struct monomial *at;
};

void chance_poly_init(struct poly *p);
void chance_poly_fini(struct poly *p);
void chance_poly_clear(struct poly *p); /* 0 */
void chance_poly_set(struct poly *p, const struct ball *constant);
void chance_poly_set_scalar(struct poly *p, int scalar);
void chance_poly_copy(struct poly *r, const struct poly *p);

/* r += factor p; factor NULL: 1. False when there are too many terms. */
bool chance_poly_add(struct poly *r, const struct poly *p, const struct ball *factor,
                     slong prec);
/* r += p q; r is neither. */
bool chance_poly_add_product(struct poly *r, const struct poly *p, const struct poly *q,
                             slong prec);

/* The scalars in it. */
scalars chance_poly_scalars(const struct poly *p);

/* r: the mean over all scalars but `kept`, which share no block with the others. */
bool chance_poly_mean(struct poly *r, const struct poly *p, struct space *s, scalars kept,
                      slong prec);

/* The value where scalar i is value[i]. */
void chance_poly_value(struct ball *r, const struct poly *p,
                       const struct ball *const *value, slong prec);

#endif
