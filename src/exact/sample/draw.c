#include "exact/sample/draw.h"

#include <stdlib.h>

#include "base/memory.h"

/* Generic fractions p/q have q in 2^MANTISSA..2^(MANTISSA+1). */
enum { MANTISSA = 33, MODERATE = 3, EXTREME = 20, RESIDUES = 12, SHORT_BITS = 12 };

/* ---- random bits ------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t
sampler_bits(struct sampler *s)
{
    uint64_t z = s->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

int
sampler_below(struct sampler *s, int n)
{
    return (int)(sampler_bits(s) % (uint64_t)n);
}

static bool
one_in(struct sampler *s, int n)
{
    return sampler_below(s, n) == 0;
}

/* Balanced signs: the parity of the bits that the number of the point and the mask of the
 * coordinate share, turned round at random. */
static int
draw_sign(struct sampler *s, int coordinate)
{
    unsigned bits = (unsigned)s->tries & s->mask[coordinate % (SIGN_PATTERN - 1)];

    bits ^= bits >> 2;
    bits ^= bits >> 1;
    bits ^= s->flips >> coordinate % 31;
    if (coordinate >= SIGN_PATTERN - 1)
        bits ^= (unsigned)(sampler_bits(s) >> 40);
    return bits & 1 ? -1 : 1;
}

/* A new mask for each of the first 15 coordinates, all different. */
void
draw_shuffle(struct sampler *s)
{
    for (int i = 0; i < SIGN_PATTERN - 1; i++)
        s->mask[i] = (unsigned char)(i + 1);
    for (int i = SIGN_PATTERN - 2; i > 0; i--) {
        int k = sampler_below(s, i + 1);
        unsigned char t = s->mask[i];

        s->mask[i] = s->mask[k];
        s->mask[k] = t;
    }
    s->flips = (unsigned)sampler_bits(s);
}

/* ---- fractions --------------------------------------------------------------------- */

/* p/q in [1, 2), or in (0, 1). */
static void
draw_fraction(struct sampler *s, fmpq_t r, bool above_one)
{
    uint64_t span = UINT64_C(1) << MANTISSA;
    uint64_t q = span + (sampler_bits(s) % span | 1);
    uint64_t p = 1 + sampler_bits(s) % (q - 1);

    fmpz_set_ui(fmpq_numref(r), above_one ? p + q : p);
    fmpz_set_ui(fmpq_denref(r), q);
    fmpq_canonicalise(r);
}

static void
shift(fmpq_t r, int bits)
{
    if (bits >= 0)
        fmpq_mul_2exp(r, r, (flint_bitcnt_t)bits);
    else
        fmpq_div_2exp(r, r, (flint_bitcnt_t)-bits);
}

/* Mostly between 1/8 and 8, else from 2^-20 to 2^20. */
static void
draw_magnitude(struct sampler *s, fmpq_t r)
{
    int span = one_in(s, 4) ? EXTREME : MODERATE;

    draw_fraction(s, r, true);
    shift(r, sampler_below(s, 2 * span) - span);
}

/* ---- simple values ----------------------------------------------------------------- */

struct simple {
    short num, den, pi;
};

static const struct simple integers[] = {
    {1,  1, 0},
    {2,  1, 0},
    {0,  1, 0},
    {3,  1, 0},
    {-1, 1, 0},
    {5,  1, 0},
    {-2, 1, 0},
    {7,  1, 0},
    {10, 1, 0},
    {-5, 1, 0},
};
static const struct simple reals[] = {
    {1,  1, 0},
    {2,  1, 0},
    {-1, 1, 0},
    {0,  1, 0},
    {3,  1, 0},
    {-2, 1, 0},
    {1,  2, 0},
    {5,  1, 0},
    {3,  2, 0},
    {-1, 2, 0},
};
static const struct simple angles[] = {
    {1,  2, 1},
    {1,  1, 0},
    {1,  6, 1},
    {1,  3, 1},
    {0,  1, 0},
    {1,  4, 1},
    {1,  2, 0},
    {-1, 2, 1},
    {2,  1, 0},
    {1,  1, 1},
};
static const struct simple entries[] = {
    {0,  1, 0},
    {1,  1, 0},
    {2,  1, 0},
    {-1, 1, 0},
    {3,  1, 0},
    {1,  2, 0},
    {-2, 1, 0},
    {5,  1, 0},
    {-3, 1, 0},
    {7,  1, 0},
};
enum { SIMPLE_COUNT = 10 };

