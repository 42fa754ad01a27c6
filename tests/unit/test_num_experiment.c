/*
 * Experiments against what is known in closed form, or has been found with many more
 * samples elsewhere; that they repeat; and that they refuse what makes no sense. Seeds
 * are fixed, so that a row that passes once passes always.
 */
#include <math.h>

#include "num/num.h"
#include "unit/table.h"

/* "d=64 dist=uniform n=5000" into settings; the test's own mistakes are failures. */
static void
read_settings(const struct num_experiment *x, const char *text, struct num_settings *s)
{
    char copy[200], *rest = copy, *word;

    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    num_settings_init(x, s);
    for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        int i, at = 0;

        assert_non_null(value);
        *value++ = '\0';
        i = num_parameter_find(x, word);
        assert_true(i >= 0);
        if (x->parameter[i].kind != NUM_WORD) {
            s->value[i] = strtod(value, NULL);
            continue;
        }
        while (x->parameter[i].words[at] && strcmp(x->parameter[i].words[at], value) != 0)
            at++;
        assert_non_null(x->parameter[i].words[at]);
        s->value[i] = at;
    }
}

static int
result_place(const struct num_experiment *x, const char *name)
{
    for (int i = 0; i < x->results; i++)
        if (strcmp(x->result[i], name) == 0)
            return i;
    fail_msg("%s gives no %s", x->name, name);
    return -1;
}

/* ---- against what is known --------------------------------------------------------- */

/* within: the value's own tolerance, beside 4.5 standard errors. error: what the standard
 * error should be, to a fifth; 0 when that is not known. */
