/* The same step on both sides of a relation, and maps that keep an order. */
#include "proof/normal/known.h"
#include "proof/rule/whole/whole.h"

enum { MOTION_DEPTH_MAX = 24, POWER_MAX = 4 };

/* ---- how a term moves with one of its arguments -------------------------------------
 */

/* 1: with it, -1: against it, 0: it cannot be said. Strict: never without moving. */
struct motion {
    int direction;
    bool strict;
};

/* From one term to another: less than 0, 0, more than 0. */
struct order {
    bool known;
    int sign;    /* of the second less the first */
    bool strict; /* they are never equal, where the sign is not 0 */
    bool back;   /* the assumed relation follows from this order, too */
    bool moved;  /* by a map that is more than a sum or a factor */
};

struct ordering {
    struct arena *a;
    const struct scope *s;
    const struct term *given; /* a relation; NULL: what the numbers say */
    bool assumed;             /* it holds, also where signs are asked for */
};

/* What the given relation says about a term that is one of its sides: x >= 3. */
static enum sign_set
given_sign(const struct ordering *o, const struct term *t)
{
    const struct term *g = o->given;

    for (int i = 0; g && o->assumed && i < 2; i++) {
        enum relation r = i ? relation_turned(g->relation) : g->relation;
        enum sign_set other = known_sign(o->a, o->s, g->arg[!i]);

        if (!whole_same(o->a, o->s, g->arg[i], t))
            continue;
        if (r == RELATION_EQUAL)
            return other;
        if (r == RELATION_GREATER && !(other & SIGN_MINUS))
            return SIGN_PLUS;
        if (r == RELATION_GREATER_EQUAL && !(other & SIGN_MINUS))
            return other & SIGN_0 ? SIGN_AT_LEAST_0 : SIGN_PLUS;
    }
    return SIGN_ANY;
}

static bool
is_sign(const struct ordering *o, const struct term *t, enum sign_set set)
{
    return known_is(o->a, o->s, t, set) || !(given_sign(o, t) & ~(unsigned)set);
}

static struct motion
by_sign(const struct ordering *o, const struct term *t, int turn)
{
    if (is_sign(o, t, SIGN_PLUS))
        return (struct motion){turn, true};
    if (is_sign(o, t, SIGN_MINUS))
        return (struct motion){-turn, true};
    if (is_sign(o, t, SIGN_AT_LEAST_0))
        return (struct motion){turn, false};
    if (is_sign(o, t, SIGN_AT_MOST_0))
        return (struct motion){-turn, false};
    return (struct motion){0};
}

/* Whether both values of an argument have these signs. */
static bool
are_both(const struct ordering *o, const struct term *const at[2], enum sign_set set)
{
    return is_sign(o, at[0], set) && is_sign(o, at[1], set);
}

static struct motion
of_divisor(const struct ordering *o, const struct term *above,
           const struct term *const at[2])
{
    return are_both(o, at, SIGN_PLUS) || are_both(o, at, SIGN_MINUS)
               ? by_sign(o, above, -1)
               : (struct motion){0};
}

/* at^n */
static struct motion
of_base(const struct ordering *o, const struct term *n, const struct term *const at[2])
{
    bool number = n->op == TERM_NUMBER, whole = n->type.kind == TYPE_INTEGER;
    bool even = number && whole && (long)n->near % 2 == 0;

    if (number && whole && !even && n->near > 0)
        return (struct motion){1, true};
    if (is_sign(o, n, SIGN_PLUS) && are_both(o, at, SIGN_AT_LEAST_0))
        return (struct motion){1, true};
    if (is_sign(o, n, SIGN_MINUS) && are_both(o, at, SIGN_PLUS))
        return (struct motion){-1, true};
    if (even && n->near > 0 && are_both(o, at, SIGN_AT_MOST_0))
        return (struct motion){-1, true};
    return (struct motion){0};
}

static struct motion
of_exponent(const struct ordering *o, const struct term *base)
{
    const struct term *one = whole_number(o->a, 1);

    if (base->op == TERM_E || base->op == TERM_PI ||
        whole_compare(o->a, o->s, base, RELATION_GREATER, one))
        return (struct motion){1, true};
    if (known_is(o->a, o->s, base, SIGN_PLUS) &&
        whole_compare(o->a, o->s, base, RELATION_LESS, one))
        return (struct motion){-1, true};
    return (struct motion){0};
}

