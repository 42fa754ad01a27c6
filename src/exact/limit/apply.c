/* Quotients, powers, exponentials and logarithms. */
#include "exact/limit/apply.h"

enum { SERIES_MAX = 64, POWER_MAX = 64 };

/* x = c m (1 + r) with a certain c. */
struct factored {
    const struct num *c;
    const struct scale *m;
    const struct germ *r;
};

static bool
factor(struct germs *s, const struct germ *x, struct factored *out)
{
    const struct part *lead = x ? germ_lead(s, x) : NULL;
    const struct scale *back;
    const struct num *inverse;

    if (!lead)
        return false;
    inverse = num_inv(&s->nums, lead->c);
    if (!inverse) {
        germ_fail(s, GERM_CLOSE);
        return false;
    }
    back = scale_pow(s, lead->m, num_int(&s->nums, -1));
    out->c = lead->c;
    out->m = lead->m;
    out->r = germ_sub(s, germ_scaled(s, x, inverse, back), germ_int(s, 1));
    return out->r != NULL;
}

static int
series_length(const struct germs *s)
{
    return s->terms + 1 < SERIES_MAX ? s->terms + 1 : SERIES_MAX;
}

/* (1 + r)^n; a finite sum when n is a small natural number. */
static const struct germ *
binomial(struct germs *s, const struct germ *r, const struct num *n)
{
    const struct num *a[SERIES_MAX], *k;
    int length = series_length(s), used = 1;

    a[0] = s->unit;
    for (; used < length; used++) {
        k = num_int(&s->nums, used);
        a[used] =
            num_mul(&s->nums, a[used - 1],
                    num_mul(&s->nums, num_add(&s->nums, num_sub(&s->nums, n, k), s->unit),
                            num_ratio(&s->nums, 1, used)));
        if (num_is_zero(a[used]))
            return germ_series(s, a, used, r, true);
    }
    return germ_series(s, a, used, r, false);
}

/* ---- quotients --------------------------------------------------------------------- */

const struct germ *
germ_div(struct germs *s, const struct germ *x, const struct germ *y)
{
    struct factored f;
    const struct num *minus = num_int(&s->nums, -1);

    if (!x || !y)
        return NULL;
    if (germ_is_zero(y))
        return germ_fail(s, GERM_NOWHERE);
    if (!factor(s, y, &f))
        return NULL;
    return germ_scaled(s, germ_mul(s, x, binomial(s, f.r, minus)), num_inv(&s->nums, f.c),
                       scale_pow(s, f.m, minus));
}

/* ---- exponentials ------------------------------------------------------------------ */

static const struct germ *
exp_series(struct germs *s, const struct germ *x)
{
    const struct num *a[SERIES_MAX];
    int n = series_length(s);

    a[0] = s->unit;
    for (int k = 1; k < n; k++)
        a[k] = num_mul(&s->nums, a[k - 1], num_ratio(&s->nums, 1, k));
    return germ_series(s, a, n, x, false);
}

/* exp of a large sum as a scale: what grows like l = ln(1/t) becomes a power of t. Of
 * complex coefficients the real parts; *turns says that there were such. */
static const struct scale *
exp_scale(struct germs *s, const struct germ *large, bool *turns)
{
    struct part *at = ARENA_ARRAY(s->arena, struct part, large->n + 1);
    struct germ *e = ARENA_NEW(s->arena, struct germ);
    struct scale *m = ARENA_NEW(s->arena, struct scale);
    int n = 0;

    *m = *s->one;
    for (int i = 0; i < large->n; i++) {
        const struct num *c = num_re(&s->nums, large->at[i].c);
        int order = scale_compare(s, large->at[i].m, s->log);

        *turns |= !num_is_real(large->at[i].c);
        if (order < 0)
            germ_fail(s, GERM_OPEN);
        if (s->state != GERM_FINE)
            return NULL;
        if (order == 0)
            m->t = num_neg(&s->nums, c);
        else if (!num_is_zero(c))
            at[n++] = (struct part){c, large->at[i].m};
    }
    *e = (struct germ){n, at, NULL};
    m->e = n ? e : NULL;
    return m;
}

const struct germ *
germ_exp(struct germs *s, const struct germ *x, bool complex)
{
    struct split p;
    bool turns = false;
    const struct scale *m;
    const struct num *c;

    if (!germ_split(s, x, &p))
        return NULL;
    if (p.large->error && scale_compare(s, p.large->error, s->one) != 0)
        return germ_fail(s, GERM_SHORT);
    m = exp_scale(s, p.large, &turns);
    if (!m)
        return NULL;
    if (turns || p.large->error)
        return germ_order(s, m);
    c = num_is_zero(p.c) ? s->unit : num_call(&s->nums, FUNCTION_EXP, p.c, complex);
    if (!c)
        return germ_fail(s, GERM_CLOSE);
    return germ_scaled(s, exp_series(s, p.small), c, m);
}

/* ---- logarithms -------------------------------------------------------------------- */

static const struct germ *
log_series(struct germs *s, const struct germ *x)
{
    const struct num *a[SERIES_MAX];
    int n = series_length(s);

    a[0] = s->zero;
    for (int k = 1; k < n; k++)
        a[k] = num_ratio(&s->nums, k % 2 ? 1 : -1, k);
    return germ_series(s, a, n, x, false);
}

