#include <float.h>
#include <math.h>

#include <gsl/gsl_linalg.h>

#include "num/num.h"
#include "unit/table.h"

static void
assert_near(double complex got, double complex want, double within)
{
    if (!(cabs(got - want) <= within))
        fail_msg("got %.17g%+.17gi, want %.17g%+.17gi", creal(got), cimag(got),
                 creal(want), cimag(want));
}

/* ---- matrices --------------------------------------------------------------------- */

static const struct det_row {
    const char *name;
    int n;
    double complex x[16], det;
} det_rows[] = {
    {"det of 1 x 1",                         1, {3 - I},                                          3 - I},
    {"det of 2 x 2 integers is exact",       2, {1, 2, 3, 4},                                     -2   },
    {"det of 2 x 2 complex",                 2, {1, I, I, 1},                                     2    },
    {"det of a singular 3 x 3 is exactly 0", 3, {1, 2, 3, 4, 5, 6, 7, 8, 9},                      0    },
    {"det of 3 x 3 complex",                 3, {1, I, 0, 0, 2, I, I, 0, 1},                      2 - I},
    {"det of 4 x 4, one row exchange",
     4,                                         {0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3},
     -6                                                                                                },
    {"det of a singular 4 x 4",              4, {1, 2, 3, 4, 2, 4, 6, 8, 0, 0, 1, 0, 0, 0, 0, 1}, 0    },
};

static void
check_det(void **state)
{
    const struct det_row *r = *state;

    assert_near(num_determinant(r->n, r->x), r->det, 1e-14);
    if (r->n <= 3)
        assert_true(num_determinant(r->n, r->x) == r->det);
}

static void
check_det_not_finite(void **state)
{
    double complex x[4] = {1, INFINITY, 2, 3};

    (void)state;
    assert_true(isnan(creal(num_determinant(2, x))));
    x[1] = NAN;
    assert_true(isnan(creal(num_determinant(2, x))));
}

static void
draw_matrix(struct num_random *r, int count, double complex *x)
{
    for (int i = 0; i < count; i++)
        x[i] = num_random_unit(r) - 0.5 + (num_random_unit(r) - 0.5) * I;
}

/* GSL's factors are the oracle for the closed forms, and the inverse is tried out. */
static void
check_random_matrices(void **state)
{
    struct num_random r;

    (void)state;
    num_random_seed(&r, 7);
    for (int round = 0; round < 60; round++) {
        int n = 1 + round % 6, sign;
        double complex x[36], inverse[36], one[36], copy[36];
        gsl_matrix_complex_view v =
            gsl_matrix_complex_view_array((double *)copy, (size_t)n, (size_t)n);
        gsl_permutation *p = gsl_permutation_alloc((size_t)n);
        gsl_complex det;

        draw_matrix(&r, n * n, x);
        memcpy(copy, x, sizeof x);
        gsl_linalg_complex_LU_decomp(&v.matrix, p, &sign);
        det = gsl_linalg_complex_LU_det(&v.matrix, sign);
        gsl_permutation_free(p);
        assert_near(num_determinant(n, x), GSL_REAL(det) + GSL_IMAG(det) * I, 1e-13);
        assert_true(num_invert(n, x, inverse));
        num_multiply(n, n, n, x, inverse, one);
        for (int i = 0; i < n * n; i++)
            assert_near(one[i], i % (n + 1) == 0, 1e-11);
    }
}

