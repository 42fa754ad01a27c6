/*
 * Spaces that were drawn before, in other comparisons with the same assumptions.
 *
 * The lines of a derivation are compared under one scope with one seed, so that the same
 * spaces come up for each of them, and making weights for claims is what takes long.
 */
#ifndef ROPEWALK_EXACT_CHANCE_MEMORY_H
#define ROPEWALK_EXACT_CHANCE_MEMORY_H

#include "exact/chance/world.h"

/* All that a space is made from, as words; and what the clocks showed before. */
struct recipe {
    ulong *at;
    long n, cap;
    long now, spent;
    bool marked; /* the machine had noticed something that it may notice here */
};

/* The recipe of the space that is to be drawn now. */
void recipe_init(struct recipe *r, const struct sampler *s, enum draw kind, int n);
void recipe_fini(struct recipe *r);

/* Put the space there that was kept for it, and everything else as if it had been drawn;
 * false when there is none. */
bool memory_recall(const struct recipe *r, struct sampler *s);

/* Keep the space that was drawn. */
void memory_keep(const struct recipe *r, const struct sampler *s);

#endif
