/* Loops without branches, for the compiler to make vectors of; NUM_FAST is their name. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "num/bits.h"
#include "num/fast/fast.h"

/* The parts of a sum, pairwise. */
static double
total(double part[FAST_LANES])
{
    for (int half = FAST_LANES / 2; half > 0; half /= 2)
        for (int i = 0; i < half; i++)
            part[i] += part[half + i];
    return part[0];
}

static double
dot(size_t n, const double *restrict x, const double *restrict y)
{
    double part[FAST_LANES] = {0};
    size_t at = 0;

    for (; at + FAST_LANES <= n; at += FAST_LANES)
        for (int i = 0; i < FAST_LANES; i++)
            part[i] += x[at + (size_t)i] * y[at + (size_t)i];
    for (int i = 0; at < n; at++, i++)
        part[i] += x[at] * y[at];
    return total(part);
}

static double
sum(size_t n, const double *restrict x)
{
    double part[FAST_LANES] = {0};
    size_t at = 0;

    for (; at + FAST_LANES <= n; at += FAST_LANES)
        for (int i = 0; i < FAST_LANES; i++)
            part[i] += x[at + (size_t)i];
    for (int i = 0; at < n; at++, i++)
        part[i] += x[at];
    return total(part);
}

static double
largest(size_t n, const double *restrict x)
{
    double part[FAST_LANES], top = -INFINITY;
    size_t at = 0;

    for (int i = 0; i < FAST_LANES; i++)
        part[i] = -INFINITY;
    for (; at + FAST_LANES <= n; at += FAST_LANES)
        for (int i = 0; i < FAST_LANES; i++)
            part[i] = part[i] > x[at + (size_t)i] ? part[i] : x[at + (size_t)i];
    for (; at < n; at++)
        top = top > x[at] ? top : x[at];
    for (int i = 0; i < FAST_LANES; i++)
        top = top > part[i] ? top : part[i];
    return top;
}

static void
extremes(size_t n, const double *restrict x, double *low, double *high)
{
    double least[FAST_LANES], most[FAST_LANES];
    size_t at = 0;

    for (int i = 0; i < FAST_LANES; i++) {
        least[i] = INFINITY;
        most[i] = -INFINITY;
    }
    for (; at + FAST_LANES <= n; at += FAST_LANES)
        for (int i = 0; i < FAST_LANES; i++) {
            double here = x[at + (size_t)i];

            least[i] = here < least[i] ? here : least[i];
            most[i] = here > most[i] ? here : most[i];
        }
    for (int i = 0; at < n; at++, i++) {
        least[i] = x[at] < least[i] ? x[at] : least[i];
        most[i] = x[at] > most[i] ? x[at] : most[i];
    }
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < FAST_LANES; i++) {
        *low = least[i] < *low ? least[i] : *low;
        *high = most[i] > *high ? most[i] : *high;
    }
}

/* e^x for x <= 0 as 2^k (1 + r + r^2 q(r)), r in -0.35 .. 0.35; q interpolates at
 * Chebyshev nodes. 2^k is two factors, so that subnormal results are rounded once, as
 * they should be. Below -746 it is 0. */
static inline double
exponential(double x)
{
    double clamped = x < -746 ? -746 : x, shifted, k, r;
    uint64_t whole, half;
    double q = 0x1.1f72fdb6c6443p-29;

    shifted = clamped * 0x1.71547652b82fep+0 + 0x1.8p52;
    k = shifted - 0x1.8p52;
    r = clamped - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33;
    q = q * r + 0x1.af4ddfbb33a59p-26;
    q = q * r + 0x1.27e4db6718a69p-22;
    q = q * r + 0x1.71de02364614ap-19;
    q = q * r + 0x1.a01a01a6d7b19p-16;
    q = q * r + 0x1.a01a01abe683ap-13;
    q = q * r + 0x1.6c16c16c162d6p-10;
    q = q * r + 0x1.11111111100dep-7;
    q = q * r + 0x1.5555555555556p-5;
    q = q * r + 0x1.5555555555557p-3;
    q = q * r + 0x1.0000000000000p-1;
    q = 1 + (r + r * r * q);
    /* The lowest bits of `shifted` are k. */
    whole = bits_of_double(shifted) - bits_of_double(0x1.8p52) + 4096;
    half = whole >> 1;
    return q * double_of((half - 2048 + 1023) << 52) *
           double_of((whole - half - 2048 + 1023) << 52);
}

static double
exponentials(size_t n, double top, const double *restrict z, double *restrict p)
{
    for (size_t i = 0; i < n; i++)
        p[i] = exponential(z[i] - top);
    return sum(n, p);
}

enum { POWERS = 8, POWER_LANES = 8 };

static inline void
add_powers(double gap, double *restrict part, size_t lane)
{
    double raised = gap;

    for (int p = 2; p <= POWERS; p++) {
        raised *= gap;
        part[(size_t)(p - 2) * POWER_LANES + lane] += raised;
    }
}

static void
powers(size_t n, double centre, const double *restrict x, double *restrict m)
{
    double part[(POWERS - 1) * POWER_LANES] = {0};
    size_t at = 0;

    for (; at + POWER_LANES <= n; at += POWER_LANES)
        for (size_t i = 0; i < POWER_LANES; i++)
            add_powers(x[at + i] - centre, part, i);
    for (size_t i = 0; at < n; at++, i++)
        add_powers(x[at] - centre, part, i);
    for (int p = 2; p <= POWERS; p++)
        for (int i = 0; i < POWER_LANES; i++)
            m[p] += part[(p - 2) * POWER_LANES + i];
}

static void
divide(size_t n, double by, double *restrict x)
{
    for (size_t i = 0; i < n; i++)
        x[i] /= by;
}

/* FAST_ROWS rows by FAST_LANES columns at a time, which fit into registers. */
static inline void
tile(size_t inner, size_t cols, const double *restrict x, size_t x_step,
     const double *restrict y, double *restrict out)
{
    double part[FAST_ROWS][FAST_LANES];

    for (size_t r = 0; r < FAST_ROWS; r++)
        for (size_t c = 0; c < FAST_LANES; c++)
            part[r][c] = out[r * cols + c];
    for (size_t i = 0; i < inner; i++)
        for (size_t r = 0; r < FAST_ROWS; r++)
            for (size_t c = 0; c < FAST_LANES; c++)
                part[r][c] += x[r * x_step + i] * y[i * cols + c];
    for (size_t r = 0; r < FAST_ROWS; r++)
        for (size_t c = 0; c < FAST_LANES; c++)
            out[r * cols + c] = part[r][c];
}

static void
multiply(size_t rows, size_t inner, size_t cols, const double *x, size_t x_step,
         const double *y, double *out)
{
    size_t c = 0;

    if (rows == FAST_ROWS)
        for (; c + FAST_LANES <= cols; c += FAST_LANES)
            tile(inner, cols, x, x_step, y + c, out + c);
    for (size_t r = 0; r < rows && c < cols; r++)
        for (size_t i = 0; i < inner; i++)
            for (size_t at = c; at < cols; at++)
                out[r * cols + at] += x[r * x_step + i] * y[i * cols + at];
}

const struct num_fast NUM_FAST = {dot,          sum,    largest, extremes,
                                  exponentials, powers, divide,  multiply};
