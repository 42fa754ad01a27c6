#include "base/near.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

static bool
same_letter(char x, char y)
{
    return tolower((unsigned char)x) == tolower((unsigned char)y);
}

static int
least(int x, int y)
{
    return x < y ? x : y;
}

/* The cheapest way to y[..j] from x[..i], given the two rows before and this one. */
static int
cell(const char *x, const char *y, size_t i, size_t j, int row[3][NEAR_NAME_MAX + 1])
{
    int best = row[1][j - 1] + !same_letter(x[i - 1], y[j - 1]);

    best = least(best, least(row[1][j], row[2][j - 1]) + 1);
    if (i > 1 && j > 1 && same_letter(x[i - 1], y[j - 2]) &&
        same_letter(x[i - 2], y[j - 1]))
        best = least(best, row[0][j - 2] + 1);
    return best;
}

int
near_distance(const char *x, const char *y)
{
    size_t nx = strlen(x), ny = strlen(y);
    int row[3][NEAR_NAME_MAX + 1] = {{0}};

    if (nx > NEAR_NAME_MAX || ny > NEAR_NAME_MAX)
        return NEAR_NAME_MAX + 1;
    for (size_t j = 0; j <= ny; j++)
        row[2][j] = (int)j;
    for (size_t i = 1; i <= nx; i++) {
        memcpy(row[0], row[1], sizeof row[0]);
        memcpy(row[1], row[2], sizeof row[1]);
        row[2][0] = (int)i;
        for (size_t j = 1; j <= ny; j++)
            row[2][j] = cell(x, y, i, j, row);
    }
    return row[2][ny];
}

const char *
near_find(const char *word, const char *const *names)
{
    int limit = (int)(strlen(word) / 3);

    return near_find_within(word, names, limit > 1 ? limit : 1);
}

const char *
near_find_within(const char *word, const char *const *names, int limit)
{
    const char *found = NULL;
    int best = limit + 1;

    for (; *names; names++) {
        int d = near_distance(word, *names);

        if (d < best) {
            best = d;
            found = *names;
        }
    }
    return found;
}
