/* Sums and products with an index, and other binders. */
#include <string.h>

#include "proof/normal/known.h"
#include "proof/normal/poly.h"

enum { WRITTEN_OUT_MAX = 16 };

static const struct rational one = {1, 1};

/* ---- indices ----------------------------------------------------------------------- */

/* How many binders stand inside one another in t. */
static int
binder_height(const struct term *t)
{
    int height = 0;

    for (int i = 0; i < t->n; i++) {
        int inner = binder_height(t->arg[i]);

        height = inner > height ? inner : height;
    }
    return height + term_binds(t);
}

/* A name that no text can have, so that it means nothing else: by height, which is the
 * same wherever the binder stands. */
static const struct term *
index_name(struct algebra *g, const struct term *t, const struct term *body)
{
    struct type type = {.kind = t->op == TERM_LIMIT ? TYPE_REAL : TYPE_INTEGER,
                        .rows = {.n = 1},
                        .cols = {.n = 1}};

    return expr_name(g->arena, arena_printf(g->arena, "j#%d", binder_height(body) + 1),
                     type);
}

static const struct term *
replaced(struct algebra *g, const struct term *t, const char *name, const struct term *by)
{
    struct replacement r = {name, by};

    return expr_replace(g->arena, t, &r, 1);
}

/* The binder like t with arguments before its body and a body in normal form, its index
 * called as its height says. NULL when the types do not fit. */
static const struct term *
bound(struct algebra *g, const struct term *t, const struct term *const *before,
      const struct term *body)
{
    const struct term *arg[3] = {before[0], before[1], NULL};
    struct term shape = *t;
    const struct term *index = index_name(g, t, body);

    if (strcmp(index->name, t->name) != 0) {
        body = replaced(g, body, t->name, index);
        if (!body)
            return NULL;
        body = normal_term(g, body);
    }
    arg[t->n - 1] = body;
    shape.name = index->name;
    shape.arg = arg;
    return expr_make(g->arena, &shape, NULL);
}

/* t with the name that its index has unless its body gets flatter. */
static const struct term *
with_index_name(struct algebra *g, const struct term *t)
{
    const struct term *arg[3] = {t->arg[0], t->arg[1], NULL};
    const struct term *index = index_name(g, t, t->arg[t->n - 1]);
    struct term shape = *t;

    arg[t->n - 1] = replaced(g, t->arg[t->n - 1], t->name, index);
    shape.name = index->name;
    shape.arg = arg;
    t = arg[t->n - 1] ? expr_make(g->arena, &shape, NULL) : NULL;
    return t;
}

const struct term *
normal_binder(struct algebra *g, const struct term *t)
{
    const struct term *before[2] = {NULL, NULL}, *named, *made;

    if (--g->work < 0 || !(named = with_index_name(g, t)))
        return t;
    for (int i = 0; i < t->n - 1; i++)
        before[i] = normal_term(g, t->arg[i]);
    made = bound(g, named, before, normal_term(g, named->arg[t->n - 1]));
    return made ? made : t;
}

/* ---- written out ------------------------------------------------------------------- */

static bool
few_values(const struct term *low, const struct term *high, int *first, int *last)
{
    return term_is_whole(low, first) && term_is_whole(high, last) &&
           *last - *first < WRITTEN_OUT_MAX;
}

static const struct poly *
body_at(struct algebra *g, const struct term *t, int value)
{
    const struct term *body = replaced(
        g, t->arg[2], t->name, rational_term(g->arena, (struct rational){value, 1}));

    return body ? poly_of(g, body) : NULL;
}

static const struct poly *
sum_written_out(struct algebra *g, const struct term *t, int first, int last)
{
    const struct poly *sum = poly_zero(g, t->type);

    for (int i = first; i <= last && sum; i++)
        sum = poly_add(g, sum, one, body_at(g, t, i));
    return poly_common(g, sum);
}

const struct poly *
poly_of_product(struct algebra *g, const struct term *t)
{
    const struct term *low = normal_term(g, t->arg[0]), *high = normal_term(g, t->arg[1]);
    const struct poly *p = poly_integer(g, 1);
    int first, last;

    if (!few_values(low, high, &first, &last))
        return poly_atom(g, normal_binder(g, t));
    for (int i = first; i <= last && p; i++)
        p = poly_mul(g, p, body_at(g, t, i), t->type);
    p = poly_common(g, p);
    return p ? p : poly_atom(g, normal_binder(g, t));
}

