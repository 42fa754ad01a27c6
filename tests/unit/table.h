/*
 * Tests as tables: every row is one cmocka test with a name of its own, so that a
 * failing row does not stop the others and is counted by itself.
 *
 *     static const struct row { const char *name; ... } rows[] = {...};
 *     static void check_row(void **state) { const struct row *r = *state; ... }
 *
 *     struct table t = {0};
 *     TABLE_ROWS(&t, rows, check_row);
 *     table_add(&t, "one more", check_more, NULL);
 *     return table_run(&t, "base");
 */
#ifndef ROPEWALK_TESTS_TABLE_H
#define ROPEWALK_TESTS_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct table {
    struct CMUnitTest *at;
    size_t n, cap;
};

/* A name that TAP can carry: no line breaks, no '#'. Kept until the program ends. */
static inline char *
table_name(const char *name)
{
    char *copy = malloc(strlen(name) + 1), *out = copy;

    if (!copy)
        abort();
    for (; *name; name++)
        *out++ = (unsigned char)*name < 0x20 || *name == '#' ? '.' : *name;
    *out = '\0';
    return copy;
}

static inline void
table_add(struct table *t, const char *name, CMUnitTestFunction run, const void *row)
{
    if (t->n == t->cap) {
        t->cap = t->cap ? t->cap * 2 : 64;
        t->at = realloc(t->at, t->cap * sizeof *t->at);
        if (!t->at)
            abort();
    }
    t->at[t->n++] = (struct CMUnitTest){.name = table_name(name),
                                        .test_func = run,
                                        .initial_state = (void *)(uintptr_t)row};
}

/* Each row of an array whose first member is its name. */
#define TABLE_ROWS(t, rows, run)                                                       \
    do {                                                                               \
        for (size_t row_ = 0; row_ < sizeof(rows) / sizeof *(rows); row_++)            \
            table_add((t), *(const char *const *)&(rows)[row_], (run), &(rows)[row_]); \
    } while (0)

/* Run all, as TAP on stdout; the exit status for main(). */
static inline int
table_run(struct table *t, const char *group)
{
    int failed;

    cmocka_set_message_output(CM_OUTPUT_TAP);
    failed = _cmocka_run_group_tests(group, t->at, t->n, NULL, NULL);
    for (size_t i = 0; i < t->n; i++)
        free((void *)(uintptr_t)t->at[i].name);
    free(t->at);
    return failed ? 1 : 0;
}

#endif
