#include "exact/explore.h"

#include <stddef.h>
#include <string.h>

enum {
    READABLE_TRIES = 6,
    GENERIC_TRIES = 64,
    SPECIAL_TRIES = 10,
    NEAR_TRIES = 48,
    LAST_TRIES = 600,
    HOPELESS_TRIES = 240,
    OUTSIDE_TRIES = 6000,
    UNDEFINED_MOST = 8 /* points, when only what is defined soon is asked for */
};

/* ---- one point --------------------------------------------------------------------- */

static void
mark_edge(struct tally *t, int cause)
{
    if (cause >= 0 && cause < t->n_edges)
        t->edge[cause] = true;
}

bool
explore_point(struct search *s, struct tally *t, bool generic, slong most)
{
    struct finding f = search_judge(s, most);

    if (f.outcome == OUT_OUTSIDE)
        return false;
    t->inside++;
    t->support += generic && f.outcome == OUT_SUPPORT;
    t->open += f.outcome == OUT_OPEN;
    t->touching += f.outcome == OUT_OPEN && f.touching;
    t->narrow += f.outcome == OUT_NARROW;
    t->empty_left += f.outcome == OUT_NARROW && f.left_cause >= 0;
    t->empty_right += f.outcome == OUT_NARROW && f.right_cause >= 0;
    t->empty += f.outcome == OUT_VOID;
    t->cut += f.outcome == OUT_CUT;
    t->apart = f.outcome == OUT_APART;
    mark_edge(t, f.left_cause);
    mark_edge(t, f.right_cause);
    return t->apart;
}

static bool
try_draw(struct search *s, struct tally *t, enum draw kind, int n, slong most)
{
    bool generic = kind == DRAW_GENERIC || kind == DRAW_NEAR;

    return sampler_draw(&s->sampler, kind, n) && explore_point(s, t, generic, most);
}

bool
explore_spent(const struct search *s)
{
    return s->machine.spent > s->most;
}

/* ---- all points -------------------------------------------------------------------- */

/* In order; when half of the work is done before half of the points, the others far apart
 * from one to the next, so that they are seen everywhere. */
static bool
try_all(struct search *s, struct tally *t, long n)
{
    long from = 0, stride = 1;

    t->all = true;
    for (long i = 0; i < n; i++) {
        if (s->machine.spent > WORK_ALL * s->most) {
            t->all = false;
            t->finite = n;
            t->tried = i;
            return false;
        }
        if (stride == 1 && s->machine.spent > WORK_ALL / 2 * s->most && i < n / 2) {
            from = i;
            stride = sampler_stride(n - from);
        }
        sampler_nth(&s->sampler, from + (i - from) * stride % (n - from));
        if (explore_point(s, t, true, PREC_MOST))
            return true;
    }
    return false;
}

/* ---- some points ------------------------------------------------------------------- */

/* The values that the learner sees; names without one get a readable one. */
static bool
try_preferred(struct search *s, struct tally *t, const struct exact_options *o)
{
    if (!o || !o->n_prefer || !sampler_draw(&s->sampler, DRAW_READABLE, 0))
        return false;
    for (int i = 0; i < o->n_prefer; i++)
        search_prefer(s, o->prefer[i].name, o->prefer[i].value);
    if (!sampler_refit(&s->sampler))
        return false;
    for (int i = 0; i < o->n_prefer; i++)
        if (!search_prefer(s, o->prefer[i].name, o->prefer[i].value))
            return false;
    return explore_point(s, t, false, PREC_SOME);
}

/* Generic points until `aim` support, or `tries` are used up; at least so many that every
 * combination of the finite names comes once. */
static bool
try_generic(struct search *s, struct tally *t, enum draw kind, int aim, int tries)
{
    for (int i = 0; i < tries && !explore_spent(s); i++) {
        if (t->support >= aim && i >= sampler_turns(&s->sampler))
            return false;
        if (try_draw(s, t, kind, i, PREC_MOST))
            return true;
    }
    return false;
}

static bool
try_few(struct search *s, struct tally *t, enum draw kind, int tries)
{
    for (int i = 0; i < tries && !explore_spent(s); i++)
        if (try_draw(s, t, kind, i, PREC_SOME))
            return true;
    return false;
}

/* When few points support so far: half of the draws around places where something
 * happens. Points outside the conditions cost little. */
static bool
try_harder(struct search *s, struct tally *t)
{
    int first = t->inside;

    for (int i = 0; i < OUTSIDE_TRIES && t->support < SUPPORT_MIN && !explore_spent(s);
         i++) {
        int inside = t->inside - first;

        if (inside > LAST_TRIES || (inside > HOPELESS_TRIES && t->support == 0))
            return false;
        if (i == HOPELESS_TRIES && t->inside == 0 && !explore_inside(s))
            return false;
        if (try_draw(s, t, i % 2 ? DRAW_GENERIC : DRAW_NEAR, i, PREC_MOST))
            return true;
    }
    return false;
}

/* Whether a side was undefined wherever the conditions hold. */
static bool
is_undefined(struct search *s, struct tally *t)
{
    if (t->narrow + t->empty < t->inside)
        return false;
    return !try_generic(s, t, DRAW_GENERIC, 1, UNDEFINED_MOST) && t->support == 0 &&
           t->inside >= UNDEFINED_MOST && t->narrow + t->empty == t->inside;
}

static bool
try_some(struct search *s, struct tally *t, bool soon)
{
    int most = SUPPORT_AIM + NEAR_TRIES;
    struct breaks b;

    if (try_few(s, t, DRAW_READABLE, READABLE_TRIES))
        return true;
    if (soon && is_undefined(s, t))
        return false;
    if (t->apart || try_generic(s, t, DRAW_GENERIC, SUPPORT_AIM, GENERIC_TRIES) ||
        try_few(s, t, DRAW_SPECIAL, SPECIAL_TRIES) || explore_powers(s, t))
        return true;
    breaks_find(s, &b);
    if (explore_breaks(s, t, &b))
        return true;
    if (b.kinks &&
        (explore_sides(s, t, &b) || try_generic(s, t, DRAW_NEAR, most, NEAR_TRIES)))
        return true;
    return try_harder(s, t);
}

struct tally
explore(struct search *s, const struct exact_options *o)
{
    struct tally t = {.edge = ARENA_ARRAY(s->arena, bool, s->program.n + 1),
                      .n_edges = s->program.n};
    long n;

    if (o && o->most_work > 0 && o->most_work < s->most)
        s->most = s->limit = o->most_work;
    sampler_init(&s->sampler, &s->machine, o ? o->seed : 0, s->first);
    n = sampler_count(&s->sampler, FINITE_MAX);
    t.preferred = try_preferred(s, &t, o);
    if (!t.preferred) {
        memset(&t, 0, offsetof(struct tally, edge));
        if (n > 0)
            try_all(s, &t, n);
        else
            try_some(s, &t, o && o->defined_soon);
    }
    s->limit = 0; /* a point that was found is told in full */
    return t;
}

bool
explore_generic(struct search *s, uint64_t seed)
{
    struct tally t = {.edge = ARENA_ARRAY(s->arena, bool, s->program.n + 1),
                      .n_edges = s->program.n};

    sampler_init(&s->sampler, &s->machine, seed, s->first);
    return !try_generic(s, &t, DRAW_GENERIC, SUPPORT_MIN, GENERIC_TRIES) &&
           t.support >= SUPPORT_MIN && t.cut == 0;
}
