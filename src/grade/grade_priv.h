/*
 * What the files of room grade share.
 */
#ifndef ROPEWALK_GRADE_GRADE_PRIV_H
#define ROPEWALK_GRADE_GRADE_PRIV_H

#include "calc/calc.h"
#include "exact/exact.h"
#include "grade/grade.h"

/* A question with its numbers, while an answer is judged. */
struct grading {
    struct arena *arena;
    const struct ask *q;
    const struct drawn *d;
    const struct rulebook *rules; /* NULL: the basic ones */
};

/* What can be done with an answer to a kind of question. */
struct grade_kind {
    /* Read it: *out is not ok, with empty texts. */
    void (*read)(const struct grading *g, const char *answer, struct reading *out);
    /* Judge it: *out is right, with empty texts. */
    void (*judge)(const struct grading *g, const char *answer, struct grade *out);
    /* Whether two answers, both readable, are the same one. */
    bool (*is_same)(const struct grading *g, const char *x, const char *y);
    /* A right answer, as text or TeX. */
    char *(*model)(const struct grading *g, bool tex);
};

extern const struct grade_kind term_kind;   /* number, expression, matrix, blank */
extern const struct grade_kind choose_kind; /* choice, several */
extern const struct grade_kind values_kind; /* refute, set */
extern const struct grade_kind order_kind;
extern const struct grade_kind spot_kind;
extern const struct grade_kind route_kind; /* step, derivation */
extern const struct grade_kind text_kind;

/* The row of a question's kind. */
const struct grade_kind *kind_of(const struct ask *q);

/* ---- chance.c: seeded numbers that are the same for ever ----- */

struct chance {
    uint64_t state;
};

/* From everything that tells one draw from another. */
struct chance
chance_from(const char *id, uint64_t seed, int attempt, int again, const char *purpose);

/* 0 .. n-1, each equally likely. n >= 1. */
uint64_t chance_below(struct chance *c, uint64_t n);

/* One value of the binding, as a short exact term. */
const struct term *range_draw(struct arena *a, const struct ask *q,
                              const struct binding *b, struct chance *c);

/* ---- terms.c: looking at terms and computing them ----- */

/* t with every name that has a value replaced by it. */
const struct term *grade_unfold(const struct grading *g, const struct term *t);

/* The first name in t that has no value in s; NULL when there is none. */
const char *grade_free_name(const struct scope *s, const struct term *t);

/* Whether a name of the question stands for a value, drawn or written. */
bool grade_has_value(const struct grading *g, const char *name);

bool grade_is_array(const struct term *t);

/* The literal size of a number, vector or matrix; false when it is symbolic. */
bool grade_size(const struct term *t, int *rows, int *cols);

/* A constant as doubles; false when it has no finite value. */
bool grade_compute(const struct grading *g, const struct term *t, struct value *out);

/* "5.503", "[1, -2; 2, 1]": for feedback. */
const char *grade_value_text(const struct grading *g, const struct term *t);

/* "a vector of 2 entries", "a 2x2 matrix", "a real number". */
const char *grade_shape_text(const struct grading *g, const struct term *t);

/* A number that is made of digits and signs, + - * / and whole powers only; whether a
 * decimal point (or a power of ten) is among the digits. */
bool grade_is_rational(const struct term *t);
bool grade_has_decimal(const struct term *t);

/* ---- agree.c: whether two terms are the same answer ----- */

enum agreement { AGREE_NO, AGREE_YES, AGREE_UNDECIDED };

/* x and y are unfolded. As near as the question asks; *how is what exact said, zero when
 * it was not asked. */
enum agreement grade_agree(const struct grading *g, const struct term *x,
                           const struct term *y, struct exact_result *how);

/* The same, but exactly, however near the question asks. */
enum agreement grade_same(const struct grading *g, const struct term *x,
                          const struct term *y, struct exact_result *how);

/* Whether two answers are so far apart, for what the question asks, that a value near
 * the one says nothing about the other. */
bool grade_is_far(const struct grading *g, const struct term *x, const struct term *y);

/* Whether entry i of v is as near to that of w as the question asks. */
bool grade_is_near(const struct grading *g, const struct value *v, const struct value *w,
                   int i);

