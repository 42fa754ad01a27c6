/*
 * The compute core: numbers in, numbers out; knows no terms. This header includes one for
 * each subject: lens.h (precision), rope.h, attention.h, model.h (norms, losses, caches),
 * sample.h (random numbers in bulk), experiment.h (and live.h: looked at while they run).
 *
 * float64, or smaller formats through a lens. Linear algebra, complex numbers and special
 * functions are GSL's where GSL has them; its error handler is off after num_init() and
 * every status is checked.
 *
 * Errors. Where a header says "within", it means plain double arithmetic (no lens), u =
 * 2^-53, the inputs as they are, and results that neither overflow nor are subnormal;
 * terms in u^2 are left out. The tests hold these bounds against 300-bit balls.
 */
#ifndef ROPEWALK_NUM_NUM_H
#define ROPEWALK_NUM_NUM_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "num/attention.h"
#include "num/experiment.h"
#include "num/lens.h"
#include "num/live.h"
#include "num/model.h"
#include "num/rope.h"
#include "num/sample.h"

/* Once, first thing in main() and in every test. */
void num_init(void);

/* ---- matrices of complex numbers, row by row --------------------------------------- */

/* out (rows x cols) = x (rows x inner) times y (inner x cols). out may not
 * overlap. Undefined entries (NaN) stay undefined also where the other factor is 0. */
void num_multiply(int rows, int inner, int cols, const double complex *x,
                  const double complex *y, double complex *out);

/* The determinant of an n x n matrix, n >= 1; of integers up to n = 3 it is exact (closed
 * form), larger ones are factored (GSL). NaN when an entry is not finite. */
double complex num_determinant(int n, const double complex *x);

/* The inverse; false when x is singular or not finite (out is then undefined). out may
 * not overlap x. */
bool num_invert(int n, const double complex *x, double complex *out);

/* ---- axes -------------------------------------------------------------------------- */

/* Up to `max` ticks inside [low, high], about `want` of them, evenly spaced and rising;
 * returns how many and stores the step. Chosen by the score of Talbot, Lin and Hanrahan,
 * "An Extension of Wilkinson's Algorithm for Positioning Tick Labels on Axes" (2010),
 * eq. 1-4, among labellings that do not leave the range. A range too narrow for double to
 * divide gives one tick at low and step 0; one that is not finite or empty gives none.
 * Zero is never negative. With `angle` the step is a part or multiple of pi (pi/12, pi/6,
 * pi/4, pi/2, pi, 2 pi, 5 pi, ...) when the range holds two such ticks. */
int num_ticks(double low, double high, int want, bool angle, int max, double *ticks,
              double *step);

/* ---- seeded random numbers --------------------------------------------------------- */

/* A stream that is the same on every machine for a seed (splitmix64, Steele et al. 2014,
 * seeding xoshiro256++, Blackman and Vigna 2019). */
struct num_random {
    uint64_t s[4];
};

void num_random_seed(struct num_random *r, uint64_t seed);
uint64_t num_random_bits(struct num_random *r);
/* Uniform on low..high, both included; low <= high. */
int64_t num_random_integer(struct num_random *r, int64_t low, int64_t high);
/* Uniform on [0, 1). */
double num_random_unit(struct num_random *r);

/* A seed from a seed and a text: for question ids. */
uint64_t num_mix(uint64_t seed, const char *text);

#endif
