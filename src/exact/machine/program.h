/*
 * Terms as a program: a list of nodes in which arguments come before what uses them.
 *
 * Equal subterms, of both sides and of all conditions, become one node. A name is a
 * *slot*, whose value is drawn anew for every point; a name that stands for a term ("y =
 * x^2") becomes the nodes of that term.
 */
#ifndef ROPEWALK_EXACT_PROGRAM_H
#define ROPEWALK_EXACT_PROGRAM_H

#include <stdint.h>

#include "exact/number/ball.h"
#include "expr/expr.h"

/* What is known of a real value before any point is drawn. */
enum sign { SIGN_ANY, SIGN_NONNEGATIVE, SIGN_POSITIVE };

struct node {
    const struct term *term;
    enum term_op op;
    enum function_id function;
    enum relation relation;
    int n;
    const int *arg; /* nodes */
    int strict;     /* so many must be defined; those behind are what a body needs */
    int slot;       /* TERM_NAME; or -1 */
    int inner;      /* TERM_NAME: an inner slot; or -1 */
    bool complex;   /* functions and powers: principal values */
    bool constant;  /* depends on no slot */
    enum sign sign;
    uint64_t depends;          /* on inner slots, as bits */
    const struct body *body;   /* of a node that binds inner slots (body.h); or NULL */
    const struct limit *limit; /* TERM_LIMIT (limit/limit.h) */
    int next;                  /* with the same hash; -1 at the end */
};

struct body;
struct limit;
struct frame;
struct inner;
struct chance;

/* A bound of a slot: the value of a node that depends on earlier slots only. */
struct bound {
    int node;
    bool upper, open;
};

enum { BOUNDS_MAX = 8 };

/* How a slot is drawn: freely, with |x| (of a number or a vector) = 1, as shares that are
 * not negative and add up to 1, or with columns (or rows, if there are fewer of them)
 * that are orthogonal and of length 1. */
enum form { FORM_FREE, FORM_UNIT, FORM_SHARES, FORM_ORTHOGONAL };

struct slot {
    const struct decl *decl;
    bool integer, complex;
    int rows, cols;           /* 0: the value of rows_node, cols_node */
    int rows_node, cols_node; /* or -1 */
    struct bound bound[BOUNDS_MAX];
    int n_bounds;
    enum form form;
    bool angle; /* stands in the argument of a sine */
    bool size;  /* stands in a dimension */
    bool count; /* stands in the bounds of a sum */
    enum sign sign;
};

/* A name that stands for a term. */
struct alias {
    const struct decl *decl;
    int node;
};

enum { HASH_SIZE = 256 };

struct program {
    struct arena *arena;
    const struct scope *scope;
    struct node *node;
    int n, cap;
    struct slot *slot;
    int n_slots, cap_slots;
    struct alias *alias;
    int n_aliases, cap_aliases;
    int *condition; /* nodes that must be true */
    int n_conditions, cap_conditions;
    int first[HASH_SIZE];
    const struct frame *frame; /* names that are bound (body.h); NULL */
    const struct frame *shut; /* the indices of this one and those around it are hidden */
    int depth;                /* bodies around what is being read */
    struct inner *inner;
    int n_inner, cap_inner;
    const struct decl *within;   /* the name whose declaration is being read; NULL */
    bool self;                   /* which may stand there itself: in its conditions */
    const struct decl **pending; /* names whose slots are being made */
    int n_pending, cap_pending;
    struct chance *chance; /* what is random (chance/model.h); NULL: nothing */
    bool degrees;          /* read angles as degrees from here on */
    int significant;       /* bits of all number literals, beyond small ones */
    const char *why;       /* the first thing that cannot be done; NULL */
};

void program_init(struct program *p, struct arena *a, const struct scope *s);

/* A node that is made from others, found when there is one like it. Its op, arguments and
 * what the op needs are set; `slot` and `inner` -1, unless it is a name. */
int program_add_node(struct program *p, struct node *n);

/* The node of a term; -1 with p->why when it cannot be evaluated. */
int program_add(struct program *p, const struct term *t);

/* Behind the terms: slots for the other names whose conditions speak of the slots there
 * are
 * ("y : real where x^2 + y^2 < 1" bounds x). */
void program_close(struct program *p);

/* From now on the name stands for `value`. False with p->why. */
bool program_alias(struct program *p, const struct decl *d, const struct term *value);

/* The nodes that some nodes are computed from, and these themselves, arguments first. */
struct cone {
    int n;
    const int *node;
};

struct cone program_cone(const struct program *p, const int *root, int n);

/* The same with what stands in bodies. */
struct cone program_reach(const struct program *p, struct cone c);

/* Whether a slot is among them. */
bool program_depends(const struct program *p, struct cone c, int slot);

/* The slot of a declared name, made when it is new; -1 with p->why. A name that stands
 * for a term has no slot: *node is its node then, else -1. */
int program_slot(struct program *p, const struct decl *d, int *node);

/* What a name means here: in the terms, or in a declaration. NULL: nothing, or it is
 * bound (body.h). */
const struct decl *program_resolve(const struct program *p, const char *name);

/* The names in a size are sizes, or what sizes are made of. */
void program_mark_sizes(struct program *p, const struct term *t);

/* The slot of a declared name; -1 when there is none (yet). */
int program_slot_find(const struct program *p, const struct decl *d);

/* Whether op is E, Var, Cov or P. */
bool program_is_average(enum term_op op);

/* One side of a shape: a number, or else the node of its value and 0. False with p->why.
 */
bool program_side(struct program *p, struct dim d, int *n, int *node);

/* The array `at` of n things of `size` bytes, with room for one more; it may have moved.
 */
void *program_grow(struct program *p, const void *at, int n, int *cap, size_t size);

/* Put `what` into p->why unless something is there. Returns -1. */
int program_refuse(struct program *p, const char *what);

#endif
