/*
 * The precision lens against the compiler's own float and _Float16, and against a
 * rounding of bfloat16 that works on the bits of a float.
 */
#include <float.h>
#include <math.h>

#include "num/num.h"
#include "unit/table.h"

static uint64_t
bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? UINT64_C(0x7ff8000000000000) : bits;
}

static void
assert_bits(double got, double want, double from)
{
    if (bits_of(got) != bits_of(want))
        fail_msg("%a became %a, not %a", from, got, want);
}

/* ---- facts ------------------------------------------------------------------------- */

static const struct fact_row {
    const char *name;
    enum num_format format;
    double x, want;
} fact_rows[] = {
    {"bf16 of 0.1",                      NUM_BF16, 0.1,               0.10009765625  },
    {"fp16 of 0.1",                      NUM_FP16, 0.1,               0.0999755859375},
    {"fp32 of 0.1",                      NUM_FP32, 0.1,               0x1.99999ap-4  },
    {"fp64 of 0.1",                      NUM_FP64, 0.1,               0.1            },
    {"bf16 of cos 0.3",                  NUM_BF16, 0.955336489125606, 0.95703125     },
    {"fp16 of cos 0.3",                  NUM_FP16, 0.955336489125606, 0.95556640625  },
    {"bf16 of 257 is even",              NUM_BF16, 257,               256            },
    {"bf16 of 259 is even",              NUM_BF16, 259,               260            },
    {"bf16 of 1003",                     NUM_BF16, 1003,              1004           },
    {"bf16 of 4097",                     NUM_BF16, 4097,              4096           },
    {"fp16 of 2049",                     NUM_FP16, 2049,              2048           },
    {"fp32 of 16777217",                 NUM_FP32, 16777217,          16777216       },
    {"fp16 of 65519",                    NUM_FP16, 65519,             65504          },
    {"fp16 of 65520",                    NUM_FP16, 65520,             INFINITY       },
    {"fp16 of -65520",                   NUM_FP16, -65520,            -INFINITY      },
    {"fp32 of its largest and a third",  NUM_FP32, 0x1.fffffe5p127,   0x1.fffffep127 },
    {"fp32 overflows at the middle",     NUM_FP32, 0x1.ffffffp127,    INFINITY       },
    {"bf16 overflows",                   NUM_BF16, 0x1.ffp127,        INFINITY       },
    {"bf16 just does not",               NUM_BF16, 0x1.fefffffp127,   0x1.fep127     },
    {"fp16: the least",                  NUM_FP16, 0x1.8p-25,         0x1p-24        },
    {"fp16: half the least is even, 0",  NUM_FP16, 0x1p-25,           0              },
    {"fp16: a subnormal tie",            NUM_FP16, 0x1.2p-22,         0x1p-22        },
    {"fp16: a subnormal becomes normal", NUM_FP16, 0x1.fffp-15,       0x1p-14        },
    {"bf16: the least",                  NUM_BF16, 0x1.2p-134,        0x1p-133       },
    {"minus zero stays",                 NUM_FP16, -0.0,              -0.0           },
    {"what underflows keeps its sign",   NUM_FP16, -1e-30,            -0.0           },
    {"infinity stays",                   NUM_BF16, -INFINITY,         -INFINITY      },
    {"NaN stays",                        NUM_BF16, NAN,               NAN            },
};

static void
check_fact(void **state)
{
    const struct fact_row *r = *state;

    assert_bits(num_round(r->format, r->x), r->want, r->x);
}

