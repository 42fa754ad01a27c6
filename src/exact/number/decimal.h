/*
 * Balls as decimal text, correctly rounded.
 */
#ifndef ROPEWALK_EXACT_NUMBER_DECIMAL_H
#define ROPEWALK_EXACT_NUMBER_DECIMAL_H

#include "base/arena.h"
#include "exact/number/balls.h"

enum { DIGITS_MAX = 1000 };

enum written {
    WRITTEN,
    TOO_WIDE, /* the ball does not decide the last digit, or whether it is 0 */
    TOO_LARGE /* more digits than memory should hold */
};

/*
 * v with `digits` significant digits a part, halves away from 0, zeros at the end cut:
 * "0.866", "1.5e-21", "a + b i", "[a, b; c, d]"; a column is "[a, b]", a row "[a, b]^T".
 * Text that the language reads back. `prec` is what exact parts are computed with.
 *
 * A ball around 0 of radius below 2^-200 (and no larger than that times the number's
 * other part) is written as 0 when `zeros` says that no more bits will come.
 */
enum written balls_text(struct arena *a, const struct balls *v, int digits, slong prec,
                        bool zeros, const char **text);

/* How many digits stand before the point of the largest part; at least 1. */
int balls_whole_digits(const struct balls *v);

#endif
