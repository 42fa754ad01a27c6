#include "base/safe.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { MARKS_MAX = 4 };

#define ZERO(low, high)
#define WIDE(low, high)
static const struct {
    uint32_t low, high;
} hidden[] = {
#define HIDDEN(low, high) {low, high},
#include "base/unicode.def"
#undef HIDDEN
};
#undef ZERO
#undef WIDE

bool
text_is_safe(uint32_t c)
{
    size_t low = 0, n = sizeof hidden / sizeof *hidden;

    if (c == '\n' || (c >= 0x20 && c < 0x7F))
        return true;
    while (low < n) {
        size_t mid = low + (n - low) / 2;

        if (c < hidden[mid].low)
            n = mid;
        else if (c > hidden[mid].high)
            low = mid + 1;
        else
            return false;
    }
    return true;
}

/* One code point in its safe form: at most 11 bytes. *marks counts the combining marks
 * since the last character with a width. */
static int
safe_char(char out[16], uint32_t c, int *marks)
{
    if (c == '\t')
        c = ' ';
    if (!text_is_safe(c)) {
        *marks = 0;
        return snprintf(out, 16, "<U+%04X>", (unsigned)c);
    }
    if (utf8_cell_width(c) > 0)
        *marks = 0;
    else if (++*marks > MARKS_MAX)
        return 0;
    return utf8_encode(out, c);
}

char *
text_safe(struct arena *a, const char *s, size_t len)
{
    struct buf b;
    size_t bytes;
    int marks = 0;

    buf_init(&b, a);
    for (; len; s += bytes, len -= bytes) {
        char out[16];
        uint32_t c = utf8_decode(s, len, &bytes);

        buf_add_n(&b, out, (size_t)safe_char(out, c, &marks));
    }
    return b.s;
}

void
text_safe_line(char *out, size_t size, const char *s)
{
    size_t len = strlen(s), bytes, at = 0;
    int marks = 0;

    for (; len; s += bytes, len -= bytes) {
        char piece[16];
        uint32_t c = utf8_decode(s, len, &bytes);
        size_t n = (size_t)safe_char(piece, c == '\n' ? ' ' : c, &marks);

        if (at + n + 1 > size)
            break;
        memcpy(out + at, piece, n);
        at += n;
    }
    if (size)
        out[at] = '\0';
}