static struct motion
of_function(const struct ordering *o, enum function_id f, const struct term *const at[2])
{
    bool up =
        f == FUNCTION_EXP || (f == FUNCTION_LN && are_both(o, at, SIGN_PLUS)) ||
        ((f == FUNCTION_SQRT || f == FUNCTION_ABS) && are_both(o, at, SIGN_AT_LEAST_0));

    return up ? (struct motion){1, true} : (struct motion){0};
}

/* How t moves when its i-th argument goes from at[0] to at[1]. */
static struct motion
motion_of(const struct ordering *o, const struct term *t, int i,
          const struct term *const at[2])
{
    switch (t->op) {
    case TERM_ADD:
        return (struct motion){1, true};
    case TERM_SUB:
        return (struct motion){i == 0 ? 1 : -1, true};
    case TERM_NEG:
        return (struct motion){-1, true};
    case TERM_MUL:
        return by_sign(o, t->arg[1 - i], 1);
    case TERM_DIV:
        return i == 0 ? by_sign(o, t->arg[1], 1) : of_divisor(o, t->arg[0], at);
    case TERM_POW:
        return i == 0 ? of_base(o, t->arg[1], at) : of_exponent(o, t->arg[0]);
    case TERM_CALL:
        return of_function(o, t->function, at);
    case TERM_EXPECTATION:
        return (struct motion){1, false};
    default:
        return (struct motion){0};
    }
}

static bool
is_map(const struct term *t)
{
    return t->op == TERM_POW || t->op == TERM_CALL || t->op == TERM_DIV;
}

/* ---- the order of two terms ---------------------------------------------------------
 */

static const struct order unknown = {false, 0, false, false, false};

static struct order
of_relation(enum relation r)
{
    switch (r) {
    case RELATION_EQUAL:
        return (struct order){true, 0, false, true, false};
    case RELATION_LESS:
        return (struct order){true, 1, true, true, false};
    case RELATION_LESS_EQUAL:
        return (struct order){true, 1, false, true, false};
    case RELATION_GREATER:
        return (struct order){true, -1, true, true, false};
    case RELATION_GREATER_EQUAL:
        return (struct order){true, -1, false, true, false};
    default:
        return unknown;
    }
}

/* What is given, or what the numbers say. */
static struct order
order_below(const struct ordering *o, const struct term *x, const struct term *y)
{
    static const enum relation tried[] = {RELATION_LESS, RELATION_GREATER,
                                          RELATION_LESS_EQUAL, RELATION_GREATER_EQUAL};
    const struct term *g = o->given;

    if (g && whole_same(o->a, o->s, x, g->arg[0]) && whole_same(o->a, o->s, y, g->arg[1]))
        return of_relation(g->relation);
    if (g && whole_same(o->a, o->s, x, g->arg[1]) && whole_same(o->a, o->s, y, g->arg[0]))
        return of_relation(relation_turned(g->relation));
    for (size_t i = 0; !g && i < sizeof tried / sizeof *tried; i++)
        if (x->type.kind <= TYPE_REAL && y->type.kind <= TYPE_REAL &&
            whole_everywhere(o->a, o->s, x, tried[i], y))
            return of_relation(tried[i]);
    return unknown;
}

/* One order after the other. */
static struct order
then(struct order x, struct order y)
{
    if (!x.known || !y.known || x.sign * y.sign < 0)
        return unknown;
    return (struct order){true, x.sign ? x.sign : y.sign, x.strict || y.strict, false,
                          x.moved || y.moved};
}

static struct order
through(const struct ordering *o, const struct term *t, int i,
        const struct term *const at[2], struct order x)
{
    struct motion m = motion_of(o, t, i, at);

    if (!x.known)
        return unknown;
    if (x.sign && !m.direction)
        return unknown;
    x.back &= m.direction && m.strict;
    x.strict &= m.strict;
    x.sign *= m.direction;
    x.moved |= is_map(t);
    return x;
}

static struct order
order_of(const struct ordering *o, const struct term *x, const struct term *y, int depth);

/* x and y are one but for arguments: these are exchanged one after the other. */
static struct order
order_inside(const struct ordering *o, const struct term *x, const struct term *y,
             int depth)
{
    struct order all = unknown;
    const struct term *t = x;

    if (x->op != y->op || x->n != y->n || x->function != y->function || x->n == 0 ||
        x->n > 2 || term_binds(x) || x->type.kind > TYPE_REAL || y->type.kind > TYPE_REAL)
        return unknown;
    for (int i = 0; i < x->n; i++) {
        const struct term *const at[2] = {x->arg[i], y->arg[i]};
        struct order part;

        if (whole_same(o->a, o->s, at[0], at[1]))
            continue;
        part = through(o, t, i, at, order_of(o, at[0], at[1], depth + 1));
        if (!part.known)
            return unknown;
        all = all.known ? then(all, part) : part;
        t = with_argument(o->a, t, i, at[1]);
        if (!all.known || !t)
            return unknown;
    }
    return all;
}

