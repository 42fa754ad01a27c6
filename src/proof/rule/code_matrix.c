/* Rules of matrices that are code. */
#include "proof/rule/code.h"

/* ---- a number is its own transpose ------------------------------------------------- */

/* t^T; `each`: with the factors of a product each for itself. */
static const struct term *
transposed(struct arena *a, const struct term *t, bool each)
{
    if (t->op == TERM_TRANSPOSE)
        return t->arg[0];
    if (each && t->op == TERM_MUL && type_is_array(t->arg[0]->type) &&
        type_is_array(t->arg[1]->type)) {
        const struct term *x = transposed(a, t->arg[0], true);
        const struct term *y = transposed(a, t->arg[1], true);

        return x && y ? expr_apply(a, TERM_MUL, y, x, NULL) : NULL;
    }
    return expr_apply(a, TERM_TRANSPOSE, t, NULL, NULL);
}

/* Whether a product is transposed as a whole in t, as in (A u)^T v. */
static bool
has_turned_product(const struct term *t)
{
    if (t->op == TERM_TRANSPOSE)
        return t->arg[0]->op == TERM_MUL;
    return t->op == TERM_MUL &&
           (has_turned_product(t->arg[0]) || has_turned_product(t->arg[1]));
}

/* The vector in front: v of v^T A w. */
static const struct term *
first_factor(const struct term *t)
{
    while (t->op == TERM_MUL)
        t = t->arg[0];
    return t;
}

/* Which of t and its transpose is written depends on which vector stands in front:
 * forward the one that comes first in the order of terms. Together with another rule the
 * factors are transposed, too: q^T R(a) k = k^T R(-a) q. */
const struct term *
code_transpose_scalar(struct rewriter *w, const struct term *t, bool backward)
{
    bool each = w->n > 1 && !has_turned_product(t);
    const struct term *x, *y, *turned;
    int order;

    if (!type_is_number(t->type))
        return NULL;
    if (t->op == TERM_TRANSPOSE)
        return backward ? NULL : t->arg[0];
    if (t->op != TERM_MUL || !type_is_array(t->arg[0]->type))
        return NULL;
    x = transposed(w->arena, t->arg[0], each);
    y = transposed(w->arena, t->arg[1], each);
    turned = x && y ? expr_apply(w->arena, TERM_MUL, y, x, NULL) : NULL;
    if (!turned)
        return NULL;
    order = order_terms(first_factor(turned), first_factor(t));
    if (order == 0)
        order = order_terms(turned, t);
    return (backward ? order > 0 : order < 0) ? turned : NULL;
}

/* (x + y)^T = x^T + y^T: a transpose is distributed over a sum as a factor is. */
const struct term *
code_transpose_sum(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *sum = t->op == TERM_TRANSPOSE ? t->arg[0] : NULL, *x, *y;

    if (backward || !sum || (sum->op != TERM_ADD && sum->op != TERM_SUB))
        return NULL;
    x = transposed(w->arena, sum->arg[0], false);
    y = transposed(w->arena, sum->arg[1], false);
    return x && y ? expr_apply(w->arena, sum->op, x, y, NULL) : NULL;
}

/* ---- blocks ------------------------------------------------------------------------ */

static bool
is_blocks(const struct term *t)
{
    return t->op == TERM_CALL && t->function == FUNCTION_BLOCKDIAG;
}

static const struct term *
each_transposed(struct arena *a, const struct term *blocks)
{
    const struct term **arg = ARENA_ARRAY(a, const struct term *, blocks->n);

    for (int i = 0; i < blocks->n; i++)
        if (!(arg[i] = expr_apply(a, TERM_TRANSPOSE, blocks->arg[i], NULL, NULL)))
            return NULL;
    return expr_call(a, FUNCTION_BLOCKDIAG, arg, blocks->n, NULL);
}

/* The product block by block; NULL when the blocks do not fit. */
static const struct term *
each_multiplied(struct arena *a, const struct term *x, const struct term *y)
{
    const struct term **arg = ARENA_ARRAY(a, const struct term *, x->n);

    if (x->n != y->n)
        return NULL;
    for (int i = 0; i < x->n; i++) {
        if (!dims_agree(x->arg[i]->type.cols, y->arg[i]->type.rows))
            return NULL;
        arg[i] = expr_apply(a, TERM_MUL, x->arg[i], y->arg[i], NULL);
        if (!arg[i])
            return NULL;
    }
    return expr_call(a, FUNCTION_BLOCKDIAG, arg, x->n, NULL);
}

static bool
all_identity(const struct term *blocks)
{
    for (int i = 0; i < blocks->n; i++)
        if (blocks->arg[i]->op != TERM_CALL || blocks->arg[i]->function != FUNCTION_I)
            return false;
    return true;
}

static const struct term *
blocks_in_word(struct arena *a, struct product *p)
{
    for (int i = 0; i + 1 < p->n_w; i++) {
        const struct term *both;

        if (!is_blocks(p->w[i]) || !is_blocks(p->w[i + 1]))
            continue;
        both = each_multiplied(a, p->w[i], p->w[i + 1]);
        if (!both)
            continue;
        p->w[i] = both;
        for (int k = i + 1; k + 1 < p->n_w; k++)
            p->w[k] = p->w[k + 1];
        p->n_w--;
        return product_term(a, p);
    }
    return NULL;
}

