/*
 * The text field that has the focus, edited by readline through its callback interface.
 *
 * readline is an editing engine here: it reads no terminal, draws nothing, reads no
 * inputrc and catches no signal. Keys reach it as whole characters or whole sequences,
 * so that UTF-8 is never cut. There is one editor in a process, as readline has one.
 */
#ifndef ROPEWALK_TERM_EDIT_H
#define ROPEWALK_TERM_EDIT_H

#include <stdbool.h>

#include "term/decode.h"

enum { EDIT_TEXT_MAX = UI_FIELD_MAX }; /* bytes; what is longer is cut at a character */

struct edit;

/* One at a time. LC_CTYPE must be a UTF-8 locale by then. */
struct edit *edit_new(void);
void edit_free(struct edit *e); /* NULL is fine */

/* Replace what is being edited. `cursor` counts bytes; -1: at the end. */
void edit_take(struct edit *e, const char *text, int cursor);

/* Whether the key belongs to the editor: printable ones and those in its table. */
bool edit_wants(const struct input *in);

/* Edit; true when the text or the cursor changed. Keys it does not want and the mouse
 * change nothing. */
bool edit_feed(struct edit *e, const struct input *in);

/* What stands in the field now: borrowed, until the next call. */
const char *edit_text(const struct edit *e);
int edit_cursor(const struct edit *e);

/* Keep the text for Up and Down. */
void edit_remember(struct edit *e);

#endif
