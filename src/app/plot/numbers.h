/*
 * Numbers from a stream, for plots.
 */
#ifndef ROPEWALK_APP_PLOT_NUMBERS_H
#define ROPEWALK_APP_PLOT_NUMBERS_H

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/err.h"

enum { NUMBERS_MAX = 10000000, NUMBERS_BYTES_MAX = 256 << 20 };

struct numbers {
    double *at;
    const char **labels; /* NULL when no line had one; an entry may be NULL */
    size_t n;
};

/* Read all numbers of the stream: decimal, with blanks, commas or semicolons between;
 * "nan" and "inf" in any case. With `labels` a line may hold one number and a text before
 * or behind it, which is its label. false with *e, at line and column of stdin, for
 * anything else. Everything is in the arena. */
bool
numbers_read(struct arena *a, FILE *in, bool labels, struct numbers *out, struct err *e);

#endif
