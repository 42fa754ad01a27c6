/* The values of one scalar, and how likely they are. */
#include <stdlib.h>

#include "exact/chance/form.h"
#include "exact/chance/mix.h"

/* Values are fractions of QUARTERS; those of a scalar that has variance 1 lie on both
 * sides of 0 and of 1. */
enum { QUARTERS = 4, VALUES = 4, VALUES_WIDE = 7, SOLVE_TRIES = 80, SIXTEENTHS = 16 };

/* Every so many generic spaces one component of a vector is by far the largest. */
enum { LOPSIDED = 2 };

static int
between(struct sampler *s, int low, int high)
{
    return low + sampler_below(s, high - low + 1);
}

/* ---- free ones --------------------------------------------------------------------- */

static bool
has_value(const struct scalar *x, const fmpq_t v)
{
    for (int i = 0; i < x->n; i++)
        if (fmpq_equal(x->value[i], v))
            return true;
    return false;
}

static void
add_value(struct scalar *x, long num, ulong den)
{
    fmpq_t v;

    fmpq_init(v);
    fmpq_set_si(v, num, den);
    if (!has_value(x, v))
        fmpq_set(x->value[x->n++], v);
    fmpq_clear(v);
}

/* Weights k / sum of all k. */
static void
draw_weights(struct sampler *s, struct scalar *x)
{
    long part[SUPPORT_MAX], sum = 0;

    for (int i = 0; i < x->n; i++)
        sum += part[i] = between(s, 1, SIXTEENTHS);
    for (int i = 0; i < x->n; i++)
        fmpq_set_si(x->weight[i], part[i], (ulong)sum);
}

/* Whether nearly all of a vector is to be in another component: a bound on the share of
 * one may fail there alone. */
static bool
is_slight(const struct world *w, int scalar)
{
    int owner = w->owner[scalar], n = w->origin.n;

    return w->origin.kind == DRAW_GENERIC && n % LOPSIDED == LOPSIDED - 1 &&
           w->chance->owner[owner].decl->type.joint &&
           scalar - w->first[owner] != n / LOPSIDED % w->count[owner];
}

static void
draw_free(struct sampler *s, struct scalar *x, int turn, bool slight)
{
    int den = between(s, 1, 3) << (slight ? 4 : 0), middle = between(s, -6, 6);

    /* Each smaller by a factor of its own. */
    if (turn > 0)
        den <<= between(s, 0, 2 * turn);
    x->n = 0;
    while (x->n < VALUES)
        add_value(x, between(s, -9, 9) + middle, (ulong)den);
    draw_weights(s, x);
}

static void
draw_event(struct sampler *s, struct scalar *x)
{
    long k = between(s, 2, SIXTEENTHS - 2);

    x->n = 0;
    add_value(x, 0, 1);
    add_value(x, 1, 1);
    fmpq_set_si(x->weight[0], SIXTEENTHS - k, SIXTEENTHS);
    fmpq_set_si(x->weight[1], k, SIXTEENTHS);
}

/* ---- with mean 0, or variance 1 ---------------------------------------------------- */

struct wish {
    bool centred, square, event;
};

static void
draw_support(struct sampler *s, struct scalar *x)
{
    x->n = 0;
    add_value(x, -between(s, 5, 10), QUARTERS);
    add_value(x, between(s, 5, 10), QUARTERS);
    add_value(x, between(s, -3, 3), QUARTERS);
    while (x->n < VALUES)
        add_value(x, between(s, -9, 9), QUARTERS);
}

/* The sum of the weights times value^power is `right`. */
static void
add_power(struct rows *m, const struct scalar *x, int power, int right)
{
    fmpq *row = rows_add(m);

    for (int i = 0; i < x->n; i++)
        fmpq_pow_si(&row[i], x->value[i], power);
    fmpq_set_si(&row[x->n], right, 1);
}

static bool
all_positive(const fmpq *weight, int n)
{
    for (int i = 0; i < n; i++)
        if (fmpq_sgn(&weight[i]) <= 0)
            return false;
    return true;
}

/* What is assumed may leave an event no chance, or be certain. */
static bool
none_negative(const fmpq *weight, int n)
{
    for (int i = 0; i < n; i++)
        if (fmpq_sgn(&weight[i]) < 0)
            return false;
    return true;
}

