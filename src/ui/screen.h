/*
 * Parts of the lesson's screen that a presentation shows as well.
 */
#ifndef ROPEWALK_UI_SCREEN_H
#define ROPEWALK_UI_SCREEN_H

#include "ui/ui_priv.h"

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
