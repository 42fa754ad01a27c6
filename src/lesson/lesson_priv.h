/*
 * What the files of room lesson share.
 */
#ifndef ROPEWALK_LESSON_PRIV_H
#define ROPEWALK_LESSON_PRIV_H

#include "lesson/lesson.h"
#include "lesson/outline.h"
#include "lesson/text.h"

/* A name that must not stand twice in a lesson. */
struct naming {
    const char *what, *name;
    struct pos at;
};

struct namings {
    struct naming *at;
    int n, cap;
};

/* A file while it is being read. */
struct reader {
    struct arena *arena;
    struct errs *errs;
    const struct source *src;
    struct lesson *lesson;
    struct scope *scope;                /* of the lesson */
    const struct figure_block *figures; /* all of the lesson */
    int n_figures;
    const char *step;  /* id of the step that is being read */
    const char *shown; /* name of the last figure of this step, "" if none */
    struct namings namings;
    bool unknown_key; /* told in this block: what seems missing may be misspelt */
};

/* ---- keys (keys.c) ----------------------------------------------------------------- */

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

/* ---- parts of a text (parts.c) ----------------------------------------------------- */

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

/* ---- terms (terms.c) --------------------------------------------------------------- */

/* A term; NULL with the error told. */
const struct term *
lesson_term(struct reader *r, const struct scope *s, const char *text, struct pos at);
const struct term *
lesson_relation(struct reader *r, const struct scope *s, const char *text, struct pos at);

/* scope_declare() and bindings_read() with the error told. A scope that is full already
 * takes nothing more. */
bool lesson_declare(struct reader *r, struct scope *s, const char *text, struct pos at);
bool lesson_bind(struct reader *r, struct scope *s, const char *text, struct pos at,
                 struct bindings *out);

/* Read every computed span of a Markdown text, so that each error is told. */
void lesson_spans(struct reader *r, const struct scope *s, const char *markdown,
                  struct pos at);

bool lesson_is_drawn(const char *name, struct bindings draw);

/* The first name in t that has no value: no value in s, and no draw. NULL: none. */
const char *lesson_free_name(struct arena *a, const struct term *t, const struct scope *s,
                             struct bindings draw);

/* ---- blocks ------------------------------------------------------------------------ */

/* Note a name of a kind of thing ("question"); twice in a lesson is an error. */
void
lesson_note_name(struct reader *r, const char *what, const char *name, struct pos at);
void lesson_check_names(struct reader *r);

/* Read the front matter into r->lesson and r->scope; `names` false: leave let: and
 * define: alone. The line behind it; -1 when there is no way to tell where it ends. */
int front_read(struct reader *r, bool names);

/* The inside of a block as text, and its place. */
char *block_text(struct reader *r, const struct piece *p, struct pos *at);

/* The rows behind `sheet:`; and, once all is read, whether their theorems are there. */
const struct sheet_row *rows_read(struct reader *r, struct fields f, int *n);
void rows_check(struct reader *r);

const struct ask *ask_read(struct reader *r, const struct piece *p);
const struct derivation *derivation_read(struct reader *r, const struct piece *p);

/* All figure blocks of the outline, into r->figures. */
void figures_read(struct reader *r, struct outline o);

/* The figure of that name, or NULL; a scope with its sliders and let: names, NULL with
 * the error told. */
const struct figure_block *lesson_figure_named(const struct reader *r, const char *name);
const struct scope *lesson_figure_names(struct reader *r, const struct figure_block *f);

/* The steps of the outline, into r->lesson. */
void steps_read(struct reader *r, struct outline o);

#endif
