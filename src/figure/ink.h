/*
 * Ink: lines in a grid of cells, as slope characters or as braille dots.
 *
 * Coordinates are cells, as real numbers: x from 0 (left edge) to cols, y from 0 (top
 * edge) to rows. A line is clipped to the grid; a point that is not finite lifts the pen.
 * Each cell remembers what kind of thing it holds, so that labels can keep away.
 */
#ifndef ROPEWALK_FIGURE_INK_H
#define ROPEWALK_FIGURE_INK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "canvas/canvas.h"

/* What a cell holds; a higher layer hides a lower one. A label may cover FAINT and what
 * is below it. */
enum layer {
    LAYER_NONE,
    LAYER_AXIS,
    LAYER_FAINT, /* circles */
    LAYER_LINE,
    LAYER_TIP,
    LAYER_TEXT,
};

enum stroke { STROKE_SOLID, STROKE_DASHED, STROKE_DOTTED };

struct spot {
    uint32_t c; /* 0: no character, only dots */
    uint8_t dots, style, layer;
};

struct ink {
    int rows, cols;
    bool braille, unicode;
    struct spot *at; /* row by row */
};

/* An empty grid in the arena. */
struct ink *ink_new(struct arena *a, int rows, int cols, bool braille, bool unicode);

/* The cell, NULL outside. */
struct spot *ink_at(const struct ink *k, int row, int col);

/* A character in a cell, unless a higher layer is there. */
void
ink_put(struct ink *k, int row, int col, enum layer layer, enum style style, uint32_t c);

/* A text of characters of width 1; cells outside are left out. */
void ink_text(struct ink *k, int row, int col, enum style style, const char *text);

/* Write everything into r. */
void ink_show(const struct ink *k, struct canvas *c, struct rect r);

/* A pen that draws one polyline. Zero but for the first four. */
struct pen {
    struct ink *ink;
    enum layer layer;
    enum style style;
    enum stroke stroke;
    bool down;
    double x, y;   /* where it is */
    double length; /* drawn so far, in widths of a cell: for dashes */
    /* The cell that it is passing through: where it came in, where it is now, and the
     * mean height of the way between. */
    int row, col;
    double in_x, in_y, out_x, out_y, weight, moment;
    bool inside;
};

/* Draw on to (x, y), or set the pen down there. */
void pen_to(struct pen *p, double x, double y);
void pen_lift(struct pen *p);

/* Move the end (x1, y1) of a line so that it lies in the grid; false when no part of the
 * line does. */
bool ink_clip(const struct ink *k, double *x0, double *y0, double *x1, double *y1);

#endif
