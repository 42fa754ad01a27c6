/* Sums of products: adding, multiplying, powers. */
#include "proof/normal/poly.h"

#include <stdlib.h>
#include <string.h>

static const struct rational one = {1, 1};

/* ---- making ------------------------------------------------------------------------ */

static struct type
real_number(void)
{
    return (struct type){.kind = TYPE_REAL, .rows = {.n = 1}, .cols = {.n = 1}};
}

const struct poly *
poly_zero(struct algebra *g, struct type type)
{
    struct poly *p = ARENA_NEW(g->arena, struct poly);

    p->type = type;
    return p;
}

const struct poly *
poly_one(struct algebra *g, const struct monomial *m, struct type type)
{
    struct poly *p = ARENA_NEW(g->arena, struct poly);
    struct monomial *at = ARENA_NEW(g->arena, struct monomial);

    p->type = type;
    *at = *m;
    p->at = at;
    p->n = m->c.num != 0;
    return p;
}

const struct poly *
poly_constant(struct algebra *g, struct rational c)
{
    return poly_one(g, &(struct monomial){.c = c}, real_number());
}

const struct poly *
poly_integer(struct algebra *g, int n)
{
    return poly_constant(g, (struct rational){n, 1});
}

const struct poly *
poly_atom(struct algebra *g, const struct term *t)
{
    struct power *f = ARENA_NEW(g->arena, struct power);
    const struct term **w = ARENA_NEW(g->arena, const struct term *);
    struct monomial m = {.c = one};

    *f = (struct power){t, 1};
    *w = t;
    if (type_is_array(t->type)) {
        m.w = w;
        m.n_w = 1;
        return word_tidy(g, &m, t->type);
    }
    m.f = f;
    m.n_f = 1;
    return poly_one(g, &m, t->type);
}

/* ---- collecting -------------------------------------------------------------------- */

static int
compare_monomials(const void *x, const void *y)
{
    return order_monomials(x, y);
}

/* Sorted, like ones added, zeros dropped. */
static const struct poly *
collected(struct algebra *g, struct monomial *at, int n, struct type type)
{
    struct poly *p = ARENA_NEW(g->arena, struct poly);
    int k = 0;

    if (n > 1)
        qsort(at, (size_t)n, sizeof *at, compare_monomials);
    for (int i = 0; i < n; i++) {
        if (k > 0 && order_monomials(&at[k - 1], &at[i]) == 0) {
            if (!rational_add(at[k - 1].c, at[i].c, &at[k - 1].c))
                return NULL;
        } else {
            at[k++] = at[i];
        }
        if (at[k - 1].c.num == 0)
            k--;
    }
    *p = (struct poly){at, k, type};
    return k <= POLY_MONOMIALS_MAX ? p : NULL;
}

const struct poly *
poly_add(struct algebra *g, const struct poly *x, struct rational c, const struct poly *y)
{
    struct monomial *at;
    const struct poly *p;

    if (!x || !y)
        return NULL;
    if (y->n == 0)
        return x;
    at = ARENA_ARRAY(g->arena, struct monomial, x->n + y->n);
    for (int i = 0; i < x->n; i++)
        at[i] = x->at[i];
    for (int i = 0; i < y->n; i++) {
        at[x->n + i] = y->at[i];
        if (!rational_mul(y->at[i].c, c, &at[x->n + i].c))
            return NULL;
    }
    p = collected(g, at, x->n + y->n, x->type);
    return p && type_is_array(p->type) ? literal_collect(g, p) : p;
}

/* ---- products ---------------------------------------------------------------------- */

void
monomial_join(struct algebra *g, const struct monomial *x, const struct monomial *y,
              struct monomial *out)
{
    struct power *f = ARENA_ARRAY(g->arena, struct power, x->n_f + y->n_f);
    int i = 0, j = 0, n = 0;

    while (i < x->n_f || j < y->n_f) {
        int d = i == x->n_f   ? 1
                : j == y->n_f ? -1
                              : order_terms(x->f[i].base, y->f[j].base);

        f[n] = d <= 0 ? x->f[i++] : y->f[j++];
        if (d == 0)
            f[n].exp += y->f[j++].exp;
        n += f[n].exp != 0;
    }
    out->f = f;
    out->n_f = n;
}

static void
join_words(struct algebra *g, const struct monomial *x, const struct monomial *y,
           struct monomial *out)
{
    const struct term **w = ARENA_ARRAY(g->arena, const struct term *, x->n_w + y->n_w);

    for (int i = 0; i < x->n_w; i++)
        w[i] = x->w[i];
    for (int i = 0; i < y->n_w; i++)
        w[x->n_w + i] = y->w[i];
    out->w = w;
    out->n_w = x->n_w + y->n_w;
}

/* A part that is to be worked out: a root to a power beyond 1 whose inside is known to be
 * at least 0, a sum that is no divisor. -1: none. */
static int
open_part(struct algebra *g, const struct monomial *m)
{
    for (int i = 0; i < m->n_f; i++) {
        const struct term *t = m->f[i].base;

        if (term_is_sum(t) && m->f[i].exp > 0)
            return i;
        if (t->op == TERM_CALL && t->function == FUNCTION_SQRT && m->f[i].exp != 1 &&
            root_is_known(g, t))
            return i;
    }
    return -1;
}

