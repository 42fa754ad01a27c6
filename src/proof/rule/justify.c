/* What rules justify. */
#include <string.h>

#include "proof/normal/known.h"
#include "proof/rule/code.h"

enum { EXPANSIONS_MAX = 4, PAIR_RULES_MAX = 40, STEPS_MAX = 24, PAIR_EFFORT = 64 << 20 };

static bool
rewrites(const struct rule *r)
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

static bool
is_arithmetic(const struct rule_line *l, struct arena *a)
{
    if (l->relation == RELATION_NOT_EQUAL || l->relation == RELATION_LESS ||
        l->relation == RELATION_GREATER)
        return false;
    return normal_same(a, l->scope, l->x, l->y);
}

/* x < y, because y - x is more than 0 whatever the names are, as its form shows. */
static bool
is_plain_order(const struct rule_line *l, struct arena *a, bool number)
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

/* A line with the normal forms of its sides, which every rule begins with. */
struct sides {
    const struct rule_line *line;
    const struct term *x, *y;
    struct arena *scratch; /* forgotten after each attempt */
    struct effort *effort;
};

static struct sides
sides_of(struct arena *a, const struct rule_line *l)
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
static void
end_attempt(const struct sides *s, const struct rewriter *w)
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
static struct rewriter
new_rewriter(const struct sides *s, int n)
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
    struct rewriter w = new_rewriter(s, n);
    bool found;

    if (w.trials.granted)
        *w.trials.granted = (struct granted){w.trials.granted->a, "", 0};
    for (int i = 0; i < n; i++)
        w.rule[i] = (struct directed_rule){r[i], back >> i & 1};
    found = leads_together(&w, s);
    *specific = w.specific;
    end_attempt(s, &w);
    return found;
}

/* Whether a rule has something to do in a direction. */
static bool
is_directed(const struct rule *r, bool backward)
{
    code_rule *code = r->body->code;
    bool any = code && (!backward || code == code_transpose_scalar ||
                        code == code_product_rule || code == code_quotient_rule);

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
justify_one(const struct rule *r, const struct sides *s, int *specific)
{
    bool found;

    *specific = 1;
    if (r->body && r->body->judge) {
        *specific += r->body->judge == line_by_monotone && is_about_order(s->line);
        found = r->body->judge(s->scratch, s->line);
        end_attempt(s, NULL);
        return found;
    }
    if (rewrites(r) && justify(&r, 1, s, specific))
        return true;
    *specific = 1;
    return (has_single_steps(r) && one_step(r, s->line)) ||
           bound_justifies(s->scratch, r, s->line);
}

static bool
all_rewrite(const struct rule *const *r, int n)
{
    for (int i = 0; i < n; i++)
        if (!rewrites(r[i]))
            return false;
    return true;
}

/* A judge of whole lines looks at the sides as the other rules rewrite them: "monotone,
 * log-power". */
static bool
judged_in_direction(const struct rule *judge, const struct rule *const *r, int n,
                    unsigned back, const struct sides *s)
{
    struct rewriter w = new_rewriter(s, n);
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
    end_attempt(s, &w);
    return found;
}

static bool
judged_after(const struct rule *const *used, int n, const struct sides *s)
{
    const struct rule *judge = NULL, *r[RULES_AT_ONCE_MAX];
    int k = 0;
    bool found = false;

    for (int i = 0; i < n; i++)
        if (rewrites(used[i]))
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
    return r->kind == RULE_DEFINITION && !rewrites(r);
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
        if (r[i]->kind == RULE_ARITHMETIC && !(sums && rewrites(r[i])))
            continue;
        if (k == RULES_AT_ONCE_MAX)
            return false;
        used[k++] = r[i];
    }
    if (k == 0 && n > 0 && is_plain_order(line, a, false))
        return true;
    if (k == 0 || is_arithmetic(line, a))
        return (k < n || (k == 1 && is_spelling(used[0]))) && is_arithmetic(line, a);
    s = sides_of(a, line);
    found = k == 1                 ? justify_one(used[0], &s, &specific)
            : all_rewrite(used, k) ? justify(used, k, &s, &specific)
                                   : judged_after(used, k, &s);
    arena_free(s.scratch);
    return found;
}

