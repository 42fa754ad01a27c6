/*
 * The precision lens: what a computation gives when every operation is rounded to a
 * format, as hardware of that format would.
 *
 * Numbers of all formats are held in doubles. Addition, subtraction, multiplication,
 * division and square root are rounded correctly (to nearest, ties to even, with
 * subnormal numbers and overflow to infinity): a double has more than 2 p + 2 bits for
 * each smaller format, so that rounding its result once more changes nothing (Figueroa,
 * "When is double rounding innocuous?", 1995). exp, ln, sin, cos and powers are the
 * double's value rounded; it differs from the correctly rounded one only when the exact
 * value lies within about 2^-52 of the middle of two neighbours: for fp16 and bf16
 * nowhere (all arguments are tried by the tests), for fp32 at about one argument in 2^27.
 */
#ifndef ROPEWALK_NUM_LENS_H
#define ROPEWALK_NUM_LENS_H

#include <stdbool.h>

/* IEEE 754 binary64, binary32 and binary16; bfloat16 is binary32 with 16 bits cut off
 * (8 significant bits). */
enum num_format { NUM_FP64, NUM_FP32, NUM_BF16, NUM_FP16, NUM_FORMATS };

/* How operations round. {0} is plain double arithmetic. With `wide_sums` the 16-bit
 * formats keep sums of products in fp32 and round them once, at the end, as tensor cores
 * do; it changes nothing for the others. */
struct num_lens {
    enum num_format format;
    bool wide_sums;
};

struct num_format_facts {
    const char *name;    /* "fp64", "fp32", "bf16", "fp16" */
    int bits;            /* significant ones, p; the unit roundoff is 2^-p */
    double largest;      /* finite */
    double least;        /* positive: a subnormal number */
    double least_normal; /* with all p bits */
};

const struct num_format_facts *num_format_facts(enum num_format f);

/* The format of that name; false when there is none. */
bool num_format_find(const char *name, enum num_format *out);

/* The number of the format that is nearest to x; of two the one whose last bit is 0; of
 * a size that rounds beyond the largest, infinity. Keeps NaN and the sign of zero. */
double num_round(enum num_format f, double x);

/* The next number of the format above x (infinity after the largest); x is first
 * rounded. Of -x, negated, it is the one below. */
double num_next(enum num_format f, double x);

/* The spacing of the format at x: the gap between |x|, rounded, and the next number; NaN
 * for what is not finite. */
double num_spacing(enum num_format f, double x);

/* n numbers rounded to the lens's format; out may be x. */
void num_round_all(struct num_lens l, int n, const double *x, double *out);

/* x_1 + ... + x_n and x_1 y_1 + ... + x_n y_n, from left to right; many doubles (64 or
 * more, without a lens) in 32 parts, which are then added in pairs. Within u n sum |x_i|
 * and u (n + 1) sum |x_i y_i|. */
double num_sum(struct num_lens l, int n, const double *x);
double num_dot(struct num_lens l, int n, const double *x, const double *y);

/* out (rows x cols) = x (rows x inner) times y (inner x cols); out may not overlap. Each
 * is within u (inner + 1) times the sum of sizes. */
struct num_shape {
    int rows, inner, cols;
};
void num_product(struct num_lens l, struct num_shape s, const double *x, const double *y,
                 double *out);

#endif
