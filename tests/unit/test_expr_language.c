/* Binders, chance, events and sequences: read, refused, written, declared. */
#include "unit/expr_scope.h"

static const char common[] =
    "n, m, d, T, t, j : integer; x, y, a, theta, M : real; z : complex;"
    "p : distribution(4); v : vector(3); r : vector(d); A : matrix(2, 2);"
    "B : matrix(n, m); X, Y, Z : random; q, k : random vector(d);"
    "u : random vector(2) joint; b, c, g : event; w : sequence(T); w_a : sequence(4)";

/* ---- reading ----------------------------------------------------------------------- */

static const struct read_row {
    const char *text, *plain, *type;
} read_rows[] = {
  /* sums and products */
    {"sum(j=1..d, r_j)",              "sum(j=1..d, r[j])",              "real number"           },
    {"sum(j=1..4, j^2)",              "sum(j=1..4, j^2)",               "integer"               },
    {"sum(j=1..4, j/2)",              "sum(j=1..4, j/2)",               "real number"           },
    {"sum(j=-2..d-1, j)",             "sum(j=-2..d - 1, j)",            "integer"               },
    {"2 sum(j=1..3, x) y",            "2 sum(j=1..3, x) y",             "real number"           },
    {"sum(j=1..3, x)^2",              "sum(j=1..3, x)^2",               "real number"           },
    {"sum(j=1..3, sum(m=1..j, m j))", "sum(j=1..3, sum(m=1..j, m j))",  "integer"               },
    {"sum(x=1..3, x)",                "sum(x=1..3, x)",                 "integer"               },
    {"sum(j=1..3, x v)",              "sum(j=1..3, x v)",               "vector(3)"             },
    {"sum(j=1..3, A^j)",              "sum(j=1..3, A^j)",               "2x2 matrix"            },
    {"sum(i=1..4, p_i)",              "sum(i=1..4, p[i])",              "real number"           },
    {"sum(i=1..4, e^(p_i))",          "sum(i=1..4, e^(p[i]))",          "real number"           },
    {"sum(i=1..4, exp(p[i]))",        "sum(i=1..4, exp(p[i]))",         "real number"           },
    {"sum(i=1..4, x^i)",              "sum(i=1..4, x^i)",               "real number"           },
    {"sum(j=1..4, e^(i j x))",        "sum(j=1..4, e^(i j x))",         "complex number"        },
    {"sum(θ=1..2, θ)",              "sum(theta=1..2, theta)",         "integer"               },
    {"sum(j_1=1..2, j_1)",            "sum(j_1=1..2, j_1)",             "integer"               },
    {"sum(j=1..3, X)",                "sum(j=1..3, X)",                 "random real number"    },
    {"prod(t=1..T, x)",               "prod(t=1..T, x)",                "real number"           },
    {"prod(t=1..4, t)",               "prod(t=1..4, t)",                "integer"               },
    {"prod(j=1..2, e^(i j x))",       "prod(j=1..2, e^(i j x))",        "complex number"        },
    {"ln sum(j=1..2, x)",             "ln(sum(j=1..2, x))",             "real number"           },
    {"cos a sum(j=1..2, x)",          "cos(a) sum(j=1..2, x)",          "real number"           },
 /* limits and derivatives */
    {"limit(x -> -inf, exp(x))",      "limit(x -> -inf, exp(x))",       "real number"           },
    {"limit(x→∞, 1/x)",           "limit(x -> inf, 1/x)",           "real number"           },
    {"limit(n -> inf, 1/n)",          "limit(n -> inf, 1/n)",           "real number"           },
    {"limit(s -> 0, sin(s)/s)",       "limit(s -> 0, sin(s)/s)",        "real number"           },
    {"limit(s -> a + 1, s v)",        "limit(s -> a + 1, s v)",         "vector(3)"             },
    {"D(x^2, x)",                     "D(x^2, x)",                      "real number"           },
    {"D(j, x)",                       "D(j, x)",                        "real number"           },
    {"D(softmax(v)[1], v[2])",        "D(softmax(v)[1], v[2])",         "real number"           },
    {"D(softmax(v), v_1)",            "D(softmax(v), v[1])",            "vector(3)"             },
    {"D(D(x^3, x), x)",               "D(D(x^3, x), x)",                "real number"           },
    {"D(e^(i x), x)",                 "D(e^(i x), x)",                  "complex number"        },
    {"D(A[1, 1], A[1, 2])",           "D(A[1, 1], A[1, 2])",            "real number"           },
 /* functions of models, shapes */
    {"softmax(v)",                    "softmax(v)",                     "vector(3)"             },
    {"softmax(r)",                    "softmax(r)",                     "vector(d)"             },
    {"softmax(q)",                    "softmax(q)",                     "random vector(d)"      },
    {"softmax(p)",                    "softmax(p)",                     "vector(4)"             },
    {"softmax(v)_2",                  "softmax(v)[2]",                  "real number"           },
    {"rms(v)",                        "rms(v)",                         "real number"           },
    {"rmsnorm(x v)",                  "rmsnorm(x v)",                   "vector(3)"             },
    {"onehot(2, 3)",                  "onehot(2, 3)",                   "vector(3)"             },
    {"onehot(j, d)",                  "onehot(j, d)",                   "vector(d)"             },
    {"softmax(r) - onehot(j, d)",     "softmax(r) - onehot(j, d)",      "vector(d)"             },
    {"blockdiag(R(a), R(x))",         "blockdiag(R(a), R(x))",          "4x4 matrix"            },
    {"blockdiag(A, B)",               "blockdiag(A, B)",                "(2 + n)x(2 + m) matrix"},
    {"blockdiag(v, v)",               "blockdiag(v, v)",                "6x2 matrix"            },
    {"B^T B",                         "B^T B",                          "mxm matrix"            },
    {"r^T q",                         "r^T q",                          "random real number"    },
    {"p_1",                           "p[1]",                           "real number"           },
    {"-p",                            "-p",                             "vector(4)"             },
 /* averages */
    {"E[X]",                          "E[X]",                           "real number"           },
    {"E[x]",                          "E[x]",                           "real number"           },
    {"E[sign(X)]",                    "E[sign(X)]",                     "real number"           },
    {"E[q]",                          "E[q]",                           "vector(d)"             },
    {"E[q k^T]",                      "E[q k^T]",                       "dxd matrix"            },
    {"E[q]_j",                        "(E[q])[j]",                      "real number"           },
    {"E[q][1]",                       "(E[q])[1]",                      "real number"           },
    {"E[X]^2",                        "E[X]^2",                         "real number"           },
    {"E[X Y]",                        "E[X Y]",                         "real number"           },
    {"E[X | Y]",                      "E[X | Y]",                       "random real number"    },
    {"E[E[Y | X]]",                   "E[E[Y | X]]",                    "real number"           },
    {"E[X|Y, Z]",                     "E[X | Y, Z]",                    "random real number"    },
    {"E[|X|]",                        "E[abs(X)]",                      "real number"           },
    {"E[|X| | Y]",                    "E[abs(X) | Y]",                  "random real number"    },
    {"E[|X| |Y|]",                    NULL,                             NULL                    },
    {"E[(x|X|)]",                     "E[x abs(X)]",                    "real number"           },
    {"E[X | |Y|]",                    "E[X | abs(Y)]",                  "random real number"    },
    {"E[q^T k | q]",                  "E[q^T k | q]",                   "random real number"    },
    {"E[e^(i X)]",                    "E[e^(i X)]",                     "complex number"        },
    {"2E[X]",                         "2 E[X]",                         "real number"           },
    {"ln E[X] / 2",                   "ln(E[X])/2",                     "real number"           },
    {"Var[X]",                        "Var[X]",                         "real number"           },
    {"Var[q]",                        "Var[q]",                         "vector(d)"             },
    {"Var[q^T k / sqrt(d)]",          "Var[q^T k/sqrt(d)]",             "real number"           },
    {"Var[X | Y]",                    "Var[X | Y]",                     "random real number"    },
    {"Var[E[X | Y]] + E[Var[X | Y]]", "Var[E[X | Y]] + E[Var[X | Y]]",  "real number"           },
    {"Cov[X, Y]",                     "Cov[X, Y]",                      "real number"           },
    {"Cov[q, k]",                     "Cov[q, k]",                      "dxd matrix"            },
    {"Cov[q, u]",                     "Cov[q, u]",                      "dx2 matrix"            },
    {"Cov[X, Y | Z]",                 "Cov[X, Y | Z]",                  "random real number"    },
    {"X + 1",                         "X + 1",                          "random real number"    },
    {"q_j X",                         "q[j] X",                         "random real number"    },
    {"[X, 1]",                        "[X, 1]",                         "random vector(2)"      },
 /* events and sequences */
    {"P(b)",                          "P(b)",                           "real number"           },
    {"P(b, c | g)",                   "P(b, c | g)",                    "real number"           },
    {"P(b) P(c | b)",                 "P(b) P(c | b)",                  "real number"           },
    {"P(w_1..T)",                     "P(w_1..T)",                      "real number"           },
    {"P(w_1)",                        "P(w_1)",                         "real number"           },
    {"P(w_t | w_<t)",                 "P(w_t | w_<t)",                  "real number"           },
    {"P(w_t|w_<=t)",                  "P(w_t | w_1..t)",                "real number"           },
    {"P(w[t] | w[<t])",               "P(w_t | w_<t)",                  "real number"           },
    {"P(w[1..t])",                    "P(w_1..t)",                      "real number"           },
    {"P(w_{t+1} | w_{1..t})",         "P(w_{t + 1} | w_1..t)",          "real number"           },
    {"P(w_{<t+1})",                   "P(w_{<t + 1})",                  "real number"           },
    {"P(w_{<=t+1})",                  "P(w_{1..t + 1})",                "real number"           },
    {"P(w_{t-1}..T)",                 "P(w_{t - 1..T})",                "real number"           },
    {"P(w_2..{T-1})",                 "P(w_{2..T - 1})",                "real number"           },
    {"P(w_a_1..3)",                   "P(w_a_{1..3})",                  "real number"           },
    {"P(w_a_2)",                      "P(w_a_{2})",                     "real number"           },
    {"P(w_1..{t-1})",                 "P(w_<t)",                        "real number"           },
    {"ln P(w_1..T) / T",              "ln(P(w_1..T))/T",                "real number"           },
    {"exp(-ln P(w_1..T) / T)",        "exp(-ln(P(w_1..T))/T)",          "real number"           },
    {"sum(t=1..T, ln P(w_t | w_<t))", "sum(t=1..T, ln(P(w_t | w_<t)))", "real number"           },
    {"prod(t=1..T, P(w_t | w_<t))",   "prod(t=1..T, P(w_t | w_<t))",    "real number"           },
};

