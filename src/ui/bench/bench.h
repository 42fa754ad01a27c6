/*
 * The bench: where a learner derives a theorem (design.md section 5, mockups.md 3).
 *
 * bench.c   its life; lines in and out, undo, what the record keeps
 * check.c   the learner's text as a derivation, judged
 * rules.c   the rules that apply to the last line
 * hint.c    hints: the way on, or what is wrong with a line that does not hold
 * order.c   the lines of the lesson, to be put in order
 * asked.c   a question that is answered by a derivation
 * act.c     what keys do
 * panel.c   what is said beside the lines
 * figure.c  a wrong line drawn beside the one above
 * diff.c    which part of it differs
 * view.c    the screen
 * said.c    the same in lines
 *
 * The lines are texts; each change makes a new list that points to the one before, so
 * that undo is going back. Whatever changes, all lines are read and judged again.
 */
#ifndef ROPEWALK_UI_BENCH_H
#define ROPEWALK_UI_BENCH_H

#include "proof/proof.h"
#include "ui/ui_priv.h"

enum {
    BENCH_LINES_MAX = 60,  /* more are no derivation that anybody reads */
    BENCH_STEPS_MAX = 120, /* applications of rules that are offered */
    HINT_STAGES = 3,       /* the rule, where, the line */
};

/* A list of lines and the one it was made from. */
struct bench_lines {
    const char *const *text;
    int n;
    int at; /* the line that was edited before the change */
    const struct bench_lines *before;
};

/* What is said in the panel. */
enum bench_says {
    SAYS_VERDICT, /* about the line of the field */
    SAYS_RULES,   /* the rules that apply, to be chosen */
    SAYS_BREAK,   /* what the line needs, and what breaks without it */
    SAYS_WHY,     /* the rule of the line */
};

enum bench_way { WAY_TYPED, WAY_GUIDED, WAY_ORDERED, WAY_COUNT };

struct bench {
    bool open;
    struct arena *arena; /* while it is open */
    struct arena *work;  /* of one judging */
    const struct derivation *task;
    struct question *ask;         /* its lines answer this one; NULL: they are practice */
    const struct rulebook *rules; /* NULL: by numbers only */
    enum bench_way way;
    enum bench_says says;
    bool out; /* Esc: letter keys act */

    const struct bench_lines *lines;
    int at; /* the line that the field is about; lines->n: a new one */
    struct typed field;
    bool checking;     /* the field is to be judged as soon as a frame has said so */
    struct err unread; /* why the field could not be taken; code ERR_NONE: it could */

    const struct derivation *mine; /* in work; NULL: to be read */
    struct judging *judging;
    const struct miss **missed; /* of each line; NULL: not looked for, or none */
    bool *looked;

    struct rewrite *steps; /* in work; NULL: to be searched */
    int n_steps;
    int step;        /* the one at the cursor, among those of the part */
    int part;        /* the part of the line that is to change; 0: all */
    int hint, hints; /* stage for the next line; in all */

    int *order; /* WAY_ORDERED: the line of the task that stands i-th */
    int item;   /* the one at the cursor */
    bool held, ordered;
    int misplaced; /* the first that is; -1: not looked at */

    int need; /* SAYS_BREAK: which assumption */
    bool done, kept;
    int scroll;              /* of the panel */
    unsigned verdicts, said; /* line mode says each once */
};

/* ---- bench.c ---------------------------------------------------------------------- */

void bench_open(struct ui_model *m, const struct derivation *d);
/* The same; with `q` for this question. */
void bench_open_task(struct ui_model *m, const struct derivation *d, struct question *q);
/* With the field, when it holds what is in no line: a line with a '?'. */
char *bench_draft(struct arena *a, const struct bench *b);
/* The rules of the lesson have come. */
void bench_rules(struct ui_model *m);
void bench_close(struct ui_model *m); /* what is there is kept */
void bench_free(struct ui_model *m);
void bench_keep_draft(struct ui_model *m);
/* The derivation of this step that can be derived: the last whose lines are shown; NULL
 * when there is none. */
