#include "unit/table.h"

#include <stdio.h>

#include "expr/expr.h"

static const struct pos here = {"t", 1, 1};

/* The names that most rows use. */
static const char common[] =
    "m, n, j : integer; x, y, a, b, theta, phi : real; z, w : complex;"
    "q, k : vector(2); A, B : matrix(2, 2); C : matrix(2, 3);"
    "u : vector(3); d_k, q' : real; define S_p = R(p theta)";

static struct scope *
declared(struct arena *a, const char *decls)
{
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};

    if (!scope_declare(a, s, decls, here, &e))
        fail_msg("%s", err_text(a, &e));
    return s;
}

/* ---- reading and writing ----------------------------------------------------------- */

static const struct read_row {
    const char *text, *plain, *type;
} read_rows[] = {
    {"1/2x",                   "(1/2) x",                  "real number"      },
    {"x/2",                    "x/2",                      "real number"      },
    {"-x^2",                   "-x^2",                     "real number"      },
    {"2^3^2",                  "2^(3^2)",                  "integer"          },
    {"2^-1",                   "2^-1",                     "real number"      },
    {"x^-y",                   "x^-y",                     "real number"      },
    {"x^1/2",                  "(x^1)/2",                  "real number"      },
    {"a/b/x",                  "(a/b)/x",                  "real number"      },
    {"x^2/2",                  "x^2/2",                    "real number"      },
    {"x^-1/2",                 "(x^-1)/2",                 "real number"      },
    {"e^x (x+1)",              "(e^x) (x + 1)",            "real number"      },
    {"e^i theta",              "(e^i) theta",              "complex number"   },
    {"e^{i m theta}",          "e^(i m theta)",            "complex number"   },
    {"2x",                     "2 x",                      "real number"      },
    {"2 pi x",                 "2 pi x",                   "real number"      },
    {"x*2",                    "x*2",                      "real number"      },
    {"x·y×a⋅b",            "x y a b",                  "real number"      },
    {"x − y",                "x - y",                    "real number"      },
    {"x²",                    "x^2",                      "real number"      },
    {"x⁻¹²",               "x^-12",                    "real number"      },
    {"θ φ",                  "theta phi",                "real number"      },
    {"mθ",                    "m theta",                  "real number"      },
    {"+x",                     "x",                        "real number"      },
    {"x - -y",                 "x - (-y)",                 "real number"      },
    {"2*-3",                   "2 (-3)",                   "integer"          },
    {"x/-2y",                  "(x/(-2)) y",               "real number"      },
    {"cos m theta",            "cos(m theta)",             "real number"      },
    {"cos a sin b",            "cos(a) sin(b)",            "real number"      },
    {"cos a + b",              "cos(a) + b",               "real number"      },
    {"ln x / y",               "ln(x)/y",                  "real number"      },
    {"log x",                  "ln(x)",                    "real number"      },
    {"sin^2 x",                "sin(x)^2",                 "real number"      },
    {"sin² x y",              "sin(x y)^2",               "real number"      },
    {"sin^2(x) y",             "sin(x)^2 y",               "real number"      },
    {"sin x^2",                "sin(x^2)",                 "real number"      },
    {"ln sqrt x",              "ln(sqrt(x))",              "real number"      },
    {"√x",                   "sqrt(x)",                  "real number"      },
    {"√(x+1) y",             "sqrt(x + 1) y",            "real number"      },
    {"x(y+1)",                 "x (y + 1)",                "real number"      },
    {"(x)(y)",                 "x y",                      "real number"      },
    {"|x|",                    "abs(x)",                   "real number"      },
    {"|x||y|",                 "abs(x) abs(y)",            "real number"      },
    {"x|y|",                   "x abs(y)",                 "real number"      },
    {"||x|-y|",                "abs(abs(x) - y)",          "real number"      },
    {"e^|x|",                  "e^(abs(x))",               "real number"      },
    {"ln |x| y",               "ln(abs(x) y)",             "real number"      },
    {"‖q‖",                "norm(q)",                  "real number"      },
    {"z^*",                    "conj(z)",                  "complex number"   },
    {"z^* w",                  "conj(z) w",                "complex number"   },
    {"conj(k)",                "conj(k)",                  "vector(2)"        },
    {"q^T k",                  "q^T k",                    "real number"      },
    {"qᵀk",                  "q^T k",                    "real number"      },
    {"q^⊤ k",                "q^T k",                    "real number"      },
    {"q k^T",                  "q k^T",                    "2x2 matrix"       },
    {"(q^T k)^T",              "(q^T k)^T",                "real number"      },
    {"A^2",                    "A^2",                      "2x2 matrix"       },
    {"A^-1 q",                 "A^-1 q",                   "vector(2)"        },
    {"A^n",                    "A^n",                      "2x2 matrix"       },
    {"A^T^2",                  "(A^T)^2",                  "2x2 matrix"       },
    {"A C u",                  "A C u",                    "vector(2)"        },
    {"A (C u)",                "A (C u)",                  "vector(2)"        },
    {"C^T",                    "C^T",                      "3x2 matrix"       },
    {"[1, 2]",                 "[1, 2]",                   "vector(2)"        },
    {"[1; 2]",                 "[1, 2]",                   "vector(2)"        },
    {"[1, 2; 3, 4]",           "[1, 2; 3, 4]",             "2x2 matrix"       },
    {"[i, 2]",                 "[i, 2]",                   "complex vector(2)"},
    {"R(m theta) [1, 0]",      "R(m theta) [1, 0]",        "vector(2)"        },
    {"R(theta)[1, 2]",         "R(theta)[1, 2]",           "real number"      },
    {"q[1]",                   "q[1]",                     "real number"      },
    {"q_1",                    "q[1]",                     "real number"      },
    {"q₁",                   "q[1]",                     "real number"      },
    {"q_j^2",                  "q[j]^2",                   "real number"      },
    {"q_{j+1}",                "q[j + 1]",                 "real number"      },
    {"A_{1,2}",                "A[1, 2]",                  "real number"      },
    {"(A B)[1, 2]",            "(A B)[1, 2]",              "real number"      },
    {"[1, 2][1]",              "[1, 2][1]",                "real number"      },
    {"2 [1, 0]",               "2 [1, 0]",                 "vector(2)"        },
    {"x [1, 0]",               "x [1, 0]",                 "vector(2)"        },
    {"d_k",                    "d_k",                      "real number"      },
    {"q'",                     "q'",                       "real number"      },
    {"q′",                   "q'",                       "real number"      },
    {"S_m q",                  "R(m theta) q",             "vector(2)"        },
    {"S_{n-m}",                "R((n - m) theta)",         "2x2 matrix"       },
    {"S_2",                    "R(2 theta)",               "2x2 matrix"       },
    {"max(x, 0, y)",           "max(x, 0, y)",             "real number"      },
    {"max(q)",                 "max(q)",                   "real number"      },
    {"sign(x)",                "sign(x)",                  "integer"          },
    {"det A",                  "det(A)",                   "real number"      },
    {"diag(q)",                "diag(q)",                  "2x2 matrix"       },
    {"I(2) q",                 "I(2) q",                   "vector(2)"        },
    {"I(1+1)",                 "I(1 + 1)",                 "2x2 matrix"       },
    {"q + x ones(2)",          "q + x ones(2)",            "vector(2)"        },
    {"exp(q)",                 "exp(q)",                   "vector(2)"        },
    {"Re(z w) + Im z + arg z", "Re(z w) + Im(z) + arg(z)", "real number"      },
    {"0.5",                    "0.5",                      "real number"      },
    {".5",                     "0.5",                      "real number"      },
    {"0.50",                   "0.5",                      "real number"      },
    {"3e2",                    "300",                      "integer"          },
    {"1e-6",                   "1e-6",                     "real number"      },
    {"1.5e-7",                 "1.5e-7",                   "real number"      },
    {"0.00001",                "0.00001",                  "real number"      },
    {"2e",                     "2 e",                      "real number"      },
    {"2e - 1",                 "2 e - 1",                  "real number"      },
    {"2e-1",                   "0.2",                      "real number"      },
    {"10^20",                  "10^20",                    "integer"          },
    {"100000000000000000000",  "100000000000000000000",    "integer"          },
    {"1e30",                   "1e30",                     "integer"          },
    {"007",                    "7",                        "integer"          },
    {"0.0",                    "0",                        "integer"          },
    {"x\n + y",                "x + y",                    "real number"      },
};