static const struct known_row {
    const char *name, *experiment, *settings, *result;
    double value, within, error;
} known_rows[] = {
    {"q.k has mean 0",                       "dot-variance",       "",                                       "mean",                 0,                   0,       0.0179 },
    {"q.k has variance d",                   "dot-variance",       "",                                       "variance",             64,                  0,       0.207  },
    {"its kurtosis is 6/d above a normal's", "dot-variance",       "",                                       "excess_kurtosis",
     0.09375,                                                                                                                                             0,       0      },
    {"d = 1",                                "dot-variance",       "d=1 n=50000",                            "variance",             1,                   0,       0      },
    {"d = 511, side by side",                "dot-variance",       "d=511 n=20000",                          "variance",             511,                 0,       0      },
    {"d = 512, one by one",                  "dot-variance",       "d=512 n=20000",                          "variance",             512,                 0,       0      },
    {"d = 777, one by one",                  "dot-variance",       "d=777 n=20000",                          "variance",             777,                 0,       0      },
    {"uniform on -1..1: d/9",                "dot-variance",       "dist=uniform",                           "variance",             64 / 9.0,            0,       0      },
    {"signs",                                "dot-variance",       "dist=sign d=48",                         "variance",             48,                  0,       0      },
    {"signs have less kurtosis",             "dot-variance",       "dist=sign d=8",                          "excess_kurtosis",
     -0.25,                                                                                                                                               0,       0      },
    {"means 1: three times as much",         "dot-variance",       "mean=1",                                 "variance",             192,                 0,       0      },
    {"means 1: the mean is d",               "dot-variance",       "mean=1",                                 "mean",                 64,                  0,       0      },
    {"rho 0.3: the mean is rho d",           "dot-variance",       "rho=0.3",                                "mean",                 19.2,                0,       0      },
    {"rho 0.3: (1 + rho^2) d",               "dot-variance",       "rho=0.3",                                "variance",             69.76,               0,       0      },
    {"rho -1: 2 d",                          "dot-variance",       "rho=-1",                                 "variance",             128,                 0,       0      },
    {"signs of rho 0.5: (1 - rho^2) d",      "dot-variance",       "rho=0.5 dist=sign",                      "variance",
     48,                                                                                                                                                  0,       0      },
    {"signs of rho -0.5: -d/2",              "dot-variance",       "rho=-0.5 dist=sign",                     "mean",                 -32,                 0,       0      },
    {"pairs of equal components: 2 d",       "dot-variance",       "repeat=2",                               "variance",             128,                 0,       0      },
    {"all components equal: d^2",            "dot-variance",       "repeat=64",                              "variance",             4096,                0,       0      },
    {"runs of 7: 9 49 + 1",                  "dot-variance",       "repeat=7",                               "variance",             442,                 0,       0      },
    {"long runs of 2: 2000 + 1",             "dot-variance",       "d=2001 repeat=2 n=20000",                "variance",
     4001,                                                                                                                                                0,       0      },
    {"runs longer than d",                   "dot-variance",       "repeat=100",                             "variance",             4096,                0,       0      },
    {"spread of a cosine",                   "cosine",             "",                                       "sd",                   0.125,               0,       0      },
    {"cosines beyond 0.3",                   "cosine",             "",                                       "share_above_0_3",      0.0151841316105036,  0,       0      },
    {"cosines in the plane",                 "cosine",             "d=2",                                    "share_above_0_3",      0.80602663196,       0,       0      },
    {"cosines on a line",                    "cosine",             "d=1",                                    "sd",                   1,                   1e-5,    0      },
    {"cosines in 600 dimensions",            "cosine",             "d=600 n=20000",                          "sd",                   0.04082482904638630, 0,
     0                                                                                                                                                                    },
    {"two keys, sigma 1",                    "softmax-saturation", "keys=2 sigma=1",                         "top_mean",
     0.725213454422,                                                                                                                                      0,       0      },
    {"two keys, sigma 8",                    "softmax-saturation", "keys=2",                                 "top_mean",             0.951601339016,      0,
     0                                                                                                                                                                    },
    {"two keys, near one-hot",               "softmax-saturation", "keys=2",                                 "share_above_0_999999",
     0.222036779212,                                                                                                                                      0,       0      },
 /* ln odds are |N(0, 128)|, whose median is 0.67449 sqrt(128). */
    {"two keys, the median",                 "softmax-saturation", "keys=2",                                 "top_median",           0.99951505035,
     0,                                                                                                                                                            0      },
    {"64 keys, sigma 8",                     "softmax-saturation", "",                                       "top_mean",             0.7933,              0.0014,  0      },
    {"64 keys, the median",                  "softmax-saturation", "",                                       "top_median",           0.8613,              0.002,   0      },
    {"64 keys, near one-hot",                "softmax-saturation", "",                                       "share_above_0_999999", 0.0042,
     0.0003,                                                                                                                                                       0      },
    {"64 keys, the derivative",              "softmax-saturation", "",                                       "jacobian_norm",        0.2105,              0.0014,
     0                                                                                                                                                                    },
    {"64 keys, a derivative of nearly 0",    "softmax-saturation", "",
     "share_jacobian_below_0_01",                                                                                                    0.164,               0.002,   0      },
    {"64 keys, sigma 1",                     "softmax-saturation", "sigma=1",                                "top_mean",             0.1072,              0.0002,  0      },
    {"64 keys, sigma 1, the derivative",     "softmax-saturation", "sigma=1",                                "jacobian_norm",
     0.1836,                                                                                                                                              0.0002,  0      },
    {"64 keys, sigma 1, entropy",            "softmax-saturation", "sigma=1",                                "entropy",              3.685,
     0.001,                                                                                                                                                        0      },
    {"4096 keys",                            "softmax-saturation", "keys=4096 n=400",                        "top_mean",             0.6726,              0.0014,  0      },
    {"sigma 0: all alike",                   "softmax-saturation", "sigma=0 n=100",                          "entropy",
     4.15888308335967,                                                                                                                                    1e-12,   0      },
    {"sigma 0: the derivative",              "softmax-saturation", "sigma=0 n=100",                          "jacobian_norm",
     0.124019592706,                                                                                                                                      1e-12,   0      },
    {"one key takes all",                    "softmax-saturation", "keys=1 n=100",                           "top_median",           1,                   0,       0      },
    {"100 times in",                         "rmsnorm-gain",       "",                                       "ratio",                3.31496772065898,    1e-12,   0      },
    {"100 times, a small eps",               "rmsnorm-gain",       "ms=1 eps=1e-6",                          "ratio",                1.00000049994987,
     1e-13,                                                                                                                                                        0      },
    {"without eps nothing",                  "rmsnorm-gain",       "eps=0 gain=-1e5",                        "ratio",                1,                   1e-13,   0      },
    {"overflow in fp16: all is 0",           "rmsnorm-gain",       "precision=fp16 ms=1 gain=1000",
     "ratio",                                                                                                                        0,                   0,       0      },
    {"fp32 shifted by 16",                   "rope-shift",         "shift=16",                               "drift_rms",            1.4e-7,              0.2e-7,  0      },
    {"fp32 shifted by 4096",                 "rope-shift",         "",                                       "drift_rms",            1.9e-5,              0.15e-5, 0      },
    {"fp32 shifted by 65536",                "rope-shift",         "shift=65536",                            "drift_rms",            4e-4,                0.4e-4,  0      },
    {"stored in bf16, 16",                   "rope-shift",         "precision=bf16-storage shift=16",        "drift_rms",
     3.3e-3,                                                                                                                                              0.2e-3,  0      },
    {"stored in bf16, 65536",                "rope-shift",         "precision=bf16-storage shift=65536",
     "drift_rms",                                                                                                                    3.3e-3,              0.2e-3,  0      },
    {"stored in fp16",                       "rope-shift",         "precision=fp16-storage shift=256",       "drift_rms",
     4.2e-4,                                                                                                                                              0.2e-4,  0      },
    {"all in bf16, 16",                      "rope-shift",         "precision=bf16 shift=16",                "drift_rms",            6.3e-3,
     0.5e-3,                                                                                                                                                       0      },
    {"all in bf16, 256",                     "rope-shift",         "precision=bf16 shift=256",               "drift_rms",            0.26,
     0.02,                                                                                                                                                         0      },
    {"fp64 does not drift",                  "rope-shift",         "precision=fp64 shift=16",                "drift_max",            0,
     1e-14,                                                                                                                                                        0      },
    {"no shift, no drift",                   "rope-shift",         "precision=bf16 shift=0",                 "drift_max",            0,                   0,       0      },
 /* For M: E[B/A] e^-M to first order, A and B each of one key: e^(N - N'), so e^1. */
    {"a fill of -20 leaks",                  "mask-leak",          "fill=-20 precision=fp64 keys=2 n=20000", "leak",
     5.6028e-9,                                                                                                                                           0,       0      },
    {"a fill of -200 in fp32 does not",      "mask-leak",          "fill=-200",                              "leak",                 0,                   0,       0      },
    {"-inf does not",                        "mask-leak",          "fill=-inf",                              "leak",                 0,                   0,       0      },
    {"all forbidden by -1e9: all leaks",     "mask-leak",          "fill=-1e9 open=0",                       "leak",                 1,                   1e-6,
     0                                                                                                                                                                    },
    {"all forbidden by -inf: no answer",     "mask-leak",          "fill=-inf open=0",                       "leak",                 NAN,                 0,
     0                                                                                                                                                                    },
    {"no fill, half of the keys",            "mask-leak",          "fill=0 precision=fp64",                  "leak",                 0.5,                 0,
     0                                                                                                                                                                    },
    {"0.1^500 is 0",                         "underflow",          "",                                       "product",              0,                   0,       0      },
    {"its logarithm is not",                 "underflow",          "",                                       "log_sum",              -1151.29254649702,   1e-9,    0      },
    {"it is 0 after 324",                    "underflow",          "",                                       "zero_at",              324,                 0,       0      },
    {"0.01: 162",                            "underflow",          "p=0.01",                                 "zero_at",              162,                 0,       0      },
    {"0.5: 1075",                            "underflow",          "p=0.5 length=2000000",                   "zero_at",              1075,                0,       0      },
    {"in fp16",                              "underflow",          "p=0.5 precision=fp16",                   "zero_at",              25,                  0,       0      },
    {"ones never",                           "underflow",          "p=1",                                    "zero_at",              NAN,                 0,       0      },
    {"a latent of rank 16",                  "mla-rank",           "",                                       "error",                0.185298396776,      0,       0      },
    {"a latent of full rank",                "mla-rank",           "rank=64",                                "error",                0,                   1e-13,   0      },
    {"a latent of nothing",                  "mla-rank",           "rank=0",                                 "error",                1,                   0,       0      },
    {"a matrix of rank 1",                   "mla-rank",           "rank=1 decay=0",                         "error",                0,                   1e-13,   0      },
    {"half of an even spectrum",             "mla-rank",           "rank=32 decay=1",                        "error",                0.70710678,          0,
     0                                                                                                                                                                    },
    {"710 tokens look like 0",               "aliasing",           "",                                       "seats",                710,                 0,       0      },
    {"by so much",                           "aliasing",           "",                                       "miss",                 6.02887067281e-5,    1e-15,   0      },
    {"44 within 100",                        "aliasing",           "within=100",                             "seats",                44,                  0,       0      },
    {"a score far away: mean 0",             "score-distance",     "distance=5000",                          "mean",                 0,                   0,       0      },
    {"a score far away: variance d",         "score-distance",     "distance=5000",                          "variance",             64,                  0,
     0                                                                                                                                                                    },
    {"the bound at 1000",                    "score-distance",     "distance=1000 n=10",                     "bound",
     4.0896908250824,                                                                                                                                     1e-12,   0      },
    {"a key made for 1000 is loudest there", "score-distance",
     "content=matched peak=1000 distance=1000",                                                              "mean",                 64,                  0,       0      },
    {"and not at 0",                         "score-distance",     "content=matched peak=1000 distance=0",   "mean",
     17.8519335,                                                                                                                                          0,       0      },
    {"normal numbers",                       "normal",             "n=100000",                               "variance",             1,                   0,       0.00447},
    {"beyond 2",                             "normal",             "n=100000 beyond=2 width=double",         "share_beyond",
     0.0455002638963584,                                                                                                                                  0,       0      },
};