static const struct simple *
simple_list(const struct slot *slot)
{
    if (slot->integer)
        return integers;
    if (slot->rows != 1 || slot->cols != 1 || slot->complex)
        return entries;
    return slot->angle ? angles : reals;
}

bool
sample_simple(struct ball *r, const struct slot *slot, int i)
{
    const struct simple *v;

    if (i >= SIMPLE_COUNT)
        return false;
    v = &simple_list(slot)[i];
    ball_set_unit(r, v->num, v->den, 1, v->pi);
    return true;
}

/* Near the middle or the finite end of a range that holds no simple value. */
static void
draw_inside(const struct range *r, struct ball *v)
{
    ball_set_int(v, 1);
    if (r->has_low && r->has_high) {
        fmpq_add(v->re, r->low, r->high);
        fmpq_div_2exp(v->re, v->re, 1);
    } else if (r->has_low) {
        fmpq_add_si(v->re, r->low, 1);
    } else if (r->has_high) {
        fmpq_sub_si(v->re, r->high, 1);
    }
}

static void
draw_readable(struct sampler *s, const struct slot *slot, const struct range *r,
              int start, struct ball *v)
{
    for (int i = 0; i < SIMPLE_COUNT; i++) {
        sample_simple(v, slot, (start + i) % SIMPLE_COUNT);
        if (range_has(r, v) && (start > 0 || !ball_is_zero(v)))
            return;
    }
    draw_inside(r, v);
    if (slot->integer) {
        slong low = 0, high = 0;

        range_integers(r, slot, &low, &high);
        ball_set_int(v,
                     low + sampler_below(s, high - low > 5 ? 5 : (int)(high - low) + 1));
    }
}

/* One of the least three sizes: how many numbers chance decides. */
static void
draw_small(struct sampler *s, const struct slot *slot, const struct range *r, int n,
           struct ball *v)
{
    slong low = 0, high = 0;

    if (range_integers(r, slot, &low, &high))
        ball_set_int(v, low + (n % 3 < high - low ? n % 3 : high - low));
    else
        draw_readable(s, slot, r, n, v);
}

static void
draw_special(struct sampler *s, const struct slot *slot, const struct range *r, int n,
             struct ball *v)
{
    static const struct simple specials[] = {
        {0,  1, 0},
        {1,  1, 0},
        {-1, 1, 0},
        {1,  2, 1},
        {-1, 2, 1},
        {1,  1, 1},
        {-1, 1, 1},
        {2,  1, 0},
        {1,  2, 0},
        {-2, 1, 0},
    };
    int i = n < 3 ? n : sampler_below(s, slot->integer ? 3 : 10);

    if (n == 3 && r->has_low)
        ball_set_fmpq(v, r->low);
    else if (n == 4 && r->has_high)
        ball_set_fmpq(v, r->high);
    else
        ball_set_unit(v, specials[i].num, specials[i].den, 1, specials[i].pi);
    if (!range_has(r, v))
        draw_readable(s, slot, r, 0, v);
}

/* ---- generic values ---------------------------------------------------------------- */

/* Between two bounds: anywhere, or close to one of them. */
static void
draw_between(struct sampler *s, const struct range *r, fmpq_t v)
{
    fmpq_t width;

    fmpq_init(width);
    fmpq_sub(width, r->high, r->low);
    draw_fraction(s, v, false);
    if (one_in(s, 4))
        shift(v, -sampler_below(s, EXTREME));
    fmpq_mul(v, v, width);
    if (one_in(s, 2))
        fmpq_add(v, r->low, v);
    else
        fmpq_sub(v, r->high, v);
    fmpq_clear(width);
}

static void
draw_real(struct sampler *s, const struct range *r, int coordinate, struct ball *v)
{
    ball_set_int(v, 0);
    if (r->has_low && r->has_high) {
        draw_between(s, r, v->re);
        return;
    }
    draw_magnitude(s, v->re);
    if (r->has_low)
        fmpq_add(v->re, r->low, v->re);
    else if (r->has_high)
        fmpq_sub(v->re, r->high, v->re);
    else if (draw_sign(s, coordinate) < 0)
        fmpq_neg(v->re, v->re);
}

