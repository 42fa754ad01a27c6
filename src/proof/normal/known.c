/* Signs, from declarations and from the form of a term. */
#include "proof/normal/known.h"

#include <string.h>

#include "proof/normal/poly.h"

enum { KNOWN_DEPTH_MAX = 40, SCOPE_DEPTH_MAX = 7, SIZE_BOUNDED_MAX = 20 };

struct knowledge {
    struct arena *arena;
    const struct scope *scope;
    int depth;
};

static enum sign_set sign_of_term(struct knowledge *k, const struct term *t);

/* ---- sets of signs ----------------------------------------------------------------- */

static enum sign_set
negated(enum sign_set x)
{
    return (x & SIGN_0) | (x & SIGN_MINUS ? SIGN_PLUS : 0) |
           (x & SIGN_PLUS ? SIGN_MINUS : 0);
}

static enum sign_set
added(enum sign_set x, enum sign_set y)
{
    enum sign_set out = x & y & SIGN_0;

    if (((x | y) & SIGN_PLUS) && ((x | y) & SIGN_MINUS))
        return SIGN_ANY;
    if ((x | y) & SIGN_PLUS)
        out |= SIGN_PLUS;
    if ((x | y) & SIGN_MINUS)
        out |= SIGN_MINUS;
    return out;
}

static enum sign_set
multiplied(enum sign_set x, enum sign_set y)
{
    enum sign_set out = (x | y) & SIGN_0;

    if ((x & y & SIGN_PLUS) || (x & y & SIGN_MINUS))
        out |= SIGN_PLUS;
    if (((x & SIGN_PLUS) && (y & SIGN_MINUS)) || ((x & SIGN_MINUS) && (y & SIGN_PLUS)))
        out |= SIGN_MINUS;
    return out;
}

/* What x rel y says about x, given the signs of y. */
static enum sign_set
from_relation(enum relation r, enum sign_set y)
{
    bool high = !(y & SIGN_MINUS), low = !(y & SIGN_PLUS);

    switch (r) {
    case RELATION_GREATER:
        return high ? SIGN_PLUS : SIGN_ANY;
    case RELATION_GREATER_EQUAL:
        return high ? (y & SIGN_0 ? SIGN_AT_LEAST_0 : SIGN_PLUS) : SIGN_ANY;
    case RELATION_LESS:
        return low ? SIGN_MINUS : SIGN_ANY;
    case RELATION_LESS_EQUAL:
        return low ? (y & SIGN_0 ? SIGN_AT_MOST_0 : SIGN_MINUS) : SIGN_ANY;
    case RELATION_NOT_EQUAL:
        return y == SIGN_0 ? SIGN_NOT_0 : SIGN_ANY;
    default:
        return y;
    }
}

/* ---- what is declared -------------------------------------------------------------- */

/* What x rel y says about x - y and y - x. */
static enum sign_set
from_difference(struct knowledge *k, const struct term *c, const struct term *t)
{
    struct algebra g = {.arena = k->arena, .work = 500};
    const struct term *d = expr_apply(k->arena, TERM_SUB, c->arg[0], c->arg[1], NULL);

    d = d ? normal_term(&g, d) : NULL;
    t = normal_term(&g, t);
    if (d && order_terms(d, t) == 0)
        return from_relation(c->relation, SIGN_0);
    d = d ? expr_apply(k->arena, TERM_NEG, d, NULL, NULL) : NULL;
    d = d ? normal_term(&g, d) : NULL;
    if (d && order_terms(d, t) == 0)
        return from_relation(relation_turned(c->relation), SIGN_0);
    return SIGN_ANY;
}

