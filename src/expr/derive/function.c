/* Derivatives of functions. */
#include <string.h>

#include "expr/derive/rules.h"
#include "expr/tree.h"

/* The derivative of a function of one number at u, times v, which is that of u. */
typedef const struct term *
rate_fn(struct derive *d, const struct term *t, const struct term *v);

/* ---- functions of one number ------------------------------------------------------- */

static const struct term *
rate_sqrt(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_div(d, v, derive_mul(d, derive_number(d, 2), t));
}

static const struct term *
rate_exp(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_mul(d, t, v);
}

static const struct term *
rate_ln(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_div(d, v, t->arg[0]);
}

static const struct term *
rate_log(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *base = derive_number(d, t->function == FUNCTION_LOG2 ? 2 : 10);

    return derive_div(d, v,
                      derive_mul(d, t->arg[0], derive_function(d, FUNCTION_LN, base)));
}

static const struct term *
rate_sin(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_mul(d, derive_function(d, FUNCTION_COS, t->arg[0]), v);
}

static const struct term *
rate_cos(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_neg(d, derive_mul(d, derive_function(d, FUNCTION_SIN, t->arg[0]), v));
}

static const struct term *
rate_tan(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_div(d, v,
                      derive_square(d, derive_function(d, FUNCTION_COS, t->arg[0])));
}

/* sqrt(1 - u^2) */
static const struct term *
rate_asin(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *root =
        derive_function(d, FUNCTION_SQRT,
                        derive_sub(d, derive_number(d, 1), derive_square(d, t->arg[0])));

    return derive_div(d, t->function == FUNCTION_ASIN ? v : derive_neg(d, v), root);
}

static const struct term *
rate_atan(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_div(d, v,
                      derive_add(d, derive_number(d, 1), derive_square(d, t->arg[0])));
}

static const struct term *
rate_sinh(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_mul(d, derive_function(d, FUNCTION_COSH, t->arg[0]), v);
}

static const struct term *
rate_cosh(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_mul(d, derive_function(d, FUNCTION_SINH, t->arg[0]), v);
}

static const struct term *
rate_tanh(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_div(d, v,
                      derive_square(d, derive_function(d, FUNCTION_COSH, t->arg[0])));
}

static const struct term *
rate_asinh(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *sum =
        derive_add(d, derive_square(d, t->arg[0]), derive_number(d, 1));

    return derive_div(d, v, derive_function(d, FUNCTION_SQRT, sum));
}

/* 0, and nothing where the function jumps: 0/u. */
static const struct term *
rate_sign(struct derive *d, const struct term *t, const struct term *v)
{
    (void)v;
    return derive_div(d, derive_number(d, 0), t->arg[0]);
}

static const struct term *
rate_part(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_function(d, t->function, v);
}

/* The imaginary part of (ln u)' */
static const struct term *
rate_arg(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_function(d, FUNCTION_IM, derive_div(d, v, t->arg[0]));
}

/* ---- lengths ----------------------------------------------------------------------- */

static const struct term *
transposed(struct derive *d, const struct term *x)
{
    return derive_unary(d, TERM_TRANSPOSE, x);
}

/* v/sign(u) for real u; Re(conj(u) v)/|u|, as for vectors. */
static const struct term *
rate_length(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *u = t->arg[0], *left = u;
    bool array = type_is_array(u->type), complex = type_is_complex(u->type);

    if (!array && !complex)
        return derive_div(d, v, derive_function(d, FUNCTION_SIGN, u));
    if (complex)
        left = derive_unary(d, TERM_CONJ, left);
    if (array)
        left = transposed(d, left);
    left = derive_mul(d, left, v);
    if (complex)
        left = derive_function(d, FUNCTION_RE, left);
    return derive_div(d, left, t);
}

/* x^T v, and how many entries x has times a power of rms(x). */
static const struct term *
dot(struct derive *d, const struct term *x, const struct term *v)
{
    return derive_mul(d, transposed(d, x), v);
}

static const struct term *
rate_rms(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *x = t->arg[0];

    return derive_div(d, dot(d, x, v), derive_mul(d, derive_size(d, x->type.rows), t));
}

/* v/rms(x) - x (x^T v)/(n rms(x)^3) */
static const struct term *
rate_rmsnorm(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *x = t->arg[0], *root = derive_function(d, FUNCTION_RMS, x);
    const struct term *scale = derive_mul(d, derive_size(d, x->type.rows),
                                          derive_pow(d, root, derive_number(d, 3)));

    return derive_sub(d, derive_div(d, v, root),
                      derive_div(d, derive_mul(d, x, dot(d, x, v)), scale));
}

/* ---- vectors and matrices ---------------------------------------------------------- */

