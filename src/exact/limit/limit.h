/*
 * Limits: the term is evaluated to germs (germ.h) on each side of the point, and what is
 * left of them when t tends to 0 is the limit.
 *
 * What no germ is made for (averages, determinants, ...) must not depend on the index: it
 * is evaluated by the machine. So are names; those with an exact value are exact.
 */
#ifndef ROPEWALK_EXACT_LIMIT_LIMIT_H
#define ROPEWALK_EXACT_LIMIT_LIMIT_H

#include "exact/machine/machine.h"

/* A limit as the nodes of a program. */
struct limit {
    const struct term *term; /* the TERM_LIMIT */
    const char *index;
    int towards;  /* 1, -1: infinity; 0: the point that the term names */
    int side;     /* 1, -1: only from above, from below, as the index is declared; or 0 */
    int n, cap;   /* parts of both that the machine evaluates, by their address, */
    struct leaf { /*   and derivatives, with the terms that they are */
        const struct term *term, *value;
        int arg; /* among the node's arguments */
    } * leaf;
    int n_args, cap_args;
    int *arg;
};

/* The node of a TERM_LIMIT; -1 with p->why. */
int limit_add(struct program *p, const struct term *t);

/* UNDEFINED: there is no limit, as the sides differ or grow without bound (run_fn). */
enum state limit_run(struct machine *m, const struct node *n, struct balls *r);

/* ---- inside ------------------------------------------------------------------------ */

/* Whether germs are made for a term of this kind, apart from its arguments. */
bool limit_can_follow(const struct term *t);

#endif
