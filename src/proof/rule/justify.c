/* What rules justify. */
#include <string.h>

#include "proof/normal/known.h"
#include "proof/rule/code.h"
#include "proof/rule/explain/sides.h"

enum { EXPANSIONS_MAX = 4, STEPS_MAX = 24 };

bool
rule_rewrites(const struct rule *r)
{
    return r->body && (r->body->n > 0 || r->body->code);
}

static void
see_name(void *ctx, const struct term *name)
{
    (void)name;
    *(bool *)ctx = true;
}

static bool
has_names(const struct term *t)
{
    bool any = false;

    term_free_names(t, see_name, &any);
    return any;
}

bool
line_is_arithmetic(const struct rule_line *l, struct arena *a)
{
    if (l->relation == RELATION_NOT_EQUAL || l->relation == RELATION_LESS ||
        l->relation == RELATION_GREATER)
        return false;
    return normal_same(a, l->scope, l->x, l->y);
}

/* x < y, because y - x is more than 0 whatever the names are, as its form shows. */
bool
line_is_plain_order(const struct rule_line *l, struct arena *a, bool number)
{
    static const enum sign_set of[] = {
        [RELATION_LESS] = SIGN_PLUS,
        [RELATION_LESS_EQUAL] = SIGN_AT_LEAST_0,
        [RELATION_GREATER] = SIGN_MINUS,
        [RELATION_GREATER_EQUAL] = SIGN_AT_MOST_0,
    };
    const struct term *d;

    if (l->relation == RELATION_EQUAL || l->relation == RELATION_NOT_EQUAL ||
        l->x->type.kind > TYPE_REAL || l->y->type.kind > TYPE_REAL)
        return false;
    d = expr_apply(a, TERM_SUB, l->y, l->x, NULL);
    d = d ? normal_form(a, l->scope, d) : NULL;
    return d && (!number || !has_names(d)) && known_is(a, l->scope, d, of[l->relation]);
}

/* ---- one choice of directions ------------------------------------------------------ */

struct sides
sides_begin(struct arena *a, const struct rule_line *l)
{
    struct effort *effort = l->effort;

    if (!effort) {
        effort = ARENA_NEW(a, struct effort);
        effort->left = EFFORT_LINE;
    }
    return (struct sides){l, normal_form(a, l->scope, l->x),
                          normal_form(a, l->scope, l->y), arena_new(), effort};
}

/* The end of an attempt: what it took is counted, and forgotten. */
void
sides_end_attempt(const struct sides *s, const struct rewriter *w)
{
    s->effort->left -= (long)arena_used(s->scratch);
    if (w)
        s->effort->left -= BYTES_PER_WORK * w->trials.work;
    arena_reset(s->scratch);
}

/* t with normal form `normal` rewritten, in normal form, and so on in turns. */
static const struct term *
expand(struct rewriter *w, const struct term *t, const struct term *normal)
{
    int before;

    for (int i = 0; i < EXPANSIONS_MAX; i++) {
        before = w->count;
        t = rewrite_all(w, normal ? normal : normal_form(w->arena, w->scope, t));
        normal = NULL;
        if (w->count == before || arena_used(w->arena) > w->most)
            break;
    }
    return t;
}

/* For rules in directions that are still to be set. */
struct rewriter
sides_rewriter(const struct sides *s, int n)
{
    return (struct rewriter){
        .arena = s->scratch,
        .scope = s->line->scope,
        .n = n,
        .trials = {.left = CONDITION_TRIALS, .granted = s->effort->granted},
        .most = ATTEMPT_BYTES_MAX
    };
}

static bool
leads_together(struct rewriter *w, const struct sides *s)
{
    const struct rule_line *l = s->line;
    const struct term *x = rewrite_all(w, l->x), *y;
    int count_x = w->count, count_y;

    w->count = 0;
    y = rewrite_all(w, l->y);
    count_y = w->count;
    if (arena_used(w->arena) > w->most)
        return false;
    if (count_x + count_y > 0 && normal_same(w->arena, l->scope, x, y))
        return true;
    w->count = 0;
    x = expand(w, x, count_x ? NULL : s->x);
    count_x += w->count;
    w->count = 0;
    y = expand(w, y, count_y ? NULL : s->y);
    return count_x + count_y + w->count > 0 && normal_same(w->arena, l->scope, x, y);
}

/* With the rules in the directions that the bits of `back` say. */
static bool
justify_in_direction(const struct rule *const *r, int n, unsigned back,
                     const struct sides *s, int *specific)
{
    struct rewriter w = sides_rewriter(s, n);
    bool found;

    if (w.trials.granted)
        *w.trials.granted = (struct granted){w.trials.granted->a, "", 0};
    for (int i = 0; i < n; i++)
        w.rule[i] = (struct directed_rule){r[i], back >> i & 1};
    found = leads_together(&w, s);
    *specific = w.specific;
    sides_end_attempt(s, &w);
    return found;
}

/* Whether a rule has something to do in a direction. */
bool
rule_is_directed(const struct rule *r, bool backward)
{
    code_rule *code = r->body->code;
    bool any = code && (!backward || code == code_transpose_scalar ||
                        code == code_product_rule || code == code_quotient_rule);

    for (int i = 0; i < r->body->n && !any; i++)
        any = backward ? r->body->at[i].backward : r->body->at[i].forward;
    return any;
}

