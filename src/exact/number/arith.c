#include <stdlib.h>

#include "exact/number/ball.h"

/* ---- parts ------------------------------------------------------------------------- */

void
ball_neg(struct ball *r, const struct ball *a)
{
    ball_copy(r, a);
    if (r->exact) {
        fmpq_neg(r->re, r->re);
        fmpq_neg(r->im, r->im);
    } else {
        acb_neg(r->x, r->x);
    }
}

void
ball_conj(struct ball *r, const struct ball *a)
{
    ball_copy(r, a);
    if (r->exact)
        fmpq_neg(r->im, r->im);
    else
        acb_conj(r->x, r->x);
}

void
ball_re(struct ball *r, const struct ball *a)
{
    ball_copy(r, a);
    if (r->exact) {
        fmpq_zero(r->im);
        ball_settle(r, 0);
    } else {
        arb_zero(acb_imagref(r->x));
    }
}

void
ball_im(struct ball *r, const struct ball *a)
{
    ball_copy(r, a);
    if (r->exact) {
        fmpq_swap(r->re, r->im);
        fmpq_zero(r->im);
        ball_settle(r, 0);
    } else {
        arb_swap(acb_realref(r->x), acb_imagref(r->x));
        arb_zero(acb_imagref(r->x));
    }
}

static long
larger(long a, long b)
{
    return a > b ? a : b;
}

/* ---- sums -------------------------------------------------------------------------- */

/* The bits that a sum of exact parts needs, so that neither is lost when the sum is
 * rounded. */
static long
gap(const fmpq_t a, const fmpq_t b)
{
    long d;

    if ((ball_is_short(a) && ball_is_short(b)) || fmpq_is_zero(a) || fmpq_is_zero(b))
        return 0;
    d = labs(ball_log_fmpq(a) - ball_log_fmpq(b));
    return d > NEED_MARGIN ? d + NEED_MARGIN : 0;
}

static long
log_radius(const arb_t x)
{
    return mag_is_zero(arb_radref(x))             ? -NEED_MAX
           : COEFF_IS_MPZ(MAG_EXP(arb_radref(x))) ? NEED_MAX
                                                  : (long)MAG_EXP(arb_radref(x));
}

/* Whether `lost` is so large beside all radii that it moves the sum, as its exponent
 * shows: |lost| > 2^(log-2), and the radii are below 2^(log-4) each. */
static bool
is_clear(const arb_t sum, const arb_t kept, const arb_t lost)
{
    long log = ball_log_arb(lost) - 4;

    return log_radius(lost) < log && log_radius(sum) < log && log_radius(kept) < log;
}

/* The bits needed because `lost` is certainly not 0 and yet does not move `kept`. */
static long
absorbed(const arb_t sum, const arb_t kept, const arb_t lost, slong prec)
{
    if (is_clear(sum, kept, lost) || arb_contains_zero(lost) || !arb_overlaps(sum, kept))
        return 0;
    return larger(prec + 1, ball_log_arb(kept) - ball_log_arb(lost) + NEED_MARGIN);
}

static long
absorbed_either(const arb_t sum, const arb_t a, const arb_t b, slong prec)
{
    if (arb_is_zero(a) || arb_is_zero(b))
        return 0;
    return larger(absorbed(sum, a, b, prec), absorbed(sum, b, a, prec));
}

static void
add_balls(struct ball *r, const acb_t a, const acb_t b, slong prec)
{
    acb_t sum;
    long need;

    acb_init(sum);
    acb_add(sum, a, b, prec);
    need =
        larger(absorbed_either(acb_realref(sum), acb_realref(a), acb_realref(b), prec),
               absorbed_either(acb_imagref(sum), acb_imagref(a), acb_imagref(b), prec));
    r->need = larger(r->need, need);
    r->exact = false;
    acb_swap(r->x, sum);
    acb_clear(sum);
}

void
ball_add(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    acb_t s, t;

    if (a->exact && b->exact && ball_same_unit(a, b)) {
        long need = larger(gap(a->re, b->re), gap(a->im, b->im));
        const struct ball *unit = ball_is_zero(a) ? b : a;
        ulong root = unit->root;
        long pi = unit->pi;

        ball_inherit(r, a, b);
        r->need = larger(r->need, need);
        fmpq_add(r->re, a->re, b->re);
        fmpq_add(r->im, a->im, b->im);
        r->root = root;
        r->pi = pi;
        ball_settle(r, prec);
        return;
    }
    acb_init(s);
    acb_init(t);
    {
        const acb_struct *x = ball_enclose(a, s, prec), *y = ball_enclose(b, t, prec);

        ball_inherit(r, a, b);
        add_balls(r, x, y, prec);
    }
    acb_clear(s);
    acb_clear(t);
}

void
ball_sub(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    struct ball minus;

    ball_init(&minus);
    ball_neg(&minus, b);
    ball_add(r, a, &minus, prec);
    ball_fini(&minus);
}

/* ---- products ---------------------------------------------------------------------- */

