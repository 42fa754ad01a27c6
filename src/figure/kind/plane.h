/*
 * The plane: arrows, arcs, points, circles and shapes about the origin.
 */
#ifndef ROPEWALK_FIGURE_PLANE_H
#define ROPEWALK_FIGURE_PLANE_H

#include "figure/kind/kind.h"

extern const struct form plane_forms[];

#endif
