/*
 * A program evaluated at a point: one register per node.
 *
 * A register is computed again only when a slot below it was set or the precision
 * changed, so that moving along one coordinate costs only what depends on it.
 */
#ifndef ROPEWALK_EXACT_MACHINE_H
#define ROPEWALK_EXACT_MACHINE_H

#include "exact/machine/program.h"
#include "exact/number/balls.h"

/* Work on one point, in operations on entries; rational coordinates of more bits are
 * rounded, so that a generic point costs what its precision costs. */
enum { WORK_MAX = 1000000, ENTRIES_MAX = 4096, COORDINATE_BITS = 64 };

struct world;

struct machine {
    const struct program *program;
    slong prec;
    long now, work;
    long spent;       /* all work so far, in operations of 64 bits */
    bool exhausted;   /* WORK_MAX or ENTRIES_MAX stopped something, */
    bool stopped;     /*   and in the last run */
    const char *open; /* why no precision decided something, once; or NULL */
    struct balls *reg;
    long *reg_time;
    slong *reg_prec;
    long *reg_items; /* of a sum or product: how many items its value has */
    int n_regs;
    struct balls *slot; /* exact */
    long *slot_time;
    int n_slots;
    struct balls *inner; /* inner slots (body.h) */
    long *inner_time;
    int n_inner;
    struct world *world; /* the space of the point (chance/world.h); NULL */
    long chance_time;    /* when it was drawn */
    bool crowded;        /* it has too many atoms to run over */
};

void machine_init(struct machine *m, const struct program *p);
void machine_fini(struct machine *m);

/* After the program has grown. */
void machine_grow(struct machine *m);

/* The value of a slot, to be filled with exact numbers. */
struct balls *machine_slot(struct machine *m, int slot);

/* Compute the registers of a cone with prec bits. */
void machine_run(struct machine *m, struct cone cone, slong prec);

/* Whether there is room for a result and time for the work on it, which is counted. */
bool machine_afford(struct machine *m, long entries, long work);
/* Whether a register's value holds for the precision of this run. */
bool machine_is_precise(const struct machine *m, int node);
/* There is too much work: UNKNOWN. */
enum state machine_stop(struct machine *m);

#endif
