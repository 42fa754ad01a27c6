#include <string.h>

#include "base/buf.h"
#include "grade/grade_priv.h"

enum { DIGITS = 15 };

char *
model_printed(const struct grading *g, const struct term *t, bool tex)
{
    return tex ? expr_tex(g->arena, t) : expr_plain(g->arena, t, 0);
}

/* The value of a constant, as a term that is exact or nearly so. */
static const struct term *
value_of(const struct grading *g, const struct term *t, bool *is_exact)
{
    const struct term *value = NULL;
    struct exact_result how;
    const char *text;

    if (exact_value(g->arena, g->d->scope, t, NULL, 0, DIGITS, &text, NULL))
        value = expr_parse(g->arena, g->d->scope, text, (struct pos){0}, NULL);
    *is_exact = value && grade_same(g, t, value, &how) == AGREE_YES;
    return value;
}

char *
model_term(const struct grading *g, bool tex)
{
    const struct term *model = grade_unfold(g, g->q->answer), *value = NULL;
    char *text = model_printed(g, g->q->answer, tex), *more;
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
