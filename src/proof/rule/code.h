/*
 * Rules that no pattern can say.
 */
#ifndef ROPEWALK_PROOF_CODE_H
#define ROPEWALK_PROOF_CODE_H

#include "proof/rule/body.h"

/* code_matrix.c */
code_rule code_transpose_scalar, code_block_product, code_transpose, code_orthogonal;
code_rule code_transpose_sum;

/* code_chance.c */
code_rule code_variance_sum, code_conditional_probability, code_independent;

/* code_complex.c */
code_rule code_real_part, code_imaginary_part, code_conjugate;

/* code_calculus.c */
code_rule code_power_rule;
code_rule code_product_rule, code_quotient_rule, code_chain_rule, code_exp_derivative;

/* code_average.c */
code_rule code_expectation_linear, code_expectation_product;

/* judges.c */
judge_rule line_by_limit, line_by_counterexample, line_by_constant_slope;

/* whole/ */
judge_rule line_by_stationary, line_by_taylor, line_by_induction, line_by_gershgorin,
    line_by_ieee, line_by_both_sides, line_by_monotone;

/* bound.c: whether an inequality of r, used once in a place where it counts, turns x into
 * y. */
bool bound_justifies(struct arena *a, const struct rule *r, const struct rule_line *line);

#endif