static void
run_all(struct num_run *r)
{
    while (num_run_step(r))
        ;
}

static void
check_known(void **state)
{
    const struct known_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->experiment);
    struct arena *a = arena_new();
    struct num_settings s;
    struct num_estimate found;
    struct num_run *r;
    struct err e;

    assert_non_null(x);
    read_settings(x, row->settings, &s);
    s.seed = 1;
    r = num_run_new(a, x, &s, &e);
    if (!r)
        fail_msg("%s", e.msg);
    run_all(r);
    found = num_run_result(r, result_place(x, row->result));
    if (isnan(row->value) != isnan(found.value) ||
        fabs(found.value - row->value) > row->within + 4.5 * found.error)
        fail_msg("%.12g +- %g, not %.12g", found.value, found.error, row->value);
    if (row->error > 0 && fabs(found.error / row->error - 1) > 0.2)
        fail_msg("an error of %g, not %g", found.error, row->error);
    assert_true(num_run_samples(r) == num_run_total(r));
    arena_free(a);
}

/* The standard errors are right: of 100 seeds about 68 lie within one. */
static void
check_coverage(void **state)
{
    static const struct {
        const char *experiment, *settings, *result;
        double value;
    } rows[] = {
        {"dot-variance",       "d=8 n=2000",        "variance",   8             },
        {"cosine",             "d=16 n=2000",       "sd",         0.25          },
        {"softmax-saturation", "keys=2 n=500",      "top_mean",   0.951601339016},
        {"softmax-saturation", "keys=2 n=500",      "top_median", 0.99951505035 },
        {"mla-rank",           "d=16 rank=4 n=300", "error",      0.640480982   },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct num_experiment *x = num_experiment_find(rows[i].experiment);
        int near = 0;

        for (uint64_t seed = 0; seed < 100; seed++) {
            struct arena *a = arena_new();
            struct num_settings s;
            struct num_run *r;
            struct num_estimate found;

            read_settings(x, rows[i].settings, &s);
            s.seed = seed;
            r = num_run_new(a, x, &s, NULL);
            run_all(r);
            found = num_run_result(r, result_place(x, rows[i].result));
            near += fabs(found.value - rows[i].value) <= found.error;
            arena_free(a);
        }
        if (near < 50 || near > 86)
            fail_msg("%s: %d of 100", rows[i].experiment, near);
    }
}

