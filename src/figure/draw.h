/*
 * One frame: what the drawings of the kinds of figures share.
 */
#ifndef ROPEWALK_FIGURE_DRAW_H
#define ROPEWALK_FIGURE_DRAW_H

#include "figure/figure_priv.h"
#include "figure/ink.h"
#include "figure/labels.h"

struct frame {
    const struct figure *f;
    const struct figure_state *state;
    const struct figure_look *look;
    struct arena *arena;
    struct moment now, before; /* before: only when state->has_before */
    struct canvas *canvas;
    struct rect r;
    struct ink *ink; /* of the rows that are not for keys */
    struct labels labels;
    struct block block; /* numbers beside the drawing */
    struct block guess; /* what was guessed */
};

/* Draw everything but labels into fr->ink and add the labels. */
void plane_draw(struct frame *fr);
void curve_draw(struct frame *fr);

/* Widen [*low, *high] (NaN: nothing yet) by n values of a curve. */
void curve_extent(struct arena *a, const struct moment *m, const struct thing *t, int n,
                  double *low, double *high);

/* The text after the labels have their places: what may give way to them. */
void plane_finish(struct frame *fr);

/* Where the strip's value was, in a sentence: "at c = 0 it was -4.040"; "" when there is
 * no before. */
const char *
strip_was(struct arena *a, const struct figure *f, const struct figure_state *s);

/* The strip's value and the label of its guess as they are shown. */
char *strip_text(struct arena *a, const struct figure *f, double v);

#endif
