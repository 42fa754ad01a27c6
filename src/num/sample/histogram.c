/* Streaming histograms. */
#include <math.h>

#include "num/sample.h"

void
num_histogram_add(struct num_histogram *h, size_t n, const double *x)
{
    double scale = NUM_BINS / (h->high - h->low);

    for (size_t i = 0; i < n; i++) {
        double at = (x[i] - h->low) * scale;

        if (at < 0)
            h->below++;
        else if (at >= NUM_BINS)
            h->above++;
        else if (at >= 0) /* not NaN */
            h->bin[(int)at]++;
    }
}

static double
count(const struct num_histogram *h)
{
    double n = (double)(h->below + h->above);

    for (int i = 0; i < NUM_BINS; i++)
        n += (double)h->bin[i];
    return n;
}

/* The value with `rank` numbers below it. */
static double
value_at(const struct num_histogram *h, double rank)
{
    double before = (double)h->below, width = (h->high - h->low) / NUM_BINS;

    if (rank < before)
        return -INFINITY;
    for (int i = 0; i < NUM_BINS; i++) {
        double here = (double)h->bin[i];

        if (here > 0 && rank <= before + here)
            return h->low + width * (i + (rank - before) / here);
        before += here;
    }
    return INFINITY;
}

struct num_estimate
num_histogram_quantile(const struct num_histogram *h, double q)
{
    double n = count(h), off = sqrt(n * q * (1 - q)), low, high, width, error;

    if (n == 0)
        return (struct num_estimate){NAN, NAN};
    low = value_at(h, fmax(n * q - off, 0));
    high = value_at(h, fmin(n * q + off, n));
    /* What is in a bin is spread evenly in it, or not. */
    width = (h->high - h->low) / NUM_BINS;
    error = low == high ? 0 : (high - low) / 2;
    return (struct num_estimate){value_at(h, n * q), hypot(error, width / sqrt(12))};
}
