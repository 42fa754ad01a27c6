/*
 * What the files that explain wrong lines share.
 *
 * A wrong line is changed in one place, or the line above is, and the change that makes
 * the two agree names the slip. Every candidate is screened in double precision and then
 * decided by exact_compare().
 */
#ifndef ROPEWALK_PROOF_SLIP_SLIP_H
#define ROPEWALK_PROOF_SLIP_SLIP_H

#include "calc/calc.h"
#include "proof/judge/judge.h"

/* ---- places in a term (sites.c) ---------------------------------------------------- */

enum { SITES_MAX = 400 };

/* A part of a term. */
struct site {
    const struct term *t;
    int parent, arg; /* where it hangs; parent -1: the whole */
    bool inside;     /* in an argument of a function */
    bool fixed;      /* in an exponent, an index or a bound: not of the term's own kind */
};

struct sites {
    const struct site *at;
    int n;
};

/* The parts of t from the root on, at most SITES_MAX. */
struct sites sites_of(struct arena *a, const struct term *t);

/* The whole with the i-th part replaced; NULL when the types do not fit. */
const struct term *
site_put(struct arena *a, const struct sites *s, int i, const struct term *by);

/* Makers that are NULL for NULL, and where types do not fit. */
const struct term *
site_apply(struct arena *a, enum term_op op, const struct term *x, const struct term *y);
const struct term *site_call(struct arena *a, enum function_id f, const struct term *x);
const struct term *site_whole(struct arena *a, int n); /* may be negative */
bool site_is_number(const struct term *t);             /* not an array, not a relation */

/* ---- screening (screen.c) ---------------------------------------------------------- */

enum { SCREEN_POINTS = 3 };

enum screened { SCREEN_REJECTED, SCREEN_PASSED, SCREEN_OPEN };

struct screen {
    struct calc_env env[SCREEN_POINTS];
    int n;
};

/* Points that the declarations of s admit; none when they cannot be found. */
struct screen screen_new(struct arena *a, const struct scope *s);

/* Whether x r y at the points, in double precision. OPEN: it cannot be said. */
enum screened screen_compare(const struct screen *k, const struct scope *s,
                             const struct term *x, enum relation r, const struct term *y);

/* The one number c with f(x, y) = c at all points, for f = x - y and for f = x / y;
 * entries of arrays are one. false: there is none, or it cannot be said. */
bool screen_difference(const struct screen *k, const struct scope *s,
                       const struct term *x, const struct term *y, double *c);
bool screen_quotient(const struct screen *k, const struct scope *s, const struct term *x,
                     const struct term *y, double *c);

/* ---- one search (slip.c) ----------------------------------------------------------- */

/* x r y does not hold. */
struct slipping {
    struct arena *a; /* scratch */
    const struct derivation *d;
    const struct scope *s;
    const struct term *x;
    enum relation r;
    const struct term *y;
    const struct sites *left, *right;
    struct screen screen;
    const struct comparison *found; /* the comparison of x and y */
    int work, work_all;             /* left to spend on this slip, and on all */
    long operations;                /* left for all comparisons */
    bool chance;                    /* about averages or probabilities */
    struct exact_memory *memory;
    /* Of two slips in one line: what one of them makes of y is collected, and then only
     * what doubles confirm is compared. */
    struct firsts *firsts; /* NULL: they are not collected */
    bool strictly;         /* nothing that cannot be screened */
    int screens;           /* left of those; only then */
    /* What explains it. */
    const struct term *repaired;
    const char *assumption; /* "" or what must be assumed */
    struct span at;         /* the part of the line that is wrong; len 0: all of it */
};

enum { FIRSTS_MAX = 160, SCREENS_PAIR = 2500 };

/* Terms that one slip would have made y of. */
struct firsts {
    struct {
        const struct term *y;
        int row; /* of the table of slips */
        struct span at;
    } item[FIRSTS_MAX];
    int n, row;
};

/* Whether x r y holds with `by` for y, or for x. */
bool slip_right(struct slipping *g, const struct term *by);
bool slip_left(struct slipping *g, const struct term *by);

/* slip_right() with the i-th part of y replaced. */
bool slip_put(struct slipping *g, int i, const struct term *by);

/* Whether it holds in the scope with more assumed. */
bool slip_assume(struct slipping *g, const char *assumption);

/* ---- the slips --------------------------------------------------------------------- */

/* Each: whether it explains the line. */
bool slip_sign(struct slipping *g);
bool slip_sign_inside(struct slipping *g); /* in one function argument */
bool slip_order(struct slipping *g);
bool slip_transpose(struct slipping *g);
bool slip_conjugate(struct slipping *g);
bool slip_square(struct slipping *g);
bool slip_root(struct slipping *g);
bool slip_square_inside(struct slipping *g);
bool slip_root_inside(struct slipping *g);
bool slip_deviation(struct slipping *g);
bool slip_index(struct slipping *g);
bool slip_constant(struct slipping *g);
bool slip_constant_name(struct slipping *g); /* a name as a term, too much or missing */
bool slip_factor(struct slipping *g);
bool slip_assumption(struct slipping *g);
bool slip_domain(struct slipping *g);

#endif
