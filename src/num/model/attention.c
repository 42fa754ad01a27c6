/* One attention head. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "num/attention.h"
#include "num/lens/round.h"

/* How many keys query i sees: the first so many. */
static int
seen(const struct num_head *h, int i)
{
    int n = h->causal ? h->first + i + 1 : h->keys;

    return n < 0 ? 0 : n > h->keys ? h->keys : n;
}

/* The shares of query i among the keys that it sees; returns how many. */
static int
share_keys(struct num_lens l, const struct num_head *h, int i, double *p)
{
    const double *q = h->q + (long)i * h->d;
    int n = seen(h, i);

    for (int j = 0; j < n; j++)
        p[j] = fl(l, num_dot(l, h->d, q, h->k + (long)j * h->d) * fl(l, h->scale));
    num_softmax(l, 1, n, p, p);
    return n;
}

static void
mix_values(struct num_lens l, const struct num_head *h, int n, const double *p,
           double *out)
{
    struct num_shape one = {1, n, h->width};

    num_product(l, one, p, h->v, out);
    for (int c = 0; c < h->width && n == 0; c++)
        out[c] = NAN;
}

int
num_attention(struct num_lens l, const struct num_head *h, double *p, double *out)
{
    double *row = xmalloc(((size_t)h->keys + 1) * sizeof *row);
    int empty = 0;

    for (int i = 0; i < h->queries; i++) {
        int n = share_keys(l, h, i, row);

        mix_values(l, h, n, row, out + (long)i * h->width);
        empty += n == 0;
        for (int j = 0; p && j < h->keys; j++)
            p[(long)i * h->keys + j] = n == 0 ? NAN : j < n ? row[j] : 0;
    }
    free(row);
    return empty;
}

/* sum += factor x, d numbers. */
static void
add_scaled(struct num_lens l, int d, double factor, const double *x, double *sum)
{
    for (int c = 0; c < d; c++)
        sum[c] = lens_step(l, sum[c], factor, x[c]);
}

/* What query i passes back; p and ds are rows to work in. */
static void
pass_back(struct num_lens l, const struct num_head *h, int i, const double *dout,
          struct num_head_gradient *g, double *p, double *ds)
{
    const double *q = h->q + (long)i * h->d;
    int n = share_keys(l, h, i, p);

    for (int j = 0; j < n; j++) {
        ds[j] = num_dot(l, h->width, dout, h->v + (long)j * h->width);
        add_scaled(l, h->width, p[j], dout, g->v + (long)j * h->width);
    }
    num_softmax_backward(l, n, p, ds, ds);
    for (int j = 0; j < n; j++) {
        double by = fl(l, ds[j] * fl(l, h->scale));

        add_scaled(l, h->d, by, h->k + (long)j * h->d, g->q + (long)i * h->d);
        add_scaled(l, h->d, by, q, g->k + (long)j * h->d);
    }
}

void
num_attention_backward(struct num_lens l, const struct num_head *h, const double *dout,
                       struct num_head_gradient *out)
{
    size_t keys = (size_t)h->keys;
    double *p = xmalloc((keys + 1) * sizeof *p), *ds = xmalloc((keys + 1) * sizeof *ds);

    for (long i = 0; i < (long)h->queries * h->d; i++)
        out->q[i] = 0;
    for (long i = 0; i < (long)h->keys * h->d; i++)
        out->k[i] = 0;
    for (long i = 0; i < (long)h->keys * h->width; i++)
        out->v[i] = 0;
    for (int i = 0; i < h->queries; i++)
        pass_back(l, h, i, dout + (long)i * h->width, out, p, ds);
    free(p);
    free(ds);
}
