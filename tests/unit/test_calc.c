#include "unit/expr_scope.h"

#include <locale.h>
#include <math.h>

#include "calc/calc.h"
#include "num/num.h"

static void
assert_near(double x, double want, double within)
{
    if (!(fabs(x - want) <= within))
        fail_msg("%.17g is not %.17g", x, want);
}

static const char common[] =
    "q = [1, 2]; k = [3, -1]; A = [1, 2; 3, 4]; m = 5; n = 2; theta = 0.25;"
    "x : real; z : complex; j : integer; v : vector(2); d : integer";

/* ---- values ------------------------------------------------------------------------ */

static const struct value_row {
    const char *text, *value; /* 12 digits */
} value_rows[] = {
    {"sum(j=1..4, j^2)",                                   "30"                                          },
    {"sum(j=1..0, j)",                                     "0"                                           },
    {"prod(j=1..5, j)",                                    "120"                                         },
    {"prod(j=3..2, j)",                                    "1"                                           },
    {"sum(j=1..m, 1/j) - (1 + 1/2 + 1/3 + 1/4 + 1/5)",     "0"                                           },
    {"sum(j=1..2, q_j k_j) - q^T k",                       "0"                                           },
    {"sum(j=1..2, q_j k)",                                 "[9, -3]"                                     },
    {"sum(j=2..1, k)",                                     "[0, 0]"                                      },
    {"sum(j=0..3, A^j)[1, 1]",                             "46"                                          },
    {"sum(m=1..3, m)",                                     "6"                                           },
    {"sum(m=1..2, sum(n=1..m, m n))",                      "7"                                           },
    {"sum(j=1..4, i^j)",                                   "0"                                           },
    {"prod(j=1..2, i j)",                                  "-2"                                          },
    {"sum(j=1..2, 1/(j - 1))",                             "undefined"                                   },
    {"prod(j=0..2, 1/j)",                                  "undefined"                                   },
    {"softmax([0, 0])",                                    "[0.5, 0.5]"                                  },
    {"softmax([1000, 1000, 0])",                           "[0.5, 0.5, 0]"                               },
    {"softmax([0, ln 3])",                                 "[0.25, 0.75]"                                },
    {"sum(j=1..3, softmax([1, 2, 3])[j])",                 "1"                                           },
    {"rms([3, 4]) - 5/sqrt(2)",                            "0"                                           },
    {"rms([1e200, 1e200])",                                "1e200"                                       },
    {"rmsnorm([3, -3])",                                   "[1, -1]"                                     },
    {"rmsnorm([0, 0])",                                    "[undefined, undefined]"                      },
    {"onehot(2, 3)",                                       "[0, 1, 0]"                                   },
    {"onehot(m, 3)",                                       "[undefined, undefined, undefined]"           },
    {"onehot(n, m)",                                       "[0, 1, 0, 0, 0]"                             },
    {"blockdiag(A, [5; 6])",                               "[1, 2, 0; 3, 4, 0; 0, 0, 5; 0, 0, 6]"        },
    {"blockdiag(q^T, q)",                                  "[1, 2, 0; 0, 0, 1; 0, 0, 2]"                 },
    {"1/3",                                                "0.333333333333"                              },
    {"2^10",                                               "1024"                                        },
    {"2^-1",                                               "0.5"                                         },
    {"0^0",                                                "1"                                           },
    {"0^(1-1)",                                            "1"                                           },
    {"0^0.0",                                              "1"                                           },
    {"0^(0.5-0.5)",                                        "undefined"                                   },
    {"0^-1",                                               "undefined"                                   },
    {"1/0",                                                "undefined"                                   },
    {"0/0",                                                "undefined"                                   },
    {"ln(0)",                                              "undefined"                                   },
    {"ln(-1)",                                             "undefined"                                   },
    {"sqrt(-1)",                                           "undefined"                                   },
    {"(-8)^(1/3)",                                         "undefined"                                   },
    {"(-8)^2",                                             "64"                                          },
    {"(-2)^(4/2)",                                         "4"                                           },
    {"asin(2)",                                            "undefined"                                   },
    {"arg(0)",                                             "undefined"                                   },
    {"arg(-1)/pi",                                         "1"                                           },
    {"exp(1000)",                                          "inf"                                         },
    {"-exp(1000)",                                         "-inf"                                        },
    {"cos(0.75) - 7 sin(0.75)",                            "-4.03978245129"                              },
    {"(R(m theta) q)^T (R(n theta) k)",                    "-4.03978245129"                              },
    {"q^T R((n - m) theta) k",                             "-4.03978245129"                              },
    {"Re((1+2i) e^(i m theta) conj((3-i) e^(i n theta)))", "-4.03978245129"                              },
    {"i i",                                                "-1"                                          },
    {"i^2026",                                             "-1"                                          },
    {"i^-3",                                               "i"                                           },
    {"-i",                                                 "-i"                                          },
    {"(2+3i)(1-2i)",                                       "8 - i"                                       },
    {"(1+2i) conj(3-i)",                                   "1 + 7i"                                      },
    {"1+2i - 2i",                                          "1"                                           },
    {"e^(i pi)",                                           "-1"                                          },
    {"e^(i pi/2)",                                         "i"                                           },
    {"|0.6+0.8i|",                                         "1"                                           },
    {"abs(-3)",                                            "3"                                           },
    {"ln(0i - 1)",                                         "3.14159265359i"                              },
    {"ln(conj(0i - 1))",                                   "3.14159265359i"                              },
    {"sqrt(0i - 4)",                                       "2i"                                          },
    {"(0i - 8)^(1/3)",                                     "1 + 1.73205080757i"                          },
    {"i^i",                                                "0.207879576351"                              },
    {"(0i)^0",                                             "1"                                           },
    {"1/(0i)",                                             "undefined"                                   },
    {"sin(i)",                                             "1.17520119364i"                              },
    {"tanh(0.5) - tanh(0.5+0i)",                           "0"                                           },
    {"log2(8) + log10(1000) + log(e)",                     "7"                                           },
    {"asinh(1) = ln(1 + sqrt(2))",                         "1"                                           },
    {"sign(-2) + sign(0) + sign(7)",                       "0"                                           },
    {"max(1, 3, 2) - min(1, 3, 2)",                        "2"                                           },
    {"max([1, 5, 3])",                                     "5"                                           },
    {"max(1, ln(-1))",                                     "undefined"                                   },
    {"A",                                                  "[1, 2; 3, 4]"                                },
    {"A^T",                                                "[1, 3; 2, 4]"                                },
    {"A^-1",                                               "[-2, 1; 1.5, -0.5]"                          },
    {"A^0",                                                "[1, 0; 0, 1]"                                },
    {"A^5",                                                "[1069, 1558; 2337, 3406]"                    },
    {"norm((A^-2 A^2 - I(2)) q) < 1e-10",                  "1"                                           },
    {"[1, 2; 2, 4]^-1",                                    "[undefined, undefined; undefined, undefined]"},
    {"det(A)",                                             "-2"                                          },
    {"det([i, 0; 0, i])",                                  "-1"                                          },
    {"A q",                                                "[5, 11]"                                     },
    {"q^T",                                                "[1, 2]^T"                                    },
    {"q k^T",                                              "[3, -1; 6, -2]"                              },
    {"q/2",                                                "[0.5, 1]"                                    },
    {"i q",                                                "[i, 2i]"                                     },
    {"conj([i, 1 + i])",                                   "[-i, 1 - i]"                                 },
    {"norm([3, 4])",                                       "5"                                           },
    {"norm([3i, 4])",                                      "5"                                           },
    {"norm(1e200 [3, 4])",                                 "5e200"                                       },
    {"q + k - [4, 1]",                                     "[0, 0]"                                      },
    {"exp([0, 1])",                                        "[1, 2.71828182846]"                          },
    {"sqrt([4, -1])",                                      "[2, undefined]"                              },
    {"ln([1, i])",                                         "[0, 1.57079632679i]"                         },
    {"diag(q) + ones(2) ones(2)^T",                        "[2, 1; 1, 3]"                                },
    {"q_2 + A[2, 1]",                                      "5"                                           },
    {"R(pi/2) [1, 0]",                                     "[0, 1]"                                      },
    {"m < 3",                                              "0"                                           },
    {"m >= 5",                                             "1"                                           },
    {"0.1 + 0.2 = 0.3",                                    "1"                                           },
    {"0.1 + 0.2 > 0.3",                                    "0"                                           },
    {"0.1 + 0.2 <= 0.3",                                   "1"                                           },
    {"q = [1, 2]",                                         "1"                                           },
    {"q != [1, 2]",                                        "0"                                           },
    {"e^(i pi) = -1",                                      "1"                                           },
    {"ln(-1) < 3",                                         "undefined"                                   },
    {"(q^T k)^T",                                          "1"                                           },
};

