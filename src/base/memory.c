#include "base/memory.h"

#include <stdlib.h>
#include <unistd.h>

/* The one mutable object below the edge: memory can run out anywhere. */
static void (*restore_terminal)(void);

void
memory_on_exhausted(void (*restore)(void))
{
    restore_terminal = restore;
}

void
memory_exhausted(void)
{
    static const char message[] = "ropewalk: RW-700: no memory left\n";

    if (restore_terminal)
        restore_terminal();
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
        _exit(70);
    _exit(70);
}

void *
xmalloc(size_t size)
{
    void *p = malloc(size ? size : 1);

    if (!p)
        memory_exhausted();
    return p;
}

void *
xrealloc(void *p, size_t size)
{
    void *q = realloc(p, size ? size : 1);

    if (!q)
        memory_exhausted();
    return q;
}
