/*
 * Spellings of learners that the language does not have.
 */
#ifndef ROPEWALK_GRADE_SPELLED_H
#define ROPEWALK_GRADE_SPELLED_H

#include "grade/grade_priv.h"

/* The text in the language: arccos x and cos⁻¹ x, Rₘ, R₋ₘ and R_(-m), [[a, b], [c, d]],
 * a·b of two vectors, KL(q, p). What is no such spelling stays as it is. */
const char *
spelled_plainly(const struct grading *g, const struct scope *s, const char *text);

/* What certainly cannot be read and has a way out: numbers in words, 2 2/3, 8 : 3, a sum
 * with its bounds above and below. Words that are names of s are no numbers. False with
 * *e filled. */
bool spelled_check(const struct scope *s, const char *text, struct pos at, struct err *e);

#endif
