/*
 * Chunks of random numbers. Compiled several times, with NUM_KERNELS the name of the
 * result: loops without branches over arrays, for the compiler to make vectors of.
 *
 * The polynomials interpolate their functions at Chebyshev nodes (to 60 digits).
 */
#include <math.h>
#include <string.h>

#include "num/bits.h"
#include "num/sample/kernel.h"

enum { HALF = NUM_CHUNK / 2 };

/* ---- bits -------------------------------------------------------------------------- */

/* As many lanes as a register holds: kept there while words are drawn. */
#ifndef NUM_WIDTH
#define NUM_WIDTH 16
#endif
typedef uint64_t lanes __attribute__((vector_size(NUM_WIDTH)));

enum { LANES = NUM_WIDTH / sizeof(uint64_t) };

struct generators {
    lanes a, b, c, d;
};

static inline void
load(struct generators *g, uint64_t (*s)[NUM_LANES], int first)
{
    memcpy(&g->a, &s[0][first], sizeof g->a);
    memcpy(&g->b, &s[1][first], sizeof g->b);
    memcpy(&g->c, &s[2][first], sizeof g->c);
    memcpy(&g->d, &s[3][first], sizeof g->d);
}

static inline void
store(const struct generators *g, uint64_t (*s)[NUM_LANES], int first)
{
    memcpy(&s[0][first], &g->a, sizeof g->a);
    memcpy(&s[1][first], &g->b, sizeof g->b);
    memcpy(&s[2][first], &g->c, sizeof g->c);
    memcpy(&s[3][first], &g->d, sizeof g->d);
}

static inline void
step(struct generators *g, void *out)
{
    lanes t = g->b << 17, sum = g->a + g->d, word = (sum << 23 | sum >> 41) + g->a;

    g->c ^= g->a;
    g->d ^= g->b;
    g->b ^= g->c;
    g->a ^= g->d;
    g->c ^= t;
    g->d = g->d << 45 | g->d >> 19;
    memcpy(out, &word, sizeof word);
}

/* n words of all lanes, n a multiple of NUM_LANES, to 8 n bytes. Two registers' lanes at
 * a time, so that none waits for the other. */
static inline void
draw(struct num_stream *r, int n, void *out)
{
    for (int first = 0; first < NUM_LANES; first += 2 * LANES) {
        struct generators even, odd;
        unsigned char *to = (unsigned char *)out + first * 8;

        load(&even, r->s, first);
        load(&odd, r->s, first + LANES);
        for (int at = 0; at < n; at += NUM_LANES) {
            step(&even, to + at * 8);
            step(&odd, to + at * 8 + NUM_WIDTH);
        }
        store(&even, r->s, first);
        store(&odd, r->s, first + LANES);
    }
}

/* The same as halves of words, the lower half first on every machine. */
static inline void
draw_halves(struct num_stream *r, uint32_t *out)
{
    draw(r, HALF, out);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (int i = 0; i < NUM_CHUNK; i += 2) {
        uint32_t low = out[i + 1];

        out[i + 1] = out[i];
        out[i] = low;
    }
#endif
}

static void
bits(struct num_stream *r, uint64_t *out)
{
    draw(r, NUM_CHUNK, out);
}

/* ---- float ------------------------------------------------------------------------- */

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
    float t, p, q;

    f = choose32(0u - (e == 0), rest * -0x1p-31f, f);
    t = f * f;
    /* Halves side by side (Estrin), for a shorter chain. */
    p = (-0x1.439ecap-4f * f + 0x1.027f0ap-3f) * t +
        (0x1.231d34p-3f - 0x1.0a35bap-3f * f);
    q = (0x1.999f12p-3f - 0x1.54d024p-3f * f) * t + (0x1.555554p-2f - 0x1.0000cep-2f * f);
    p = p * (t * t) + q;
    p = (p * f - 0.5f) * t + f;
    return sqrtf(-2 * (p + k * 0x1.62e43p-1f));
}

