#include "unit/expr_scope.h"

#include "base/buf.h"
#include "exact/exact.h"
#include "spec/rows.h"

static enum relation
relation_of(const char *sign)
{
    enum relation r;

    if (expr_relation_at(sign, &r) != strlen(sign))
        fail_msg("no relation: %s", sign);
    return r;
}

/* ---- values ------------------------------------------------------------------------ */

/* digits, term, value */
static void
check_value(void **state)
{
    const struct row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = declared(a, "");
    const char *text = "";
    struct err e = {0};

    if (!exact_value(a, s, parsed(a, s, r->field[1]), NULL, 0, atoi(r->field[0]), &text,
                     &e))
        text = arena_printf(a, "! %s", e.msg);
    assert_string_equal(text, r->field[2]);
    arena_free(a);
}

static void
check_names_of_value(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "x, y : real; z = x + 1");
    struct coordinate at[] = {
        {"x", parsed(a, s, "1/2"), "1/2"},
        {"y", parsed(a, s, "pi"),  "pi" }
    };
    const char *text;
    struct err e = {0};

    (void)state;
    assert_true(exact_value(a, s, parsed(a, s, "z sin(y/2)"), at, 2, 9, &text, &e));
    assert_string_equal(text, "1.5");
    assert_false(exact_value(a, s, parsed(a, s, "z + y"), at, 1, 9, &text, &e));
    assert_string_equal(e.msg, "'y' has no value here");
    arena_free(a);
}

static void
check_digits(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "");
    const char *text, *more;
    struct err e = {0};

    (void)state;
    assert_true(exact_value(a, s, parsed(a, s, "1/7"), NULL, 0, 1000, &text, &e));
    assert_int_equal(strlen(text), 1002);
    assert_true(exact_value(a, s, parsed(a, s, "1/7"), NULL, 0, 1001, &more, &e));
    assert_string_equal(text, more);
    assert_true(exact_value(a, s, parsed(a, s, "1/7"), NULL, 0, 0, &text, &e));
    assert_string_equal(text, "0.1");
    arena_free(a);
}

/* ---- verdicts ---------------------------------------------------------------------- */

/* "different at x = -1: -1 and 1; only for x > 0", "equal where x != 1", "undecided: ..."
 */
static const char *
verdict_text(struct arena *a, const struct exact_result *r)
{
    struct buf b;

    buf_init(&b, a);
    if (r->verdict == VERDICT_UNDECIDED)
        buf_printf(&b, "undecided: %s", r->why);
    if (r->verdict == VERDICT_EQUAL)
        buf_add(&b, "equal");
    if (r->verdict == VERDICT_EQUAL && *r->domain)
        buf_printf(&b, " where %s", r->domain);
    if (r->verdict != VERDICT_DIFFERENT)
        return b.s;
    buf_add(&b, "different");
    for (int i = 0; i < r->n_point; i++)
        buf_printf(&b, "%s %s = %s", i ? "," : " at", r->point[i].name, r->point[i].text);
    buf_printf(&b, ": %s and %s", r->left, r->right);
    if (*r->note)
        buf_printf(&b, "; %s", r->note);
    return b.s;
}

static struct exact_result
compared(struct arena *a, struct scope *s, const char *left, const char *relation,
         const char *right, const struct exact_options *o)
{
    return exact_compare(a, s, parsed(a, s, left), relation_of(relation),
                         parsed(a, s, right), o);
}

/* declarations, left, relation, right, verdict */
static void
check_verdict(void **state)
{
    const char *const *field = ((const struct row *)*state)->field;
    struct arena *a = arena_new();
    struct exact_result v =
        compared(a, declared(a, field[0]), field[1], field[2], field[3], NULL);

    assert_string_equal(verdict_text(a, &v), field[4]);
    arena_free(a);
}

/* The same seed gives the same result, whatever was compared in between. */
static void
check_repeats(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "x, y : real; z : complex");
    struct exact_options o = {.seed = 42};
    struct exact_result first = compared(a, s, "sin(sin(40 x y))", "=", "0.3", &o), again;

    (void)state;
    compared(a, s, "ln(z^2)", "=", "2 ln(z)", &o);
    again = compared(a, s, "sin(sin(40 x y))", "=", "0.3", &o);
    assert_string_equal(verdict_text(a, &first), verdict_text(a, &again));
    arena_free(a);
}

