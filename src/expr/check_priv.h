/*
 * What the files of room check share.
 */
#ifndef ROPEWALK_CHECK_PRIV_H
#define ROPEWALK_CHECK_PRIV_H

#include <stddef.h>

#include "check/check.h"

enum { CHECK_DRAWS = 50 };

/* A lesson while it is being checked. `scratch` is emptied after every part. */
struct checker {
    struct arena *arena, *scratch;
    struct errs *errs;
    const struct lesson *lesson;
    struct check_report *report;
};

/* Whether every computed span of a Markdown text has a value in s. Counts them. */
void check_spans(struct checker *c, const struct scope *s, const char *markdown,
                 struct pos at);

/* The Markdown of a field, without the answer before an arrow; false: it has none. */
bool field_words(struct arena *a, const struct field *f, const char **markdown,
                 struct pos *at);

/* Each line of a derivation against the line above and against the start. */
void check_derivation(struct checker *c, const struct derivation *d);

/* Numbers in prose that no term of the lesson contains. */
void check_numerals(struct checker *c);

/* A question: answers, misses, choices, claims, conditions, spans. */
void check_ask(struct checker *c, const struct ask *q);

/* The values of a draw as "m = 5, n = 2"; "" when nothing is drawn. */
struct drawn;
char *drawn_text(struct arena *a, const struct drawn *d);

/* A figure at the ends of its sliders; the guess before each figure. */
void check_figure(struct checker *c, const struct figure_block *f);
void check_guesses(struct checker *c);

/* The words of each beat of a step on the two small screens. */
void check_step_fits(struct checker *c, const struct step *s);

#endif
