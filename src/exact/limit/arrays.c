/* Functions of vectors and matrices of germs, and of several numbers. */
#include "exact/limit/follow.h"

static const struct germ *
square_sum(struct follow *f, const struct grid *x)
{
    const struct germ *sum = germ_int(f->germs, 0);

    for (int i = 0; i < x->rows * x->cols; i++) {
        const struct germ *size = germ_abs(f->germs, x->at[i]);

        sum = germ_add(f->germs, sum, germ_mul(f->germs, size, size));
    }
    return sum;
}

static const struct grid *
call_norm(struct follow *f, const struct term *t, const struct grid *x)
{
    (void)t;
    return grid_number(f, germ_sqrt(f->germs, square_sum(f, x), false));
}

static const struct germ *
mean_size(struct follow *f, const struct grid *x)
{
    return germ_sqrt(f->germs,
                     germ_div(f->germs, square_sum(f, x), germ_int(f->germs, x->rows)),
                     false);
}

static const struct grid *
call_rms(struct follow *f, const struct term *t, const struct grid *x)
{
    (void)t;
    return grid_number(f, mean_size(f, x));
}

static const struct grid *
divided(struct follow *f, const struct grid *x, const struct germ *by)
{
    struct grid *g = grid_new(f, x->rows, x->cols);

    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] = germ_div(f->germs, x->at[i], by);
    return f->germs->state == GERM_FINE ? g : NULL;
}

static const struct grid *
call_rmsnorm(struct follow *f, const struct term *t, const struct grid *x)
{
    (void)t;
    return divided(f, x, mean_size(f, x));
}

static const struct grid *
call_softmax(struct follow *f, const struct term *t, const struct grid *x)
{
    struct grid *e = grid_new(f, x->rows, x->cols);
    const struct germ *sum = germ_int(f->germs, 0);

    (void)t;
    for (int i = 0; i < e->rows * e->cols; i++) {
        e->at[i] = germ_exp(f->germs, x->at[i], false);
        sum = germ_add(f->germs, sum, e->at[i]);
    }
    return divided(f, e, sum);
}

/* The larger, or minus the larger of what is turned round. */
static const struct germ *
larger_or_least(struct follow *f, enum function_id id, const struct germ *x,
                const struct germ *y)
{
    const struct germ *m;

    if (!x || !y || id == FUNCTION_MAX)
        return germ_max(f->germs, x, y);
    m = germ_max(f->germs, germ_map(f->germs, x, num_neg),
                 germ_map(f->germs, y, num_neg));
    return germ_map(f->germs, m, num_neg);
}

static const struct grid *
call_extreme(struct follow *f, const struct term *t, const struct grid *x)
{
    const struct germ *best = x->at[0];

    for (int i = 1; i < x->rows * x->cols; i++)
        best = larger_or_least(f, t->function, best, x->at[i]);
    for (int i = 1; i < t->n && best; i++) {
        x = follow_term(f, t->arg[i]);
        best = x ? larger_or_least(f, t->function, best, x->at[0]) : NULL;
    }
    return grid_number(f, best);
}

static const struct grid *
call_turn(struct follow *f, const struct term *t, const struct grid *x)
{
    struct grid *g = grid_new(f, 2, 2);

    (void)t;
    g->at[0] = g->at[3] = germ_call(f->germs, FUNCTION_COS, x->at[0], false);
    g->at[2] = germ_call(f->germs, FUNCTION_SIN, x->at[0], false);
    g->at[1] = germ_map(f->germs, g->at[2], num_neg);
    return f->germs->state == GERM_FINE ? g : NULL;
}

static const struct grid *
call_diag(struct follow *f, const struct term *t, const struct grid *x)
{
    struct grid *g = grid_new(f, x->rows, x->rows);
    const struct germ *zero = germ_int(f->germs, 0);

    (void)t;
    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] = i / g->cols == i % g->cols ? x->at[i / g->cols] : zero;
    return f->germs->state == GERM_FINE ? g : NULL;
}

typedef const struct grid *
array_fn(struct follow *f, const struct term *t, const struct grid *x);

static array_fn *const calls[FUNCTION_COUNT] = {
    [FUNCTION_NORM] = call_norm,       [FUNCTION_RMS] = call_rms,
    [FUNCTION_RMSNORM] = call_rmsnorm, [FUNCTION_SOFTMAX] = call_softmax,
    [FUNCTION_MAX] = call_extreme,     [FUNCTION_MIN] = call_extreme,
    [FUNCTION_R] = call_turn,          [FUNCTION_DIAG] = call_diag,
};

bool
follow_has_array_call(enum function_id f)
{
    return calls[f] != NULL;
}

const struct grid *
follow_array_call(struct follow *f, const struct term *t)
{
    const struct grid *x = follow_term(f, t->arg[0]);

    return x ? calls[t->function](f, t, x) : NULL;
}
