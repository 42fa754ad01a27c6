/*
 * Types: what a term is, and how large.
 */
#ifndef ROPEWALK_EXPR_TYPE_H
#define ROPEWALK_EXPR_TYPE_H

#include <stdbool.h>

#include "base/arena.h"

/* In this order: numbers first, the narrowest before the wider ones. */
enum type_kind {
    TYPE_INTEGER,
    TYPE_REAL,
    TYPE_COMPLEX,
    TYPE_VECTOR, /* a column: rows x 1 */
    TYPE_MATRIX,
    TYPE_TRUTH,    /* a relation, or independent(...) */
    TYPE_EVENT,    /* a declared event, an item w_t, a range w_1..t: only inside P(...) */
    TYPE_SEQUENCE, /* of rows items */
};

/* A size: a number n >= 1, or a term over integer names (n == 0). */
struct term;
struct dim {
    int n;
    const struct term *size;
};

/*
 * `random`: the value depends on chance. A name declared `random` is a random real
 * number (TYPE_REAL) or vector (TYPE_VECTOR), and so is every term with one in it,
 * except what E, Var, Cov and P make of it: these are random only when a bar in them
 * conditions on something random (E[Y | X] is a function of X).
 * `joint` and `distribution` belong to declared names only: the components of a random
 * vector are independent of one another unless it is joint; a distribution(n) is a real
 * vector(n) whose entries are at least 0 and sum to 1.
 */
struct type {
    enum type_kind kind;
    bool complex_entries; /* entries of a vector or matrix may be complex */
    struct dim rows, cols;
    bool random, joint, distribution;
};

/* "vector(2)", "2x3 matrix", "random vector(d)": for messages. In the arena. */
char *type_text(struct arena *a, struct type t);
/* The same inside a sentence: "an integer", "a 2x3 matrix"; "vector(d)" as it is. */
char *type_phrase(struct arena *a, struct type t);

bool type_is_number(struct type t); /* integer, real or complex */
bool type_is_array(struct type t);  /* a vector or a matrix */

#endif