/* What a relation says about t, whichever side it stands on. */
static enum sign_set
from_condition(struct knowledge *k, const struct term *c, const struct term *t)
{
    enum sign_set out;

    if (c->op != TERM_RELATION)
        return SIGN_ANY;
    if (order_terms(c->arg[0], t) == 0)
        return from_relation(c->relation, sign_of_term(k, c->arg[1]));
    if (order_terms(c->arg[1], t) == 0)
        return from_relation(relation_turned(c->relation), sign_of_term(k, c->arg[0]));
    if (term_is_sum(t) && type_is_number(c->arg[0]->type) &&
        (out = from_difference(k, c, t)) != SIGN_ANY)
        return out;
    if (c->every && c->arg[0]->op == TERM_NAME && t->op == TERM_INDEX &&
        order_terms(c->arg[0], t->arg[0]) == 0)
        return from_relation(c->relation, sign_of_term(k, c->arg[1]));
    return SIGN_ANY;
}

static bool
is_size_in(struct type type, const struct term *t)
{
    bool sized = type_is_array(type) || type.kind == TYPE_SEQUENCE;

    return sized && ((type.rows.size && order_terms(type.rows.size, t) == 0) ||
                     (type.cols.size && order_terms(type.cols.size, t) == 0));
}

static enum sign_set
from_scope(struct knowledge *k, const struct term *t)
{
    enum sign_set out = SIGN_ANY;

    for (const struct scope *s = k->scope; s; s = scope_parent(s)) {
        for (int i = 0; i < scope_count(s); i++) {
            const struct decl *d = scope_at(s, i);

            if (is_size_in(d->type, t))
                out &= SIGN_PLUS;
            for (int c = 0; c < d->n_conditions; c++)
                out &= from_condition(k, d->conditions[c], t);
        }
        for (int i = 0; i < scope_assumption_count(s); i++) {
            const struct assumption *a = scope_assumption_at(s, i);

            for (int c = 0; c < a->n; c++)
                out &= from_condition(k, a->relation[c], t);
        }
    }
    return out;
}

static enum sign_set
from_domain(struct knowledge *k, const struct domain *d)
{
    enum sign_set out = SIGN_ANY;

    if (d->low)
        out &= from_relation(d->low_open ? RELATION_GREATER : RELATION_GREATER_EQUAL,
                             sign_of_term(k, d->low));
    if (d->high)
        out &= from_relation(d->high_open ? RELATION_LESS : RELATION_LESS_EQUAL,
                             sign_of_term(k, d->high));
    return out;
}

static enum sign_set
sign_of_name(struct knowledge *k, const struct term *t)
{
    const struct decl *d = k->scope ? scope_find(k->scope, t->name) : NULL;

    if (!d)
        return SIGN_ANY;
    return from_domain(k, &d->domain) & (d->value ? sign_of_term(k, d->value) : SIGN_ANY);
}

/* ---- what the form says ------------------------------------------------------------ */

static bool
is_real(const struct term *t)
{
    return t->type.kind <= TYPE_REAL;
}

static enum sign_set
sign_of_power(struct knowledge *k, const struct term *t)
{
    enum sign_set base = sign_of_term(k, t->arg[0]);
    int n;

    if (!is_real(t->arg[0]) || !is_real(t->arg[1]))
        return SIGN_ANY;
    if (base == SIGN_PLUS)
        return SIGN_PLUS;
    if (!term_is_whole(t->arg[1], &n))
        return base & SIGN_MINUS ? SIGN_ANY : SIGN_AT_LEAST_0;
    if (n % 2 == 0)
        return base & SIGN_0 && n > 0 ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    return n < 0 ? base & SIGN_NOT_0 : base;
}

/* ln(t) has the sign of t - 1. */
static enum sign_set
sign_of_logarithm(struct knowledge *k, const struct term *t)
{
    const struct term *d =
        expr_apply(k->arena, TERM_SUB, t, expr_number(k->arena, "1"), NULL);

    return d ? sign_of_term(k, d) : SIGN_ANY;
}

