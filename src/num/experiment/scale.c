/* What a gain does to RMSNorm, and many factors to a product. */
#include <math.h>

#include "num/experiment/method.h"
#include "num/lens/round.h"
#include "num/model.h"

/* ---- rmsnorm-gain ------------------------------------------------------------------ */

enum { GAIN, MS, EPS, D, PRECISION, N };

static const struct num_parameter gain_parameters[] = {
    {"gain",      "factor on the input",                       NUM_REAL,  100,  -1e300, 1e300, NULL           },
    {"ms",        "mean square of the input, before the gain", NUM_REAL,  1e-6, 0,      1e300, NULL           },
    {"eps",       "under the root",                            NUM_REAL,  1e-5, 0,      1e300, NULL           },
    {"d",         "components",                                NUM_WHOLE, 64,   1,      1e6,   NULL           },
    {"precision", "of every operation",                        NUM_WORD,  0,    0,      3,     precision_words},
    {"n",         "inputs, of random directions",              NUM_WHOLE, 1000, 1,      1e9,   NULL           },
};

static const char *const gain_results[] = {"ratio"};

static bool
gain_start(struct num_run *r, struct err *e)
{
    (void)e;
    r->total = real(r, N);
    r->block = run_block_size(1 << 14, real(r, D));
    r->values = 1;
    r->scratch = 2 * (size_t)real(r, D);
    return true;
}

/* The root mean square of N(by x), y to work in. */
static double
size_out(const struct num_run *r, const double *x, double by, double *y)
{
    struct num_lens l = {.format = (enum num_format)whole(r, PRECISION)};
    struct num_norm f = {.n = whole(r, D), .eps = real(r, EPS)};

    for (int i = 0; i < f.n; i++)
        y[i] = fl(l, fl(l, by) * x[i]);
    num_rmsnorm(l, &f, y, y);
    return sqrt(num_dot((struct num_lens){0}, f.n, y, y) / f.n);
}

static void
gain_block(const struct num_run *r, struct num_part *p)
{
    struct num_lens l = {.format = (enum num_format)whole(r, PRECISION)};
    int d = whole(r, D);
    double *x = p->scratch, *y = x + d;
    struct tap t;

    tap_open(&t, r, p->block);
    for (size_t i = 0; i < p->n; i++) {
        double by;

        if (!tap_fill_part(&t, r, p, (size_t)d, x))
            return;
        by = sqrt(real(r, MS) / (num_dot((struct num_lens){0}, d, x, x) / d));
        for (int j = 0; j < d; j++)
            x[j] = fl(l, x[j] * by);
        p->values[i] = size_out(r, x, real(r, GAIN), y) / size_out(r, x, 1, y);
    }
    num_moments_add(&p->m[0], p->n, p->values);
}

static void
gain_take(struct num_run *r, const struct num_part *p)
{
    if (!isfinite(p->m[0].mean))
        r->note = "a square overflowed, or 0 was divided by 0: there is no ratio";
}

static struct num_estimate
gain_result(const struct num_run *r, int i)
{
    (void)i;
    return num_moments_mean(&r->m[0]);
}

/* |gain| sqrt((ms + eps) / (gain^2 ms + eps)), without rounding. */
static double
gain_expected(const struct num_run *r, int i)
{
    double gain = real(r, GAIN), ms = real(r, MS), eps = real(r, EPS);

    (void)i;
    if (whole(r, PRECISION) != NUM_FP64)
        return NAN;
    return fabs(gain) * sqrt((ms + eps) / (gain * gain * ms + eps));
}

static const struct num_method gain_method = {
    .start = gain_start,
    .block = gain_block,
    .take = gain_take,
    .result = gain_result,
    .quantity = "ratio of sizes",
    .expected = gain_expected,
};

const struct num_experiment experiment_gain = {
    "rmsnorm-gain",  "size of RMSNorm's output with a gain on its input, to that without",
    gain_parameters, sizeof gain_parameters / sizeof *gain_parameters,
    gain_results,    sizeof gain_results / sizeof *gain_results,
    &gain_method,
};

/* ---- underflow --------------------------------------------------------------------- */

enum { P, LENGTH, FORMAT };

static const struct num_parameter underflow_parameters[] = {
    {"p",         "each factor",        NUM_REAL,  0.1, 0, 1,    NULL           },
    {"length",    "how many",           NUM_WHOLE, 500, 1, 1e12, NULL           },
    {"precision", "of every operation", NUM_WORD,  0,   0, 3,    precision_words},
};

static const char *const underflow_results[] = {"product", "log_sum", "zero_at"};

struct underflow_state {
    struct num_lens lens;
    double factor, ln, product, sum, zero_at;
};

static bool
underflow_start(struct num_run *r, struct err *e)
{
    struct underflow_state *s = ARENA_NEW(r->arena, struct underflow_state);

    (void)e;
    s->lens.format = (enum num_format)whole(r, FORMAT);
    s->factor = fl(s->lens, real(r, P));
    s->ln = fl(s->lens, log(s->factor));
    s->product = 1;
    s->zero_at = NAN;
    r->state = s;
    r->total = real(r, LENGTH);
    r->block = 1 << 20;
    return true;
}

static void
underflow_take(struct num_run *r, const struct num_part *p)
{
    struct underflow_state *s = r->state;

    for (size_t i = 0; i < p->n; i++) {
        s->product = fl(s->lens, s->product * s->factor);
        s->sum = fl(s->lens, s->sum + s->ln);
        if (s->product == 0 && isnan(s->zero_at))
            s->zero_at = r->done + (double)i + 1;
    }
}

static struct num_estimate
underflow_result(const struct num_run *r, int i)
{
    const struct underflow_state *s = r->state;

    return known(i == 0 ? s->product : i == 1 ? s->sum : s->zero_at);
}

static const struct num_method underflow_method = {
    .start = underflow_start, .take = underflow_take, .result = underflow_result};

const struct num_experiment experiment_underflow = {
    "underflow",          "a product of equal factors, and the sum of their logarithms",
    underflow_parameters, sizeof underflow_parameters / sizeof *underflow_parameters,
    underflow_results,    sizeof underflow_results / sizeof *underflow_results,
    &underflow_method,
};
