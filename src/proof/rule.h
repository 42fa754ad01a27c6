/*
 * Rules: what turns one line of a derivation into the next.
 *
 * design.md section 5. A rule is a family of relations under one name. It justifies
 * x = y when rewriting x and y with it, as often as it applies, in one direction, leaves
 * two terms with one arithmetic normal form. `arithmetic` is that normal form alone.
 *
 * Names of a rule's own scope are pattern variables. A variable matches terms of its type
 * (an integer is a real number, a real number a complex one; a vector or matrix matches
 * what has its shape, symbolic sizes included), and its conditions and the assumptions of
 * its scope must hold for what it matched. Products match in any order where they commute
 * and in any grouping where they do not. A vector variable that occurs only with an index
 * (`X_j`) matches any term in which the index of the binder around it may occur.
 *
 * Nothing here fails: a search that runs out of its budget finds nothing.
 */
#ifndef ROPEWALK_PROOF_RULE_H
#define ROPEWALK_PROOF_RULE_H

#include <stdbool.h>

#include "base/arena.h"
#include "expr/expr.h"

/* ---- the normal form --------------------------------------------------------------- */

/* The `arithmetic` normal form of t: sums of products of opaque parts, whose arguments
 * are in normal form too. Products of numbers commute, those of matrices do not; literal
 * matrices, I(n), 0, whole powers and quotients are worked out; sqrt(t)^2 is t where t is
 * known to be at least 0; what does not depend on an index leaves its sum. The indices of
 * binders get names that no text can have. A term that is too large to be worked out
 * keeps its form in that place. `s` tells signs; may be NULL. In the arena. */
const struct term *
normal_form(struct arena *a, const struct scope *s, const struct term *t);

/* Whether x and y have one normal form (their difference has 0; relations: side by side).
 * Where a divisor is 0 nothing is said. */
bool normal_same(struct arena *a, const struct scope *s, const struct term *x,
                 const struct term *y);

/* ---- rules ------------------------------------------------------------------------- */

enum rule_kind {
    RULE_ARITHMETIC, /* arithmetic, and its parts distribute and collect */
    RULE_BUILT_IN,   /* what no pattern can say */
    RULE_AXIOM,
    RULE_THEOREM,
    RULE_ASSUMPTION, /* the label of an assumption */
    RULE_DEFINITION, /* "definition NAME" */
};

struct rule_body; /* its relations */
struct derivation;

struct rule {
    const char *name;
    enum rule_kind kind;
    const char *say; /* one sentence; "" if none */
    const struct rule_body *body;
    const struct derivation *derivation; /* of a theorem; NULL: none is known */
};

/* Rules by name; those of `parent` (NULL: none) are found too, its own first. */
struct rulebook;

struct rulebook *rulebook_new(struct arena *a, const struct rulebook *parent);
struct arena *rulebook_arena(const struct rulebook *b); /* where it keeps its rules */

/* A book of all basic rules: design.md section 5, and the functions of the language as
 * "definition R", "definition norm", ... */
const struct rulebook *rulebook_basic(struct arena *a);

/* Add `left` r `right` to the family `name` of this book; the first addition says what
 * kind it is and its sentence. The declarations and assumptions of `s` itself (not those
 * above it) are variables and conditions. Strings are copied; terms and s are kept. */
void rulebook_add(struct rulebook *b, const char *name, enum rule_kind kind,
                  const struct scope *s, enum relation r, const struct term *left,
                  const struct term *right, const char *say);

/* Where the theorem `name` of this book itself was derived. Kept. */
void rulebook_derived(struct rulebook *b, const char *name, const struct derivation *d);

/* Add the labels of assumptions of s itself as rules, and "definition NAME" for every
 * name with a value, every definition, and every condition that is an equation. */
void rulebook_add_scope(struct rulebook *b, const struct scope *s);

/* NULL when there is none. "definition  x" is found with any number of blanks;
 * "distribute" and "collect" are found as rules of kind RULE_ARITHMETIC. */
const struct rule *rulebook_find(const struct rulebook *b, const char *name);

/* The known name that a mistyped one may mean; NULL when none is near. */
const char *rulebook_nearest(const struct rulebook *b, const char *name);

/* All rules, in search order: arithmetic first, the parent's before its own. */
int rulebook_count(const struct rulebook *b);
const struct rule *rulebook_at(const struct rulebook *b, int i);

/* Its relations as plain text, one a line; "" for a rule that is no relation. And what it
 * rests on, in one sentence. */
char *rule_statement(struct arena *a, const struct rule *r);
const char *rule_ground(const struct rule *r);

/* ---- what they justify ------------------------------------------------------------- */

/* What searches for the rules of one line may still do together, in bytes of memory; a
 * comparison by balls counts as many as take its time. */
struct effort {
    long left;
    struct granted *granted; /* NULL: the conditions of a rule must hold */
};

/* Conditions that do not hold and are taken for granted, to see what a rule lacks. */
struct granted {
    struct arena *a;
    const char *text; /* "independent(X, Y), c > 0" */
    int n;
};

enum { EFFORT_LINE = 96 << 20 }; /* for one line: about a third of a second */

/* One line: x rel y for all values of the names of s. x and y may both be relations:
 * then = means that they are equivalent, or (`implies`) that y follows from x. */
struct rule_line {
    const struct scope *scope;
    const struct term *x;
    enum relation relation;
    const struct term *y;
    bool implies;
    struct effort *effort; /* NULL: EFFORT_LINE for each search */
};

/* Whether r turns x into y. Equations justify =, <= and >=. What arithmetic alone
 * justifies is justified by no other rule, but for a definition of the scope: the reader
 * has unfolded it, so that both sides are one term. */
bool rule_justifies(struct arena *a, const struct rule *r, const struct rule_line *line);

/* The same with n rules (1 to 4) together, as in `by distribute, i-squared`: both sides
 * are rewritten with all of them. */
bool rules_justify(struct arena *a, const struct rule *const *r, int n,
                   const struct rule_line *line);

/* The rule of a line without a name: arithmetic, else the most specific pattern that
 * justifies it, else the first in the order of the book. A theorem that the line is not
 * an instance of comes behind all other rules. NULL: none, or none was found
 * while there was effort left. */
const struct rule *
rulebook_explain(struct arena *a, const struct rulebook *b, const struct rule_line *line);

/* Two rules that justify it together where no single one does. */
bool rulebook_explain_pair(struct arena *a, const struct rulebook *b,
                           const struct rule_line *line, const struct rule **first,
                           const struct rule **second);

/* ---- one step at a time ------------------------------------------------------------ */

enum { REWRITE_DEPTH_MAX = 32 };

/* One application of a rule to one part of a term. */
struct rewrite {
    const struct rule *rule;
    int path[REWRITE_DEPTH_MAX]; /* arguments from the root to the part */
    int depth;
    bool backward;           /* from the rule's right side to its left */
    const struct term *from; /* the part */
    const struct term *to;   /* what it becomes */
    const struct term *whole;
    enum relation relation; /* of the old whole to the new one */
};

/* Every application of r to t, at most max: how many are in out. */
int rule_steps(struct arena *a, const struct rule *r, const struct scope *s,
               const struct term *t, struct rewrite *out, int max);

#endif