/* The slider values come first, however unlike a small number they are. */
static void
check_preferred(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "m, n : integer; theta : real; q : vector(2)");
    struct coordinate prefer[] = {
        {"m",      parsed(a, s, "17"),       "17"      },
        {"n",      parsed(a, s, "4"),        "4"       },
        {"theta",  parsed(a, s, "0.25"),     "0.25"    },
        {"q",      parsed(a, s, "[3, 1/7]"), "[3, 1/7]"},
        {"unused", parsed(a, s, "1"),        "1"       }
    };
    struct exact_options o = {.prefer = prefer, .n_prefer = 5};
    struct exact_result v;

    (void)state;
    v = compared(a, s, "R(m theta) q", "=", "R(n theta) q", &o);
    assert_string_equal(verdict_text(a, &v),
                        "different at m = 17, n = 4, theta = 0.25, q = [3, 1/7]: [-1.21, "
                        "-2.75] and [1.5, 2.6]");
    v = compared(a, s, "m", "=", "17", &o);
    assert_string_equal(verdict_text(a, &v), "different at m = 1: 1 and 17");
    prefer[0].value = parsed(a, s, "1/2"); /* no integer */
    v = compared(a, s, "cos(2 pi m)", "=", "1", &o);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    prefer[2].value = parsed(a, s, "sqrt(2)"); /* a number near it */
    v = compared(a, s, "theta", "=", "0", &o);
    assert_int_equal(v.verdict, VERDICT_DIFFERENT);
    arena_free(a);
}

/* A preferred point at which a condition fails is no counterexample. */
static void
check_preferred_outside(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "x : real where x > 0");
    struct coordinate prefer[] = {
        {"x", parsed(a, s, "-2"), "-2"}
    };
    struct exact_options o = {.prefer = prefer, .n_prefer = 1};
    struct exact_result v = compared(a, s, "|x|", "=", "x", &o);

    (void)state;
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    arena_free(a);
}

/* Names of an outer scope keep their meaning when an inner one hides them. */
static void
check_scopes(void **state)
{
    struct arena *a = arena_new();
    struct scope *outer = declared(a, "q = [1, 2]; c : real where c > 0; k = 2 q");
    struct scope *s = scope_new(a, outer);
    struct exact_result v;
    struct err e;

    (void)state;
    assert_true(scope_declare(a, s, "q : vector(2)", here, &e));
    v = compared(a, s, "k", "=", "[2, 4]", NULL);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    v = compared(a, s, "k", "=", "2 q", NULL);
    assert_int_equal(v.verdict, VERDICT_DIFFERENT);
    v = compared(a, s, "sqrt(c^2) q", "=", "c q", NULL);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    arena_free(a);
}

/* A finite domain is tried completely, up to its limit. */
static void
check_finite(void **state)
{
    struct arena *a = arena_new();
    struct exact_result v;

    (void)state;
    v = compared(a, declared(a, "n : integer in 1..4096"), "|n|", "=", "n", NULL);
    assert_true(v.all_points);
    assert_int_equal(v.points, 4096);
    v = compared(a, declared(a, "n : integer in 1..4097"), "|n|", "=", "n", NULL);
    assert_false(v.all_points);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    v = compared(a, declared(a, "m, n : integer in 1..64"), "m n", "=", "n m", NULL);
    assert_int_equal(v.points, 4096);
    v = compared(a, declared(a, "n : integer in 1..4096"), "sign(n - 4096)", "=", "-1",
                 NULL);
    assert_string_equal(verdict_text(a, &v), "different at n = 4096: 0 and -1");
    v = compared(a, declared(a, ""), "1", "=", "1", NULL);
    assert_true(v.all_points);
    assert_int_equal(v.points, 1);
    arena_free(a);
}

/* Points of a generic comparison: as many as are needed at least. */
static void
check_points(void **state)
{
    struct arena *a = arena_new();
    struct exact_result v;

    (void)state;
    v = compared(a, declared(a, "x : real"), "x + x", "=", "2 x", NULL);
    assert_true(v.points >= 12);
    assert_false(v.all_points);
    arena_free(a);
}

/* More than can be evaluated is undecided, soon. */
static void
check_too_large(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "A : matrix(512, 512); v : vector(512)");
    struct exact_result v;

    (void)state;
    v = compared(a, s, "A + A", "=", "2 A", NULL);
    assert_string_equal(v.why, "the sides are too large to evaluate at enough points");
    v = compared(a, s, "v^T v", "=", "norm(v)^2", NULL);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    arena_free(a);
}

