/* Derivatives. */
#include <string.h>

#include "proof/normal/known.h"
#include "proof/rule/code.h"

/* Which laws may be used; sums, constants and the table of functions always. */
enum law { LAW_PRODUCT = 1, LAW_QUOTIENT = 2, LAW_CHAIN = 4, LAW_EXPONENTIAL = 8 };

struct derivation_of {
    struct arena *arena;
    const struct scope *scope;
    const struct term *by; /* the name or component */
    unsigned laws, used;
    int work;
};

static const struct term *derivative(struct derivation_of *d, const struct term *t);

/* ---- small parts ------------------------------------------------------------------- */

static const struct term *
whole(struct derivation_of *d, int n)
{
    return rational_term(d->arena, (struct rational){n, 1});
}

static const struct term *
apply(struct derivation_of *d, enum term_op op, const struct term *x,
      const struct term *y)
{
    return x && y ? expr_apply(d->arena, op, x, y, NULL) : NULL;
}

static const struct term *
negative(struct derivation_of *d, const struct term *x)
{
    return x ? expr_apply(d->arena, TERM_NEG, x, NULL, NULL) : NULL;
}

static const struct term *
call(struct derivation_of *d, enum function_id f, const struct term *x)
{
    return expr_call(d->arena, f, &x, 1, NULL);
}

static const struct term *
square(struct derivation_of *d, const struct term *x)
{
    return apply(d, TERM_POW, x, whole(d, 2));
}

/* Whether t depends on what the derivative is by. A component of a vector is told from
 * others only by its place, so any mention of the vector counts. */
static bool
depends(const struct derivation_of *d, const struct term *t)
{
    const struct term *by = d->by->op == TERM_INDEX ? d->by->arg[0] : d->by;

    return term_has_name(t, by->name);
}

/* ---- functions --------------------------------------------------------------------- */

/* f'(x) of a function of the language; NULL when it has none here. */
static const struct term *
outer_derivative(struct derivation_of *d, enum function_id f, const struct term *x)
{
    const struct term *one = whole(d, 1);

    switch (f) {
    case FUNCTION_SIN:
        return call(d, FUNCTION_COS, x);
    case FUNCTION_COS:
        return negative(d, call(d, FUNCTION_SIN, x));
    case FUNCTION_TAN:
        return apply(d, TERM_DIV, one, square(d, call(d, FUNCTION_COS, x)));
    case FUNCTION_EXP:
        return call(d, FUNCTION_EXP, x);
    case FUNCTION_LN:
        return apply(d, TERM_DIV, one, x);
    case FUNCTION_SQRT:
        return apply(d, TERM_DIV, one,
                     apply(d, TERM_MUL, whole(d, 2), call(d, FUNCTION_SQRT, x)));
    case FUNCTION_SINH:
        return call(d, FUNCTION_COSH, x);
    case FUNCTION_COSH:
        return call(d, FUNCTION_SINH, x);
    case FUNCTION_TANH:
        return apply(d, TERM_SUB, one, square(d, call(d, FUNCTION_TANH, x)));
    case FUNCTION_ATAN:
        return apply(d, TERM_DIV, one, apply(d, TERM_ADD, one, square(d, x)));
    default:
        return NULL;
    }
}

/* The derivative of what stands inside: 1 without the chain rule. */
static const struct term *
inner_derivative(struct derivation_of *d, const struct term *x)
{
    if (expr_same(x, d->by))
        return whole(d, 1);
    if (!(d->laws & LAW_CHAIN))
        return NULL;
    d->used |= LAW_CHAIN;
    return derivative(d, x);
}

static const struct term *
of_function(struct derivation_of *d, const struct term *t)
{
    if (t->n != 1 || !type_is_number(t->arg[0]->type) || t->type.kind == TYPE_COMPLEX)
        return NULL;
    return apply(d, TERM_MUL, outer_derivative(d, t->function, t->arg[0]),
                 inner_derivative(d, t->arg[0]));
}

