#include <string.h>

#include "grade/grade_priv.h"

/* A value that has an end within EXACT_DIGITS is written whole. */
enum { EXACT_DIGITS = 15, DIGITS = 8 };

/* of a term beside its value, which is exact or not */
enum { LONGEST = 60, LONGEST_NEARLY = 120 };

char *
model_printed(const struct grading *g, const struct term *t, bool tex)
{
    return tex ? expr_tex(g->arena, t) : expr_plain(g->arena, t, 0);
}

/* The value of a constant to so many digits, as a term. */
static const struct term *
value_to(const struct grading *g, const struct term *t, int digits)
{
    const char *text;

    if (!exact_value(g->arena, g->d->scope, t, NULL, 0, digits, &text, NULL))
        return NULL;
    return expr_parse(g->arena, g->d->scope, text, (struct pos){0}, NULL);
}

/* The same, exact where it can be. */
static const struct term *
value_of(const struct grading *g, const struct term *t, bool *is_exact)
{
    const struct term *value = value_to(g, t, EXACT_DIGITS);
    struct exact_result how;

    *is_exact = value && grade_same(g, t, value, &how) == AGREE_YES;
    return *is_exact ? value : value_to(g, t, DIGITS);
}

/* Whether a term is written with a drawn name. */
struct look {
    const struct grading *g;
    bool found;
};

static void
look_for_drawn(void *ctx, const struct term *name)
{
    struct look *l = ctx;

    for (int i = 0; i < l->g->d->n; i++)
        l->found = l->found || strcmp(l->g->d->name[i], name->name) == 0;
}

static bool
is_from_drawn(const struct grading *g, const char *name)
{
    const struct decl *d = scope_find(g->q->scope, name);
    struct look l = {g, false};

    for (int i = 0; i < g->d->n; i++)
        if (strcmp(g->d->name[i], name) == 0)
            return true;
    if (d && d->value)
        term_free_names(expr_unfold(g->arena, g->q->scope, d->value), look_for_drawn, &l);
    return l.found;
}

/* The answer as the learner could have written it: a drawn number stands in the question
 * without its name. */
static const struct term *
with_numbers(const struct grading *g, const struct term *answer)
{
    const struct scope *s = g->d->scope;
    struct replacement *r = ARENA_ARRAY(g->arena, struct replacement, scope_count(s) + 1);
    const struct term *t;
    int n = 0;

    for (int i = 0; i < scope_count(s); i++) {
        const struct decl *d = scope_at(s, i);

        if (d->value && is_from_drawn(g, d->name))
            r[n++] = (struct replacement){d->name, expr_unfold(g->arena, s, d->value)};
    }
    t = n ? expr_replace(g->arena, answer, r, n) : NULL;
    return t ? t : answer;
}

char *
model_term(const struct grading *g, bool tex)
{
    const struct term *model = grade_unfold(g, g->q->answer), *value = NULL;
    const struct term *shown = with_numbers(g, g->q->answer);
    char *text = model_printed(g, shown, tex), *more;
    const char *sign;
    size_t longest;
    bool is_exact = true;

    if (!grade_free_name(g->d->scope, model))
        value = value_of(g, model, &is_exact);
    more = model_printed(g, value ? value : model, tex);
    sign = is_exact ? "=" : tex ? "\\approx" : "\u2248";
    if (strcmp(text, more) == 0)
        return text;
    longest = is_exact ? LONGEST : LONGEST_NEARLY;
    if (value && strlen(model_printed(g, shown, false)) > longest)
        return is_exact ? more : arena_printf(g->arena, "%s %s", sign, more);
    return arena_printf(g->arena, "%s %s %s", text, sign, more);
}
