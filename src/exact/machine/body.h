/*
 * Bodies: terms that are evaluated many times at one point, for other values of *inner
 * slots*: the body of a sum for each value of its index, that of E[...] for each atom.
 *
 * Building: open a frame, in which a name stands for an inner slot; add the terms; close
 * the frame; body_attach() the roots to the node that binds them. The node gets what its
 * body needs from outside as further arguments, behind `strict` ones of its own: so
 * nothing else has to know of bodies, and the node is evaluated again exactly when
 * something outside changed. Equal bodies are one, whatever their index is called.
 *
 * Running: from the node's run_fn, set the inner slots with machine_inner(), then
 * machine_body(); the roots' registers hold the values. What does not depend on the inner
 * slots was evaluated before, once, and may be undefined: that counts only when the
 * body is run. A body inside a body has other inner slots, by its depth.
 */
#ifndef ROPEWALK_EXACT_MACHINE_BODY_H
#define ROPEWALK_EXACT_MACHINE_BODY_H

#include "exact/machine/machine.h"

/* Inner slots of a program, all bodies together. */
enum { INNER_MAX = 64 };

/* What is known of the values of an inner slot. Slots of the same decl (NULL: an index),
 * depth and sign are one. */
struct inner {
    const struct decl *decl;
    int depth;
    enum sign sign;
};

/* A name that is bound while terms are read. An index (`name`, decl NULL) hides declared
 * names, but not in what is declared elsewhere: inside "y = j x" a j is not the index
 * around y. A declared name (decl) is bound there as well. It stands for an inner slot,
 * or, when `inner` is -1, for a node. */
struct frame {
    const char *name;
    const struct decl *decl;
    int inner, node;
    const struct frame *outer;
};

struct body {
    int n;
    const int *root;
    uint64_t binds;   /* the inner slots that it is evaluated for, as bits */
    struct cone cone; /* the nodes that depend on them */
};

/* The inner slot for a name at the present depth; -1 with p->why when there are too many.
 */
int body_slot(struct program *p, const struct decl *d, enum sign sign);

/* Frames are the caller's; those opened last are closed first. Each body is one deeper
 * than what is around it: body_enter() before its slots and frames, body_leave() behind.
 */
void body_open(struct program *p, struct frame *f);
void body_close(struct program *p);
void body_enter(struct program *p);
void body_leave(struct program *p);

/* The frame of the index that a name is here, and that which binds a declared name; NULL
 * when there is none. */
const struct frame *body_index(const struct program *p, const char *name);
const struct frame *body_frame(const struct program *p, const struct decl *d);

/* The node that a bound name stands for. */
int body_name(struct program *p, const struct frame *f, const struct term *name);

/* Make n the binder of a body: its arguments so far become strict ones. */
void body_attach(struct program *p, struct node *n, const int *root, int n_roots,
                 uint64_t binds);

/* The node of a sum or a product. */
int body_add_fold(struct program *p, const struct term *t);

/* The item of a sum or product at its `place`-th index, from 0: a node without a body of
 * its own. -1 past the last when that is constant; it may be past the last otherwise. */
int body_item(struct program *p, int fold, int place);

/* How many items there are, when the bounds are literals; else -1. */
long body_items(const struct program *p, int fold);

/* `node` with another node in the place of an inner slot. */
int body_replace(struct program *p, int node, int inner, int by);

/* The value of an inner slot, to be filled with exact numbers. */
struct balls *machine_inner(struct machine *m, int inner);

/* Evaluate a body for the values in its inner slots, with the precision of the run that
 * is going on. False when there was too much work (UNKNOWN is what it is then). */
bool machine_body(struct machine *m, const struct body *b);

/* Sums and products (run_fn). */
enum state body_run_fold(struct machine *m, const struct node *n, struct balls *r);

#endif