static void
check_read(void **state)
{
    const struct read_row *r = *state;
    struct arena *a = arena_new();
    struct err e = {0};
    const struct term *t = expr_parse(a, declared(a, common), r->text, here, &e);

    if (!t)
        fail_msg("%s", err_text(a, &e));
    assert_string_equal(expr_plain(a, t, PRINT_ASCII), r->plain);
    assert_string_equal(type_text(a, t->type), r->type);
    arena_free(a);
}

/* ---- refusing ---------------------------------------------------------------------- */

static const struct refuse_row {
    const char *text;
    int col;
    enum err_code code;
    const char *says;
} refuse_rows[] = {
    {"",             1, ERR_TERM_ENDS,          "missing"                             },
    {"x +",          4, ERR_TERM_ENDS,          "missing at the end"                  },
    {"(x + 1",       1, ERR_TERM_UNBALANCED,    "')'"                                 },
    {"x + [1, 2",    5, ERR_TERM_UNBALANCED,    "']'"                                 },
    {"([1, 2)",      2, ERR_TERM_UNBALANCED,    "']'"                                 },
    {"x)",           2, ERR_TERM_UNBALANCED,    "never opened"                        },
    {"|x",           1, ERR_TERM_UNBALANCED,    "'|'"                                 },
    {"()",           2, ERR_TERM_EXPECTED,      "before ')'"                          },
    {"[]",           2, ERR_TERM_EXPECTED,      "before ']'"                          },
    {"0,5",          2, ERR_NUMBER_FORM,        "0.5"                                 },
    {"1,000",        2, ERR_NUMBER_FORM,        "1000"                                },
    {"(1, 2)",       3, ERR_NUMBER_FORM,        "[a, b]"                              },
    {"sqrt(0,5)",    1, ERR_CALL_COUNT,         "point"                               },
    {"1.",           2, ERR_NUMBER_FORM,        "1.0"                                 },
    {"1.2.3",        4, ERR_NUMBER_FORM,        "point"                               },
    {"x.5",          2, ERR_NUMBER_FORM,        "blank"                               },
    {"2 3",          3, ERR_NUMBER_FORM,        "side by side"                        },
    {"1 000",        3, ERR_NUMBER_FORM,        "without blanks"                      },
    {"1e309",        1, ERR_TERM_TOO_LARGE,     "10^308"                              },
    {"1e-309",       1, ERR_TERM_TOO_LARGE,     "10^-308"                             },
    {"X",            1, ERR_NAME_UNKNOWN,       "'x'"                                 },
    {"v",            1, ERR_NAME_UNKNOWN,       "not declared"                        },
    {"mtheta",       1, ERR_NAME_UNKNOWN,       "'m theta'"                           },
    {"x + itheta",   5, ERR_NAME_UNKNOWN,       "'i theta'"                           },
    {"sofmax(x)",    1, ERR_NAME_UNKNOWN,       "softmax"                             },
    {"f(x)",         1, ERR_NAME_UNKNOWN,       "no function"                         },
    {"x2",           1, ERR_NAME_UNKNOWN,       "not declared"                        },
    {"R_m",          1, ERR_NAME_UNKNOWN,       "define R_p = R(p theta)"             },
    {"R_{n-m}",      1, ERR_NAME_UNKNOWN,       "define R_p"                          },
    {"log_2 x",      1, ERR_NAME_UNKNOWN,       "log2"                                },
    {"x_1",          1, ERR_NAME_UNKNOWN,       "no components"                       },
    {"q_i",          1, ERR_NAME_UNKNOWN,       "use j"                               },
    {"q_3",          1, ERR_TYPE_MISMATCH,      "from 1 to 2"                         },
    {"q_0",          1, ERR_TYPE_MISMATCH,      "from 1 to 2"                         },
    {"q[x]",         2, ERR_TYPE_MISMATCH,      "integer"                             },
    {"x[1]",         2, ERR_TYPE_MISMATCH,      "blank before"                        },
    {"A[1]",         2, ERR_TYPE_MISMATCH,      "[row, column]"                       },
    {"C q",          3, ERR_TYPE_MISMATCH,      "2x3 matrix cannot multiply vector(2)"},
    {"q k",          3, ERR_TYPE_MISMATCH,      "x^T y"                               },
    {"q + x",        3, ERR_TYPE_MISMATCH,      "ones(n)"                             },
    {"A + C",        3, ERR_TYPE_MISMATCH,      "shapes"                              },
    {"x/q",          2, ERR_TYPE_MISMATCH,      "divisor"                             },
    {"q^2",          2, ERR_TYPE_MISMATCH,      "no powers"                           },
    {"C^2",          2, ERR_TYPE_MISMATCH,      "square"                              },
    {"A^x",          2, ERR_TYPE_MISMATCH,      "integer"                             },
    {"x^q",          2, ERR_TYPE_MISMATCH,      "power must be a number"              },
    {"x^T",          2, ERR_TYPE_MISMATCH,      "no transpose"                        },
    {"A^*",          2, ERR_TERM_AMBIGUOUS,     "conj(A)"                             },
    {"|q|",          1, ERR_TYPE_MISMATCH,      "norm(x)"                             },
    {"norm(A)",      1, ERR_TYPE_MISMATCH,      "vector"                              },
    {"R(z)",         1, ERR_TYPE_MISMATCH,      "real angle"                          },
    {"max(z, 1)",    1, ERR_TYPE_MISMATCH,      "real"                                },
    {"sign(z)",      1, ERR_TYPE_MISMATCH,      "real"                                },
    {"sin(q)",       1, ERR_TYPE_MISMATCH,      "number"                              },
    {"exp(A)",       1, ERR_TYPE_MISMATCH,      "vector"                              },
    {"det(C)",       1, ERR_TYPE_MISMATCH,      "square"                              },
    {"I(x)",         1, ERR_TYPE_MISMATCH,      "integer"                             },
    {"I(513)",       1, ERR_TYPE_MISMATCH,      "512"                                 },
    {"[1, 2; 3]",    8, ERR_TYPE_MISMATCH,      "as many entries"                     },
    {"[q, 1]",       1, ERR_TYPE_MISMATCH,      "entry must be a number"              },
    {"sin",          1, ERR_TERM_ENDS,          "argument"                            },
    {"sin -x",       5, ERR_TERM_AMBIGUOUS,     "sign"                                },
    {"sin^-1 x",     4, ERR_TERM_AMBIGUOUS,     "asin"                                },
    {"sin⁻¹ x",   4, ERR_TERM_AMBIGUOUS,     "asin"                                },
    {"e^sin x",      3, ERR_TERM_AMBIGUOUS,     "brackets"                            },
    {"x²^3",        3, ERR_TERM_AMBIGUOUS,     "two powers"                          },
    {"norm[1, 2]",   5, ERR_TERM_AMBIGUOUS,     "parentheses"                         },
    {"ln sin(x) y",  4, ERR_TERM_AMBIGUOUS,     "brackets"                            },
    {"sin(x, y)",    1, ERR_CALL_COUNT,         "1 argument, not 2"                   },
    {"inf",          1, ERR_TERM_EXPECTED,      "bounds"                              },
    {"x in y",       3, ERR_TERM_EXPECTED,      "does not belong"                     },
    {"where",        1, ERR_TERM_EXPECTED,      "word of the language"                },
    {"x = y",        3, ERR_TERM_EXPECTED,      "relation"                            },
    {"(x = y)",      4, ERR_TERM_EXPECTED,      "relation"                            },
    {"x ** 2",       3, ERR_TERM_BAD_CHARACTER, "^"                                   },
    {"60°",         3, ERR_TERM_BAD_CHARACTER, "radians"                             },
    {"x!",           2, ERR_TERM_BAD_CHARACTER, "factorials"                          },
    {"x – y",      3, ERR_TERM_BAD_CHARACTER, "dash"                                },
    {"x \x1b[2J",    3, ERR_TERM_BAD_CHARACTER, "<U+001B>"                            },
    {"x \xff",       3, ERR_TERM_BAD_CHARACTER, "not part of the language"            },
    {"é",           1, ERR_TERM_BAD_CHARACTER, "é"                                  },
    {"θθθ + @",   7, ERR_TERM_BAD_CHARACTER, "@"                                   },
    {"e^itheta",     3, ERR_NAME_UNKNOWN,       "'(i theta)'"                         },
    {"S_(m)",        3, ERR_TERM_EXPECTED,      "braces"                              },
    {"S_",           3, ERR_TERM_ENDS,          "braces"                              },
    {"q^Tk",         3, ERR_NAME_UNKNOWN,       "blank behind ^T"                     },
    {"A^-1^T",       5, ERR_TYPE_MISMATCH,      "(A^-1)^T"                            },
    {"A^2ᵀ",       4, ERR_TYPE_MISMATCH,      "(A^-1)^T"                            },
    {"R^T(x)",       2, ERR_TERM_AMBIGUOUS,     "R(a)^T"                              },
    {"q.k",          2, ERR_TERM_BAD_CHARACTER, "q^T k"                               },
    {"q·k",         2, ERR_TYPE_MISMATCH,      "x^T y"                               },
    {"q_99999999",   1, ERR_TYPE_MISMATCH,      "from 1 to 2"                         },
    {"I(99999999)",  1, ERR_TYPE_MISMATCH,      "512"                                 },
    {"I(max(2, 3))", 1, ERR_TYPE_MISMATCH,      "512"                                 },
    {"Sin(x)",       1, ERR_NAME_UNKNOWN,       "'sin'"                               },
    {"arctan(x)",    1, ERR_NAME_UNKNOWN,       "'atan'"                              },
    {"q_2y",         4, ERR_TERM_EXPECTED,      "blank"                               },
    {"x -> y",       3, ERR_TERM_EXPECTED,      "written limit(x -> a, f)"            },
    {"x => y",       3, ERR_TERM_EXPECTED,      "'=>' is not read"                    },
    {"P(x)",         1, ERR_TYPE_MISMATCH,      "P takes events, and this is a real"  },
    {"w_<x",         3, ERR_TERM_EXPECTED,      "only behind a sequence"              },
};