static void
check_singular(void **state)
{
    const double complex zero[1] = {0}, two[4] = {1, 2, 2, 4},
                         three[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, four[16] = {[0] = 1},
                         bad[1] = {NAN};
    double complex out[16];

    (void)state;
    assert_false(num_invert(1, zero, out));
    assert_false(num_invert(2, two, out));
    assert_false(num_invert(3, three, out));
    assert_false(num_invert(4, four, out));
    assert_false(num_invert(1, bad, out));
}

static void
check_multiply(void **state)
{
    const double complex x[6] = {1, 2, 3, 4, 5, 6}, y[3] = {1, I, -1},
                         want[2] = {-2 + 2 * I, -2 + 5 * I};
    double complex out[2];

    (void)state;
    num_multiply(2, 3, 1, x, y, out);
    assert_near(out[0], want[0], 0);
    assert_near(out[1], want[1], 0);
}

static void
check_multiply_undefined(void **state)
{
    const double complex x[2] = {0, 1}, y[2] = {NAN, 1}, inf[1] = {INFINITY},
                         two[1] = {2};
    double complex out;

    (void)state;
    num_multiply(1, 2, 1, x, y, &out);
    assert_true(isnan(creal(out)));
    num_multiply(1, 1, 1, inf, two, &out);
    assert_true(creal(out) == INFINITY && cimag(out) == 0);
}

/* ---- rotation --------------------------------------------------------------------- */

static void
check_rotate(void **state)
{
    const double x[2] = {3, -1};
    double out[2], same[2] = {3, -1};

    (void)state;
    num_rotate(1.25, x, out);
    num_rotate(1.25, same, same);
    assert_true(same[0] == out[0] && same[1] == out[1]);
    /* The closed form is multiplication by e^(1.25 i). */
    assert_near(out[0] + out[1] * I, (3 - I) * cexp(1.25 * I), 1e-15);
    num_rotate(-1.25, out, out);
    assert_near(out[0] + out[1] * I, 3 - I, 1e-15);
}

static const struct score_row {
    const char *name;
    double q[2], k[2], m, n, theta, score;
} score_rows[] = {
    {"score of query 5, key 2",          {1, 2}, {3, -1}, 5,   2,   0.25, -4.03978245128952},
    {"score of query 2, key 5",          {1, 2}, {3, -1}, 2,   5,   0.25, 5.50316018903716 },
    {"score of query 102, key 105",      {1, 2}, {3, -1}, 102, 105, 0.25, 5.50316018903716 },
    {"score of parallel arrows",         {1, 0}, {1, 0},  2,   5,   0.25, 0.731688868873821},
    {"score of another key at that gap", {1, 2}, {-1, 3}, 5,   2,   0.25, 7.06663814448578 },
    {"score without a turn",             {1, 2}, {3, -1}, 5,   2,   0,    1                },
};

static void
check_score(void **state)
{
    const struct score_row *r = *state;

    assert_near(num_rope_score(r->q, r->k, r->m, r->n, r->theta), r->score, 1e-12);
}

/* ---- ticks ------------------------------------------------------------------------ */

enum { TICKS = 12 };

static const struct tick_row {
    const char *name;
    double low, high;
    int want;
    bool angle;
    int n;
    double ticks[TICKS];
} tick_rows[] = {
    {"ticks 0..1",                       0,      1,               5, false, 5, {0, 0.25, 0.5, 0.75, 1}                    },
    {"ticks -1..1",                      -1,     1,               5, false, 5, {-1, -0.5, 0, 0.5, 1}                      },
    {"ticks -1..1, three",               -1,     1,               3, false, 3, {-1, 0, 1}                                 },
    {"ticks -32..32",                    -32,    32,              7, false, 7, {-30, -20, -10, 0, 10, 20, 30}             },
    {"ticks -32..32, three",             -32,    32,              3, false, 3, {-30, 0, 30}                               },
    {"ticks 0..64",                      0,      64,              7, false, 7, {0, 10, 20, 30, 40, 50, 60}                },
    {"ticks 8.1..14.1",                  8.1,    14.1,            3, false, 3, {9, 11, 13}                                },
    {"ticks 0.97..0.99",                 0.97,   0.99,            5, false, 5, {0.97, 0.975, 0.98, 0.985, 0.99}           },
    {"ticks of decimals are exact",      0,      0.3,             4, false, 4, {0, 0.1, 0.2, 0.3}                         },
    {"ticks of a tiny negative low",     -1e-17, 1,               5, false, 5, {0, 0.25, 0.5, 0.75, 1}                    },
    {"ticks far from zero",              1e6,    1e6 + 3,         4, false, 4, {1e6, 1e6 + 1, 1e6 + 2, 1e6 + 3}           },
    {"ticks whose squares overflow",     0,      4e158,           3, false, 3, {0, 2e158, 4e158}                          },
    {"ticks whose squares underflow",    0,      1e-160,          3, false, 3, {0, 5e-161, 1e-160}                        },
    {"ticks of a flat range",            3,      3,               5, false, 1, {3}                                        },
    {"ticks of a range of one ulp",      1,      1 + DBL_EPSILON, 5, false, 1, {1}                                        },
    {"ticks of minus zero",              -0.0,   -0.0,            5, false, 1, {0}                                        },
    {"ticks of the wrong way round",     1,      0,               5, false, 0, {0}                                        },
    {"ticks of NaN",                     NAN,    1,               5, false, 0, {0}                                        },
    {"ticks of infinity",                0,      INFINITY,        5, false, 0, {0}                                        },
    {"ticks of a turn",
     0,                                          2 * M_PI,
     5,                                                              true,
     5,                                                                        {0, M_PI / 2, M_PI, 3 * M_PI / 2, 2 * M_PI}},
    {"ticks of half a turn",             -M_PI,  M_PI,            3, true,  3, {-M_PI, 0, M_PI}                           },
    {"ticks of many turns",              0,      100,             4, true,  4, {0, 10 * M_PI, 20 * M_PI, 30 * M_PI}       },
    {"ticks of a small angle are plain", 0,      0.2,             3, true,  3, {0, 0.1, 0.2}                              },
};

static void
check_ticks(void **state)
{
    const struct tick_row *r = *state;
    double ticks[TICKS], step;
    int n = num_ticks(r->low, r->high, r->want, r->angle, TICKS, ticks, &step);

    assert_int_equal(n, r->n);
    for (int i = 0; i < n; i++) {
        assert_near(ticks[i], r->ticks[i], fabs(r->ticks[i]) * 4e-16);
        assert_false(signbit(ticks[i]) && ticks[i] == 0);
    }
    assert_true(n < 2 ? step == 0 : fabs(step - (ticks[1] - ticks[0])) <= 1e-9 * step);
}

static const struct range_row {
    const char *name;
    double low, high;
} range_rows[] = {
    {"range -1e300..1e300",            -1e300,          1e300         },
    {"range of all doubles",           -1.7e308,        1.7e308       },
    {"range 3.7e-51..1e233",           3.7e-51,         1e233         },
    {"range up to 0.1 + 0.2",          0,               0.1 + 0.2     },
    {"range up to less than 0.3",      0,               0.3 - 5e-17   },
    {"range from more than -0.7",      -0.7 + 1e-16,    0.4 - 1e-16   },
    {"range up to the largest double", 0,               DBL_MAX       },
    {"range 1e-300..2e-300",           1e-300,          2e-300        },
    {"range of the smallest doubles",  0,               1e-310        },
    {"range 1e15..1e15+1",             1e15,            1e15 + 1      },
    {"range far from zero",            -1234567890.123, -1234567890.12},
    {"range of mixed size",            -1e-9,           1e9           },
};

static void
check_range(void **state)
{
    const struct range_row *r = *state;

    for (int want = 0; want <= TICKS + 1; want++) {
        double ticks[TICKS], step;
        int n = num_ticks(r->low, r->high, want, false, TICKS, ticks, &step);

        assert_in_range(n, 2, TICKS);
        assert_true(step > 0 && isfinite(step));
        assert_true(ticks[0] >= r->low && ticks[n - 1] <= r->high);
        for (int i = 1; i < n; i++)
            assert_true(ticks[i] > ticks[i - 1]);
    }
}

/* The score of Talbot et al. written down a second time, by trying every labelling. */
static double
talbot(double low, double high, int want, double q, int j, const double at[3])
{
    static const double nice[] = {1, 5, 2, 2.5, 4, 3};
    double first = at[0], step = at[1], count = at[2], last = first + step * (count - 1);
    double i = 0, simple, covered, dense, r, rt;
    bool zero = first <= 1e-9 * step && last >= -1e-9 * step &&
                fabs(remainder(first, step)) < 1e-9 * step;

    while (nice[(int)i] != q)
        i++;
    simple = 1 - i / 5 - j + zero;
    covered = 1 - 0.5 * (pow(high - last, 2) + pow(low - first, 2)) /
                      pow(0.1 * (high - low), 2);
    r = (count - 1) / (last - first);
    rt = (want - 1) / (high - low);
    dense = 2 - fmax(r / rt, rt / r);
    return 0.25 * simple + 0.2 * covered + 0.5 * dense + 0.05;
}

static double
best_by_trying(double low, double high, int want)
{
    static const double nice[] = {1, 5, 2, 2.5, 4, 3};
    double best = -INFINITY;

    for (int tried = 0; tried < 6 * 6 * 6; tried++) {
        double q = nice[tried % 6], power = tried / 36 - 3;
        int j = tried / 6 % 6 + 1;
        double unit = q * pow(10, power), step = unit * j;

        for (double n = ceil(low / unit - 1e-9); n * unit < high; n++)
            for (int count = 2; count <= TICKS; count++) {
                const double at[3] = {n * unit, step, count};

                if (n * unit + step * (count - 1) <= high * (1 + 1e-12))
                    best = fmax(best, talbot(low, high, want, q, j, at));
            }
    }
    return best;
}

/* The ticks found have the best score there is. Only the step is known of what
 * num_ticks() found, so that the best of its possible scores is taken. */
static void
check_ticks_best(void **state)
{
    static const double nice[] = {1, 5, 2, 2.5, 4, 3};
    struct num_random r;

    (void)state;
    num_random_seed(&r, 3);
    for (int turn = 0; turn < 40; turn++) {
        double low = -20 * num_random_unit(&r), high = 1 + 30 * num_random_unit(&r);
        double ticks[TICKS], step, found = -INFINITY;
        int want = 2 + turn % 8;
        int n = num_ticks(low, high, want, false, TICKS, ticks, &step);

        for (int i = 0; i < 36; i++) {
            double q = nice[i % 6], power = log10(step / (i / 6 + 1) / q);
            const double at[3] = {ticks[0], step, n};
            double unit = q * pow(10, round(power));

            if (fabs(power - round(power)) < 1e-9 &&
                fabs(remainder(ticks[0], unit)) < 1e-9 * unit)
                found = fmax(found, talbot(low, high, want, q, i / 6 + 1, at));
        }
        assert_near(found, best_by_trying(low, high, want), 1e-9);
    }
}

/* ---- random numbers --------------------------------------------------------------- */

/* The first numbers of the generators as their authors' programs give them. */
static void
check_random_known(void **state)
{
    static const uint64_t split[4] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    static const uint64_t plus[4] = {UINT64_C(41943041), UINT64_C(58720359),
                                     UINT64_C(3588806011781223),
                                     UINT64_C(3591011842654386)};
    struct num_random r;

    (void)state;
    num_random_seed(&r, 1234567);
    assert_memory_equal(r.s, split, sizeof split);
    r = (struct num_random){
        {1, 2, 3, 4}
    };
    for (int i = 0; i < 4; i++)
        assert_true(num_random_bits(&r) == plus[i]);
}

static void
check_random_integer(void **state)
{
    struct num_random r;
    int seen[7] = {0};

    (void)state;
    num_random_seed(&r, 0);
    for (int i = 0; i < 7000; i++) {
        int64_t v = num_random_integer(&r, -3, 3);

        assert_in_range(v + 3, 0, 6);
        seen[v + 3]++;
    }
    for (int i = 0; i < 7; i++) /* five standard deviations of 1000 */
        assert_in_range(seen[i], 853, 1147);
    assert_int_equal(num_random_integer(&r, 4, 4), 4);
    assert_int_equal(num_random_integer(&r, INT64_MAX, INT64_MAX), INT64_MAX);
    num_random_integer(&r, INT64_MIN, INT64_MAX);
}

static void
check_random_unit(void **state)
{
    struct num_random r;
    double sum = 0;

    (void)state;
    num_random_seed(&r, 1);
    for (int i = 0; i < 10000; i++) {
        double x = num_random_unit(&r);

        assert_true(x >= 0 && x < 1);
        sum += x;
    }
    assert_near(sum / 10000, 0.5, 0.015);
}

static void
check_mix(void **state)
{
    (void)state;
    assert_true(num_mix(0, "q4.1") == num_mix(0, "q4.1"));
    assert_true(num_mix(0, "q4.1") != num_mix(1, "q4.1"));
    assert_true(num_mix(0, "q4.1") != num_mix(0, "q4.2"));
    assert_true(num_mix(0, "") != num_mix(1, ""));
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, det_rows, check_det);
    table_add(&t, "det of what is not finite", check_det_not_finite, NULL);
    table_add(&t, "random matrices against GSL", check_random_matrices, NULL);
    table_add(&t, "singular matrices have no inverse", check_singular, NULL);
    table_add(&t, "a product of shapes 2x3 and 3x1", check_multiply, NULL);
    table_add(&t, "a product with an undefined entry", check_multiply_undefined, NULL);
    table_add(&t, "rotate there and back, in place", check_rotate, NULL);
    TABLE_ROWS(&t, score_rows, check_score);
    TABLE_ROWS(&t, tick_rows, check_ticks);
    TABLE_ROWS(&t, range_rows, check_range);
    table_add(&t, "no labelling scores better", check_ticks_best, NULL);
    table_add(&t, "random numbers as published", check_random_known, NULL);
    table_add(&t, "random integers", check_random_integer, NULL);
    table_add(&t, "random numbers in [0, 1)", check_random_unit, NULL);
    table_add(&t, "seeds for texts", check_mix, NULL);
    return table_run(&t, "num");
}
