#include "exact/limit/germ.h"

#include <string.h>

/* ---- making ------------------------------------------------------------------------ */

void
germs_init(struct germs *s, struct arena *a, slong prec, int terms)
{
    struct scale *m = ARENA_ARRAY(a, struct scale, 2);

    *s = (struct germs){.arena = a, .terms = terms, .one = &m[0], .log = &m[1]};
    nums_init(&s->nums, prec);
    s->zero = num_int(&s->nums, 0);
    s->unit = num_int(&s->nums, 1);
    m[0] = (struct scale){s->zero, s->zero, NULL};
    m[1] = (struct scale){s->zero, s->unit, NULL};
}

void
germs_fini(struct germs *s)
{
    nums_fini(&s->nums);
}

const struct germ *
germ_fail(struct germs *s, enum germ_state why)
{
    if (s->state == GERM_FINE)
        s->state = why;
    return NULL;
}

static bool
afford(struct germs *s, long work)
{
    s->work += work;
    if (s->work > GERM_WORK_MAX)
        germ_fail(s, GERM_OPEN);
    return s->state == GERM_FINE;
}

static struct part *
room(struct germs *s, int n)
{
    return ARENA_ARRAY(s->arena, struct part, n + 1);
}

static const struct germ *
kept(struct germs *s, const struct part *at, int n, const struct scale *error)
{
    struct germ *g = ARENA_NEW(s->arena, struct germ);

    *g = (struct germ){n, at, error};
    return s->state == GERM_FINE ? g : NULL;
}

/* ---- scales ------------------------------------------------------------------------ */

/* The exponents subtracted; their first term decides. */
static int
compare_exponents(struct germs *s, const struct germ *x, const struct germ *y)
{
    const struct germ *d;

    if (x == y)
        return 0;
    d = x && y ? germ_sub(s, x, y) : x ? x : germ_sub(s, germ_int(s, 0), y);
    return d ? germ_sign(s, d) : SIGN_OPEN;
}

static int
compare_numbers(struct germs *s, const struct num *x, const struct num *y)
{
    int sign = x == y ? 0 : num_sign(num_sub(&s->nums, x, y));

    if (sign == SIGN_OPEN)
        germ_fail(s, GERM_CLOSE);
    return sign;
}

int
scale_compare(struct germs *s, const struct scale *x, const struct scale *y)
{
    int order;

    if (x == y)
        return 0;
    if (!afford(s, 1))
        return SIGN_OPEN;
    order = compare_exponents(s, x->e, y->e);
    if (order == 0)
        order = compare_numbers(s, y->t, x->t);
    if (order == 0)
        order = compare_numbers(s, x->l, y->l);
    return s->state == GERM_FINE ? order : SIGN_OPEN;
}

static const struct scale *
scale_new(struct germs *s, const struct num *t, const struct num *l, const struct germ *e)
{
    struct scale *m = ARENA_NEW(s->arena, struct scale);

    if (e && e->error)
        germ_fail(s, GERM_SHORT);
    *m = (struct scale){t, l, e && !germ_is_zero(e) ? e : NULL};
    return m;
}

const struct scale *
scale_mul(struct germs *s, const struct scale *x, const struct scale *y)
{
    const struct germ *e = x->e && y->e ? germ_add(s, x->e, y->e) : x->e ? x->e : y->e;

    if (x == s->one || y == s->one)
        return x == s->one ? y : x;
    return scale_new(s, num_add(&s->nums, x->t, y->t), num_add(&s->nums, x->l, y->l), e);
}

const struct scale *
scale_pow(struct germs *s, const struct scale *x, const struct num *n)
{
    const struct germ *e = x->e ? germ_scaled(s, x->e, n, s->one) : NULL;

    return scale_new(s, num_mul(&s->nums, x->t, n), num_mul(&s->nums, x->l, n), e);
}

/* ---- simple germs ------------------------------------------------------------------ */

const struct germ *
germ_part(struct germs *s, const struct num *c, const struct scale *m)
{
    struct part *at = room(s, 1);

    at[0] = (struct part){c, m};
    return kept(s, at, num_is_zero(c) ? 0 : 1, NULL);
}

const struct germ *
germ_number(struct germs *s, const struct num *c)
{
    return c ? germ_part(s, c, s->one) : germ_fail(s, GERM_CLOSE);
}

const struct germ *
germ_int(struct germs *s, long n)
{
    return germ_number(s, num_int(&s->nums, n));
}

const struct germ *
germ_t(struct germs *s, long n)
{
    return germ_part(s, s->unit, scale_new(s, num_int(&s->nums, n), s->zero, NULL));
}

const struct germ *
germ_order(struct germs *s, const struct scale *m)
{
    return kept(s, room(s, 0), 0, m);
}

/* ---- sums -------------------------------------------------------------------------- */

static const struct scale *
larger(struct germs *s, const struct scale *x, const struct scale *y)
{
    if (!x || !y)
        return x ? x : y;
    return scale_compare(s, x, y) >= 0 ? x : y;
}

/* Terms that are not larger than the error, and those beyond s->terms, become a part of
 * it. */
static const struct germ *
trimmed(struct germs *s, const struct part *at, int n, const struct scale *error)
{
    if (n > s->terms) {
        error = larger(s, error, at[s->terms].m);
        n = s->terms;
    }
    while (n > 0 && error && s->state == GERM_FINE &&
           scale_compare(s, at[n - 1].m, error) <= 0)
        n--;
    return kept(s, at, n, error);
}

