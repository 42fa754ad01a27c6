/*
 * Loops over many doubles, compiled once for each kind of processor from fast.c. All
 * give the same bits: sums are kept in FAST_LANES parts, whatever the processor.
 */
#ifndef ROPEWALK_NUM_FAST_FAST_H
#define ROPEWALK_NUM_FAST_FAST_H

#include <stddef.h>

enum { FAST_LANES = 32, FAST_ROWS = 4 };

struct num_fast {
    /* x_1 y_1 + ... + x_n y_n */
    double (*dot)(size_t n, const double *x, const double *y);
    /* x_1 + ... + x_n */
    double (*sum)(size_t n, const double *x);
    /* The largest; unknown when one is NaN. */
    double (*largest)(size_t n, const double *x);
    /* The smallest and the largest of those that are numbers; inf and -inf of none. */
    void (*extremes)(size_t n, const double *x, double *low, double *high);
    /* p_i = exp(z_i - top), z_i <= top, within 2 units in the last place; their sum. */
    double (*exponentials)(size_t n, double top, const double *z, double *p);
    /* m[p] += sum of (x_i - centre)^p, p = 2 .. 8 */
    void (*powers)(size_t n, double centre, const double *x, double *m);
    void (*divide)(size_t n, double by, double *x);
    /* out (rows x cols) += x (rows x inner, a row every x_step) times y (inner x cols, a
     * row every cols), rows <= FAST_ROWS */
    void (*multiply)(size_t rows, size_t inner, size_t cols, const double *x,
                     size_t x_step, const double *y, double *out);
};

extern const struct num_fast num_fast_plain;
#ifdef NUM_X86
extern const struct num_fast num_fast_avx2, num_fast_avx512;
#endif

/* The i-th that this processor can run, the plain one first; NULL past the last. */
const struct num_fast *num_fast(int i);
const struct num_fast *num_fast_best(void);

#endif
