/*
 * Explanations in words: the ideas of a rubric in an answer, what they are marked by, and
 * what is wrong with a rubric.
 */
#ifndef ROPEWALK_GRADE_EXPLANATION_H
#define ROPEWALK_GRADE_EXPLANATION_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "lesson/lesson.h"

enum { GRADE_TEXT_MAX = 16384, GRADE_IDEAS_MAX = 16 }; /* bytes; ideas of a question */

enum idea_verdict { IDEA_MISSING, IDEA_FOUND, IDEA_CONTRADICTED };
const char *grade_idea_text(enum idea_verdict v); /* "missing", "found", ... */

struct idea_grade {
    const char *id, *says;
    enum idea_verdict verdict;
    int from, to;      /* bytes of the answer that show it; 0, 0 when missing */
    const char *quote; /* these bytes, "" when missing */
    const char *ask_again, *pattern; /* the question that leads to it; which decided */
    bool needed, blocks; /* full points can need it; a contradiction must be mended */
};

enum mark_source { MARK_BY_RULES, MARK_BY_YOU, MARK_BY_TEACHER };
const char *mark_source_text(enum mark_source s);

struct idea_mark {
    enum idea_verdict verdict;
    enum mark_source source;
    bool contested; /* by the learner: it counts until a teacher has looked */
};

/* false: a higher source has spoken. You changing from or to "contradicted" contests. */
bool idea_mark_change(struct idea_mark *m, enum idea_verdict v, enum mark_source by);

/* Points for marks in the order of the ideas; *provisional (or NULL): some contested. */
int grade_text_points(struct arena *a, const struct ask *q, const struct idea_mark *marks,
                      bool *provisional);

/* Tell what is wrong with a rubric, examples and model answer too; with a `because`. */
bool grade_text_check(struct arena *a, const struct ask *q, struct errs *errs);
bool grade_reason_check(struct arena *a, const struct ask *q, struct errs *errs);

#endif
