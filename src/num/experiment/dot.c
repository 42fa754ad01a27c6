/*
 * Products of random vectors: the variance of q . k, cosines, and the numbers themselves.
 *
 * Vectors are drawn in float, component by component for many samples side by side, or,
 * when they are long, many components of one sample side by side. Products are added up
 * in float (at most 512 of them, or d / 256), the rest is double.
 */
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "num/experiment/method.h"
#include "num/sample/kernel.h"

enum { WIDE = NUM_CHUNK / 2, LONG = 512 };

enum law { LAW_NORMAL, LAW_UNIFORM, LAW_SIGN };

static const char *const law_words[] = {"normal", "uniform", "sign", NULL};

/* ---- pairs of components ----------------------------------------------------------- */

struct source {
    struct num_stream stream;
    enum law law;
    float mean, rho;
};

/* Normal: k = rho q + sqrt(1 - rho^2) k', which is jointly normal. */
static void
correlate_normal(float rho, float *q, float *k)
{
    float rest = sqrtf(1 - rho * rho);

    for (int i = 0; i < WIDE; i++)
        k[i] = rho * q[i] + rest * k[i];
}

/* Other laws keep their shape when k is q, or -q, with the chance |rho|. */
static void
correlate_copies(struct source *s, float *q, float *k)
{
    float chance[NUM_CHUNK], at = 2 * fabsf(s->rho) - 1;

    num_fill_uniform32(&s->stream, chance);
    for (int i = 0; i < WIDE; i++)
        if (chance[i] < at)
            k[i] = s->rho < 0 ? -q[i] : q[i];
}

/* WIDE components of q, then as many of k. */
static void
draw_pairs(struct source *s, float *x)
{
    switch (s->law) {
    case LAW_NORMAL:
        num_fill_normal32(&s->stream, x);
        break;
    case LAW_UNIFORM:
        num_fill_uniform32(&s->stream, x);
        break;
    default:
        num_fill_sign32(&s->stream, x);
        break;
    }
    if (s->rho != 0 && s->law == LAW_NORMAL)
        correlate_normal(s->rho, x, x + WIDE);
    else if (s->rho != 0)
        correlate_copies(s, x, x + WIDE);
    if (s->mean != 0)
        for (int i = 0; i < NUM_CHUNK; i++)
            x[i] += s->mean;
}

/* ---- products ---------------------------------------------------------------------- */

enum product { OF_Q_K, OF_Q_Q, OF_K_K, PRODUCTS };

/* What is to be added up: all products or only the first, of `d` components, each of
 * which stands for `repeat` equal ones (the last for what is left). */
struct job {
    struct source source;
    int wanted; /* how many of the products */
    int d, repeat;
    float sum[PRODUCTS][WIDE];
    const struct num_run *run;
    struct num_part *part;
};

static void
clear_sums(struct job *j)
{
    for (int i = 0; i < j->wanted; i++)
        for (int at = 0; at < WIDE; at++)
            j->sum[i][at] = 0;
}

static void
add_products(struct job *j, const float *x)
{
    const struct num_kernels *with = j->source.stream.with;
    const float *k = x + WIDE;

    with->multiply32(WIDE, x, k, j->sum[OF_Q_K]);
    if (j->wanted > OF_Q_Q) {
        with->multiply32(WIDE, x, x, j->sum[OF_Q_Q]);
        with->multiply32(WIDE, k, k, j->sum[OF_K_K]);
    }
}

/* Independent normal components of mean 0, of which only q . k is wanted: the usual case,
 * in which no component needs to be stored. */
static bool
is_usual(const struct job *j)
{
    return j->source.law == LAW_NORMAL && j->source.rho == 0 && j->source.mean == 0 &&
           j->wanted == 1;
}

/* Distinct component c of each of WIDE samples. */
static void
add_component(struct job *j, int c)
{
    float x[NUM_CHUNK];
    int left = j->d - c * j->repeat, copies = left < j->repeat ? left : j->repeat;

    if (copies == 1 && is_usual(j)) {
        j->source.stream.with->add_products32(&j->source.stream, j->sum[OF_Q_K]);
        return;
    }
    draw_pairs(&j->source, x);
    for (int i = 0; i < WIDE && copies != 1; i++)
        x[i] *= (float)copies;
    add_products(j, x);
}

/* Up to `most` samples; returns how many. */
static size_t
side_by_side(struct job *j, size_t most, double *out[PRODUCTS])
{
    size_t n = most < WIDE ? most : WIDE;

    clear_sums(j);
    for (int c = 0; c * j->repeat < j->d; c++)
        add_component(j, c);
    for (int i = 0; i < j->wanted; i++)
        for (size_t at = 0; at < n; at++)
            out[i][at] = (double)j->sum[i][at];
    return n;
}

