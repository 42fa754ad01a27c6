/* Softmax, its derivative, its entropy, masks. */
#include <math.h>
#include <stddef.h>

#include "num/attention.h"
#include "num/fast/fast.h"
#include "num/lens/round.h"

/* The largest of z; NaN when one is NaN; -inf of none. */
static double
largest(int n, const double *z)
{
    double top = -INFINITY;

    for (int i = 0; i < n; i++) {
        if (isnan(z[i]))
            return NAN;
        top = fmax(top, z[i]);
    }
    return top;
}

/* Sum of exp(z_i - top); with p, the terms too. */
static double
sum_of_exponentials(struct num_lens l, double top, int n, const double *z, double *p)
{
    struct num_lens sums = lens_of_sums(l);
    double sum = 0;

    for (int i = 0; i < n; i++) {
        double term = fl(l, exp(fl(l, z[i] - top)));

        sum = fl(sums, sum + term);
        if (p)
            p[i] = term;
    }
    return fl(l, sum);
}

/* Without a lens; NaN when there is one, or a score that is infinite. */
static double
lse_fast(size_t n, const double *z)
{
    const struct num_fast *fast = num_fast_best();
    double top = fast->largest(n, z), sum = 0, term[256];

    for (size_t at = 0, step = 256; at < n; at += step)
        sum += fast->exponentials(n - at < step ? n - at : step, top, z + at, term);
    return top + log(sum);
}

double
num_lse(struct num_lens l, int n, const double *z)
{
    double top = lens_is_fast(l, n) ? lse_fast((size_t)n, z) : NAN;

    if (isfinite(top))
        return top;
    top = largest(n, z);
    if (!isfinite(top))
        return top;
    return fl(l, top + fl(l, log(sum_of_exponentials(l, top, n, z, NULL))));
}

static void
divide_all(struct num_lens l, double by, int n, double *p)
{
    for (int i = 0; i < n; i++)
        p[i] = fl(l, p[i] / by);
}

/* Softmax at temperature 1. */
static void
share(struct num_lens l, int n, const double *z, double *p)
{
    const struct num_fast *fast = num_fast_best();
    size_t size = (size_t)n;

    if (lens_is_fast(l, n)) {
        double top = fast->largest(size, z);

        fast->divide(size, fast->exponentials(size, top, z, p), p);
        return;
    }
    divide_all(l, sum_of_exponentials(l, largest(n, z), n, z, p), n, p);
}

/* The limit of cold: the largest share evenly. */
static void
share_among_largest(struct num_lens l, int n, const double *z, double *p)
{
    double top = largest(n, z), count = 0;

    for (int i = 0; i < n; i++)
        count += z[i] == top;
    for (int i = 0; i < n; i++)
        p[i] = isfinite(top) ? fl(l, (z[i] == top) / count) : NAN;
}

void
num_softmax(struct num_lens l, double tau, int n, const double *z, double *p)
{
    if (tau == 0) {
        share_among_largest(l, n, z, p);
        return;
    }
    for (int i = 0; i < n; i++)
        p[i] = tau == 1 ? z[i] : fl(l, tau > 0 ? z[i] / tau : NAN);
    share(l, n, p, p);
}

void
num_softmax_naive(struct num_lens l, int n, const double *z, double *p)
{
    divide_all(l, sum_of_exponentials(l, 0, n, z, p), n, p);
}

/* ---- masks ------------------------------------------------------------------------- */

/* The allowed scores together, then their shares back to their places. */
static void
share_among_allowed(struct num_lens l, int n, const bool *allowed, const double *z,
                    double *p)
{
    int m = 0;

    for (int i = 0; i < n; i++)
        if (allowed[i])
            p[m++] = z[i];
    share(l, m, p, p);
    for (int i = n - 1; i >= 0; i--)
        p[i] = allowed[i] ? p[--m] : 0;
}

static double
masked(struct num_lens l, struct num_mask m, double z)
{
    if (m.kind == NUM_MASK_INFINITE)
        return -INFINITY;
    return m.kind == NUM_MASK_FINITE ? fl(l, z + fl(l, m.fill)) : z;
}

int
num_softmax_masked(struct num_lens l, struct num_mask m, int n, const bool *allowed,
                   const double *z, double *p)
{
    int live = 0;

    for (int i = 0; i < n; i++)
        live += allowed[i];
    if (m.kind == NUM_MASK_BOOLEAN) {
        share_among_allowed(l, n, allowed, z, p);
        return live;
    }
    for (int i = 0; i < n; i++)
        p[i] = allowed[i] ? z[i] : masked(l, m, z[i]);
    share(l, n, p, p);
    return live;
}

/* ---- derivative and entropy -------------------------------------------------------- */

void
num_softmax_jacobian(struct num_lens l, int n, const double *p, double *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[(long)i * n + j] =
                i == j ? fl(l, p[i] * fl(l, 1 - p[i])) : -fl(l, p[i] * p[j]);
}

/* |J|^2 = sum p_i^2 ((1 - p_i)^2 + sum over j != i of p_j^2). The largest share's 1 - p
 * is summed from the others, which are what is left of it. */
double
num_softmax_jacobian_norm(int n, const double *p)
{
    double rest = 0, squares = 0, total = 0;
    int top = 0;

    for (int i = 1; i < n; i++)
        if (p[i] > p[top])
            top = i;
    for (int i = 0; i < n; i++) {
        rest += i == top ? 0 : p[i];
        squares += i == top ? 0 : p[i] * p[i];
    }
    for (int i = 0; i < n; i++) {
        double others = squares + p[top] * p[top] - p[i] * p[i], gap = 1 - p[i];

        total += p[i] * p[i] * (i == top ? rest * rest + squares : gap * gap + others);
    }
    return sqrt(total);
}

void
num_softmax_backward(struct num_lens l, int n, const double *p, const double *dp,
                     double *dz)
{
    double mean = num_dot(l, n, p, dp);

    for (int i = 0; i < n; i++)
        dz[i] = fl(l, p[i] * fl(l, dp[i] - mean));
}

double
num_entropy(int n, const double *p)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum -= p[i] == 0 ? 0 : p[i] * log(p[i]);
    return sum == 0 ? 0 : sum;
}

double
num_softmax_gap(double n, double rest)
{
    return log((n - 1) * (1 - rest) / rest);
}
