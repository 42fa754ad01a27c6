/* Rules of matrices that are code. */
#include "proof/rule/code.h"

/* ---- a number is its own transpose ------------------------------------------------- */

static const struct term *
transposed(struct arena *a, const struct term *t)
{
    if (t->op == TERM_TRANSPOSE)
        return t->arg[0];
    return expr_apply(a, TERM_TRANSPOSE, t, NULL, NULL);
}

const struct term *
code_transpose_scalar(struct rewriter *w, const struct term *t, bool backward)
{
    const struct term *x, *y, *turned;

    if (backward || !type_is_number(t->type))
        return NULL;
    if (t->op == TERM_TRANSPOSE)
        return t->arg[0];
    if (t->op != TERM_MUL || !type_is_array(t->arg[0]->type))
        return NULL;
    x = transposed(w->arena, t->arg[0]);
    y = transposed(w->arena, t->arg[1]);
    turned = x && y ? expr_apply(w->arena, TERM_MUL, y, x, NULL) : NULL;
    return turned && order_terms(turned, t) < 0 ? turned : NULL;
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
    return blocks_in_word(w->arena, &p);
}
