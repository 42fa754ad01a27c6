/*
 * What a scope says about chance, as a program needs it.
 *
 * An *owner* is a name that chance decides: a random number or vector, an event, a
 * sequence. At a point each owner is given scalars of a space (space.h), as many as it
 * has components or items. An item of a sequence is the event that it is what it is.
 *
 * A random name X whose mean or variance is assumed is m + s X', where X' is what is
 * drawn, with E[X'] = 0 and Var[X'] = 1, and m and s are terms: so any value of them is
 * possible, irrational ones as well. With an assumed covariance with Y it is m +
 * Cov/Var[Y] (Y - E[Y]) + s X', where X' and Y' have no correlation. Every other
 * assumption is a *claim*, which the weights are made for. All assumptions are conditions
 * of the program too, so that a space that does not meet them counts for nothing.
 */
#ifndef ROPEWALK_EXACT_CHANCE_MODEL_H
#define ROPEWALK_EXACT_CHANCE_MODEL_H

#include "exact/machine/body.h"
#include "exact/space/space.h"

enum { OWNERS_MAX = 24, CLAIMS_MAX = 48, OBJECTS_MAX = 16, SETS_MAX = 24 };

struct owner {
    const struct decl *decl;
    bool used;
    bool pending;        /* its term is being made */
    int size, size_node; /* scalars; or the node that counts them */
    /* What is assumed, as terms for the whole name; NULL: nothing. */
    const struct term *mean, *variance, *square; /* E[X^2] */
    const struct term *covariance;
    int other; /* with this owner */
    int shown; /* the node of its value outside of all averages, to be shown */
};

/* independent(...): each object is a name, or one component of it. */
struct object {
    int owner, index_node; /* -1: the whole name */
};

struct set {
    const struct term *term;
    int n;
    struct object object[OBJECTS_MAX];
    bool used;
};

/* Two owners whose drawn parts have no correlation: each scalar of one with each of the
 * other. */
struct apart {
    int x, y;
};

struct claim {
    const struct term *term; /* a relation */
    int node;                /* of it, when it is used; or -1 */
    bool met;                /* by the form that a name has */
    uint64_t owners;         /* whom it is about, as bits; */
    uint64_t parts;          /*   these only by components 1..64 in `component` */
    uint64_t component[OWNERS_MAX];
    const char *text;
};

/* The events of a P: names, items (one argument) and ranges of items (two). */
struct pattern {
    int n, given; /* behind the bar from `given` on */
    int owner[OBJECTS_MAX], args[OBJECTS_MAX];
};

struct chance {
    struct owner owner[OWNERS_MAX];
    int n_owners;
    struct set set[SETS_MAX];
    int n_sets;
    struct claim claim[CLAIMS_MAX];
    int n_claims;
    struct apart apart[CLAIMS_MAX];
    int n_apart;
    struct pattern *pattern;
    int n_patterns, cap_patterns;
    bool needed;       /* there are averages */
    int depth;         /* of the bodies whose random names are meant */
    struct cone sizes; /* of owners and indices */
};

/* Read the scope; p->chance stays NULL when nothing in it is random. */
void chance_init(struct program *p);

/* Before an average is made, of which there may be some where nothing is random. */
bool chance_begin(struct program *p);

/* After all terms: conditions and owners that those in use are bound to. */
void chance_close(struct program *p);

/* Whether names of this type have owners. */
bool chance_owns(struct type t);

/* The first name in use that chance decides; NULL: none. */
const struct decl *chance_first(const struct program *p);

/* The owner of a declared name, now in use; -1 with p->why. */
int chance_owner(struct program *p, const struct decl *d);

/* The node of a random name where it stands. */
int chance_add_name(struct program *p, const struct decl *d, const struct term *t);

/* The node of what is drawn for an owner, at the present depth. */
int chance_add_raw(struct program *p, int owner);

/* The node of E, Var, Cov (mean.c) and P (event.c). */
int chance_add_mean(struct program *p, const struct term *t);
int chance_add_probability(struct program *p, const struct term *t);

#endif
