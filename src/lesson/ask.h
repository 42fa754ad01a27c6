/*
 * A question of a lesson: an `ask` block, or a guess (`predict`).
 *
 * Which key stands for what, and how an answer of each kind is typed, says
 * lessons/README.md, section 6.
 */
#ifndef ROPEWALK_LESSON_ASK_H
#define ROPEWALK_LESSON_ASK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/field.h"
#include "expr/expr.h"

enum {
    LESSON_CHOICES_MAX = 20, /* of a question */
    LESSON_LINES_MAX = 20,   /* `line:` of a question */
};

/* A paragraph, list, formula...: Markdown as it stands in the source. */
struct passage {
    const char *markdown;
    struct pos at;
};

enum ask_kind {
#define ASK_KIND(id, word, letter, group) ASK_##id,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
    ASK_KIND_COUNT
};

enum ask_form {
#define ASK_FORM(id, word, what) FORM_##id,
#include "lesson/ask_forms.def"
#undef ASK_FORM
    FORM_COUNT
};

struct choice {
    const char *text; /* Markdown, one line */
    bool right;       /* for predict: the truth */
};

/* "miss NAME: answer -> sentence". NAME may be empty. */
struct miss {
    const char *name;
    const char *typed;         /* the answer as a learner would type it */
    const struct term *answer; /* of kinds with a term; NULL for the others */
    int choice;                /* of choices, from 0; -1 for the others */
    const char *sentence;
    struct pos at;
};

/* How near a number must be. */
enum closeness {
    CLOSE_EXACT,    /* equal as a term; for expressions the only one */
    CLOSE_ABSOLUTE, /* within: 1e-9 */
    CLOSE_RELATIVE, /* within: 0.1 % */
    CLOSE_PLACES,   /* places: 3 */
    CLOSE_FIGURES,  /* figures: 3 */
};

/* An order of lines: number[i] is the line, from 0, that stands at place i. */
struct ask_order {
    const int *number;
    struct pos at;
};

/* What a line of a derivation must have beside its term. */
enum { NEEDS_REASONS = 1, NEEDS_SENTENCES = 2 };

/* A question, or (with `predict`) a guess, which is never graded. */
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
    const char *numbers; /* what its numbers are drawn from: its id, or `numbers:` */

    /* The model answer of kinds with a term; of a spot the repaired line, of a step a
     * good next line (NULL: none is given). NULL for the other kinds. */
    const struct term *answer;
    const struct term *const *also; /* `also:` answers that are right too */
    int n_also;
    const char *remark; /* `right-but:` sentence for an `also`, "" if none */
    enum closeness closeness;
    const struct term *within;  /* CLOSE_ABSOLUTE, CLOSE_RELATIVE (a share, 0.001) */
    int digits;                 /* CLOSE_PLACES, CLOSE_FIGURES */
    const struct term *rounded; /* a share within which a number is right but rounded */
    bool percent;               /* a number may be typed as "93.3 %" */
    const char *const *units;   /* words that may stand behind a number */
    int n_units;
    bool form[FORM_COUNT]; /* `form:`: what the answer has to look like */

    const struct choice *choices; /* CHOICE, SEVERAL */
    int n_choices;

    /* ORDER: the lines as the lesson writes them, the right order, and others that are
     * right too. SPOT: a solution, and its wrong line, from 0. */
    const struct choice *lines; /* `right`: it is the wrong line of a spot */
    int n_lines;
    struct ask_order order;
    const struct ask_order *orders;
    int n_orders;
    int wrong_line;
    const char *const *because; /* SPOT: patterns that name the rule, one of them */
    int n_because;
    const char *reason; /* SPOT: the rule in a sentence; "" if none is written */

    /* BLANK: a term or a relation, with BLANK_NAME where the learner's term goes. */
    const struct term *blank;

    /* STEP, DERIVATION: where it begins, and where it must arrive (NULL: anywhere). */
    const struct term *from, *to;
    const char *from_text, *to_text; /* as the lesson writes them */
    const char *const *by;           /* STEP: a rule that must make it; any of them */
    int n_by;
    const char *const *rules; /* theorems of the lesson itself that may be used */
    int n_rules;
    int needs;              /* NEEDS_... */
    const char *derivation; /* the theorem that shows the answer, "" if none */

    /* REFUTE: claims over names that the learner gives values to, of which one must
     * fail. SET: a condition on the sliders of `figure`. */
    const struct term *claim;         /* the first */
    const struct term *const *claims; /* all */
    int n_claims;
    const struct term *const *where; /* what the values must meet */
    const char *const *where_says;   /* what is said when they do not; "" */
    int n_where;
    const struct scope *claim_scope; /* declares the names to be supplied */
    const char *const *supply;       /* their names in order */
    int n_supply;
    const char *holds;        /* what is said when the claim happens to hold there */
    const char *const *works; /* answers that are known to break it, as typed */
    int n_works;

    /* CURVE (a guess): the name that runs, from where to where; the heights that the axes
     * show (NULL: those that the truth has); how many places the learner sets, 0: as many
     * as usual. */
    const char *over;
    const struct term *low, *high, *bottom, *top;
    int places;

    const char *look;           /* the lesson to look at again when it fails; "" */
    const char *figure;         /* name of the figure that goes with it, "" if none */
    const char *const *without; /* words that an answer may not use */
    int n_without;
    const char *const *hints;
    int n_hints;
    const struct miss *misses;
    int n_misses;
    const char *after; /* said after a right answer or a guess, "" if none */
};

/* "number", "order", ...; what an answer of that form is, in words. */
const char *ask_kind_word(enum ask_kind kind);
const char *ask_form_what(enum ask_form form);

/* The name that stands for the `?` of a blank. */
#define BLANK_NAME "blank"

#endif
