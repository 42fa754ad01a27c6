/*
 * What the files that read derivations share.
 */
#ifndef ROPEWALK_PROOF_READ_READ_H
#define ROPEWALK_PROOF_READ_READ_H

#include "proof/proof.h"

/* One line with the lines that continue it, as text, and its place. */
struct stretch {
    const char *text;
    struct pos at;
};

/* A derivation while it is being read. */
struct deriving {
    struct arena *arena;
    struct derivation *d;
    struct scope *scope;
};

/* Whether the word stands at s, as a whole word; then what follows it. */
const char *read_behind(const char *s, const char *word);

/* Whether a line begins with a relation or an arrow, after blanks: how many bytes they
 * take together (0: none), and which it is. */
size_t read_link(const char *s, enum link *link, enum relation *relation);

/* An error of the form; kept in the derivation and in the arena. */
const struct err *
read_refuse(struct deriving *g, struct pos at, enum err_code code, const char *message);

/* The term of the start, or a line of the derivation. */
void read_start(struct deriving *g, const struct stretch *s);
void read_step(struct deriving *g, const struct stretch *s, struct derivation_line *line);

#endif
