/* Arithmetic in a format. */
#include "num/fast/fast.h"
#include "num/lens/round.h"

void
num_round_all(struct num_lens l, int n, const double *x, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = fl(l, x[i]);
}

double
num_sum(struct num_lens l, int n, const double *x)
{
    struct num_lens sums = lens_of_sums(l);
    double sum = 0;

    if (lens_is_fast(l, n))
        return num_fast_best()->sum((size_t)n, x);
    for (int i = 0; i < n; i++)
        sum = fl(sums, sum + x[i]);
    return fl(l, sum);
}

double
num_dot(struct num_lens l, int n, const double *x, const double *y)
{
    struct num_lens sums = lens_of_sums(l);
    double sum = 0;

    if (lens_is_fast(l, n))
        return num_fast_best()->dot((size_t)n, x, y);
    for (int i = 0; i < n; i++)
        sum = lens_step(sums, sum, x[i], y[i]);
    return fl(l, sum);
}

void
num_product(struct num_lens l, struct num_shape s, const double *x, const double *y,
            double *out)
{
    struct num_lens sums = lens_of_sums(l);

    for (int r = 0; r < s.rows; r++) {
        double *row = out + (long)r * s.cols;

        for (int c = 0; c < s.cols; c++)
            row[c] = 0;
        for (int i = 0; i < s.inner; i++)
            for (int c = 0; c < s.cols; c++)
                row[c] = lens_step(sums, row[c], x[(long)r * s.inner + i],
                                   y[(long)i * s.cols + c]);
        num_round_all(l, s.cols, row, row);
    }
}
