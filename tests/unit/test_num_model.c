/*
 * The operations of models against numbers worked out elsewhere with more digits, against
 * closed forms, and derivatives against differences.
 */
#include <assert.h>
#include <math.h>

#include <gsl/gsl_math.h>

#include "num/fast/fast.h"
#include "num/num.h"
#include "unit/table.h"

enum { N = 16 };

static const struct num_lens plain = {0};

static void
assert_near(double got, double want, double within)
{
    if (isnan(got) != isnan(want) || fabs(got - want) > within * fmax(1, fabs(want)))
        fail_msg("got %.17g, want %.17g", got, want);
}

static void
draw_all(struct num_random *r, int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = 4 * num_random_unit(r) - 2;
}

/* ---- RoPE -------------------------------------------------------------------------- */

static struct num_rope
rope_of(int d)
{
    return (struct num_rope){.d = d, .base = 10000};
}

static struct num_rope
stretched(enum num_scaling scaling)
{
    return (struct num_rope){.d = 128,
                             .base = 1e4,
                             .scaling = scaling,
                             .stretch = 8,
                             .length = 4096,
                             .alpha = 1,
                             .beta = 32};
}

static double
wavelength(int d, double base, int j)
{
    struct num_rope r = {.d = d, .base = base};

    return num_rope_wavelength(&r, j);
}

/* By how much a scaling slows pair j of 64. */
static double
slowed(enum num_scaling scaling, int j)
{
    struct num_rope r = stretched(scaling), before = rope_of(128);
    const char *why;

    assert_true(num_rope_valid(&r, &why));
    return num_rope_frequency(&r, j) / num_rope_frequency(&before, j);
}

static const struct turns_row {
    const char *name;
    int d;
    double base, length;
    int turns;
} turns_rows[] = {
    {"laps d=64 L=512",             64,  1e4, 512,  16},
    {"laps d=64 L=2048",            64,  1e4, 2048, 21},
    {"laps d=64 L=4096",            64,  1e4, 4096, 23},
    {"laps d=64 L=8192",            64,  1e4, 8192, 25},
    {"laps d=128 L=2048",           128, 1e4, 2048, 41},
    {"laps d=128 L=4096",           128, 1e4, 4096, 46},
    {"laps d=128 L=8192 base 5e5",  128, 5e5, 8192, 35},
    {"laps in less than a wave: 0", 64,  1e4, 6,    0 },
};

static void
check_turns(void **state)
{
    const struct turns_row *r = *state;
    struct num_rope rope = {.d = r->d, .base = r->base};

    assert_int_equal(num_rope_full_turns(&rope, r->length), r->turns);
}

static const double eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static const struct turned_row {
    const char *name;
    enum num_layout layout;
    double want[8];
} turned_rows[] = {
    {"turned, interleaved",
     NUM_INTERLEAVED, {-1.27223251272, -1.83886498514, 1.68392864073, 4.70790657649, 4.81777716753,
      6.14727770351, 6.97596853602, 8.02096396853}},
    {"turned, half-split",
     NUM_HALF_SPLIT,  {-1.6955925369, 0.137551738283, 2.78868159983, 3.97598203601, -4.80884247494,
      6.32305934808, 7.08683673685, 8.01196398203} },
};

/* In place too: the first coordinate of a pair must not be lost before the second is
 * found. */
static void
check_turned(void **state)
{
    const struct turned_row *r = *state;
    struct num_rope rope = {.d = 8, .base = 1e4, .layout = r->layout};
    double out[8], same[8];

    memcpy(same, eight, sizeof same);
    num_rope_apply(plain, &rope, 3, eight, out);
    num_rope_apply(plain, &rope, 3, same, same);
    for (int i = 0; i < 8; i++) {
        assert_near(out[i], r->want[i], 1e-11);
        assert_true(same[i] == out[i]);
    }
    num_rope_apply(plain, &rope, -3, out, out);
    for (int i = 0; i < 8; i++)
        assert_near(out[i], eight[i], 1e-14);
    num_rope_apply(plain, &rope, 0, eight, out);
    assert_memory_equal(out, eight, sizeof out);
}

/* Both rotated at positions m and n. */
static double
score(const struct num_rope *q_rope, const struct num_rope *k_rope, const double *x,
      const double at[2])
{
    double q[64], k[64];

    num_rope_apply(plain, q_rope, at[0], x, q);
    num_rope_apply(plain, k_rope, at[1], x + q_rope->d, k);
    return num_dot(plain, q_rope->d, q, k);
}

/* Equal along diagonals, for either layout and every scaling; not when they are mixed. */
static void
check_relative(void **state)
{
    struct num_rope a = {
        .d = 16, .base = 1e4, .stretch = 4, .length = 2048, .alpha = 1, .beta = 32};
    const double near[2] = {7, 4}, far[2] = {1007, 1004};
    struct num_random r;
    double x[32];

    (void)state;
    num_random_seed(&r, 5);
    draw_all(&r, 32, x);
    for (int scaling = NUM_UNSCALED; scaling <= NUM_YARN_INDEX; scaling++) {
        struct num_rope b;

        a.scaling = (enum num_scaling)scaling;
        b = a;
        b.layout = NUM_HALF_SPLIT;
        assert_near(score(&a, &a, x, near), score(&a, &a, x, far), 1e-11);
        assert_near(score(&b, &b, x, near), score(&b, &b, x, far), 1e-11);
        assert_true(fabs(score(&a, &b, x, near) - score(&a, &b, x, far)) > 1e-3);
    }
}

