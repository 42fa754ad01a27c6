/*
 * A heatmap: its block compiled, its values at one moment, and where they are drawn.
 */
#ifndef ROPEWALK_FIGURE_HEATMAP_H
#define ROPEWALK_FIGURE_HEATMAP_H

#include "figure/part/part.h"

/* What `cells:` keeps: a matrix term, or a real term over two indices. */
struct cells_line {
    bool indexed;
    struct indices x;
    const struct term *mask; /* NULL: nothing is masked */
};

/* What the figure keeps. */
struct heatmap {
    struct words_list rows, columns;
    const char *down, *across; /* what the rows and the columns are; NULL */
    bool difference;           /* a scale about zero */
    int places;                /* decimals; -1: as many as fit */
};

struct grid {
    const struct thing *cells;
    int rows, cols, first_row, first_col; /* names of the first ones */
    double *at;
    bool *masked;
    int row, col;     /* highlighted, from 0; -1: none */
    double low, high; /* of the scale */
};

/* The matrix that is shown now; false when none is. */
bool grid_find(struct grid *g, struct arena *a, const struct moment *m);

/* "cats", or the number of the row; the same for a column. */
const char *
grid_row_name(struct arena *a, const struct figure *f, const struct grid *g, int row);
const char *
grid_column_name(struct arena *a, const struct figure *f, const struct grid *g, int col);

/* "0.24", "masked", "-inf", "undefined". */
const char *grid_text(struct arena *a, const struct figure *f, const struct grid *g,
                      int row, int col, int places);

void heatmap_draw(struct frame *fr);

#endif
