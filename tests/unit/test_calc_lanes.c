/*
 * Many values at once are those that come one by one, to the last bit: in every format,
 * with gaps, poles, sums within sums, names that hang on others, and what is too much
 * work.
 */
#include "unit/table.h"

#include <math.h>
#include <string.h>

#include "calc/calc.h"
#include "num/num.h"

enum {
    VALUES = 300, /* more than two blocks, and a part of one */
    HEAVY_VALUES = 20
};

static const struct pos here = {"t", 1, 1};

static const char names[] =
    "a = 1.5; b = a^2 - 1/3; k = 5; q = [1, -2, 3]; A = [1, 2, 3; 4, 5, 6; 7, 8, 9];"
    "w = sum(j=1..6, 1/j); x, nothing : real; n : integer; x0 = 0.5; y = [a, b]; p : "
    "vector(3)";

/* The name with many values is n in rows that say so: a whole number. */
static const struct lanes_row {
    const char *term;
    bool whole;
    bool heavy; /* a few values in double */
} lanes_rows[] = {
    {"a",                                                       false, false},
    {"x",                                                       false, false},
    {"-x",                                                      false, false},
    {"x + a - b x",                                             false, false},
    {"x^2 - x^3 / 7",                                           false, false},
    {"1/x",                                                     false, false},
    {"x^0.3",                                                   false, false},
    {"(-2)^x",                                                  false, false},
    {"e^(-x^2)",                                                false, false},
    {"exp(50 x)",                                               false, false},
    {"2^(40 x)",                                                false, false},
    {"sin(x) + cos(a x) tan(x)",                                false, false},
    {"ln(x) + sqrt(x)",                                         false, false},
    {"log2(|x|) - log10(1 + x^2)",                              false, false},
    {"sinh(x) + asin(x/20) + atan(x) + sign(x)",                false, false},
    {"max(x, a, 0) - min(x, b)",                                false, false},
    {"max(ln(x), 0)",                                           false, false},
    {"norm(x - 3)",                                             false, false},
    {"|e^(i x) + 2|",                                           false, false},
    {"Re(e^(i x) e^(-x/9)) + Im((x + i)^3) + arg(x + i)",       false, false},
    {"|(x + i)^x| + |(x + 2 i) / (x - i)| + |conj(e^(2 i x))|", false, false},
    {"|ln(x + i) + sqrt(x - 5 i) - sin(x + i)|",                false, false},
    {"sum(j=1..k, x^j / j)",                                    false, false},
    {"prod(j=1..4, x - j)",                                     false, false},
    {"sum(j=0..k - 1, cos(x 10^(-j/k))) / k",                   false, false},
    {"sum(j=1..k, |sum(l=0..j-1, e^(i x 10^(-l/k)))|) / k",     false, false},
    {"sum(j=1..k, |sum(l=0..k-j, e^(i x 10^(-l/k)))|)",         false, false},
    {"sum(j=1..3, |sum(l=j..4, e^(i x l))|)",                   false, false},
    {"sum(j=1..3, |prod(l=0..j, x + i l)|)",                    false, false},
    {"sum(j=1..3, |sum(l=2..j, e^(i l x))|)",                   false, false},
    {"sum(j=1..4, sum(l=1..j, x^l / j))",                       false, false},
    {"sum(j=1..2, |sum(l=1..3, sum(j=1..l, e^(i j x)))|)",      false, false},
    {"sum(x=1..3, x^2) + x",                                    false, false},
    {"sum(j=1..3, q[j] x^j)",                                   false, false},
    {"sum(j=1..2, y[j] cos(j x)) + w",                          false, false},
    {"q[2] x",                                                  false, false},
    {"A[2, 3] x - A[3, 1]",                                     false, false},
    {"[cos(x), sin(x)]^T R(x/2) y",                             false, false},
    {"norm([x, 2 x, a])",                                       false, false},
    {"softmax(x q)[2]",                                         false, false},
    {"det([x, 1; 2, x])",                                       false, false},
    {"D(x^2 sin(x), x)",                                        false, false},
    {"D(b x, a)",                                               false, false},
    {"x > a",                                                   false, false},
    {"e^(i pi x)",                                              false, false},
    {"x = 2.5",                                                 false, false},
    {"x + nothing",                                             false, false},
    {"sum(j=1..n, x0^j)",                                       true,  false},
    {"sum(j=n..4, j) + n",                                      true,  false},
    {"q[n]",                                                    true,  false},
    {"A[n, 2] + A[2, n] n",                                     true,  false},
    {"0.1 n",                                                   true,  false},
    {"n + sum(j=1..300000, j + 1)",                             true,  true }, /* more work than there may be */
    {"sum(j=1..100000 n, j + 1)",                               true,  60   }, /* for some */
};

static const enum num_format formats[] = {NUM_FP64, NUM_FP32, NUM_BF16, NUM_FP16};

/* A term or a relation; NULL when it cannot be read. */
static const struct term *
read(struct arena *a, const struct scope *s, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(a, s, text, here, &e);

    return t ? t : expr_parse_relation(a, s, text, here, &e);
}

static struct scope *
scope_of_names(struct arena *a)
{
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};

    if (!scope_declare(a, s, names, here, &e))
        fail_msg("%s", err_text(a, &e));
    return s;
}

