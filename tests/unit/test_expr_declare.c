/* Declarations, definitions, sliders and draws. */
#include "unit/expr_scope.h"

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

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, declare_rows, check_declare);
    TABLE_ROWS(&t, binding_rows, check_binding);
    table_add(&t, "domains and conditions", check_domains, NULL);
    table_add(&t, "definitions are unfolded", check_definitions, NULL);
    table_add(&t, "declarations are all or nothing", check_all_or_nothing, NULL);
    table_add(&t, "values that double are refused in time", check_doubling, NULL);
    table_add(&t, "declarations at their limit", check_long_declarations, NULL);
    table_add(&t, "sliders and draws", check_bindings, NULL);
    return table_run(&t, "expr_declare");
}
