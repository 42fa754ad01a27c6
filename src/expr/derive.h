/*
 * Derivatives as terms.
 */
#ifndef ROPEWALK_EXPR_DERIVE_H
#define ROPEWALK_EXPR_DERIVE_H

#include "base/err.h"
#include "expr/scope.h"
#include "expr/term.h"

/* The derivative of `body` by the real name, or the component of a name, `by`: a term of
 * the same shape. NULL with *e and the reason when there is none that can be written.
 *
 * Names whose value in s depends on `by` are differentiated through (y = x^2 gives 2 x);
 * `by` itself stays a name although it may have a value. All other names are constant,
 * components that a condition binds to one another too. Where the body is undefined the
 * derivative is: its term alone does not say so (1/x for ln x). At a kink, where |u|,
 * sign u, max or min choose otherwise beyond, the term is undefined: it divides by
 * sign(u). On the branch cut of a function of complex numbers it may have a value and
 * means nothing. Limits are not differentiated, nor averages whose distribution depends
 * on `by`. */
const struct term *
expr_derivative(struct arena *a, const struct scope *s, const struct term *body,
                const struct term *by, struct err *e);

/* The same where names mean something else than in a scope: `find` gives the declaration
 * of a name, in the term (inside NULL) or in the value of the name `inside`; NULL for an
 * index, and for a name that stands for a number only. The assumptions of `scope` (may be
 * NULL) hold. */
struct meanings {
    const struct decl *(*find)(void *ctx, const struct decl *inside, const char *name);
    void *ctx;
    const struct scope *scope;
};
const struct term *
expr_derivative_among(struct arena *a, struct meanings m, const struct term *body,
                      const struct term *by, struct err *e);

#endif
