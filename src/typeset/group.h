/*
 * Drawings that are put together before any cell exists.
 *
 * A group is a rectangle with a baseline and parts at places in it: texts, fills and
 * other groups. Putting a group into another costs one part, whatever its size; the
 * cells are made once, at the end, by group_box().
 */
#ifndef ROPEWALK_TYPESET_GROUP_H
#define ROPEWALK_TYPESET_GROUP_H

#include "typeset/typeset.h"

/* One thing at (row, col) of a group: another group, a line of text, or a rectangle of
 * one character. */
struct part {
    struct part *next;
    const struct group *group;
    const char *text;
    int row, col;
    int rows, cols; /* of the fill */
    uint32_t fill;
    enum style style; /* of a group: of what is PLAIN in it */
};

/* Brackets around a group need to cover the rows from top to bottom: scripts may stand
 * out above and below. */
struct group {
    int rows, cols, baseline;
    int top, bottom;
    bool barred; /* a fraction's bar on the baseline: a bar near it must be longer */
    struct part *parts, *last; /* later ones are drawn over earlier ones */
};

/* Blank; top and bottom are the first and the last row. */
struct group *group_new(struct arena *a, int rows, int cols, int baseline);

/* One line of safe text (kept, not copied). */
struct group *group_text(struct arena *a, const char *text, enum style style);

/* Put parts into g; nothing is checked or clipped until group_box(). */
void
group_put(struct arena *a, struct group *g, int row, int col, const struct group *child);
void group_write(struct arena *a, struct group *g, int row, int col, enum style style,
                 const char *text);
void group_fill(struct arena *a, struct group *g, struct rect r, enum style style,
                uint32_t ch);

/* A group and the blanks before it in a line. */
struct placed {
    const struct group *group;
    int gap;
};

/* Side by side on one baseline; top, bottom and barred are those of the parts. */
struct group *group_line(struct arena *a, const struct placed *at, int n);

/* One under the other, flush left; the baseline is the first one's. */
struct group *group_stack(struct arena *a, const struct group *const *at, int n);

/* The same parts, `rows` x `cols` cells with the old corner at (row, col). Parts that
 * stick out are cut by group_box() only if they leave the outermost group. */
struct group *
group_pad(struct arena *a, const struct group *g, int row, int col, int rows, int cols);

/* g with what is PLAIN in it in that style. */
struct group *group_styled(struct arena *a, const struct group *g, enum style style);

/* The cells of r of g, a stack of many parts that do not stick out: those outside r cost
 * nothing. */
struct box *group_window(struct arena *a, const struct group *g, struct rect r);

/* The cells, at most max_rows x max_cols of them. */
struct box *group_box(struct arena *a, const struct group *g, int max_rows, int max_cols);

#endif
