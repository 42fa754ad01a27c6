/* Rules: what each justifies, and what it does not. */
#include "unit/table.h"

#include "exact/exact.h"
#include "proof/proof.h"
#include "proof/rule/body.h"

static const struct pos here = {"t", 1, 1};

static const char common[] =
    "m, n : integer; x, y, theta, t : real; z, w : complex; d : integer;"
    "a : real where a > 0; b : real where b > 0; h : real where h >= 0;"
    "q, k : vector(2); u, v : vector(d); A, B, C : matrix(d, d); M, N : matrix(2, 2);"
    "p : distribution(3); T : integer; f : vector(9); alpha : real where alpha != 1";

/* Another scope for lines about chance. */
static const char chance[] =
    "d : integer in 1..9; c, x : real; q, k : random vector(d); X, Y, Z : random;"
    "g : random vector(d) joint; e_1, e_2, e_3 : event; w : sequence(9); t : integer;"
    "a_1, a_2, a_3 : event; s : integer in 1..9; v : sequence(9); S : distribution(4);"
    "z : vector(4)\n"
    "assume alone: independent(a_1, a_2, v)\n"
    "assume indep: independent(q, k)\n"
    "assume pair: independent(X, Y)\n"
    "assume centred: E[q] = 0, E[X] = 0, E[Y] = 0\n"
    "assume unit: Var[q] = 1, Var[X] = 2";

struct rule_row {
    const char *rule, *x, *y;
};

