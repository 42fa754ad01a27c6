/*
 * Derivations in files: each line must follow by the rule that is named or, without one,
 * by the rule that is expected.
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

#include <ctype.h>

#include "proof/proof.h"

enum { LINES_MAX = 64, TEXT_MAX = 65536 };

struct line {
    enum relation relation;
    const struct term *t;
    char rules[200];
    char expect[80];
};

struct theorem {
    struct arena *arena;
    char name[100];
    struct scope *scope;
    struct rulebook *book;  /* with the theorems above it */
    struct rulebook *plain; /* without */
    const struct term *start;
    struct line at[LINES_MAX];
    int n;
    bool named;
};

/* The text of one theorem, and the one above it in its file. */
struct block {
    const char *text;
    const struct block *above;
};

static const struct pos here = {"derivation", 1, 1};

/* ---- reading ----------------------------------------------------------------------- */

static void
read_line(struct theorem *d, char *text)
{
    struct line *l = &d->at[d->n];
    enum relation r = RELATION_EQUAL;
    size_t skip = expr_relation_at(text, &r);
    char *by = strstr(text, " by "), *colon;
    struct err e = {0};
    const struct term *t;

    if (by) {
        *by = '\0';
        colon = strchr(by + 4, ':');
        if (colon)
            *colon = '\0';
        if ((colon = strstr(by + 4, " using ")))
            *colon = '\0';
        snprintf(l->rules, sizeof l->rules, "%s", by + 4);
    }
    t = expr_parse(d->arena, d->scope, text + skip, here, &e);
    if (!t)
        fail_msg("%s: %s: %s", d->name, text, err_text(d->arena, &e));
    l->relation = r;
    l->t = t;
    if (skip)
        d->n++;
    else
        d->start = t;
}

static void
read_comment(struct theorem *d, const char *text)
{
    int n, used = 0;

    d->named |= strncmp(text, "# named", 7) == 0;
    if (sscanf(text, "# expect %d holds %n", &n, &used) == 1 && used && n >= 1 &&
        n <= LINES_MAX)
        snprintf(d->at[n - 1].expect, sizeof d->at[0].expect, "%s", text + used);
}

static void
read_text(struct theorem *d, char *text)
{
    struct err e = {0};

    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (*line == '#')
            read_comment(d, line);
        else if (!strncmp(line, "let ", 4) || !strncmp(line, "assume ", 7) ||
                 !strncmp(line, "define ", 7)) {
            if (!scope_declare(d->arena, d->scope, line, here, &e))
                fail_msg("%s: %s", line, err_text(d->arena, &e));
        } else if (!isspace((unsigned char)*line) ||
                   expr_relation_at(line, &(enum relation){0}) ||
                   strspn(line, " ") < strlen(line))
            read_line(d, line);
    }
}

/* ---- judging ----------------------------------------------------------------------- */

static void
check_named(struct theorem *d, const struct rule_line *line, const struct line *l, int i)
{
    const struct rule *r[4];
    char names[200];
    int n = 0;

    snprintf(names, sizeof names, "%s", l->rules);
    for (char *name = strtok(names, ","); name && n < 4; name = strtok(NULL, ",")) {
        r[n] = rulebook_find(d->book, name);
        if (!r[n++])
            fail_msg("%s, line %d: no rule %s", d->name, i + 1, name);
    }
    if (n == 1 ? !rule_justifies(d->arena, r[0], line)
               : !rules_justify(d->arena, r, n, line))
        fail_msg("%s, line %d: %s does not justify it", d->name, i + 1, l->rules);
}

static void
check_found(struct theorem *d, const struct rule_line *line, const struct line *l, int i)
{
    const struct rule *r = rulebook_explain(
        d->arena, rulebook_find(d->plain, l->expect) ? d->plain : d->book, line);

    if (!r || strcmp(r->name, l->expect) != 0)
        fail_msg("%s, line %d: found %s, not %s", d->name, i + 1, r ? r->name : "nothing",
                 l->expect);
}

static void
open_theorem(struct theorem *d, struct arena *a, const char *text)
{
    char *own = arena_strdup(a, text);

    *d = (struct theorem){.arena = a, .scope = scope_new(a, NULL)};
    sscanf(own, "%99[^\n]", d->name);
    read_text(d, own + strcspn(own, "\n"));
    assert_true(d->n > 0);
}

/* The theorems above it in its file are rules. */
static void
add_theorems_above(struct rulebook *b, struct arena *a, const struct block *block)
{
    for (; block; block = block->above) {
        struct theorem *d = ARENA_NEW(a, struct theorem);

        open_theorem(d, a, block->text);
        rulebook_add(b, d->name, RULE_THEOREM, d->scope, RELATION_EQUAL, d->start,
                     d->at[d->n - 1].t, "");
    }
}

static void
check_theorem(void **state)
{
    const struct block *block = *state;
    struct theorem d;
    const struct term *x;

    open_theorem(&d, arena_new(), block->text);
    d.plain = rulebook_new(d.arena, rulebook_basic(d.arena));
    rulebook_add_scope(d.plain, d.scope);
    d.book = rulebook_new(d.arena, d.plain);
    add_theorems_above(d.book, d.arena, block->above);
    x = d.start;
    for (int i = 0; i < d.n; x = d.at[i++].t) {
        struct rule_line line = {d.scope, x, d.at[i].relation, d.at[i].t};

        if (d.at[i].rules[0])
            check_named(&d, &line, &d.at[i], i);
        else if (!d.at[i].expect[0])
            fail_msg("%s, line %d: nothing is expected", d.name, i + 1);
        if (d.at[i].expect[0] && !(d.named && d.at[i].rules[0]))
            check_found(&d, &line, &d.at[i], i);
    }
    arena_free(d.arena);
}

/* ---- files ------------------------------------------------------------------------- */

static void
add_file(struct table *t, const char *path)
{
    char *text = calloc(1, TEXT_MAX), name[100];
    FILE *f = fopen(path, "r");
    struct block *block = NULL;

    if (!text || !f || fread(text, 1, TEXT_MAX - 1, f) == 0)
        abort();
    fclose(f);
    for (char *at = text; (at = strstr(at, "theorem ")) != NULL;) {
        struct block *below = calloc(1, sizeof *below);
        char *next;

        if (!below)
            abort();
        at += strlen("theorem ");
        next = strstr(at, "\ntheorem ");
        if (next)
            *next++ = '\0';
        sscanf(at, "%99[^\n]", name);
        *below = (struct block){at, block};
        block = below;
        table_add(t, name, check_theorem, block);
        if (!next)
            break;
        at = next;
    }
}

int
main(int argc, char **argv)
{
    struct table t = {0};

    for (int i = 1; i < argc; i++)
        add_file(&t, argv[i]);
    return table_run(&t, "derivations");
}
