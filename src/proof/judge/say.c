/* What is said about a line that does not hold. */
#include <string.h>

#include "base/buf.h"
#include "proof/judge/judge.h"

/* "at m = 5, n = 2: 1 in line 1, -1 here" */
static const char *
where_text(struct judging *j, const struct judged_line *l)
{
    const struct comparison *c = &l->with;
    struct buf b;

    buf_init(&b, j->a);
    for (int i = 0; i < c->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : "at ",
                   expr_name_text(j->a, c->point[i].name, 0), c->point[i].text);
    buf_printf(&b, "%s%s in ", c->n_point ? ": " : "", c->left);
    if (l->from < 0)
        buf_add(&b, "the start");
    else
        buf_printf(&b, "line %d", l->from + 1);
    buf_printf(&b, ", %s here", c->right);
    return b.s;
}

/* What the comparison has noticed, where the slip's name does not say the same. */
static const char *
note_text(struct judging *j, const struct judged_line *l)
{
    const char *note = l->with.note;

    if (!*note || (strcmp(l->slip.name, "constant-off") == 0 &&
                   strcmp(note, "off by a constant") == 0))
        return "";
    return arena_printf(j->a, " (%s)", note);
}

/* "A sign is turned round. Differs at m = 5: 1 in line 1, -1 here. It would hold as ..."
 */
void
judge_say_different(struct judging *j, struct judged_line *l, enum relation r)
{
    const struct line_slip *s = &l->slip;
    struct buf b;

    buf_init(&b, j->a);
    if (*s->second)
        buf_printf(&b, "Two slips. %s %s", s->headline, s->second);
    else
        buf_add(&b, s->headline);
    l->where = "";
    if (l->with.verdict == VERDICT_DIFFERENT) {
        l->where = where_text(j, l);
        buf_printf(&b, "%s%s%s%s%s.", b.n ? " " : "",
                   r == RELATION_EQUAL ? "Differs" : "Does not hold",
                   l->with.n_point ? " " : ": ", l->where, note_text(j, l));
    }
    if (*s->repaired)
        buf_printf(&b, " It would hold as %s %s.", relation_text(r), s->repaired);
    if (*s->assumption)
        buf_printf(&b, " It would hold with %s.", s->assumption);
    l->message = b.s;
}