/* ---- slices ------------------------------------------------------------------------ */

static void
assert_same_results(const struct num_run *a, const struct num_run *b,
                    const struct num_experiment *x)
{
    for (int i = 0; i < x->results; i++) {
        struct num_estimate p = num_run_result(a, i), q = num_run_result(b, i);

        assert_memory_equal(&p.value, &q.value, sizeof p.value);
        assert_memory_equal(&p.error, &q.error, sizeof p.error);
    }
}

static const char text[] = "abracadabra, abracadabra: what a text";

/* Smaller versions of each experiment, of several blocks where they have blocks. */
static const struct slice_row {
    const char *name, *settings;
} slice_rows[] = {
    {"dot-variance",       "n=30001"       },
    {"softmax-saturation", "n=5000"        },
    {"cosine",             "d=700 n=3000"  },
    {"rmsnorm-gain",       "precision=fp32"},
    {"rope-shift",         "precision=bf16"},
    {"mask-leak",          ""              },
    {"underflow",          "length=3000000"},
    {"bigram",             "steps=50"      },
    {"mla-rank",           ""              },
    {"aliasing",           "within=200000" },
    {"score-distance",     ""              },
    {"normal",             "n=200001"      },
};

static struct num_run *
begin(struct arena *a, const struct slice_row *row, uint64_t seed)
{
    const struct num_experiment *x = num_experiment_find(row->name);
    struct num_settings s;
    struct num_run *r;
    struct err e;

    assert_non_null(x);
    read_settings(x, row->settings, &s);
    s.seed = seed;
    s.text = text;
    s.length = strlen(text);
    r = num_run_new(a, x, &s, &e);
    if (!r)
        fail_msg("%s", e.msg);
    return r;
}

