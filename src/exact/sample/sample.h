/*
 * Points: exact values for the slots of a machine, drawn from a seed.
 *
 * Coordinates are exact numbers (fractions with random denominators, multiples of pi),
 * never on a grid. Magnitudes go from 2^-20 to 2^20; signs are independent and balanced:
 * any 16 points in a row show every pair of signs of two coordinates.
 */
#ifndef ROPEWALK_EXACT_SAMPLE_H
#define ROPEWALK_EXACT_SAMPLE_H

#include <stdint.h>

#include "exact/machine/machine.h"

enum {
    INTEGER_MAX = 4096, /* unbounded integers go from -INTEGER_MAX to INTEGER_MAX */
    COUNT_MAX = 48,     /* those that a sum goes to, to COUNT_MAX */
    SHAPE_MAX = 6,      /* symbolic sizes go from 1 to SHAPE_MAX, */
    SHAPE_ALL = 12,     /*   or to where they are declared to end, up to SHAPE_ALL */
    ANCHORS_MAX = 64,
    COMBINATIONS_MAX = 64, /* of finite names beside others, all of which are tried */
    SIGN_PATTERN = 16,
};

enum draw {
    DRAW_READABLE, /* small integers and simple angles */
    DRAW_GENERIC,
    DRAW_SPECIAL, /* 0, 1, -1, pi/2, ...; the n-th draw decides which */
    DRAW_NEAR,    /* around the anchors */
    DRAW_CORNER,  /* at the anchors; other coordinates readable */
};

/* A value of a coordinate where something happens: the root of an argument of max. */
struct anchor {
    int slot, entry;
    fmpq_t value;
};

struct sampler {
    struct machine *machine;
    uint64_t state;
    slong prec;
    struct cone *needs; /* per slot: what its bounds, shape and length come from */
    int tries;          /* generic points so far */
    unsigned char mask[SIGN_PATTERN];
    unsigned flips;
    slong *first, *values; /* of slots with finitely many; values 0: infinitely many */
    bool *part;            /* a size has more values, which are not drawn */
    bool *in_turn;         /* generic points take the slot's values in turn */
    long combinations;     /* of the slots in turn; 0: there are none */
    long stride;           /* from one to the next */
    struct anchor *anchor;
    int n_anchors;
};

/* Everything but the anchors' numbers is in the program's arena. */
void sampler_init(struct sampler *s, struct machine *m, uint64_t seed, slong prec);
void sampler_fini(struct sampler *s);

/* Remember a value of an entry of a slot; those past ANCHORS_MAX are dropped. */
void sampler_anchor(struct sampler *s, int slot, int entry, const fmpq_t value);

/* Fill all slots; n counts the draws of this kind. Conditions other than bounds may not
 * hold. False when a bound or a shape has no value. */
bool sampler_draw(struct sampler *s, enum draw kind, int n);

/* How many generic points show what there is of finite names, and of sizes. */
long sampler_turns(const struct sampler *s);

/* A step that goes through all of n things, far apart from one to the next. */
long sampler_stride(long n);

/* Draw those slots anew whose shape follows from others that were changed. False as for
 * sampler_draw(). */
bool sampler_refit(struct sampler *s);

/* The shape that a slot must have at this point; false when it has none. */
bool sampler_shape(struct sampler *s, int slot, int *rows, int *cols);

/* How many points the domain has, when it is finite and has at most `max`; else 0. The
 * i-th of them into the slots. */
long sampler_count(const struct sampler *s, long max);
void sampler_nth(struct sampler *s, long i);

uint64_t sampler_bits(struct sampler *s);
/* From 0 to n - 1. */
int sampler_below(struct sampler *s, int n);

/* The i-th simple value for a coordinate of a slot, simplest first; false past the last.
 */
bool sample_simple(struct ball *r, const struct slot *slot, int i);

#endif