static const struct next_row {
    const char *name;
    enum num_format format;
    double x, next;
} next_rows[] = {
    {"after 256 in bf16",       NUM_BF16, 256,       258         },
    {"after 255 in bf16",       NUM_BF16, 255,       256         },
    {"after 0 in fp16",         NUM_FP16, 0,         0x1p-24     },
    {"after the largest fp16",  NUM_FP16, 65504,     INFINITY    },
    {"after -inf in fp16",      NUM_FP16, -INFINITY, -65504      },
    {"after -256 in bf16",      NUM_BF16, -256,      -255        },
    {"after -258 in bf16",      NUM_BF16, -258,      -256        },
    {"after the least below 0", NUM_FP16, -0x1p-24,  -0.0        },
    {"after -2^-14 in fp16",    NUM_FP16, -0x1p-14,  -0x1.ff8p-15},
    {"after inf",               NUM_FP32, INFINITY,  INFINITY    },
};

static void
check_next(void **state)
{
    const struct next_row *r = *state;

    assert_true(num_next(r->format, r->x) == r->next);
}

/* Every number of fp32's neighbourhood of some powers, against nextafterf. */
static void
check_next_float(void **state)
{
    float x = -0x1.1p-126f;

    (void)state;
    for (int i = 0; i < 40; i++, x *= -37.77f) {
        assert_true(num_next(NUM_FP32, x) == nextafterf(x, INFINITY));
        assert_true(-num_next(NUM_FP32, -(double)x) == nextafterf(x, -INFINITY));
    }
}

/* How many different numbers the positions 0 .. 4095 are. */
static void
check_collapse(void **state)
{
    int different[NUM_FORMATS] = {0};

    (void)state;
    for (int f = 0; f < NUM_FORMATS; f++)
        for (int i = 0; i < 4096; i++)
            different[f] += i == 0 || num_round((enum num_format)f, i) !=
                                          num_round((enum num_format)f, i - 1);
    assert_int_equal(different[NUM_BF16], 769);
    assert_int_equal(different[NUM_FP16], 3073);
    assert_int_equal(different[NUM_FP32], 4096);
}

static void
check_names(void **state)
{
    enum num_format f;

    (void)state;
    for (int i = 0; i < NUM_FORMATS; i++) {
        assert_true(num_format_find(num_format_facts((enum num_format)i)->name, &f));
        assert_int_equal(f, i);
    }
    assert_false(num_format_find("fp8", &f));
}

/* ---- rounding ---------------------------------------------------------------------- */

static double
as_float(double x)
{
    volatile float f = (float)x;

    return f;
}

/* Of a float's bits the upper 16 are kept; what is not a float already is first rounded
 * to odd, so that the second rounding errs no more (Boldo and Melquiond, 2008). */
static double
as_bfloat(double x)
{
    volatile float f = (float)x;
    float g = f;
    uint32_t bits;

    memcpy(&bits, &g, sizeof bits);
    if (isfinite(x) && isfinite(g) && (double)g != x) {
        if (fabs((double)g) > fabs(x))
            bits--;
        bits |= 1;
    } else if (isfinite(x) && isinf(g)) {
        return x > 0 ? INFINITY : -INFINITY;
    }
    if (!isnan(g))
        bits += 0x7fff + (bits >> 16 & 1);
    bits &= 0xffff0000;
    memcpy(&g, &bits, sizeof g);
    return isnan(x) ? NAN : g;
}

#ifdef __FLT16_MANT_DIG__
__extension__ typedef _Float16 half;

static double
as_half(double x)
{
    volatile half h = (half)x;

    return (double)h;
}
#endif

typedef double rounding(double x);

/* Doubles of every size around what a format can hold, many of them on or next to a tie.
 */
static double
draw_double(struct num_random *r, enum num_format format)
{
    const struct num_format_facts *f = num_format_facts(format);
    int low = ilogb(f->least) - 3, high = ilogb(f->largest) + 2;
    double unit = 1 + num_random_unit(r), x;

    if (num_random_integer(r, 0, 1))
        unit = 1 + ldexp((double)num_random_integer(r, 0, 2 << f->bits), -f->bits - 1);
    x = ldexp(unit, (int)num_random_integer(r, low, high));
    switch (num_random_integer(r, 0, 3)) {
    case 0:
        x = nextafter(x, INFINITY);
        break;
    case 1:
        x = nextafter(x, 0);
        break;
    default:
        break;
    }
    return num_random_integer(r, 0, 1) ? x : -x;
}

