/* Plots of terms: figures of kind curve that no block describes. */
#include <math.h>

#include "figure/kind/kind.h"

/* A label that is a text as it stands. */
static struct sentence
plain_label(struct arena *a, const char *text)
{
    struct piece *p = ARENA_NEW(a, struct piece);

    p->text = text;
    return (struct sentence){p, 1, NULL};
}

struct figure *
figure_of_terms(struct arena *a, const struct plot_terms *p)
{
    static const enum style styles[] = {STYLE_FIRST, STYLE_SECOND, STYLE_THIRD,
                                        STYLE_FOURTH};
    struct figure *f = ARENA_NEW(a, struct figure);
    bool angle = expr_mentions(p->low, "pi") || expr_mentions(p->high, "pi");

    f->kind = &kind_curve;
    f->play = -1;
    f->low = f->high = NAN;
    f->strip.unit = "";
    f->captions.log_x = p->log_x;
    f->captions.log_y = p->log_y;
    f->scope = scope_new(a, p->scope);
    for (int i = 0; i < p->n; i++)
        f->things[f->n_things++] = (struct thing){
            .kind = THING_CURVE,
            .style = styles[i % 4],
            .at = {p->at[i]},
            .n = 1,
            .label = plain_label(a, p->labels[i]),
            .labelled = true,
            .angle = angle,
            .scope = p->scope,
            .variable = p->variable,
            .low = p->low,
            .high = p->high,
        };
    return f;
}
