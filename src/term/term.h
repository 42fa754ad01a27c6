/*
 * The edge to the terminal: canvases out, keys in, signals.
 *
 * newterm, never initscr; readline edits the field that has the focus; the terminal is
 * restored on every way out (research/records-safety.md REL-1 to REL-5,
 * research/plots-math.md sections 3 and 4).
 */
#ifndef ROPEWALK_TERM_TERM_H
#define ROPEWALK_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "canvas/canvas.h"
#include "ui/ui.h"

struct terminal;

struct term_options {
    const char *theme; /* one of term_theme_name(); "" chooses light or dark */
    bool color;
    bool mouse;
};

/* Take over the terminal. NULL with *e when stdin or stdout is no terminal, or TERM
 * cannot address the cursor (the caller falls back to line mode). */
struct terminal *term_open(const struct term_options *o, struct err *e);

/* Give it back as it was. NULL is fine. */
void term_close(struct terminal *t);

/* The same from anywhere, also from a signal handler or an allocator that has nothing
 * left: the terminal is as it was, and nothing else is freed. */
void term_restore(void);

/* The names of the themes, in order; NULL after the last. */
const char *term_theme_name(int i);

/* Rows and columns now. */
void term_size(const struct terminal *t, int *rows, int *cols);

/* Height of a cell over its width, between 1 and 3; 2 when the terminal does not tell. */
double term_aspect(const struct terminal *t);

/* What the terminal and locale can show. */
enum alphabet term_alphabet(void);
unsigned term_cells(void); /* a set of bits 1 << CELLS_ */

/* Whether it fills cells with the colours of a ramp: with 256 colours or more, and a
 * theme that has some. Elsewhere shades are characters. */
bool term_has_ramp(const struct terminal *t);

/* The canvas as lines for a stream, trailing blanks cut; with `color` in the colours of
 * the theme, as many as COLORTERM and TERM promise. Asks no terminal. In the arena. */
char *term_text(struct arena *a, const struct canvas *c, const char *theme, bool color);

/* Whether such lines fill the styles from STYLE_RAMP on with colours, as many as are
 * promised; else shades of a drawing are characters. */
bool term_text_has_ramp(const char *theme, bool color);

/* Send the canvas: one write, only what changed, between the marks of synchronized
 * output where the terminal may know them. */
void term_show(struct terminal *t, const struct canvas *c);
/* Whether the terminal reports the mouse from now on, or selects text with it. */
void term_mouse(struct terminal *t, bool on);
void term_forget(struct terminal *t); /* the next show repaints everything */

/* Wait at most timeout_ms (-1: for ever) for the next event for ui_update(). `field` is
 * what ui_field() says now. Ctrl-Z comes as that key, so that what is typed can be
 * saved before term_suspend(); a continued process and a new size come as UI_RESIZE.
 * false when the terminal is gone (hang-up, end of input) or a signal asks to leave; then
 * term_signal() says which (0: end of input). Texts in *out are valid until the next
 * call. UI_TICK is sent when the time has passed. */
bool term_wait(struct terminal *t, struct ui_field field, int timeout_ms,
               struct ui_event *out);
int term_signal(const struct terminal *t);

/* From now on term_wait() also ends, with UI_TICK, when one of these can be read. */
enum { TERM_WATCHED_MAX = 8 };
void term_watch(struct terminal *t, const int *fds, int n);

/* Whether more input waits already: then a frame may be left out. */
bool term_pending(const struct terminal *t);

/* Stop as Ctrl-Z does; returns when continued, with the screen taken over again. */
void term_suspend(struct terminal *t);

#endif
