/*
 * The sampling engine: the same numbers each way, and numbers as they should be. The
 * limits of the statistical rows are 4.5 or more standard errors of a sound generator;
 * the seeds are fixed, so that a row that passes once passes always.
 */
#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_randist.h>

#include "num/num.h"
#include "num/sample/kernel.h"
#include "unit/table.h"

static const long double M_PIL = 3.14159265358979323846264338327950288L;

enum { CHUNKS = 2000, DRAWS = CHUNKS * NUM_CHUNK, SORTED = 1 << 17 };

static void
assert_near(double got, double want, double within)
{
    if (!(fabs(got - want) <= within))
        fail_msg("got %.17g, want %.17g within %g", got, want, within);
}

/* ---- the same numbers -------------------------------------------------------------- */

/* On whatever processor: the first and the last of a chunk. */
static void
check_fixed(void **state)
{
    struct num_stream r;
    uint64_t bits[NUM_CHUNK];
    float x[NUM_CHUNK];
    double y[NUM_CHUNK];

    (void)state;
    num_stream_seed(&r, 1, 2);
    num_fill_bits(&r, bits);
    num_fill_normal32(&r, x);
    num_fill_normal64(&r, y);
    assert_true(bits[0] == UINT64_C(0x8662202dff794be5));
    assert_true(bits[511] == UINT64_C(0xb68d42ef1289dfea));
    assert_true(x[0] == -0x1.8dbdc2p-1f && x[511] == -0x1.10b83ap-4f);
    assert_true(y[0] == 0x1.21945ec3b33a2p+0 && y[511] == 0x1.35e9dfc021553p+0);
}

/* Each lane is the generator that num_random is. */
static void
check_lanes(void **state)
{
    struct num_stream r;
    struct num_random one;
    uint64_t bits[NUM_CHUNK];

    (void)state;
    num_stream_seed(&r, 7, 0);
    for (int lane = 0; lane < NUM_LANES; lane++) {
        struct num_stream copy = r;

        for (int i = 0; i < 4; i++)
            one.s[i] = r.s[i][lane];
        num_fill_bits(&copy, bits);
        for (int i = lane; i < NUM_CHUNK; i += NUM_LANES)
            assert_true(bits[i] == num_random_bits(&one));
    }
}

/* All kernels that this processor runs, bit for bit. */
static void
check_paths(void **state)
{
    const struct num_kernels *with, *plain = num_kernels(0);
    struct num_stream a, b;

    (void)state;
    for (int i = 1; (with = num_kernels(i)) != NULL; i++) {
        num_stream_seed(&a, 3, 4);
        b = a;
        for (int chunk = 0; chunk < 200; chunk++) {
            float x[NUM_CHUNK], y[NUM_CHUNK];
            double u[NUM_CHUNK], v[NUM_CHUNK];

            plain->normal32(&a, x);
            with->normal32(&b, y);
            assert_memory_equal(x, y, sizeof x);
            plain->normal64(&a, u);
            with->normal64(&b, v);
            assert_memory_equal(u, v, sizeof u);
            memset(x, 0, sizeof x);
            memset(y, 0, sizeof y);
            plain->add_products32(&a, x);
            with->add_products32(&b, y);
            assert_memory_equal(x, y, sizeof x);
            plain->uniform32(&a, x);
            with->uniform32(&b, y);
            assert_memory_equal(x, y, sizeof x);
            plain->sign32(&a, x);
            with->sign32(&b, y);
            assert_memory_equal(x, y, sizeof x);
        }
        assert_memory_equal(a.s, b.s, sizeof a.s);
    }
}

/* Products that are added up without storing what they are of: the same bits. */
static void
check_products(void **state)
{
    const struct num_kernels *with;
    enum { HALF = NUM_CHUNK / 2 };

    (void)state;
    for (int i = 0; (with = num_kernels(i)) != NULL; i++) {
        struct num_stream a, b;
        float x[NUM_CHUNK], sum[HALF] = {0}, want[HALF] = {0};

        num_stream_seed(&a, 8, 9);
        b = a;
        for (int chunk = 0; chunk < 200; chunk++) {
            with->add_products32(&a, sum);
            with->normal32(&b, x);
            for (int at = 0; at < HALF; at++)
                want[at] += x[at] * x[HALF + at];
        }
        assert_memory_equal(sum, want, sizeof sum);
        assert_memory_equal(a.s, b.s, sizeof a.s);
    }
}

/* The 32-bit halves of words, the lower first. */
static uint32_t
half_word(const uint64_t *bits, int i)
{
    return (uint32_t)(bits[i / 2] >> (i % 2 ? 32 : 0));
}