static void
check_read(void **state)
{
    const struct read_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    struct err e = {0};
    const struct term *t = expr_parse(a, s, r->text, here, &e), *again;

    if (!t != !r->plain)
        fail_msg("%s", t ? "this was read" : err_text(a, &e));
    if (t) {
        assert_string_equal(expr_plain(a, t, PRINT_ASCII), r->plain);
        assert_string_equal(type_text(a, t->type), r->type);
        again = expr_parse(a, s, expr_plain(a, t, 0), here, &e);
        if (!again || !expr_same(t, again))
            fail_msg("'%s' is not read back", expr_plain(a, t, 0));
        assert_true(strlen(expr_tex(a, t)) > 0 && strlen(expr_spoken(a, t)) > 0);
    }
    arena_free(a);
}

/* ---- refusals ---------------------------------------------------------------------- */

static const struct refuse_row {
    const char *text;
    int col;
    const char *says;
} refuse_rows[] = {
    {"sum(i=1..d, e^(i x))",          16, "i is the index here: use j"                            },
    {"sum(i=1..d, exp(-i))",          18, "use j"                                                 },
    {"sum(i=1..d, 2 e^(x i/2))",      20, "use j"                                                 },
    {"sum(j=1..2, sum(i=1..2, e^i))", 27, "use j"                                                 },
    {"prod(i=1..d, e^(i x))",         17, "use j"                                                 },
    {"sum(j=1..d r_j)",               15, "a comma and what is added"                             },
    {"sum(j=1..d)",                   11, "a comma and what is added"                             },
    {"sum(j, r_j)",                   6,  "'=' and the bounds"                                    },
    {"sum(1..d, r_j)",                5,  "name of an index"                                      },
    {"sum(j=1, r_j)",                 8,  "'..'"                                                  },
    {"sum(j=1..x, j)",                1,  "from one integer to another, and this is a real number"},
    {"sum(j=1..inf, j)",              10, "inf is no number"                                      },
    {"sum(sin=1..2, 1)",              5,  "meaning of its own"                                    },
    {"sum(where=1..2, 1)",            5,  "meaning of its own"                                    },
    {"sum j",                         5,  "'('"                                                   },
    {"sum(j=1..2, j",                 4,  "not closed"                                            },
    {"sum(s=1..2, s) + s",            18, "not declared"                                          },
    {"sum(s=1..s, 1)",                10, "not declared"                                          },
    {"prod(j=1..2, A)",               1,  "prod multiplies numbers"                               },
    {"limit(x, 1/x)",                 8,  "'->' and a point"                                      },
    {"limit(x -> 0)",                 13, "a comma and the term"                                  },
    {"limit(x -> i, x)",              12, "real number"                                           },
    {"limit(x -> inf + 1, x)",        12, "by itself"                                             },
    {"limit(x -> 0, inf)",            15, "inf is no number"                                      },
    {"D(x^2)",                        1,  "a term and the name"                                   },
    {"D(x^2, 2)",                     1,  "by a name or a component"                              },
    {"D(x^2, j)",                     1,  "by a real name, and this is an integer"                },
    {"D(x^2, z)",                     1,  "by a real name, and this is a complex number"          },
    {"D(X^2, X)",                     1,  "by a real name, and this is a random real number"      },
    {"D(v, v)",                       1,  "by a real name, and this is vector(3)"                 },
    {"D[x^2, x]",                     2,  "'('"                                                   },
    {"softmax(x)",                    1,  "softmax takes a real vector, and this is a real number"},
    {"softmax(A)",                    1,  "real vector"                                           },
    {"rms(x)",                        1,  "real vector"                                           },
    {"rmsnorm(z v)",                  1,  "real vector, and this is complex vector(3)"            },
    {"onehot(1)",                     1,  "onehot takes 2 arguments, not 1"                       },
    {"onehot(4, 3)",                  1,  "no place 4; they are counted from 1 to 3"              },
    {"onehot(0, d)",                  1,  "no place 0"                                            },
    {"onehot(x, 3)",                  1,  "a place, which is an integer"                          },
    {"onehot(1, x)",                  1,  "a size, which is an integer"                           },
    {"onehot(1, 513)",                1,  "1 to 512"                                              },
    {"blockdiag(x, A)",               1,  "blockdiag takes matrices, and this is a real number"   },
    {"blockdiag(I(300), I(300))",     1,  "1 to 512"                                              },
    {"I(sign(X))",                    1,  "a size, which is an integer"                           },
    {"v[sign(X)]",                    2,  "counted by an integer"                                 },
    {"E(X)",                          1,  "write E[X]"                                            },
    {"E X",                           1,  "write E[X]"                                            },
    {"E[]",                           3,  "missing"                                               },
    {"E[X",                           2,  "not closed"                                            },
    {"E[X, Y]",                       1,  "one argument before the bar"                           },
    {"E[X | x]",                      1,  "behind the bar stand random numbers"                   },
    {"E[X | b]",                      1,  "behind the bar of E, Var and Cov stand random names"   },
    {"P(X = Y)",                      5,  "let a : event, and write P(a)"                         },
    {"P(b | X > 0)",                  9,  "declare the event by a name of its own"                },
    {"P(w_1 = 2)",                    7,  "declare the event"                                     },
    {"E[X | Y = 1]",                  9,  "write E[X | Y]"                                        },
    {"Cov[X, Y | X < Y]",             14, "behind the bar stand random names"                     },
    {"E[X = Y]",                      5,  "a relation, which has no mean"                         },
    {"P(b c)",                        5,  "write P(a, b)"                                         },
    {"P(b \\cap c)",                  5,  "write P(a, b)"                                         },
    {"P(b \\cup c)",                  5,  "P(a) + P(b) - P(a, b)"                                 },
    {"E[b]",                          1,  "write P(a) for its probability"                        },
    {"E[| X]",                        3,  "not closed"                                            },
    {"E[X | Y | Z]",                  9,  "does not belong"                                       },
    {"Var[X, Y]",                     1,  "one argument before the bar"                           },
    {"Var[q k^T]",                    1,  "Var takes a real number or a real vector"              },
    {"Var[i X]",                      1,  "Var takes a real number or a real vector"              },
    {"Cov[X]",                        1,  "two arguments before the bar"                          },
    {"Cov[X, q]",                     1,  "take two numbers or two vectors"                       },
    {"Cov[X, A]",                     1,  "Cov takes real numbers"                                },
    {"P[b]",                          1,  "write P(a)"                                            },
    {"P b",                           1,  "write P(a)"                                            },
    {"P(X)",                          1,  "P takes events, and this is a random real number"      },
    {"P(w)",                          1,  "write P(w_1..T)"                                       },
    {"P(w_0)",                        3,  "no component 0"                                        },
    {"P(w_0..T)",                     3,  "no item 0"                                             },
    {"P(w_a_1..5)",                   3,  "no item 5; they are counted from 1 to 4"               },
    {"P(w_>t)",                       5,  "w_<t or w_<=t"                                         },
    {"P(w_x)",                        3,  "counted by an integer"                                 },
    {"P(w_1..x)",                     3,  "counted by an integer"                                 },
    {"P(w[1, 2])",                    6,  "comma"                                                 },
    {"w + 1",                         3,  "a sequence has no value"                               },
    {"b + 1",                         3,  "an event has no value"                                 },
    {"ln b",                          1,  "an event has no value"                                 },
    {"x_1..3",                        1,  "has no components"                                     },
    {"x -> 0 as x -> inf",            3,  "limit(x -> a, f)"                                      },
    {"A^sign(X) + E",                 13, "write E[X]"                                            },
    {"∑ x",                         1,  "write sum(j=1..d, ...)"                                },
    {"∏ x",                         1,  "write prod(j=1..d, ...)"                               },
    {"q + v",                         3,  "random vector(d) cannot be added to vector(3)"         },
    {"independent(X, Y)",             1,  "independent"                                           },
};

