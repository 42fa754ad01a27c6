#include <string.h>

#include "base/buf.h"
#include "expr/make.h"
#include "grade/grade_priv.h"

/* A value that has an end within EXACT_DIGITS is written whole. */
enum { EXACT_DIGITS = 15, DIGITS = 8 };

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

/* The answer with the drawn numbers where their names stand: the learner sees the numbers
 * alone. */
static const struct term *
with_drawn(const struct grading *g, const struct term *t)
{
    const struct drawn *d = g->d;
    struct replacement *r = ARENA_ARRAY(g->arena, struct replacement, d->n + 1);
    const struct term *changed;

    for (int i = 0; i < d->n; i++)
        r[i] = (struct replacement){d->name[i], d->value[i]};
    changed = expr_replace(g->arena, t, r, d->n);
    return changed ? changed : t;
}

char *
model_term(const struct grading *g, bool tex)
{
    const struct term *model = grade_unfold(g, g->q->answer), *value = NULL;
    char *text = model_printed(g, with_drawn(g, g->q->answer), tex), *more;
    bool is_exact = true;

    if (!grade_free_name(g->d->scope, model))
        value = value_of(g, model, &is_exact);
    more = model_printed(g, value ? value : model, tex);
    if (strcmp(text, more) == 0)
        return text;
    return arena_printf(g->arena, "%s %s %s", text,
                        is_exact ? "="
                        : tex    ? "\\approx"
                                 : "≈",
                        more);
}
