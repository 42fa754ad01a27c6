/*
 * Bytes of a terminal to keys, mouse reports and pastes. Knows no terminal: bytes in,
 * inputs out.
 *
 * Understood: UTF-8; the cursor, editing and function keys as xterm, rxvt, the Linux
 * console, screen and tmux send them, with modifiers; Alt as a leading escape; SGR mouse
 * reports (1006); bracketed paste (2004). Sequences that are complete but unknown are
 * dropped, and so are bytes that are no UTF-8.
 */
#ifndef ROPEWALK_TERM_DECODE_H
#define ROPEWALK_TERM_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/ui.h"

enum {
    DECODE_PASTE_MAX = UI_FIELD_MAX, /* bytes; the rest of a longer paste is dropped */
    DECODE_SEQUENCE_MAX = 32,
    DECODE_ESCAPE_MS = 25,  /* an escape that stands alone so long is the Esc key */
    DECODE_REST_MS = 100,   /* a sequence or character that was cut is given up */
    DECODE_PASTE_MS = 1000, /* a paste that never ends is ended */
};

enum input_kind {
    INPUT_KEY,   /* `key`, `mods`; `text` holds a printable key as UTF-8 */
    INPUT_MOUSE, /* `button`, `row`, `col` (from 0) */
    INPUT_PASTE, /* `text`: one line, safe to show */
};

enum input_mods { MOD_SHIFT = 1, MOD_ALT = 2, MOD_CTRL = 4 };

struct input {
    enum input_kind kind;
    uint32_t key; /* a code point, or enum key; Enter is KEY_RETURN, 8 and 127 KEY_BACK */
    int mods;
    enum ui_button button;
    int row, col;
    const char *text; /* in the decoder, until the next call */
};

struct decoder {
    enum decode_state {
        DECODE_GROUND,
        DECODE_UTF8,
        DECODE_ESCAPE,
        DECODE_SS3,
        DECODE_CSI,
        DECODE_LINUX, /* ESC [ [ A: function keys of the Linux console */
    } state;
    bool pasting;
    int need; /* bytes of a character still to come */
    size_t n;
    char bytes[DECODE_SEQUENCE_MAX + 1]; /* of what is not complete yet */
    char text[5];
    size_t n_paste;
    char paste[DECODE_PASTE_MAX + 1];
};

void decode_init(struct decoder *d);

/* Take one byte; true when *out is complete. A byte completes at most one input. */
bool decode_byte(struct decoder *d, unsigned char byte, struct input *out);

/* How long to wait for more bytes before decode_timeout(); -1: nothing is begun. */
int decode_wait_ms(const struct decoder *d);

/* No byte came for so long; true when *out is complete (the Esc key, a paste). */
bool decode_timeout(struct decoder *d, struct input *out);

#endif
