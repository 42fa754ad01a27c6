/*
 * What the three printers share.
 */
#ifndef ROPEWALK_EXPR_PRINTER_H
#define ROPEWALK_EXPR_PRINTER_H

#include "base/buf.h"
#include "expr/names.h"
#include "expr/tree.h"

/* How tightly a term holds together when it is written in a line. */
enum tightness {
    TIGHT_RELATION,
    TIGHT_SUM,     /* a + b, a - b, -a */
    TIGHT_PRODUCT, /* a b, a/b */
    TIGHT_POWER,   /* a^b */
    TIGHT_POSTFIX, /* A^T */
    TIGHT_ATOM,
};

enum tightness term_tightness(const struct term *t);

/* digits * 10^exponent in a line: "0.25", "1200", "15e-8" split into the digits with
 * their point and a power of ten, 0 when there is none. */
const char *number_mantissa(struct arena *a, const struct term *t, int *power);

/* t of a range w_<t, which is w_1..(t - 1); NULL for another range. */
const struct term *range_end(const struct term *t);

/* The spelling of a function in functions.def. */
const char *function_text(enum function_id f);

#endif
