/* Complex numbers, principal values. */
#include <complex.h>
#include <math.h>

#include "calc/calc_priv.h"

/* C tells +0 from -0 on a branch cut; mathematics does not. */
static double complex
plus_zero(double complex z)
{
    return of_parts(creal(z) + 0.0, cimag(z) + 0.0);
}

/* Written out, because C's own product looks for infinities first. */
static double complex
times(double complex x, double complex y)
{
    double a = creal(x), b = cimag(x), c = creal(y), d = cimag(y);

    return of_parts(a * c - b * d, a * d + b * c);
}

static double complex
undefined(void)
{
    return of_parts(NAN, NAN);
}

static double complex
quotient(double complex x, double complex y)
{
    return y == 0 ? undefined() : x / y;
}

double complex
complex_whole_power(double complex base, double n)
{
    double complex out = 1;
    double left = fabs(n);

    if (base == 0 && n < 0)
        return undefined();
    for (; left >= 1; left = floor(left / 2)) {
        if (fmod(left, 2) == 1)
            out = times(out, base);
        base = times(base, base);
    }
    return n < 0 ? quotient(1, out) : out;
}

static double complex
power(double complex x, double complex y, bool whole)
{
    if (cimag(y) == 0 && creal(y) == floor(creal(y)) && fabs(creal(y)) < 0x1p53 &&
        (whole || x != 0))
        return complex_whole_power(x, creal(y));
    if (x == 0)
        return creal(y) > 0 ? 0 : undefined();
    return cexp(times(y, clog(plus_zero(x))));
}

static double complex
logarithm(double complex z, double base)
{
    return z == 0 ? undefined() : clog(plus_zero(z)) / log(base);
}

double complex
complex_function(enum function_id f, double complex z)
{
    z = plus_zero(z);
    switch (f) {
    case FUNCTION_ABS:
    case FUNCTION_NORM:
        return cabs(z);
    case FUNCTION_RE:
        return creal(z);
    case FUNCTION_IM:
        return cimag(z);
    case FUNCTION_ARG:
        return z == 0 ? undefined() : carg(z);
    case FUNCTION_SQRT:
        return csqrt(z);
    case FUNCTION_EXP:
        return cexp(z);
    case FUNCTION_LN:
        return z == 0 ? undefined() : clog(z);
    case FUNCTION_LOG2:
        return logarithm(z, 2);
    case FUNCTION_LOG10:
        return logarithm(z, 10);
    case FUNCTION_SIN:
        return csin(z);
    case FUNCTION_COS:
        return ccos(z);
    case FUNCTION_TAN:
        return ctan(z);
    case FUNCTION_ASIN:
        return casin(z);
    case FUNCTION_ACOS:
        return cacos(z);
    case FUNCTION_ATAN:
        return z == I || z == -I ? undefined() : catan(z);
    case FUNCTION_SINH:
        return csinh(z);
    case FUNCTION_COSH:
        return ccosh(z);
    case FUNCTION_TANH:
        return ctanh(z);
    case FUNCTION_ASINH:
        return casinh(z);
    default:
        return undefined();
    }
}

static double complex
name(struct calc *c, const struct term *t)
{
    struct value v = name_value(c, t);

    return v.rows == 1 && v.cols == 1 ? v.at[0] : undefined();
}

static bool
is_number(const struct term *t)
{
    return t->type.kind <= TYPE_COMPLEX;
}

static double complex
product(struct calc *c, const struct term *t)
{
    if (is_number(t->arg[0]) && is_number(t->arg[1]))
        return times(complex_of(c, t->arg[0]), complex_of(c, t->arg[1]));
    return number_from_arrays(c, t);
}

static double complex
raise(struct calc *c, const struct term *t)
{
    double complex y = complex_of(c, t->arg[1]);

    if (t->arg[0]->op == TERM_E)
        return cexp(y);
    return power(complex_of(c, t->arg[0]), y, t->arg[1]->type.kind == TYPE_INTEGER);
}

static double complex
call(struct calc *c, const struct term *t)
{
    if (t->function == FUNCTION_DET)
        return number_from_arrays(c, t);
    return complex_function(t->function, complex_of(c, t->arg[0]));
}

double complex
complex_of(struct calc *c, const struct term *t)
{
    if (t->type.kind <= TYPE_REAL)
        return real_of(c, t);
    if (!work(c, 1))
        return undefined();
    switch (t->op) {
    case TERM_I:
        return I;
    case TERM_NAME:
        return name(c, t);
    case TERM_ADD:
        return complex_of(c, t->arg[0]) + complex_of(c, t->arg[1]);
    case TERM_SUB:
        return complex_of(c, t->arg[0]) - complex_of(c, t->arg[1]);
    case TERM_NEG:
        return -complex_of(c, t->arg[0]);
    case TERM_MUL:
        return product(c, t);
    case TERM_DIV:
        return quotient(complex_of(c, t->arg[0]), complex_of(c, t->arg[1]));
    case TERM_POW:
        return raise(c, t);
    case TERM_TRANSPOSE:
        return complex_of(c, t->arg[0]);
    case TERM_CONJ:
        return conj(complex_of(c, t->arg[0]));
    case TERM_INDEX:
        return number_from_arrays(c, t);
    case TERM_CALL:
        return call(c, t);
    default:
        return undefined();
    }
}
