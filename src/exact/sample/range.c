#include <stdlib.h>

#include "exact/sample/draw.h"

void
range_init(struct range *r)
{
    *r = (struct range){0};
    fmpq_init(r->low);
    fmpq_init(r->high);
}

void
range_fini(struct range *r)
{
    fmpq_clear(r->low);
    fmpq_clear(r->high);
}

bool
range_bound(fmpq_t r, const struct balls *v, slong prec)
{
    const acb_struct *x;
    acb_t t;
    bool usable;

    if (v->state != DEFINED || !balls_is_number(v) || !ball_is_real(v->at))
        return false;
    if (ball_is_rational(v->at)) {
        fmpq_set(r, v->at->re);
        return true;
    }
    acb_init(t);
    x = ball_enclose(v->at, t, prec);
    usable = labs(ball_log_re(v->at)) < EXACT_BITS;
    if (usable)
        arf_get_fmpq(r, arb_midref(acb_realref(x)));
    acb_clear(t);
    return usable;
}

void
range_tighten(struct range *r, const struct bound *b, const fmpq_t v)
{
    fmpq *end = b->upper ? r->high : r->low;
    bool *has = b->upper ? &r->has_high : &r->has_low;
    int c = *has ? fmpq_cmp(v, end) : 0;

    if (*has && (b->upper ? c > 0 : c < 0))
        return;
    fmpq_set(end, v);
    *has = true;
    *(b->upper ? &r->high_open : &r->low_open) = b->open;
}

static slong
clamp_fmpz(const fmpz_t n)
{
    slong most = WORD(1) << 40;

    if (fmpz_cmp_si(n, most) > 0)
        return most;
    return fmpz_cmp_si(n, -most) < 0 ? -most : fmpz_get_si(n);
}

/* The first whole number of a range, and the last. */
static void
get_ends(const struct range *r, slong *low, slong *high)
{
    fmpz_t n;

    fmpz_init(n);
    if (r->has_low) {
        fmpz_cdiv_q(n, fmpq_numref(r->low), fmpq_denref(r->low));
        *low = clamp_fmpz(n);
        if (r->low_open && fmpz_is_one(fmpq_denref(r->low)))
            ++*low;
    }
    if (r->has_high) {
        fmpz_fdiv_q(n, fmpq_numref(r->high), fmpq_denref(r->high));
        *high = clamp_fmpz(n);
        if (r->high_open && fmpz_is_one(fmpq_denref(r->high)))
            --*high;
    }
    fmpz_clear(n);
}

bool
range_integers(const struct range *r, const struct slot *slot, slong *low, slong *high)
{
    slong most = slot->count ? COUNT_MAX : INTEGER_MAX;

    get_ends(r, low, high);
    if (slot->size) {
        *low = r->has_low && *low > 1 ? *low : 1;
        most = *low > 1 ? *low + SHAPE_MAX - 1 : SHAPE_MAX;
        if (!r->has_high || (*high > SHAPE_ALL && *high > most))
            *high = most;
        return *low <= *high;
    }
    if (!r->has_low)
        *low = r->has_high && *high < 0 ? *high - most : -most;
    if (!r->has_high)
        *high = r->has_low && *low > 0 ? *low + most : most;
    return *low <= *high;
}

void
range_sizes(struct range *r, slong low, slong high)
{
    r->has_low = r->has_high = true;
    r->low_open = r->high_open = false;
    fmpq_set_si(r->low, low, 1);
    fmpq_set_si(r->high, high, 1);
}

/* How v compares with a bound; `far` when there is none. */
static enum order
compare(const struct ball *v, bool has, const fmpq_t bound, enum order far)
{
    struct ball b;
    enum order o;

    if (!has)
        return far;
    ball_init(&b);
    ball_set_fmpq(&b, bound);
    o = ball_compare(v, &b, COORDINATE_BITS);
    ball_fini(&b);
    return o;
}

bool
range_has(const struct range *r, const struct ball *v)
{
    enum order low = compare(v, r->has_low, r->low, GREATER);
    enum order high = compare(v, r->has_high, r->high, LESS);

    return (low == GREATER || (low == SAME && !r->low_open)) &&
           (high == LESS || (high == SAME && !r->high_open));
}
