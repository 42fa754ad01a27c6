#include <string.h>

#include "canvas/canvas.h"

static const struct {
    const char *name;
    int across, down;
} ways[CELLS_COUNT] = {
#define CELLS(id, name, across, down, meaning) [CELLS_##id] = {name, across, down},
#include "canvas/cells.def"
#undef CELLS
};

const char *
cells_name(enum cells c)
{
    return ways[c].name;
}

int
cells_find(const char *name)
{
    for (int i = 0; i < CELLS_COUNT; i++)
        if (strcmp(ways[i].name, name) == 0)
            return i;
    return -1;
}

int
cells_across(enum cells c)
{
    return ways[c].across;
}

int
cells_down(enum cells c)
{
    return ways[c].down;
}

enum cells
cells_next(enum cells c, unsigned can)
{
    do
        c = (enum cells)((c + 1) % CELLS_COUNT);
    while (c != CELLS_SLOPES && !(can & 1u << c));
    return c;
}