static const struct rule_row justified[] = {
    {"i-squared",            "i i",                                              "-1"                               },
    {"i-squared",            "i^5",                                              "i"                                },
    {"i-squared",            "(x + y i) (x - y i)",                              "x^2 + y^2"                        },
    {"i-squared",            "1 / i",                                            "-i"                               },
    {"i-squared",            "Re(i (i z))",                                      "Re(-z)"                           },
    {"conjugate-product",    "conj(z w) z",                                      "conj(w) conj(z) z"                },
    {"conjugate-product",    "conj(z) conj(w)",                                  "conj(w z)"                        },
    {"conjugate-product",    "conj(z^2)",                                        "conj(z)^2"                        },
    {"conjugate-turn",       "conj(e^(i m theta))",                              "e^(-i m theta)"                   },
    {"conjugate-turn",       "conj(e^(i m theta - i n theta))",                  "e^(-i (m - n) theta)"             },
    {"real-part-conjugate",  "Re(conj(z w))",                                    "Re(w z)"                          },
    {"definition conj",      "conj(x + i y)",                                    "x - i y"                          },
    {"exponent-sum",         "e^(i m theta) e^(-i n theta)",                     "e^(i (m - n) theta)"              },
    {"exponent-sum",         "a^x a^y",                                          "a^(x + y)"                        },
    {"exponent-quotient",    "a^(2 x) / a^x",                                    "a^x"                              },
    {"exponent-product",     "(a^x)^y",                                          "a^(x y)"                          },
    {"euler",                "e^(i theta) z",                                    "(cos(theta) + i sin(theta)) z"    },
    {"pythagoras",           "cos(x)^2 + sin(x)^2",                              "1"                                },
    {"pythagoras",           "x cos(y)^2 + x sin(y)^2",                          "x"                                },
    {"pythagoras",           "[cos(x)^2 + sin(x)^2, 0; 0, sin(x)^2 + cos(x)^2]", "I(2)"                             },
    {"even-odd",             "cos(-x)",                                          "cos(x)"                           },
    {"even-odd",             "sin((n - m) theta)",                               "-sin((m - n) theta)"              },
    {"addition-formulas",    "cos(x - y)",                                       "cos(x) cos(y) + sin(x) sin(y)"    },
    {"addition-formulas",    "sin(x) cos(y) + cos(x) sin(y)",                    "sin(x + y)"                       },
    {"addition-formulas",    "sin(x + y + t)",
     "(sin(x) cos(y) + cos(x) sin(y)) cos(t) + (cos(x) cos(y) - sin(x) sin(y)) sin(t)"                              },
    {"dot-product",          "q^T k",                                            "q_1 k_1 + q_2 k_2"                },
    {"dot-product",          "u^T v",                                            "sum(j=1..d, v_j u_j)"             },
    {"transpose-product",    "(A B)^T",                                          "B^T A^T"                          },
    {"transpose-product",    "(A B C u)^T",                                      "u^T C^T B^T A^T"                  },
    {"transpose-product",    "(2 x A u)^T v",                                    "2 x u^T A^T v"                    },
    {"transpose-product",    "(R(x) q)^T (R(y) k)",                              "q^T R(x)^T R(y) k"                },
    {"transpose-scalar",     "u^T v",                                            "v^T u"                            },
    {"transpose-scalar",     "(A u)^T (B v)",                                    "(B v)^T (A u)"                    },
    {"rotation-transpose",   "R(x)^T q",                                         "R(-x) q"                          },
    {"rotation-compose",     "R(x) R(y) R(t)",                                   "R(x + y + t)"                     },
    {"rotation-compose",     "q^T R(-m theta) R(n theta) k",                     "q^T R((n-m) theta) k"             },
    {"rotation-compose",     "q^T R(x + y) k",                                   "q^T R(x) R(y) k"                  },
    {"orthogonal",           "q^T R(x)^T R(x) k",                                "q^T k"                            },
    {"block-product",        "blockdiag(R(x), R(y))^T blockdiag(R(t), R(t))",
     "blockdiag(R(x)^T R(t), R(y)^T R(t))"                                                                          },
    {"root-of-square",       "sqrt(x^2)",                                        "|x|"                              },
    {"root-product",         "sqrt(a h)",                                        "sqrt(a) sqrt(h)"                  },
    {"abs-product",          "|z w|",                                            "|z| |w|"                          },
    {"abs-square",           "|z|^2",                                            "z conj(z)"                        },
    {"exp-log",              "e^(ln(a))",                                        "a"                                },
    {"log-product",          "ln(a b)",                                          "ln(a) + ln(b)"                    },
    {"log-quotient",         "ln(a / b)",                                        "ln(a) - ln(b)"                    },
    {"log-power",            "ln(a^x)",                                          "x ln(a)"                          },
    {"log-power",            "ln(a^3)",                                          "3 ln(a)"                          },
    {"definition norm",      "norm(u)^2",                                        "u^T u"                            },
    {"definition R",         "R(x)",                                             "[cos(x), -sin(x); sin(x), cos(x)]"},
    {"definition transpose", "[1, x; y, 2]^T",                                   "[1, y; x, 2]"                     },
    {"product-rule",         "D(x^2 sin(x), x)",                                 "2 x sin(x) + x^2 cos(x)"          },
    {"quotient-rule",        "D(sin(x) / x, x)",                                 "(x cos(x) - sin(x)) / x^2"        },
    {"chain-rule",           "D(sin(x^2), x)",                                   "2 x cos(x^2)"                     },
    {"exp-derivative",       "D(e^(y x), x)",                                    "y e^(y x)"                        },
    {"geometric-series",     "sum(j=0..d-1, alpha^j)",                           "(1 - alpha^d) / (1 - alpha)"      },
    {"telescope",            "sum(j=1..d, f_{j+1} - f_j)",                       "f_{d+1} - f_1"                    },
    {"symmetry",             "u^T v",                                            "v^T u"                            },
    {"limit",                "limit(x -> 0, sin(x) / x)",                        "1"                                },
    {"constant-slope",       "cos(x)^2 + sin(x)^2 + y",                          "cos(0)^2 + sin(0)^2 + y"          },
    {"special-values",       "cos(0) + ln(1)",                                   "1"                                },
    {"special-values",       "R(pi/2) q",                                        "[0, -1; 1, 0] q"                  },
    {"special-values",       "e^(2 pi i n) |i z|",                               "|i z|"                            },
    {"special-values",       "sin(pi/3) + cos(pi/3)",                            "(1 + sqrt(3)) / 2"                },
    {"abs-product",          "norm(x u)",                                        "|x| norm(u)"                      },
    {"abs-product",          "2 |x / 2|",                                        "|x|"                              },
    {"abs-product",          "|-3 x|",                                           "3 |x|"                            },
    {"arithmetic",           "|-2| x",                                           "2 x"                              },
    {"arithmetic",           "(2 ones(d))_1",                                    "2"                                },
    {"matrix-product",       "(A B)_{m,n}",                                      "sum(j=1..d, A_{m,j} B_{j,n})"     },
    {"matrix-product",       "(A u)_m",                                          "sum(j=1..d, A_{m,j} u_j)"         },
    {"matrix-product",       "(u v^T)_{m,n}",                                    "v_n u_m"                          },
    {"definition transpose", "(A^T)_{m,n} x",                                    "x A_{n,m}"                        },
    {"definition diag",      "u^T diag(v) u",                                    "sum(j=1..d, v_j u_j^2)"           },
    {"definition diag",      "diag(u) ones(d) - u",                              "0 u"                              },
    {"definition diag",      "(diag(u) v)_m",                                    "u_m v_m"                          },
    {"definition softmax",   "softmax(u + x ones(d))_m",
     "e^(u_m + x) / sum(j=1..d, e^(u_j + x))"                                                                       },
    {"power-rule",           "D(sum(j=1..d, u_j sum(l=1..2, q_l v_j)), q_1)",
     "sum(j=1..d, u_j v_j)"                                                                                         },
};

