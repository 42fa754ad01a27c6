/*
 * assumptions LESSON.md...: every assumption that a line of a lesson rests on must be
 * missed when it is dropped: the line then breaks at a point that is found, or has no
 * value at some. And what stands behind `using` (or, as its rule, behind `by`) is what
 * the audit finds.
 */
#include "unit/table.h"

#include "proof/proof.h"
#include "spec/blocks.h"

enum { TEXT_MAX = 1 << 20, LEAST = 40 };

/* One line and one name of an assumption. */
struct case_of {
    bool needed, found; /* by the audit; with a point where the line breaks */
    bool named;         /* behind `using` or `by` */
    bool demanded;      /* behind `using` */
};

static int needs_seen;

static bool
has_name(struct names n, const char *name)
{
    for (int i = 0; i < n.n; i++)
        if (strcmp(n.at[i], name) == 0)
            return true;
    return false;
}

static void
check_case(void **state)
{
    const struct case_of *c = *state;

    if (c->needed && !c->found)
        fail_msg("it holds no more without it, but no point shows that");
    if (c->needed && !c->named)
        fail_msg("it is needed, and stands neither behind `using` nor behind `by`");
    if (!c->needed && c->demanded)
        fail_msg("it stands behind `using` and is not needed");
}

static void
check_many(void **state)
{
    (void)state;
    assert_in_range(needs_seen, LEAST, 100000);
}

/* A point where the sides differ, or where one of them has no value. */
static bool
breaks(const struct comparison *c)
{
    return (c->verdict == VERDICT_DIFFERENT && c->n_point > 0) ||
           (c->verdict == VERDICT_EQUAL && *c->domain);
}

static void
add_cases(struct table *t, struct arena *a, const struct derivation *d, int i,
          const struct needs *needs)
{
    const struct derivation_line *line = &d->lines[i];

    for (int k = 0; k < scope_assumption_count(d->scope); k++) {
        const char *label = scope_assumption_at(d->scope, k)->label;
        struct case_of c = {false, false, has_name(line->by, label),
                            has_name(line->using, label)};

        c.named |= c.demanded;
        for (int n = 0; n < needs->n; n++)
            if (strcmp(needs->at[n].name, label) == 0) {
                c.needed = true;
                c.found = breaks(&needs->at[n].without);
            }
        needs_seen += c.needed;
        if (*label && (c.needed || c.demanded)) {
            struct case_of *kept = ARENA_NEW(a, struct case_of);

            *kept = c;
            table_add(t, arena_printf(a, "%s, line %d: %s", d->name, i + 1, label),
                      check_case, kept);
        }
    }
}

static void
take_derivation(struct table *t, struct arena *kept, const struct derivation *d)
{
    struct arena *a = arena_new();
    struct proof_options o = {.seed = 7};
    struct judging *j;

    if (!d->error && !d->axiom && scope_assumption_count(d->scope) > 0) {
        j = judging_new(a, d, &o);
        for (int i = 0; i < d->n_lines; i++) {
            struct needs needs = {NULL, 0};

            if (d->lines[i].term)
                needs = judging_needs(j, i);
            add_cases(t, kept, d, i, &needs);
        }
    }
    arena_free(a);
}

static void
take_file(struct table *t, struct arena *a, const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = arena_alloc(a, TEXT_MAX, 1);
    struct derivations all;

    if (!f)
        abort();
    text[fread(text, 1, TEXT_MAX - 1, f)] = '\0';
    fclose(f);
    keep_blocks(text);
    all = derivations_read(a, NULL, text, strlen(text), (struct pos){path, 1, 1});
    for (int i = 0; i < all.n; i++)
        take_derivation(t, a, &all.at[i]);
}

int
main(int argc, char **argv)
{
    struct table t = {0};
    struct arena *a = arena_new();
    int failed;

    for (int i = 1; i < argc; i++)
        take_file(&t, a, argv[i]);
    table_add(&t, "many assumptions", check_many, NULL);
    failed = table_run(&t, "assumptions");
    arena_free(a);
    exact_cleanup();
    return failed;
}
