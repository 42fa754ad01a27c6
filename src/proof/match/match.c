/* Matching: the goals, one after the other. */
#include "proof/match/match.h"

#include <string.h>

#include "proof/rule.h"

void
match_begin(struct matcher *m, struct arena *a, const struct scope *scope,
            const struct scope *variables, struct trials *trials)
{
    *m = (struct matcher){.arena = a,
                          .scope = scope,
                          .variables = variables,
                          .work = MATCH_WORK,
                          .trials = trials};
    for (int i = 0; i < scope_count(variables) && i < MATCH_VARIABLES_MAX; i++) {
        const struct decl *d = scope_at(variables, i);

        if (!d->value)
            m->v[m->n++] = (struct variable){.name = d->name, .decl = d};
    }
}

/* ---- one goal ---------------------------------------------------------------------- */

static bool
same_index(const struct pairs *b, const struct term *p, const struct term *t, bool *same)
{
    for (; b; b = b->outer) {
        bool left = p->op == TERM_NAME && strcmp(b->pattern, p->name) == 0;
        bool right = t->op == TERM_NAME && strcmp(b->term, t->name) == 0;

        *same = left && right;
        if (left || right)
            return true;
    }
    return false;
}

/* Whether p and t are one thing on the outside: op, function, relation, ... */
static bool
same_outside(const struct term *p, const struct term *t)
{
    if (p->op != t->op || p->n != t->n)
        return false;
    switch (p->op) {
    case TERM_NUMBER:
        return expr_same(p, t);
    case TERM_NAME:
        return strcmp(p->name, t->name) == 0;
    case TERM_CALL:
        return p->function == t->function;
    case TERM_RELATION:
        return p->relation == t->relation;
    case TERM_MATRIX:
        return p->rows == t->rows && p->cols == t->cols;
    default:
        return p->given == t->given;
    }
}

/* A goal for each argument, the first in front. */
static bool
match_arguments(struct matcher *m, const struct goal *g)
{
    const struct goal *next = g->next;
    struct pairs *inner = NULL;
    struct goal *at;

    if (!same_outside(g->p, g->t))
        return false;
    if (term_binds(g->p)) {
        inner = ARENA_NEW(m->arena, struct pairs);
        *inner = (struct pairs){g->p->name, g->t->name, g->pairs};
    }
    for (int i = g->p->n - 1; i >= 0; i--) {
        at = ARENA_NEW(m->arena, struct goal);
        *at = (struct goal){.p = g->p->arg[i],
                            .t = g->t->arg[i],
                            .pairs = inner && i == g->p->n - 1 ? inner : g->pairs,
                            .next = next};
        next = at;
    }
    return match_solve(m, next);
}

static bool
match_goal(struct matcher *m, const struct goal *g)
{
    bool same;

    if (same_index(g->pairs, g->p, g->t, &same))
        return same && match_solve(m, g->next);
    if (g->p->op == TERM_NAME && match_variable(m, g->p->name))
        return match_bind(m, g);
    if (match_is_function(m, g->p))
        return match_bind_function(m, g);
    if (term_is_product(g->p))
        return match_product(m, g, false);
    if (term_is_sum(g->p))
        return match_sum(m, g, false);
    return match_arguments(m, g);
}

bool
match_solve(struct matcher *m, const struct goal *g)
{
    if (--m->work < 0)
        return false;
    if (!g)
        return match_conditions(m) && m->skip-- <= 0;
    switch (g->kind) {
    case GOAL_TERM:
        return match_goal(m, g);
    case GOAL_FACTORS:
        return match_factors(m, g);
    case GOAL_WORD:
        return match_word(m, g);
    default:
        return match_terms(m, g);
    }
}

/* ---- for others -------------------------------------------------------------------- */

bool
match_term(struct matcher *m, const struct term *pattern, const struct term *t)
{
    struct goal g = {.p = pattern, .t = t};

    return match_solve(m, &g);
}

bool
match_part(struct matcher *m, const struct term *pattern, const struct term *t)
{
    struct goal g = {.p = pattern, .t = t};

    if (term_is_product(pattern) || pattern->op == TERM_POW)
        return match_product(m, &g, true);
    if (term_is_sum(pattern) && term_is_sum(t))
        return match_sum(m, &g, true);
    return match_solve(m, &g);
}

/* ---- what comes out ---------------------------------------------------------------- */

static const struct term *
instance(struct matcher *m, const struct term *t, const struct pairs *b);

static bool
occurs_in_bindings(const struct matcher *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (m->v[i].by && term_has_name(m->v[i].by, name))
            return true;
    return false;
}

/* A binder of the other side; its index must not be a name of what the variables are. */
static const struct term *
bound_instance(struct matcher *m, const struct term *t, const struct pairs *b)
{
    const struct term *arg[3] = {NULL, NULL, NULL};
    struct term shape = *t;
    struct pairs inner = {t->name, t->name, b};

    while (occurs_in_bindings(m, inner.term))
        inner.term = arena_printf(m->arena, "%s'", inner.term);
    for (int i = 0; i < t->n; i++) {
        arg[i] = instance(m, t->arg[i], i == t->n - 1 ? &inner : b);
        if (!arg[i])
            return NULL;
    }
    shape.name = inner.term;
    shape.arg = arg;
    return expr_make(m->arena, &shape, NULL);
}

static const struct term *
name_instance(struct matcher *m, const struct term *t, const struct pairs *b)
{
    struct variable *v;

    for (; b; b = b->outer)
        if (strcmp(b->pattern, t->name) == 0)
            return strcmp(b->term, t->name) == 0 ? t
                                                 : expr_name(m->arena, b->term, t->type);
    v = match_variable(m, t->name);
    if (!v)
        return t;
    return v->index ? NULL : v->by;
}

/* X_e for a function variable: what it matched, with e for its index. */
static const struct term *
function_instance(struct matcher *m, const struct term *t, const struct pairs *b)
{
    struct variable *v = match_variable(m, t->arg[0]->name);
    struct replacement r = {v->index, instance(m, t->arg[1], b)};

    return r.by ? expr_replace(m->arena, v->by, &r, 1) : NULL;
}

static bool
is_bound_function(struct matcher *m, const struct term *t)
{
    struct variable *v = t->op == TERM_INDEX && t->arg[0]->op == TERM_NAME
                             ? match_variable(m, t->arg[0]->name)
                             : NULL;

    return v && v->by && v->index;
}

static const struct term *
instance(struct matcher *m, const struct term *t, const struct pairs *b)
{
    const struct term **arg;
    struct term shape = *t;

    if (t->op == TERM_NAME)
        return name_instance(m, t, b);
    if (is_bound_function(m, t))
        return function_instance(m, t, b);
    if (t->n == 0)
        return t;
    if (term_binds(t))
        return bound_instance(m, t, b);
    arg = ARENA_ARRAY(m->arena, const struct term *, t->n);
    for (int i = 0; i < t->n; i++)
        if (!(arg[i] = instance(m, t->arg[i], b)))
            return NULL;
    shape.arg = arg;
    return expr_make(m->arena, &shape, NULL);
}

const struct term *
match_instance(struct matcher *m, const struct term *t)
{
    return instance(m, t, NULL);
}

const struct term *
match_result(struct matcher *m, const struct term *other)
{
    const struct term *by = match_instance(m, other);

    if (by && m->product)
        return product_result(m, m->product, by);
    if (by && m->sum)
        return sum_result(m, m->sum, by);
    return by;
}
