/* Rules of chance that are code. */
#include <string.h>

#include "proof/match/chance.h"
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

static const struct term *
joined_ranges(struct rewriter *w, const struct term *x, const struct term *y)
{
    if (x->op != TERM_RANGE || y->op != TERM_RANGE || !expr_same(x->arg[0], y->arg[0]))
        return NULL;
    if (follows(w, x, y))
        return with_argument(w->arena, x, 2, y->arg[2]);
    if (follows(w, y, x))
        return with_argument(w->arena, y, 2, x->arg[2]);
    return NULL;
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

const struct term *
code_conditional_probability(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *all, *given;

    if (backward || t->op != TERM_PROBABILITY)
        return NULL;
    all = joint(w, t, 0, t->n);
    if (t->given == t->n || !all)
        return all;
    given = joint(w, t, t->given, t->n);
    return given ? expr_apply(w->arena, TERM_DIV, all, given, NULL) : NULL;
}
