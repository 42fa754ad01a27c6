#include <string.h>

#include "base/buf.h"
#include "check/check_priv.h"
#include "exact/exact.h"

/* What holds between a and c when a `x` b and b `y` c; false when nothing follows. */
static bool
chain(enum relation x, enum relation y, enum relation *both)
{
    static const int direction[] = {
        [RELATION_EQUAL] = 0,   [RELATION_LESS] = 1,          [RELATION_LESS_EQUAL] = 1,
        [RELATION_GREATER] = 2, [RELATION_GREATER_EQUAL] = 2, [RELATION_NOT_EQUAL] = 3,
    };

    if (x == RELATION_EQUAL || y == RELATION_EQUAL) {
        *both = x == RELATION_EQUAL ? y : x;
        return true;
    }
    if (direction[x] != direction[y] || x == RELATION_NOT_EQUAL)
        return false;
    *both = x == RELATION_LESS || x == RELATION_GREATER ? x : y;
    return true;
}

static char *
point_text(struct arena *a, const struct exact_result *r)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < r->n_point; i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : " at ", r->point[i].name,
                   r->point[i].text);
    return b.s;
}

static void
tell_different(struct checker *c, const struct derivation_line *line,
               const struct exact_result *r, enum relation relation, const char *other)
{
    const char *point = point_text(c->scratch, r);

    if (relation == RELATION_EQUAL)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_DIFFERENT,
                "this line differs from %s%s: %s there, %s here%s%s%s", other, point,
                r->left, r->right, *r->note ? " (" : "", r->note, *r->note ? ")" : "");
    else
        errs_at(c->arena, c->errs, line->at, ERR_LINE_DIFFERENT,
                "%s is not %s this line%s: %s there, %s here", other,
                relation_text(relation), point, r->left, r->right);
}

/* Whether `from` stands in the relation to the line; `other` names it. */
static bool
compare(struct checker *c, const struct derivation *d, const struct term *from,
        enum relation relation, const struct derivation_line *line, const char *other)
{
    struct exact_result r =
        exact_compare(c->scratch, d->scope, from, relation, line->term, NULL);

    if (r.verdict == VERDICT_DIFFERENT)
        tell_different(c, line, &r, relation, other);
    else if (r.verdict == VERDICT_UNDECIDED)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_UNDECIDED,
                "whether this line follows from %s cannot be decided: %s", other, r.why);
    else if (*r.domain)
        errs_at(c->arena, c->errs, line->at, ERR_LINE_DOMAIN,
                "this line follows from %s only where %s", other, r.domain);
    return r.verdict == VERDICT_EQUAL && !*r.domain;
}

static void
check_sentence(struct checker *c, const struct derivation *d,
               const struct derivation_line *line)
{
    if (*line->say)
        check_spans(c, d->scope, line->say, line->say_at);
}

void
check_derivation(struct checker *c, const struct derivation *d)
{
    const struct term *above = d->start;
    enum relation since_start = RELATION_EQUAL;
    bool good = true; /* after a slip the start says nothing new */

    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *line = &d->lines[i];

        check_sentence(c, d, line);
        if (line->claim) {
            c->report->claims++;
            continue;
        }
        c->report->lines++;
        c->report->lines_numeric++;
        good = compare(c, d, above, line->relation, line, "the line above") && good;
        good = chain(since_start, line->relation, &since_start) && good;
        if (good && above != d->start)
            good = compare(c, d, d->start, since_start, line, "the start");
        above = line->term;
        arena_reset(c->scratch);
    }
}