/* The entries i to i + n - 1 of a vector of numbers, as a vector. */
static const struct term *
piece(struct arena *a, const struct term *v, int i, int n)
{
    const struct term **at = ARENA_ARRAY(a, const struct term *, n);

    for (int k = 0; k < n; k++) {
        const struct term *place = rational_term(a, (struct rational){i + k + 1, 1});

        at[k] = v->op == TERM_MATRIX ? v->arg[i + k]
                                     : expr_apply(a, TERM_INDEX, v, place, NULL);
        if (!at[k])
            return NULL;
    }
    return expr_matrix(a, n, 1, at, NULL);
}

/* u^T blockdiag(A, B) v = u_(1)^T A v_(1) + u_(2)^T B v_(2), for vectors with names or by
 * their numbers. */
static const struct term *
sum_of_blocks(struct arena *a, const struct term *u, const struct term *blocks,
              const struct term *v)
{
    const struct term *sum = NULL;
    int row = 0, col = 0;

    for (int i = 0; i < blocks->n; i++) {
        const struct term *b = blocks->arg[i], *x, *y;

        if (!b->type.rows.n || !b->type.cols.n)
            return NULL;
        x = piece(a, u, row, b->type.rows.n);
        y = piece(a, v, col, b->type.cols.n);
        x = x ? expr_apply(a, TERM_TRANSPOSE, x, NULL, NULL) : NULL;
        x = x ? expr_apply(a, TERM_MUL, x, b, NULL) : NULL;
        x = x && y ? expr_apply(a, TERM_MUL, x, y, NULL) : NULL;
        if (!x)
            return NULL;
        sum = sum ? expr_apply(a, TERM_ADD, sum, x, NULL) : x;
        row += b->type.rows.n;
        col += b->type.cols.n;
    }
    return sum;
}

static bool
is_vector_of_numbers(const struct term *t)
{
    return (t->op == TERM_NAME || t->op == TERM_MATRIX) && t->type.cols.n == 1;
}

/* A word of three: a vector across, blocks, a vector. */
static const struct term *
blocks_between(struct arena *a, struct product *p)
{
    const struct term *by = NULL;

    if (p->n_w == 3 && p->w[0]->op == TERM_TRANSPOSE &&
        is_vector_of_numbers(p->w[0]->arg[0]) && is_blocks(p->w[1]) &&
        is_vector_of_numbers(p->w[2]))
        by = sum_of_blocks(a, p->w[0]->arg[0], p->w[1], p->w[2]);
    if (!by)
        return NULL;
    p->n_w = 0;
    by = expr_apply(a, TERM_MUL, product_term(a, p), by, NULL);
    return by;
}

const struct term *
code_block_product(struct rewriter *w, const struct term *t, bool backward)
{
    struct product p;
    const struct term *n;

    if (backward)
        return NULL;
    if (t->op == TERM_TRANSPOSE && is_blocks(t->arg[0]))
        return each_transposed(w->arena, t->arg[0]);
    if (is_blocks(t) && all_identity(t) && t->type.rows.n) {
        n = rational_term(w->arena, (struct rational){t->type.rows.n, 1});
        return expr_call(w->arena, FUNCTION_I, &n, 1, NULL);
    }
    if (t->op != TERM_MUL || !product_take_apart(&p, w->arena, t, true))
        return NULL;
    n = blocks_in_word(w->arena, &p);
    return n ? n : blocks_between(w->arena, &p);
}

/* ---- literal matrices -------------------------------------------------------------- */

/* A single column laid across is left as it is: it is half of a dot product. */
const struct term *
code_transpose(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *m = t->op == TERM_TRANSPOSE ? t->arg[0] : NULL, **at;

    if (backward || !m || m->op != TERM_MATRIX || m->rows == 1 || m->cols == 1)
        return NULL;
    at = ARENA_ARRAY(w->arena, const struct term *, m->n);
    for (int i = 0; i < m->rows; i++)
        for (int k = 0; k < m->cols; k++)
            at[k * m->rows + i] = m->arg[i * m->cols + k];
    return expr_matrix(w->arena, m->cols, m->rows, at, NULL);
}

/* Whether m^T m is I, worked out. */
static bool
is_orthogonal(struct rewriter *w, const struct term *m)
{
    const struct term *across, *both, *n, *unit;

    if (m->op != TERM_MATRIX || m->rows != m->cols)
        return false;
    across = expr_apply(w->arena, TERM_TRANSPOSE, m, NULL, NULL);
    across = across ? code_transpose(w, across, false) : NULL;
    both = across ? expr_apply(w->arena, TERM_MUL, across, m, NULL) : NULL;
    n = rational_term(w->arena, (struct rational){m->rows, 1});
    unit = expr_call(w->arena, FUNCTION_I, &n, 1, NULL);
    return both && unit && normal_same(w->arena, w->scope, both, unit);
}

/* P^T P = I and P P^T = I where P is written out. */
const struct term *
code_orthogonal(struct rewriter *w, const struct term *t, bool backward)
{
    struct product p;

    if (backward || t->op != TERM_MUL || !product_take_apart(&p, w->arena, t, true))
        return NULL;
    for (int i = 0; i + 1 < p.n_w; i++) {
        const struct term *x = p.w[i], *y = p.w[i + 1], *n;
        bool left = x->op == TERM_TRANSPOSE && expr_same(x->arg[0], y);
        bool right = y->op == TERM_TRANSPOSE && expr_same(y->arg[0], x);

        if ((!left && !right) || !is_orthogonal(w, left ? y : x))
            continue;
        n = rational_term(w->arena, (struct rational){(left ? y : x)->rows, 1});
        p.w[i] = expr_call(w->arena, FUNCTION_I, &n, 1, NULL);
        for (int k = i + 1; k + 1 < p.n_w; k++)
            p.w[k] = p.w[k + 1];
        p.n_w--;
        return product_term(w->arena, &p);
    }
    return NULL;
}
