/*
 * The readable point at which the lines of a derivation are shown with their values.
 */
#include "unit/table.h"

#include "exact/exact.h"
#include "proof/proof.h"

static const struct point_row {
    const char *name, *text;
    const char *prefer, *value; /* a name of a figure; "" for none */
    const char *point;
} points[] = {
    {"small numbers, none of them 1",                "let a, b : real\n  a b\n= b a",                  "",  "",
     "a = 2, b = 3"                                                                                                                                                                    },
    {"what the figure says",                         "let a, b : real\n  a b\n= b a",                  "b", "0.5",
     "a = 2, b = 0.5"                                                                                                                                                                  },
    {"inside the domain",                            "let b : real in 0..1\n  b\n= b + 0",             "",  "",                   "b = 0.5"                                            },
    {"a size is that of the figure's vector",
     "let d : integer in 1..9; x : vector(d)\n  norm(x)\n= sqrt(x^T x)",                               "x", "[1, 2, 3]",
     "d = 3, x = [1, 2, 3]"                                                                                                                                                            },
    {"a vector of another size is left",
     "let d : integer in 1..2; x : vector(d)\n  norm(x)\n= sqrt(x^T x)",                               "x", "[1, 2, 3]",
     "d = 2, x = [1, 2]"                                                                                                                                                               },
    {"rows and columns",
     "let n, d : integer in 1..9; A : matrix(n, d); x : vector(d)\n  A x + 0 A x\n= A x",              "A", "[1, 2, 3; 4, 5, 6]", "n = 2, d = 3, A = [1, 2, 3; 4, 5, 6], x = [1, 2, 3]"},
    {"equations have no values",                     "let c : real where c > 0\n  c^2 = 4\n<=> c = 2", "",  "",
     ""                                                                                                                                                                                },
    {"a value at a later line is one",
     "let X : random; c : real\nassume centred: E[X] = 0\n  E[X] + c\n= c",                            "",  "",
     "c = 2"                                                                                                                                                                           },
    {"not 0 where less is allowed",                  "let x : real where x <= 0\n  |x|\n= -x",         "",  "",
     "x = -2"                                                                                                                                                                          },
    {"one i is written i",                           "let z, w : complex\n  z w\n= w z",               "",  "",
     "z = 1 + 2 i, w = 3 - i"                                                                                                                                                          },
    {"places inside the array",
     "axiom t\nlet r, s, m, n : integer; A : matrix(r, s)\n  (A^T)_{m,n} = A_{n,m}",                   "",
     "",                                                                                                                          "r = 3, s = 2, m = 2, n = 1, A = [1, 2; 3, 1; 2, 1]" },
    {"no logarithm of a negative number",
     "axiom t\nlet n : integer; x : vector(n)\n  ln(prod(j=1..n, x_j)) = sum(j=1..n, "
     "ln(x_j))",                                                                                       "",  "",                   "n = 3, x = [1, 2, 3]"                               },
    {"an axiom holds where both sides have a value",
     "axiom t\nlet n, a : integer; b : integer where b >= a - 1; f : vector(n)\n  "
     "sum(p=a..b, f_{p+1} - f_p) = f_{b+1} - f_a",                                                     "",  "",                   "n = 5, a = 2, b = 3, f = [1, 2, 3, -1, 2]"          },
};

static void
check_point(void **state)
{
    const struct point_row *r = *state;
    struct arena *a = arena_new();
    struct derivations all =
        derivations_read(a, NULL, r->text, strlen(r->text), (struct pos){"t", 1, 1});
    struct judging *j;
    struct err e;
    const struct term *value =
        expr_parse(a, NULL, *r->value ? r->value : "0", (struct pos){"v", 1, 1}, &e);
    struct coordinate at = {r->prefer, value, r->value};
    struct proof_options o = {
        .rules = rulebook_basic(a), .prefer = &at, .n_prefer = *r->prefer != '\0'};

    assert_int_equal(all.n, 1);
    j = judging_new(a, &all.at[0], &o);
    assert_string_equal(judging_point(j), r->point);
    if (all.at[0].axiom)
        assert_int_equal(judging_line(j, 0)->verdict, LINE_HOLDS);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};
    int failed;

    TABLE_ROWS(&t, points, check_point);
    failed = table_run(&t, "proof_point");
    exact_cleanup();
    return failed;
}