static const struct refuse_row more_rows[] = {
    {"limit(2 -> 0, x)",      7, "name of an index"                                },
    {"limit((x) -> 0, x)",    7, "name of an index"                                },
    {"limit(",                7, "name of an index"                                },
    {"sum(",                  5, "name of an index"                                },
    {"D(",                    3, "missing"                                         },
    {"E[",                    3, "missing"                                         },
    {"P(",                    3, "missing"                                         },
    {"P(b|",                  5, "missing"                                         },
    {"sum(n=1..3, ones(n))",  1, "the size of vector(n) changes with the index 'n'"},
    {"limit(n -> inf, I(n))", 1, "changes with the index 'n'"                      },
    {"sum(j=1..2, w_j)",      1, "an event has no value"                           },
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

/* ---- declarations ------------------------------------------------------------------ */

static const struct declare_row {
    const char *text;
    const char *name, *type; /* NULL: refused */
    int col;
    const char *says;
} declare_rows[] = {
    {"X, Y : random",                                        "Y",     "random real number",     0,  NULL                         },
    {"u : random vector(2)",                                 "u",     "random vector(2)",       0,  NULL                         },
    {"d : integer; u : random vector(d) joint",              "u",     "random vector(d) joint", 0,  NULL                         },
    {"p : distribution(3)",                                  "p",     "distribution(3)",        0,  NULL                         },
    {"n : integer; p : distribution(n)",                     "p",     "distribution(n)",        0,  NULL                         },
    {"a, b : event",                                         "b",     "event",                  0,  NULL                         },
    {"T : integer in 1..4; w : sequence(T)",                 "w",     "sequence(T)",            0,  NULL                         },
    {"w : sequence(4)",                                      "w",     "sequence(4)",            0,  NULL                         },
    {"r, c : integer; A : matrix(r, c)",                     "A",     "rxc matrix",             0,  NULL                         },
    {"n = 4; x : vector(n); y : vector(4); v = x + I(n) y",  "v",     "vector(4)",              0,  NULL                         },
    {"m : integer; n = m + 1; x : vector(n); v = I(n) x",    "v",     "vector((m + 1))",        0,
     NULL                                                                                                                        },
    {"n = 2; A : matrix(n, n + 1); v = A^T ones(n)",         "v",     "vector(3)",              0,  NULL                         },
    {"n = 2*2; v = onehot(1, n) + ones(4)",                  "v",     "vector(4)",              0,  NULL                         },
    {"n = 600; x : vector(n)",                               NULL,    NULL,                     21, "1 to 512"                   },
    {"n : integer where n = 3; x : vector(n); v = I(3) x",   "v",     "vector(3)",              0,  NULL                         },
    {"n = 3; w : sequence(n); x = P(w_{3})",                 "x",     "real number",            0,  NULL                         },
    {"joint : real",                                         "joint", "real number",            0,  NULL                         },
    {"X : random; Y = X^2",                                  "Y",     "random real number",     0,  NULL                         },
    {"X, Y : random; assume Y = 2 X",                        "Y",     "random real number",     0,  NULL                         },
    {"X : random where E[X] = 0",                            "X",     "random real number",     0,  NULL                         },
    {"D : real; E : real; P : matrix(2, 2)",                 "P",     "2x2 matrix",             0,  NULL                         },
    {"v : vector(2); assume v > 0",                          "v",     "vector(2)",              0,  NULL                         },
    {"X : random vector",                                    NULL,    NULL,                     18, "'(' and a size"             },
    {"X : random integer",                                   NULL,    NULL,                     12, "write X : random"           },
    {"X : random matrix(2, 2)",                              NULL,    NULL,                     12, "u : random vector(d)"       },
    {"X : random distribution(2)",                           NULL,    NULL,                     12, "a random name"              },
    {"z : complex distribution(2)",                          NULL,    NULL,                     13, "complex vector(n)"          },
    {"X : random in 0..1",                                   NULL,    NULL,                     15, "a random name has no bounds"},
    {"X : random where X > 0",                               NULL,    NULL,                     18, "is about E, Var, Cov or P"  },
    {"X, Y : random; assume X^2 = Y^2",                      NULL,    NULL,                     23, "is about E, Var, Cov or P"  },
    {"v : vector(2) joint",                                  NULL,    NULL,                     15, "does not belong"            },
    {"w : sequence",                                         NULL,    NULL,                     13, "'(' and a size"             },
    {"w : sequence(0)",                                      NULL,    NULL,                     14, "1 to 512"                   },
    {"X : random; v : vector(sign(X))",                      NULL,    NULL,                     24, "a size is an integer"       },
    {"event : real",                                         NULL,    NULL,                     1,  "meaning of its own"         },
    {"sum : real",                                           NULL,    NULL,                     1,  "meaning of its own"         },
    {"softmax : real",                                       NULL,    NULL,                     1,  "meaning of its own"         },
    {"X : random; assume independent(X)",                    NULL,    NULL,                     20, "two or more"                },
    {"X : random; assume independent(X, X)",                 NULL,    NULL,                     20, "'X' stands here twice"      },
    {"X : random; x : real; assume independent(X, x)",       NULL,    NULL,                     30,
     "takes names of random"                                                                                                     },
    {"X, Y : random; assume independent(X, Y + 1)",          NULL,    NULL,                     23,
     "takes names of random"                                                                                                     },
    {"X : random; assume independent X",                     NULL,    NULL,                     32, "'('"                        },
    {"u : random vector(2); assume E[u] = i",                NULL,    NULL,                     35, "cannot be compared"         },
    {"u : random vector(2) where E[u] = 0",                  NULL,    NULL,                     33, "cannot be compared"         },
    {"v : vector(2); assume v = 0",                          NULL,    NULL,                     23, "name = term"                },
    {"X : random; assume a: E[X] = 0; assume a: Var[X] = 1", NULL,    NULL,                     40,
     "another label"                                                                                                             },
    {"X : random; assume E[X]",                              NULL,    NULL,                     24, "relation"                   },
    {"x : real; assume x -> 0 as x -> inf",                  NULL,    NULL,                     18, "declared here"              },
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
        assert_int_equal(scope_assumption_count(s), 0);
        if (e.at.col != r->col || !strstr(e.msg, r->says))
            fail_msg("%s", err_text(a, &e));
    }
    arena_free(a);
}

