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

/* A function of one number costs as much as so many products. */
enum { FUNCTION_WORK = 16 };

/* The whole number from 1 to max that v is; UNDEFINED when it is none. */
enum state ops_index(const struct balls *v, int max, int *out);

/* The functions of models (models.c). */
run_fn ops_softmax, ops_rms, ops_rmsnorm, ops_onehot, ops_blockdiag;

#endif