/* The nearest quarter of a / 2^32 turns, and cos and sin of what is left, -1/2 .. 1/2
 * quarters, times the radius. */
static inline uint32_t
quarter32(uint32_t a, float radius, float *cosine, float *sine)
{
    uint32_t j = (a + 0x20000000u) >> 30;
    float x = (float)(int32_t)(a - (j << 30)) * 0x1p-30f, t = x * x;
    float s = ((-0x1.2d9b4p-8f * t + 0x1.465ec4p-4f) * t - 0x1.4abbbap-1f) * t;
    float c = ((0x1.db6492p-11f * t - 0x1.55cb98p-6f) * t + 0x1.03c1eap-2f) * t;

    *sine = (s + 0x1.921fb6p+0f) * (x * radius);
    *cosine = ((c - 0x1.3bd3ccp+0f) * t + 1) * radius;
    return j;
}

/* cos and sin of all of it: they change places in odd quarters. */
static inline void
turn32(uint32_t a, float radius, float *cosine, float *sine)
{
    float c, s;
    uint32_t j = quarter32(a, radius, &c, &s), swap = 0u - (j & 1);

    *cosine = float_of(bits_of_float(choose32(swap, s, c)) ^ ((j + 1) & 2) << 30);
    *sine = float_of(bits_of_float(choose32(swap, c, s)) ^ (j & 2) << 30);
}

/* In a loop of its own: it is one long chain of operations, and a processor sees the more
 * of such chains at once, the shorter the loop's body is. */
static inline void
find_radii32(const uint32_t *restrict word, float *restrict radius)
{
    for (int i = 0; i < HALF; i++)
        radius[i] = radius32(word[i]);
}

static void
normal32(struct num_stream *r, float *restrict out)
{
    uint32_t word[NUM_CHUNK];
    float radius[HALF];

    draw_halves(r, word);
    find_radii32(word + HALF, radius);
    for (int i = 0; i < HALF; i++)
        turn32(word[i], radius[i], &out[i], &out[HALF + i]);
}

/* The products of what normal32() gives: its first half times its second. */
static void
add_products32(struct num_stream *r, float *restrict sum)
{
    uint32_t word[NUM_CHUNK];
    float radius[HALF];

    draw_halves(r, word);
    find_radii32(word + HALF, radius);
    for (int i = 0; i < HALF; i++) {
        float x, y;
        uint32_t j = quarter32(word[i], radius[i], &x, &y);

        /* Whichever is which; in odd quarters one of them is negative. */
        sum[i] += float_of(bits_of_float(x * y) ^ j << 31);
    }
}

static void
uniform32(struct num_stream *r, float *restrict out)
{
    uint32_t word[NUM_CHUNK];

    draw_halves(r, word);
    /* 1 to 2 in steps of 2^-23, then the middle of each step. */
    for (int i = 0; i < NUM_CHUNK; i++)
        out[i] = (float_of(word[i] >> 9 | 0x3f800000u) - 1.5f + 0x1p-24f) * 2;
}

static void
sign32(struct num_stream *r, float *restrict out)
{
    uint32_t word[NUM_CHUNK];

    draw_halves(r, word);
    for (int i = 0; i < NUM_CHUNK; i++)
        out[i] = float_of((word[i] & 0x80000000u) | 0x3f800000u);
}

static void
multiply32(size_t n, const float *restrict x, const float *restrict y,
           float *restrict sum)
{
    for (size_t i = 0; i < n; i++)
        sum[i] += x[i] * y[i];
}

/* ---- double ------------------------------------------------------------------------ */

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
    double radius[HALF];

    draw(r, NUM_CHUNK, word);
    for (int i = 0; i < HALF; i++)
        radius[i] = radius64(word[HALF + i]);
    for (int i = 0; i < HALF; i++)
        turn64(word[i], radius[i], &out[i], &out[HALF + i]);
}

const struct num_kernels NUM_KERNELS = {
    NUM_KERNELS_NAME, bits,   normal32,       normal64,
    uniform32,        sign32, add_products32, multiply32,
};