static void
check_value(void **state)
{
    const struct value_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct value v;
    struct err e = {0};

    if (!calc_eval(a, s, parsed(a, s, r->text), NULL, &v, &e))
        fail_msg("%s", err_text(a, &e));
    assert_string_equal(value_text(a, v, 12), r->value);
    arena_free(a);
}

/* ---- values from outside, and failures --------------------------------------------- */

static void
check_env(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct calc_name names[] = {
        {"x", calc_real(a,   3)        },
        {"z", calc_number(a, 1 + 2 * I)}
    };
    struct calc_env env = {.at = names, .n = 2};

    (void)state;
    assert_near(calc_eval_real(a, s, parsed(a, s, "x^2 + |z|^2"), &env), 14, 1e-12);
    assert_near(calc_eval_real(a, s, parsed(a, s, "x > 2"), &env), 1, 0);
    assert_true(isnan(calc_eval_real(a, s, parsed(a, s, "z"), &env)));
    assert_true(isnan(calc_eval_real(a, s, parsed(a, s, "q"), &env)));
    assert_true(isnan(calc_eval_real(a, s, parsed(a, s, "j"), &env)));
    names[0].value = calc_number(a, 2 * I); /* not real, though x is */
    assert_true(isnan(calc_eval_real(a, s, parsed(a, s, "x"), &env)));
    arena_free(a);
}

