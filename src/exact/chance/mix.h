/*
 * The weights of a block (mix.c), and the claims that they are made for (claim.c).
 */
#ifndef ROPEWALK_EXACT_CHANCE_MIX_H
#define ROPEWALK_EXACT_CHANCE_MIX_H

#include "exact/chance/world.h"
#include "exact/space/linear.h"

enum { RIPPLES_MAX = 96, MIX_TRIES = 5 };

struct ripple {
    scalars set;
    fmpq_t wave[BLOCK_MAX][SUPPORT_MAX]; /* by the block's scalars and their values */
    fmpq_t size;
    double most; /* the largest product of the waves */
};

struct mix {
    struct space *space;
    struct block *block;
    fmpq *base; /* the weights without ripples */
    struct ripple *at;
    int n;
    bool numbers;  /* not events */
    bool claims;   /* some are about the block */
    bool hopeless; /* no positive weights can meet them */
    /* The product of the waves of ripple k in atom i is value[k * atoms + i] / den[k]:
     * whole numbers over one divisor, since sums of them need no common divisors. */
    fmpz *value, *den;
};

/* The block's weights from the ripples; false when one is negative, or, of numbers, 0. */
bool mix_weigh(struct mix *m);

/* Whether a claim is about a block alone. */
bool claim_touches(const struct world *w, const struct block *b);

/* Change the sizes of the ripples so that the claims about the block hold; false when
 * that cannot be, or leaves no positive weights. */
bool claim_solve(struct machine *m, struct mix *mix);

/* The equations that claims about one scalar alone make for its weights; `plain`: only
 * those that speak of no other averages. False when a claim makes none. */
bool claim_marginal(struct machine *m, struct world *w, int scalar, bool plain,
                    struct rows *rows);

#endif
