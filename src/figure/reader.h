/*
 * How the lines of a figure's block are read: clauses, ranges, sentences, terms.
 */
#ifndef ROPEWALK_FIGURE_READER_H
#define ROPEWALK_FIGURE_READER_H

#include "figure/figure_priv.h"

struct reader {
    struct arena *arena;
    struct errs *errs;
    struct figure *f;
};

/* A piece of the source. `text` is NULL when it is not there. */
struct source {
    const char *text;
    struct pos at;
};

/* The parts of a line: the head, and what follows each of these words outside brackets
 * and quotes. */
enum clause {
    CLAUSE_HEAD,
    CLAUSE_MASK,
    CLAUSE_ROW,
    CLAUSE_COLUMN,
    CLAUSE_PLACES,
    CLAUSE_AT,
    CLAUSE_OPENS,
    CLAUSE_AS,
    CLAUSE_FROM,
    CLAUSE_BEFORE,
    CLAUSE_IN,
    CLAUSE_WHEN,
    CLAUSE_TO,
    CLAUSE_BY,
    CLAUSE_RADIUS,
    CLAUSE_OVER,
    CLAUSE_GHOST,
    CLAUSE_BINS,
    CLAUSE_OF,
    CLAUSE_THROUGH,
    CLAUSE_LEVELS,
    CLAUSE_LOWEST,
    CLAUSE_COUNT
};

/* Split a line; `allowed` is a set of bits 1 << CLAUSE_. Clauses that are not there have
 * no text, words without an operand have "". False with an error added. */
bool clauses_read(struct reader *r, struct source line, unsigned allowed,
                  struct source out[CLAUSE_COUNT]);

/* Cut s at the first `mark` outside brackets and quotes, blanks trimmed; false when there
 * is none (left is then all of s). */
bool source_cut(struct reader *r, struct source s, const char *mark, struct source *left,
                struct source *right);

/* What is between the quotes that surround s. */
bool quoted_read(struct reader *r, struct source s, struct source *out);

/* A term over the figure's names, or those of `scope`; NULL with an error added. A real
 * one; a place (a 2-vector or a number); a condition. */
const struct term *
term_read(struct reader *r, const struct scope *scope, struct source s);
const struct term *
real_read(struct reader *r, const struct scope *scope, struct source s);
const struct term *place_read(struct reader *r, struct source s);
const struct term *place_along_read(struct reader *r, struct source s,
                                    const struct thing *t); /* over its variable too */
const struct term *condition_read(struct reader *r, struct source s);

/* The value of a real term that no slider moves. */
bool constant_read(struct reader *r, struct source s, double *out);

/* "A..B" of constants with A < B. */
bool range_read(struct reader *r, struct source s, double *low, double *high);

/* How many decimals are shown; -1 when s is not there. */
bool decimals_read(struct reader *r, struct source s, int *places);

/* A format, or a switch of the figure whose places are formats. */
bool through_read(struct reader *r, struct source s, struct through *out);

/* Whether the thing's terms can be evaluated in all of them; false with an error added.
 */
bool through_check(struct reader *r, const struct thing *t, struct through through,
                   struct pos at);

/* Text with {TERM : places} in it. */
bool sentence_read(struct reader *r, struct source s, struct sentence *out);

/* Whether the term can be valued at the start; false with an error added. `curve`, unless
 * it is NULL, brings a variable. */
bool value_check(struct reader *r, const struct thing *curve, const struct term *t,
                 struct pos at);

/* Whether s may be the name of something; false with an error added. */
bool name_check(struct reader *r, struct source s);

/* The way a name is shown: theta is θ. */
const char *name_shown(struct reader *r, const char *name);

/* One kind of line: adds what it reads to the figure. */
void sliders_read(struct reader *r, const struct field *line);
void switch_read(struct reader *r, const struct field *line);

/* "a, b": the sliders that a drag sets (drag.c). */
void drag_read(struct reader *r, const struct field *line);

/* The range that holds everything which the sliders' ends can bring. */
void extent_find(struct reader *r);

#endif
