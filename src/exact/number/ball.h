/*
 * One number: exactly where that is possible, else as a ball.
 *
 * Exact numbers are (re + im i) sqrt(root) pi^pi with rational re and im; that is closed
 * under products and quotients, and holds every simple angle and its sine. What leaves
 * this form becomes a ball of Arb: a complex number with a rigorous error bound.
 *
 * Two marks go along. `need`: an addition (also inside tanh and its like) lost a nonzero
 * operand, or would lose it with fewer than `need` bits; then two balls that overlap
 * prove nothing. `cut`: the number came from a point on a branch cut.
 */
#ifndef ROPEWALK_EXACT_BALL_H
#define ROPEWALK_EXACT_BALL_H

#include <stdbool.h>
#include <stdint.h>

#include "exact/number/arb.h"

/* Whether an operation has a value: certainly, certainly not, or the balls are too wide
 * to tell. */
enum state { DEFINED, UNDEFINED, UNKNOWN };

/* An exact number of more bits becomes a ball; roots stay below ROOT_MAX. */
enum { EXACT_BITS = 8192, NEED_MARGIN = 64, NEED_MAX = 1 << 28 };
#define ROOT_MAX (UINT64_C(1) << 31)

struct ball {
    bool exact, cut;
    long need;
    ulong root; /* squarefree, at least 1; 1 when the number is 0 */
    long pi;    /* 0 when the number is 0 */
    fmpq_t re, im;
    acb_t x; /* when not exact */
};

void ball_init(struct ball *b);
void ball_fini(struct ball *b);
void ball_copy(struct ball *r, const struct ball *b);

/* Exact values, without marks. */
void ball_set_int(struct ball *r, long n);
void ball_set_fmpz(struct ball *r, const fmpz_t n);
void ball_set_fmpq(struct ball *r, const fmpq_t re);
void ball_set_parts(struct ball *r, const fmpq_t re, const fmpq_t im);
/* num/den sqrt(root) pi^pi, with den > 0 and a squarefree root. */
void ball_set_unit(struct ball *r, long num, long den, ulong root, long pi);

/* Start a ball whose marks are those of a, and of b (may be NULL); the caller fills
 * r->x. r may be a or b. */
void ball_begin(struct ball *r, const struct ball *a, const struct ball *b);

/* b as a ball of `prec` bits: b->x, or scratch. */
const acb_struct *ball_enclose(const struct ball *b, acb_t scratch, slong prec);
/* An exact number becomes a ball. */
void ball_round(struct ball *b, slong prec);

/* A ball becomes a fraction in the middle of it, of few bits. */
void ball_make_exact(struct ball *b);

bool ball_is_zero(const struct ball *b);     /* exactly 0 */
bool ball_has_zero(const struct ball *b);    /* may be 0 */
bool ball_is_real(const struct ball *b);     /* the imaginary part is exactly 0 */
bool ball_is_rational(const struct ball *b); /* exact, real, no root, no pi */
bool ball_is_integer(const struct ball *b);
bool ball_is_finite(const struct ball *b);

/* Where |b| lies, as the exponent of 2 above it; -NEED_MAX for 0. Of the real part, and
 * of the imaginary part. */
long ball_log_re(const struct ball *b);
long ball_log_im(const struct ball *b);

/* How two real numbers compare. OPEN: the balls overlap. */
enum order { LESS, SAME, GREATER, OPEN };
enum order ball_compare(const struct ball *a, const struct ball *b, slong prec);

/* Whether two numbers are certainly the same, certainly not, or OPEN; LESS and GREATER
 * both mean "not". Complex numbers too. */
enum order ball_match(const struct ball *a, const struct ball *b, slong prec);

/* ---- for the operations ------------------------------------------------------------ */

/* The marks of a result that comes from a and b (may be NULL). */
void ball_inherit(struct ball *r, const struct ball *a, const struct ball *b);

/* Behind an exact operation that filled re, im, root and pi: 0 loses its unit, and what
 * grew too large becomes a ball. */
void ball_settle(struct ball *r, slong prec);

/* Whether two exact numbers can be added part by part. */
bool ball_same_unit(const struct ball *a, const struct ball *b);

/* A fraction of two single words, whose size need not be looked at: they differ by fewer
 * bits than the lowest precision has. */
bool ball_is_short(const fmpq_t q);

long ball_log_arb(const arb_t x);
long ball_log_fmpq(const fmpq_t q);

/* ---- operations; r may be an operand --------------------------------------------------
 */

void ball_neg(struct ball *r, const struct ball *a);
void ball_conj(struct ball *r, const struct ball *a);
void ball_re(struct ball *r, const struct ball *a);
void ball_im(struct ball *r, const struct ball *a);
void ball_add(struct ball *r, const struct ball *a, const struct ball *b, slong prec);
void ball_sub(struct ball *r, const struct ball *a, const struct ball *b, slong prec);
void ball_mul(struct ball *r, const struct ball *a, const struct ball *b, slong prec);
enum state
ball_div(struct ball *r, const struct ball *a, const struct ball *b, slong prec);

/* Of real numbers. */
void ball_max(struct ball *r, const struct ball *a, const struct ball *b, slong prec);
void ball_min(struct ball *r, const struct ball *a, const struct ball *b, slong prec);
void ball_sign(struct ball *r, const struct ball *a);

#endif
