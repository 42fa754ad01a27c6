/*
 * Matching a pattern with a term.
 *
 * A pattern is a term whose variables are the names that its own scope declares. The
 * search keeps a list of goals, pairs of a pattern and a term that must agree, and the
 * values of the variables so far; where a goal can be met in several ways it tries them
 * in turn. Products of numbers and sums match in any order; in a product of matrices the
 * parts of the pattern stand side by side. All is bounded by `work`.
 */
#ifndef ROPEWALK_PROOF_MATCH_H
#define ROPEWALK_PROOF_MATCH_H

#include "proof/normal/poly.h"

enum {
    MATCH_VARIABLES_MAX = 24,
    MATCH_FACTORS_MAX = 32, /* of one product; terms of one sum */
    MATCH_WORK = 3000,      /* goals of one match */
    TRIAL_WORK = 500000,    /* for one condition that is compared exactly */
};

/* An index of the pattern and the one of the term that it stands for. */
struct pairs {
    const char *pattern, *term;
    const struct pairs *outer;
};

struct variable {
    const char *name;
    const struct decl *decl;
    const struct term *by; /* NULL: free */
    const char *index;     /* what X_j matched: `by` as a function of this index */
};

/* A product taken apart: c times powers of numbers times a word. */
struct product {
    struct rational c;
    struct power f[MATCH_FACTORS_MAX];
    const struct term *w[MATCH_FACTORS_MAX];
    int n_f, n_w;
};

/* A sum taken apart: terms with signs. */
struct sum_terms {
    const struct term *at[MATCH_FACTORS_MAX];
    bool minus[MATCH_FACTORS_MAX];
    int n;
};

struct product_goal;
struct sum_goal;
struct granted;

/* Conditions that are compared exactly. */
struct trials {
    int left;
    long work;               /* spent on them, in operations of 64 bits */
    struct granted *granted; /* rule.h; NULL: they must hold */
};

struct matcher {
    struct arena *arena;
    const struct scope *scope;     /* of the term */
    const struct scope *variables; /* of the pattern */
    struct variable v[MATCH_VARIABLES_MAX];
    int n;
    int work;
    struct trials *trials;
    int skip;     /* how many matches to pass over */
    bool lenient; /* a - b matches a + c, with -c for b */
    bool chance;  /* the pattern speaks of chance: other variables are not random */
    /* The part of a product or a sum that was matched, when not all of it was. */
    const struct product_goal *product;
    const struct sum_goal *sum;
};

/* The variables are the names that `variables` itself declares, those of `pattern` and
 * its other side alike. */
void match_begin(struct matcher *m, struct arena *a, const struct scope *scope,
                 const struct scope *variables, struct trials *trials);

/* Whether the pattern matches all of t; if t is a product or a sum, some of its parts. */
bool match_term(struct matcher *m, const struct term *pattern, const struct term *t);
bool match_part(struct matcher *m, const struct term *pattern, const struct term *t);

/* `other` with the variables replaced by what they matched; after match_part() together
 * with what was left over. NULL when it has no type. */
const struct term *match_result(struct matcher *m, const struct term *other);
const struct term *match_instance(struct matcher *m, const struct term *t);

/* ---- inside the room ----------------------------------------------------------------
 */

enum goal_kind { GOAL_TERM, GOAL_FACTORS, GOAL_WORD, GOAL_TERMS };

struct goal {
    enum goal_kind kind;
    const struct term *p, *t;
    const struct pairs *pairs;
    struct product_goal *product;
    struct sum_goal *sum;
    int i; /* which part of the pattern */
    const struct goal *next;
};

/* Meet all goals; bindings stay when it is true, and are undone when not. */
bool match_solve(struct matcher *m, const struct goal *g);

/* variable.c */
struct variable *match_variable(struct matcher *m, const char *name);
bool match_is_free(struct matcher *m, const struct term *p);     /* a free variable */
bool match_is_function(struct matcher *m, const struct term *p); /* X_j */
bool match_bind(struct matcher *m, const struct goal *g);        /* then g->next */
bool match_bind_function(struct matcher *m, const struct goal *g);
bool match_conditions(struct matcher *m);
bool match_is_ground(struct matcher *m, const struct term *p); /* no free variables */

/* product.c */
bool product_take_apart(struct product *out, struct arena *a, const struct term *t,
                        bool words);
const struct term *product_term(struct arena *a, const struct product *p);
bool term_is_product(const struct term *t);
bool match_product(struct matcher *m, const struct goal *g, bool part);
bool match_factors(struct matcher *m, const struct goal *g);
bool match_word(struct matcher *m, const struct goal *g);
const struct term *
product_result(struct matcher *m, const struct product_goal *p, const struct term *by);

/* sum.c */
bool sum_take_apart(struct sum_terms *out, struct arena *a, const struct term *t);
const struct term *sum_term(struct arena *a, const struct sum_terms *s);
bool match_sum(struct matcher *m, const struct goal *g, bool part);
bool match_terms(struct matcher *m, const struct goal *g);
const struct term *
sum_result(struct matcher *m, const struct sum_goal *s, const struct term *by);

#endif