static const struct term *
diagonal(struct derive *d, const struct term *x)
{
    return derive_function(d, FUNCTION_DIAG, x);
}

/* diag(s) v - s (s^T v) */
static const struct term *
rate_softmax(struct derive *d, const struct term *t, const struct term *v)
{
    return derive_sub(d, derive_mul(d, diagonal(d, t), v),
                      derive_mul(d, t, dot(d, t, v)));
}

/* exp, ln and sqrt of a vector, entry by entry. */
static const struct term *
rate_entries(struct derive *d, const struct term *t, const struct term *v)
{
    if (t->function == FUNCTION_EXP)
        return derive_mul(d, diagonal(d, t), v);
    if (t->function == FUNCTION_LN)
        return derive_mul(d, derive_inverse(d, diagonal(d, t->arg[0])), v);
    return derive_mul(
        d, derive_inverse(d, diagonal(d, derive_mul(d, derive_number(d, 2), t))), v);
}

/* A quarter turn further. */
static const struct term *
rate_turn(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *const entry[] = {derive_number(d, 0), derive_number(d, -1),
                                        derive_number(d, 1), derive_number(d, 0)};
    struct term shape = {.op = TERM_MATRIX, .rows = 2, .cols = 2, .n = 4, .arg = entry};

    return derive_mul(d, v, derive_mul(d, derive_made(d, &shape), t));
}

static const struct term *
rate_diag(struct derive *d, const struct term *t, const struct term *v)
{
    (void)t;
    return diagonal(d, v);
}

static const struct term *
derive_blocks(struct derive *d, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(d->arena, const struct term *, t->n);
    struct term shape = *t;

    for (int i = 0; i < t->n; i++) {
        arg[i] = derive_term(d, t->arg[i]);
        if (!arg[i])
            arg[i] = derive_zero(d, t->arg[i]->type);
    }
    shape.arg = arg;
    return derive_made(d, &shape);
}

/* ---- determinants ------------------------------------------------------------------ */

static const struct term *
matrix_entry(struct derive *d, const struct term *a, int row, int col)
{
    const struct term *const arg[] = {a, derive_number(d, row + 1),
                                      derive_number(d, col + 1)};
    struct term shape = {.op = TERM_INDEX, .n = a->type.kind == TYPE_VECTOR ? 2 : 3};

    if (a->op == TERM_MATRIX)
        return a->arg[row * a->cols + col];
    shape.arg = arg;
    return derive_made(d, &shape);
}

/* The determinant of a with row `row` taken from b. */
static const struct term *
det_with_row(struct derive *d, const struct term *a, const struct term *b, int row)
{
    int n = a->type.rows.n;
    const struct term **entry = ARENA_ARRAY(d->arena, const struct term *, n *n);
    struct term shape = {.op = TERM_MATRIX, .rows = n, .cols = n, .n = n * n};

    for (int i = 0; i < n * n; i++)
        entry[i] = matrix_entry(d, i / n == row ? b : a, i / n, i % n);
    shape.arg = entry;
    return d->failed ? NULL : derive_function(d, FUNCTION_DET, derive_made(d, &shape));
}

/* det(A) times the trace of A^-1 A'. */
static const struct term *
rate_by_trace(struct derive *d, const struct term *t, const struct term *v)
{
    const char *name = "j";
    const struct term *product = derive_mul(d, derive_inverse(d, t->arg[0]), v), *j;
    const struct term *arg[] = {derive_number(d, 1), derive_size(d, v->type.rows), NULL};
    struct term sum = {.op = TERM_SUM, .n = 3, .arg = arg}, entry = {.op = TERM_INDEX};

    if (!product)
        return NULL;
    while (tree_has_name(product, name))
        name = arena_printf(d->arena, "%s'", name);
    j = expr_name(d->arena, name, type_scalar(TYPE_INTEGER));
    entry.arg = (const struct term *const[]){product, j, j};
    entry.n = 3;
    arg[2] = derive_made(d, &entry);
    sum.name = name;
    return arg[2] ? derive_mul(d, t, derive_made(d, &sum)) : NULL;
}

static const struct term *
rate_det(struct derive *d, const struct term *t, const struct term *v)
{
    const struct term *a = t->arg[0], *sum = NULL;
    int n = a->type.rows.n;

    if (n == 0 || n > (a->op == TERM_MATRIX ? POWERS_MAX : MINORS_MAX))
        return rate_by_trace(d, t, v);
    for (int row = 0; row < n && !d->failed; row++)
        sum = derive_add(d, sum, det_with_row(d, a, v, row));
    return sum;
}

/* ---- the largest and the least ----------------------------------------------------- */

