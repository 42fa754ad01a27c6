#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

void
buf_init(struct buf *b, struct arena *a)
{
    b->arena = a;
    b->cap = 64;
    b->n = 0;
    b->s = arena_alloc(a, b->cap, 1);
}

static void
reserve(struct buf *b, size_t more)
{
    size_t cap = b->cap;
    char *s;

    if (b->n + more < cap)
        return;
    while (b->n + more >= cap)
        cap *= 2;
    s = arena_alloc(b->arena, cap, 1);
    memcpy(s, b->s, b->n);
    b->s = s;
    b->cap = cap;
}

void
buf_add_n(struct buf *b, const char *s, size_t n)
{
    reserve(b, n);
    memcpy(b->s + b->n, s, n);
    b->n += n;
    b->s[b->n] = '\0';
}

void
buf_add(struct buf *b, const char *s)
{
    buf_add_n(b, s, strlen(s));
}

void
buf_char(struct buf *b, uint32_t c)
{
    char bytes[4];

    buf_add_n(b, bytes, (size_t)utf8_encode(bytes, c));
}

void
buf_printf(struct buf *b, const char *fmt, ...)
{
    va_list args, again;
    int len;

    assert(fmt);
    va_start(args, fmt);
    va_copy(again, args);
    len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    assert(len >= 0);
    reserve(b, (size_t)len);
    vsnprintf(b->s + b->n, (size_t)len + 1, fmt, again);
    va_end(again);
    b->n += (size_t)len;
}
