/*
 * The coefficients of a germ: numbers with a fingerprint.
 *
 * A ball that holds 0 does not say that a number is 0. The fingerprint does: it is the
 * same expression in a field of 2^61 - 1 elements, in which every value of a function,
 * and every number without an exact form, stands for an element of its own. A fingerprint
 * of 0 means that the expression is 0 whatever these values are; for any other expression
 * it is so with a chance of about its degree in 2^61 (Schwartz and Zippel).
 */
#ifndef ROPEWALK_EXACT_LIMIT_NUM_H
#define ROPEWALK_EXACT_LIMIT_NUM_H

#include <stdint.h>

#include "base/arena.h"
#include "exact/number/func.h"

/* All numbers of one limit, given back together. */
struct nums {
    struct num **at;
    int n, cap;
    slong prec;
};

struct num {
    struct ball ball;
    uint64_t mark; /* the fingerprint */
};

void nums_init(struct nums *s, slong prec);
void nums_fini(struct nums *s);

/* Numbers never change. `mark` is the fingerprint of one without an exact form. */
const struct num *num_int(struct nums *s, long n);
const struct num *num_ratio(struct nums *s, long n, long d);
const struct num *num_of(struct nums *s, const struct ball *b, uint64_t mark);
uint64_t num_hash(uint64_t x, uint64_t y);

const struct num *num_add(struct nums *s, const struct num *x, const struct num *y);
const struct num *num_sub(struct nums *s, const struct num *x, const struct num *y);
const struct num *num_mul(struct nums *s, const struct num *x, const struct num *y);
const struct num *num_neg(struct nums *s, const struct num *x);
const struct num *num_re(struct nums *s, const struct num *x);
const struct num *num_im(struct nums *s, const struct num *x);
const struct num *num_conj(struct nums *s, const struct num *x);

/* These may have no value, or none that is known: NULL. x is not 0. */
const struct num *num_inv(struct nums *s, const struct num *x);
const struct num *num_pow_int(struct nums *s, const struct num *x, long n);
const struct num *
num_pow(struct nums *s, const struct num *x, const struct num *y, bool complex);
const struct num *
num_call(struct nums *s, enum function_id f, const struct num *x, bool complex);

bool num_is_zero(const struct num *x);
bool num_is_real(const struct num *x);
/* Whether x is certainly not 0; the sign of a real number, or SIGN_OPEN. */
enum { SIGN_OPEN = 2 };
bool num_is_certain(const struct num *x);
int num_sign(const struct num *x);

#endif
