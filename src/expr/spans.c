#include <math.h>
#include <string.h>

#include "calc/calc.h"
#include "check/check_priv.h"

bool
value_is_defined(const struct value *v)
{
    for (int i = 0; i < v->rows * v->cols; i++)
        if (isnan(creal(v->at[i])) || isnan(cimag(v->at[i])))
            return false;
    return true;
}

void
check_span(struct checker *c, const struct scope *s, const struct term *t, struct pos at,
           const char *where)
{
    struct value v;
    struct err e;

    if (!calc_eval(c->scratch, s, t, NULL, &v, &e))
        errs_at(c->arena, c->errs, at, ERR_SPAN_NO_VALUE, "this has no value: %s", e.msg);
    else if (!value_is_defined(&v))
        errs_at(c->arena, c->errs, at, ERR_SPAN_NO_VALUE, "this is undefined%s", where);
}

void
check_spans(struct checker *c, const struct scope *s, const char *markdown, struct pos at)
{
    struct runs runs;

    if (!strchr(markdown, '`'))
        return;
    runs = lesson_runs(c->scratch, markdown, at);
    for (int i = 0; i < runs.n; i++) {
        const struct term *t;

        if (runs.at[i].kind != RUN_COMPUTED)
            continue;
        c->report->spans++;
        t = expr_parse(c->scratch, s, runs.at[i].text, runs.at[i].at, NULL);
        if (t)
            check_span(c, s, t, runs.at[i].at, "");
    }
}
