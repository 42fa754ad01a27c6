#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grade/grade_priv.h"

enum { SCALE_MAX = 15, DIGITS_MAX = 15 };

/* ---- numbers --------------------------------------------------------------------- */

/* FNV-1a. */
static uint64_t
mix_bytes(uint64_t hash, const void *bytes, size_t n)
{
    const unsigned char *b = bytes;

    for (size_t i = 0; i < n; i++)
        hash = (hash ^ b[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t
mix_number(uint64_t hash, uint64_t n)
{
    unsigned char bytes[8];

    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(n >> (8 * i));
    return mix_bytes(hash, bytes, sizeof bytes);
}

struct chance
chance_from(const char *id, uint64_t seed, int attempt, int again, const char *purpose)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    hash = mix_bytes(hash, purpose, strlen(purpose) + 1);
    hash = mix_bytes(hash, id, strlen(id) + 1);
    hash = mix_number(hash, seed);
    hash = mix_number(hash, (uint64_t)attempt);
    hash = mix_number(hash, (uint64_t)again);
    return (struct chance){hash};
}

/* SplitMix64 (Steele, Lea, Flood 2014): one addition and a mix of its bits. */
static uint64_t
next(struct chance *c)
{
    uint64_t z = c->state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint64_t
chance_below(struct chance *c, uint64_t n)
{
    uint64_t surplus = (UINT64_MAX % n + 1) % n, x;

    do /* numbers of the last, incomplete round would favour the small ones */
        x = next(c);
    while (x > UINT64_MAX - surplus);
    return x % n;
}

/* ---- the values of a range ------------------------------------------------------- */

/* n / 10^scale */
struct decimal {
    int64_t n;
    int scale;
};

static bool
power_of_ten(int exponent, int64_t *out)
{
    if (exponent < 0 || exponent > DIGITS_MAX)
        return false;
    for (*out = 1; exponent > 0; exponent--)
        *out *= 10;
    return true;
}

/* A number that is written with digits, with its sign. */
static bool
take_decimal(const struct term *t, struct decimal *out)
{
    int64_t factor;

    if (t->op == TERM_NEG && take_decimal(t->arg[0], out)) {
        out->n = -out->n;
        return true;
    }
    if (t->op != TERM_NUMBER || strlen(t->digits) > DIGITS_MAX)
        return false;
    out->n = strtoll(t->digits, NULL, 10);
    out->scale = t->exponent < 0 ? -t->exponent : 0;
    if (out->scale > SCALE_MAX)
        return false;
    if (t->exponent <= 0)
        return true;
    if (!power_of_ten(t->exponent, &factor) || out->n > INT64_MAX / 1000 / factor)
        return false;
    out->n *= factor;
    return true;
}

static bool
rescale(struct decimal *d, int scale)
{
    int64_t factor;

    if (!power_of_ten(scale - d->scale, &factor) ||
        llabs(d->n) > INT64_MAX / 1000 / factor)
        return false;
    d->n *= factor;
    d->scale = scale;
    return true;
}

static const struct term *
decimal_term(struct arena *a, struct decimal d)
{
    return expr_number(a, arena_printf(a, "%llde-%d", (long long)d.n, d.scale));
}

/* The values low, low + step, ... as decimals; `n` of them. */
struct ladder {
    struct decimal low, step;
    uint64_t n;
};

static bool
count_rungs(double low, double high, double step, uint64_t *n)
{
    double rungs = floor((high - low) / step + 1e-9) + 1;

    if (!(step > 0) || !(rungs >= 1) || rungs > 1e15)
        return false;
    *n = (uint64_t)rungs;
    return true;
}

/* A range of reals without a step: about 100 to 1,000 values with few digits. */
static bool
fine_ladder(double low, double high, struct ladder *l)
{
    int power = (int)floor(log10(high - low)) - 2;
    double step = pow(10, power);

    if (!(high > low) || -power > SCALE_MAX || power > 0)
        return false;
    l->low = (struct decimal){(int64_t)ceil(low / step - 1e-9), -power};
    l->step = (struct decimal){1, -power};
    return count_rungs((double)l->low.n * step, high, step, &l->n);
}

static bool
make_ladder(const struct binding *b, bool whole, double low, double high, double step,
            struct ladder *l)
{
    int scale;

    if (!b->step && !whole)
        return fine_ladder(low, high, l);
    l->step = (struct decimal){1, 0};
    if (!take_decimal(b->low, &l->low) || (b->step && !take_decimal(b->step, &l->step)))
        return false;
    scale = l->low.scale > l->step.scale ? l->low.scale : l->step.scale;
    return rescale(&l->low, scale) && rescale(&l->step, scale) &&
           count_rungs(low, high, step, &l->n);
}

/* low + k step, when it is not made of decimals. */
static const struct term *
sum_of_steps(struct arena *a, const struct binding *b, uint64_t k)
{
    const struct term *rung, *sum;

    if (k == 0)
        return b->low;
    rung = expr_apply(a, TERM_MUL,
                      expr_number(a, arena_printf(a, "%llu", (unsigned long long)k)),
                      b->step, NULL);
    sum = rung ? expr_apply(a, TERM_ADD, b->low, rung, NULL) : NULL;
    return sum ? sum : b->low;
}

const struct term *
range_draw(struct arena *a, const struct ask *q, const struct binding *b,
           struct chance *c)
{
    const struct decl *d = scope_find(q->scope, b->name);
    bool whole = d && d->type.kind == TYPE_INTEGER;
    double low, high, step;
    struct ladder l;
    uint64_t n, k;

    if (b->n_choices)
        return b->choices[chance_below(c, (uint64_t)b->n_choices)];
    if (!b->low || !b->high)
        return b->value;
    low = calc_eval_real(a, q->scope, b->low, NULL);
    high = calc_eval_real(a, q->scope, b->high, NULL);
    step = b->step ? calc_eval_real(a, q->scope, b->step, NULL) : 1;
    if (make_ladder(b, whole, low, high, step, &l)) {
        k = chance_below(c, l.n);
        l.low.n += (int64_t)k * l.step.n;
        return decimal_term(a, l.low);
    }
    if (!b->step || !count_rungs(low, high, step, &n))
        return b->value;
    return sum_of_steps(a, b, chance_below(c, n));
}
