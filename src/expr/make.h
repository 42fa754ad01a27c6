/*
 * Making terms from code, and terms from terms.
 */
#ifndef ROPEWALK_EXPR_MAKE_H
#define ROPEWALK_EXPR_MAKE_H

#include "base/err.h"
#include "expr/scope.h"
#include "expr/term.h"

/* t with every name that has a value in s replaced by that value, again and again. The
 * index of a binder is no such name; an index that a value would be caught by gets a
 * prime. The name that a derivative is by stays in it, so its value must be known where
 * the derivative is evaluated. */
const struct term *
expr_unfold(struct arena *a, const struct scope *s, const struct term *t);

/* t with each of n names replaced by a term of the same type, by the same rules; in a
 * derivative by a name, that name is replaced only by another name. NULL when it has no
 * type any more: an index that is out of range, or a size of 0. */
struct replacement {
    const char *name;
    const struct term *by;
};
const struct term *
expr_replace(struct arena *a, const struct term *t, const struct replacement *r, int n);

/* A number term. `text` is decimal: "-12.5e-3"; must be well formed. */
const struct term *expr_number(struct arena *a, const char *text);

/* A name as a term. */
const struct term *expr_name(struct arena *a, const char *name, struct type type);

/* An application with its type worked out; NULL with *e when the types do not fit. y is
 * NULL for an op of one argument. */
const struct term *expr_apply(struct arena *a, enum term_op op, const struct term *x,
                              const struct term *y, struct err *e);

/* The same for a function, a relation, and a literal (cols 1: a vector). n fits the
 * function. */
const struct term *expr_call(struct arena *a, enum function_id f,
                             const struct term *const *arg, int n, struct err *e);
const struct term *expr_relation(struct arena *a, enum relation r, const struct term *x,
                                 const struct term *y, struct err *e);
const struct term *expr_matrix(struct arena *a, int rows, int cols,
                               const struct term *const *entry, struct err *e);

/* A copy of `shape` (op, arguments and whatever else the op has: name, given, function,
 * ...) with its type and size worked out; the argument array is copied. For binders and
 * terms of chance, and to rebuild a term with other arguments. */
const struct term *expr_make(struct arena *a, const struct term *shape, struct err *e);

#endif