static enum sign_set
sign_of_call(struct knowledge *k, const struct term *t)
{
    enum sign_set x = t->n > 0 ? sign_of_term(k, t->arg[0]) : SIGN_ANY;

    if (t->function == FUNCTION_ABS && !is_real(t->arg[0]))
        return from_scope(k, t->arg[0]) & SIGN_0 ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    switch (t->function) {
    case FUNCTION_EXP:
    case FUNCTION_COSH:
        return is_real(t->arg[0]) ? SIGN_PLUS : SIGN_ANY;
    case FUNCTION_SQRT:
        if (!is_real(t->arg[0]))
            return SIGN_ANY;
        return x & SIGN_0 || x & SIGN_MINUS ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    case FUNCTION_ABS:
        return x & SIGN_0 ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    case FUNCTION_NORM:
    case FUNCTION_RMS:
        return SIGN_AT_LEAST_0;
    case FUNCTION_LN:
        return sign_of_logarithm(k, t->arg[0]);
    case FUNCTION_SIGN:
    case FUNCTION_SINH:
    case FUNCTION_TANH:
    case FUNCTION_ASINH:
    case FUNCTION_ATAN:
        return is_real(t->arg[0]) ? x : SIGN_ANY;
    default:
        return SIGN_ANY;
    }
}

/* x^T x of one real vector. */
static bool
is_square_of_length(const struct term *t)
{
    return t->arg[0]->op == TERM_TRANSPOSE && type_is_array(t->arg[1]->type) &&
           !t->arg[1]->type.complex_entries &&
           order_terms(t->arg[0]->arg[0], t->arg[1]) == 0;
}

static enum sign_set
sign_of_product(struct knowledge *k, const struct term *t)
{
    if (order_terms(t->arg[0], t->arg[1]) == 0 && is_real(t->arg[0]))
        return sign_of_term(k, t->arg[0]) & SIGN_0 ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    if (is_square_of_length(t))
        return SIGN_AT_LEAST_0;
    return multiplied(sign_of_term(k, t->arg[0]), sign_of_term(k, t->arg[1]));
}

static enum sign_set
sign_of_component(const struct term *t)
{
    const struct term *x = t->arg[0];

    if ((x->op == TERM_NAME && x->type.distribution) ||
        (x->op == TERM_CALL && x->function == FUNCTION_ONEHOT))
        return SIGN_AT_LEAST_0;
    if (x->op == TERM_CALL && x->function == FUNCTION_SOFTMAX)
        return SIGN_PLUS;
    return x->op == TERM_VARIANCE ? SIGN_AT_LEAST_0 : SIGN_ANY;
}

static enum sign_set
sign_of_number(const struct term *t)
{
    return strcmp(t->digits, "0") == 0 ? SIGN_0 : SIGN_PLUS;
}

static enum sign_set
sign_by_form(struct knowledge *k, const struct term *t)
{
    switch (t->op) {
    case TERM_NUMBER:
        return sign_of_number(t);
    case TERM_E:
    case TERM_PI:
    case TERM_INFINITY:
        return SIGN_PLUS;
    case TERM_NAME:
        return sign_of_name(k, t);
    case TERM_NEG:
        return negated(sign_of_term(k, t->arg[0]));
    case TERM_ADD:
        return added(sign_of_term(k, t->arg[0]), sign_of_term(k, t->arg[1]));
    case TERM_SUB:
        return added(sign_of_term(k, t->arg[0]), negated(sign_of_term(k, t->arg[1])));
    case TERM_MUL:
        return sign_of_product(k, t);
    case TERM_DIV:
        return multiplied(sign_of_term(k, t->arg[0]),
                          sign_of_term(k, t->arg[1]) & SIGN_NOT_0);
    case TERM_POW:
        return sign_of_power(k, t);
    case TERM_CALL:
        return sign_of_call(k, t);
    case TERM_INDEX:
        return sign_of_component(t);
    default:
        return SIGN_ANY;
    }
}

