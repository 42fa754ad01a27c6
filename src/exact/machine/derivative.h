/*
 * Derivatives: the node of the term that expr_derivative() makes of one.
 */
#ifndef ROPEWALK_EXACT_MACHINE_DERIVATIVE_H
#define ROPEWALK_EXACT_MACHINE_DERIVATIVE_H

#include "exact/machine/machine.h"

/* The node of a TERM_DERIVATIVE; -1 with p->why. */
int derivative_add(struct program *p, const struct term *t);

/* A derivative has no value where its body has none, and is on a branch cut where that
 * is (run_fn). */
enum state derivative_run(struct machine *m, const struct node *n, struct balls *r);

#endif
