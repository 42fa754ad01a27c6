/*
 * The sampling engine: random numbers in bulk, and what is kept of them.
 *
 * Streams are numbered, so that a sample can be cut into blocks, and each block drawn
 * where and when one likes: block b of seed s is always the same numbers. They are the
 * same, bit for bit, on every machine with IEEE arithmetic and for each way in which they
 * can be computed here (plain C, AVX2, AVX-512): no operation is contracted or reordered.
 */
#ifndef ROPEWALK_NUM_SAMPLE_H
#define ROPEWALK_NUM_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

/* ---- streams ----------------------------------------------------------------------- */

enum {
    NUM_LANES = 16, /* generators of a stream, side by side */
    NUM_CHUNK = 512 /* numbers are made so many at a time */
};

/* xoshiro256++ (Blackman and Vigna 2019, arXiv:1805.01407), NUM_LANES of them, each from
 * a state of its own that splitmix64 makes of seed, stream and lane. Period 2^256 - 1;
 * two of 2^40 lanes that draw 2^40 numbers each overlap with a chance below 2^-135. */
struct num_stream {
    uint64_t s[4][NUM_LANES];
    const struct num_kernels *with; /* how this processor computes */
};

void num_stream_seed(struct num_stream *r, uint64_t seed, uint64_t stream);

/* NUM_CHUNK numbers each. */

/* Random bits. */
void num_fill_bits(struct num_stream *r, uint64_t *out);

/* Standard normal numbers, by Box and Muller's method (1958): the first half of `out` are
 * the cosines, the second the sines of the same radii. float: the largest is 6.67, and
 * radii below 2^-11 lie on a grid; double: the largest is 8.58. Error of a number: at
 * most 2^-22 and 2^-50 of the radius. */
void num_fill_normal32(struct num_stream *r, float *out);
void num_fill_normal64(struct num_stream *r, double *out);

/* Uniform on (-1, 1), multiples of 2^-23 (odd ones: never 0); -1 or 1. */
void num_fill_uniform32(struct num_stream *r, float *out);
void num_fill_sign32(struct num_stream *r, float *out);

/* The generator for GSL's functions: gsl_rng_get() gives 32 bits, gsl_rng_uniform() 53.
 */
const gsl_rng_type *num_rng_type(void);

/* ---- what is kept ------------------------------------------------------------------ */

enum { NUM_MOMENTS = 8 };

/* Count, mean and sums of powers of deviations from it, without the numbers themselves.
 * {0} is of none. */
struct num_moments {
    double count, mean, low, high;
    double m[NUM_MOMENTS + 1]; /* m[p]: sum of (x - mean)^p; m[0], m[1] are not used */
};

/* Take in n numbers: their moments in two passes, then num_moments_merge(). */
void num_moments_add(struct num_moments *t, size_t n, const double *x);

/* Take in another's: Pebay, "Formulas for robust, one-pass parallel computation of
 * covariances and arbitrary-order statistical moments" (2008), eq. 2.1. */
void num_moments_merge(struct num_moments *t, const struct num_moments *other);

/* A number and its standard error; NaN where there is none. */
struct num_estimate {
    double value, error;
};

struct num_estimate num_moments_mean(const struct num_moments *t);
/* Unbiased; its error from the fourth moment (Cramer 1946, eq. 27.4.2). */
struct num_estimate num_moments_variance(const struct num_moments *t);
/* The root of the variance; the error to first order. */
struct num_estimate num_moments_deviation(const struct num_moments *t);
/* m4 / m2^2 - 3; the error to first order, from moments up to the eighth. */
struct num_estimate num_moments_kurtosis(const struct num_moments *t);

/* Counts in equal bins from low to high, and of what lies below and above. */
enum { NUM_BINS = 4096 };
struct num_histogram {
    double low, high;
    uint64_t below, above, bin[NUM_BINS];
};

void num_histogram_add(struct num_histogram *h, size_t n, const double *x);

/* The value below which a share q of the numbers lies, linear inside bins, with the error
 * of the order statistics around it and that of a bin's width; -inf or inf when it lies
 * outside. */
struct num_estimate num_histogram_quantile(const struct num_histogram *h, double q);

#endif
