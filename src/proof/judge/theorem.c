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
    rulebook_add(b, d->name, d->axiom ? RULE_AXIOM : RULE_THEOREM, d->scope, since,
                 d->start, last, "");
    if (!d->axiom)
        rulebook_derived(b, d->name, d);
    return true;
}
