/* Slopes that are 0: at an extremum, and as the terms of a Taylor polynomial. */
#include "exact/exact.h"
#include "proof/rule/whole/whole.h"

enum { NAMES_MAX = 4, SLOPES_MAX = 6 };

/* ---- stationary -------------------------------------------------------------------- */

/* F as a function of a name, and where its slope is said to be 0. */
struct stationary {
    const struct term *f, *by;
    const struct term *slope, *curvature;
};

/* "D(F, t) = 0". */
static bool
read_slope(struct arena *a, const struct scope *s, const struct term *t,
           struct stationary *out)
{
    const struct term *d = t->arg[0];

    if (t->relation != RELATION_EQUAL || d->op != TERM_DERIVATIVE ||
        d->arg[1]->op != TERM_NAME || !whole_same(a, s, t->arg[1], whole_number(a, 0)))
        return false;
    out->f = d->arg[0];
    out->by = d->arg[1];
    out->slope = expr_derivative(a, s, out->f, out->by, NULL);
    out->curvature = out->slope ? expr_derivative(a, s, out->slope, out->by, NULL) : NULL;
    return out->curvature != NULL;
}

/* A parabola: the curvature is one number, and not 0. */
static bool
is_parabola(struct arena *a, const struct scope *s, const struct stationary *f)
{
    const struct term *zero = whole_number(a, 0);
    const struct term *at_0 = whole_with(a, f->curvature, f->by, zero);

    return at_0 && whole_compare(a, s, f->curvature, RELATION_EQUAL, at_0) &&
           (whole_compare(a, s, f->curvature, RELATION_GREATER, zero) ||
            whole_compare(a, s, f->curvature, RELATION_LESS, zero));
}

/* t = place: the slope is 0 there, and nowhere else. */
static bool
is_place(struct arena *a, const struct scope *s, const struct stationary *f,
         const struct term *t)
{
    const struct term *there;

    if (!expr_same(t->arg[0], f->by) || term_has_name(t->arg[1], f->by->name))
        return false;
    there = whole_with(a, f->slope, f->by, t->arg[1]);
    return there && is_parabola(a, s, f) &&
           whole_compare(a, s, there, RELATION_EQUAL, whole_number(a, 0));
}

/* F = m: m is the value at the vertex. */
static bool
is_extreme(struct arena *a, const struct scope *s, const struct stationary *f,
           const struct term *t)
{
    const struct term *zero = whole_number(a, 0), *start, *place, *value;

    if (term_has_name(t->arg[1], f->by->name) || !whole_same(a, s, t->arg[0], f->f) ||
        !is_parabola(a, s, f))
        return false;
    start = whole_with(a, f->slope, f->by, zero);
    place = start ? expr_apply(a, TERM_DIV, start, f->curvature, NULL) : NULL;
    place = place ? expr_apply(a, TERM_NEG, place, NULL, NULL) : NULL;
    value = place ? whole_with(a, f->f, f->by, place) : NULL;
    return value && whole_compare(a, s, value, RELATION_EQUAL, t->arg[1]);
}

/* G = 0, where G is the slope worked out. */
static bool
is_worked_out(struct arena *a, const struct scope *s, const struct stationary *f,
              const struct term *t)
{
    return whole_same(a, s, t->arg[1], whole_number(a, 0)) &&
           whole_compare(a, s, f->slope, RELATION_EQUAL, t->arg[0]);
}

bool
line_by_stationary(struct arena *a, const struct rule_line *l)
{
    for (int turned = 0; turned < 2; turned++) {
        const struct term *x = turned ? l->y : l->x, *y = turned ? l->x : l->y;
        struct stationary f;

        if (l->relation == RELATION_EQUAL && x->op == TERM_RELATION &&
            y->op == TERM_RELATION && y->relation == RELATION_EQUAL &&
            read_slope(a, l->scope, x, &f) &&
            (is_place(a, l->scope, &f, y) || is_extreme(a, l->scope, &f, y) ||
             is_worked_out(a, l->scope, &f, y)))
            return true;
    }
    return false;
}

