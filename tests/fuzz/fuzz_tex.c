/*
 * Formulas from any bytes. The first byte says how they are set.
 *
 * Nothing that comes out is a control character, a line is one line, and in the ASCII
 * alphabet everything is ASCII.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "typeset/typeset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check(const char *text, enum alphabet alphabet, bool one_line)
{
    for (const char *s = text; *s; s++) {
        unsigned char c = (unsigned char)*s;

        if ((c < 0x20 && (c != '\n' || one_line)) || c == 0x7F)
            abort();
        if (c >= 0x80 && alphabet == ALPHABET_ASCII)
            abort();
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    unsigned how = size ? data[0] : 0;
    struct tex_options o = {.alphabet = how & 1 ? ALPHABET_UNICODE : ALPHABET_ASCII,
                            .display = how & 2,
                            .width = (int)(how >> 2)};
    char *tex = arena_strndup(a, size ? (const char *)data + 1 : "", size ? size - 1 : 0);
    struct err e;

    check(box_text(a, tex_box_with(a, tex, &o, &e)), o.alphabet, false);
    check(tex_line_with(a, tex, &o), o.alphabet, true);
    tex_unknown(a, tex, NULL);
    arena_free(a);
    return 0;
}
