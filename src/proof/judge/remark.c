/* The rules of a line, and what is said about a line that holds. */
#include "proof/judge/judge.h"

const struct err *
judge_names(struct judging *j, const struct derivation_line *line)
{
    (void)j;
    (void)line;
    return NULL;
}

/* The line above i, or the start (-1), that is the same tree; -2: none. */
static int
same_before(const struct judging *j, int i, const struct term *t)
{
    if (j->d->start && expr_same(j->d->start, t))
        return -1;
    for (int k = 0; k < i; k++)
        if (j->d->lines[k].term && expr_same(j->d->lines[k].term, t))
            return k;
    return -2;
}

bool
judge_rules(struct judging *j, int i, const struct step *t, bool open)
{
    struct judged_line *out = &j->line[i];
    int same = same_before(j, i, t->y);

    if (open)
        return false;
    out->remark = same >= -1 ? REMARK_NO_PROGRESS : REMARK_NO_RULE;
    return true;
}