/* Step by step, or blocks found ahead and out of order: the same bits. Another seed gives
 * others, where there is chance at all. Before the first block nothing is known. */
static void
check_slices(void **state)
{
    const struct slice_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->name);
    struct arena *a = arena_new();
    struct num_run *one = begin(a, row, 5), *two = begin(a, row, 5),
                   *other = begin(a, row, 6);
    struct num_part *odd = num_part_new(a, two, NULL), *even = num_part_new(a, two, odd);
    uint64_t blocks = num_run_blocks(two);

    run_all(one);
    run_all(other);
    for (uint64_t i = 0; i < blocks; i += 2) {
        if (i + 1 < blocks && num_run_parallel(two))
            num_run_block(two, i + 1, odd);
        num_run_block(two, i, even);
        num_run_take(two, even);
        if (i + 1 < blocks && !num_run_parallel(two))
            num_run_block(two, i + 1, odd);
        if (i + 1 < blocks)
            num_run_take(two, odd);
        for (int k = 0; k < x->results; k++)
            num_run_result(two, k);
    }
    assert_true(blocks > 1);
    assert_false(num_run_step(one));
    assert_false(num_run_step(two));
    assert_same_results(one, two, x);
    if (num_run_parallel(one) && strcmp(row->name, "rmsnorm-gain") != 0)
        assert_true(num_run_result(one, 0).value != num_run_result(other, 0).value);
    assert_true(num_run_done(two) == num_run_total(two));
    arena_free(a);
}

static void
check_nothing_yet(void **state)
{
    const struct slice_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->name);
    struct arena *a = arena_new();
    struct num_run *r = begin(a, row, 5);

    for (int i = 0; i < x->results; i++)
        num_run_result(r, i);
    if (num_run_parallel(r) && strcmp(row->name, "score-distance") != 0)
        assert_true(isnan(num_run_result(r, 0).value));
    arena_free(a);
}

/* Long blocks are given up when they are asked to, nothing is taken in, and they can be
 * done again. */
static bool
counts_down(void *data)
{
    return --*(int *)data < 0;
}

static const struct slice_row long_rows[] = {
    {"dot-variance",       "d=300000 n=3"   },
    {"cosine",             "d=300000 n=3"   },
    {"softmax-saturation", "keys=200000 n=3"},
    {"mask-leak",          "keys=200000 n=3"},
    {"rmsnorm-gain",       "d=200000 n=3"   },
    {"rope-shift",         "d=70000 n=3"    },
    {"score-distance",     "d=100000 n=3"   },
};

