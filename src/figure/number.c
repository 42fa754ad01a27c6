#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "figure/figure_priv.h"

enum { LABEL_CELLS = 7, DIGITS_MAX = 15 };

static const double pi = 3.14159265358979323846;

/* printf() writes the decimal point of the locale, which may be of several bytes. */
static void
set_point(char *s)
{
    size_t start = strcspn(s, "0123456789"),
           head = start + strspn(s + start, "0123456789");
    size_t mark = strcspn(s + head, "0123456789eEinf");

    if (!mark)
        return;
    s[head] = '.';
    memmove(s + head + 1, s + head + mark, strlen(s + head + mark) + 1);
}

/* Whether s has a digit other than 0 before any exponent. */
static bool
is_zero(const char *s)
{
    return s[strcspn(s, "123456789eEin")] == '\0';
}

static char *
format(struct arena *a, const char *form, double v, int digits)
{
    char text[400];

    if (isnan(v))
        return arena_strdup(a, "undefined");
    if (isinf(v))
        return arena_strdup(a, v > 0 ? "inf" : "-inf");
    switch (*form) {
    case 'f':
        snprintf(text, sizeof text, "%.*f", digits, v);
        break;
    case 'e':
        snprintf(text, sizeof text, "%.*e", digits, v);
        break;
    default:
        snprintf(text, sizeof text, "%.*g", digits, v);
        break;
    }
    set_point(text);
    return arena_strdup(a, text[0] == '-' && is_zero(text) ? text + 1 : text);
}

char *
number_fixed(struct arena *a, double v, int places)
{
    if (fabs(v) >= 1e15)
        return format(a, "g", v, 6);
    return format(a, "f", v, places);
}

/* "1e+300" as "1e300". */
static void
short_exponent(char *s)
{
    char *e = strchr(s, 'e');
    size_t zeros;

    if (!e)
        return;
    e++;
    if (*e == '+')
        memmove(e, e + 1, strlen(e));
    else if (*e == '-')
        e++;
    zeros = strspn(e, "0");
    if (e[zeros])
        memmove(e, e + zeros, strlen(e + zeros) + 1);
}

char *
number_short(struct arena *a, double v)
{
    double size = fabs(v);

    if (size != 0 && size < 1e-12)
        v = 0;
    if (size >= 1000 && (size < 1e7 || (size < 1e9 && v == floor(v))))
        return format(a, "f", v, 0);
    return number_digits(a, v, 4);
}

char *
number_among(struct arena *a, double v, double size)
{
    bool tiny = isfinite(size) && fabs(v) < 1e-12;

    return tiny && fabs(v) >= size * 1e-12 ? number_digits(a, v, 4) : number_short(a, v);
}

char *
number_digits(struct arena *a, double v, int digits)
{
    char *text = format(a, "g", v, digits);

    short_exponent(text);
    return text;
}

char *
number_on_axis(struct arena *a, double v, bool log)
{
    return log && fabs(v) < 1e-3 ? number_digits(a, v, 4) : number_short(a, v);
}

char *
number_near(struct arena *a, double v, double error)
{
    double places = 1 - floor(log10(error));

    if (places > PLACES_MAX || fabs(v) < 1e-3)
        return number_digits(a, v,
                             (int)fmin(fmax(2 + floor(log10(fabs(v) / error)), 1), 17));
    return number_fixed(a, v, places < 0 ? 0 : (int)places);
}

char *
number_rough(struct arena *a, double v)
{
    return number_digits(a, v, 2);
}

int
number_places(double size)
{
    double places = 3 - floor(log10(size));

    return !isfinite(places) || places < 0 ? 0
           : places > PLACES_MAX           ? PLACES_MAX
                                           : (int)places;
}

/* ---- ticks ------------------------------------------------------------------------ */

/* Whether v is a multiple of unit, as far as a reader of ticks `step` apart sees. */
static bool
is_multiple(double v, double unit, double step)
{
    return fabs(v - nearbyint(v / unit) * unit) <= step * 1e-3;
}

static double
largest(const double *v, int n)
{
    double size = 0;

    for (int i = 0; i < n; i++)
        size = fmax(size, fabs(v[i]));
    return size;
}

/* The smallest gap between neighbours. */
static double
gap(const double *v, int n)
{
    double least = INFINITY;

    for (int i = 1; i < n; i++)
        least = fmin(least, fabs(v[i] - v[i - 1]));
    return least;
}

/* Whether the labels fit and no two are alike. */
static bool
are_good(char *const *text, int n)
{
    for (int i = 0; i < n; i++) {
        if (utf8_width(text[i]) > LABEL_CELLS)
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(text[i], text[j]) == 0)
                return false;
    }
    return true;
}

