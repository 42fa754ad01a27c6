/*
 * The screen: ncurses opened and closed, and canvases sent to it.
 */
#ifndef ROPEWALK_TERM_SCREEN_H
#define ROPEWALK_TERM_SCREEN_H

#include <stdbool.h>

#include "base/err.h"
#include "canvas/canvas.h"
#include "term/theme.h"

struct screen;

/* Find a terminal type that can address the cursor: $TERM, or when it is unknown here
 * the common types in turn. NULL with *e when $TERM is known and cannot. */
const char *screen_type(struct err *e);

/* Take the terminal over. rescue_arm() must have been called. */
struct screen *screen_open(const char *type, const struct theme *theme, bool color,
                           bool mouse, struct err *e);
void screen_close(struct screen *s);

void screen_size(const struct screen *s, int *rows, int *cols);

/* Height of a cell over its width; 2 when the terminal does not tell. */
double screen_aspect(const struct screen *s);

/* Whether the styles from STYLE_RAMP on fill their cells with colours. */
bool screen_has_ramp(const struct screen *s);

/* Ask the terminal for its size again. */
void screen_measure(struct screen *s);

/* Send what changed since the last show; nothing at all when nothing did. */
void screen_show(struct screen *s, const struct canvas *c);
void screen_mouse(struct screen *s, bool on); /* whether it is reported */
void screen_forget(struct screen *s);

/* Give the terminal back for a while, and take it again. */
void screen_leave(struct screen *s);
void screen_enter(struct screen *s);

#endif
