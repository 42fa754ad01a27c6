#include <math.h>
#include <string.h>

#include "calc/calc.h"
#include "grade/grade_priv.h"

enum { SHOWN_DIGITS = 6 };

const struct term *
grade_unfold(const struct grading *g, const struct term *t)
{
    return expr_unfold(g->arena, g->d->scope, t);
}

struct free_name {
    const struct scope *scope;
    const char *found;
};

static void
look_at_name(void *ctx, const struct term *name)
{
    struct free_name *f = ctx;
    const struct decl *d = scope_find(f->scope, name->name);

    if (!f->found)
        f->found = d && d->value ? grade_free_name(f->scope, d->value) : name->name;
}

const char *
grade_free_name(const struct scope *s, const struct term *t)
{
    struct free_name f = {s, NULL};

    term_free_names(t, look_at_name, &f);
    return f.found;
}

bool
grade_has_value(const struct grading *g, const char *name)
{
    const struct decl *d = scope_find(g->d->scope, name);

    return d && d->value && !grade_free_name(g->d->scope, d->value);
}

bool
grade_is_array(const struct term *t)
{
    return t->type.kind == TYPE_VECTOR || t->type.kind == TYPE_MATRIX;
}

bool
grade_size(const struct term *t, int *rows, int *cols)
{
    *rows = grade_is_array(t) ? t->type.rows.n : 1;
    *cols = t->type.kind == TYPE_MATRIX ? t->type.cols.n : 1;
    return *rows && *cols;
}

bool
grade_compute(const struct grading *g, const struct term *t, struct value *out)
{
    if (!calc_eval(g->arena, g->d->scope, t, NULL, out, NULL))
        return false;
    for (int i = 0; i < out->rows * out->cols; i++)
        if (!isfinite(creal(out->at[i])) || !isfinite(cimag(out->at[i])))
            return false;
    return true;
}

const char *
grade_value_text(const struct grading *g, const struct term *t)
{
    struct value v;

    return grade_compute(g, t, &v) ? value_text(g->arena, v, SHOWN_DIGITS) : "undefined";
}

const char *
grade_shape_text(const struct grading *g, const struct term *t)
{
    int rows, cols;

    if (t->type.kind == TYPE_VECTOR && grade_size(t, &rows, &cols))
        return arena_printf(g->arena, "a vector of %d entries", rows);
    return type_phrase(g->arena, t->type);
}

bool
grade_is_rational(const struct term *t)
{
    static const bool allowed[TERM_OP_COUNT] = {
        [TERM_NUMBER] = true, [TERM_ADD] = true, [TERM_SUB] = true, [TERM_NEG] = true,
        [TERM_MUL] = true,    [TERM_DIV] = true, [TERM_POW] = true,
    };

    if (!allowed[t->op] || (t->op == TERM_POW && t->arg[1]->type.kind != TYPE_INTEGER))
        return false;
    for (int i = 0; i < t->n; i++)
        if (!grade_is_rational(t->arg[i]))
            return false;
    return true;
}

bool
grade_has_decimal(const struct term *t)
{
    if (t->op == TERM_NUMBER)
        return t->exponent < 0;
    for (int i = 0; i < t->n; i++)
        if (grade_has_decimal(t->arg[i]))
            return true;
    return false;
}
