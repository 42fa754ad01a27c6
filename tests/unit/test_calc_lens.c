/*
 * Terms through the precision lens: values that were rounded by hand, and for fp32 every
 * operation against the compiler's float.
 */
#include <math.h>

#include "calc/calc.h"
#include "unit/table.h"

static const struct pos here = {"t", 1, 1};

static const struct lens_row {
    const char *name, *term, *fp32, *bf16, *fp16; /* 17 digits; NULL: not looked at */
} lens_rows[] = {
    {"a number",                   "0.1",                           "0.10000000149011612",     "0.10009765625", "0.0999755859375"},
    {"a sum",                      "0.1 + 0.2",                     "0.30000001192092896",     "0.30078125",    "0.2998046875"   },
    {"what a sum loses",           "256 + 1",                       "257",                     "256",           "257"            },
    {"and in fp16",                "2048 + 1",                      "2049",                    "2048",          "2048"           },
    {"the order of a sum",         "(256 + 1) + 1",                 "258",                     "256",           "258"            },
    {"the other order",            "256 + (1 + 1)",                 "258",                     "258",           "258"            },
    {"a number that has no place", "1003",                          "1003",                    "1004",          "1003"           },
    {"overflow",                   "300 * 300",                     "90000",                   "90112",         "inf"            },
    {"underflow",                  "1e-6 * 1e-3",                   NULL,                      NULL,            "0"              },
    {"a quotient",                 "1/3",                           "0.3333333432674408",      "0.333984375",   "0.333251953125" },
    {"by 0",                       "1/(1 - 1)",                     "undefined",               "undefined",     "undefined"      },
    {"a root",                     "sqrt 2",                        "1.4142135381698608",      "1.4140625",     "1.4140625"      },
    {"cosine",                     "cos 0.3",                       "0.95533651113510132",     "0.95703125",    "0.955078125"    },
    {"exp overflows",              "exp 12",                        NULL,                      NULL,            "inf"            },
    {"pi",                         "pi",                            "3.1415927410125732",      "3.140625",      "3.140625"       },
    {"e^x",                        "e^2",                           "7.3890562057495117",      "7.375",         "7.390625"       },
    {"a square",                   "16.1^2",                        NULL,                      "260",           "259"            },
    {"a product of vectors",       "[1, 1, 1]^T [256, 1, 1]",       "258",                     "256",           "258"            },
    {"the same as a sum",          "sum(j=1..3, x_j)",              "258",                     "256",           "258"            },
    {"an index",                   "sum(j=257..257, j)",            "257",                     "256",           "257"            },
    {"a matrix times a vector",    "[1, 1; 1, 0] [256, 1]",         "[257, 256]",              "[256, 256]",
     "[257, 256]"                                                                                                                },
    {"a scaled vector",            "[3, 7] / 3",                    "[1, 2.3333332538604736]", "[1, 2.328125]",
     "[1, 2.333984375]"                                                                                                          },
    {"a length",                   "norm([300, 400])",              "500",                     "500",           "inf"            },
    {"softmax",                    "softmax([1, 1])",               "[0.5, 0.5]",              "[0.5, 0.5]",    "[0.5, 0.5]"     },
    {"rmsnorm overflows",          "rmsnorm([300, 0])",             NULL,                      NULL,            "[0, 0]"         },
    {"rms",                        "rms([1, 1])",                   "1",                       "1",             "1"              },
    {"complex numbers",            "(1 + 0.1 i) (1 - 0.1 i)",       "1.0099999904632568",      "1.0078125",
     "1.009765625"                                                                                                               },
    {"a complex quotient",         "(3 + i) / 2",                   "1.5 + 0.5i",              "1.5 + 0.5i",    "1.5 + 0.5i"     },
    {"what is not equal",          "0.1 + 0.2 = 0.3",               "1",                       "1",             "0"              },
    {"what has become equal",      "256 + 1 = 256",                 "0",                       "1",             "0"              },
    {"a seat that is another",     "R(257) [1, 0] = R(256) [1, 0]", "0",                       "1",             "0"              },
    {"a name",                     "big + 1",                       "258",                     "256",           "258"            },
};

/* The value in 17 digits, or the message. */
static const char *
value_in(struct arena *a, const char *text, enum num_format f)
{
    struct num_lens l = {.format = f};
    struct scope *s = scope_new(a, NULL);
    const struct term *t;
    struct value v;
    struct err e = {0};

    assert_true(scope_declare(a, s, "x = [256, 1, 1]; big = 257", here, &e));
    t = expr_parse(a, s, text, here, &e);
    if (!t)
        t = expr_parse_relation(a, s, text, here, &e);
    if (!t)
        fail_msg("%s", e.msg);
    if (!calc_eval_through(l, a, s, t, &v, &e))
        return arena_strdup(a, e.msg);
    return value_text(a, v, 17);
}