/* What max or min choose from; 0 when that is not known. */
static int
choices(struct derive *d, const struct term *t, const struct term **out)
{
    const struct term *x = t->arg[0];
    bool vector = type_is_array(x->type), literal = x->op == TERM_MATRIX;
    int n = vector ? x->type.rows.n : t->n, count = 0;

    if (n > CHOICES_MAX)
        n = 0;
    for (int i = 0; i < n; i++) {
        const struct term *c = !vector   ? t->arg[i]
                               : literal ? x->arg[i]
                                         : derive_entry(d, x, i + 1);
        bool again = d->failed;

        for (int k = 0; k < count && !again; k++)
            again = expr_same(out[k], c);
        if (!again)
            out[count++] = c;
    }
    return count;
}

/* (1 + side)/2, where side is 1 or -1. */
static const struct term *
half(struct derive *d, const struct term *side, bool minus)
{
    const struct term *one = derive_number(d, 1);

    return derive_div(d, (minus ? derive_sub : derive_add)(d, one, side),
                      derive_number(d, 2));
}

/* x' where x is chosen of x and y, y' where y is, and nothing where they are the same. */
static const struct term *
chosen(struct derive *d, bool largest, const struct term *const *x,
       const struct term *const *y)
{
    const struct term *apart = derive_sub(d, x[0], y[0]), *side;

    if (!x[1] && !y[1])
        return NULL;
    side = derive_div(d, derive_number(d, 1), derive_function(d, FUNCTION_SIGN, apart));
    return derive_add(d, derive_mul(d, half(d, side, !largest), x[1]),
                      derive_mul(d, half(d, side, largest), y[1]));
}

static const struct term *
derive_extreme(struct derive *d, const struct term *t)
{
    const struct term *choice[CHOICES_MAX], *best[2], *next[2];
    int n = choices(d, t, choice);

    if (n == 0)
        return derive_refuse(d, "how many entries the vector in %s has is not known",
                             t->function == FUNCTION_MAX ? "max" : "min");
    best[0] = choice[0];
    best[1] = derive_term(d, choice[0]);
    for (int i = 1; i < n && !d->failed; i++) {
        const struct term *const two[] = {best[0], choice[i]};
        struct term shape = {.op = TERM_CALL, .function = t->function, .n = 2};

        next[0] = choice[i];
        next[1] = derive_term(d, choice[i]);
        best[1] = chosen(d, t->function == FUNCTION_MAX, best, next);
        shape.arg = two;
        best[0] = derive_made(d, &shape);
    }
    return best[1];
}

/* ---- all --------------------------------------------------------------------------- */

static rate_fn *const rates[FUNCTION_COUNT] = {
    [FUNCTION_ABS] = rate_length,      [FUNCTION_NORM] = rate_length,
    [FUNCTION_RE] = rate_part,         [FUNCTION_IM] = rate_part,
    [FUNCTION_ARG] = rate_arg,         [FUNCTION_SQRT] = rate_sqrt,
    [FUNCTION_EXP] = rate_exp,         [FUNCTION_LN] = rate_ln,
    [FUNCTION_LOG2] = rate_log,        [FUNCTION_LOG10] = rate_log,
    [FUNCTION_SIN] = rate_sin,         [FUNCTION_COS] = rate_cos,
    [FUNCTION_TAN] = rate_tan,         [FUNCTION_ASIN] = rate_asin,
    [FUNCTION_ACOS] = rate_asin,       [FUNCTION_ATAN] = rate_atan,
    [FUNCTION_SINH] = rate_sinh,       [FUNCTION_COSH] = rate_cosh,
    [FUNCTION_TANH] = rate_tanh,       [FUNCTION_ASINH] = rate_asinh,
    [FUNCTION_SIGN] = rate_sign,       [FUNCTION_R] = rate_turn,
    [FUNCTION_DIAG] = rate_diag,       [FUNCTION_DET] = rate_det,
    [FUNCTION_SOFTMAX] = rate_softmax, [FUNCTION_RMS] = rate_rms,
    [FUNCTION_RMSNORM] = rate_rmsnorm,
};

const struct term *
derive_call(struct derive *d, const struct term *t)
{
    const struct term *v;
    rate_fn *rate = rates[t->function];

    if (t->function == FUNCTION_MAX || t->function == FUNCTION_MIN)
        return derive_extreme(d, t);
    if (t->function == FUNCTION_BLOCKDIAG)
        return derive_blocks(d, t);
    if (!rate)
        return derive_refuse(d, "a size does not change smoothly with '%s'", d->name);
    v = derive_term(d, t->arg[0]);
    if (!v)
        return NULL;
    if (type_is_array(t->arg[0]->type) &&
        (t->function == FUNCTION_EXP || t->function == FUNCTION_LN ||
         t->function == FUNCTION_SQRT))
        rate = rate_entries;
    return rate(d, t, v);
}
