/*
 * What a quiz, or a lesson that is told back, has shown: question by question, from the
 * record. Pure: the same lesson and record give the same result.
 */
#ifndef ROPEWALK_UI_RESULT_H
#define ROPEWALK_UI_RESULT_H

#include "lesson/lesson.h"
#include "record/record.h"

enum result_state {
    RESULT_OPEN,  /* no answer that counts */
    RESULT_WRONG, /* the answers were wrong */
    RESULT_SHOWN, /* the solution was looked at before a right answer */
    RESULT_RIGHT,
};

/* What was shown about one question. */
struct result_line {
    const struct step *step;
    const struct ask *ask;
    enum result_state state;
    double mark;   /* 0 to 1 */
    double points; /* of at most `worth` */
    double worth;
    const char *answer; /* as typed; "" if none */
    const char *source; /* where the mark comes from */
    const char *told;   /* the ideas of an explanation, see record_ideas_read(); "" */
    const struct record_line *lines; /* of a derivation: what was said of each line */
    int n_lines;
};

struct result {
    const struct lesson *lesson;
    struct result_line *lines;
    int n, answered, right;
    double points, worth, needed;
    bool passed;
    const char *look; /* the lesson of the first part that failed; "" */
};

/* A quiz passes with its share of the points; a lesson that is told back, when every
 * question was answered right and of its explanations (2 points each) at least eight
 * tenths were reached and none has no points. Everything is in the arena. */
struct result
result_of(struct arena *a, const struct lesson *l, const struct progress *p);

/* "right", "wrong", "solution seen", "not answered". */
const char *result_state_text(enum result_state s);

/* The result as Markdown, or as plain lines: every part, every line of a derivation with
 * its reason. */
char *result_text(struct arena *a, const struct result *r, bool markdown);

#endif
