#include "unit/grade_ask.h"

#include "calc/calc.h"

/* The value of a drawn name. */
static double
value_of(struct arena *a, const struct drawn *d, const char *name)
{
    for (int i = 0; i < d->n; i++)
        if (strcmp(d->name[i], name) == 0)
            return calc_eval_real(a, d->scope, d->value[i], NULL);
    fail();
    return 0;
}

/* ---- ranges
 * -------------------------------------------------------------------------------- */

enum { DRAWS = 300 };

static const struct range_row {
    const char *name, *draw;
    double low, high, step; /* of x; step 0: any */
    int distinct;           /* at least so many values turn up */
} range_rows[] = {
    {"whole numbers",              "x = 5 in 1..20",                      1,    20,           1,                      20 },
    {"one whole number",           "x = 5 in 5..5",                       5,    5,            1,                      1  },
    {"below zero",                 "x = 0 in -4..4",                      -4,   4,            1,                      9  },
    {"every second",               "x = 2 in 2..10 step 2",               2,    10,           2,                      5  },
    {"the last step does not fit", "x = 0 in 0..10 step 4",               0,    8,            4,                      3  },
    {"decimals",                   "x = 0.3 in 0..1 step 0.1",            0,    1,            0.1,                    11 },
    {"decimals, to the last",      "x = 0.1 in 0.1..0.3 step 0.1",        0.1,  0.3,          0.1,                    3  },
    {"a bound with pi",            "x = 0.25 in 0..pi step 0.01",         0,    3.14,         0.01,                   150},
    {"steps of pi",                "x = 0 in 0..pi step pi/6",            0,    3.1415926536, 3.1415926535897931 / 6,
     7                                                                                                                   },
    {"a list",                     "x = 0.25 in {0.05, 0.1, 0.25, pi}",   0.05, 3.1415926536, 0,                      4  },
    {"a real range without step",  "x = 0.5 in 0..2",                     0,    2,            0.01,                   100},
    {"a real range with decimals", "x = 0.5 in 0.5..2.5",                 0.5,  2.5,          0.01,                   100},
    {"no range",                   "x = 7",                               7,    7,            1,                      1  },
    {"with a condition",           "x = 5 in 1..20 where x > 18",         19,   20,           1,                      2  },
    {"where two conditions hold",  "x = 1 in -4..4 where x != 0, x > -2", -1,   4,            1,                      5  },
};

static bool
is_rung(const struct range_row *r, double x)
{
    double rungs = r->step ? (x - r->low) / r->step : 0;

    return x >= r->low - 1e-9 && x <= r->high + 1e-9 &&
           (rungs - (double)(long)(rungs + 0.5) < 1e-9 &&
            (double)(long)(rungs + 0.5) - rungs < 1e-9);
}

static void
check_range(void **state)
{
    const struct range_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, arena_printf(a, "draw: %s\nkind: number\nanswer: x", r->draw));
    double seen[DRAWS];
    int distinct = 0;

    for (int i = 0; i < DRAWS; i++) {
        struct drawn d = ask_draw(a, q, 1 + (uint64_t)i, 0);
        double x = value_of(a, &d, "x");
        int k = 0;

        assert_true(is_rung(r, x));
        while (k < distinct && seen[k] != x)
            k++;
        if (k == distinct)
            seen[distinct++] = x;
    }
    assert_true(distinct >= r->distinct);
    arena_free(a);
}

/* ---- the same for ever
 * ------------------------------------------------------------------------ */

static void
check_written(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, "draw: m = 5 in 1..20; n = 2 in 1..20 where n < m\nanswer: n - m");

    (void)state;
    for (int attempt = 0; attempt < 3; attempt++) {
        struct drawn d = ask_draw(a, q, 0, attempt);

        assert_int_equal(d.n, 2);
        assert_true(value_of(a, &d, "m") == 5 && value_of(a, &d, "n") == 2);
    }
    arena_free(a);
}

/* Written down once; a change of the generator would change the numbers that learners
 * have in their records. */
static const struct fixed_row {
    const char *name;
    uint64_t seed;
    int attempt;
    double m, n;
} fixed_rows[] = {
    {"seed 1",                  1,          0,   20, 13},
    {"seed 1, a fresh variant", 1,          1,   10, 4 },
    {"seed 1, the hundredth",   1,          100, 19, 5 },
    {"the largest seed",        UINT64_MAX, 0,   12, 3 },
};

static void
check_fixed(void **state)
{
    const struct fixed_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, "draw: m = 5 in 1..20; n = 2 in 1..20 where n < m\nanswer: n - m");
    struct drawn d = ask_draw(a, q, r->seed, r->attempt);

    if (value_of(a, &d, "m") != r->m || value_of(a, &d, "n") != r->n)
        print_error("# %g, %g\n", value_of(a, &d, "m"), value_of(a, &d, "n"));
    assert_true(value_of(a, &d, "m") == r->m);
    assert_true(value_of(a, &d, "n") == r->n);
    assert_true(r->n < r->m);
    arena_free(a);
}

