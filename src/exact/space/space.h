/*
 * A finite probability space, drawn for one point.
 *
 * Its *scalars* are what chance decides: random numbers, components of random vectors,
 * and events (1 when they happen). A scalar takes finitely many values. Scalars that
 * depend on one another are in one *block*, which has a weight for every combination of
 * their values; blocks are mutually independent. Values and weights are fractions.
 */
#ifndef ROPEWALK_EXACT_CHANCE_SPACE_H
#define ROPEWALK_EXACT_CHANCE_SPACE_H

#include "exact/number/ball.h"

enum {
    SCALARS_MAX = 48,
    BLOCK_MAX = 8,     /* scalars of a block */
    BLOCK_ATOMS = 512, /* combinations of their values */
    SUPPORT_MAX = 8,   /* values of a scalar */
    POWERS_KEPT = 8    /* moments that are worked out once */
};

struct scalar {
    int block, place; /* which of the block's */
    int n;
    fmpq_t value[SUPPORT_MAX];
    fmpq_t weight[SUPPORT_MAX]; /* of each value by itself */
    fmpq_t moment[POWERS_KEPT + 1];
    unsigned known; /* moments that are worked out, as bits */
};

struct block {
    int n;
    int scalar[BLOCK_MAX], stride[BLOCK_MAX];
    int atoms;
    fmpq *weight;
};

struct space {
    int n, n_blocks;
    struct scalar scalar[SCALARS_MAX];
    struct block block[SCALARS_MAX];
    bool exists; /* drawn, and every assumption could be met */
};

/* Sets of scalars are bits. */
typedef uint64_t scalars;
#define SCALAR(i) (UINT64_C(1) << (i))

void space_init(struct space *s);
void space_fini(struct space *s);

/* Empty again, with n scalars that have no values yet. */
void space_begin(struct space *s, int n);

/* Put scalars that have their values into a block of their own, without weights. The set
 * has at most BLOCK_MAX of them; false when there are too many combinations. */
bool space_add_block(struct space *s, scalars set);

/* Put every scalar into a block of its own, with its own weights. */
void space_separate(struct space *s);
/* Take all blocks away; the scalars stay. */
void space_take_apart(struct space *s);

/* Which value a scalar of a block has in an atom. */
int space_digit(const struct space *s, const struct block *b, int place, int atom);

/* Weights by the scalars' own weights, as if they were independent. */
void space_multiply(struct space *s, struct block *b);

/* The scalars' own weights from the blocks'. */
void space_sum_up(struct space *s);

/* The mean of the product of scalar[i]^power[i]. */
void space_moment(struct space *s, const unsigned char *power, fmpq_t out);

/* Run over the combinations of some scalars' values that have a positive weight. */
struct walk {
    const struct space *space;
    int n, scalar[SCALARS_MAX];
    int digit[SCALARS_MAX]; /* of scalar[i] at the present atom */
    fmpq_t weight;          /* where walk_weight() puts it */
    bool begun;
    struct part {
        int n, at;        /* combinations, and which one it is */
        int first, count; /* its scalars among those above */
        unsigned char *digits;
        fmpq *weight;
    } * part;
    int n_parts;
    long atoms;
};

/* Before the first atom; false when there are more than `most`. walk_fini() either way.
 */
bool walk_init(struct walk *w, const struct space *s, scalars set, long most);
bool walk_next(struct walk *w);
void walk_again(struct walk *w); /* from the first atom on; the weights are the same */
const fmpq *walk_weight(struct walk *w); /* of the present atom; kept until the next */
void walk_fini(struct walk *w);

#endif
