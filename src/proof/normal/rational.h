/*
 * Fractions of 64-bit integers. Every operation returns false when a result does not fit.
 */
#ifndef ROPEWALK_PROOF_RATIONAL_H
#define ROPEWALK_PROOF_RATIONAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "expr/expr.h"

/* In lowest terms; den > 0. */
struct rational {
    int64_t num, den;
};

bool rational_add(struct rational x, struct rational y, struct rational *out);
bool rational_mul(struct rational x, struct rational y, struct rational *out);
bool rational_inverse(struct rational x, struct rational *out); /* false for 0 */
bool rational_power(struct rational x, int n, struct rational *out);

/* sqrt(x) when it is a fraction. */
bool rational_root(struct rational x, struct rational *out);

/* The value of a TERM_NUMBER. */
bool rational_read(const struct term *number, struct rational *out);

/* As a term: "2", "-(2/3)". */
const struct term *rational_term(struct arena *a, struct rational x);

#endif
