/* Words: products of vectors and matrices, which do not commute. */
#include <string.h>

#include "proof/normal/poly.h"

static const struct rational one = {1, 1};

static bool
is_identity(const struct term *t)
{
    return t->op == TERM_CALL && t->function == FUNCTION_I;
}

static bool
is_literal(const struct term *t)
{
    return t->op == TERM_MATRIX;
}

/* ---- literals ---------------------------------------------------------------------- */

static const struct poly *
entry_of_product(struct algebra *g, const struct term *x, const struct term *y, int row,
                 int col)
{
    const struct poly *sum = poly_integer(g, 0);

    for (int k = 0; k < x->cols && sum; k++) {
        const struct poly *a = poly_of(g, x->arg[row * x->cols + k]);
        const struct poly *b = poly_of(g, y->arg[k * y->cols + col]);

        sum = poly_add(g, sum, one, poly_mul(g, a, b, sum->type));
    }
    return poly_common(g, sum);
}

/* The product of two literals; NULL when it is too large. */
static const struct term *
multiply_literals(struct algebra *g, const struct term *x, const struct term *y)
{
    const struct term **entry;

    if (x->cols != y->rows || x->rows * y->cols > 64)
        return NULL;
    entry = ARENA_ARRAY(g->arena, const struct term *, x->rows * y->cols);
    for (int i = 0; i < x->rows * y->cols; i++) {
        const struct poly *p = entry_of_product(g, x, y, i / y->cols, i % y->cols);

        entry[i] = p ? poly_term(g, p) : NULL;
        if (!entry[i])
            return NULL;
    }
    return expr_matrix(g->arena, x->rows, y->cols, entry, NULL);
}

/* Adds c times entry `i` of a literal or of I(n) to what is in sum. */
static const struct poly *
add_entry(struct algebra *g, const struct poly *sum, const struct monomial *m, int i,
          int cols)
{
    struct monomial c = {m->c, m->f, m->n_f, NULL, 0};
    const struct poly *entry, *factor = poly_one(g, &c, sum->type);

    if (is_identity(m->w[0]))
        entry = poly_integer(g, i / cols == i % cols);
    else
        entry = poly_of(g, m->w[0]->arg[i]);
    return poly_add(g, sum, one, poly_mul(g, factor, entry, sum->type));
}

static bool
is_scaled_identity(const struct poly *const *entry, int rows, int cols)
{
    if (rows != cols || rows == 1)
        return false;
    for (int i = 0; i < rows * cols; i++) {
        const struct poly *p = entry[i], *first = entry[0];

        if (i / cols != i % cols && p->n > 0)
            return false;
        if (i / cols == i % cols && p->n != first->n)
            return false;
        for (int k = 0; i / cols == i % cols && k < p->n; k++)
            if (order_monomials(&p->at[k], &first->at[k]) != 0 ||
                p->at[k].c.num != first->at[k].c.num ||
                p->at[k].c.den != first->at[k].c.den)
                return false;
    }
    return true;
}

static const struct poly *
times_identity(struct algebra *g, const struct poly *c, const struct term *identity)
{
    const struct term **w = ARENA_NEW(g->arena, const struct term *);
    struct monomial *at = ARENA_ARRAY(g->arena, struct monomial, c->n + 1);
    struct poly *p = ARENA_NEW(g->arena, struct poly);

    *w = identity;
    for (int i = 0; i < c->n; i++) {
        at[i] = c->at[i];
        at[i].w = w;
        at[i].n_w = 1;
    }
    *p = (struct poly){at, c->n, identity->type};
    return p;
}

/* Entries as one monomial, as a multiple of I, or as nothing. */
static const struct poly *
literal_poly(struct algebra *g, const struct poly *const *entry, int rows, int cols,
             struct type type)
{
    const struct term **t = ARENA_ARRAY(g->arena, const struct term *, rows *cols);
    const struct term **w = ARENA_NEW(g->arena, const struct term *);
    struct monomial m = {.c = one, .w = w, .n_w = 1};
    const struct term *n = rational_term(g->arena, (struct rational){rows, 1});
    bool zero = true;

    for (int i = 0; i < rows * cols; i++) {
        zero &= entry[i]->n == 0;
        t[i] = poly_term(g, entry[i]);
        if (!t[i])
            return NULL;
    }
    if (zero)
        return poly_zero(g, type);
    if (is_scaled_identity(entry, rows, cols))
        return times_identity(g, entry[0], expr_call(g->arena, FUNCTION_I, &n, 1, NULL));
    *w = expr_matrix(g->arena, rows, cols, t, NULL);
    return *w ? poly_one(g, &m, type) : NULL;
}

/* Monomials that are a literal, or I(n) beside one. */
static bool
is_collected(const struct monomial *m)
{
    return m->n_w == 1 && (is_literal(m->w[0]) || is_identity(m->w[0]));
}

static const struct term *
first_literal(const struct poly *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->at[i].n_w == 1 && is_literal(p->at[i].w[0]))
            return p->at[i].w[0];
    return NULL;
}

static const struct poly *
without_literals(struct algebra *g, const struct poly *p)
{
    struct poly *rest = ARENA_NEW(g->arena, struct poly);
    struct monomial *at = ARENA_ARRAY(g->arena, struct monomial, p->n + 1);
    int n = 0;

    for (int i = 0; i < p->n; i++)
        if (!is_collected(&p->at[i]))
            at[n++] = p->at[i];
    *rest = (struct poly){at, n, p->type};
    return rest;
}

