/*
 * A term of real numbers in doubles, with a bound of its error: for comparing `calc` with
 * `exact`. Only operations whose rounding errors can be bounded by what is known of their
 * arguments take part; for all others, and wherever a bound gets lost, there is none.
 */
#ifndef ROPEWALK_TESTS_FUZZ_BOUNDS_H
#define ROPEWALK_TESTS_FUZZ_BOUNDS_H

#include <math.h>

#include "calc/calc.h"

/* The true value is certainly defined and in at - by .. at + by; nothing is known when
 * `by` is infinite. */
struct bounded {
    double at, by;
};

/* More than any function of a C library is off by, relatively and absolutely. */
static const double bounds_unit = 1e-14, bounds_least = 1e-290;

static inline struct bounded
bounds_none(void)
{
    return (struct bounded){0, INFINITY};
}

/* What calc computes for t, with the error `by` of its arguments and one rounding more.
 */
static inline struct bounded
bounds_rounded(double at, double by)
{
    double all = by + bounds_unit * fabs(at) + bounds_least;

    return isfinite(at) && isfinite(all) ? (struct bounded){at, all} : bounds_none();
}

static inline struct bounded
bounds_quotient(double v, struct bounded a, struct bounded b)
{
    double least = fabs(b.at) - b.by;

    return least > 0 ? bounds_rounded(v, (a.by + fabs(v) * b.by) / least) : bounds_none();
}

/* A whole exponent, exactly: by its type, for tanh(1011) is 1 as a double only. */
static inline struct bounded
bounds_power(double v, struct bounded a, struct bounded b)
{
    double n = fabs(b.at), far = fabs(a.at) + a.by, near = fabs(a.at) - a.by;

    if (b.at != rint(b.at) || n > 64 || b.by > 1e-9)
        return bounds_none();
    if (n == 0)
        return bounds_rounded(1, 0);
    if (b.at > 0)
        return bounds_rounded(v, n * a.by * pow(far, n - 1) + 64 * bounds_unit * fabs(v));
    return near > 0 ? bounds_rounded(v, n * a.by * pow(near, -n - 1) +
                                            64 * bounds_unit * fabs(v))
                    : bounds_none();
}

static inline struct bounded
bounds_binary(enum term_op op, double v, struct bounded a, struct bounded b)
{
    switch (op) {
    case TERM_ADD:
    case TERM_SUB:
        return bounds_rounded(v, a.by + b.by);
    case TERM_MUL:
        return bounds_rounded(v, fabs(a.at) * b.by + fabs(b.at) * a.by + a.by * b.by);
    case TERM_DIV:
        return bounds_quotient(v, a, b);
    case TERM_POW:
        return bounds_power(v, a, b);
    default:
        return bounds_none();
    }
}

/* The steepest slope between x.at - x.by and x.at + x.by, times x.by; infinite when the
 * function may be undefined there. */
static inline double
bounds_slope(enum function_id f, struct bounded x)
{
    double least = x.at - x.by, size = fabs(x.at) + x.by;

    switch (f) {
    case FUNCTION_ABS:
    case FUNCTION_SIN:
    case FUNCTION_COS:
    case FUNCTION_ATAN:
    case FUNCTION_TANH:
    case FUNCTION_ASINH:
        return x.by;
    case FUNCTION_SQRT:
        return least > 0 ? x.by / (2 * sqrt(least)) : INFINITY;
    case FUNCTION_LN:
        return least > 0 ? x.by / least : INFINITY;
    case FUNCTION_LOG2:
    case FUNCTION_LOG10:
        return least > 0 ? 2 * x.by / least : INFINITY;
    case FUNCTION_EXP:
        return exp(x.at + x.by) * x.by;
    case FUNCTION_SINH:
    case FUNCTION_COSH:
        return cosh(size) * x.by;
    case FUNCTION_ASIN:
    case FUNCTION_ACOS:
        return size < 1 ? x.by / sqrt(1 - size * size) : INFINITY;
    case FUNCTION_SIGN:
        return fabs(x.at) > x.by ? 0 : INFINITY;
    default:
        return INFINITY;
    }
}

static inline struct bounded
bounds_call(enum function_id f, double v, const struct bounded *x, int n)
{
    double by = 0;

    if (n == 1)
        return bounds_rounded(v, bounds_slope(f, x[0]));
    if (f != FUNCTION_MAX && f != FUNCTION_MIN)
        return bounds_none();
    for (int i = 0; i < n; i++)
        by = fmax(by, x[i].by);
    return bounds_rounded(v, by);
}

static inline bool
bounds_is_real(const struct term *t)
{
    return t->type.kind == TYPE_REAL || t->type.kind == TYPE_INTEGER;
}

enum { BOUNDS_ARGUMENTS = 16 };

/* The value that calc gives t, at values of its names that are exact as doubles. */
static inline struct bounded
bounds_of(struct arena *a, const struct scope *s, const struct term *t,
          const struct calc_env *env)
{
    struct bounded x[BOUNDS_ARGUMENTS];
    double v = bounds_is_real(t) ? calc_eval_real(a, s, t, env) : NAN;

    if (isnan(v) || t->n > BOUNDS_ARGUMENTS)
        return bounds_none();
    if (t->op == TERM_NAME)
        return (struct bounded){v, 0};
    if (t->n == 0)
        return bounds_rounded(v, 0);
    for (int i = 0; i < t->n; i++) {
        x[i] = bounds_of(a, s, t->arg[i], env);
        if (isinf(x[i].by))
            return bounds_none();
    }
    if (t->op == TERM_POW && t->arg[1]->type.kind != TYPE_INTEGER)
        return bounds_none();
    if (t->op == TERM_NEG)
        return (struct bounded){v, x[0].by};
    if (t->op == TERM_CALL)
        return bounds_call(t->function, v, x, t->n);
    return t->n == 2 ? bounds_binary(t->op, v, x[0], x[1]) : bounds_none();
}

#endif