static void
check_refuse(void **state)
{
    const struct refuse_row *r = *state;
    struct arena *a = arena_new();
    struct err e = {0};

    if (expr_parse(a, declared(a, common), r->text, here, &e))
        fail_msg("this was read");
    if (e.at.col != r->col || !strstr(e.msg, r->says) || e.code != r->code)
        fail_msg("%s", err_text(a, &e));
    arena_free(a);
}

/* ---- limits ------------------------------------------------------------------------ */

static char *
repeated(struct arena *a, const char *before, int n, const char *middle,
         const char *after)
{
    char *out = arena_alloc(
        a, strlen(middle) + 1 + (size_t)n * (strlen(before) + strlen(after)), 1);

    for (int i = 0; i < n; i++)
        strcat(out, before);
    strcat(out, middle);
    for (int i = 0; i < n; i++)
        strcat(out, after);
    return out;
}

static const struct limit_row {
    const char *name, *before, *middle, *after;
    int most;
} limit_rows[] = {
    {"brackets", "(",    "x", ")", EXPR_DEPTH_MAX          },
    {"powers",   "x^",   "x", "",  EXPR_DEPTH_MAX          },
    {"signs",    "- ",   "x", "",  EXPR_DEPTH_MAX          },
    {"calls",    "cos(", "x", ")", EXPR_DEPTH_MAX          },
    {"bars",     "|",    "x", "|", EXPR_DEPTH_MAX          },
    {"bytes",    "",     "x", " ", EXPR_TEXT_MAX - 1       },
    {"parts",    "x+",   "x", "",  (EXPR_NODES_MAX - 1) / 2},
};

static void
check_limit(void **state)
{
    const struct limit_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct err e = {0};
    const struct term *t =
        expr_parse(a, s, repeated(a, r->before, r->most, r->middle, r->after), here, &e);

    assert_non_null(t);
    assert_true(strlen(expr_tex(a, t)) > 0 && strlen(expr_spoken(a, t)) > 0);
    assert_false(expr_mentions(t, "phi"));
    t = expr_parse(a, s, expr_plain(a, t, PRINT_ASCII), here, &e);
    assert_true(t || e.code == ERR_TERM_TOO_LARGE); /* the text may be longer */
    assert_null(expr_parse(a, s, repeated(a, r->before, r->most + 1, r->middle, r->after),
                           here, &e));
    assert_int_equal(e.code, ERR_TERM_TOO_LARGE);
    arena_free(a);
}

/* ---- TeX and speech ---------------------------------------------------------------- */

static const struct tex_row {
    const char *text, *tex, *spoken;
} tex_rows[] = {
    {"m theta",          "m\\theta",                                      "m theta"                            },
    {"theta m",          "\\theta m",                                     "theta m"                            },
    {"2 x",              "2x",                                            "2 x"                                },
    {"2*3",              "2\\cdot 3",                                     "2 times 3"                          },
    {"1/2 x",            "\\frac{1}{2}x",                                 "1 over 2, times x"                  },
    {"a/(b + 1)",        "\\frac{a}{b + 1}",                              "a over open b plus 1 close"         },
    {"x^2",              "x^{2}",                                         "x squared"                          },
    {"x^3 y",            "x^{3}y",                                        "x cubed y"                          },
    {"(x + 1)^n",        "\\left(x + 1\\right)^{n}",                      "open x plus 1 close to the n"       },
    {"2^-1",             "2^{-1}",                                        "2 to the minus 1"                   },
    {"e^(i theta)",      "e^{i\\theta}",                                  "e to the i theta, end of power"     },
    {"-(x - y)",         "-\\left(x - y\\right)",                         "minus open x minus y close"         },
    {"R(m theta)^T q",   "R\\left(m\\theta\\right)^\\top\\,q",
     "R of m theta, transposed, times q"                                                                       },
    {"R((n - m) theta)", "R\\left(\\left(n - m\\right)\\theta\\right)",
     "R of open n minus m close times theta, end"                                                              },
    {"R(-m theta)",      "R\\left(-m\\theta\\right)",                     "R of minus m theta"                 },
    {"q^T k",            "q^\\top\\,k",                                   "q transposed, times k"              },
    {"(A B)^T",          "\\left(A\\,B\\right)^\\top",                    "open A B close, transposed"         },
    {"[1, 2]",           "\\begin{pmatrix}1\\\\ 2\\end{pmatrix}",         "the vector 1, 2, end"               },
    {"[1, 2; 3, x]",     "\\begin{pmatrix}1 & 2\\\\ 3 & x\\end{pmatrix}",
     "the matrix with rows 1, 2; 3, x, end"                                                                    },
    {"q_1",              "q_{1}",                                         "q sub 1"                            },
    {"A[1, n]",          "A_{1, n}",                                      "A sub 1, n"                         },
    {"d_k",              "d_{k}",                                         "d sub k"                            },
    {"q'^2",             "{q'}^{2}",                                      "q prime squared"                    },
    {"z^* w",            "z^{*}w",                                        "z conjugated, times w"              },
    {"cos(x) sin(y)",    "\\cos\\left(x\\right)\\,\\sin\\left(y\\right)",
     "cosine of x, times sine of y"                                                                            },
    {"Re(z)",            "\\operatorname{Re}\\left(z\\right)",            "real part of z"                     },
    {"|x|",              "\\left|x\\right|",                              "absolute value of x"                },
    {"norm(q)",          "\\left\\|q\\right\\|",                          "length of q"                        },
    {"sqrt(x)^2",        "\\left(\\sqrt{x}\\right)^{2}",                  "open square root of x close squared"},
    {"I(2) q",           "I_{2}\\,q",                                     "identity matrix of 2, times q"      },
    {"max(x, 0)",        "\\max\\left(x, 0\\right)",                      "maximum of x and 0, end"            },
    {"1e-7",             "10^{-7}",                                       "10 to the minus 7"                  },
    {"1.5e-7 x",         "1.5\\cdot 10^{-7}x",                            "1.5 times 10 to the minus 7 x"      },
    {"pi",               "\\pi",                                          "pi"                                 },
    {"S_{n - m}",        "R\\left(\\left(n - m\\right)\\theta\\right)",
     "R of open n minus m close times theta, end"                                                              },
};

