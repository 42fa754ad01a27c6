/* Polynomials as terms. */
#include "proof/normal/poly.h"

static const struct term *
joined(struct arena *a, enum term_op op, const struct term *x, const struct term *y)
{
    return x && y ? expr_apply(a, op, x, y, NULL) : y ? y : x;
}

static const struct term *
power_term(struct arena *a, const struct term *base, int exp)
{
    if (exp == 1)
        return base;
    return expr_apply(a, TERM_POW, base, rational_term(a, (struct rational){exp, 1}),
                      NULL);
}

const struct term *
word_term(struct arena *a, const struct term *const *w, int n)
{
    const struct term *t = w[0];

    for (int i = 1; i < n; i++)
        t = joined(a, TERM_MUL, t, w[i]);
    return t;
}

/* The factors with powers of one sign; NULL when there are none. */
static const struct term *
factors(struct arena *a, const struct monomial *m, bool below)
{
    const struct term *t = NULL;
    int64_t c = below ? m->c.den : m->c.num < 0 ? -m->c.num : m->c.num;

    if (c != 1)
        t = rational_term(a, (struct rational){c, 1});
    for (int i = 0; i < m->n_f; i++)
        if ((m->f[i].exp < 0) == below)
            t = joined(a, TERM_MUL, t,
                       power_term(a, m->f[i].base, below ? -m->f[i].exp : m->f[i].exp));
    return t;
}

/* The monomial without the sign of its coefficient. */
static const struct term *
size_term(struct arena *a, const struct monomial *m)
{
    const struct term *above = factors(a, m, false), *below = factors(a, m, true);

    if (m->n_w > 0 && !below)
        return joined(a, TERM_MUL, above, word_term(a, m->w, m->n_w));
    if (!above && (below || m->n_w == 0))
        above = rational_term(a, (struct rational){1, 1});
    if (below)
        above = joined(a, TERM_DIV, above, below);
    return m->n_w > 0 ? joined(a, TERM_MUL, above, word_term(a, m->w, m->n_w)) : above;
}

const struct term *
monomial_term(struct arena *a, const struct monomial *m)
{
    const struct term *t = size_term(a, m);

    return t && m->c.num < 0 ? expr_apply(a, TERM_NEG, t, NULL, NULL) : t;
}

/* 0 of a shape. */
static const struct term *
zero_term(struct algebra *g, struct type type)
{
    const struct term *zero = rational_term(g->arena, (struct rational){0, 1});
    const struct term *entry[64], *ones[2];
    struct dim side[2] = {type.rows, type.cols};

    if (!type_is_array(type))
        return zero;
    if (side[0].n && side[1].n && side[0].n * side[1].n <= 64) {
        for (int i = 0; i < side[0].n * side[1].n; i++)
            entry[i] = zero;
        return expr_matrix(g->arena, side[0].n, side[1].n, entry, NULL);
    }
    for (int i = 0; i < 2; i++) {
        const struct term *n =
            side[i].n ? rational_term(g->arena, (struct rational){side[i].n, 1})
                      : side[i].size;

        ones[i] = expr_call(g->arena, FUNCTION_ONES, &n, 1, NULL);
    }
    if (side[1].n != 1)
        ones[0] =
            expr_apply(g->arena, TERM_MUL, ones[0],
                       expr_apply(g->arena, TERM_TRANSPOSE, ones[1], NULL, NULL), NULL);
    return expr_apply(g->arena, TERM_MUL, zero, ones[0], NULL);
}

const struct term *
poly_term(struct algebra *g, const struct poly *p)
{
    const struct term *sum;

    if (p->n == 0)
        return zero_term(g, p->type);
    sum = monomial_term(g->arena, &p->at[0]);
    for (int i = 1; i < p->n && sum; i++) {
        enum term_op op = p->at[i].c.num < 0 ? TERM_SUB : TERM_ADD;
        const struct term *t = size_term(g->arena, &p->at[i]);

        sum = t ? expr_apply(g->arena, op, sum, t, NULL) : NULL;
    }
    return sum;
}
