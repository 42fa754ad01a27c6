/*
 * A quiz: questions taken out of lessons, one a step, in an order of its own.
 *
 * It is a lesson like others, so that screens, lines, grading and the record know it
 * already; struct quiz says what is different.
 */
#ifndef ROPEWALK_LESSON_QUIZ_H
#define ROPEWALK_LESSON_QUIZ_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct lesson;

enum {
    QUIZ_QUESTIONS_MAX = 100,
    QUIZ_QUESTIONS = 10, /* when nothing says how many */
};

/* Whose numbers: `seed:` of the front matter. */
enum quiz_seed { QUIZ_LEARNER, QUIZ_SAME, QUIZ_NUMBER };

/* What a file says about the quiz that it is: `questions:`, `points:`, `pass:`, `seed:`,
 * `attempts:`, `minutes:`, `exam:`. */
struct quiz_rules {
    int count;                    /* how many questions; 0: all that `ids` names */
    const char *const *questions; /* "LESSON QUESTION" */
    int n_questions;
    double points; /* of one question */
    double pass;   /* the share of the points that passes */
    int attempts;  /* answers to a question that count; 0: any number */
    int minutes;   /* 0: no limit */
    bool exam;     /* no hints, no solutions, and no verdicts until the end */
    enum quiz_seed whose;
    uint64_t seed; /* QUIZ_NUMBER */
};

/* What a quiz asks from: a lesson, and one of its questions (NULL: all). */
struct quiz_source {
    const struct lesson *lesson;
    const char *question;
};

struct quiz {
    struct quiz_rules rules;
    uint64_t seed;                    /* of order, numbers and choices */
    const struct lesson *const *from; /* of each step: the lesson of its question */
    const char *again;                /* the lesson that is told back after a delay; "" */
};

/* The rules when nothing says otherwise. */
struct quiz_rules quiz_usual(void);

/* Make the quiz `id`: rules.count questions out of the sources (all when it is 0),
 * shuffled by the seed; the same sources and seed give the same quiz. Guesses, and
 * questions about a figure, are left out, unless a source names them. Steps and questions
 * are called "LESSON.QUESTION". NULL when no question is left, or (with *missing) when a
 * source names one that its lesson does not have. Lessons must outlive it. */
const struct lesson *
lesson_quiz(struct arena *a, const char *id, const char *title, const struct quiz *quiz,
            const struct quiz_source *sources, int n, const char **missing);

/* How many questions a quiz can ask from a lesson that names none of them. */
int lesson_quiz_count(const struct lesson *l);

/* The step of a lesson as a quiz with all of its questions, in their order. */
const struct lesson *
lesson_step_quiz(struct arena *a, const char *id, const struct lesson *l,
                 const char *step, const struct quiz *quiz);

#endif
