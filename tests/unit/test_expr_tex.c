/* TeX for the same trees. */
#include "unit/expr_scope.h"

static const char common[] =
    "n, m, d, T, t, j : integer; x, y, a, b, theta, phi, d_k, W_DKV : real; z : complex;"
    "q, k : vector(d); v, q' : vector(2); A, B : matrix(2, 2); p : distribution(4);"
    "X, Y : random; c, g : event; w : sequence(T); define S_p = R(p theta)";

/* The TeX reads as the plain text does. */
static const struct read_row {
    const char *tex, *plain;
} read_rows[] = {
    {"\\frac{q^\\top k}{\\sqrt{d_k}}",                     "(q^T k)/sqrt(d_k)"                },
    {"\\frac12",                                           "1/2"                              },
    {"\\frac{1}{2}x",                                      "(1/2) x"                          },
    {"\\dfrac xy",                                         "x/y"                              },
    {"x\\cdot y",                                          "x y"                              },
    {"x\\times y",                                         "x y"                              },
    {"xy\\,a",                                             "x y a"                            },
    {"2\\pi x",                                            "2 pi x"                           },
    {"m\\theta",                                           "m theta"                          },
    {"m θ \\quad",                                        "m theta"                          },
    {"\\theta\\phi",                                       "theta phi"                        },
    {"\\varphi",                                           "phi"                              },
    {"-x^2\\,y",                                           "-x^2 y"                           },
    {"x^{-1}\\,",                                          "x^-1"                             },
    {"x^{12}\\,",                                          "x^12"                             },
    {"x^{y^2}\\,",                                         "x^(y^2)"                          },
    {"{x^2}^3\\,",                                         "(x^2)^3"                          },
    {"e^{i m \\theta}",                                    "e^(i m theta)"                    },
    {"e^x\\,y",                                            "(e^x) y"                          },
    {"1.5\\cdot 10^{-7}",                                  "1.5*10^-7"                        },
    {"z^*\\,",                                             "conj(z)"                          },
    {"z^{*}\\,",                                           "conj(z)"                          },
    {"\\bar z",                                            "conj(z)"                          },
    {"\\overline{z x}",                                    "conj(z x)"                        },
    {"q^T k\\,",                                           "q^T k"                            },
    {"q^{T} k\\,",                                         "q^T k"                            },
    {"q^{\\top}k",                                         "q^T k"                            },
    {"q^{\\mathsf{T}} k",                                  "q^T k"                            },
    {"\\mathbf{q}^\\top \\mathbf{k}",                      "q^T k"                            },
    {"\\boldsymbol q^\\top k",                             "q^T k"                            },
    {"\\mathbf{q}_j",                                      "q_j"                              },
    {"q_{j+1}\\,",                                         "q[j + 1]"                         },
    {"q_{1}\\,",                                           "q[1]"                             },
    {"v_1^2\\,",                                           "v[1]^2"                           },
    {"A_{1,2}\\,",                                         "A[1, 2]"                          },
    {"v'\\,",                                              NULL                               },
    {"q'_1\\,",                                            "q'[1]"                            },
    {"q_1'\\,",                                            "q'[1]"                            },
    {"d_k\\,",                                             "d_k"                              },
    {"d_{k}\\,",                                           "d_k"                              },
    {"W_{DKV}\\,",                                         "W_DKV"                            },
    {"W_{\\mathrm{DKV}}",                                  "W_DKV"                            },
    {"\\mathrm{W}_{\\text{DKV}}",                          "W_DKV"                            },
    {"\\sqrt{x}",                                          "sqrt(x)"                          },
    {"\\sqrt x",                                           "sqrt(x)"                          },
    {"\\sqrt[3]{x}",                                       "x^(1/3)"                          },
    {"\\sqrt{x} y",                                        "sqrt(x) y"                        },
    {"\\left(x + y\\right)\\left(a\\right)",               "(x + y) a"                        },
    {"\\left[1, 2\\right]",                                "[1, 2]"                           },
    {"\\left|x\\right|",                                   "abs(x)"                           },
    {"\\left|x - \\left|y\\right|\\right|",                "abs(x - abs(y))"                  },
    {"\\lvert x\\rvert y",                                 "abs(x) y"                         },
    {"\\|v\\|",                                            "norm(v)"                          },
    {"\\left\\|v\\right\\|",                               "norm(v)"                          },
    {"\\lVert v\\rVert",                                   "norm(v)"                          },
    {"|x|\\,",                                             "abs(x)"                           },
    {"\\bigl(x\\bigr)",                                    "x"                                },
    {"\\sin x",                                            "sin(x)"                           },
    {"\\cos m\\theta",                                     "cos(m theta)"                     },
    {"\\cos\\left(m\\theta\\right)",                       "cos(m theta)"                     },
    {"\\sin^2 x",                                          "sin(x)^2"                         },
    {"\\sin^{2}\\left(x\\right) y",                        "sin(x)^2 y"                       },
    {"\\cos a \\sin b",                                    "cos(a) sin(b)"                    },
    {"\\arctan(x)",                                        "atan(x)"                          },
    {"\\operatorname{arsinh}(x)",                          "asinh(x)"                         },
    {"\\log_2 x",                                          "log2(x)"                          },
    {"\\log_{10}(x)",                                      "log10(x)"                         },
    {"\\log x",                                            "ln(x)"                            },
    {"\\exp(-x)",                                          "exp(-x)"                          },
    {"\\operatorname{Re}(z)",                              "Re(z)"                            },
    {"\\Re(z)",                                            "Re(z)"                            },
    {"\\mathrm{softmax}(q)_j",                             "softmax(q)[j]"                    },
    {"\\operatorname{softmax}\\left(q\\right)",            "softmax(q)"                       },
    {"\\max(0, x)\\,",                                     "max(0, x)"                        },
    {"\\det A",                                            "det(A)"                           },
    {"\\begin{pmatrix}1 & 2\\\\ 3 & x\\end{pmatrix}",      "[1, 2; 3, x]"                     },
    {"\\begin{pmatrix}1\\\\ 2\\end{pmatrix}",              "[1, 2]"                           },
    {"\\begin{bmatrix}x & y\\end{bmatrix}",                "[x, y]^T"                         },
    {"\\begin{pmatrix}1 & 2\\\\ 3 & x\\\\ \\end{pmatrix}", "[1, 2; 3, x]"                     },
    {"A\\begin{pmatrix}\\frac{x}{2}\\\\ \\begin{pmatrix}x & "
     "y\\end{pmatrix}v\\end{pmatrix}",                "A [x/2, [x, y]^T v]"              },
    {"R\\left(m\\theta\\right)^\\top v",                   "R(m theta)^T v"                   },
    {"R_{m\\theta}",                                       "R(m theta)"                       },
    {"R_{m\\theta}^\\top R_{n\\theta}",                    "R(m theta)^T R(n theta)"          },
    {"R_\\theta v",                                        "R(theta) v"                       },
    {"R_{(n-m)\\theta}",                                   "R((n - m) theta)"                 },
    {"S_{n-m}\\,",                                         "R((n - m) theta)"                 },
    {"S_m\\,",                                             "R(m theta)"                       },
    {"I_{2}\\,",                                           "I(2)"                             },
    {"I_n\\,",                                             "I(n)"                             },
    {"\\mathbf{1}_{d}",                                    "ones(d)"                          },
    {"\\mathbf{1}_2",                                      "ones(2)"                          },
    {"\\sum_{j=1}^{d} q_j k_j",                            "sum(j=1..d, q_j k_j)"             },
    {"\\sum_{j=1}^d q_j + 1",                              "sum(j=1..d, q_j) + 1"             },
    {"\\sum^{d}_{j=1} q_j / d",                            "sum(j=1..d, q_j/d)"               },
    {"2\\sum_{j=1}^{2}\\sum_{t=1}^{j} x",                  "2 sum(j=1..2, sum(t=1..j, x))"    },
    {"\\sum\\limits_{i=1}^{4} p_i",                        "sum(i=1..4, p_i)"                 },
    {"\\sum_{j=1}^{4} p_j \\ln p_j",                       "sum(j=1..4, p_j ln(p_j))"         },
    {"\\frac{e^{q_j}}{\\sum_{t=1}^{d} e^{q_t}}",           "e^(q_j)/sum(t=1..d, e^(q_t))"     },
    {"\\prod_{t=1}^{T} P(w_t \\mid w_{<t})",               "prod(t=1..T, P(w_t | w_<t))"      },
    {"-\\sum_{t=1}^{T} \\log P(w_t \\mid w_{<t})",         "-sum(t=1..T, ln P(w_t | w_<t))"   },
    {"P(w_{1:T})\\,",                                      "P(w_1..T)"                        },
    {"P(w_{\\le t})",                                      "P(w_<=t)"                         },
    {"P(c\\mid g)",                                        "P(c | g)"                         },
    {"\\Pr(c)",                                            "P(c)"                             },
    {"\\mathrm{Var}[X\\mid Y]",                            "Var[X | Y]"                       },
    {"\\operatorname{Var}\\left[X\\right]",                "Var[X]"                           },
    {"\\mathbb{E}[X Y]",                                   "E[X Y]"                           },
    {"\\mathrm{E}\\left[\\left|X\\right| \\mid Y\\right]", "E[|X| | Y]"                       },
    {"\\frac{d}{dx} x^2",                                  "D(x^2, x)"                        },
    {"\\frac{\\partial}{\\partial x} x^2 y + 1",           "D(x^2 y, x) + 1"                  },
    {"\\frac{\\partial x^2 y}{\\partial x}",               "D(x^2 y, x)"                      },
    {"\\frac{\\mathrm{d}}{\\mathrm{d}x} \\sin x",          "D(sin(x), x)"                     },
    {"\\frac{d^2}{dx^{2}} x^3",                            "D(D(x^3, x), x)"                  },
    {"\\frac{\\partial^2 x y}{\\partial x \\partial y}",   "D(D(x y, y), x)"                  },
    {"\\left(\\frac{d}{dx} x^3\\right) y",                 "D(x^3, x) y"                      },
    {"\\frac{\\partial}{\\partial p_1} p_1^2",             "D(p_1^2, p_1)"                    },
    {"\\lim_{x\\to 0}\\frac{\\sin x}{x}",                  "limit(x -> 0, sin(x)/x)"          },
    {"\\lim_{x\\to -\\infty} e^{x}",                       "limit(x -> -inf, e^x)"            },
    {"\\lim_{x→−∞} e^{x}",                           "limit(x -> -inf, e^x)"            },
    {"x²\\cdot y⁻¹",                                   "x^2 y^-1"                         },
    {"x y\\,",                                            "x y"                              },
    {"qᵀ k\\,",                                          "q^T k"                            },
    {"√x\\,",                                            "sqrt(x)"                          },
    {"\\frac{d}{d-1}",                                     "d/(d - 1)"                        },
    {"\\frac{d}{d_k}",                                     "d/d_k"                            },
    {"\\frac{d^0}{x}",                                     "d^0/x"                            },
    {"\\frac{d}{\\left(dx\\right)}",                       "d/(d x)"                          },
    {"q_{{nm}}\\,",                                        "q[n m]"                           },
    {"A^{\\left(T\\right)}",                               "A^(T)"                            },
    {"\\overline{v}",                                      "conj(v)"                          },
    {"1\\cdot 12^{*}",                                     "1 conj(12)"                       },
    {"\\lim_{x \\to \\lim_{y \\to \\infty} a} x",          "limit(x -> limit(y -> inf, a), x)"},
};

