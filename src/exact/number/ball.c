#include "exact/number/ball.h"

#include <stdlib.h>

/* Bits of the fraction that stands for a ball. */
enum { NEAR_BITS = 30 };

void
ball_init(struct ball *b)
{
    b->exact = true;
    b->cut = false;
    b->need = 0;
    b->root = 1;
    b->pi = 0;
    fmpq_init(b->re);
    fmpq_init(b->im);
    acb_init(b->x);
}

void
ball_fini(struct ball *b)
{
    fmpq_clear(b->re);
    fmpq_clear(b->im);
    acb_clear(b->x);
}

void
ball_copy(struct ball *r, const struct ball *b)
{
    if (r == b)
        return;
    r->exact = b->exact;
    r->cut = b->cut;
    r->need = b->need;
    r->root = b->root;
    r->pi = b->pi;
    if (b->exact) {
        fmpq_set(r->re, b->re);
        fmpq_set(r->im, b->im);
    } else {
        acb_set(r->x, b->x);
    }
}

/* ---- making ------------------------------------------------------------------------ */

/* An exact number without marks; the caller fills re and im. */
static void
begin_exact(struct ball *r)
{
    r->exact = true;
    r->cut = false;
    r->need = 0;
    r->root = 1;
    r->pi = 0;
}

void
ball_set_int(struct ball *r, long n)
{
    begin_exact(r);
    fmpq_set_si(r->re, n, 1);
    fmpq_zero(r->im);
}

void
ball_set_fmpz(struct ball *r, const fmpz_t n)
{
    begin_exact(r);
    fmpq_set_fmpz(r->re, n);
    fmpq_zero(r->im);
}

void
ball_set_fmpq(struct ball *r, const fmpq_t re)
{
    begin_exact(r);
    fmpq_set(r->re, re);
    fmpq_zero(r->im);
}

void
ball_set_parts(struct ball *r, const fmpq_t re, const fmpq_t im)
{
    begin_exact(r);
    fmpq_set(r->re, re);
    fmpq_set(r->im, im);
}

void
ball_set_unit(struct ball *r, long num, long den, ulong root, long pi)
{
    begin_exact(r);
    fmpq_set_si(r->re, num, (ulong)den);
    fmpq_zero(r->im);
    r->root = num ? root : 1;
    r->pi = num ? pi : 0;
}

void
ball_inherit(struct ball *r, const struct ball *a, const struct ball *b)
{
    long need = b && b->need > a->need ? b->need : a->need;
    bool cut = a->cut || (b && b->cut);

    r->need = need;
    r->cut = cut;
}

void
ball_begin(struct ball *r, const struct ball *a, const struct ball *b)
{
    ball_inherit(r, a, b);
    r->exact = false;
}

/* ---- exact numbers as balls -------------------------------------------------------- */

/* sqrt(root) pi^pi */
static void
unit_ball(arb_t u, const struct ball *b, slong prec)
{
    arb_t p;

    arb_sqrt_ui(u, b->root, prec);
    if (!b->pi)
        return;
    arb_init(p);
    arb_const_pi(p, prec);
    if (b->pi != 1) {
        fmpz_t e;

        fmpz_init_set_si(e, b->pi);
        arb_pow_fmpz(p, p, e, prec);
        fmpz_clear(e);
    }
    arb_mul(u, u, p, prec);
    arb_clear(p);
}

const acb_struct *
ball_enclose(const struct ball *b, acb_t scratch, slong prec)
{
    if (!b->exact)
        return b->x;
    arb_set_fmpq(acb_realref(scratch), b->re, prec);
    arb_set_fmpq(acb_imagref(scratch), b->im, prec);
    if (b->root != 1 || b->pi) {
        arb_t u;

        arb_init(u);
        unit_ball(u, b, prec);
        acb_mul_arb(scratch, scratch, u, prec);
        arb_clear(u);
    }
    return scratch;
}

void
ball_round(struct ball *b, slong prec)
{
    if (!b->exact)
        return;
    ball_enclose(b, b->x, prec);
    b->exact = false;
}

static void
set_near(fmpq_t q, const arb_t x)
{
    arf_t t;

    arf_init(t);
    arf_set_round(t, arb_midref(x), NEAR_BITS, ARF_RND_NEAR);
    if (arf_is_finite(t) && labs(ball_log_arb(x)) < EXACT_BITS)
        arf_get_fmpq(q, t);
    else
        fmpq_zero(q);
    arf_clear(t);
}

void
ball_make_exact(struct ball *b)
{
    if (b->exact)
        return;
    begin_exact(b);
    set_near(b->re, acb_realref(b->x));
    set_near(b->im, acb_imagref(b->x));
}

