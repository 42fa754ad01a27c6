/*
 * Derivations as text: theorems, axioms, their declarations and their lines.
 */
#ifndef ROPEWALK_PROOF_TEXT_H
#define ROPEWALK_PROOF_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "expr/expr.h"

enum {
    PROOF_TEXT_MAX = 1 << 20, /* bytes of a text of derivations */
    PROOF_LINES_MAX = 500,    /* lines of one derivation */
    PROOF_THEOREMS_MAX = 200, /* in one text */
};

/* How a line hangs on the one above. */
enum link {
    LINK_RELATION, /* =, <=, ...: between terms */
    LINK_IFF,      /* <=>: between relations */
    LINK_IMPLIES,  /* => */
    LINK_TENDS,    /* -> B as x -> c: the term above tends to B */
    LINK_CLAIM,    /* claim SENTENCE because REASON: said, not machine-checked */
};

/* A list of names behind `by` or `using`. */
struct names {
    const char *const *at;
    int n;
};

/* "a, b"; "" for none. In the arena. */
char *names_list(struct arena *a, struct names n);

struct derivation_line {
    enum link link;
    enum relation relation;   /* LINK_RELATION */
    const struct term *term;  /* NULL: a claim, or unreadable */
    const struct term *limit; /* LINK_TENDS: limit(x -> c, 0) */
    const char *source;       /* the term as the author wrote it, on one line */
    const char *rules;        /* "i-squared, arithmetic"; "" if unnamed; of a claim its
                               * reason */
    struct names by, using;
    const char *say;      /* the sentence behind the colon, on one line; "" if none */
    const char *say_text; /* the same as it stands in the text */
    bool claim;
    const struct err *error; /* why it cannot be read; NULL if it can */
    struct pos at, say_at;
};

/* "let ...", "assume ...", "define ...": one line of declarations. */
struct declaration {
    const char *text;
    struct pos at;
};

/* "theorem NAME" or "axiom NAME", declarations, a start and lines. An axiom that is
 * written as one relation has its left side as the start. */
struct derivation {
    const char *name; /* "" when it has none */
    bool named;       /* "theorem" or "axiom" stands there */
    bool axiom;
    const struct scope *scope;
    const struct scope *outer; /* what `scope` stands in */
    const struct declaration *declarations;
    int n_declarations;
    const struct term *start; /* NULL: missing or unreadable */
    const char *start_source;
    const struct derivation_line *lines;
    int n_lines;
    struct errs errs; /* all that is wrong with it, the errors of its lines as well */
    const struct err *error; /* of a declaration or of the form: its lines mean nothing */
    struct pos at;
};

struct derivations {
    const struct derivation *at;
    int n;
    const struct err *error; /* the text is too large, or no text; NULL: none */
};

/* Read a text of derivations that begins at `at`; names are looked for in `outer` too
 * (NULL: none). Declarations before the first theorem stand for all. A text without
 * "theorem" is one derivation without a name. Never fails: what cannot be read is said
 * at its line. `len` may count NUL bytes, which are refused. In the arena. */
struct derivations derivations_read(struct arena *a, const struct scope *outer,
                                    const char *text, size_t len, struct pos at);

/* A scope with the declarations of d, without those in `without` (indices, may be NULL),
 * and with `extra` declared behind them ("" for nothing). NULL when that cannot be. */
const struct scope *derivation_scope(struct arena *a, const struct derivation *d,
                                     const bool *without, const char *extra);

/* How a line is joined to the one above: "=", "<=", ..., "<=>", "=>", "->"; "" for a
 * claim. */
const char *derivation_sign(const struct derivation_line *line);

/* The same with terms in the places of names, in its start and its lines; d itself when a
 * line says "by definition NAME" of one of them. In the arena. */
const struct derivation *derivation_with(struct arena *a, const struct derivation *d,
                                         const struct replacement *r, int n);

#endif