static void
check_tex(void **state)
{
    const struct tex_row *r = *state;
    struct arena *a = arena_new();
    const struct term *t = expr_parse(a, declared(a, common), r->text, here, NULL);

    assert_non_null(t);
    assert_string_equal(expr_tex(a, t), r->tex);
    assert_string_equal(expr_spoken(a, t), r->spoken);
    arena_free(a);
}

/* ---- random trees ------------------------------------------------------------------ */

struct maker {
    struct arena *a;
    const struct scope *s;
    uint64_t seed;
};

static unsigned
roll(struct maker *g, unsigned n)
{
    g->seed ^= g->seed << 13;
    g->seed ^= g->seed >> 7;
    g->seed ^= g->seed << 17;
    return (unsigned)(g->seed >> 33) % n;
}

static const struct term *make_term(struct maker *g, enum type_kind kind, int depth);

static const struct term *
make_number(struct maker *g, enum type_kind kind)
{
    char text[40];

    snprintf(text, sizeof text, "%s%ue%d", roll(g, 4) ? "" : "-", roll(g, 3000),
             roll(g, 4) ? 0 : (int)roll(g, 60) - (kind == TYPE_REAL ? 30 : 0));
    return expr_number(g->a, text);
}

static const struct term *
make_leaf(struct maker *g, enum type_kind kind)
{
    static const char *const names[][4] = {
        {"m", "n",     "j",       "T" },
        {"x", "theta", "d_k",     "q'"},
        {"z", "w",     "z",       "w" },
        {"q", "k",     "theta_v", "q" },
        {"A", "B",     "A",       "B" }
    };
    const char *name = names[kind][roll(g, 4)];

    if (kind <= TYPE_REAL && roll(g, 3) == 0)
        return make_number(g, kind);
    if (kind == TYPE_REAL && roll(g, 4) == 0)
        return expr_parse(g->a, g->s, roll(g, 2) ? "pi" : "e", here, NULL);
    if (kind == TYPE_COMPLEX && roll(g, 2))
        return expr_parse(g->a, g->s, "i", here, NULL);
    return expr_name(g->a, name, scope_find(g->s, name)->type);
}

static const struct term *
make_binary(struct maker *g, enum term_op op, enum type_kind x, enum type_kind y,
            int depth)
{
    struct err e = {0};
    const struct term *t =
        expr_apply(g->a, op, make_term(g, x, depth), make_term(g, y, depth), &e);

    if (!t)
        fail_msg("%s", e.msg);
    return t;
}

static const struct term *
make_unary(struct maker *g, enum term_op op, enum type_kind x, int depth)
{
    struct err e = {0};
    const struct term *t = expr_apply(g->a, op, make_term(g, x, depth), NULL, &e);

    if (!t)
        fail_msg("%s", e.msg);
    return t;
}

static const struct term *
make_call(struct maker *g, enum function_id f, enum type_kind x, int n, int depth)
{
    const struct term *arg[3];
    const struct term *t;

    for (int i = 0; i < n; i++)
        arg[i] = make_term(g, x, depth);
    t = expr_call(g->a, f, arg, n, NULL);
    assert_non_null(t);
    return t;
}

static const struct term *
make_array(struct maker *g, bool matrix, int depth)
{
    const struct term *entry[4];

    for (int i = 0; i < 4; i++)
        entry[i] = make_term(g, TYPE_REAL, depth);
    return expr_matrix(g->a, 2, matrix ? 2 : 1, entry, NULL);
}

/* A number made from arrays. */
static const struct term *
make_product(struct maker *g, int depth)
{
    const struct term *row = make_unary(g, TERM_TRANSPOSE, TYPE_VECTOR, depth);
    const struct term *t =
        expr_apply(g->a, TERM_MUL, row, make_term(g, TYPE_VECTOR, depth), NULL);

    return roll(g, 2) ? t : expr_apply(g->a, TERM_TRANSPOSE, t, NULL, NULL);
}

static const struct term *
make_shape(struct maker *g, const struct term *shape)
{
    struct err e = {0};
    const struct term *t = expr_make(g->a, shape, &e);

    if (!t)
        fail_msg("%s", e.msg);
    return t;
}

/* sum, prod and limit, whose index may hide a declared name. */
static const struct term *
make_binder(struct maker *g, int depth)
{
    static const char *const indices[] = {"j", "m"};
    const struct term *arg[3] = {make_term(g, TYPE_INTEGER, 0),
                                 make_leaf(g, TYPE_INTEGER),
                                 make_term(g, TYPE_REAL, depth)};
    struct term shape = {.op = roll(g, 2) ? TERM_SUM : TERM_PRODUCT, .n = 3, .arg = arg};

    shape.name = indices[roll(g, 2)]; /* of integers, as in the body */
    if (roll(g, 3) > 0)
        return make_shape(g, &shape);
    shape = (struct term){.op = TERM_LIMIT, .name = "x", .n = 2, .arg = arg + 1};
    return make_shape(g, &shape);
}

static const struct term *
make_derivative(struct maker *g, int depth)
{
    const struct term *arg[] = {make_term(g, TYPE_REAL, depth), NULL};
    struct term shape = {.op = TERM_DERIVATIVE, .n = 2, .arg = arg};

    arg[1] = expr_parse(g->a, g->s, roll(g, 2) ? "x" : "q[2]", here, NULL);
    return make_shape(g, &shape);
}

static const struct term *
make_average(struct maker *g, int depth)
{
    static const enum term_op ops[] = {TERM_EXPECTATION, TERM_VARIANCE, TERM_COVARIANCE};
    const struct term *arg[4];
    struct term shape = {.op = ops[roll(g, 3)], .arg = arg};

    shape.given = shape.op == TERM_COVARIANCE ? 2 : 1;
    for (int i = 0; i < shape.given; i++)
        arg[i] = make_term(g, TYPE_REAL, depth);
    shape.n = shape.given + (int)roll(g, 3);
    for (int i = shape.given; i < shape.n; i++)
        arg[i] = expr_parse(g->a, g->s, roll(g, 2) ? "X" : "Y + 1", here, NULL);
    return make_shape(g, &shape);
}

/* An event, an item, or a range of items. */
static const struct term *
make_event(struct maker *g)
{
    const struct term *one = expr_number(g->a, "1");
    const struct term *n = expr_name(g->a, "n", scope_find(g->s, "n")->type);
    const struct term *arg[3] = {expr_parse(g->a, g->s, "seq", here, NULL), one, n};
    struct term shape = {.op = TERM_RANGE, .n = 3, .arg = arg};

    if (roll(g, 3) == 0)
        return expr_parse(g->a, g->s, roll(g, 2) ? "ev" : "ev_2", here, NULL);
    if (roll(g, 2))
        arg[2] = expr_apply(g->a, TERM_ADD, n, make_leaf(g, TYPE_INTEGER), NULL);
    if (roll(g, 2))
        arg[2] = expr_apply(g->a, TERM_SUB, arg[2], one, NULL);
    if (roll(g, 3) == 0)
        return expr_apply(g->a, TERM_INDEX, arg[0], arg[2], NULL);
    if (roll(g, 2))
        arg[1] = expr_name(g->a, "m", scope_find(g->s, "m")->type);
    return make_shape(g, &shape);
}

