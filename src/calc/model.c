/* The functions of models: softmax, rms, rmsnorm, onehot, blockdiag. */
#include <math.h>

#include "calc/calc_priv.h"

/* A copy of the real parts, with which room num works. */
static double *
numbers_of(struct calc *c, struct value x)
{
    double *at = ARENA_ARRAY(c->arena, double, x.rows + 1);

    for (int i = 0; i < x.rows; i++)
        at[i] = creal(x.at[i]);
    return at;
}

static struct value
vector_of(struct calc *c, const struct term *t, int n, const double *x)
{
    struct filling f = array_new(c, n, 1);

    for (int i = 0; i < f.rows; i++)
        f.at[i] = x[i];
    return finished(f, t);
}

struct value
softmax(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    double *z = numbers_of(c, x);

    num_softmax(c->lens, 1, x.rows, z, z);
    return vector_of(c, t, x.rows, z);
}

double
rms(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);

    double *at = numbers_of(c, x);

    if (c->lens.format != NUM_FP64 && x.rows)
        return num_rmsnorm(c->lens, &(struct num_norm){.n = x.rows}, at, at);
    return x.rows ? length(c, x) / sqrt(x.rows) : NAN;
}

struct value
rmsnorm(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f;
    double size, *at = numbers_of(c, x);

    if (c->lens.format != NUM_FP64) {
        num_rmsnorm(c->lens, &(struct num_norm){.n = x.rows}, at, at);
        return vector_of(c, t, x.rows, at);
    }
    f = array_new(c, x.rows, 1);
    size = f.rows ? length(c, x) / sqrt(x.rows) : NAN;
    for (int i = 0; i < f.rows; i++)
        f.at[i] = size > 0 ? creal(x.at[i]) / size : NAN;
    return finished(f, t);
}

struct value
onehot(struct calc *c, const struct term *t)
{
    double j = real_of(c, t->arg[0]);
    struct filling f = array_new(c, size_argument(c, t, 1), 1);
    bool inside = j >= 1 && j <= f.rows && j == floor(j);

    for (int i = 0; i < f.rows; i++)
        f.at[i] = !inside ? NAN : i + 1 == (int)j;
    return finished(f, t);
}

static void
put_block(struct filling f, struct value x, int row, int col)
{
    for (int i = 0; i < x.rows; i++)
        for (int j = 0; j < x.cols; j++)
            f.at[(row + i) * f.cols + col + j] = x.at[i * x.cols + j];
}

struct value
blockdiag(struct calc *c, const struct term *t)
{
    struct value block[16];
    struct filling f;
    int rows = 0, cols = 0, n = t->n;

    for (int i = 0; i < n; i++) {
        block[i] = array_of(c, t->arg[i]);
        rows += block[i].rows;
        cols += block[i].cols;
    }
    f = array_new(c, rows, cols);
    rows = cols = 0;
    for (int i = 0; i < n && f.rows; i++) {
        put_block(f, block[i], rows, cols);
        rows += block[i].rows;
        cols += block[i].cols;
    }
    return finished(f, t);
}
