/* One application of a rule at a time: for choosing rules by hand. */
#include <string.h>

#include "proof/rule/code.h"

enum { WAYS_MAX = 4 }; /* matches of one equation at one place */

struct stepping {
    struct rewriter w;
    const struct rule *rule;
    struct rewrite *out;
    int n, max;
    struct rewrite here; /* path, depth */
    const struct term *root;
    struct arena *arena; /* of the result */
};

/* The root with the part at the path replaced. */
static const struct term *
replaced_at(struct arena *a, const struct term *t, const int *path, int depth,
            const struct term *by)
{
    const struct term *inner;

    if (depth == 0)
        return by;
    inner = replaced_at(a, t->arg[path[0]], path + 1, depth - 1, by);
    return inner ? with_argument(a, t, path[0], inner) : NULL;
}

static bool
is_new(const struct stepping *s, const struct term *whole, const struct term *by)
{
    for (int i = 0; i < s->n; i++)
        if (expr_same(s->out[i].whole, whole) ||
            (s->out[i].depth == s->here.depth &&
             memcmp(s->out[i].path, s->here.path,
                    (size_t)s->here.depth * sizeof s->here.path[0]) == 0 &&
             normal_same(s->arena, s->w.scope, s->out[i].to, by)))
            return false;
    return !expr_same(whole, s->root);
}

static void
add_step(struct stepping *s, const struct term *t, const struct term *by, bool backward,
         enum relation relation)
{
    struct rewrite r = s->here;

    r.whole = by ? replaced_at(s->arena, s->root, r.path, r.depth, by) : NULL;
    if (!r.whole || s->n == s->max || !is_new(s, r.whole, by))
        return;
    r.rule = s->rule;
    r.backward = backward;
    r.from = t;
    r.to = by;
    r.relation = relation;
    s->out[s->n++] = r;
}

static void
steps_here(struct stepping *s, const struct term *t)
{
    const struct rule_body *b = s->rule->body;

    for (int back = 0; back < 2; back++) {
        for (int i = 0; i < b->n; i++)
            for (int skip = 0; skip < WAYS_MAX; skip++) {
                const struct term *by = rewrite_equation(&s->w, &b->at[i], back, t, skip);

                if (!by)
                    break;
                add_step(s, t, by, back, b->at[i].relation);
            }
        if (b->code)
            add_step(s, t, b->code(&s->w, t, back), back, RELATION_EQUAL);
    }
    if (s->rule->kind == RULE_ARITHMETIC && s->here.depth == 0)
        add_step(s, t, normal_form(s->arena, s->w.scope, t), false, RELATION_EQUAL);
}

static void
steps_inside(struct stepping *s, const struct term *t)
{
    const struct scope *outside = s->w.scope;
    struct rewrite before = s->here;

    steps_here(s, t);
    for (int i = 0; i < t->n && s->n < s->max && before.depth < REWRITE_DEPTH_MAX; i++) {
        if (t->op == TERM_DERIVATIVE && i == 1)
            continue;
        s->here.path[before.depth] = i;
        s->here.depth = before.depth + 1;
        if (term_binds(t) && i == t->n - 1)
            s->w.scope = scope_inside(s->arena, outside, t);
        steps_inside(s, t->arg[i]);
        s->w.scope = outside;
        s->here = before;
    }
}

int
rule_steps(struct arena *a, const struct rule *r, const struct scope *s,
           const struct term *t, struct rewrite *out, int max)
{
    struct stepping steps = {.rule = r, .out = out, .max = max, .root = t, .arena = a};

    if (!r->body || t->size > REWRITE_SIZE_MAX)
        return 0;
    steps.w =
        (struct rewriter){.arena = a, .scope = s, .trials = {.left = CONDITION_TRIALS}};
    steps_inside(&steps, t);
    return steps.n;
}