/* Sums and averages of what is never negative. */
static enum sign_set
sign_by_parts(struct knowledge *k, const struct term *t)
{
    enum sign_set x;

    switch (t->op) {
    case TERM_SUM:
        x = sign_of_term(k, t->arg[2]);
        return !(x & SIGN_MINUS)  ? SIGN_AT_LEAST_0
               : !(x & SIGN_PLUS) ? SIGN_AT_MOST_0
                                  : SIGN_ANY;
    case TERM_PRODUCT:
        x = sign_of_term(k, t->arg[2]);
        return x == SIGN_PLUS ? x : x & SIGN_MINUS ? SIGN_ANY : SIGN_AT_LEAST_0;
    case TERM_EXPECTATION:
        return sign_of_term(k, t->arg[0]);
    case TERM_VARIANCE:
    case TERM_PROBABILITY:
        return SIGN_AT_LEAST_0;
    default:
        return SIGN_ANY;
    }
}

static enum sign_set
sign_of_term(struct knowledge *k, const struct term *t)
{
    enum sign_set out;

    if (!is_real(t) || k->depth >= KNOWN_DEPTH_MAX)
        return SIGN_ANY;
    k->depth++;
    out = sign_by_form(k, t) & sign_by_parts(k, t);
    if (k->depth < SCOPE_DEPTH_MAX && k->scope && out != SIGN_PLUS &&
        t->op != TERM_NUMBER)
        out &= from_scope(k, t);
    k->depth--;
    return out;
}

/* ---- bounds ------------------------------------------------------------------------ */

/* The signs of t, which is n + c, where n is at least (or at most) `bound`. */
static enum sign_set
sign_beyond(struct knowledge *k, const struct term *t, const struct decl *n,
            const struct term *bound, bool low)
{
    struct algebra g = {.arena = k->arena, .work = 500};
    struct replacement r = {n->name, bound};
    const struct term *end = expr_replace(k->arena, t, &r, 1), *d, *e;

    d = end ? expr_apply(k->arena, TERM_SUB, t, end, NULL) : NULL;
    e = expr_apply(k->arena, TERM_SUB, expr_name(k->arena, n->name, n->type), bound,
                   NULL);
    if (!d || !e || order_terms(normal_term(&g, d), normal_term(&g, e)) != 0)
        return SIGN_ANY;
    return from_relation(low ? RELATION_GREATER_EQUAL : RELATION_LESS_EQUAL,
                         sign_of_term(k, normal_term(&g, end)));
}

/* Of a sum with a name that has bounds. */
static enum sign_set
sign_by_bounds(struct knowledge *k, const struct term *t)
{
    enum sign_set out = SIGN_ANY;

    for (const struct scope *s = k->scope; s; s = scope_parent(s))
        for (int i = 0; i < scope_count(s); i++) {
            const struct decl *d = scope_at(s, i);

            if (!type_is_number(d->type) || !term_has_name(t, d->name) ||
                scope_find(k->scope, d->name) != d)
                continue;
            if (d->domain.low)
                out &= sign_beyond(k, t, d, d->domain.low, true);
            if (d->domain.high)
                out &= sign_beyond(k, t, d, d->domain.high, false);
        }
    return out;
}

enum sign_set
known_sign(struct arena *a, const struct scope *s, const struct term *t)
{
    struct knowledge k = {a, s, 0};
    struct algebra g = {.arena = a, .work = POLY_WORK_MAX};
    enum sign_set out = sign_of_term(&k, t);

    if (out == SIGN_ANY && is_real(t))
        out = sign_of_term(&k, normal_term(&g, t));
    if (out == SIGN_ANY && is_real(t) && s && t->size < SIZE_BOUNDED_MAX)
        out = sign_by_bounds(&k, t);
    return out;
}

bool
known_is(struct arena *a, const struct scope *s, const struct term *t, enum sign_set set)
{
    enum sign_set out = known_sign(a, s, t);

    return out && (out & ~set) == 0;
}