bool
rules_justify(struct arena *a, const struct rule *const *r, int n,
              const struct rule_line *line)
{
    bool sums = false;

    for (int i = 0; i < n; i++)
        sums |= r[i]->kind == RULE_ARITHMETIC && rewrites(r[i]);
    return justify_together(a, r, n, line, false) ||
           (sums && justify_together(a, r, n, line, true));
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

/* Whether the line is what r says, from side to side, and not only in a part of it. */
static bool
says_line(const struct rule *r, const struct sides *s)
{
    struct rewriter w = new_rewriter(s, 0);
    const struct term *const from[] = {s->line->x, s->line->y};
    bool says = false;

    w.entire = true;
    for (int i = 0; i < r->body->n && !says; i++)
        for (int way = 0; way < 4 && !says; way++) {
            const struct term *to =
                rewrite_equation(&w, &r->body->at[i], way & 1, from[way >> 1], 0);

            says = to && normal_same(w.arena, w.scope, to, from[!(way >> 1)]);
        }
    end_attempt(s, &w);
    return says;
}

/* A theorem that says something about a part of the line only has no more to say than
 * the basic rule that it rests on, however large its pattern. */
static bool
gives_way(const struct rule *r, const struct sides *s)
{
    return r->kind == RULE_THEOREM && !says_line(r, s);
}

/* Whether a rule with these is named rather than the best one so far. */
static bool
is_better(const struct rule *best, bool best_yields, int most, bool yields, int specific)
{
    if (!best || best_yields != yields)
        return !best || best_yields;
    return specific > most;
}

const struct rule *
rulebook_explain(struct arena *a, const struct rulebook *b, const struct rule_line *line)
{
    struct heads has = heads_of_line(line);
    const struct rule *best = NULL;
    bool plain = is_plain_order(line, a, false), yields, best_yields = false;
    int most = 0, specific;
    struct sides s;

    if (is_arithmetic(line, a) || is_plain_order(line, a, true))
        return rulebook_find(b, "arithmetic");
    s = sides_of(a, line);
    for (int i = 0; i < rulebook_count(b) && s.effort->left > 0; i++) {
        const struct rule *r = rulebook_at(b, i);

        if (r->kind == RULE_ARITHMETIC || !is_applicable(r, has) ||
            (plain && r->body->judge) || !justify_one(r, &s, &specific))
            continue;
        yields = gives_way(r, &s);
        if (is_better(best, best_yields, most, yields, specific)) {
            best = r;
            most = specific;
            best_yields = yields;
        }
    }
    arena_free(s.scratch);
    return !best && plain ? rulebook_find(b, "arithmetic") : best;
}

/* Whether r rewrites a side of the line as it stands, in a direction. */
static bool
touches(const struct rule *r, const struct sides *s)
{
    bool touched = false;

    for (int back = 0; back < 2 && !touched; back++) {
        struct rewriter w = new_rewriter(s, 1);

        if (!is_directed(r, back))
            continue;
        w.rule[0] = (struct directed_rule){r, back};
        rewrite_all(&w, s->line->x);
        rewrite_all(&w, s->line->y);
        rewrite_all(&w, s->x);
        rewrite_all(&w, s->y);
        touched = w.count > 0;
        end_attempt(s, &w);
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

    for (int i = 0;
         i < rulebook_count(b) && n + n_rest < PAIR_RULES_MAX && s->effort->left > 0;
         i++) {
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

/* What occurs in the left side once r has rewritten it; nothing when it cannot. */
static struct heads
heads_after(const struct rule *r, bool backward, const struct sides *s)
{
    struct rewriter w = new_rewriter(s, 1);
    struct heads has = {0, 0};
    const struct term *x;

    if (!is_directed(r, backward))
        return has;
    w.rule[0] = (struct directed_rule){r, backward};
    x = rewrite_all(&w, s->line->x);
    if (w.count > 0)
        has = heads_of(x);
    end_attempt(s, &w);
    return has;
}

/* A rule that has something to do only behind another one: a length squared is a product
 * of rows and columns, which dot-product writes out. What is assumed is to be named. */
static bool
following_pair(const struct rulebook *b, const struct sides *s, const struct rule *first,
               const struct rule **second)
{
    struct heads has = heads_of_line(s->line);
    int specific;

    for (int back = 0; back < 2; back++) {
        struct heads after = heads_after(first, back, s);

        for (int i = 0; i < rulebook_count(b) && s->effort->left > 0; i++) {
            const struct rule *pair[2] = {first, rulebook_at(b, i)};

            if (pair[1]->kind == RULE_ARITHMETIC || pair[1]->kind == RULE_ASSUMPTION ||
                !rewrites(pair[1]) || is_applicable(pair[1], has) ||
                !is_applicable(pair[1], after) || !justify(pair, 2, s, &specific))
                continue;
            *second = pair[1];
            return true;
        }
    }
    return false;
}

/* "monotone" or "both-sides", and a rule that rewrites one of the two relations. */
static bool
judged_pair(const struct rulebook *b, const struct sides *s, const struct rule **first,
            const struct rule **second)
{
    static const char *const judges[] = {"monotone", "both-sides"};
    struct heads has = heads_of_line(s->line);

    if (s->line->x->op != TERM_RELATION && !is_about_order(s->line))
        return false;
    for (int i = 0; i < rulebook_count(b) && s->effort->left > 0; i++) {
        const struct rule *pair[2] = {rulebook_at(b, i), NULL};

        if (pair[0]->kind == RULE_ARITHMETIC || !rewrites(pair[0]) ||
            !is_applicable(pair[0], has) || !touches(pair[0], s))
            continue;
        for (int k = 0; k < 2; k++) {
            pair[1] = rulebook_find(b, judges[k]);
            if (!pair[1] || !judged_after(pair, 2, s))
                continue;
            *first = pair[1];
            *second = pair[0];
            return true;
        }
    }
    return false;
}

/* Two rules that are written as one step by nearly everybody; to be found early, for
 * there are many pairs. */
static bool
usual_pair(const struct rulebook *b, const struct sides *s, const struct rule **pair)
{
    static const char *const names[][2] = {
        {"log-product",  "exp-log"       },
        {"log-quotient", "exp-log"       },
        {"log-power",    "exp-log"       },
        {"root-product", "root-of-square"},
        {"power-rule",   "chain-rule"    },
    };
    struct heads has = heads_of_line(s->line);
    int specific;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        pair[0] = rulebook_find(b, names[i][0]);
        pair[1] = rulebook_find(b, names[i][1]);
        if (pair[0] && pair[1] && is_applicable(pair[0], has) &&
            is_applicable(pair[1], has) && touches(pair[0], s) &&
            justify(pair, 2, s, &specific))
            return true;
    }
    return false;
}

/* A pair that leads from side to side, of which one touches a side: of basic rules only,
 * which are the likelier ones, or of the others. */
static bool
any_pair(const struct rule *const *r, int touching, int n, bool basic, long least,
         const struct sides *s, const struct rule **pair)
{
    int specific;

    for (int i = 0; i < touching; i++)
        for (int j = i + 1; j < n && s->effort->left > least; j++) {
            bool theorem = r[i]->kind == RULE_THEOREM || r[j]->kind == RULE_THEOREM;

            pair[0] = r[i];
            pair[1] = r[j];
            if (theorem != basic && justify(pair, 2, s, &specific))
                return true;
        }
    return false;
}

bool
rulebook_explain_pair(struct arena *a, const struct rulebook *b,
                      const struct rule_line *line, const struct rule **first,
                      const struct rule **second)
{
    const struct rule *r[PAIR_RULES_MAX], *pair[2] = {NULL, NULL};
    struct sides s = sides_of(a, line);
    int touching, n = pair_candidates(b, &s, r, &touching);
    long least = s.effort->left > PAIR_EFFORT ? s.effort->left - PAIR_EFFORT : 0;
    bool found = usual_pair(b, &s, pair);

    for (int round = 0; round < 2 && !found; round++)
        found = any_pair(r, touching, n, round == 0, least, &s, pair);
    for (int i = 0; i < touching && !found; i++)
        found = following_pair(b, &s, pair[0] = r[i], &pair[1]);
    *first = pair[0];
    *second = pair[1];
    found = found || judged_pair(b, &s, first, second);
    arena_free(s.scratch);
    return found;
}