/* What is undefined at the first points is given up, what is defined at some is not. */
static void
check_defined_soon(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = declared(a, "n : integer; x : vector(n); z : real");
    struct exact_options o = {.defined_soon = true};
    struct exact_result v;

    (void)state;
    v = compared(a, s, "sum(j=0..n, x_j)", "=", "sum(j=1..n, x_j)", &o);
    assert_int_equal(v.verdict, VERDICT_UNDECIDED);
    assert_int_equal(v.points, 0);
    v = compared(a, s, "ln(z - 3) - ln(z - 3)", "=", "0", &o);
    assert_int_equal(v.verdict, VERDICT_EQUAL);
    v = compared(a, s, "sqrt(z - 2)", "=", "sqrt(2 - z)", &o);
    assert_int_not_equal(v.verdict, VERDICT_EQUAL);
    arena_free(a);
}

static void
same_result(const struct exact_result *x, const struct exact_result *y)
{
    assert_int_equal(x->verdict, y->verdict);
    assert_int_equal(x->points, y->points);
    assert_string_equal(x->left, y->left);
    assert_string_equal(x->right, y->right);
    assert_int_equal(x->n_point, y->n_point);
    for (int i = 0; i < x->n_point; i++)
        assert_string_equal(x->point[i].text, y->point[i].text);
}

/* With what was drawn before every comparison comes out as without, and what was drawn
 * for the same assumptions is not drawn again. */
static void
check_memory(void **state)
{
    static const char *const assumed[] = {
        "r : real; X, Y : random; assume E[X Y] = r, E[X^2 Y^2] = 1 + 2 r^2",
        "r : real; X, Y : random; assume E[X Y] = r, E[X^2 Y^2] = 1 + 3 r^2",
        "r : real; X, Y : random; assume E[X Y] = r",
    };
    static const char *const right[] = {"Var[X Y] + E[X Y]^2", "1 + 2 r^2", "1 + 2 r^2"};
    struct arena *a = arena_new(), *kept = arena_new();
    struct exact_options plain = {.seed = 3}, with = plain;

    (void)state;
    with.memory = exact_memory_new(kept);
    for (int i = 0; i < 3; i++) {
        struct scope *s = declared(a, assumed[i]);
        size_t used = 0;

        for (int k = 0; k < 3; k++) {
            struct exact_result x = compared(a, s, "E[(X Y)^2]", "=", right[k], &plain);
            struct exact_result y = compared(a, s, "E[(X Y)^2]", "=", right[k], &with);

            same_result(&x, &y);
            assert_true(k < 2 || arena_used(kept) == used);
            assert_true(k > 0 || arena_used(kept) > used);
            used = arena_used(kept);
        }
    }
    arena_free(kept);
    arena_free(a);
}

static void
add_rows(struct table *t, struct row **rows, size_t n, int name, CMUnitTestFunction run)
{
    for (size_t i = 0; i < n; i++)
        table_add(t, rows[i]->field[name], run, rows[i]);
}

int
main(void)
{
    struct table t = {0};
    size_t n_values, n_verdicts;
    struct row **values = rows_read(TESTS_DIR "/spec/values.tsv", &n_values);
    struct row **verdicts = rows_read(TESTS_DIR "/spec/verdicts.tsv", &n_verdicts);
    int failed;

    add_rows(&t, values, n_values, 1, check_value);
    add_rows(&t, verdicts, n_verdicts, 1, check_verdict);
    table_add(&t, "names of a value", check_names_of_value, NULL);
    table_add(&t, "digits at the limits", check_digits, NULL);
    table_add(&t, "the same seed gives the same result", check_repeats, NULL);
    table_add(&t, "the preferred point comes first", check_preferred, NULL);
    table_add(&t, "a preferred point outside the domain", check_preferred_outside, NULL);
    table_add(&t, "names that hide others", check_scopes, NULL);
    table_add(&t, "finite domains", check_finite, NULL);
    table_add(&t, "generic points", check_points, NULL);
    table_add(&t, "too large", check_too_large, NULL);
    table_add(&t, "defined soon", check_defined_soon, NULL);
    table_add(&t, "spaces that are remembered", check_memory, NULL);
    failed = table_run(&t, "exact");
    rows_free(values, n_values);
    rows_free(verdicts, n_verdicts);
    exact_cleanup();
    return failed;
}
