/*
 * Bars: values at one moment, with their names.
 */
#ifndef ROPEWALK_FIGURE_BARS_H
#define ROPEWALK_FIGURE_BARS_H

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"

enum { BARS_MAX = 64 };

/* One bar at a moment. */
struct bar_row {
    const char *name, *text;   /* "cat p" */
    const char *entry, *label; /* "cat", "p" */
    enum style style;
    double value, before; /* before: NaN when it is not shown */
};

struct bar_list {
    struct bar_row at[BARS_MAX];
    int n, left_out;
    int group; /* bars of one name */
};

/* First entries of all things, second ones, ...: those of one name together. */
void bars_take(struct frame *fr, struct bar_list *out);

void bars_draw(struct frame *fr);

#endif
