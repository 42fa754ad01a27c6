/* Real numbers. What is undefined is NaN; what is too large is infinite. */
#include <math.h>

#include "calc/calc_priv.h"

/* 0^0 is 1 for an exponent that is an integer by its type; pow() gives NaN for the
 * powers of negative numbers that are not whole. */
static double
raise(double x, double y, bool whole)
{
    if (x == 0 && (y < 0 || (y == 0 && !whole)))
        return NAN;
    return y == 2 ? x * x : pow(x, y);
}

static double
natural_log(double x)
{
    return x > 0 ? log(x) : NAN;
}

static double
binary_log(double x)
{
    return x > 0 ? log2(x) : NAN;
}

static double
decimal_log(double x)
{
    return x > 0 ? log10(x) : NAN;
}

static double
square_root(double x)
{
    return x < 0 ? NAN : sqrt(x);
}

static double
sign(double x)
{
    return isnan(x) ? x : (double)((x > 0) - (x < 0));
}

static double
itself(double x)
{
    return x;
}

static double
imaginary_part(double x)
{
    return isnan(x) ? x : 0;
}

static double
argument(double x)
{
    return x == 0 ? NAN : carg(x);
}

/* NULL for functions of arrays, of several numbers, and to arrays. */
static double (*const functions[FUNCTION_COUNT])(double) = {
    [FUNCTION_ABS] = fabs,        [FUNCTION_NORM] = fabs,
    [FUNCTION_RE] = itself,       [FUNCTION_IM] = imaginary_part,
    [FUNCTION_ARG] = argument,    [FUNCTION_SQRT] = square_root,
    [FUNCTION_EXP] = exp,         [FUNCTION_LN] = natural_log,
    [FUNCTION_LOG2] = binary_log, [FUNCTION_LOG10] = decimal_log,
    [FUNCTION_SIN] = sin,         [FUNCTION_COS] = cos,
    [FUNCTION_TAN] = tan,         [FUNCTION_ASIN] = asin,
    [FUNCTION_ACOS] = acos,       [FUNCTION_ATAN] = atan,
    [FUNCTION_SINH] = sinh,       [FUNCTION_COSH] = cosh,
    [FUNCTION_TANH] = tanh,       [FUNCTION_ASINH] = asinh,
    [FUNCTION_SIGN] = sign,
};

double
real_function(enum function_id f, double x)
{
    return functions[f](x);
}

/* ---- terms ------------------------------------------------------------------------- */

static bool
is_real(const struct term *t)
{
    return t->type.kind <= TYPE_REAL;
}

/* Re, Im, arg and |z| of a complex number are real. */
static double
real_part_of(struct calc *c, const struct term *t)
{
    double complex z = complex_of(c, t->arg[0]);

    return rounded(c, creal(complex_function(t->function, z)));
}

static double
call(struct calc *c, const struct term *t)
{
    switch (t->function) {
    case FUNCTION_MAX:
    case FUNCTION_MIN:
        return largest_or_least(c, t);
    case FUNCTION_NORM:
        return length_of(c, t);
    case FUNCTION_RMS:
        return rms(c, t);
    case FUNCTION_DET:
        return creal(number_from_arrays(c, t));
    default:
        break;
    }
    if (!is_real(t->arg[0]))
        return real_part_of(c, t);
    return real_called(c, t, real_of(c, t->arg[0]));
}

static double
name(struct calc *c, const struct term *t)
{
    struct value v = name_value(c, t);

    if (v.rows != 1 || v.cols != 1)
        return NAN;
    return v.real || cimag(v.at[0]) == 0 ? creal(v.at[0]) : NAN;
}

double
real_combined(const struct calc *c, const struct term *t, double x, double y)
{
    switch (t->op) {
    case TERM_ADD:
        return settled(c, x, y, false, x + y);
    case TERM_SUB:
        return settled(c, x, y, false, x - y);
    case TERM_MUL:
        return settled(c, x, y, x != 0 && y != 0, x * y);
    case TERM_DIV:
        return y == 0 ? NAN : settled(c, x, y, x != 0 && isfinite(y), x / y);
    default: /* a power; of e, what x is does not matter */
        if (t->arg[0]->op == TERM_E)
            return settled(c, 1, y, isfinite(y), exp(y));
        return settled(c, x, y, x != 0 && isfinite(y),
                       raise(x, y, t->arg[1]->type.kind == TYPE_INTEGER));
    }
}

double
real_called(const struct calc *c, const struct term *t, double x)
{
    return settled(c, x, x, t->function == FUNCTION_EXP && isfinite(x),
                   real_function(t->function, x));
}

static double
combination(struct calc *c, const struct term *t)
{
    double x = real_of(c, t->arg[0]), y = real_of(c, t->arg[1]);

    return real_combined(c, t, x, y);
}

static double
product(struct calc *c, const struct term *t)
{
    if (!is_real(t->arg[0]) || !is_real(t->arg[1]))
        return creal(number_from_arrays(c, t));
    return combination(c, t);
}

static double
power(struct calc *c, const struct term *t)
{
    double y = real_of(c, t->arg[1]);
    double x = t->arg[0]->op == TERM_E ? 1 : real_of(c, t->arg[0]);

    return real_combined(c, t, x, y);
}

static double
negative(struct calc *c, const struct term *t)
{
    return -real_of(c, t->arg[0]);
}

/* The transpose and the conjugate of a real number. */
static double
argument_of(struct calc *c, const struct term *t)
{
    return real_of(c, t->arg[0]);
}

static double
component(struct calc *c, const struct term *t)
{
    return creal(number_from_arrays(c, t));
}

static double
number(struct calc *c, const struct term *t)
{
    return rounded(c, t->near);
}

static double
constant(struct calc *c, const struct term *t)
{
    if (t->op == TERM_INFINITY)
        return INFINITY;
    return rounded(c, t->op == TERM_E ? exp(1) : acos(-1));
}

static double (*const evaluators[TERM_OP_COUNT])(struct calc *c, const struct term *t) = {
    [TERM_NUMBER] = number,
    [TERM_E] = constant,
    [TERM_PI] = constant,
    [TERM_INFINITY] = constant,
    [TERM_NAME] = name,
    [TERM_ADD] = combination,
    [TERM_SUB] = combination,
    [TERM_NEG] = negative,
    [TERM_MUL] = product,
    [TERM_DIV] = combination,
    [TERM_POW] = power,
    [TERM_TRANSPOSE] = argument_of,
    [TERM_CONJ] = argument_of,
    [TERM_INDEX] = component,
    [TERM_CALL] = call,
    [TERM_SUM] = indexed_real,
    [TERM_PRODUCT] = indexed_real,
    [TERM_DERIVATIVE] = derivative_real,
};

double
real_of(struct calc *c, const struct term *t)
{
    if (!evaluators[t->op])
        no_value(c, t);
    return work(c, 1) ? evaluators[t->op](c, t) : NAN;
}
