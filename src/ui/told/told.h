/*
 * Explanations: written, judged idea by idea, asked for once more, and marked by the
 * learner beside the model answer.
 *
 *     write -> (contradicted: write again, or contest it)
 *           -> one question for one missing idea
 *           -> what is still missing is marked by the learner
 *           -> done
 *
 * told.c   what is judged, and what comes next
 * keep.c   an explanation in the record, and back from it
 * field.c  the field with more than one line
 * view.c   on the screen
 * said.c   in lines
 */
#ifndef ROPEWALK_UI_TOLD_H
#define ROPEWALK_UI_TOLD_H

#include "ui/answer/answer.h"

enum telling_stage { TELL_WRITE, TELL_MORE, TELL_MARK, TELL_DONE };

struct telling {
    enum telling_stage stage, next; /* next: where the record was told it goes on */
    bool pausing;                   /* saving, and nothing is settled yet */
    bool asked;                     /* the one question for a missing idea was put */
    const char *words;              /* all that was said and judged; "" */
    struct idea_grade *ideas;       /* what the rules found in it; NULL when n is 0 */
    struct idea_mark *marks;        /* what counts */
    int n, points, most;
    bool contested;
    int at;   /* the idea that is asked for, or that is to be marked */
    int cols; /* columns of the field as it was drawn last; 0 before */
};

/* ---- told.c ------------------------------------------------------------------------ */

bool told_is(const struct ask *ask);
void told_init(struct ui_model *m, struct question *q, const struct item_progress *p);
void told_reset(struct question *q);
/* An event was committed. true: nothing is settled by it, the explanation goes on. */
bool told_saved(struct ui_model *m, struct question *q);
/* Enough was said: on to marking. */
void told_enough(struct ui_model *m, struct question *q);
/* The idea at the cursor was said, or was not. */
void told_mark(struct ui_model *m, struct question *q, bool said);
bool told_can_contest(const struct question *q);
void told_contest(struct ui_model *m, struct question *q);
/* Whether the learner has to say of an idea if it was said, and whether that was done. */
bool told_to_mark(const struct telling *t, int i);
bool told_is_marked(const struct telling *t, int i);
/* The words of the answer that show an idea, shortened; "" if none. */
char *told_quote(struct arena *a, const struct telling *t, int i);
/* "2 of 2 points", with "provisional" behind what is contested. */
char *told_points(struct arena *a, const struct telling *t);
/* "found, by rules", "missing, by you, contested". */
char *told_verdict(struct arena *a, const struct idea_mark *mark);

/* ---- keep.c ------------------------------------------------------------------------ */

/* The detail of its event, for the stage `next`. */
char *told_detail(struct arena *a, const struct telling *t);
/* What the record says counts, over what the rules say now. */
void told_restore(struct ui_model *m, struct question *q, const struct item_progress *p);
/* The ideas of `g` become those of t; `keep`: what the learner marked stays. */
void told_take(struct ui_model *m, struct telling *t, const struct grade *g,
               const char *words, bool keep);
/* Points of the marks as they are now. */
void told_count(struct ui_model *m, struct question *q);

/* ---- field.c ----------------------------------------------------------------------- */

/* A field over several rows, its text wrapped at words; of a long one the rows about the
 * cursor. */
void told_put_field(struct flow *f, struct ui_model *m, struct question *q, int rows);
/* The cursor a row up or down. */
void told_row(struct question *q, enum alphabet alphabet, int by);

/* ---- view.c, said.c ---------------------------------------------------------------- */

void told_put(struct flow *f, struct ui_model *m, struct question *q);
void
told_say(struct arena *a, struct ui_model *m, const struct question *q, struct buf *out);
void told_line(struct ui_model *m, struct question *q, const char *line);
const char *told_prompt(struct arena *a, const struct question *q);

/* ---- functions of keys.def --------------------------------------------------------- */

void told_key_row(struct ui_model *m, struct press p);
void told_key_break(struct ui_model *m, struct press p);
void told_key_idea(struct ui_model *m, struct press p);
void told_key_said(struct ui_model *m, struct press p); /* by: said or not */
void told_key_contest(struct ui_model *m, struct press p);
bool told_key_can_contest(const struct ui_model *m);
bool told_key_can_again(const struct ui_model *m);

#endif
