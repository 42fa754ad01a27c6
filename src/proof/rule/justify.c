/* What rules justify. */
#include <string.h>

#include "proof/rule/code.h"

enum {
    EXPANSIONS_MAX = 4,
    PAIR_RULES_MAX = 40,
    STEPS_MAX = 24,
    PAIR_BYTES_MAX = 64 << 20
};

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

/* A line with the normal forms of its sides, which every rule begins with. */
struct sides {
    const struct rule_line *line;
    const struct term *x, *y;
    struct arena *scratch; /* forgotten after each attempt */
    size_t *spent;         /* bytes of all attempts of a search; NULL: not counted */
};

static struct sides
sides_of(struct arena *a, const struct rule_line *l)
{
    return (struct sides){l, normal_form(a, l->scope, l->x),
                          normal_form(a, l->scope, l->y), arena_new(), NULL};
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
        if (w->count == before)
            break;
    }
    return t;
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
    struct rewriter w = {
        .arena = s->scratch, .scope = s->line->scope, .n = n, .trials = CONDITION_TRIALS};
    bool found;

    for (int i = 0; i < n; i++)
        w.rule[i] = (struct directed_rule){r[i], back >> i & 1};
    found = leads_together(&w, s);
    *specific = w.specific;
    if (s->spent)
        *s->spent += arena_used(s->scratch);
    arena_reset(s->scratch);
    return found;
}

/* Whether a rule has something to do in a direction. */
static bool
is_directed(const struct rule *r, bool backward)
{
    bool any = !backward && r->body->code;

    for (int i = 0; i < r->body->n && !any; i++)
        any = backward ? r->body->at[i].backward : r->body->at[i].forward;
    return any;
}

