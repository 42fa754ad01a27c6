/* Values as text, the same in every locale. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "calc/calc_priv.h"

enum {
    DIGITS_MAX = 17,
    LOWEST_POINT = -5,
    HIGHEST_POINT = 15,
    ROUNDING_DIGITS = 15,
    WHOLE_DIGITS = 6 /* from so many on a whole number is shown to its last digit */
};

/* Whole numbers up to here have all their digits in HIGHEST_POINT of them. */
static const double WHOLE_MOST = 1e15;

/* What is smaller than this share of the largest part came from rounding. */
static const double ROUNDING = 2e-15;

/* Below, `digits` of 0 and less are decimals: -2 is two of them. */

/* The digits of |x| > 0 and the power of ten of the first of them. */
static int
decimal(double x, int digits, char out[DIGITS_MAX + 1])
{
    char text[64];
    const char *s = text;
    int n = 0;

    snprintf(text, sizeof text, "%.*e", digits - 1, fabs(x));
    for (; *s && *s != 'e'; s++)
        if (*s >= '0' && *s <= '9' && n < DIGITS_MAX)
            out[n++] = *s;
    while (n > 1 && out[n - 1] == '0')
        n--;
    out[n] = '\0';
    return *s ? (int)strtol(s + 1, NULL, 10) : 0;
}

static void
put_zeros(struct buf *b, int n)
{
    while (n-- > 0)
        buf_add(b, "0");
}

static void
put_digits(struct buf *b, const char *digits, int power)
{
    int n = (int)strlen(digits);

    if (power < LOWEST_POINT || power > HIGHEST_POINT) {
        buf_printf(b, "%c%s%se%d", digits[0], n > 1 ? "." : "", digits + 1, power);
    } else if (power < 0) {
        buf_add(b, "0.");
        put_zeros(b, -power - 1);
        buf_add(b, digits);
    } else if (n > power + 1) {
        buf_printf(b, "%.*s.%s", power + 1, digits, digits + power + 1);
    } else {
        buf_add(b, digits);
        put_zeros(b, power + 1 - n);
    }
}

struct fixed {
    char text[32]; /* below WHOLE_MOST: 15 digits, a point, the decimals */
};

/* x >= 0 with decimals; the point is the same in every locale. */
static struct fixed
fixed(double x, int places)
{
    struct fixed f;

    snprintf(f.text, sizeof f.text, "%.*f", places, x);
    if (places > 0)
        f.text[strlen(f.text) - (size_t)places - 1] = '.';
    return f;
}

/* |x| without a sign. */
static void
put_size(struct buf *b, double x, int digits)
{
    char text[DIGITS_MAX + 1];
    int power;

    if (digits <= 0 && fabs(x) < WHOLE_MOST) {
        buf_add(b, fixed(fabs(x), -digits).text);
    } else if (x == 0) {
        buf_add(b, "0");
    } else if (isinf(x)) {
        buf_add(b, "inf");
    } else {
        bool whole;

        digits = digits <= 0 ? WHOLE_DIGITS : digits;
        whole = digits >= WHOLE_DIGITS && fabs(x) < WHOLE_MOST && x == floor(x);

        power =
            decimal(x, whole && digits < HIGHEST_POINT ? HIGHEST_POINT : digits, text);
        put_digits(b, text, power);
    }
}

static void
put_imaginary(struct buf *b, double y, int digits)
{
    struct buf size;

    buf_init(&size, b->arena);
    put_size(&size, y, digits);
    if (strcmp(size.s, "1") != 0)
        buf_add(b, size.s);
    buf_add(b, isinf(y) ? " i" : "i");
}

/* What is 0 with so many decimals is 0 and has no sign. */
static double
as_shown(double x, int digits)
{
    struct fixed f;

    if (digits > 0 || !(fabs(x) < WHOLE_MOST))
        return x;
    f = fixed(fabs(x), -digits);
    return f.text[strspn(f.text, "0.")] ? x : 0;
}

static void
put_number(struct buf *b, double complex z, bool real, int digits)
{
    double x = as_shown(creal(z), digits), y = real ? 0 : as_shown(cimag(z), digits);

    if (isnan(x) || isnan(y)) {
        buf_add(b, "undefined");
        return;
    }
    if (x != 0 || y == 0) {
        buf_add(b, x < 0 ? "-" : "");
        put_size(b, x, digits);
    }
    if (y == 0)
        return;
    if (x != 0)
        buf_add(b, y < 0 ? " - " : " + ");
    else
        buf_add(b, y < 0 ? "-" : "");
    put_imaginary(b, y, digits);
}

static double
without_rounding(double x, double largest, int digits)
{
    return digits <= ROUNDING_DIGITS && fabs(x) < ROUNDING * largest ? 0 : x;
}

static double
largest_part(struct value v)
{
    double largest = 0;

    for (int i = 0; i < v.rows * v.cols; i++)
        largest = fmax(largest, fmax(fabs(creal(v.at[i])), fabs(cimag(v.at[i]))));
    return isinf(largest) ? 0 : largest;
}

static void
put_entry(struct buf *b, struct value v, int i, double largest, int digits)
{
    double x = without_rounding(creal(v.at[i]), largest, digits);
    double y = without_rounding(cimag(v.at[i]), largest, digits);

    put_number(b, of_parts(x, y), v.real, digits);
}

int
value_digits(struct value v, int digits)
{
    for (int i = 0; i < v.rows * v.cols; i++) {
        double x = creal(v.at[i]);

        if (x != round(x) || (!v.real && cimag(v.at[i]) != 0) || !(fabs(x) < WHOLE_MOST))
            return digits;
    }
    return digits < HIGHEST_POINT ? HIGHEST_POINT : digits;
}

char *
value_fixed(struct arena *a, struct value v, int places)
{
    return value_text(a, v, -places);
}

char *
value_text(struct arena *a, struct value v, int digits)
{
    double largest = largest_part(v);
    bool row = v.rows == 1 && v.cols > 1;
    struct buf b;

    buf_init(&b, a);
    if (v.rows == 1 && v.cols == 1) {
        put_entry(&b, v, 0, largest, digits);
        return b.s;
    }
    buf_add(&b, "[");
    for (int i = 0; i < v.rows * v.cols; i++) {
        if (i > 0)
            buf_add(&b, v.cols > 1 && i % v.cols == 0 ? "; " : ", ");
        put_entry(&b, v, i, largest, digits);
    }
    buf_add(&b, row ? "]^T" : "]");
    return b.s;
}

/* Numbers, π and what is made of them: "pi/4", "sqrt(3)/2". */
static bool
is_closed(const struct term *t)
{
    if (t->op == TERM_NAME)
        return false;
    for (int i = 0; i < t->n; i++)
        if (!is_closed(t->arg[i]))
            return false;
    return true;
}

char *
value_shown(struct arena *a, const struct scope *s, const struct term *t, struct value v,
            int digits, bool ascii)
{
    enum { SHORT = 12 };
    char *text = value_text(a, v, digits), *exact;
    const struct decl *d = t->op == TERM_NAME ? scope_find(s, t->name) : NULL;

    if (!d || !d->value || v.rows != 1 || v.cols != 1 || !is_closed(d->value) ||
        d->value->op == TERM_NUMBER || strtod(text, NULL) == creal(v.at[0]))
        return text;
    exact = expr_plain(a, d->value, ascii ? PRINT_ASCII : 0);
    return strlen(exact) <= SHORT ? exact : text;
}
