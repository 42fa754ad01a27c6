/* Comparing two terms, and what follows from two comparisons. */
#include <string.h>

#include "base/buf.h"
#include "proof/judge/judge.h"

static const char *
keep(struct arena *a, const char *text)
{
    return arena_strdup(a, text ? text : "");
}

/* Nothing is left to compare with. */
static struct comparison
no_work_left(void)
{
    return (struct comparison){.verdict = VERDICT_UNDECIDED,
                               .left = "",
                               .right = "",
                               .domain = "",
                               .note = "",
                               .why = "this takes too much work to be decided"};
}

struct comparison
compare_terms(struct arena *a, struct arena *scratch, const struct scope *s,
              const struct term *const side[2], enum relation r,
              const struct proof_options *o, long *work)
{
    struct exact_options options = {.seed = o->seed,
                                    .prefer = o->prefer,
                                    .n_prefer = o->n_prefer,
                                    .memory = o->memory};
    struct exact_result e;
    struct coordinate *point;
    struct comparison c;

    if (work && *work <= 0)
        return no_work_left();
    if (work)
        options.most_work = *work;
    arena_reset(scratch);
    e = exact_compare(scratch, s, side[0], r, side[1], &options);
    if (work)
        *work -= e.work;
    point = ARENA_ARRAY(a, struct coordinate, e.n_point + 1);
    for (int i = 0; i < e.n_point; i++)
        point[i] =
            (struct coordinate){keep(a, e.point[i].name), NULL, keep(a, e.point[i].text)};
    c = (struct comparison){e.verdict,        point,
                            e.n_point,        keep(a, e.left),
                            keep(a, e.right), keep(a, e.domain),
                            keep(a, e.note),  keep(a, e.why)};
    return c;
}

bool
compare_chain(enum relation x, enum relation y, enum relation *both)
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

/* ---- domains ----------------------------------------------------------------------- */

size_t
domain_first(const char *domain)
{
    int depth = 0;
    size_t n = 0;

    for (; domain[n] && (depth > 0 || domain[n] != ','); n++) {
        depth += domain[n] == '(' || domain[n] == '[';
        depth -= domain[n] == ')' || domain[n] == ']';
    }
    return n;
}

/* The condition at s: how long it is; *next is what follows its comma. */
static size_t
condition(const char *s, const char **next)
{
    size_t n = domain_first(s);

    *next = s + n + strspn(s + n, ", ");
    return n;
}

static bool
has_condition(const char *domain, const char *s, size_t n)
{
    const char *next;

    for (; *domain; domain = next) {
        size_t len = condition(domain, &next);

        if (len == n && strncmp(domain, s, n) == 0)
            return true;
    }
    return false;
}

bool
domain_is_wide(const char *domain)
{
    const char *next;

    for (; *domain; domain = next) {
        size_t n = condition(domain, &next);
        bool point = false;

        for (size_t i = 0; i + 1 < n; i++)
            point |= strncmp(domain + i, "!=", 2) == 0;
        if (!point)
            return true;
    }
    return false;
}

const char *
domain_add(struct arena *a, const char *have, const char *more)
{
    struct buf b;
    const char *next;

    buf_init(&b, a);
    buf_add(&b, have);
    for (; *more; more = next) {
        size_t n = condition(more, &next);

        if (has_condition(b.s, more, n))
            continue;
        if (b.n)
            buf_add(&b, ", ");
        buf_add_n(&b, more, n);
    }
    return b.s;
}