/* q = (1,2,3,4), k = (2,0,1,-1), seats 5 and 2. */
static void
check_mixed_layouts(void **state)
{
    const double x[8] = {1, 2, 3, 4, 2, 0, 1, -1}, at[2] = {5, 2};
    struct num_rope a = rope_of(4), b = a;

    (void)state;
    b.layout = NUM_HALF_SPLIT;
    assert_near(score(&a, &a, x, at), -3.75398356061, 1e-11);
    assert_near(score(&a, &b, x, at), -4.06435934790, 1e-11);
}

static const struct valid_row {
    const char *name;
    struct num_rope rope;
    const char *why;
} valid_rows[] = {
    {"odd d is refused",
     {.d = 7, .base = 1e4},
     "d must be even and at least 2, because coordinates turn in pairs"                                                   },
    {"d = 0 is refused",
     {.d = 0, .base = 1e4},
     "d must be even and at least 2, because coordinates turn in pairs"                                                   },
    {"base 1 is refused",                {.d = 8, .base = 1},                          "the base must be a number above 1"},
    {"base NaN is refused",              {.d = 8, .base = NAN},                        "the base must be a number above 1"},
    {"stretch 0.5 is refused",
     {.d = 8, .base = 1e4, .scaling = NUM_PI, .stretch = 0.5},
     "the stretch must be a number from 1 upwards"                                                                        },
    {"NTK of one pair is refused",
     {.d = 2, .base = 1e4, .scaling = NUM_NTK, .stretch = 2},
     "an NTK-aware base needs two pairs or more"                                                                          },
    {"YaRN without a length is refused",
     {.d = 8, .base = 1e4, .scaling = NUM_YARN, .stretch = 2, .alpha = 1, .beta = 32},
     "YaRN needs a training length and 0 < alpha < beta"                                                                  },
};

static void
check_valid(void **state)
{
    const struct valid_row *r = *state;
    const char *why;

    assert_false(num_rope_valid(&r->rope, &why));
    assert_string_equal(why, r->why);
}

/* ---- softmax ----------------------------------------------------------------------- */

static double
lse_of(int n, double a, double b, double c)
{
    const double z[3] = {a, b, c};

    return num_lse(plain, n, z);
}

/* Entry i of the softmax of three scores. */
static double
share_of(double a, double b, double c, double tau, int i)
{
    const double z[3] = {a, b, c};
    double p[3];

    num_softmax(plain, tau, 3, z, p);
    return p[i];
}

static double
naive_of(double a, double b)
{
    const double z[2] = {a, b};
    double p[2];

    num_softmax_naive(plain, 2, z, p);
    return p[0];
}

static double
jacobian_of(int i, int j)
{
    const double z[3] = {2, 1, 0};
    double p[3], out[9];

    num_softmax(plain, 1, 3, z, p);
    num_softmax_jacobian(plain, 3, p, out);
    return out[3 * i + j];
}

/* The norm of the derivative at two shares, the second tiny: sqrt(4 p^2 (1-p)^2). */
static double
norm_near_one_hot(double rest)
{
    const double p[2] = {1 - rest, rest};

    return num_softmax_jacobian_norm(2, p);
}

/* The norm without its matrix is the norm of the matrix. */
static void
check_jacobian_norm(void **state)
{
    struct num_random r;
    double z[N], p[N], out[N * N];

    (void)state;
    num_random_seed(&r, 1);
    for (int n = 1; n <= N; n++) {
        double sum = 0;

        draw_all(&r, n, z);
        num_softmax(plain, 0.5, n, z, p);
        num_softmax_jacobian(plain, n, p, out);
        for (int i = 0; i < n * n; i++)
            sum += out[i] * out[i];
        assert_near(num_softmax_jacobian_norm(n, p), sqrt(sum), 1e-14);
    }
}

/* Backwards against the matrix times the vector. */
static void
check_softmax_backward(void **state)
{
    struct num_random r;
    double z[N], p[N], dp[N], dz[N], out[N * N];

    (void)state;
    num_random_seed(&r, 2);
    draw_all(&r, N, z);
    draw_all(&r, N, dp);
    num_softmax(plain, 1, N, z, p);
    num_softmax_jacobian(plain, N, p, out);
    num_softmax_backward(plain, N, p, dp, dz);
    for (int i = 0; i < N; i++)
        assert_near(dz[i], num_dot(plain, N, out + i * N, dp), 1e-15);
}