static const struct rule_row of_chance[] = {
    {"expectation-linear",      "E[2 X + Z]",                          "2 E[X] + E[Z]"                },
    {"expectation-linear",      "E[sum(j=1..d, c g_j)]",               "c sum(j=1..d, E[g_j])"        },
    {"expectation-linear",      "E[q^T q + X Z | q]",                  "q^T q + E[X Z | q]"           },
    {"expectation-linear",      "E[sum(i=1..d, q_i k_i) | q]",         "sum(i=1..d, q_i E[k_i | q])"  },
    {"expectation-product",     "E[k_1 | q]",                          "E[k_1]"                       },
    {"expectation-product",     "E[X Y]",                              "E[X] E[Y]"                    },
    {"expectation-product",     "E[q_1 q_2 k_1 k_2]",                  "E[q_1] E[q_2] E[k_1 k_2]"     },
    {"variance-definition",     "Var[Z]",                              "E[Z^2] - E[Z]^2"              },
    {"variance-scale",          "Var[c Z]",                            "c^2 Var[Z]"                   },
    {"variance-scale",          "Var[-Z]",                             "Var[Z]"                       },
    {"variance-sum",            "Var[sum(j=1..d, q_j k_j)]",           "sum(j=1..d, Var[k_j q_j])"    },
    {"variance-sum",            "Var[X + Y]",                          "Var[X] + Var[Y]"              },
    {"variance-sum",            "Var[X + Z]",                          "Var[X] + Var[Z] + 2 Cov[X, Z]"},
    {"variance-product",        "Var[X Y]",                            "Var[X] Var[Y]"                },
    {"covariance-definition",   "Cov[X, Y]",                           "0"                            },
    {"unit",                    "Var[q_3] Var[q_d]",                   "1"                            },
    {"unit",                    "sum(i=1..d, Var[q_i])",               "sum(i=1..d, 1)"               },
    {"unit",                    "Var[X]",                              "2"                            },
    {"tower",                   "E[E[X | Z]]",                         "E[X]"                         },
    {"conditional-probability", "P(e_1, e_2, e_3)",
     "P(e_1) P(e_2 | e_1) P(e_3 | e_1, e_2)"                                                          },
    {"conditional-probability", "P(e_1 | e_2)",                        "P(e_2 | e_1) P(e_1) / P(e_2)" },
    {"conditional-probability", "P(w_1..t)",                           "P(w_<t) P(w_t | w_<t)"        },
    {"conditional-probability", "P(w_1..s)",                           "prod(r=1..s, P(w_r | w_<r))"  },
    {"conditional-probability", "ln(P(w_1..s | e_1))",
     "ln(prod(r=1..s, P(w_r | w_<r, e_1)))"                                                           },
    {"conditional-probability", "P(w_2..s | w_1) P(w_1)",
     "P(w_1) prod(r=2..s, P(w_r | w_<r))"                                                             },
    {"conditional-probability", "P(w_s | w_1..s)",                     "1"                            },
    {"definition independent",  "P(a_1, a_2)",                         "P(a_1) P(a_2)"                },
    {"definition independent",  "P(a_1 | a_2)",                        "P(a_1)"                       },
    {"definition independent",  "P(v_1..2, a_1)",                      "P(v_1..2) P(a_1)"             },
    {"alone",                   "P(a_1, a_2)",                         "P(a_1) P(a_2)"                },
    {"pair",                    "E[X Y]",                              "E[X] E[Y]"                    },
    {"definition S",            "sum(j=1..4, S_j)",                    "1"                            },
    {"definition distribution", "sum(j=1..4, softmax(z)_j)",           "1"                            },
    {"definition onehot",       "sum(j=1..4, onehot(2, 4)_j ln(S_j))", "ln(S_2)"                      },
};

