#include <stdlib.h>

#include "exact/number/func.h"

/* Below this, a square factor is found by trying all of them. */
enum { SPLIT_MAX = 1 << 20, ROOT_ORDER_MAX = 64 };

static void
raise_need(struct ball *r, long need)
{
    if (need > r->need)
        r->need = need;
}

long
ball_spread(const struct ball *x)
{
    long d;

    if (x->exact ? fmpq_is_zero(x->re) || fmpq_is_zero(x->im)
                 : arb_contains_zero(acb_realref(x->x)) ||
                       arb_contains_zero(acb_imagref(x->x)))
        return 0;
    d = 2 * labs(ball_log_re(x) - ball_log_im(x));
    return d > NEED_MARGIN ? d + NEED_MARGIN : 0;
}

/* ---- square roots ------------------------------------------------------------------ */

/* n = square^2 * rest with a squarefree rest, for n < SPLIT_MAX. */
static void
split_square(ulong n, ulong *square, ulong *rest)
{
    *square = 1;
    for (ulong d = 2; d * d <= n; d++)
        while (n % (d * d) == 0) {
            n /= d * d;
            *square *= d;
        }
    *rest = n;
}

/* sqrt(p/q) for p, q > 0, as a rational number times sqrt(root). */
static bool
sqrt_fmpq(fmpq_t r, ulong *root, const fmpq_t x)
{
    const fmpz *p = fmpq_numref(x), *q = fmpq_denref(x);
    ulong square;
    fmpz_t n;
    bool small;

    *root = 1;
    if (fmpz_is_square(p) && fmpz_is_square(q)) {
        fmpz_sqrt(fmpq_numref(r), p);
        fmpz_sqrt(fmpq_denref(r), q);
        return true;
    }
    fmpz_init(n);
    fmpz_mul(n, p, q);
    small = fmpz_cmp_ui(n, SPLIT_MAX) < 0;
    if (small) {
        split_square(fmpz_get_ui(n), &square, root);
        fmpz_set(n, q);
        fmpz_set_ui(fmpq_numref(r), square);
        fmpz_set(fmpq_denref(r), n);
        fmpq_canonicalise(r);
    }
    fmpz_clear(n);
    return small;
}

/* The root of an exact real number, when it has this form again. */
static bool
sqrt_exact(struct ball *r, const struct ball *x)
{
    bool negative = fmpq_sgn(x->re) < 0;
    ulong root;
    fmpq_t q;
    bool done;

    if (x->root != 1 || x->pi % 2 || !fmpq_is_zero(x->im))
        return false;
    fmpq_init(q);
    fmpq_abs(q, x->re);
    done = sqrt_fmpq(q, &root, q);
    if (done) {
        ball_copy(r, x);
        r->root = root;
        r->pi = x->pi / 2;
        fmpq_set(negative ? r->im : r->re, q);
        fmpq_zero(negative ? r->re : r->im);
    }
    fmpq_clear(q);
    return done;
}

static enum state
sqrt_ball(struct ball *r, const struct ball *x, bool complex, slong prec)
{
    acb_t s;
    const acb_struct *y;
    enum state state = DEFINED;

    acb_init(s);
    y = ball_enclose(x, s, prec);
    if (complex) {
        long need = ball_spread(x);

        ball_begin(r, x, NULL);
        raise_need(r, need);
        r->cut |= acb_is_real(y) && !arb_is_nonnegative(acb_realref(y));
        acb_sqrt(r->x, y, prec);
    } else if (arb_is_nonnegative(acb_realref(y))) {
        ball_begin(r, x, NULL);
        arb_sqrt(acb_realref(r->x), acb_realref(y), prec);
        arb_zero(acb_imagref(r->x));
    } else {
        state = arb_is_negative(acb_realref(y)) ? UNDEFINED : UNKNOWN;
    }
    acb_clear(s);
    return state;
}