static const struct mask_row {
    const char *name;
    enum num_mask_kind kind;
    enum num_format format;
    double fill;
    bool allowed[3];
    double z[3], p[3];
    int live;
} mask_rows[] = {
    {"mask -inf",
     NUM_MASK_INFINITE, NUM_FP64,
     0,      {1, 1, 0},
     {1, 2, 3},
     {0.268941421369995, 0.731058578630005, 0},
     2},
    {"mask by leaving out",
     NUM_MASK_BOOLEAN,  NUM_FP64,
     0,      {1, 0, 1},
     {0.5, 9, -1},
     {0.817574476193644, 0, 0.182425523806356},
     2},
    {"mask -10",
     NUM_MASK_FINITE,   NUM_FP64,
     -10,
     {1, 1, 0},
     {1, 2, 3},
     {0.268917159718714, 0.730992628624199, 9.02116570873193e-5},
     2},
    {"no mask",
     NUM_MASK_NONE,     NUM_FP64,
     0,      {1, 1, 0},
     {2, 1, 0},
     {0.665240955774822, 0.244728471054798, 0.0900305731703805},
     2},
    {"nothing allowed, -inf",
     NUM_MASK_INFINITE, NUM_FP64,
     0,      {0, 0, 0},
     {1, 2, 3},
     {NAN, NAN, NAN},
     0},
    {"nothing allowed, left out",
     NUM_MASK_BOOLEAN,  NUM_FP64,
     0,      {0, 0, 0},
     {1, 2, 3},
     {0, 0, 0},
     0},
    {"nothing allowed, -1e9 in fp32",
     NUM_MASK_FINITE,   NUM_FP32,
     -1e9,
     {0, 0, 0},
     {1, 2, 3},
     {0x1.555556p-2, 0x1.555556p-2, 0x1.555556p-2},
     0},
    {"mask -1e9 in fp16 is -inf",
     NUM_MASK_FINITE,   NUM_FP16,
     -1e9,
     {1, 0, 0},
     {1, 2, 3},
     {1, 0, 0},
     1},
    {"two fills of -65504 in fp16",
     NUM_MASK_FINITE,   NUM_FP16,
     -65504,
     {0, 0, 0},
     {-65504, -65504, -65504},
     {NAN, NAN, NAN},
     0},
    {"-50 in fp32 leaks",
     NUM_MASK_FINITE,   NUM_FP32,
     -50,
     {1, 0, 0},
     {0, 0, -INFINITY},
     {1, 1.92875e-22, 0},
     1},
    {"-200 in fp32 is 0",
     NUM_MASK_FINITE,   NUM_FP32,
     -200,
     {1, 0, 0},
     {0, 0, -INFINITY},
     {1, 0, 0},
     1},
};

static void
check_mask(void **state)
{
    const struct mask_row *r = *state;
    struct num_lens l = {.format = r->format};
    struct num_mask m = {r->kind, r->fill};
    double p[3];

    assert_int_equal(num_softmax_masked(l, m, 3, r->allowed, r->z, p), r->live);
    for (int i = 0; i < 3; i++) {
        if (isnan(p[i]) != isnan(r->p[i]) || fabs(p[i] - r->p[i]) > 1e-5 * r->p[i])
            fail_msg("%g for %g", p[i], r->p[i]);
        if (r->format == NUM_FP64)
            assert_near(p[i], r->p[i], 1e-14);
    }
}

/* ---- a head ------------------------------------------------------------------------ */

/* Lesson L15: three tokens, theta = pi/6, scale 1/sqrt 2, keys turned by their seats. */
static void
assembly(double q[6], double k[6])
{
    const double plain_q[6] = {1, 0, 1, 1, 0, 2}, plain_k[6] = {1, 0, 0, 1, 1, 1};

    for (int i = 0; i < 3; i++) {
        num_rotate(i * M_PI / 6, plain_q + 2 * i, q + 2 * i);
        num_rotate(i * M_PI / 6, plain_k + 2 * i, k + 2 * i);
    }
}

static const double values[6] = {1, 0, 0, 1, 1, 1};

static struct num_head
assembly_head(const double *q, const double *k)
{
    return (struct num_head){3, 3, 2, 2, M_SQRT1_2, true, 0, q, k, values};
}

static void
check_head(void **state)
{
    static const double want_p[9] = {1,
                                     0,
                                     0,
                                     0.389767949177274,
                                     0.610232050822726,
                                     0,
                                     0.0376207852226477,
                                     0.435740306638503,
                                     0.526638908138849};
    static const double want_out[6] = {
        1, 0, 0.389767949177274, 0.610232050822726, 0.564259693361497, 0.962379214777352};
    double q[6], k[6], p[9], out[6];
    struct num_head h = assembly_head(q, k);

    (void)state;
    assembly(q, k);
    assert_int_equal(num_attention(plain, &h, p, out), 0);
    for (int i = 0; i < 9; i++)
        assert_near(p[i], want_p[i], 1e-14);
    for (int i = 0; i < 6; i++)
        assert_near(out[i], want_out[i], 1e-14);
}

/* Later tokens change nothing, not a bit. */
static void
check_head_causal(void **state)
{
    double q[6], k[6], v[6], before[6], after[6];
    struct num_head h = assembly_head(q, k);

    (void)state;
    assembly(q, k);
    h.v = v;
    memcpy(v, values, sizeof v);
    num_attention(plain, &h, NULL, before);
    k[4] = 1e300;
    v[5] = -1e300;
    num_attention(plain, &h, NULL, after);
    assert_memory_equal(before, after, 4 * sizeof *after);
    assert_true(after[5] != before[5]);
}

/* Query 0 stands before the first key: it has no answer, and passes nothing back. */
static void
check_head_empty_row(void **state)
{
    const double dout[6] = {1, 1, 1, 1, 1, 1};
    double q[6], k[6], p[9], out[6], dq[6], dk[6], dv[6];
    struct num_head h = assembly_head(q, k);
    struct num_head_gradient g = {dq, dk, dv};

    (void)state;
    assembly(q, k);
    h.first = -1;
    assert_int_equal(num_attention(plain, &h, p, out), 1);
    assert_true(isnan(p[0]) && isnan(out[0]) && isnan(out[1]));
    assert_true(p[3] == 1 && p[4] == 0 && out[2] == 1);
    num_attention_backward(plain, &h, dout, &g);
    for (int i = 0; i < 6; i++)
        assert_true(isfinite(dq[i]) && isfinite(dk[i]) && isfinite(dv[i]));
    assert_true(dq[0] == 0 && dq[1] == 0);
}

/* Against sums in long double: 70 keys take the loops for many numbers, 60 do not. */
static const struct many_row {
    const char *name;
    int queries, keys, d, width;
    bool causal;
    int first;
} many_rows[] = {
    {"many keys",                      9,  70,  5,  3,  false, 0  },
    {"many keys, whole tiles",         8,  128, 64, 64, false, 0  },
    {"many keys, causal",              10, 130, 7,  40, true,  100},
    {"many keys, the first sees none", 6,  70,  5,  33, true,  -1 },
    {"fewer keys",                     9,  60,  5,  3,  true,  50 },
};