/* Small numbers often; the remainders modulo 12 in turn. */
static void
draw_whole(struct sampler *s, const struct range *r, const struct slot *slot,
           int coordinate, struct ball *v)
{
    slong low = 0, high = 0, from, to, n;

    range_integers(r, slot, &low, &high);
    from = low;
    to = high;
    if (!one_in(s, 4)) {
        slong reach = one_in(s, 3) ? 64 : 8;
        slong middle = low > 0 ? low : high < 0 ? high : 0;

        from = low > middle - reach ? low : middle - reach;
        to = high < middle + reach ? high : middle + reach;
    }
    n = from + (slong)(sampler_bits(s) % (uint64_t)(to - from + 1));
    if (draw_sign(s, coordinate) < 0 && -n >= low && -n <= high)
        n = -n;
    if (high - low >= RESIDUES) {
        slong residue = (s->tries * 5 + (slong)(s->flips >> coordinate % 16)) % RESIDUES;

        n += (residue - n % RESIDUES) % RESIDUES;
        n += n < low ? RESIDUES : n > high ? -RESIDUES : 0;
    }
    ball_set_int(v, n);
}

static void
round_down(fmpq_t q)
{
    fmpz_t n;

    fmpz_init(n);
    fmpz_fdiv_q(n, fmpq_numref(q), fmpq_denref(q));
    fmpq_set_fmpz(q, n);
    fmpz_clear(n);
}

/* An anchor of the coordinate, if it has one; a random one of them. */
static const struct anchor *
pick_anchor(struct sampler *s, int slot, int entry)
{
    const struct anchor *found = NULL;
    int n = 0;

    for (int i = 0; i < s->n_anchors; i++)
        if (s->anchor[i].slot == slot && s->anchor[i].entry == entry && one_in(s, ++n))
            found = &s->anchor[i];
    return found;
}

static void
draw_near(struct sampler *s, const struct anchor *a, const struct slot *slot,
          struct ball *v)
{
    fmpq_t at, by;

    fmpq_init(at);
    fmpq_init(by);
    fmpq_set(at, a->value);
    draw_magnitude(s, by);
    if (slot->integer) {
        round_down(at);
        round_down(by);
    }
    if (slot->count && fmpq_cmp_si(by, COUNT_MAX) > 0)
        fmpq_set_si(by, sampler_below(s, COUNT_MAX), 1);
    if (one_in(s, 2))
        fmpq_neg(by, by);
    fmpq_add(at, at, by);
    ball_set_fmpq(v, at);
    fmpq_clear(at);
    fmpq_clear(by);
}

static void
draw_anchor(const struct anchor *a, bool integer, struct ball *v)
{
    ball_set_fmpq(v, a->value);
    if (integer)
        round_down(v->re);
}

/* An imaginary part beyond 3 pi in one of four, so that e^z has wound round. */
static void
draw_imaginary(struct sampler *s, enum draw kind, const struct slot *slot, int start,
               int coordinate, struct ball *v)
{
    static const struct range all;
    struct ball im;

    ball_init(&im);
    if (kind == DRAW_READABLE || kind == DRAW_CORNER)
        draw_readable(s, slot, &all, start + 3, &im);
    else if (kind == DRAW_SPECIAL)
        draw_special(s, slot, &all, start > 2 ? start : 2 * start, &im);
    else
        draw_real(s, &all, coordinate + 1, &im);
    if (kind == DRAW_GENERIC && one_in(s, 4)) {
        draw_fraction(s, im.re, true);
        shift(im.re, 4);
        if (draw_sign(s, coordinate + 1) < 0)
            fmpq_neg(im.re, im.re);
    }
    if (im.pi == v->pi || ball_is_zero(v) || ball_is_zero(&im)) {
        if (ball_is_zero(v))
            v->pi = im.pi;
        fmpq_set(v->im, im.re);
    }
    ball_fini(&im);
}

/* With SHORT_BITS, so that spaces can be drawn for it exactly; unless that is outside. */
static void
shorten(const struct range *r, struct ball *v)
{
    slong bits = (slong)fmpz_bits(fmpq_numref(v->re)) -
                 (slong)fmpz_bits(fmpq_denref(v->re)) - SHORT_BITS;
    struct ball t;

    ball_init(&t);
    ball_copy(&t, v);
    shift(t.re, (int)-bits);
    round_down(t.re);
    shift(t.re, (int)bits);
    if (range_has(r, &t))
        ball_copy(v, &t);
    ball_fini(&t);
}