static const struct term *
make_probability(struct maker *g)
{
    const struct term *arg[4];
    struct term shape = {.op = TERM_PROBABILITY, .arg = arg};

    shape.given = 1 + (int)roll(g, 2);
    shape.n = shape.given + (int)roll(g, 3);
    for (int i = 0; i < shape.n; i++)
        arg[i] = make_event(g);
    return make_shape(g, &shape);
}

static const struct term *
make_uncertain(struct maker *g, int depth)
{
    switch (roll(g, 4)) {
    case 0:
        return make_derivative(g, depth);
    case 1:
        return make_average(g, depth);
    case 2:
        return make_probability(g);
    default:
        return make_binder(g, depth);
    }
}

static const struct term *
make_real(struct maker *g, int depth)
{
    static const enum function_id functions[] = {FUNCTION_SIN,  FUNCTION_LN,
                                                 FUNCTION_SQRT, FUNCTION_EXP,
                                                 FUNCTION_ABS,  FUNCTION_LOG2};

    switch (roll(g, 14)) {
    case 0:
        return make_product(g, depth);
    case 10:
    case 11:
    case 12:
        return make_uncertain(g, depth);
    case 13:
        return make_call(g, FUNCTION_RMS, TYPE_VECTOR, 1, depth);
    case 1:
        return make_call(g, FUNCTION_RE, TYPE_COMPLEX, 1, depth);
    case 2:
        return make_call(g, FUNCTION_DET, TYPE_MATRIX, 1, depth);
    case 3:
        return make_call(g, FUNCTION_MAX, TYPE_REAL, 3, depth);
    case 4:
        return make_binary(g, TERM_POW, TYPE_REAL, TYPE_REAL, depth);
    case 5:
        return expr_apply(g->a, TERM_INDEX, make_term(g, TYPE_VECTOR, depth),
                          expr_number(g->a, roll(g, 2) ? "1" : "2"), NULL);
    default:
        return make_call(g, functions[roll(g, 6)], TYPE_REAL, 1, depth);
    }
}

static const struct term *
make_vector(struct maker *g, int depth)
{
    switch (roll(g, 6)) {
    case 0:
        return make_array(g, false, depth);
    case 3:
        return make_call(g, FUNCTION_SOFTMAX, TYPE_VECTOR, 1, depth);
    case 1:
        return make_binary(g, TERM_DIV, TYPE_VECTOR, TYPE_REAL, depth);
    case 2:
        return make_binary(g, TERM_MUL, TYPE_REAL, TYPE_VECTOR, depth);
    default:
        return make_binary(g, TERM_MUL, TYPE_MATRIX, TYPE_VECTOR, depth);
    }
}

static const struct term *
make_matrix(struct maker *g, int depth)
{
    switch (roll(g, 6)) {
    case 0:
        return make_array(g, true, depth);
    case 1:
        return make_call(g, FUNCTION_R, TYPE_REAL, 1, depth);
    case 2:
        return make_binary(g, TERM_POW, TYPE_MATRIX, TYPE_INTEGER, 0);
    case 3:
        return make_unary(g, TERM_TRANSPOSE, TYPE_MATRIX, depth);
    case 4:
        return make_call(g, FUNCTION_DIAG, TYPE_VECTOR, 1, depth);
    default:
        return make_binary(g, TERM_MUL, TYPE_MATRIX, TYPE_MATRIX, depth);
    }
}

static const struct term *
make_special(struct maker *g, enum type_kind kind, int depth)
{
    switch (kind) {
    case TYPE_INTEGER:
        return make_binary(g, TERM_MUL, TYPE_INTEGER, TYPE_INTEGER, depth);
    case TYPE_REAL:
        return make_real(g, depth);
    case TYPE_COMPLEX:
        return roll(g, 3) ? make_binary(g, roll(g, 2) ? TERM_DIV : TERM_MUL, TYPE_COMPLEX,
                                        TYPE_REAL, depth)
                          : make_unary(g, TERM_CONJ, TYPE_COMPLEX, depth);
    case TYPE_VECTOR:
        return make_vector(g, depth);
    default:
        return make_matrix(g, depth);
    }
}

static const struct term *
make_term(struct maker *g, enum type_kind kind, int depth)
{
    if (depth == 0)
        return make_leaf(g, kind);
    switch (roll(g, 6)) {
    case 0:
        return make_binary(g, TERM_ADD, kind, kind, depth - 1);
    case 1:
        return make_binary(g, TERM_SUB, kind, kind, depth - 1);
    case 2:
        return make_unary(g, TERM_NEG, kind, depth - 1);
    case 3:
        return make_leaf(g, kind);
    default:
        return make_special(g, kind, depth - 1);
    }
}

static void
read_back(struct arena *a, const struct scope *s, const struct term *t, int flags)
{
    const char *text = expr_plain(a, t, flags);
    struct err e = {0};
    const struct term *again = expr_parse(a, s, text, here, &e);

    if (!again)
        fail_msg("%s\n%s", text, err_text(a, &e));
    if (!expr_same(t, again))
        fail_msg("%s\nis read as\n%s", text, expr_plain(a, again, flags));
}

/* As many closing braces and \right as opening ones. */
static void
check_balance(const char *tex)
{
    int braces = 0, brackets = 0;

    for (const char *c = tex; *c; c++) {
        braces += (*c == '{') - (*c == '}');
        brackets += strncmp(c, "\\left", 5) == 0;
        brackets -= strncmp(c, "\\right", 6) == 0;
        assert_true(braces >= 0 && brackets >= 0);
    }
    assert_int_equal(braces, 0);
    assert_int_equal(brackets, 0);
}

static void
check_random(void **state)
{
    struct arena *keep = arena_new(), *a = arena_new();
    struct maker g = {a, NULL, 88172645463325252u};

    (void)state;
    g.s = declared(keep, "m, n, j, T : integer; x, theta, d_k, q' : real; z, w : complex;"
                         "q, k, theta_v : vector(2); A, B : matrix(2, 2);"
                         "X, Y : random; ev, ev_2 : event; seq : sequence(T)");
    for (int i = 0; i < 4000; i++) {
        const struct term *t = make_term(&g, (enum type_kind)(i % 5), 1 + i % 4);

        if (t->size < EXPR_NODES_MAX / 2) {
            read_back(a, g.s, t, 0);
            read_back(a, g.s, t, PRINT_ASCII);
            check_balance(expr_tex(a, t));
            assert_true(strlen(expr_spoken(a, t)) > 0);
        }
        arena_reset(a);
    }
    arena_free(a);
    arena_free(keep);
}

/* ---- declarations ------------------------------------------------------------------ */

