/*
 * The functions of models: softmax, rms, rmsnorm, onehot, blockdiag.
 */
#include "exact/machine/ops.h"

#include "exact/number/func.h"

/* ---- softmax ----------------------------------------------------------------------- */

/* An entry that is as large as any, as far as prec bits tell. */
static int
find_largest(const struct balls *v, slong prec)
{
    int found = 0;

    for (int i = 1; i < v->rows; i++)
        if (ball_compare(&v->at[i], &v->at[found], prec) == GREATER)
            found = i;
    return found;
}

/* exp(z_i - z_k) / sum_j exp(z_j - z_k), which is the same for every k: with a largest
 * z_k no power is large. */
enum state
ops_softmax(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *z = &m->reg[n->arg[0]];
    int largest = find_largest(z, m->prec);
    enum state state = DEFINED;
    struct ball sum;

    if (z->cols != 1)
        return UNDEFINED;
    if (!machine_afford(m, z->rows, FUNCTION_WORK * z->rows))
        return UNKNOWN;
    ball_init(&sum);
    balls_shape(r, z->rows, 1);
    for (int i = 0; i < z->rows && state == DEFINED; i++) {
        ball_sub(&r->at[i], &z->at[i], &z->at[largest], m->prec);
        state = func_apply(FUNCTION_EXP, &r->at[i], &r->at[i], false, m->prec);
        ball_add(&sum, &sum, &r->at[i], m->prec);
    }
    for (int i = 0; i < z->rows && state == DEFINED; i++)
        state = ball_div(&r->at[i], &r->at[i], &sum, m->prec);
    ball_fini(&sum);
    return state;
}

/* ---- rms --------------------------------------------------------------------------- */

/* norm(x) / sqrt(n) */
static enum state
find_rms(struct ball *r, const struct balls *x, slong prec)
{
    struct ball root;
    enum state state;

    ball_init(&root);
    ball_set_int(&root, x->rows * x->cols);
    state = ball_sqrt(&root, &root, false, prec);
    balls_norm(r, x, prec);
    if (state == DEFINED)
        state = ball_div(r, r, &root, prec);
    ball_fini(&root);
    return state;
}

enum state
ops_rms(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *x = &m->reg[n->arg[0]];

    if (!machine_afford(m, 0, x->rows))
        return UNKNOWN;
    balls_shape(r, 1, 1);
    return find_rms(r->at, x, m->prec);
}

enum state
ops_rmsnorm(struct machine *m, const struct node *n, struct balls *r)
{
    const struct balls *x = &m->reg[n->arg[0]];
    enum state state;
    struct ball rms;

    if (!machine_afford(m, x->rows, 2 * x->rows))
        return UNKNOWN;
    ball_init(&rms);
    balls_shape(r, x->rows, x->cols);
    state = find_rms(&rms, x, m->prec);
    for (int i = 0; i < x->rows * x->cols && state == DEFINED; i++)
        state = ball_div(&r->at[i], &x->at[i], &rms, m->prec);
    ball_fini(&rms);
    return state;
}

/* ---- onehot and blocks ------------------------------------------------------------- */

enum state
ops_onehot(struct machine *m, const struct node *n, struct balls *r)
{
    int size = 1, place = 1;
    enum state state = ops_index(&m->reg[n->arg[1]], SIDE_MAX, &size);

    if (state == DEFINED)
        state = ops_index(&m->reg[n->arg[0]], size, &place);
    if (state != DEFINED)
        return state;
    if (!machine_afford(m, size, size))
        return UNKNOWN;
    balls_shape(r, size, 1);
    for (int i = 0; i < size; i++)
        ball_set_int(&r->at[i], i + 1 == place);
    return DEFINED;
}

static void
put_block(struct balls *r, const struct balls *block, int row, int col)
{
    for (int i = 0; i < block->rows; i++)
        for (int j = 0; j < block->cols; j++)
            ball_copy(&r->at[(row + i) * r->cols + col + j],
                      &block->at[i * block->cols + j]);
}

enum state
ops_blockdiag(struct machine *m, const struct node *n, struct balls *r)
{
    int rows = 0, cols = 0;

    for (int i = 0; i < n->n; i++) {
        rows += m->reg[n->arg[i]].rows;
        cols += m->reg[n->arg[i]].cols;
    }
    if (!machine_afford(m, (long)rows * cols, (long)rows * cols))
        return UNKNOWN;
    balls_shape(r, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        ball_set_int(&r->at[i], 0);
    rows = cols = 0;
    for (int i = 0; i < n->n; i++) {
        const struct balls *block = &m->reg[n->arg[i]];

        put_block(r, block, rows, cols);
        rows += block->rows;
        cols += block->cols;
    }
    return DEFINED;
}