static const struct rule_row refused[] = {
    {"limit",               "limit(x -> 0, sin(x) / x)", "2"                                },
    {"constant-slope",      "cos(x)",                    "cos(0)"                           },
    {"symmetry",            "A B",                       "B A"                              },
    {"transpose-product",   "R(x)^T",                    "R(-x)"                            },
    {"transpose-product",   "(A B)^T",                   "A^T B^T"                          },
    {"transpose-product",   "u^T v",                     "v^T u"                            },
    {"transpose-scalar",    "(A B)^T",                   "B^T A^T"                          },
    {"transpose-scalar",    "(A u)^T v",                 "u^T A^T v"                        },
    {"rotation-transpose",  "R(x)^T",                    "R(x)"                             },
    {"rotation-transpose",  "R(x)^T R(y)",               "R(y - x)"                         },
    {"rotation-transpose",  "M^T",                       "M"                                },
    {"rotation-compose",    "R(x)^T R(y)",               "R(y - x)"                         },
    {"rotation-compose",    "R(x) R(y)",                 "R(x - y)"                         },
    {"rotation-compose",    "R(x) M R(y)",               "R(x + y) M"                       },
    {"orthogonal",          "R(x)^T R(y)",               "I(2)"                             },
    {"orthogonal",          "M^T M",                     "I(2)"                             },
    {"i-squared",           "i i",                       "1"                                },
    {"i-squared",           "x + y",                     "y + x"                            },
    {"i-squared",           "e^(i x)",                   "cos(x) + i sin(x)"                },
    {"conjugate-product",   "conj(z w)",                 "conj(z) w"                        },
    {"conjugate-product",   "conj(e^(i x))",             "e^(-i x)"                         },
    {"conjugate-turn",      "conj(e^(i x))",             "e^(i x)"                          },
    {"conjugate-turn",      "conj(e^z)",                 "e^(-z)"                           },
    {"real-part-conjugate", "conj(z)",                   "z"                                },
    {"exponent-sum",        "e^x e^y",                   "e^(x y)"                          },
    {"exponent-sum",        "e^x + e^y",                 "e^(x + y)"                        },
    {"exponent-sum",        "x^a x^b",                   "x^(a + b)"                        },
    {"exponent-product",    "(x^2)^(1/2)",               "x"                                },
    {"pythagoras",          "cos(x)^2 - sin(x)^2",       "1"                                },
    {"pythagoras",          "cos(x)^2 + sin(y)^2",       "1"                                },
    {"even-odd",            "sin(-x)",                   "sin(x)"                           },
    {"addition-formulas",   "cos(x + y)",                "cos(x) + cos(y)"                  },
    {"addition-formulas",   "cos(x + y)",                "cos(x) cos(y) + sin(x) sin(y)"    },
    {"dot-product",         "q^T k",                     "q_1 k_2 + q_2 k_1"                },
    {"dot-product",         "u^T v",                     "sum(j=1..d, u_j) sum(j=1..d, v_j)"},
    {"root-of-square",      "sqrt(x^2)",                 "x"                                },
    {"root-product",        "sqrt(x y)",                 "sqrt(x) sqrt(y)"                  },
    {"log-product",         "ln(a + b)",                 "ln(a) ln(b)"                      },
    {"log-product",         "ln(x y)",                   "ln(x) + ln(y)"                    },
    {"log-power",           "ln(a)^2",                   "2 ln(a)"                          },
    {"log-power",           "ln(x^2)",                   "2 ln(x)"                          },
    {"exp-log",             "ln(e^z)",                   "z"                                },
    {"polar",               "z",                         "w"                                },
    {"abs-square",          "|z|^2",                     "z^2"                              },
    {"product-rule",        "D(x sin(x), x)",            "cos(x)"                           },
    {"chain-rule",          "D(sin(x^2), x)",            "cos(x^2)"                         },
    {"exp-derivative",      "D(e^(y x), x)",             "e^(y x)"                          },
    {"arithmetic",          "i i",                       "-1"                               },
    {"arithmetic",          "(A B)^T",                   "B^T A^T"                          },
    {"distribute",          "conj(z w)",                 "conj(z) conj(w)"                  },
    {"definition R",        "R(x)",                      "[cos(x), sin(x); -sin(x), cos(x)]"},
    {"tangent-exp",         "e^x",                       "1 + x"                            },
    {"special-values",      "-x",                        "cos(pi) y"                        },
    {"special-values",      "cos(x)",                    "0"                                },
    {"matrix-product",      "(A B)_{m,n}",               "sum(j=1..d, A_{j,m} B_{j,n})"     },
    {"matrix-product",      "(A B)_{m,n}",               "A_{m,n} B_{m,n}"                  },
    {"matrix-product",      "(u v^T)_{m,n}",             "u_n v_m"                          },
    {"definition diag",     "u^T diag(v) u",             "sum(j=1..d, v_j u_j)"             },
    {"abs-product",         "norm(x u)",                 "x norm(u)"                        },
};