enum state
ball_sqrt(struct ball *r, const struct ball *x, bool complex, slong prec)
{
    if (ball_is_zero(x)) {
        ball_copy(r, x);
        return DEFINED;
    }
    if (x->exact && ball_is_real(x)) {
        bool negative = fmpq_sgn(x->re) < 0;

        if (negative && !complex)
            return UNDEFINED;
        if (sqrt_exact(r, x)) {
            r->cut |= negative;
            return DEFINED;
        }
    }
    return sqrt_ball(r, x, complex, prec);
}

/* |x| of an exact complex number, when that has this form again. */
static bool
abs_exact(struct ball *r, const struct ball *x)
{
    ulong root;
    fmpq_t q;
    bool done;

    fmpq_init(q);
    fmpq_mul(q, x->re, x->re);
    fmpq_addmul(q, x->im, x->im);
    done = x->root == 1 && sqrt_fmpq(q, &root, q);
    if (done) {
        ball_copy(r, x);
        fmpq_set(r->re, q);
        fmpq_zero(r->im);
        r->root = root;
    }
    fmpq_clear(q);
    return done;
}

void
ball_abs(struct ball *r, const struct ball *x, slong prec)
{
    long need;
    acb_t s;

    if (x->exact && ball_is_real(x)) {
        ball_copy(r, x);
        fmpq_abs(r->re, r->re);
        return;
    }
    if (x->exact && abs_exact(r, x))
        return;
    need = ball_spread(x);
    acb_init(s);
    acb_abs(acb_realref(s), ball_enclose(x, s, prec), prec);
    arb_zero(acb_imagref(s));
    ball_begin(r, x, NULL);
    raise_need(r, need);
    acb_swap(r->x, s);
    acb_clear(s);
}

/* ---- powers ------------------------------------------------------------------------ */

/* Bits of x^n, to see whether it stays exact. */
static bool
power_is_small(const struct ball *x, const fmpz_t n)
{
    slong bits = (slong)fmpq_height_bits(x->re) + (slong)fmpq_height_bits(x->im);

    return fmpz_bits(n) < FLINT_BIT_COUNT(EXACT_BITS) &&
           labs(fmpz_get_si(n)) * 2 * bits < EXACT_BITS;
}

static void
power_exact(struct ball *r, const struct ball *x, ulong n, slong prec)
{
    struct ball p, square;

    ball_init(&p);
    ball_init(&square);
    ball_set_int(&p, 1);
    p.need = x->need;
    ball_copy(&square, x);
    for (; n; n >>= 1) {
        if (n & 1)
            ball_mul(&p, &p, &square, prec);
        if (n > 1)
            ball_mul(&square, &square, &square, prec);
    }
    ball_copy(r, &p);
    ball_fini(&p);
    ball_fini(&square);
}

enum state
ball_pow_int(struct ball *r, const struct ball *x, const fmpz_t n, slong prec)
{
    int sign = fmpz_sgn(n);

    if (sign < 0 && ball_has_zero(x))
        return ball_is_zero(x) ? UNDEFINED : UNKNOWN;
    if (sign == 0 || ball_is_zero(x)) {
        ball_set_int(r, sign == 0);
        return DEFINED;
    }
    if (x->exact && power_is_small(x, n)) {
        struct ball one;
        enum state state = DEFINED;

        power_exact(r, x, (ulong)labs(fmpz_get_si(n)), prec);
        if (sign < 0) {
            ball_init(&one);
            ball_set_int(&one, 1);
            state = ball_div(r, &one, r, prec);
            ball_fini(&one);
        }
        return state;
    }
    {
        acb_t s;
        const acb_struct *y;

        acb_init(s);
        y = ball_enclose(x, s, prec);
        ball_begin(r, x, NULL);
        acb_pow_fmpz(r->x, y, n, prec);
        acb_clear(s);
    }
    return DEFINED;
}

