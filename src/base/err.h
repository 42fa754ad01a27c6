/*
 * What went wrong, and where.
 *
 * Three things are not errors of this kind:
 *   - a bug in ropewalk         -> assert()
 *   - no memory left            -> base/memory.h ends the program
 *   - a wrong answer            -> a verdict, never a struct err
 *
 * A function that can fail returns bool or a pointer, takes `struct err *` last,
 * fills it exactly once, and prints nothing. Only app prints.
 */
#ifndef ROPEWALK_BASE_ERR_H
#define ROPEWALK_BASE_ERR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum err_code {
    ERR_NONE = 0,
#define ERR(number, name, meaning, advice) ERR_##name = number,
#include "base/codes.def"
#undef ERR
};

/* A place in a text. `file` is borrowed and lives as long as the source text; for
 * text that has no file it is a word such as "answer" or "left". Lines and columns
 * count from 1; a column is a character (code point), not a byte. line 0: no place. */
struct pos {
    const char *file;
    int line, col;
};

enum { ERR_MESSAGE_MAX = 400 };

struct err {
    enum err_code code;
    struct pos at;
    char msg[ERR_MESSAGE_MAX]; /* one sentence, already safe to show */
};

/* Fill *e (unless e is NULL) and return false, so that `return err_at(...)` reads as
 * "fail". Outside bytes in the message are made safe; a message that is too long is
 * cut at a character. */
bool err_at(struct err *e, struct pos at, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* "lessons/05.md:12:7: RW-102: no function named 'sofmax'" in the arena. */
char *err_text(struct arena *a, const struct err *e);

/* The line of `source` that e points into and a caret under the column, two lines each
 * with a '\n' behind it; "" when e has no place in the source. Safe to show. */
char *err_caret(struct arena *a, const struct err *e, const char *source);

/* What a code means and what to do about it; NULL for a number that is no code. */
const char *err_meaning(int number);
const char *err_advice(int number);

/* The place `bytes` behind `at` in `text`, which begins at `at`. */
struct pos pos_after(struct pos at, const char *text, size_t bytes);

/* All errors of one file. Zero-initialise; grows in the arena, up to a limit (the
 * errors past it are counted, not kept). */
struct errs {
    struct err *at;
    int n, cap, dropped;
};

void errs_add(struct arena *a, struct errs *list, const struct err *e);

/* Put the errors from index `from` on in the order of their places; errors of one place
 * stay in the order in which they were added. */
void errs_sort(struct errs *list, int from);

/* errs_add() of a new error; returns false like err_at(). */
bool errs_at(struct arena *a, struct errs *list, struct pos at, enum err_code code,
             const char *fmt, ...) __attribute__((format(printf, 5, 6)));

#endif
