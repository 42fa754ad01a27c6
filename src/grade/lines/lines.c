#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grade/lines/lines.h"

/* "line 3", "#3", "(3)", "3)", "3.", "3 -". */
static int
find_number(const struct ask *q, const char *text, size_t len)
{
    static const char word[] = "ine";
    char *end;
    long n;

    if (len > sizeof word && tolower((unsigned char)*text) == 'l' &&
        strncmp(text + 1, word, sizeof word - 1) == 0)
        text += sizeof word, len -= sizeof word;
    while (len && strchr(" \t\n#(", *text))
        text++, len--;
    while (len && strchr(" \t\n).,;-", text[len - 1]))
        len--;
    if (!len || !isdigit((unsigned char)*text))
        return -1;
    n = strtol(text, &end, 10);
    return end == text + len && n >= 1 && n <= q->n_lines ? (int)n - 1 : -1;
}

/* The only line that begins with these words; -1. */
static int
find_beginning(const struct ask *q, const char *text, size_t len)
{
    int found = -1;

    if (len < 2 || !isalpha((unsigned char)*text))
        return -1;
    for (int i = 0; i < q->n_lines; i++) {
        if (strncmp(text, q->lines[i].text, len) != 0)
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

int
lines_find(const struct ask *q, const char *text, size_t len, bool by_number)
{
    int number = find_number(q, text, len);

    if (number >= 0 && (by_number || *text == '#'))
        return number;
    if (*text != '#')
        for (int i = 0; i < q->n_lines; i++)
            if (choose_is_text(text, len, q->lines[i].text))
                return i;
    return number >= 0 ? number : find_beginning(q, text, len);
}

void
lines_mark(const struct grading *g, struct grade *out, int n, int i, enum part_mark mark,
           const char *text)
{
    struct grade_part *parts = ARENA_ARRAY(g->arena, struct grade_part, n + 1);

    for (int k = 0; k < n; k++)
        parts[k] = out->parts ? out->parts[k] : (struct grade_part){PART_RIGHT, ""};
    parts[i] = (struct grade_part){mark, text};
    out->parts = parts;
    out->n_parts = out->rows = n;
    out->cols = 1;
    if (mark != PART_RIGHT && (out->first < 0 || i < out->first))
        out->first = i;
}

const char *
grade_mark_text(enum part_mark m)
{
    static const char *const words[] = {
        [PART_RIGHT] = "right",     [PART_WRONG] = "wrong",
        [PART_MISSING] = "missing", [PART_FOLLOWS] = "follows",
        [PART_IDLE] = "idle",       [PART_UNSETTLED] = "unsettled",
    };

    return words[m];
}
