/*
 * A string that is built piece by piece in an arena.
 */
#ifndef ROPEWALK_BASE_BUF_H
#define ROPEWALK_BASE_BUF_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* s is always NUL-terminated after buf_init(). */
struct buf {
    struct arena *arena;
    char *s;
    size_t n, cap;
};

void buf_init(struct buf *b, struct arena *a);
void buf_add(struct buf *b, const char *s);
void buf_add_n(struct buf *b, const char *s, size_t n);
void buf_char(struct buf *b, uint32_t c); /* as UTF-8 */
void
buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
