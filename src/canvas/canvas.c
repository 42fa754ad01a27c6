#include "canvas/canvas.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/safe.h"
#include "base/utf8.h"
#include "canvas/canvas_priv.h"

static const struct cell blank = {.c = ' ', .width = 1, .style = STYLE_PLAIN};

static int
clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

struct canvas *
canvas_new(int rows, int cols, enum alphabet alphabet)
{
    struct canvas *c = xmalloc(sizeof *c);

    c->alphabet = alphabet;
    c->at = NULL;
    canvas_resize(c, rows, cols);
    return c;
}

void
canvas_free(struct canvas *c)
{
    if (!c)
        return;
    free(c->at);
    free(c);
}

void
canvas_resize(struct canvas *c, int rows, int cols)
{
    c->rows = clamp(rows, 1, CANVAS_ROWS_MAX);
    c->cols = clamp(cols, 1, CANVAS_COLS_MAX);
    free(c->at);
    c->at = xmalloc((size_t)c->rows * (size_t)c->cols * sizeof *c->at);
    canvas_clear(c);
}

void
canvas_clear(struct canvas *c)
{
    for (int i = 0; i < c->rows * c->cols; i++)
        c->at[i] = blank;
    c->cursor_row = c->cursor_col = -1;
}

struct rect
canvas_all(const struct canvas *c)
{
    return (struct rect){0, 0, c->rows, c->cols};
}

const struct cell *
canvas_at(const struct canvas *c, int row, int col)
{
    if (row < 0 || row >= c->rows || col < 0 || col >= c->cols)
        return NULL;
    return &c->at[row * c->cols + col];
}

/* The cell of (row, col) of r, NULL when it lies outside r or the canvas. */
static struct cell *
cell_of(struct canvas *c, struct rect r, int row, int col)
{
    if (row < 0 || row >= r.rows || col < 0 || col >= r.cols)
        return NULL;
    row += r.row;
    col += r.col;
    if (row < 0 || row >= c->rows || col < 0 || col >= c->cols)
        return NULL;
    return &c->at[row * c->cols + col];
}

/* Blank the other half of a wide character that loses this cell. */
static void
let_go(struct canvas *c, struct cell *cell)
{
    int col;

    if (cell->width == 1)
        return;
    col = (int)((cell - c->at) % c->cols);
    if (cell->width == 2 && col + 1 < c->cols)
        cell[1] = blank;
    if (cell->width == 0 && col > 0)
        cell[-1] = blank;
}

/* A character that this canvas may hold. */
static uint32_t
one_char(const struct canvas *c, uint32_t ch)
{
    const char *ascii;

    if (ch == '\n' || !text_is_safe(ch))
        return '?';
    if (c->alphabet == ALPHABET_UNICODE || ch < 0x80)
        return ch;
    ascii = canvas_ascii(ch);
    return ascii[0] && !ascii[1] ? (unsigned char)ascii[0] : '?';
}

/* What drawings are made of: letters of ASCII, lines, blocks, dots. One cell wide, and
 * there may be thousands of them in a frame. */
static bool
is_plain(const struct canvas *c, uint32_t ch)
{
    return (ch >= ' ' && ch <= '~') ||
           (c->alphabet == ALPHABET_UNICODE &&
            ((ch >= 0x2500 && ch <= 0x259F) || (ch >= 0x2800 && ch <= 0x28FF)));
}

void
canvas_set(struct canvas *c, struct rect r, int row, int col, struct cell cell)
{
    struct cell *first = cell_of(c, r, row, col), *second = NULL;

    cell.c = one_char(c, cell.c);
    cell.width = utf8_cell_width(cell.c) == 2 ? 2 : 1;
    if (cell.width == 2)
        second = cell_of(c, r, row, col + 1);
    if (!first || (cell.width == 2 && !second))
        return;
    let_go(c, first);
    *first = cell;
    if (c->alphabet == ALPHABET_ASCII)
        first->marks[0] = 0;
    if (!second)
        return;
    let_go(c, second);
    *first = cell;
    *second = (struct cell){.c = ' ', .width = 0, .style = cell.style};
}

void
canvas_put(struct canvas *c, struct rect r, int row, int col, enum style style,
           uint32_t ch)
{
    struct cell *cell;

    if (!is_plain(c, ch)) {
        canvas_set(c, r, row, col, (struct cell){.c = ch, .style = (uint8_t)style});
        return;
    }
    cell = cell_of(c, r, row, col);
    if (!cell)
        return;
    let_go(c, cell);
    *cell = (struct cell){.c = ch, .width = 1, .style = (uint8_t)style};
}

void
canvas_fill(struct canvas *c, struct rect r, enum style style, uint32_t ch)
{
    for (int row = 0; row < r.rows; row++)
        for (int col = 0; col < r.cols; col++)
            canvas_put(c, r, row, col, style, ch);
}

void
canvas_rule(struct canvas *c, struct rect r, int row, enum style style)
{
    for (int col = 0; col < r.cols; col++)
        canvas_put(c, r, row, col, style, c->alphabet == ALPHABET_UNICODE ? 0x2500 : '-');
}

void
canvas_restyle(struct canvas *c, struct rect r, enum style style)
{
    for (int row = 0; row < r.rows; row++) {
        for (int col = 0; col < r.cols; col++) {
            struct cell *cell = cell_of(c, r, row, col);

            if (cell)
                cell->style = (uint8_t)style;
        }
    }
}

void
canvas_cursor(struct canvas *c, struct rect r, int row, int col)
{
    row = r.row + clamp(row, 0, r.rows > 0 ? r.rows - 1 : 0);
    col = r.col + clamp(col, 0, r.cols > 0 ? r.cols - 1 : 0);
    c->cursor_row = clamp(row, 0, c->rows - 1);
    c->cursor_col = clamp(col, 0, c->cols - 1);
}

void
canvas_mark(struct canvas *c, struct rect r, int row, int col, uint32_t mark)
{
    struct cell *cell = cell_of(c, r, row, col);

    if (!cell || c->alphabet == ALPHABET_ASCII)
        return;
    for (int i = 0; i < CANVAS_MARKS; i++) {
        if (!cell->marks[i]) {
            cell->marks[i] = mark;
            return;
        }
    }
}