struct monomial
monomial_with_power(struct algebra *g, const struct monomial *m, int i, int exp)
{
    struct power *f = ARENA_ARRAY(g->arena, struct power, m->n_f);
    struct monomial out = *m;

    memcpy(f, m->f, (size_t)m->n_f * sizeof *f);
    f[i].exp = exp;
    if (exp == 0) {
        memmove(f + i, f + i + 1, (size_t)(m->n_f - i - 1) * sizeof *f);
        out.n_f--;
    }
    out.f = f;
    return out;
}

/* A monomial without words, its parts worked out. */
static const struct poly *
tidy_parts(struct algebra *g, const struct monomial *m, struct type type)
{
    int i = open_part(g, m), exp, odd;
    struct monomial rest;
    const struct poly *inside;

    if (i < 0)
        return poly_one(g, m, type);
    exp = m->f[i].exp;
    odd = term_is_sum(m->f[i].base) ? 0 : exp & 1;
    rest = monomial_with_power(g, m, i, odd);
    if (term_is_sum(m->f[i].base))
        inside = poly_power(g, poly_of(g, m->f[i].base), exp);
    else
        inside = poly_power(g, poly_of(g, m->f[i].base->arg[0]), (exp - odd) / 2);
    return poly_mul(g, inside, tidy_parts(g, &rest, type), type);
}

/* x y in *m. *p: what it comes to when it is to be worked out, NULL when it is *m as it
 * stands. */
static bool
multiply_monomials(struct algebra *g, const struct monomial *x, const struct monomial *y,
                   struct type type, struct monomial *m, const struct poly **p)
{
    *m = (struct monomial){0};
    *p = NULL;
    if (--g->work < 0 || !rational_mul(x->c, y->c, &m->c))
        return false;
    monomial_join(g, x, y, m);
    if (x->n_w + y->n_w > 0) {
        join_words(g, x, y, m);
        *p = word_tidy(g, m, type);
        return *p != NULL;
    }
    if (open_part(g, m) < 0)
        return true;
    *p = tidy_parts(g, m, type);
    return *p != NULL;
}

const struct poly *
poly_mul(struct algebra *g, const struct poly *x, const struct poly *y, struct type type)
{
    const struct poly *sum = poly_zero(g, type);
    struct monomial *at;
    int n = 0;

    if (!x || !y || x->n * y->n > 4 * POLY_MONOMIALS_MAX)
        return NULL;
    at = ARENA_ARRAY(g->arena, struct monomial, x->n * y->n + 1);
    for (int i = 0; i < x->n * y->n; i++) {
        const struct poly *p;

        if (!multiply_monomials(g, &x->at[i / y->n], &y->at[i % y->n], type, &at[n], &p))
            return NULL;
        if (p && p->n == 1)
            at[n] = p->at[0];
        if (!p || p->n == 1)
            n++;
        else
            sum = poly_add(g, sum, one, p);
    }
    return poly_add(g, collected(g, at, n, type), one, sum);
}

/* ---- powers ------------------------------------------------------------------------ */

struct monomial
poly_content(struct algebra *g, const struct poly *x)
{
    struct monomial m = {.c = x->at[0].c, .f = x->at[0].f, .n_f = x->at[0].n_f};

    for (int k = 1; k < x->n; k++) {
        const struct monomial *y = &x->at[k];
        struct power *f = ARENA_ARRAY(g->arena, struct power, m.n_f + y->n_f);
        int i = 0, j = 0, n = 0;

        while (i < m.n_f || j < y->n_f) {
            int d = i == m.n_f    ? 1
                    : j == y->n_f ? -1
                                  : order_terms(m.f[i].base, y->f[j].base);
            struct power p = d <= 0 ? m.f[i] : y->f[j];

            if (d == 0 && y->f[j].exp < p.exp)
                p.exp = y->f[j].exp;
            if (d == 0 || p.exp < 0)
                f[n++] = p;
            i += d <= 0;
            j += d >= 0;
        }
        m.f = f;
        m.n_f = n;
    }
    return m;
}

bool
monomial_invert(struct algebra *g, struct monomial *m)
{
    struct power *f = ARENA_ARRAY(g->arena, struct power, m->n_f);

    for (int i = 0; i < m->n_f; i++)
        f[i] = (struct power){m->f[i].base, -m->f[i].exp};
    m->f = f;
    return rational_inverse(m->c, &m->c);
}

/* 1 / x: a monomial, and what remains of a sum as one part. */
static const struct poly *
inverse(struct algebra *g, const struct poly *x)
{
    struct monomial m, rest = {.c = one};
    const struct poly *outside;
    struct power *f;

    if (x->n == 0)
        return NULL;
    m = poly_content(g, x);
    if (!monomial_invert(g, &m))
        return NULL;
    outside = tidy_parts(g, &m, x->type);
    if (x->n == 1 || !outside)
        return outside;
    x = poly_mul(g, outside, x, x->type);
    if (!x || x->n == 0)
        return NULL;
    if (x->n == 1)
        return poly_mul(g, outside, inverse(g, x), x->type);
    f = ARENA_NEW(g->arena, struct power);
    *f = (struct power){poly_term(g, x), -1};
    rest.f = f;
    rest.n_f = 1;
    return poly_mul(g, outside, poly_one(g, &rest, x->type), x->type);
}

const struct poly *
poly_power(struct algebra *g, const struct poly *x, int n)
{
    const struct poly *p = poly_integer(g, 1);
    int count = n < 0 ? -n : n;

    if (!x || (x->n > 1 && count > POLY_POWER_MAX) || count > 1000)
        return NULL;
    if (n < 0 && !(x = inverse(g, x)))
        return NULL;
    for (int i = 0; i < count && p; i++)
        p = poly_mul(g, p, x, x->type);
    return p;
}
