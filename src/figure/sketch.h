/*
 * A curve that a learner draws over the axes of a chart: a line with a few places whose
 * heights are set, and how it compares with the truth. Nothing of it is graded.
 */
#ifndef ROPEWALK_FIGURE_SKETCH_H
#define ROPEWALK_FIGURE_SKETCH_H

#include <stdbool.h>

#include "base/arena.h"

struct figure;
struct figure_state;

enum { FIGURE_SKETCH_MAX = 33 };

/* The heights at `n` places (at least 2), evenly from x = low to x = high, joined by
 * straight lines. `open`: it is being drawn, and nothing of the chart is shown but its
 * axes; else it lies dotted under the chart. */
struct figure_sketch {
    const char *name; /* of x, as it is shown; NULL: that of the axis */
    double low, high;
    double height[FIGURE_SKETCH_MAX];
    int n;
    int at; /* the place with the cursor */
    bool open;
};

/* Whether the figure has axes to draw on. */
bool figure_takes_sketch(const struct figure *f);

/* The x of place i. */
double figure_sketch_x(const struct figure_sketch *k, int i);

/* A level line: at 0, or in the middle of an axis without it. */
void figure_sketch_start(const struct figure *f, const struct figure_state *s,
                         struct figure_sketch *k);

/* Move the place with the cursor up by round steps, about 40 of which are the height of
 * the axis; coarse: by five of them. It stays on the axis. */
void figure_sketch_move(const struct figure *f, const struct figure_state *s,
                        struct figure_sketch *k, int by, bool coarse);

/* Put the place that is nearest to x at height y, rounded to a step: a click. The places
 * between it and place `from` (-1: none) lie on the line to it: a drag. */
void figure_sketch_put(const struct figure *f, const struct figure_state *s,
                       struct figure_sketch *k, const double at[2], int from);

/* "-1 0 0.5": the heights as they are typed. */
char *figure_sketch_text(struct arena *a, const struct figure_sketch *k);

/* ---- beside the truth -------------------------------------------------------------- */

/* A function of one number; NaN where it has no value. */
struct figure_truth {
    double (*at)(void *ctx, double x);
    void *ctx;
};

/* One sentence: whether the line rises and falls as the truth does, and if so, where it
 * differs most: in the place of its top, at the ends, in height. */
char *figure_sketch_said(struct arena *a, const struct figure_sketch *k,
                         struct figure_truth truth);

/* "x = 2: you 1, truth 0.5", a line for each place. */
char *figure_sketch_table(struct arena *a, const struct figure_sketch *k,
                          struct figure_truth truth);

#endif
