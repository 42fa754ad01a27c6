/* Numbers below the verdicts: exact where they can be, else balls. */
#include "unit/table.h"

#include <math.h>

#include "exact/exact.h"
#include "exact/number/decimal.h"
#include "exact/number/func.h"

enum { PREC = 256 };

/* "3/4", "-2", "i", "1/2 pi", "sqrt 2": a small number as the rows write it. */
static void
read_ball(struct ball *b, const char *text)
{
    long num = 1, den = 1;
    char *end = (char *)(uintptr_t)text;

    if (*text == '-' || (*text >= '0' && *text <= '9'))
        num = strtol(text, &end, 10);
    if (*end == '/')
        den = strtol(end + 1, &end, 10);
    ball_set_unit(b, num, den, 1, strstr(end, "pi") ? 1 : 0);
    if (strstr(end, "sqrt"))
        b->root = strtoul(strstr(end, "sqrt") + 4, NULL, 10);
    if (strchr(end, 'i') && !strstr(end, "pi"))
        fmpq_swap(b->re, b->im);
    if (strchr(end, '~'))
        ball_round(b, PREC);
}

static const char *
write_ball(struct arena *a, struct ball *b)
{
    struct balls v = {.rows = 1, .cols = 1, .at = b};
    const char *text = "";

    if (balls_text(a, &v, 6, PREC, true, &text) != WRITTEN)
        return "?";
    return arena_printf(a, "%s%s%s", text, b->exact ? "" : " ~", b->cut ? " cut" : "");
}

/* ---- operations -------------------------------------------------------------------- */

static enum state
add(struct ball *r, const struct ball *a, const struct ball *b)
{
    ball_add(r, a, b, PREC);
    return DEFINED;
}

static enum state
subtract(struct ball *r, const struct ball *a, const struct ball *b)
{
    ball_sub(r, a, b, PREC);
    return DEFINED;
}

static enum state
multiply(struct ball *r, const struct ball *a, const struct ball *b)
{
    ball_mul(r, a, b, PREC);
    return DEFINED;
}

static enum state
divide(struct ball *r, const struct ball *a, const struct ball *b)
{
    return ball_div(r, a, b, PREC);
}

static enum state
power(struct ball *r, const struct ball *a, const struct ball *b)
{
    return ball_pow(r, a, b, false, false, PREC);
}

static enum state
complex_power(struct ball *r, const struct ball *a, const struct ball *b)
{
    return ball_pow(r, a, b, true, false, PREC);
}

static enum state
largest(struct ball *r, const struct ball *a, const struct ball *b)
{
    ball_max(r, a, b, PREC);
    return DEFINED;
}

/* "~" behind a number makes a ball of it, or says that the result is one. */
static const struct operation_row {
    const char *name;
    enum state (*run)(struct ball *r, const struct ball *a, const struct ball *b);
    const char *a, *b, *result;
} operation_rows[] = {
    {"fractions",          add,           "1/3",     "1/6",     "0.5"                },
    {"like roots",         add,           "1 sqrt2", "1 sqrt2", "2.82843"            },
    {"unlike roots",       add,           "1 sqrt2", "1 sqrt3", "3.14626 ~"          },
    {"pi and a number",    add,           "1 pi",    "1",       "4.14159 ~"          },
    {"0 has no unit",      add,           "1 pi",    "0",       "3.14159"            },
    {"back to 0",          subtract,      "1 pi",    "1 pi",    "0"                  },
    {"a ball less itself", subtract,      "1/3~",    "1/3~",    "0 ~"                },
    {"i i",                multiply,      "i",       "i",       "-1"                 },
    {"roots",              multiply,      "1 sqrt6", "1 sqrt3", "4.24264"            },
    {"equal roots",        multiply,      "1 sqrt2", "1 sqrt2", "2"                  },
    {"0 times a ball",     multiply,      "0",       "1/3~",    "0"                  },
    {"a ball",             multiply,      "2",       "1/3~",    "0.666667 ~"         },
    {"a root below",       divide,        "1",       "1 sqrt2", "0.707107"           },
    {"pi cancels",         divide,        "1/2 pi",  "2 pi",    "0.25"               },
    {"i below",            divide,        "1",       "i",       "-i"                 },
    {"0 below",            divide,        "1",       "0",       "undefined"          },
    {"a square",           power,         "3/2",     "2",       "2.25"               },
    {"a negative power",   power,         "-2",      "-3",      "-0.125"             },
    {"0^0",                power,         "0",       "0",       "undefined"          },
    {"0^(1/3)",            power,         "0",       "1/3",     "0"                  },
    {"0^-1",               power,         "0",       "-1",      "undefined"          },
    {"0^(-1/3)",           power,         "0",       "-1/3",    "undefined"          },
    {"a cube root",        power,         "8/27",    "1/3",     "0.666667"           },
    {"a fifth root",       power,         "2",       "1/5",     "1.1487 ~"           },
    {"a square root",      power,         "12",      "1/2",     "3.4641"             },
    {"a negative base",    power,         "-8",      "1/3",     "undefined"          },
    {"on the cut",         complex_power, "-4",      "1/2",     "2 i cut"            },
    {"on the cut, a ball", complex_power, "-8",      "1/3",     "1 + 1.73205 i ~ cut"},
    {"pi to a power",      power,         "1 pi",    "2",       "9.8696"             },
    {"the larger",         largest,       "1 pi",    "3",       "3.14159"            },
    {"larger of a ball",   largest,       "1/3~",    "1/3~",    "0.333333 ~"         },
};