static const struct rule_row chance_refused[] = {
    {"expectation-product",     "E[X | Z]",              "E[X]"                       },
    {"expectation-linear",      "E[X Z | Z]",            "X E[Z | Z]"                 },
    {"expectation-product",     "E[X Z]",                "E[X] E[Z]"                  },
    {"expectation-product",     "E[X X]",                "E[X] E[X]"                  },
    {"expectation-product",     "E[g_1 g_2]",            "E[g_1] E[g_2]"              },
    {"expectation-linear",      "E[X Z]",                "X E[Z]"                     },
    {"expectation-linear",      "E[X^2]",                "E[X]^2"                     },
    {"variance-scale",          "Var[c Z]",              "c Var[Z]"                   },
    {"variance-scale",          "Var[X Z]",              "X^2 Var[Z]"                 },
    {"variance-sum",            "Var[X + Z]",            "Var[X] + Var[Z]"            },
    {"variance-sum",            "Var[sum(j=1..d, g_j)]", "sum(j=1..d, Var[g_j])"      },
    {"variance-sum",            "Var[X - Y]",            "Var[X] - Var[Y]"            },
    {"variance-product",        "Var[X Z]",              "Var[X] Var[Z]"              },
    {"variance-product",        "Var[q_1 q_1]",          "Var[q_1] Var[q_1]"          },
    {"variance-product",        "Var[q_1 k_1]",          "Var[q_1] Var[k_1]"          },
    {"unit",                    "Var[k_1]",              "1"                          },
    {"unit",                    "E[q_1]",                "1"                          },
    {"conditional-probability", "P(e_1, e_2)",           "P(e_1) P(e_2)"              },
    {"conditional-probability", "P(e_1 | e_2)",          "P(e_2 | e_1)"               },
    {"conditional-probability", "P(w_1..s)",             "prod(r=1..s, P(w_r))"       },
    {"conditional-probability", "P(w_1..s)",             "prod(r=2..s, P(w_r | w_<r))"},
    {"conditional-probability", "P(w_1..t)",             "prod(r=1..t, P(w_r | w_<r))"},
    {"conditional-probability", "P(w_1..s)",             "prod(r=1..s, P(w_r | w_1))" },
    {"definition independent",  "P(e_1, e_2)",           "P(e_1) P(e_2)"              },
    {"definition independent",  "P(a_1, a_3)",           "P(a_1) P(a_3)"              },
    {"definition independent",  "P(v_1, v_2)",           "P(v_1) P(v_2)"              },
    {"definition independent",  "P(a_1, a_2 | e_1)",     "P(a_1 | e_1) P(a_2 | e_1)"  },
    {"pair",                    "E[X Z]",                "E[X] E[Z]"                  },
    {"definition distribution", "sum(j=1..4, z_j)",      "1"                          },
    {"definition distribution", "sum(j=1..4, S_j^2)",    "1"                          },
    {"definition distribution", "sum(j=1..3, S_j)",      "1"                          },
};

static const struct bound_row {
    const char *rule, *x, *relation, *y;
    bool holds;
} bounds[] = {
    {"tangent-exp",  "e^x",                        ">=", "1 + x",                        true },
    {"tangent-exp",  "2 e^x + y",                  ">=", "2 + 2 x + y",                  true },
    {"tangent-exp",  "1 + x",                      "<=", "e^x",                          true },
    {"tangent-exp",  "y - e^x",                    "<=", "y - 1 - x",                    true },
    {"tangent-exp",  "y - e^x",                    ">=", "y - 1 - x",                    false},
    {"tangent-exp",  "y e^x",                      ">=", "y (1 + x)",                    false},
    {"tangent-exp",  "e^x",                        ">",  "1 + x",                        false},
    {"tangent-exp",  "ln(a)",                      "<",  "a - 1",                        false},
    {"tangent-exp",  "ln(a + 1)",                  "<",  "a + 1 - 1",                    true },
    {"tangent-exp",  "e^x",                        "=",  "1 + x",                        false},
    {"tangent-exp",  "sum(j=1..3, p_j ln(a p_j))", "<=", "sum(j=1..3, p_j (a p_j - 1))",
     false                                                                                    },
    {"bound",        "|z + w| + a",                "<=", "|z| + |w| + a",                true },
    {"bound",        "|u^T v|",                    "<=", "norm(u) norm(v)",              true },
    {"bound",        "a cos(x)",                   "<=", "a",                            true },
    {"exponent-sum", "e^x e^y",                    "<=", "e^(x + y)",                    true },
    {"tangent-exp",  "1 / (1 + e^x)",              "<=", "1 / (1 + 1 + x)",              false},
    {"tangent-exp",  "1 / (a + e^(x^2))",          "<=", "1 / (a + 1 + x^2)",            true },
    {"tangent-exp",  "1 / (a + e^(x^2))",          ">=", "1 / (a + 1 + x^2)",            false},
    {"bound",        "|sum(j=1..d, u_j v_j)|",     "<=", "sum(j=1..d, |u_j v_j|)",       true },
    {"bound",        "norm(u + v)",                "<=", "norm(u) + norm(v)",            true },
};

/* ---- lines ------------------------------------------------------------------------- */

struct world {
    struct arena *arena;
    struct scope *scope;
    struct rulebook *book;
};

static struct world
world_with(const char *declarations)
{
    struct world w = {.arena = arena_new()};
    struct err e = {0};

    w.scope = scope_new(w.arena, NULL);
    if (!scope_declare(w.arena, w.scope, declarations, here, &e))
        fail_msg("%s", err_text(w.arena, &e));
    w.book = rulebook_new(w.arena, rulebook_basic(w.arena));
    rulebook_add_scope(w.book, w.scope);
    return w;
}

static const struct term *
parsed(struct world *w, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(w->arena, w->scope, text, here, &e);

    if (!t)
        fail_msg("%s: %s", text, err_text(w->arena, &e));
    return t;
}

static const struct rule *
named(struct world *w, const char *name)
{
    const struct rule *r = rulebook_find(w->book, name);

    if (!r)
        fail_msg("no rule %s", name);
    return r;
}

