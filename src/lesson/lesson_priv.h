/*
 * What the files of room lesson share.
 */
#ifndef ROPEWALK_LESSON_PRIV_H
#define ROPEWALK_LESSON_PRIV_H

#include "lesson/lesson.h"
#include "lesson/outline.h"
#include "lesson/text.h"

/* A file while it is being read. */
struct reader {
    struct arena *arena;
    struct errs *errs;
    const struct source *src;
    struct lesson *lesson;
    struct scope *scope;                /* of the lesson */
    const struct figure_block *figures; /* all of the lesson */
    int n_figures;
};

/* ---- keys (keys.c) ------------------------------------------------------------------
 */

enum { KEY_MANY = 1, KEY_NAMED = 2, KEY_WORDS = 4 };

/* One key of a kind of block. KEY_MANY: may be repeated; KEY_NAMED: may carry a name;
 * KEY_WORDS: Markdown, with computed spans. */
struct key_rule {
    const char *word;
    int flags;
};

/* The fields of a block that knows these keys (up to a row with word NULL). `words`: it
 * may begin with words. Unknown, repeated and empty keys are errors. */
struct fields keys_read(struct reader *r, const char *text, struct pos at,
                        const struct key_rule *rules, bool words);

/* The first field with that key; its text; an error at `at` and NULL if it is missing. */
const struct field *
keys_need(struct reader *r, struct fields f, const char *key, struct pos at);

/* The text of a key, "" without it. */
const char *keys_text(struct fields f, const char *key);

/* A whole number low..high behind a key; `otherwise` without the key or with an error. */
int keys_number(struct reader *r, struct fields f, const char *key, int low, int high,
                int otherwise);

/* The comma-separated words behind every `key:`; NULL when there are none. */
const char *const *keys_list(struct reader *r, struct fields f, const char *key, int *n);

/* Whether a text may be an id: a small letter, then small letters, digits, '-', '.'. */
bool id_check(struct reader *r, const char *id, struct pos at);

/* ---- parts of a text (parts.c) ------------------------------------------------------
 */

struct part {
    const char *text; /* blanks cut */
    struct pos at;
};

struct parts {
    const struct part *at;
    int n;
};

/* Split at every `by` that stands outside brackets, `code` and $formulas$. */
struct parts parts_split(struct arena *a, const char *text, struct pos at, char by);

/* "left -> right" ("→" too), the first arrow outside brackets, code and formulas. */
bool parts_arrow(struct arena *a, const char *text, struct pos at, struct part *left,
                 struct part *right);

#endif
