/* Fractions of 64-bit integers. */
#include "proof/normal/rational.h"

#include <inttypes.h>
#include <string.h>

static int64_t
common_divisor(int64_t x, int64_t y)
{
    while (y) {
        int64_t r = x % y;

        x = y;
        y = r;
    }
    return x < 0 ? -x : x;
}

static bool
lowest(int64_t num, int64_t den, struct rational *out)
{
    int64_t d;

    if (num == INT64_MIN || den == INT64_MIN || den == 0)
        return false;
    d = common_divisor(num, den);
    if (den < 0)
        d = -d;
    *out = (struct rational){num / d, den / d};
    return true;
}

bool
rational_add(struct rational x, struct rational y, struct rational *out)
{
    int64_t p, q, num, den;

    return !__builtin_mul_overflow(x.num, y.den, &p) &&
           !__builtin_mul_overflow(y.num, x.den, &q) &&
           !__builtin_add_overflow(p, q, &num) &&
           !__builtin_mul_overflow(x.den, y.den, &den) && lowest(num, den, out);
}

bool
rational_mul(struct rational x, struct rational y, struct rational *out)
{
    int64_t num, den;

    return !__builtin_mul_overflow(x.num, y.num, &num) &&
           !__builtin_mul_overflow(x.den, y.den, &den) && lowest(num, den, out);
}

bool
rational_inverse(struct rational x, struct rational *out)
{
    return x.num != 0 && lowest(x.den, x.num, out);
}

bool
rational_power(struct rational x, int n, struct rational *out)
{
    *out = (struct rational){1, 1};
    if (n < 0 && !rational_inverse(x, &x))
        return false;
    for (int i = 0; i < (n < 0 ? -n : n); i++)
        if (!rational_mul(*out, x, out))
            return false;
    return true;
}

static bool
whole_root(int64_t x, int64_t *out)
{
    int64_t low = 0, high = 3037000499;

    if (x < 0)
        return false;
    while (low < high) {
        int64_t mid = low + (high - low + 1) / 2;

        if (mid * mid <= x)
            low = mid;
        else
            high = mid - 1;
    }
    *out = low;
    return low * low == x;
}

bool
rational_root(struct rational x, struct rational *out)
{
    return whole_root(x.num, &out->num) && whole_root(x.den, &out->den);
}

bool
rational_read(const struct term *t, struct rational *out)
{
    struct rational ten = {10, 1}, scale;

    *out = (struct rational){0, 1};
    if (strlen(t->digits) > 18 || t->exponent > 18 || t->exponent < -18)
        return false;
    for (const char *p = t->digits; *p; p++)
        out->num = out->num * 10 + (*p - '0');
    return rational_power(ten, t->exponent, &scale) && rational_mul(*out, scale, out);
}

const struct term *
rational_term(struct arena *a, struct rational x)
{
    int64_t num = x.num < 0 ? -x.num : x.num;
    const struct term *t = expr_number(a, arena_printf(a, "%" PRId64, num));

    if (x.den != 1)
        t = expr_apply(a, TERM_DIV, t, expr_number(a, arena_printf(a, "%" PRId64, x.den)),
                       NULL);
    return x.num < 0 ? expr_apply(a, TERM_NEG, t, NULL, NULL) : t;
}
