/*
 * How each kind of node is evaluated.
 */
#ifndef ROPEWALK_EXACT_MACHINE_OPS_H
#define ROPEWALK_EXACT_MACHINE_OPS_H

#include "exact/machine/machine.h"

/* Compute n from its arguments, which are defined, into r. UNDEFINED: it has no value at
 * this point; UNKNOWN: the precision does not tell, or there is too much work. */
typedef enum state run_fn(struct machine *m, const struct node *n, struct balls *r);

/* NULL when there is no way. */
run_fn *ops_find(const struct node *n);

#endif
