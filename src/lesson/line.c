#include <string.h>

#include "lesson/text.h"

/* The end of a line without its line break and blanks. */
static size_t
line_end(const struct source *s, int line)
{
    size_t end = s->line[line + 1];

    while (end > s->line[line] && strchr(" \t\n", s->text[end - 1]))
        end--;
    return end;
}

/* Behind at most three blanks; the line's end when there are more. */
static size_t
line_start(const struct source *s, int line)
{
    size_t end = line_end(s, line), i = s->line[line];
    int blanks = 0;

    while (i < end && s->text[i] == ' ' && blanks < 4) {
        blanks++;
        i++;
    }
    return blanks < 4 && i < end && s->text[i] != '\t' ? i : end;
}

bool
line_is_blank(const struct source *s, int line)
{
    return line_end(s, line) == s->line[line];
}

/* How often c stands in the line; -1 when anything else but blanks does. */
static int
count_only(const struct source *s, int line, char c)
{
    size_t end = line_end(s, line);
    int n = 0;

    for (size_t i = line_start(s, line); i < end; i++) {
        if (s->text[i] == c)
            n++;
        else if (s->text[i] != ' ' && s->text[i] != '\t')
            return -1;
    }
    return n;
}

bool
line_is_rule(const struct source *s, int line)
{
    return count_only(s, line, '-') >= 3 || count_only(s, line, '*') >= 3 ||
           count_only(s, line, '_') >= 3;
}

bool
line_is_heading(const struct source *s, int line)
{
    size_t i = line_start(s, line), end = line_end(s, line), first = i;

    while (i < end && s->text[i] == '#')
        i++;
    return i > first && i - first <= 6 && (i == end || strchr(" \t", s->text[i]));
}

bool
line_is_underline(const struct source *s, int line)
{
    return count_only(s, line, '-') >= 1 || count_only(s, line, '=') >= 1;
}

int
line_fence(const struct source *s, int line, char *fence, bool *close)
{
    size_t i = line_start(s, line), end = line_end(s, line), first = i;

    if (i == end || !strchr("`~", s->text[i]))
        return 0;
    *fence = s->text[i];
    while (i < end && s->text[i] == *fence)
        i++;
    *close = i == end;
    return i - first >= 3 ? (int)(i - first) : 0;
}
