/*
 * Experiments that are looked at while they run: histograms count every number once, on
 * the bars that the header says; expected values and densities agree with samples and
 * with closed forms; a history ends where the result is. Seeds are fixed.
 */
#include <math.h>

#include "num/num.h"
#include "unit/table.h"

/* "d=64 dist=uniform" by name; a value that is no number is a word. */
static void
read_settings(const struct num_experiment *x, const char *text, struct num_settings *s)
{
    char copy[200], *rest = copy, *word, *end;
    struct err e;

    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    num_settings_init(x, s);
    for (word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        double number;
        bool set;

        assert_non_null(value);
        *value++ = '\0';
        number = strtod(value, &end);
        set = *end == '\0' ? num_settings_number(x, s, word, number, &e)
                           : num_settings_word(x, s, word, value, &e);
        if (!set)
            fail_msg("%s", e.msg);
    }
}

static struct num_run *
begin(struct arena *a, const char *experiment, const char *settings)
{
    const struct num_experiment *x = num_experiment_find(experiment);
    struct num_settings s;
    struct num_run *r;
    struct err e;

    assert_non_null(x);
    read_settings(x, settings, &s);
    s.seed = 3;
    s.text = "abracadabra, abracadabra: what a text";
    s.length = strlen(s.text);
    r = num_run_new(a, x, &s, &e);
    if (!r)
        fail_msg("%s", e.msg);
    return r;
}

static void
finish(struct num_run *r)
{
    while (num_run_slice(r, INFINITY))
        ;
}

/* ---- settings ---------------------------------------------------------------------- */

static const struct set_row {
    const char *name, *parameter, *word;
    double value;
    const char *message; /* NULL: it is set */
} set_rows[] = {
    {"a number",        "d",    NULL,      32, NULL                                  },
    {"a word",          "dist", "uniform", 1,  NULL                                  },
    {"a word by place", "dist", NULL,      2,  NULL                                  },
    {"no such name",    "deal", NULL,      1,  "dot-variance has no parameter 'deal'"},
    {"a near name",     "meen", NULL,      1,
     "dot-variance has no parameter 'meen'; did you mean mean?"                      },
    {"no such word",    "dist", "gauss",   0,
     "dist = gauss: it must be normal, uniform or sign"                              },
    {"no word at all",  "d",    "many",    0,  "d is not one of some words"          },
};

static void
check_set(void **state)
{
    const struct set_row *row = *state;
    const struct num_experiment *x = num_experiment_find("dot-variance");
    struct num_settings s;
    struct err e;
    bool set;

    num_settings_init(x, &s);
    set = row->word ? num_settings_word(x, &s, row->parameter, row->word, &e)
                    : num_settings_number(x, &s, row->parameter, row->value, &e);
    assert_true(set == (row->message == NULL));
    if (set)
        assert_true(s.value[num_parameter_find(x, row->parameter)] == row->value);
    else
        assert_string_equal(e.msg, row->message);
}

/* ---- histograms -------------------------------------------------------------------- */

/* bars and range: what is asked for; low and high: what comes of it, NaN for the first
 * block's own. */
static const struct bars_row {
    const char *name, *experiment, *settings;
    int ask;
    double ask_low, ask_high;
    int bars;
    double low, high;
} bars_rows[] = {
    {"four deviations",           "dot-variance",       "d=64",                    40,   NAN, NAN, 40,   -32,  32                        },
    {"of correlated ones",        "dot-variance",       "d=16 rho=1",              10,   NAN, NAN, 10,
     16 - 4 * 5.656854249492381,                                                                               16 + 4 * 5.656854249492381},
    {"a range of one's own",      "dot-variance",       "d=64",                    7,    -10, 11,  7,    -10,  11                        },
    {"signs: whole places",       "dot-variance",       "d=64 dist=sign",          40,   NAN, NAN, 33,   -33,  33                        },
    {"signs: two places each",    "dot-variance",       "d=64 dist=sign",          20,   NAN, NAN, 17,   -33,
     35                                                                                                                                  },
    {"odd signs",                 "dot-variance",       "d=9 dist=sign",           100,  NAN, NAN, 13,   -12,  14                        },
    {"runs of 4 signs",           "dot-variance",       "d=16 repeat=4 dist=sign", 100,  NAN, NAN, 9,    -36,
     36                                                                                                                                  },
    {"signs, a range",            "dot-variance",       "d=64 dist=sign",          3,    -4,  4,   3,    -5,   7                         },
    {"signs all equal",           "dot-variance",       "d=4 dist=sign rho=1",     10,   NAN, NAN, 1,    3,    5                         },
    {"cosines",                   "cosine",             "d=100",                   20,   NAN, NAN, 20,   -0.5, 0.5                       },
    {"cosines in the plane",      "cosine",             "d=2",                     20,   NAN, NAN, 20,   -1,   1                         },
    {"largest shares",            "softmax-saturation", "",                        25,   NAN, NAN, 25,   0,    1                         },
    {"one bar",                   "normal",             "n=1000",                  1,    NAN, NAN, 1,    -4,   4                         },
    {"the most bars",             "normal",             "n=1000",                  1024, NAN, NAN, 1024, -4,   4                         },
    {"as the first block has it", "rmsnorm-gain",       "precision=fp16",          30,   NAN, NAN, 30,   NAN,
     NAN                                                                                                                                 },
    {"drifts",                    "rope-shift",         "precision=bf16",          30,   NAN, NAN, 30,   0,    NAN                       },
    {"leaks",                     "mask-leak",          "precision=bf16",          30,   NAN, NAN, 30,   0,    NAN                       },
    {"no leak at all",            "mask-leak",          "fill=-inf",               30,   NAN, NAN, 30,   0,    0.5                       },
    {"scores far away",           "score-distance",     "d=64",                    10,   NAN, NAN, 10,   -32,  32                        },
};

