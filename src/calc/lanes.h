/*
 * A term at many values of one name: what lanes.c, which goes through the blocks of
 * values, and steps.c, which takes a step for a block, share.
 */
#ifndef ROPEWALK_CALC_LANES_H
#define ROPEWALK_CALC_LANES_H

#include "calc/calc_priv.h"

enum { LANES_BLOCK = 128 };

struct lanes {
    struct calc c;
    const struct calc_lanes *of;
    int from, n;            /* the block */
    double complex *slot;   /* what evaluations one by one find for the name */
    bool uneven;            /* the work of some values was more than that of others */
    const struct index *in; /* while steps are found */
};

/* The indices around a step, the inmost first. */
struct index {
    const char *name;
    const struct index *outer;
};

/* A sum from a fixed place on of what no index around it changes: the next one, up to a
 * larger index, goes on where the last one ended. */
struct kept {
    bool begun;
    int block;
    double low, next;
    long work;
    double complex *total;
};

struct step;
typedef void real_taker(struct lanes *l, const struct step *s, double *out);
typedef void complex_taker(struct lanes *l, const struct step *s, double complex *out);

/* How a term is valued. Arguments have steps of their own when it varies. */
struct step {
    const struct term *t;
    bool varies;
    real_taker *reals; /* NULL: one by one */
    complex_taker *pairs;
    struct step *arg;
    struct kept *kept; /* of a sum; NULL */
};

/* The values of a step for the block. */
real_taker real_take;
complex_taker complex_take;

/* What is done at a term that varies and is a number; its arguments have their steps. */
void step_choose(struct lanes *l, struct step *s);

static inline bool
is_real(const struct term *t)
{
    return t->type.kind <= TYPE_REAL;
}

static inline bool
is_number(const struct term *t)
{
    return t->type.kind <= TYPE_COMPLEX;
}

/* Room for a block, which is there until the step that asks is done. */
static inline double *
real_room(struct lanes *l)
{
    return ARENA_ARRAY(l->c.arena, double, LANES_BLOCK);
}

static inline double complex *
complex_room(struct lanes *l)
{
    return ARENA_ARRAY(l->c.arena, double complex, LANES_BLOCK);
}

#endif