/* One sample of a long vector: WIDE components at a time, each with its copies. */
static void
one_long(struct job *j, double *out[PRODUCTS])
{
    long distinct = ((long)j->d + j->repeat - 1) / j->repeat;
    int last = j->d - (int)(distinct - 1) * j->repeat;

    clear_sums(j);
    for (long at = 0; at < distinct; at += WIDE) {
        float x[NUM_CHUNK];

        if (at > 0 && at % RUN_PIECE == 0 && !run_goes_on(j->run, j->part))
            return;
        draw_pairs(&j->source, x);
        for (int i = 0; i < WIDE; i++)
            x[i] *= (float)(at + i + 1 < distinct    ? j->repeat
                            : at + i + 1 == distinct ? last
                                                     : 0);
        for (int i = 0; i < WIDE; i++)
            x[WIDE + i] *= at + i < distinct;
        add_products(j, x);
    }
    for (int i = 0; i < j->wanted; i++) {
        *out[i] = 0;
        for (int at = 0; at < WIDE; at++)
            *out[i] += (double)j->sum[i][at];
    }
}

/* Those of the part. */
static void
find_products(struct job *j, double *const out[PRODUCTS])
{
    size_t step, n = j->part->n;

    for (size_t at = 0; at < n && !j->part->given_up; at += step) {
        double *here[PRODUCTS];

        for (int i = 0; i < j->wanted; i++)
            here[i] = out[i] + at;
        step = 1;
        if (j->d / j->repeat >= LONG)
            one_long(j, here);
        else
            step = side_by_side(j, n - at, here);
    }
}

/* Samples in a block: whole groups of WIDE, unless vectors are long. */
static double
block_of(double d, double repeat)
{
    double distinct = d / repeat, work = 1 << 18;

    if (distinct >= LONG)
        return run_block_size(work, distinct);
    return WIDE * run_block_size(work, WIDE * distinct);
}

/* ---- dot-variance ------------------------------------------------------------------ */

enum { D, N, DIST, MEAN, RHO, REPEAT };

static const struct num_parameter dot_parameters[] = {
    {"d",      "components of q and of k",                           NUM_WHOLE, 64,     1,    1e7,  NULL},
    {"n",      "samples",                                            NUM_WHOLE, 200000, 1,    1e12, NULL},
    {"dist",   "law of a component: variance 1, 1/3 on -1..1, or 1", NUM_WORD,  0,      0,    2,
     law_words                                                                                          },
    {"mean",   "mean of each component",                             NUM_REAL,  0,      -1e6, 1e6,  NULL},
    {"rho",    "correlation of q_i and k_i",                         NUM_REAL,  0,      -1,   1,    NULL},
    {"repeat", "equal components in a row",                          NUM_WHOLE, 1,      1,    1e7,  NULL},
};

static const char *const dot_results[] = {"mean", "variance", "excess_kurtosis"};

static bool
dot_start(struct num_run *r, struct err *e)
{
    (void)e;
    r->total = real(r, N);
    r->block = block_of(real(r, D), fmin(real(r, REPEAT), real(r, D)));
    r->group = r->block >= WIDE ? WIDE : 1;
    r->values = 1;
    return true;
}

static void
dot_block(const struct num_run *r, struct num_part *p)
{
    double *out[PRODUCTS] = {p->values};
    struct job j = {
        .source = {.law = (enum law)whole(r, DIST),
                   .mean = (float)real(r, MEAN),
                   .rho = (float)real(r, RHO)},
        .wanted = 1,
        .d = whole(r, D),
        .repeat = (int)fmin(real(r, REPEAT), real(r, D)),
        .run = r,
        .part = p,
    };

    num_stream_seed(&j.source.stream, r->settings.seed, p->block);
    find_products(&j, out);
    num_moments_add(&p->m[0], p->n, p->values);
}

static struct num_estimate
dot_result(const struct num_run *r, int i)
{
    static struct num_estimate (*const find[])(const struct num_moments *) = {
        num_moments_mean, num_moments_variance, num_moments_kurtosis};

    return find[i](&r->m[0]);
}

/* Of equal components in runs: how many numbers there are, and how often each. */
struct runs {
    double count, repeat, last;
};

static struct runs
dot_runs(const struct num_run *r)
{
    double d = real(r, D), repeat = fmin(real(r, REPEAT), d), count = ceil(d / repeat);

    return (struct runs){count, repeat, d - (count - 1) * repeat};
}

/* The sum of the n-th powers of how often each is there. */
static double
runs_power(struct runs of, int n)
{
    return (of.count - 1) * pow(of.repeat, n) + pow(of.last, n);
}

/* E x^2 and E x^4 of a component without its mean. */
static const double law_square[] = {1, 1 / 3.0, 1}, law_fourth[] = {3, 1 / 5.0, 1};

