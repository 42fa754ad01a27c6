/* The functions of models: softmax, rms, rmsnorm, onehot, blockdiag. */
#include <math.h>

#include "calc/calc_priv.h"

/* The largest entry is taken out of all exponents, so that none is too large. */
struct value
softmax(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f = array_new(c, x.rows, 1);
    double largest = -INFINITY, sum = 0;

    for (int i = 0; i < f.rows; i++)
        largest = fmax(largest, creal(x.at[i]));
    for (int i = 0; i < f.rows; i++) {
        double share = exp(creal(x.at[i]) - largest);

        f.at[i] = share;
        sum += share;
    }
    for (int i = 0; i < f.rows; i++)
        f.at[i] = creal(f.at[i]) / sum;
    return finished(f, t);
}

double
rms(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);

    return x.rows ? length(x) / sqrt(x.rows) : NAN;
}

struct value
rmsnorm(struct calc *c, const struct term *t)
{
    struct value x = array_of(c, t->arg[0]);
    struct filling f = array_new(c, x.rows, 1);
    double size = f.rows ? length(x) / sqrt(x.rows) : NAN;

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
