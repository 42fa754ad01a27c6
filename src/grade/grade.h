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
#include "grade/explanation.h"
#include "lesson/lesson.h"

/* ---- drawn numbers ----------------------------------------------------------------- */

/* Values of the names of an ask's `draw:`, as exact terms. */
struct drawn {
    const char *const *name;
    const struct term *const *value; /* NULL when n is 0 */
    int n;
    const struct scope *scope; /* the ask's, with these values: for spans in words too */
};

/* Draw for (seed, attempt): the same numbers for the same question and pair for ever, on
 * every machine; seed 0 gives the values that the lesson writes. Attempt counts fresh
 * variants, not tries; a variant differs from the one before it when the ranges allow it.
 *
 * A range gives low, low + step, ... (step 1 for whole numbers; a real range without step
 * gives decimals of about three digits). Draws that miss a condition are drawn again, at
 * most 1,000 times; then the written values are taken. */
struct drawn ask_draw(struct arena *a, const struct ask *q, uint64_t seed, int attempt);

/* The order in which choices are shown: order[i] is the index of the i-th shown. As
 * written for guesses, for seed 0, and for choices that differ in digits only ("line 1;
 * line 2"); a last choice such as "none of them" stays the last. The lines of an `order`
 * are never shown in a right order, those of a `spot` as written. */
void ask_order(const struct ask *q, uint64_t seed, int attempt, int *order);

/* ---- reading while typing ---------------------------------------------------------- */

struct reading {
    bool ok;
    const char *tex;    /* what was understood, for typeset; "" for choices */
    const char *plain;  /* the same in one line; for choices Markdown */
    const char *spoken; /* the same in words */
    struct err err;     /* when not ok: what, where (column in the answer), a way out */
};

/* Read an answer without judging it. "" is not ok with code ERR_NONE. What may be typed
 * for each kind is said in lessons/README.md, "What is typed"; numbers of choices and
 * lines are those of the lesson, not of ask_order(), and screens write them as "#2". Of a
 * derivation only the form of its lines is read. */
struct reading grade_read(struct arena *a, const struct ask *q, const struct drawn *d,
                          const char *answer);

/* "h = [?, ?]; n = ?": how the values that a refute asks for are written. */
char *grade_supply_form(struct arena *a, const struct ask *q);
/* The line of a `blank` with an answer in it, or with □ for "": TeX or plain text. */
char *grade_blank(struct arena *a, const struct ask *q, const struct drawn *d,
                  const char *answer, bool tex);

/* Where a step or a derivation begins and must arrive, with the drawn numbers in it: as
 * plain text ("" when it may arrive anywhere) and TeX. */
struct route {
    const char *from, *from_tex, *to, *to_tex;
};
struct route grade_route(struct arena *a, const struct ask *q, const struct drawn *d);

/* ---- judging ----------------------------------------------------------------------- */

enum grade_verdict { GRADE_RIGHT, GRADE_RIGHT_BUT, GRADE_WRONG, GRADE_UNREADABLE };
const char *grade_verdict_text(enum grade_verdict v); /* "right", "right-but", ... */

/* One entry, choice, place or line of an answer. */
enum part_mark {
    PART_RIGHT,
    PART_WRONG,
    PART_MISSING,  /* a choice that is true and was not chosen */
    PART_FOLLOWS,  /* a line that is right after a wrong one: a mark for method */
    PART_IDLE,     /* a line that holds and goes nowhere: no mark */
    PART_UNSETTLED /* a line that could not be decided, or is not checked by machine */
};

const char *grade_mark_text(enum part_mark m); /* "right", "missing", ... */
struct grade_part {
    enum part_mark mark;
    const char *text; /* one sentence, Markdown; "" when all is well */
};

/* A slider or a name that a screen may set, to show where an answer breaks. */
struct grade_point {
    const char *name;
    double value;
};

