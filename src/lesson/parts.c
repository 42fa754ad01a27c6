#include <ctype.h>
#include <string.h>

#include "lesson/lesson_priv.h"

/* Where a scan through a text stands: how deep in brackets, inside which quotes. */
struct nest {
    int depth;
    char quote; /* '`' or '$'; 0 outside */
};

/* Whether s[i] stands outside of everything. */
static bool
outside(struct nest *n, char c)
{
    if (n->quote) {
        if (c == n->quote)
            n->quote = 0;
        return false;
    }
    if (c == '`' || c == '$')
        n->quote = c;
    else if (strchr("([{", c))
        n->depth++;
    else if (strchr(")]}", c))
        n->depth -= n->depth > 0;
    else
        return !n->depth;
    return false;
}

/* Bytes start .. end - 1 without blanks around; *at is the place of *seen and follows. */
static struct part
cut(struct arena *a, const char *text, size_t start, size_t end, size_t *seen,
    struct pos *at)
{
    while (start < end && isspace((unsigned char)text[start]))
        start++;
    while (end > start && isspace((unsigned char)text[end - 1]))
        end--;
    *at = pos_after(*at, text + *seen, start - *seen);
    *seen = start;
    return (struct part){arena_strndup(a, text + start, end - start), *at};
}

struct parts
parts_split(struct arena *a, const char *text, struct pos at, char by)
{
    struct nest nest = {0, 0};
    size_t start = 0, seen = 0, i;
    struct part *parts;
    int n = 1;

    for (i = 0; text[i]; i++)
        n += text[i] == by;
    parts = ARENA_ARRAY(a, struct part, n);
    n = 0;
    for (i = 0; text[i]; i++)
        if (outside(&nest, text[i]) && text[i] == by) {
            parts[n++] = cut(a, text, start, i, &seen, &at);
            start = i + 1;
        }
    parts[n++] = cut(a, text, start, i, &seen, &at);
    return (struct parts){parts, n};
}

/* How long the arrow at s is; 0: there is none. */
static size_t
arrow_at(const char *s)
{
    if (!strncmp(s, "->", 2))
        return 2;
    return strncmp(s, "→", 3) ? 0 : 3;
}

bool
parts_arrow(struct arena *a, const char *text, struct pos at, struct part *left,
            struct part *right)
{
    struct nest nest = {0, 0};
    size_t seen = 0;

    for (size_t i = 0; text[i]; i++) {
        if (!outside(&nest, text[i]) || !arrow_at(text + i))
            continue;
        *left = cut(a, text, 0, i, &seen, &at);
        *right = cut(a, text, i + arrow_at(text + i), strlen(text), &seen, &at);
        return true;
    }
    return false;
}