/* A value means what its names meant where it was written. */
static void
check_lexical(void **state)
{
    struct arena *a = arena_new();
    struct scope *outer = declared(a, "a = 2; b = a + 1"), *inner = scope_new(a, outer);
    struct err e;

    (void)state;
    assert_true(scope_declare(a, inner, "a = b + 10", here, &e));
    assert_near(calc_eval_real(a, inner, parsed(a, inner, "a + b"), NULL), 16, 0);
    assert_string_equal(
        expr_plain(a, expr_unfold(a, inner, parsed(a, inner, "a + b")), 0),
        "2 + 1 + 10 + (2 + 1)");
    arena_free(a);
}

static void
check_known(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "m, x : real; c = 2 m; g = x + c; h = [c, 1]");
    struct calc_name m = {"m", calc_real(a, 3)};
    struct calc_env env = {.at = &m, .n = 1}, known;

    (void)state;
    known = calc_known(a, s, parsed(a, s, "g + c h[1] + c + m"), &env);
    assert_int_equal(known.n, 3); /* m, c and h, each once; g needs x */
    assert_near(calc_eval_real(a, s, parsed(a, s, "c h[1]"), &known), 36, 0);
    assert_int_equal(calc_known(a, s, parsed(a, s, "g + 1"), NULL).n, 0);
    arena_free(a);
}