/* ---- taylor ------------------------------------------------------------------------ */

/* How far the values of a name reach: all numbers, or all from 0 on. */
enum reach { REACH_NONE, REACH_ALL, REACH_FROM_0 };

static enum reach
reach_of(struct arena *a, const struct scope *s, const char *name)
{
    const struct decl *d = scope_find(s, name);

    if (!d || d->value || d->domain.high)
        return REACH_NONE;
    if (!d->domain.low)
        return d->n_conditions ? REACH_NONE : REACH_ALL;
    return d->n_conditions <= 1 && whole_same(a, s, d->domain.low, whole_number(a, 0))
               ? REACH_FROM_0
               : REACH_NONE;
}

/* d >= 0: d and its slopes are 0 at c up to an odd order (any order to the right of c),
 * and the next slope is never below 0. The remainder is that slope at an inner point
 * times (t - c)^n / n!. */
static bool
stays_above(struct arena *a, const struct scope *s, const struct term *d,
            const struct term *by, const struct term *c)
{
    const struct term *zero = whole_number(a, 0);
    enum reach reach = reach_of(a, s, by->name);

    for (int n = 0; d && n <= SLOPES_MAX; n++) {
        const struct term *there = whole_with(a, d, by, c);

        if (n >= 2 && (n % 2 == 0 || reach == REACH_FROM_0) &&
            whole_everywhere(a, s, d, RELATION_GREATER_EQUAL, zero))
            return true;
        if (!there || !whole_compare(a, s, there, RELATION_EQUAL, zero))
            return false;
        d = expr_derivative(a, s, d, by, NULL);
    }
    return false;
}

/* Whether t has neither kinks nor jumps where it is defined. */
static bool
is_smooth(const struct term *t)
{
    static const char *const kinked[] = {"abs", "sign", "max", "min", "arg", "norm"};

    for (size_t i = 0; i < sizeof kinked / sizeof *kinked; i++)
        if (expr_mentions(t, kinked[i]))
            return false;
    return true;
}

static bool
some_place(struct arena *a, const struct scope *s, const struct term *d)
{
    struct whole_names names = whole_names(d);

    if (!is_smooth(d))
        return false;
    for (int i = 0; i < names.n && i < NAMES_MAX; i++) {
        const struct term *by = names.at[i];
        enum reach reach = reach_of(a, s, by->name);

        if (by->type.kind != TYPE_REAL || by->type.random || reach == REACH_NONE)
            continue;
        if (stays_above(a, s, d, by, whole_number(a, 0)))
            return true;
        for (int k = 0; k < names.n && k < NAMES_MAX && reach == REACH_ALL; k++)
            if (k != i && names.at[k]->type.kind == TYPE_REAL &&
                stays_above(a, s, d, by, names.at[k]))
                return true;
    }
    return false;
}

/* small <= large */
static bool
is_below(struct arena *a, const struct scope *s, const struct term *small,
         const struct term *large)
{
    enum term_op op = TERM_SUB;

    if (small->op == TERM_CALL && small->function == FUNCTION_ABS &&
        small->arg[0]->type.kind <= TYPE_REAL) {
        small = small->arg[0];
        op = TERM_ADD;
    }
    for (;; op = TERM_SUB) {
        const struct term *d = expr_apply(a, op, large, small, NULL);

        if (!d || !some_place(a, s, d))
            return false;
        if (op == TERM_SUB)
            return true;
    }
}

bool
line_by_taylor(struct arena *a, const struct rule_line *l)
{
    if (l->x->type.kind > TYPE_REAL || l->y->type.kind > TYPE_REAL ||
        term_has_chance(l->x) || term_has_chance(l->y))
        return false;
    if (l->relation == RELATION_LESS_EQUAL)
        return is_below(a, l->scope, l->x, l->y);
    return l->relation == RELATION_GREATER_EQUAL && is_below(a, l->scope, l->y, l->x);
}