enum { MANY = 130 * 64 };

/* Row i of the shares and of the output, written down once more. */
static void
attend_slowly(const struct num_head *h, int i, double *p, double *out)
{
    long double sum = 0, z[130], top = -INFINITY;
    int n = h->causal ? h->first + i + 1 : h->keys;

    for (int j = 0; j < n; j++) {
        z[j] = 0;
        for (int c = 0; c < h->d; c++)
            z[j] += (long double)h->q[i * h->d + c] * h->k[j * h->d + c] * h->scale;
        top = z[j] > top ? z[j] : top;
    }
    for (int j = 0; j < n; j++)
        sum += expl(z[j] - top);
    for (int j = 0; j < h->keys; j++)
        p[j] = n <= 0 ? NAN : j < n ? (double)(expl(z[j] - top) / sum) : 0;
    for (int c = 0; c < h->width; c++) {
        out[c] = n <= 0 ? NAN : 0;
        for (int j = 0; j < n; j++)
            out[c] += p[j] * h->v[j * h->width + c];
    }
}

static void
check_many(void **state)
{
    const struct many_row *row = *state;
    static double q[MANY], k[MANY], v[MANY], p[10 * 130], out[10 * 64], again[10 * 64];
    struct num_head h = {row->queries, row->keys,  row->d, row->width, 0.5,
                         row->causal,  row->first, q,      k,          v};
    struct num_random r;

    num_random_seed(&r, 12);
    draw_all(&r, MANY, q);
    draw_all(&r, MANY, k);
    draw_all(&r, MANY, v);
    /* What nobody sees. */
    for (int j = h.first + h.queries; h.causal && j < h.keys; j++)
        for (int c = 0; c < h.width; c++)
            v[j * h.width + c] = INFINITY;
    assert_int_equal(num_attention(plain, &h, p, out), row->first < 0);
    assert_int_equal(num_attention(plain, &h, NULL, again), row->first < 0);
    assert_memory_equal(out, again, (size_t)(h.queries * h.width) * sizeof *out);
    for (int i = 0; i < h.queries; i++) {
        double want_p[130], want_out[64];

        attend_slowly(&h, i, want_p, want_out);
        for (int j = 0; j < h.keys; j++)
            assert_near(p[i * h.keys + j], want_p[j], 1e-14);
        for (int c = 0; c < h.width; c++)
            assert_near(out[i * h.width + c], want_out[c], 1e-13);
    }
}

/* exp of many numbers within two units in the last place, also where they underflow. */
static void
check_fast_exponentials(void **state)
{
    static double z[4096], p[4096], again[4096];
    struct num_random r;
    double sum;

    (void)state;
    num_random_seed(&r, 13);
    for (int i = 0; i < 4096; i++)
        z[i] = -760 * num_random_unit(&r) * (i % 2 ? 1 : 0.01);
    z[1] = 0;
    z[2] = -INFINITY;
    z[3] = -745.2;
    sum = num_fast(0)->exponentials(4096, 0, z, p);
    for (int i = 0; i < 4096; i++) {
        double want = exp(z[i]);

        if (fabs(p[i] - want) > fmax(2 * 0x1p-52 * want, 0x1p-1074))
            fail_msg("exp(%a) is %a, not %a", z[i], p[i], want);
    }
    assert_true(p[1] == 1 && p[2] == 0 && p[3] == 0);
    for (int i = 1; num_fast(i); i++) {
        assert_true(num_fast(i)->exponentials(4096, 0, z, again) == sum);
        assert_memory_equal(p, again, sizeof p);
        assert_true(num_fast(i)->dot(4001, z + 4, p) == num_fast(0)->dot(4001, z + 4, p));
        assert_true(num_fast(i)->largest(4001, z + 4) ==
                    num_fast(0)->largest(4001, z + 4));
    }
    z[100] = NAN;
    num_softmax(plain, 1, 4096, z, p);
    assert_true(isnan(p[0]) && isnan(p[4095]));
    for (int i = 0; i < 4096; i++)
        z[i] = -INFINITY;
    num_softmax(plain, 1, 4096, z, p);
    assert_true(isnan(p[0]));
}

/* The whole way of L15: head, residual, norm, read-out, loss; then back. */
static void
check_assembly(void **state)
{
    static const double readout[6] = {2, 0, 0, 1, -1, 1}, x[2] = {1, 1};
    static const double want_dh[2] = {0.513488647530919, -0.409314157163277};
    static const double want_dv[6] = {0.0193178461230285, -0.0153987199952287,
                                      0.223747700730513,  -0.178354676353807,
                                      0.270423100677378,  -0.215560760814242};
    static const double want_dq[2] = {0.0387935325489846, -0.0180646668728198};
    struct num_norm norm = {.n = 2};
    double q[6], k[6], out[6], hidden[2], y[2], z[3], dz[3], dy[2], dh[2], dout[6] = {0};
    double dq[6], dk[6], dv[6], back[2];
    struct num_head h = assembly_head(q, k);
    struct num_head_gradient g = {dq, dk, dv};

    (void)state;
    assembly(q, k);
    num_attention(plain, &h, NULL, out);
    for (int i = 0; i < 2; i++)
        hidden[i] = x[i] + out[4 + i];
    num_rmsnorm(plain, &norm, hidden, y);
    num_product(plain, (struct num_shape){3, 2, 1}, readout, y, z);
    assert_near(num_loss(plain, 3, z, 1, dz), 1.20700566970339, 1e-14);
    num_product(plain, (struct num_shape){1, 3, 2}, dz, readout, dy);
    num_rmsnorm_backward(plain, &norm, hidden, dy, &(struct num_norm_gradient){.x = dh});
    for (int i = 0; i < 2; i++)
        assert_near(dh[i], want_dh[i], 1e-14);
    dout[4] = dh[0];
    dout[5] = dh[1];
    num_attention_backward(plain, &h, dout, &g);
    for (int i = 0; i < 6; i++)
        assert_near(dv[i], want_dv[i], 1e-14);
    num_rotate(-2 * M_PI / 6, dq + 4, back);
    for (int i = 0; i < 2; i++)
        assert_near(back[i], want_dq[i], 1e-14);
}

