/*
 * Terms: immutable trees with a type on every node, in the arena they were read into.
 */
#ifndef ROPEWALK_EXPR_TERM_H
#define ROPEWALK_EXPR_TERM_H

#include <stdbool.h>

#include "expr/type.h"

/* What a term is: see term_ops.def for the arguments of each. */
enum term_op {
#define TERM_OP(name) TERM_##name,
#include "expr/term_ops.def"
#undef TERM_OP
    TERM_OP_COUNT
};

/* Functions that are written name(args): FUNCTION(ID, "name", args_min, args_max). */
enum function_id {
#define FUNCTION(id, name, min, max) FUNCTION_##id,
#include "expr/functions.def"
#undef FUNCTION
    FUNCTION_COUNT
};

enum relation {
    RELATION_EQUAL,
    RELATION_LESS,
    RELATION_LESS_EQUAL,
    RELATION_GREATER,
    RELATION_GREATER_EQUAL,
    RELATION_NOT_EQUAL,
};

/* Part of the text a term was read from, in bytes; len 0 when it was made. */
struct span {
    int start, len;
};

struct term {
    enum term_op op;
    enum function_id function; /* TERM_CALL */
    enum relation relation;    /* TERM_RELATION */
    bool every;                /* TERM_RELATION in an assumption: every component of the
                                * vector or matrix on the left, the number on the right */
    const char *name;          /* TERM_NAME and binders: in ASCII letters, "theta_k" */
    const char *digits;        /* TERM_NUMBER: value = digits * 10^exponent, exactly; */
    int exponent;              /*   digits are decimal, no sign, no point, and have no
                                *   zeros at either end unless they are "0" */
    double near;               /* TERM_NUMBER: the nearest double */
    int rows, cols;            /* TERM_MATRIX: a literal, its entries row by row in arg */
    int given; /* E, Var, Cov, P: how many arguments stand before the bar */
    int n;
    const struct term *const *arg;
    struct type type;
    struct span at;
    int size; /* how many terms it is made of, itself included; a shared part counts
               * wherever it occurs; stops at INT_MAX / 2 */
};

/* Whether op binds its name: TERM_SUM, TERM_PRODUCT, TERM_LIMIT. The name is bound in
 * the last argument only, where it hides a declared one. The index of a sum or a product
 * is an integer; that of a limit is real, or an integer if it is declared as one. */
bool term_binds(const struct term *t);

/* Call visit(ctx, name term) for every name in t that no binder inside t binds. */
void term_free_names(const struct term *t,
                     void (*visit)(void *ctx, const struct term *name), void *ctx);

/* Whether t says something about chance: E, Var, Cov, P or independent(...) in it. */
bool term_has_chance(const struct term *t);

/* Same tree (spans are not compared; the names of indices are). */
bool expr_same(const struct term *x, const struct term *y);

/* Whether t contains a name or a call of a function with that spelling: for
 * "without: R, Re, exp, sum". "^" finds a power, "[" an index, "(" a product, quotient or
 * power of a sum. */
bool expr_mentions(const struct term *t, const char *word);

#endif