static const struct declare_row {
    const char *text;
    const char *name, *type; /* NULL: refused */
    int col;
    const char *says;
} declare_rows[] = {
    {"x : real",                                  "x",     "real number",       0,  NULL                },
    {"let m, n : integer in 0..64; theta : real", "n",     "integer",           0,  NULL                },
    {"let m : integer\nlet θ : real",            "theta", "real number",       0,  NULL                },
    {"θ : real",                                 "θ",    "real number",       0,  NULL                },
    {"e : real",                                  "e",     "real number",       0,  NULL                },
    {"R : real",                                  "R",     "real number",       0,  NULL                },
    {"q, k : vector(2)",                          "q",     "vector(2)",         0,  NULL                },
    {"A : matrix(2, 3)",                          "A",     "2x3 matrix",        0,  NULL                },
    {"A : matrix(3, 1)",                          "A",     "vector(3)",         0,  NULL                },
    {"q : complex vector(2)",                     "q",     "complex vector(2)", 0,  NULL                },
    {"d : integer; q : vector(d)",                "q",     "vector(d)",         0,  NULL                },
    {"d : integer; A : matrix(d, d+1)",           "A",     "dx(d + 1) matrix",  0,  NULL                },
    {"q = [1, 2];\n  k = [3, -1]",                "k",     "vector(2)",         0,  NULL                },
    {"A = [1, 2;\n 3, 4]",                        "A",     "2x2 matrix",        0,  NULL                },
    {"x : real # a comment; not read\ny : real",  "y",     "real number",       0,  NULL                },
    {";;\n\n",                                    NULL,    "",                  0,  NULL                },
    {"W_DKV : matrix(2, 2)",                      "W_DKV", "2x2 matrix",        0,  NULL                },
    {"z : complex where |z| = 1",                 "z",     "complex number",    0,  NULL                },
    {"v : vector(3) where norm(v) = 1",           "v",     "vector(3)",         0,  NULL                },
    {"a, b : real where a < b, b != 0",           "a",     "real number",       0,  NULL                },
    {"c : real; assume c > 0",                    "c",     "real number",       0,  NULL                },
    {"c : real; assume positive: c > 0, c != 1",  "c",     "real number",       0,  NULL                },
    {"x : real in 0..inf",                        "x",     "real number",       0,  NULL                },
    {"x : real in -inf..pi/2",                    "x",     "real number",       0,  NULL                },
    {"x real",                                    NULL,    NULL,                3,  "':'"               },
    {"x : number",                                NULL,    NULL,                5,  "a type"            },
    {"x : ",                                      NULL,    NULL,                5,  "type"              },
    {"x : real y",                                NULL,    NULL,                10, "does not belong"   },
    {"x : real; x : integer",                     NULL,    NULL,                11, "already"           },
    {"x, y, x : real",                            NULL,    NULL,                7,  "twice"             },
    {"x : real; θ : real;\n theta : real",       NULL,    NULL,                2,  "already"           },
    {"sin : real",                                NULL,    NULL,                1,  "meaning of its own"},
    {"where : real",                              NULL,    NULL,                1,  "meaning of its own"},
    {"inf : real",                                NULL,    NULL,                1,  "meaning of its own"},
    {"softmax : real",                            NULL,    NULL,                1,  "meaning of its own"},
    {"2 : real",                                  NULL,    NULL,                1,  "a name"            },
    {"q : vector(0)",                             NULL,    NULL,                12, "1 to 512"          },
    {"q : vector(513)",                           NULL,    NULL,                12, "1 to 512"          },
    {"q : vector(x)",                             NULL,    NULL,                12, "not declared"      },
    {"x : real; q : vector(x)",                   NULL,    NULL,                22, "integer"           },
    {"A : matrix(2)",                             NULL,    NULL,                13, "comma"             },
    {"n : integer in 5..1",                       NULL,    NULL,                16, "above"             },
    {"n : integer in 0..pi",                      NULL,    NULL,                16, "integers"          },
    {"z : complex in 0..1",                       NULL,    NULL,                16, "bounds"            },
    {"x : real in i..1",                          NULL,    NULL,                13, "real number"       },
    {"x : real in 0..2 inf",                      NULL,    NULL,                16, "by itself"         },
    {"x : real where x^2 = 2",                    NULL,    NULL,                16, "|z| = 1"           },
    {"x : real where x + 1",                      NULL,    NULL,                21, "relation"          },
    {"x : real where 1 < 2",                      NULL,    NULL,                16, "declared here"     },
    {"x : real; a : real where x = a",            NULL,    NULL,                26, "after the names"   },
    {"n : integer where n = 1/2",                 NULL,    NULL,                19, "real number"       },
    {"assume c > 0",                              NULL,    NULL,                8,  "not declared"      },
    {"let",                                       NULL,    NULL,                4,  "a name"            },
    {"x = ",                                      NULL,    NULL,                5,  "missing"           },
    {"x, y = 2",                                  NULL,    NULL,                6,  "type"              },
    {"define c",                                  NULL,    NULL,                9,  "'='"               },
    {"q : vector(2); define q_p = p",             NULL,    NULL,                23, "components"        },
    {"define R_p = R(p theta)",                   NULL,    NULL,                18, "not declared"      },
    {"x : real; y_ : real",                       NULL,    NULL,                12, "type"              },
};

static void
check_declare(void **state)
{
    const struct declare_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};
    bool ok = scope_declare(a, s, r->text, here, &e);

    if (ok != (r->type != NULL))
        fail_msg("%s", ok ? "this was read" : err_text(a, &e));
    if (r->name)
        assert_string_equal(type_text(a, scope_find(s, r->name)->type), r->type);
    if (!ok) {
        assert_int_equal(scope_count(s), 0);
        if (e.at.col != r->col || !strstr(e.msg, r->says))
            fail_msg("%s", err_text(a, &e));
    }
    arena_free(a);
}

static void
check_domains(void **state)
{
    struct arena *a = arena_new();
    struct scope *s =
        declared(a, "x, y : real where x > 0, 2 >= y; n, m : integer in 0..9 where n < m;"
                    "z : complex where |z| = 1, z != 1; c : real where c = 2 x;"
                    "t : real in 0..inf");
    const struct decl *d;

    (void)state;
    d = scope_find(s, "x");
    assert_int_equal(d->n_conditions, 1);
    assert_string_equal(expr_plain(a, d->domain.low, 0), "0");
    assert_true(d->domain.low_open);
    assert_null(d->domain.high);
    d = scope_find(s, "y");
    assert_string_equal(expr_plain(a, d->domain.high, 0), "2");
    assert_false(d->domain.high_open);
    assert_int_equal(scope_find(s, "n")->n_conditions, 0);
    d = scope_find(s, "m");
    assert_int_equal(d->n_conditions, 1);
    assert_string_equal(expr_plain(a, d->conditions[0], 0), "n < m");
    assert_string_equal(expr_plain(a, d->domain.high, 0), "9");
    assert_int_equal(scope_find(s, "z")->n_conditions, 2);
    d = scope_find(s, "c");
    assert_int_equal(d->n_conditions, 0);
    assert_string_equal(expr_plain(a, d->value, 0), "2 x");
    d = scope_find(s, "t");
    assert_null(d->domain.high);
    assert_string_equal(expr_plain(a, d->domain.low, 0), "0");
    arena_free(a);
}

static void
check_definitions(void **state)
{
    struct arena *a = arena_new();
    struct scope *s =
        declared(a, "theta, x : real; m : integer; q : vector(2);"
                    "define R_p = R(p theta); define c = 3 x; define d_1 = 7;"
                    "define P_n = [n, 1]");
    struct scope *inner = scope_new(a, s);
    const struct term *t = expr_parse(a, s, "R_{m+1} q + c P_2", here, NULL);
    struct err e;

    (void)state;
    assert_non_null(t);
    assert_string_equal(expr_plain(a, t, 1), "R((m + 1) theta) q + 3 x [2, 1]");
    assert_int_equal(t->arg[0]->arg[0]->at.start, 0);
    assert_int_equal(t->arg[0]->arg[0]->at.len, 7); /* the name's place */
    assert_int_equal(t->arg[0]->arg[0]->arg[0]->arg[1]->at.len,
                     0); /* theta's is elsewhere */
    assert_string_equal(expr_plain(a, expr_parse(a, s, "d_1 + R_x[1, 1]", here, NULL), 1),
                        "7 + R(x theta)[1, 1]");
    assert_null(expr_parse(a, s, "R_i", here, &e));
    assert_null(expr_parse(a, s, "R_q", here, &e));
    assert_int_equal(e.code, ERR_TYPE_MISMATCH);
    assert_int_equal(scope_count(s), 4);
    assert_true(scope_declare(a, inner, "define R_p = R(-p)", here, &e));
    assert_string_equal(expr_plain(a, expr_parse(a, inner, "R_2", here, NULL), 1),
                        "R(-2)");
    assert_false(scope_declare(a, s, "define R_k = R(k)", here, &e) &&
                 scope_declare(a, s, "define R_p = R(p)", here, &e));
    arena_free(a);
}

