#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/safe.h"
#include "base/utf8.h"

enum { ERRS_MAX = 200 };

static const struct {
    int number;
    const char *meaning, *advice;
} codes[] = {
#define ERR(number, name, meaning, advice) {number, meaning, advice},
#include "base/codes.def"
#undef ERR
};

static void fill(struct err *e, struct pos at, enum err_code code, const char *fmt,
                 va_list args) __attribute__((format(printf, 4, 0)));

static void
fill(struct err *e, struct pos at, enum err_code code, const char *fmt, va_list args)
{
    char raw[ERR_MESSAGE_MAX];

    e->code = code;
    e->at = at;
    vsnprintf(raw, sizeof raw, fmt, args);
    text_safe_line(e->msg, sizeof e->msg, raw);
}

bool
err_at(struct err *e, struct pos at, enum err_code code, const char *fmt, ...)
{
    va_list args;

    if (!e)
        return false;
    va_start(args, fmt);
    fill(e, at, code, fmt, args);
    va_end(args);
    return false;
}

char *
err_text(struct arena *a, const struct err *e)
{
    char file[ERR_MESSAGE_MAX];

    text_safe_line(file, sizeof file, e->at.file ? e->at.file : "");
    if (!e->at.line)
        return arena_printf(a, "%s%sRW-%03d: %s", file, *file ? ": " : "", (int)e->code,
                            e->msg);
    return arena_printf(a, "%s:%d:%d: RW-%03d: %s", file, e->at.line, e->at.col,
                        (int)e->code, e->msg);
}

static const char *
line_of(const char *source, int line, size_t *len)
{
    const char *s = source;

    for (int i = 1; i < line; i++) {
        s = strchr(s, '\n');
        if (!s)
            return NULL;
        s++;
    }
    *len = strcspn(s, "\n");
    return s;
}

char *
err_caret(struct arena *a, const struct err *e, const char *source)
{
    size_t len, before;
    const char *line = e->at.line ? line_of(source, e->at.line, &len) : NULL;
    char *shown;

    if (!line)
        return arena_strdup(a, "");
    if (len && line[len - 1] == '\r')
        len--;
    before = utf8_offset(line, len, e->at.col - 1);
    shown = text_safe(a, line, before);
    return arena_printf(a, "    %s%s\n    %*s^\n", shown,
                        text_safe(a, line + before, len - before), utf8_width(shown), "");
}

static int
find_code(int number)
{
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].number == number)
            return (int)i;
    return -1;
}

const char *
err_meaning(int number)
{
    int i = find_code(number);

    return i < 0 ? NULL : codes[i].meaning;
}

const char *
err_advice(int number)
{
    int i = find_code(number);

    return i < 0 ? NULL : codes[i].advice;
}

struct pos
pos_after(struct pos at, const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes && text[i]; i++) {
        if (text[i] == '\n') {
            at.line++;
            at.col = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            at.col++;
        }
    }
    return at;
}

void
errs_add(struct arena *a, struct errs *list, const struct err *e)
{
    if (list->n == ERRS_MAX) {
        list->dropped++;
        return;
    }
    if (list->n == list->cap) {
        int cap = list->cap ? list->cap * 2 : 8;
        struct err *at = ARENA_ARRAY(a, struct err, cap);

        if (list->n)
            memcpy(at, list->at, sizeof *at * (size_t)list->n);
        list->at = at;
        list->cap = cap;
    }
    list->at[list->n++] = *e;
}

static bool
is_before(struct pos x, struct pos y)
{
    return x.line != y.line ? x.line < y.line : x.col < y.col;
}

void
errs_sort(struct errs *list, int from)
{
    for (int i = from + 1; i < list->n; i++)
        for (int k = i; k > from && is_before(list->at[k].at, list->at[k - 1].at); k--) {
            struct err e = list->at[k];

            list->at[k] = list->at[k - 1];
            list->at[k - 1] = e;
        }
}

bool
errs_at(struct arena *a, struct errs *list, struct pos at, enum err_code code,
        const char *fmt, ...)
{
    struct err e;
    va_list args;

    va_start(args, fmt);
    fill(&e, at, code, fmt, args);
    va_end(args);
    errs_add(a, list, &e);
    return false;
}
