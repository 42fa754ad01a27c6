/* Declared names for the tests that read terms. */
#ifndef ROPEWALK_TESTS_EXPR_SCOPE_H
#define ROPEWALK_TESTS_EXPR_SCOPE_H

#include "unit/table.h"

#include "expr/expr.h"

static const struct pos here = {"t", 1, 1};

static inline struct scope *
declared(struct arena *a, const char *decls)
{
    struct scope *s = scope_new(a, NULL);
    struct err e = {0};

    if (!scope_declare(a, s, decls, here, &e))
        fail_msg("%s", err_text(a, &e));
    return s;
}

static inline char *
repeated(struct arena *a, const char *before, int n, const char *middle,
         const char *after)
{
    char *out = arena_alloc(
        a, strlen(middle) + 1 + (size_t)n * (strlen(before) + strlen(after)), 1);

    for (int i = 0; i < n; i++)
        strcat(out, before);
    strcat(out, middle);
    for (int i = 0; i < n; i++)
        strcat(out, after);
    return out;
}

#endif
