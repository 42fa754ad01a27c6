/*
 * The space of a point: drawn from a seed so that every assumption holds.
 */
#ifndef ROPEWALK_EXACT_CHANCE_WORLD_H
#define ROPEWALK_EXACT_CHANCE_WORLD_H

#include "exact/chance/model.h"
#include "exact/sample/sample.h"

enum { GROUPS_MAX = SETS_MAX + OWNERS_MAX, WALKS_KEPT = 16 };

/* Objects that are mutually independent, as sets of scalars. */
struct group {
    int n;
    scalars object[SCALARS_MAX], all;
};

/* From what a space was drawn. */
struct origin {
    uint64_t state;
    enum draw kind;
    int n;
};

/* A walk of an average, for others over the same scalars. */
struct kept_walk {
    struct walk walk;
    scalars set;
    long time;        /* of the space */
    bool there, busy; /* busy: some average is on it */
};

struct world {
    const struct chance *chance;
    struct space space;
    int first[OWNERS_MAX], count[OWNERS_MAX]; /* the scalars of an owner */
    int owner[SCALARS_MAX];                   /* whose a scalar is */
    struct group group[GROUPS_MAX];
    int n_groups;
    struct origin origin;
    int turn;                    /* which try this is: later ones have smaller values */
    int failures;                /* spaces in a row that were not found */
    const char *why;             /* a sentence why there can be no space here; NULL */
    const char *unmet;           /* the assumption that could not be met; NULL */
    struct exact_memory *memory; /* what was drawn before (memory.h); NULL: nothing */
    ulong wording;               /* what is assumed, as a number there, */
    bool worded;                 /*   once it is known */
    struct kept_walk kept[WALKS_KEPT];
    int next_kept; /* which is given up next */
};

struct world *world_new(const struct chance *c);
void world_free(struct world *w);

/* A space for the sizes at the point; n counts the draws of this kind. False when the
 * assumptions cannot be met, or there are too many scalars. */
bool world_draw(struct sampler *s, enum draw kind, int n);

/* Whether objects that are independent are so in every block: by all its atoms. */
bool world_is_sound(const struct world *w);

/* The space that was drawn from there, where the sizes are the same. */
void world_return(struct sampler *s, struct origin origin);

/* Whether scalars may depend on one another so that it shows only in all of them
 * together. */
bool world_allows(const struct world *w, scalars set);

/* The scalars of an owner, of the owners with the inner slots `slots` in a program. */
scalars world_scalars(const struct world *w, int owner);
scalars world_of_slots(const struct world *w, const struct program *p, uint64_t slots);

/* Which owner an inner slot belongs to; -1: none. */
int world_owner_of_slot(const struct world *w, const struct program *p, int slot);

/* A walk over the combinations of scalars, at its beginning; NULL: there are more than
 * `most`. It is given back with world_rest(). */
struct kept_walk *world_walk(const struct machine *m, scalars set, long most);
void world_rest(struct kept_walk *w);

/* Put the values of an atom into the inner slots `slots`. */
void world_set(struct machine *m, const struct walk *at, uint64_t slots);

/* Whether names that chance decides have as many scalars as their sizes say here. */
bool world_fits(const struct machine *m);

/* The atoms of inner slots outside of all averages, one after the other; of more than
 * `most` only some, evenly spread. */
struct atoms {
    struct walk walk;
    uint64_t slots;
    long stride, skip;
};
void atoms_init(struct atoms *a, struct machine *m, uint64_t slots, long most);
bool atoms_next(struct atoms *a, struct machine *m); /* into the slots */
void atoms_fini(struct atoms *a);

/* ---- how it is drawn (marginal.c, mix.c, simple.c) --------------------------------- */

/* A scalar's values and weights by itself. */
void marginal_draw(struct sampler *s, struct world *w, int scalar);

/* Draw it anew if there are claims about it alone, so that they hold; all scalars are in
 * blocks of their own. False when none is found. */
bool marginal_claim(struct sampler *s, struct world *w, int scalar);

/* Join scalars that may depend on one another into blocks, with weights. */
bool mix_draw(struct sampler *s, struct world *w);

/* A space that is easily read, the n-th of its kind. */
bool simple_draw(struct sampler *s, struct world *w, int n);

/* Sets of scalars that can be in one block. */
struct parts {
    int n;
    scalars set[SCALARS_MAX];
};

void
mix_partition(struct sampler *s, const struct world *w, struct parts *out, int values);

/* Whether a scalar can go into a block of two values each, where it may depend on every
 * one of the others, and on all. */
bool mix_fits_pairs(const struct world *w, scalars with, int scalar);

#endif
