/*
 * Coordinates: where they may lie, and how they are drawn.
 */
#ifndef ROPEWALK_EXACT_DRAW_H
#define ROPEWALK_EXACT_DRAW_H

#include "exact/sample/sample.h"

/* The bounds of a slot at a point. */
struct range {
    bool has_low, has_high, low_open, high_open;
    fmpq_t low, high;
};

void range_init(struct range *r);
void range_fini(struct range *r);

/* A bound as a fraction, rounded when it is irrational; false when there is none. */
bool range_bound(fmpq_t r, const struct balls *v, slong prec);
void range_tighten(struct range *r, const struct bound *b, const fmpq_t v);

/* The whole numbers of a range, or of the sizes in it that are tried; false when there
 * are none. */
bool
range_integers(const struct range *r, const struct slot *slot, slong *low, slong *high);
/* The range of the sizes that are tried. */
void range_sizes(struct range *r, slong low, slong high);
bool range_has(const struct range *r, const struct ball *v);

/* One entry of a slot. n counts the draws of this kind. */
void draw_entry(struct sampler *s, enum draw kind, int n, int slot, int entry,
                const struct range *r);

/* All entries of a slot whose length is 1. */
void draw_unit(struct sampler *s, enum draw kind, bool complex, struct balls *v);

/* Shares that add up to 1: positive ones; among special ones some are 0. */
void draw_shares(struct sampler *s, enum draw kind, int n, struct balls *v);

/* A matrix whose columns, or rows if there are fewer, are orthogonal and of length 1. */
void draw_orthogonal(struct sampler *s, enum draw kind, int n, struct balls *v);

/* New masks of signs. */
void draw_shuffle(struct sampler *s);

#endif