static double
all_counts(const struct num_bars *b)
{
    double n = b->below + b->above + b->other;

    for (int i = 0; i < b->bars; i++)
        n += b->count[i];
    return n;
}

static void
check_bars(void **state)
{
    const struct bars_row *row = *state;
    struct arena *a = arena_new();
    struct num_run *r = begin(a, row->experiment, row->settings);
    const struct num_bars *b;

    assert_true(num_run_count(r, row->ask, row->ask_low, row->ask_high));
    finish(r);
    b = num_run_bars(r);
    assert_non_null(b);
    assert_int_equal(b->bars, row->bars);
    if (!isnan(row->low))
        assert_true(fabs(b->low - row->low) < 1e-12);
    if (!isnan(row->high))
        assert_true(fabs(b->high - row->high) < 1e-12);
    assert_true(num_bars_edge(b, 0) == b->low);
    assert_true(num_bars_edge(b, b->bars) == b->high);
    assert_true(all_counts(b) == num_run_samples(r));
    assert_true(num_run_moments(r)->count == num_run_samples(r));
    arena_free(a);
}

/* The same bits after many small slices as after a large one, and the same as counting
 * oneself: what is outside the range is what the moments say. */
static void
check_slices(void **state)
{
    static const struct num_bars none;
    struct arena *a = arena_new();
    struct num_run *one = begin(a, "dot-variance", "n=30001"),
                   *two = begin(a, "dot-variance", "n=30001");
    int slices = 0;

    (void)state;
    assert_true(num_run_count(one, 64, NAN, NAN) && num_run_count(two, 64, NAN, NAN));
    finish(one);
    while (num_run_slice(two, 1))
        slices++;
    assert_true(slices > 16);
    assert_memory_equal(num_run_bars(one), num_run_bars(two), sizeof none);
    assert_false(num_run_slice(one, 1));
    arena_free(a);
}

static void
check_no_bars(void **state)
{
    static const char *const without[] = {"bigram", "underflow", "mla-rank", "aliasing"};
    struct arena *a = arena_new();
    struct num_run *r = begin(a, "normal", "n=5000");

    (void)state;
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        struct num_run *other = begin(a, without[i], "");

        assert_null(num_experiment_quantity(num_experiment_find(without[i])));
        assert_null(num_run_moments(other));
        assert_false(num_run_count(other, 10, NAN, NAN));
    }
    assert_false(num_run_count(r, 0, NAN, NAN));
    assert_false(num_run_count(r, NUM_BARS_MAX + 1, NAN, NAN));
    assert_false(num_run_count(r, 10, 1, 1));
    assert_false(num_run_count(r, 10, 2, 1));
    assert_false(num_run_count(r, 10, -INFINITY, 1));
    assert_null(num_run_bars(r));
    assert_true(num_run_count(r, 10, -1, 1));
    assert_true(isnan(num_bars_density(num_run_bars(r), 0).value));
    num_run_step(r);
    assert_false(num_run_count(r, 10, NAN, NAN));
    assert_non_null(num_run_bars(r));
    arena_free(a);
}

/* ---- beside theory ----------------------------------------------------------------- */

