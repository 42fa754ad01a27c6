/*
 * How E, Var, Cov and P are evaluated in the space of a point.
 */
#ifndef ROPEWALK_EXACT_CHANCE_RUN_H
#define ROPEWALK_EXACT_CHANCE_RUN_H

#include "exact/chance/world.h"
#include "exact/machine/ops.h"

enum { ATOMS_MAX = 4096 };

/* run_fn of P; of E, Var and Cov. */
enum state event_run(struct machine *m, const struct node *n, struct balls *r);
enum state mean_run(struct machine *m, const struct node *n, struct balls *r);

/* The events of P, and those behind its bar. */
enum state
event_sets(const struct machine *m, const struct node *n, scalars *all, scalars *given);
/* Whether the events of a set that are in the block happen in an atom of it. */
bool event_happens(const struct space *s, const struct block *b, int atom, scalars set);

/* Nodes of E, Var and Cov: the roots of their bodies are the averaged terms and then the
 * conditions; the strict arguments are the conditions where the node stands, and then
 * what is drawn for those that are names (-1 in `raw` otherwise). */
int mean_terms(const struct node *n); /* averaged terms: 1 or 2 */

#endif