/* Both sorted and without common words. */
static const struct poly *
merge(struct algebra *g, const struct poly *x, const struct poly *y)
{
    struct poly *p = ARENA_NEW(g->arena, struct poly);
    struct monomial *at = ARENA_ARRAY(g->arena, struct monomial, x->n + y->n + 1);
    int i = 0, j = 0, n = 0;

    while (i < x->n || j < y->n) {
        bool left = j == y->n || (i < x->n && order_monomials(&x->at[i], &y->at[j]) < 0);

        at[n++] = left ? x->at[i++] : y->at[j++];
    }
    *p = (struct poly){at, n, x->type};
    return p;
}

const struct poly *
literal_collect(struct algebra *g, const struct poly *p)
{
    const struct term *l = first_literal(p);
    const struct poly **entry, *literal;

    if (!l)
        return p;
    entry = ARENA_ARRAY(g->arena, const struct poly *, l->n);
    for (int i = 0; i < l->n; i++) {
        entry[i] = poly_integer(g, 0);
        for (int k = 0; k < p->n && entry[i]; k++)
            if (is_collected(&p->at[k]))
                entry[i] = add_entry(g, entry[i], &p->at[k], i, l->cols);
        entry[i] = poly_common(g, entry[i]);
        if (!entry[i])
            return NULL;
    }
    literal = literal_poly(g, entry, l->rows, l->cols, p->type);
    return literal ? merge(g, without_literals(g, p), literal) : NULL;
}

/* ---- tidying ----------------------------------------------------------------------- */

static bool
is_inverse_of(const struct term *x, const struct term *y)
{
    int n;

    return x->op == TERM_POW && term_is_whole(x->arg[1], &n) && n == -1 &&
           order_terms(x->arg[0], y) == 0;
}

struct word {
    const struct term **at;
    int n;
};

static void
word_cut(struct word *w, int i, int n)
{
    memmove(w->at + i, w->at + i + n, (size_t)(w->n - i - n) * sizeof *w->at);
    w->n -= n;
}

static const struct term *
identity_like(struct algebra *g, const struct term *t)
{
    struct dim d = t->type.rows;
    const struct term *n =
        d.n ? rational_term(g->arena, (struct rational){d.n, 1}) : d.size;

    return expr_call(g->arena, FUNCTION_I, &n, 1, NULL);
}

/* One simplification at a place; false when there is none. */
static bool
simplify_at(struct algebra *g, struct word *w, int i)
{
    const struct term *product;

    if (w->n > 1 && is_identity(w->at[i])) {
        word_cut(w, i, 1);
        return true;
    }
    if (i + 1 >= w->n)
        return false;
    if (is_inverse_of(w->at[i], w->at[i + 1]) || is_inverse_of(w->at[i + 1], w->at[i])) {
        w->at[i] = identity_like(g, w->at[i]);
        word_cut(w, i + 1, 1);
        return true;
    }
    if (!is_literal(w->at[i]) || !is_literal(w->at[i + 1]))
        return false;
    product = multiply_literals(g, w->at[i], w->at[i + 1]);
    if (!product)
        return false;
    w->at[i] = product;
    word_cut(w, i + 1, 1);
    return true;
}

/* The side between part i - 1 and part i of a word. */
static struct dim
side_at(const struct word *w, int i)
{
    return i < w->n ? w->at[i]->type.rows : w->at[w->n - 1]->type.cols;
}

/* Parts of a word that are numbers become factors. */
static const struct poly *
take_numbers(struct algebra *g, struct word *w)
{
    const struct poly *numbers = poly_integer(g, 1);
    int from = -1;

    for (int i = 0; i <= w->n && numbers; i++) {
        if (w->n == 0 || side_at(w, i).n != 1)
            continue;
        if (from < 0 || i - from < 2) {
            from = i;
            continue;
        }
        numbers = poly_mul(g, numbers,
                           poly_atom(g, word_term(g->arena, w->at + from, i - from)),
                           numbers->type);
        word_cut(w, from, i - from);
        i = from;
    }
    return numbers;
}

const struct poly *
word_tidy(struct algebra *g, const struct monomial *m, struct type type)
{
    struct word w = {ARENA_ARRAY(g->arena, const struct term *, m->n_w + 1), m->n_w};
    struct monomial out = {m->c, m->f, m->n_f, w.at, 0};
    const struct poly *numbers, *scalars;

    memcpy(w.at, m->w, (size_t)m->n_w * sizeof *w.at);
    for (int i = 0; i < w.n; i++)
        while (i < w.n && simplify_at(g, &w, i))
            i = i > 0 ? i - 1 : 0;
    numbers = w.n > 1 ? take_numbers(g, &w) : poly_integer(g, 1);
    out.n_w = w.n;
    scalars = poly_one(g, &(struct monomial){m->c, m->f, m->n_f, NULL, 0},
                       numbers ? numbers->type : type);
    if (w.n == 0)
        return poly_mul(g, numbers, scalars, type);
    if (!numbers)
        return NULL;
    if (numbers->n == 1 && numbers->at[0].n_f == 0)
        return literal_collect(g, poly_one(g, &out, type));
    numbers = poly_mul(g, numbers, scalars, numbers->type);
    if (!numbers || numbers->n != 1)
        return NULL;
    out = numbers->at[0];
    out.w = w.at;
    out.n_w = w.n;
    return literal_collect(g, poly_one(g, &out, type));
}
