/* Quotients of sums: dividing, and a common divisor. */
#include "proof/normal/poly.h"

static const struct rational one = {1, 1};

/* x / y; false when a power would be negative. */
static bool
divide_monomials(struct algebra *g, const struct monomial *x, const struct monomial *y,
                 struct monomial *out)
{
    struct monomial inverse_y = *y;

    if (!monomial_invert(g, &inverse_y) || !rational_mul(x->c, inverse_y.c, &out->c))
        return false;
    monomial_join(g, x, &inverse_y, out);
    out->w = x->w;
    out->n_w = x->n_w;
    for (int i = 0; i < out->n_f; i++)
        if (out->f[i].exp < 0)
            return false;
    return true;
}

/* x times what makes all powers of plain parts at least 0, and that. */
static const struct poly *
clear_powers(struct algebra *g, const struct poly *x, struct monomial *by)
{
    *by = poly_content(g, x);
    by->c = one;
    if (!monomial_invert(g, by))
        return NULL;
    return poly_mul(g, poly_one(g, by, (struct type){.kind = TYPE_REAL}), x, x->type);
}

const struct poly *
poly_divide(struct algebra *g, const struct poly *x, const struct poly *q)
{
    struct monomial cleared;
    const struct poly *out = poly_zero(g, x->type);
    const struct rational minus = {-1, 1};

    if (x->n == 0 || q->n == 0 || !(x = clear_powers(g, x, &cleared)))
        return NULL;
    for (int step = 0; x && x->n > 0; step++) {
        struct monomial m = {0};
        const struct poly *part;

        if (step > POLY_MONOMIALS_MAX || !divide_monomials(g, &x->at[0], &q->at[0], &m))
            return NULL;
        part = poly_one(g, &m, x->type);
        out = poly_add(g, out, one, part);
        x = poly_add(g, x, minus, poly_mul(g, part, q, x->type));
    }
    if (!x || !out || !monomial_invert(g, &cleared))
        return NULL;
    return poly_mul(g, poly_one(g, &cleared, (struct type){.kind = TYPE_REAL}), out,
                    out->type);
}

/* The power of a part in m, 0 when it is not there. */
static int
power_in(const struct monomial *m, const struct term *base, int *at)
{
    for (int i = 0; i < m->n_f; i++)
        if (order_terms(m->f[i].base, base) == 0) {
            *at = i;
            return m->f[i].exp;
        }
    return 0;
}

/* A sum that divides some monomial of x and has not been seen: greater than `after`. */
static const struct term *
next_divisor(const struct poly *x, const struct term *after)
{
    const struct term *best = NULL;

    for (int k = 0; k < x->n; k++)
        for (int i = 0; i < x->at[k].n_f; i++) {
            const struct term *t = x->at[k].f[i].base;

            if (term_is_sum(t) && (!after || order_terms(t, after) > 0) &&
                (!best || order_terms(t, best) < 0))
                best = t;
        }
    return best;
}

static int
lowest_power(const struct poly *x, const struct term *base)
{
    int low = 0, at;

    for (int k = 0; k < x->n; k++) {
        int exp = power_in(&x->at[k], base, &at);

        low = exp < low ? exp : low;
    }
    return low;
}

/* x times base^-low, expanded. */
static const struct poly *
numerator(struct algebra *g, const struct poly *x, const struct term *base,
          const struct poly *q, int low)
{
    const struct poly *sum = poly_zero(g, x->type);

    for (int k = 0; k < x->n && sum; k++) {
        int at = 0, exp = power_in(&x->at[k], base, &at);
        struct monomial m = exp ? monomial_with_power(g, &x->at[k], at, 0) : x->at[k];

        sum = poly_add(
            g, sum, one,
            poly_mul(g, poly_one(g, &m, x->type), poly_power(g, q, exp - low), x->type));
    }
    return sum;
}

static const struct poly *
over_one(struct algebra *g, const struct poly *x, const struct term *base)
{
    struct power f = {base, lowest_power(x, base)};
    const struct poly *q = poly_of(g, base), *n, *less;
    struct power *kept = ARENA_NEW(g->arena, struct power);
    struct monomial m = {.c = one, .f = kept, .n_f = 1};

    n = q ? numerator(g, x, base, q, f.exp) : NULL;
    while (n && n->n > 0 && f.exp < 0 && (less = poly_divide(g, n, q))) {
        n = less;
        f.exp++;
    }
    if (!n || n->n == 0 || f.exp == 0)
        return n;
    *kept = f;
    return poly_mul(g, poly_one(g, &m, (struct type){.kind = TYPE_REAL}), n, n->type);
}

const struct poly *
poly_common(struct algebra *g, const struct poly *x)
{
    const struct term *base = NULL;

    while (x && x->n > 1 && (base = next_divisor(x, base)))
        x = over_one(g, x, base);
    return x;
}
