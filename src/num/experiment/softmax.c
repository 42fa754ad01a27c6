/* Softmax of random scores: how one-sided it is, and what a mask lets through. */
#include <math.h>

#include "num/attention.h"
#include "num/experiment/method.h"

/* ---- softmax-saturation ------------------------------------------------------------ */

enum { KEYS, SIGMA, N };

static const struct num_parameter saturation_parameters[] = {
    {"keys",  "scores in a row",               NUM_WHOLE, 64,    1, 1e15, NULL},
    {"sigma", "standard deviation of a score", NUM_REAL,  8,     0, 1e6,  NULL},
    {"n",     "rows",                          NUM_WHOLE, 20000, 1, 1e12, NULL},
};

static const char *const saturation_results[] = {
    "top_mean", "top_median",       "share_above_0_999999",      "jacobian_norm",
    "entropy",  "share_above_0_99", "share_jacobian_below_0_01",
};

enum { TOP, NORM, ENTROPY, ABOVE_SIX_NINES, ABOVE_TWO_NINES, FLAT, COLUMNS };
enum { ODDS = COLUMNS, VALUES };

static bool
saturation_start(struct num_run *r, struct err *e)
{
    struct num_histogram *h;

    if (!run_fits(r, KEYS, real(r, KEYS) * sizeof(double), RUN_MEMORY, e))
        return false;
    r->total = real(r, N);
    r->block = fmin(run_block_size(1 << 15, real(r, KEYS)), 1024);
    r->scratch = (size_t)real(r, KEYS);
    r->values = VALUES;
    h = ARENA_NEW(r->arena, struct num_histogram);
    /* Of the logarithm of the odds of the largest share; above 40 it is 1 in double. */
    h->low = -log(real(r, KEYS)) - 0.01;
    h->high = 40;
    r->state = h;
    return true;
}

/* Scores to shares in place; gives the entropy in nats. The largest share is found from
 * the sum of the others, *rest, as 1 / (1 + rest). */
static double
share_row(int n, double *z, int *top, double *rest)
{
    double entropy, largest;

    *top = 0;
    for (int i = 1; i < n; i++)
        if (z[i] > z[*top])
            *top = i;
    largest = z[*top];
    *rest = entropy = 0;
    for (int i = 0; i < n; i++) {
        double below = largest - z[i], share = exp(-below);

        *rest += i == *top ? 0 : share;
        entropy += i == *top ? 0 : share * below;
        z[i] = i == *top ? 1 : share;
    }
    for (int i = 0; i < n; i++)
        z[i] /= 1 + *rest;
    return log1p(*rest) + entropy / (1 + *rest);
}

static void
saturation_block(const struct num_run *r, struct num_part *p)
{
    int keys = whole(r, KEYS), top;
    struct tap t;

    tap_open(&t, r, p->block);
    for (size_t i = 0; i < p->n; i++) {
        double *z = p->scratch, *out = p->values + i, rest, norm, share;

        if (!tap_fill_part(&t, r, p, (size_t)keys, z))
            return;
        for (int j = 0; j < keys; j++)
            z[j] *= real(r, SIGMA);
        out[ENTROPY * p->n] = share_row(keys, z, &top, &rest);
        share = z[top];
        norm = num_softmax_jacobian_norm(keys, z);
        out[TOP * p->n] = share;
        out[NORM * p->n] = norm;
        out[ABOVE_SIX_NINES * p->n] = share >= 0.999999;
        out[ABOVE_TWO_NINES * p->n] = share >= 0.99;
        out[FLAT * p->n] = norm < 0.01;
        out[ODDS * p->n] = -log(rest);
    }
    for (int i = 0; i < COLUMNS; i++)
        num_moments_add(&p->m[i], p->n, p->values + (size_t)i * p->n);
}

static void
saturation_take(struct num_run *r, const struct num_part *p)
{
    num_histogram_add(r->state, p->n, p->values + ODDS * p->n);
}

/* From odds to a share: their order is the same. */
static struct num_estimate
median(const struct num_histogram *h)
{
    struct num_estimate odds = num_histogram_quantile(h, 0.5);
    double share = 1 / (1 + exp(-odds.value));

    if (odds.value == INFINITY)
        return known(1);
    return (struct num_estimate){share, share * (1 - share) * odds.error};
}