/* Every expected value of these lies within 4.5 errors of what is sampled, and there is
 * one for each result unless `without` names the one that has none. */
static const struct theory_row {
    const char *experiment, *settings, *without;
} theory_rows[] = {
    {"dot-variance",   "n=100000",                                           NULL             },
    {"dot-variance",   "n=100000 d=24 rho=0.6",                              NULL             },
    {"dot-variance",   "n=100000 d=24 rho=-0.9 repeat=5",                    NULL             },
    {"dot-variance",   "n=100000 d=24 mean=0.5 rho=0.5",                     "excess_kurtosis"},
    {"dot-variance",   "n=100000 d=24 dist=uniform",                         NULL             },
    {"dot-variance",   "n=100000 d=24 dist=uniform repeat=7",                NULL             },
    {"dot-variance",   "n=100000 d=24 dist=uniform mean=2 rho=-0.4",         "excess_kurtosis"},
    {"dot-variance",   "n=100000 d=24 dist=sign",                            NULL             },
    {"dot-variance",   "n=100000 d=24 dist=sign mean=-1 rho=0.25 repeat=24",
     "excess_kurtosis"                                                                        },
    {"dot-variance",   "n=20000 d=5000 repeat=9",                            NULL             },
    {"cosine",         "n=100000 d=5",                                       NULL             },
    {"cosine",         "n=100000 d=64",                                      NULL             },
    {"normal",         "n=100000 beyond=1",                                  NULL             },
    {"rmsnorm-gain",   "ms=0.1 gain=7",                                      NULL             },
    {"mla-rank",       "rank=5 d=20 decay=0.8",                              NULL             },
    {"score-distance", "distance=40",                                        NULL             },
    {"score-distance", "content=matched peak=30 distance=37",                NULL             },
    {"bigram",         "steps=20000",                                        NULL             },
};

static void
check_theory(void **state)
{
    const struct theory_row *row = *state;
    const struct num_experiment *x = num_experiment_find(row->experiment);
    struct arena *a = arena_new();
    struct num_run *r = begin(a, row->experiment, row->settings);

    finish(r);
    for (int i = 0; i < x->results; i++) {
        struct num_estimate at = num_run_result(r, i);
        double expected = num_run_expected(r, i);
        double slack = num_run_parallel(r) ? 1e-12 * fabs(expected) : 5e-3;

        if (row->without && strcmp(row->without, x->result[i]) == 0) {
            assert_true(isnan(expected));
            continue;
        }
        if (!(fabs(at.value - expected) <= 4.5 * at.error + slack))
            fail_msg("%s: %.12g +- %g, not %.12g", x->result[i], at.value, at.error,
                     expected);
    }
    arena_free(a);
}

/* The sum over bars of (count - expected)^2 / expected is that of a chi-squared number:
 * below the quantile of 1 in 10^5. Simpson's rule over each bar. */
static const struct density_row {
    const char *name, *experiment, *settings;
    double low, high;
} density_rows[] = {
    {"normal numbers",        "normal",         "n=200000",                            -4,   4  },
    {"cosines, d = 3: even",  "cosine",         "d=3 n=200000",                        -1,   1  },
    {"cosines, d = 4",        "cosine",         "d=4 n=200000",                        -0.9, 0.9},
    {"cosines, d = 2",        "cosine",         "d=2 n=200000",                        -0.9, 0.9},
    {"cosines, d = 64",       "cosine",         "d=64 n=200000",                       -0.4, 0.4},
    {"long products, limit",  "dot-variance",   "d=511 n=20000",                       -50,  50 },
    {"uniform, limit",        "dot-variance",   "d=511 n=20000 dist=uniform mean=0.5", 50,   200},
    {"a score at a distance", "score-distance", "d=512 n=20000",                       -50,  50 },
};

enum { DENSITY_BARS = 40 };

static void
check_density(void **state)
{
    const struct density_row *row = *state;
    struct arena *a = arena_new();
    struct num_run *r = begin(a, row->experiment, row->settings);
    const struct num_bars *b;
    double chi = 0, inside = 0;

    assert_true(num_run_count(r, DENSITY_BARS, row->low, row->high));
    finish(r);
    b = num_run_bars(r);
    for (int i = 0; i < b->bars; i++) {
        double left = num_bars_edge(b, i), right = num_bars_edge(b, i + 1);
        double mean = (num_run_density(r, left) + num_run_density(r, right) +
                       4 * num_run_density(r, (left + right) / 2)) /
                      6;
        double expected = mean * (right - left) * all_counts(b);
        struct num_estimate seen = num_bars_density(b, i);

        chi += (b->count[i] - expected) * (b->count[i] - expected) / fmax(expected, 1);
        inside += seen.value * (right - left);
        assert_true(fabs(seen.value * (right - left) * all_counts(b) - b->count[i]) <
                    1e-6);
    }
    assert_true(inside <= 1 + 1e-12);
    if (!(chi < 92))
        fail_msg("chi squared is %g for %d bars", chi, b->bars);
    arena_free(a);
}