/* Of one product, with s = E x^2: rho s + mean^2, and E (q k)^2 - (rho s)^2 + 2 mean^2 s
 * (1 + rho). */
static double
product_mean(const struct num_run *r)
{
    return real(r, RHO) * law_square[whole(r, DIST)] + real(r, MEAN) * real(r, MEAN);
}

static double
product_variance(const struct num_run *r)
{
    int law = whole(r, DIST);
    double s = law_square[law], rho = real(r, RHO), mean = real(r, MEAN), square;

    if (law == LAW_NORMAL)
        square = s * s * (1 + 2 * rho * rho);
    else
        square = fabs(rho) * law_fourth[law] + (1 - fabs(rho)) * s * s;
    return square - rho * rho * s * s + 2 * mean * mean * s * (1 + rho);
}

/* The fourth cumulant of one product with mean 0: that of (r +- 1) times a half of a
 * chi-squared number for normal ones; E x^4 squared - 3 s^4 for independent ones. */
static double
product_fourth(const struct num_run *r)
{
    int law = whole(r, DIST);
    double s = law_square[law], rho = real(r, RHO);

    if (real(r, MEAN) != 0 || (law != LAW_NORMAL && rho != 0))
        return NAN;
    if (law == LAW_NORMAL)
        return 3 * (pow(1 + rho, 4) + pow(1 - rho, 4));
    return law_fourth[law] * law_fourth[law] - 3 * s * s * s * s;
}

static double
dot_expected(const struct num_run *r, int i)
{
    struct runs of = dot_runs(r);
    double variance = product_variance(r) * runs_power(of, 2);

    if (i == 0)
        return real(r, D) * product_mean(r);
    if (i == 1)
        return variance;
    return product_fourth(r) * runs_power(of, 4) / (variance * variance);
}

static double
dot_density(const struct num_run *r, double x)
{
    return live_normal(x, dot_expected(r, 0), dot_expected(r, 1));
}

static double
common_factor(double a, double b)
{
    while (b > 0) {
        double rest = fmod(a, b);

        a = b;
        b = rest;
    }
    return a;
}

/* Four standard deviations; signs multiply to signs, two apart. */
static struct live_range
dot_range(const struct num_run *r)
{
    struct runs of = dot_runs(r);
    double mean = dot_expected(r, 0), reach = 4 * sqrt(dot_expected(r, 1));
    bool grid = whole(r, DIST) == LAW_SIGN && real(r, MEAN) == 0;

    if (reach == 0)
        reach = 0.5;
    return (struct live_range){mean - reach, mean + reach,
                               grid ? 2 * common_factor(of.repeat, of.last) : 0,
                               real(r, D)};
}

static const struct num_method dot_method = {
    .start = dot_start,
    .block = dot_block,
    .result = dot_result,
    .quantity = "q . k",
    .range = dot_range,
    .expected = dot_expected,
    .density = dot_density,
};

const struct num_experiment experiment_dot_variance = {
    "dot-variance", "mean and variance of q . k for random q and k",
    dot_parameters, sizeof dot_parameters / sizeof *dot_parameters,
    dot_results,    sizeof dot_results / sizeof *dot_results,
    &dot_method,
};

/* ---- cosine ------------------------------------------------------------------------ */

static const struct num_parameter cosine_parameters[] = {
    {"d", "dimensions", NUM_WHOLE, 64,     1, 1e7,  NULL},
    {"n", "samples",    NUM_WHOLE, 200000, 1, 1e12, NULL},
};

static const char *const cosine_results[] = {"sd", "share_above_0_3", "mean"};

static bool
cosine_start(struct num_run *r, struct err *e)
{
    (void)e;
    r->total = real(r, N);
    r->block = block_of(real(r, D), 1);
    r->group = r->block >= WIDE ? WIDE : 1;
    r->values = PRODUCTS;
    return true;
}

static void
cosine_block(const struct num_run *r, struct num_part *p)
{
    double *out[PRODUCTS] = {p->values, p->values + p->n, p->values + 2 * p->n};
    struct job j = {.source = {.law = LAW_NORMAL},
                    .wanted = PRODUCTS,
                    .d = whole(r, D),
                    .repeat = 1,
                    .run = r,
                    .part = p};

    num_stream_seed(&j.source.stream, r->settings.seed, p->block);
    find_products(&j, out);
    for (size_t i = 0; i < p->n; i++) {
        double size = sqrt(out[OF_Q_Q][i] * out[OF_K_K][i]);
        double cosine = out[OF_Q_K][i] / size;

        /* rounding takes it over 1 */
        out[OF_Q_K][i] = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
        out[OF_Q_Q][i] = fabs(out[OF_Q_K][i]) > 0.3;
    }
    num_moments_add(&p->m[0], p->n, out[OF_Q_K]);
    num_moments_add(&p->m[1], p->n, out[OF_Q_Q]);
}

