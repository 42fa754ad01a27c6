/* Averages, with conditions and without. */
#include <string.h>

#include "proof/match/chance.h"
#include "proof/rule/code.h"

/* Whether every random name in t is among the conditions of an average. */
struct conditions {
    const struct term *average;
    bool all;
};

static void
see_random(void *ctx, const struct term *name)
{
    struct conditions *c = ctx;
    bool given = !name->type.random;

    for (int i = c->average->given; i < c->average->n && !given; i++)
        given = c->average->arg[i]->op == TERM_NAME &&
                strcmp(c->average->arg[i]->name, name->name) == 0;
    c->all &= given;
}

static bool
is_known(const struct term *average, const struct term *t)
{
    struct conditions c = {average, true};

    term_free_names(t, see_random, &c);
    return c.all;
}

/* What is known of a monomial times the average of the rest. */
static const struct poly *
average_of(struct rewriter *w, struct algebra *g, const struct term *average,
           const struct monomial *m)
{
    struct power *known = ARENA_ARRAY(w->arena, struct power, m->n_f + 1);
    struct power *rest = ARENA_ARRAY(w->arena, struct power, m->n_f + 1);
    struct monomial outside =
                        {
                            m->c, known, 0, NULL, 0
    },
                    inside = {{1, 1}, rest, 0, NULL, 0};
    struct type real = {.kind = TYPE_REAL, .rows = {.n = 1}, .cols = {.n = 1}};
    const struct term *t;

    for (int i = 0; i < m->n_f; i++)
        if (is_known(average, m->f[i].base))
            known[outside.n_f++] = m->f[i];
        else
            rest[inside.n_f++] = m->f[i];
    if (inside.n_f == 0)
        return poly_one(g, &outside, real);
    t = monomial_term(w->arena, &inside);
    t = t ? with_argument(w->arena, average, 0, t) : NULL;
    return t ? poly_mul(g, poly_one(g, &outside, real), poly_atom(g, t), real) : NULL;
}

/* An average goes into a sum over an index. */
static const struct term *
average_inside(struct rewriter *w, const struct term *average)
{
    const struct term *sum = average->arg[0], *inner;

    inner = with_argument(w->arena, average, 0, sum->arg[2]);
    return inner ? with_argument(w->arena, sum, 2, inner) : NULL;
}

const struct term *
code_expectation_linear(struct rewriter *w, const struct term *t, bool backward)
{
    struct algebra g = {.arena = w->arena, .scope = w->scope, .work = POLY_WORK_MAX};
    const struct poly *p, *sum = poly_integer(&g, 0);
    const struct rational one = {1, 1};

    if (backward || t->op != TERM_EXPECTATION || !type_is_number(t->type))
        return NULL;
    if (t->arg[0]->op == TERM_SUM)
        return average_inside(w, t);
    p = poly_of(&g, t->arg[0]);
    for (int i = 0; p && sum && i < p->n; i++)
        sum = poly_add(&g, sum, one, average_of(w, &g, t, &p->at[i]));
    return p && sum ? poly_term(&g, sum) : NULL;
}

/* Conditions that say nothing about X leave its average: E[X | Y] = E[X]. */
const struct term *
code_expectation_product(struct rewriter *w, const struct term *t, bool backward)
{
    struct term shape = *t;

    if (backward || t->op != TERM_EXPECTATION || t->n == t->given)
        return NULL;
    for (int i = t->given; i < t->n; i++)
        if (!chance_independent(w->arena, w->scope, t->arg[0], t->arg[i]))
            return NULL;
    shape.n = shape.given;
    return expr_make(w->arena, &shape, NULL);
}