const struct germ *
germ_add(struct germs *s, const struct germ *x, const struct germ *y)
{
    int i = 0, k = 0, n = 0;
    struct part *at;

    if (!x || !y || !afford(s, x->n + y->n + 1))
        return NULL;
    at = room(s, x->n + y->n);
    while ((i < x->n || k < y->n) && s->state == GERM_FINE) {
        int order = i == x->n   ? -1
                    : k == y->n ? 1
                                : scale_compare(s, x->at[i].m, y->at[k].m);

        if (order != 0) {
            at[n++] = order > 0 ? x->at[i++] : y->at[k++];
            continue;
        }
        at[n] = (struct part){num_add(&s->nums, x->at[i++].c, y->at[k].c), y->at[k].m};
        k++;
        n += !num_is_zero(at[n].c);
    }
    return trimmed(s, at, n, larger(s, x->error, y->error));
}

const struct germ *
germ_sub(struct germs *s, const struct germ *x, const struct germ *y)
{
    return germ_add(s, x, germ_map(s, y, num_neg));
}

const struct germ *
germ_map(struct germs *s, const struct germ *x,
         const struct num *(*f)(struct nums *s, const struct num *x))
{
    struct part *at;
    int n = 0;

    if (!x)
        return NULL;
    at = room(s, x->n);
    for (int i = 0; i < x->n; i++) {
        at[n] = (struct part){f(&s->nums, x->at[i].c), x->at[i].m};
        n += !num_is_zero(at[n].c);
    }
    return kept(s, at, n, x->error);
}

/* ---- products ---------------------------------------------------------------------- */

const struct germ *
germ_scaled(struct germs *s, const struct germ *x, const struct num *c,
            const struct scale *m)
{
    struct part *at;
    int n = 0;

    if (!x || !c || !afford(s, x->n + 1))
        return germ_fail(s, GERM_CLOSE);
    if (num_is_zero(c))
        return germ_int(s, 0);
    at = room(s, x->n);
    for (int i = 0; i < x->n; i++) {
        at[n] =
            (struct part){num_mul(&s->nums, x->at[i].c, c), scale_mul(s, x->at[i].m, m)};
        n += !num_is_zero(at[n].c);
    }
    return kept(s, at, n, x->error ? scale_mul(s, x->error, m) : NULL);
}

const struct germ *
germ_mul(struct germs *s, const struct germ *x, const struct germ *y)
{
    const struct germ *sum = germ_int(s, 0);

    if (!x || !y || !sum)
        return NULL;
    for (int i = 0; i < x->n && sum; i++)
        sum = germ_add(s, sum, germ_scaled(s, y, x->at[i].c, x->at[i].m));
    if (sum && x->error && !germ_is_zero(y))
        sum = germ_add(s, sum, germ_order(s, scale_mul(s, x->error, germ_top(y))));
    return sum;
}

/* ---- looking at germs -------------------------------------------------------------- */

bool
germ_is_zero(const struct germ *x)
{
    return x->n == 0 && !x->error;
}

const struct scale *
germ_top(const struct germ *x)
{
    return x->n ? x->at[0].m : x->error;
}

const struct part *
germ_lead(struct germs *s, const struct germ *x)
{
    if (x->n && num_is_certain(x->at[0].c))
        return &x->at[0];
    germ_fail(s, x->n ? GERM_CLOSE : GERM_SHORT);
    return NULL;
}

int
germ_sign(struct germs *s, const struct germ *x)
{
    int sign;

    if (germ_is_zero(x))
        return 0;
    sign = x->n ? num_sign(x->at[0].c) : SIGN_OPEN;
    if (sign == SIGN_OPEN)
        germ_fail(s, !x->n                     ? GERM_SHORT
                     : num_is_real(x->at[0].c) ? GERM_CLOSE
                                               : GERM_OPEN);
    return sign;
}

bool
germ_split(struct germs *s, const struct germ *x, struct split *out)
{
    int large = 0, order = 1, rest;

    if (!x)
        return false;
    while (large < x->n && (order = scale_compare(s, x->at[large].m, s->one)) == 1)
        large++;
    rest = large < x->n && order == 0 ? large + 1 : large;
    order = x->error ? scale_compare(s, x->error, s->one) : -1;
    out->c = rest > large ? x->at[large].c : s->zero;
    out->large = kept(s, x->at, large, order >= 0 ? x->error : NULL);
    out->small = kept(s, x->at + rest, x->n - rest, order < 0 ? x->error : NULL);
    return s->state == GERM_FINE;
}

/* ---- series ------------------------------------------------------------------------ */

const struct germ *
germ_series(struct germs *s, const struct num *const *a, int n, const struct germ *x,
            bool whole)
{
    const struct germ *sum = germ_number(s, a[n - 1]);

    if (!x || !sum)
        return NULL;
    for (int k = n - 2; k >= 0 && sum; k--)
        sum = germ_add(s, germ_mul(s, sum, x), germ_number(s, a[k]));
    if (!sum || whole || germ_is_zero(x))
        return sum;
    return germ_add(s, sum,
                    germ_order(s, scale_pow(s, germ_top(x), num_int(&s->nums, n))));
}
