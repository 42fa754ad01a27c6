#include "base/utf8.h"

#include <string.h>

struct range {
    uint32_t low, high;
};

#define HIDDEN(low, high)
static const struct range zero[] = {
#define ZERO(low, high) {low, high},
#define WIDE(low, high)
#include "base/unicode.def"
#undef ZERO
#undef WIDE
};

static const struct range wide[] = {
#define ZERO(low, high)
#define WIDE(low, high) {low, high},
#include "base/unicode.def"
#undef ZERO
#undef WIDE
};
#undef HIDDEN

static bool
in_ranges(const struct range *ranges, size_t n, uint32_t c)
{
    size_t low = 0;

    while (low < n) {
        size_t mid = low + (n - low) / 2;

        if (c < ranges[mid].low)
            n = mid;
        else if (c > ranges[mid].high)
            low = mid + 1;
        else
            return true;
    }
    return false;
}

/* Lead byte -> length, and the least code point that length may encode. */
static int
lead(unsigned char b, uint32_t *bits, uint32_t *least)
{
    if (b >= 0xC2 && b <= 0xDF) {
        *bits = b & 0x1F;
        *least = 0x80;
        return 2;
    }
    if (b >= 0xE0 && b <= 0xEF) {
        *bits = b & 0x0F;
        *least = 0x800;
        return 3;
    }
    if (b >= 0xF0 && b <= 0xF4) {
        *bits = b & 0x07;
        *least = 0x10000;
        return 4;
    }
    return 0;
}

uint32_t
utf8_decode(const char *s, size_t len, size_t *bytes)
{
    unsigned char first = (unsigned char)s[0];
    uint32_t c, least;
    int n;

    *bytes = 1;
    if (first < 0x80)
        return first;
    n = lead(first, &c, &least);
    if (!n || (size_t)n > len)
        return UTF8_BAD;
    for (int i = 1; i < n; i++) {
        unsigned char next = (unsigned char)s[i];

        if ((next & 0xC0) != 0x80)
            return UTF8_BAD;
        c = c << 6 | (next & 0x3F);
    }
    if (c < least || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF))
        return UTF8_BAD;
    *bytes = (size_t)n;
    return c;
}

int
utf8_encode(char out[4], uint32_t c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

int
utf8_cell_width(uint32_t c)
{
    if (c < 0x300)
        return 1;
    if (in_ranges(zero, sizeof zero / sizeof *zero, c))
        return 0;
    return in_ranges(wide, sizeof wide / sizeof *wide, c) ? 2 : 1;
}

int
utf8_width(const char *s)
{
    size_t len = strlen(s), bytes;
    int cells = 0;

    for (; len; s += bytes, len -= bytes)
        cells += utf8_cell_width(utf8_decode(s, len, &bytes));
    return cells;
}

size_t
utf8_offset(const char *s, size_t len, int chars)
{
    size_t at = 0, bytes;

    for (; chars > 0 && at < len; chars--, at += bytes)
        utf8_decode(s + at, len - at, &bytes);
    return at;
}

int
utf8_chars(const char *s, size_t bytes)
{
    size_t at = 0, step;
    int chars = 0;

    for (; at < bytes; at += step, chars++)
        utf8_decode(s + at, bytes - at, &step);
    return chars;
}

size_t
utf8_fit(const char *s, int cells)
{
    size_t len = strlen(s), at = 0, bytes;

    while (at < len) {
        cells -= utf8_cell_width(utf8_decode(s + at, len - at, &bytes));
        if (cells < 0)
            break;
        at += bytes;
    }
    return at;
}