/* All with as many decimals as the most demanding one needs. */
static bool
try_fixed(struct arena *a, const double *v, int n, char **text)
{
    double step = gap(v, n);
    int places = 0;

    for (int i = 0; i < n; i++)
        while (places < LABEL_CELLS && !is_multiple(v[i], pow(10, -places), step))
            places++;
    if (largest(v, n) >= 1e7)
        return false;
    for (int i = 0; i < n; i++)
        text[i] = fabs(v[i]) <= step * 1e-3 ? arena_strdup(a, "0")
                                            : number_fixed(a, v[i], places);
    return are_good(text, n);
}

static bool
try_exponent(struct arena *a, const double *v, int n, char **text)
{
    double step = gap(v, n);
    int digits = 0;

    for (int i = 0; i < n; i++) {
        double power = v[i] == 0 ? 0 : floor(log10(fabs(v[i])));

        while (digits < LABEL_CELLS && !is_multiple(v[i], pow(10, power - digits), step))
            digits++;
    }
    for (int i = 0; i < n; i++) {
        text[i] = v[i] == 0 ? arena_strdup(a, "0") : format(a, "e", v[i], digits);
        short_exponent(text[i]);
    }
    return are_good(text, n);
}

/* As differences from a number that all begin with, which is the note. */
static const char *
try_offset(struct arena *a, const double *v, int n, char **text)
{
    double power = ceil(log10(v[n - 1] - v[0])), unit = pow(10, power);
    double base = floor(v[0] / unit) * unit,
           digits = floor(log10(fabs(base))) - power + 1;
    double *rest = ARENA_ARRAY(a, double, n);
    char *note;

    if (!(base != 0) || !isfinite(digits))
        return "";
    note = format(a, "g", base, (int)fmin(fmax(digits, 1), DIGITS_MAX));
    for (int i = 0; i < n; i++)
        rest[i] = v[i] - base;
    if (!try_fixed(a, rest, n, text))
        try_exponent(a, rest, n, text);
    short_exponent(note);
    return arena_printf(a, "%s%s", base < 0 ? "" : "+", note);
}

/* "3π/2"; NULL when v is no simple part of pi. */
static char *
part_of_pi(struct arena *a, double v)
{
    static const int parts[] = {1, 2, 3, 4, 6, 12};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        double count = nearbyint(v / pi * parts[i]);
        const char *sign = count < 0 ? "-" : "";
        const char *times = fabs(count) == 1 ? "" : arena_printf(a, "%.0f", fabs(count));

        if (fabs(v / pi * parts[i] - count) > 1e-6)
            continue;
        if (count == 0)
            return arena_strdup(a, "0");
        return parts[i] == 1 ? arena_printf(a, "%s%sπ", sign, times)
                             : arena_printf(a, "%s%sπ/%d", sign, times, parts[i]);
    }
    return NULL;
}

static bool
try_angle(struct arena *a, const double *v, int n, char **text)
{
    for (int i = 0; i < n; i++) {
        text[i] = part_of_pi(a, v[i]);
        if (!text[i])
            return false;
    }
    return true;
}

bool
number_ticks(struct arena *a, const double *ticks, int n, bool angle,
             struct tick_labels *out)
{
    char **text = ARENA_ARRAY(a, char *, n + 1);

    *out = (struct tick_labels){text, ""};
    if (n == 1)
        text[0] = number_short(a, ticks[0]);
    return n < 2 || (angle && try_angle(a, ticks, n, text)) ||
           try_fixed(a, ticks, n, text) || try_exponent(a, ticks, n, text);
}

bool
number_powers(struct arena *a, const double *ticks, int n, struct tick_labels *out)
{
    char **text = ARENA_ARRAY(a, char *, n + 1);
    bool plain = n && ticks[0] >= 1e-4 && ticks[n - 1] < 1e6;

    *out = (struct tick_labels){text, ""};
    for (int i = 0; i < n; i++) {
        text[i] = ticks[i] == 1 ? arena_strdup(a, "1")
                                : format(a, plain ? "g" : "e", ticks[i], plain ? 6 : 0);
        short_exponent(text[i]);
    }
    return are_good(text, n);
}

bool
number_offset_ticks(struct arena *a, const double *ticks, int n, struct tick_labels *out)
{
    char **text = ARENA_ARRAY(a, char *, n + 1);

    *out = (struct tick_labels){text, ""};
    if (n < 2)
        return false;
    if (!isfinite(ticks[n - 1] - ticks[0])) { /* nearly all doubles: a cell too many */
        try_exponent(a, ticks, n, text);
        return true;
    }
    out->note = try_offset(a, ticks, n, text);
    return *out->note && are_good(text, n);
}

double
number_step(double v)
{
    double power = pow(10, floor(log10(v) + 1e-9)), share = v / power;

    return power * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
