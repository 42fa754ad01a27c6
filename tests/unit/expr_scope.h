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

/* The term or the relation that stands there. */
static inline const struct term *
parsed(struct arena *a, const struct scope *s, const char *text)
{
    struct err e = {0};
    const struct term *t = expr_parse(a, s, text, here, &e);

    if (!t)
        t = expr_parse_relation(a, s, text, here, &e);
    if (!t)
        fail_msg("%s: %s", text, err_text(a, &e));
    return t;
}

/* The text is refused at column `col` of its first line, in words that contain `says`. */
static inline void
assert_refused(struct arena *a, const struct scope *s, const char *text, int col,
               const char *says, struct err *e)
{
    const struct term *t = expr_parse(a, s, text, here, e);

    if (t)
        fail_msg("this was read: %s", expr_plain(a, t, 0));
    if (e->at.col != col || !strstr(e->msg, says))
        fail_msg("%s", err_text(a, e));
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
