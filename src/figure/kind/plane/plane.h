/*
 * The plane: arrows, arcs, points, circles, shapes, paths and grids about the origin.
 */
#ifndef ROPEWALK_FIGURE_PLANE_H
#define ROPEWALK_FIGURE_PLANE_H

#include "figure/ink/axes.h"
#include "figure/kind/kind.h"

extern const struct form plane_forms[];

/* Where the plane lies in the grid: the cells of the origin, and how many cells a unit
 * is. */
struct view {
    double x, y, across, up;
};

struct point plane_cells(const struct view *v, struct point p);

/* A label at a place in cells, rather away from another. */
void plane_label(struct frame *fr, const char *text, struct point at, struct point from,
                 enum style style);

/* ---- axes (ticks.c) ---------------------------------------------------------------- */

void plane_axes(struct frame *fr, const struct view *v);

/* Ticks with their numbers, where nothing else is. */
void plane_ticks(struct frame *fr, const struct view *v);

/* ---- things of many places (paths.c) ----------------------------------------------- */

void plane_grid(struct frame *fr, const struct view *v, const struct thing *t);
void plane_segment(struct frame *fr, const struct view *v, const struct thing *t);
void plane_path(struct frame *fr, const struct view *v, const struct thing *t);
void plane_points(struct frame *fr, const struct view *v, const struct thing *t);
void plane_points_places(struct frame *fr, const struct view *v, const struct thing *t);

/* How far a place is from the origin, at most the largest double; 0 when it is undefined.
 * The same for all of a path. */
double plane_reach(struct point p);
double plane_path_reach(const struct moment *m, const struct thing *t);

bool plane_tell(struct buf *rows, const struct moment *m, const struct thing *t);
bool plane_say(struct buf *words, const struct moment *m, const struct thing *t);

#endif
