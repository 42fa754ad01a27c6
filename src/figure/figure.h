/*
 * Figures: fields and slider values in, a drawing, a sentence and a table out.
 *
 * A figure is compiled once from the fields of its block (lessons/README.md lists them)
 * and drawn from a state of a few numbers, so that any frame can be drawn again: the
 * figure itself is immutable. All values come from rooms calc and num.
 */
#ifndef ROPEWALK_FIGURE_FIGURE_H
#define ROPEWALK_FIGURE_FIGURE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/field.h"
#include "canvas/canvas.h"
#include "expr/expr.h"
#include "figure/plot.h"
#include "figure/sketch.h"

enum { FIGURE_SLIDERS_MAX = 40 };

struct figure;
struct figure_run;

/* Compile a figure from the fields of its block, over the lesson's scope (may be NULL).
 * The lines, each with its parts, stand in lessons/README.md, section 7; which kind takes
 * which in figure/kind/. All errors are added to errs; NULL when there were any. */
struct figure *figure_new(struct arena *a, struct fields fields,
                          const struct scope *outer, struct pos at, struct errs *errs);

/* The figure as it would be without formats, all of it in double; in the arena. What is
 * undefined there is a fault of the figure, and not what a format made of it. */
const struct figure *figure_in_double(struct arena *a, const struct figure *f);

/* ---- sliders ----------------------------------------------------------------------- */

struct slider {
    const char *name;
    double initial, low, high, step, coarse; /* step 1 for integers */
    bool integer;
    bool log;   /* steps are ratios: a step is times `step` */
    bool free;  /* log: any number is a place, to three digits, or any whole number */
    int places; /* decimals that show every step */
    const char *const *labels; /* of a switch: for low, low + 1, ...; else NULL */
    const char *about;         /* what it moves, and in what; "" for nothing */
};

int figure_slider_count(const struct figure *f);
const struct slider *figure_slider(const struct figure *f, int i);
int figure_slider_find(const struct figure *f, const char *name); /* -1: none */

/* The value of every slider. `before`: where the dotted "before" is drawn from, when
 * `has_before`; `guess`: a mark on the strip, NaN for none. */
struct figure_state {
    double value[FIGURE_SLIDERS_MAX];
    double before[FIGURE_SLIDERS_MAX];
    bool has_before;
    double guess;
    const char *guess_label; /* "your ?" is drawn when NULL; borrowed */
    bool has_cursor;         /* a chart is read at x = cursor */
    double cursor;
    const struct figure_run *run; /* of its experiments; NULL: they are at their end */
    int place; /* the place of figure_places() that it is on; -1: none */
    const struct figure_sketch *sketch; /* of a chart; NULL: none */
};

void figure_start(const struct figure *f, struct figure_state *s);

/* Move slider i to v: clamped into its range, rounded to its step. The first move keeps
 * the old values as `before`. Returns whether anything changed. */
bool figure_set(const struct figure *f, struct figure_state *s, int i, double v);

/* Move slider i by n steps (coarse steps when coarse). */
bool
figure_move(const struct figure *f, struct figure_state *s, int i, int n, bool coarse);

/* "12", "0.25", "turn the key": the value of slider i as it is shown. */
char *figure_slider_text(struct arena *a, const struct figure *f,
                         const struct figure_state *s, int i);

/* The name of slider i as it is shown: theta is θ. */
const char *figure_slider_shown(const struct figure *f, int i);

/* The slider that play moves; -1: none. */
int figure_play_slider(const struct figure *f);

/* ---- drawing ----------------------------------------------------------------------- */

struct figure_look {
    bool braille;  /* dots of 2 x 4 a cell; else slope characters (ASCII always) */
    double aspect; /* height of a cell over its width; 2 when unknown */
    bool plain;    /* 40 x 12: no ticks; the strip's read-outs in an empty corner */
    enum cells
        cells; /* with braille: what the dots are, BRAILLE unless it is less fine */
    bool ramp; /* cells are filled by STYLE_RAMP and STYLE_DIFFERENCE; else by shades */
};

