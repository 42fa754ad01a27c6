/*
 * The end of a lesson, and of each of its sittings: what was derived and seen, how its
 * questions went, what is left open, when it comes back, and what comes next.
 *
 * sum.c    all of that, from the lesson and the record
 * view.c   the page
 * say.c    the same in lines
 * act.c    arriving there and going on
 */
#ifndef ROPEWALK_UI_END_END_H
#define ROPEWALK_UI_END_END_H

#include "ui/ui_priv.h"

struct end_theorem {
    const struct derivation *derivation;
    struct course_statement says; /* "" where there is no statement */
    bool derived;                 /* by the learner, line by line */
};

/* A question that is not right yet, or a step that was not seen (question NULL). */
struct end_left {
    const struct question *question;
    struct place at;
    const char *what; /* "step 5: Choose, question 2" */
    const char *why;  /* "skipped", "not right yet", ... */
};

enum { END_LEFT_MAX = 9 }; /* those that a digit reaches */

struct ending {
    bool sitting;                 /* else all of the lesson */
    int number, of;               /* of sittings, from 1 */
    int from, to;                 /* steps, the last one excluded */
    struct end_theorem *theorems; /* derived ones first */
    int n_theorems, n_derived;
    int asked, right, at_once; /* questions; at_once: right with its full mark */
    int guesses;
    struct end_left *left; /* the first END_LEFT_MAX of n_left */
    int n_left;
    const char *back;  /* when it comes back, and how; "" */
    const char *leads; /* labels of the lessons that rest on it; "" */
    const char *next;  /* "L05 Thirty-two clocks, 60 min"; "": there is none */
    int lesson;        /* which one that is; -1 */
};

/* In the arena. */
struct ending end_of(struct arena *a, const struct ui_model *m);
/* "7 of 9 right, 5 of them at the first try; 2 guesses": "" when nothing was asked. */
const char *end_score(struct arena *a, const struct ending *e);
/* The two sentences above everything. */
const char *end_headline(struct arena *a, const struct ending *e);

/* The lesson was finished; or the sitting before the step where the learner is now. */
void end_lesson(struct ui_model *m);
void end_sitting(struct ui_model *m);
/* Whether a sitting ends with step `step`. */
bool end_is_sitting(const struct ui_model *m, int step);

void end_view(struct ui_model *m, struct canvas *c);
/* What a class is shown when the lesson is over. */
void end_class(struct ui_model *m, struct canvas *c, struct rect r);
void end_say(struct arena *a, struct ui_model *m, struct buf *out);
const char *end_prompt(struct arena *a, const struct ui_model *m);
void end_line(struct ui_model *m, const char *line);

void end_key_next(struct ui_model *m, struct press p);
void end_key_space(struct ui_model *m, struct press p);
void end_key_left(struct ui_model *m, struct press p);
bool end_can_left(const struct ui_model *m);
void end_key_back(struct ui_model *m, struct press p);
void end_key_scroll(struct ui_model *m, struct press p);
bool end_can_scroll(const struct ui_model *m);
/* Whether going on leads back to the page from what was left; and there. */
bool end_returns(const struct ui_model *m);
void end_return(struct ui_model *m);
/* What Enter leads to, in a word. */
const char *end_next_word(const struct ui_model *m);
int end_left_count(const struct ui_model *m);

#endif