static void
assert_same_bits(const char *term, double x, double got, double want)
{
    if (memcmp(&got, &want, sizeof got) != 0 && !(isnan(got) && isnan(want)))
        fail_msg("%s at %.17g: %.17g, one by one %.17g", term, x, got, want);
}

static void
check_lanes(void **state)
{
    const struct lanes_row *row = *state;
    const char *text = row->term, *variable = row->whole ? "n" : "x";
    double x[VALUES], y[VALUES];
    struct arena *a = arena_new();
    struct scope *s = scope_of_names(a);
    const struct term *t = read(a, s, text);
    int n = row->heavy ? HEAVY_VALUES : VALUES;

    for (int i = 0; i < n; i++)
        x[i] = row->whole ? i % 30 - 4 : (i - 100) / 8.0;
    assert_non_null(t);
    for (size_t f = 0; f < (row->heavy ? 1 : sizeof formats / sizeof *formats); f++) {
        const struct calc_env outer = {.lens = {.format = formats[f]}};
        double complex at;
        struct calc_name name = {
            variable, {1, 1, true, &at}
        };
        const struct calc_env env = {.at = &name, .n = 1, .lens = outer.lens};

        calc_eval_lanes(a, s, t, &outer, &(struct calc_lanes){variable, 1, x, n}, y);
        for (int i = 0; i < n; i++) {
            at = x[i];
            assert_same_bits(text, x[i], y[i], calc_eval_real(a, s, t, &env));
        }
    }
    arena_free(a);
}

static const char *const vector_terms[] = {
    "p[1] p[2] - p[3]",
    "sum(j=1..3, p[j] ln(p[j] / q[j]^2))",
    "sum(j=1..3, q[j]^2 ln(q[j]^2 / p[j])) + a",
    "p^T q",
    "norm(p)",
};

static void
check_vectors(void **state)
{
    const char *text = *state;
    double x[3 * VALUES], y[VALUES];
    struct arena *a = arena_new();
    struct scope *s = scope_of_names(a);
    const struct term *t = read(a, s, text);
    double complex at[3];
    struct calc_name name = {
        "p", {3, 1, true, at}
    };
    const struct calc_env env = {.at = &name, .n = 1};

    assert_non_null(t);
    for (int i = 0; i < 3 * VALUES; i++)
        x[i] = (i * 7 % 100) / 99.0;
    calc_eval_lanes(a, s, t, NULL, &(struct calc_lanes){"p", 3, x, VALUES}, y);
    for (int i = 0; i < VALUES; i++) {
        for (int k = 0; k < 3; k++)
            at[k] = x[k * VALUES + i];
        assert_same_bits(text, i, y[i], calc_eval_real(a, s, t, &env));
    }
    arena_free(a);
}

/* ---- names that are remembered -------------------------------------------------------
 */

static const struct memo_row {
    const char *term;
    enum num_format format;
} memo_rows[] = {
    {"u + u w",              NUM_FP64},
    {"u + u w",              NUM_BF16},
    {"sum(j=1..3, u j) + u", NUM_FP16},
    {"big - u",              NUM_FP16},
    {"small + small",        NUM_FP16},
    {"v^T v + v[1]",         NUM_FP32},
    {"heavy + heavy",        NUM_FP64}, /* too much work, also the second time */
};

/* The same value, the same losses and the same end as without a memo, again and again. */
static void
check_memo(void **state)
{
    const struct memo_row *row = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};
    struct calc_env plain = {.lens = {.format = row->format}}, kept = plain;
    const struct term *t;

    assert_true(scope_declare(
        a, s,
        "w = 0.1; u = w^2 + 1/3; v = [u, w]; big = 60000 * 60000; small = 1e-6 * 1e-6;"
        "heavy = sum(j=1..300000, j + 1)",
        here, &e));
    t = read(a, s, row->term);
    assert_non_null(t);
    kept.memo = calc_memo_new(a);
    for (int round = 0; round < 3; round++) {
        struct value x = {0}, y = {0};
        unsigned loss = 0, again = 0;
        bool known = calc_eval_watched(a, s, t, &plain, &x, &loss);

        assert_int_equal(calc_eval_watched(a, s, t, &kept, &y, &again), known);
        assert_int_equal(again, loss);
        assert_same_bits(row->term, round, known ? creal(y.at[0]) : 0,
                         known ? creal(x.at[0]) : 0);
        assert_same_bits(row->term, round, calc_eval_real(a, s, t, &kept),
                         calc_eval_real(a, s, t, &plain));
    }
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    for (size_t i = 0; i < sizeof lanes_rows / sizeof *lanes_rows; i++)
        table_add(&t, lanes_rows[i].term, check_lanes, (void *)&lanes_rows[i]);
    for (size_t i = 0; i < sizeof vector_terms / sizeof *vector_terms; i++)
        table_add(&t, vector_terms[i], check_vectors, (void *)vector_terms[i]);
    for (size_t i = 0; i < sizeof memo_rows / sizeof *memo_rows; i++)
        table_add(&t, memo_rows[i].term, check_memo, (void *)&memo_rows[i]);
    return table_run(&t, "calc_lanes");
}