/* What fails leaves everything as it was, also what it had added to earlier names. */
static void
check_all_or_nothing(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "c, d : real; define f = 1");
    struct err e;

    (void)state;
    assert_false(scope_declare(
        a, s, "assume c > 0; x : real; define g = 2; assume d = c; y", here, &e));
    assert_int_equal(scope_count(s), 2);
    assert_int_equal(scope_find(s, "c")->n_conditions, 0);
    assert_null(scope_find(s, "c")->domain.low);
    assert_null(scope_find(s, "d")->value);
    assert_null(expr_parse(a, s, "g", here, &e));
    assert_non_null(expr_parse(a, s, "f", here, &e));
    arena_free(a);
}

/* A value twice as large as the one before it, again and again. */
static void
check_doubling(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "x : real; a0 = x + x");
    struct err e = {0};
    int i = 1;

    (void)state;
    while (i < 30 &&
           scope_declare(a, s, arena_printf(a, "a%d = a%d + a%d", i, i - 1, i - 1), here,
                         &e))
        i++;
    assert_int_equal(e.code, ERR_TERM_TOO_LARGE);
    assert_true(i > 5 && i < 12);
    arena_free(a);
}

static void
check_long_declarations(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};

    (void)state;
    assert_true(scope_declare(
        a, s, repeated(a, "", EXPR_DECLARATIONS_MAX - 8, "x : real", " "), here, &e));
    assert_false(scope_declare(
        a, s, repeated(a, "", EXPR_DECLARATIONS_MAX - 7, "y : real", " "), here, &e));
    assert_int_equal(e.code, ERR_TERM_TOO_LARGE);
    arena_free(a);
}

/* ---- bindings ---------------------------------------------------------------------- */

static void
check_bindings(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct bindings b;
    struct err e = {0};

    (void)state;
    if (!bindings_read(a, s,
                       "m = 5 in 1..20; n = 2 in 1..20 where n < m, m != 7\n"
                       "θ = 0.25 in 0..pi step 0.01; t = 0.25 in {0.05, 0.1, 0.25};"
                       "c = -3",
                       here, &b, &e))
        fail_msg("%s", err_text(a, &e));
    assert_int_equal(b.n, 5);
    assert_int_equal(scope_find(s, "m")->type.kind, TYPE_INTEGER);
    assert_string_equal(expr_plain(a, b.at[0].high, 0), "20");
    assert_int_equal(b.at[1].n_conditions, 2);
    assert_int_equal(b.at[1].at.col, 17);
    assert_string_equal(b.at[2].name, "theta");
    assert_int_equal(b.at[2].at.line, 2);
    assert_int_equal(scope_find(s, "theta")->type.kind, TYPE_REAL);
    assert_string_equal(expr_plain(a, b.at[2].step, 0), "0.01");
    assert_int_equal(b.at[3].n_choices, 3);
    assert_null(b.at[3].low);
    assert_null(b.at[4].low);
    assert_string_equal(expr_plain(a, b.at[4].value, 0), "-3");
    assert_ptr_equal(scope_find(s, "m")->name, b.at[0].name);
    arena_free(a);
}

static const struct binding_row {
    const char *text;
    int col;
    const char *says;
} binding_rows[] = {
    {"m",                    2,  "'='"          },
    {"m = n",                5,  "not declared" },
    {"m = 5 in 6..9",        1,  "outside"      },
    {"m = 5 in 9..1",        1,  "above"        },
    {"m = 5 in 1..9 step 0", 1,  "positive"     },
    {"m = 5 in {1, 2}",      1,  "choices"      },
    {"m = 5 in {1, 2",       15, "'}'"          },
    {"m = [1, 2]",           5,  "real number"  },
    {"m = i",                5,  "real number"  },
    {"m = 1; m = 2",         8,  "already"      },
    {"m = 1; n = m",         12, "without names"},
    {"m = 5 in 1",           11, "'..'"         },
    {"m = 5 where k < 3",    13, "not declared" },
    {"m = 5 in 0..inf",      13, "bounds"       },
};

static void
check_binding(void **state)
{
    const struct binding_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct bindings b;
    struct err e = {0};

    assert_false(bindings_read(a, s, r->text, here, &b, &e));
    assert_int_equal(scope_count(s), 0);
    if (e.at.col != r->col || !strstr(e.msg, r->says))
        fail_msg("%s", err_text(a, &e));
    arena_free(a);
}

/* ---- looking inside ---------------------------------------------------------------- */

static const struct mention_row {
    const char *word, *text;
    bool found;
} mention_rows[] = {
    {"R",     "q^T R(x) k", true },
    {"R",     "cos(x)",     false},
    {"exp",   "exp(x)",     true },
    {"exp",   "e^(i x)",    true },
    {"e",     "e^x",        true },
    {"i",     "1 + i",      true },
    {"i",     "x",          false},
    {"x",     "cos(2 x)",   true },
    {"θ",    "cos theta",  true },
    {"theta", "m θ",       true },
    {"^",     "x^2",        true },
    {"^",     "x x",        false},
    {"[",     "q[1]",       true },
    {"[",     "[1, 2]",     false},
    {"log",   "ln(x)",      true },
    {"ln",    "log x",      true },
    {"√",   "sqrt(x)",    true },
    {"abs",   "|x|",        true },
    {"conj",  "z^*",        true },
    {"^T",    "q^T k",      true },
    {"Re",    "Re(z)",      true },
    {"cos",   "cosh(x)",    false},
    {"+",     "x + 1",      true },
    {"-",     "-x",         true },
    {"(",     "2 (x + 1)",  true },
    {"(",     "(x + 1)^2",  true },
    {"(",     "x/(x - 1)",  true },
    {"(",     "(2 x) + 1",  false},
    {"(",     "cos(x + 1)", false},
};

static void
check_mention(void **state)
{
    const struct mention_row *r = *state;
    struct arena *a = arena_new();
    const struct term *t = expr_parse(a, declared(a, common), r->text, here, NULL);

    assert_non_null(t);
    assert_int_equal(expr_mentions(t, r->word), r->found);
    arena_free(a);
}

static void
check_replace(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "d : integer; x, θ : real; u : vector(d)");
    struct replacement r[] = {
        {"θ", expr_number(a, "0.5")},
        {"d",  expr_number(a, "3")  }
    };
    const struct term *t = expr_parse(a, s, "cos(x theta) u + ones(d)", here, NULL);

    (void)state;
    assert_string_equal(type_text(a, t->type), "vector(d)");
    t = expr_replace(a, t, r, 2);
    assert_string_equal(expr_plain(a, t, 0), "cos(x*0.5) u + ones(3)");
    assert_string_equal(type_text(a, t->type), "vector(3)");
    assert_string_equal(type_text(a, t->arg[0]->arg[1]->type), "vector(3)");
    r[1].by = expr_number(a, "0");
    assert_null(expr_replace(a, expr_parse(a, s, "ones(d)", here, NULL), r, 2));
    arena_free(a);
}

static void
check_unfold(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "x : real; q = [1, x]; k = 2 q"),
                 *inner = scope_new(a, s);
    struct err e;

    (void)state;
    assert_true(scope_declare(a, inner, "x = 5; y = 1", here, &e));
    assert_string_equal(
        expr_plain(a, expr_unfold(a, inner, expr_parse(a, inner, "k + x q", here, NULL)),
                   0),
        "2 [1, x] + 5 [1, x]"); /* the x of q is the outer one */
    arena_free(a);
}

