/* Functions of one number, and the larger of two. */
#include "exact/limit/apply.h"

enum { SERIES_MAX = 64 };

/* ---- sines ------------------------------------------------------------------------- */

/* sin x (first 1) or cos x (first 0) for small x. */
static const struct germ *
sine_series(struct germs *s, const struct germ *x, int first)
{
    const struct num *a[SERIES_MAX], *c = s->unit;
    int n = s->terms + 2 < SERIES_MAX ? s->terms + 2 : SERIES_MAX;

    for (int k = 0; k < n; k++) {
        if (k > 0)
            c = num_mul(&s->nums, c, num_ratio(&s->nums, 1, k));
        a[k] = k % 2 != first ? s->zero : k % 4 > 1 ? num_neg(&s->nums, c) : c;
    }
    return germ_series(s, a, n, x, false);
}

/* sin(c + x) = sin c cos x + cos c sin x, and the other. What turns without end is
 * bounded. */
static const struct germ *
sine(struct germs *s, const struct germ *x, bool complex, bool cosine)
{
    const struct germ *sin_x, *cos_x;
    const struct num *sin_c, *cos_c;
    struct split p;

    if (!germ_split(s, x, &p))
        return NULL;
    if (p.large->n || p.large->error)
        return complex ? germ_fail(s, GERM_OPEN) : germ_order(s, s->one);
    sin_x = sine_series(s, p.small, 1);
    cos_x = sine_series(s, p.small, 0);
    sin_c = num_call(&s->nums, FUNCTION_SIN, p.c, complex);
    cos_c = num_call(&s->nums, FUNCTION_COS, p.c, complex);
    if (!sin_c || !cos_c)
        return germ_fail(s, GERM_CLOSE);
    if (cosine)
        return germ_sub(s, germ_scaled(s, cos_x, cos_c, s->one),
                        germ_scaled(s, sin_x, sin_c, s->one));
    return germ_add(s, germ_scaled(s, cos_x, sin_c, s->one),
                    germ_scaled(s, sin_x, cos_c, s->one));
}

static const struct germ *
call_sin(struct germs *s, const struct germ *x, bool complex)
{
    return sine(s, x, complex, false);
}

static const struct germ *
call_cos(struct germs *s, const struct germ *x, bool complex)
{
    return sine(s, x, complex, true);
}

static const struct germ *
call_tan(struct germs *s, const struct germ *x, bool complex)
{
    return germ_div(s, sine(s, x, complex, false), sine(s, x, complex, true));
}

/* ---- exponentials ------------------------------------------------------------------ */

static const struct germ *
half_sum(struct germs *s, const struct germ *x, bool complex, bool minus)
{
    const struct germ *up = germ_exp(s, x, complex);
    const struct germ *down = x ? germ_exp(s, germ_map(s, x, num_neg), complex) : NULL;

    return germ_scaled(s, (minus ? germ_sub : germ_add)(s, up, down),
                       num_ratio(&s->nums, 1, 2), s->one);
}

static const struct germ *
call_sinh(struct germs *s, const struct germ *x, bool complex)
{
    return half_sum(s, x, complex, true);
}

static const struct germ *
call_cosh(struct germs *s, const struct germ *x, bool complex)
{
    return half_sum(s, x, complex, false);
}

/* 1 - 2/(exp(2 x) + 1) */
static const struct germ *
call_tanh(struct germs *s, const struct germ *x, bool complex)
{
    const struct germ *e;

    if (!x)
        return NULL;
    e = germ_exp(s, germ_scaled(s, x, num_int(&s->nums, 2), s->one), complex);
    return germ_sub(s, germ_int(s, 1),
                    germ_div(s, germ_int(s, 2), germ_add(s, e, germ_int(s, 1))));
}

