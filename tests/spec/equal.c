/*
 * equal FILE SEEDS: every row of FILE (id, declarations, left, right, verdict) must give
 * its verdict for every seed. The right side may begin with a relation ("<= 1"), about
 * which the verdict is then.
 */
#include "unit/table.h"

#include "exact/exact.h"
#include "spec/rows.h"

enum { ID, DECLARATIONS, LEFT, RIGHT, VERDICT };

static int seeds = 1;

/* "equal", "different", "undecided", or "refuse" when a side cannot be read, or the sides
 * cannot be compared; and why. */
static const char *
verdict_of(struct arena *a, const struct row *r, uint64_t seed, const char **why)
{
    static const char *const words[] = {"equal", "different", "undecided"};
    const char *const *field = r->field;
    struct pos at = {field[ID], 1, 1};
    struct scope *s = scope_new(a, NULL);
    struct exact_options o = {.seed = seed};
    struct err e = {0};
    enum relation relation = RELATION_EQUAL;
    size_t skip = expr_relation_at(field[RIGHT], &relation);
    const struct term *x, *y;
    struct exact_result v;

    if (!scope_declare(a, s, field[DECLARATIONS], at, &e) ||
        !(x = expr_parse(a, s, field[LEFT], at, &e)) ||
        !(y = expr_parse(a, s, field[RIGHT] + skip, at, &e)) ||
        !expr_relation(a, relation, x, y, &e)) {
        *why = arena_strdup(a, e.msg);
        return "refuse";
    }
    v = exact_compare(a, s, x, relation, y, &o);
    *why = v.why;
    if (v.verdict == VERDICT_DIFFERENT)
        *why = arena_printf(a, "%s and %s", v.left, v.right);
    return words[v.verdict];
}

static void
check_row(void **state)
{
    const struct row *r = *state;

    for (int seed = 0; seed < seeds; seed++) {
        struct arena *a = arena_new();
        const char *why, *got = verdict_of(a, r, (uint64_t)seed, &why);

        if (strcmp(got, r->field[VERDICT]) != 0)
            fail_msg("seed %d: %s, not %s: %s", seed, got, r->field[VERDICT], why);
        arena_free(a);
    }
}

int
main(int argc, char **argv)
{
    struct table t = {0};
    struct row **rows;
    size_t n;
    int failed;

    if (argc != 3)
        return 1;
    rows = rows_read(argv[1], &n);
    seeds = atoi(argv[2]);
    for (size_t i = 0; i < n; i++)
        table_add(&t, rows[i]->field[ID], check_row, rows[i]);
    failed = table_run(&t, "equal");
    rows_free(rows, n);
    exact_cleanup();
    return failed;
}
