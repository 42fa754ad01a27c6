/*
 * TeX to the tokens of the plain language, so that one parser reads both. The tokens
 * keep their places in the TeX text.
 */
#ifndef ROPEWALK_EXPR_TEX_TEX_H
#define ROPEWALK_EXPR_TEX_TEX_H

#include "expr/read/lexer.h"

/* All tokens of text (len bytes), the last of them TOKEN_END, in the arena. NULL with *e
 * for a command or a character that is not read. */
struct token *
lex_tex(struct arena *a, const char *text, size_t len, struct pos at, struct err *e);

/* ---- inside -------------------------------------------------------------------------
 */

enum command_kind {
    COMMAND_WORD,
    COMMAND_SIGN,
    COMMAND_SKIP,
    COMMAND_FONT,
    COMMAND_FRACTION,
    COMMAND_ROOT,
    COMMAND_AROUND,
    COMMAND_LEFT,
    COMMAND_RIGHT,
    COMMAND_OPEN,
    COMMAND_CLOSE,
    COMMAND_BEGIN,
    COMMAND_BIG,
    COMMAND_REFUSE,
};

struct command {
    const char *name;
    enum command_kind kind;
    const char *text;
};

/* A part of the text, in bytes. */
struct part {
    int start, end;
};

struct tex {
    struct arena *arena;
    const char *text;
    struct pos at;
    struct err *err;
    int i, end; /* the next byte, and the end of the part that is read */
    int last;   /* where the token before ended */
    int depth;
    bool matrix; /* '&' and '\\' part entries and rows */
    int columns, rows;
    struct token *tokens;
    int n, cap;
};

/* Everything below returns false with the error filled. */
bool tex_fail(struct tex *x, int i, enum err_code code, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* Add a token that stands for the bytes from `start` to the next one. */
struct token *tex_put(struct tex *x, enum token_kind kind, int start);
void tex_put_word(struct tex *x, const char *word, int start);

/* Read a part of the text, as if it stood alone. */
bool tex_part(struct tex *x, struct part p);

/* The argument at the next byte: what is between braces, one command, or one character;
 * skipped. `what` it belongs to is for the message. */
bool tex_argument(struct tex *x, const char *what, struct part *p);
void tex_blanks(struct tex *x);

/* The command at the next byte, a backslash; skipped. NULL: fails. Greek letters are
 * words. */
const struct command *tex_command(struct tex *x);

/* Read what a command begins; at `start` stands its backslash. */
bool tex_structure(struct tex *x, const struct command *c, int start);

/* A fraction that is a derivative: the tokens of D(f, x), or of "D x," for the product
 * that follows. *is: whether it is one. */
bool
tex_derivative(struct tex *x, struct part top, struct part bottom, int start, bool *is);

/* Scripts behind a base: ^ and _. */
bool tex_power(struct tex *x);
bool tex_subscript(struct tex *x);

/* A word in braces behind a font command, or of one letter, with its primes and its
 * subscript. */
bool tex_word(struct tex *x, const char *word, int start);

/* The letters in a part: of a word, of a number, or one Greek letter; NULL when there is
 * something else. Fonts are taken off. */
const char *tex_letters(struct tex *x, struct part p);

#endif
