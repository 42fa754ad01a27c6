#include "term/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static char *
copy(const char *s)
{
    size_t size = strlen(s) + 1;

    return memcpy(xmalloc(size), s, size);
}

void
history_init(struct history *h)
{
    memset(h, 0, sizeof *h);
}

void
history_fini(struct history *h)
{
    for (int i = 0; i < h->n; i++)
        free(h->line[i]);
    free(h->draft);
}

void
history_rest(struct history *h)
{
    free(h->draft);
    h->draft = NULL;
    h->at = h->n;
}

void
history_add(struct history *h, const char *line)
{
    if (line[0] != '\0' && !(h->n > 0 && strcmp(h->line[h->n - 1], line) == 0)) {
        if (h->n == HISTORY_MAX) {
            free(h->line[0]);
            memmove(h->line, h->line + 1, (HISTORY_MAX - 1) * sizeof *h->line);
            h->n--;
        }
        h->line[h->n++] = copy(line);
    }
    history_rest(h);
}

const char *
history_step(struct history *h, const char *now, int prefix, int direction)
{
    int i = h->at + direction;

    while (i >= 0 && i < h->n && strncmp(h->line[i], now, (size_t)prefix) != 0)
        i += direction;
    if (i < 0 || i > h->n || (i == h->n && !h->draft))
        return NULL;
    if (h->at == h->n) {
        free(h->draft);
        h->draft = copy(now);
    }
    h->at = i;
    return i == h->n ? h->draft : h->line[i];
}