/* How far an answer may lie from a value of that size; 0 when it must be exact. */
double grade_tolerance(const struct grading *g, double size);

/* A quick look before them in double precision: false for constants that are certainly
 * too far apart, true for terms with free names. */
bool grade_may_agree(const struct grading *g, const struct term *x, const struct term *y);

/* ---- read.c ----- */

/* Read the answer of a question with terms. *t is as it was typed. */
bool read_term_answer(const struct grading *g, const char *answer, const struct term **t,
                      struct err *e);

/* Fill *e and return false. What is wrong with a part of an answer is told at its byte
 * `at`; with `answer` NULL it is the answer as a whole, and has no place. */
bool read_fail(struct err *e, const char *answer, size_t at, enum err_code code,
               const char *fmt, ...) __attribute__((format(printf, 5, 6)));

/* expr_parse() whose messages are for learners, who cannot declare names. */
const struct term *read_parse(const struct grading *g, const struct scope *s,
                              const char *text, struct pos at, struct err *e);

/* Whether a term keeps clear of the question's `without` words. */
bool read_words(const struct grading *g, const struct term *t, struct err *e);

/* "q and k", "m, n and c" */
char *grade_names(const struct grading *g, const char *const *names, int n);

/* Blanks and a leading '=' are no part of an answer. */
size_t read_skip(const char *answer);

/* ---- term/typed.c ----- */

enum { ANSWER_TEXT_MAX = 65536 };

/* Whether the bytes of an answer are text, and not too many. */
bool typed_check(const char *answer, struct err *e);

/* Whether a comma or a semicolon stands outside all brackets, or inside one pair of round
 * ones around everything (then *round). */
bool typed_has_rows(const char *text, size_t len, bool *round);

/* The term that is typed, without what stands before and behind it. */
const struct term *typed_term(const struct grading *g, const char *answer, struct err *e);

/* ---- term/entries.c ----- */

/* Mark every entry of an array that has the size of the model; both are unfolded. */
void entries_mark(const struct grading *g, const struct term *typed,
                  const struct term *model, struct grade *out);

/* Which entries are right; NULL when all or none are, or none was marked. */
const char *entries_say(const struct grading *g, const struct grade *out);

/* The point of a counterexample as numbers, in *out. */
void point_numbers(const struct grading *g, const struct coordinate *point, int n,
                   struct grade *out);

/* ---- term/form.c ----- */

/* What the answer has to look like and does not, as a sentence; "" when nothing. */
const char *form_missing(const struct grading *g, const struct term *typed);

/* ---- choose.c ----- */

/* Whether len bytes are the words of a choice, without regard to case, blanks and
 * Markdown's signs. */
bool choose_is_text(const char *typed, size_t len, const char *choice);

/* An answer that is places 1 to n as numbers with blanks between, whatever stood between
 * them: 2, 3; 2 and 3; 2 > 3; 23 where no number has two digits. NULL: it is something
 * else. */
char *choose_numbers(struct arena *a, const char *answer, int n);

/* ---- model.c ----- */

/* A term as text or TeX; the model answer of a question with a term, with its value. */
char *model_printed(const struct grading *g, const struct term *t, bool tex);
char *model_term(const struct grading *g, bool tex);

/* ---- judge.c ----- */

/* Fill *out as unreadable with out->err; as wrong. */
void judge_unreadable(struct grade *out);
void judge_wrong(struct grade *out, const char *feedback);

/* What to do when nothing particular is known of a wrong answer. */
const char *judge_advice(const struct grading *g);

/* ---- diagnose.c ----- */

/* What is certainly the matter with a wrong answer: its name and a sentence; false when
 * nothing is certain. `typed` and `model` are unfolded. */
bool diagnose(const struct grading *g, const struct term *typed, const struct term *model,
              const char **name, const char **sentence);

/* A number that is the right one for the values that the lesson gives to the letters of
 * the answer: a sentence; NULL: it is none. */
const char *diagnose_number(const struct grading *g, const struct term *typed,
                            const struct term *model);

/* ---- text/judge.c ------------------------------------------------------------------ */

/* What a sentence says of the rule that a `spot` asks for; found where it asks for none.
 */
enum idea_verdict grade_reason(struct arena *a, const struct ask *q, const char *reason);

#endif