/* Positive weights that satisfy the wish, and the rows there are; of an event, 0 too. */
static bool
solve(struct sampler *s, struct scalar *x, struct wish wish, struct rows *m)
{
    double random[SUPPORT_MAX];
    fmpq *weight = fractions_new(x->n);
    bool good;

    for (int i = 0; i < x->n; i++) {
        fmpq_set_si(&weight[i], between(s, 1, 6), SIXTEENTHS);
        random[i] = 1 + between(s, 0, 9);
    }
    add_power(m, x, 0, 1);
    if (wish.centred)
        add_power(m, x, 1, 0);
    if (wish.square)
        add_power(m, x, 2, 1);
    good = rows_fit(m, weight, random) &&
           (wish.event ? none_negative : all_positive)(weight, x->n);
    for (int i = 0; good && i < x->n; i++)
        fmpq_set(x->weight[i], &weight[i]);
    fractions_free(weight, x->n);
    return good;
}

/* -1/2 and 2 with shares 4/5 and 1/5, or the other way round. */
static void
set_skewed(struct sampler *s, struct scalar *x)
{
    int sign = sampler_below(s, 2) ? 1 : -1;

    x->n = 0;
    add_value(x, -sign, 2);
    add_value(x, 2 * sign, 1);
    fmpq_set_si(x->weight[0], 4, 5);
    fmpq_set_si(x->weight[1], 1, 5);
}

static void
draw_wished(struct sampler *s, struct scalar *x, struct wish wish)
{
    bool good = false;

    for (int i = 0; i < SOLVE_TRIES && !good; i++) {
        struct rows m;

        draw_support(s, x);
        rows_init(&m, x->n);
        good = solve(s, x, wish, &m);
        rows_fini(&m);
    }
    if (!good)
        set_skewed(s, x);
}

/* Every value times num/den, plus shift/den. */
static void
transform(struct scalar *x, long num, long shift, ulong den)
{
    fmpq_t t, add;

    fmpq_init(t);
    fmpq_init(add);
    fmpq_set_si(t, num, den);
    fmpq_set_si(add, shift, den);
    for (int i = 0; i < x->n; i++) {
        fmpq_mul(x->value[i], x->value[i], t);
        fmpq_add(x->value[i], x->value[i], add);
    }
    fmpq_clear(t);
    fmpq_clear(add);
}

void
marginal_draw(struct sampler *s, struct world *w, int scalar)
{
    const struct owner *o = &w->chance->owner[w->owner[scalar]];
    struct scalar *x = &w->space.scalar[scalar];
    bool centred = form_is_centred(o), scaled = form_is_scaled(o);

    x->known = 0;
    if (!o->decl->type.random) {
        draw_event(s, x);
    } else if (form_has_square(o)) {
        draw_wished(s, x, (struct wish){.centred = centred, .square = true});
    } else if (scaled) {
        draw_wished(s, x, (struct wish){.centred = true, .square = true});
        if (!centred)
            transform(x, 2, between(s, -5, 5), 2);
    } else if (centred) {
        draw_wished(s, x, (struct wish){.centred = true});
        transform(x, between(s, 1, 5), 0, (ulong)between(s, 1, 3));
    } else {
        draw_free(s, x, w->turn, is_slight(w, scalar));
    }
}

/* ---- with claims ------------------------------------------------------------------- */

static void
draw_wide(struct sampler *s, const struct owner *o, struct scalar *x)
{
    int step = between(s, 1, 4);

    x->n = 0;
    if (!o->decl->type.random) {
        draw_event(s, x);
        return;
    }
    while (x->n < VALUES_WIDE)
        add_value(x, between(s, -6, 6) * step, QUARTERS);
    draw_weights(s, x);
}

bool
marginal_claim(struct sampler *s, struct world *w, int scalar)
{
    const struct owner *o = &w->chance->owner[w->owner[scalar]];
    struct scalar *x = &w->space.scalar[scalar];
    struct wish wish = {form_is_centred(o) || form_is_scaled(o),
                        form_is_scaled(o) || form_has_square(o), !o->decl->type.random};
    bool good = false;

    if (!claim_touches(w, &w->space.block[x->block]))
        return true;
    for (int i = 0; i < SOLVE_TRIES && !good; i++) {
        draw_wide(s, o, x);
        good = true;
        for (int plain = 1; plain >= 0 && good; plain--) {
            struct rows m;

            space_separate(&w->space);
            rows_init(&m, x->n);
            good =
                claim_marginal(s->machine, w, scalar, plain, &m) && solve(s, x, wish, &m);
            rows_fini(&m);
        }
    }
    space_separate(&w->space);
    return good;
}
