/* Rules that are judged by the line as a whole. */
#include "exact/exact.h"
#include "proof/normal/known.h"
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

/* ---- the same on both sides -------------------------------------------------------- */

static bool
is_order(enum relation r)
{
    return r != RELATION_EQUAL && r != RELATION_NOT_EQUAL;
}

/* x: L = R, y: L + c = R + c. */
static bool
same_added(struct arena *a, const struct scope *s, const struct term *x,
           const struct term *y)
{
    return x->relation == y->relation &&
           same(a, s, apply(a, TERM_SUB, y->arg[0], x->arg[0]),
                apply(a, TERM_SUB, y->arg[1], x->arg[1]));
}

/* The signs that the factor from x's side i to y's may have; none when it is unknown. */
static enum sign_set
factor_sign(struct arena *a, const struct scope *s, const struct term *x,
            const struct term *y, int i)
{
    const struct term *c = apply(a, TERM_DIV, y->arg[i], x->arg[i]);

    return c ? known_sign(a, s, normal_form(a, s, c)) : SIGN_ANY;
}

/* x: L = R, y: c L = c R for a c that is not 0; for an order, of known sign. */
static bool
same_factor(struct arena *a, const struct scope *s, const struct term *x,
            const struct term *y)
{
    enum sign_set sign;

    if (type_is_array(x->arg[0]->type) || type_is_array(y->arg[0]->type) ||
        !same(a, s, apply(a, TERM_MUL, y->arg[0], x->arg[1]),
              apply(a, TERM_MUL, y->arg[1], x->arg[0])))
        return false;
    sign = factor_sign(a, s, x, y, 0) & factor_sign(a, s, x, y, 1);
    if (!is_order(x->relation))
        return x->relation == y->relation && sign && !(sign & SIGN_0);
    return (sign == SIGN_PLUS && x->relation == y->relation) ||
           (sign == SIGN_MINUS && x->relation == relation_turned(y->relation));
}

/* The maps that are undone by another, and increase, where their argument is so. */
static const struct increasing {
    enum function_id f;
    enum sign_set where;
} increasing[] = {
    {FUNCTION_EXP,  SIGN_ANY       },
    {FUNCTION_LN,   SIGN_PLUS      },
    {FUNCTION_SQRT, SIGN_AT_LEAST_0},
};

static bool
same_map(struct arena *a, const struct scope *s, const struct term *x,
         const struct term *y)
{
    if (x->relation != y->relation || x->arg[0]->type.kind > TYPE_REAL ||
        x->arg[1]->type.kind > TYPE_REAL)
        return false;
    for (size_t i = 0; i < sizeof increasing / sizeof *increasing; i++) {
        const struct increasing *map = &increasing[i];

        if (known_is(a, s, x->arg[0], map->where) &&
            known_is(a, s, x->arg[1], map->where) &&
            same(a, s, expr_call(a, map->f, &x->arg[0], 1, NULL), y->arg[0]) &&
            same(a, s, expr_call(a, map->f, &x->arg[1], 1, NULL), y->arg[1]))
            return true;
    }
    return false;
}

static bool
are_relations(const struct rule_line *l)
{
    return l->relation == RELATION_EQUAL && l->x->op == TERM_RELATION &&
           l->y->op == TERM_RELATION;
}

bool
line_by_both_sides(struct arena *a, const struct rule_line *l)
{
    return are_relations(l) &&
           (same_added(a, l->scope, l->x, l->y) || same_factor(a, l->scope, l->x, l->y) ||
            same_factor(a, l->scope, l->y, l->x) || same_map(a, l->scope, l->x, l->y) ||
            same_map(a, l->scope, l->y, l->x));
}

bool
line_by_monotone(struct arena *a, const struct rule_line *l)
{
    return are_relations(l) &&
           (same_map(a, l->scope, l->x, l->y) || same_map(a, l->scope, l->y, l->x));
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
    struct rule_line slope = {l->scope, d, RELATION_EQUAL, NULL};

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
    struct rule_line turned = {l->scope, l->y, l->relation, l->x};

    return is_first_value(a, l) || is_first_value(a, &turned);
}
