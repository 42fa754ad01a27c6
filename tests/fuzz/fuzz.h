/*
 * What the fuzz targets of room expr share: a scope with a name of every kind, and what
 * must hold for everything that is read or refused.
 */
#ifndef ROPEWALK_TESTS_FUZZ_H
#define ROPEWALK_TESTS_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct pos fuzz_here = {"fuzz", 1, 1};

static inline void
fuzz_require(bool holds)
{
    if (!holds)
        abort();
}

/* Declared once: nothing is added to it. */
static inline const struct scope *
fuzz_scope(void)
{
    static struct scope *s;
    struct arena *a = s ? NULL : arena_new();

    if (s)
        return s;
    s = scope_new(a, NULL);
    fuzz_require(scope_declare(
        a, s,
        "m, n, d, j, t, T : integer; x, y, a, b, theta, d_k : real; z : complex;"
        "q, k : vector(d); v, q' : vector(2); A, B : matrix(2, 2); p : distribution(4);"
        "X, Y : random; u : random vector(2) joint; c, g : event; w : sequence(T);"
        "r = [1, x]; define S_p = R(p theta)",
        fuzz_here, NULL));
    return s;
}

/* The input as a string, with `after` behind it. */
static inline char *
fuzz_text(struct arena *a, const uint8_t *data, size_t size, const char *after)
{
    return arena_printf(a, "%s%s", arena_strndup(a, (const char *)data, size), after);
}

/* A refusal has a place and words that a terminal can show. */
static inline void
fuzz_refused(const struct err *e)
{
    fuzz_require(e->at.line > 0 && e->at.col > 0 && e->msg[0]);
    for (const char *c = e->msg; *c; c++)
        fuzz_require((unsigned char)*c >= 0x20 && *c != 0x7f);
}

static inline void
fuzz_written(struct arena *a, const struct term *t)
{
    fuzz_require(t->size <= EXPR_NODES_MAX);
    fuzz_require(*expr_plain(a, t, 0) && *expr_tex(a, t) && *expr_spoken(a, t));
}

#endif