const struct derivation *bench_task(const struct ui_model *m);
/* Whether it is the one that is on the screen, so that nobody asks which is meant. */
bool bench_task_is_plain(const struct ui_model *m);
bool bench_is_typing(const struct ui_model *m);
/* Without notes: no rules, hints and other ways until the derivation is done. */
bool bench_is_closed(const struct ui_model *m);
/* The field holds this now; cursor -1: at its end. */
void bench_type(struct ui_model *m, const char *text, int cursor);
/* Take the field as line b->at. Texts that cannot be read stay in the field. It may take
 * a while, so that a frame is shown before: bench_check() goes on. */
void bench_submit(struct ui_model *m);
void bench_check(struct ui_model *m);
void bench_go(struct ui_model *m, int line); /* edit another line */
void bench_copy(struct ui_model *m);         /* the line above, into the field */
void bench_undo(struct ui_model *m);
void bench_remove(struct ui_model *m); /* the line of the field */
void bench_turn_way(struct ui_model *m);
/* The lines as one text, as `ropewalk prove` reads them. */
char *bench_text(struct arena *a, const struct bench *b, bool whole);

/* ---- asked.c ---------------------------------------------------------------------- */

/* Open for a question of kind derivation. Its task is the derivation that it names, when
 * that goes from where it begins to where it must arrive: then there are hints. */
void bench_open_ask(struct ui_model *m, struct question *q);
/* Judge the lines as the answer, when they have changed since. */
void bench_judge_ask(struct ui_model *m);
/* Its verdict has come. */
void bench_judged_ask(struct ui_model *m, struct question *q);
/* What is typed is its draft. */
void bench_draft_ask(struct ui_model *m);
/* What the author foresaw of line i, which does not hold: a `miss` of the question that
 * is answered, or of one that asks for this theorem, in *of. NULL: nothing. */
const struct miss *bench_missed(struct ui_model *m, int i, const struct question **of);
/* Whether the lines of the task are known, so that there are hints and an order. */
bool bench_is_guided(const struct bench *b);

/* ---- check.c ---------------------------------------------------------------------- */

void bench_read(struct ui_model *m);
/* In an exam nothing is said of a line before its end, but that it cannot be read. */
bool bench_is_exam(const struct ui_model *m);
bool bench_is_untold(const struct judged_line *k);
/* The i-th line, judged; NULL for none. */
const struct judged_line *bench_judged(struct ui_model *m, int i);
/* The text as a line, in the arena; NULL with *e when it cannot be one. */
const struct derivation_line *
bench_try(struct ui_model *m, struct arena *a, const char *text, struct err *e);
const char *bench_with_relation(const struct bench *b, struct arena *a, const char *text);
/* The last line that can be read, else the start. */
const struct term *bench_last(struct ui_model *m);
/* The term that is to be reached. */
const struct term *bench_goal(const struct derivation *d);
bool bench_is_done(struct ui_model *m);
/* Whether two terms that are equal look alike, but for the order of their parts. */
bool bench_is_form(const struct term *x, const struct term *y);
/* What lines that reach the goal lack to be the derivation, in a sentence; "" where they
 * do not reach it, or lack nothing. */
char *bench_lacking(struct arena *a, struct ui_model *m);
/* The i-th condition "h != 0" on declared names; NULL: there are no more. A line that
 * holds, judged as though it were not there; NULL: that cannot be read. */
const char *bench_condition(const struct bench *b, int i);
const struct judged_line *
bench_judged_without(struct ui_model *m, int line, int condition);
/* The line of d that is the goal. */
const struct derivation_line *bench_goal_line(const struct derivation *d);
/* The first line that does not hold; -1: none. */
int bench_wrong(struct ui_model *m);

/* ---- rules.c ---------------------------------------------------------------------- */

/* Search the applications of all rules to bench_base(), once: those that hold and lead on
 * to what the theorem is about. */
void bench_list(struct ui_model *m);
/* Whether a line rests on a rule that the question excludes. */
bool bench_uses_excluded(const struct bench *b, const struct judged_line *k);
/* Those at the chosen part; their indices in b->steps. */
int bench_shown_steps(const struct bench *b, int shown[BENCH_STEPS_MAX]);
/* The parts that something applies to. */
int bench_parts(const struct bench *b, const struct term *parts[BENCH_STEPS_MAX]);
/* "= ... by RULE" */
char *bench_step_text(struct arena *a, const struct ui_model *m, const struct rewrite *w);
void bench_take_step(struct ui_model *m, int shown);
/* The term that rules go on from: no wrong line, but the one above it. */
const struct term *bench_base(struct ui_model *m);
/* How far x is from y: the parts of each that the other has not. */
int bench_distance(const struct term *x, const struct term *y);

