/*
 * How questions of each kind are answered: what is shown, what keys do, and
 * what text is judged in the end (lessons/README.md, "What is typed").
 *
 * answer.c   the table of kinds, and what all of them share
 * field.c    kinds that are one text: numbers, expressions, blanks, steps
 * grid.c     a vector or a matrix, cell by cell
 * choices.c  one or several choices
 * order.c    lines to be put in order
 * spot.c     the wrong line, then its repair
 * derive.c   derivations, which are typed at the bench
 * curve.c    guesses that are drawn
 */
#ifndef ROPEWALK_UI_ANSWER_H
#define ROPEWALK_UI_ANSWER_H

#include "ui/ui_priv.h"

/* A way of answering. Functions that are NULL do nothing, say nothing, or
 * false. */
struct answer_kind {
    /* What line mode asks for: "number or expression". NULL: sliders are set. */
    const char *(*prompt)(struct arena *a, const struct question *q);

    /* Whether a text is typed now, into q->typed. */
    bool (*types)(const struct question *q);
    /* The place of keys.def whose keys act now, before those of the field; NULL:
     * none. */
    const char *(*place)(const struct question *q);
    /* Enter: whether the answer is whole now; else it went on to the next part.
     */
    bool (*enter)(struct ui_model *m, struct question *q);
    bool (*is_empty)(const struct question *q); /* nothing is typed or chosen yet */

    bool (*is_ready)(
        const struct question *q); /* whole enough to be read; NULL: always */

    /* What is there as one text, in the arena; and back again. A draft is kept in
     * the record; NULL: it is the text. */
    char *(*text)(struct arena *a, const struct question *q);
    char *(*draft)(struct arena *a, const struct question *q);
    void (*take)(struct ui_model *m, struct question *q, const char *text);
    void (*judged)(struct ui_model *m, struct question *q); /* it was wrong */
    /* It cannot be read, at that character of its text (0: nowhere); NULL: of its field.
     */
    void (*refused)(struct ui_model *m, struct question *q, int col);

    /* Below the words of the question: on the screen, and in lines. */
    void (*put)(struct flow *f, struct ui_model *m, struct question *q);
    void (*say)(struct arena *a, struct ui_model *m, const struct question *q,
                struct buf *out);
    /* An answer that was typed in line mode. */
    void (*line)(struct ui_model *m, struct question *q, const char *line);
};

const struct answer_kind *answer_of(const struct question *q);

extern const struct answer_kind answer_field, answer_choice, answer_several, answer_order,
    answer_spot, answer_set, answer_blank, answer_step, answer_grid, answer_derivation,
    answer_text, answer_curve;

/* Whether its answer is typed cell by cell. */
bool answer_is_grid(const struct ask *q);

/* ---- keys that come too early
 * ---------------------------------------------------------------------- */

/* Whether a key is held up, which is said: Enter behind a digit that chose, Backspace
 * that rubbed everything out. */
bool answer_holds_key(struct ui_model *m, uint32_t key, enum action act);
/* Whether Space is, at reading pace: before a question that it just brought is skipped.
 */
bool answer_holds_space(struct ui_model *m);
void answer_came(struct ui_model *m); /* with Space */
/* A question of this step that was left open; NULL: none. And there. */
const struct question *answer_left(const struct ui_model *m);
bool answer_is_left(const struct ui_model *m);
void answer_key_left(struct ui_model *m, struct press p);

/* ---- shared
 * ---------------------------------------------------------------------- */

/* The marks of the parts of what stands there; NULL when it was changed since.
 */
/* What the record keeps of a verdict beside it: its lines, and that it is repeated. */
const char *answer_detail(struct arena *a, const struct grade *g);
const struct grade *answer_marks(struct arena *a, const struct question *q);
/* Whether it has the focus and is open. */
bool answer_focused(const struct ui_model *m, const struct question *q);
/* What is said in line mode for an answer that has not the form of its kind. */
void answer_say(struct ui_model *m, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A row of the list of lines: a mark, a number, Markdown, and a word at the
 * right end. */
struct answer_row {
    int number; /* as shown, from 1 */
    const char *text;
    char mark;    /* in front of the number */
    bool focused; /* the cursor stands here */
    const char *word;
    enum style style; /* of the mark and the word */
};

void answer_put_row(struct flow *f, const struct answer_row *row);
void answer_say_rows(struct arena *a, struct ui_model *m, const struct question *q,
                     struct buf *out);

/* ---- order.c, field.c
 * ------------------------------------------------------------ */

/* To the i-th line, with the one that was taken up. */
void answer_go(struct question *q, int i);

bool answer_is_typed(const struct question *q);
/* A field behind its label, and below it what was read of the whole answer;
 * while it is empty, `advice`. */
void answer_put_text(struct flow *f, struct ui_model *m, struct question *q,
                     const char *label, const char *advice);

/* What was read of the answer so far, or `advice` while nothing is typed. */
void answer_put_reading(struct flow *f, struct ui_model *m, struct question *q,
                        const char *advice);

/* ---- curve.c
 * ------------------------------------------------------------------------- */

/* A line that is not drawn yet, for the numbers of q. */
struct sketch *answer_sketch(struct arena *a, const struct question *q);
/* Heights with blanks or commas between; how many, -1 with what is wrong. *more: "..."
 * stood behind them. */
int answer_heights(const char *text, double height[FIGURE_SKETCH_MAX], bool *more,
                   char problem[NOTICE_MAX]);

/* ---- derive.c: where a step or a derivation begins and must arrive
 * --------------- */

void answer_put_route(struct flow *f, const struct question *q);
void answer_say_route(struct arena *a, struct ui_model *m, const struct question *q,
                      struct buf *out);

/* ---- functions of keys.def
 * ------------------------------------------------------- */

void answer_key_line(struct ui_model *m, struct press p);
void answer_key_hold(struct ui_model *m, struct press p);
void answer_key_unchoose(struct ui_model *m, struct press p);
bool answer_can_unchoose(const struct ui_model *m);
/* Back to the lines, whatever is typed of the one that was chosen. */
void answer_key_other_line(struct ui_model *m, struct press p);
bool answer_can_other_line(const struct ui_model *m);
void answer_key_cell(struct ui_model *m, struct press p); /* by: see CELL_ROW */
bool answer_can_cell_next(const struct ui_model *m);
bool answer_can_cell_back(const struct ui_model *m);
bool answer_can_row_next(const struct ui_model *m);
bool answer_can_row_back(const struct ui_model *m);
void answer_key_derive(struct ui_model *m, struct press p);

enum { CELL_ROW = 100 }; /* a number for keys: so many cells are one row */

#endif