static bool
justify(const struct rule *const *r, int n, const struct sides *s, int *specific)
{
    enum relation relation = s->line->relation;

    if (relation != RELATION_EQUAL && relation != RELATION_LESS_EQUAL &&
        relation != RELATION_GREATER_EQUAL)
        return false;
    for (unsigned back = 0; back < 1u << n; back++) {
        bool usable = true;

        for (int i = 0; i < n; i++)
            usable &= is_directed(r[i], back >> i & 1);
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
static bool
is_about_order(const struct rule_line *l)
{
    enum relation r = l->x->op == TERM_RELATION ? l->x->relation : l->relation;

    return r != RELATION_EQUAL && r != RELATION_NOT_EQUAL;
}

static bool
justify_one(struct arena *a, const struct rule *r, const struct sides *s, int *specific)
{
    *specific = 1;
    if (r->body && r->body->judge) {
        *specific += r->body->judge == line_by_monotone && is_about_order(s->line);
        return r->body->judge(a, s->line);
    }
    if (rewrites(r) && justify(&r, 1, s, specific))
        return true;
    *specific = 1;
    return (has_single_steps(r) && one_step(r, s->line)) ||
           bound_justifies(a, r, s->line);
}

/* ---- for others -------------------------------------------------------------------- */

/* A definition that the reader has put in already: it changes how a line is written. */
static bool
is_spelling(const struct rule *r)
{
    return r->kind == RULE_DEFINITION && !rewrites(r);
}

bool
rules_justify(struct arena *a, const struct rule *const *r, int n,
              const struct rule_line *line)
{
    const struct rule *used[RULES_AT_ONCE_MAX];
    struct sides s;
    int k = 0, specific;
    bool found;

    for (int i = 0; i < n; i++) {
        if (r[i]->kind == RULE_ARITHMETIC)
            continue;
        if (k == RULES_AT_ONCE_MAX)
            return false;
        used[k++] = r[i];
    }
    if (k == 0 || is_arithmetic(line, a))
        return (k < n || (k == 1 && is_spelling(used[0]))) && is_arithmetic(line, a);
    for (int i = 0; i < k && k > 1; i++)
        if (!rewrites(used[i]))
            return false;
    s = sides_of(a, line);
    found =
        k == 1 ? justify_one(a, used[0], &s, &specific) : justify(used, k, &s, &specific);
    arena_free(s.scratch);
    return found;
}

bool
rule_justifies(struct arena *a, const struct rule *r, const struct rule_line *line)
{
    return rules_justify(a, &r, 1, line);
}

/* ---- without a name ---------------------------------------------------------------- */

/* Whether some pattern of r can occur in a line with these parts. */
static bool
is_applicable(const struct rule *r, struct heads has)
{
    const struct rule_body *b = r->body;

    if (b && b->judge == line_by_ieee) /* says nothing about numbers: only where named */
        return false;
    if (!b || b->judge || (b->code && heads_include(has, b->needs)))
        return b != NULL;
    for (int i = 0; i < b->n; i++)
        if ((b->at[i].forward && heads_include(has, b->at[i].left_needs)) ||
            (b->at[i].backward && heads_include(has, b->at[i].right_needs)))
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
    struct sides s;

    if (is_arithmetic(line, a))
        return rulebook_find(b, "arithmetic");
    s = sides_of(a, line);
    for (int i = 0; i < rulebook_count(b); i++) {
        const struct rule *r = rulebook_at(b, i);

        if (r->kind == RULE_ARITHMETIC || !is_applicable(r, has) ||
            !justify_one(a, r, &s, &specific))
            continue;
        if (!best || specific > most) {
            best = r;
            most = specific;
        }
    }
    arena_free(s.scratch);
    return best;
}

/* Whether r rewrites a side of the line as it stands, in a direction. */
static bool
touches(const struct rule *r, const struct sides *s)
{
    bool touched = false;

    for (int back = 0; back < 2 && !touched; back++) {
        struct rewriter w = {.arena = s->scratch,
                             .scope = s->line->scope,
                             .rule = {{r, back}},
                             .n = 1,
                             .trials = CONDITION_TRIALS};

        if (!is_directed(r, back))
            continue;
        rewrite_all(&w, s->line->x);
        rewrite_all(&w, s->line->y);
        rewrite_all(&w, s->x);
        rewrite_all(&w, s->y);
        touched = w.count > 0;
        arena_reset(s->scratch);
    }
    return touched;
}

/* Rules that may be one of a pair; those that touch a side first. */
static int
pair_candidates(const struct rulebook *b, const struct sides *s, const struct rule **r,
                int *touching)
{
    struct heads has = heads_of_line(s->line);
    const struct rule *rest[PAIR_RULES_MAX];
    int n = 0, n_rest = 0;

    for (int i = 0; i < rulebook_count(b) && n + n_rest < PAIR_RULES_MAX; i++) {
        const struct rule *at = rulebook_at(b, i);

        if (at->kind == RULE_ARITHMETIC || !rewrites(at) || !is_applicable(at, has))
            continue;
        if (touches(at, s))
            r[n++] = at;
        else
            rest[n_rest++] = at;
    }
    *touching = n;
    for (int i = 0; i < n_rest; i++)
        r[n++] = rest[i];
    return n;
}

bool
rulebook_explain_pair(struct arena *a, const struct rulebook *b,
                      const struct rule_line *line, const struct rule **first,
                      const struct rule **second)
{
    const struct rule *r[PAIR_RULES_MAX], *pair[2];
    struct sides s = sides_of(a, line);
    int touching, n = pair_candidates(b, &s, r, &touching), specific;
    size_t spent = 0;
    bool found = false;

    s.spent = &spent;
    for (int i = 0; i < touching && !found; i++)
        for (int j = i + 1; j < n && !found && spent < PAIR_BYTES_MAX; j++) {
            pair[0] = *first = r[i];
            pair[1] = *second = r[j];
            found = justify(pair, 2, &s, &specific);
        }
    arena_free(s.scratch);
    return found;
}
