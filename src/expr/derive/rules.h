/*
 * One derivative: what its rules share. NULL as a derivative is 0.
 */
#ifndef ROPEWALK_EXPR_DERIVE_RULES_H
#define ROPEWALK_EXPR_DERIVE_RULES_H

#include "expr/expr.h"

/* Parts of a derivative, and powers of a matrix that are written out. */
enum { DERIVATIVE_SIZE_MAX = 100000, POWERS_MAX = 8, MINORS_MAX = 4, CHOICES_MAX = 16 };

struct hidden;

struct derive {
    struct arena *arena;
    struct meanings names;
    const struct term *by;
    const char *name;             /* of by, or of what it is a component of */
    const struct decl *decl;      /* what it means */
    const struct decl *inside;    /* the name whose value is differentiated; NULL */
    const struct hidden *indices; /* of the binders around a place */
    int depth;                    /* names inside one another */
    bool failed;
    struct err *err;
};

/* The derivative of t; of something that does not depend on `by`, NULL. After a failure
 * everything is NULL. */
const struct term *derive_term(struct derive *d, const struct term *t);

/* Whether t depends on `by`, through the values of names too. */
bool derive_depends(struct derive *d, const struct term *t);

/* Fail once: NULL. */
const struct term *derive_refuse(struct derive *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* By op and by function; the argument depends on `by`. */
const struct term *derive_call(struct derive *d, const struct term *t);
const struct term *derive_power(struct derive *d, const struct term *t);
const struct term *derive_binder(struct derive *d, const struct term *t);
const struct term *derive_average(struct derive *d, const struct term *t);

/* ---- making terms; NULL in: 0 ------------------------------------------------------ */

const struct term *derive_number(struct derive *d, int n);
const struct term *derive_pi(struct derive *d);
/* 0 of a shape. */
const struct term *derive_zero(struct derive *d, struct type t);
const struct term *derive_size(struct derive *d, struct dim n);
const struct term *
derive_add(struct derive *d, const struct term *x, const struct term *y);
const struct term *
derive_sub(struct derive *d, const struct term *x, const struct term *y);
const struct term *derive_neg(struct derive *d, const struct term *x);
const struct term *
derive_mul(struct derive *d, const struct term *x, const struct term *y);
const struct term *
derive_div(struct derive *d, const struct term *x, const struct term *y);
const struct term *derive_unary(struct derive *d, enum term_op op, const struct term *x);
const struct term *derive_entry(struct derive *d, const struct term *x, int row);
/* Not of 0. */
const struct term *
derive_pow(struct derive *d, const struct term *x, const struct term *y);
const struct term *derive_square(struct derive *d, const struct term *x);
const struct term *derive_inverse(struct derive *d, const struct term *x);
const struct term *
derive_function(struct derive *d, enum function_id f, const struct term *x);
const struct term *derive_made(struct derive *d, const struct term *shape);

#endif
