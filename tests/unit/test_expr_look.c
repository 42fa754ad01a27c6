/* Looking inside terms, replacing names, relations, terms from code. */
#include "unit/expr_scope.h"

/* The names that most rows use. */
static const char common[] =
    "m, n, j : integer; x, y, a, b, theta, phi : real; z, w : complex;"
    "q, k : vector(2); A, B : matrix(2, 2); C : matrix(2, 3);"
    "u : vector(3); d_k, q' : real; define S_p = R(p theta)";

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
    assert_string_equal(expr_plain(a, expr_matrix(a, 1, 2, entry, &e), PRINT_ASCII),
                        "[1, 1]^T");
    entry[1] = v;
    assert_null(expr_matrix(a, 2, 1, entry, &e));
    assert_non_null(strstr(e.msg, "an entry must be a number"));
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, mention_rows, check_mention);
    TABLE_ROWS(&t, relation_rows, check_relation_at);
    TABLE_ROWS(&t, compare_rows, check_compare);
    table_add(&t, "terms are made and refused", check_making, NULL);
    table_add(&t, "names are replaced", check_replace, NULL);
    table_add(&t, "values are put in where they were written", check_unfold, NULL);
    table_add(&t, "the nearest scope decides", check_nearest, NULL);
    table_add(&t, "every part knows its place", check_spans, NULL);
    table_add(&t, "terms that are made are checked", check_made, NULL);
    return table_run(&t, "expr_look");
}