static bool
justifies(struct world *w, const struct rule_row *r)
{
    struct rule_line line = {w->scope,        parsed(w, r->x), RELATION_EQUAL,
                             parsed(w, r->y), false,           NULL};
    struct rule_line turned = {w->scope, line.y, RELATION_EQUAL, line.x, false, NULL};
    bool yes = rule_justifies(w->arena, named(w, r->rule), &line);

    if (yes != rule_justifies(w->arena, named(w, r->rule), &turned))
        fail_msg("only in one direction: %s", r->x);
    return yes;
}

static void
check_rule(const struct rule_row *r, const char *declarations, bool want)
{
    struct world w = world_with(declarations);

    if (justifies(&w, r) != want)
        fail_msg("%s %s %s = %s", r->rule, want ? "misses" : "accepts", r->x, r->y);
    arena_free(w.arena);
}

static void
check_justified(void **state)
{
    check_rule(*state, common, true);
}

static void
check_of_chance(void **state)
{
    check_rule(*state, chance, true);
}

static void
check_refused(void **state)
{
    check_rule(*state, common, false);
}

static void
check_chance_refused(void **state)
{
    check_rule(*state, chance, false);
}

static void
check_bound(void **state)
{
    const struct bound_row *r = *state;
    struct world w = world_with(common);
    struct rule_line line = {
        w.scope, parsed(&w, r->x), RELATION_EQUAL, parsed(&w, r->y), false, NULL};

    assert_true(expr_relation_at(r->relation, &line.relation) > 0);
    if (rule_justifies(w.arena, named(&w, r->rule), &line) != r->holds)
        fail_msg("%s %s %s", r->x, r->relation, r->y);
    arena_free(w.arena);
}

/* Equivalent relations. */
static const struct relation_row {
    const char *rule, *x, *y;
    bool holds;
} relations[] = {
    {"both-sides", "x + y = t",      "x = t - y",            true },
    {"both-sides", "2 x = a",        "x = a / 2",            true },
    {"both-sides", "a x = b",        "x = b / a",            true },
    {"both-sides", "y x = b",        "x = b / y",            false},
    {"both-sides", "-x < y",         "x > -y",               true },
    {"both-sides", "-x < y",         "x < -y",               false},
    {"both-sides", "y x < y t",      "x < t",                false},
    {"both-sides", "a = b",          "ln(a) = ln(b)",        true },
    {"both-sides", "y - x a^2 = 0",  "x = y / a^2",          true },
    {"both-sides", "y = 2 x + t",    "x = (y - t) / 2",      true },
    {"both-sides", "t - 2 a x <= y", "x >= (t - y) / (2 a)", true },
    {"both-sides", "t - 2 a x <= y", "x <= (t - y) / (2 a)", false},
    {"both-sides", "y - x t = 0",    "x = y / t",            false},
    {"both-sides", "ln(a) = x - y",  "a = e^(x - y)",        true },
    {"both-sides", "e^x <= a",       "x <= ln(a)",           true },
    {"both-sides", "1 / a <= b",     "a >= 1 / b",           true },
    {"both-sides", "1 / a <= b",     "a <= 1 / b",           false},
    {"both-sides", "x = y",          "x^2 = y^2",            false},
    {"monotone",   "a < b",          "ln(a) < ln(b)",        true },
    {"monotone",   "x <= y",         "e^x <= e^y",           true },
    {"monotone",   "x <= y",         "e^(-x) <= e^(-y)",     false},
    {"monotone",   "x <= y",         "x + 1 <= y + 1",       false},
};

static const struct term *
relation_of(struct world *w, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse_relation(w->arena, w->scope, text, here, &e);

    if (!t)
        fail_msg("%s: %s", text, err_text(w->arena, &e));
    return t;
}

static void
check_relation(void **state)
{
    const struct relation_row *r = *state;
    struct world w = world_with(common);
    struct rule_line line = {w.scope,        relation_of(&w, r->x),
                             RELATION_EQUAL, relation_of(&w, r->y),
                             false,          NULL};

    if (rule_justifies(w.arena, named(&w, r->rule), &line) != r->holds)
        fail_msg("%s <=> %s", r->x, r->y);
    arena_free(w.arena);
}

/* ---- books ------------------------------------------------------------------------- */

static void
check_names(void **state)
{
    struct world w = world_with(chance);

    (void)state;
    assert_null(rulebook_find(w.book, "rotation-transposed"));
    assert_string_equal(rulebook_nearest(w.book, "rotation-transposed"),
                        "rotation-transpose");
    assert_string_equal(rulebook_nearest(w.book, "rot-comp"), "rotation-compose");
    assert_string_equal(rulebook_nearest(w.book, "transpose"), "definition transpose");
    assert_string_equal(rulebook_nearest(w.book, "exp-sum"), "exponent-sum");
    assert_string_equal(rulebook_nearest(w.book, "centerd"), "centred");
    assert_null(rulebook_nearest(w.book, "zzzzzzzzzzzz"));
    assert_non_null(rulebook_find(w.book, " definition   R "));
    assert_non_null(rulebook_find(w.book, "definition of R"));
    assert_ptr_equal(rulebook_find(w.book, "rotation  transpose"),
                     rulebook_find(w.book, "rotation-transpose"));
    assert_null(rulebook_find(w.book, "rotation transposed"));
    assert_int_equal(rulebook_find(w.book, "unit")->kind, RULE_ASSUMPTION);
    assert_int_equal(rulebook_find(w.book, "collect")->kind, RULE_ARITHMETIC);
    assert_true(strlen(rulebook_find(w.book, "rotation-compose")->say) > 10);
    arena_free(w.arena);
}

