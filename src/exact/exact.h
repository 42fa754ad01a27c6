/*
 * Terms as balls (Arb), and the verdict whether two of them are equal.
 *
 * design.md section 4. A ball is a number with a rigorous error bound; where the two
 * sides' balls are disjoint the terms differ, and the point is the counterexample. Balls
 * that overlap support equality when they are narrow and no addition has lost an operand;
 * else the precision doubles, to 4,096 bits. Same terms, same scope, same seed: same
 * result.
 *
 * Points are tried in this order: the preferred one; small integers and simple angles;
 * generic ones, until 16 support equality; special ones (0, 1, -1, pi/2, the ends of the
 * domain); places where something happens (roots of divisors, of the arguments of max,
 * min, abs, sign, of roots and logarithms), the intervals between them, and both sides of
 * every kink; generic ones around these. A finite domain of up to 4,096 points is tried
 * completely instead.
 */
#ifndef ROPEWALK_EXACT_EXACT_H
#define ROPEWALK_EXACT_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"

enum verdict { VERDICT_EQUAL, VERDICT_DIFFERENT, VERDICT_UNDECIDED };

/* One name of a counterexample with its value, as an exact term and as text. A finite
 * space has text only (value NULL): "X = Y" is "1 or -1, evenly", "(X, Y)" is "(1, 2) or
 * (3, 0), with shares 1/4, 3/4", "P(a, b)" is "1/3". */
struct coordinate {
    const char *name;
    const struct term *value;
    const char *text;
};

struct exact_result {
    enum verdict verdict;
    const struct coordinate *point; /* DIFFERENT: where; readable, shrunk */
    int n_point;                    /* 0 when neither side has names */
    const char *left, *right; /* DIFFERENT: values there, to as many digits as differ */
    const char *domain;       /* where both sides are defined ("x != 1"); "" if all */
    const char *note; /* "off by the factor 2", "off by a constant", "degrees?", "only for
                       * c > 0", "only for real z", "only for |z| = 1"; "" if none */
    const char *why;  /* UNDECIDED: one sentence; else "" */
    int points;       /* generic points that support EQUAL */
    bool all_points;  /* a finite domain was tried completely */
    long work;        /* what it took, in operations of 64 bits */
};

/* How to look. Zero-initialise for the defaults. */
struct exact_options {
    uint64_t seed;
    /* Tried first, as the counterexample the learner sees (slider values). */
    const struct coordinate *prefer;
    int n_prefer;
    /* Only the verdict is wanted: the result has no point, values, note or domain. */
    bool verdict_only;
    /* How much work may be done, as `work` of the result counts it: beyond, undecided. 0:
     * as much as a comparison may take at most. */
    long most_work;
    /* Undecided as soon as a side was undefined at each of the first points: for terms of
     * which most are expected to mean nothing. */
    bool defined_soon;
    /* Remembers what is drawn for terms about chance; NULL: nothing is. */
    struct exact_memory *memory;
};

/* Of comparisons in which names mean the same, and at most what is assumed of them
 * differs, as those of one derivation: none comes out otherwise, and what was drawn for
 * the same assumptions is not drawn again. Lives in the arena. */
struct exact_memory *exact_memory_new(struct arena *a);

/* Compare x and y, whose types must fit (checked: undecided with `why` otherwise), for
 * all values of the names that `s` declares. `relation` other than RELATION_EQUAL
 * asks whether it holds everywhere: sides that may be equal satisfy <= and >=, and leave
 * < and > undecided. A point where one side is undefined only narrows the domain. Never
 * fails; everything in the arena. At most 10^6 operations at one point, and a bounded
 * number in all: beyond, undecided. */
struct exact_result exact_compare(struct arena *a, const struct scope *s,
                                  const struct term *x, enum relation relation,
                                  const struct term *y, const struct exact_options *o);

/* The value of a term without free names as decimal text, correctly rounded to `digits`
 * significant digits (1 to 1,000; halves away from 0; zeros at the end cut); complex
 * numbers "a + b i", matrices "[a, b; c, d]", columns "[a, b]", rows "[a, b]^T". What
 * 4,096 bits cannot tell from 0, although no addition lost an operand, is 0. false when
 * it is undefined (ERR_VALUE_UNDEFINED), a name has no value (ERR_VALUE_MISSING), or it
 * cannot be enclosed (ERR_VALUE_OPEN, ERR_VALUE_WORK). Names are given values by `at`
 * (may be NULL). */
bool exact_value(struct arena *a, const struct scope *s, const struct term *t,
                 const struct coordinate *at, int n, int digits, const char **text,
                 struct err *e);

/* Free the caches that Arb keeps for this thread; at the end of a program. */
void exact_cleanup(void);

#endif
