/* Formats and rounding to them. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "num/bits.h"
#include "num/lens.h"

static const struct num_format_facts formats[NUM_FORMATS] = {
    [NUM_FP64] = {"fp64", 53, DBL_MAX,        0x1p-1074, 0x1p-1022},
    [NUM_FP32] = {"fp32", 24, 0x1.fffffep127, 0x1p-149,  0x1p-126 },
    [NUM_BF16] = {"bf16", 8,  0x1.fep127,     0x1p-133,  0x1p-126 },
    [NUM_FP16] = {"fp16", 11, 65504,          0x1p-24,   0x1p-14  },
};

enum { DOUBLE_BITS = 53 };

const struct num_format_facts *
num_format_facts(enum num_format f)
{
    return &formats[f];
}

bool
num_format_find(const char *name, enum num_format *out)
{
    for (int i = 0; i < NUM_FORMATS; i++) {
        if (strcmp(formats[i].name, name) == 0) {
            *out = (enum num_format)i;
            return true;
        }
    }
    return false;
}

/* Below the smallest normal number the grid is even: adding a number whose last bit is
 * worth one step of it, and taking it off again, rounds to that grid. */
static double
round_subnormal(const struct num_format_facts *f, double x)
{
    volatile double shifted = fabs(x) + 0x1.8p52 * f->least;

    return copysign(shifted - 0x1.8p52 * f->least, x);
}

/* The bits behind the last one that is kept are rounded off as a whole number is; a carry
 * runs into the exponent by itself. Inline, so that each format's numbers are constants.
 */
static inline double
round_normal(int p, double largest, double x)
{
    int drop = DOUBLE_BITS - p;
    uint64_t bits = bits_of_double(x), half = UINT64_C(1) << (drop - 1);

    bits += half - 1 + ((bits >> drop) & 1);
    bits &= ~(2 * half - 1);
    x = double_of(bits);
    return fabs(x) > largest ? copysign(INFINITY, x) : x;
}

double
num_round(enum num_format f, double x)
{
    if (f == NUM_FP64 || !isfinite(x) || x == 0)
        return x;
    if (f == NUM_FP32) /* the processor's own */
        return (double)(float)x;
    if (fabs(x) < formats[f].least_normal)
        return round_subnormal(&formats[f], x);
    return f == NUM_BF16 ? round_normal(8, 0x1.fep127, x) : round_normal(11, 65504, x);
}

double
num_spacing(enum num_format f, double x)
{
    double size = fabs(num_round(f, x));

    if (!isfinite(size))
        return NAN;
    if (size < formats[f].least_normal)
        return formats[f].least;
    return ldexp(1, ilogb(size) - formats[f].bits + 1);
}

double
num_next(enum num_format f, double x)
{
    double at = num_round(f, x), step = num_spacing(f, at);

    if (at == -INFINITY)
        return -formats[f].largest;
    if (!isfinite(at))
        return at;
    /* Just below a power of two, on the side of zero, the grid is twice as fine. */
    if (at < 0 && -at > formats[f].least_normal && num_spacing(f, -at - step / 2) < step)
        step /= 2;
    return at == formats[f].largest ? INFINITY : at + step;
}
