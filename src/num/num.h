/*
 * The compute core: numbers in, numbers out; knows no terms.
 *
 * float64 throughout. Linear algebra, complex numbers and special functions are GSL's
 * where GSL has them; its error handler is off after num_init() and every status is
 * checked.
 */
#ifndef ROPEWALK_NUM_NUM_H
#define ROPEWALK_NUM_NUM_H

#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

/* Once, first thing in main() and in every test. */
void num_init(void);

/* ---- matrices of complex numbers, row by row --------------------------------------- */

/* out (rows x cols) = x (rows x inner) times y (inner x cols). out may not overlap. */
void num_multiply(int rows, int inner, int cols, const double complex *x,
                  const double complex *y, double complex *out);

/* The determinant and the inverse of an n x n matrix; NaN / false when singular. */
double complex num_determinant(int n, const double complex *x);
bool num_invert(int n, const double complex *x, double complex *out);

/* ---- rotation ---------------------------------------------------------------------- */

/* out = R(angle) x, R(a) = [cos a, -sin a; sin a, cos a]. out may be x. */
void num_rotate(double angle, const double x[2], double out[2]);

/* The score (R(m theta) q)^T (R(n theta) k) of one RoPE pair (Su et al. 2021,
 * arXiv:2104.09864, eq. 16). */
double num_rope_score(const double q[2], const double k[2], double m, double n,
                      double theta);

/* ---- axes -------------------------------------------------------------------------- */

/* Up to max tick values for [low, high] after Talbot, Lin and Hanrahan, "An Extension of
 * Wilkinson's Algorithm for Positioning Tick Labels on Axes" (2010), eq. 1-5; about
 * `want` of them. Returns how many; the step is stored. With `angle`, multiples of
 * pi/2, pi/4, ... */
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