static void
check_no_density(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_true(isnan(num_run_density(begin(a, "cosine", "d=1"), 0)));
    assert_true(isnan(num_run_density(begin(a, "mask-leak", ""), 0)));
    assert_true(isnan(num_run_density(begin(a, "score-distance", "content=matched"), 0)));
    assert_true(num_run_density(begin(a, "cosine", "d=2"), 1) == INFINITY);
    assert_true(num_run_density(begin(a, "cosine", "d=3"), 1) == 0.5);
    assert_true(num_run_density(begin(a, "cosine", "d=3"), 1.5) == 0);
    assert_true(isnan(num_run_expected(begin(a, "rope-shift", ""), 0)));
    arena_free(a);
}

/* ---- the way there ----------------------------------------------------------------- */

static const struct history_row {
    const char *name, *experiment, *settings;
    int n;
    double first, second;
} history_rows[] = {
    {"every step of a fit",       "bigram",       "steps=100",                101,  0,      1  },
    {"no step",                   "bigram",       "steps=0",                  1,    0,      NAN},
    {"as many as are kept",       "bigram",       "steps=1023",               1024, 0,      1  },
    {"one more: every second",    "bigram",       "steps=1024",               513,  0,      2  },
    {"an end between",            "bigram",       "steps=1025",               514,  0,      2  },
    {"every 16th",                "bigram",       "steps=10000",              626,  0,      16 },
    {"an estimate on its way",    "dot-variance", "n=8192",                   32,   256,    512},
    {"an estimate on a long way", "dot-variance", "d=1 n=600000000 repeat=1", 1,    262144,
     NAN                                                                                       },
};

static void
check_history(void **state)
{
    const struct history_row *row = *state;
    struct arena *a = arena_new();
    struct num_run *r = begin(a, row->experiment, row->settings);
    struct num_history h;
    struct num_estimate end;

    if (row->n == 1 && row->first > 0)
        num_run_step(r);
    else
        finish(r);
    h = num_run_history(r, 0);
    end = num_run_result(r, 0);
    assert_int_equal(h.n, row->n);
    assert_true(h.done[0] == row->first);
    if (!isnan(row->second))
        assert_true(h.done[1] == row->second);
    for (int i = 1; i < h.n; i++)
        assert_true(h.done[i] > h.done[i - 1]);
    assert_true(h.done[h.n - 1] == num_run_done(r));
    assert_memory_equal(&h.at[h.n - 1], &end, sizeof end);
    assert_int_equal(num_run_history(r, -1).n, 0);
    assert_int_equal(num_run_history(r, NUM_RESULTS_MAX).n, 0);
    arena_free(a);
}

/* The loss begins at ln(vocabulary), falls at each step, and ends above the entropy. */
static void
check_loss(void **state)
{
    struct arena *a = arena_new();
    struct num_run *r = begin(a, "bigram", "steps=900");
    struct num_history h;

    (void)state;
    finish(r);
    h = num_run_history(r, 0);
    assert_true(fabs(h.at[0].value - log(num_run_result(r, 5).value)) < 1e-12);
    for (int i = 1; i < h.n; i++)
        assert_true(h.at[i].value < h.at[i - 1].value);
    assert_true(h.at[h.n - 1].value > num_run_expected(r, 0));
    assert_int_equal(num_run_history(r, 1).n, 0);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, set_rows, check_set);
    TABLE_ROWS(&t, bars_rows, check_bars);
    table_add(&t, "a histogram does not depend on slices", check_slices, NULL);
    table_add(&t, "what cannot be counted", check_no_bars, NULL);
    TABLE_ROWS(&t, theory_rows, check_theory);
    TABLE_ROWS(&t, density_rows, check_density);
    table_add(&t, "where no density is known", check_no_density, NULL);
    TABLE_ROWS(&t, history_rows, check_history);
    table_add(&t, "the loss, step by step", check_loss, NULL);
    return table_run(&t, "num_live");
}