static const char *
relation_of(struct arena *a, const struct assumption *m, int i)
{
    return expr_plain(a, m->relation[i], PRINT_ASCII);
}

static void
check_assumptions(void **state)
{
    struct arena *a = arena_new();
    struct scope *outer = declared(a, "X, Y : random; assume indep: independent(X, Y)"),
                 *s = scope_new(a, outer);
    const struct assumption *m;
    struct err e = {0};

    (void)state;
    assert_true(scope_declare(a, s,
                              "u : random vector(2)\n c : real where c > 0\n"
                              "assume centred: E[u] = 0, E[X] = c\n"
                              "assume Var[u] = 1\n assume small: c < 2, E[X] < c",
                              here, &e));
    assert_int_equal(scope_assumption_count(s), 3);
    m = scope_assumption_at(s, 0);
    assert_string_equal(m->label, "centred");
    assert_int_equal(m->n, 2);
    assert_int_equal(m->at.line, 3);
    assert_int_equal(m->at.col, 1);
    assert_true(m->relation[0]->every);
    assert_false(m->relation[1]->every);
    assert_string_equal(relation_of(a, m, 0), "E[u] = 0");
    assert_string_equal(relation_of(a, m, 1), "E[X] = c");
    m = scope_assumption_at(s, 1);
    assert_string_equal(m->label, "");
    assert_string_equal(relation_of(a, m, 0), "Var[u] = 1");
    m = scope_assumption_at(s, 2);
    assert_string_equal(relation_of(a, m, 0), "c < 2");
    assert_int_equal(scope_find(s, "c")->n_conditions, 2);
    assert_int_equal(scope_find(s, "u")->n_conditions, 0);
    m = scope_assumption_find(s, "indep");
    assert_ptr_equal(m, scope_assumption_at(scope_parent(s), 0));
    assert_int_equal(m->relation[0]->op, TERM_INDEPENDENT);
    assert_string_equal(relation_of(a, m, 0), "independent(X, Y)");
    assert_string_equal(expr_spoken(a, m->relation[0]), "X and Y are independent");
    assert_null(scope_assumption_find(s, ""));
    assert_false(scope_declare(a, s, "assume indep: E[Y] = 0", here, &e));
    assert_int_equal(scope_assumption_count(s), 3);
    arena_free(a);
}

