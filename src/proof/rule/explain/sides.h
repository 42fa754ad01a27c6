/*
 * A line between its two sides, and whether rules lead from one to the other.
 */
#ifndef ROPEWALK_PROOF_SIDES_H
#define ROPEWALK_PROOF_SIDES_H

#include "proof/rule/body.h"

/* A line with the normal forms of its sides, which every rule begins with. */
struct sides {
    const struct rule_line *line;
    const struct term *x, *y;
    struct arena *scratch; /* forgotten after each attempt */
    struct effort *effort;
};

/* The line with its effort, or one of its own; scratch is to be freed. */
struct sides sides_begin(struct arena *a, const struct rule_line *l);

/* The end of an attempt: what it took is counted, and forgotten. */
void sides_end_attempt(const struct sides *s, const struct rewriter *w);

/* For n rules in directions that are still to be set. */
struct rewriter sides_rewriter(const struct sides *s, int n);

/* Whether n rules that rewrite lead from side to side, all of them used, in any direction
 * each. *specific is the size of the largest pattern. */
bool
sides_justify(const struct rule *const *r, int n, const struct sides *s, int *specific);

/* The same for one rule of any kind. */
bool sides_justify_one(const struct rule *r, const struct sides *s, int *specific);

/* Whether the one of n rules that judges whole lines accepts what the others make. */
bool sides_judged_after(const struct rule *const *used, int n, const struct sides *s);

bool rule_rewrites(const struct rule *r);

/* Whether the rule is one in that direction. */
bool rule_is_directed(const struct rule *r, bool backward);

/* Whether the normal forms agree; whether x < y shows in the form of y - x (`number`:
 * only where it is a number). */
bool line_is_arithmetic(const struct rule_line *l, struct arena *a);
bool line_is_plain_order(const struct rule_line *l, struct arena *a, bool number);

bool line_is_about_order(const struct rule_line *l);

#endif
