/* Derivations as rules for those behind them. */
#include "proof/judge/judge.h"

/* The declarations of d on the domain that is left; its own scope when that cannot be
 * said as a condition. */
static const struct scope *
theorem_scope(const struct judging *j)
{
    const struct scope *s;

    if (!*j->domain)
        return j->d->scope;
    s = derivation_scope(j->a, j->d, NULL, arena_printf(j->a, "assume %s", j->domain));
    return s ? s : j->d->scope;
}

bool
judging_theorem(struct judging *j, struct rulebook *b)
{
    const struct derivation *d = j->d;

    if (d->error || !d->start || !d->n_lines)
        return false;
    judging_line(j, d->n_lines - 1);
    if (j->failed || !j->chained || j->above == d->start)
        return false;
    if (b && *d->name) {
        rulebook_add(b, arena_strdup(j->a, d->name), d->axiom ? RULE_AXIOM : RULE_THEOREM,
                     theorem_scope(j), j->since, j->start, j->above, "");
        rulebook_derived(b, d->name, d);
    }
    return true;
}

/* Whether t may be without a value somewhere. */
static bool
is_partial(const struct term *t)
{
    if (t->op == TERM_DIV || t->op == TERM_POW ||
        (t->op == TERM_CALL &&
         (t->function == FUNCTION_LN || t->function == FUNCTION_SQRT)))
        return true;
    for (int i = 0; i < t->n; i++)
        if (is_partial(t->arg[i]))
            return true;
    return false;
}

/* Where t has a value: "x != 1"; "" if everywhere. */
static const char *
domain_of(struct arena *a, const struct scope *s, const struct term *t)
{
    struct exact_options o = {.seed = 0};
    struct exact_result e;

    if (t->op == TERM_RELATION || !is_partial(t) || term_has_chance(t))
        return "";
    e = exact_compare(a, s, t, RELATION_EQUAL, t, &o);
    return e.verdict == VERDICT_EQUAL ? e.domain : "";
}

/* The scope of d where all its lines have a value. */
static const struct scope *
scope_of_lines(struct arena *a, const struct derivation *d)
{
    const char *domain = domain_of(a, d->scope, d->start);
    const struct scope *s;

    for (int i = 0; i < d->n_lines; i++)
        if (d->lines[i].term)
            domain = domain_add(a, domain, domain_of(a, d->scope, d->lines[i].term));
    if (!*domain)
        return d->scope;
    s = derivation_scope(a, d, NULL, arena_printf(a, "assume %s", domain));
    return s ? s : d->scope;
}

bool
derivation_rule(struct rulebook *b, const struct derivation *d)
{
    const struct term *last = NULL;
    enum relation since = RELATION_EQUAL;
    bool chained = !d->error && d->start && *d->name;

    for (int i = 0; i < d->n_lines && chained; i++) {
        const struct derivation_line *line = &d->lines[i];

        if (line->claim)
            continue;
        chained = line->term && line->link != LINK_TENDS &&
                  compare_chain(since, line->relation, &since);
        last = line->term;
    }
    if (!chained || !last)
        return false;
    rulebook_add(b, d->name, d->axiom ? RULE_AXIOM : RULE_THEOREM,
                 d->axiom ? d->scope : scope_of_lines(rulebook_arena(b), d), since,
                 d->start, last, "");
    if (!d->axiom)
        rulebook_derived(b, d->name, d);
    return true;
}
