/* The rules of a line, and what is said about a line that holds. */
#include "proof/judge/judge.h"

#include <string.h>

#include "base/near.h"

static const char *const remark_words[] = {
    [REMARK_NONE] = "",
    [REMARK_NO_PROGRESS] = "no-progress",
    [REMARK_TWO_STEPS] = "two-steps",
    [REMARK_WRONG_RULE] = "wrong-rule",
    [REMARK_NO_RULE] = "no-rule",
    [REMARK_CLAIM] = "claim",
};

const char *
remark_word(enum remark r)
{
    return remark_words[r];
}

enum { NAMED_MAX = 4 };

/* ---- names ------------------------------------------------------------------------- */

static const struct err *
unknown_rule(struct judging *j, const struct derivation_line *line, const char *name)
{
    struct err *e = ARENA_NEW(j->a, struct err);
    const char *near = rulebook_nearest(j->o.rules, name);

    if (near)
        err_at(e, line->at, ERR_RULE_UNKNOWN, "no rule named '%s'; did you mean '%s'?",
               name, near);
    else
        err_at(e, line->at, ERR_RULE_UNKNOWN,
               "no rule named '%s'; a rule is an axiom, an earlier theorem, the label of "
               "an assumption or 'definition NAME'",
               name);
    return e;
}

static const struct err *
circular(struct judging *j, const struct derivation_line *line)
{
    struct err *e = ARENA_NEW(j->a, struct err);

    err_at(e, line->at, ERR_RULE_UNKNOWN,
           "'%s' is what is to be shown here, and no rule yet", j->d->name);
    return e;
}

static const struct err *
unknown_assumption(struct judging *j, const struct derivation_line *line,
                   const char *name)
{
    struct err *e = ARENA_NEW(j->a, struct err);

    err_at(e, line->at, ERR_RULE_UNKNOWN,
           "no assumption has the label '%s'; write 'assume %s: ...' before the start",
           name, name);
    return e;
}

const struct err *
judge_names(struct judging *j, const struct derivation_line *line)
{
    for (int i = 0; j->book && i < line->by.n; i++) {
        if (!rulebook_find(j->book, line->by.at[i]))
            return unknown_rule(j, line, line->by.at[i]);
        if (*j->d->name && !j->d->axiom && strcmp(line->by.at[i], j->d->name) == 0)
            return circular(j, line);
    }
    for (int i = 0; i < line->using.n; i++)
        if (!scope_assumption_find(j->d->scope, line->using.at[i]))
            return unknown_assumption(j, line, line->using.at[i]);
    return NULL;
}

/* ---- remarks ----------------------------------------------------------------------- */

/* The line above i, or the start (-1), that is the same tree; -2: none. */
static int
same_before(const struct judging *j, int i, const struct term *t)
{
    if (j->d->start && expr_same(j->d->start, t))
        return -1;
    for (int k = 0; k < i; k++)
        if (j->d->lines[k].term && j->line[k].verdict != LINE_UNREADABLE &&
            expr_same(j->d->lines[k].term, t))
            return k;
    return -2;
}

static void
keep_rules(struct judging *j, struct judged_line *out, const struct rule *const *r, int n)
{
    const char **at = ARENA_ARRAY(j->a, const char *, n + 1);

    for (int i = 0; i < n; i++)
        at[i] = arena_strdup(j->a, r[i]->name);
    out->rules = (struct names){at, n};
}

/* Whether the rules that the line names justify it together. */
static bool
named_justify(struct judging *j, const struct derivation_line *line,
              const struct rule_line *t, struct arena *scratch, struct judged_line *out)
{
    const struct rule *r[NAMED_MAX];
    int n = line->by.n;
    bool ok;

    if (n == 0 || n > NAMED_MAX)
        return false;
    for (int i = 0; i < n; i++)
        r[i] = rulebook_find(j->book, line->by.at[i]);
    ok = n == 1 ? rule_justifies(scratch, r[0], t) : rules_justify(scratch, r, n, t);
    if (ok)
        keep_rules(j, out, r, n);
    return ok;
}

/* No theorem proves itself. */
static bool
is_circular(const struct judging *j, const struct rule *r)
{
    return *j->d->name && strcmp(r->name, j->d->name) == 0;
}

/* A theorem of a lesson may have the name of a basic rule: either is meant. */
static bool
is_named(const struct derivation_line *line, const struct rule *r)
{
    for (int i = 0; i < line->by.n; i++)
        if (strcmp(line->by.at[i], r->name) == 0)
            return true;
    return false;
}

