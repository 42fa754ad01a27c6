/*
 * What a rule is made of, and rewriting with it.
 */
#ifndef ROPEWALK_PROOF_BODY_H
#define ROPEWALK_PROOF_BODY_H

#include <stdint.h>

#include "proof/match/match.h"
#include "proof/rule.h"

enum {
    REWRITES_MAX = 80,    /* in one direction of one line */
    CONDITION_TRIALS = 6, /* conditions compared exactly, for one line */
    RULES_AT_ONCE_MAX = 4,
    CODE_WEIGHT = 4,             /* a rule that is code, as a pattern of this size */
    REWRITE_SIZE_MAX = 4000,     /* parts of a term that is still rewritten */
    ATTEMPT_BYTES_MAX = 4 << 20, /* of one rule in one direction; what leads anywhere
                                  * takes a quarter of it */
    BYTES_PER_WORK = 4,          /* of memory, in the time of one operation of balls */
};

/* Which ops and functions occur in a term. */
struct heads {
    uint64_t ops, functions;
};

struct equation {
    const struct scope *scope;
    enum relation relation;
    const struct term *left, *right;
    bool forward, backward; /* which directions are searched */
    bool once;              /* the right side has what the left matches: never twice */
    bool chance;
    struct heads left_needs, right_needs;
};

struct rewriter;

/* t after one application at its root, or NULL. For rules that no pattern can say. */
typedef const struct term *
code_rule(struct rewriter *w, const struct term *t, bool backward);

/* Whether the rule justifies a line, judged as a whole. */
typedef bool judge_rule(struct arena *a, const struct rule_line *line);

struct rule_body {
    struct equation *at;
    int n, cap;
    code_rule *code;
    struct heads needs; /* of a line for which the code can do something */
    judge_rule *judge;
};

struct directed_rule {
    const struct rule *rule;
    bool backward;
};

struct rewriter {
    struct arena *arena;
    const struct scope *scope;
    struct directed_rule rule[RULES_AT_ONCE_MAX];
    int n;
    int count; /* rewrites so far */
    struct trials trials;
    size_t most;  /* bytes of the arena, beyond which nothing is rewritten; 0: any */
    int specific; /* size of the largest pattern that applied */
    bool lenient; /* see struct matcher */
    bool whole;   /* no pattern matches a part of a product */
    bool entire;  /* nor a part of a sum */
};

/* t rewritten wherever the rules apply, as often as they do. */
const struct term *rewrite_all(struct rewriter *w, const struct term *t);

/* One application of one equation at the root of t; NULL. `skip` passes over matches. */
const struct term *rewrite_equation(struct rewriter *w, const struct equation *e,
                                    bool backward, const struct term *t, int skip);

/* The scope inside the body of a binder. */
const struct scope *
scope_inside(struct arena *a, const struct scope *s, const struct term *binder);

/* t with one argument replaced; NULL when it has no type. */
const struct term *
with_argument(struct arena *a, const struct term *t, int i, const struct term *by);

struct heads heads_of(const struct term *t);
bool heads_include(struct heads has, struct heads needs);

/* A rule, or its part, that is code. */
void rulebook_put(struct rulebook *b, const char *name, enum rule_kind kind,
                  const struct rule_body *code, const char *say);

#endif
