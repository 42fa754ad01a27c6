/*
 * Grading: a question, its drawn numbers and what was typed in; a verdict out.
 *
 * Equality is room exact's, never a comparison of text. What cannot be read is
 * UNREADABLE: it is never wrong and costs nothing.
 */
#ifndef ROPEWALK_GRADE_GRADE_H
#define ROPEWALK_GRADE_GRADE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "expr/expr.h"
#include "lesson/lesson.h"

/* ---- drawn numbers ----------------------------------------------------------------- */

/* Values of the names of an ask's `draw:`, as exact terms. */
struct drawn {
    const char *const *name;
    const struct term *const *value;
    int n;
    const struct scope *scope; /* the ask's scope with these values in it */
};

/* Draw for (seed, attempt): the same numbers for the same pair; seed 0 gives the values
 * that the lesson writes. Draws that miss a condition are drawn again. Attempt counts
 * fresh variants, not tries. */
struct drawn ask_draw(struct arena *a, const struct ask *q, uint64_t seed, int attempt);

/* The question's words with `= term` spans meant for calc already in place; and the
 * order in which choices are shown: order[i] is the index of the i-th shown. */
void ask_order(const struct ask *q, uint64_t seed, int attempt, int *order);

/* ---- reading while typing ---------------------------------------------------------- */

struct reading {
    bool ok;
    const char *tex;    /* what was understood, for typeset */
    const char *plain;  /* the same in one line */
    const char *spoken; /* the same in words */
    struct err err;     /* when not ok: what, where (column in the answer), a way out */
};

/* Read an answer without judging it. "" is not ok with code ERR_NONE. */
struct reading grade_read(struct arena *a, const struct ask *q, const struct drawn *d,
                          const char *answer);

/* ---- judging ----------------------------------------------------------------------- */

enum grade_verdict { GRADE_RIGHT, GRADE_RIGHT_BUT, GRADE_WRONG, GRADE_UNREADABLE };

const char *grade_verdict_text(enum grade_verdict v); /* "right", "right-but", ... */

struct grade {
    enum grade_verdict verdict;
    double mark;              /* 0..1, hints and tries counted */
    const char *understood;   /* plain text of what was read; "" if unreadable */
    const char *feedback;     /* one to three sentences, Markdown */
    const char *misconception; /* name of the miss that matched, or of the diagnosis */
    const char *counterexample; /* "at m = 2, n = 7: -0.866 and 0.5"; "" if none */
    struct err err;           /* UNREADABLE */
    bool repeated;            /* equivalent to an earlier wrong answer: costs nothing */
};

/* What happened before with this variant of the question. */
struct tries {
    const char *const *wrong; /* earlier wrong answers as typed */
    int n_wrong;              /* those that counted */
    int hints;                /* hints used */
};

struct grade grade_answer(struct arena *a, const struct ask *q, const struct drawn *d,
                          const char *answer, const struct tries *before);

/* For `set` questions: the condition holds (value != 0) or not. */
struct grade grade_set(struct arena *a, const struct ask *q, double condition,
                       const struct tries *before);

/* The model answer in plain text and TeX, with the drawn numbers; for numbers both the
 * term and its value. */
char *grade_model(struct arena *a, const struct ask *q, const struct drawn *d, bool tex);

#endif
