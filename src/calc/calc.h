/*
 * Terms evaluated in double precision: plots, computed spans, drawn numbers, screening.
 *
 * Undefined is a value, not an error: 1/0 and ln(-1) of a real give NaN, and the caller
 * decides what a NaN means for it. Numbers and linear algebra come from room num, and so
 * does its precision lens: a term can also be evaluated in a smaller format.
 */
#ifndef ROPEWALK_CALC_CALC_H
#define ROPEWALK_CALC_CALC_H

#include <complex.h>
#include <stdbool.h>

#include "expr/expr.h"
#include "num/num.h"

/* A number (1 x 1), vector (n x 1) or matrix, row by row. Entries are borrowed from the
 * arena of the evaluation. `real`: every imaginary part is exactly 0 by its type. */
struct value {
    int rows, cols;
    bool real;
    const double complex *at;
};

/* Values for names. A name with a value in its scope needs none. Borrowed. */
struct calc_name {
    const char *name;
    struct value value;
};

/* The values of a scope's names that an environment has brought, so that they are worked
 * out once. It belongs to one environment: whoever changes or adds a value there begins
 * another. */
struct calc_memo;
struct calc_memo *calc_memo_new(struct arena *a);

/* With a lens the terms are evaluated in its format, as calc_eval_through() says: these
 * values are rounded to it too, but for whole numbers by type, which are counts. */
struct calc_env {
    const struct calc_name *at;
    int n;
    struct num_lens lens;
    struct calc_memo *memo; /* NULL: each name is worked out where it stands */
};

struct value calc_number(struct arena *a, double complex x);
struct value calc_real(struct arena *a, double x);

/* Evaluate t. `s` supplies the values of scope_add_value(); may be NULL. false only
 * when a name has no value, sizes do not fit (a symbolic size is whatever the values
 * have), the work is more than 10^6 operations, a derivative cannot be written as a term
 * (expr_derivative()), or a limit, an average or a probability is in t, which have no
 * value in doubles (*e says which). Indices out of range and singular matrices give NaN;
 * what is too large for a double is infinite. */
bool calc_eval(struct arena *a, const struct scope *s, const struct term *t,
               const struct calc_env *env, struct value *out, struct err *e);

/* The same in the lens's format: numbers, names and constants are rounded to it, and so
 * is each sum, product, quotient, root and function on the way (of complex numbers each
 * part; sums from left to right, without wide sums). A relation compares exactly. false
 * also for determinants, inverses and arrays' powers below 0, which are found in double
 * only. In fp64 this is calc_eval(). A number is rounded from the double nearest to it.
 */
bool calc_eval_through(struct num_lens l, struct arena *a, const struct scope *s,
                       const struct term *t, struct value *out, struct err *e);

/* What was lost on the way, as the flags of hardware say it: a finite operation became
 * infinite; one that is not zero became 0. In fp64 only real numbers are watched, in
 * smaller formats all; not what softmax() and rmsnorm() do inside. */
enum calc_loss { CALC_OVERFLOW = 1, CALC_UNDERFLOW = 2 };

/* calc_eval() that adds what was lost to *loss, a set of enum calc_loss. */
bool calc_eval_watched(struct arena *a, const struct scope *s, const struct term *t,
                       const struct calc_env *env, struct value *out, unsigned *loss);

/* The same as calc_eval() for a term that must be one real number; NaN when it is
 * undefined, not real, or cannot be evaluated. A relation gives 1 or 0; doubles that
 * differ by at most 10^-12, relative to the larger or to 1, count as equal in it. */
double calc_eval_real(struct arena *a, const struct scope *s, const struct term *t,
                      const struct calc_env *env);

/* Many values of one name, a number or a vector: `parts` rows of n values each. */
struct calc_lanes {
    const char *name;
    int parts; /* components; 1: a number */
    const double *x;
    int n;
};

/* y[i] is what calc_eval_real() gives for the i-th values of the lanes' name, which env
 * does not bring, to the last bit and much faster than one by one. */
void
calc_eval_lanes(struct arena *a, const struct scope *s, const struct term *t,
                const struct calc_env *env, const struct calc_lanes *lanes, double *y);

/* env together with every name of t whose value in s can be worked out from it: before
 * many evaluations in which only other names change. In the arena, without a memo. */
struct calc_env calc_known(struct arena *a, const struct scope *s, const struct term *t,
                           const struct calc_env *env);

/* "-4.04", "1 + 7i", "[1, 2]", "[1, 2; 3, 4]", a row "[1, 2]^T": with `digits`
 * significant digits (1 to 17), trailing zeros cut, in the language's own form; "-0" is
 * "0"; NaN is "undefined". From 6 digits on a whole number below 1e15 has all of its
 * own. Up to 15 digits, a part below 2e-15 of the largest is rounding
 * and is shown as 0. In the arena. */
char *value_text(struct arena *a, struct value v, int digits);
/* `digits`, or 15 when every entry is a whole number: 16777217 is not to be shown as
 * 16777200. */
int value_digits(struct value v, int digits);

/* The value v of t as a learner may type it again: for a name whose value is written
 * without other names, as "pi/4" is, and which so many digits do not give exactly, what
 * is written; else value_text(). In the arena. */
char *value_shown(struct arena *a, const struct scope *s, const struct term *t,
                  struct value v, int digits, bool ascii);

/* value_text() with so many decimals in every part, zeros at the end kept: "0.50",
 * "[0.79, 0.10]"; from 1e15 on six digits. In the arena. */
char *value_fixed(struct arena *a, struct value v, int places);

/* What a computed span or the braces of a sentence hold: "TERM", or "TERM : N", whose
 * value is shown with N decimals. No term has a ':'. */
enum { SPAN_PLACES_MAX = 9 };

struct calc_span {
    const char *text;        /* the term as it is written */
    const struct term *term; /* NULL: not read */
    int places;              /* -1: none are said */
};

/* `text`, which begins at `at`, cut at its ':', the term not read; false with *e filled
 * (at the number) when N is no whole number from 0 to SPAN_PLACES_MAX. e may be NULL. */
bool calc_span_cut(struct arena *a, const char *text, struct pos at,
                   struct calc_span *out, struct err *e);
/* The same with the term read in the scope. */
bool calc_span_read(struct arena *a, const struct scope *s, const char *text,
                    struct pos at, struct calc_span *out, struct err *e);
/* The value v of shown->term: value_fixed(), or value_shown() when no places are said. */
char *
calc_span_text(struct arena *a, const struct scope *s, const struct calc_span *shown,
               struct value v, int digits, bool ascii);

#endif
