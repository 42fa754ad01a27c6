/*
 * Formulas from any bytes, in words: one line of printable text.
 */
#include <stdint.h>
#include <stdlib.h>

#include "typeset/typeset.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    struct tex_options o = {.alphabet =
                                size && data[0] & 1 ? ALPHABET_UNICODE : ALPHABET_ASCII};
    char *tex = arena_strndup(a, size ? (const char *)data + 1 : "", size ? size - 1 : 0);
    struct err e;

    for (const char *s = tex_spoken(a, tex, &o, &e); *s; s++) {
        unsigned char c = (unsigned char)*s;

        if (c < 0x20 || c == 0x7F || (c >= 0x80 && o.alphabet == ALPHABET_ASCII))
            abort();
    }
    arena_free(a);
    return 0;
}
