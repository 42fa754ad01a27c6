/*
 * The kinds of figures: a table. A kind is a row of kind/kinds.def and a `struct kind` in
 * a file of its own here: the lines it takes, how they are drawn, what they say.
 *
 * Lines of a block are of two sorts: forms, which become things (arrow, curve), in the
 * order of the block; and keys, which set something of the figure once it is known which
 * names there are (range, log). A kind names its own; those of compile.c are every
 * kind's.
 */
#ifndef ROPEWALK_FIGURE_KIND_H
#define ROPEWALK_FIGURE_KIND_H

#include "figure/ink/frame.h"
#include "figure/reader.h"

/* Bits of clauses, for struct form. */
enum {
    TAKES_AS = 1 << CLAUSE_AS,
    TAKES_FROM = 1 << CLAUSE_FROM,
    TAKES_BEFORE = 1 << CLAUSE_BEFORE,
    TAKES_IN = 1 << CLAUSE_IN,
    TAKES_WHEN = 1 << CLAUSE_WHEN,
    TAKES_TO = 1 << CLAUSE_TO,
    TAKES_BY = 1 << CLAUSE_BY,
    TAKES_RADIUS = 1 << CLAUSE_RADIUS,
    TAKES_OVER = 1 << CLAUSE_OVER,
    TAKES_GHOST = 1 << CLAUSE_GHOST,
    TAKES_OF = 1 << CLAUSE_OF,
    TAKES_BINS = 1 << CLAUSE_BINS,
    TAKES_MASK = 1 << CLAUSE_MASK,
    TAKES_ROW = 1 << CLAUSE_ROW,
    TAKES_COLUMN = 1 << CLAUSE_COLUMN,
    TAKES_PLACES = 1 << CLAUSE_PLACES,
    TAKES_AT = 1 << CLAUSE_AT,
    TAKES_OPENS = 1 << CLAUSE_OPENS,
    TAKES_LEVELS = 1 << CLAUSE_LEVELS,
    TAKES_LOWEST = 1 << CLAUSE_LOWEST,
    TAKES_THROUGH = 1 << CLAUSE_THROUGH,
    TAKES_LABEL = TAKES_AS | TAKES_IN | TAKES_WHEN,
};

/* A form with STYLES_IN_TURN gives its first thing the first style, and so on. */
enum { STYLES_IN_TURN = STYLE_COUNT };

/* A line that becomes a thing. read() takes what is its own in the clauses; label, style
 * and condition are read for it afterwards. False with an error added. */
struct form {
    const char *key; /* NULL ends a list */
    enum thing_kind kind;
    unsigned clauses;
    int style;    /* when the line names none */
    bool corners; /* ';' is part of the line; else it separates several things */
    bool (*read)(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);
};

/* When lines are read: names first, then what uses them. */
enum pass {
    PASS_KIND,
    PASS_SLIDERS,
    PASS_NAMES,
    PASS_STRIP,
    PASS_THINGS,
    PASS_SAY,
    PASS_COUNT
};

/* A line that sets something of the figure. */
struct setting {
    const char *key; /* NULL ends a list */
    enum pass pass;
    bool many; /* may stand on several lines */
    void (*read)(struct reader *r, const struct field *line);
};

/* A kind. What may be NULL is marked; nothing is called then. */
struct kind {
    const char *word;
    const struct form *forms;
    const struct setting *keys; /* NULL */

    /* After all lines: what must be there; errors are added. NULL */
    void (*check)(struct reader *r, struct pos at);

    /* Widen f->low and f->high by what one setting of the sliders shows: called for the
     * start and the ends of each slider, and for the ends together of the first `corners`
     * sliders. `about_zero`: the range becomes -high..high, else it begins as NaN. NULL
     */
    void (*extent)(struct figure *f, const struct moment *m);
    int corners;
    bool about_zero;

    /* Everything but labels goes into fr->ink, labels into fr->labels. */
    void (*draw)(struct frame *fr);
    /* After the labels have their places: what may give way to them. NULL */
    void (*finish)(struct frame *fr);

    /* Where a thing is that can be dragged, in cells of the ink; false: it is none. NULL
     */
    bool (*where)(const struct frame *fr, const struct moment *m, const struct thing *t,
                  struct point *out);

    /* Rows of the table for one thing that holds now; false: the usual row. NULL. An
     * undefined value must be called "undefined" there: `ropewalk check` walks to the
     * ends of the sliders and looks for it. */
    bool (*tell)(struct buf *rows, const struct moment *m, const struct thing *t);
    /* Without `say:`, a sentence for one thing; false: the usual one. NULL */
    bool (*say)(struct buf *words, const struct moment *m, const struct thing *t);
};

/* All kinds, NULL at the end; by word, NULL when there is none. */
const struct kind *const *kind_all(void);
const struct kind *kind_find(const char *word);

#define KIND(word) extern const struct kind kind_##word;
#include "figure/kind/kinds.def"
#undef KIND

/* The form or the key of that spelling that the kind takes, its own or every kind's; with
 * NULL, that any kind takes. NULL: there is none. */
const struct form *kind_form(const struct kind *k, const char *key);
const struct setting *kind_key(const struct kind *k, const char *key);

/* Those that every kind takes (compile.c). */
extern const struct form common_forms[];
extern const struct setting common_keys[];

/* The words that may begin a line of the kind, of any with NULL; NULL behind the last. */
enum { KIND_WORDS_MAX = 80 };
int kind_words(const struct kind *k, const char *words[KIND_WORDS_MAX + 1]);

/* A thing's own words of an author: `in first`. */
bool style_read(struct reader *r, struct source s, enum style *style);

/* A label between quotes. */
bool label_read(struct reader *r, struct source s, struct sentence *out);

/* `t->at[t->n++]` for a term that was read; false for NULL. The same for a real term. */
bool thing_keep(struct thing *t, const struct term *term);
bool thing_keep_real(struct reader *r, struct source s, struct thing *t);

/* "x = A..B" behind `over`, into the thing's variable, scope, low and high. `at`: where
 * to say that it is not there; `example`: how the line is written. */
bool thing_over(struct reader *r, struct source over, struct pos at, const char *example,
                struct thing *t);

/* `bins 40` of a thing that counts. */
bool bins_read(struct reader *r, struct source s, struct thing *t);

/* All things of a line. */
void things_read(struct reader *r, const struct form *form, const struct field *line);

#endif
