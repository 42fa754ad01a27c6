#include "exact/chance/form.h"

#include <string.h>

/* ---- terms ------------------------------------------------------------------------- */

static const struct term *
apply(struct program *p, enum term_op op, const struct term *x, const struct term *y)
{
    struct err e;
    const struct term *t = x && y ? expr_apply(p->arena, op, x, y, &e) : NULL;

    if (!t)
        program_refuse(p, "what is assumed does not fit its name");
    return t;
}

static const struct term *
call(struct program *p, enum function_id f, const struct term *x)
{
    struct err e;
    const struct term *t = x ? expr_call(p->arena, f, &x, 1, &e) : NULL;

    if (!t)
        program_refuse(p, "what is assumed does not fit its name");
    return t;
}

static const struct term *
name_of(struct program *p, const struct owner *o)
{
    return expr_name(p->arena, o->decl->name, o->decl->type);
}

/* E[X] or Var[X]. */
static const struct term *
average(struct program *p, enum term_op op, const struct owner *o)
{
    const struct term *name = name_of(p, o);
    struct term shape = {.op = op, .given = 1, .n = 1, .arg = &name};
    struct err e;

    return expr_make(p->arena, &shape, &e);
}

static bool
is_digit(const struct term *t, const char *digit)
{
    return t->op == TERM_NUMBER && t->exponent == 0 && strcmp(t->digits, digit) == 0;
}

/* A number on the right of a vector means every component. */
static const struct term *
for_all(struct program *p, const struct owner *o, const struct term *t)
{
    struct dim d = o->decl->type.rows;
    const struct term *size;

    if (!type_is_array(o->decl->type) || type_is_array(t->type))
        return t;
    size = d.size ? d.size : expr_number(p->arena, arena_printf(p->arena, "%d", d.n));
    return apply(p, TERM_MUL, t, call(p, FUNCTION_ONES, size));
}

/* ---- names in terms ---------------------------------------------------------------- */

static struct owner *
owner_of(struct program *p, const struct term *t)
{
    const struct decl *d = t->op == TERM_NAME ? program_resolve(p, t->name) : NULL;

    for (int i = 0; d && i < p->chance->n_owners; i++)
        if (p->chance->owner[i].decl == d && t->type.random)
            return &p->chance->owner[i];
    return NULL;
}

struct reach {
    struct program *p;
    const struct owner *to;
    bool found;
};

static void reach_term(struct reach *r, const struct term *t);

static void
reach_name(void *ctx, const struct term *name)
{
    struct reach *r = ctx;
    const struct owner *o = owner_of(r->p, name);
    const struct decl *d = program_resolve(r->p, name->name);

    if (o == r->to)
        r->found = true;
    else if (o) {
        reach_term(r, o->mean);
        reach_term(r, o->variance);
        reach_term(r, o->square);
        reach_term(r, o->covariance);
        if (o->other >= 0)
            reach_name(r, name_of(r->p, &r->p->chance->owner[o->other]));
    } else if (d && d->value) {
        reach_term(r, d->value);
    }
}

static void
reach_term(struct reach *r, const struct term *t)
{
    if (t && !r->found)
        term_free_names(t, reach_name, r);
}

/* Whether t can be evaluated without the owner. */
static bool
is_apart(struct program *p, const struct owner *o, const struct term *t)
{
    struct reach r = {.p = p, .to = o};

    reach_term(&r, t);
    return !r.found;
}

/* ---- assumptions ------------------------------------------------------------------- */

/* Whether independence is assumed of the owner, or of its components. */
static bool
has_independence(const struct program *p, const struct owner *o)
{
    const struct chance *c = p->chance;
    struct type t = o->decl->type;

    if (t.kind == TYPE_VECTOR && !t.joint)
        return true;
    for (int i = 0; i < c->n_sets; i++)
        for (int k = 0; k < c->set[i].n; k++)
            if (c->set[i].object[k].owner == o - c->owner)
                return true;
    return false;
}

/* Give a part of a form its term. What depends on a condition is met by the weights, but
 * needs the form as well. */
static bool
take(struct program *p, struct owner *o, const struct term **part, const struct term *t,
     bool conditional)
{
    if (*part || !is_apart(p, o, t) || (t->type.random && !conditional))
        return false;
    if (t->type.random && has_independence(p, o))
        return false;
    if (part == &o->variance && o->square)
        return false;
    if (part == &o->square && (o->variance || type_is_array(o->decl->type)))
        return false;
    *part = t;
    return !conditional;
}

static bool
add_apart(struct program *p, const struct owner *x, const struct owner *y)
{
    struct chance *c = p->chance;

    if (c->n_apart == CLAIMS_MAX)
        return false;
    c->apart[c->n_apart++] = (struct apart){(int)(x - c->owner), (int)(y - c->owner)};
    return true;
}

/* Cov[x, x] = v I(n): the components have variance v, and no correlation. */
static bool
take_identity(struct program *p, struct owner *x, const struct term *t)
{
    const struct term *factor = expr_number(p->arena, "1"), *matrix = t;

    if (t->op == TERM_MUL && type_is_number(t->arg[0]->type)) {
        factor = t->arg[0];
        matrix = t->arg[1];
    }
    return matrix->op == TERM_CALL && matrix->function == FUNCTION_I &&
           take(p, x, &x->variance, factor, false) && add_apart(p, x, x);
}

