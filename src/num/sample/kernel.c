/*
 * Chunks of random numbers. Compiled several times, with NUM_KERNELS the name of the
 * result: loops without branches over arrays, for the compiler to make vectors of.
 *
 * The polynomials interpolate their functions at Chebyshev nodes (to 60 digits).
 */
#include <math.h>
#include <string.h>

#include "num/sample/kernel.h"

enum { HALF = NUM_CHUNK / 2 };

/* ---- bits -------------------------------------------------------------------------- */

static inline uint64_t
turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* n bits a lane, n a multiple of NUM_LANES. */
static inline void
draw(struct num_stream *r, int n, uint64_t *restrict out)
{
    uint64_t(*restrict s)[NUM_LANES] = r->s;

    for (int at = 0; at < n; at += NUM_LANES) {
        for (int i = 0; i < NUM_LANES; i++) {
            uint64_t a = s[0][i], b = s[1][i], c = s[2][i], d = s[3][i], t = b << 17;

            out[at + i] = turn(a + d, 23) + a;
            c ^= a;
            d ^= b;
            s[1][i] = b ^ c;
            s[0][i] = a ^ d;
            s[2][i] = c ^ t;
            s[3][i] = turn(d, 45);
        }
    }
}

static void
bits(struct num_stream *r, uint64_t *out)
{
    draw(r, NUM_CHUNK, out);
}

/* ---- float ------------------------------------------------------------------------- */

