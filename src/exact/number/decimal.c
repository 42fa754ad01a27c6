#include "exact/number/decimal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

/* Powers of ten from 10^-PLAIN_SMALL to 10^PLAIN_LARGE are written out, and to
 * 10^PLAIN_LONG when all their digits are asked for; 2^EXPONENT_MAX still has its digits
 * computed; a ball around 0 must be this small to be 0. */
enum {
    PLAIN_SMALL = 6,
    PLAIN_LARGE = 16,
    PLAIN_LONG = 40,
    EXPONENT_MAX = 1 << 22,
    RADIUS_BITS = 16384,
    ZERO_BITS = 200
};

/* ---- digits ------------------------------------------------------------------------ */

/* num / den, for positive numbers, to the nearest whole number. */
static void
divide_nearest(fmpz_t r, const fmpz_t num, const fmpz_t den)
{
    fmpz_t twice;

    fmpz_init(twice);
    fmpz_mul_2exp(r, num, 1);
    fmpz_add(r, r, den);
    fmpz_mul_2exp(twice, den, 1);
    fmpz_fdiv_q(r, r, twice);
    fmpz_clear(twice);
}

/* v / 10^e to the nearest whole number. */
static void
scale_nearest(fmpz_t r, const fmpq_t v, long e)
{
    fmpz_t num, den, tens;

    fmpz_init_set(num, fmpq_numref(v));
    fmpz_init_set(den, fmpq_denref(v));
    fmpz_init(tens);
    fmpz_ui_pow_ui(tens, 10, (ulong)labs(e));
    fmpz_mul(e < 0 ? num : den, e < 0 ? num : den, tens);
    divide_nearest(r, num, den);
    fmpz_clear(num);
    fmpz_clear(den);
    fmpz_clear(tens);
}

/* v > 0 is about r 10^*e, where r has `digits` digits. */
static void
round_digits(fmpz_t r, long *e, const fmpq_t v, int digits)
{
    double bits = (double)fmpz_bits(fmpq_numref(v)) - (double)fmpz_bits(fmpq_denref(v));
    fmpz_t least, most;

    fmpz_init(least);
    fmpz_init(most);
    fmpz_ui_pow_ui(least, 10, (ulong)digits - 1);
    fmpz_mul_ui(most, least, 10);
    *e = (long)(bits * 0.30103) - digits;
    for (scale_nearest(r, v, *e); fmpz_cmp(r, most) >= 0; scale_nearest(r, v, *e))
        ++*e;
    for (; fmpz_cmp(r, least) < 0; scale_nearest(r, v, *e))
        --*e;
    fmpz_clear(least);
    fmpz_clear(most);
}

/* ---- layout ------------------------------------------------------------------------ */

static void
add_zeros(struct buf *b, long n)
{
    while (n-- > 0)
        buf_add(b, "0");
}

/* digits 10^e */
static void
add_decimal(struct buf *b, const char *digits, long e)
{
    size_t n = strlen(digits);
    long large = n > PLAIN_LARGE ? (n > PLAIN_LONG ? PLAIN_LONG : (long)n) : PLAIN_LARGE;
    long first;

    while (n > 1 && digits[n - 1] == '0') {
        n--;
        e++;
    }
    first = e + (long)n - 1;
    if (first < -PLAIN_SMALL || first >= large) {
        buf_add_n(b, digits, 1);
        if (n > 1)
            buf_add(b, ".");
        buf_add_n(b, digits + 1, n - 1);
        buf_printf(b, "e%ld", first);
    } else if (e >= 0) {
        buf_add_n(b, digits, n);
        add_zeros(b, e);
    } else if (first >= 0) {
        buf_add_n(b, digits, (size_t)first + 1);
        buf_add(b, ".");
        buf_add_n(b, digits + first + 1, n - (size_t)first - 1);
    } else {
        buf_add(b, "0.");
        add_zeros(b, -first - 1);
        buf_add_n(b, digits, n);
    }
}

static void
add_digits(struct buf *b, const fmpz_t digits, long e)
{
    char *s = fmpz_get_str(NULL, 10, digits);

    add_decimal(b, s, e);
    flint_free(s);
}

/* ---- parts ------------------------------------------------------------------------- */

static enum written
add_fmpq(struct buf *b, const fmpq_t v, int digits)
{
    fmpz_t r;
    fmpq_t size;
    long e;

    if (fmpq_is_zero(v)) {
        buf_add(b, "0");
        return WRITTEN;
    }
    fmpz_init(r);
    fmpq_init(size);
    fmpq_abs(size, v);
    round_digits(r, &e, size, digits);
    if (fmpq_sgn(v) < 0)
        buf_add(b, "-");
    add_digits(b, r, e);
    fmpz_clear(r);
    fmpq_clear(size);
    return WRITTEN;
}

static void
set_2exp(fmpq_t r, const fmpz_t m, slong e)
{
    fmpq_set_fmpz(r, m);
    fmpq_abs(r, r);
    if (e >= 0)
        fmpq_mul_2exp(r, r, (flint_bitcnt_t)e);
    else
        fmpq_div_2exp(r, r, (flint_bitcnt_t)-e);
}

/* Both ends of the ball must round to the same digits. */
static enum written
add_ends(struct buf *b, const fmpz_t low, const fmpz_t high, slong e, int digits)
{
    fmpz_t r, s;
    fmpq_t end;
    long k, l;
    bool same;

    fmpz_init(r);
    fmpz_init(s);
    fmpq_init(end);
    set_2exp(end, low, e);
    round_digits(r, &k, end, digits);
    set_2exp(end, high, e);
    round_digits(s, &l, end, digits);
    same = k == l && fmpz_equal(r, s);
    if (same) {
        if (fmpz_sgn(low) < 0)
            buf_add(b, "-");
        add_digits(b, r, k);
    }
    fmpz_clear(r);
    fmpz_clear(s);
    fmpq_clear(end);
    return same ? WRITTEN : TOO_WIDE;
}

