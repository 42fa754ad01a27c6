#include <math.h>
#include <string.h>

#include "check/check_priv.h"
#include "typeset/typeset.h"

bool
value_is_defined(const struct value *v)
{
    for (int i = 0; i < v->rows * v->cols; i++)
        if (isnan(creal(v->at[i])) || isnan(cimag(v->at[i])))
            return false;
    return true;
}

static bool
check_span(struct checker *c, const struct scope *s, const struct run *run)
{
    struct calc_span shown;
    struct value v;
    struct err e;

    c->report->spans++;
    if (!calc_span_read(c->scratch, s, run->text, run->at, &shown, NULL))
        return false; /* told by the reader */
    if (!calc_eval(c->scratch, s, shown.term, NULL, &v, &e))
        return errs_at(c->arena, c->errs, run->at, ERR_SPAN_NO_VALUE,
                       "this has no value: %s", e.msg);
    return value_is_defined(&v) || errs_at(c->arena, c->errs, run->at, ERR_SPAN_NO_VALUE,
                                           "this is undefined%s", c->where);
}

/* Places in a formula count from 1:1, where its run begins. */
static bool
check_formula(struct checker *c, const struct run *run)
{
    struct err e;
    struct pos at = run->at;
    const struct tex_options o = {.alphabet = ALPHABET_UNICODE, .macros = c->macros};

    tex_box_with(c->scratch, run->text, &o, &e);
    if (e.code == ERR_NONE)
        return true;
    at.col = e.at.line == 1 ? at.col + e.at.col - 1 : e.at.col;
    at.line += e.at.line - 1;
    return errs_at(c->arena, c->errs, at, e.code, "%s", e.msg);
}

bool
check_text(struct checker *c, const struct scope *s, const struct passage *text)
{
    struct runs runs = {NULL, 0};
    bool ok = true;

    if (strpbrk(text->markdown, "`$"))
        runs = lesson_runs(c->scratch, text->markdown, text->at);
    for (int i = 0; i < runs.n; i++) {
        if (runs.at[i].kind == RUN_COMPUTED)
            ok = check_span(c, s, &runs.at[i]) && ok;
        else if (runs.at[i].kind == RUN_FORMULA)
            ok = check_formula(c, &runs.at[i]) && ok;
    }
    return ok;
}
