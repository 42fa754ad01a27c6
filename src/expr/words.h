/*
 * Spellings: Greek letters, constants, functions, reserved words, and the parts of a
 * name. Inside the room every name is spelled in ASCII: theta, q', d_k, W_DKV.
 */
#ifndef ROPEWALK_EXPR_WORDS_H
#define ROPEWALK_EXPR_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "expr/expr.h"

enum word_kind {
    WORD_CONSTANT, /* what: an enum term_op */
    WORD_FUNCTION, /* what: an enum function_id */
    WORD_CONJ,
    WORD_RESERVED,
    WORD_LATER,
};

struct word {
    const char *text;
    enum word_kind kind;
    int what;
};

/* The word spelled so, or NULL when it has no meaning of its own. */
const struct word *word_find(const char *text);

/* All of them, for "did you mean". */
int word_count(void);
const struct word *word_at(int i);

/* The name of a Greek letter, "theta"; NULL when c is none. */
const char *greek_name(uint32_t c);

/* The letter with that name; 0 when there is none. */
uint32_t greek_letter(const char *name, size_t len);

/* The spelling used inside: Greek letters as words, ′ as '. In the arena; `text` itself
 * when nothing changes. */
const char *name_canonical(struct arena *a, const char *text);

/* A canonical name taken apart: W_DKV is "W", 0 primes, "DKV". */
struct name_parts {
    const char *base;
    size_t base_len;
    int primes;
    const char *sub; /* "" when there is none */
};

struct name_parts name_split(const char *name);

#endif