static struct num_estimate
cosine_result(const struct num_run *r, int i)
{
    if (i == 0)
        return num_moments_deviation(&r->m[0]);
    return num_moments_mean(&r->m[i == 1]);
}

/* c^2 is distributed as beta(1/2, (d - 1)/2). */
static double
cosine_expected(const struct num_run *r, int i)
{
    double d = real(r, D);

    if (i == 1)
        return d == 1 ? 1 : gsl_cdf_beta_Q(0.3 * 0.3, 0.5, (d - 1) / 2);
    return i == 0 ? 1 / sqrt(d) : 0;
}

static double
cosine_density(const struct num_run *r, double x)
{
    double d = real(r, D), rest = 1 - x * x;

    if (d == 1)
        return NAN;
    if (rest <= 0)
        return rest < 0 || d > 3 ? 0 : d == 3 ? 0.5 : INFINITY;
    return exp(lgamma(d / 2) - lgamma((d - 1) / 2) + (d - 3) / 2 * log(rest)) /
           sqrt(acos(-1));
}

static struct live_range
cosine_range(const struct num_run *r)
{
    double reach = fmin(1, 5 / sqrt(real(r, D)));

    return (struct live_range){-reach, reach, 0, 0};
}

static const struct num_method cosine_method = {
    .start = cosine_start,
    .block = cosine_block,
    .result = cosine_result,
    .quantity = "cosine of q and k",
    .range = cosine_range,
    .expected = cosine_expected,
    .density = cosine_density,
};

const struct num_experiment experiment_cosine = {
    "cosine",          "the cosine between two random directions",
    cosine_parameters, sizeof cosine_parameters / sizeof *cosine_parameters,
    cosine_results,    sizeof cosine_results / sizeof *cosine_results,
    &cosine_method,
};

/* ---- normal ------------------------------------------------------------------------ */

enum { NORMAL_N, BEYOND, WIDTH };

static const char *const width_words[] = {"float", "double", NULL};

static const struct num_parameter normal_parameters[] = {
    {"n",      "samples",                              NUM_WHOLE, 1000000, 1, 1e12, NULL       },
    {"beyond", "count those farther from 0 than this", NUM_REAL,  3,       0, 9,    NULL       },
    {"width",  "of the numbers",                       NUM_WORD,  0,       0, 1,    width_words},
};

static const char *const normal_results[] = {"mean", "variance", "excess_kurtosis",
                                             "share_beyond"};

static bool
normal_start(struct num_run *r, struct err *e)
{
    (void)e;
    r->total = real(r, NORMAL_N);
    r->block = 128 * NUM_CHUNK;
    r->group = NUM_CHUNK;
    r->values = 1;
    return true;
}

static void
normal_block(const struct num_run *r, struct num_part *p)
{
    struct num_stream s;

    num_stream_seed(&s, r->settings.seed, p->block);
    for (size_t at = 0; at < p->n; at += NUM_CHUNK) {
        size_t n = p->n - at < NUM_CHUNK ? p->n - at : NUM_CHUNK;
        double x[NUM_CHUNK];
        float y[NUM_CHUNK];

        if (whole(r, WIDTH) == 0)
            num_fill_normal32(&s, y);
        else
            num_fill_normal64(&s, x);
        for (size_t i = 0; i < n && whole(r, WIDTH) == 0; i++)
            x[i] = (double)y[i];
        num_moments_add(&p->m[0], n, x);
        memcpy(p->values + at, x, n * sizeof *x);
        for (size_t i = 0; i < n; i++)
            x[i] = fabs(x[i]) > real(r, BEYOND);
        num_moments_add(&p->m[1], n, x);
    }
}

static struct num_estimate
normal_result(const struct num_run *r, int i)
{
    return i == 3 ? num_moments_mean(&r->m[1]) : dot_result(r, i);
}

static double
normal_expected(const struct num_run *r, int i)
{
    return i == 3 ? erfc(real(r, BEYOND) / sqrt(2)) : i == 1;
}

static double
normal_density(const struct num_run *r, double x)
{
    (void)r;
    return live_normal(x, 0, 1);
}

static struct live_range
normal_range(const struct num_run *r)
{
    (void)r;
    return (struct live_range){-4, 4, 0, 0};
}

static const struct num_method normal_method = {
    .start = normal_start,
    .block = normal_block,
    .result = normal_result,
    .quantity = "x",
    .range = normal_range,
    .expected = normal_expected,
    .density = normal_density,
};

const struct num_experiment experiment_normal = {
    "normal",          "the normal numbers that the other experiments draw",
    normal_parameters, sizeof normal_parameters / sizeof *normal_parameters,
    normal_results,    sizeof normal_results / sizeof *normal_results,
    &normal_method,
};
