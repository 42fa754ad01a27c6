/* Multi-head latent attention: low rank, absorption, the rotated part. */
#include <stdlib.h>

#include "base/memory.h"
#include "num/lens/round.h"
#include "num/model.h"

static double *
numbers(int n)
{
    return xmalloc(((size_t)n + 1) * sizeof(double));
}

void
num_latent_compress(struct num_lens l, const struct num_latent *m, const double *x,
                    double *c)
{
    struct num_shape s = {m->latent, m->d_model, 1};

    num_product(l, s, m->down, x, c);
}

double
num_latent_score(struct num_lens l, const struct num_latent *m, const double *q,
                 const double *c)
{
    struct num_shape s = {m->head, m->latent, 1};
    double *key = numbers(m->head), score;

    num_product(l, s, m->up_key, c, key);
    score = num_dot(l, m->head, q, key);
    free(key);
    return score;
}

void
num_latent_fold(struct num_lens l, const struct num_latent *m, const double *q,
                double *folded)
{
    struct num_shape s = {1, m->head, m->latent};

    num_product(l, s, q, m->up_key, folded);
}

void
num_latent_mix(struct num_lens l, const struct num_latent *m, int n, const double *share,
               const double *c, double *out)
{
    struct num_shape average = {1, n, m->latent}, unfold = {m->head, m->latent, 1};
    double *mixed = numbers(m->latent);

    num_product(l, average, share, c, mixed);
    num_product(l, unfold, m->up_value, mixed, out);
    free(mixed);
}

double
num_latent_decoupled(struct num_lens l, double content, const struct num_rotated *r)
{
    int d = r->rope->d;
    double *query = numbers(d), *key = numbers(d), score;

    num_rope_apply(l, r->rope, r->m, r->query, query);
    num_rope_apply(l, r->rope, r->n, r->key, key);
    score = fl(l, content + num_dot(l, d, query, key));
    free(query);
    free(key);
    return score;
}

/* ---- what a cache costs ------------------------------------------------------------ */

double
num_cache_numbers(const struct num_cache *c)
{
    double stored = c->kind == NUM_MHA ? c->heads : c->kind == NUM_GQA ? c->groups : 1;
    double layer = c->kind == NUM_MLA ? (double)(c->latent + c->rotated)
                                      : 2 * stored * (double)c->head;

    return layer * (double)c->layers;
}

double
num_cache_bytes(const struct num_cache *c, double bits, double tokens)
{
    return num_cache_numbers(c) * bits / 8 * tokens;
}

double
num_cache_tokens(const struct num_cache *c, double bits, double bytes)
{
    return bytes / num_cache_bytes(c, bits, 1);
}

double
num_cache_groups(const struct num_cache *c)
{
    return num_cache_numbers(c) / (2 * (double)c->head * (double)c->layers);
}