static void
check_read(void **state)
{
    const struct read_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct err e = {0};
    const struct term *t = expr_parse(a, s, r->tex, here, &e), *want, *again;

    if (!t != !r->plain)
        fail_msg("%s", t ? "this was read" : err_text(a, &e));
    if (t) {
        want = expr_parse(a, s, r->plain, here, &e);
        if (!want)
            fail_msg("%s", err_text(a, &e));
        if (!expr_same(t, want))
            fail_msg("'%s' is not '%s'", expr_plain(a, t, 0), expr_plain(a, want, 0));
        again = expr_parse(a, s, arena_printf(a, "%s\\,", expr_tex(a, t)), here, &e);
        if (!again || !expr_same(t, again))
            fail_msg("'%s' is read as '%s'", expr_tex(a, t),
                     again ? expr_plain(a, again, 0) : err_text(a, &e));
    }
    arena_free(a);
}

static const struct refuse_row {
    const char *text;
    int col;
    const char *says;
} refuse_rows[] = {
    {"\\foo x",                                   1,  "\\foo is not part of the language"},
    {"x + \\fraq{1}{2}",                          5,  "\\fraq"                           },
    {"\\frac{1}",                                 9,  "\\frac needs an argument"         },
    {"\\frac{1}{2",                               9,  "'}' is missing"                   },
    {"\\frac{}{2}",                               7,  "these braces are empty"           },
    {"\\sqrt",                                    6,  "needs an argument"                },
    {"\\sqrt[3{x}",                               6,  "']' is missing"                   },
    {"x^12\\,",                                   3,  "write braces, as in ^{12}"        },
    {"v_12\\,",                                   3,  "write braces, as in _{12}"        },
    {"x^n_j\\,",                                  4,  "write the subscript first"        },
    {"x^\\circ",                                  3,  "radians"                          },
    {"x^\\dagger",                                3,  "conjugate transpose"              },
    {"\\left(x",                                  1,  "not closed"                       },
    {"\\left(x\\right]",                          1,  "not closed"                       },
    {"\\left.x\\right|",                          1,  "\\left needs one of"              },
    {"\\begin{cases}1\\end{cases}",               1,  "\\begin{pmatrix}"                 },
    {"\\begin{pmatrix}1",                         1,  "\\end{pmatrix} is missing"        },
    {"\\end{pmatrix}",                            1,  "no \\begin"                       },
    {"\\begin{pmatrix}1 & 2\\\\ 3\\end{pmatrix}", 24, "every row"                        },
    {"x \\\\ y",                                  3,  "\\begin{pmatrix}"                 },
    {"\\sum_j x",                                 1,  "both bounds"                      },
    {"\\sum x",                                   1,  "both bounds"                      },
    {"\\sum_{j=1}^{d}",                           15, "missing"                          },
    {"\\sum_{i=1}^{d} e^{i x}",                   19, "use j"                            },
    {"\\lim x",                                   1,  "what tends where"                 },
    {"\\frac{\\partial}{\\partial x}",            28, "is missing"                       },
    {"\\frac{\\partial}{x}",                      7,  "D(f, x)"                          },
    {"\\frac{\\partial x^2}{\\partial}",          7,  "D(f, x)"                          },
    {"\\frac{\\partial^9}{\\partial x^9} x",      7,  "D(f, x)"                          },
    {"\\frac{\\partial^2}{\\partial x} x",        7,  "D(f, x)"                          },
    {"\\frac{\\partial}{\\partial 2} x",          1,  "by a name"                        },
    {"\\int x",                                   1,  "integrals"                        },
    {"x \\pm y",                                  3,  "two terms"                        },
    {"P(w_1, \\dots)",                            8,  "w_{1:T}"                          },
    {"R_{m}\\,",                                  1,  "define R_p"                       },
    {"R_m\\theta",                                1,  "define R_p"                       },
    {"R_{n-m}\\,",                                1,  "define R_p"                       },
    {"A_{ij}\\,",                                 1,  "'ij' is not declared"             },
    {"\\mathbf{1}",                               1,  "\\mathbf{1}_{n}"                  },
    {"\\mathbf{2}x",                              9,  "begins with a letter"             },
    {"\\mathbf{x+y}",                             9,  "one name"                         },
    {"\\{x\\}",                                   1,  "write ( or ["                     },
    {"\\sin",                                     1,  "needs an argument"                },
    {"score\\,",                                  1,  "not declared"                     },
    {"1.\\,",                                     2,  "1.0"                              },
    {"1.2.3\\,",                                  1,  "one decimal point"                },
    {"x & y\\,",                                  3,  "'&'"                              },
    {"x \\",                                      3,  "\\ is not part"                   },
    {"\\",                                        1,  "not part of the language"         },
    {"x\\,\x01",                                  4,  "<U+0001>"                         },
    {"x\\,\xff",                                  4,  "not part of the language"         },
    {"∞x\\,",                                   1,  "inf is no number"                 },
    {"0{,}5\\,",                                  3,  "','"                              },
};

static void
check_refuse(void **state)
{
    const struct refuse_row *r = *state;
    struct arena *a = arena_new();
    struct err e = {0};

    assert_refused(a, declared(a, common), r->text, r->col, r->says, &e);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, read_rows, check_read);
    TABLE_ROWS(&t, refuse_rows, check_refuse);
    return table_run(&t, "expr_tex");
}