static const struct derivative_row {
    const char *text, *value;
} derivative_rows[] = {
    {"D(a^3, a)",                 "0.75"                  },
    {"D(b, a)",                   "1"                     },
    {"D(b^2, a) + D(c, a)",       "1"                     },
    {"D(D(a^3, a), a)",           "3"                     },
    {"D(|a - 1|, a)",             "-1"                    },
    {"D(|a - 0.5|, a)",           "undefined"             },
    {"D(ln(-a), a)",              "undefined"             },
    {"D(max(a, 0), a)",           "1"                     },
    {"D(R(a - 0.5), a)",          "[0, -1; 1, 0]"         },
    {"D([a, ln(-a)], a)",         "[undefined, undefined]"},
    {"D(e^(i pi a), a)/pi",       "-1"                    },
    {"D(sum(j=1..3, a^j), a)",    "2.75"                  },
    {"sum(j=1..3, D(a^j, a))",    "2.75"                  },
    {"D(softmax(s)[1], s[2])",    "-0.25"                 },
    {"D(norm(s + [3, 4]), s[1])", "0.6"                   },
    {"D(det([a, 1; 2, a]), a)",   "1"                     },
};

/* Derivatives at a point: of names that depend on it as well. */
static void
check_derivative(void **state)
{
    const struct derivative_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, "a = 0.5; b = a^2; c = a b - a^3 + a/2; s = [0, 0]");
    struct value v;
    struct err e = {0};

    if (!calc_eval(a, s, parsed(a, s, r->text), NULL, &v, &e))
        fail_msg("%s", e.msg);
    assert_string_equal(value_text(a, v, 12), r->value);
    arena_free(a);
}

/* A name that is given a value does not depend on others, one that is not does. */
static void
check_derivative_given(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "a, p : real; b = a^2; g = b p");
    struct calc_name at[] = {
        {"a", calc_real(a, 3)},
        {"p", calc_real(a, 2)},
        {"b", calc_real(a, 7)},
    };
    struct calc_env two = {.at = at, .n = 2}, three = {.at = at, .n = 3};
    struct calc_env known = calc_known(a, s, parsed(a, s, "D(b p, a) + b"), &two);

    (void)state;
    assert_near(calc_eval_real(a, s, parsed(a, s, "D(g, a)"), &two), 12, 0);
    assert_near(calc_eval_real(a, s, parsed(a, s, "D(b p, a)"), &two), 12, 0);
    assert_near(calc_eval_real(a, s, parsed(a, s, "D(b p, a) + b"), &known), 21, 0);
    assert_near(calc_eval_real(a, s, parsed(a, s, "D(b p, a)"), &three), 0, 0);
    arena_free(a);
}

static const struct failure_row {
    const char *text;
    enum err_code code;
    const char *says;
} failure_rows[] = {
    {"x + 1",                             ERR_VALUE_MISSING, "'x'"                          },
    {"ones(d)",                           ERR_VALUE_MISSING, "'d'"                          },
    {"I(d)",                              ERR_VALUE_MISSING, "'d'"                          },
    {"I(100)^100",                        ERR_VALUE_WORK,    "million"                      },
    {"det(I(512))",                       ERR_VALUE_WORK,    "million"                      },
    {"sum(j=1..10^7, j)",                 ERR_VALUE_WORK,    "million"                      },
    {"sum(j=1..10^300, j)",               ERR_VALUE_WORK,    "million"                      },
    {"sum(j=1..1000, sum(m=1..1000, j))", ERR_VALUE_WORK,    "million"                      },
    {"sum(n=1..j, n)",                    ERR_VALUE_MISSING, "'j'"                          },
    {"limit(x -> 0, x)",                  ERR_VALUE_KIND,    "limit(x -> 0, x) has no value"},
    {"D(x^2, x)",                         ERR_VALUE_MISSING, "'x'"                          },
    {"D(limit(j -> 0, x), x)",            ERR_VALUE_KIND,    "no value"                     },
    {"D(max(v) + theta, theta)",          ERR_VALUE_MISSING, "'v'"                          },
    {"E[x]",                              ERR_VALUE_KIND,    "E[x] has no value"            },
    {"E[v]",                              ERR_VALUE_KIND,    "E[v] has no value"            },
    {"E[z]",                              ERR_VALUE_KIND,    "E[z] has no value"            },
    {"sum(j=2..1, ones(d))",              ERR_VALUE_MISSING, "'d'"                          },
};

