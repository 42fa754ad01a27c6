/*
 * What `ropewalk check` finds in a lesson, beyond reading it.
 */
#ifndef ROPEWALK_CHECK_CHECK_H
#define ROPEWALK_CHECK_CHECK_H

#include "base/arena.h"
#include "base/err.h"
#include "lesson/lesson.h"

/* Counts for the report. */
struct check_report {
    int steps, questions, figures, lines, lines_numeric, claims, spans;
};

/* What is checked. `known` are the ids of the course for `needs:`; NULL: not checked.
 * `course` holds its lessons, for the rules that they give to one another; NULLs in it
 * are skipped. */
struct check_input {
    const char *text;
    size_t len;
    const char *file; /* the name in messages */
    const char *const *known;
    int n_known;
    const struct lesson *const *course;
    int n_course;
};

/* Read and check one lesson: structure, every derivation line with its rule and with the
 * assumptions behind `using`, every computed span and formula, numbers typed by hand,
 * each answer accepted and each miss refused with its own sentence at 50 draws (a
 * derivation at 5), figures at every end of their sliders and a guess before each, each
 * beat's words and each question at 80 x 24 and 40 x 12. All findings are added to errs,
 * by place; true when there are none. `report` may be NULL. A lesson that cannot be read
 * is not checked further, and its counts are 0. */
bool check_lesson(struct arena *a, const struct check_input *in,
                  struct check_report *report, struct errs *errs);

#endif
