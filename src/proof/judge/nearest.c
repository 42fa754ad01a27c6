/* The rule that comes nearest to a line that no rule justifies. */
#include "proof/judge/judge.h"

#include <string.h>

/* What may be spent on all rules; steps of one rule that are looked at; how much smaller
 * the difference of the sides must become for a step to be a beginning. */
enum { EFFORT_NEAR = 8 << 20, STEPS_SEEN = 12, SMALLER = 2 };

struct nearest {
    struct judging *j;
    struct rule_line asked;
    struct arena *a; /* forgotten behind it */
    struct effort effort;
};

/* ---- conditions -------------------------------------------------------------------- */

/* What must be assumed so that r justifies the line; NULL: nothing is known to do it. */
static const char *
lacks(struct nearest *n, const struct rule *r)
{
    struct judging *j = n->j;
    struct granted granted = {j->a, "", 0};
    struct effort strict = {.left = EFFORT_NEAR};
    struct rule_line l = n->asked;

    n->effort.granted = &granted;
    l.effort = &n->effort;
    if (!rule_justifies(n->a, r, &l) || !*granted.text)
        return NULL;
    l.scope =
        derivation_scope(j->a, j->d, NULL, arena_printf(n->a, "assume %s", granted.text));
    l.effort = &strict;
    return l.scope && rule_justifies(n->a, r, &l) ? granted.text : NULL;
}

static const char *
say_lack(struct nearest *n, const struct rule *r, const char *condition)
{
    return arena_printf(n->j->a, "%s would do it with %s, which is not assumed", r->name,
                        condition);
}

/* ---- beginnings -------------------------------------------------------------------- */

/* How much is left between two terms. */
static int
distance(struct nearest *n, const struct term *x, const struct term *y)
{
    const struct term *d = expr_apply(n->a, TERM_SUB, x, y, NULL);

    return d ? normal_form(n->a, n->asked.scope, d)->size : 0;
}

/* The application of r to x that comes nearest to y; NULL: there is none. */
static const struct term *
nearest_step(struct nearest *n, const struct rule *r, int *far)
{
    struct rewrite *out = ARENA_ARRAY(n->a, struct rewrite, STEPS_SEEN);
    int steps = rule_steps(n->a, r, n->asked.scope, n->asked.x, out, STEPS_SEEN);
    const struct term *best = NULL;

    for (int i = 0; i < steps; i++) {
        int d =
            out[i].relation == RELATION_EQUAL ? distance(n, out[i].whole, n->asked.y) : 0;

        if (d > 0 && (!best || d < *far)) {
            best = out[i].whole;
            *far = d;
        }
    }
    return best;
}

static const char *
say_step(struct nearest *n, const struct rule *r, const struct term *to)
{
    return arena_printf(n->j->a, "%s alone leads to %s, which is not this line yet",
                        r->name, expr_plain(n->j->a, to, 0));
}

/* ---- both -------------------------------------------------------------------------- */

static bool
is_searched(const struct nearest *n, const struct rule *r)
{
    return r->kind != RULE_ARITHMETIC && r->body &&
           !(*n->j->d->name && strcmp(r->name, n->j->d->name) == 0);
}

static const char *
of_named(struct nearest *n, const struct rule *r)
{
    const char *condition = is_searched(n, r) ? lacks(n, r) : NULL;
    const struct term *to;
    int far = 0;

    if (condition)
        return say_lack(n, r, condition);
    to = is_searched(n, r) ? nearest_step(n, r, &far) : NULL;
    return to ? say_step(n, r, to) : "";
}

/* One that only lacks a condition, else a step after which much less is left. */
static const char *
of_all(struct nearest *n)
{
    const struct rulebook *b = n->j->book;
    const struct term *best = NULL;
    const struct rule *with = NULL;
    int most = distance(n, n->asked.x, n->asked.y) / SMALLER;

    for (int i = 0;
         i < rulebook_count(b) && n->effort.left > 0 && arena_used(n->a) < EFFORT_NEAR;
         i++) {
        const struct rule *r = rulebook_at(b, i);
        const char *condition = is_searched(n, r) ? lacks(n, r) : NULL;
        const struct term *to;
        int far = 0;

        if (condition)
            return say_lack(n, r, condition);
        to = is_searched(n, r) ? nearest_step(n, r, &far) : NULL;
        if (to && far <= most) {
            best = to;
            with = r;
            most = far - 1;
        }
    }
    return best ? say_step(n, with, best) : "";
}

const char *
judge_nearest(struct judging *j, const struct derivation_line *line, const struct step *t)
{
    struct nearest n = {
        .j = j,
        .asked = {j->d->scope,  t->x, t->relation, t->y, false, NULL},
        .a = arena_new(),
        .effort = {.left = EFFORT_NEAR}
    };
    const char *said = "";

    if (t->x->op != TERM_RELATION && line->by.n == 1)
        said = of_named(&n, rulebook_find(j->book, line->by.at[0]));
    else if (t->x->op != TERM_RELATION && line->by.n == 0)
        said = of_all(&n);
    arena_free(n.a);
    return said;
}
