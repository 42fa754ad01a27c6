/*
 * The bodies of E, Var and Cov as polynomials in what is drawn, whose moments factor over
 * independent blocks: for spaces with too many atoms to run over.
 */
#ifndef ROPEWALK_EXACT_CHANCE_EXPAND_H
#define ROPEWALK_EXACT_CHANCE_EXPAND_H

#include "exact/chance/run.h"

/* The value of n in r; false when its body is no polynomial, or its conditions are no
 * names: then its atoms have to be run over. */
bool expand_mean(struct machine *m, const struct node *n, struct balls *r);

#endif
