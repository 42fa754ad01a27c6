/* Which slip explains a line that does not hold. */
#include "proof/slip/slip.h"

#include <string.h>

/* What exact_compare() may cost for one slip and for all: a candidate that is soon known
 * to be wrong 1, others more. */
enum { WORK_ONE = 150, WORK_ALL = 600, WORK_SLOW = 6 };

/* What one of them and all together may take, in operations of 64 bits. */
enum { OPERATIONS_ONE = 1000000, OPERATIONS_ALL = 6000000 };

static bool
holds(struct slipping *g, const struct scope *s, const struct term *x,
      const struct term *y)
{
    struct exact_options o = {.verdict_only = true,
                              .defined_soon = true,
                              .most_work = OPERATIONS_ONE,
                              .memory = g->memory};
    struct exact_result r;
    int cost;

    if (g->work <= 0 || g->work_all <= 0 || g->operations <= 0)
        return false;
    r = exact_compare(g->a, s, x, g->r, y, &o);
    g->operations -= r.work;
    cost = r.verdict == VERDICT_DIFFERENT ? 1 : WORK_SLOW;
    g->work -= cost;
    g->work_all -= cost;
    return r.verdict == VERDICT_EQUAL;
}

/* Whether the pair holds; what cannot be screened costs a comparison. */
static bool
try_pair(struct slipping *g, const struct term *x, const struct term *y)
{
    enum screened seen;
    struct err e;

    if (!x || !y || (g->strictly && g->screens-- <= 0) ||
        !expr_relation(g->a, g->r, x, y, &e))
        return false;
    seen = screen_compare(&g->screen, g->s, x, g->r, y);
    if (seen == SCREEN_REJECTED || (g->strictly && seen != SCREEN_PASSED))
        return false;
    return holds(g, g->s, x, y);
}

/* Keep it for a second slip. */
static void
collect(struct firsts *f, const struct term *by)
{
    if (!by || f->n == FIRSTS_MAX)
        return;
    f->item[f->n].row = f->row;
    f->item[f->n].at = (struct span){0};
    f->item[f->n++].y = by;
}

bool
slip_right(struct slipping *g, const struct term *by)
{
    if (g->firsts) {
        collect(g->firsts, by);
        return false;
    }
    if (!try_pair(g, g->x, by))
        return false;
    g->repaired = by;
    return true;
}

bool
slip_left(struct slipping *g, const struct term *by)
{
    return !g->firsts && try_pair(g, by, g->y);
}

bool
slip_put(struct slipping *g, int i, const struct term *by)
{
    struct firsts *f = g->firsts;
    int before = f ? f->n : 0;
    bool right = by && slip_right(g, site_put(g->a, g->right, i, by));

    if (f && f->n > before)
        f->item[before].at = g->right->at[i].t->at;
    if (right)
        g->at = g->right->at[i].t->at;
    return right;
}

bool
slip_assume(struct slipping *g, const char *assumption)
{
    const struct scope *s;

    s = derivation_scope(g->a, g->d, NULL, arena_printf(g->a, "assume %s", assumption));
    if (!s || !holds(g, s, g->x, g->y))
        return false;
    g->assumption = assumption;
    return true;
}

/* The slips, most specific first: the order and the names are a contract. */
static const struct slip_row {
    const char *name;
    bool (*explains)(struct slipping *g);
    const char *headline;
    bool pairs; /* cheap, and often made together with another */
} rows[] = {
    {"sign-reversed",          slip_sign,          "A sign is turned round.",           true },
    {"order-swapped",          slip_order,         "Two factors have changed places.",  true },
    {"transpose-dropped",      slip_transpose,     "A transpose got lost.",             true },
    {"conjugate-dropped",      slip_conjugate,     "A conjugate got lost.",             true },
    {"square-missing",         slip_square,        "A square is missing.",              true },
    {"root-missing",           slip_root,          "A root is missing.",                false},
    {"deviation-for-variance", slip_deviation,     "Variance and deviation are mixed.",
     false                                                                                   },
    {"square-missing",         slip_square_inside, "A square is missing.",              false},
    {"root-missing",           slip_root_inside,   "A root is missing.",                false},
    {"index-swapped",          slip_index,         "One name stands for another.",      true },
    {"constant-off",           slip_constant,      "A constant is off.",                true },
    {"factor-off",             slip_factor,        "A factor is off.",                  true },
    {"sign-reversed",          slip_sign_inside,   "A sign is turned round.",           true },
    {"assumption-missing",     slip_assumption,    "An assumption is missing.",         false},
    {"domain",                 slip_domain,        "True for some values only.",        false},
    {"constant-off",           slip_constant_name, "A constant is off.",                false},
};