/* ---- indices when names are replaced ----------------------------------------------- */

static const struct unfold_row {
    const char *text, *plain;
} unfold_rows[] = {
    {"sum(j=1..n, y)",                      "sum(j'=1..3, j + 1)"                      },
    {"sum(j=1..n, j y)",                    "sum(j'=1..3, j' (j + 1))"                 },
    {"sum(n=1..n, n)",                      "sum(n=1..3, n)"                           },
    {"sum(m=n..2 n, m + n)",                "sum(m=3..2*3, m + 3)"                     },
    {"sum(j=1..2, sum(m=1..2, y + m + j))", "sum(j'=1..2, sum(m=1..2, j + 1 + m + j'))"},
    {"sum(j=1..2, y + j')",                 "sum(j''=1..2, j + 1 + j')"                },
    {"limit(n -> n, 1/n)",                  "limit(n -> 3, 1/n)"                       },
    {"D(s^2, s)",                           "D(s^2, s)"                                },
    {"D(f, x)",                             "D(x^2, x)"                                },
    {"sum(x=1..2, f)",                      "sum(x'=1..2, x^2)"                        },
};

static void
check_unfold(void **state)
{
    const struct unfold_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s =
        declared(a, "j, j', m : integer; x : real; n = 3; y = j + 1; s = 0.5;"
                    "f = x^2");
    struct err e = {0};
    const struct term *t = expr_parse(a, s, r->text, here, &e);

    if (!t)
        fail_msg("%s", err_text(a, &e));
    assert_string_equal(expr_plain(a, expr_unfold(a, s, t), PRINT_ASCII), r->plain);
    arena_free(a);
}

