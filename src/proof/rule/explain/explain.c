/* The rules that a line without a name follows by. */
#include <string.h>

#include "proof/rule/code.h"
#include "proof/rule/explain/sides.h"

enum { PAIR_RULES_MAX = 40, PAIR_EFFORT = 64 << 20 };

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
    struct rewriter w = sides_rewriter(s, 0);
    const struct term *const from[] = {s->line->x, s->line->y};
    bool says = false;

    w.entire = true;
    for (int i = 0; i < r->body->n && !says; i++)
        for (int way = 0; way < 4 && !says; way++) {
            const struct term *to =
                rewrite_equation(&w, &r->body->at[i], way & 1, from[way >> 1], 0);

            says = to && normal_same(w.arena, w.scope, to, from[!(way >> 1)]);
        }
    sides_end_attempt(s, &w);
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
    bool plain = line_is_plain_order(line, a, false), yields, best_yields = false;
    int most = 0, specific;
    struct sides s;

    if (line_is_arithmetic(line, a) || line_is_plain_order(line, a, true))
        return rulebook_find(b, "arithmetic");
    s = sides_begin(a, line);
    for (int i = 0; i < rulebook_count(b) && s.effort->left > 0; i++) {
        const struct rule *r = rulebook_at(b, i);

        if (r->kind == RULE_ARITHMETIC || !is_applicable(r, has) ||
            (plain && r->body->judge) || !sides_justify_one(r, &s, &specific))
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
        struct rewriter w = sides_rewriter(s, 1);

        if (!rule_is_directed(r, back))
            continue;
        w.rule[0] = (struct directed_rule){r, back};
        rewrite_all(&w, s->line->x);
        rewrite_all(&w, s->line->y);
        rewrite_all(&w, s->x);
        rewrite_all(&w, s->y);
        touched = w.count > 0;
        sides_end_attempt(s, &w);
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

        if (at->kind == RULE_ARITHMETIC || !rule_rewrites(at) || !is_applicable(at, has))
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
    struct rewriter w = sides_rewriter(s, 1);
    struct heads has = {0, 0};
    const struct term *x;

    if (!rule_is_directed(r, backward))
        return has;
    w.rule[0] = (struct directed_rule){r, backward};
    x = rewrite_all(&w, s->line->x);
    if (w.count > 0)
        has = heads_of(x);
    sides_end_attempt(s, &w);
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
                !rule_rewrites(pair[1]) || is_applicable(pair[1], has) ||
                !is_applicable(pair[1], after) || !sides_justify(pair, 2, s, &specific))
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

    if (s->line->x->op != TERM_RELATION && !line_is_about_order(s->line))
        return false;
    for (int i = 0; i < rulebook_count(b) && s->effort->left > 0; i++) {
        const struct rule *pair[2] = {rulebook_at(b, i), NULL};

        if (pair[0]->kind == RULE_ARITHMETIC || !rule_rewrites(pair[0]) ||
            !is_applicable(pair[0], has) || !touches(pair[0], s))
            continue;
        for (int k = 0; k < 2; k++) {
            pair[1] = rulebook_find(b, judges[k]);
            if (!pair[1] || !sides_judged_after(pair, 2, s))
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
            sides_justify(pair, 2, s, &specific))
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
            if (theorem != basic && sides_justify(pair, 2, s, &specific))
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
    struct sides s = sides_begin(a, line);
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
