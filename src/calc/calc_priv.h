/*
 * One evaluation: what the parts of the room share. Numbers are evaluated in double
 * (real.c) or double complex (complex.c) by their type, arrays as values (array.c).
 */
#ifndef ROPEWALK_CALC_CALC_PRIV_H
#define ROPEWALK_CALC_CALC_PRIV_H

#include <math.h>
#include <string.h>

#include "calc/calc.h"

enum { WORK_MAX = 1000000, SIDE_MAX = 512 };

/* The index of a binder that is being evaluated, and those around it. */
struct bound {
    const char *name;
    struct value value;
    const struct bound *outer;
};

struct calc {
    struct arena *arena;
    const struct scope *scope; /* may be NULL */
    const struct calc_env *env;
    const struct bound *bound; /* indices, which hide all other names */
    struct num_lens lens;
    unsigned *loss;            /* NULL: nobody asks */
    const struct decl *inside; /* names mean what they did when this was declared */
    long work;
    bool failed;
    struct err *err;
};

/* C11's CMPLX, which not every compiler brings. */
static inline double complex
of_parts(double re, double im)
{
    const double parts[2] = {re, im};
    double complex z;

    memcpy(&z, parts, sizeof z);
    return z;
}

static inline void
note_loss(const struct calc *c, enum calc_loss loss)
{
    if (c->loss)
        *c->loss |= loss;
}

/* x as the lens shows it. */
static inline double
rounded(const struct calc *c, double x)
{
    double y;

    if (c->lens.format == NUM_FP64)
        return x;
    y = num_round(c->lens.format, x);
    if (isinf(y) && isfinite(x))
        note_loss(c, CALC_OVERFLOW);
    if (y == 0 && x != 0)
        note_loss(c, CALC_UNDERFLOW);
    return y;
}

/* The same for a result x of finite a and b; not_zero: it is none by what they are. */
static inline double
settled(const struct calc *c, double a, double b, bool not_zero, double x)
{
    if (c->loss && isinf(x) && isfinite(a) && isfinite(b))
        note_loss(c, CALC_OVERFLOW);
    if (c->loss && x == 0 && not_zero)
        note_loss(c, CALC_UNDERFLOW);
    return rounded(c, x);
}

static inline double complex
rounded_parts(const struct calc *c, double complex z)
{
    return c->lens.format == NUM_FP64
               ? z
               : of_parts(rounded(c, creal(z)), rounded(c, cimag(z)));
}

/* x y and x / y. Real parts alone when both are real. */
double complex complex_times(const struct calc *c, double complex x, double complex y);
double complex complex_over(const struct calc *c, double complex x, double complex y);

/* There were too many operations; false. */
bool too_much(struct calc *c);

/* Count n operations; false when there were too many, or after a failure. */
static inline bool
work(struct calc *c, long n)
{
    c->work += n;
    return (c->work <= WORK_MAX && !c->failed) || too_much(c);
}

/* The number that calc_eval_real() gives; NaN when it is none. */
double number_of(struct calc *c, const struct term *t);

/* What an evaluation to a number leaves in the arena is forgotten, but for names that it
 * has worked out for others. */
struct scratch {
    struct arena_mark mark;
    int known; /* names of the memo */
};
struct scratch scratch_begin(const struct calc *c);
void scratch_end(struct calc *c, struct scratch s);

/* Fail once. */
void give_up(struct calc *c, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* The value of a term that is an integer or a real number, of any number, of any array.
 * Undefined is NaN; after a failure everything is NaN. */
double real_of(struct calc *c, const struct term *t);
double complex complex_of(struct calc *c, const struct term *t);
struct value array_of(struct calc *c, const struct term *t);

/* A sum, difference, product, quotient or power of numbers, and a function of one real
 * number, when the arguments of t are known. */
double real_combined(const struct calc *c, const struct term *t, double x, double y);
double complex complex_combined(const struct calc *c, const struct term *t,
                                double complex x, double complex y);
double real_called(const struct calc *c, const struct term *t, double x);

/* The value given to a name, or worked out from its scope; rows 0 when it has none (the
 * failure is noted). */
struct value name_value(struct calc *c, const struct term *t);

/* The value of a number or an array. */
struct value value_of_term(struct calc *c, const struct term *t);

/* Whether a name has a value that hides the one in its scope; as an index too. */
bool name_given(const struct calc *c, const char *name, bool index);

/* Products and determinants that are numbers, a component, a length: for both kinds of
 * numbers. */
double complex number_from_arrays(struct calc *c, const struct term *t);
double largest_or_least(struct calc *c, const struct term *t);
double length_of(struct calc *c, const struct term *t);

/* The values of an index that are left. */
struct run {
    double next, last;
    double complex at;
    struct bound bound;
};

/* Begin the run of t's index, which is bound until run_end(). False, after a failure or
 * when a bound is undefined. run_step(): the next value is there. */
bool run_begin(struct calc *c, const struct term *t, struct run *r);
bool run_step(struct calc *c, struct run *r);
void run_end(struct calc *c, const struct run *r);

/* Sums and products over an index. Over none they are 1 and 0. */
double indexed_next(const struct calc *c, bool sum, double total, double x);
double indexed_real(struct calc *c, const struct term *t);
double complex indexed_complex(struct calc *c, const struct term *t);
struct value indexed_array(struct calc *c, const struct term *t);

/* Derivatives. */
struct value derivative_of(struct calc *c, const struct term *t);
double complex derivative_number(struct calc *c, const struct term *t);
double derivative_real(struct calc *c, const struct term *t);

/* There is no double for a term of this kind. */
void no_value(struct calc *c, const struct term *t);

/* An array while it is filled. Without the work left for it, it has no entries. */
struct filling {
    int rows, cols;
    double complex *at;
};

struct filling array_new(struct calc *c, int rows, int cols);
struct value finished(struct filling f, const struct term *t);
struct value shapes_differ(struct calc *c);

/* The size that argument i of t says; 0 when it is none. */
int size_argument(struct calc *c, const struct term *t, int i);

/* Without overflow on the way, but for what the lens shows. */
double length(const struct calc *c, struct value x);

/* Functions of models. */
struct value softmax(struct calc *c, const struct term *t);
struct value rmsnorm(struct calc *c, const struct term *t);
struct value onehot(struct calc *c, const struct term *t);
struct value blockdiag(struct calc *c, const struct term *t);
double rms(struct calc *c, const struct term *t);

/* A function of one number; of a complex number the principal value. The function must
 * be one that has such a form. */
double complex complex_function(enum function_id f, double complex z);
double real_function(enum function_id f, double x);

#endif
