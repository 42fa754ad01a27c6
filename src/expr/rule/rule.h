/*
 * The rules of types: one for each operation (operators.c), binder and
 * average (chance.c), and one for each function (function.c).
 */
#ifndef ROPEWALK_EXPR_RULE_RULE_H
#define ROPEWALK_EXPR_RULE_RULE_H

#include "expr/tree.h"

struct typing {
    struct arena *arena;
    const struct term *t;
    struct type *out;
    const char **why;
};

/* Gives the type of w->t in *w->out, or says in *w->why why there is none. */
typedef bool type_rule(struct typing *w);

/* The type of an argument, and its name for messages. */
struct type arg_type(const struct typing *w, int i);
const char *arg_text(const struct typing *w, int i);

/* How a rule ends: false with a sentence, or true with a type. */
bool misfit(struct typing *w, const char *why);
bool give(struct typing *w, struct type t);

/* The type that holds the values of both. */
struct type wider(struct type x, struct type y);

type_rule rule_sum, rule_same, rule_product, rule_quotient, rule_power, rule_transpose,
    rule_index, rule_matrix, rule_relation, rule_call, rule_indexed_sum,
    rule_indexed_product, rule_limit, rule_derivative, rule_expectation, rule_variance,
    rule_covariance, rule_probability, rule_range, rule_independent;

#endif
