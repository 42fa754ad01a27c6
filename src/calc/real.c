/* Real numbers. What is undefined is NaN; what is too large is infinite. */
#include <math.h>

#include "calc/calc_priv.h"

static double
quotient(double x, double y)
{
    return y == 0 ? NAN : x / y;
}

/* 0^0 is 1 for an exponent that is an integer by its type; pow() gives NaN for the
 * powers of negative numbers that are not whole. */
static double
power(double x, double y, bool whole)
{
    if (x == 0 && (y < 0 || (y == 0 && !whole)))
        return NAN;
    return y == 2 ? x * x : pow(x, y);
}

static double
logarithm(double x, double (*ln)(double))
{
    return x > 0 ? ln(x) : NAN;
}

static double
sign(double x)
{
    return isnan(x) ? x : (double)((x > 0) - (x < 0));
}

double
real_function(enum function_id f, double x)
{
    switch (f) {
    case FUNCTION_ABS:
    case FUNCTION_NORM:
        return fabs(x);
    case FUNCTION_RE:
        return x;
    case FUNCTION_IM:
        return isnan(x) ? x : 0;
    case FUNCTION_ARG:
        return x == 0 ? NAN : x < 0 ? acos(-1) : x > 0 ? 0 : NAN;
    case FUNCTION_SQRT:
        return x < 0 ? NAN : sqrt(x);
    case FUNCTION_EXP:
        return exp(x);
    case FUNCTION_LN:
        return logarithm(x, log);
    case FUNCTION_LOG2:
        return logarithm(x, log2);
    case FUNCTION_LOG10:
        return logarithm(x, log10);
    case FUNCTION_SIN:
        return sin(x);
    case FUNCTION_COS:
        return cos(x);
    case FUNCTION_TAN:
        return tan(x);
    case FUNCTION_ASIN:
        return asin(x);
    case FUNCTION_ACOS:
        return acos(x);
    case FUNCTION_ATAN:
        return atan(x);
    case FUNCTION_SINH:
        return sinh(x);
    case FUNCTION_COSH:
        return cosh(x);
    case FUNCTION_TANH:
        return tanh(x);
    case FUNCTION_ASINH:
        return asinh(x);
    case FUNCTION_SIGN:
        return sign(x);
    default:
        return NAN;
    }
}

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

    return creal(complex_function(t->function, z));
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
    case FUNCTION_DET:
        return creal(number_from_arrays(c, t));
    default:
        break;
    }
    if (!is_real(t->arg[0]))
        return real_part_of(c, t);
    return real_function(t->function, real_of(c, t->arg[0]));
}

static double
name(struct calc *c, const struct term *t)
{
    struct value v = name_value(c, t);

    if (v.rows != 1 || v.cols != 1)
        return NAN;
    return v.real || cimag(v.at[0]) == 0 ? creal(v.at[0]) : NAN;
}

static double
product(struct calc *c, const struct term *t)
{
    if (is_real(t->arg[0]) && is_real(t->arg[1]))
        return real_of(c, t->arg[0]) * real_of(c, t->arg[1]);
    return creal(number_from_arrays(c, t));
}

double
real_of(struct calc *c, const struct term *t)
{
    if (!work(c, 1))
        return NAN;
    switch (t->op) {
    case TERM_NUMBER:
        return t->near;
    case TERM_E:
        return exp(1);
    case TERM_PI:
        return acos(-1);
    case TERM_INFINITY:
        return INFINITY;
    case TERM_NAME:
        return name(c, t);
    case TERM_ADD:
        return real_of(c, t->arg[0]) + real_of(c, t->arg[1]);
    case TERM_SUB:
        return real_of(c, t->arg[0]) - real_of(c, t->arg[1]);
    case TERM_NEG:
        return -real_of(c, t->arg[0]);
    case TERM_MUL:
        return product(c, t);
    case TERM_DIV:
        return quotient(real_of(c, t->arg[0]), real_of(c, t->arg[1]));
    case TERM_POW:
        if (t->arg[0]->op == TERM_E)
            return exp(real_of(c, t->arg[1]));
        return power(real_of(c, t->arg[0]), real_of(c, t->arg[1]),
                     t->arg[1]->type.kind == TYPE_INTEGER);
    case TERM_TRANSPOSE:
    case TERM_CONJ:
        return real_of(c, t->arg[0]);
    case TERM_INDEX:
        return creal(number_from_arrays(c, t));
    case TERM_CALL:
        return call(c, t);
    default:
        return NAN;
    }
}
