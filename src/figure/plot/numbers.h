/*
 * Plots of numbers: what their drawings share.
 */
#ifndef ROPEWALK_FIGURE_PLOT_NUMBERS_H
#define ROPEWALK_FIGURE_PLOT_NUMBERS_H

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"

/* Numbers with what was found out about them once. */
struct numbers_plot {
    struct plot_numbers of;
    struct stretch range; /* of those that are shown; NaN when there are none */
    size_t shown, gaps,
        dropped; /* gaps: not finite; dropped: not above 0 on a log axis */
    double mean, deviation;
};

/* Whether number i is shown. */
bool numbers_shown(const struct numbers_plot *d, size_t i);

/* A number of theirs as text: 0 when it is nothing beside the largest. */
char *numbers_text(struct arena *a, const struct numbers_plot *d, double v);

/* A range of numbers as that of an axis. */
struct stretch numbers_scaled(bool log, struct stretch s);

/* Draw into the frame, when at least one number is shown. */
void numbers_draw_series(struct frame *fr, const struct numbers_plot *d);
void numbers_draw_bars(struct frame *fr, const struct numbers_plot *d);
void numbers_draw_histogram(struct frame *fr, const struct numbers_plot *d);

/* The names of bars that lie, after the ink. */
void numbers_name_bars(struct frame *fr, const struct numbers_plot *d);

/* A bar from x.low to x.high that stands on 0, up to y.high and down to y.low. */
void
bar_stand(struct frame *fr, const struct axes *ax, struct stretch x, struct stretch y);

/* The bins of a histogram: n of them, `width` wide, from `low` on. */
enum { BINS_MAX = 400 };
struct bins {
    double low, width;
    int n;
    size_t count[BINS_MAX], most;
};

/* About `want` of them, with round edges; with log_x `low` and `width` are powers of ten.
 */
void bins_count(const struct numbers_plot *d, int want, struct bins *out);

/* The number at the left edge of bin i; of b->n, the last right edge. */
double bins_edge(const struct numbers_plot *d, const struct bins *b, int i);

#endif