static void
check_given_up(void **state)
{
    const struct slice_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->name);
    struct arena *a = arena_new();
    struct num_run *one = begin(a, row, 5), *two = begin(a, row, 5);
    int left = 0;

    run_all(one);
    num_run_watch(two, counts_down, &left);
    for (int i = 0; i < 2; i++) {
        assert_false(num_run_step(two));
        assert_true(num_run_done(two) == 0);
        assert_true(left < 0);
        left = 1;
    }
    num_run_watch(two, NULL, NULL);
    run_all(two);
    assert_same_results(one, two, x);
    arena_free(a);
}

/* ---- the next-token model ---------------------------------------------------------- */

static const struct text_row {
    const char *name, *text;
    double steps, entropy, vocabulary, within;
} text_rows[] = {
  /* Behind a: b, c, d, b of the 4; behind each other letter one kind. */
    {"abacadab: 4/7 of 1.5 bits", "abacadab",           3000, 4.0 / 7 * 1.0397207708399179, 4,
     2e-3                                                                                          },
    {"a text without choice",     "abababab",           3000, 0,                            2, 2e-3},
    {"one character only",        "aaaa",               10,   0,                            1, 0   },
    {"not fitted at all",         "abacadab",           0,    NAN,                          4, 0   },
    {"characters, not bytes",     "θλθπθλθπθ", 3000, 0.5 * 0.6931471805599453,     3, 2e-3},
};

static void
check_text(void **state)
{
    const struct text_row *row = *state;
    const struct num_experiment *x = num_experiment_find("bigram");
    struct arena *a = arena_new();
    struct num_settings s;
    struct num_estimate loss, entropy;
    struct num_run *r;
    struct err e;

    num_settings_init(x, &s);
    s.text = row->text;
    s.length = strlen(row->text);
    s.value[num_parameter_find(x, "steps")] = row->steps;
    r = num_run_new(a, x, &s, &e);
    assert_non_null(r);
    run_all(r);
    loss = num_run_result(r, result_place(x, "loss"));
    entropy = num_run_result(r, result_place(x, "entropy"));
    if (row->steps == 0)
        assert_true(fabs(loss.value - log(row->vocabulary)) < 1e-12);
    else
        assert_true(fabs(entropy.value - row->entropy) < 1e-12);
    assert_true(loss.value >= entropy.value - 1e-12);
    if (row->steps > 0)
        assert_true(loss.value <= entropy.value + row->within);
    assert_true(fabs(num_run_result(r, 2).value - exp(loss.value)) < 1e-12);
    assert_true(num_run_result(r, result_place(x, "vocabulary")).value ==
                row->vocabulary);
    arena_free(a);
}

/* Gradient descent never climbs, at the largest rate either. */
static void
check_descent(void **state)
{
    const struct num_experiment *x = num_experiment_find("bigram");
    struct arena *a = arena_new();
    struct num_settings s;
    struct num_run *r;
    double before = INFINITY;

    (void)state;
    num_settings_init(x, &s);
    s.text = text;
    s.length = strlen(text);
    s.value[num_parameter_find(x, "rate")] = 4;
    r = num_run_new(a, x, &s, NULL);
    for (int i = 0; i < 200 && num_run_step(r); i++) {
        double loss = num_run_result(r, 0).value;

        assert_true(loss <= before + 1e-13);
        before = loss;
    }
    arena_free(a);
}

/* ---- refusals ---------------------------------------------------------------------- */

