/* Losses. */
#include <math.h>

#include "num/attention.h"
#include "num/lens/round.h"
#include "num/model.h"

double
num_loss(struct num_lens l, int n, const double *z, int w, double *dz)
{
    double loss = fl(l, num_lse(l, n, z) - z[w]);

    if (dz) {
        num_softmax(l, 1, n, z, dz);
        dz[w] = fl(l, dz[w] - 1);
    }
    return loss;
}

double
num_cross_entropy(int n, const double *y, const double *p)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum -= y[i] == 0 ? 0 : y[i] * log(p[i]);
    return sum == 0 ? 0 : sum;
}

double
num_kl(int n, const double *q, const double *p)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += q[i] == 0 ? 0 : q[i] * log(q[i] / p[i]);
    return sum;
}

double
num_chain_ln(struct num_lens l, int length, const double *share)
{
    struct num_lens sums = lens_of_sums(l);
    double sum = 0;

    for (int t = 0; t < length; t++)
        sum = fl(sums, sum + fl(l, log(share[t])));
    return fl(l, sum);
}

double
num_chain(struct num_lens l, int length, const double *share)
{
    double product = 1;

    for (int t = 0; t < length; t++)
        product = fl(l, product * share[t]);
    return product;
}

double
num_perplexity(double loss)
{
    return exp(loss);
}

double
num_bits(double loss)
{
    return loss / log(2);
}