static void
compare_rounding(enum num_format format, rounding *oracle)
{
    struct num_random r;

    num_random_seed(&r, 21);
    for (int i = 0; i < 300000; i++) {
        double x = draw_double(&r, format);

        assert_bits(num_round(format, x), oracle(x), x);
    }
}

/* One operation on numbers of the format. */
static double
operate(int op, double x, double y)
{
    switch (op) {
    case 0:
        return x + y;
    case 1:
        return x * y;
    case 2:
        return x / y;
    default:
        return sqrt(fabs(x));
    }
}

static float
operate_float(int op, float x, float y)
{
    volatile float out;

    switch (op) {
    case 0:
        out = x + y;
        break;
    case 1:
        out = x * y;
        break;
    case 2:
        out = x / y;
        break;
    default:
        out = sqrtf(fabsf(x));
        break;
    }
    return out;
}

/* Double arithmetic rounded once more is float arithmetic, bit for bit. */
static void
check_float_operations(void **state)
{
    struct num_random r;

    (void)state;
    num_random_seed(&r, 22);
    for (int i = 0; i < 400000; i++) {
        double x = as_float(draw_double(&r, NUM_FP32)),
               y = as_float(draw_double(&r, NUM_FP32));

        if (x == 0 || y == 0 || !isfinite(x) || !isfinite(y))
            continue;
        if (i % 4 == 0)
            y = ldexp(y, ilogb(x) - ilogb(y) + (int)num_random_integer(&r, -26, 26));
        y = as_float(y);
        if (!isfinite(y))
            continue;
        assert_bits(num_round(NUM_FP32, operate(i % 4, x, y)),
                    operate_float(i % 4, (float)x, (float)y), x);
    }
}

static void
check_float(void **state)
{
    (void)state;
    compare_rounding(NUM_FP32, as_float);
}

static void
check_bfloat(void **state)
{
    (void)state;
    compare_rounding(NUM_BF16, as_bfloat);
}

#ifdef __FLT16_MANT_DIG__
static void
check_half(void **state)
{
    (void)state;
    compare_rounding(NUM_FP16, as_half);
}

/* All halves, with a half for each of them. */
static void
check_half_operations(void **state)
{
    struct num_random r;

    (void)state;
    num_random_seed(&r, 23);
    for (uint32_t i = 0; i < 1 << 19; i++) {
        uint16_t at[2] = {(uint16_t)i, (uint16_t)num_random_bits(&r)};
        half x, y;
        volatile half want;

        memcpy(&x, at, sizeof x);
        memcpy(&y, at + 1, sizeof y);
        switch (i >> 16 & 3) {
        case 0:
            want = x + y;
            break;
        case 1:
            want = x * y;
            break;
        case 2:
            want = x / y;
            break;
        default:
            want = x - y;
            break;
        }
        assert_bits(num_round(NUM_FP16, (i >> 16 & 3) == 3
                                            ? (double)x - (double)y
                                            : operate(i >> 16 & 3, (double)x, (double)y)),
                    (double)want, (double)x);
    }
}
#endif

/* ---- functions --------------------------------------------------------------------- */

static const struct function_row {
    const char *name;
    double (*near)(double);
    long double (*nearer)(long double);
} function_rows[] = {
    {"exp rounds correctly", exp, expl},
    {"ln rounds correctly",  log, logl},
    {"sin rounds correctly", sin, sinl},
    {"cos rounds correctly", cos, cosl},
};

/* The double nearest to x that is not x, unless x is a double: rounding it on errs no
 * more than rounding x. */
