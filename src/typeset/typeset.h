/*
 * TeX formulas and Markdown text as boxes of cells.
 *
 * Everything that is shown as a formula passes through here: lessons' $...$, and what
 * the learner types (expr prints its TeX). Two alphabets: Unicode with characters of
 * width 1 only, and pure ASCII.
 */
#ifndef ROPEWALK_TYPESET_TYPESET_H
#define ROPEWALK_TYPESET_TYPESET_H

#include "base/arena.h"
#include "base/err.h"
#include "canvas/canvas.h"

/* Budgets: more is refused. A formula's text counts with its macros expanded. */
enum {
    TEX_TEXT_MAX = 65536,
    TEX_DEPTH_MAX = 64,
    TEX_EXPANSIONS_MAX = 10000,
    TEX_MACROS_MAX = 1000,
    MARKDOWN_TEXT_MAX = 524288,
};

/* A rectangle of cells with a baseline (a row of it). Immutable, in an arena. */
struct box {
    int rows, cols, baseline;
    const struct cell *at; /* row by row; c == 0 is transparent */
};

/* Draw b with its corner at (row, col) of r, clipped. Cells of style PLAIN take
 * `style`. */
void box_draw(struct canvas *c, struct rect r, int row, int col, enum style style,
              const struct box *b);

/* The rows of b joined by '\n', trailing blanks cut. */
char *box_text(struct arena *a, const struct box *b);

/* One line of text as a box, made safe; for ASCII fold it first (canvas_fold()). */
struct box *box_line(struct arena *a, const char *text, enum style style);

/* Set a TeX formula (without its dollars). `display`: limits above and below, fractions
 * over two rows; otherwise as in a line of text, on one row where that can be.
 * Never NULL: of malformed TeX the best reading is set and *e is filled (e->code is
 * ERR_NONE when all was well); its place is a column of `tex`. Unknown commands are no
 * error: they are shown as they are written, in STYLE_WRONG.
 * `width` > 0: what is wider is broken outside all brackets, before a relation, which
 * then stands below the first one, or behind an operator or a comma. What cannot be
 * broken stays wider, so that the caller can scroll. */
struct box *tex_box(struct arena *a, enum alphabet alphabet, const char *tex,
                    bool display, int width, struct err *e);

/* A formula on one line without layout: "R(mθ)ᵀ R(nθ)", "(a + b)/2": for line mode. */
char *tex_line(struct arena *a, enum alphabet alphabet, const char *tex);

/* ---- macros ------------------------------------------------------------------------ */

/* Commands that a course or a document defines: a name stands for a text in which #1 to
 * #9 are its arguments. */
struct tex_macros;

/* An empty set in the arena; names that are not in it are looked for in `outer`, which
 * may be NULL and is not changed. */
struct tex_macros *tex_macros_new(struct arena *a, const struct tex_macros *outer);

/* Define a name, with or without its backslash; the highest #n says how many arguments
 * it takes. A later definition replaces an earlier one. Fails with ERR_TEX_MACRO when
 * the name is not letters only, or when there are too many. */
bool tex_macros_add(struct tex_macros *m, const char *name, const char *text,
                    struct pos at, struct err *e);

/* "R: \mathbb{R}", one a line: the field `macros` of a front matter, which begins at
 * `at`. Stops at the first error. */
bool
tex_macros_read(struct tex_macros *m, const char *lines, struct pos at, struct err *e);

/* How a formula is set; zero is a good value for what is not said. */
struct tex_options {
    enum alphabet alphabet;
    bool display;
    int width;
    struct tex_macros *macros; /* \newcommand adds to it; NULL: none, and what the formula
                                  defines holds in it alone */
};

/* tex_box() and tex_line() with macros. */
struct box *tex_box_with(struct arena *a, const char *tex, const struct tex_options *o,
                         struct err *e);
char *tex_line_with(struct arena *a, const char *tex, const struct tex_options *o);

/* A formula in English words, without doubt about what belongs to what: "the fraction one
 * over the square root of d sub k"; of o the alphabet and the macros count. As for
 * tex_box() the best reading is said when *e is filled; e may be NULL. Unknown commands
 * are said by their name. */
char *
tex_spoken(struct arena *a, const char *tex, const struct tex_options *o, struct err *e);

/* The commands and environments of a formula that nobody knows, each once, in order;
 * names without their backslash. */
struct tex_names {
    const char *const *at;
    int n;
};
struct tex_names tex_unknown(struct arena *a, const char *tex, struct tex_macros *macros);

/* ---- Markdown ---------------------------------------------------------------------- */

/* What `= expr` in a code span is replaced by; ctx is the caller's. NULL: show the span
 * as code. The result is plain text, in the arena. */
typedef const char *(*typeset_computed)(void *ctx, struct arena *a, const char *expr);

struct typeset_options {
    enum alphabet alphabet;
    int width;                 /* cells; at least 8 */
    typeset_computed computed; /* NULL: none */
    void *ctx;
    const struct tex_macros *macros; /* of the course; \newcommand holds to the end of
                                        the text. NULL: none */
    bool justify;                    /* lines of paragraphs end at the right margin */
    bool sideways;                   /* a formula that no break makes narrow enough stays
                                        wider than the text; else it is set on lines */
    bool spoken;                     /* markdown_lines(): formulas in words */
};

/* Lay out Markdown: one box as wide as the text, at most `width` wide. Paragraphs wrap by
 * cells; inline formulas are set in the line, lines grow to hold them; a formula that is
 * too wide for its line is set below it, broken if need be. Headings, emphasis, lists,
 * tables, quotes, code, rules, links as text, images as their alt text. */
struct box *
markdown_box(struct arena *a, const char *markdown, const struct typeset_options *o);

/* The same as plain lines without two-dimensional formulas, for line mode: paragraphs
 * are one line each, formulas by tex_line() or tex_spoken(). */
char *
markdown_lines(struct arena *a, const char *markdown, const struct typeset_options *o);

/* ---- a document in parts ----------------------------------------------------------- */

struct typeset_heading {
    int row, level;
    const char *text; /* on one line */
};

struct group;

/* A text laid out as by markdown_box(), of any length: only what is looked at becomes
 * cells. `blocks`: the rows where its outermost blocks begin,
 * `block_cols` how wide they are. */
struct typeset_page {
    int rows, cols; /* cols can be more than the width with `sideways` */
    struct typeset_heading *headings;
    int *blocks, *block_cols, n_headings, n_blocks;
    const struct group *group;
};

struct typeset_page *
markdown_page(struct arena *a, const char *markdown, const struct typeset_options *o);

/* The cells of r. */
struct box *page_window(struct arena *a, const struct typeset_page *p, struct rect r);

/* The next row from `from` on, up or down by `step` (1 or -1), that holds `needle`
 * whatever the case of its letters; -1: none. `scratch` is reset. */
int page_find(struct arena *scratch, const struct typeset_page *p, const char *needle,
              int from, int step);

/* Where `needle` stands in a row of cells, from column `from` on, and its cells in *len;
 * -1: it does not. */
int
typeset_match(const struct cell *row, int cols, int from, const char *needle, int *len);

/* The text behind the front matter ("---" to "---", lines of "key: text"); the lines of
 * its field `macros` for tex_macros_read(), "" when there are none. */
const char *markdown_front(struct arena *a, const char *markdown, const char **macros);

#endif
