/*
 * Themes: from what a cell means to how it looks.
 */
#ifndef ROPEWALK_TERM_THEME_H
#define ROPEWALK_TERM_THEME_H

#include <stdbool.h>

#include "canvas/canvas.h"

enum look_bits { LOOK_BOLD = 1, LOOK_DIM = 2, LOOK_UNDERLINE = 4, LOOK_REVERSE = 8 };

struct ramp; /* term/ramp.h */

enum { COLOR_NONE = -1 }; /* the terminal's own */

/* A colour is 0xRRGGBB or COLOR_NONE. */
struct look {
    int fg;
    int bits;
};

struct theme {
    const char *name;
    int fg, bg; /* of a cell that has no colour of its own */
    struct look look[STYLE_NAMED];
    const struct ramp *ramp; /* for the styles behind them; NULL: not coloured */
};

/* Theme i, in the order of the help text; NULL after the last. */
const struct theme *theme_at(int i);

/* By name; "" is light or dark by what COLORFGBG says (borrowed, may be NULL), dark when
 * it says nothing. NULL when there is none of that name. */
const struct theme *theme_find(const char *name, const char *colorfgbg);

/* The number of a colour for a terminal with `colors` colours (8, 16, 88, 256 or 2^24
 * with direct colours); COLOR_NONE stays. With 256 the nearest of the colour cube and the
 * greys, never one of the first 16, which users change. */
int theme_color(int rgb, int colors);

#endif