/* ---- derivatives against differences ----------------------------------------------- */

/* A number that depends on x through one of the operations. */
struct slope {
    double fixed[3 * N]; /* what else there is: weights, gains */
    int n;
};

typedef double slope_function(const struct slope *s, const double *x);
typedef void slope_gradient(const struct slope *s, const double *x, double *out);

static double
rms_value(const struct slope *s, const double *x)
{
    struct num_norm f = {.n = s->n, .eps = 0.01, .gain = s->fixed};
    double y[3 * N];

    num_rmsnorm(plain, &f, x, y);
    return num_dot(plain, s->n, y, s->fixed + N);
}

static void
rms_gradient(const struct slope *s, const double *x, double *out)
{
    struct num_norm f = {.n = s->n, .eps = 0.01, .gain = s->fixed};
    struct num_norm_gradient g = {.x = out};

    num_rmsnorm_backward(plain, &f, x, s->fixed + N, &g);
}

static double
layer_value(const struct slope *s, const double *x)
{
    struct num_norm f = {s->n, 0.01, s->fixed, s->fixed + 2 * N};
    double y[3 * N];

    num_layernorm(plain, &f, x, y);
    return num_dot(plain, s->n, y, s->fixed + N);
}

static void
layer_gradient(const struct slope *s, const double *x, double *out)
{
    struct num_norm f = {s->n, 0.01, s->fixed, s->fixed + 2 * N};
    struct num_norm_gradient g = {.x = out};

    num_layernorm_backward(plain, &f, x, s->fixed + N, &g);
}

/* x is here the gains, then the shifts. */
static double
gain_value(const struct slope *s, const double *x)
{
    struct num_norm f = {s->n / 2, 0.01, x, x + s->n / 2};
    double y[N];

    num_layernorm(plain, &f, s->fixed, y);
    return num_dot(plain, s->n / 2, y, s->fixed + N);
}

static void
gain_gradient(const struct slope *s, const double *x, double *out)
{
    struct num_norm f = {s->n / 2, 0.01, x, x + s->n / 2};
    double dx[N];
    struct num_norm_gradient g = {dx, out, out + s->n / 2};

    num_layernorm_backward(plain, &f, s->fixed, s->fixed + N, &g);
}

static double
loss_value(const struct slope *s, const double *x)
{
    return num_loss(plain, s->n, x, 2, NULL);
}

static void
loss_gradient(const struct slope *s, const double *x, double *out)
{
    num_loss(plain, s->n, x, 2, out);
}

/* x is q, k and v of a causal head with 2 queries behind 1 key, 3 keys, d = 3, width 2.
 */
enum { HEAD_N = 2 * 3 + 3 * 3 + 3 * 2 };

static struct num_head
head_of(const double *x)
{
    return (struct num_head){2, 3, 3, 2, 0.7, true, 1, x, x + 6, x + 15};
}

static double
head_value(const struct slope *s, const double *x)
{
    struct num_head h = head_of(x);
    double out[4];

    num_attention(plain, &h, NULL, out);
    return num_dot(plain, 4, out, s->fixed);
}

static void
head_gradient(const struct slope *s, const double *x, double *out)
{
    struct num_head h = head_of(x);
    struct num_head_gradient g = {out, out + 6, out + 15};

    num_attention_backward(plain, &h, s->fixed, &g);
}

static const struct slope_row {
    const char *name;
    int n;
    slope_function *value;
    slope_gradient *gradient;
} slope_rows[] = {
    {"RMSNorm backwards",            N,      rms_value,   rms_gradient  },
    {"RMSNorm of one number",        1,      rms_value,   rms_gradient  },
    {"LayerNorm backwards",          N,      layer_value, layer_gradient},
    {"gains and shifts backwards",   N,      gain_value,  gain_gradient },
    {"cross-entropy backwards",      N,      loss_value,  loss_gradient },
    {"attention backwards, q, k, v", HEAD_N, head_value,  head_gradient },
};

/* Central differences of two steps, combined so that their error is of order h^4. */
static void
check_slope(void **state)
{
    const struct slope_row *r = *state;
    struct slope s = {.n = r->n};
    double x[HEAD_N], got[HEAD_N], h = 1e-3;
    struct num_random random;

    num_random_seed(&random, 11);
    draw_all(&random, 3 * N, s.fixed);
    draw_all(&random, r->n, x);
    r->gradient(&s, x, got);
    for (int i = 0; i < r->n; i++) {
        double at = x[i], f[4];

        for (int j = 0; j < 4; j++) {
            x[i] = at + h * (j < 2 ? j - 2 : j - 1);
            f[j] = r->value(&s, x);
        }
        x[i] = at;
        assert_near(got[i], (f[0] - 8 * f[1] + 8 * f[2] - f[3]) / (12 * h), 1e-9);
    }
}

