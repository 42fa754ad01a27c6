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

/* Budgets: more is refused. */
enum { TEX_TEXT_MAX = 65536, TEX_DEPTH_MAX = 64, MARKDOWN_TEXT_MAX = 524288 };

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

/* One line of text as a box. */
struct box *box_line(struct arena *a, const char *text, enum style style);

/* Set a TeX formula (without its dollars). `display`: big operators, stacked limits,
 * fractions over two rows; otherwise inline (a fraction may still need three rows).
 * Never NULL: of malformed TeX the best reading is set and *e is filled (e->code is
 * ERR_NONE when all was well). `width` > 0: break after relations and binary operators
 * of the outer level, aligned on the first relation. */
struct box *tex_box(struct arena *a, enum alphabet alphabet, const char *tex,
                    bool display, int width, struct err *e);

/* A formula on one line without layout: "R(mθ)ᵀ R(nθ)", "(a + b)/2": for line mode. */
char *tex_line(struct arena *a, enum alphabet alphabet, const char *tex);

/* What `= expr` in a code span is replaced by; ctx is the caller's. NULL: show the span
 * as code. The result is plain text, in the arena. */
typedef const char *(*typeset_computed)(void *ctx, struct arena *a, const char *expr);

struct typeset_options {
    enum alphabet alphabet;
    int width;                 /* cells; at least 8 */
    typeset_computed computed; /* NULL: none */
    void *ctx;
};

/* Lay out Markdown: one box as wide as the text, at most `width` wide. Paragraphs wrap by
 * cells; inline formulas are set in the line, lines grow to hold them; a formula that is
 * too wide for its line is set below it, broken if need be. Headings, emphasis, lists,
 * tables, quotes, code, rules, links as text, images as their alt text. */
struct box *
markdown_box(struct arena *a, const char *markdown, const struct typeset_options *o);

/* The same as plain lines without two-dimensional formulas, for line mode: paragraphs
 * are one line each, formulas by tex_line(). */
char *
markdown_lines(struct arena *a, const char *markdown, const struct typeset_options *o);

#endif