static void
check_pair(void **state)
{
    struct world w = world_with(common);
    struct rule_line line = {
        w.scope,        parsed(&w, "(R(m theta) q)^T (R(n theta) k)"),
        RELATION_EQUAL, parsed(&w, "q^T R(-m theta) R(n theta) k"),
        false,          NULL};
    const struct rule *first = NULL, *second = NULL, *three[3];

    (void)state;
    assert_null(rulebook_explain(w.arena, w.book, &line));
    assert_true(rulebook_explain_pair(w.arena, w.book, &line, &first, &second));
    assert_string_equal(first->name, "transpose-product");
    assert_string_equal(second->name, "rotation-transpose");
    line.y = parsed(&w, "q^T R((n - m) theta) k");
    assert_false(rulebook_explain_pair(w.arena, w.book, &line, &first, &second));
    three[0] = named(&w, "transpose-product");
    three[1] = named(&w, "rotation-transpose");
    three[2] = named(&w, "rotation-compose");
    assert_true(rules_justify(w.arena, three, 3, &line));
    assert_false(rules_justify(w.arena, three, 2, &line));
    line.y = parsed(&w, "q^T R((m - n) theta) k");
    assert_false(rules_justify(w.arena, three, 3, &line));
    arena_free(w.arena);
}

/* What nearly everybody writes as one step. */
static void
check_usual_pairs(void **state)
{
    static const char *const rows[][4] = {
        {"ln(e^x a)",                    "x + ln(a)",                            "log-product",  "exp-log"       },
        {"-ln(e^x / (a + b))",           "ln(a + b) - x",                        "log-quotient", "exp-log"       },
        {"e^(3 ln(a))",                  "a^3",                                  "log-power",    "exp-log"       },
        {"sqrt(x^2 (a + b))",            "|x| sqrt(a + b)",                      "root-product", "root-of-square"},
        {"D(-x, y) + D(ln(a + e^y), y)", "0 + e^y / (a + e^y)",                  "power-rule",
         "chain-rule"                                                                                            },
        {"ln(sum(r=1..2, e^(f_r)))",     "f_1 + ln(sum(r=1..2, e^(f_r - f_1)))", "",             ""              },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct world w = world_with(common);
        struct rule_line line = {w.scope,        parsed(&w, rows[i][0]),
                                 RELATION_EQUAL, parsed(&w, rows[i][1]),
                                 false,          NULL};
        const struct rule *first = NULL, *second = NULL;
        bool found = rulebook_explain_pair(w.arena, w.book, &line, &first, &second);

        assert_int_equal(found, *rows[i][2] != '\0');
        if (found) {
            assert_string_equal(first->name, rows[i][2]);
            assert_string_equal(second->name, rows[i][3]);
        }
        arena_free(w.arena);
    }
}

/* A theorem is a rule, its conditions included. */
static void
check_theorem(void **state)
{
    struct world w = world_with("m, n, c : integer; t : real; q, k : vector(2)");
    struct scope *s = scope_new(w.arena, NULL);
    struct world its = {w.arena, s, w.book};
    struct rule_line line;
    const struct rule *r;

    (void)state;
    assert_true(
        scope_declare(w.arena, s, "a, b : integer where a < b; x : real", here, NULL));
    rulebook_add(w.book, "mine", RULE_THEOREM, s, RELATION_EQUAL,
                 parsed(&its, "R(a x)^T R(b x)"), parsed(&its, "R((b - a) x)"), "");
    r = named(&w, "mine");
    line = (struct rule_line){w.scope,        parsed(&w, "q^T R(2 t)^T R(5 t) k"),
                              RELATION_EQUAL, parsed(&w, "q^T R(3 t) k"),
                              false,          NULL};
    assert_true(rule_justifies(w.arena, r, &line));
    line.x = parsed(&w, "q^T R(m t)^T R((m + 1) t) k");
    line.y = parsed(&w, "q^T R(t) k");
    assert_true(rule_justifies(w.arena, r, &line));
    line.x = parsed(&w, "q^T R(m t)^T R(n t) k");
    line.y = parsed(&w, "q^T R((n - m) t) k");
    assert_false(rule_justifies(w.arena, r, &line));
    arena_free(w.arena);
}

