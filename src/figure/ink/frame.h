/*
 * One frame: what the drawings of the kinds of figures share.
 */
#ifndef ROPEWALK_FIGURE_FRAME_H
#define ROPEWALK_FIGURE_FRAME_H

#include "figure/figure_priv.h"
#include "figure/ink/ink.h"
#include "figure/ink/labels.h"

/* Texts that are written over the ink when it has been shown. */
struct frame_texts {
    struct writing *at;
    int n, room;
};

struct axes;

/* A point is wanted at the middle of a cell of the ink (drag.c). */
struct dragging {
    int row, col;
    double was; /* how far it is from there, in heights of a cell */
    bool found; /* these values of the two sliders bring it as near as it comes */
    double value[2];
};

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
    /* Found once a frame, however often it is laid out anew for rows of keys: the lines
     * of numbers that are read, and values that the kind needs (NULL: none yet). */
    struct block readings;
    void *kept;
    struct {
        bool block, guess;
    } keyed;               /* they found no place, and go into the rows of keys */
    struct ink_list *list; /* NULL: nothing is noted */
    const char *title;     /* what stands above; NULL: nothing */
    int title_left;
    struct frame_texts texts;
    struct figure_places *places; /* NULL: nobody asks for them */
    struct arena *places_arena;
    int placed;                /* things that have had a place so far (part_thing()) */
    struct axes *axes;         /* NULL: nobody asks for them */
    struct dragging *dragging; /* NULL: nobody drags */
};

/* A pen of the frame's ink; a straight line with it. */
struct pen
frame_pen(const struct frame *fr, enum layer layer, enum style style, enum stroke stroke);
void pen_line(struct pen *p, struct point from, struct point to);

/* Lay the figure out as it is in view->r, and find what d asks for. */
void frame_drag(const struct figure *f, const struct figure_state *s,
                const struct figure_view *view, struct dragging *d);
void drag_find(const struct frame *fr, struct dragging *d);

/* Whether only the axes are shown, with a sketch that is being drawn. */
bool frame_is_veiled(const struct frame *fr);

/* figure_draw() over all of a canvas, with everything that is drawn noted down in `list`
 * (its arena set, the rest zero): for pictures that are not made of cells. A list made
 * with look->braille holds arrows' tips as lines, not as signs. */
void figure_list(const struct figure *f, const struct figure_state *s,
                 const struct figure_look *look, struct canvas *c, struct ink_list *list);

/* Where the strip's value was, in a sentence: "at c = 0 it was -4.040"; "" when there is
 * no before. */
const char *
strip_was(struct arena *a, const struct figure *f, const struct figure_state *s);

/* The strip's value and the label of its guess as they are shown. */
char *strip_text(struct arena *a, const struct figure *f, double v);

#endif
