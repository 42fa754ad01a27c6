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

/* Read and check one lesson text: structure, every derivation line, every computed
 * span, each answer accepted and each miss refused with its own sentence at 50 draws,
 * figures at every end of their sliders, each step's words at 80 x 24 and 40 x 12.
 * All findings are added to errs, by place; true when there are none. `known` are the ids
 * of the course for `needs:` (NULL: not checked). `report` may be NULL. A lesson that
 * cannot be read is not checked further, and its counts are 0. */
bool check_lesson(struct arena *a, const char *text, size_t len, const char *file,
                  const char *const *known, int n_known, struct check_report *report,
                  struct errs *errs);

#endif