/* e^u, where u is a multiple of x if only that is allowed. */
static const struct term *
of_exponential(struct derivation_of *d, const struct term *t)
{
    const struct term *x = t->arg[1], *inner;
    unsigned before = d->laws;

    if (d->laws & LAW_EXPONENTIAL)
        d->used |= LAW_EXPONENTIAL;
    else if (!(d->laws & (LAW_CHAIN | LAW_PRODUCT | LAW_QUOTIENT)))
        return NULL;
    d->laws &= ~(unsigned)(LAW_PRODUCT | LAW_QUOTIENT | LAW_EXPONENTIAL);
    inner = before & LAW_CHAIN ? inner_derivative(d, x) : derivative(d, x);
    d->laws = before;
    return apply(d, TERM_MUL, t, inner);
}

static const struct term *
of_power(struct derivation_of *d, const struct term *t)
{
    const struct term *n = t->arg[1], *less;

    if (t->arg[0]->op == TERM_E)
        return of_exponential(d, t);
    if (depends(d, n))
        return NULL;
    less = apply(d, TERM_POW, t->arg[0], apply(d, TERM_SUB, n, whole(d, 1)));
    return apply(d, TERM_MUL, apply(d, TERM_MUL, n, less),
                 inner_derivative(d, t->arg[0]));
}

/* ---- products, quotients, sums ----------------------------------------------------- */

static const struct term *
of_product(struct derivation_of *d, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];

    if (!depends(d, x))
        return apply(d, TERM_MUL, x, derivative(d, y));
    if (!depends(d, y))
        return apply(d, TERM_MUL, derivative(d, x), y);
    if (!(d->laws & LAW_PRODUCT))
        return NULL;
    d->used |= LAW_PRODUCT;
    return apply(d, TERM_ADD, apply(d, TERM_MUL, derivative(d, x), y),
                 apply(d, TERM_MUL, x, derivative(d, y)));
}

static const struct term *
of_quotient(struct derivation_of *d, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1], *above;

    if (!depends(d, y))
        return apply(d, TERM_DIV, derivative(d, x), y);
    if (!(d->laws & LAW_QUOTIENT))
        return NULL;
    d->used |= LAW_QUOTIENT;
    above = apply(d, TERM_SUB, apply(d, TERM_MUL, derivative(d, x), y),
                  apply(d, TERM_MUL, x, derivative(d, y)));
    return apply(d, TERM_DIV, above, square(d, y));
}

/* Whether t mentions the vector only in the component `own`. */
static bool
mentions_only(const struct term *t, const char *vector, const struct term *own)
{
    if (expr_same(t, own))
        return true;
    if (t->op == TERM_NAME)
        return strcmp(t->name, vector) != 0;
    for (int i = 0; i < t->n; i++)
        if (!mentions_only(t->arg[i], vector, own))
            return false;
    return true;
}

/* The derivative of a sum is the sum of the derivatives. Nothing may be known of another
 * name that is written as the index is. */
static const struct term *
of_each(struct derivation_of *d, const struct term *t)
{
    const struct term *by = NULL;

    if (!depends(d, t->arg[0]) && !depends(d, t->arg[1]) &&
        !term_has_name(d->by, t->name) && !(d->scope && scope_find(d->scope, t->name)))
        by = derivative(d, t->arg[2]);
    return by ? with_argument(d->arena, t, 2, by) : NULL;
}

/* sum(i, f(x_i)) by x_j: only the term with i = j changes, if j is one of the indices. */
static const struct term *
of_indexed_sum(struct derivation_of *d, const struct term *t)
{
    struct replacement r = {t->name, NULL};
    const struct term *body = t->arg[2], *own;
    struct dim side;

    if (depends(d, t->arg[0]) || depends(d, t->arg[1]))
        return NULL;
    if (d->by->op != TERM_INDEX)
        return of_each(d, t);
    side = d->by->arg[0]->type.rows;
    r.by = expr_name(d->arena, t->name, d->by->arg[1]->type);
    own = with_argument(d->arena, d->by, 1, r.by);
    if (d->by->n != 2 || !own || !expr_same(t->arg[0], whole(d, 1)) ||
        !expr_same(t->arg[1], side.n ? whole(d, side.n) : side.size))
        return of_each(d, t);
    if (mentions_only(body, d->by->arg[0]->name, own)) {
        r.by = d->by->arg[1];
        body = expr_replace(d->arena, body, &r, 1);
        return body ? derivative(d, body) : NULL;
    }
    return of_each(d, t);
}