/* One rule that no line names, or two. */
static bool
explained(struct judging *j, const struct derivation_line *line,
          const struct rule_line *t, struct arena *scratch, struct judged_line *out)
{
    const struct rule *r[2];

    r[0] = rulebook_explain(scratch, j->book, t);
    if (r[0] && is_circular(j, r[0]))
        return false;
    if (r[0]) {
        keep_rules(j, out, r, 1);
        if (line->by.n == 0 || is_named(line, r[0]))
            return true;
        out->remark = REMARK_WRONG_RULE;
        out->message = arena_printf(j->a, "this is %s, not %s", r[0]->name, line->rules);
        return true;
    }
    if (!rulebook_explain_pair(scratch, j->book, t, &r[0], &r[1]) ||
        is_circular(j, r[0]) || is_circular(j, r[1]))
        return false;
    keep_rules(j, out, r, 2);
    if (is_named(line, r[0]) && is_named(line, r[1]))
        return true;
    out->remark = REMARK_TWO_STEPS;
    out->message =
        arena_printf(j->a, "two steps at once: %s and %s", r[0]->name, r[1]->name);
    return true;
}

/* The named rules, or one that is found, where both sides of the line have a value: x^a
 * x^b has one for x > 0. */
static bool
narrower_justify(struct judging *j, const struct derivation_line *line,
                 const struct rule_line *t, struct arena *scratch,
                 struct judged_line *out)
{
    struct rule_line narrow = *t;
    const struct rule *r;

    if (!*out->with.domain || t->x->op == TERM_RELATION)
        return false;
    narrow.scope = derivation_scope(j->a, j->d, NULL,
                                    arena_printf(j->a, "assume %s", out->with.domain));
    if (!narrow.scope)
        return false;
    if (line->by.n)
        return named_justify(j, line, &narrow, scratch, out);
    if (rulebook_explain(scratch, j->book, t))
        return false;
    r = rulebook_explain(scratch, j->book, &narrow);
    if (!r || is_circular(j, r))
        return false;
    keep_rules(j, out, &r, 1);
    return true;
}

static void
tell_same(struct judging *j, struct judged_line *out, int same)
{
    out->remark = REMARK_NO_PROGRESS;
    out->message = same < 0 ? "this is the start again"
                            : arena_printf(j->a, "this is line %d again", same + 1);
}

/* Why no rule is written beside a line, and what can be done. */
static const char *
no_rule_text(struct judging *j, const struct derivation_line *line, const struct step *t,
             bool cut)
{
    const char *how = t->x->op == TERM_RELATION       ? "it follows, by numbers"
                      : t->relation == RELATION_EQUAL ? "equal by numbers"
                                                      : "it holds at every point tried";

    if (!j->book)
        return how;
    if (!cut) {
        const char *near = judge_nearest(j, line, t);

        if (*near)
            return arena_printf(j->a, "%s; %s", how, near);
    }
    if (line->by.n)
        return arena_printf(j->a,
                            "%s; but not by %s alone: name what else is used, or go in "
                            "smaller steps",
                            how, line->rules);
    if (cut)
        return arena_printf(j->a,
                            "%s; the line is too large to look for its rules: go in "
                            "smaller steps",
                            how);
    return arena_printf(j->a,
                        "%s; no single rule says so: name the rules, or go in "
                        "smaller steps",
                        how);
}

bool
judge_rules(struct judging *j, int i, const struct step *t, bool open)
{
    const struct derivation_line *line = &j->d->lines[i];
    struct judged_line *out = &j->line[i];
    struct effort effort = {.left = EFFORT_LINE};
    struct rule_line asked = {
        j->d->scope, t->x, t->relation, t->y, line->link == LINK_IMPLIES, &effort};
    int same = same_before(j, i, t->y);
    struct arena *scratch;
    bool found = false;

    if (same >= -1 && !open) {
        tell_same(j, out, same);
        return true;
    }
    scratch = arena_new();
    if (j->book)
        found = named_justify(j, line, &asked, scratch, out) ||
                narrower_justify(j, line, &asked, scratch, out) ||
                explained(j, line, &asked, scratch, out);
    arena_free(scratch);
    if (!found && !open) {
        out->remark = REMARK_NO_RULE;
        out->message = no_rule_text(j, line, t, effort.left <= 0);
    }
    return found || !open;
}
