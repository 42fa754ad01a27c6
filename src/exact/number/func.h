/*
 * Powers, roots and functions of one number.
 *
 * `complex`: the argument is complex by its type, and the principal value is meant; else
 * it is real, and a function is undefined where it has no real value. UNKNOWN: the ball
 * reaches over the edge of the domain. r may be an operand.
 */
#ifndef ROPEWALK_EXACT_FUNC_H
#define ROPEWALK_EXACT_FUNC_H

#include "exact/number/ball.h"
#include "expr/expr.h"

/* |x| */
void ball_abs(struct ball *r, const struct ball *x, slong prec);

enum state ball_sqrt(struct ball *r, const struct ball *x, bool complex, slong prec);

/* x^n; 0^0 = 1. */
enum state ball_pow_int(struct ball *r, const struct ball *x, const fmpz_t n, slong prec);

/* x^y. 0^0 = 1 only when y is an integer by its type. */
enum state ball_pow(struct ball *r, const struct ball *x, const struct ball *y,
                    bool complex, bool integer, slong prec);

/* Functions of one number that are taken entry by entry (sqrt, exp, ln, sin, abs, Re,
 * ...); func_is() says which. */
bool func_is(enum function_id id);
enum state func_apply(enum function_id id, struct ball *r, const struct ball *x,
                      bool complex, slong prec);

/* Whether the function has neither a branch cut, nor an edge, nor a kink. */
bool func_is_smooth(enum function_id id);

/* Bits that x needs because a sum of squares of its parts would lose one of them. */
long ball_spread(const struct ball *x);

#endif
