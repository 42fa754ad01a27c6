/* Sums of a pattern against sums of a term. */
#include "proof/match/match.h"

struct sum_goal {
    struct sum_terms p, t;
    bool used[MATCH_FACTORS_MAX];
    bool part;
};

/* ---- taking apart ------------------------------------------------------------------ */

static bool
take_apart(struct sum_terms *out, const struct term *t, bool minus)
{
    if (term_is_sum(t))
        return take_apart(out, t->arg[0], minus) &&
               take_apart(out, t->arg[1], minus != (t->op == TERM_SUB));
    if (t->op == TERM_NEG)
        return take_apart(out, t->arg[0], !minus);
    if (out->n == MATCH_FACTORS_MAX)
        return false;
    out->at[out->n] = t;
    out->minus[out->n++] = minus;
    return true;
}

bool
sum_take_apart(struct sum_terms *out, struct arena *a, const struct term *t)
{
    (void)a;
    out->n = 0;
    return take_apart(out, t, false);
}

const struct term *
sum_term(struct arena *a, const struct sum_terms *s)
{
    const struct term *t = NULL;

    for (int i = 0; i < s->n; i++) {
        if (t)
            t = expr_apply(a, s->minus[i] ? TERM_SUB : TERM_ADD, t, s->at[i], NULL);
        else
            t = s->minus[i] ? expr_apply(a, TERM_NEG, s->at[i], NULL, NULL) : s->at[i];
        if (!t)
            return NULL;
    }
    return t;
}

const struct term *
sum_result(struct matcher *m, const struct sum_goal *s, const struct term *by)
{
    struct sum_terms rest = {.at = {by}, .n = 1};

    for (int j = 0; j < s->t.n; j++)
        if (!s->used[j] && rest.n < MATCH_FACTORS_MAX) {
            rest.at[rest.n] = s->t.at[j];
            rest.minus[rest.n++] = s->t.minus[j];
        }
    return sum_term(m->arena, &rest);
}

/* ---- matching ---------------------------------------------------------------------- */

static bool
match_pair(struct matcher *m, const struct goal *g, const struct term *t)
{
    struct goal next = *g;
    struct goal pair = {
        .p = g->sum->p.at[g->i], .t = t, .pairs = g->pairs, .next = &next};

    next.i++;
    return t && match_solve(m, &pair);
}

/* Term j alone, with its sign against that of the pattern. */
static const struct term *
signed_term(struct matcher *m, const struct sum_goal *s, int i, int j)
{
    if (s->p.minus[i] == s->t.minus[j])
        return s->t.at[j];
    return expr_apply(m->arena, TERM_NEG, s->t.at[j], NULL, NULL);
}

/* Whether a free variable is a factor of p and can take a minus. */
static bool
takes_sign(struct matcher *m, const struct term *p)
{
    if (p->op == TERM_MUL)
        return takes_sign(m, p->arg[0]) || takes_sign(m, p->arg[1]);
    return match_is_free(m, p) && type_is_number(p->type);
}

static bool
match_one(struct matcher *m, const struct goal *g)
{
    struct sum_goal *s = g->sum;
    bool signless = match_is_free(m, s->p.at[g->i]) || takes_sign(m, s->p.at[g->i]);

    for (int j = 0; j < s->t.n; j++) {
        if (s->used[j] || (s->p.minus[g->i] != s->t.minus[j] &&
                           (!signless || (s->p.minus[g->i] && !m->lenient))))
            continue;
        s->used[j] = true;
        if (match_pair(m, g, signed_term(m, s, g->i, j)))
            return true;
        s->used[j] = false;
    }
    return false;
}

/* The last variable takes all terms that are left. */
static bool
match_rest(struct matcher *m, const struct goal *g)
{
    struct sum_goal *s = g->sum, before = *s;
    struct sum_terms rest = {.n = 0};

    for (int j = 0; j < s->t.n; j++)
        if (!s->used[j]) {
            rest.at[rest.n] = s->t.at[j];
            rest.minus[rest.n++] = s->t.minus[j] != s->p.minus[g->i];
            s->used[j] = true;
        }
    if (rest.n > 0 && !(s->p.minus[g->i] && rest.minus[0] && !m->lenient) &&
        match_pair(m, g, sum_term(m->arena, &rest)))
        return true;
    *s = before;
    return false;
}

bool
match_terms(struct matcher *m, const struct goal *g)
{
    struct sum_goal *s = g->sum;
    bool variable;

    if (g->i == s->p.n) {
        for (int j = 0; j < s->t.n && !s->part; j++)
            if (!s->used[j])
                return false;
        return match_solve(m, g->next);
    }
    variable = match_is_free(m, s->p.at[g->i]);
    if (variable && !s->part && g->i == s->p.n - 1)
        return match_rest(m, g);
    return match_one(m, g);
}

/* What is hardest to match first: neither a variable nor X_j with more than an index. */
static int
rank(struct matcher *m, const struct term *p)
{
    if (match_is_free(m, p))
        return 3;
    if (match_is_function(m, p))
        return p->arg[1]->op == TERM_NAME ? 1 : 2;
    return 0;
}

static void
hardest_first(struct matcher *m, struct sum_terms *p)
{
    struct sum_terms sorted = {.n = 0};

    for (int r = 0; r < 4; r++)
        for (int i = 0; i < p->n; i++)
            if (rank(m, p->at[i]) == r) {
                sorted.at[sorted.n] = p->at[i];
                sorted.minus[sorted.n++] = p->minus[i];
            }
    *p = sorted;
}

bool
match_sum(struct matcher *m, const struct goal *g, bool part)
{
    struct sum_goal *s = ARENA_NEW(m->arena, struct sum_goal);
    struct goal first = *g;

    if (!sum_take_apart(&s->p, m->arena, g->p) ||
        !sum_take_apart(&s->t, m->arena, g->t) || s->t.n < s->p.n)
        return false;
    hardest_first(m, &s->p);
    s->part = part;
    if (part)
        m->sum = s;
    first.sum = s;
    first.kind = GOAL_TERMS;
    first.i = 0;
    return match_solve(m, &first);
}
