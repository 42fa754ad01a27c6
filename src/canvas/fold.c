#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/safe.h"
#include "base/utf8.h"
#include "canvas/canvas_priv.h"

static const struct {
    uint32_t c;
    const char *ascii;
} folds[] = {
#define FOLD(c, ascii) {c, ascii},
#include "canvas/folds.def"
#undef FOLD
};

/* Latin letters with accents, U+00C0 to U+017F, by their plain letter. */
static const char latin[] = "AAAAAAACEEEEIIII"
                            "DNOOOOOxOUUUUYTs"
                            "aaaaaaaceeeeiiii"
                            "dnooooo/ouuuuyty"
                            "AaAaAaCcCcCcCcDd"
                            "DdEeEeEeEeEeGgGg"
                            "GgGgHhHhIiIiIiIi"
                            "IiIiJjKkkLlLlLlL"
                            "lLlNnNnNnnNnOoOo"
                            "OoOoRrRrRrSsSsSs"
                            "SsTtTtTtUuUuUuUu"
                            "UuUuWwYyYZzZzZzs";

enum { LATIN_FIRST = 0xC0, LATIN_COUNT = sizeof latin - 1 };

/* One-letter strings for the table above: "A\0B\0...". */
static const char letters[] = "/\0A\0B\0C\0D\0E\0F\0G\0H\0I\0J\0K\0L\0M\0N\0O\0P\0Q\0R"
                              "\0S\0T\0U\0V\0W\0X\0Y\0Z\0a\0b\0c\0d\0e\0f\0g\0h\0i\0j"
                              "\0k\0l\0m\0n\0o\0p\0q\0r\0s\0t\0u\0v\0w\0x\0y\0z";

static const char *
letter(char c)
{
    size_t i = 0;

    while (letters[i] != c)
        i += 2;
    return letters + i;
}

/* A letter or digit of the mathematical alphabets (U+1D400 to U+1D7FF), as it is in
 * ordinary text. */
static uint32_t
plain_letter(uint32_t c)
{
    static const uint32_t rest[] = {0x3B5, 0x3B8, 0x3BA, 0x3C6, 0x3C1, 0x3C0};
    uint32_t i;

    if (c < 0x1D400 || c > 0x1D7FF)
        return c;
    if (c < 0x1D6A4) {
        i = (c - 0x1D400) % 52;
        return i < 26 ? 'A' + i : 'a' + i - 26;
    }
    if (c < 0x1D6A8)
        return c & 1 ? 'j' : 'i';
    if (c >= 0x1D7CE)
        return '0' + (c - 0x1D7CE) % 10;
    i = (c - 0x1D6A8) % 58;
    if (i == 25 || i == 51)
        return i == 25 ? 0x2207 : 0x2202;
    if (i > 51)
        return rest[i - 52];
    return i == 17 ? 0x398 : i < 25 ? 0x391 + i : 0x3B1 + i - 26;
}

static const char *
ascii_char(uint32_t c)
{
    static const char chars[] = "0\0001\0002\0003\0004\0005\0006\0007\0008\0009\0";

    return c <= '9' ? chars + 2 * (c - '0') : letter((char)c);
}

const char *
canvas_ascii(uint32_t c)
{
    size_t low = 0, high = sizeof folds / sizeof *folds;
    uint32_t plain = plain_letter(c);

    if (plain != c && plain < 0x80)
        return ascii_char(plain);
    c = plain;

    if (c < 0x80)
        return NULL;
    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (folds[mid].c == c)
            return folds[mid].ascii;
        if (folds[mid].c < c)
            low = mid + 1;
        else
            high = mid;
    }
    if (c >= LATIN_FIRST && c < LATIN_FIRST + LATIN_COUNT)
        return letter(latin[c - LATIN_FIRST]);
    return utf8_cell_width(c) == 0 ? "" : "?";
}

static bool
is_greek(uint32_t c)
{
    return c >= 0x370 && c <= 0x3FF;
}

static bool
is_word_char(uint32_t c)
{
    return c < 0x80 && isalnum((unsigned char)c);
}

/* Write the ASCII reading of c, apart from a word that it would run into. */
static void
fold_ascii(struct fold *f, uint32_t c, char out[FOLD_BYTES])
{
    const char *ascii = canvas_ascii(c);
    char self[2] = {(char)c, '\0'};
    bool name = is_greek(plain_letter(c));
    bool apart;

    if (!ascii)
        ascii = self;
    apart = is_word_char((unsigned char)ascii[0]) &&
            (f->name || (name && is_word_char(f->last)));
    snprintf(out, FOLD_BYTES, "%s%s", apart ? " " : "", ascii);
    f->name = name;
    if (*out)
        f->last = (unsigned char)out[strlen(out) - 1];
}

bool
fold_next(struct fold *f, char out[FOLD_BYTES])
{
    size_t bytes;
    uint32_t c;

    if (!f->len)
        return false;
    c = utf8_decode(f->text, f->len, &bytes);
    f->text += bytes;
    f->len -= bytes;
    if (c == '\t')
        c = ' ';
    if (!text_is_safe(c)) {
        snprintf(out, FOLD_BYTES, "<U+%04X>", (unsigned)c);
        f->name = false;
        f->last = '>';
    } else if (f->alphabet == ALPHABET_ASCII) {
        fold_ascii(f, c, out);
    } else {
        out[utf8_encode(out, c)] = '\0';
    }
    return true;
}

char *
canvas_fold(struct arena *a, enum alphabet alphabet, const char *text)
{
    struct fold f = {.text = text, .len = strlen(text), .alphabet = alphabet};
    char out[FOLD_BYTES];
    struct buf b;

    if (alphabet == ALPHABET_UNICODE)
        return text_safe(a, text, strlen(text));
    buf_init(&b, a);
    while (fold_next(&f, out))
        buf_add(&b, out);
    return b.s;
}

int
canvas_width(enum alphabet alphabet, const char *text)
{
    struct fold f = {.text = text, .len = strcspn(text, "\n"), .alphabet = alphabet};
    char out[FOLD_BYTES];
    int cells = 0;

    while (fold_next(&f, out))
        cells += utf8_width(out);
    return cells;
}