/* ln(x + sqrt(x^2 + 1)), which is odd. */
static const struct germ *
call_asinh(struct germs *s, const struct germ *x, bool complex)
{
    const struct germ *root, *y = x;
    struct split p;
    bool minus;

    if (!germ_split(s, x, &p))
        return NULL;
    minus =
        p.large->n && num_is_real(p.large->at[0].c) && num_sign(p.large->at[0].c) == -1;
    if (minus)
        y = germ_map(s, x, num_neg);
    root = germ_sqrt(s, germ_add(s, germ_mul(s, y, y), germ_int(s, 1)), complex);
    y = germ_ln(s, germ_add(s, y, root), complex);
    return minus && y ? germ_map(s, y, num_neg) : y;
}

static const struct germ *
log_to(struct germs *s, const struct germ *x, bool complex, long base)
{
    const struct num *ln =
        num_call(&s->nums, FUNCTION_LN, num_int(&s->nums, base), false);

    return germ_scaled(s, germ_ln(s, x, complex), ln ? num_inv(&s->nums, ln) : NULL,
                       s->one);
}

static const struct germ *
call_log2(struct germs *s, const struct germ *x, bool complex)
{
    return log_to(s, x, complex, 2);
}

static const struct germ *
call_log10(struct germs *s, const struct germ *x, bool complex)
{
    return log_to(s, x, complex, 10);
}

/* ---- arcs -------------------------------------------------------------------------- */

static const struct germ *
half_pi(struct germs *s, int sign)
{
    struct ball b;
    const struct num *half;

    ball_init(&b);
    ball_set_unit(&b, sign, 2, 1, 1);
    half = num_of(&s->nums, &b, 0);
    ball_fini(&b);
    return germ_number(s, half);
}

static const struct germ *
atan_series(struct germs *s, const struct germ *x)
{
    const struct num *a[SERIES_MAX];
    int n = s->terms + 2 < SERIES_MAX ? s->terms + 2 : SERIES_MAX;

    for (int k = 0; k < n; k++)
        a[k] = k % 2 ? num_ratio(&s->nums, k % 4 == 1 ? 1 : -1, k) : s->zero;
    return germ_series(s, a, n, x, false);
}

/* atan(c + x) = atan c + atan(x/(1 + c (c + x))); of large ones +-pi/2 - atan(1/x). */
static const struct germ *
call_atan(struct germs *s, const struct germ *x, bool complex)
{
    const struct germ *c, *below;
    struct split p;
    int sign;

    if (complex)
        return germ_fail(s, GERM_OPEN);
    if (!germ_split(s, x, &p))
        return NULL;
    if (p.large->n || p.large->error) {
        if (p.large->n == 0)
            return germ_order(s, s->one);
        sign = germ_sign(s, p.large);
        if (sign == SIGN_OPEN)
            return NULL;
        return germ_sub(s, half_pi(s, sign),
                        atan_series(s, germ_div(s, germ_int(s, 1), x)));
    }
    c = germ_number(s, num_call(&s->nums, FUNCTION_ATAN, p.c, false));
    below = germ_add(s, germ_int(s, 1), germ_scaled(s, x, p.c, s->one));
    return germ_add(s, c, atan_series(s, germ_div(s, p.small, below)));
}

static const struct germ *
call_asin(struct germs *s, const struct germ *x, bool complex)
{
    const struct germ *root;
    int edge;

    if (complex)
        return germ_fail(s, GERM_OPEN);
    root = germ_sub(s, germ_int(s, 1), germ_mul(s, x, x));
    if (!root || !germ_is_zero(root))
        return call_atan(s, germ_div(s, x, germ_sqrt(s, root, false)), false);
    edge = germ_sign(s, x);
    return edge == SIGN_OPEN ? NULL : half_pi(s, edge);
}

static const struct germ *
call_acos(struct germs *s, const struct germ *x, bool complex)
{
    return germ_sub(s, half_pi(s, 1), call_asin(s, x, complex));
}

/* ---- size and sign ----------------------------------------------------------------- */

