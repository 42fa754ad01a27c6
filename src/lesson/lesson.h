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
#include "proof/proof.h"

enum {
    LESSON_TEXT_MAX = 524288, /* bytes */
    LESSON_STEPS_MAX = 200,
    LESSON_NAMES_MAX = 200,  /* declared in the front matter, or in one block */
    LESSON_CHOICES_MAX = 20, /* of a question */
};

enum level { LEVEL_CORE, LEVEL_DEEPER };

/* A paragraph, list, formula...: Markdown as it stands in the source. */
struct passage {
    const char *markdown;
    struct pos at;
};

struct choice {
    const char *text; /* Markdown, one line */
    bool right;       /* for predict: the truth */
};

/* "miss NAME: answer -> sentence" (expression kinds) or a wrong choice with a sentence.
 * NAME may be empty. */
struct miss {
    const char *name;
    const struct term *answer; /* NULL for choices: `choice` counts from 0 */
    int choice;
    const char *sentence;
    struct pos at;
};

enum ask_kind {
#define ASK_KIND(id, word) ASK_##id,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
    ASK_KIND_COUNT
};

/* How near a number must be. */
enum closeness {
    CLOSE_EXACT,    /* equal as a term; for expressions the only one */
    CLOSE_ABSOLUTE, /* within: 1e-9 */
    CLOSE_RELATIVE, /* within: 0.1 % */
    CLOSE_PLACES,   /* places: 3 */
    CLOSE_FIGURES,  /* figures: 3 */
};

/* A question, or (with kind PREDICT_...) a guess, which is never graded. */
struct ask {
    const char *id;
    enum ask_kind kind;
    bool predict;
    const char *words; /* Markdown */
    struct pos at;
    struct fields fields;        /* all of the block, for messages and for check */
    const struct passage *texts; /* every Markdown text in it: the words, hints, ... */
    int n_texts;

    const struct scope *scope; /* let: and draw: names, over the lesson's own */
    struct bindings draw;

    const struct term *answer;      /* NULL for choices, set and refute */
    const struct term *const *also; /* `also:` answers that are right too */
    int n_also;
    const char *remark; /* `right-but:` sentence for an `also`, "" if none */
    enum closeness closeness;
    const struct term *within; /* CLOSE_ABSOLUTE, CLOSE_RELATIVE (a share, 0.001) */
    int digits;                /* CLOSE_PLACES, CLOSE_FIGURES */

    const struct choice *choices;
    int n_choices;

    /* refute: the claim is a relation over names that the learner gives values to;
     * set: a condition on the sliders of `figure`. */
    const struct term *claim;
    const struct scope *claim_scope; /* declares the names to be supplied */
    const char *const *supply;       /* their names in order */
    int n_supply;
    const char *holds; /* what is said when the claim happens to hold there */

    const char *figure;         /* name of the figure that goes with it, "" if none */
    const char *const *without; /* words that an answer may not use */
    int n_without;
    const char *const *hints;
    int n_hints;
    const struct miss *misses;
    int n_misses;
    const char *after; /* said after a right answer or a guess, "" if none */
};

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

/* The first item of that kind and name or id in the lesson; NULL when there is none. */
const struct ask *lesson_ask(const struct lesson *l, const char *id);
const struct figure_block *lesson_figure(const struct lesson *l, const char *name);

/* A book of the rules that l may use: the basic ones, and the theorems and axioms of the
 * lessons under `needs`, and of those under theirs. `course` holds lessons, in any order;
 * NULLs in it are skipped. The lesson's own are not in it. */
struct rulebook *lesson_rules(struct arena *a, const struct lesson *l,
                              const struct lesson *const *course, int n);

/* The lesson of the course that has a theorem or an axiom of that name; NULL: none. */
const struct lesson *
lesson_of_rule(const struct lesson *const *course, int n, const char *name);

/* The inline parts of Markdown. */
enum run_kind {
    RUN_TEXT,     /* plain words */
    RUN_CODE,     /* `code` */
    RUN_COMPUTED, /* `= term`: text is the term */
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