static void
visit_name(void *ctx, const struct term *name)
{
    strcat(ctx, name->name);
}

static void
check_free_names(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, common);
    char names[32] = "";
    const struct term *t =
        expr_parse(a, s, "sum(j=j..n, j x) + limit(y -> a, y m) + D(x, x)", here, NULL);

    (void)state;
    assert_non_null(t);
    term_free_names(t, visit_name, names);
    assert_string_equal(names, "jnxamxx");
    assert_false(term_has_chance(t));
    assert_true(term_has_chance(expr_parse(a, s, "1 + sum(j=1..2, E[X])", here, NULL)));
    assert_true(expr_mentions(t, "sum") && expr_mentions(t, "limit") &&
                expr_mentions(t, "D") && !expr_mentions(t, "E"));
    assert_false(expr_same(expr_parse(a, s, "sum(j=1..2, x)", here, NULL),
                           expr_parse(a, s, "sum(m=1..2, x)", here, NULL)));
    assert_false(expr_same(expr_parse(a, s, "P(b | c)", here, NULL),
                           expr_parse(a, s, "P(b, c)", here, NULL)));
    arena_free(a);
}

/* ---- relations --------------------------------------------------------------------- */

static const struct relation_row {
    const char *text, *plain, *says;
    int col;
} relation_rows[] = {
    {"exp(x - M) -> 0 as M -> inf", "limit(M -> inf, exp(x - M)) = 0", NULL,                                    0 },
    {"1/x → y as x → -∞",     "limit(x -> -inf, 1/x) = y",       NULL,                                    0 },
    {"E[X] = 0",                    "E[X] = 0",                        NULL,                                    0 },
    {"P(b | c) <= P(b)",            "P(b | c) <= P(b)",                NULL,                                    0 },
    {"x -> 0",                      NULL,                              "'as' and what tends where",             7 },
    {"x -> 0 as",                   NULL,                              "name of an index",                      10},
    {"x -> 0 as s -> 1",            NULL,                              "'s' must be declared as a real number", 11},
    {"x -> 0 as v -> 1",            NULL,                              "'v' must be declared as a real number", 11},
    {"x -> 0 as x = 1",             NULL,                              "'->' and a point",                      13},
    {"v -> 0 as x -> 1",            NULL,                              "cannot be compared",                    3 },
};

