/*
 * Golden files: what was looked at by eye once, and must not change unseen.
 *
 * They lie in tests/golden/. With the environment ROPEWALK_UPDATE=1 a test writes them
 * anew instead of comparing; look at the difference before you commit it.
 */
#ifndef ROPEWALK_TESTS_GOLDEN_H
#define ROPEWALK_TESTS_GOLDEN_H

#include "table.h"

/* The file, or NULL. The caller frees. */
static inline char *
golden_read(const char *name)
{
    char path[512], *text;
    FILE *f;
    long len;

    snprintf(path, sizeof path, "%s/golden/%s", TESTS_DIR, name);
    f = fopen(path, "rb");
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    len = ftell(f);
    rewind(f);
    text = calloc(1, (size_t)len + 1);
    if (!text || fread(text, 1, (size_t)len, f) != (size_t)len)
        abort();
    fclose(f);
    return text;
}

static inline void
golden_write(const char *name, const char *text)
{
    char path[512];
    FILE *f;

    snprintf(path, sizeof path, "%s/golden/%s", TESTS_DIR, name);
    f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* Fail at the first line in which `got` differs from the file, and show both. */
static inline void
golden_check(const char *name, const char *got)
{
    char *text = golden_read(name);
    const char *want = text;
    int line = 1;

    if (getenv("ROPEWALK_UPDATE")) {
        golden_write(name, got);
        free(text);
        return;
    }
    if (!want)
        fail_msg("there is no tests/golden/%s; run with ROPEWALK_UPDATE=1", name);
    for (; *want && *want == *got; want++, got++)
        line += *want == '\n';
    if (*want != *got) {
        while (want > text && want[-1] != '\n') {
            want--;
            got--;
        }
        fail_msg("%s:%d: expected '%.*s', got '%.*s'", name, line,
                 (int)strcspn(want, "\n"), want, (int)strcspn(got, "\n"), got);
    }
    free(text);
}

#endif