static struct order
order_of(const struct ordering *o, const struct term *x, const struct term *y, int depth)
{
    struct order found = unknown;

    if (o->given)
        found = order_below(o, x, y);
    if (!found.known && depth < MOTION_DEPTH_MAX)
        found = order_inside(o, x, y, depth);
    if (!found.known && !o->given && depth > 0)
        found = order_below(o, x, y);
    return found;
}

static bool
is_enough(struct order o, enum relation r)
{
    struct order asked = of_relation(r);

    return o.known && asked.known && o.sign == asked.sign && (o.strict || !asked.strict);
}

/* ---- a relation from another --------------------------------------------------------
 */

/* Two relations, the second said to follow from the first. */
struct sides {
    struct arena *a;
    const struct scope *s;
    const struct term *x, *y;
    bool implies; /* only that; else each from the other */
};

static const struct term *
apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y)
{
    return x && y ? expr_apply(a, op, x, y, NULL) : NULL;
}

static bool
is_order(enum relation r)
{
    return r != RELATION_EQUAL && r != RELATION_NOT_EQUAL;
}

/* x: L = R, y: L + c = R + c. */
static bool
same_added(const struct sides *d)
{
    return d->x->relation == d->y->relation &&
           whole_same(d->a, d->s, apply(d->a, TERM_SUB, d->y->arg[0], d->x->arg[0]),
                      apply(d->a, TERM_SUB, d->y->arg[1], d->x->arg[1]));
}

static enum sign_set
sign_of_quotient(const struct sides *d, const struct term *x, const struct term *y)
{
    const struct term *c = apply(d->a, TERM_DIV, x, y);

    return c ? known_sign(d->a, d->s, normal_form(d->a, d->s, c)) : SIGN_ANY;
}

/* The signs that the factor from x's side i to y's may have; all when it is unknown. It
 * is 0, too, where it has no value. */
static enum sign_set
factor_sign(const struct sides *d, int i)
{
    enum sign_set there = sign_of_quotient(d, d->y->arg[i], d->x->arg[i]);
    enum sign_set back = sign_of_quotient(d, d->x->arg[i], d->y->arg[i]);

    return (there & back) | ((there | back) & SIGN_0);
}

/* x: L = R, y: c L = c R for a c that is not 0; for an order, of known sign. */
static bool
same_factor(const struct sides *d)
{
    enum relation x = d->x->relation, y = d->y->relation;
    enum sign_set sign;

    if (type_is_array(d->x->arg[0]->type) || type_is_array(d->y->arg[0]->type) ||
        !whole_same(d->a, d->s, apply(d->a, TERM_MUL, d->y->arg[0], d->x->arg[1]),
                    apply(d->a, TERM_MUL, d->y->arg[1], d->x->arg[0])))
        return false;
    sign = factor_sign(d, 0) & factor_sign(d, 1);
    if (!is_order(x))
        return x == y && sign && !(sign & SIGN_0);
    return (sign == SIGN_PLUS && x == y) ||
           (sign == SIGN_MINUS && x == relation_turned(y));
}

/* y is x with one map around both sides, as it is written. */
static bool
same_around(const struct sides *d, bool map)
{
    struct ordering o = {d->a, d->s, d->x, d->implies};
    struct order found = order_of(&o, d->y->arg[0], d->y->arg[1], 0);

    return is_enough(found, d->y->relation) && (d->implies || found.back) &&
           (!map || found.moved);
}

/* L^n = R^n, as y says it worked out. */
static bool
is_power(const struct sides *d, int n)
{
    for (int i = 0; i < 2; i++)
        if (!whole_same(d->a, d->s,
                        apply(d->a, TERM_POW, d->x->arg[i], whole_number(d->a, n)),
                        d->y->arg[i]))
            return false;
    return true;
}

