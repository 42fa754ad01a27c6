/*
 * The part of the rope that home shows: the theorem where the learner is, what it rests
 * on, and what rests on it.
 */
#ifndef ROPEWALK_UI_MAP_ROPE_H
#define ROPEWALK_UI_MAP_ROPE_H

#include "ui/ui_priv.h"

/* Take from the course what is shown; it is not needed afterwards. */
void rope_take(struct ui_model *m, const struct course_table *c);

/* How many theorems the course has, and how many are the learner's, in words; "": not
 * known yet. */
char *rope_theorems(struct arena *a, const struct ui_model *m);

/* Put a title and ROPE_ROWS rows; false: nothing, before rope_take(). */
enum { ROPE_ROWS = 3 };
bool rope_put(struct flow *f, const struct ui_model *m);

#endif
