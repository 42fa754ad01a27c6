/* Independence and assumed averages. */
#include "proof/match/chance.h"

#include <string.h>

#include "proof/normal/known.h"
#include "proof/normal/poly.h"
#include "proof/rule.h"

enum { RANDOM_PARTS_MAX = 24 };

/* The random names and components of names in a term. */
struct random_parts {
    const struct term *at[RANDOM_PARTS_MAX];
    int n;
    bool all; /* false: there are more */
};

static void
gather(struct random_parts *r, const struct term *t)
{
    bool component =
        t->op == TERM_INDEX && t->arg[0]->op == TERM_NAME && t->arg[0]->type.random;

    if (component || (t->op == TERM_NAME && t->type.random)) {
        r->all &= r->n < RANDOM_PARTS_MAX;
        if (r->all)
            r->at[r->n++] = t;
        return;
    }
    for (int i = 0; i < t->n; i++)
        gather(r, t->arg[i]);
}

static const struct term *
name_of(const struct term *part)
{
    return part->op == TERM_INDEX ? part->arg[0] : part;
}

/* ---- assumptions ------------------------------------------------------------------- */

static bool
mentions(const struct term *independent, const char *name)
{
    for (int i = 0; i < independent->n; i++)
        if (strcmp(name_of(independent->arg[i])->name, name) == 0)
            return true;
    return false;
}

static bool
names_independent(const struct scope *s, const char *x, const char *y)
{
    for (; s; s = scope_parent(s))
        for (int i = 0; i < scope_assumption_count(s); i++) {
            const struct assumption *a = scope_assumption_at(s, i);

            for (int c = 0; c < a->n; c++)
                if (a->relation[c]->op == TERM_INDEPENDENT &&
                    mentions(a->relation[c], x) && mentions(a->relation[c], y))
                    return true;
        }
    return false;
}

/* Whether two indices are never one. */
static bool
indices_differ(struct arena *a, const struct scope *s, const struct term *j,
               const struct term *k)
{
    const struct term *d = expr_apply(a, TERM_SUB, j, k, NULL);

    return d && (known_is(a, s, normal_form(a, s, d), SIGN_NOT_0) ||
                 known_is(a, s, normal_form(a, s, expr_apply(a, TERM_SUB, k, j, NULL)),
                          SIGN_NOT_0));
}

struct independence {
    struct arena *arena;
    const struct scope *scope;
    const char *index, *other; /* two values of an index that are never one; or NULL */
};

static bool
told_apart(const struct independence *in, const struct term *j, const struct term *k)
{
    if (!in->index || j->op != TERM_NAME || k->op != TERM_NAME)
        return false;
    return (strcmp(j->name, in->index) == 0 && strcmp(k->name, in->other) == 0) ||
           (strcmp(j->name, in->other) == 0 && strcmp(k->name, in->index) == 0);
}

static bool
parts_independent(const struct independence *in, const struct term *x,
                  const struct term *y)
{
    const struct term *p = name_of(x), *q = name_of(y);

    if (strcmp(p->name, q->name) != 0)
        return names_independent(in->scope, p->name, q->name);
    if (p->type.joint || x->op != TERM_INDEX || y->op != TERM_INDEX || x->n != 2)
        return false;
    return told_apart(in, x->arg[1], y->arg[1]) ||
           indices_differ(in->arena, in->scope, x->arg[1], y->arg[1]);
}

static bool
terms_independent(const struct independence *in, const struct term *x,
                  const struct term *y)
{
    struct random_parts p = {.all = true}, q = {.all = true};

    gather(&p, x);
    gather(&q, y);
    for (int i = 0; i < p.n; i++)
        for (int j = 0; j < q.n; j++)
            if (!parts_independent(in, p.at[i], q.at[j]))
                return false;
    return p.all && q.all;
}

bool
chance_independent(struct arena *a, const struct scope *s, const struct term *x,
                   const struct term *y)
{
    struct independence in = {a, s, NULL, NULL};

    return terms_independent(&in, x, y);
}

bool
chance_independent_family(struct arena *a, const struct scope *s, const struct term *x,
                          const char *index)
{
    struct independence in = {a, s, index, arena_printf(a, "%s#2", index)};
    struct type integer = {.kind = TYPE_INTEGER, .rows = {.n = 1}, .cols = {.n = 1}};
    struct replacement r = {index, expr_name(a, in.other, integer)};
    const struct term *y = expr_replace(a, x, &r, 1);

    return y && terms_independent(&in, x, y);
}

/* ---- averages that are assumed ----------------------------------------------------- */

/* c: L = r. Whether it says x = y, of a vector for one of its components: E[q] = 0 says
 * E[q_j] = 0. */
static bool
says(struct arena *a, const struct scope *s, const struct term *c, const struct term *x,
     const struct term *y)
{
    const struct term *l = c->arg[0], *inner, *component;

    if (c->relation != RELATION_EQUAL)
        return false;
    if (normal_same(a, s, l, x))
        return normal_same(a, s, c->arg[1], y);
    if (!c->every || l->op != x->op || l->n != 1 || x->n != 1 ||
        x->arg[0]->op != TERM_INDEX)
        return false;
    inner = l->arg[0];
    component = x->arg[0];
    return order_terms(inner, component->arg[0]) == 0 && normal_same(a, s, c->arg[1], y);
}

bool
chance_is_assumed(struct arena *a, const struct scope *s, const struct term *x,
                  const struct term *y)
{
    for (; s; s = scope_parent(s))
        for (int i = 0; i < scope_assumption_count(s); i++) {
            const struct assumption *as = scope_assumption_at(s, i);

            for (int c = 0; c < as->n; c++)
                if (as->relation[c]->op == TERM_RELATION &&
                    (says(a, s, as->relation[c], x, y) ||
                     says(a, s, as->relation[c], y, x)))
                    return true;
        }
    return false;
}
