/*
 * A number, vector or matrix of numbers: what a term has as its value at a point.
 *
 * Entries row by row; a number is 1 x 1. The entries are owned and kept from value to
 * value, so that a register that is used again allocates nothing.
 */
#ifndef ROPEWALK_EXACT_BALLS_H
#define ROPEWALK_EXACT_BALLS_H

#include "exact/number/ball.h"

/* A dimension is at most SIDE_MAX; determinants are expanded up to MINORS_MAX, larger
 * ones eliminated. */
enum { SIDE_MAX = 512, MINORS_MAX = 4, EXPAND_MAX = 10 };

struct balls {
    enum state state; /* of the whole value */
    int cause;        /* UNDEFINED or UNKNOWN: the node that began it */
    int rows, cols, cap;
    struct ball *at;
};

void balls_init(struct balls *v);
void balls_fini(struct balls *v);

/* Make room; the entries keep whatever they were. */
void balls_shape(struct balls *v, int rows, int cols);
void balls_copy(struct balls *r, const struct balls *v);
bool balls_is_number(const struct balls *v);

/* r is none of the operands. Shapes must fit; false when they do not. */
bool balls_add(struct balls *r, const struct balls *a, const struct balls *b, bool minus,
               slong prec);
/* Numbers times anything, or rows times columns. */
bool balls_mul(struct balls *r, const struct balls *a, const struct balls *b, slong prec);
void balls_transpose(struct balls *r, const struct balls *a);

/* Of a square matrix. */
enum state balls_det(struct ball *r, const struct balls *a, slong prec);
enum state balls_inverse(struct balls *r, const struct balls *a, slong prec);
/* a^n; n may be negative. */
enum state balls_power(struct balls *r, const struct balls *a, long n, slong prec);

/* The square root of the sum of |entry|^2. */
void balls_norm(struct ball *r, const struct balls *a, slong prec);

#endif