/* Cov[x, y] = t, for numbers; 0 for vectors too. */
static bool
take_covariance(struct program *p, struct owner *x, struct owner *y, const struct term *t)
{
    bool array = type_is_array(x->decl->type) || type_is_array(y->decl->type);
    struct owner *later = y->covariance || !is_apart(p, y, name_of(p, x)) ? x : y;
    struct owner *first = later == y ? x : y;

    if (x == y)
        return array ? take_identity(p, x, t) : take(p, x, &x->variance, t, false);
    if (is_digit(t, "0"))
        return add_apart(p, x, y);
    if (array || later->covariance || has_independence(p, later) || t->type.random ||
        !is_apart(p, later, t) || !is_apart(p, later, name_of(p, first)) ||
        !is_apart(p, first, name_of(p, later)))
        return false;
    later->covariance = t;
    later->other = (int)(first - p->chance->owner);
    return add_apart(p, x, y);
}

/* E[x y] = t */
static bool
take_product(struct program *p, const struct term *left, const struct term *right,
             const struct term *t)
{
    struct owner *x = owner_of(p, left), *y = owner_of(p, right);
    const struct term *means;

    if (!x || !y || type_is_array(left->type) || type_is_array(right->type))
        return false;
    if (x == y)
        return take(p, x, &x->square, t, false);
    if (term_has_chance(t))
        return false;
    means = apply(p, TERM_MUL, average(p, TERM_EXPECTATION, x),
                  average(p, TERM_EXPECTATION, y));
    if (is_digit(t, "0") &&
        ((x->mean && is_digit(x->mean, "0")) || (y->mean && is_digit(y->mean, "0"))))
        return take_covariance(p, x, y, t);
    return take_covariance(p, x, y, apply(p, TERM_SUB, t, means));
}

static bool
take_mean(struct program *p, const struct term *mean, const struct term *t)
{
    const struct term *x = mean->arg[0];
    struct owner *o = owner_of(p, x);

    if (o)
        return take(p, o, &o->mean, t, mean->n > 1);
    if (mean->n > 1)
        return false;
    if (x->op == TERM_MUL)
        return take_product(p, x->arg[0], x->arg[1], t);
    return x->op == TERM_POW && is_digit(x->arg[1], "2") &&
           take_product(p, x->arg[0], x->arg[0], t);
}

static bool
take_side(struct program *p, const struct term *side, const struct term *t)
{
    struct owner *x, *y;

    switch (side->op) {
    case TERM_EXPECTATION:
        return take_mean(p, side, t);
    case TERM_VARIANCE:
        x = owner_of(p, side->arg[0]);
        return x && take(p, x, &x->variance, t, side->n > 1);
    case TERM_COVARIANCE:
        x = owner_of(p, side->arg[0]);
        y = owner_of(p, side->arg[1]);
        return x && y && side->n == 2 && take_covariance(p, x, y, t);
    default:
        return false;
    }
}

bool
form_read(struct program *p, const struct term *t)
{
    return t->op == TERM_RELATION && t->relation == RELATION_EQUAL &&
           (take_side(p, t->arg[0], t->arg[1]) || take_side(p, t->arg[1], t->arg[0]));
}

/* ---- the form ---------------------------------------------------------------------- */

bool
form_is_centred(const struct owner *o)
{
    return o->mean || (o->covariance && o->square);
}

bool
form_is_scaled(const struct owner *o)
{
    return o->variance || (o->square && o->mean);
}

bool
form_has_square(const struct owner *o)
{
    return o->square && !o->mean;
}

static const struct term *
square_of(struct program *p, const struct term *t)
{
    return apply(p, TERM_POW, t, expr_number(p->arena, "2"));
}

static const struct term *
other_variance(struct program *p, const struct owner *o)
{
    return average(p, TERM_VARIANCE, &p->chance->owner[o->other]);
}

const struct term *
form_scale(struct program *p, const struct owner *o)
{
    const struct term *v = o->variance ? o->variance : o->square;

    if (!v)
        return NULL;
    if (!o->variance && o->mean && !is_digit(o->mean, "0"))
        v = apply(p, TERM_SUB, v, square_of(p, o->mean));
    if (o->covariance)
        v = apply(p, TERM_SUB, v,
                  apply(p, TERM_DIV, square_of(p, o->covariance), other_variance(p, o)));
    if (!v || is_digit(v, "1"))
        return NULL;
    v = call(p, FUNCTION_SQRT, v);
    return v && type_is_array(v->type) ? call(p, FUNCTION_DIAG, v) : v;
}

const struct term *
form_shift(struct program *p, const struct owner *o)
{
    const struct term *m = o->mean && !is_digit(o->mean, "0") ? o->mean : NULL, *slope;
    const struct owner *other;

    if (m)
        m = for_all(p, o, m);
    if (!o->covariance)
        return m;
    other = &p->chance->owner[o->other];
    slope = apply(p, TERM_DIV, o->covariance, other_variance(p, o));
    slope =
        apply(p, TERM_MUL, slope,
              apply(p, TERM_SUB, name_of(p, other), average(p, TERM_EXPECTATION, other)));
    return m ? apply(p, TERM_ADD, m, slope) : slope;
}
