#include <string.h>

#include "lesson/ask/ask_priv.h"

/* Whether a name may be supplied: declared by the question, without a value. */
static bool
is_open(const struct asking *g, const char *name)
{
    const struct decl *d = scope_find(g->scope, name);

    return d && !d->value && !lesson_is_drawn(name, g->q->draw);
}

static void
supply_all(struct asking *g)
{
    const char **names =
        ARENA_ARRAY(g->r->arena, const char *, scope_count(g->scope) + 1);

    for (int i = 0; i < scope_count(g->scope); i++)
        if (is_open(g, scope_at(g->scope, i)->name))
            names[g->q->n_supply++] = scope_at(g->scope, i)->name;
    g->q->supply = names;
}

/* The names that `supply:` lists. */
static void
name_supply(struct asking *g, const struct field *supply)
{
    struct ask *q = g->q;
    int n;
    const char *const *names = keys_list(g->r, q->fields, "supply", &n);
    const char **open = ARENA_ARRAY(g->r->arena, const char *, n + 1);

    q->n_supply = 0;
    for (int i = 0; i < n; i++) {
        if (is_open(g, names[i]))
            open[q->n_supply++] = scope_find(g->scope, names[i])->name;
        else if (*names[i])
            errs_at(g->r->arena, g->r->errs, supply->text_at, ERR_KEY_VALUE,
                    "'%s' cannot be supplied: declare it with 'let:', without a value",
                    names[i]);
    }
    q->supply = open;
}

/* Every name of the claim has a value, is drawn, or is supplied. */
static void
check_supplied(struct asking *g, const struct term *claim, struct pos at)
{
    struct ask *q = g->q;
    struct binding *given =
        ARENA_ARRAY(g->r->arena, struct binding, q->draw.n + q->n_supply + 1);
    const char *name;

    for (int i = 0; i < q->draw.n; i++)
        given[i].name = q->draw.at[i].name;
    for (int i = 0; i < q->n_supply; i++)
        given[q->draw.n + i].name = q->supply[i];
    if (!q->n_supply)
        return;
    name = lesson_free_name(g->r->arena, claim, q->scope,
                            (struct bindings){given, q->draw.n + q->n_supply});
    if (name)
        errs_at(g->r->arena, g->r->errs, at, ERR_KEY_VALUE,
                "'%s' has no value here, and the learner does not supply it", name);
}

/* The relations behind every `key:`. */
static const struct term *const *
read_relations(struct asking *g, const char *key, int *n)
{
    struct fields f = g->q->fields;
    const struct term **all = ARENA_ARRAY(g->r->arena, const struct term *, f.n + 1);

    *n = 0;
    for (int i = 0; i < f.n; i++) {
        const struct term *t = NULL;

        if (!strcmp(f.at[i].key, key) && *f.at[i].text)
            t = lesson_relation(g->r, g->scope, f.at[i].text, f.at[i].text_at);
        if (!t)
            continue;
        check_supplied(g, t, f.at[i].text_at);
        all[(*n)++] = t;
    }
    return all;
}

/* "where: n >= 2 -> There have to be two." */
static void
read_where(struct asking *g)
{
    struct fields f = g->q->fields;
    struct arena *a = g->r->arena;
    const struct term **all = ARENA_ARRAY(a, const struct term *, f.n + 1);
    const char **says = ARENA_ARRAY(a, const char *, f.n + 1);

    for (int i = 0; i < f.n; i++) {
        struct part left = {f.at[i].text, f.at[i].text_at}, right = {"", left.at};
        const struct term *t;

        if (strcmp(f.at[i].key, "where") || !*f.at[i].text)
            continue;
        if (!parts_arrow(a, f.at[i].text, f.at[i].text_at, &left, &right)) {
            left = (struct part){f.at[i].text, f.at[i].text_at};
            right = (struct part){"", left.at};
        }
        t = lesson_relation(g->r, g->scope, left.text, left.at);
        if (!t)
            continue;
        check_supplied(g, t, left.at);
        says[g->q->n_where] = right.text;
        all[g->q->n_where++] = t;
    }
    g->q->where = all;
    g->q->where_says = says;
}

static void
read_works(struct asking *g)
{
    struct fields f = g->q->fields;
    const char **all = ARENA_ARRAY(g->r->arena, const char *, f.n + 1);

    for (int i = 0; i < f.n; i++)
        if (!strcmp(f.at[i].key, "works"))
            all[g->q->n_works++] = f.at[i].text;
    g->q->works = all;
}

void
claim_read(struct asking *g)
{
    struct ask *q = g->q;
    const struct field *supply = field_find(q->fields, "supply");

    keys_need(g->r, q->fields, "claim", g->at);
    supply_all(g);
    if (!q->n_supply)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "nothing can be supplied: declare it, as in 'let: w : complex'");
    if (supply)
        name_supply(g, supply);
    q->claims = read_relations(g, "claim", &q->n_claims);
    read_where(g);
    q->claim = q->n_claims ? q->claims[0] : NULL;
    read_works(g);
}

void
until_read(struct asking *g)
{
    const struct field *until = keys_need(g->r, g->q->fields, "until", g->at);
    const struct figure_block *figure = lesson_figure_named(g->r, g->q->figure);
    const struct scope *names;

    if (!*g->q->figure)
        errs_at(g->r->arena, g->r->errs, g->at, ERR_KEY_MISSING,
                "'figure: ...' is missing here: whose sliders are to be set?");
    if (!figure || !until || !*until->text)
        return;
    names = lesson_figure_names(g->r, figure);
    if (!names)
        return;
    g->q->claim_scope = names;
    g->q->claim = lesson_relation(g->r, names, until->text, until->text_at);
}
