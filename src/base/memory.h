/*
 * Memory that is there or the program ends.
 */
#ifndef ROPEWALK_BASE_MEMORY_H
#define ROPEWALK_BASE_MEMORY_H

#include <stddef.h>

/* malloc and realloc that never return NULL. The caller frees. */
void *xmalloc(size_t size);
void *xrealloc(void *p, size_t size);

/* One sentence on stderr, then _exit(70). */
_Noreturn void memory_exhausted(void);

/* Called by memory_exhausted() first, so that the edge can restore the terminal. May
 * be NULL. Set once, by app. */
void memory_on_exhausted(void (*restore)(void));

#endif
