/* Derivatives of powers, of averages, and of determinants. */
#include "expr/derive/rules.h"
#include "expr/tree.h"

/* ---- powers of numbers ------------------------------------------------------------- */

/* v u^(v - 1) u' for an exponent that stays. */
static const struct term *
constant_exponent(struct derive *d, const struct term *u, const struct term *v)
{
    const struct term *less;
    int n;

    if (tree_integer(v, &n)) {
        if (n == 0)
            return NULL;
        less = derive_number(d, n - 1);
        v = derive_number(d, n);
    } else {
        n = 0;
        less = derive_sub(d, v, derive_number(d, 1));
    }
    if (n == 1)
        return derive_term(d, u);
    return derive_mul(d, derive_mul(d, v, derive_pow(d, u, less)), derive_term(d, u));
}

/* ---- powers of matrices ------------------------------------------------------------ */

static const struct term *
matrix_power(struct derive *d, const struct term *a, int n)
{
    return n == 0 ? NULL : derive_pow(d, a, derive_number(d, n));
}

static const struct term *
times(struct derive *d, const struct term *x, const struct term *y)
{
    return !x || !y ? (x ? x : y) : derive_mul(d, x, y);
}

/* A' A^(n-1) + A A' A^(n-2) + ... + A^(n-1) A' */
static const struct term *
written_out(struct derive *d, const struct term *a, const struct term *da, int n)
{
    const struct term *sum = NULL;

    for (int k = 0; k < n; k++)
        sum = derive_add(
            d, sum,
            times(d, times(d, matrix_power(d, a, k), da), matrix_power(d, a, n - 1 - k)));
    return sum;
}

static const char *
free_index(struct derive *d, const struct term *t, const struct term *x)
{
    const char *name = "j";

    while (tree_has_name(t, name) || tree_has_name(x, name) || tree_has_name(d->by, name))
        name = arena_printf(d->arena, "%s'", name);
    return name;
}

/* The sum over k from low to high of A^k A' A^(n-1-k). */
static const struct term *
power_sum(struct derive *d, const struct term *t, const struct term *da,
          const struct term *low, const struct term *high)
{
    const char *name = free_index(d, t, da);
    const struct term *k = expr_name(d->arena, name, type_scalar(TYPE_INTEGER));
    const struct term *a = t->arg[0], *one = derive_number(d, 1);
    const struct term *rest = derive_sub(d, derive_sub(d, t->arg[1], one), k);
    const struct term *arg[] = {low, high, NULL};
    struct term shape = {.op = TERM_SUM, .name = name, .n = 3, .arg = arg};

    arg[2] =
        derive_mul(d, derive_mul(d, derive_pow(d, a, k), da), derive_pow(d, a, rest));
    return low && high && arg[2] ? derive_made(d, &shape) : NULL;
}

static const struct term *
derive_matrix_power(struct derive *d, const struct term *t)
{
    const struct term *a = t->arg[0], *n = t->arg[1], *da = derive_term(d, a);
    const struct term *one = derive_number(d, 1), *inverse;
    int k;

    if (!da)
        return NULL;
    if (tree_integer(n, &k) && k >= -POWERS_MAX && k <= POWERS_MAX) {
        if (k >= 0)
            return written_out(d, a, da, k);
        inverse = matrix_power(d, a, k);
        return derive_neg(
            d, derive_mul(d, derive_mul(d, inverse, written_out(d, a, da, -k)), inverse));
    }
    return derive_sub(d, power_sum(d, t, da, derive_number(d, 0), derive_sub(d, n, one)),
                      power_sum(d, t, da, n, derive_number(d, -1)));
}

const struct term *
derive_power(struct derive *d, const struct term *t)
{
    const struct term *u = t->arg[0], *v = t->arg[1], *log, *rate;

    if (!derive_depends(d, v))
        return type_is_array(u->type) ? derive_matrix_power(d, t)
                                      : constant_exponent(d, u, v);
    if (type_is_array(u->type))
        return derive_refuse(d, "the power of a matrix does not change smoothly");
    if (u->op == TERM_E)
        return derive_mul(d, t, derive_term(d, v));
    log = derive_function(d, FUNCTION_LN, u);
    rate = derive_add(d, derive_mul(d, derive_term(d, v), log),
                      derive_div(d, derive_mul(d, v, derive_term(d, u)), u));
    return derive_mul(d, t, rate);
}

/* ---- averages ---------------------------------------------------------------------- */

/* t with other arguments before the bar. */
static const struct term *
average_of(struct derive *d, const struct term *t, enum term_op op, const struct term *x,
           const struct term *y)
{
    int before = y ? 2 : 1, behind = t->n - t->given;
    const struct term **arg = ARENA_ARRAY(d->arena, const struct term *, before + behind);
    struct term shape = {.op = op, .n = before + behind, .given = before, .arg = arg};

    if (!x)
        return NULL;
    arg[0] = x;
    arg[before - 1] = y ? y : x;
    for (int i = 0; i < behind; i++)
        arg[before + i] = t->arg[t->given + i];
    return derive_made(d, &shape);
}

static const struct term *
derive_covariance(struct derive *d, const struct term *t, const struct term *x,
                  const struct term *y)
{
    const struct term *dx = derive_term(d, x), *dy = derive_term(d, y);
    const struct term *left = dx ? average_of(d, t, TERM_COVARIANCE, dx, y) : NULL;
    const struct term *right = dy ? average_of(d, t, TERM_COVARIANCE, x, dy) : NULL;

    return derive_add(d, left, right);
}

const struct term *
derive_average(struct derive *d, const struct term *t)
{
    const struct term *x = t->arg[0];

    for (int i = t->given; i < t->n; i++)
        if (derive_depends(d, t->arg[i]))
            return derive_refuse(d, "what stands behind the bar depends on '%s'",
                                 d->name);
    if (t->op == TERM_EXPECTATION)
        return average_of(d, t, t->op, derive_term(d, x), NULL);
    if (t->op == TERM_COVARIANCE)
        return derive_covariance(d, t, x, t->arg[1]);
    if (type_is_array(x->type))
        return derive_refuse(d, "the variance of a vector is not differentiated");
    return derive_mul(d, derive_number(d, 2),
                      average_of(d, t, TERM_COVARIANCE, x, derive_term(d, x)));
}