enum { ROWS = sizeof rows / sizeof *rows };

/* A line that holds for some values is not repaired by undoing its step. */
static bool
is_undone(const struct slipping *g)
{
    return g->repaired && strncmp(g->found->note, "only for ", 9) == 0 &&
           expr_same(g->repaired, g->x);
}

/* x < y, and x <= y holds: it is wrong where the sides meet, and no part of y is. */
static bool
only_meets(struct slipping *g)
{
    enum relation weak = g->r == RELATION_LESS      ? RELATION_LESS_EQUAL
                         : g->r == RELATION_GREATER ? RELATION_GREATER_EQUAL
                                                    : g->r;
    enum relation strict = g->r;
    bool meets;

    if (weak == strict)
        return false;
    g->work = WORK_ONE;
    g->r = weak;
    meets = holds(g, g->s, g->x, g->y);
    g->r = strict;
    return meets;
}

static struct line_slip
slip_of(struct arena *a, const struct slipping *g, const struct slip_row *row)
{
    return (struct line_slip){
        .name = row->name,
        .headline = row->headline,
        .second = "",
        .repaired = g->repaired ? expr_plain(a, g->repaired, 0) : "",
        .assumption = g->assumption ? arena_strdup(a, g->assumption) : "",
        .at = g->at,
    };
}

/* ---- two slips in one line --------------------------------------------------------- */

/* Everything that one of the cheap slips would have made y of; those that are numbers
 * are found only with the other one undone. */
static void
collect_firsts(struct slipping *g, struct firsts *f)
{
    g->firsts = f;
    for (int i = 0; i < ROWS; i++) {
        f->row = i;
        if (rows[i].pairs && rows[i].explains != slip_constant &&
            rows[i].explains != slip_factor)
            rows[i].explains(g);
    }
    g->firsts = NULL;
}

/* Whether x r y holds when what one slip made of it is undone, and then a second one. */
static bool
find_second(struct slipping *g, const struct term *y, int from, int *second)
{
    const struct sites *right = g->right, sites = sites_of(g->a, y);
    const struct term *wrong = g->y;
    bool found = false;

    g->right = &sites;
    g->y = y;
    for (int i = from; i < ROWS && !found && g->screens > 0; i++) {
        found = rows[i].pairs && rows[i].explains(g) && !is_undone(g);
        *second = i;
    }
    g->right = right;
    g->y = wrong;
    return found && !expr_same(g->repaired, wrong);
}

/* The pair whose first slip stands highest in the table. */
static struct line_slip
find_pair(struct arena *a, struct slipping *g)
{
    struct firsts *f = ARENA_NEW(g->a, struct firsts);
    struct line_slip none = {
        .name = "", .headline = "", .second = "", .repaired = "", .assumption = ""};
    int second;

    g->work = WORK_ONE;
    g->strictly = true;
    g->screens = SCREENS_PAIR;
    collect_firsts(g, f);
    for (int i = 0; i < f->n && g->screens > 0; i++) {
        struct line_slip found;

        g->repaired = NULL;
        if (!find_second(g, f->item[i].y, f->item[i].row, &second))
            continue;
        g->at = f->item[i].at;
        found = slip_of(a, g, &rows[f->item[i].row]);
        found.second = rows[second].headline;
        return found;
    }
    return none;
}

/* ------------------------------------------------------------------------------------ */

struct line_slip
slip_find(struct arena *a, const struct slip_question *q)
{
    struct arena *scratch = arena_new();
    struct sites left = sites_of(scratch, q->x), right = sites_of(scratch, q->y);
    struct slipping g = {
        .a = scratch,
        .d = q->derivation,
        .s = q->scope,
        .x = q->x,
        .r = q->relation,
        .y = q->y,
        .left = &left,
        .right = &right,
        .screen = screen_new(scratch, q->scope),
        .found = q->found,
        .chance = term_has_chance(q->x) || term_has_chance(q->y) || q->chance,
        .memory = q->memory,
        .assumption = "",
        .work_all = WORK_ALL,
        .operations = OPERATIONS_ALL,
    };
    struct line_slip found = {
        .name = "", .headline = "", .second = "", .repaired = "", .assumption = ""};
    bool meets = only_meets(&g);

    for (int i = 0; i < ROWS && !*found.name; i++) {
        g.work = WORK_ONE;
        g.repaired = NULL;
        g.at = (struct span){0};
        if (meets && rows[i].explains != slip_domain)
            continue;
        if (rows[i].explains(&g) && !is_undone(&g))
            found = slip_of(a, &g, &rows[i]);
    }
    if (!*found.name && !meets && g.work_all > 0 && g.operations > 0)
        found = find_pair(a, &g);
    arena_free(scratch);
    return found;
}