static double
to_odd(long double x)
{
    double near = (double)x;
    uint64_t bits;

    if ((long double)near == x || !isfinite(near))
        return near;
    if (fabsl(near) > fabsl(x))
        near = nextafter(near, 0);
    memcpy(&bits, &near, sizeof bits);
    bits |= 1;
    memcpy(&near, &bits, sizeof near);
    return near;
}

/* Of every number of both 16-bit formats: the double rounded is the same as the long
 * double rounded, where that has more bits. */
static void
check_function(void **state)
{
    const struct function_row *r = *state;

    if (LDBL_MANT_DIG <= DBL_MANT_DIG)
        skip();
    for (int f = NUM_BF16; f <= NUM_FP16; f++) {
        enum num_format format = (enum num_format)f;
        double x = 0;

        for (int i = 0; i < 1 << 15 && isfinite(x); i++, x = num_next(format, x)) {
            for (int sign = -1; sign <= 1; sign += 2) {
                double got = num_round(format, r->near(sign * x));

                assert_bits(got, num_round(format, to_odd(r->nearer(sign * x))), x);
            }
        }
    }
}

/* ---- sums -------------------------------------------------------------------------- */

static const struct sum_row {
    const char *name;
    struct num_lens lens;
    int n;
    double x, want;
} sum_rows[] = {
    {"ones in bf16 stop at 256",         {NUM_BF16, false}, 1000, 1,   256     },
    {"ones in bf16, sums in fp32",       {NUM_BF16, true},  1000, 1,   1000    },
    {"ones in fp16 stop at 2048",        {NUM_FP16, false}, 5000, 1,   2048    },
    {"ones in fp16, sums in fp32",       {NUM_FP16, true},  5000, 1,   5000    },
    {"wide sums are rounded at the end", {NUM_BF16, true},  1001, 1,   1000    },
    {"squares overflow in fp16",         {NUM_FP16, false}, 2,    256, INFINITY},
    {"and in wide sums at the end",      {NUM_FP16, true},  2,    256, INFINITY},
};

static void
check_sum(void **state)
{
    const struct sum_row *r = *state;
    double x[5000], ones[5000];

    for (int i = 0; i < r->n; i++) {
        x[i] = r->x;
        ones[i] = r->x;
    }
    assert_true(num_dot(r->lens, r->n, x, ones) == r->want);
    if (r->x == 1)
        assert_true(num_sum(r->lens, r->n, x) == r->want);
}

/* X11.1: seats 257 and 256 are one seat in bf16, so that the angle between is lost. */
static void
check_lost_angle(void **state)
{
    const struct num_lens bf16 = {.format = NUM_BF16};
    const struct num_rope pair = {.d = 2, .base = 1e4};
    const double q[2] = {1, 2}, k[2] = {3, -1};
    double at_q[2], at_k[2];

    (void)state;
    num_rope_apply(bf16, &pair, 257, q, at_q);
    num_rope_apply(bf16, &pair, 256, k, at_k);
    assert_true(fabs(num_dot(bf16, 2, at_q, at_k) - 1) < 0.05);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, fact_rows, check_fact);
    TABLE_ROWS(&t, next_rows, check_next);
    table_add(&t, "next of floats", check_next_float, NULL);
    table_add(&t, "positions that are one", check_collapse, NULL);
    table_add(&t, "names of formats", check_names, NULL);
    table_add(&t, "fp32 rounds as float", check_float, NULL);
    table_add(&t, "bf16 rounds as a cut float", check_bfloat, NULL);
    table_add(&t, "fp32 computes as float", check_float_operations, NULL);
#ifdef __FLT16_MANT_DIG__
    table_add(&t, "fp16 rounds as _Float16", check_half, NULL);
    table_add(&t, "fp16 computes as _Float16", check_half_operations, NULL);
#endif
    TABLE_ROWS(&t, function_rows, check_function);
    TABLE_ROWS(&t, sum_rows, check_sum);
    table_add(&t, "seats 256 and 257 in bf16", check_lost_angle, NULL);
    return table_run(&t, "num_lens");
}
