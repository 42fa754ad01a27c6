/* Terms that derivatives are made of, with what is 0 and 1 left out. */
#include <string.h>

#include "expr/derive/rules.h"
#include "expr/tree.h"

static const struct term *
kept(struct derive *d, const struct term *t, const char *why)
{
    if (!t)
        return derive_refuse(d, "%s", why);
    if (t->size > DERIVATIVE_SIZE_MAX)
        return derive_refuse(d, "the derivative has more than %d parts",
                             DERIVATIVE_SIZE_MAX);
    return t;
}

const struct term *
derive_made(struct derive *d, const struct term *shape)
{
    const char *why = "";
    const struct term *t;

    if (d->failed)
        return NULL;
    t = tree_make(d->arena, shape, &why);
    return kept(d, t, why);
}

static const struct term *
binary(struct derive *d, enum term_op op, const struct term *x, const struct term *y)
{
    const struct term *const arg[] = {x, y};
    struct term shape = {.op = op, .n = 2, .arg = arg};

    return derive_made(d, &shape);
}

const struct term *
derive_unary(struct derive *d, enum term_op op, const struct term *x)
{
    struct term shape = {.op = op, .n = 1, .arg = &x};

    return x ? derive_made(d, &shape) : NULL;
}

const struct term *
derive_function(struct derive *d, enum function_id f, const struct term *x)
{
    struct term shape = {.op = TERM_CALL, .function = f, .n = 1, .arg = &x};

    return x ? derive_made(d, &shape) : NULL;
}

static bool
is_digit(const struct term *t, const char *digit)
{
    return t->op == TERM_NUMBER && t->exponent == 0 && strcmp(t->digits, digit) == 0;
}

static bool
is_one(const struct term *t)
{
    return is_digit(t, "1");
}

/* ---- leaves ------------------------------------------------------------------------ */

const struct term *
derive_number(struct derive *d, int n)
{
    return expr_number(d->arena, arena_printf(d->arena, "%d", n));
}

const struct term *
derive_pi(struct derive *d)
{
    struct term shape = {.op = TERM_PI};

    return derive_made(d, &shape);
}

const struct term *
derive_size(struct derive *d, struct dim n)
{
    return n.n ? derive_number(d, n.n) : n.size;
}

const struct term *
derive_zero(struct derive *d, struct type t)
{
    const struct term *zero = derive_number(d, 0), *rows, *cols;

    if (!type_is_array(t))
        return zero;
    rows = derive_function(d, FUNCTION_ONES, derive_size(d, t.rows));
    if (t.kind == TYPE_VECTOR)
        return derive_mul(d, zero, rows);
    cols = derive_function(d, FUNCTION_ONES, derive_size(d, t.cols));
    return derive_mul(d, zero,
                      derive_mul(d, rows, derive_unary(d, TERM_TRANSPOSE, cols)));
}

/* ---- arithmetic -------------------------------------------------------------------- */

const struct term *
derive_neg(struct derive *d, const struct term *x)
{
    if (x && x->op == TERM_NEG)
        return x->arg[0];
    return derive_unary(d, TERM_NEG, x);
}

const struct term *
derive_add(struct derive *d, const struct term *x, const struct term *y)
{
    if (!x || !y)
        return x ? x : y;
    if (y->op == TERM_NEG)
        return binary(d, TERM_SUB, x, y->arg[0]);
    return binary(d, TERM_ADD, x, y);
}

const struct term *
derive_sub(struct derive *d, const struct term *x, const struct term *y)
{
    if (!x || !y)
        return x ? x : derive_neg(d, y);
    if (is_digit(y, "0"))
        return x;
    return binary(d, TERM_SUB, x, y);
}

const struct term *
derive_mul(struct derive *d, const struct term *x, const struct term *y)
{
    if (!x || !y)
        return NULL;
    if (is_one(x) || is_one(y))
        return is_one(x) ? y : x;
    if (y->op == TERM_NEG && x->op != TERM_NEG)
        return derive_neg(d, binary(d, TERM_MUL, x, y->arg[0]));
    return binary(d, TERM_MUL, x, y);
}

const struct term *
derive_div(struct derive *d, const struct term *x, const struct term *y)
{
    if (!x || !y || is_one(y))
        return y ? x : NULL;
    return binary(d, TERM_DIV, x, y);
}

const struct term *
derive_pow(struct derive *d, const struct term *x, const struct term *y)
{
    if (!x || !y || is_one(y))
        return y ? x : NULL;
    return binary(d, TERM_POW, x, y);
}

const struct term *
derive_square(struct derive *d, const struct term *x)
{
    return derive_pow(d, x, derive_number(d, 2));
}

const struct term *
derive_inverse(struct derive *d, const struct term *x)
{
    return derive_pow(d, x, derive_number(d, -1));
}

const struct term *
derive_entry(struct derive *d, const struct term *x, int row)
{
    return x ? binary(d, TERM_INDEX, x, derive_number(d, row)) : NULL;
}