struct grade {
    enum grade_verdict verdict;
    double mark;            /* 0..1, hints and tries counted */
    const char *understood; /* plain text of what was read; "" if unreadable */
    const char *feedback;   /* up to three sentences, Markdown with `= term` spans, to be
                             * said behind "Right, but:", "Not right." and so on; where
                             * the counterexample is told in it, word for word. "" for
                             * a plain right one; the ask's `after` is for the caller */
    const char *misconception;  /* name of the miss that matched, or of the diagnosis */
    const char *counterexample; /* "at m = 2, n = 7: -0.866 and 0.5"; "" if none */
    struct err err;             /* UNREADABLE */
    bool repeated;              /* equivalent to an earlier wrong answer: costs nothing */
    bool off_form;              /* WRONG, but of the right value: it has not the form that
                                 * is asked for, and costs nothing */
    bool unfinished; /* WRONG: not arrived yet, or too few digits; costs nothing */

    /* What is said of the parts: entries of a matrix row by row, choices in the order of
     * the lesson, places of an order, lines of a derivation. NULL: nothing. */
    const struct grade_part *parts;
    int n_parts, rows, cols;    /* rows, cols: of entries; else n_parts and 1 */
    int first;                  /* the first part that is not right; -1 */
    const char *const *reasons; /* of lines: the rules that were found; NULL */
    /* The counterexample as numbers, for "show me"; real numbers only. */
    const struct grade_point *point;
    int n_point;
    /* Of kind text only: */
    const struct idea_grade *ideas, *ask_again; /* the missing one to ask for; NULL */
    int n_ideas, points, points_most;
    bool self_mark; /* to be marked by the learner beside the model answer */
};

/* Whether it lowers the mark of later ones. */
bool grade_costs(const struct grade *g);
/* What happened before with this variant of the question. */
struct tries {
    const char *const *wrong; /* earlier wrong answers as typed */
    int n_wrong;              /* those that counted */
    int hints;                /* hints used */
};

/* Judge an answer; everything is in the arena. `before` may be NULL. `rules` are those of
 * lesson_ask_rules(), for steps and derivations; NULL: the basic ones.
 *
 * A right answer is worth 1, less 0.1 for each hint and 0.2 for each wrong try, but at
 * least 0.2; an explanation what its ideas are. right-but is right with a remark: rounded
 * (lessons/README.md says how far), defined on less than the model answer, or one of the
 * `also` answers. An answer that cannot be compared is unreadable, never wrong.
 *
 * A wrong answer gets, in this order: the sentence of the `miss` that it equals; "close"
 * for a rounded value (rounded); what it certainly is: the right answer with two names
 * swapped (index-swapped), transposed (transpose-dropped), conjugated
 * (conjugate-dropped), with the other sign (sign-reversed), in degrees (degrees),
 * sine-for-cosine, reciprocal, square-missing, root-missing, factor-off, percent,
 * off-by-one. When several of the latter explain a number, none is named. */
struct grade grade_answer(struct arena *a, const struct ask *q, const struct drawn *d,
                          const char *answer, const struct tries *before,
                          const struct rulebook *rules);
/* The `miss` of q that a line of a derivation equals; NULL: none. */
const struct miss *grade_missed_line(struct arena *a, const struct ask *q,
                                     const struct drawn *d, const struct term *line);

/* For `set` questions: the condition holds (value != 0) or not. */
struct grade grade_set(struct arena *a, const struct ask *q, double condition,
                       const struct tries *before);

/* The model answer in plain text or TeX: the lesson's term with the drawn numbers, and
 * its value ("=", or "≈" when rounded to 8 digits); the right choices (in Markdown);
 * values that break a claim; the condition of a `set`. */
char *grade_model(struct arena *a, const struct ask *q, const struct drawn *d, bool tex);

/* Whether a guess is what the question calls true, or within what an answer may be
 * rounded; of a guess that is drawn, false. */
bool grade_guess_is_true(struct arena *a, const struct ask *q, const struct drawn *d,
                         const char *guess);

#endif
