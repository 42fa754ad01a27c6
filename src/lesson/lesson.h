/*
 * Lesson files: text in, a lesson out.
 *
 * A lesson is one Markdown file (design.md section 6; lessons/README.md for authors).
 * This room reads its structure and every term in it; it does not judge whether a line
 * is true (room check) or an answer right (room grade), and it draws nothing.
 * A lesson is immutable and lives in the arena it was read into, source text included.
 */
#ifndef ROPEWALK_LESSON_LESSON_H
#define ROPEWALK_LESSON_LESSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/field.h"
#include "expr/expr.h"
#include "lesson/ask.h"
#include "lesson/course.h"
#include "lesson/quiz.h"
#include "proof/proof.h"

enum {
    LESSON_TEXT_MAX = 524288, /* bytes */
    LESSON_STEPS_MAX = 200,
    LESSON_NAMES_MAX = 200, /* declared in the front matter, or in one block */
};

enum level { LEVEL_CORE, LEVEL_DEEPER };

/* A figure is known here only by its fields; room figure reads them. */
struct figure_block {
    const char *name;
    struct fields fields;
    const struct scope *scope; /* of the lesson */
    struct pos at;
};

enum item_kind {
    ITEM_PASSAGE,
    ITEM_ASK, /* also predict */
    ITEM_FIGURE,
    ITEM_DERIVATION, /* a theorem or an axiom */
    ITEM_NOTE,       /* for the speaker only */
};

struct item {
    enum item_kind kind;
    const struct passage *passage; /* PASSAGE, NOTE */
    const struct ask *ask;
    const struct figure_block *figure;
    const struct derivation *derivation;
};

/* What is shown until the next Space: the items of a beat appear together. At most one
 * question a beat; a figure stays through the following beats of its step. */
struct beat {
    const struct item *items;
    int n;
};

struct step {
    const char *id, *title;
    enum level level;
    bool closed; /* without notes: no lists of rules, no guided ways */
    const struct beat *beats;
    int n_beats;
    struct pos at;
};

struct lesson {
    const char *id, *title;
    const char *label;  /* "L04", from front matter `label:`; "" if none */
    const char *layout; /* "" or "stage": the figure fills the screen (first minute) */
    const char *const *needs;
    int n_needs;
    int minutes;
    const char *const *introduces;
    int n_introduces;
    const char *const *sittings; /* ids of the steps with which a sitting begins */
    int n_sittings;
    bool wider;        /* not on the core path */
    const char *again; /* the step that is told back after a delay; "": none */
    const struct sheet_row *sheet; /* its rows of the synthesis table */
    int n_sheet;
    const struct quiz_rules *quiz_rules; /* what a file says of its quiz; NULL */
    const struct quiz *quiz;             /* it is one; NULL */
    const struct step *steps;
    int n_steps;
    const struct scope *scope; /* front matter `let:` and `define:` */
    struct fields front;       /* all of the front matter, for messages and for check */
    const char *source;        /* the whole text */
    const char *file;
    uint64_t content_hash; /* FNV-1a of the source */
};

/* Read a whole file's text. All errors of the file are added to errs; NULL when there
 * were any. `file` is the name used in messages (borrowed into the arena). */
const struct lesson *lesson_read(struct arena *a, const char *text, size_t len,
                                 const char *file, struct errs *errs);

/* Only the front matter, for lists of lessons: fills id, title, label, needs, minutes,
 * and nothing else. false with *e when it cannot be read. */
bool lesson_read_front(struct arena *a, const char *text, size_t len, const char *file,
                       struct lesson *out, struct err *e);

/* The index of a step by id, -1 when there is none. */
int lesson_step(const struct lesson *l, const char *id);

/* The sitting that a step belongs to, from 0, and the step behind its last one. */
int lesson_sitting(const struct lesson *l, int step);
int lesson_sitting_end(const struct lesson *l, int sitting);

/* The first item of that kind and name or id in the lesson; NULL when there is none. */
const struct ask *lesson_ask(const struct lesson *l, const char *id);
const struct figure_block *lesson_figure(const struct lesson *l, const char *name);

/* A book of the rules that l may use: the basic ones, and the theorems and axioms of the
 * lessons under `needs`, and of those under theirs. `course` holds lessons, in any order;
 * NULLs in it are skipped. The lesson's own are not in it. */
struct rulebook *lesson_rules(struct arena *a, const struct lesson *l,
                              const struct lesson *const *course, int n);

/* The same for answers to q: also the theorems of l that `rules:` of q names, without the
 * one that q asks for (`derivation:`). */
struct rulebook *
lesson_ask_rules(struct arena *a, const struct lesson *l, const struct ask *q,
                 const struct lesson *const *course, int n);

/* The same with `rules` for those of lesson_rules(); NULL: the basic ones. */
struct rulebook *lesson_ask_book(struct arena *a, const struct lesson *l,
                                 const struct ask *q, const struct rulebook *rules);

/* The lesson of the course that has a theorem or an axiom of that name; NULL: none. */
const struct lesson *
lesson_of_rule(const struct lesson *const *course, int n, const char *name);

/* The inline parts of Markdown. */
enum run_kind {
    RUN_TEXT,     /* plain words */
    RUN_CODE,     /* `code` */
    RUN_COMPUTED, /* `= term`, `= term : N`: text is what follows the sign */
    RUN_FORMULA,  /* $...$ and $$...$$ */
};

struct run {
    enum run_kind kind;
    const char *text;
    struct pos at;
};

struct runs {
    const struct run *at;
    int n;
};

/* The inline parts of a Markdown text (at most LESSON_TEXT_MAX bytes) that begins at
 * `at`, in order; code blocks are left out. Everything is in the arena. */
struct runs lesson_runs(struct arena *a, const char *markdown, struct pos at);

#endif