/* x^(p/q) for rational x > 0 whose q-th root is rational. */
static bool
power_rational(struct ball *r, const struct ball *x, const struct ball *y, slong prec)
{
    const fmpz *q = fmpq_denref(y->re);
    struct ball root;
    bool done;
    slong k;

    if (!ball_is_rational(x) || !ball_is_rational(y) ||
        fmpz_cmp_ui(q, ROOT_ORDER_MAX) > 0)
        return false;
    k = fmpz_get_si(q);
    ball_init(&root);
    done = fmpz_root(fmpq_numref(root.re), fmpq_numref(x->re), k) &&
           fmpz_root(fmpq_denref(root.re), fmpq_denref(x->re), k);
    if (done)
        done = ball_pow_int(r, &root, fmpq_numref(y->re), prec) == DEFINED;
    ball_fini(&root);
    return done;
}

/* 0^y for a y that is no integer. */
static enum state
power_of_zero(struct ball *r, const struct ball *y, slong prec)
{
    struct ball zero;
    enum order o;

    ball_init(&zero);
    o = ball_compare(y, &zero, prec);
    ball_fini(&zero);
    if (o == GREATER)
        ball_set_int(r, 0);
    return o == GREATER ? DEFINED : o == OPEN ? UNKNOWN : UNDEFINED;
}

/* A real power that is no integer: the base must be positive. */
static enum state
check_base(const struct ball *x, const struct ball *y, slong prec)
{
    struct ball zero;
    enum order o;

    ball_init(&zero);
    o = ball_compare(x, &zero, prec);
    ball_fini(&zero);
    if (o == GREATER)
        return DEFINED;
    return o == LESS && (y->exact || !acb_contains_int(y->x)) ? UNDEFINED : UNKNOWN;
}

static bool
is_half(const struct ball *y)
{
    return ball_is_rational(y) && fmpz_is_one(fmpq_numref(y->re)) &&
           fmpz_equal_ui(fmpq_denref(y->re), 2);
}

static bool
holds_one(const acb_t z)
{
    return arb_contains_si(acb_realref(z), 1) && arb_contains_zero(acb_imagref(z));
}

/* exp(y ln x) with x not 0. A power that cannot be told from 1 lost its exponent. */
static enum state
power_ball(struct ball *r, const struct ball *x, const struct ball *y, slong prec)
{
    const acb_struct *base, *exponent;
    long need = ball_spread(x);
    bool cut, trivial;
    acb_t s, t;

    acb_init(s);
    acb_init(t);
    base = ball_enclose(x, s, prec);
    exponent = ball_enclose(y, t, prec);
    cut = acb_is_real(base) && !arb_is_positive(acb_realref(base));
    trivial = acb_is_zero(exponent) || acb_is_one(base);
    ball_begin(r, x, y);
    acb_pow(r->x, base, exponent, prec);
    r->cut |= cut;
    raise_need(r, holds_one(r->x) && !trivial ? prec + 1 : need);
    acb_clear(s);
    acb_clear(t);
    return acb_is_finite(r->x) ? DEFINED : UNKNOWN;
}

enum state
ball_pow(struct ball *r, const struct ball *x, const struct ball *y, bool complex,
         bool integer, slong prec)
{
    enum state state = DEFINED;

    if (ball_is_zero(x) && ball_is_zero(y) && !integer)
        return UNDEFINED;
    if (ball_is_integer(y))
        return ball_pow_int(r, x, fmpq_numref(y->re), prec);
    if (ball_is_zero(x))
        return power_of_zero(r, y, prec);
    if (is_half(y))
        return ball_sqrt(r, x, complex, prec);
    if (!complex)
        state = check_base(x, y, prec);
    else if (ball_has_zero(x))
        state = UNKNOWN;
    if (state != DEFINED || (!complex && power_rational(r, x, y, prec)))
        return state;
    return power_ball(r, x, y, prec);
}