/* The ends of x as integers times a power of 2. A radius that is far beyond all digits,
 * as that of tanh(e^1000000), is widened: its exponent would be too long. */
static void
find_ends(fmpz_t low, fmpz_t high, fmpz_t e, const arb_t x)
{
    long finest = ball_log_arb(x) - RADIUS_BITS;
    arb_t wide;

    arb_init(wide);
    arb_set(wide, x);
    if (!arb_is_exact(x) && mag_cmp_2exp_si(arb_radref(x), finest) < 0)
        arb_add_error_2exp_si(wide, finest);
    arb_get_interval_fmpz_2exp(low, high, e, wide);
    arb_clear(wide);
}

static enum written
add_arb(struct buf *b, const arb_t x, int digits)
{
    fmpz_t low, high, e;
    enum written w;

    if (arb_is_zero(x)) {
        buf_add(b, "0");
        return WRITTEN;
    }
    if (!arb_is_finite(x) || arb_contains_zero(x))
        return TOO_WIDE;
    if (labs(ball_log_arb(x)) > EXPONENT_MAX)
        return TOO_LARGE;
    fmpz_init(low);
    fmpz_init(high);
    fmpz_init(e);
    find_ends(low, high, e, x);
    w = fmpz_fits_si(e) ? add_ends(b, low, high, fmpz_get_si(e), digits) : TOO_LARGE;
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_clear(e);
    return w;
}

static enum written
add_part(struct buf *b, const struct ball *v, bool imaginary, int digits, slong prec)
{
    enum written w;
    acb_t s;
    const acb_struct *x;

    if (v->exact && v->root == 1 && v->pi == 0)
        return add_fmpq(b, imaginary ? v->im : v->re, digits);
    acb_init(s);
    x = ball_enclose(v, s, prec);
    w = add_arb(b, imaginary ? acb_imagref(x) : acb_realref(x), digits);
    acb_clear(s);
    return w;
}

/* ---- numbers ----------------------------------------------------------------------- */

/* A part that is 0 for all that can be told. */
static bool
is_nothing(const struct ball *v, bool imaginary, slong prec)
{
    const arb_struct *x = imaginary ? acb_imagref(v->x) : acb_realref(v->x);
    bool small;
    mag_t m;

    if (v->exact || !arb_contains_zero(x) || v->need > prec)
        return false;
    mag_init(m);
    arb_get_mag(m, x);
    small = mag_cmp_2exp_si(m, -ZERO_BITS) <= 0;
    mag_clear(m);
    return small;
}

static bool
has_part(const struct ball *v, bool imaginary, slong prec, bool zeros)
{
    if (zeros && is_nothing(v, imaginary, prec))
        return false;
    if (v->exact)
        return !fmpq_is_zero(imaginary ? v->im : v->re);
    return !arb_is_zero(imaginary ? acb_imagref(v->x) : acb_realref(v->x));
}

/* The imaginary part behind a real one: its sign becomes the operator. */
static enum written
add_imaginary(struct buf *b, const struct ball *v, bool alone, int digits, slong prec)
{
    struct buf part;
    const char *s;
    enum written w;

    buf_init(&part, b->arena);
    w = add_part(&part, v, true, digits, prec);
    if (w != WRITTEN)
        return w;
    s = part.s;
    if (!alone) {
        buf_add(b, *s == '-' ? " - " : " + ");
        s += *s == '-';
    }
    if (strcmp(s, "1") == 0)
        buf_add(b, "i");
    else if (strcmp(s, "-1") == 0)
        buf_add(b, "-i");
    else
        buf_printf(b, "%s i", s);
    return WRITTEN;
}

static enum written
add_number(struct buf *b, const struct ball *v, int digits, slong prec, bool zeros)
{
    bool re = has_part(v, false, prec, zeros), im = has_part(v, true, prec, zeros);
    enum written w = WRITTEN;

    if (!re && !im)
        buf_add(b, "0");
    if (re)
        w = add_part(b, v, false, digits, prec);
    if (im && w == WRITTEN)
        w = add_imaginary(b, v, !re, digits, prec);
    return w;
}

enum written
balls_text(struct arena *a, const struct balls *v, int digits, slong prec, bool zeros,
           const char **text)
{
    bool number = balls_is_number(v), row = v->rows == 1 && !number;
    enum written w = WRITTEN;
    struct buf b;

    buf_init(&b, a);
    if (!number)
        buf_add(&b, "[");
    for (int i = 0; i < v->rows * v->cols && w == WRITTEN; i++) {
        if (i > 0)
            buf_add(&b, v->cols > 1 && i % v->cols == 0 ? "; " : ", ");
        w = add_number(&b, &v->at[i], digits, prec, zeros);
    }
    if (!number)
        buf_add(&b, row ? "]^T" : "]");
    *text = b.s;
    return w;
}

int
balls_whole_digits(const struct balls *v)
{
    long most = 1;

    for (int i = 0; i < v->rows * v->cols; i++) {
        long re = ball_log_re(&v->at[i]), im = ball_log_im(&v->at[i]);

        most = re > most ? re : most;
        most = im > most ? im : most;
    }
    return (int)((double)(most > EXPONENT_MAX ? EXPONENT_MAX : most) * 0.30103) + 1;
}
