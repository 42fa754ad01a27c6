/*
 * Derivations: read, judged line by line, audited, and explained where they are wrong.
 *
 * design.md section 5. A line is compared with the readable line above and with the
 * start, by balls (room exact); a rule must turn the one into the other (proof/rule.h);
 * a wrong line is searched for the slip that explains it. Nothing here is ever said on
 * the strength of text: every verdict is one of exact_compare() or of a rule.
 */
#ifndef ROPEWALK_PROOF_PROOF_H
#define ROPEWALK_PROOF_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "exact/exact.h"
#include "expr/expr.h"
#include "proof/rule.h"
#include "proof/text.h"

/* ---- judging ---------------------------------------------------------------------- */

/* How to judge. Zero-initialise for the defaults. */
struct proof_options {
    uint64_t seed;
    /* Values for the point at which lines are evaluated, where they are admitted. */
    const struct coordinate *prefer;
    int n_prefer;
    const struct rulebook *rules; /* NULL: lines are compared by numbers only */
    struct exact_memory *memory;  /* filled in where the options are passed on */
};

/* One comparison by balls; see struct exact_result. */
struct comparison {
    enum verdict verdict;
    const struct coordinate *point;
    int n_point;
    const char *left, *right, *domain, *note, *why;
};

enum line_verdict { LINE_HOLDS, LINE_DIFFERENT, LINE_UNDECIDED, LINE_UNREADABLE };

/* What is said about a line that holds. */
enum remark {
    REMARK_NONE,
    REMARK_NO_PROGRESS, /* the same tree as an earlier line */
    REMARK_TWO_STEPS,   /* no single rule, but the two in `rules` */
    REMARK_WRONG_RULE,  /* another rule than the one that is named */
    REMARK_NO_RULE,     /* by numbers only */
    REMARK_CLAIM,       /* said, not machine-checked; its verdict is UNDECIDED */
};

/* Why a line does not hold. `name` is a word of the contract, "" if nothing explains
 * it. */
struct line_slip {
    const char *name, *headline;
    const char *second;     /* the headline of a second slip in the line; "" if none */
    const char *repaired;   /* the line without the slip, as plain text; "" */
    const char *assumption; /* what must be assumed for it; "" */
    struct span at;         /* the wrong part of the line's term; len 0: all of it */
};

struct judged_line {
    enum line_verdict verdict;
    enum remark remark;
    struct names rules; /* that justify it, in the order they are named */
    const char *domain; /* of all lines so far: "x != 1"; "" if everywhere */
    struct comparison with;
    int from;        /* the line it was compared with; -1: the start */
    bool after_slip; /* it follows from a line that does not hold */
    struct line_slip slip;
    const struct err *error; /* LINE_UNREADABLE: why */
    const char *message;     /* one sentence about the verdict; "" when all is well */
    const char *where;       /* of it: "at x = 2: 5 in the start, 4 here"; "" if none */
    const char *value;       /* at the readable point; "" if it has none */
};

/* A derivation that is being judged, line by line. */
struct judging;

/* d, the options and what they point to are borrowed. Everything is in the arena. */
struct judging *
judging_new(struct arena *a, const struct derivation *d, const struct proof_options *o);

/* The i-th line (0: the first behind the start), judged now unless it was; the lines
 * above it are judged before. */
const struct judged_line *judging_line(struct judging *j, int i);

/* The readable point "m = 5, n = 2" ("" if there is none), its coordinates, and the
 * value of the start there. */
const char *judging_point(const struct judging *j);
const struct coordinate *judging_coordinates(const struct judging *j, int *n);
const char *judging_start_value(const struct judging *j);

/* One assumption that a line needs, and where the line breaks without it (verdict
 * DIFFERENT; UNDECIDED: it cannot be shown to hold without). */
struct need {
    const char *name; /* its label, or its text */
    struct comparison without;
};

struct needs {
    const struct need *at;
    int n;
};

/* The assumptions that remain when, in the order of their declaration, each is dropped
 * without which the line still holds as widely. Of a line that holds. */
struct needs judging_needs(struct judging *j, int i);

/* Whether all lines hold, so that the last follows from the start; then, with a book, the
 * theorem is added to it, on the domain that is left. */
bool judging_theorem(struct judging *j, struct rulebook *b);

/* The same without judging, where all its lines have a value: for derivations that were
 * checked before. */
bool derivation_rule(struct rulebook *b, const struct derivation *d);

/* "no-progress", ...; "" for none. */
const char *remark_word(enum remark r);
const char *line_verdict_word(enum line_verdict v);

#endif
