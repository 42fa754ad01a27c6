/*
 * Terms as germs.
 */
#ifndef ROPEWALK_EXACT_LIMIT_FOLLOW_H
#define ROPEWALK_EXACT_LIMIT_FOLLOW_H

#include "exact/limit/apply.h"
#include "exact/limit/limit.h"

/* A number, vector or matrix of germs. */
struct grid {
    int rows, cols;
    const struct germ **at;
};

/* An index that has a value: of the limit, and of sums inside it. */
struct followed {
    const char *name;
    const struct germ *value;
    const struct followed *outer;
};

struct follow {
    struct germs *germs;
    const struct machine *machine;
    const struct node *node;
    const struct followed *index;
};

/* NULL: germs->state says why. */
const struct grid *follow_term(struct follow *f, const struct term *t);

/* The value of argument i of the node, which the machine has evaluated. */
const struct grid *follow_argument(struct follow *f, int i);

/* For the functions of arrays (arrays.c). */
struct grid *grid_new(struct follow *f, int rows, int cols);
const struct grid *grid_fail(struct follow *f, enum germ_state why);
const struct grid *grid_number(struct follow *f, const struct germ *x);
const struct grid *grid_mul(struct follow *f, const struct grid *x, const struct grid *y);
const struct grid *follow_array_call(struct follow *f, const struct term *t);
bool follow_has_array_call(enum function_id f);

#endif
