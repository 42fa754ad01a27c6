/*
 * Ink: all that a figure is drawn with, in a grid of cells, as slope characters or as
 * braille dots.
 *
 * Coordinates are cells, as real numbers: x from 0 (left edge) to cols, y from 0 (top
 * edge) to rows. A line is clipped to the grid; a point that is not finite lifts the pen.
 * Each cell remembers what kind of thing it holds, so that labels can keep away.
 *
 * Every kind draws through these functions only. So the same calls can be noted down as
 * geometry: with `list` set, each adds what it draws to it, in the same coordinates, and
 * another maker of pictures (SVG) reads the list when the frame is done
 * (figure_list(), ink/frame.h).
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

/* ---- the list of what was drawn ---------------------------------------------------- */

enum ink_sort {
    INK_LINE, /* n places joined by straight lines */
    INK_BOX,  /* filled, from at[0] to at[1] */
    INK_MARK, /* the sign c at at[0], the middle of its cell */
    INK_TEXT, /* text whose first cell begins at at[0].x; at[0].y is its middle */
};

struct ink_place {
    double x, y;
};

struct ink_item {
    enum ink_sort sort;
    enum layer layer;
    enum style style;
    enum stroke stroke; /* line */
    double shade;       /* box: how much of the style's colour, 0 to 1 */
    uint32_t c;         /* mark */
    const char *text;   /* as it is before an alphabet folds it */
    struct ink_place *at;
    int n, room;
};

/* In the arena. */
struct ink_list {
    struct arena *arena;
    struct ink_item **at;
    int n, room;
};

/* A new item, its text copied; its places are added one by one. Nothing when list is
 * NULL. */
struct ink_item *ink_note(struct ink_list *list, struct ink_item item);
void ink_note_place(struct ink_list *list, struct ink_item *item, double x, double y);

/* ---- the grid ---------------------------------------------------------------------- */

struct ink {
    int rows, cols;
    bool braille, unicode;
    enum cells cells;      /* what dots are shown as: QUADRANTS, HALVES, else BRAILLE */
    struct spot *at;       /* row by row */
    struct ink_list *list; /* NULL: nothing is noted */
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

/* The same as ink_put() for a sign that stands at (x, y): a point, an arrow's tip. */
void ink_mark(struct ink *k, struct ink_place at, enum layer layer, enum style style,
              uint32_t c);

/* Level and upright rules: an axis or a cursor in dots, or the edge of a box. */
struct rule {
    enum layer layer;
    enum style style;
    bool edge;
};

/* Along a row from column `from` to before `to`; along a column likewise. */
void ink_level(struct ink *k, int row, int from, int to, struct rule rule);
void ink_upright(struct ink *k, int col, int from, int to, struct rule rule);

/* Where a tick crosses a rule; the line goes on in these directions. */
enum ticking { TICK_CROSS, TICK_LEFT, TICK_DOWN, TICK_CORNER };
void ink_tick(struct ink *k, int row, int col, enum ticking which, struct rule rule);

/* A filled box. In Unicode its upper edge is exact to an eighth of a row, or with `level`
 * its right edge to an eighth of a column; else cells are '#', full from the middle on.
 */
struct fill {
    enum layer layer;
    enum style style;
    bool level;       /* grows to the right, not upwards */
    uint32_t ascii;   /* instead of '#'; 0 for that */
    uint32_t unicode; /* instead of eighths: a shade for whole cells; 0 for eighths */
};
void
ink_fill(struct ink *k, struct ink_place from, struct ink_place to, struct fill fill);

/* Whole cells filled with one character; in a style of a ramp also with its colour.
 * `shade`: how much of the style's colour, in pictures not made of cells. */
struct tile {
    enum style style;
    uint32_t c;
    double shade;
};
void ink_tile(struct ink *k, struct rect r, struct tile tile);

/* Text on the canvas over the ink, of any width, which is noted like what the ink holds;
 * the column behind it. */
struct writing {
    int row, col;
    enum style style;
    const char *text;
};
int
ink_write(const struct ink *k, struct canvas *c, struct rect r, struct writing writing);

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
    struct ink_item *item; /* of the list: the line that goes on */
};

/* Draw on to (x, y), or set the pen down there. */
void pen_to(struct pen *p, double x, double y);
void pen_lift(struct pen *p);

/* Move the end (x1, y1) of a line so that it lies in the grid; false when no part of the
 * line does. */
bool ink_clip(const struct ink *k, double *x0, double *y0, double *x1, double *y1);

#endif
