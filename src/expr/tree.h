/*
 * Making terms: every term of the program passes through tree_make(), which gives it
 * its type or refuses it.
 */
#ifndef ROPEWALK_EXPR_TREE_H
#define ROPEWALK_EXPR_TREE_H

#include "expr/expr.h"

enum { ARRAY_SIDE_MAX = 512 }; /* rows or columns (safety rule SEC-3) */

/* A copy of `shape` (op, arguments and what the op needs) with its type worked out, in
 * the arena; its argument array is copied. NULL with *why, a sentence in the arena that
 * names the types and a way out, when the types do not fit. */
const struct term *tree_make(struct arena *a, const struct term *shape, const char **why);

/* The same for one and two arguments. */
const struct term *tree_unary(struct arena *a, enum term_op op, const struct term *x,
                              struct span at, const char **why);
const struct term *tree_binary(struct arena *a, enum term_op op, const struct term *x,
                               const struct term *y, struct span at, const char **why);

/* A name with a type. `name` is canonical and kept. */
const struct term *
tree_name(struct arena *a, const char *name, struct type type, struct span at);

/* A number from canonical digits, which are kept. */
const struct term *
tree_number(struct arena *a, const char *digits, int exponent, struct span at);

/* t rebuilt with its names replaced: `of` gives the term for a name, or NULL to leave
 * it. Types are worked out again. NULL with *why when they no longer fit. */
struct rename {
    const struct term *(*of)(void *ctx, const struct term *name);
    void *ctx;
};
const struct term *
tree_rename(struct arena *a, const struct term *t, struct rename r, const char **why);

/* Whether a name of that canonical spelling occurs free in t; whether any does. */
bool tree_has_name(const struct term *t, const char *name);
bool tree_has_names(const struct term *t);

/* Whether a vector or matrix occurs in t. */
bool tree_has_shape(const struct term *t);

/* Whether t is a whole number written out, with sign ("-3", "2 + 1"), and which. */
bool tree_integer(const struct term *t, int *out);

/* The type of a term whose arguments have theirs. False with *why. */
bool
type_work_out(struct arena *a, const struct term *t, struct type *out, const char **why);

bool type_same_shape(struct type x, struct type y);

/* The size that an integer term stands for. False when it is no size: a number outside
 * 1..ARRAY_SIDE_MAX, or one that is not written out. */
bool dim_of(const struct term *t, struct dim *d);
bool dim_same(struct dim x, struct dim y);
struct dim dim_sum(struct arena *a, struct dim x, struct dim y);
struct type type_scalar(enum type_kind kind);
struct type type_array(struct dim rows, struct dim cols, bool complex_entries);
bool type_is_complex(struct type t); /* or has complex entries */

/* "4", "d", "(d + 1)": for messages. */
const char *dim_text(struct arena *a, struct dim d);

#endif