static struct num_estimate
saturation_result(const struct num_run *r, int i)
{
    static const int columns[] = {TOP, 0, ABOVE_SIX_NINES, NORM, ENTROPY, ABOVE_TWO_NINES,
                                  FLAT};

    return i == 1 ? median(r->state) : num_moments_mean(&r->m[columns[i]]);
}

static struct live_range
saturation_range(const struct num_run *r)
{
    (void)r;
    return (struct live_range){0, 1, 0, 0};
}

static const struct num_method saturation_method = {
    .start = saturation_start,
    .block = saturation_block,
    .take = saturation_take,
    .result = saturation_result,
    .quantity = "largest share",
    .column = TOP,
    .moments = TOP,
    .range = saturation_range,
};

const struct num_experiment experiment_saturation = {
    "softmax-saturation",
    "how one-sided softmax of random scores is, and what is left of its derivative",
    saturation_parameters,
    sizeof saturation_parameters / sizeof *saturation_parameters,
    saturation_results,
    sizeof saturation_results / sizeof *saturation_results,
    &saturation_method,
};

/* ---- mask-leak --------------------------------------------------------------------- */

enum { FILL, PRECISION, LEAK_KEYS, OPEN, LEAK_N };

static const struct num_parameter leak_parameters[] = {
    {"fill",      "added to forbidden scores; -inf for infinity", NUM_REAL,  -10,      -INFINITY,
     1e300,                                                                                             NULL           },
    {"precision", "of every operation",                           NUM_WORD,  NUM_FP32, 0,         3,    precision_words},
    {"keys",      "scores in a row, standard normal",             NUM_WHOLE, 64,       1,         1e15, NULL           },
    {"open",      "share of the keys that are allowed",           NUM_REAL,  0.5,      0,         1,    NULL           },
    {"n",         "rows",                                         NUM_WHOLE, 1000,     1,         1e12, NULL           },
};

static const char *const leak_results[] = {"leak"};

static bool
leak_start(struct num_run *r, struct err *e)
{
    bool infinite = real(r, FILL) == -INFINITY;

    if (!run_fits(r, LEAK_KEYS, real(r, LEAK_KEYS) * 2 * sizeof(double), RUN_MEMORY, e))
        return false;
    r->total = real(r, LEAK_N);
    r->block = fmin(run_block_size(1 << 12, real(r, LEAK_KEYS)), 1024);
    r->scratch = 2 * (size_t)real(r, LEAK_KEYS);
    r->values = 1;
    if (real(r, OPEN) == 0)
        r->note = infinite ? "no key is allowed: -inf minus -inf is no number, and the "
                             "row has no answer"
                           : "no key is allowed: whatever the row says is leaked";
    return true;
}

static void
leak_block(const struct num_run *r, struct num_part *p)
{
    struct num_lens l = {.format = (enum num_format)whole(r, PRECISION)};
    struct num_mask m = {real(r, FILL) == -INFINITY ? NUM_MASK_INFINITE : NUM_MASK_FINITE,
                         real(r, FILL)};
    int keys = whole(r, LEAK_KEYS), open = (int)ceil(real(r, OPEN) * keys);
    double *z = p->scratch;
    bool *allowed = (bool *)(void *)(z + keys);
    struct tap t;

    tap_open(&t, r, p->block);
    for (int i = 0; i < keys; i++)
        allowed[i] = i < open;
    for (size_t i = 0; i < p->n; i++) {
        double leak = 0;

        if (!tap_fill_part(&t, r, p, (size_t)keys, z))
            return;
        num_round_all(l, keys, z, z);
        num_softmax_masked(l, m, keys, allowed, z, z);
        for (int j = open; j < keys; j++)
            leak += z[j];
        p->values[i] = leak;
    }
    num_moments_add(&p->m[0], p->n, p->values);
}

static struct num_estimate
leak_result(const struct num_run *r, int i)
{
    (void)i;
    return num_moments_mean(&r->m[0]);
}

static struct live_range
leak_range(const struct num_run *r)
{
    (void)r;
    return (struct live_range){0, NAN, 0, 0};
}

static const struct num_method leak_method = {
    .start = leak_start,
    .block = leak_block,
    .result = leak_result,
    .quantity = "leaked weight",
    .range = leak_range,
};

const struct num_experiment experiment_leak = {
    "mask-leak",     "the weight that forbidden keys still get",
    leak_parameters, sizeof leak_parameters / sizeof *leak_parameters,
    leak_results,    sizeof leak_results / sizeof *leak_results,
    &leak_method,
};
