/*
 * Text to tokens: the only place that looks at characters. Line breaks, commas and
 * semicolons are tokens; what they mean is the readers' business.
 */
#ifndef ROPEWALK_EXPR_LEXER_H
#define ROPEWALK_EXPR_LEXER_H

#include <stdbool.h>

#include "expr/expr.h"
#include "expr/names.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NUMBER,      /* digits, exponent */
    TOKEN_WORD,        /* text, sub */
    TOKEN_SUPERSCRIPT, /* digits, negative: x², x⁻¹ */
    TOKEN_TRANSPOSED,  /* ᵀ ⊤ */
    TOKEN_ROOT,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES, /* * × */
    TOKEN_DOT,   /* · ⋅: of two vectors, their dot product */
    TOKEN_DIVIDE,
    TOKEN_POWER,
    TOKEN_SUBSCRIPT, /* _ before a brace, or behind a bracket */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_OPEN_SQUARE,
    TOKEN_CLOSE_SQUARE,
    TOKEN_OPEN_BRACE,
    TOKEN_CLOSE_BRACE,
    TOKEN_BAR,
    TOKEN_NORM_BAR,
    TOKEN_COMMA,
    TOKEN_SEMI,
    TOKEN_COLON,
    TOKEN_LINE,
    TOKEN_DOTS,
    TOKEN_RELATION, /* relation */
    TOKEN_ARROW,    /* -> */
    TOKEN_BIG, /* \sum, \prod, \lim of TeX; the index, its bounds and a comma follow. D
                * of a fraction; what it is by and a comma follow, or all in brackets */
    TOKEN_IMPLIES, /* => and <=>, which are no part of a term */
};

struct token {
    enum token_kind kind;
    bool glued; /* nothing between it and the token before */
    bool negative;
    enum relation relation;
    int start, len;     /* bytes of the text */
    const char *digits; /* no leading and no trailing zeros; "0" */
    int exponent;
    const char *text;        /* canonical, with primes, without subscript */
    const char *sub;         /* canonical; NULL when there is none */
    const struct word *word; /* its meaning of its own, when it has no subscript */
};

/* All tokens of text (len bytes), the last of them TOKEN_END, in the arena. `comments`:
 * '#' begins a comment. NULL with *e for a character or a number that cannot be read. */
struct token *lex(struct arena *a, const char *text, size_t len, bool comments,
                  struct pos at, struct err *e);

/* "'sin'", "the end", for messages; in the arena. */
const char *token_text(struct arena *a, const char *text, const struct token *t);

/* Digits and exponent of a decimal number without a sign ("12.50e-3" is 125, -4), spread
 * over len bytes, into t. False when it is larger than 10^308 or nearer to 0 than
 * 10^-308. */
bool number_read(struct arena *a, const char *s, size_t len, struct token *t);

#endif
