/* Terms: read, refused, written. */
#include "unit/expr_scope.h"

/* The names that most rows use. */
static const char common[] =
    "m, n, j : integer; x, y, a, b, theta, phi : real; z, w : complex;"
    "q, k : vector(2); A, B : matrix(2, 2); C : matrix(2, 3);"
    "u : vector(3); d_k, q' : real; define S_p = R(p theta)";

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
    {"S_(m) q",                "R(m theta) q",             "vector(2)"        },
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
    {"⅙",          1, ERR_TERM_BAD_CHARACTER, "write 1/6"                           },
    {"sum_{j=1}",    1, ERR_NAME_UNKNOWN,       "'sum' is not declared"               },
    {"5 \u03A3 2",   3, ERR_NAME_UNKNOWN,       "a sum is written as sum(j=1..n, x_j)"},
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
    {"|A|",          1, ERR_TYPE_MISMATCH,      "norm(x)"                             },
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
    {"S_",           3, ERR_TERM_ENDS,          "braces"                              },
    {"q^Tk",         3, ERR_NAME_UNKNOWN,       "blank behind ^T"                     },
    {"A^-1^T",       5, ERR_TYPE_MISMATCH,      "(A^-1)^T"                            },
    {"A^2ᵀ",       4, ERR_TYPE_MISMATCH,      "(A^-1)^T"                            },
    {"R^T(x)",       2, ERR_TERM_AMBIGUOUS,     "R(a)^T"                              },
    {"q.k",          2, ERR_TERM_BAD_CHARACTER, "q^T k"                               },
    {"q × k",       3, ERR_TYPE_MISMATCH,      "x^T y"                               },
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

    assert_refused(a, declared(a, common), r->text, r->col, r->says, &e);
    assert_int_equal(e.code, r->code);
    arena_free(a);
}

/* ---- limits ------------------------------------------------------------------------ */

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
    {"I(2) q",           "I_{2}\\,q",                                     "identity matrix of size 2, times q" },
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

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, read_rows, check_read);
    TABLE_ROWS(&t, refuse_rows, check_refuse);
    TABLE_ROWS(&t, limit_rows, check_limit);
    TABLE_ROWS(&t, tex_rows, check_tex);
    return table_run(&t, "expr");
}