bool
sides_justify(const struct rule *const *r, int n, const struct sides *s, int *specific)
{
    enum relation relation = s->line->relation;

    if (relation != RELATION_EQUAL && relation != RELATION_LESS_EQUAL &&
        relation != RELATION_GREATER_EQUAL)
        return false;
    for (unsigned back = 0; back < 1u << n; back++) {
        bool usable = true;

        for (int i = 0; i < n; i++)
            usable &= rule_is_directed(r[i], back >> i & 1);
        if (usable && justify_in_direction(r, n, back, s, specific))
            return true;
    }
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

/* Of an inequality more is said by "monotone" than by "both sides". */
bool
line_is_about_order(const struct rule_line *l)
{
    enum relation r = l->x->op == TERM_RELATION ? l->x->relation : l->relation;

    return r != RELATION_EQUAL && r != RELATION_NOT_EQUAL;
}

bool
sides_justify_one(const struct rule *r, const struct sides *s, int *specific)
{
    bool found;

    *specific = 1;
    if (r->body && r->body->judge) {
        *specific += r->body->judge == line_by_monotone && line_is_about_order(s->line);
        found = r->body->judge(s->scratch, s->line);
        sides_end_attempt(s, NULL);
        return found;
    }
    if (rule_rewrites(r) && sides_justify(&r, 1, s, specific))
        return true;
    *specific = 1;
    return (has_single_steps(r) && one_step(r, s->line)) ||
           bound_justifies(s->scratch, r, s->line);
}

static bool
all_rewrite(const struct rule *const *r, int n)
{
    for (int i = 0; i < n; i++)
        if (!rule_rewrites(r[i]))
            return false;
    return true;
}

/* A judge of whole lines looks at the sides as the other rules rewrite them: "monotone,
 * log-power". */
static bool
judged_in_direction(const struct rule *judge, const struct rule *const *r, int n,
                    unsigned back, const struct sides *s)
{
    struct rewriter w = sides_rewriter(s, n);
    struct rule_line line = *s->line;
    bool found = false;

    for (int i = 0; i < n; i++)
        w.rule[i] = (struct directed_rule){r[i], back >> i & 1};
    for (int which = 1; which < 4 && !found; which++) {
        w.count = 0;
        line.x = which & 2 ? rewrite_all(&w, s->line->x) : s->line->x;
        line.y = which & 1 ? rewrite_all(&w, s->line->y) : s->line->y;
        found = w.count > 0 && judge->body->judge(s->scratch, &line);
    }
    sides_end_attempt(s, &w);
    return found;
}

bool
sides_judged_after(const struct rule *const *used, int n, const struct sides *s)
{
    const struct rule *judge = NULL, *r[RULES_AT_ONCE_MAX];
    int k = 0;
    bool found = false;

    for (int i = 0; i < n; i++)
        if (rule_rewrites(used[i]))
            r[k++] = used[i];
        else if (judge || !used[i]->body || !used[i]->body->judge)
            return false;
        else
            judge = used[i];
    for (unsigned back = 0; judge && back < 1u << k && !found; back++)
        found = judged_in_direction(judge, r, k, back, s);
    return found;
}

/* ---- for others -------------------------------------------------------------------- */

/* A definition that the reader has put in already: it changes how a line is written. */
static bool
is_spelling(const struct rule *r)
{
    return r->kind == RULE_DEFINITION && !rule_rewrites(r);
}

/* `sums`: transposes are distributed over sums, too, as "distribute" may mean. */
static bool
justify_together(struct arena *a, const struct rule *const *r, int n,
                 const struct rule_line *line, bool sums)
{
    const struct rule *used[RULES_AT_ONCE_MAX];
    struct sides s;
    int k = 0, specific;
    bool found;

    for (int i = 0; i < n; i++) {
        if (r[i]->kind == RULE_ARITHMETIC && !(sums && rule_rewrites(r[i])))
            continue;
        if (k == RULES_AT_ONCE_MAX)
            return false;
        used[k++] = r[i];
    }
    if (k == 0 && n > 0 && line_is_plain_order(line, a, false))
        return true;
    if (k == 0 || line_is_arithmetic(line, a))
        return (k < n || (k == 1 && is_spelling(used[0]))) && line_is_arithmetic(line, a);
    s = sides_begin(a, line);
    found = k == 1                 ? sides_justify_one(used[0], &s, &specific)
            : all_rewrite(used, k) ? sides_justify(used, k, &s, &specific)
                                   : sides_judged_after(used, k, &s);
    arena_free(s.scratch);
    return found;
}

bool
rules_justify(struct arena *a, const struct rule *const *r, int n,
              const struct rule_line *line)
{
    bool sums = false;

    for (int i = 0; i < n; i++)
        sums |= r[i]->kind == RULE_ARITHMETIC && rule_rewrites(r[i]);
    return justify_together(a, r, n, line, false) ||
           (sums && justify_together(a, r, n, line, true));
}

bool
rule_justifies(struct arena *a, const struct rule *r, const struct rule_line *line)
{
    return rules_justify(a, &r, 1, line);
}
