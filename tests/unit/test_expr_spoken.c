/* Terms in words: how every operation is said, and that what differs sounds different. */
#include "unit/expr_scope.h"

static const char common[] =
    "m, n, j, d, T, t : integer; x, y, a, b, theta : real; z : complex; q, k : vector(2);"
    "v : vector(d); A, B : matrix(2, 2); X, Y : random; U : random vector(2);"
    "c, g : event; w : sequence(T)";

static const struct term *
read_any(struct arena *a, const char *text)
{
    struct scope *s = declared(a, common);
    struct err e = {0};
    const struct term *t = expr_parse(a, s, text, here, &e);

    if (!t)
        t = expr_parse_relation(a, s, text, here, &e);
    if (!t)
        fail_msg("%s", err_text(a, &e));
    return t;
}

/* ---- what is said ------------------------------------------------------------------ */

static const struct said_row {
    const char *text, *spoken;
} said_rows[] = {
    {"q_j",                      "q sub j"                                         },
    {"q_{j + 1}",                "q sub j plus 1, end of index"                    },
    {"A[1, j]",                  "A sub 1, j"                                      },
    {"(A B)[1, 2]",              "open A B close sub 1, 2"                         },
    {"[1, 2][1]",                "the vector 1, 2, end sub 1"                      },
    {"I(2) q",                   "identity matrix of size 2, times q"              },
    {"I(d + 1)",                 "identity matrix of size d plus 1, end"           },
    {"ones(d)",                  "vector of ones of size d"                        },
    {"onehot(j, d)",             "one-hot vector of j in d, end"                   },
    {"Var[U]_1",                 "open variance of U close sub 1"                  },
    {"E[U_1]",                   "expected value of U sub 1"                       },
    {"P(w_{t + 1})",             "probability of w sub t plus 1, end of index, end"},
    {"P(w_<t)",                  "probability of w before t, end"                  },
    {"P(c, g | w_1..t)",         "probability of c and g, given w from 1 to t, end"},
    {"E[X | Y]",                 "expected value of X, given Y, end"               },
    {"limit(x -> -inf, exp(x))",
     "limit as x tends to minus infinity of exponential of x, end of limit"        },
    {"D(x^2, x)",                "derivative by x of x squared"                    },
    {"A^-1 q",                   "A to the minus 1, times q"                       },
    {"x <= y",                   "x is at most y"                                  },
    {"conj(z)^2",                "open z conjugated close squared"                 },
    {"diag(q)",                  "diagonal matrix of q"                            },
    {"blockdiag(A, B)",          "block diagonal matrix of A and B, end"           },
};

static void
check_said(void **state)
{
    const struct said_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(expr_spoken(a, read_any(a, r->text)), r->spoken);
    arena_free(a);
}

/* ---- what sounds alike ------------------------------------------------------------- */

static const struct pair_row {
    const char *one, *other;
} pair_rows[] = {
    {"(a + b)/x",                   "a + b/x"                    },
    {"a/(b + x)",                   "a/b + x"                    },
    {"a/(b x)",                     "(a/b) x"                    },
    {"a/b/x",                       "a/(b/x)"                    },
    {"a - (b - x)",                 "a - b - x"                  },
    {"-(a + b)",                    "-a + b"                     },
    {"-x^2",                        "(-x)^2"                     },
    {"2^(x + 1)",                   "2^x + 1"                    },
    {"2^(n x)",                     "2^n x"                      },
    {"2^-x",                        "-2^x"                       },
    {"(2^3)^n",                     "2^(3^n)"                    },
    {"(a + b)^2",                   "a + b^2"                    },
    {"a b^2",                       "(a b)^2"                    },
    {"sin(x + y)",                  "sin(x) + y"                 },
    {"sin(x)^2",                    "sin(x^2)"                   },
    {"sin(x) y",                    "sin(x y)"                   },
    {"sqrt(x/y)",                   "sqrt(x)/y"                  },
    {"ln(x) y",                     "ln(x y)"                    },
    {"ln(-x)",                      "-ln(x)"                     },
    {"max(a, b + x)",               "max(a, b) + x"              },
    {"max(a, b, x)",                "max(max(a, b), x)"          },
    {"(A B)^T",                     "A B^T"                      },
    {"(A + B)^T",                   "A + B^T"                    },
    {"(A^T)^-1",                    "(A^-1)^T"                   },
    {"R(x)^T q",                    "R(x) q"                     },
    {"conj(z^2)",                   "conj(z)^2"                  },
    {"conj(z + x)",                 "conj(z) + x"                },
    {"q[j + 1]",                    "q[j] + 1"                   },
    {"q[2 j]",                      "q[2] j"                     },
    {"q[j]^2",                      "q[j^2]"                     },
    {"conj(q[j])",                  "q[conj(j)]"                 },
    {"(A B)[1, 1]",                 "A[1, 1] B[1, 1]"            },
    {"det(A)^2",                    "det(A^2)"                   },
    {"sum(j=1..d, x + y)",          "sum(j=1..d, x) + y"         },
    {"sum(j=1..d, x)^2",            "sum(j=1..d, x^2)"           },
    {"sum(j=1..d + 1, x)",          "sum(j=1..d, 1 + x)"         },
    {"sum(j=1..d, sum(m=1..n, x))", "sum(m=1..n, sum(j=1..d, x))"},
    {"prod(j=1..d, x)",             "sum(j=1..d, x)"             },
    {"limit(x -> 0, x + y)",        "limit(x -> 0, x) + y"       },
    {"limit(x -> inf, x)",          "limit(x -> -inf, x)"        },
    {"D(x + y, x)",                 "D(x, x) + y"                },
    {"D(x y, x)",                   "D(x, x) y"                  },
    {"D(D(x y, x), y)",             "D(D(x y, y), x)"            },
    {"E[X + Y]",                    "E[X] + Y"                   },
    {"E[X Y]",                      "E[X] Y"                     },
    {"E[X]^2",                      "E[X^2]"                     },
    {"E[X | Y]",                    "E[X]"                       },
    {"E[E[X | Y]]",                 "E[E[X] | Y]"                },
    {"Var[X + Y]",                  "Var[X] + Y"                 },
    {"Var[U_1]",                    "Var[U]_1"                   },
    {"Cov[X, Y] + 1",               "Cov[X, Y + 1]"              },
    {"P(c | g)",                    "P(c, g)"                    },
    {"P(c, w_1 | g)",               "P(c | w_1, g)"              },
    {"P(w_<t)",                     "P(w_<=t)"                   },
    {"P(w_t)",                      "P(w_1..t)"                  },
    {"P(w_{t+1})",                  "P(w_t) + 1"                 },
    {"[a, b; x, y]",                "[a, b, x, y]"               },
    {"[a + b, x]",                  "[a, b + x]"                 },
    {"[a, b]^T",                    "[a, b]"                     },
    {"x < y",                       "x <= y"                     },
    {"x = y + 1",                   "x + 1 = y"                  },
    {"exp(x)",                      "e^x"                        },
    {"|x|",                         "norm(q)"                    },
};

static void
check_pair(void **state)
{
    const struct pair_row *r = *state;
    struct arena *a = arena_new();
    const char *one, *other;

    one = expr_spoken(a, read_any(a, r->one));
    other = expr_spoken(a, read_any(a, r->other));
    if (strcmp(one, other) == 0)
        fail_msg("%s and %s: %s", r->one, r->other, one);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, said_rows, check_said);
    TABLE_ROWS(&t, pair_rows, check_pair);
    return table_run(&t, "expr_spoken");
}
