/*
 * Looking at a figure: its size on the screen, what its lines are made of, values read
 * off it, experiments that fill it, what a wrong answer looks like in it.
 */
#ifndef ROPEWALK_UI_LOOK_LOOK_H
#define ROPEWALK_UI_LOOK_LOOK_H

#include "ui/ui_priv.h"

/* ---- keys ---------------------------------------------------------------------------
 */

bool look_has_figure(const struct ui_model *m);
bool look_can_zoom(const struct ui_model *m);
void look_key_zoom(struct ui_model *m, struct press p);

bool look_can_cells(const struct ui_model *m);
void look_key_cells(struct ui_model *m, struct press p);

bool look_can_read(const struct ui_model *m);
void look_key_read(struct ui_model *m, struct press p); /* begin, or leave */
void look_key_read_move(struct ui_model *m, struct press p);
void look_key_read_coarse(struct ui_model *m, struct press p);

/* The mouse is left to the terminal, which selects text with it, or taken again. */
bool look_can_mouse(const struct ui_model *m);
void look_key_mouse(struct ui_model *m, struct press p);

void look_key_speed(struct ui_model *m, struct press p);

/* Whether the last answer was wrong at values that the figure has sliders for. */
bool look_can_show(const struct ui_model *m);
void look_key_show(struct ui_model *m, struct press p);

/* ---- guesses that are drawn (sketch.c) ----------------------------------------------
 */

/* The axes of a guess that names no figure, as a block; NULL: it needs none. */
const struct figure_block *look_board(struct arena *a, const struct ask *ask);
/* The chart on which the guess of this beat is drawn now, with its line in the state;
 * NULL: none is. *q (may be NULL): that guess. */
struct drawing *look_sketching(const struct ui_model *m, struct question **q);
/* What was predicted stays on the figure, beside the truth. */
void look_mark_guess(struct ui_model *m, struct drawing *d);
/* How what was drawn differs from the truth, in a sentence or as a table; NULL when
 * nothing was. */
char *look_sketch_said(struct arena *a, const struct question *q, bool table);

void look_key_place(struct ui_model *m, struct press p);
void look_key_height(struct ui_model *m, struct press p);
void look_key_height_coarse(struct ui_model *m, struct press p);
void look_key_heights(struct ui_model *m, struct press p);

/* The mouse at (row, column) of the screen: draws, or reads values off. False when it is
 * not on a chart. */
bool look_sketch_mouse(struct ui_model *m, const int at[2], bool drag);
bool look_read_mouse(struct ui_model *m, const int at[2]);

/* The cursor of the figure has the focus; what it reads is said. */
void look_read(struct ui_model *m, struct drawing *d);

/* ---- experiments --------------------------------------------------------------------
 */

/* Whether the figure on the screen still fills. */
bool look_fills(const struct ui_model *m);
/* One slice of it. */
void look_fill(struct ui_model *m);
/* Its sliders moved, or it is shown for the first time. */
void look_start(struct ui_model *m, struct drawing *d);
void look_free(struct drawing *d);

/* How many times faster than usual the play goes. */
double look_speed(const struct ui_model *m);

/* Line mode: read values at x; what is said. */
const char *look_read_at(struct arena *a, struct ui_model *m, const char *x);

#endif