/* ---- norms ------------------------------------------------------------------------- */

/* The root mean square of RMSNorm's output, for a mean square and an epsilon. */
static double
size_out(double ms, double eps)
{
    const double x[2] = {sqrt(ms), -sqrt(ms)};
    struct num_norm f = {.n = 2, .eps = eps};
    double y[2];

    num_rmsnorm(plain, &f, x, y);
    return sqrt(num_dot(plain, 2, y, y) / 2);
}

static double
norm_of(enum num_format format, double a, double b, int i)
{
    const double x[2] = {a, b};
    struct num_lens l = {.format = format};
    struct num_norm f = {.n = 2};
    double y[2];

    num_rmsnorm(l, &f, x, y);
    return y[i];
}

static double
layer_of(int i)
{
    const double x[4] = {1, 2, 3, 4};
    struct num_norm f = {.n = 4};
    double y[4];

    num_layernorm(plain, &f, x, y);
    return y[i];
}

static double
norm_back(int i)
{
    const double x[4] = {1, 2, 3, 4}, dy[4] = {1, 0, 0, 0};
    struct num_norm f = {.n = 4};
    double dx[4];

    num_rmsnorm_backward(plain, &f, x, dy, &(struct num_norm_gradient){.x = dx});
    return dx[i];
}

/* ---- losses ------------------------------------------------------------------------ */

static double
perplexity_of(double a, double b, double c)
{
    const double p[3] = {a, b, c};

    return num_perplexity(-num_chain_ln(plain, 3, p) / 3);
}

static double
kl_of(double q, double p)
{
    const double qs[2] = {q, 1 - q}, ps[2] = {p, 1 - p};

    return num_kl(2, qs, ps);
}

/* Smoothing 0.1 over 3 classes: the least cross-entropy is the target's entropy. */
static double
smoothed(bool entropy)
{
    const double y[3] = {0.9 + 0.1 / 3, 0.1 / 3, 0.1 / 3};

    return entropy ? num_entropy(3, y) : num_cross_entropy(3, y, y);
}

static double
loss_of(int w)
{
    const double z[3] = {2, 1, 0};

    return num_loss(plain, 3, z, w, NULL);
}

/* How many factors p it takes until their product is 0. */
static double
factors_to_zero(double p)
{
    double at[2000];
    int n = 1;

    for (int i = 0; i < 2000; i++)
        at[i] = p;
    while (n < 2000 && num_chain(plain, n, at) > 0)
        n++;
    return n;
}

static double
chain_of_500(void)
{
    double at[500];

    for (int i = 0; i < 500; i++)
        at[i] = 0.1;
    return num_chain_ln(plain, 500, at);
}

/* ---- latents ----------------------------------------------------------------------- */

/* q = (2,1), W_UK = [1,2;0,1], c = (1,-1), and what W_UV = W_UK makes of two latents. */
static void
check_latent(void **state)
{
    const double down[6] = {1, 0, 2, 0, -1, 1}, up[4] = {1, 2, 0, 1}, q[2] = {2, 1};
    const double c[4] = {1, -1, 3, 5}, share[2] = {0.25, 0.75}, x[3] = {1, 2, 3};
    struct num_latent m = {3, 2, 2, down, up, up};
    double folded[2], out[2], latent[2];

    (void)state;
    num_latent_compress(plain, &m, x, latent);
    assert_true(latent[0] == 7 && latent[1] == 1);
    assert_near(num_latent_score(plain, &m, q, c), -3, 0);
    num_latent_fold(plain, &m, q, folded);
    assert_true(folded[0] == 2 && folded[1] == 5);
    assert_near(num_dot(plain, 2, folded, c), -3, 0);
    num_latent_mix(plain, &m, 2, share, c, out);
    /* W_UV c_0 = (-1, -1), W_UV c_1 = (13, 5). */
    assert_true(out[0] == 9.5 && out[1] == 3.5);
}

/* Content does not move with the seats; the rotated part moves with their difference. */
static void
check_decoupled(void **state)
{
    const double q[4] = {1, 2, 0.5, -1}, k[4] = {3, -1, 2, 2};
    struct num_rope rope = rope_of(4);
    struct num_rotated a = {&rope, q, k, 5, 2}, b = {&rope, q, k, 105, 102};

    (void)state;
    assert_near(num_latent_decoupled(plain, 10, &a), num_latent_decoupled(plain, 10, &b),
                1e-13);
    assert_near(num_latent_decoupled(plain, 10, &a) - 10,
                num_rope_score(q, k, 5, 2, 1) + num_rope_score(q + 2, k + 2, 5, 2, 0.01),
                1e-14);
}

static double
cache_of(enum num_cache_kind kind)
{
    const struct num_cache v2 = {kind, 60, 128, 8, 128, 512, 64};

    return num_cache_numbers(&v2);
}

static double
slogan(double bits)
{
    const struct num_cache big = {NUM_GQA, 95, 64, 8, 128, 0, 0};
    const struct num_cache v2 = {NUM_MLA, 60, 128, 0, 128, 512, 64};

    return 1 - num_cache_bytes(&v2, bits, 1) / num_cache_bytes(&big, 16, 1);
}

static const struct num_cache v3 = {NUM_MLA, 61, 128, 0, 128, 512, 64};

/* ---- single numbers ---------------------------------------------------------------- */

struct number_row {
    const char *name;
    double got, want, within;
};

static void
check_number(void **state)
{
    const struct number_row *r = *state;

    assert_near(r->got, r->want, r->within);
}

enum { NUMBERS_MAX = 100 };

struct numbers {
    struct table *table;
    struct number_row row[NUMBERS_MAX];
    int n;
};

