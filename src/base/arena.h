/*
 * An arena: memory that is given back all at once.
 *
 * One per lesson, one per question, one per frame. What is stored in an arena
 * may point to anything in the same arena or in one that lives longer.
 */
#ifndef ROPEWALK_BASE_ARENA_H
#define ROPEWALK_BASE_ARENA_H

#include <stdalign.h>
#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a); /* NULL is fine */

/* Zeroed memory, valid until arena_reset() or arena_free(). Never NULL: without
 * memory the program ends with one sentence on stderr and status 70. `align` is a
 * power of two. */
void *arena_alloc(struct arena *a, size_t size, size_t align);

/* A copy of `len` bytes of `s`, with a NUL behind them. */
char *arena_strndup(struct arena *a, const char *s, size_t len);
char *arena_strdup(struct arena *a, const char *s);

/* The text on one line: every run of blanks is one blank, none at the ends. */
char *arena_one_line(struct arena *a, const char *text);

/* printf into the arena. */
char *
arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Forget everything, keep the largest block: one reset per frame or line. */
void arena_reset(struct arena *a);

/* Bytes handed out since the last reset. */
size_t arena_used(const struct arena *a);

/* Where an arena stands; and back to there: what was handed out since is forgotten. Marks
 * are gone back to in the reverse order; arena_reset() ends them all. */
struct arena_mark {
    const void *block;
    size_t used;
};
struct arena_mark arena_mark(const struct arena *a);
void arena_back(struct arena *a, struct arena_mark mark);

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type), alignof(type)))
#define ARENA_ARRAY(a, type, n) \
    ((type *)arena_alloc((a), sizeof(type) * (size_t)(n), alignof(type)))

#endif
