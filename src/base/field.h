/*
 * "key: text" lines: the front matter of a lesson and the inside of every block.
 *
 * The text is literal: no typing, no escapes, no aliases. A key may carry a name
 * ("miss sign-reversed: ..." has the key "miss" and the name "sign-reversed"). An
 * indented line continues the text above it; the text is kept as it stands in the
 * source, line breaks and indentation included, so that a place in it is a place in
 * the file (pos_after()).
 */
#ifndef ROPEWALK_BASE_FIELD_H
#define ROPEWALK_BASE_FIELD_H

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

struct field {
    const char *key;  /* "" for words before the first key: the question itself */
    const char *name; /* "" when the key has none */
    const char *text; /* surrounding blanks cut */
    struct pos at;    /* of the key */
    struct pos text_at;
};

struct fields {
    const struct field *at;
    int n;
};

/* Read the lines of `text`, which begins at `at`. With `words` the lines before the
 * first field become one field with the key "" (a question's words; a line whose key
 * is not in the NULL-terminated list `keys` counts as words there). Every other line
 * that is neither a field nor indented is an error in `errs`. Blank lines are skipped.
 * A comment line begins with '#'. Everything is in the arena. */
struct fields fields_read(struct arena *a, const char *text, struct pos at,
                          const char *const *keys, bool words, struct errs *errs);

/* The first field with that key, or NULL. */
const struct field *field_find(struct fields f, const char *key);

#endif