/* Another component of the vector: 0 where it is known to be another. */
static const struct term *
of_component(struct derivation_of *d, const struct term *t)
{
    const struct term *apart;

    if (d->by->op != TERM_INDEX || d->by->n != 2 || t->n != 2 ||
        !expr_same(t->arg[0], d->by->arg[0]) || depends(d, t->arg[1]))
        return NULL;
    apart = apply(d, TERM_SUB, t->arg[1], d->by->arg[1]);
    return apart && known_is(d->arena, d->scope, apart, SIGN_NOT_0) ? whole(d, 0) : NULL;
}

static const struct term *
derivative(struct derivation_of *d, const struct term *t)
{
    if (--d->work < 0)
        return NULL;
    if (expr_same(t, d->by))
        return whole(d, 1);
    if (!depends(d, t))
        return whole(d, 0);
    switch (t->op) {
    case TERM_ADD:
    case TERM_SUB:
        return apply(d, t->op, derivative(d, t->arg[0]), derivative(d, t->arg[1]));
    case TERM_NEG:
        return negative(d, derivative(d, t->arg[0]));
    case TERM_MUL:
        return of_product(d, t);
    case TERM_DIV:
        return of_quotient(d, t);
    case TERM_POW:
        return of_power(d, t);
    case TERM_CALL:
        return of_function(d, t);
    case TERM_SUM:
        return of_indexed_sum(d, t);
    case TERM_INDEX:
        return of_component(d, t);
    default:
        return NULL;
    }
}

/* ---- the rules --------------------------------------------------------------------- */

/* The derivative t worked out with some laws, of which `named` must have been used. */
static const struct term *
differentiated(struct rewriter *w, const struct term *t, unsigned laws, unsigned named)
{
    struct derivation_of d = {
        .arena = w->arena, .scope = w->scope, .laws = laws, .work = REWRITE_SIZE_MAX};
    const struct term *out;

    if (t->op != TERM_DERIVATIVE || !type_is_number(t->arg[0]->type))
        return NULL;
    d.by = t->arg[1];
    out = derivative(&d, t->arg[0]);
    return out && (!named || (d.used & named)) ? out : NULL;
}

const struct term *
code_power_rule(struct rewriter *w, const struct term *t, bool backward)
{
    return backward ? NULL : differentiated(w, t, 0, 0);
}

/* The rule as it is said, with the derivatives of the parts left as they are. */
static const struct term *
said(struct rewriter *w, const struct term *t, enum term_op op)
{
    struct derivation_of d = {.arena = w->arena, .by = NULL};
    const struct term *f, *x, *y, *above;

    if (t->op != TERM_DERIVATIVE || t->arg[0]->op != op ||
        !type_is_number(t->arg[0]->type))
        return NULL;
    f = t->arg[0];
    d.by = t->arg[1];
    if (!depends(&d, f->arg[0]) || !depends(&d, f->arg[1]))
        return NULL;
    x = apply(&d, TERM_MUL, apply(&d, TERM_DERIVATIVE, f->arg[0], d.by), f->arg[1]);
    y = apply(&d, TERM_MUL, f->arg[0], apply(&d, TERM_DERIVATIVE, f->arg[1], d.by));
    above = apply(&d, op == TERM_MUL ? TERM_ADD : TERM_SUB, x, y);
    return op == TERM_MUL ? above : apply(&d, TERM_DIV, above, square(&d, f->arg[1]));
}

const struct term *
code_product_rule(struct rewriter *w, const struct term *t, bool backward)
{
    return backward ? said(w, t, TERM_MUL)
                    : differentiated(w, t, LAW_PRODUCT | LAW_CHAIN, LAW_PRODUCT);
}

const struct term *
code_quotient_rule(struct rewriter *w, const struct term *t, bool backward)
{
    return backward ? said(w, t, TERM_DIV)
                    : differentiated(w, t, LAW_QUOTIENT | LAW_PRODUCT | LAW_CHAIN,
                                     LAW_QUOTIENT);
}

const struct term *
code_chain_rule(struct rewriter *w, const struct term *t, bool backward)
{
    return backward ? NULL : differentiated(w, t, LAW_CHAIN, LAW_CHAIN);
}

const struct term *
code_exp_derivative(struct rewriter *w, const struct term *t, bool backward)
{
    return backward ? NULL : differentiated(w, t, LAW_EXPONENTIAL, LAW_EXPONENTIAL);
}
