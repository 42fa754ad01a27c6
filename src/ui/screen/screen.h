/*
 * A lesson on the screen.
 *
 * lesson.c   its zones where there is room for all of them
 * small.c    one part at a time
 * filled.c   `layout: stage`, where the figure fills the screen
 * column.c   columns of text, and the question below them
 * figure.c   the figure, its sliders and its strip
 */
#ifndef ROPEWALK_UI_SCREEN_SCREEN_H
#define ROPEWALK_UI_SCREEN_SCREEN_H

#include "ui/ui_priv.h"

/* The layouts. */
void screen_small(struct ui_model *m, struct canvas *c);
void screen_filled(struct ui_model *m, struct canvas *c);

/* A part of the rows of a rect. */
struct rect screen_rows(struct rect r, int from, int rows);
/* The row of f that stands on top of `rows` rows by itself: what is new can be seen, and
 * the end of it if possible. */
int screen_top(const struct flow *f, int rows);
/* Draw f into r, scrolled as the learner asked. Returns the row of f on top. */
int screen_column(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f);
/* The real cursor on the text, when nothing else has the focus. */
void screen_cursor(struct ui_model *m, struct canvas *c, struct rect r,
                   const struct flow *f, int top);
/* The question zone's content; false when there is nothing to show in it. */
bool screen_question_flow(struct ui_model *m, struct flow *f, int cols);
/* The zone shows the cursor's row when it cannot show all. */
void screen_question(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f);
/* How many rows of so many the sliders of a figure take. */
int screen_slider_rows(const struct drawing *d, int rows);

/* The figure with its sliders, or why there is none yet; `plain`: it says its strip and
 * its axes in itself. */
void screen_figure(struct ui_model *m, struct canvas *c, struct rect r, bool plain);
int screen_strip_rows(struct ui_model *m); /* that its strip takes below it; 0: none */
void screen_strip(struct ui_model *m, struct canvas *c, struct rect r);
/* What was guessed, in a corner of the figure where nothing is drawn. */
void screen_corner_guess(struct ui_model *m, struct canvas *c, struct rect r);
/* Where the mouse finds the field and the choices of f, drawn into r from row top. */
void screen_spots(struct ui_model *m, const struct flow *f, struct rect r, int top);

#endif
