/* Which assumptions a line needs. */
#include <string.h>

#include "proof/judge/judge.h"

/* An audit of one line. */
struct audit {
    struct judging *j;
    struct step step;
    bool both;             /* the step is x <=> y */
    const char *domain;    /* of the line with all assumptions */
    bool *without;         /* by declaration */
    const int *assumption; /* the declarations that are assumptions */
    int n;
};

static bool
is_assumption(const struct declaration *d)
{
    return strncmp(d->text, "assume", strlen("assume")) == 0;
}

static struct comparison
compare_without(const struct audit *u)
{
    const struct scope *s = derivation_scope(u->j->a, u->j->d, u->without, "");
    struct implication implied = {u->step.x, u->step.y, u->both, u->without, NULL};

    if (s && u->step.x->op == TERM_RELATION)
        return judge_implication(u->j, &implied);
    if (s)
        return judge_compare(u->j, s, &u->step);
    return (struct comparison){.verdict = VERDICT_UNDECIDED,
                               .left = "",
                               .right = "",
                               .domain = "",
                               .note = "",
                               .why = "nothing can be declared without it"};
}

/* Whether the line holds as widely without what is left out now. */
static bool
still_holds(const struct audit *u, struct comparison *c)
{
    *c = compare_without(u);
    return c->verdict == VERDICT_EQUAL &&
           strcmp(domain_add(u->j->a, u->domain, c->domain), u->domain) == 0;
}

static const char *
name_of(const struct audit *u, int k)
{
    const struct assumption *s = scope_assumption_at(u->j->d->scope, k);
    const char *text = u->j->d->declarations[u->assumption[k]].text;

    if (*s->label)
        return s->label;
    text += strlen("assume");
    return text + strspn(text, " \t");
}

/* Leave out one after the other, and take back what is needed. `all`: what is found when
 * nothing is assumed; of one assumption alone that is already the answer. */
static struct needs
drop_each(struct audit *u, const struct comparison *all)
{
    struct need *at = ARENA_ARRAY(u->j->a, struct need, u->n + 1);
    int n = 0;

    if (u->n == 1) {
        at[0] = (struct need){name_of(u, 0), *all};
        return (struct needs){at, 1};
    }

    for (int k = 0; k < u->n; k++) {
        struct comparison c;

        u->without[u->assumption[k]] = true;
        if (still_holds(u, &c))
            continue;
        u->without[u->assumption[k]] = false;
        at[n++] = (struct need){name_of(u, k), c};
    }
    return (struct needs){at, n};
}

static bool
drop_all(struct audit *u, struct comparison *c)
{
    bool holds;

    for (int k = 0; k < u->n; k++)
        u->without[u->assumption[k]] = true;
    holds = still_holds(u, c);
    for (int k = 0; k < u->n; k++)
        u->without[u->assumption[k]] = false;
    return holds;
}

/* The term that the i-th line was compared with. */
static const struct term *
term_above(struct judging *j, int i)
{
    int from = j->line[i].from;
    const struct derivation_line *line = &j->d->lines[i];
    const struct term *x = from < 0 ? j->d->start : j->d->lines[from].term;

    return line->link == LINK_TENDS && x ? judge_limit(j, line, x) : x;
}

struct needs
judging_needs(struct judging *j, int i)
{
    const struct derivation *d = j->d;
    const struct judged_line *line = judging_line(j, i);
    int *assumption = ARENA_ARRAY(j->a, int, d->n_declarations + 1);
    struct needs needs = {NULL, 0};
    struct comparison all;
    struct audit u = {
        .j = j,
        .step = {term_above(j, i), d->lines[i].term, d->lines[i].relation},
        .both = d->lines[i].link == LINK_IFF,
        .domain = line->with.domain,
        .without = ARENA_ARRAY(j->a, bool, d->n_declarations + 1),
        .assumption = assumption
    };

    for (int k = 0; k < d->n_declarations; k++)
        if (is_assumption(&d->declarations[k]))
            assumption[u.n++] = k;
    if (line->verdict != LINE_HOLDS || line->with.verdict != VERDICT_EQUAL || !u.n ||
        u.n != scope_assumption_count(d->scope))
        return (struct needs){NULL, 0};
    judge_count(j, 2L * JUDGE_WORK);
    if (!drop_all(&u, &all))
        needs = drop_each(&u, &all);
    judge_counted(j);
    return needs;
}
