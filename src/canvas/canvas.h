/*
 * A grid of styled cells in memory. Knows no terminal.
 *
 * Everything that the program shows on a screen is drawn here first; `term` sends the
 * difference of two canvases to a terminal, tests compare dumps. Only safe text is
 * drawn: canvas_text() passes everything through base/safe.h. A canvas in the ASCII
 * alphabet holds only ASCII: text that is drawn on it is folded first (canvas_fold()).
 */
#ifndef ROPEWALK_CANVAS_CANVAS_H
#define ROPEWALK_CANVAS_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum alphabet {
    ALPHABET_ASCII,
    ALPHABET_UNICODE,
};

/* What lines of a drawing are made of. On an ASCII canvas only CELLS_SLOPES. */
enum cells {
#define CELLS(id, name, across, down, meaning) CELLS_##id,
#include "canvas/cells.def"
#undef CELLS
    CELLS_COUNT
};

const char *cells_name(enum cells c); /* "slopes", "braille", ... */
int cells_find(const char *name);     /* -1: none */
int cells_across(enum cells c);       /* dots of one cell */
int cells_down(enum cells c);
/* The next one of the set `can` of bits 1 << CELLS_, round and round; SLOPES always can.
 */
enum cells cells_next(enum cells c, unsigned can);

/* Steps of the two scales of colours: from little to much, and from much below zero over
 * zero, which is the middle one, to much above. */
enum { RAMP_STEPS = 16, DIFFERENCE_STEPS = 15 };

/* What a cell means, not how it looks: themes are tables from style to colour and
 * attributes, in room term. Nothing is said by style alone. */
enum style {
#define STYLE(id, name, letter, meaning) STYLE_##id,
#include "canvas/styles.def"
#undef STYLE
    STYLE_NAMED,              /* how many have a row in styles.def */
    STYLE_RAMP = STYLE_NAMED, /* + step: a cell filled with a colour of the ramp */
    STYLE_DIFFERENCE = STYLE_RAMP + RAMP_STEPS,
    STYLE_COUNT = STYLE_DIFFERENCE + DIFFERENCE_STEPS
};

const char *style_name(enum style s); /* "plain", "focus", ..., "ramp", "difference" */

enum { CANVAS_MARKS = 4, CANVAS_ROWS_MAX = 500, CANVAS_COLS_MAX = 2000 };

/* One cell. width 2: this and the next cell, whose width is 0. */
struct cell {
    uint32_t c;
    uint32_t marks[CANVAS_MARKS]; /* combining marks, 0-terminated unless full */
    uint8_t width;
    uint8_t style;
};

/* Cells row by row at `at`. Read directly by term; written through the functions. */
struct canvas {
    int rows, cols;
    enum alphabet alphabet;
    int cursor_row, cursor_col; /* the real cursor; -1: hidden */
    struct cell *at;
};

/* What an ASCII canvas shows in place of c: "theta", "->", "^2", "e" for an e with an
 * accent; "" for combining marks; "?" for what has no reading. ASCII is left alone:
 * NULL. */
const char *canvas_ascii(uint32_t c);

/* `text` as it is drawn in that alphabet: made safe, and for ASCII folded by
 * canvas_ascii(), with a space between a Greek letter's name and the letter or digit
 * beside it ("m theta"). Line breaks stay. */
char *canvas_fold(struct arena *a, enum alphabet alphabet, const char *text);

/* Cells that canvas_text() needs for the first line of `text`. */
int canvas_width(enum alphabet alphabet, const char *text);

/* A part of a canvas. Drawing is clipped to it; rows and columns count from its corner.
 */
struct rect {
    int row, col, rows, cols;
};

/* Sizes are clamped to 1..MAX. All cells are blank, the cursor is hidden. */
struct canvas *canvas_new(int rows, int cols, enum alphabet alphabet);
void canvas_free(struct canvas *c); /* NULL is fine */

/* Change the size like canvas_new(); clear: the same size, everything blank again. */
void canvas_resize(struct canvas *c, int rows, int cols);
void canvas_clear(struct canvas *c);

struct rect canvas_all(const struct canvas *c);

/* Draw one line of text from (row, col) of r, clipped by cells on both sides; '\n' ends
 * it. Returns the column behind it (also when clipped). */
int canvas_text(struct canvas *c, struct rect r, int row, int col, enum style style,
                const char *text);

/* The same, right-aligned so that its last cell is col_end - 1. */
void canvas_text_right(struct canvas *c, struct rect r, int row, int col_end,
                       enum style style, const char *text);

/* One cell with its marks and its style. A wide one that does not fit is left out; what
 * it covers half of becomes blank. Characters that are unsafe or, on an ASCII canvas,
 * not one ASCII character become '?'. Outside r: nothing. */
void canvas_set(struct canvas *c, struct rect r, int row, int col, struct cell cell);

/* One code point of width 1. Outside r: nothing. */
void canvas_put(struct canvas *c, struct rect r, int row, int col, enum style style,
                uint32_t ch);

/* Fill r with one code point. */
void canvas_fill(struct canvas *c, struct rect r, enum style style, uint32_t ch);

/* A rule over the whole row of r: '-' or U+2500. */
void canvas_rule(struct canvas *c, struct rect r, int row, enum style style);

/* Change the style only. */
void canvas_restyle(struct canvas *c, struct rect r, enum style style);

/* Put the real cursor there (clipped into r). */
void canvas_cursor(struct canvas *c, struct rect r, int row, int col);

/* The cell at (row, col), NULL outside. */
const struct cell *canvas_at(const struct canvas *c, int row, int col);

/* All rows with a '\n' behind each, trailing blanks cut: for golden tests. With `styles`
 * every row is followed by a row of style letters when it has other than plain ones; the
 * steps of the ramp are circled numbers, those of differences circled letters. */
char *canvas_dump(struct arena *a, const struct canvas *c, bool styles);

/* ---- keys -------------------------------------------------------------------------- */

/* Keys and the mouse as events; `term` decodes them, `ui` reads them. A printable key is
 * its code point. */
enum key {
    KEY_TAB = 9,
    KEY_LINE_BREAK = 10, /* Alt-Enter, Ctrl-J */
    KEY_RETURN = 13,
    KEY_ESCAPE = 27,
    KEY_BACK = 127, /* Backspace */
    KEY_FIRST_SPECIAL = 0x200000,
    KEY_ARROW_UP,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_TO_START, /* Home */
    KEY_TO_END,   /* End */
    KEY_DELETE_RIGHT,
    KEY_SHIFT_TAB,
    KEY_FUNCTION_1,
    KEY_FUNCTION_5 = KEY_FUNCTION_1 + 4,
};

#endif
