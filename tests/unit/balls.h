/*
 * An oracle for room num: the same quantities in 300-bit balls (Arb), which enclose what
 * is exact, and the error bounds that the headers state, held against them.
 */
#ifndef ROPEWALK_TESTS_BALLS_H
#define ROPEWALK_TESTS_BALLS_H

#include <math.h>

#include "exact/number/arb.h"
#include "num/num.h"
#include "unit/table.h"

enum { BITS = 300 };

/* The unit roundoff of double. */
static const double ROUNDOFF = 0x1p-53;

/* ---- vectors of balls, whole numbers of them, freed together ------------------------
 */

enum { BALLS_MAX = 64 };

struct balls {
    arb_ptr at[BALLS_MAX];
    slong size[BALLS_MAX];
    int n;
};

static inline arb_ptr
balls_new(struct balls *b, slong n)
{
    assert_true(b->n < BALLS_MAX);
    b->at[b->n] = _arb_vec_init(n + 1);
    b->size[b->n] = n + 1;
    return b->at[b->n++];
}

/* Of n doubles, exactly. */
static inline arb_ptr
balls_of(struct balls *b, slong n, const double *x)
{
    arb_ptr out = balls_new(b, n);

    for (slong i = 0; i < n; i++)
        arb_set_d(out + i, x[i]);
    return out;
}

static inline void
balls_free(struct balls *b)
{
    for (int i = 0; i < b->n; i++)
        _arb_vec_clear(b->at[i], b->size[i]);
    b->n = 0;
}

/* ---- arithmetic -------------------------------------------------------------------- */

static inline double
ball_double(const arb_t x)
{
    return arf_get_d(arb_midref(x), ARF_RND_NEAR);
}

/* |x|, from above. */
static inline double
ball_size(const arb_t x)
{
    arf_t top;
    double out;

    arf_init(top);
    arb_get_abs_ubound_arf(top, x, 64);
    out = arf_get_d(top, ARF_RND_UP);
    arf_clear(top);
    return out;
}

/* out = sum of x_i (step apart) y_i (step apart) */
static inline void
ball_dot(arb_t out, slong n, arb_srcptr x, slong x_step, arb_srcptr y, slong y_step)
{
    arb_zero(out);
    for (slong i = 0; i < n; i++)
        arb_addmul(out, x + i * x_step, y + i * y_step, BITS);
}

/* The same of sizes, in double: for bounds. */
static inline double
sizes_dot(slong n, const double *x, slong x_step, const double *y, slong y_step)
{
    double sum = 0;

    for (slong i = 0; i < n; i++)
        sum += fabs(x[i * x_step]) * fabs(y[i * y_step]);
    return sum;
}

/* out = x * y for a double y */
static inline void
ball_times(arb_t out, const arb_t x, double y)
{
    arb_t factor;

    arb_init(factor);
    arb_set_d(factor, y);
    arb_mul(out, x, factor, BITS);
    arb_clear(factor);
}

/* p = softmax of z, both of balls; lse may be NULL. */
static inline void
ball_softmax(struct balls *b, slong n, arb_srcptr z, arb_ptr p, arb_ptr lse)
{
    arb_ptr work = balls_new(b, 2), top = work, sum = work + 1;

    arb_set(top, z);
    for (slong i = 1; i < n; i++)
        arb_max(top, top, z + i, BITS);
    for (slong i = 0; i < n; i++) {
        arb_sub(p + i, z + i, top, BITS);
        arb_exp(p + i, p + i, BITS);
        arb_add(sum, sum, p + i, BITS);
    }
    for (slong i = 0; i < n; i++)
        arb_div(p + i, p + i, sum, BITS);
    if (lse) {
        arb_log(lse, sum, BITS);
        arb_add(lse, lse, top, BITS);
    }
}

/* ---- verdicts ---------------------------------------------------------------------- */

/* Less than this is not asked of any number: the gap of subnormal ones. */
static const double LEAST = 0x1p-1074;

/* Within `bound` of what is exact. The worst share of a bound is kept in *worst. */
static inline void
assert_within(const char *what, double got, const arb_t want, double bound, double *worst)
{
    arb_t gap;
    double size;

    arb_init(gap);
    arb_set_d(gap, got);
    arb_sub(gap, gap, want, BITS);
    size = ball_size(gap);
    arb_clear(gap);
    if (!(size <= bound + LEAST))
        fail_msg("%s: %.17g, exact %.17g: off by %g, allowed %g", what, got,
                 ball_double(want), size, bound);
    if (bound > LEAST)
        *worst = fmax(*worst, size / (bound + LEAST));
}

/* A bound that is never come near to says little: some draw of a row uses this much. */
static inline void
assert_used(double worst, double share)
{
    if (worst < share)
        fail_msg("the bound is too wide: at most %.3g of it was used", worst);
}

/* ---- inputs ------------------------------------------------------------------------ */

/* n numbers on -size .. size; for a size below 0 of all magnitudes up to |size|. */
static inline void
draw_numbers(struct num_random *r, int n, double size, double *x)
{
    for (int i = 0; i < n; i++) {
        x[i] = (2 * num_random_unit(r) - 1) * fabs(size);
        if (size < 0)
            x[i] *= exp2(-(double)num_random_integer(r, 0, 60));
    }
}

#endif
