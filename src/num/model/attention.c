/* One attention head. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "num/attention.h"
#include "num/fast/fast.h"
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

/* ---- many doubles ------------------------------------------------------------------ */

/* A few queries at a time, so that a key that is loaded serves all of them. Row r of p is
 * then its shares; what it does not see is 0. */
struct few {
    const struct num_fast *fast;
    double *keys; /* transposed: d x keys */
    double *p;    /* FAST_ROWS x keys */
};

static double *
transposed(int rows, int cols, const double *x)
{
    double *out = xmalloc(((size_t)rows * (size_t)cols + 1) * sizeof *out);

    for (long r = 0; r < rows; r++)
        for (long c = 0; c < cols; c++)
            out[c * rows + r] = x[r * cols + c];
    return out;
}

static void
share_few(const struct num_head *h, const struct few *f, int first, int rows)
{
    size_t keys = (size_t)h->keys, d = (size_t)h->d;

    memset(f->p, 0, FAST_ROWS * keys * sizeof *f->p);
    f->fast->multiply((size_t)rows, d, keys, h->q + (size_t)first * d, d, f->keys, f->p);
    for (int r = 0; r < rows; r++) {
        double *p = f->p + (size_t)r * keys;
        int n = seen(h, first + r);

        for (int j = 0; j < n; j++)
            p[j] *= h->scale;
        num_softmax((struct num_lens){0}, 1, n, p, p);
        for (int j = n; j < h->keys; j++)
            p[j] = 0;
    }
}

/* Causal rows one by one: what a row does not see is not even multiplied by 0. */
static void
mix_few(const struct num_head *h, const struct few *f, int first, int rows, double *out)
{
    size_t width = (size_t)h->width, keys = (size_t)h->keys,
           step = h->causal ? 1 : FAST_ROWS;

    memset(out, 0, (size_t)rows * width * sizeof *out);
    for (size_t r = 0; r < (size_t)rows; r += step) {
        size_t left = (size_t)rows - r, n = (size_t)seen(h, first + (int)r);

        f->fast->multiply(left < step ? left : step, n, width, f->p + r * keys, keys,
                          h->v, out + r * width);
        for (size_t c = 0; c < width && n == 0; c++)
            out[r * width + c] = NAN;
    }
}

static int
attend_fast(const struct num_head *h, double *p, double *out)
{
    size_t keys = (size_t)h->keys;
    struct few f = {num_fast_best(), transposed(h->keys, h->d, h->k),
                    xmalloc(FAST_ROWS * keys * sizeof(double))};
    int empty = 0;

    for (int i = 0; i < h->queries; i += FAST_ROWS) {
        int rows = h->queries - i < FAST_ROWS ? h->queries - i : FAST_ROWS;

        share_few(h, &f, i, rows);
        mix_few(h, &f, i, rows, out + (size_t)i * (size_t)h->width);
        if (p)
            memcpy(p + (size_t)i * keys, f.p, (size_t)rows * keys * sizeof *p);
        for (int r = 0; r < rows; r++) {
            bool none = seen(h, i + r) == 0;

            empty += none;
            for (size_t j = 0; p && none && j < keys; j++)
                p[(size_t)(i + r) * keys + j] = NAN;
        }
    }
    free(f.keys);
    free(f.p);
    return empty;
}

int
num_attention(struct num_lens l, const struct num_head *h, double *p, double *out)
{
    double *row;
    int empty = 0;

    if (lens_is_fast(l, h->keys))
        return attend_fast(h, p, out);
    row = xmalloc(((size_t)h->keys + 1) * sizeof *row);
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
