/*
 * What the declarations say about signs.
 */
#ifndef ROPEWALK_PROOF_KNOWN_H
#define ROPEWALK_PROOF_KNOWN_H

#include <stdbool.h>

#include "expr/expr.h"

/* A set of signs that a real term may have. */
enum sign_set {
    SIGN_MINUS = 1,
    SIGN_0 = 2,
    SIGN_PLUS = 4,
    SIGN_AT_LEAST_0 = SIGN_0 | SIGN_PLUS,
    SIGN_AT_MOST_0 = SIGN_0 | SIGN_MINUS,
    SIGN_NOT_0 = SIGN_MINUS | SIGN_PLUS,
    SIGN_ANY = SIGN_MINUS | SIGN_0 | SIGN_PLUS,
};

/* The signs that t may have, as far as bounds, conditions, types and the form of t tell;
 * SIGN_ANY for what is not real. s may be NULL. */
enum sign_set known_sign(struct arena *a, const struct scope *s, const struct term *t);

/* Whether t has none but these. */
bool
known_is(struct arena *a, const struct scope *s, const struct term *t, enum sign_set set);

#endif
