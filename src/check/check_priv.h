/*
 * What the files of room check share.
 */
#ifndef ROPEWALK_CHECK_PRIV_H
#define ROPEWALK_CHECK_PRIV_H

#include <stddef.h>

#include "calc/calc.h"
#include "check/check.h"

struct drawn;

/* A lesson while it is being checked. `scratch` is emptied after every part. */
struct checker {
    struct arena *arena, *scratch;
    struct errs *errs;
    const struct lesson *lesson;
    struct tex_macros *macros; /* of its front matter */
    struct check_report *report;
    const struct rulebook *needed; /* what the lesson needs; theorems of others */
    struct rulebook *rules;  /* on top of it; grows with every theorem of the lesson */
    const struct ask *asked; /* whose rules are `allowed`; NULL: none yet */
    const struct rulebook *allowed;
    const struct lesson *const *course;
    int n_course;
    const char *where; /* " at m = 5, n = 2": the numbers that are tried, "" if none */
};

/* Whether every computed span of a Markdown text has a value in s, and every formula is
 * well formed. Counts the spans. */
bool check_text(struct checker *c, const struct scope *s, const struct passage *text);

/* Whether no entry is undefined. */
bool value_is_defined(const struct value *v);

/* Numbers in prose that no term of the lesson contains. */
void check_numerals(struct checker *c);

/* A question: its words, choices, claim, condition, and how answers are graded. */
void check_ask(struct checker *c, const struct ask *q);

/* Whether, with these numbers, the answers are accepted and every miss is refused with
 * its own sentence. */
bool check_answers(struct checker *c, const struct ask *q, const struct drawn *d);

/* Whether the line of a blank holds with the answer in it, and with no miss. */
bool check_blank(struct checker *c, const struct ask *q, const struct scope *s);

/* Whether the theorem behind `derivation` is there. */
void check_theorem(struct checker *c, const struct ask *q);

/* Whether the draws tell the answer from each miss, the misses from each other, and the
 * answer from the one that turns the other way; `where` names the numbers of a draw. */
void check_sight(struct checker *c, const struct ask *q,
                 char *(*where)(struct arena *a, const struct drawn *d));

/* Each line of a derivation, by numbers and by its rule; then it is a rule itself. */
void check_derivation(struct checker *c, const struct derivation *d);

/* A figure at the ends of its sliders. */
void check_figure(struct checker *c, const struct figure_block *f);

/* The condition of a `set` question: not met at first, and reachable. */
void check_condition(struct checker *c, const struct ask *q);

/* The figure on which a guess is drawn has axes. */
void check_axes(struct checker *c, const struct ask *q);

/* A guess before each figure that no `set` question uses. */
void check_guesses(struct checker *c);

/* The words of each beat on the two small screens; a question on them. */
void check_fit(struct checker *c, const struct step *step);
void check_question_fits(struct checker *c, const struct ask *q, const struct scope *s);

#endif
