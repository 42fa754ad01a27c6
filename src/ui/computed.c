/* Numbers in the text, `=` in a code span: computed when they are shown. */
#include <math.h>
#include <string.h>

#include "ui/ui_priv.h"

/* Whole numbers stand there whole: 2^53 + 1 too, which no double is. */
static const char *
span_text(struct arena *a, const struct scope *s, const struct term *t, struct value v,
          bool ascii)
{
    double size = v.rows * v.cols == 1 ? fabs(creal(v.at[0])) : 0;
    const char *text;
    struct err e;

    if (size >= 1e15 && size < 1e18 && t->type.kind == TYPE_INTEGER &&
        exact_value(a, s, t, NULL, 0, 19, &text, &e))
        return text;
    return value_shown(a, s, t, v, value_digits(v, SHOWN_DIGITS), ascii);
}

const char *
study_computed(void *ctx, struct arena *a, const char *expr)
{
    const struct words_ctx *w = ctx;
    const struct drawing *d = study_drawing(w->model, NULL);
    struct pos at = {"computed", 1, 1};
    const struct term *t;
    struct value v;
    struct err e;

    t = expr_parse(a, w->scope, expr, at, &e);
    if (t && calc_eval(a, w->scope, t, NULL, &v, &e))
        return span_text(a, w->scope, t, v,
                         w->model->settings.alphabet == ALPHABET_ASCII);
    if (!d || !d->figure || !(t = expr_parse(a, figure_scope(d->figure), expr, at, &e)))
        return NULL;
    v = calc_real(a, figure_value(d->figure, &d->state, t));
    return isnan(creal(v.at[0])) ? NULL : value_text(a, v, value_digits(v, SHOWN_DIGITS));
}
