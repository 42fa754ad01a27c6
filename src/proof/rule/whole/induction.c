/* True at the first number, and from each to the next. */
#include "proof/rule/whole/whole.h"

struct growing {
    struct arena *arena;
    const struct scope *scope;
    const struct term *n, *next; /* the number, and n + 1 */
    bool grew;
};

static const struct term *
with_next(struct growing *g, const struct term *t)
{
    return whole_with(g->arena, t, g->n, g->next);
}

/* sum(j=a..n+1, f) as sum(j=a..n, f) + f(n+1), and a product likewise; NULL when its top
 * does not move by one, or something else in it moves. */
static const struct term *
one_more(struct growing *g, const struct term *t)
{
    const struct term *low = t->arg[0], *high = t->arg[1], *body = t->arg[2], *top, *last;
    struct term index = {.op = TERM_NAME, .name = t->name};

    if (!term_has_name(high, g->n->name) || term_has_name(low, g->n->name) ||
        term_has_name(body, g->n->name))
        return NULL;
    top = with_next(g, high);
    if (!whole_same(
            g->arena, g->scope, top,
            expr_apply(g->arena, TERM_ADD, high, whole_number(g->arena, 1), NULL)))
        return NULL;
    last = whole_with(g->arena, body, &index, top);
    g->grew = true;
    return last ? expr_apply(g->arena, t->op == TERM_SUM ? TERM_ADD : TERM_MUL, t, last,
                             NULL)
                : NULL;
}

/* t for n + 1, with what it was for n in it as it was. */
static const struct term *
next_of(struct growing *g, const struct term *t)
{
    const struct term *grown;

    if (!t || !term_has_name(t, g->n->name))
        return t;
    if (t->op == TERM_SUM || t->op == TERM_PRODUCT) {
        grown = one_more(g, t);
        return grown ? grown : with_next(g, t);
    }
    if (t->n == 0 || term_binds(t))
        return with_next(g, t);
    for (int i = 0; t && i < t->n; i++) {
        const struct term *by = next_of(g, t->arg[i]);

        t = by ? with_argument(g->arena, t, i, by) : NULL;
    }
    return t;
}

static bool
agrees(struct growing *g, const struct term *x, const struct term *y)
{
    return x && y &&
           (whole_same(g->arena, g->scope, x, y) ||
            whole_compare(g->arena, g->scope, x, RELATION_EQUAL, y));
}

/* Both sides grow by the same; or x is a product, and y times its new factor is y for
 * n + 1. */
static bool
steps_on(struct growing *g, const struct term *x, const struct term *y)
{
    struct arena *a = g->arena;
    const struct term *x_next = next_of(g, x), *y_next = next_of(g, y);

    if (!g->grew || !x_next || !y_next)
        return false;
    if (x->op == TERM_PRODUCT && x_next->op == TERM_MUL && x_next->arg[0] == x)
        return agrees(g, expr_apply(a, TERM_MUL, y, x_next->arg[1], NULL), y_next);
    return agrees(g, expr_apply(a, TERM_SUB, x_next, x, NULL),
                  expr_apply(a, TERM_SUB, y_next, y, NULL));
}

static bool
holds_from(struct arena *a, const struct rule_line *l, const struct term *n,
           const struct term *first)
{
    struct growing g = {.arena = a, .scope = l->scope, .n = n};
    const struct term *x = whole_with(a, l->x, n, first),
                      *y = whole_with(a, l->y, n, first);

    g.next = expr_apply(a, TERM_ADD, n, whole_number(a, 1), NULL);
    return x && y && whole_compare(a, l->scope, x, RELATION_EQUAL, y) &&
           (steps_on(&g, l->x, l->y) || steps_on(&g, l->y, l->x));
}

bool
line_by_induction(struct arena *a, const struct rule_line *l)
{
    struct whole_names names;

    if (l->relation != RELATION_EQUAL || !type_is_number(l->x->type) ||
        !type_is_number(l->y->type) || term_has_chance(l->x) || term_has_chance(l->y))
        return false;
    names = whole_names(l->x);
    for (int i = 0; i < names.n; i++) {
        const struct decl *d = scope_find(l->scope, names.at[i]->name);

        if (d && !d->value && d->type.kind == TYPE_INTEGER && d->domain.low &&
            !d->domain.low_open && holds_from(a, l, names.at[i], d->domain.low))
            return true;
    }
    return false;
}
