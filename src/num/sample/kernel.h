/*
 * One chunk of random numbers, compiled once for each kind of processor from kernel.c.
 */
#ifndef ROPEWALK_NUM_SAMPLE_KERNEL_H
#define ROPEWALK_NUM_SAMPLE_KERNEL_H

#include "num/sample.h"

struct num_kernels {
    const char *name;
    void (*bits)(struct num_stream *r, uint64_t *out);
    void (*normal32)(struct num_stream *r, float *out);
    void (*normal64)(struct num_stream *r, double *out);
    void (*uniform32)(struct num_stream *r, float *out);
    void (*sign32)(struct num_stream *r, float *out);
    /* sum[i] += x[i] x[NUM_CHUNK / 2 + i] for x from normal32() */
    void (*add_products32)(struct num_stream *r, float *sum);
    /* sum[i] += x[i] y[i], n of them */
    void (*multiply32)(size_t n, const float *x, const float *y, float *sum);
};

extern const struct num_kernels num_kernels_plain;
#ifdef NUM_X86
extern const struct num_kernels num_kernels_avx2, num_kernels_avx512;
#endif

/* The i-th that this processor can run, the plain one first; NULL past the last. */
const struct num_kernels *num_kernels(int i);

/* The fastest. */
const struct num_kernels *num_kernels_best(void);

#endif
