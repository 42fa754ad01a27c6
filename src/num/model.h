/*
 * Norms, losses, low-rank caches: the other parts of a Transformer.
 *
 * Through a lens every operation is rounded to its format; {0} is plain double.
 */
#ifndef ROPEWALK_NUM_MODEL_H
#define ROPEWALK_NUM_MODEL_H

#include <stdint.h>

#include "num/lens.h"
#include "num/rope.h"

/* ---- norms ------------------------------------------------------------------------- */

/* RMSNorm (Zhang and Sennrich 2019, arXiv:1910.07467, eq. 4) and LayerNorm (Ba et al.
 * 2016, arXiv:1607.06450, eq. 4), of n numbers, n >= 1. eps stands under the root.
 *
 * Errors, with v = (x - mean) / root before gain and shift, and c = n u mean |x| / root,
 * which is 0 for RMSNorm: y_i is within |gain_i| (|v_i| (u (n/2 + 8) + c^2) + c) + u
 * |y_i|. As in the formula, squares overflow for sizes above 2^512 and vanish below
 * 2^-537: then y is 0, or NaN. */
struct num_norm {
    int n;
    double eps;
    const double *gain;  /* n factors, NULL for 1 */
    const double *shift; /* LayerNorm only: n numbers added, NULL for 0 */
};

/* y = gain x / sqrt(mean of x^2 + eps); y may be x. NaN for x = 0 and eps = 0. Returns
 * the root. */
double
num_rmsnorm(struct num_lens l, const struct num_norm *f, const double *x, double *y);

/* y = gain (x - mean) / sqrt(mean of (x - mean)^2 + eps) + shift. Returns the root. */
double
num_layernorm(struct num_lens l, const struct num_norm *f, const double *x, double *y);

/* The gradients: given dy what reaches x, the gains and the shifts (n numbers each; the
 * last two may be NULL). dx may be dy, not x. With w = gain dy and m = mean |w v| (+ mean
 * |w| for LayerNorm): dx_i is within (u (4 n + 32) + 4 c + c^2) (|w_i| + (1 + |v_i|) m) /
 * root, a gain's as y is with |dy_i| for the gain. */
struct num_norm_gradient {
    double *x, *gain, *shift;
};
void num_rmsnorm_backward(struct num_lens l, const struct num_norm *f, const double *x,
                          const double *dy, struct num_norm_gradient *out);
void num_layernorm_backward(struct num_lens l, const struct num_norm *f, const double *x,
                            const double *dy, struct num_norm_gradient *out);

/* ---- losses, in nats --------------------------------------------------------------- */

/* -ln softmax(z)_w = lse(z) - z_w, for w = 0 .. n - 1; finite where -ln of a share that
 * has underflowed is not. With dz (n numbers, or NULL) also its gradient p - onehot(w).
 * Within u (2 |lse| + |loss| + n + 2 ln n + 4); the gradient as num_softmax(), and u. */
double num_loss(struct num_lens l, int n, const double *z, int w, double *dz);

/* -sum y_j ln p_j and sum q_j ln(q_j / p_j), 0 ln 0 = 0; inf where p_j is 0 and the other
 * is not. The relative error of the first: (n + 3) u; the second is within u ((n + 3) sum
 * |terms| + 1). */
double num_cross_entropy(int n, const double *y, const double *p);
double num_kl(int n, const double *q, const double *p);

/* ln of a product of `length` shares: the sum of their logarithms. The relative error of
 * both: (length + 2) u. */
double num_chain_ln(struct num_lens l, int length, const double *share);
/* The product itself, which underflows. */
double num_chain(struct num_lens l, int length, const double *share);

/* e^loss, of a mean loss in nats a token; and the loss in bits. The relative error: 2 u.
 */
double num_perplexity(double loss);
double num_bits(double loss);

/* ---- one latent, many heads -------------------------------------------------------- */

/* Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, eq. 9-19), one head: the
 * cached latent c = down x (latent numbers of d_model), the key up_key c and the value
 * up_value c (head numbers). Matrices row by row, borrowed. A score, absorbed or not, and
 * a mix are within u (a + b + 2) times the sum of sizes, a and b the lengths of its two
 * sums. */
struct num_latent {
    int d_model, latent, head;
    const double *down, *up_key, *up_value;
};

void num_latent_compress(struct num_lens l, const struct num_latent *m, const double *x,
                         double *c);

/* The score of query q (head numbers) with a cached latent: q . (up_key c), unfolding the
 * key. */
double num_latent_score(struct num_lens l, const struct num_latent *m, const double *q,
                        const double *c);

/* The same absorbed: folded = up_key^T q (latent numbers), once a query; the score is
 * then folded . c. */
void num_latent_fold(struct num_lens l, const struct num_latent *m, const double *q,
                     double *folded);

/* out (head numbers) = sum of share_j up_value c_j for n latents (n x latent): averaged
 * first, unfolded once. */
void num_latent_mix(struct num_lens l, const struct num_latent *m, int n,
                    const double *share, const double *c, double *out);

/* The decoupled score (eq. 17, without its scale): the content's score plus that of a
 * rotated part, query at m and key at n, both r->d wide. */
struct num_rotated {
    const struct num_rope *rope;
    const double *query, *key;
    double m, n;
};
double
num_latent_decoupled(struct num_lens l, double content, const struct num_rotated *r);

/* ---- what a cache costs ------------------------------------------------------------ */

enum num_cache_kind { NUM_MHA, NUM_GQA, NUM_MQA, NUM_MLA };

struct num_cache {
    enum num_cache_kind kind;
    int64_t layers, heads, groups, head; /* groups: for GQA */
    int64_t latent, rotated;             /* for MLA: d_c and d_h^R */
};

/* Cached numbers a token (DeepSeek-V2, table 1, times the layers); and bytes of `tokens`
 * at `bits` a number. */
double num_cache_numbers(const struct num_cache *c);
double num_cache_bytes(const struct num_cache *c, double bits, double tokens);

/* The tokens that fit into so many bytes. */
double num_cache_tokens(const struct num_cache *c, double bits, double bytes);

/* The GQA groups that cost as much as c: numbers / (2 head layers). */
double num_cache_groups(const struct num_cache *c);

#endif