/* The numbers are the functions that they should be of the bits. */
static void
check_exact(void **state)
{
    struct num_stream a, b;
    uint64_t bits[NUM_CHUNK];
    float x[NUM_CHUNK];
    double y[NUM_CHUNK];
    enum { HALF = NUM_CHUNK / 2 };

    (void)state;
    num_stream_seed(&a, 5, 6);
    for (int chunk = 0; chunk < 100; chunk++) {
        b = a;
        num_fill_normal32(&a, x);
        num_fill_bits(&b, bits);
        for (int i = 0; i < HALF; i++) {
            double u = ((double)(half_word(bits, HALF + i) >> 1) + 0.5) * 0x1p-31;
            double turn = (double)half_word(bits, i) * 0x1p-32, r = sqrt(-2 * log(u));

            assert_near(x[i], r * cos(2 * M_PI * turn), 0x1p-22 * r);
            assert_near(x[HALF + i], r * sin(2 * M_PI * turn), 0x1p-22 * r);
        }
        a = b;
        num_fill_normal64(&a, y);
        num_fill_bits(&b, bits);
        for (int i = 0; i < HALF; i++) {
            long double u = ((long double)(bits[HALF + i] >> 12) + 0.5L) * 0x1p-52L;
            long double angle = (long double)bits[i] * 0x1p-64L * 2 * M_PIL;
            long double r = sqrtl(-2 * logl(u));

            assert_near(y[i], (double)(r * cosl(angle)), 0x1p-50 * (double)r);
            assert_near(y[HALF + i], (double)(r * sinl(angle)), 0x1p-50 * (double)r);
        }
    }
}

/* ---- moments ----------------------------------------------------------------------- */

typedef void filler(struct num_stream *r, double *out);

static void
fill_normal32(struct num_stream *r, double *out)
{
    float x[NUM_CHUNK];

    num_fill_normal32(r, x);
    for (int i = 0; i < NUM_CHUNK; i++)
        out[i] = (double)x[i];
}

static void
fill_uniform32(struct num_stream *r, double *out)
{
    float x[NUM_CHUNK];

    num_fill_uniform32(r, x);
    for (int i = 0; i < NUM_CHUNK; i++)
        out[i] = (double)x[i];
}

static void
fill_sign32(struct num_stream *r, double *out)
{
    float x[NUM_CHUNK];

    num_fill_sign32(r, x);
    for (int i = 0; i < NUM_CHUNK; i++)
        out[i] = (double)x[i];
}

static double
normal_moment(int p)
{
    return p % 2 ? 0 : p == 0 ? 1 : (p - 1) * normal_moment(p - 2);
}

static double
uniform_moment(int p)
{
    return p % 2 ? 0 : 1.0 / (p + 1);
}

static double
sign_moment(int p)
{
    return p % 2 ? 0 : 1;
}

static double
uniform_cdf(double x)
{
    return (x + 1) / 2;
}

static const struct law_row {
    const char *name;
    filler *fill;
    double (*moment)(int p);
    double (*cdf)(double x);
} law_rows[] = {
    {"float normals",  fill_normal32,     normal_moment,  gsl_cdf_ugaussian_P},
    {"double normals", num_fill_normal64, normal_moment,  gsl_cdf_ugaussian_P},
    {"uniform",        fill_uniform32,    uniform_moment, uniform_cdf        },
    {"signs",          fill_sign32,       sign_moment,    NULL               },
};

/* Raw moments 1 to 8 of a million draws, against their own standard errors. */
static void
check_moments(void **state)
{
    const struct law_row *r = *state;
    double sum[9] = {0};
    struct num_stream s;

    num_stream_seed(&s, 1, 0);
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        double x[NUM_CHUNK];

        r->fill(&s, x);
        for (int i = 0; i < NUM_CHUNK; i++)
            for (int p = 1; p <= 8; p++)
                sum[p] += gsl_pow_int(x[i], p);
    }
    for (int p = 1; p <= 8; p++) {
        double spread = r->moment(2 * p) - r->moment(p) * r->moment(p);

        assert_near(sum[p] / DRAWS, r->moment(p), 4.5 * sqrt(spread / DRAWS) + 1e-12);
    }
}

static int
by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Kolmogorov and Smirnov's largest distance, times sqrt n: above 2.2 with a chance of
 * 1.2e-4; and Anderson and Darling's square: above 10 with a chance below 1e-4. */
