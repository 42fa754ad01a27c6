/*
 * Files of cases: a row a line, fields with tabs between, lines that begin with '#' are
 * remarks.
 */
#ifndef ROPEWALK_TESTS_SPEC_ROWS_H
#define ROPEWALK_TESTS_SPEC_ROWS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_FIELDS = 6, ROW_TEXT = 2048 };

/* Fields that are missing are "". */
struct row {
    char text[ROW_TEXT];
    const char *field[ROW_FIELDS];
};

/* The next row of a file into *r, which stays where it is; false at its end. */
static inline bool
row_read(FILE *f, struct row *r)
{
    char *p = r->text;

    do {
        if (!fgets(r->text, sizeof r->text, f))
            return false;
        r->text[strcspn(r->text, "\n")] = '\0';
    } while (r->text[0] == '#' || r->text[0] == '\0');
    for (int i = 0; i < ROW_FIELDS; i++) {
        r->field[i] = p ? p : "";
        p = p ? strchr(p, '\t') : NULL;
        if (p)
            *p++ = '\0';
    }
    return true;
}

/* All rows of a file; *n is how many. Ends the program when there are none. */
static inline struct row **
rows_read(const char *path, size_t *n)
{
    FILE *f = fopen(path, "r");
    struct row **rows = NULL, *row = NULL;

    *n = 0;
    while (f && (row = malloc(sizeof *row)) && row_read(f, row)) {
        rows = realloc(rows, (*n + 1) * sizeof(struct row *));
        if (!rows)
            exit(1);
        rows[(*n)++] = row;
    }
    free(row);
    if (f)
        fclose(f);
    if (*n == 0) {
        fprintf(stderr, "no rows in %s\n", path);
        exit(1);
    }
    return rows;
}

static inline void
rows_free(struct row **rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
}

#endif
