/*
 * Softmax, masks and one attention head, forwards and backwards.
 *
 * Attention: Vaswani et al. 2017, arXiv:1706.03762, eq. 1. The maximum is taken off
 * before exponentials (Blanchard, Higham and Higham, "Accurately computing the
 * log-sum-exp and softmax functions", 2021, eq. 1.3-1.4). Every operation is rounded to
 * the format of the lens; {0} is plain double. NaN in a score makes its whole row NaN.
 */
#ifndef ROPEWALK_NUM_ATTENTION_H
#define ROPEWALK_NUM_ATTENTION_H

#include <stdbool.h>

#include "num/lens.h"

/* ln(exp z_1 + ... + exp z_n); -inf when all are -inf (or n is 0), inf when one is inf.
 * Within u (2 |lse| + n + 2 ln n + 4). */
double num_lse(struct num_lens l, int n, const double *z);

/* p = softmax(z / tau); p may be z. Equal largest scores share at tau = 0, the limit; all
 * share at tau = inf. NaN for tau < 0, for a score of inf and for a row of -inf alone.
 * The relative error of share i: u ((max z - z_i) / tau + n + 2 ln n + 12), and for tau
 * other than 1 + 2 u max |z| / tau; shares below 2^-1022 are within 2^-1073. */
void num_softmax(struct num_lens l, double tau, int n, const double *z, double *p);

/* The same without taking off the maximum: overflows where exp does. */
void num_softmax_naive(struct num_lens l, int n, const double *z, double *p);

/* What is done with forbidden keys: nothing; their score becomes -inf; `fill` is added to
 * their score; they are left out. */
enum num_mask_kind {
    NUM_MASK_NONE,
    NUM_MASK_INFINITE,
    NUM_MASK_FINITE,
    NUM_MASK_BOOLEAN
};

struct num_mask {
    enum num_mask_kind kind;
    double fill; /* for FINITE: a large negative number */
};

/* p = softmax of the scores z (n of them), of which those without allowed[i] are
 * forbidden. Returns how many are allowed. When none is, the row has no answer, and p is:
 * NaN (INFINITE), zeros (BOOLEAN), a softmax over forbidden keys (FINITE). p may be z. */
int num_softmax_masked(struct num_lens l, struct num_mask m, int n, const bool *allowed,
                       const double *z, double *p);

/* out (n x n) = diag(p) - p p^T, the derivative of softmax at p. The relative error: 2 u.
 */
void num_softmax_jacobian(struct num_lens l, int n, const double *p, double *out);

/* Its Frobenius norm, without building it and without cancellation near one-hot p: of
 * shares with a relative error e it has 2 e + (n + 8) u. Shares whose squares vanish,
 * below 2^-530, count as 0. */
double num_softmax_jacobian_norm(int n, const double *p);

/* dz = J dp: what reaches the scores of what reaches the shares. dz may be dp. Within u
 * p_i (4 |dp_i| + (n + 4) sum of p_j |dp_j|). */
void num_softmax_backward(struct num_lens l, int n, const double *p, const double *dp,
                          double *dz);

/* -sum p_i ln p_i in nats, with 0 ln 0 = 0. The relative error: (n + 4) u. */
double num_entropy(int n, const double *p);

/* The gap by which one score must lead n - 1 equal ones for a share of 1 - rest:
 * ln((n - 1)(1 - rest) / rest). */
double num_softmax_gap(double n, double rest);

/* One head: rows of queries, keys (d wide) and values (width wide). Query i stands at
 * place first + i of the keys; causal: it sees keys 0 .. first + i. Scores are q.k times
 * `scale` (1/sqrt(d) in the paper). All arrays are row by row and borrowed. */
struct num_head {
    int queries, keys, d, width;
    double scale;
    bool causal;
    int first;
    const double *q, *k, *v;
};

/* out (queries x width) = softmax(q k^T scale, masked) v. p (queries x keys), NULL when
 * not wanted, becomes the shares, 0 for forbidden keys. A query that sees no key has NaN
 * in both; returns how many such there are. With S = scale times the largest sum of |q_c
 * k_c|, shares have the relative error s = u (2 (d + 3) S + 3 keys + 32), and out is
 * within s max |v|. */
int num_attention(struct num_lens l, const struct num_head *h, double *p, double *out);

/* What a change of `out` changes: given `dout` (queries x width) the gradients of q, k
 * and v, of their shapes. Queries that see no key contribute nothing. With G the largest
 * sum of |dout_c v_c| and b = scale G (4 s + u (2 width + 8)): q is within b max |k|, k
 * within queries b max |q|, v within queries s max |dout|. */
struct num_head_gradient {
    double *q, *k, *v;
};
void num_attention_backward(struct num_lens l, const struct num_head *h,
                            const double *dout, struct num_head_gradient *out);

#endif