/* Draw into r, which is blank. Labels never sit on arrows or on one another: a label that
 * finds no place goes into a key line at the bottom of r. With `plain` the figure also
 * holds what the strip would say: the value, what it was, and the guess. */
void figure_draw(const struct figure *f, const struct figure_state *s,
                 const struct figure_look *look, struct canvas *c, struct rect r);

/* Places of a drawing that a cursor may visit: cells of a heatmap, boxes, dials. The
 * order is that of the figure, `across` to a row, whether they are to be seen or not:
 * what does not fit comes into view when state.place is on it. */
struct figure_place {
    const char *id;    /* as the author named it: "softmax"; a cell is "row, column" */
    struct rect rect;  /* in r; rows 0 when it is not to be seen now */
    const char *say;   /* what stands there, in words */
    const char *opens; /* "softmax#heat": what Enter opens; NULL for nothing */
    const char *wrong; /* a planted slip: what should be there; NULL for none */
};
struct figure_places {
    const struct figure_place *at;
    int n, across;
};
void figure_places(struct arena *a, const struct figure *f, const struct figure_state *s,
                   const struct figure_look *look, enum alphabet alphabet, struct rect r,
                   struct figure_places *out);

/* The place that an arrow key leads to from one of them (-1: the first). */
int figure_place_next(const struct figure_places *p, int from, enum key arrow);

/* Whether the figure has a strip; draw it over two rows of r (one when r.rows is 1). */
bool figure_has_strip(const struct figure *f);
void figure_draw_strip(const struct figure *f, const struct figure_state *s,
                       struct canvas *c, struct rect r);

/* One slider as a line of r: name, bar with a knob, value, all sliders of the figure in
 * columns; a switch shows its place's name. The focused one has a '>' before it, and the
 * real cursor goes on its knob. */
void figure_draw_slider(const struct figure *f, const struct figure_state *s, int i,
                        bool focused, struct canvas *c, struct rect r, int row);

/* The slider value that a click on column `col` of figure_draw_slider()'s line means. */
double figure_slider_at(const struct figure *f, int i, enum alphabet alphabet,
                        struct rect r, int col);

/* ---- experiments ------------------------------------------------------------------- */

/* A figure whose block has `experiment` lines fills while they run. What is drawn and
 * said is what state.run has found; without one, or when its sliders are elsewhere, the
 * end. The same seed gives the same, however the run was cut. */
bool figure_has_run(const struct figure *f);
struct figure_run *figure_run_new(const struct figure *f);
void figure_run_free(struct figure_run *r); /* NULL is fine */

/* Go on by about `samples` samples of each experiment, INFINITY for all; from the
 * beginning when the sliders of s are not where they were. Whether there is more. */
bool
figure_run_advance(struct figure_run *r, const struct figure_state *s, double samples);

/* How much is done, 0 to 1. */
double figure_run_share(const struct figure_run *r);

/* ---- in words ---------------------------------------------------------------------- */

/* The `say:` sentence with its numbers; without one, a sentence made from the figure. */
char *figure_say(struct arena *a, const struct figure *f, const struct figure_state *s);

/* A small table of what is drawn: lines "name  value". */
char *figure_table(struct arena *a, const struct figure *f, const struct figure_state *s);

/* The name, value and text of the strip's quantity; NaN when undefined. */
const char *figure_strip_name(const struct figure *f);
double figure_strip_value(const struct figure *f, const struct figure_state *s);

/* A real-valued condition or term over the figure's names (`until:` of a set question);
 * NaN when it cannot be evaluated. The term was read in figure_scope(). */
const struct scope *figure_scope(const struct figure *f);
double
figure_value(const struct figure *f, const struct figure_state *s, const struct term *t);

#include "figure/reading.h"

#endif