static void
check_shape(void **state)
{
    const struct law_row *r = *state;
    double *x = malloc(SORTED * sizeof *x), worst = 0, sum = 0;
    struct num_stream s;

    assert_non_null(x);
    num_stream_seed(&s, 2, 0);
    for (int i = 0; i < SORTED; i += NUM_CHUNK)
        r->fill(&s, x + i);
    qsort(x, SORTED, sizeof *x, by_size);
    for (int i = 0; i < SORTED; i++) {
        double p = r->cdf(x[i]), q = r->cdf(-x[SORTED - 1 - i]);

        worst = fmax(worst, fmax((i + 1.0) / SORTED - p, p - (double)i / SORTED));
        sum += (2 * i + 1.0) * (log(p) + log(q));
    }
    free(x);
    assert_true(worst * sqrt(SORTED) < 2.2 && worst * sqrt(SORTED) > 0.2);
    assert_true(-SORTED - sum / SORTED < 10);
}

/* Shares beyond 1 to 4 standard deviations, on both sides. */
static void
check_tails(void **state)
{
    const struct law_row *r = *state;
    double count[5][2] = {{0}};
    struct num_stream s;

    num_stream_seed(&s, 3, 0);
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        double x[NUM_CHUNK];

        r->fill(&s, x);
        for (int i = 0; i < NUM_CHUNK; i++)
            for (int k = 1; k <= 4 && fabs(x[i]) > k; k++)
                count[k][x[i] > 0]++;
    }
    for (int k = 1; k <= 4; k++) {
        double p = gsl_cdf_ugaussian_Q(k), error = sqrt(p * (1 - p) / DRAWS);

        assert_near(count[k][0] / DRAWS, p, 4.5 * error);
        assert_near(count[k][1] / DRAWS, p, 4.5 * error);
    }
}

/* The mean product of what should have nothing to do with each other: the lanes of a
 * stream, a number and one `apart` places on, and the streams of two blocks. */
static void
check_correlation(void **state)
{
    static const int apart[] = {1, 2, 8, 15, 16, 17, 32, 255, 256, 257, 511};
    static double x[DRAWS], y[DRAWS];
    struct num_stream a, b;

    (void)state;
    num_stream_seed(&a, 4, 0);
    num_stream_seed(&b, 4, 1);
    for (int i = 0; i < DRAWS; i += NUM_CHUNK) {
        fill_normal32(&a, x + i);
        fill_normal32(&b, y + i);
    }
    for (size_t k = 0; k < sizeof apart / sizeof *apart; k++) {
        double sum = 0, squares = 0;

        for (int i = 0; i + apart[k] < DRAWS; i++) {
            sum += x[i] * x[i + apart[k]];
            squares += (x[i] * x[i] - 1) * (x[i + apart[k]] * x[i + apart[k]] - 1);
        }
        assert_near(sum / sqrt(DRAWS), 0, 4.5);
        assert_near(squares / 2 / sqrt(DRAWS), 0, 4.5);
    }
    for (int shift = -20; shift <= 20; shift++) {
        double sum = 0;

        for (int i = 20; i < DRAWS - 20; i++)
            sum += x[i] * y[i + shift];
        assert_near(sum / sqrt(DRAWS), 0, 4.5);
    }
}

/* ---- GSL --------------------------------------------------------------------------- */

static void
check_gsl(void **state)
{
    gsl_rng *r = gsl_rng_alloc(num_rng_type()), *again;
    double sum = 0, square = 0;
    unsigned long first, counts[7] = {0};

    (void)state;
    gsl_rng_set(r, 42);
    first = gsl_rng_get(r);
    again = gsl_rng_clone(r);
    assert_true(gsl_rng_get(again) == gsl_rng_get(r));
    gsl_rng_free(again);
    for (int i = 0; i < 200000; i++) {
        double x = gsl_ran_gaussian_ziggurat(r, 1), u = gsl_rng_uniform(r);

        assert_true(u >= 0 && u < 1);
        sum += x;
        square += x * x;
        counts[gsl_rng_uniform_int(r, 7)]++;
    }
    assert_near(sum / 200000, 0, 4.5 / sqrt(200000));
    assert_near(square / 200000, 1, 4.5 * sqrt(2.0 / 200000));
    for (int i = 0; i < 7; i++)
        assert_near((double)counts[i], 200000 / 7.0, 4.5 * sqrt(200000 / 7.0));
    gsl_rng_set(r, 42);
    assert_true(gsl_rng_get(r) == first);
    gsl_rng_free(r);
}

/* ---- what is kept ------------------------------------------------------------------ */

/* Cut in blocks of different sizes, or all at once: the same moments. */
static void
check_merge(void **state)
{
    enum { N = 5 * NUM_CHUNK };
    static const size_t cuts[] = {1, 2, 17, 500, 0, 1000, 1040};
    struct num_moments whole = {0}, parts = {0};
    struct num_stream s;
    double x[N];
    size_t at = 0;

    (void)state;
    num_stream_seed(&s, 8, 0);
    for (int i = 0; i < N; i += NUM_CHUNK)
        num_fill_normal64(&s, x + i);
    for (int i = 0; i < N; i++)
        x[i] = 1000 + exp(x[i]) * (i < 700 ? 1 : 3);
    num_moments_add(&whole, N, x);
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; at += cuts[i++])
        num_moments_add(&parts, cuts[i], x + at);
    assert_int_equal(at, N);
    assert_true(parts.count == N && parts.low == whole.low && parts.high == whole.high);
    assert_near(parts.mean, whole.mean, 1e-10);
    for (int p = 2; p <= NUM_MOMENTS; p++)
        assert_near(parts.m[p] / whole.m[p], 1, 1e-11);
}