static const struct refused_row {
    const char *name, *experiment, *settings, *message;
} refused_rows[] = {
    {"d = 0",                    "dot-variance",       "d=0",
     "d = 0: it must be a whole number from 1 to 10000000"                                                       },
    {"d below 0",                "cosine",             "d=-4",
     "d = -4: it must be a whole number from 1 to 10000000"                                                      },
    {"d not whole",              "cosine",             "d=2.5",
     "d = 2.5: it must be a whole number from 1 to 10000000"                                                     },
    {"d too large",              "cosine",             "d=1e8",
     "d = 100000000: it must be a whole number from 1 to 10000000"                                               },
    {"d infinite",               "cosine",             "d=inf",
     "d = inf: it must be a whole number from 1 to 10000000"                                                     },
    {"d is NaN",                 "cosine",             "d=nan",     "d is not a number"                          },
    {"n = 0",                    "cosine",             "n=0",
     "n = 0: it must be a whole number from 1 to 1000000000000"                                                  },
    {"rho above 1",              "dot-variance",       "rho=1.5",
     "rho = 1.5: it must be a number from -1 to 1"                                                               },
    {"sigma below 0",            "softmax-saturation", "sigma=-1",
     "sigma = -1: it must be a number from 0 to 1000000"                                                         },
    {"too many keys",            "softmax-saturation", "keys=1e12",
     "keys = 1000000000000 needs 7.28 TiB of memory a thread; it may use 32 MiB"                                 },
    {"more keys than there are", "softmax-saturation", "keys=1e20",
     "keys = 1e+20: it must be a whole number from 1 to 1e+15"                                                   },
    {"too many keys to mask",    "mask-leak",          "keys=1e9",
     "keys = 1000000000 needs 14.9 GiB of memory a thread; it may use 32 MiB"                                    },
    {"a fill of NaN",            "mask-leak",          "fill=nan",  "fill is not a number"                       },
    {"a fill of inf",            "mask-leak",          "fill=inf",
     "fill = inf: it must be a number up to 1e+300"                                                              },
    {"odd d",                    "rope-shift",         "d=7",
     "d = 7: d must be even and at least 2, because coordinates turn in pairs"                                   },
    {"base 1",                   "rope-shift",         "base=1",    "base = 1: the base must be a number above 1"},
    {"a pair too many",          "aliasing",           "pair=32",
     "pair = 32: there are d/2 pairs, counted from 0"                                                            },
    {"a rank above d",           "mla-rank",           "rank=65",   "rank = 65: the rank is at most d"           },
    {"no text",                  "bigram",             "",          "bigram needs text=FILE"                     },
};

static void
check_refused(void **state)
{
    const struct refused_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->experiment);
    struct arena *a = arena_new();
    struct num_settings s;
    struct err e;

    read_settings(x, row->settings, &s);
    assert_null(num_run_new(a, x, &s, &e));
    assert_string_equal(e.msg, row->message);
    arena_free(a);
}

static void
check_short_text(void **state)
{
    const struct num_experiment *x = num_experiment_find("bigram");
    struct arena *a = arena_new();
    struct num_settings s;
    struct err e;

    (void)state;
    num_settings_init(x, &s);
    s.text = "a";
    s.length = 1;
    assert_null(num_run_new(a, x, &s, &e));
    assert_string_equal(e.msg, "the text needs two characters or more");
    arena_free(a);
}

/* Names and words are there once, results and parameters fit, defaults are in range. */
static void
check_list(void **state)
{
    const struct num_experiment *x;

    (void)state;
    for (int i = 0; (x = num_experiment_at(i)) != NULL; i++) {
        assert_ptr_equal(num_experiment_find(x->name), x);
        assert_true(x->parameters <= NUM_PARAMETERS_MAX && x->results <= NUM_RESULTS_MAX);
        for (int p = 0; p < x->parameters; p++) {
            const struct num_parameter *at = &x->parameter[p];

            assert_int_equal(num_parameter_find(x, at->name), p);
            assert_true(at->start >= at->low && at->start <= at->high);
            for (int word = 0; at->kind == NUM_WORD && word <= (int)at->high; word++)
                assert_non_null(at->words[word]);
        }
    }
    assert_null(num_experiment_find("nothing"));
    assert_null(num_experiment_at(-1));
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, known_rows, check_known);
    table_add(&t, "standard errors cover", check_coverage, NULL);
    TABLE_ROWS(&t, slice_rows, check_slices);
    TABLE_ROWS(&t, slice_rows, check_nothing_yet);
    TABLE_ROWS(&t, long_rows, check_given_up);
    TABLE_ROWS(&t, text_rows, check_text);
    table_add(&t, "the loss never climbs", check_descent, NULL);
    TABLE_ROWS(&t, refused_rows, check_refused);
    table_add(&t, "a text of one character", check_short_text, NULL);
    table_add(&t, "the list", check_list, NULL);
    return table_run(&t, "num_experiment");
}
