/*
 * Terms as balls (Arb), and the verdict whether two of them are equal.
 *
 * design.md section 4. A ball is a number with a rigorous error bound; where the two
 * sides' balls are disjoint the terms differ, and the point is the counterexample.
 * Same terms, same scope, same seed: same verdict.
 */
#ifndef ROPEWALK_EXACT_EXACT_H
#define ROPEWALK_EXACT_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"

enum verdict { VERDICT_EQUAL, VERDICT_DIFFERENT, VERDICT_UNDECIDED };

/* One name of a counterexample with its value, as an exact term and as text. */
struct coordinate {
    const char *name;
    const struct term *value;
    const char *text;
};

struct exact_result {
    enum verdict verdict;
    const struct coordinate *point; /* DIFFERENT: where; readable, shrunk */
    int n_point;
    const char *left, *right; /* DIFFERENT: values there, to as many digits as differ */
    const char *domain;       /* where both sides are defined ("x != 1"); "" if all */
    const char *note;         /* "off by the factor 2", "degrees?", ...; "" if none */
    const char *why;          /* UNDECIDED: one sentence; else "" */
    int points;               /* generic points that support EQUAL */
    bool all_points;          /* a finite domain was tried completely */
};

/* How to look. Zero-initialise for the defaults. */
struct exact_options {
    uint64_t seed;
    /* Tried first, as the counterexample the learner sees (slider values). */
    const struct coordinate *prefer;
    int n_prefer;
};

/* Compare x and y, whose types must fit (checked: undecided with `why` otherwise), for
 * all values of the names that `s` declares. `relation` other than RELATION_EQUAL
 * asks whether it holds everywhere. Never fails; everything in the arena. */
struct exact_result exact_compare(struct arena *a, const struct scope *s,
                                  const struct term *x, enum relation relation,
                                  const struct term *y, const struct exact_options *o);

/* The value of a term without free names as decimal text, correctly rounded to `digits`
 * significant digits (at most 1,000); complex numbers "a + b i", matrices
 * "[a, b; c, d]". false when it is undefined or cannot be enclosed (*e). Names are
 * given values by `at` (may be NULL). */
bool exact_value(struct arena *a, const struct scope *s, const struct term *t,
                 const struct coordinate *at, int n, int digits, const char **text,
                 struct err *e);

/* Free the caches that Arb keeps for this thread; at the end of a program. */
void exact_cleanup(void);

#endif