/* The same where y is worked out: x^2 = 9 from x = 3. */
static bool
same_power(const struct sides *d)
{
    struct ordering o = {d->a, d->s, d->x, d->implies};
    bool equal = d->x->relation == RELATION_EQUAL;

    if (d->x->arg[0]->type.kind > TYPE_REAL || d->x->arg[1]->type.kind > TYPE_REAL)
        return false;
    if (d->y->relation == relation_turned(d->x->relation) &&
        are_both(&o, d->x->arg, SIGN_PLUS) && is_power(d, -1))
        return true;
    if (d->x->relation != d->y->relation)
        return false;
    for (int n = 2; n <= POWER_MAX; n++) {
        struct motion m = of_base(&o, whole_number(d->a, n), d->x->arg);

        if (((m.direction > 0 && m.strict) || (d->implies && equal)) && is_power(d, n))
            return true;
    }
    return equal && are_both(&o, d->x->arg, SIGN_NOT_0) && is_power(d, -1);
}

/* y's side is f of x's, worked out or, where x's is what f undoes, undone. */
static bool
is_image(const struct sides *d, int i, enum function_id f, enum sign_set where)
{
    const struct term *x = d->x->arg[i], *y = d->y->arg[i];
    bool power = f == FUNCTION_LN && x->op == TERM_POW && x->arg[0]->op == TERM_E;

    if (x->type.kind > TYPE_REAL || y->type.kind > TYPE_REAL)
        return false;
    if (f == FUNCTION_EXP && x->op == TERM_CALL && x->function == FUNCTION_LN &&
        whole_same(d->a, d->s, x->arg[0], y))
        return true;
    if (power && whole_same(d->a, d->s, x->arg[1], y))
        return true;
    return known_is(d->a, d->s, x, where) &&
           whole_same(d->a, d->s, expr_call(d->a, f, &x, 1, NULL), y);
}

static bool
same_root(const struct sides *d, enum function_id f, enum sign_set where)
{
    return is_image(d, 0, f, where) && is_image(d, 1, f, where) &&
           d->x->relation == d->y->relation;
}

static bool
same_map(const struct sides *d, bool map)
{
    return same_around(d, map) || same_power(d) || same_root(d, FUNCTION_EXP, SIGN_ANY) ||
           same_root(d, FUNCTION_LN, SIGN_PLUS) ||
           same_root(d, FUNCTION_SQRT, SIGN_AT_LEAST_0);
}

/* x: NAME = t; y says something true of t. */
static bool
same_put_in(const struct sides *d)
{
    for (int i = 0; i < 2 && d->implies && d->x->relation == RELATION_EQUAL; i++) {
        const struct term *name = d->x->arg[i], *l, *r;

        if (name->op != TERM_NAME || term_has_name(d->x->arg[!i], name->name))
            continue;
        l = whole_with(d->a, d->y->arg[0], name, d->x->arg[!i]);
        r = whole_with(d->a, d->y->arg[1], name, d->x->arg[!i]);
        if (l && r &&
            (d->y->relation == RELATION_EQUAL
                 ? whole_same(d->a, d->s, l, r)
                 : whole_everywhere(d->a, d->s, l, d->y->relation, r)))
            return true;
    }
    return false;
}

/* One direction, and what may be taken back in the other. */
static bool
either_way(const struct rule_line *l, struct arena *a, struct sides *d, bool map)
{
    struct sides turned = {a, l->scope, l->y, l->x, false};

    *d = (struct sides){a, l->scope, l->x, l->y, l->implies};
    return same_map(d, map) || same_map(&turned, map);
}

static bool
are_relations(const struct rule_line *l)
{
    return l->relation == RELATION_EQUAL && l->x->op == TERM_RELATION &&
           l->y->op == TERM_RELATION && !l->x->every && !l->y->every;
}

bool
line_by_both_sides(struct arena *a, const struct rule_line *l)
{
    struct sides d = {a, l->scope, l->x, l->y, l->implies};
    struct sides turned = {a, l->scope, l->y, l->x, false};

    return are_relations(l) &&
           (same_added(&d) || same_factor(&d) || same_factor(&turned) ||
            whole_multiple(a, l->scope, l->x, l->y) || either_way(l, a, &d, false) ||
            same_put_in(&d));
}

bool
line_by_monotone(struct arena *a, const struct rule_line *l)
{
    struct ordering o = {a, l->scope, NULL, false};
    struct order found;
    struct sides d;

    if (are_relations(l))
        return either_way(l, a, &d, true);
    if (l->x->op == TERM_RELATION || l->y->op == TERM_RELATION || !is_order(l->relation))
        return false;
    found = order_of(&o, l->x, l->y, 0);
    return is_enough(found, l->relation) && found.moved;
}
