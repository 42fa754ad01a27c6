/*
 * A lesson on a stage: before a class, on a projector, moved on with a clicker.
 *
 * A place of the lesson (step, beat, line) is shown in parts, one for each press: words
 * that are too long for the screen in pages, then its figure where there is no room
 * beside them, then its question, and behind that its answer.
 *
 * plan.c    which parts a place has at this size
 * view.c    a part on the screen
 * stage.c   moving on and back, blank, where the room is
 * tell.c    what the speaker is told about the place
 * wire.c    the same as a line of text, and back
 * notes.c   the speaker's screen, and its lines
 */
#ifndef ROPEWALK_UI_STAGE_H
#define ROPEWALK_UI_STAGE_H

#include "ui/screen/screen.h"

enum { STAGE_PARTS_MAX = 64 };

/* Rows top .. top + rows of `words` (NULL: none), and the figure beside or alone. */
struct stage_part {
    const struct flow *words;
    int top, rows;
    bool figure;
    bool task; /* the question stands above the figure */
};

struct stage_plan {
    struct rect body; /* of words */
    struct rect side; /* of words beside a figure */
    struct flow text, ask, both, beside;
    int ask_row; /* of `both`: where the question begins; its rows when there is none */
    struct stage_part part[STAGE_PARTS_MAX];
    int n;
};

/* Lay out the place for the size of the screen: at least one part. In the frame arena. */
void stage_plan(struct stage_plan *p, struct ui_model *m);
/* The one that is shown. */
const struct stage_part *
stage_part_now(const struct stage_plan *p, const struct ui_model *m);

void stage_view(struct ui_model *m, struct canvas *c);

/* After every event: what changed on the way is taken account of. */
void stage_settle(struct ui_model *m);
/* Whether the screen is the stage's now. */
bool stage_on(const struct ui_model *m);
/* Whether the key was for a blank screen, which it ends. */
bool stage_unblank(struct ui_model *m);
void stage_key_next(struct ui_model *m, struct press p); /* by: -1 back */
void stage_key_step(struct ui_model *m, struct press p);
void stage_key_blank(struct ui_model *m, struct press p);
void stage_key_rest(struct ui_model *m, struct press p);
void stage_key_hold(struct ui_model *m, struct press p);
bool stage_can_enter(const struct ui_model *m);
bool stage_can_hold(const struct ui_model *m);

/* ---- notes.c ---------------------------------------------------------------------- */

void notes_free(struct ui_model *m);
void notes_take(struct ui_model *m, const struct ui_event *ev);
void notes_view(struct ui_model *m, struct canvas *c);
void notes_key_move(struct ui_model *m, struct press p); /* by: 1, -1; 0: blank */
void notes_key_scroll(struct ui_model *m, struct press p);

#endif
