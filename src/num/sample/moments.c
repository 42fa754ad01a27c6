/* Streaming moments. */
#include <math.h>

#include "num/fast/fast.h"
#include "num/sample.h"

static double
binomial(int n, int k)
{
    double out = 1;

    for (int i = 0; i < k; i++)
        out = out * (n - i) / (i + 1);
    return out;
}

static double
power(double x, int n)
{
    double out = 1;

    for (int i = 0; i < n; i++)
        out *= x;
    return out;
}

void
num_moments_merge(struct num_moments *t, const struct num_moments *other)
{
    double a = t->count, b = other->count, n = a + b, delta = other->mean - t->mean;

    if (b == 0)
        return;
    if (a == 0) {
        *t = *other;
        return;
    }
    /* The higher first: each needs the old lower ones. */
    for (int p = NUM_MOMENTS; p >= 2; p--) {
        double sum = t->m[p] + other->m[p];

        for (int k = 1; k <= p - 2; k++)
            sum += binomial(p, k) * power(delta, k) *
                   (power(-b / n, k) * t->m[p - k] + power(a / n, k) * other->m[p - k]);
        t->m[p] = sum + power(a * b / n * delta, p) *
                            (1 / power(b, p - 1) - 1 / power(-a, p - 1));
    }
    t->mean += delta * (b / n);
    t->count = n;
    t->low = fmin(t->low, other->low);
    t->high = fmax(t->high, other->high);
}

void
num_moments_add(struct num_moments *t, size_t n, const double *x)
{
    struct num_moments block = {.count = (double)n};
    const struct num_fast *fast = num_fast_best();

    fast->extremes(n, x, &block.low, &block.high);
    block.mean = n ? fast->sum(n, x) / (double)n : 0;
    fast->powers(n, block.mean, x, block.m);
    num_moments_merge(t, &block);
}

/* ---- estimates --------------------------------------------------------------------- */

/* Central moment p. */
static double
central(const struct num_moments *t, int p)
{
    return t->m[p] / t->count;
}

static const struct num_estimate none = {NAN, NAN};

/* The root of a variance that rounding may have made negative. */
static double
root(double x)
{
    return sqrt(x < 0 ? 0 : x);
}

struct num_estimate
num_moments_mean(const struct num_moments *t)
{
    double n = t->count;

    if (n == 0)
        return none;
    return (struct num_estimate){t->mean, n > 1 ? root(t->m[2] / (n - 1) / n) : NAN};
}

struct num_estimate
num_moments_variance(const struct num_moments *t)
{
    double n = t->count, square = central(t, 2) * central(t, 2);

    if (n < 2)
        return none;
    return (struct num_estimate){t->m[2] / (n - 1),
                                 root((central(t, 4) - square * (n - 3) / (n - 1)) / n)};
}

struct num_estimate
num_moments_deviation(const struct num_moments *t)
{
    struct num_estimate v = num_moments_variance(t);
    double deviation = sqrt(v.value);

    return (struct num_estimate){deviation, v.error == 0 ? 0 : v.error / (2 * deviation)};
}

/* Cramer 1946, section 27.7, the standardised deviations being z. */
struct num_estimate
num_moments_kurtosis(const struct num_moments *t)
{
    double s = sqrt(central(t, 2)), z[NUM_MOMENTS + 1], variance;

    if (t->count < 2 || s == 0)
        return none;
    for (int p = 3; p <= NUM_MOMENTS; p++)
        z[p] = central(t, p) / power(s, p);
    variance = z[8] - 4 * z[4] * z[6] - 8 * z[3] * z[5] + 4 * z[4] * z[4] * z[4] -
               z[4] * z[4] + 16 * z[3] * z[3] * z[4] + 16 * z[3] * z[3];
    return (struct num_estimate){z[4] - 3, root(variance / t->count)};
}
