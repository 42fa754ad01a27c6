#include "base/arena.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_BLOCK = 16 * 1024 };

struct block {
    struct block *next; /* the one before it, smaller */
    size_t size, used;
    alignas(max_align_t) unsigned char data[];
};

struct arena {
    struct block *top;
    struct block *spare; /* the largest that arena_back() emptied; NULL: none */
    size_t used_below;   /* bytes used in the blocks under top */
};

static struct block *
block_new(size_t size, struct block *next)
{
    struct block *b = xmalloc(sizeof *b + size);

    b->next = next;
    b->size = size;
    b->used = 0;
    return b;
}

struct arena *
arena_new(void)
{
    struct arena *a = xmalloc(sizeof *a);

    a->top = a->spare = NULL;
    a->used_below = 0;
    return a;
}

static void
free_blocks(struct block *b)
{
    while (b) {
        struct block *next = b->next;

        free(b);
        b = next;
    }
}

void
arena_free(struct arena *a)
{
    if (!a)
        return;
    free_blocks(a->top);
    free(a->spare);
    free(a);
}

/* A block for `need` bytes, twice the last one: the spare one when it is that large. */
static struct block *
block_next(struct arena *a, size_t need)
{
    size_t size = a->top ? a->top->size * 2 : FIRST_BLOCK;
    struct block *b = a->spare;

    while (size < need)
        size *= 2;
    if (!b || b->size < size)
        return block_new(size, a->top);
    a->spare = NULL;
    b->next = a->top;
    b->used = 0;
    return b;
}

static void
grow(struct arena *a, size_t need)
{
    struct block *b = block_next(a, need);

    if (a->top)
        a->used_below += a->top->used;
    a->top = b;
}

void *
arena_alloc(struct arena *a, size_t size, size_t align)
{
    struct block *b = a->top;
    size_t start;

    assert(align && (align & (align - 1)) == 0 && align <= alignof(max_align_t));
    if (size > SIZE_MAX / 4)
        memory_exhausted();
    start = b ? (b->used + align - 1) & ~(align - 1) : 0;
    if (!b || start > b->size || size > b->size - start) {
        grow(a, size);
        b = a->top;
        start = 0;
    }
    b->used = start + size;
    return memset(b->data + start, 0, size);
}

char *
arena_strndup(struct arena *a, const char *s, size_t len)
{
    char *copy = arena_alloc(a, len + 1, 1);

    memcpy(copy, s, len);
    return copy;
}

char *
arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *
arena_one_line(struct arena *a, const char *text)
{
    char *line = arena_alloc(a, strlen(text) + 1, 1), *out = line;

    for (; *text; text++)
        if (!isspace((unsigned char)*text))
            *out++ = *text;
        else if (out > line && out[-1] != ' ')
            *out++ = ' ';
    if (out > line && out[-1] == ' ')
        out[-1] = '\0';
    return line;
}

char *
arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list args, again;
    int len;
    char *s;

    assert(fmt);
    va_start(args, fmt);
    va_copy(again, args);
    len = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    assert(len >= 0);
    s = arena_alloc(a, (size_t)len + 1, 1);
    vsnprintf(s, (size_t)len + 1, fmt, again);
    va_end(again);
    return s;
}

void
arena_reset(struct arena *a)
{
    if (!a->top)
        return;
    free_blocks(a->top->next);
    a->top->next = NULL;
    a->top->used = 0;
    a->used_below = 0;
}

struct arena_mark
arena_mark(const struct arena *a)
{
    return (struct arena_mark){a->top, a->top ? a->top->used : 0};
}

/* Evaluations go back and forth over the end of a block: the largest is kept for the
 * next. */
static void
set_aside(struct arena *a, struct block *b)
{
    if (a->spare && a->spare->size >= b->size) {
        free(b);
        return;
    }
    free(a->spare);
    a->spare = b;
}

void
arena_back(struct arena *a, struct arena_mark mark)
{
    while (a->top && a->top != mark.block) {
        struct block *b = a->top;

        a->top = b->next;
        a->used_below -= a->top ? a->top->used : 0;
        set_aside(a, b);
    }
    if (a->top)
        a->top->used = mark.used;
}

size_t
arena_used(const struct arena *a)
{
    return a->used_below + (a->top ? a->top->used : 0);
}