static void
number(struct numbers *s, const char *name, double got, double want, double within)
{
    struct number_row *r = &s->row[s->n++];

    assert(s->n <= NUMBERS_MAX);
    *r = (struct number_row){name, got, want, within};
    table_add(s->table, name, check_number, r);
}

static double
bound_at(double distance)
{
    struct num_rope r = rope_of(64);

    return num_rope_bound(&r, distance);
}

static void
add_rope_numbers(struct numbers *s)
{
    number(s, "wavelength of pair 0", wavelength(8, 1e4, 0), 6.28318530717959, 1e-14);
    number(s, "wavelength 3 of 8", wavelength(8, 1e4, 3), 6283.18530717959, 1e-14);
    number(s, "wavelength 5 of 64", wavelength(64, 1e4, 5), 26.4959727443147, 1e-14);
    number(s, "wavelength 31 of 64", wavelength(64, 1e4, 31), 47117.2427801674, 1e-14);
    number(s, "wavelength 63 of 128", wavelength(128, 1e4, 63), 54410.1431307767, 1e-14);
    number(s, "wavelength, base 5e5", wavelength(64, 5e5, 16), 4442.8829381584, 1e-13);
    number(s, "PI slows all", slowed(NUM_PI, 7), 0.125, 1e-15);
    number(s, "NTK keeps the first", slowed(NUM_NTK, 0), 1, 0);
    number(s, "NTK slows the last by s", slowed(NUM_NTK, 63), 0.125, 1e-14);
    number(s, "YaRN keeps busy pairs", slowed(NUM_YARN, 16), 1, 0);
    number(s, "YaRN between", slowed(NUM_YARN, 32), 0.280777843884, 1e-12);
    number(s, "YaRN slows unfinished pairs", slowed(NUM_YARN, 48), 0.125, 1e-15);
    /* ln(4096/(2 pi 32)) 64/ln 10^4 = 20.9 and ln(4096/(2 pi)) ... = 45.03: 20 to 46. */
    number(s, "YaRN over the index", slowed(NUM_YARN_INDEX, 33), 0.5625, 1e-14);
    number(s, "NTK base, s = 4", num_rope_ntk_base(1e4, 128, 4), 40889.9424324862, 1e-14);
    number(s, "NTK base, d = 64", num_rope_ntk_base(1e4, 64, 8), 85550.3758856854, 1e-14);
    number(s, "YaRN's factor", num_rope_yarn_factor(8), 1.20794415416798, 1e-14);
    number(s, "44 seats look like 0", num_rope_miss(1, 44), 0.0177028497429, 1e-13);
    number(s, "710 seats look like 0", num_rope_miss(1, 710), 6.02887067281e-5, 1e-15);
    number(s, "bound at 0", bound_at(0), 16.5, 1e-14);
    number(s, "bound at 1", bound_at(1), 15.9477637976489, 1e-14);
    number(s, "bound at 10", bound_at(10), 8.81433442343953, 1e-14);
    number(s, "bound at 1000", bound_at(1000), 4.0896908250824, 1e-13);
    number(s, "bound at 5000", bound_at(5000), 6.15301921168849, 1e-12);
    number(s, "ALiBi's slope 2 of 8", num_alibi_slope(2, 8), 0.25, 0);
    number(s, "ALiBi, 10 steps back", exp(-num_alibi_bias(2, 8, 12, 2)), 12.1824939607035,
           1e-14);
}

static void
add_softmax_numbers(struct numbers *s)
{
    number(s, "softmax(2,1,0)", share_of(2, 1, 0, 1, 0), 0.665240955774822, 1e-15);
    number(s, "softmax(12,11,10)", share_of(12, 11, 10, 1, 0), 0.665240955774822, 1e-15);
    number(s, "softmax(2000,1000,0)", share_of(2000, 1000, 0, 1, 0), 1, 0);
    number(s, "softmax, tau 2", share_of(2, 0, -INFINITY, 2, 0), 1 / (1 + exp(-1)),
           1e-15);
    number(s, "softmax, cold, a tie", share_of(3, 3, 1, 0, 1), 0.5, 0);
    number(s, "softmax, hot", share_of(3, 2, 1, INFINITY, 2), 1.0 / 3, 1e-16);
    number(s, "softmax, tau below 0", share_of(3, 2, 1, -1, 2), NAN, 0);
    number(s, "softmax of NaN", share_of(NAN, 2, 1, 1, 2), NAN, 0);
    number(s, "softmax of inf", share_of(INFINITY, 2, 1, 1, 0), NAN, 0);
    number(s, "1 - share of (20,-15)", share_of(20, -15, -INFINITY, 1, 1),
           6.30511676014699e-16, 1e-29);
    number(s, "naive softmax", naive_of(2, 1), 1 / (1 + exp(-1)), 1e-15);
    number(s, "naive softmax overflows", naive_of(1000, 1), NAN, 0);
    number(s, "lse(2,1,0)", lse_of(3, 2, 1, 0), 2.40760596444438, 1e-14);
    number(s, "lse(1000,999,998)", lse_of(3, 1000, 999, 998), 1000.40760596444, 1e-14);
    number(s, "lse(1000,1000)", lse_of(2, 1000, 1000, 0), 1000.69314718056, 1e-14);
    number(s, "lse of none", lse_of(0, 1, 1, 1), -INFINITY, 0);
    number(s, "lse of -inf", lse_of(2, -INFINITY, -INFINITY, 0), -INFINITY, 0);
    number(s, "Jacobian 0,0", jacobian_of(0, 0), 0.222695426535, 1e-12);
    number(s, "Jacobian 0,1", jacobian_of(0, 1), -0.16280340199, 1e-12);
    number(s, "Jacobian 2,1", jacobian_of(2, 1), -0.0220330445202, 1e-13);
    number(s, "Jacobian of one-hot", norm_near_one_hot(0), 0, 0);
    number(s, "Jacobian near one-hot", norm_near_one_hot(1e-30) * 1e30, 2, 1e-12);
    number(s, "gap, 2 keys", num_softmax_gap(2, 1e-6), 13.8155095579638, 1e-14);
    number(s, "gap, 64 keys", num_softmax_gap(64, 1e-6), 17.9586442843553, 1e-14);
}

