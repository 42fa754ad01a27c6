/*
 * A key projection W (d x d) squeezed through a latent of `rank` numbers, as MLA does. W
 * = U S V^T with random rotations U, V and the spectrum s_i = decay^i; the best latent of
 * that rank keeps the largest s_i (Eckart and Young 1936). How much of W x is lost, of
 * random x.
 */
#include <math.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "num/experiment/method.h"
#include "num/model.h"

enum { RANK, D, DECAY, N };

static const struct num_parameter parameters[] = {
    {"rank",  "numbers in the latent",                 NUM_WHOLE, 16,   0, 512, NULL},
    {"d",     "rows and columns of W",                 NUM_WHOLE, 64,   1, 512, NULL},
    {"decay", "each singular value to the one before", NUM_REAL,  0.9,  0, 1,   NULL},
    {"n",     "inputs",                                NUM_WHOLE, 1000, 1, 1e9, NULL},
};

static const char *const results[] = {"error"};

struct state {
    double *full; /* d x d */
    struct num_latent latent;
};

/* A random orthogonal matrix: the Q of a matrix of normal numbers. (The recursive forms
 * run along rows: at d = 512 ten times as fast as those that go down columns.) */
static bool
rotation(const struct num_run *r, uint64_t stream, double *out)
{
    size_t d = (size_t)real(r, D), size = d * d;
    double *entries = ARENA_ARRAY(r->arena, double, 3 * size);
    gsl_matrix_view a = gsl_matrix_view_array(entries, d, d);
    gsl_matrix_view reflectors = gsl_matrix_view_array(entries + size, d, d);
    gsl_matrix_view rest = gsl_matrix_view_array(entries + 2 * size, d, d);
    gsl_matrix_view q = gsl_matrix_view_array(out, d, d);
    struct tap t;

    tap_open(&t, r, stream);
    tap_fill(&t, size, entries);
    return gsl_linalg_QR_decomp_r(&a.matrix, &reflectors.matrix) == GSL_SUCCESS &&
           gsl_linalg_QR_unpack_r(&a.matrix, &reflectors.matrix, &q.matrix,
                                  &rest.matrix) == GSL_SUCCESS;
}

/* out = u v^T */
static bool
multiply(int d, double *u, double *v, double *out)
{
    size_t side = (size_t)d;
    gsl_matrix_view left = gsl_matrix_view_array(u, side, side);
    gsl_matrix_view right = gsl_matrix_view_array(v, side, side);
    gsl_matrix_view product = gsl_matrix_view_array(out, side, side);

    return gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, &left.matrix, &right.matrix, 0,
                          &product.matrix) == GSL_SUCCESS;
}

static bool
start(struct num_run *r, struct err *e)
{
    int d = whole(r, D), rank = whole(r, RANK);
    size_t size = (size_t)d * (size_t)d;
    double *u = ARENA_ARRAY(r->arena, double, size),
           *v = ARENA_ARRAY(r->arena, double, size);
    double *up = ARENA_ARRAY(r->arena, double, size + 1), *down;
    struct state *s = ARENA_NEW(r->arena, struct state);

    if (rank > d)
        return run_refuses(r, RANK, "the rank is at most d", e);
    /* Streams that no block will have. */
    if (!rotation(r, UINT64_MAX, u) || !rotation(r, UINT64_MAX - 1, v))
        return run_refuses(r, D, "no rotation could be found", e);
    down = ARENA_ARRAY(r->arena, double, size + 1);
    s->full = ARENA_ARRAY(r->arena, double, size);
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
            double scaled = u[i * d + j] * pow(real(r, DECAY), j);

            if (j < rank)
                up[i * rank + j] = scaled;
            if (j < rank)
                down[j * d + i] = v[i * d + j];
            u[i * d + j] = scaled;
        }
    if (!multiply(d, u, v, s->full))
        return run_refuses(r, D, "no matrix could be made", e);
    s->latent = (struct num_latent){d, rank, d, down, up, up};
    r->state = s;
    r->total = real(r, N);
    r->block = run_block_size(1 << 19, (double)size);
    r->values = 3;
    r->scratch = 4 * (size_t)d;
    return true;
}

static void
block(const struct num_run *r, struct num_part *p)
{
    const struct num_lens plain = {0};
    const struct state *s = r->state;
    int d = whole(r, D);
    double *x = p->scratch, *key = x + d, *c = key + d, *again = c + d;
    struct num_shape whole_key = {d, d, 1}, unfold = {d, s->latent.latent, 1};
    struct tap t;

    tap_open(&t, r, p->block);
    for (size_t i = 0; i < p->n; i++) {
        tap_fill(&t, (size_t)d, x);
        num_product(plain, whole_key, s->full, x, key);
        num_latent_compress(plain, &s->latent, x, c);
        num_product(plain, unfold, s->latent.up_key, c, again);
        for (int j = 0; j < d; j++)
            again[j] -= key[j];
        p->values[i] = num_dot(plain, d, again, again);
        p->values[p->n + i] = num_dot(plain, d, key, key);
        p->values[2 * p->n + i] = p->values[i] + p->values[p->n + i];
    }
    for (int i = 0; i < 3; i++)
        num_moments_add(&p->m[i], p->n, p->values + (size_t)i * p->n);
}

/* sqrt(E lost / E all), the error to first order; the covariance of the two is in the
 * variance of their sum. */
static struct num_estimate
result(const struct num_run *r, int i)
{
    double lost = r->m[0].mean, all = r->m[1].mean, ratio = lost / all, error;
    double a = num_moments_variance(&r->m[0]).value;
    double b = num_moments_variance(&r->m[1]).value;
    double both = (num_moments_variance(&r->m[2]).value - a - b) / 2;

    (void)i;
    if (r->next == 0)
        return (struct num_estimate){NAN, NAN};
    error = sqrt(fmax(a + ratio * ratio * b - 2 * ratio * both, 0) / r->done) / all;
    return (struct num_estimate){sqrt(ratio), error == 0 ? 0 : error / (2 * sqrt(ratio))};
}

/* E |W x|^2 is the sum of s_i^2. */
static double
expected(const struct num_run *r, int i)
{
    double lost = 0, all = 0;

    (void)i;
    for (int at = whole(r, D) - 1; at >= 0; at--) {
        double square = pow(real(r, DECAY), 2 * at);

        lost += at < whole(r, RANK) ? 0 : square;
        all += square;
    }
    return sqrt(lost / all);
}

static const struct num_method method = {
    .start = start, .block = block, .result = result, .expected = expected};

const struct num_experiment experiment_rank = {
    "mla-rank", "the relative error of keys that go through a latent of low rank",
    parameters, sizeof parameters / sizeof *parameters,
    results,    sizeof results / sizeof *results,
    &method,
};
