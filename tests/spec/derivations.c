/*
 * Derivations in files, as the course has them: every line holds by the rule that is
 * named, without a remark.
 *
 *     theorem NAME
 *     let ...                     declarations, one a line
 *       start
 *     = line       [by RULE[, RULE]]
 *     # expect 1 holds RULE       for lines of which a single rule is right
 *
 * A named rule must also be found when it is not named, unless "# named" stands among the
 * expectations.
 */
#include "unit/table.h"

#include "proof/proof.h"

enum { TEXT_MAX = 65536, THEOREMS_MAX = 100 };

/* One theorem of a file. */
struct place {
    const char *text; /* of the file */
    int which;        /* of its theorems */
};

/* The theorem of a place, with those above it as rules. */
struct theorem {
    const struct derivation *d;
    struct rulebook *book, *plain; /* plain: without the theorems above */
    char comments[4096];
};

static const struct pos here = {"derivation", 1, 1};

/* ---- reading ----------------------------------------------------------------------- */

/* The text of the i-th theorem, up to the next. */
static const char *
theorem_text(const char *text, int i)
{
    const char *at = strstr(text, "theorem ");

    while (at && i-- > 0)
        at = strstr(at + 1, "\ntheorem ");
    return at && *at == '\n' ? at + 1 : at;
}

static struct theorem
open_theorem(struct arena *a, const struct place *p)
{
    struct derivations all = derivations_read(a, NULL, p->text, strlen(p->text), here);
    const char *own = theorem_text(p->text, p->which);
    const char *next = theorem_text(p->text, p->which + 1);
    struct theorem t = {.d = &all.at[p->which]};

    assert_true(p->which < all.n);
    if (t.d->error)
        fail_msg("%s: %s", t.d->name, err_text(a, t.d->error));
    t.plain = rulebook_new(a, rulebook_basic(a));
    t.book = rulebook_new(a, t.plain);
    for (int i = 0; i < p->which; i++)
        derivation_rule(t.book, &all.at[i]);
    rulebook_add_scope(t.plain, t.d->scope);
    snprintf(t.comments, sizeof t.comments, "%.*s",
             (int)(next ? (size_t)(next - own) : strlen(own)), own);
    return t;
}

/* The rule that is expected of a line; "" if none is. */
static const char *
expected(struct arena *a, const struct theorem *t, int line)
{
    const char *words = arena_printf(a, "\n# expect %d holds ", line + 1);
    const char *at = strstr(t->comments, words);

    return at ? arena_strndup(a, at + strlen(words), strcspn(at + strlen(words), "\n"))
              : "";
}

/* ---- judging ----------------------------------------------------------------------- */

static void
check_line(struct arena *a, struct judging *j, const struct theorem *t, int i)
{
    const struct judged_line *l = judging_line(j, i);

    if (l->verdict != LINE_HOLDS || l->remark != REMARK_NONE)
        fail_msg("%s, line %d: %s %s: %s", t->d->name, i + 1,
                 line_verdict_word(l->verdict), remark_word(l->remark),
                 l->error ? err_text(a, l->error) : l->message);
    if (!t->d->lines[i].by.n && !*expected(a, t, i))
        fail_msg("%s, line %d: nothing is expected", t->d->name, i + 1);
}

/* The rule of the line when none is named. */
static void
check_found(struct arena *a, const struct theorem *t, const struct term *above, int i)
{
    const struct derivation_line *l = &t->d->lines[i];
    const char *name = expected(a, t, i);
    enum relation relation = l->link == LINK_RELATION ? l->relation : RELATION_EQUAL;
    struct rule_line line = {
        t->d->scope, above, relation, l->term, l->link == LINK_IMPLIES, NULL};
    const struct rule *r;

    if (!*name || (l->by.n && strstr(t->comments, "\n# named")))
        return;
    r = rulebook_explain(a, rulebook_find(t->plain, name) ? t->plain : t->book, &line);
    if (!r || strcmp(r->name, name) != 0)
        fail_msg("%s, line %d: found %s, not %s", t->d->name, i + 1,
                 r ? r->name : "nothing", name);
}

static void
check_theorem(void **state)
{
    struct arena *a = arena_new();
    struct theorem t = open_theorem(a, *state);
    struct proof_options o = {.rules = t.book};
    struct judging *j = judging_new(a, t.d, &o);

    assert_true(t.d->n_lines > 0);
    for (int i = 0; i < t.d->n_lines; i++) {
        check_line(a, j, &t, i);
        check_found(a, &t, i ? t.d->lines[i - 1].term : t.d->start, i);
    }
    arena_free(a);
}

/* ---- files ------------------------------------------------------------------------- */

static void
add_file(struct table *t, const char *path)
{
    char *text = calloc(1, TEXT_MAX), name[100];
    struct place *place = calloc(THEOREMS_MAX, sizeof *place);
    FILE *f = fopen(path, "r");
    const char *at;

    if (!text || !place || !f || fread(text, 1, TEXT_MAX - 1, f) == 0)
        abort();
    fclose(f);
    for (int i = 0; i < THEOREMS_MAX && (at = theorem_text(text, i)); i++) {
        place[i] = (struct place){text, i};
        sscanf(at, "theorem %99[^\n]", name);
        table_add(t, name, check_theorem, &place[i]);
    }
}

int
main(int argc, char **argv)
{
    struct table t = {0};

    for (int i = 1; i < argc; i++)
        add_file(&t, argv[i]);
    exact_cleanup();
    return table_run(&t, "derivations");
}
