#include "exact/space/poly.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "exact/number/func.h"

enum { PER_WORD = 16, FIRST_TERMS = 4 };

void
chance_poly_init(struct poly *p)
{
    *p = (struct poly){0};
}

void
chance_poly_fini(struct poly *p)
{
    for (int i = 0; i < p->cap; i++)
        ball_fini(&p->at[i].factor);
    free(p->at);
}

void
chance_poly_clear(struct poly *p)
{
    p->n = 0;
}

static struct monomial *
append(struct poly *p, const uint64_t power[POLY_WORDS])
{
    if (p->n == p->cap) {
        int cap = p->cap ? 2 * p->cap : FIRST_TERMS;

        p->at = xrealloc(p->at, (size_t)cap * sizeof *p->at);
        for (int i = p->cap; i < cap; i++)
            ball_init(&p->at[i].factor);
        p->cap = cap;
    }
    memcpy(p->at[p->n].power, power, sizeof p->at[p->n].power);
    return &p->at[p->n++];
}

void
chance_poly_set(struct poly *p, const struct ball *constant)
{
    static const uint64_t none[POLY_WORDS];

    chance_poly_clear(p);
    ball_copy(&append(p, none)->factor, constant);
}

void
chance_poly_set_scalar(struct poly *p, int scalar)
{
    uint64_t power[POLY_WORDS] = {0};

    chance_poly_clear(p);
    power[scalar / PER_WORD] = UINT64_C(1) << 4 * (scalar % PER_WORD);
    ball_set_int(&append(p, power)->factor, 1);
}

void
chance_poly_copy(struct poly *r, const struct poly *p)
{
    chance_poly_clear(r);
    for (int i = 0; i < p->n; i++)
        ball_copy(&append(r, p->at[i].power)->factor, &p->at[i].factor);
}

static bool
add_term(struct poly *r, const uint64_t power[POLY_WORDS], const struct ball *factor,
         slong prec)
{
    for (int i = 0; i < r->n; i++)
        if (memcmp(r->at[i].power, power, sizeof r->at[i].power) == 0) {
            ball_add(&r->at[i].factor, &r->at[i].factor, factor, prec);
            return true;
        }
    if (r->n == POLY_TERMS)
        return false;
    ball_copy(&append(r, power)->factor, factor);
    return true;
}

bool
chance_poly_add(struct poly *r, const struct poly *p, const struct ball *factor,
                slong prec)
{
    bool good = true;
    struct ball t;

    ball_init(&t);
    for (int i = 0; i < p->n && good; i++) {
        ball_copy(&t, &p->at[i].factor);
        if (factor)
            ball_mul(&t, &t, factor, prec);
        good = add_term(r, p->at[i].power, &t, prec);
    }
    ball_fini(&t);
    return good;
}

/* The sum of two packed powers; false when one becomes too large. */
static bool
add_powers(uint64_t out[POLY_WORDS], const uint64_t a[POLY_WORDS],
           const uint64_t b[POLY_WORDS])
{
    for (int i = 0; i < POLY_WORDS; i++) {
        uint64_t tops = UINT64_C(0x8888888888888888);

        if ((a[i] | b[i]) & tops)
            return false;
        out[i] = a[i] + b[i];
    }
    return true;
}

bool
chance_poly_add_product(struct poly *r, const struct poly *p, const struct poly *q,
                        slong prec)
{
    bool good = true;
    struct ball t;

    ball_init(&t);
    for (int i = 0; i < p->n && good; i++)
        for (int k = 0; k < q->n && good; k++) {
            uint64_t power[POLY_WORDS];

            ball_mul(&t, &p->at[i].factor, &q->at[k].factor, prec);
            good = add_powers(power, p->at[i].power, q->at[k].power) &&
                   add_term(r, power, &t, prec);
        }
    ball_fini(&t);
    return good;
}

static int
power_of(const struct monomial *t, int scalar)
{
    return (int)(t->power[scalar / PER_WORD] >> 4 * (scalar % PER_WORD) & POLY_POWER);
}

scalars
chance_poly_scalars(const struct poly *p)
{
    scalars all = 0;

    for (int i = 0; i < p->n; i++)
        for (int k = 0; k < SCALARS_MAX; k++)
            if (power_of(&p->at[i], k))
                all |= SCALAR(k);
    return all;
}

bool
chance_poly_mean(struct poly *r, const struct poly *p, struct space *s, scalars kept,
                 slong prec)
{
    bool good = true;
    struct ball t, moment;

    chance_poly_clear(r);
    ball_init(&t);
    ball_init(&moment);
    for (int i = 0; i < p->n && good; i++) {
        unsigned char power[SCALARS_MAX] = {0};
        uint64_t rest[POLY_WORDS] = {0};

        for (int k = 0; k < s->n; k++) {
            int n = power_of(&p->at[i], k);

            if (kept & SCALAR(k))
                rest[k / PER_WORD] |= (uint64_t)n << 4 * (k % PER_WORD);
            else
                power[k] = (unsigned char)n;
        }
        ball_set_int(&moment, 0);
        space_moment(s, power, moment.re);
        ball_mul(&t, &moment, &p->at[i].factor, prec);
        good = ball_is_zero(&t) || add_term(r, rest, &t, prec);
    }
    ball_fini(&t);
    ball_fini(&moment);
    return good;
}

void
chance_poly_value(struct ball *r, const struct poly *p, const struct ball *const *value,
                  slong prec)
{
    struct ball t, power;
    fmpz_t n;

    ball_init(&t);
    ball_init(&power);
    fmpz_init(n);
    ball_set_int(r, 0);
    for (int i = 0; i < p->n; i++) {
        ball_copy(&t, &p->at[i].factor);
        for (int k = 0; k < SCALARS_MAX; k++) {
            int times = power_of(&p->at[i], k);

            if (!times)
                continue;
            fmpz_set_si(n, times);
            ball_pow_int(&power, value[k], n, prec);
            ball_mul(&t, &t, &power, prec);
        }
        ball_add(r, r, &t, prec);
    }
    ball_fini(&t);
    ball_fini(&power);
    fmpz_clear(n);
}
