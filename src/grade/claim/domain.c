/* What values have to be: in their ranges, and as the question says. */
#include "grade/claim/claim.h"

struct bound {
    const struct term *term;
    enum relation relation;
};

static bool
keeps(const struct grading *g, const struct term *x, enum relation relation,
      const struct term *y)
{
    struct exact_options none = {0};

    return exact_compare(g->arena, values_scope(g), x, relation, y, &none).verdict !=
           VERDICT_DIFFERENT;
}

static bool
in_interval(const struct grading *g, const struct decl *d, const struct term *value,
            struct err *e)
{
    const struct {
        struct bound bound;
        const char *words;
    } ends[] = {
        {{d->domain.low, RELATION_GREATER_EQUAL}, "has to be at least"},
        {{d->domain.high, RELATION_LESS_EQUAL},   "may be at most"    },
        {{d->domain.low, RELATION_GREATER},       "has to be above"   },
        {{d->domain.high, RELATION_LESS},         "has to be below"   },
    };
    const int low = d->domain.low_open ? 2 : 0, high = d->domain.high_open ? 3 : 1;

    for (int i = 0; i < 4; i++) {
        const struct bound *b = &ends[i].bound;

        if ((i == low || i == high) && b->term && !keeps(g, value, b->relation, b->term))
            return read_fail(e, NULL, 0, ERR_ANSWER_LIMIT, "%s %s %s here",
                             expr_name_text(g->arena, d->name, 0), ends[i].words,
                             expr_plain(g->arena, b->term, 0));
    }
    return true;
}

const struct term *
values_put_in(const struct supplied *s, const struct term *t)
{
    struct arena *a = s->g->arena;
    struct replacement *r = ARENA_ARRAY(a, struct replacement, s->n + 1);

    for (int i = 0; i < s->n; i++)
        r[i] = (struct replacement){s->names[i], s->value[i]};
    return expr_replace(a, expr_unfold(a, values_scope(s->g), t), r, s->n);
}

static bool
meets_conditions(const struct supplied *s, const struct decl *d, struct err *e)
{
    for (int i = 0; i < d->n_conditions; i++) {
        const struct term *c = values_put_in(s, d->conditions[i]);

        if (c && !grade_free_name(values_scope(s->g), c) &&
            !keeps(s->g, c->arg[0], c->relation, c->arg[1]))
            return read_fail(e, NULL, 0, ERR_ANSWER_LIMIT,
                             "only values with %s count here",
                             expr_plain(s->g->arena, d->conditions[i], 0));
    }
    return true;
}

/* Shares: none below 0, and all of them 1 together. */
static bool
is_distribution(const struct grading *g, const struct decl *d, const struct term *value,
                struct err *e)
{
    struct err none;
    const struct term *zero = expr_number(g->arena, "0"),
                      *one = expr_number(g->arena, "1"), *sum = zero;
    int rows, cols;

    if (!d->type.distribution || !grade_size(value, &rows, &cols))
        return true;
    for (int i = 0; i < rows; i++) {
        const struct term *index =
            expr_number(g->arena, arena_printf(g->arena, "%d", i + 1));
        const struct term *args[] = {value, index};
        const struct term *entry =
            value->op == TERM_MATRIX
                ? value->arg[i]
                : expr_apply(g->arena, TERM_INDEX, args[0], args[1], &none);

        if (!entry)
            return true;
        if (!keeps(g, entry, RELATION_GREATER_EQUAL, zero))
            return read_fail(e, NULL, 0, ERR_ANSWER_VALUES,
                             "no share of %s may be below 0, and the %s one is",
                             expr_name_text(g->arena, d->name, 0),
                             i == 0   ? "first"
                             : i == 1 ? "second"
                             : i == 2 ? "third"
                                      : arena_printf(g->arena, "%dth", i + 1));
        sum = expr_apply(g->arena, TERM_ADD, sum, entry, &none);
    }
    return keeps(g, sum, RELATION_EQUAL, one) ||
           read_fail(e, NULL, 0, ERR_ANSWER_VALUES,
                     "the shares of %s sum to %s, not to 1",
                     expr_name_text(g->arena, d->name, 0), grade_value_text(g, sum));
}

/* Whether a condition gives the value of a name ("n = 512 + 64"): it is an answer. */
static bool
is_given(const struct supplied *s, const struct term *condition)
{
    return condition->relation == RELATION_EQUAL && condition->arg[0]->op == TERM_NAME &&
           values_find(s, condition->arg[0]->name) >= 0;
}

bool
values_are_those(const struct supplied *s)
{
    for (int i = 0; i < s->g->q->n_where; i++) {
        const struct term *c = values_put_in(s, s->g->q->where[i]);

        if (c && is_given(s, s->g->q->where[i]) &&
            !keeps(s->g, c->arg[0], c->relation, c->arg[1]))
            return false;
    }
    return true;
}

/* What the question says of all values together. */
static bool
meets_where(const struct supplied *s, struct err *e)
{
    for (int i = 0; s->g->q->kind == ASK_REFUTE && i < s->g->q->n_where; i++) {
        const struct term *c = values_put_in(s, s->g->q->where[i]);

        if (c && !is_given(s, s->g->q->where[i]) &&
            !keeps(s->g, c->arg[0], c->relation, c->arg[1]))
            return *s->g->q->where_says[i]
                       ? read_fail(e, NULL, 0, ERR_ANSWER_LIMIT, "%s",
                                   s->g->q->where_says[i])
                       : read_fail(e, NULL, 0, ERR_ANSWER_LIMIT,
                                   "only values with %s count here",
                                   expr_plain(s->g->arena, s->g->q->where[i], 0));
    }
    return true;
}

bool
values_in_domain(const struct supplied *s, struct err *e)
{
    for (int i = 0; i < s->n; i++) {
        const struct decl *d = values_decl(s, i);

        if (!in_interval(s->g, d, s->value[i], e) || !meets_conditions(s, d, e) ||
            !is_distribution(s->g, d, s->value[i], e))
            return false;
    }
    return meets_where(s, e);
}
