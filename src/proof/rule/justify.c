/* What rules justify. */
#include <string.h>

#include "proof/rule/code.h"

enum { EXPANSIONS_MAX = 4, PAIR_RULES_MAX = 40, STEPS_MAX = 24 };

static bool
rewrites(const struct rule *r)
{
    return r->body && (r->body->n > 0 || r->body->code);
}

static bool
is_arithmetic(const struct rule_line *l, struct arena *a)
{
    if (l->relation == RELATION_NOT_EQUAL || l->relation == RELATION_LESS ||
        l->relation == RELATION_GREATER)
        return false;
    return normal_same(a, l->scope, l->x, l->y);
}

/* ---- one choice of directions ------------------------------------------------------ */

/* Rewritten and in normal form, in turns. */
static const struct term *
expand(struct rewriter *w, const struct term *t)
{
    for (int i = 0; i < EXPANSIONS_MAX; i++) {
        int before = w->count;

        t = rewrite_all(w, normal_form(w->arena, w->scope, t));
        if (w->count == before)
            break;
    }
    return t;
}

static bool
leads_together(struct rewriter *w, const struct rule_line *l)
{
    const struct term *x = rewrite_all(w, l->x), *y;
    int count = w->count;

    w->count = 0;
    y = rewrite_all(w, l->y);
    count += w->count;
    if (count > 0 && normal_same(w->arena, l->scope, x, y))
        return true;
    w->count = 0;
    x = expand(w, x);
    count += w->count;
    w->count = 0;
    y = expand(w, y);
    return count + w->count > 0 && normal_same(w->arena, l->scope, x, y);
}

/* With the rules in the directions that the bits of `back` say. */
static bool
justify_in_direction(const struct rule *const *r, int n, unsigned back,
                     const struct rule_line *l, int *specific)
{
    struct rewriter w = {
        .arena = arena_new(), .scope = l->scope, .n = n, .trials = CONDITION_TRIALS};
    bool found;

    for (int i = 0; i < n; i++)
        w.rule[i] = (struct directed_rule){r[i], back >> i & 1};
    found = leads_together(&w, l);
    *specific = w.specific;
    arena_free(w.arena);
    return found;
}

static bool
justify(const struct rule *const *r, int n, const struct rule_line *l, int *specific)
{
    if (l->relation != RELATION_EQUAL && l->relation != RELATION_LESS_EQUAL &&
        l->relation != RELATION_GREATER_EQUAL)
        return false;
    for (unsigned back = 0; back < 1u << n; back++)
        if (justify_in_direction(r, n, back, l, specific))
            return true;
    return false;
}

/* Equations that are used once only. */
static bool
one_step(const struct rule *r, const struct rule_line *l)
{
    struct arena *a = arena_new();
    struct rewrite *out = ARENA_ARRAY(a, struct rewrite, STEPS_MAX);
    bool found = false;

    for (int side = 0; side < 2 && !found; side++) {
        int n = rule_steps(a, r, l->scope, side ? l->y : l->x, out, STEPS_MAX);

        for (int i = 0; i < n && !found; i++)
            found = out[i].relation == RELATION_EQUAL &&
                    normal_same(a, l->scope, out[i].whole, side ? l->x : l->y);
    }
    arena_free(a);
    return found;
}

static bool
has_single_steps(const struct rule *r)
{
    for (int i = 0; r->body && i < r->body->n; i++)
        if (r->body->at[i].once)
            return true;
    return false;
}

static bool
justify_one(struct arena *a, const struct rule *r, const struct rule_line *l,
            int *specific)
{
    *specific = 1;
    if (r->body && r->body->judge)
        return r->body->judge(a, l);
    return (rewrites(r) && justify(&r, 1, l, specific)) ||
           (has_single_steps(r) && one_step(r, l)) || bound_justifies(a, r, l);
}

/* ---- for others -------------------------------------------------------------------- */

bool
rule_justifies(struct arena *a, const struct rule *r, const struct rule_line *line)
{
    int specific;

    if (is_arithmetic(line, a))
        return r->kind == RULE_ARITHMETIC;
    return r->kind != RULE_ARITHMETIC && justify_one(a, r, line, &specific);
}

bool
rules_justify(struct arena *a, const struct rule *const *r, int n,
              const struct rule_line *line)
{
    const struct rule *used[RULES_AT_ONCE_MAX];
    int k = 0, specific;

    for (int i = 0; i < n; i++) {
        if (r[i]->kind == RULE_ARITHMETIC)
            continue;
        if (k == RULES_AT_ONCE_MAX)
            return false;
        used[k++] = r[i];
    }
    if (k == 0 || is_arithmetic(line, a))
        return k < n && is_arithmetic(line, a);
    if (k == 1)
        return justify_one(a, used[0], line, &specific);
    for (int i = 0; i < k; i++)
        if (!rewrites(used[i]))
            return false;
    return justify(used, k, line, &specific);
}

/* ---- without a name ---------------------------------------------------------------- */

static bool
has_all(struct heads needs, struct heads has)
{
    return (needs.ops & ~has.ops) == 0 && (needs.functions & ~has.functions) == 0;
}

/* Whether some pattern of r can occur in a line with these parts. */
static bool
is_applicable(const struct rule *r, struct heads has)
{
    const struct rule_body *b = r->body;

    if (!b || b->code || b->judge)
        return b != NULL;
    for (int i = 0; i < b->n; i++)
        if ((b->at[i].forward && has_all(b->at[i].left_needs, has)) ||
            (b->at[i].backward && has_all(b->at[i].right_needs, has)))
            return true;
    return false;
}

static struct heads
heads_of_line(const struct rule_line *l)
{
    struct heads x = heads_of(l->x), y = heads_of(l->y);

    return (struct heads){x.ops | y.ops, x.functions | y.functions};
}

const struct rule *
rulebook_explain(struct arena *a, const struct rulebook *b, const struct rule_line *line)
{
    struct heads has = heads_of_line(line);
    const struct rule *best = NULL;
    int most = 0, specific;

    if (is_arithmetic(line, a))
        return rulebook_find(b, "arithmetic");
    for (int i = 0; i < rulebook_count(b); i++) {
        const struct rule *r = rulebook_at(b, i);

        if (r->kind == RULE_ARITHMETIC || !is_applicable(r, has) ||
            !justify_one(a, r, line, &specific))
            continue;
        if (!best || specific > most) {
            best = r;
            most = specific;
        }
    }
    return best;
}

bool
rulebook_explain_pair(struct arena *a, const struct rulebook *b,
                      const struct rule_line *line, const struct rule **first,
                      const struct rule **second)
{
    const struct rule *r[PAIR_RULES_MAX], *pair[2];
    struct heads has = heads_of_line(line);
    int n = 0, specific;

    (void)a;
    for (int i = 0; i < rulebook_count(b) && n < PAIR_RULES_MAX; i++) {
        const struct rule *at = rulebook_at(b, i);

        if (at->kind != RULE_ARITHMETIC && rewrites(at) && is_applicable(at, has))
            r[n++] = at;
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            pair[0] = *first = r[i];
            pair[1] = *second = r[j];
            if (justify(pair, 2, line, &specific))
                return true;
        }
    return false;
}
