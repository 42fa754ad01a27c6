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
double complex
complex_times(const struct calc *c, double complex x, double complex y)
{
    double p = creal(x), q = cimag(x), r = creal(y), s = cimag(y);

    if (c->lens.format == NUM_FP64)
        return of_parts(p * r - q * s, p * s + q * r);
    if (q == 0 && s == 0)
        return rounded(c, p * r);
    return of_parts(rounded(c, rounded(c, p * r) - rounded(c, q * s)),
                    rounded(c, rounded(c, p * s) + rounded(c, q * r)));
}

static double complex
undefined(void)
{
    return of_parts(NAN, NAN);
}

double complex
complex_over(const struct calc *c, double complex x, double complex y)
{
    double square;
    double complex above;

    if (y == 0)
        return undefined();
    if (c->lens.format == NUM_FP64)
        return x / y;
    if (cimag(y) == 0)
        return rounded_parts(c, of_parts(creal(x) / creal(y), cimag(x) / creal(y)));
    above = complex_times(c, x, conj(y));
    square = creal(complex_times(c, y, conj(y)));
    return rounded_parts(c, of_parts(creal(above) / square, cimag(above) / square));
}

/* base^n for a whole number n, by squaring. */
static double complex
whole_power(const struct calc *c, double complex base, double n)
{
    double complex out = 1;
    double left = fabs(n);

    if (base == 0 && n < 0)
        return undefined();
    for (; left >= 1; left = floor(left / 2)) {
        if (fmod(left, 2) == 1)
            out = complex_times(c, out, base);
        base = complex_times(c, base, base);
    }
    return n < 0 ? complex_over(c, 1, out) : out;
}

static double complex
power(const struct calc *c, double complex x, double complex y, bool whole)
{
    if (cimag(y) == 0 && creal(y) == floor(creal(y)) && fabs(creal(y)) < 0x1p53 &&
        (whole || x != 0))
        return whole_power(c, x, creal(y));
    if (x == 0)
        return creal(y) > 0 ? 0 : undefined();
    return rounded_parts(c, cexp(y * clog(plus_zero(x))));
}

static double complex
natural_log(double complex z)
{
    return z == 0 ? undefined() : clog(z);
}

static double complex
binary_log(double complex z)
{
    return natural_log(z) / log(2);
}

static double complex
decimal_log(double complex z)
{
    return natural_log(z) / log(10);
}

static double complex
size(double complex z)
{
    return cabs(z);
}

static double complex
real_part(double complex z)
{
    return creal(z);
}

static double complex
imaginary_part(double complex z)
{
    return cimag(z);
}

static double complex
argument(double complex z)
{
    return z == 0 ? undefined() : carg(z);
}

static double complex
arc_tangent(double complex z)
{
    return z == I || z == -I ? undefined() : catan(z);
}

/* NULL for functions of real numbers only. */
static double complex (*const functions[FUNCTION_COUNT])(double complex) = {
    [FUNCTION_ABS] = size,        [FUNCTION_NORM] = size,
    [FUNCTION_RE] = real_part,    [FUNCTION_IM] = imaginary_part,
    [FUNCTION_ARG] = argument,    [FUNCTION_SQRT] = csqrt,
    [FUNCTION_EXP] = cexp,        [FUNCTION_LN] = natural_log,
    [FUNCTION_LOG2] = binary_log, [FUNCTION_LOG10] = decimal_log,
    [FUNCTION_SIN] = csin,        [FUNCTION_COS] = ccos,
    [FUNCTION_TAN] = ctan,        [FUNCTION_ASIN] = casin,
    [FUNCTION_ACOS] = cacos,      [FUNCTION_ATAN] = arc_tangent,
    [FUNCTION_SINH] = csinh,      [FUNCTION_COSH] = ccosh,
    [FUNCTION_TANH] = ctanh,      [FUNCTION_ASINH] = casinh,
};

double complex
complex_function(enum function_id f, double complex z)
{
    return functions[f](plus_zero(z));
}

/* ---- terms ------------------------------------------------------------------------- */

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

double complex
complex_combined(const struct calc *c, const struct term *t, double complex x,
                 double complex y)
{
    switch (t->op) {
    case TERM_ADD:
        return rounded_parts(c, x + y);
    case TERM_SUB:
        return rounded_parts(c, x - y);
    case TERM_MUL:
        return complex_times(c, x, y);
    case TERM_DIV:
        return complex_over(c, x, y);
    default: /* a power; of e, what x is does not matter */
        if (t->arg[0]->op == TERM_E)
            return rounded_parts(c, cexp(y));
        return power(c, x, y, t->arg[1]->type.kind == TYPE_INTEGER);
    }
}

static double complex
combination(struct calc *c, const struct term *t)
{
    double complex x = complex_of(c, t->arg[0]), y = complex_of(c, t->arg[1]);

    return complex_combined(c, t, x, y);
}

static double complex
product(struct calc *c, const struct term *t)
{
    if (is_number(t->arg[0]) && is_number(t->arg[1]))
        return combination(c, t);
    return number_from_arrays(c, t);
}

static double complex
raise(struct calc *c, const struct term *t)
{
    double complex y = complex_of(c, t->arg[1]);
    double complex x = t->arg[0]->op == TERM_E ? 1 : complex_of(c, t->arg[0]);

    return complex_combined(c, t, x, y);
}

static double complex
call(struct calc *c, const struct term *t)
{
    if (t->function == FUNCTION_DET)
        return number_from_arrays(c, t);
    return rounded_parts(c, complex_function(t->function, complex_of(c, t->arg[0])));
}

static double complex
imaginary_unit(struct calc *c, const struct term *t)
{
    (void)c;
    (void)t;
    return I;
}

static double complex
negative(struct calc *c, const struct term *t)
{
    return -complex_of(c, t->arg[0]);
}

/* The transpose of a number is the number. */
static double complex
argument_of(struct calc *c, const struct term *t)
{
    return complex_of(c, t->arg[0]);
}

static double complex
conjugate(struct calc *c, const struct term *t)
{
    return conj(complex_of(c, t->arg[0]));
}

static double
complex (*const evaluators[TERM_OP_COUNT])(struct calc *c, const struct term *t) = {
    [TERM_I] = imaginary_unit,
    [TERM_NAME] = name,
    [TERM_ADD] = combination,
    [TERM_SUB] = combination,
    [TERM_NEG] = negative,
    [TERM_MUL] = product,
    [TERM_DIV] = combination,
    [TERM_POW] = raise,
    [TERM_TRANSPOSE] = argument_of,
    [TERM_CONJ] = conjugate,
    [TERM_INDEX] = number_from_arrays,
    [TERM_CALL] = call,
    [TERM_SUM] = indexed_complex,
    [TERM_PRODUCT] = indexed_complex,
    [TERM_DERIVATIVE] = derivative_number,
};

double complex
complex_of(struct calc *c, const struct term *t)
{
    if (t->type.kind <= TYPE_REAL)
        return real_of(c, t);
    if (!evaluators[t->op])
        no_value(c, t);
    return work(c, 1) ? evaluators[t->op](c, t) : undefined();
}