static void
add_other_numbers(struct numbers *s)
{
    number(s, "N(3,-4)", norm_of(NUM_FP64, 3, -4, 1), -1.13137084989848, 1e-14);
    number(s, "N(-300,400)", norm_of(NUM_FP64, -300, 400, 1), 1.13137084989848, 1e-14);
    number(s, "N(0,0)", norm_of(NUM_FP64, 0, 0, 1), NAN, 0);
    number(s, "N(256,0) in fp16", norm_of(NUM_FP16, 256, 0, 0), 0, 0);
    number(s, "N(1e-4,0) in fp16", norm_of(NUM_FP16, 1e-4, 0, 0), INFINITY, 0);
    number(s, "RMS out, ms 1e-6", size_out(1e-6, 1e-5), 0.301511344577764, 1e-14);
    number(s, "RMS out, 100 times", size_out(1e-2, 1e-5), 0.999500374687773, 1e-14);
    number(s, "RMS out, ms 4e-6", size_out(4e-6, 1e-6), 0.894427190999916, 1e-14);
    number(s, "LN(1,2,3,4)", layer_of(0), -1.34164078649987, 1e-14);
    number(s, "RMSNorm back, 0", norm_back(0), 0.352976759281107, 1e-14);
    number(s, "RMSNorm back, 3", norm_back(3), -0.0486864495560148, 1e-14);
    number(s, "perplexity", perplexity_of(0.5, 0.25, 0.1), 4.30886938006377, 1e-14);
    number(s, "bits", num_bits(log(6400)), 12.6438561897747, 1e-14);
    number(s, "loss of the first", loss_of(0), 0.40760596444438, 1e-14);
    number(s, "loss of the third", loss_of(2), 2.40760596444438, 1e-14);
    number(s, "KL", kl_of(0.5, 0.9), 0.510825623765991, 1e-14);
    number(s, "KL the other way", kl_of(0.9, 0.5), 0.368064207168497, 1e-14);
    number(s, "KL with a share of 0", kl_of(1, 0.5), log(2), 1e-15);
    number(s, "KL to a share of 0", kl_of(0.5, 1), INFINITY, 0);
    number(s, "entropy of a smooth target", smoothed(true), 0.291139838831965, 1e-14);
    number(s, "cross-entropy with itself", smoothed(false), 0.291139838831965, 1e-14);
    number(s, "0.1^T is 0", factors_to_zero(0.1), 324, 0);
    number(s, "0.05^T is 0", factors_to_zero(0.05), 249, 0);
    number(s, "(1/6400)^T is 0", factors_to_zero(1.0 / 6400), 86, 0);
    number(s, "500 ln 0.1", chain_of_500(), -1151.29254649702, 1e-13);
    number(s, "cache of MHA", cache_of(NUM_MHA), 1966080, 0);
    number(s, "cache of GQA", cache_of(NUM_GQA), 122880, 0);
    number(s, "cache of MQA", cache_of(NUM_MQA), 15360, 0);
    number(s, "cache of MLA", cache_of(NUM_MLA), 34560, 0);
    number(s, "93.3 %", slogan(6), 0.933388157894737, 1e-15);
    number(s, "at equal bits", slogan(16), 0.822368421052632, 1e-15);
    number(s, "128 Ki tokens", num_cache_bytes(&v3, 16, 131072), 9210691584, 0);
    number(s, "tokens that fit", num_cache_tokens(&v3, 16, 9210691584), 131072, 0);
    number(s, "groups of MLA", num_cache_groups(&v3), 2.25, 0);
}

int
main(void)
{
    struct table t = {0};
    struct numbers s = {.table = &t};

    num_init();
    add_rope_numbers(&s);
    add_softmax_numbers(&s);
    add_other_numbers(&s);
    TABLE_ROWS(&t, turns_rows, check_turns);
    TABLE_ROWS(&t, turned_rows, check_turned);
    table_add(&t, "only differences of positions", check_relative, NULL);
    table_add(&t, "layouts that do not fit", check_mixed_layouts, NULL);
    TABLE_ROWS(&t, valid_rows, check_valid);
    table_add(&t, "Jacobian's norm", check_jacobian_norm, NULL);
    table_add(&t, "softmax backwards", check_softmax_backward, NULL);
    TABLE_ROWS(&t, mask_rows, check_mask);
    table_add(&t, "one head", check_head, NULL);
    table_add(&t, "one head sees no later token", check_head_causal, NULL);
    table_add(&t, "a query that sees nothing", check_head_empty_row, NULL);
    table_add(&t, "one head, every number", check_assembly, NULL);
    TABLE_ROWS(&t, many_rows, check_many);
    table_add(&t, "exp of many numbers", check_fast_exponentials, NULL);
    TABLE_ROWS(&t, slope_rows, check_slope);
    table_add(&t, "one latent", check_latent, NULL);
    table_add(&t, "decoupled score", check_decoupled, NULL);
    return table_run(&t, "num_model");
}
