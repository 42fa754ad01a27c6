/*
 * Boxes on a grid with arrows between them: what boards and flows are laid out by.
 */
#ifndef ROPEWALK_FIGURE_GRAPH_H
#define ROPEWALK_FIGURE_GRAPH_H

#include "figure/part/part.h"

enum { GRID_MAX = 24, LINES_MAX = 4 };

/* What a box, an arrow, a line of text or a slip keeps. */
struct node_line {
    const char *id;    /* of an arrow: "a to b" */
    int column, row;   /* box: from 0 */
    const char *opens; /* box; NULL */
    const char *from, *to;
    bool around; /* arrow: leaves and enters at the right side */
};

/* Forms and the check of both kinds. */
bool box_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
bool part_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
bool edge_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
bool around_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
bool note_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
bool wrong_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
void graph_check(struct reader *r, struct pos at);

/* One box of the picture: where it lies in the ink. */
struct node {
    const struct thing *thing;
    int column, row;
    const char *line[LINES_MAX];
    int lines, place; /* place: its number among the places */
    struct rect rect;
    bool seen;
};

struct graph {
    struct frame *fr;
    struct node *at;
    int n, columns, rows;
    uint8_t *lines; /* of each cell of the ink: where arrows pass (edges.c) */
    bool framed;    /* boxes with a frame; else "[ label ]" */
    bool joined;    /* a flow without arrows: each part leads to the next */
    int wide[GRID_MAX], high[GRID_MAX];
    int x[GRID_MAX], y[GRID_MAX]; /* of columns and rows */
    int gap;                      /* rows between rows of boxes */
    int gutter;                   /* cells between columns */
    int first_row, last_row;      /* of the grid, that are shown */
    bool blank;                   /* a row is kept free before the lines of text below */
    int top, bottom;              /* rows of the ink between the lines of text */
};

/* Everything of the figure that is shown now. */
void graph_draw(struct frame *fr);

/* The way of an arrow between two nodes of the graph, drawn, with its label. */
void edge_draw(struct graph *g, const struct thing *edge);
/* From each part of a flow to the next. */
void edges_join(struct graph *g);

/* The label of a thing in one line. */
char *graph_label(struct arena *a, const struct moment *m, const struct thing *t);

/* The node of that name that is shown; NULL. */
const struct node *node_find(const struct graph *g, const char *id);

#endif