static inline float
float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t
bits_of_float(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* x where the mask's bits are set, else y. As bits, so that no compiler sees a branch. */
static inline float
choose32(uint32_t mask, float x, float y)
{
    return float_of((bits_of_float(x) & mask) | (bits_of_float(y) & ~mask));
}

/* sqrt(-2 ln u), u = (w + 1/2) / 2^31 for the upper 31 bits w: with u = 2^e (1 + f),
 * f in -0.29 .. 0.41, ln u = e ln 2 + f - f^2/2 + f^3 p(f). Where e is 0, f is found from
 * the bits and not from u, which is rounded coarsely there. */
static inline float
radius32(uint32_t word)
{
    int32_t w = (int32_t)(word >> 1);
    float u = ((float)w + 0.5f) * 0x1p-31f, rest = ((float)(w ^ INT32_MAX) + 0.5f);
    uint32_t b = bits_of_float(u);
    int32_t e = (int32_t)(b - 0x3f3504f3u) >> 23;
    float f = float_of(b - ((uint32_t)e << 23)) - 1, k = (float)e;
    float p = -0x1.439ecap-4f;

    f = choose32(0u - (e == 0), rest * -0x1p-31f, f);
    p = p * f + 0x1.027f0ap-3f;
    p = p * f - 0x1.0a35bap-3f;
    p = p * f + 0x1.231d34p-3f;
    p = p * f - 0x1.54d024p-3f;
    p = p * f + 0x1.999f12p-3f;
    p = p * f - 0x1.0000cep-2f;
    p = p * f + 0x1.555554p-2f;
    p = (p * f - 0.5f) * (f * f) + f;
    return sqrtf(-2 * (p + k * 0x1.62e43p-1f));
}

/* cos and sin of a / 2^32 turns: the nearest quarter, then -1/2 .. 1/2 quarters on. */
static inline void
turn32(uint32_t a, float radius, float *cosine, float *sine)
{
    uint32_t j = (a + 0x20000000u) >> 30;
    float x = (float)(int32_t)(a - (j << 30)) * 0x1p-30f, t = x * x;
    float s = ((-0x1.2d9b4p-8f * t + 0x1.465ec4p-4f) * t - 0x1.4abbbap-1f) * t;
    float c = ((0x1.db6492p-11f * t - 0x1.55cb98p-6f) * t + 0x1.03c1eap-2f) * t;
    uint32_t swap = 0u - (j & 1);

    s = (s + 0x1.921fb6p+0f) * x * radius;
    c = ((c - 0x1.3bd3ccp+0f) * t + 1) * radius;
    *cosine = float_of(bits_of_float(choose32(swap, s, c)) ^ ((j + 1) & 2) << 30);
    *sine = float_of(bits_of_float(choose32(swap, c, s)) ^ (j & 2) << 30);
}

/* The halves of each word, so that the loops behind it have lanes of one width. */
static inline void
split(const uint64_t *restrict word, uint32_t *restrict low, uint32_t *restrict high)
{
    for (int i = 0; i < HALF; i++) {
        low[i] = (uint32_t)word[i];
        high[i] = (uint32_t)(word[i] >> 32);
    }
}

static void
normal32(struct num_stream *r, float *restrict out)
{
    uint64_t word[HALF];
    uint32_t low[HALF], high[HALF];

    draw(r, HALF, word);
    split(word, low, high);
    for (int i = 0; i < HALF; i++)
        turn32(low[i], radius32(high[i]), &out[i], &out[HALF + i]);
}

static void
uniform32(struct num_stream *r, float *restrict out)
{
    uint64_t word[HALF];
    uint32_t low[HALF], high[HALF];

    draw(r, HALF, word);
    split(word, low, high);
    /* 1 to 2 in steps of 2^-23, then the middle of each step. */
    for (int i = 0; i < HALF; i++) {
        out[i] = (float_of(low[i] >> 9 | 0x3f800000u) - 1.5f + 0x1p-24f) * 2;
        out[HALF + i] = (float_of(high[i] >> 9 | 0x3f800000u) - 1.5f + 0x1p-24f) * 2;
    }
}

static void
sign32(struct num_stream *r, float *restrict out)
{
    uint64_t word[HALF];

    draw(r, HALF, word);
    for (int i = 0; i < HALF; i++) {
        out[i] = float_of(((uint32_t)word[i] & 0x80000000u) | 0x3f800000u);
        out[HALF + i] = float_of(((uint32_t)(word[i] >> 32) & 0x80000000u) | 0x3f800000u);
    }
}

static void
multiply32(size_t n, const float *restrict x, const float *restrict y,
           float *restrict sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += x[i] * y[i];
}

/* ---- double ------------------------------------------------------------------------ */

static inline double
double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t
bits_of_double(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static const uint64_t ONE = UINT64_C(0x3ff0000000000000);

/* The same, u = (w + 1/2) / 2^52; ln(1 + f) = 2 s + s^3 p(s^2), s = f / (2 + f). */
static inline double
radius64(uint64_t word)
{
    double u = double_of(word >> 12 | ONE) - (1 - 0x1p-53);
    uint64_t b = bits_of_double(u);
    uint64_t e = (b - UINT64_C(0x3fe6a09e667f3bcd) + ONE) >> 52;
    double k = double_of(e | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
    double f = double_of(b - (e << 52) + ONE) - 1;
    double s = f / (2 + f), t = s * s, p = 0x1.2b58f4c8d5f63p-3;

    p = p * t + 0x1.39fe52a20dc69p-3;
    p = p * t + 0x1.7462b5152e8a6p-3;
    p = p * t + 0x1.c71c62e40b94ep-3;
    p = p * t + 0x1.2492492df26cep-2;
    p = p * t + 0x1.99999999952d8p-2;
    p = p * t + 0x1.5555555555558p-1;
    return sqrt(-2 * ((p * t * s + 2 * s) + k * 0x1.62e42fefa39efp-1));
}

static inline void
turn64(uint64_t a, double radius, double *cosine, double *sine)
{
    uint64_t middle = a + (UINT64_C(1) << 61), j = middle >> 62;
    double x = double_of((middle << 2) >> 12 | ONE) - 1.5, t = x * x;
    double s = 0x1.e3f38399551bfp-25, c = -0x1.b2f3eb054afcdp-28;
    uint64_t swap = 0u - (j & 1), x_bits, y_bits;

    s = s * t - 0x1.e30071afc3e59p-19;
    s = s * t + 0x1.50782fda12d96p-13;
    s = s * t - 0x1.32d2cce2e5b19p-8;
    s = s * t + 0x1.466bc677587f8p-4;
    s = s * t - 0x1.4abbce625be41p-1;
    s = s * t + 0x1.921fb54442d18p+0;
    c = c * t + 0x1.f9ce245cada0bp-22;
    c = c * t - 0x1.a6d1eef479be1p-16;
    c = c * t + 0x1.e1f5068688d5bp-11;
    c = c * t - 0x1.55d3c7e3cb241p-6;
    c = c * t + 0x1.03c1f081b5ac0p-2;
    c = c * t - 0x1.3bd3cc9be45dep+0;
    s = s * x * radius;
    c = (c * t + 1) * radius;
    x_bits = (bits_of_double(s) & swap) | (bits_of_double(c) & ~swap);
    y_bits = (bits_of_double(c) & swap) | (bits_of_double(s) & ~swap);
    *cosine = double_of(x_bits ^ ((j + 1) & 2) << 62);
    *sine = double_of(y_bits ^ (j & 2) << 62);
}

static void
normal64(struct num_stream *r, double *restrict out)
{
    uint64_t word[NUM_CHUNK];

    draw(r, NUM_CHUNK, word);
    for (int i = 0; i < HALF; i++)
        turn64(word[i], radius64(word[HALF + i]), &out[i], &out[HALF + i]);
}

const struct num_kernels NUM_KERNELS = {
    NUM_KERNELS_NAME, bits, normal32, normal64, uniform32, sign32, multiply32,
};
