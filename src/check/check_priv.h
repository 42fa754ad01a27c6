/*
 * What the files of room check share.
 */
#ifndef ROPEWALK_CHECK_PRIV_H
#define ROPEWALK_CHECK_PRIV_H

#include <stddef.h>

#include "calc/calc.h"
#include "check/check.h"

/* A lesson while it is being checked. `scratch` is emptied after every part. */
struct checker {
    struct arena *arena, *scratch;
    struct errs *errs;
    const struct lesson *lesson;
    struct check_report *report;
};

/* Whether every computed span of a Markdown text has a value in s, with the values of
 * env for the names that are drawn (NULL: none), and whether its formulas are well
 * formed. Counts the spans. */
void check_text(struct checker *c, const struct scope *s, const struct calc_env *env,
                const struct passage *text);

/* Numbers in prose that no term of the lesson contains. */
void check_numerals(struct checker *c);

/* A question: its words, choices, claim, condition. */
void check_ask(struct checker *c, const struct ask *q);

/* Each line of a derivation against the line above and against the start. */
void check_derivation(struct checker *c, const struct derivation *d);

/* A figure at the ends of its sliders. */
void check_figure(struct checker *c, const struct figure_block *f);

/* The condition of a `set` question: not met at first, and reachable. */
void check_condition(struct checker *c, const struct ask *q);

/* A guess before each figure that no `set` question uses. */
void check_guesses(struct checker *c);

/* The words of each beat on the two small screens; a question on them. */
void check_fit(struct checker *c, const struct step *step);
void
check_question_fits(struct checker *c, const struct ask *q, const struct calc_env *env);

#endif