/* ---- hint.c ----------------------------------------------------------------------- */

/* One more hint, of HINT_STAGES. About a line that does not hold: what kind of slip it
 * is, where, and the line without it, in the field. Else about the way on: the next rule,
 * what it changes, and the line. */
void bench_hint(struct ui_model *m);
/* What the hints so far say, in words; "" for none. */
char *bench_hint_text(struct arena *a, struct ui_model *m);

/* ---- order.c ---------------------------------------------------------------------- */

void bench_shuffle(struct ui_model *m);
void bench_order_move(struct ui_model *m, int by);
void bench_order_check(struct ui_model *m);
void bench_order_lines(struct flow *f, struct ui_model *m);
void bench_order_panel(struct flow *f, struct ui_model *m);

/* ---- act.c ------------------------------------------------------------------------ */

/* Where keys act: "bench field", "bench rules", "bench order", "bench done", "bench". */
const char *bench_place(const struct ui_model *m);
void bench_leave(struct ui_model *m);
/* Where there is room for one thing only: the panel in place of the lines. */
bool bench_shows_panel(const struct ui_model *m);
/* Functions of keys.def. */
void bench_key_open(struct ui_model *m, struct press p);
void bench_key_shut(struct ui_model *m, struct press p);
void bench_key_leave(struct ui_model *m, struct press p);
void bench_key_out(struct ui_model *m, struct press p);
void bench_key_submit(struct ui_model *m, struct press p);
void bench_key_copy(struct ui_model *m, struct press p);
void bench_key_line(struct ui_model *m, struct press p);
void bench_key_remove(struct ui_model *m, struct press p);
void bench_key_undo(struct ui_model *m, struct press p);
void bench_key_way(struct ui_model *m, struct press p);
void bench_key_hint(struct ui_model *m, struct press p);
void bench_key_say(struct ui_model *m, struct press p);
void bench_key_rules(struct ui_model *m, struct press p);
void bench_key_step(struct ui_model *m, struct press p);
void bench_key_part(struct ui_model *m, struct press p);
void bench_key_take(struct ui_model *m, struct press p);
void bench_key_move(struct ui_model *m, struct press p);
void bench_key_hold(struct ui_model *m, struct press p);
void bench_key_check(struct ui_model *m, struct press p);
void bench_key_turn(struct ui_model *m, struct press p);
void bench_key_scroll(struct ui_model *m, struct press p);
bool bench_can_turn(const struct ui_model *m);
bool bench_can_open(const struct ui_model *m);
bool bench_is_finished(const struct ui_model *m);
bool bench_can_type(const struct ui_model *m);
bool bench_can_remove(const struct ui_model *m);
bool bench_can_undo(const struct ui_model *m);
bool bench_can_hint(const struct ui_model *m);
bool bench_can_turn_way(const struct ui_model *m);
bool bench_can_say(const struct ui_model *m);
bool bench_has_rules(const struct ui_model *m);

/* ---- panel.c, view.c, said.c ------------------------------------------------------ */

void bench_panel(struct flow *f, struct ui_model *m);
/* The figure of both sides of a wrong line; NULL when there is none to draw. */
struct figure *bench_figure(struct ui_model *m, struct figure_state *s);
/* The part of a line's text in which it differs from the term above; len 0: none. */
struct span bench_difference(struct arena *a, const struct scope *s,
                             const struct term *above, const char *source);
void bench_view(struct ui_model *m, struct canvas *c);
/* The rule of line i as text: its name, or what is to be said in its place. */
char *bench_rule_text(struct arena *a, const struct judged_line *k);
/* "holds", "WRONG", ... */
const char *bench_state_text(const struct judged_line *k);

void bench_line_said(struct ui_model *m, struct buf *out);
void bench_line_input(struct ui_model *m, const char *line);
const char *bench_line_prompt(struct arena *a, const struct ui_model *m);

#endif