const struct germ *
germ_abs(struct germs *s, const struct germ *x)
{
    const struct germ *re, *im;
    bool real = true;
    int sign;

    if (!x)
        return NULL;
    if (x->n == 0)
        return x;
    for (int i = 0; i < x->n; i++)
        real = real && num_is_real(x->at[i].c);
    if (!real) {
        re = germ_map(s, x, num_re);
        im = germ_map(s, x, num_im);
        return germ_sqrt(s, germ_add(s, germ_mul(s, re, re), germ_mul(s, im, im)), false);
    }
    sign = germ_sign(s, x);
    return sign == SIGN_OPEN ? NULL : sign < 0 ? germ_map(s, x, num_neg) : x;
}

static const struct germ *
call_abs(struct germs *s, const struct germ *x, bool complex)
{
    (void)complex;
    return germ_abs(s, x);
}

static const struct germ *
call_sign(struct germs *s, const struct germ *x, bool complex)
{
    int sign = x ? germ_sign(s, x) : SIGN_OPEN;

    (void)complex;
    return sign == SIGN_OPEN ? NULL : germ_int(s, sign);
}

/* Where the two cannot be told apart, the larger is each of them but for their
 * difference. */
const struct germ *
germ_max(struct germs *s, const struct germ *x, const struct germ *y)
{
    const struct germ *d = germ_sub(s, x, y);
    int sign;

    if (!d)
        return NULL;
    if (d->n == 0)
        return d->error ? germ_add(s, x, germ_order(s, d->error)) : x;
    sign = germ_sign(s, d);
    return sign == SIGN_OPEN ? NULL : sign > 0 ? x : y;
}

/* ---- parts ------------------------------------------------------------------------- */

static const struct germ *
call_re(struct germs *s, const struct germ *x, bool complex)
{
    (void)complex;
    return germ_map(s, x, num_re);
}

static const struct germ *
call_im(struct germs *s, const struct germ *x, bool complex)
{
    (void)complex;
    return germ_map(s, x, num_im);
}

static const struct germ *
call_arg(struct germs *s, const struct germ *x, bool complex)
{
    int sign;

    if (complex)
        return germ_map(s, germ_ln(s, x, true), num_im);
    sign = x ? germ_sign(s, x) : SIGN_OPEN;
    if (sign == 0)
        return germ_fail(s, GERM_NOWHERE);
    if (sign == SIGN_OPEN)
        return NULL;
    return sign > 0 ? germ_int(s, 0) : germ_add(s, half_pi(s, 1), half_pi(s, 1));
}

/* ---- all --------------------------------------------------------------------------- */

typedef const struct germ *call_fn(struct germs *s, const struct germ *x, bool complex);

static call_fn *const calls[FUNCTION_COUNT] = {
    [FUNCTION_ABS] = call_abs,     [FUNCTION_RE] = call_re,
    [FUNCTION_IM] = call_im,       [FUNCTION_ARG] = call_arg,
    [FUNCTION_SQRT] = germ_sqrt,   [FUNCTION_EXP] = germ_exp,
    [FUNCTION_LN] = germ_ln,       [FUNCTION_LOG2] = call_log2,
    [FUNCTION_LOG10] = call_log10, [FUNCTION_SIN] = call_sin,
    [FUNCTION_COS] = call_cos,     [FUNCTION_TAN] = call_tan,
    [FUNCTION_ASIN] = call_asin,   [FUNCTION_ACOS] = call_acos,
    [FUNCTION_ATAN] = call_atan,   [FUNCTION_SINH] = call_sinh,
    [FUNCTION_COSH] = call_cosh,   [FUNCTION_TANH] = call_tanh,
    [FUNCTION_ASINH] = call_asinh, [FUNCTION_SIGN] = call_sign,
};

bool
germ_can_call(enum function_id f)
{
    return calls[f] != NULL;
}

const struct germ *
germ_call(struct germs *s, enum function_id f, const struct germ *x, bool complex)
{
    if (!x)
        return NULL;
    return calls[f](s, x, complex);
}