static void
check_failure(void **state)
{
    const struct failure_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct value v;
    struct err e = {0};

    assert_false(calc_eval(a, s, parsed(a, s, r->text), NULL, &v, &e));
    assert_int_equal(e.code, r->code);
    assert_non_null(strstr(e.msg, r->says));
    arena_free(a);
}

static void
check_symbolic_size(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "d : integer; u, v : vector(d)");
    double complex three[] = {1, 2, 3};
    struct calc_name names[] = {
        {"d", calc_real(a, 3)},
        {"u",   {3, 1, true, three}           },
        {"v",   {2, 1, true, three}}
    };
    struct calc_env env = {.at = names, .n = 3};
    struct value v;
    struct err e;

    (void)state;
    assert_near(calc_eval_real(a, s, parsed(a, s, "u^T ones(d)"), &env), 6, 0);
    assert_false(calc_eval(a, s, parsed(a, s, "u + v"), &env, &v, &e));
    assert_int_equal(e.code, ERR_VALUE_SHAPE);
    names[0].value = calc_real(a, 2.5);
    assert_false(calc_eval(a, s, parsed(a, s, "ones(d)"), &env, &v, &e));
    names[0].value = calc_real(a, 513);
    assert_false(calc_eval(a, s, parsed(a, s, "ones(d)"), &env, &v, &e));
    arena_free(a);
}

/* ---- text -------------------------------------------------------------------------- */

static const struct text_row {
    const char *name;
    double re, im;
    int digits;
    const char *text;
} text_rows[] = {
    {"places",             -4.03978245128952, 0,        4,  "-4.04"              },
    {"zeros are cut",      0.5,               0,        17, "0.5"                },
    {"seventeen",          0.1,               0,        17, "0.10000000000000001"},
    {"one digit",          0.99,              0,        1,  "1"                  },
    {"minus zero",         -0.0,              0,        3,  "0"                  },
    {"large",              1e15,              0,        3,  "1000000000000000"   },
    {"larger",             1e16,              0,        3,  "1e16"               },
    {"larger with digits", 1.25e300,          0,        3,  "1.25e300"           },
    {"small",              0.00001,           0,        3,  "0.00001"            },
    {"smaller",            0.000001,          0,        3,  "1e-6"               },
    {"hundred",            100,               0,        2,  "100"                },
    {"rounded up",         99.97,             0,        3,  "100"                },
    {"minus i",            0,                 -1,       3,  "-i"                 },
    {"i",                  0,                 1,        3,  "i"                  },
    {"both",               1,                 7,        3,  "1 + 7i"             },
    {"both negative",      -1,                -0.5,     3,  "-1 - 0.5i"          },
    {"rounding goes",      -1,                1.2e-16,  15, "-1"                 },
    {"rounding stays",     -1,                1.2e-16,  17, "-1 + 1.2e-16i"      },
    {"whole to the last",  3670016,           0,        6,  "3670016"            },
    {"whole, few digits",  3670016,           0,        5,  "3670000"            },
    {"not quite whole",    3670016.5,         0,        6,  "3670020"            },
    {"whole and large",    1e15,              0,        6,  "1000000000000000"   },
    {"nan",                NAN,               0,        3,  "undefined"          },
    {"nan beside",         1,                 NAN,      3,  "undefined"          },
    {"infinite",           -INFINITY,         0,        3,  "-inf"               },
    {"infinite imaginary", 0,                 INFINITY, 3,  "inf i"              },
};

/* Not re + im * I, which makes NaN of an infinite part. */
static struct value
of_parts(struct arena *a, double re, double im)
{
    double parts[] = {re, im};
    double complex z;

    memcpy(&z, parts, sizeof z);
    return calc_number(a, z);
}

static void
check_text(void **state)
{
    const struct text_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(value_text(a, of_parts(a, r->re, r->im), r->digits), r->text);
    arena_free(a);
}

