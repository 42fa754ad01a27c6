#include <string.h>

#include "base/buf.h"
#include "grade/grade_priv.h"

enum { DIGITS = 15 };

static char *
printed(const struct grading *g, const struct term *t, bool tex)
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

static char *
term_model(const struct grading *g, bool tex)
{
    const struct term *model = grade_unfold(g, g->q->answer), *value = NULL;
    char *text = printed(g, g->q->answer, tex), *more;
    bool is_exact = true;

    if (!grade_free_name(g->d->scope, model))
        value = value_of(g, model, &is_exact);
    more = printed(g, value ? value : model, tex);
    if (strcmp(text, more) == 0)
        return text;
    return arena_printf(g->arena, "%s %s %s", text,
                        is_exact ? "="
                        : tex    ? "\\approx"
                                 : "≈",
                        more);
}

static char *
choice_model(const struct grading *g)
{
    bool *right = ARENA_ARRAY(g->arena, bool, g->q->n_choices + 1);

    for (int i = 0; i < g->q->n_choices; i++)
        right[i] = g->q->choices[i].right;
    return choose_text(g, right);
}

/* Values that break the claim. */
static char *
refute_model(const struct grading *g, bool tex)
{
    const struct term *claim = grade_unfold(g, g->q->claim);
    struct exact_options none = {0};
    struct exact_result how = exact_compare(g->arena, g->d->scope, claim->arg[0],
                                            claim->relation, claim->arg[1], &none);
    struct supplied all = values_new(g);
    const char **names = ARENA_ARRAY(g->arena, const char *, how.n_point + 1);

    all.value = ARENA_ARRAY(g->arena, const struct term *, how.n_point + 1);
    all.names = names;
    all.n = 0;
    for (int i = 0; i < how.n_point; i++) {
        if (!how.point[i].value) /* a finite space */
            continue;
        names[all.n] = how.point[i].name;
        all.value[all.n++] = how.point[i].value;
    }
    if (how.verdict != VERDICT_DIFFERENT || !all.n)
        return printed(g, g->q->claim, tex);
    return values_text(&all, tex);
}

char *
grade_model(struct arena *a, const struct ask *q, const struct drawn *d, bool tex)
{
    struct grading g = {a, q, d};

    switch (q->kind) {
    case ASK_CHOICE:
    case ASK_SEVERAL:
        return choice_model(&g);
    case ASK_REFUTE:
        return refute_model(&g, tex);
    case ASK_SET:
        return printed(&g, q->claim, tex);
    default:
        return term_model(&g, tex);
    }
}
