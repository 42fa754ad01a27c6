/*
 * The triangle of all three shares that add up to 1: its corners are the shares (1, 0,
 * 0), (0, 1, 0) and (0, 0, 1), and the point of shares p is where weights p at the
 * corners balance.
 */
#ifndef ROPEWALK_FIGURE_SIMPLEX_H
#define ROPEWALK_FIGURE_SIMPLEX_H

#include "figure/kind/kind.h"

enum { LEVELS_MAX = 12 };

/* The corners in cells: the first at the top, the second left, the third right. */
struct triangle {
    struct point corner[3];
};

/* The place of shares p. */
struct point triangle_place(const struct triangle *t, const double p[3]);

/* Lines along which a term over shares has one value. */
struct contours {
    double level[LEVELS_MAX];
    int n; /* 0: levels are found */
};

/* "TERM over x levels 0.1, 0.2" of a block into a thing. */
bool
contours_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);

void contours_draw(struct frame *fr, const struct triangle *at, const struct thing *t);

/* "at 0.1, 0.2, 0.3" */
char *contours_text(struct arena *a, const struct moment *m, const struct thing *t);

#endif
