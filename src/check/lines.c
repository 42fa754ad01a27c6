#include <string.h>

#include "base/buf.h"
#include "check/check_priv.h"
#include "proof/proof.h"

/* ---- rules ------------------------------------------------------------------------- */

/* A name behind `by` that the lesson may not use, when another lesson has it. */
static bool
tell_elsewhere(struct checker *c, const struct derivation_line *line)
{
    for (int i = 0; i < line->by.n; i++) {
        const char *name = line->by.at[i];
        const struct lesson *l;

        if (rulebook_find(c->rules, name))
            continue;
        l = lesson_of_rule(c->course, c->n_course, name);
        if (!l || strcmp(l->id, c->lesson->id) == 0)
            continue;
        errs_at(c->arena, c->errs, line->at, ERR_RULE_NOT_NEEDED,
                "the rule '%s' is of the lesson '%s', which is not under needs", name,
                l->id);
        return true;
    }
    return false;
}

static void
tell_remark(struct checker *c, const struct derivation_line *line,
            const struct judged_line *l)
{
    switch (l->remark) {
    case REMARK_WRONG_RULE:
    case REMARK_NO_PROGRESS:
        errs_at(c->arena, c->errs, line->at, ERR_LINE_RULE, "%s", l->message);
        break;
    case REMARK_TWO_STEPS:
        if (line->by.n > 0)
            errs_at(c->arena, c->errs, line->at, ERR_LINE_RULE, "%s", l->message);
        break;
    case REMARK_NO_RULE:
        c->report->lines_numeric++;
        break;
    default:
        break;
    }
}

/* ---- assumptions ------------------------------------------------------------------- */

static bool
has_name(struct names names, const char *name)
{
    for (int i = 0; i < names.n; i++)
        if (strcmp(names.at[i], name) == 0)
            return true;
    return false;
}

static bool
is_needed(const struct needs *n, const char *name)
{
    for (int k = 0; k < n->n; k++)
        if (strcmp(n->at[k].name, name) == 0)
            return true;
    return false;
}

/* The assumptions behind `using` are those that the audit finds: neither more nor fewer.
 * A label behind `by` is named already, and what has no label cannot be named. */
static void
check_using(struct checker *c, const struct derivation *d,
            const struct derivation_line *line, struct judging *j, int i)
{
    struct needs n = judging_needs(j, i);
    bool same = true;
    struct buf b;

    buf_init(&b, c->arena);
    for (int k = 0; k < n.n; k++) {
        const char *name = n.at[k].name;

        if (!scope_assumption_find(d->scope, name))
            continue;
        buf_printf(&b, "%s%s", b.n ? ", " : "", name);
        same = same && (has_name(line->using, name) || has_name(line->by, name));
    }
    for (int k = 0; k < line->using.n; k++)
        same = same && is_needed(&n, line->using.at[k]);
    if (!same && b.n)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_USING,
                "what this line needs is: %s; write it behind 'using'", b.s);
    else if (!same)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_USING,
                "this line needs no assumption; leave out 'using'");
}

/* ---- lines ------------------------------------------------------------------------- */

static void
tell_line(struct checker *c, const struct derivation_line *line,
          const struct judged_line *l)
{
    bool domain = strcmp(l->slip.name, "domain") == 0;

    if (l->verdict == LINE_DIFFERENT)
        errs_at(c->arena, c->errs, line->at,
                domain ? ERR_LINE_DOMAIN : ERR_LINE_DIFFERENT,
                "this line does not follow from %s%s%s: %s",
                l->from < 0 ? "the start" : "the line above", *l->slip.name ? ": " : "",
                l->slip.name, l->message);
    else if (l->verdict == LINE_UNDECIDED)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_UNDECIDED,
                "whether this line follows from the line above cannot be decided: %s",
                l->message);
    else if (l->verdict == LINE_UNREADABLE && !tell_elsewhere(c, line))
        errs_add(c->arena, c->errs, l->error);
}

static void
check_line(struct checker *c, const struct derivation *d, struct judging *j, int i)
{
    const struct derivation_line *line = &d->lines[i];
    const struct judged_line *l = judging_line(j, i);
    const struct passage text = {line->say, line->say_at};

    check_text(c, d->scope, &text);
    if (line->claim) {
        c->report->claims++;
        return;
    }
    if (d->axiom) {
        if (l->with.verdict == VERDICT_DIFFERENT)
            tell_line(c, line, l);
        return;
    }
    c->report->lines++;
    tell_line(c, line, l);
    if (l->verdict != LINE_HOLDS)
        return;
    tell_remark(c, line, l);
    check_using(c, d, line, j, i);
}

void
check_derivation(struct checker *c, const struct derivation *d)
{
    struct proof_options o = {.rules = c->rules};
    struct judging *j = judging_new(c->arena, d, &o);

    for (int i = 0; i < d->n_lines; i++)
        check_line(c, d, j, i);
    judging_theorem(j, c->rules);
}