/* What the reader unfolds is a rule that changes nothing. */
static void
check_definition(void **state)
{
    struct world w = world_with("m : integer; theta : real\ndefine R_p = R(p theta)\n"
                                "let c = 3 m");
    struct rule_line line = {w.scope,        parsed(&w, "R_m"),
                             RELATION_EQUAL, parsed(&w, "R(m theta)"),
                             false,          NULL};

    (void)state;
    assert_true(rule_justifies(w.arena, named(&w, "definition R_p"), &line));
    assert_false(rule_justifies(w.arena, named(&w, "rotation-transpose"), &line));
    line.y = parsed(&w, "R(2 m theta)");
    assert_false(rule_justifies(w.arena, named(&w, "definition R_p"), &line));
    line.x = parsed(&w, "R(c)");
    line.y = parsed(&w, "R(3 m)");
    assert_true(rule_justifies(w.arena, named(&w, "definition c"), &line));
    arena_free(w.arena);
}

static void
check_steps(void **state)
{
    struct world w = world_with(common);
    struct rewrite out[16];
    const struct term *t = parsed(&w, "q^T R(x)^T R(y)^T k + cos(-x)");
    int n = rule_steps(w.arena, named(&w, "rotation-transpose"), w.scope, t, out, 16);

    (void)state;
    assert_int_equal(n, 2);
    assert_string_equal(expr_plain(w.arena, out[1].whole, PRINT_ASCII),
                        "q^T R(x)^T R(-y) k + cos(-x)");
    assert_string_equal(expr_plain(w.arena, out[0].from, PRINT_ASCII), "R(x)^T");
    n = rule_steps(w.arena, named(&w, "exponent-sum"), w.scope, parsed(&w, "e^x e^y e^t"),
                   out, 16);
    assert_true(n >= 3);
    n = rule_steps(w.arena, named(&w, "even-odd"), w.scope, t, out, 16);
    assert_int_equal(n, 1);
    assert_string_equal(expr_plain(w.arena, out[0].to, PRINT_ASCII), "cos(x)");
    arena_free(w.arena);
}

/* ---- axioms ------------------------------------------------------------------------ */

enum { AXIOM_POINTS = 200, AXIOM_SEEDS = 60 };

/* At 200 points, of as many seeds as it takes; none may speak against it. */
static void
check_axiom(const struct equation *e)
{
    int points = 0;

    for (uint64_t seed = 0; points < AXIOM_POINTS && seed < AXIOM_SEEDS; seed++) {
        struct arena *a = arena_new();
        struct exact_options o = {.seed = seed};
        struct exact_result r =
            exact_compare(a, e->scope, e->left, e->relation, e->right, &o);

        if (r.verdict == VERDICT_DIFFERENT)
            fail_msg("%s: %s, not %s", expr_plain(a, e->left, PRINT_ASCII), r.left,
                     r.right);
        if (r.verdict == VERDICT_EQUAL)
            points += r.all_points ? AXIOM_POINTS : r.points;
        arena_free(a);
    }
    assert_true(points >= AXIOM_POINTS);
}

static void
check_axioms(void **state)
{
    const struct rule *r = *state;

    for (int i = 0; i < r->body->n; i++)
        check_axiom(&r->body->at[i]);
}

int
main(void)
{
    struct table t = {0};
    struct arena *a = arena_new();
    const struct rulebook *basic = rulebook_basic(a);
    int failed;
    size_t n;

    for (n = 0; n < sizeof justified / sizeof *justified; n++)
        table_add(&t, justified[n].x, check_justified, &justified[n]);
    for (n = 0; n < sizeof of_chance / sizeof *of_chance; n++)
        table_add(&t, of_chance[n].x, check_of_chance, &of_chance[n]);
    for (n = 0; n < sizeof refused / sizeof *refused; n++)
        table_add(&t, refused[n].x, check_refused, &refused[n]);
    for (n = 0; n < sizeof chance_refused / sizeof *chance_refused; n++)
        table_add(&t, chance_refused[n].x, check_chance_refused, &chance_refused[n]);
    for (n = 0; n < sizeof bounds / sizeof *bounds; n++)
        table_add(&t, bounds[n].x, check_bound, &bounds[n]);
    for (n = 0; n < sizeof relations / sizeof *relations; n++)
        table_add(&t, relations[n].x, check_relation, &relations[n]);
    for (int i = 0; i < rulebook_count(basic); i++)
        table_add(&t, rulebook_at(basic, i)->name, check_axioms, rulebook_at(basic, i));
    table_add(&t, "names", check_names, NULL);
    table_add(&t, "pair", check_pair, NULL);
    table_add(&t, "usual pairs", check_usual_pairs, NULL);
    table_add(&t, "theorem", check_theorem, NULL);
    table_add(&t, "definition", check_definition, NULL);
    table_add(&t, "steps", check_steps, NULL);
    failed = table_run(&t, "rules");
    arena_free(a);
    return failed;
}
