/* Derivatives: the terms that expr_derivative() makes of them. */
#include <complex.h>
#include <math.h>

#include "calc/calc_priv.h"

static const struct decl *
find_name(void *ctx, const struct decl *inside, const char *name)
{
    const struct calc *c = ctx;

    if (name_given(c, name, inside == NULL))
        return NULL;
    if (inside || c->inside)
        return scope_find_before(inside ? inside : c->inside, name);
    return c->scope ? scope_find(c->scope, name) : NULL;
}

static bool
has_nan(struct value v)
{
    for (int i = 0; i < v.rows * v.cols; i++)
        if (isnan(creal(v.at[i])) || isnan(cimag(v.at[i])))
            return true;
    return false;
}

static struct value
undefined_like(struct calc *c, struct value v)
{
    struct filling f = array_new(c, v.rows, v.cols);

    for (int i = 0; i < f.rows * f.cols && !c->failed; i++)
        f.at[i] = NAN;
    return (struct value){f.rows, f.cols, v.real, f.at};
}

/* The term lives as long as its evaluation: it is made again for every point. */
struct value
derivative_of(struct calc *c, const struct term *t)
{
    struct meanings m = {find_name, c, c->scope};
    struct value body = value_of_term(c, t->arg[0]), out = {0};
    const struct term *rate;
    struct arena *a;
    struct err e;

    if (c->failed || has_nan(body))
        return c->failed ? out : undefined_like(c, body);
    a = arena_new();
    rate = expr_derivative_among(a, m, t->arg[0], t->arg[1], &e);
    if (rate)
        out = value_of_term(c, rate);
    else
        give_up(c, e.code, "%s", e.msg);
    arena_free(a);
    return out;
}

double complex
derivative_number(struct calc *c, const struct term *t)
{
    struct value v = derivative_of(c, t);

    return v.rows == 1 && v.cols == 1 ? v.at[0] : NAN;
}

double
derivative_real(struct calc *c, const struct term *t)
{
    return creal(derivative_number(c, t));
}