void
draw_entry(struct sampler *s, enum draw kind, int n, int slot, int entry,
           const struct range *r)
{
    struct ball *v = &s->machine->slot[slot].at[entry];
    const struct slot *t = &s->machine->program->slot[slot];
    int coordinate = 2 * entry + 5 * slot;
    int start = n ? sampler_below(s, SIMPLE_COUNT) : (slot + entry) % 4;
    bool anchored = !t->size && (kind == DRAW_NEAR || kind == DRAW_CORNER);
    const struct anchor *a = anchored ? pick_anchor(s, slot, entry) : NULL;

    if (a && kind == DRAW_CORNER)
        draw_anchor(a, t->integer, v);
    else if (a)
        draw_near(s, a, t, v);
    else if (kind == DRAW_READABLE && t->size && s->machine->world)
        draw_small(s, t, r, n, v);
    else if (kind == DRAW_READABLE || kind == DRAW_CORNER)
        draw_readable(s, t, r, start, v);
    else if (kind == DRAW_SPECIAL)
        draw_special(s, t, r, n, v);
    else if (t->integer)
        draw_whole(s, r, t, coordinate, v);
    else
        draw_real(s, r, coordinate, v);
    if (s->machine->world && !t->integer && ball_is_rational(v))
        shorten(r, v);
    if (t->complex)
        draw_imaginary(s, kind, t, kind == DRAW_SPECIAL ? n : start, coordinate, v);
}

/* ---- directions -------------------------------------------------------------------- */

static void
draw_parameter(struct sampler *s, enum draw kind, fmpq_t t)
{
    static const struct simple few[] = {
        {0,  1, 0},
        {1,  1, 0},
        {-1, 1, 0},
        {1,  2, 0},
        {-1, 2, 0},
        {2,  1, 0},
        {-2, 1, 0},
    };
    const struct simple *v = &few[sampler_below(s, 7)];

    if (kind == DRAW_GENERIC || kind == DRAW_NEAR) {
        draw_fraction(s, t, true);
        shift(t, sampler_below(s, 2 * MODERATE) - MODERATE);
        if (one_in(s, 2))
            fmpq_neg(t, t);
    } else {
        fmpq_set_si(t, v->num, (ulong)v->den);
    }
}

/* n fractions whose squares add up to 1: the stereographic image of n - 1 free ones,
 * (2 t, 1 - |t|^2) / (1 + |t|^2), with its last one put at a random place. */
static void
draw_direction(struct sampler *s, enum draw kind, fmpq_t *out, int n)
{
    int place = sampler_below(s, n);
    fmpq_t sum, t;

    fmpq_init(sum);
    fmpq_init(t);
    for (int i = 0; i < n; i++) {
        if (i == place)
            continue;
        draw_parameter(s, kind, out[i]);
        fmpq_addmul(sum, out[i], out[i]);
    }
    fmpq_add_si(t, sum, 1);
    for (int i = 0; i < n; i++) {
        if (i == place) {
            fmpq_set_si(out[i], 1, 1);
            fmpq_sub(out[i], out[i], sum);
        } else {
            fmpq_mul_2exp(out[i], out[i], 1);
        }
        fmpq_div(out[i], out[i], t);
        if (n == 1 && one_in(s, 2))
            fmpq_neg(out[i], out[i]);
    }
    fmpq_clear(sum);
    fmpq_clear(t);
}

void
draw_unit(struct sampler *s, enum draw kind, bool complex, struct balls *v)
{
    int n = v->rows * v->cols, parts = complex ? 2 * n : n;
    fmpq_t *part = xmalloc((size_t)parts * sizeof *part);

    for (int i = 0; i < parts; i++)
        fmpq_init(part[i]);
    draw_direction(s, kind, part, parts);
    for (int i = 0; i < n; i++) {
        ball_set_int(&v->at[i], 0);
        fmpq_set(v->at[i].re, part[complex ? 2 * i : i]);
        if (complex)
            fmpq_set(v->at[i].im, part[2 * i + 1]);
    }
    for (int i = 0; i < parts; i++)
        fmpq_clear(part[i]);
    free(part);
}
