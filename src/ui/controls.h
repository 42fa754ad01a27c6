/*
 * Focus, sliders, mouse, play. Part of ui_priv.h.
 */
#ifndef ROPEWALK_UI_CONTROLS_H
#define ROPEWALK_UI_CONTROLS_H

/* ---- controls.c --------------------------------------------------------- */

bool controls_field_active(const struct ui_model *m);
void controls_focus(struct ui_model *m, int by); /* Tab */
/* Whether Left and Right are free to take the first slider; and taking it. */
bool controls_can_take(const struct ui_model *m);
void controls_take(struct ui_model *m);
int controls_count(const struct ui_model *m); /* how many can have the focus */
void controls_move(struct ui_model *m, int by, bool coarse);
void controls_set(struct ui_model *m, int slider, double value);
void controls_reset(struct ui_model *m);
void controls_entry(struct ui_model *m, uint32_t key);
bool controls_entry_done(struct ui_model *m); /* whether something was typed */
/* Whether the figure, if there is one, stands on the screen beside or instead of words.
 */
bool controls_shows_figure(const struct ui_model *m);
bool controls_can_play(const struct ui_model *m);
void controls_play(struct ui_model *m);
void controls_tick(struct ui_model *m, int64_t ms);
void controls_mouse(struct ui_model *m, const struct ui_event *ev);
void controls_scroll(struct ui_model *m, int rows);
enum pane controls_next_pane(const struct ui_model *m); /* what T turns to */
void controls_turn_pane(struct ui_model *m);
bool controls_has_panes(const struct ui_model *m);

#endif