/* Of real numbers the sign must be right. Of complex ones those beside the cut are left
 * alone. */
static bool
may_root(struct germs *s, const struct num *c, bool complex)
{
    int sign = num_is_real(c) ? num_sign(c) : 1;

    if (sign == 1)
        return true;
    germ_fail(s, complex ? GERM_OPEN : sign == SIGN_OPEN ? GERM_CLOSE : GERM_NOWHERE);
    return false;
}

const struct germ *
germ_ln(struct germs *s, const struct germ *x, bool complex)
{
    struct factored f;
    const struct germ *out;

    if (x && germ_is_zero(x))
        return germ_fail(s, GERM_NOWHERE);
    if (!factor(s, x, &f) || !may_root(s, f.c, complex))
        return NULL;
    if (!num_is_zero(f.m->l))
        return germ_fail(s, GERM_OPEN);
    out = germ_add(s, germ_number(s, num_call(&s->nums, FUNCTION_LN, f.c, complex)),
                   log_series(s, f.r));
    out = germ_add(s, out, germ_part(s, num_neg(&s->nums, f.m->t), s->log));
    return f.m->e ? germ_add(s, out, f.m->e) : out;
}

/* ---- powers ------------------------------------------------------------------------ */

static const struct germ *
repeated(struct germs *s, const struct germ *x, long n)
{
    const struct germ *out = germ_int(s, 1);

    if (n > POWER_MAX)
        return germ_fail(s, GERM_SHORT);
    for (long i = 0; i < n && out; i++)
        out = germ_mul(s, out, x);
    return out;
}

const struct germ *
germ_power_int(struct germs *s, const struct germ *x, long n)
{
    const struct num *e = num_int(&s->nums, n);
    struct factored f;

    if (!x || n == 0)
        return x ? germ_int(s, 1) : NULL;
    if (germ_is_zero(x))
        return n > 0 ? x : germ_fail(s, GERM_NOWHERE);
    if (n > 0 && (x->n == 0 || !num_is_certain(x->at[0].c)))
        return repeated(s, x, n);
    if (!factor(s, x, &f))
        return NULL;
    return germ_scaled(s, binomial(s, f.r, e), num_pow_int(&s->nums, f.c, n),
                       scale_pow(s, f.m, e));
}

const struct germ *
germ_sqrt(struct germs *s, const struct germ *x, bool complex)
{
    const struct num *half = num_ratio(&s->nums, 1, 2);
    struct factored f;

    if (!x || germ_is_zero(x))
        return x;
    if (!factor(s, x, &f) || !may_root(s, f.c, complex))
        return NULL;
    return germ_scaled(s, binomial(s, f.r, half),
                       num_call(&s->nums, FUNCTION_SQRT, f.c, complex),
                       scale_pow(s, f.m, half));
}

/* x^n for a number n that is no integer. */
static const struct germ *
power_real(struct germs *s, const struct germ *x, const struct num *n, bool complex)
{
    struct factored f;

    if (!factor(s, x, &f) || !may_root(s, f.c, complex))
        return NULL;
    return germ_scaled(s, binomial(s, f.r, n), num_pow(&s->nums, f.c, n, complex),
                       scale_pow(s, f.m, n));
}

static bool
is_number(struct germs *s, const struct germ *x)
{
    return !x->error &&
           (x->n == 0 || (x->n == 1 && scale_compare(s, x->at[0].m, s->one) == 0));
}

/* 0^y */
static const struct germ *
power_of_zero(struct germs *s, const struct germ *y)
{
    int sign = germ_sign(s, y);

    if (sign == SIGN_OPEN)
        return NULL;
    return sign == 1 ? germ_int(s, 0) : germ_fail(s, GERM_NOWHERE);
}

/* A negative number to an integer power is as large as its absolute value to it. */
static const struct germ *
power_of_negative(struct germs *s, const struct germ *x, const struct germ *y)
{
    const struct germ *size =
        germ_exp(s, germ_mul(s, germ_ln(s, germ_map(s, x, num_neg), false), y), false);

    return size ? germ_order(s, germ_top(size)) : NULL;
}

const struct germ *
germ_power(struct germs *s, const struct germ *x, const struct germ *y, bool complex,
           bool integer)
{
    const struct num *n;

    if (!x || !y)
        return NULL;
    if (is_number(s, y)) {
        n = y->n ? y->at[0].c : s->zero;
        if (ball_is_integer(&n->ball) && fmpz_fits_si(fmpq_numref(n->ball.re)) &&
            (integer || !num_is_zero(n)))
            return germ_power_int(s, x, fmpz_get_si(fmpq_numref(n->ball.re)));
        return germ_is_zero(x) ? power_of_zero(s, y) : power_real(s, x, n, complex);
    }
    if (germ_is_zero(x))
        return power_of_zero(s, y);
    if (integer && !complex && is_number(s, x) && num_sign(x->at[0].c) == -1)
        return power_of_negative(s, x, y);
    return germ_exp(s, germ_mul(s, y, germ_ln(s, x, complex)), complex);
}