/* Estimates lie within their errors of the truth as often as they should: within one in
 * 68 of 100, for 400 samples of 2000 numbers (+- 4 errors of that share). */
static void
check_errors(void **state)
{
    int near[4] = {0};
    struct num_stream s;

    (void)state;
    num_stream_seed(&s, 9, 0);
    for (int sample = 0; sample < 400; sample++) {
        struct num_moments m = {0};
        struct num_histogram h = {.low = -6, .high = 6};
        struct num_estimate e[4];
        static const double truth[4] = {0, 1, 1, 0};

        for (int i = 0; i < 4; i++) {
            double x[NUM_CHUNK];

            num_fill_normal64(&s, x);
            num_moments_add(&m, NUM_CHUNK, x);
            num_histogram_add(&h, NUM_CHUNK, x);
        }
        e[0] = num_moments_mean(&m);
        e[1] = num_moments_variance(&m);
        e[2] = num_moments_deviation(&m);
        e[3] = num_histogram_quantile(&h, 0.5);
        for (int i = 0; i < 4; i++)
            near[i] += fabs(e[i].value - truth[i]) <= e[i].error;
    }
    for (int i = 0; i < 4; i++)
        assert_near(near[i], 0.683 * 400, 4 * sqrt(0.683 * 0.317 * 400));
}

static void
check_kurtosis(void **state)
{
    struct num_moments m = {0};
    struct num_estimate e;
    struct num_stream s;

    (void)state;
    num_stream_seed(&s, 10, 0);
    for (int i = 0; i < CHUNKS; i++) {
        double x[NUM_CHUNK];

        num_fill_normal64(&s, x);
        num_moments_add(&m, NUM_CHUNK, x);
    }
    e = num_moments_kurtosis(&m);
    assert_near(e.error, sqrt(24.0 / DRAWS), 0.1 * e.error);
    assert_near(e.value, 0, 4.5 * e.error);
}

static void
check_few(void **state)
{
    const double x[2] = {3, 3};
    struct num_moments m = {0};
    struct num_histogram h = {.low = 0, .high = 1};

    (void)state;
    assert_true(isnan(num_moments_mean(&m).value));
    assert_true(isnan(num_histogram_quantile(&h, 0.5).value));
    num_moments_add(&m, 1, x);
    assert_true(num_moments_mean(&m).value == 3 && isnan(num_moments_mean(&m).error));
    assert_true(isnan(num_moments_variance(&m).value));
    num_moments_add(&m, 1, x);
    assert_true(num_moments_mean(&m).error == 0);
    assert_true(num_moments_deviation(&m).value == 0);
    assert_true(num_moments_deviation(&m).error == 0);
    assert_true(isnan(num_moments_kurtosis(&m).value));
    num_histogram_add(&h, 2, x);
    assert_true(num_histogram_quantile(&h, 0.5).value == INFINITY);
    assert_int_equal(h.above, 2);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    table_add(&t, "the numbers of seed 1, stream 2", check_fixed, NULL);
    table_add(&t, "lanes", check_lanes, NULL);
    table_add(&t, "each kind of processor", check_paths, NULL);
    table_add(&t, "products of normal numbers", check_products, NULL);
    table_add(&t, "numbers of their bits", check_exact, NULL);
    TABLE_ROWS(&t, law_rows, check_moments);
    for (int i = 0; i < 3; i++)
        table_add(&t,
                  i == 0   ? "shape of float normals"
                  : i == 1 ? "shape of double normals"
                           : "shape of uniform",
                  check_shape, &law_rows[i]);
    for (int i = 0; i < 2; i++)
        table_add(&t, i == 0 ? "tails of float normals" : "tails of double normals",
                  check_tails, &law_rows[i]);
    table_add(&t, "nothing to do with each other", check_correlation, NULL);
    table_add(&t, "GSL's functions on top", check_gsl, NULL);
    table_add(&t, "moments of parts", check_merge, NULL);
    table_add(&t, "estimates and their errors", check_errors, NULL);
    table_add(&t, "kurtosis and its error", check_kurtosis, NULL);
    table_add(&t, "of none, one and two", check_few, NULL);
    return table_run(&t, "num_normal");
}