static slong
fmpq_size(const fmpq_t q)
{
    return (slong)(fmpz_bits(fmpq_numref(q)) + fmpz_bits(fmpq_denref(q)));
}

bool
ball_is_short(const fmpq_t q)
{
    return !COEFF_IS_MPZ(*fmpq_numref(q)) && !COEFF_IS_MPZ(*fmpq_denref(q));
}

void
ball_settle(struct ball *r, slong prec)
{
    r->exact = true;
    if (fmpq_is_zero(r->re) && fmpq_is_zero(r->im)) {
        r->root = 1;
        r->pi = 0;
    } else if (!(ball_is_short(r->re) && ball_is_short(r->im)) &&
               fmpq_size(r->re) + fmpq_size(r->im) > EXACT_BITS) {
        ball_round(r, prec);
    }
}

/* ---- looking ----------------------------------------------------------------------- */

bool
ball_is_zero(const struct ball *b)
{
    return b->exact ? fmpq_is_zero(b->re) && fmpq_is_zero(b->im) : acb_is_zero(b->x) != 0;
}

bool
ball_has_zero(const struct ball *b)
{
    return b->exact ? ball_is_zero(b) : acb_contains_zero(b->x) != 0;
}

bool
ball_is_real(const struct ball *b)
{
    return b->exact ? fmpq_is_zero(b->im) != 0 : acb_is_real(b->x) != 0;
}

bool
ball_is_rational(const struct ball *b)
{
    return b->exact && b->root == 1 && !b->pi && fmpq_is_zero(b->im);
}

bool
ball_is_integer(const struct ball *b)
{
    return ball_is_rational(b) && fmpz_is_one(fmpq_denref(b->re));
}

bool
ball_is_finite(const struct ball *b)
{
    return b->exact || acb_is_finite(b->x);
}

static long
clamp(const fmpz_t n)
{
    if (fmpz_cmp_si(n, NEED_MAX) > 0)
        return NEED_MAX;
    return fmpz_cmp_si(n, -NEED_MAX) < 0 ? -NEED_MAX : (long)fmpz_get_si(n);
}

long
ball_log_arb(const arb_t x)
{
    if (arf_is_zero(arb_midref(x)))
        return -NEED_MAX;
    if (!arb_is_finite(x))
        return NEED_MAX;
    return clamp(ARF_EXPREF(arb_midref(x)));
}

long
ball_log_fmpq(const fmpq_t q)
{
    if (fmpq_is_zero(q))
        return -NEED_MAX;
    return (long)fmpz_bits(fmpq_numref(q)) - (long)fmpz_bits(fmpq_denref(q)) + 1;
}

/* What sqrt(root) pi^pi adds to an exponent, roughly. */
static long
log_unit(const struct ball *b)
{
    return (long)FLINT_BIT_COUNT(b->root) / 2 + b->pi * 5 / 3;
}

long
ball_log_re(const struct ball *b)
{
    return b->exact ? ball_log_fmpq(b->re) + log_unit(b)
                    : ball_log_arb(acb_realref(b->x));
}

long
ball_log_im(const struct ball *b)
{
    return b->exact ? ball_log_fmpq(b->im) + log_unit(b)
                    : ball_log_arb(acb_imagref(b->x));
}

bool
ball_same_unit(const struct ball *a, const struct ball *b)
{
    return (a->root == b->root && a->pi == b->pi) || ball_is_zero(a) || ball_is_zero(b);
}

static enum order
order_of(int sign)
{
    return sign < 0 ? LESS : sign > 0 ? GREATER : SAME;
}

enum order
ball_compare(const struct ball *a, const struct ball *b, slong prec)
{
    enum order o = OPEN;
    const acb_struct *x, *y;
    acb_t s, t;

    if (a->exact && b->exact && ball_same_unit(a, b))
        return order_of(fmpq_cmp(a->re, b->re));
    acb_init(s);
    acb_init(t);
    x = ball_enclose(a, s, prec);
    y = ball_enclose(b, t, prec);
    if (arb_lt(acb_realref(x), acb_realref(y)))
        o = LESS;
    else if (arb_gt(acb_realref(x), acb_realref(y)))
        o = GREATER;
    acb_clear(s);
    acb_clear(t);
    return o;
}

enum order
ball_match(const struct ball *a, const struct ball *b, slong prec)
{
    enum order o;
    acb_t s, t;

    if (a->exact && b->exact && ball_same_unit(a, b))
        return fmpq_equal(a->re, b->re) && fmpq_equal(a->im, b->im) ? SAME : LESS;
    acb_init(s);
    acb_init(t);
    o = acb_overlaps(ball_enclose(a, s, prec), ball_enclose(b, t, prec)) ? OPEN : LESS;
    acb_clear(s);
    acb_clear(t);
    return o;
}
