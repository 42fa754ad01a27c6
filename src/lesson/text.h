/*
 * The source of a lesson: checked bytes, lines, places.
 */
#ifndef ROPEWALK_LESSON_TEXT_H
#define ROPEWALK_LESSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

/* Budgets that keep md4c's quadratic inputs short: bytes of a line, and of lines that
 * follow one another without an empty one. */
enum { SOURCE_LINE_MAX = 4096, SOURCE_RUN_MAX = 16384 };

/* Line ends are '\n' whatever the file has. Lines count from 0 here. */
struct source {
    const char *file;
    const char *text;
    size_t len;
    const size_t *line; /* where each begins; line[n_lines] is len */
    int n_lines;
};

/* Check and copy a file's text. false when it is too large or no UTF-8 text: nothing
 * else can be read then. Lines that are too long are errors as well. */
bool source_open(struct arena *a, const char *text, size_t len, const char *file,
                 struct source *out, struct errs *errs);

/* The line that holds a byte; the place of a byte, of the start of a line. */
int source_line(const struct source *s, size_t offset);
struct pos source_pos(const struct source *s, size_t offset);
struct pos source_line_pos(const struct source *s, int line);

/* Whether p points into the len bytes of text. */
bool text_has(const char *text, size_t len, const char *p);

/* Lines from .. to - 1 as text without the last '\n', in the arena. */
char *source_lines(struct arena *a, const struct source *s, int from, int to);

/* ---- what a line looks like (CommonMark 0.30, sections 2.1 and 4.1 to 4.5) --------- */

bool line_is_blank(const struct source *s, int line);
bool line_is_rule(const struct source *s, int line);      /* ---, ***, ___ */
bool line_is_heading(const struct source *s, int line);   /* # ... */
bool line_is_underline(const struct source *s, int line); /* --- or === */

/* How many fence characters the line begins with behind at most three blanks (0: no
 * fence); `close`: nothing but blanks follows. */
int line_fence(const struct source *s, int line, char *fence, bool *close);

#endif
