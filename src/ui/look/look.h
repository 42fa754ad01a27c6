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

void look_key_speed(struct ui_model *m, struct press p);

/* Whether the last answer was wrong at values that the figure has sliders for. */
bool look_can_show(const struct ui_model *m);
void look_key_show(struct ui_model *m, struct press p);

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