static void
check_operation(void **state)
{
    const struct operation_row *row = *state;
    struct arena *a = arena_new();
    struct ball x, y, r;
    const char *text;
    enum state s;

    ball_init(&x);
    ball_init(&y);
    ball_init(&r);
    read_ball(&x, row->a);
    read_ball(&y, row->b);
    s = row->run(&r, &x, &y);
    text = s == DEFINED ? write_ball(a, &r) : s == UNDEFINED ? "undefined" : "unknown";
    assert_string_equal(text, row->result);
    if (s == DEFINED) { /* the result may take the place of an operand */
        row->run(&x, &x, &y);
        assert_string_equal(write_ball(a, &x), row->result);
    }
    ball_fini(&x);
    ball_fini(&y);
    ball_fini(&r);
    arena_free(a);
}

/* ---- functions --------------------------------------------------------------------- */

static const struct function_row {
    const char *name;
    enum function_id function;
    bool complex;
    const char *x, *result;
} function_rows[] = {
    {"sin 30",          FUNCTION_SIN,   false, "1/6 pi",  "0.5"                       },
    {"sin 45",          FUNCTION_SIN,   false, "1/4 pi",  "0.707107"                  },
    {"sin -60",         FUNCTION_SIN,   false, "-1/3 pi", "-0.866025"                 },
    {"sin 15",          FUNCTION_SIN,   false, "1/12 pi", "0.258819 ~"                },
    {"cos 120",         FUNCTION_COS,   false, "2/3 pi",  "-0.5"                      },
    {"cos 1000 turns",  FUNCTION_COS,   false, "2000 pi", "1"                         },
    {"tan 45",          FUNCTION_TAN,   false, "1/4 pi",  "1"                         },
    {"tan 90",          FUNCTION_TAN,   false, "1/2 pi",  "undefined"                 },
    {"asin 1/2",        FUNCTION_ASIN,  false, "1/2",     "0.523599"                  },
    {"asin 2",          FUNCTION_ASIN,  false, "2",       "undefined"                 },
    {"asin 2 complex",  FUNCTION_ASIN,  true,  "2",       "1.5708 - 1.31696 i ~ cut"  },
    {"acos -1",         FUNCTION_ACOS,  false, "-1",      "3.14159"                   },
    {"atan root",       FUNCTION_ATAN,  false, "1 sqrt3", "1.0472"                    },
    {"exp 0",           FUNCTION_EXP,   false, "0",       "1"                         },
    {"exp 1",           FUNCTION_EXP,   false, "1",       "2.71828 ~"                 },
    {"ln 1",            FUNCTION_LN,    false, "1",       "0"                         },
    {"ln 0",            FUNCTION_LN,    false, "0",       "undefined"                 },
    {"ln -1",           FUNCTION_LN,    false, "-1",      "undefined"                 },
    {"ln i",            FUNCTION_LN,    true,  "i",       "1.5708 i"                  },
    {"ln -1 complex",   FUNCTION_LN,    true,  "-1",      "3.14159 i cut"             },
    {"ln -2 complex",   FUNCTION_LN,    true,  "-2",      "0.693147 + 3.14159 i ~ cut"},
    {"log2",            FUNCTION_LOG2,  false, "1/8",     "-3"                        },
    {"log10",           FUNCTION_LOG10, false, "1000",    "3"                         },
    {"log10 of 2",      FUNCTION_LOG10, false, "2",       "0.30103 ~"                 },
    {"sqrt",            FUNCTION_SQRT,  false, "9/4",     "1.5"                       },
    {"sqrt 8",          FUNCTION_SQRT,  false, "8",       "2.82843"                   },
    {"sqrt -1",         FUNCTION_SQRT,  false, "-1",      "undefined"                 },
    {"sqrt -1 complex", FUNCTION_SQRT,  true,  "-1",      "i cut"                     },
    {"sqrt of a ball",  FUNCTION_SQRT,  false, "1/3~",    "0.57735 ~"                 },
    {"abs",             FUNCTION_ABS,   false, "-1/2 pi", "1.5708"                    },
    {"abs i",           FUNCTION_ABS,   true,  "i",       "1"                         },
    {"arg i",           FUNCTION_ARG,   true,  "i",       "1.5708"                    },
    {"arg 0",           FUNCTION_ARG,   false, "0",       "undefined"                 },
    {"arg -2",          FUNCTION_ARG,   false, "-2",      "3.14159"                   },
    {"sign",            FUNCTION_SIGN,  false, "-7/2",    "-1"                        },
    {"Im",              FUNCTION_IM,    true,  "3 i",     "3"                         },
    {"sinh",            FUNCTION_SINH,  false, "1",       "1.1752 ~"                  },
    {"cosh 0",          FUNCTION_COSH,  false, "0",       "1"                         },
    {"tanh",            FUNCTION_TANH,  false, "1",       "0.761594 ~"                },
    {"asinh",           FUNCTION_ASINH, false, "1",       "0.881374 ~"                },
};

