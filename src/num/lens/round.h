/* Rounding inside loops: nothing at all for doubles. */
#ifndef ROPEWALK_NUM_LENS_ROUND_H
#define ROPEWALK_NUM_LENS_ROUND_H

#include <math.h>

#include "num/lens.h"

static inline double
fl(struct num_lens l, double x)
{
    return l.format == NUM_FP64   ? x
           : l.format == NUM_FP32 ? (double)(float)x /* as num_round() does */
                                  : num_round(l.format, x);
}

/* Whether n numbers are worth the loops of fast.h, which round nothing. */
static inline bool
lens_is_fast(struct num_lens l, int n)
{
    return l.format == NUM_FP64 && n >= 64;
}

/* The format that sums are kept in. */
static inline struct num_lens
lens_of_sums(struct num_lens l)
{
    if (l.wide_sums && (l.format == NUM_BF16 || l.format == NUM_FP16))
        l.format = NUM_FP32;
    return l;
}

/* sum + x y, each operation rounded. */
static inline double
lens_step(struct num_lens l, double sum, double x, double y)
{
    return fl(l, sum + fl(l, x * y));
}

#endif
