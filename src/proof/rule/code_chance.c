/* Rules of chance that are code. */
#include <string.h>

#include "proof/match/chance.h"
#include "proof/normal/known.h"
#include "proof/rule/code.h"

/* ---- the variance of a sum --------------------------------------------------------- */

static const struct term *
variance_of(struct arena *a, const struct term *like, const struct term *x)
{
    return with_argument(a, like, 0, x);
}

/* Var of a sum over an index whose terms are independent. */
static const struct term *
variance_of_indexed(struct rewriter *w, const struct term *t)
{
    const struct term *sum = t->arg[0];
    const struct scope *inside;

    if (type_is_array(sum->type))
        return NULL;
    inside = scope_inside(w->arena, w->scope, sum);
    if (!chance_independent_family(w->arena, inside, sum->arg[2], sum->name))
        return NULL;
    return with_argument(w->arena, sum, 2, variance_of(w->arena, t, sum->arg[2]));
}

/* Var of terms that are independent of one another. */
static const struct term *
variance_of_terms(struct rewriter *w, const struct term *t)
{
    struct sum_terms s;

    if (!sum_take_apart(&s, w->arena, t->arg[0]))
        return NULL;
    for (int i = 0; i < s.n; i++)
        for (int j = 0; j < i; j++)
            if (!chance_independent(w->arena, w->scope, s.at[i], s.at[j]))
                return NULL;
    for (int i = 0; i < s.n; i++) {
        s.minus[i] = false;
        s.at[i] = variance_of(w->arena, t, s.at[i]);
        if (!s.at[i])
            return NULL;
    }
    return sum_term(w->arena, &s);
}

const struct term *
code_variance_sum(struct rewriter *w, const struct term *t, bool backward)
{
    if (backward || t->op != TERM_VARIANCE || t->n != 1)
        return NULL;
    if (t->arg[0]->op == TERM_SUM)
        return variance_of_indexed(w, t);
    return term_is_sum(t->arg[0]) ? variance_of_terms(w, t) : NULL;
}

/* ---- conditional probability ------------------------------------------------------- */

enum { EVENTS_MAX = 32 };

/* Events that happen together, in one order; items of sequences as ranges. */
struct events {
    const struct term *at[EVENTS_MAX];
    int n;
};

static const struct term *
as_range(struct arena *a, const struct term *event)
{
    const struct term *arg[3];
    struct term shape = {.op = TERM_RANGE, .n = 3, .arg = arg};

    if (event->op != TERM_INDEX)
        return event;
    arg[0] = event->arg[0];
    arg[1] = arg[2] = event->arg[1];
    return expr_make(a, &shape, NULL);
}

static const struct term *
plus_one(struct arena *a, const struct term *t)
{
    return expr_apply(a, TERM_ADD, t, rational_term(a, (struct rational){1, 1}), NULL);
}

static bool
follows(struct rewriter *w, const struct term *x, const struct term *y)
{
    return normal_same(w->arena, w->scope, plus_one(w->arena, x->arg[2]), y->arg[1]);
}

/* Whether the whole number y + 1 - x has one of the signs. */
static bool
is_before(struct rewriter *w, const struct term *x, const struct term *y,
          enum sign_set signs)
{
    const struct term *d = expr_apply(w->arena, TERM_SUB, plus_one(w->arena, y), x, NULL);

    return d && known_is(w->arena, w->scope, d, signs);
}

/* Whether x is a part of y. */
static bool
lies_in(struct rewriter *w, const struct term *x, const struct term *y)
{
    return is_before(w, y->arg[1], x->arg[1], SIGN_PLUS) &&
           is_before(w, x->arg[2], y->arg[2], SIGN_PLUS);
}

static const struct term *
joined_ranges(struct rewriter *w, const struct term *x, const struct term *y)
{
    if (x->op != TERM_RANGE || y->op != TERM_RANGE || !expr_same(x->arg[0], y->arg[0]))
        return NULL;
    if (follows(w, x, y))
        return with_argument(w->arena, x, 2, y->arg[2]);
    if (follows(w, y, x))
        return with_argument(w->arena, y, 2, x->arg[2]);
    return lies_in(w, x, y) ? y : lies_in(w, y, x) ? x : NULL;
}

/* Neighbouring ranges made one, until there are none; empty ones left out. */
static void
join_ranges(struct rewriter *w, struct events *e)
{
    for (int i = 0; i < e->n; i++) {
        if (e->at[i]->op == TERM_RANGE && follows(w, e->at[i], e->at[i])) {
            e->at[i--] = e->at[--e->n];
            continue;
        }
        for (int j = 0; j < i; j++) {
            const struct term *both = joined_ranges(w, e->at[i], e->at[j]);

            if (!both)
                continue;
            e->at[j] = both;
            e->at[i] = e->at[--e->n];
            i = j - 1;
            break;
        }
    }
}

static void
sort_events(struct events *e)
{
    int n = 0;

    for (int i = 1; i < e->n; i++)
        for (int j = i; j > 0 && order_terms(e->at[j], e->at[j - 1]) < 0; j--) {
            const struct term *t = e->at[j];

            e->at[j] = e->at[j - 1];
            e->at[j - 1] = t;
        }
    for (int i = 0; i < e->n; i++)
        if (n == 0 || !expr_same(e->at[i], e->at[n - 1]))
            e->at[n++] = e->at[i];
    e->n = n;
}