static void
check_function(void **state)
{
    const struct function_row *row = *state;
    struct arena *a = arena_new();
    struct ball x;
    enum state s;

    ball_init(&x);
    read_ball(&x, row->x);
    assert_true(func_is(row->function));
    s = func_apply(row->function, &x, &x, row->complex, PREC);
    assert_string_equal(s == DEFINED     ? write_ball(a, &x)
                        : s == UNDEFINED ? "undefined"
                                         : "unknown",
                        row->result);
    ball_fini(&x);
    arena_free(a);
}

/* ---- lost operands ----------------------------------------------------------------- */

/* 2^e, as an exact number or as a ball. */
static void
set_power_of_two(struct ball *b, long e, bool exact)
{
    ball_set_int(b, 1);
    if (e >= 0)
        fmpq_mul_2exp(b->re, b->re, (flint_bitcnt_t)e);
    else
        fmpq_div_2exp(b->re, b->re, (flint_bitcnt_t)-e);
    if (!exact)
        ball_round(b, PREC);
}

/* 1 + 2^e needs a little more than |e| bits. */
static void
check_absorbed(void **state)
{
    static const long logs[] = {-700, -300, -100, 100, 300, 700};
    struct ball x, y;

    (void)state;
    ball_init(&x);
    ball_init(&y);
    for (size_t i = 0; i < 2 * sizeof logs / sizeof *logs; i++) {
        long log = logs[i / 2];

        set_power_of_two(&x, 0, i % 2);
        set_power_of_two(&y, log, i % 2);
        ball_add(&x, &x, &y, PREC);
        if (labs(log) < PREC - NEED_MARGIN)
            assert_in_range(x.need, 0, PREC);
        else
            assert_in_range(x.need, labs(log), labs(log) + 2 * NEED_MARGIN);
    }
    ball_set_int(&x, 3);
    ball_set_int(&y, 0);
    ball_add(&x, &x, &y, PREC);
    assert_int_equal(x.need, 0);
    ball_fini(&x);
    ball_fini(&y);
}

/* Functions that lose a term when their argument is tiny or huge. */
static const struct need_row {
    const char *name;
    enum function_id function;
    long log, least, most;
} need_rows[] = {
    {"exp of little",  FUNCTION_EXP,   -300, 300,  400 },
    {"exp of much",    FUNCTION_EXP,   20,   0,    0   },
    {"cos of little",  FUNCTION_COS,   -150, 290,  370 },
    {"sin of little",  FUNCTION_SIN,   -150, 290,  370 },
    {"sin of much",    FUNCTION_SIN,   100,  0,    0   },
    {"tanh of much",   FUNCTION_TANH,  10,   2954, 8000},
    {"atan of much",   FUNCTION_ATAN,  300,  300,  400 },
    {"asinh of much",  FUNCTION_ASINH, 300,  600,  700 },
    {"acos of little", FUNCTION_ACOS,  -300, 300,  400 },
    {"sinh of much",   FUNCTION_SINH,  10,   2954, 8000},
    {"sqrt of little", FUNCTION_SQRT,  -601, 0,    0   },
    {"ln of much",     FUNCTION_LN,    601,  0,    0   },
    {"one half",       FUNCTION_TANH,  -1,   0,    0   },
};

