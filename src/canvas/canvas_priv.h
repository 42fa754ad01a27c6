/*
 * What the files of the room share.
 */
#ifndef ROPEWALK_CANVAS_CANVAS_PRIV_H
#define ROPEWALK_CANVAS_CANVAS_PRIV_H

#include <stddef.h>

#include "canvas/canvas.h"

enum { FOLD_BYTES = 24 };

/* A text on its way into cells, character by character. Zero but for the first three. */
struct fold {
    const char *text;
    size_t len;
    enum alphabet alphabet;
    uint32_t last; /* the last byte or character that was given out */
    bool name;     /* the last character became the name of a Greek letter */
};

/* The next character of f in its safe, folded form, as UTF-8 with a NUL: usually one
 * character, "" for what is dropped. False at the end of the text. */
bool fold_next(struct fold *f, char out[FOLD_BYTES]);

/* Put a combining mark on the cell (row, col) of r. */
void canvas_mark(struct canvas *c, struct rect r, int row, int col, uint32_t mark);

#endif