/* P of the arguments from..to - 1 together. */
static const struct term *
joint(struct rewriter *w, const struct term *t, int from, int to)
{
    struct events e = {.n = 0};
    struct term shape = {.op = TERM_PROBABILITY};
    struct algebra g = {.arena = w->arena, .scope = w->scope, .work = POLY_WORK_MAX};

    for (int i = from; i < to && e.n < EVENTS_MAX; i++)
        if (!(e.at[e.n++] = as_range(w->arena, t->arg[i])))
            return NULL;
    join_ranges(w, &e);
    sort_events(&e);
    if (e.n == 0)
        return rational_term(w->arena, (struct rational){1, 1});
    shape.n = shape.given = e.n;
    shape.arg = e.at;
    t = expr_make(w->arena, &shape, NULL);
    return t ? normal_arguments(&g, t) : NULL;
}

/* f with the index k replaced, its ranges joined again. */
static const struct term *
joint_at(struct rewriter *w, const struct term *f, const char *k, const struct term *by)
{
    struct replacement r = {k, by};

    f = by ? expr_replace(w->arena, f, &r, 1) : NULL;
    return f && f->op == TERM_PROBABILITY ? joint(w, f, 0, f->n) : f;
}

/* A chain: of prod(k=a..b, P(..k) / P(..k - 1)) the two ends are left. */
static const struct term *
chain_ends(struct rewriter *w, const struct term *t)
{
    const struct term *low = t->arg[0], *high = t->arg[1], *body = t->arg[2], *k, *top;
    const struct term *one = rational_term(w->arena, (struct rational){1, 1});
    const struct scope *inside = scope_inside(w->arena, w->scope, t);

    if (body->op != TERM_DIV || body->arg[0]->op != TERM_PROBABILITY ||
        body->arg[0]->given < body->arg[0]->n)
        return NULL;
    k = expr_name(w->arena, t->name, low->type);
    top =
        joint_at(w, body->arg[0], t->name, expr_apply(w->arena, TERM_SUB, k, one, NULL));
    if (!top || !normal_same(w->arena, inside, top, body->arg[1]) ||
        !is_before(w, low, high, SIGN_AT_LEAST_0))
        return NULL;
    top = joint_at(w, body->arg[0], t->name, high);
    low = joint_at(w, body->arg[1], t->name, low);
    return top && low ? expr_apply(w->arena, TERM_DIV, top, low, NULL) : NULL;
}

const struct term *
code_conditional_probability(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *all, *given;

    if (!backward && t->op == TERM_PRODUCT)
        return chain_ends(w, t);
    if (backward || t->op != TERM_PROBABILITY)
        return NULL;
    all = joint(w, t, 0, t->n);
    if (t->given == t->n || !all)
        return all;
    given = joint(w, t, t->given, t->n);
    return given ? expr_apply(w->arena, TERM_DIV, all, given, NULL) : NULL;
}

/* ---- independence ------------------------------------------------------------------ */

static const struct term *
name_of_part(const struct term *t)
{
    return t->op == TERM_INDEX || t->op == TERM_RANGE ? t->arg[0] : t;
}

/* Which object of independent(...) an event belongs to; -1: none. */
static int
object_of(const struct term *independent, const struct term *event)
{
    const struct term *name = name_of_part(event);

    for (int i = 0; i < independent->n; i++) {
        const struct term *o = independent->arg[i];

        if (expr_same(o, o->op == TERM_NAME ? name : event))
            return i;
    }
    return -1;
}

/* P of the arguments of t from `from` on that belong to one object; 1: there are none. */
static const struct term *
part_of(struct rewriter *w, const struct term *t, int from, const struct term *set,
        int object)
{
    const struct term **arg = ARENA_ARRAY(w->arena, const struct term *, t->n);
    struct term shape = {.op = TERM_PROBABILITY, .arg = arg};

    for (int i = from; i < t->n; i++)
        if (object_of(set, t->arg[i]) == object)
            arg[shape.n++] = t->arg[i];
    shape.given = shape.n;
    return shape.n > 0 ? expr_make(w->arena, &shape, NULL)
                       : rational_term(w->arena, (struct rational){1, 1});
}

/* P of the events from `from` on as a product with a factor for each object. */
static const struct term *
product_of_parts(struct rewriter *w, const struct term *t, int from,
                 const struct term *set)
{
    const struct term *out = part_of(w, t, from, set, 0);

    for (int o = 1; o < set->n && out; o++) {
        const struct term *part = part_of(w, t, from, set, o);

        out = part ? expr_apply(w->arena, TERM_MUL, out, part, NULL) : NULL;
    }
    return out;
}

/* Whether all events of t are of objects of the set, and of more than one. */
static bool
comes_apart(const struct term *t, const struct term *set)
{
    int first = object_of(set, t->arg[0]);
    bool several = false;

    for (int i = 0; i < t->n; i++) {
        int o = object_of(set, t->arg[i]);

        if (o < 0)
            return false;
        several |= o != first;
    }
    return several;
}

static const struct term *
apart_by(struct rewriter *w, const struct term *t, const struct term *set)
{
    const struct term *all, *given;

    if (set->op != TERM_INDEPENDENT || !comes_apart(t, set))
        return NULL;
    all = product_of_parts(w, t, 0, set);
    given = product_of_parts(w, t, t->given, set);
    return all && given ? expr_apply(w->arena, TERM_DIV, all, given, NULL) : NULL;
}

const struct term *
code_independent(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *out = NULL;

    if (backward || t->op != TERM_PROBABILITY)
        return NULL;
    for (const struct scope *s = w->scope; s && !out; s = scope_parent(s))
        for (int i = 0; i < scope_assumption_count(s) && !out; i++) {
            const struct assumption *a = scope_assumption_at(s, i);

            for (int c = 0; c < a->n && !out; c++)
                out = apart_by(w, t, a->relation[c]);
        }
    return out;
}