/* The nearest scope that knows a name says what it means. */
static void
check_nearest(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "c : real; x : real; define d = x; define f_p = p x");
    struct scope *inner = scope_new(a, s);
    struct err e;

    (void)state;
    assert_true(scope_declare(
        a, inner, "define c = 2 x; d, sign' : integer; f : vector(3)", here, &e));
    assert_string_equal(expr_plain(a, expr_parse(a, inner, "c + d + f_2", here, NULL), 0),
                        "2 x + d + f[2]");
    assert_string_equal(expr_plain(a, expr_parse(a, s, "c + d + f_2", here, NULL), 0),
                        "c + x + 2 x");
    inner = scope_new(a, s);
    assert_true(scope_declare(a, inner, "x = [1, 2]", here, &e));
    assert_string_equal(type_text(a, expr_parse(a, inner, "d + f_3", here, NULL)->type),
                        "vector(2)");
    inner = scope_new(a, s);
    assert_true(scope_declare(a, inner, "define x = c^2", here, &e));
    assert_string_equal(expr_plain(a, expr_parse(a, inner, "d + 1", here, NULL), 0),
                        "c^2 + 1");
    arena_free(a);
}

static void
check_spans(void **state)
{
    struct arena *a = arena_new();
    const struct term *t =
        expr_parse(a, declared(a, common), "x + 2 (A B)^T[1, 1] - q_1", here, NULL);

    (void)state;
    assert_null(
        t); /* a literal, not an index: 2x2 times vector(2) is added to a number */
    t = expr_parse(a, declared(a, common), "θ x + 2 (A B)[1, 1] - q_1", here, NULL);
    assert_int_equal(t->at.start, 0);
    assert_int_equal(t->at.len, 26);
    assert_int_equal(t->arg[1]->at.start, 23);
    assert_int_equal(t->arg[1]->at.len, 3);
    assert_int_equal(t->arg[0]->arg[1]->arg[1]->at.start, 9);
    assert_int_equal(t->arg[0]->arg[1]->arg[1]->at.len, 11);
    assert_int_equal(t->arg[0]->arg[1]->arg[1]->arg[0]->at.len, 3);
    arena_free(a);
}

static void
check_making(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    const struct term *two = expr_number(a, "2"), *q, *arg[2];
    struct err e = {0};

    (void)state;
    arg[0] = arg[1] = two;
    q = expr_matrix(a, 2, 1, arg, &e);
    scope_add(a, s, "θ", two->type);
    scope_add_value(a, s, "q", q);
    assert_string_equal(scope_find(s, "theta")->name, "theta");
    assert_string_equal(expr_plain(a, expr_parse(a, s, "θ q", here, &e), PRINT_ASCII),
                        "theta q");
    assert_ptr_equal(scope_at(s, 1)->value, q);
    assert_null(scope_find(s, "x"));
    assert_null(expr_apply(a, TERM_ADD, two, q, &e));
    assert_int_equal(e.code, ERR_TYPE_MISMATCH);
    assert_null(expr_call(a, FUNCTION_SIN, &q, 1, &e));
    assert_null(expr_relation(a, RELATION_LESS, q, q, &e));
    assert_null(expr_matrix(a, 1, 1, &q, &e));
    assert_string_equal(
        expr_plain(a, expr_relation(a, RELATION_LESS_EQUAL, two, two, &e), 0), "2 <= 2");
    assert_string_equal(expr_plain(a, expr_number(a, "-12.50e-3"), 0), "-0.0125");
    assert_string_equal(expr_name_text(a, "theta_k'", 0), "θ_k'");
    assert_string_equal(expr_name_text(a, "W_phi", PRINT_ASCII), "W_phi");
    assert_string_equal(expr_plain(a, expr_parse(a, NULL, "1 + pi", here, &e), 0),
                        "1 + π");
    arena_free(a);
}

static const struct relation_row {
    const char *text;
    size_t len;
    enum relation relation;
} relation_rows[] = {
    {"= B",    1, RELATION_EQUAL        },
    {"  <= B", 4, RELATION_LESS_EQUAL   },
    {"≥ B",  3, RELATION_GREATER_EQUAL},
    {"\t!= B", 3, RELATION_NOT_EQUAL    },
    {"< B",    1, RELATION_LESS         },
    {"> B",    1, RELATION_GREATER      },
    {"B = A",  0, RELATION_EQUAL        },
    {"=> B",   0, RELATION_EQUAL        },
    {"<=> B",  0, RELATION_EQUAL        },
    {"",       0, RELATION_EQUAL        },
    {"-> B",   0, RELATION_EQUAL        },
};

static void
check_relation_at(void **state)
{
    const struct relation_row *r = *state;
    enum relation relation = RELATION_EQUAL;

    assert_int_equal(expr_relation_at(r->text, &relation), r->len);
    assert_int_equal(relation, r->relation);
}

static const struct compare_row {
    const char *text, *plain; /* NULL: refused */
} compare_rows[] = {
    {"x = y + 1", "x = y + 1"},
    {"m<n",       "m < n"    },
    {"q = k",     "q = k"    },
    {"z != 0",    "z != 0"   },
    {"x ≥ 0",   "x >= 0"   },
    {"q < k",     NULL       },
    {"z < 1",     NULL       },
    {"q = 1",     NULL       },
    {"x",         NULL       },
    {"x = y = 1", NULL       },
    {"= x",       NULL       },
    {"x == y",    NULL       },
};

static void
check_compare(void **state)
{
    const struct compare_row *r = *state;
    struct arena *a = arena_new();
    struct err e = {0};
    const struct term *t = expr_parse_relation(a, declared(a, common), r->text, here, &e);

    if ((t != NULL) != (r->plain != NULL))
        fail_msg("%s", t ? "this was read" : err_text(a, &e));
    if (t)
        assert_string_equal(expr_plain(a, t, 0), r->plain);
    arena_free(a);
}

/* ---- making ------------------------------------------------------------------------ */

static void
check_made(void **state)
{
    struct arena *a = arena_new();
    const struct term *one = expr_number(a, "1"), *entry[] = {one, one};
    const struct term *v = expr_matrix(a, 2, 1, entry, NULL);
    struct err e = {0};

    (void)state;
    assert_non_null(expr_relation(a, RELATION_LESS, one, one, &e));
    assert_null(expr_relation(a, RELATION_EQUAL, v, one, &e));
    assert_string_equal(e.msg,
                        "vector(2) and an integer cannot be compared; both sides must "
                        "have one shape");
    assert_null(expr_call(a, FUNCTION_DET, &v, 1, &e));
    assert_non_null(strstr(e.msg, "det takes a square matrix"));
    entry[1] = v;
    assert_null(expr_matrix(a, 2, 1, entry, &e));
    assert_non_null(strstr(e.msg, "an entry must be a number"));
    arena_free(a);
}

/* ---- all --------------------------------------------------------------------------- */

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, read_rows, check_read);
    TABLE_ROWS(&t, refuse_rows, check_refuse);
    TABLE_ROWS(&t, limit_rows, check_limit);
    TABLE_ROWS(&t, tex_rows, check_tex);
    TABLE_ROWS(&t, declare_rows, check_declare);
    TABLE_ROWS(&t, binding_rows, check_binding);
    TABLE_ROWS(&t, mention_rows, check_mention);
    TABLE_ROWS(&t, relation_rows, check_relation_at);
    TABLE_ROWS(&t, compare_rows, check_compare);
    table_add(&t, "random trees are read back as they were", check_random, NULL);
    table_add(&t, "domains and conditions", check_domains, NULL);
    table_add(&t, "definitions are unfolded", check_definitions, NULL);
    table_add(&t, "declarations are all or nothing", check_all_or_nothing, NULL);
    table_add(&t, "values that double are refused in time", check_doubling, NULL);
    table_add(&t, "declarations at their limit", check_long_declarations, NULL);
    table_add(&t, "sliders and draws", check_bindings, NULL);
    table_add(&t, "terms are made and refused", check_making, NULL);
    table_add(&t, "names are replaced", check_replace, NULL);
    table_add(&t, "values are put in where they were written", check_unfold, NULL);
    table_add(&t, "the nearest scope decides", check_nearest, NULL);
    table_add(&t, "every part knows its place", check_spans, NULL);
    table_add(&t, "terms that are made are checked", check_made, NULL);
    return table_run(&t, "expr");
}
