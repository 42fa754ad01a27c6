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
    struct err e;

    if (!x || !y || !expr_relation(g->a, g->r, x, y, &e) ||
        screen_compare(&g->screen, g->s, x, g->r, y) == SCREEN_REJECTED)
        return false;
    return holds(g, g->s, x, y);
}

bool
slip_right(struct slipping *g, const struct term *by)
{
    if (!try_pair(g, g->x, by))
        return false;
    g->repaired = by;
    return true;
}

bool
slip_left(struct slipping *g, const struct term *by)
{
    return try_pair(g, by, g->y);
}

bool
slip_put(struct slipping *g, int i, const struct term *by)
{
    if (!by || !slip_right(g, site_put(g->a, g->right, i, by)))
        return false;
    g->at = g->right->at[i].t->at;
    return true;
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
} rows[] = {
    {"sign-reversed",          slip_sign,          "A sign is turned round."          },
    {"order-swapped",          slip_order,         "Two factors have changed places." },
    {"transpose-dropped",      slip_transpose,     "A transpose got lost."            },
    {"conjugate-dropped",      slip_conjugate,     "A conjugate got lost."            },
    {"square-missing",         slip_square,        "A square is missing."             },
    {"root-missing",           slip_root,          "A root is missing."               },
    {"deviation-for-variance", slip_deviation,     "Variance and deviation are mixed."},
    {"square-missing",         slip_square_inside, "A square is missing."             },
    {"root-missing",           slip_root_inside,   "A root is missing."               },
    {"index-swapped",          slip_index,         "One name stands for another."     },
    {"constant-off",           slip_constant,      "A constant is off."               },
    {"factor-off",             slip_factor,        "A factor is off."                 },
    {"sign-reversed",          slip_sign_inside,   "A sign is turned round."          },
    {"assumption-missing",     slip_assumption,    "An assumption is missing."        },
    {"domain",                 slip_domain,        "True for some values only."       },
    {"constant-off",           slip_constant_name, "A constant is off."               },
};

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
        .repaired = g->repaired ? expr_plain(a, g->repaired, 0) : "",
        .assumption = g->assumption ? arena_strdup(a, g->assumption) : "",
        .at = g->at,
    };
}

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
        .name = "", .headline = "", .repaired = "", .assumption = ""};
    bool meets = only_meets(&g);

    for (size_t i = 0; i < sizeof rows / sizeof *rows && !*found.name; i++) {
        g.work = WORK_ONE;
        g.repaired = NULL;
        g.at = (struct span){0};
        if (meets && rows[i].explains != slip_domain)
            continue;
        if (rows[i].explains(&g) && !is_undone(&g))
            found = slip_of(a, &g, &rows[i]);
    }
    arena_free(scratch);
    return found;
}
