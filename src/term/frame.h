/*
 * A frame as bytes: the difference of two canvases in the words of a terminal.
 *
 * ncurses opens, leaves and closes the screen, but frames are composed here, because its
 * buffer holds (rows + 2) (cols + 6) bytes and a frame with more is sent in pieces.
 */
#ifndef ROPEWALK_TERM_FRAME_H
#define ROPEWALK_TERM_FRAME_H

#include <stdbool.h>

#include "base/buf.h"
#include "canvas/canvas.h"

/* The words of a terminal. */
struct words {
    const char *sgr[STYLE_COUNT];  /* from any style to this one */
    bool shows_blank[STYLE_COUNT]; /* a blank in it differs from an unstyled one */
    bool keeps_corner;       /* writing the last cell of the screen does not scroll it */
    const char *hide, *show; /* the cursor */
    const char *clear_end;   /* from it to the end of the row; NULL: there are no words */

    /* Append what moves the cursor there; and what moves it n cells to the right or,
     * below 0, to the left, which may append nothing when the terminal cannot. */
    void (*move)(struct buf *b, int row, int col);
    void (*right)(struct buf *b, int n);
};

/* The words of a style as one: "CSI m", "CSI 38;5;1 m" and "CSI 1 m" are "CSI 0;38;5;1;1
 * m", and the choice of ASCII that ends line drawing is left out, which is never begun.
 * What is made of anything else stays as it is. In the arena. */
const char *frame_style_words(struct arena *a, const char *words);

/* Append what turns a screen that shows `from` into one that shows `to`; NULL: nothing is
 * known of it, all is sent. Both have the same size. Appends nothing when nothing
 * changed. What it leaves is known to the next frame: the plain style, and where the
 * cursor is when it is shown. */
void frame_compose(struct buf *b, const struct words *w, const struct canvas *from,
                   const struct canvas *to);

#endif