/* ---- sums -------------------------------------------------------------------------- */

/* A monomial split by whether its parts depend on an index. */
struct split {
    struct monomial free, bound;
    int before, after; /* words: how many parts on either side are free */
};

static struct split
split_by(struct algebra *g, const struct monomial *m, const char *index)
{
    struct power *free = ARENA_ARRAY(g->arena, struct power, m->n_f + 1);
    struct power *bound = ARENA_ARRAY(g->arena, struct power, m->n_f + 1);
    struct split s = {
        {m->c, free,  0, NULL, 0},
        {one,  bound, 0, NULL, 0},
        0, 0
    };

    for (int i = 0; i < m->n_f; i++)
        if (term_has_name(m->f[i].base, index))
            bound[s.bound.n_f++] = m->f[i];
        else
            free[s.free.n_f++] = m->f[i];
    while (s.before < m->n_w && !term_has_name(m->w[s.before], index))
        s.before++;
    while (s.after < m->n_w - s.before &&
           !term_has_name(m->w[m->n_w - 1 - s.after], index))
        s.after++;
    s.bound.w = m->n_w ? m->w + s.before : NULL;
    s.bound.n_w = m->n_w - s.before - s.after;
    return s;
}

/* high - low + 1 when it is known to be no less than 0. */
static const struct poly *
count_of(struct algebra *g, const struct term *low, const struct term *high)
{
    const struct term *d = expr_apply(g->arena, TERM_SUB, high, low, NULL);
    const struct term *n =
        expr_apply(g->arena, TERM_ADD, d, rational_term(g->arena, one), NULL);

    n = normal_term(g, n);
    return known_is(g->arena, g->scope, n, SIGN_AT_LEAST_0) ? poly_of(g, n) : NULL;
}

static const struct poly *
as_word(struct algebra *g, const struct term *const *w, int n, struct type type)
{
    struct monomial m = {.c = one, .w = w, .n_w = n};

    return n > 0 ? poly_one(g, &m, type) : NULL;
}

/* left * x * right, where left and right may be NULL for nothing. */
static const struct poly *
between(struct algebra *g, const struct poly *left, const struct poly *x,
        const struct poly *right, struct type type)
{
    if (left)
        x = poly_mul(g, left, x, type);
    return right ? poly_mul(g, x, right, type) : x;
}

/* The sum of one monomial over the index of t. */
static const struct poly *
sum_of_monomial(struct algebra *g, const struct term *t, const struct term *const *ends,
                const struct monomial *m)
{
    struct split s = split_by(g, m, t->name);
    bool constant = s.bound.n_f == 0 && s.bound.n_w == 0;
    const struct poly *x = constant ? count_of(g, ends[0], ends[1]) : NULL;
    const struct poly *free = poly_one(g, &s.free, (struct type){.kind = TYPE_REAL});
    const struct term *body;

    if (!x) {
        body = monomial_term(g->arena, &s.bound);
        body = body ? bound(g, t, ends, body) : NULL;
        if (!body)
            return NULL;
        x = poly_atom(g, body);
    }
    if (!type_is_array(t->type))
        return poly_mul(g, free, x, t->type);
    if (constant)
        x = poly_mul(g, x, as_word(g, m->w, m->n_w, t->type), t->type);
    else
        x = between(g, as_word(g, m->w, s.before, t->type), x,
                    as_word(g, m->w + m->n_w - s.after, s.after, t->type), t->type);
    return poly_mul(g, free, x, t->type);
}

const struct poly *
poly_of_sum(struct algebra *g, const struct term *t)
{
    const struct term *ends[2] = {normal_term(g, t->arg[0]), normal_term(g, t->arg[1])};
    const struct poly *body, *sum = poly_zero(g, t->type);
    const struct term *named;
    int first, last;

    if (few_values(ends[0], ends[1], &first, &last))
        return sum_written_out(g, t, first, last);
    named = with_index_name(g, t);
    body = named && --g->work > 0 ? poly_of(g, named->arg[2]) : NULL;
    if (!body)
        return poly_atom(g, normal_binder(g, t));
    for (int i = 0; i < body->n && sum; i++)
        sum = poly_add(g, sum, one, sum_of_monomial(g, named, ends, &body->at[i]));
    sum = poly_common(g, sum);
    return sum ? sum : poly_atom(g, normal_binder(g, t));
}
