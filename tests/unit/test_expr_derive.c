/* Derivatives as terms: what they look like, and why there are none. */
#include "unit/expr_scope.h"

static const char common[] =
    "x, y, c : real; d, n, k : integer; z : complex; v : vector(3); r : vector(d); "
    "A, B : matrix(2, 2); M : matrix(9, 9); u = x^2; w = u + y; "
    "s = sin(x); X, Y : random; assume mean: E[Y] = c";

/* "D(f, x)" to what it is. */
static const char *
derivative_of(struct arena *a, const struct scope *s, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(a, s, text, here, &e);

    if (!t || t->op != TERM_DERIVATIVE)
        fail_msg("%s: %s", text, e.msg);
    t = expr_derivative(a, s, t->arg[0], t->arg[1], &e);
    return t ? expr_plain(a, t, PRINT_ASCII) : arena_printf(a, "refused: %s", e.msg);
}

static const struct derive_row {
    const char *text, *want;
} rows[] = {
#include "unit/expr_derive.def"
};

static void
check_row(void **state)
{
    const struct derive_row *r = *state;
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};

    if (!scope_declare(a, s, common, here, &e))
        fail_msg("%s", e.msg);
    assert_string_equal(derivative_of(a, s, r->text), r->want);
    arena_free(a);
}

/* A name of an inner scope hides one that an outer value speaks of. */
static void
check_shadowed(void **state)
{
    struct arena *a = arena_new();
    struct scope *outer = scope_new(a, NULL), *inner = scope_new(a, outer);
    struct err e = {0};

    (void)state;
    assert_true(scope_declare(a, outer, "x : real; y = x^2", here, &e));
    assert_true(scope_declare(a, inner, "x : real", here, &e));
    assert_string_equal(derivative_of(a, inner, "D(y + x, x)"), "1");
    assert_string_equal(derivative_of(a, outer, "D(y + x, x)"), "2 x + 1");
    arena_free(a);
}

/* A product of many factors has a derivative that is too long to be written. */
static void
check_too_long(void **state)
{
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};
    const struct term *x = expr_name(a, "x", (struct type){.kind = TYPE_REAL}), *t = x;

    (void)state;
    for (int i = 0; i < 900; i++)
        t = expr_apply(a, TERM_MUL, t, x, &e);
    assert_null(expr_derivative(a, s, t, x, &e));
    assert_non_null(strstr(e.msg, "more than 100000 parts"));
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, rows, check_row);
    table_add(&t, "a shadowed name", check_shadowed, NULL);
    table_add(&t, "too long", check_too_long, NULL);
    return table_run(&t, "derivatives");
}