static void
check_relation(void **state)
{
    const struct relation_row *r = *state;
    struct arena *a = arena_new();
    struct err e = {0};
    const struct term *t = expr_parse_relation(a, declared(a, common), r->text, here, &e);

    if (!t != !r->plain)
        fail_msg("%s", t ? "this was read" : err_text(a, &e));
    if (t)
        assert_string_equal(expr_plain(a, t, PRINT_ASCII), r->plain);
    else if (e.at.col != r->col || !strstr(e.msg, r->says))
        fail_msg("%s", err_text(a, &e));
    arena_free(a);
}

/* ---- writing ----------------------------------------------------------------------- */

static const struct write_row {
    const char *text, *tex, *spoken;
} write_rows[] = {
    {"sum(j=1..d, r_j)",            "\\sum_{j=1}^{d} r_{j}",
     "sum over j from 1 to d of r sub j, end of sum"                                                                                                      },
    {"sum(j=1..d, r_j + 1) x",
     "\\left(\\sum_{j=1}^{d} \\left(r_{j} + 1\\right)\\right)\\,x",                        "sum over j from 1 to d of r sub j plus 1, end of sum, times x"},
    {"x sum(j=1..d, y) a",          "\\left(x\\,\\sum_{j=1}^{d} y\\right)\\,a",
     "x, times sum over j from 1 to d of y, end of sum, times a"                                                                                          },
    {"prod(t=1..T, P(w_t | w_<t))", "\\prod_{t=1}^{T} P\\left(w_{t} \\mid w_{<t}\\right)",
     "product over t from 1 to T of probability of w sub t, given w before t, end, end "
     "of product"                                                                                                                                         },
    {"P(w_1..T)",                   "P\\left(w_{1:T}\\right)",                             "probability of w from 1 to T, end"                            },
    {"limit(x -> -inf, exp(x))",    "\\lim_{x \\to -\\infty} \\exp\\left(x\\right)",
     "limit as x tends to minus infinity of exponential of x, end of limit"                                                                               },
    {"D(x^2, x)",                   "\\frac{\\partial}{\\partial x} x^{2}",                "derivative by x of x squared"                                 },
    {"sum(j=1..d, x)^2",            "\\left(\\sum_{j=1}^{d} x\\right)^{2}",
     "open sum over j from 1 to d of x, end of sum close squared"                                                                                         },
    {"E[X]",                        "\\operatorname{E}\\left[X\\right]",                   "expected value of X"                                          },
    {"Var[X + Y | Z]",              "\\operatorname{Var}\\left[X + Y \\mid Z\\right]",
     "variance of X plus Y, given Z, end"                                                                                                                 },
    {"Cov[X, Y]",                   "\\operatorname{Cov}\\left[X, Y\\right]",              "covariance of X and Y, end"                                   },
    {"softmax(v)",                  "\\operatorname{softmax}\\left(v\\right)",             "softmax of v"                                                 },
    {"onehot(2, 3)",                "\\operatorname{onehot}\\left(2, 3\\right)",
     "one-hot vector of 2 in 3, end"                                                                                                                      },
};

static void
check_write(void **state)
{
    const struct write_row *r = *state;
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
    TABLE_ROWS(&t, more_rows, check_refuse);
    TABLE_ROWS(&t, declare_rows, check_declare);
    TABLE_ROWS(&t, unfold_rows, check_unfold);
    TABLE_ROWS(&t, relation_rows, check_relation);
    TABLE_ROWS(&t, write_rows, check_write);
    table_add(&t, "assumptions in order, with labels", check_assumptions, NULL);
    table_add(&t, "free names, chance, and what is the same", check_free_names, NULL);
    return table_run(&t, "expr_language");
}
