/*
 * The number line: an axis with the numbers of a format on it, points, ways, and what a
 * number is rounded to.
 */
#ifndef ROPEWALK_FIGURE_LINE_H
#define ROPEWALK_FIGURE_LINE_H

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"
#include "num/num.h"

/* The format whose numbers are shown now; false when there is none. */
bool line_format(const struct moment *m, enum num_format *out);

/* A number with as many digits as a format's neighbours need. */
char *line_text(struct arena *a, double v);

void line_draw(struct frame *fr);

#endif