static void
check_lens(void **state)
{
    const struct lens_row *row = *state;
    const char *const want[NUM_FORMATS] = {NULL, row->fp32, row->bf16, row->fp16};
    struct arena *a = arena_new();

    for (int f = 0; f < NUM_FORMATS; f++)
        if (want[f])
            assert_string_equal(value_in(a, row->term, (enum num_format)f), want[f]);
    arena_free(a);
}

/* In fp64 it is the plain evaluation. */
static void
check_plain(void **state)
{
    const struct lens_row *row = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    const struct term *t;
    struct value v;
    struct err e = {0};

    assert_true(scope_declare(a, s, "x = [256, 1, 1]; big = 257", here, &e));
    t = expr_parse(a, s, row->term, here, &e);
    if (!t)
        t = expr_parse_relation(a, s, row->term, here, &e);
    assert_true(calc_eval(a, s, t, NULL, &v, &e));
    assert_string_equal(value_in(a, row->term, NUM_FP64), value_text(a, v, 17));
    arena_free(a);
}

static void
check_refused(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(value_in(a, "det([1, 2; 3, 4])", NUM_BF16),
                        "a determinant is found in fp64 only, or exactly");
    assert_string_equal(value_in(a, "[1, 2; 3, 4]^-1", NUM_FP32),
                        "an inverse is found in fp64 only, or exactly");
    assert_string_equal(value_in(a, "det([1, 2; 3, 4])", NUM_FP64), "-2");
    arena_free(a);
}

/* What was lost on the way, and values from outside: numbers are rounded, counts are not.
 */
static const struct loss_row {
    const char *name, *term, *value;
    enum num_format format;
    unsigned loss;
} loss_rows[] = {
    {"nothing",                 "x^2",                "2.25",           NUM_FP16, 0             },
    {"a square",                "(300 x)^2",          "inf",            NUM_FP16, CALC_OVERFLOW },
    {"not in bf16",             "(300 x)^2",          "202752",         NUM_BF16, 0             },
    {"a product of small ones", "1e-6 * 1e-3",        "0",              NUM_FP16, CALC_UNDERFLOW},
    {"0 is no loss",            "0 x",                "0",              NUM_FP16, 0             },
    {"a difference of equals",  "x - x",              "0",              NUM_FP16, 0             },
    {"a product of double",     "prod(k=1..n, 1/10)", "0",              NUM_FP64, CALC_UNDERFLOW},
    {"a power of double",       "10^n",               "inf",            NUM_FP64, CALC_OVERFLOW },
    {"e^x",                     "e^(-n)",             "0",              NUM_FP64, CALC_UNDERFLOW},
    {"exp",                     "exp(n)",             "inf",            NUM_FP64, CALC_OVERFLOW },
    {"a vector",                "exp([12, 1])",       "[inf, 2.71875]", NUM_FP16, CALC_OVERFLOW },
    {"both",                    "1/exp(n)",           "0",              NUM_FP16, CALC_OVERFLOW },
    {"a number from outside",   "y",                  "2050",           NUM_FP16, 0             },
    {"a count from outside",    "sum(k=1..n, 1)",     "2001",           NUM_FP16, 0             },
};

static void
check_loss(void **state)
{
    const struct loss_row *row = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    const struct calc_name names[] = {
        {"x", calc_real(a, 1.5)   },
        {"y", calc_real(a, 2049.5)},
        {"n", calc_real(a, 2001)  },
    };
    const struct calc_env env = {.at = names, .n = 3, .lens = {.format = row->format}};
    const struct term *t;
    struct value v;
    struct err e = {0};
    unsigned loss = 0;

    assert_true(scope_declare(a, s, "x : real; y : real; n : integer", here, &e));
    t = expr_parse(a, s, row->term, here, &e);
    if (!t)
        fail_msg("%s", e.msg);
    assert_true(calc_eval_watched(a, s, t, &env, &v, &loss));
    assert_string_equal(value_text(a, v, 17), row->value);
    assert_int_equal(loss, row->loss);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, lens_rows, check_lens);
    TABLE_ROWS(&t, lens_rows, check_plain);
    TABLE_ROWS(&t, loss_rows, check_loss);
    table_add(&t, "what is found in double only", check_refused, NULL);
    return table_run(&t, "calc_lens");
}
