/*
 * Runs a fuzz target on files, so that what was found once stays found: each file as a
 * whole, and behind --lines each line of a file, at several first bytes.
 *
 * To fuzz for real, compile the target together with the rooms it needs, without this
 * file, for example
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_POSIX_C_SOURCE=200809L -Isrc \
 *         tests/fuzz/fuzz_tex.c $(find src/typeset src/canvas src/base -name '*.c') \
 *         -lmd4c -ljansson
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 1 << 20 };

/* The bytes at s + 1; s[0] is free for the first byte. */
static void
run(char *s, size_t size)
{
    static const unsigned char first[] = {0x00, 0x03, 0x52, 0x91, 0xFF};

    for (size_t i = 0; i < sizeof first; i++) {
        s[0] = (char)first[i];
        LLVMFuzzerTestOneInput((const uint8_t *)s, size + 1);
    }
}

static int
replay(const char *path, int lines)
{
    static char text[INPUT_MAX];
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(text + 1, 1, sizeof text - 2, f) : 0;

    if (f)
        fclose(f);
    text[n + 1] = '\0';
    for (char *s = text; lines && s < text + n;) {
        size_t len = strcspn(s + 1, "\n");

        run(s, len);
        s += len + 1;
    }
    if (!lines)
        run(text, n);
    return n > 0;
}

int
main(int argc, char **argv)
{
    int lines = 0, n = 0;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--lines") == 0)
            lines = 1;
        else
            printf("%s %d - %s\n", replay(argv[i], lines) ? "ok" : "not ok", ++n,
                   argv[i]);
    }
    printf("1..%d\n", n);
    return 0;
}
