/*
 * Plots without a lesson: figures made of terms, or of numbers, instead of a block's
 * lines. They have no sliders, and are drawn, said and tabled like any other figure.
 */
#ifndef ROPEWALK_FIGURE_PLOT_H
#define ROPEWALK_FIGURE_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "expr/expr.h"

struct figure;

enum { PLOT_TERMS_MAX = 16 };

/* Real terms over one variable. Everything is borrowed. */
struct plot_terms {
    const struct scope *scope; /* has the variable, and values for all other names */
    const char *variable;
    const struct term *low, *high; /* of the variable; with pi in them the ticks are
                                      parts of pi */
    const struct term *const *at;
    const char *const *labels; /* of each term */
    int n;                     /* 1 to PLOT_TERMS_MAX */
    bool log_x, log_y;
};

struct figure *figure_of_terms(struct arena *a, const struct plot_terms *p);

enum plot_kind { PLOT_SERIES, PLOT_BARS, PLOT_HISTOGRAM };

/* Numbers one after the other; what is not finite is a gap. Everything is borrowed. */
struct plot_numbers {
    enum plot_kind kind;
    const double *at;
    size_t n;
    const char *const *labels; /* bars: NULL, or a label (NULL: its number) for each */
    bool log_x, log_y;         /* what is not above 0 is left out, and the plot says how
                                  much that is; a histogram has its numbers along x */
};

struct figure *figure_of_numbers(struct arena *a, const struct plot_numbers *p);

/* The drawing of any figure as an SVG picture: title and sentence for those who do not
 * see it, texts as texts, colours for light and dark paper, nothing from elsewhere.
 * `size` is in cells of 8 x 16 pixels; the strip's value has a row more. In the arena. */
struct figure_state;
struct plot_size {
    int cols, rows;
};
char *figure_svg(struct arena *a, const struct figure *f, const struct figure_state *s,
                 const char *title, struct plot_size size);

#endif
