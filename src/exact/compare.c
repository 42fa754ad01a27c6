/*
 * The verdict.
 */
#include <string.h>

#include "exact/chance/world.h"
#include "exact/explore.h"
#include "exact/narrow.h"
#include "exact/notes.h"
#include "exact/point.h"

static const char *
why_undefined(const struct tally *t)
{
    if (t->empty > 0 && t->narrow == 0)
        return "both sides are undefined at every point that was tried";
    if (t->empty_right == 0)
        return "the first term is undefined at every point that was tried";
    if (t->empty_left == 0)
        return "the second term is undefined at every point that was tried";
    return "the sides are never defined together at the points that were tried";
}

/* The first assumption that does not hold in the last space that was tried. */
static const char *
why_no_space(const struct search *s)
{
    const struct chance *c = s->program.chance;
    const char *text = s->machine.world->unmet;

    if (s->machine.world->why)
        return s->machine.world->why;

    for (int i = 0; i < c->n_claims && !text; i++) {
        const struct balls *v =
            c->claim[i].node < 0 ? NULL : &s->machine.reg[c->claim[i].node];

        if (v && (v->state != DEFINED || ball_is_zero(v->at)))
            text = c->claim[i].text;
    }
    return text ? arena_printf(s->arena, "no finite space was found in which %s", text)
                : "no finite space was found in which all assumptions hold";
}

static const char *
why_open(const struct search *s, const struct tally *t)
{
    if (s->machine.crowded)
        return "this average needs more than 4,096 outcomes, and is no polynomial";
    if (t->finite)
        return arena_printf(s->arena,
                            "the domain has %ld points, and only %ld of them could be "
                            "tried; they show no difference",
                            t->finite, t->tried);
    if (s->machine.exhausted || explore_spent(s))
        return "the sides are too large to evaluate at enough points";
    if (t->inside == 0 && s->machine.world)
        return why_no_space(s);
    if (t->inside == 0)
        return "no point was found at which the conditions hold";
    if (t->support == 0 && t->open == 0 && t->empty + t->narrow > 0)
        return why_undefined(t);
    if (s->machine.open)
        return s->machine.open;
    if (t->touching > 0)
        return arena_printf(
            s->arena,
            "the sides may be equal at some points, and %s does not allow "
            "that",
            relation_text(s->relation));
    if (s->program.n_slots == 0)
        return arena_printf(s->arena, "%d bits do not tell the sides apart", PREC_MOST);
    if (t->all)
        return arena_printf(s->arena,
                            "at %d of the points %d bits do not tell the sides apart",
                            t->open, PREC_MOST);
    return arena_printf(
        s->arena,
        "only %d of the %d points that are needed could be decided with %d "
        "bits",
        t->support, SUPPORT_MIN, PREC_MOST);
}

/* Points where a strict relation stays open weigh as much as those that support it. */
static bool
is_settled(const struct search *s, const struct tally *t)
{
    bool strict = s->relation != RELATION_EQUAL && s->relation != RELATION_LESS_EQUAL &&
                  s->relation != RELATION_GREATER_EQUAL;

    if (t->all)
        return t->support > 0 && t->open == 0;
    if (t->finite)
        return false;
    return t->support >= SUPPORT_MIN && !(strict && t->touching > 0);
}

static void
describe_difference(const struct question *q, struct search *s, const struct tally *t,
                    uint64_t seed, struct exact_result *r)
{
    r->verdict = VERDICT_DIFFERENT;
    if (!t->preferred && !t->all)
        point_shrink(s);
    search_judge(s, PREC_MOST);
    r->point = point_coordinates(s, &r->n_point);
    point_values(s, &r->left, &r->right);
    r->note = notes_find(q, s, seed);
}

static void
decide(const struct question *q, struct search *s, const struct exact_options *o,
       struct exact_result *r)
{
    struct tally t = explore(s, o);
    bool brief = o && o->verdict_only;

    r->points = t.support;
    r->all_points = t.all;
    if (t.apart && brief) {
        r->verdict = VERDICT_DIFFERENT;
        return;
    }
    if (t.apart) {
        describe_difference(q, s, &t, o ? o->seed : 0, r);
        return;
    }
    if (!brief)
        r->domain = narrow_text(s, &t);
    if (is_settled(s, &t))
        r->verdict = VERDICT_EQUAL;
    else
        r->why = why_open(s, &t);
}

struct exact_result
exact_compare(struct arena *a, const struct scope *s, const struct term *x,
              enum relation relation, const struct term *y, const struct exact_options *o)
{
    struct exact_result r = {.verdict = VERDICT_UNDECIDED,
                             .left = "",
                             .right = "",
                             .domain = "",
                             .note = "",
                             .why = ""};
    struct question q = {s, x, y, relation};
    struct search search;
    struct err e;

    if (!expr_relation(a, relation, x, y, &e)) {
        r.why = arena_strdup(a, e.msg);
        return r;
    }
    search_init(&search, a, &q, TWIST_NONE, 0);
    if (search.machine.world && o)
        search.machine.world->memory = o->memory;
    if (search.ready)
        decide(&q, &search, o, &r);
    else
        r.why = search.program.why;
    r.work = search.machine.spent;
    search_fini(&search);
    return r;
}
