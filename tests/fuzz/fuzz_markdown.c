/*
 * Markdown from any bytes. The first byte says the alphabet and the width.
 *
 * Nothing that comes out is a control character, no row is wider than asked for, and in
 * the ASCII alphabet everything is ASCII.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "typeset/typeset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(const char *text, enum alphabet alphabet)
{
    for (const char *s = text; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if ((c < 0x20 && c != '\n') || c == 0x7F ||
            (c >= 0x80 && alphabet == ALPHABET_ASCII))
            abort();
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    unsigned how = size ? data[0] : 0;
    struct typeset_options o = {.alphabet = how & 1 ? ALPHABET_UNICODE : ALPHABET_ASCII,
                                .width = 8 + (int)(how >> 2),
                                .justify = how & 2};
    char *text =
        arena_strndup(a, size ? (const char *)data + 1 : "", size ? size - 1 : 0);
    struct box *b = markdown_box(a, text, &o);

    if (b->cols > o.width)
        abort();
    check(box_text(a, b), o.alphabet);
    check(markdown_lines(a, text, &o), o.alphabet);
    arena_free(a);
    return 0;
}
