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

enum { FIGURE_SLIDERS_MAX = 8 };

struct figure;

/* Compile a figure from the fields of its block, over the lesson's scope (may be NULL).
 * All errors are added to errs; NULL when there were any. The keys, each on a line of its
 * own; most may come several times, and things to draw also with ';' between:
 *
 *   kind: plane | curve
 *   slider: m = 5 in 0..64; theta = 0.25 in 0..pi step 0.01
 *   switch: view = turn the key; turn the query
 *          a slider over 1, 2, ... whose places have names; it starts at 1
 *   let: q = [1, 2]; p = R(m theta) q
 *          names with values; may use sliders, switches and the lesson's names
 *
 *   arrow: TERM [as "label"] [from TERM] [before ["label"]] [in STYLE] [when CONDITION]
 *          plane; a 2-vector or a complex number, from the origin unless `from` is given;
 *          `before`: after a slider was moved, a dotted arrow stays where it was (its
 *          label is the arrow's with "before" for "now", or with " before" behind it)
 *   arc: A to B [as "label"] [radius TERM] [in STYLE] [when CONDITION]
 *   arc: A by ANGLE ...
 *          plane; between two arrows the shorter way round; between two real numbers,
 *          which are angles, as far as they say, whole turns too; `by`: that far from A.
 *          {angle} in the label is the arc's angle: 125°
 *   point: TERM [as "label"] [in STYLE] [when CONDITION]
 *          plane; a label of one character is drawn at the place itself
 *   circle: RADIUS [in STYLE] [when CONDITION]        plane; about the origin, dotted
 *   shape: TERM; TERM; TERM ... [as "label"] [before] [in STYLE] [when CONDITION]
 *          plane; a polygon, closed
 *   curve: TERM over x = A..B [as "label"] [ghost] [in STYLE] [when CONDITION]
 *          curve; `ghost` is dotted; bounds with pi in them give ticks in parts of pi
 *   mark: X [as "label"] [in STYLE] [when CONDITION]  curve; a vertical cursor at x
 *   range: A..B | RADIUS
 *          what both axes of a plane, or the y axis of a curve, show at least. Without it
 *          that is everything that the ends of the sliders can bring
 *
 *   strip: NAME = TERM in A..B
 *          the one quantity of the step; NAME may be used in the lines of the drawing
 *   strip: NAME in A..B
 *          the same, when `let` has given NAME its value
 *   unit: degrees
 *          stands behind the strip's value
 *   read: TERM as "label" [when CONDITION]
 *          a number beside the drawing
 *   play: NAME
 *          the slider that `a` moves
 *   say: sentence with {TERM} and {TERM : places}
 *   say when CONDITION: sentence
 *          only then; the sentences that hold are joined
 *
 * STYLE is first, second, third, fourth or guess. CONDITION is a relation: view = 1. A
 * label is a text with {TERM} in it like a sentence. {angle} in a sentence, when no name
 * has that spelling, is the angle of the first arc, else between the first two arrows:
 * "125 degrees". */
struct figure *figure_new(struct arena *a, struct fields fields,
                          const struct scope *outer, struct pos at, struct errs *errs);

/* ---- sliders ----------------------------------------------------------------------- */

struct slider {
    const char *name;
    double initial, low, high, step, coarse; /* step 1 for integers */
    bool integer;
    int places;                /* decimals that show every step */
    const char *const *labels; /* of a switch: for low, low + 1, ...; else NULL */
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
};

/* Draw into r, which is blank. Labels never sit on arrows or on one another: a label that
 * finds no place goes into a key line at the bottom of r. With `plain` the figure also
 * holds what the strip would say: the value, what it was, and the guess. */
void figure_draw(const struct figure *f, const struct figure_state *s,
                 const struct figure_look *look, struct canvas *c, struct rect r);

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

#endif
