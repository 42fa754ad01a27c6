/*
 * The axes of a chart: where its box lies, and the numbers along two of its edges.
 */
#ifndef ROPEWALK_FIGURE_AXES_H
#define ROPEWALK_FIGURE_AXES_H

#include "figure/ink/frame.h"

struct stretch {
    double low, high;
};

/* The box of the plot in the grid, and what its edges mean: of a logarithmic axis the
 * logarithm to base 10. */
struct axes {
    int left, top, cols, rows;
    struct stretch x, y;
    bool angle; /* x has ticks in parts of pi */
    bool log_x, log_y;
    bool whole;                  /* x has ticks at whole numbers only */
    bool counts;                 /* y likewise */
    const char *x_name, *y_name; /* "" for none */
    int names; /* columns that are kept for names, instead of ticks of y */
};

/* A number as the ranges count it; NaN where the logarithm is undefined. */
double axes_scale(bool log, double v);

/* The cell of a point as real numbers: the ends of the ranges are middles of cells. */
double axes_x(const struct axes *ax, double x);
double axes_y(const struct axes *ax, double y);

/* The x that a column shows; the y of a row. */
double axes_value(const struct axes *ax, double col);
double axes_height(const struct axes *ax, double row);

/* Whether a range is so narrow, for its distance from 0, that it shows one number. */
bool stretch_is_flat(struct stretch s);

/* A range that leaves some room above and below what is drawn; a flat one grows so that
 * its value is in the middle; NaN gives -1..1. */
struct stretch stretch_widen(struct stretch s);
struct stretch stretch_join(struct stretch a, struct stretch b);

/* Lay the box out in the frame for the ranges and the kind of ticks that are set, and
 * draw its edges. The y range may grow a little; the labels of its axis take at most a
 * third of the columns; an axis without room is left out. */
void axes_draw(struct frame *fr, struct axes *ax);

/* Only the x axis, below the box that is laid out already. */
void axes_x_draw(struct frame *fr, const struct axes *ax);

/* A number of an axis as it is shown: with a real minus sign in Unicode. */
const char *axes_text(const struct frame *fr, const char *number);

#endif
