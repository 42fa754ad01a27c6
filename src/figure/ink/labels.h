/*
 * Labels: texts beside the things of a drawing, where nothing else is.
 */
#ifndef ROPEWALK_FIGURE_LABELS_H
#define ROPEWALK_FIGURE_LABELS_H

#include "figure/ink/ink.h"

enum { LABELS_MAX = 64, BLOCK_LINES_MAX = 16 };

struct anchor {
    double x, y;
};

/* A label wants to be near the cell of (x, y), rather in the direction (dx, dy), which is
 * in widths of a cell; (0, 0) for no matter. `others` are places that would do as well,
 * the better ones first. */
struct label {
    const char *text;
    const char *sign; /* how its line looks, for the key row; NULL: a digit */
    const struct anchor *others;
    int n_others, n_poor; /* the last n_poor of them are much worse */
    double x, y, dx, dy;
    enum style style;
    bool spare; /* it is left out when there is no place */
    bool held;  /* it has a place of its own: see labels_hold() */
    int width;
    int row, col; /* where it was placed */
    bool placed;
};

struct labels {
    struct ink *ink;
    enum alphabet alphabet;
    struct rect within; /* where they may be: cells of the ink */
    struct label at[LABELS_MAX];
    int n;
};

/* Texts of the drawing are measured as `alphabet` shows them. */
void labels_init(struct labels *l, struct ink *k, enum alphabet alphabet);

/* Past LABELS_MAX nothing is added; an empty text is not added either. A thing outside
 * the ink is labelled at its edge. */
void labels_add(struct labels *l, struct label label);

/* The labels so far belong to things that stay where they are while others move, which
 * are not drawn yet. Each chooses its place now and has it whatever is drawn later, as
 * long as nothing covers it: so that it does not jump. */
void labels_hold(struct labels *l);

/* Give each label a place that no line, point, or other text has; how many found none. */
int labels_place(struct labels *l);

/* Rows of the canvas below the drawing, for what found no place in it: texts one behind
 * the other, none of them cut. */
struct key_rows {
    int row, col; /* where the next text goes */
    int end;      /* the row behind the last */
    bool full;    /* a text was left out */
};

/* Room for a text of that width: false, and full, when there is none. */
bool key_room(struct key_rows *k, int width, int cols);

/* Labels that found no place: a digit at the thing, and "1 q now  2 k now". */
void labels_key(struct labels *l, struct canvas *c, struct rect r, struct key_rows *rows);

/* Draw those that were placed, after the ink. */
void labels_show(const struct labels *l, struct canvas *c, struct rect r);

/* Text in lines, one below the other, that goes where the drawing is empty: at the left
 * or right edge, from the corner named outwards. False when there is no room. */
struct block {
    const char *line[BLOCK_LINES_MAX];
    const char *brief[BLOCK_LINES_MAX]; /* alone, not in a column with others */
    enum style style[BLOCK_LINES_MAX];
    int n;
    bool top;   /* rather at the top than at the bottom */
    bool right; /* rather at the right edge */
    int left;   /* columns before this one are not for it */
    int bottom; /* nor rows from this one on; 0: all are */
    int row, col, width;
};

void block_add(struct block *b, enum style style, const char *line);

/* Two words for a line: with blanks between that make columns, and without. */
void
block_add_pair(struct block *b, enum style style, const char *line, const char *brief);
bool block_place(struct block *b, struct ink *k, enum alphabet alphabet);
void block_show(const struct block *b, struct ink *k, struct canvas *c, struct rect r);

#endif