static void
check_need(void **state)
{
    const struct need_row *row = *state;
    struct ball x;

    ball_init(&x);
    set_power_of_two(&x, row->log, true);
    assert_int_equal(func_apply(row->function, &x, &x, false, PREC), DEFINED);
    assert_in_range(x.need, row->least, row->most);
    ball_fini(&x);
}

/* ---- matrices ---------------------------------------------------------------------- */

/* A matrix whose determinant is 1: ones on the diagonal, k below and above by turns. */
static void
set_shear(struct balls *m, int n, bool exact)
{
    balls_shape(m, n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ball_set_int(&m->at[i * n + j], i == j ? 1 : i > j ? i + j : 0);
            if (!exact)
                ball_round(&m->at[i * n + j], PREC);
        }
}

static void
check_matrix(void **state)
{
    struct balls m, inverse, product;
    struct ball det, one;

    (void)state;
    balls_init(&m);
    balls_init(&inverse);
    balls_init(&product);
    ball_init(&det);
    ball_init(&one);
    ball_set_int(&one, 1);
    for (int n = 1; n <= 12; n++) {
        set_shear(&m, n, n % 2);
        assert_int_equal(balls_det(&det, &m, PREC), DEFINED);
        assert_true(ball_match(&det, &one, PREC) != LESS);
        assert_int_equal(balls_inverse(&inverse, &m, PREC), DEFINED);
        assert_true(balls_mul(&product, &m, &inverse, PREC));
        for (int i = 0; i < n * n; i++) {
            ball_set_int(&one, i % (n + 1) == 0);
            assert_true(ball_match(&product.at[i], &one, PREC) != LESS);
        }
        ball_set_int(&one, 1);
    }
    balls_shape(&m, 2, 2);
    for (int i = 0; i < 4; i++)
        ball_set_int(&m.at[i], 1);
    assert_int_equal(balls_inverse(&inverse, &m, PREC), UNDEFINED);
    assert_int_equal(balls_power(&inverse, &m, 0, PREC), DEFINED);
    assert_true(ball_is_zero(&inverse.at[1]));
    assert_int_equal(balls_power(&inverse, &m, 5, PREC), DEFINED);
    ball_set_int(&one, 16);
    assert_int_equal(ball_match(&inverse.at[1], &one, PREC), SAME);
    balls_shape(&product, 2, 3);
    assert_false(balls_mul(&inverse, &product, &m, PREC));
    balls_fini(&m);
    balls_fini(&inverse);
    balls_fini(&product);
    ball_fini(&det);
    ball_fini(&one);
}

/* ---- decimals ---------------------------------------------------------------------- */

/* A ball that is too wide for its last digit is not written. */
static void
check_wide(void **state)
{
    struct arena *a = arena_new();
    struct ball b;
    struct balls v = {.rows = 1, .cols = 1, .at = &b};
    const char *text;

    (void)state;
    ball_init(&b);
    ball_set_unit(&b, 1, 3, 1, 0);
    ball_round(&b, 64);
    assert_int_equal(balls_text(a, &v, 18, 64, false, &text), WRITTEN);
    assert_string_equal(text, "0.333333333333333333");
    assert_int_equal(balls_text(a, &v, 21, 64, false, &text), TOO_WIDE);
    ball_sub(&b, &b, &b, 64);
    assert_int_equal(balls_text(a, &v, 3, 64, true, &text), TOO_WIDE);
    ball_fini(&b);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};
    int failed;

    TABLE_ROWS(&t, operation_rows, check_operation);
    TABLE_ROWS(&t, function_rows, check_function);
    TABLE_ROWS(&t, need_rows, check_need);
    table_add(&t, "sums that lose an operand", check_absorbed, NULL);
    table_add(&t, "matrices", check_matrix, NULL);
    table_add(&t, "decimals of wide balls", check_wide, NULL);
    failed = table_run(&t, "exact number");
    exact_cleanup();
    return failed;
}
