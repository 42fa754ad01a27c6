#include "proof/rule/whole/whole.h"

#include "calc/calc.h"
#include "exact/exact.h"
#include "proof/normal/rational.h"

/* For one comparison, in operations of 64 bits. */
enum { WHOLE_WORK = 500000 };

const struct term *
whole_number(struct arena *a, int n)
{
    return rational_term(a, (struct rational){n, 1});
}

const struct term *
whole_with(struct arena *a, const struct term *t, const struct term *name,
           const struct term *by)
{
    struct replacement r = {name->name, by};

    return t && by ? expr_replace(a, t, &r, 1) : NULL;
}

bool
whole_same(struct arena *a, const struct scope *s, const struct term *x,
           const struct term *y)
{
    return x && y && normal_same(a, s, x, y);
}

bool
whole_compare(struct arena *a, const struct scope *s, const struct term *x,
              enum relation r, const struct term *y)
{
    struct exact_options o = {.seed = 1, .most_work = WHOLE_WORK};

    return exact_compare(a, s, x, r, y, &o).verdict == VERDICT_EQUAL;
}

bool
whole_everywhere(struct arena *a, const struct scope *s, const struct term *x,
                 enum relation r, const struct term *y)
{
    struct exact_options o = {.seed = 1, .most_work = WHOLE_WORK};
    struct exact_result e = exact_compare(a, s, x, r, y, &o);

    return e.verdict == VERDICT_EQUAL && !*e.domain;
}

static void
keep_name(void *ctx, const struct term *name)
{
    struct whole_names *f = ctx;

    for (int i = 0; i < f->n; i++)
        if (expr_same(f->at[i], name))
            return;
    if (f->n < 8)
        f->at[f->n++] = name;
}

struct whole_names
whole_names(const struct term *t)
{
    struct whole_names names = {.n = 0};

    term_free_names(t, keep_name, &names);
    return names;
}

/* ---- machine numbers --------------------------------------------------------------- */

static bool
agrees_in(struct arena *a, const struct rule_line *l, enum num_format format)
{
    struct num_lens lens = {.format = format};
    const struct term *r = expr_relation(a, l->relation, l->x, l->y, NULL);
    struct value v;
    struct err e;

    return r && calc_eval_through(lens, a, l->scope, r, &v, &e) && v.rows == 1 &&
           v.cols == 1 && creal(v.at[0]) == 1;
}

/* A line of numbers that is as true in every format of the precision lens as it is of
 * numbers. */
bool
line_by_ieee(struct arena *a, const struct rule_line *l)
{
    if (!type_is_number(l->x->type) || !type_is_number(l->y->type) ||
        whole_names(l->x).n || whole_names(l->y).n)
        return false;
    for (int f = 0; f < NUM_FORMATS; f++)
        if (!agrees_in(a, l, (enum num_format)f))
            return false;
    return true;
}
