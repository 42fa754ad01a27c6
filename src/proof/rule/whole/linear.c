/* Equations that are multiples of one another: solving for a name. */
#include "proof/normal/known.h"
#include "proof/rule/whole/whole.h"

static const struct term *
difference(struct arena *a, const struct term *x, const struct term *y)
{
    return x && y ? expr_apply(a, TERM_SUB, x, y, NULL) : NULL;
}

/* How much t grows when the name does by 1: what stands before it, if t is linear in it.
 */
static const struct term *
growth(struct arena *a, const struct scope *s, const struct term *t,
       const struct term *name)
{
    const struct term *more = expr_apply(a, TERM_ADD, name, whole_number(a, 1), NULL);
    const struct term *d = difference(a, whole_with(a, t, name, more), t);

    return d ? normal_form(a, s, d) : NULL;
}

static enum sign_set
sign_of_quotient(struct arena *a, const struct scope *s, const struct term *x,
                 const struct term *y)
{
    const struct term *c = expr_apply(a, TERM_DIV, x, y, NULL);

    return c ? known_sign(a, s, normal_form(a, s, c)) : SIGN_ANY;
}

/* The signs that y over x may have, where both are multiples of one thing; 0 when they
 * are not, or when the factor may be 0 or have no value. */
static enum sign_set
sign_of_ratio(struct arena *a, const struct scope *s, const struct term *x,
              const struct term *y, const struct term *name)
{
    const struct term *p = growth(a, s, x, name), *q = growth(a, s, y, name);
    enum sign_set there, back;

    if (!p || !q ||
        !whole_same(a, s, expr_apply(a, TERM_MUL, x, q, NULL),
                    expr_apply(a, TERM_MUL, y, p, NULL)))
        return 0;
    there = sign_of_quotient(a, s, q, p);
    back = sign_of_quotient(a, s, p, q);
    return (there | back) & SIGN_0 ? 0 : there & back;
}

static bool
keeps_relation(enum sign_set ratio, enum relation x, enum relation y)
{
    if (x == RELATION_EQUAL || x == RELATION_NOT_EQUAL)
        return ratio && x == y;
    return (ratio == SIGN_PLUS && x == y) ||
           (ratio == SIGN_MINUS && x == relation_turned(y));
}

bool
whole_multiple(struct arena *a, const struct scope *s, const struct term *x,
               const struct term *y)
{
    const struct term *dx = difference(a, x->arg[0], x->arg[1]);
    const struct term *dy = difference(a, y->arg[0], y->arg[1]);
    struct whole_names names;

    if (!dx || !dy || !type_is_number(dx->type) || !type_is_number(dy->type))
        return false;
    names = whole_names(dy);
    for (int i = 0; i < names.n; i++)
        if (type_is_number(names.at[i]->type) && term_has_name(dx, names.at[i]->name) &&
            keeps_relation(sign_of_ratio(a, s, dx, dy, names.at[i]), x->relation,
                           y->relation))
            return true;
    return false;
}
