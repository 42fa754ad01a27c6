/* Rules that are judged by the line as a whole. */
#include "exact/exact.h"
#include "proof/rule/code.h"

/* ---- small parts ------------------------------------------------------------------- */

static const struct term *
apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y)
{
    return x && y ? expr_apply(a, op, x, y, NULL) : NULL;
}

static bool
same(struct arena *a, const struct scope *s, const struct term *x, const struct term *y)
{
    return x && y && normal_same(a, s, x, y);
}

static bool
has_op(const struct term *t, enum term_op op)
{
    for (int i = 0; i < t->n; i++)
        if (has_op(t->arg[i], op))
            return true;
    return t->op == op;
}

static enum verdict
compared(struct arena *a, const struct rule_line *l, enum relation r)
{
    struct exact_options o = {.seed = 1, .verdict_only = true};

    return exact_compare(a, l->scope, l->x, r, l->y, &o).verdict;
}

/* ---- by balls ---------------------------------------------------------------------- */

/* A limit is worked out: one side has more of them, and balls enclose it. */
bool
line_by_limit(struct arena *a, const struct rule_line *l)
{
    return l->relation == RELATION_EQUAL &&
           has_op(l->x, TERM_LIMIT) != has_op(l->y, TERM_LIMIT) &&
           compared(a, l, RELATION_EQUAL) == VERDICT_EQUAL;
}

/* A line with != : some point shows it. */
bool
line_by_counterexample(struct arena *a, const struct rule_line *l)
{
    return l->relation == RELATION_NOT_EQUAL &&
           compared(a, l, RELATION_EQUAL) == VERDICT_DIFFERENT;
}

/* ---- slope 0 ----------------------------------------------------------------------- */

struct first_names {
    const struct term *at[8];
    int n;
};

static void
keep_name(void *ctx, const struct term *name)
{
    struct first_names *f = ctx;

    for (int i = 0; i < f->n; i++)
        if (expr_same(f->at[i], name))
            return;
    if (f->n < 8 && name->type.kind == TYPE_REAL && !name->type.random)
        f->at[f->n++] = name;
}

/* y is x with a number for the name, and x does not change with it. */
static bool
is_constant_in(struct arena *a, const struct rule_line *l, const struct term *name)
{
    const struct term *d = apply(a, TERM_DERIVATIVE, l->x, name);
    struct rule_line slope = {l->scope, d, RELATION_EQUAL, NULL, false, l->effort};

    for (int value = 0; value <= 1; value++) {
        struct replacement r = {name->name,
                                rational_term(a, (struct rational){value, 1})};

        if (d && same(a, l->scope, expr_replace(a, l->x, &r, 1), l->y)) {
            slope.y = rational_term(a, (struct rational){0, 1});
            return compared(a, &slope, RELATION_EQUAL) == VERDICT_EQUAL;
        }
    }
    return false;
}

static bool
is_first_value(struct arena *a, const struct rule_line *l)
{
    struct first_names names = {.n = 0};

    if (l->relation != RELATION_EQUAL || !type_is_number(l->x->type))
        return false;
    term_free_names(l->x, keep_name, &names);
    for (int i = 0; i < names.n; i++)
        if (!term_has_name(l->y, names.at[i]->name) && is_constant_in(a, l, names.at[i]))
            return true;
    return false;
}

bool
line_by_constant_slope(struct arena *a, const struct rule_line *l)
{
    struct rule_line turned = {l->scope, l->y, l->relation, l->x, false, l->effort};

    return is_first_value(a, l) || is_first_value(a, &turned);
}
