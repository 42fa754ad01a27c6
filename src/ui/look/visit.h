/*
 * Visiting the parts of a figure, and the lessons that they open: a lesson that was
 * opened from a part is left for that part, exactly as it was left.
 */
#ifndef ROPEWALK_UI_LOOK_VISIT_H
#define ROPEWALK_UI_LOOK_VISIT_H

#include "ui/ui_priv.h"

/* ---- parts (parts.c) ----------------------------------------------------------------
 */

/* A figure begins: its state, and whether it has parts. */
void visit_start(struct drawing *d);
/* Whether the figure that is shown has parts that can be visited. */
bool visit_has_parts(const struct ui_model *m);
/* One of them has the focus. */
bool visit_on_part(const struct ui_model *m);
/* To the part that was visited last, at first the first one. */
void visit_enter(struct ui_model *m);
/* No part of the figure is marked any more. */
void visit_unmark(struct drawing *d);
void visit_key_move(struct ui_model *m, struct press p); /* arrows */
void
visit_key_close(struct ui_model *m, struct press p); /* the focus leaves the figure */
/* The part under the mouse gets the focus; false when there is none. */
bool visit_mouse(struct ui_model *m, const int at[2]);
/* The sentence of the part that has the focus; false when none has. */
bool visit_say(struct ui_model *m, struct canvas *c, struct rect r);
bool visit_next_is_parts(const struct ui_model *m); /* what Tab goes to */

/* ---- lessons of parts (visit.c) -----------------------------------------------------
 */

bool visit_can_open(const struct ui_model *m);
void visit_key_open(struct ui_model *m, struct press p); /* or why there is nothing */
/* Open what a part names ("softmax#heat"); what is said instead, NULL: it is on its way.
 */
const char *visit_open(struct ui_model *m, const char *opens);
/* The lesson of the course that `opens` names; NULL when it is not there. */
const struct ui_lesson *visit_lesson(const struct ui_model *m, const char *opens);
/* Why lessons cannot be opened from here; NULL when they can. */
const char *visit_shut(const struct ui_model *m);

/* The open lesson was opened from a part. */
bool visit_can_return(const struct ui_model *m);
/* And nothing was gone on to since. */
bool visit_at_entry(const struct ui_model *m);
void visit_key_return(struct ui_model *m, struct press p);
/* What was asked for is open, or cannot be read: after UI_LESSON, UI_FAILED. */
void visit_came(struct ui_model *m);
void visit_failed(struct ui_model *m);
void visit_free(struct ui_model *m);

/* ---- lines --------------------------------------------------------------------------
 */

/* "parts", "part 3", "open 3", "return"; false when the line is none of them. */
bool visit_line(struct ui_model *m, const char *line);

#endif