/* A term as it stands in a span, and what is shown; NULL: refused. */
static const struct shown_row {
    const char *name, *text, *shown;
} shown_rows[] = {
    {"no decimals said",       "sqrt(2)",             "1.41421"              },
    {"two",                    "sqrt(2) : 2",         "1.41"                 },
    {"without blanks",         "sqrt(2):2",           "1.41"                 },
    {"blanks behind",          "sqrt(2) : 2 ",        "1.41"                 },
    {"over two lines",         "sqrt(2)\n: 2",        "1.41"                 },
    {"none",                   "sqrt(2) : 0",         "1"                    },
    {"zeros at the end stay",  "1/2 : 3",             "0.500"                },
    {"negative",               "-1/3 : 2",            "-0.33"                },
    {"no minus before zero",   "-1/1000 : 2",         "0.00"                 },
    {"nine is the most",       "1/3 : 9",             "0.333333333"          },
    {"a vector",               "[1/3, -1/1000] : 2",  "[0.33, 0.00]"         },
    {"a matrix",               "[1, 1/3; 0, -2] : 1", "[1.0, 0.3; 0.0, -2.0]"},
    {"complex",                "1/3 - 2i/3 : 2",      "0.33 - 0.67i"         },
    {"all but imaginary",      "1/1000 + i : 1",      "1.0i"                 },
    {"all but real",           "1 + i/1000 : 1",      "1.0"                  },
    {"a name with a value",    "quarter : 3",         "0.785"                },
    {"the name alone",         "quarter",             "pi/4"                 },
    {"large",                  "12345678.9 : 1",      "12345678.9"           },
    {"beyond decimals",        "2^60 : 2",            "1.15292e18"           },
    {"undefined",              "1/0 : 2",             "undefined"            },
    {"ten",                    "1/3 : 10",            NULL                   },
    {"no number",              "1/3 : x",             NULL                   },
    {"nothing",                "1/3 :",               NULL                   },
    {"a fraction",             "1/3 : 1.5",           NULL                   },
    {"negative decimals",      "1/3 : -1",            NULL                   },
    {"twice",                  "1/3 : 2 : 3",         NULL                   },
    {"a number far too large", "1/3 : 99999999999",   NULL                   },
    {"no term",                ": 2",                 NULL                   },
};

static void
check_shown(void **state)
{
    const struct shown_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, "quarter = pi/4");
    struct calc_span shown;
    struct value v;
    struct err e;
    bool read = calc_span_read(a, s, r->text, (struct pos){"t", 1, 1}, &shown, &e);

    assert_int_equal(read, r->shown != NULL);
    if (read) {
        assert_true(calc_eval(a, s, shown.term, NULL, &v, &e));
        assert_string_equal(calc_span_text(a, s, &shown, v, 6, true), r->shown);
    }
    arena_free(a);
}

static void
check_locale(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    setlocale(LC_ALL, "de_DE.UTF-8");
    assert_string_equal(value_text(a, calc_real(a, 0.25), 3), "0.25");
    assert_string_equal(value_fixed(a, calc_real(a, 0.25), 3), "0.250");
    assert_near(calc_eval_real(a, NULL, expr_number(a, "12.25"), NULL), 12.25, 0);
    setlocale(LC_ALL, "C");
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, value_rows, check_value);
    TABLE_ROWS(&t, derivative_rows, check_derivative);
    table_add(&t, "a derivative and what is given", check_derivative_given, NULL);
    TABLE_ROWS(&t, failure_rows, check_failure);
    TABLE_ROWS(&t, text_rows, check_text);
    TABLE_ROWS(&t, shown_rows, check_shown);
    table_add(&t, "values given from outside", check_env, NULL);
    table_add(&t, "a value keeps the scope it was written in", check_lexical, NULL);
    table_add(&t, "values that stay the same are worked out once", check_known, NULL);
    table_add(&t, "a symbolic size is what the values have", check_symbolic_size, NULL);
    table_add(&t, "numbers in a locale with a decimal comma", check_locale, NULL);
    return table_run(&t, "calc");
}
