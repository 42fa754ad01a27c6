/*
 * Charts: everything that has two axes with numbers. The kinds curve, scatter, series and
 * histogram are one drawing; they differ in the line that a block must have.
 *
 * A line of the block becomes a trace, values in arrays; the traces give the ranges, then
 * they are drawn.
 */
#ifndef ROPEWALK_FIGURE_CHART_H
#define ROPEWALK_FIGURE_CHART_H

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"

enum {
    SAMPLES_A_COLUMN = 4,
    POINTS_MAX = 4096, /* of points and series; of more, evenly chosen ones */
    BINS_MAX = 400,
    BINS_USUAL = 30,
};

/* Values of one thing. A curve's x rise evenly; y may be NaN. */
struct trace {
    const struct thing *thing;
    double *x, *y;
    double *base; /* band: its other edge; else NULL */
    int n;
    double low, high; /* of x */
    bool pole;        /* it grows without end towards a place where it is undefined */
    double width;     /* histogram: of a bin, which begins at x */
    double peak;      /* a height that is expected; 0 for none */
    double *error;    /* standard errors of y; NULL */
};

enum { LOWEST_MAX = 9, LISTED_MAX = 100000 /* points of which the lowest are listed */ };

struct chart {
    struct frame *fr;
    struct axes ax;
    struct trace *traces;
    int n;
};

/* ---- values (trace.c) -------------------------------------------------------------- */

/* The places in a trace of its n lowest values, the lowest first, of equal ones the
 * first; how many there are. */
int trace_lowest(const struct trace *t, int n, int *out);

/* Values of a thing that has some at a moment; a curve at n places. Everything in the
 * arena. False when there are none: an empty or undefined range, a thing without any. */
bool trace_take(struct arena *a, const struct moment *m, const struct thing *t, int n,
                struct trace *out);

/* The range of heights that matters, as the axis counts it: of a curve that runs away,
 * the middle four fifths when they are a small part of all. NaN when there are none. */
struct stretch trace_heights(struct arena *a, const struct trace *t, bool log);

/* How many values a logarithmic axis cannot show. */
int trace_dropped(const struct trace *t, bool log_x, bool log_y);

/* The value of a trace at x (of points, of the nearest); NaN when there is none. *x
 * becomes where that is. */
double
trace_at(struct arena *a, const struct moment *m, const struct trace *t, double *x);

/* ---- drawing (strokes.c, signs.c) -------------------------------------------------- */

void chart_bands(const struct chart *c);
void chart_bars(const struct chart *c);
void chart_lines(const struct chart *c);
void chart_points(const struct chart *c);
void chart_errors(const struct chart *c);
void chart_signs(const struct chart *c); /* marks, levels, dots */
void chart_cursor(const struct chart *c);
void chart_sketch(const struct chart *c);

/* Whether a place is in the box. */
bool chart_shows(const struct chart *c, struct anchor at);

/* ---- words (told.c) ---------------------------------------------------------------- */

bool chart_tell(struct buf *rows, const struct moment *m, const struct thing *t);
bool chart_say(struct buf *words, const struct moment *m, const struct thing *t);

extern const struct form chart_forms[];
extern const struct setting chart_keys[];

void chart_extent(struct figure *f, const struct moment *m);
void chart_draw(struct frame *fr);

/* The range of heights as the axis counts it, without room above and below. */
struct stretch chart_heights(struct frame *fr, int samples);

#endif
