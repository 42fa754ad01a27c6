/*
 * Scales of colours for cells that show a number: for each step a background, and black
 * or white for the text on it, whichever can be read better.
 */
#ifndef ROPEWALK_TERM_RAMP_H
#define ROPEWALK_TERM_RAMP_H

#include "canvas/canvas.h"

enum { RAMP_COLORS = 256 }; /* a terminal with fewer shows no ramp */

struct ramp_step {
    int rgb;    /* 0xRRGGBB */
    int of_256; /* the number of its stand-in among xterm's 256 colours */
};

/* Steps nearer to zero are nearer to the background that the ramp is made for. */
struct ramp {
    struct ramp_step amount[RAMP_STEPS], difference[DIFFERENCE_STEPS];
};

extern const struct ramp ramp_on_dark, ramp_on_light;

/* The numbers of the colours of a style from STYLE_RAMP on, for a terminal with `colors`
 * colours, at least RAMP_COLORS. */
struct ramp_colors {
    int fg, bg;
};
struct ramp_colors ramp_colors(const struct ramp *r, enum style style, int colors);

/* 0xRRGGBB of one of the colours 16 to 255 of xterm's palette. */
int ramp_palette(int number);

/* Contrast of two colours after WCAG 2: 1 to 21. */
double ramp_contrast(int rgb, int other);

#endif
