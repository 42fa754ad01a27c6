/*
 * From a point to one where something holds, by small steps.
 *
 * For what random points miss: the region in which max(0, f) is not 0, the place where an
 * inequality fails, a point that meets narrow conditions.
 */
#ifndef ROPEWALK_EXACT_CLIMB_H
#define ROPEWALK_EXACT_CLIMB_H

#include "exact/breaks.h"

/* Coordinates beyond these stay where they are. */
enum { CLIMB_COORDINATES = 64 };

struct climb {
    struct search *search;
    /* How far the point in the slots is from the goal: below 0 when it is reached, NAN
     * when the point will not do. */
    double (*distance)(struct climb *c);
    const struct brk *brk; /* for `distance` */
    double sign;
    double at[CLIMB_COORDINATES], best, step;
    int n;
};

/* The point in the slots is where to begin, if it is nearer than what was kept so far (at
 * first best is INFINITY). */
void climb_keep(struct climb *c, double distance);

/* Climb from the kept point; true when the goal is reached, with the point in the slots.
 * First along each coordinate, by its tangent and by a parabola; then `times` by random
 * steps. */
bool climb_run(const struct climb *from, int times, int steps);

/* From the kept point along the coordinates to a lowest one, which is put into the slots,
 * each coordinate as the simplest fraction near it. True when it seems to be 0 there, and
 * around it is not. */
bool climb_to_lowest(const struct climb *from);

#endif