static void
check_fresh(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, "draw: x = 1 in 1..2\nkind: number\nanswer: x");

    (void)state;
    for (uint64_t seed = 1; seed < 20; seed++) {
        for (int attempt = 1; attempt < 10; attempt++) {
            struct drawn before = ask_draw(a, q, seed, attempt - 1);
            struct drawn now = ask_draw(a, q, seed, attempt);

            assert_true(value_of(a, &before, "x") != value_of(a, &now, "x"));
        }
    }
    arena_free(a);
}

static void
check_impossible(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, "draw: x = 3 in 1..9 where x > 100\nkind: number\nanswer: x");
    struct drawn d = ask_draw(a, q, 7, 3);

    (void)state;
    assert_true(value_of(a, &d, "x") == 3);
    arena_free(a);
}

static void
check_nothing_drawn(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q = ask_from(a, "answer: 1");
    struct drawn d = ask_draw(a, q, 7, 3);

    (void)state;
    assert_int_equal(d.n, 0);
    assert_ptr_equal(d.scope, q->scope);
    arena_free(a);
}

/* The names of let: that use drawn names follow them, in the answer and in spans. */
static void
check_lets(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, "draw: x = 1 in 1..9; y = 2 in 1..9\n"
                    "let: q = [x, y]; s = q^T q\nkind: number\nanswer: s + len");
    struct drawn d = ask_draw(a, q, 11, 0);
    double x = value_of(a, &d, "x"), y = value_of(a, &d, "y");
    char *answer = arena_printf(a, "%g", x * x + y * y + 3);

    (void)state;
    assert_false(x == 1 && y == 2);
    assert_int_equal(grade_answer(a, q, &d, answer, NULL, NULL).verdict, GRADE_RIGHT);
    assert_int_equal(grade_answer(a, q, &d, "s + 3", NULL, NULL).verdict, GRADE_RIGHT);
    assert_true(calc_eval_real(a, d.scope, q->answer, NULL) == x * x + y * y + 3);
    arena_free(a);
}

/* At fresh numbers the model answer is right, and a miss is refused by its name. */
static void
check_graded(void **state)
{
    struct arena *a = arena_new();
    const struct ask *q =
        ask_from(a, "draw: c = 1 in -4..4 where c != 0; d = 2 in -4..4 where "
                    "d != 0, d != c\nanswer: [c, -d; d, c]\n"
                    "miss clockwise: [c, d; -d, c] -> To the right.");

    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct drawn d = ask_draw(a, q, seed, 0);
        double x = value_of(a, &d, "c"), y = value_of(a, &d, "d");
        char *right = arena_printf(a, "[%g, %g; %g, %g]", x, -y, y, x);
        char *wrong = arena_printf(a, "[%g, %g; %g, %g]", x, y, -y, x);

        assert_int_equal(grade_answer(a, q, &d, right, NULL, NULL).verdict, GRADE_RIGHT);
        assert_string_equal(grade_answer(a, q, &d, wrong, NULL, NULL).misconception,
                            "clockwise");
    }
    arena_free(a);
}

/* ---- the order of choices
 * ----------------------------------------------------------------------- */

static const struct order_row {
    const char *name, *frame, *lines;
    bool moves;
    int last; /* stays last; -1: none */
} order_rows[] = {
    {"choices move",               "ask q",     "choice: up; down; left; right\ntruth: up",        true,  -1},
    {"a guess keeps its order",    "predict q", "choice: up; down; left; right\ntruth: up",
     false,                                                                                               -1},
    {"numbered lines keep theirs", "ask q",
     "choice: line 1; line 2; line 3\ntruth: line 2",                                              false, -1},
    {"the same with a last word",  "ask q",
     "choice: line 1; line 2; line 3; all are right\ntruth: line 2",                               false, 3 },
    {"none of them is last",       "ask q",     "choice: up; down; left; None of them\ntruth: up",
     true,                                                                                                3 },
    {"allow is not all",           "ask q",     "choice: up; down; left; allow it\ntruth: up",     true,
     -1                                                                                                     },
};

static void
check_order(void **state)
{
    const struct order_row *r = *state;
    struct arena *a = arena_new();
    const struct ask *q = ask_framed(a, r->frame, r->lines);
    int order[4], moved = 0, last_moved = 0, n = q->n_choices;

    for (uint64_t seed = 0; seed < 40; seed++) {
        int seen = 0, here = 0;

        ask_order(q, seed, 0, order);
        for (int i = 0; i < n; i++) {
            seen |= 1 << order[i];
            here += order[i] != i;
        }
        assert_int_equal(seen, (1 << n) - 1);
        assert_true(seed || !here);
        moved += here > 0;
        last_moved += order[n - 1] != n - 1;
    }
    assert_int_equal(moved > 0, r->moves);
    assert_int_equal(last_moved > 0, r->moves && r->last < 0);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, range_rows, check_range);
    table_add(&t, "seed 0 gives the written values", check_written, NULL);
    TABLE_ROWS(&t, fixed_rows, check_fixed);
    table_add(&t, "a fresh variant differs", check_fresh, NULL);
    table_add(&t, "conditions that never hold", check_impossible, NULL);
    table_add(&t, "a question without draws", check_nothing_drawn, NULL);
    table_add(&t, "let follows draw", check_lets, NULL);
    table_add(&t, "graded at fresh numbers", check_graded, NULL);
    TABLE_ROWS(&t, order_rows, check_order);
    return table_run(&t, "grade");
}