/* (a + b i)(c + d i), with rational parts. */
static void
mul_parts(fmpq_t re, fmpq_t im, const struct ball *a, const struct ball *b)
{
    fmpq_t s, t, u;

    if (fmpq_is_zero(a->im) && fmpq_is_zero(b->im)) {
        fmpq_mul(re, a->re, b->re);
        fmpq_zero(im);
        return;
    }
    fmpq_init(s);
    fmpq_init(t);
    fmpq_init(u);
    fmpq_mul(s, a->re, b->re);
    fmpq_submul(s, a->im, b->im);
    fmpq_mul(t, a->re, b->im);
    fmpq_mul(u, a->im, b->re);
    fmpq_add(im, t, u);
    fmpq_set(re, s);
    fmpq_clear(s);
    fmpq_clear(t);
    fmpq_clear(u);
}

/* Exact factors: sqrt(r) sqrt(s) = g sqrt(rs/g^2) with g = gcd(r, s). False when the root
 * would be too large. */
static bool
mul_exact(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    ulong g = a->root == 1 ? 1 : n_gcd(a->root, b->root);
    ulong root = (a->root / g) * (b->root / g);
    long pi = a->pi + b->pi;

    if (root >= ROOT_MAX || labs(pi) > EXACT_BITS)
        return false;
    ball_inherit(r, a, b);
    mul_parts(r->re, r->im, a, b);
    r->root = root;
    r->pi = pi;
    if (g != 1) {
        fmpq_t q;

        fmpq_init(q);
        fmpq_set_si(q, (slong)g, 1);
        fmpq_mul(r->re, r->re, q);
        fmpq_mul(r->im, r->im, q);
        fmpq_clear(q);
    }
    ball_settle(r, prec);
    return true;
}

void
ball_mul(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    acb_t s, t;

    if (ball_is_zero(a) || ball_is_zero(b)) {
        ball_set_int(r, 0);
        return;
    }
    if (a->exact && b->exact && mul_exact(r, a, b, prec))
        return;
    acb_init(s);
    acb_init(t);
    {
        const acb_struct *x = ball_enclose(a, s, prec), *y = ball_enclose(b, t, prec);

        ball_begin(r, a, b);
        acb_mul(r->x, x, y, prec);
    }
    acb_clear(s);
    acb_clear(t);
}

/* 1 / ((re + im i) sqrt(root) pi^pi) = conj / |.|^2 sqrt(root)/root pi^-pi */
static void
invert_exact(struct ball *r, const struct ball *b)
{
    fmpq_t norm;
    ulong root = b->root;

    fmpq_init(norm);
    fmpq_mul(norm, b->re, b->re);
    fmpq_addmul(norm, b->im, b->im);
    ball_copy(r, b);
    r->pi = -b->pi;
    fmpq_neg(r->im, r->im);
    fmpq_div(r->re, r->re, norm);
    fmpq_div(r->im, r->im, norm);
    if (root != 1) {
        fmpq_set_si(norm, 1, root);
        fmpq_mul(r->re, r->re, norm);
        fmpq_mul(r->im, r->im, norm);
    }
    fmpq_clear(norm);
}

enum state
ball_div(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    struct ball inverse;

    if (ball_is_zero(b))
        return UNDEFINED;
    if (ball_has_zero(b))
        return UNKNOWN;
    ball_init(&inverse);
    if (b->exact) {
        invert_exact(&inverse, b);
    } else {
        ball_begin(&inverse, b, NULL);
        acb_inv(inverse.x, b->x, prec);
    }
    ball_mul(r, a, &inverse, prec);
    ball_fini(&inverse);
    return DEFINED;
}

/* ---- order ------------------------------------------------------------------------- */

/* max (larger) or min of two real numbers: one of them when that is certain. */
static void
pick(struct ball *r, const struct ball *a, const struct ball *b, bool larger_one,
     slong prec)
{
    enum order o = ball_compare(a, b, prec);
    struct ball both;

    ball_init(&both);
    ball_inherit(&both, a, b);
    if (o == OPEN) {
        acb_t s, t;
        const acb_struct *x, *y;

        acb_init(s);
        acb_init(t);
        x = ball_enclose(a, s, prec);
        y = ball_enclose(b, t, prec);
        (larger_one ? arb_max : arb_min)(acb_realref(both.x), acb_realref(x),
                                         acb_realref(y), prec);
        both.exact = false;
        acb_clear(s);
        acb_clear(t);
    } else {
        const struct ball *one = (o == LESS) == larger_one ? b : a;
        long need = both.need;
        bool cut = both.cut;

        ball_copy(&both, one);
        both.need = need;
        both.cut = cut;
    }
    ball_copy(r, &both);
    ball_fini(&both);
}

void
ball_max(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    pick(r, a, b, true, prec);
}

void
ball_min(struct ball *r, const struct ball *a, const struct ball *b, slong prec)
{
    pick(r, a, b, false, prec);
}

void
ball_sign(struct ball *r, const struct ball *a)
{
    ball_inherit(r, a, NULL);
    if (a->exact) {
        fmpq_set_si(r->re, fmpq_sgn(a->re), 1);
        fmpq_zero(r->im);
        r->root = 1;
        r->pi = 0;
        r->exact = true;
    } else {
        arb_sgn(acb_realref(r->x), acb_realref(a->x));
        arb_zero(acb_imagref(r->x));
        r->exact = false;
    }
}
