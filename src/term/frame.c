#include "term/frame.h"

#include <string.h>

#include "base/utf8.h"

struct composer {
    struct buf *b;
    const struct words *w;
    const struct canvas *from, *to;
    int row, col; /* of the cursor; row -1: unknown */
    int style;    /* -1: unknown */
    size_t start;
};

/* The parameters of a "CSI ... m" that words begin with; NULL when they do not. */
static const char *
rendition(const char *words, size_t *len)
{
    if (strncmp(words, "\033[", 2) != 0)
        return NULL;
    *len = strspn(words + 2, "0123456789;:");
    return words[2 + *len] == 'm' ? words + 2 : NULL;
}

const char *
frame_style_words(struct arena *a, const char *words)
{
    static const char ascii[] = "\033(B";
    const char *at = words, *numbers;
    struct buf b;
    size_t len;

    buf_init(&b, a);
    while (*at) {
        if (strncmp(at, ascii, strlen(ascii)) == 0) {
            at += strlen(ascii);
            continue;
        }
        numbers = rendition(at, &len);
        if (!numbers)
            return words;
        buf_printf(&b, "%s%.*s", b.n ? ";" : "", len ? (int)len : 1, len ? numbers : "0");
        at = numbers + len + 1;
    }
    if (strcmp(b.s, "0") == 0)
        return "\033[m";
    return b.n ? arena_printf(a, "\033[%sm", b.s) : words;
}

static bool
same_cell(const struct cell *x, const struct cell *y)
{
    return x->c == y->c && x->width == y->width && x->style == y->style &&
           memcmp(x->marks, y->marks, sizeof x->marks) == 0;
}

static const struct cell *
cell_at(const struct canvas *c, int row, int col)
{
    return &c->at[row * c->cols + col];
}

static bool
is_blank(const struct cell *cell)
{
    return cell->c == 0 || cell->c == ' ';
}

static bool
is_changed(const struct composer *f, int row, int col)
{
    return !f->from || !same_cell(cell_at(f->from, row, col), cell_at(f->to, row, col));
}

/* Whether a cell can be sent in the style that is set, and how many bytes it takes. */
static int
cost_in_style(const struct composer *f, const struct cell *cell)
{
    char bytes[4];

    if (cell->width != 1 || cell->marks[0] != 0)
        return -1;
    if (is_blank(cell) && !f->w->shows_blank[cell->style])
        return f->style >= 0 && !f->w->shows_blank[f->style] ? 1 : -1;
    return cell->style == f->style ? utf8_encode(bytes, cell->c) : -1;
}

static void
put_cell(struct composer *f, const struct cell *cell)
{
    bool plain = is_blank(cell) && !f->w->shows_blank[cell->style] && f->style >= 0 &&
                 !f->w->shows_blank[f->style];

    if (!plain && cell->style != f->style) {
        buf_add(f->b, f->w->sgr[cell->style]);
        f->style = cell->style;
    }
    buf_char(f->b, cell->c == 0 ? ' ' : cell->c);
    for (int i = 0; i < CANVAS_MARKS && cell->marks[i] != 0; i++)
        buf_char(f->b, cell->marks[i]);
    f->col += cell->width;
    /* Terminals do not agree on wide and composed characters, nor on what follows the
     * last column. */
    if (cell->width != 1 || cell->marks[0] != 0 || f->col >= f->to->cols)
        f->row = -1;
}

/* Over unchanged cells to the right: by sending them again where that is shorter. */
static bool
skip_right(struct composer *f, int col)
{
    size_t start = f->b->n;
    int cost = 0;

    f->w->right(f->b, col - f->col);
    for (int i = f->col; i < col && cost >= 0; i++) {
        int more = cost_in_style(f, cell_at(f->to, f->row, i));

        cost = more < 0 || cost > 16 ? -1 : cost + more;
    }
    if (cost >= 0 && (f->b->n == start || (size_t)cost <= f->b->n - start)) {
        f->b->n = start;
        f->b->s[start] = '\0';
        for (int i = f->col; i < col; i++)
            put_cell(f, cell_at(f->to, f->row, i));
    }
    return f->b->n > start;
}

/* To the left in the row, where the terminal can. */
static bool
go_left(struct composer *f, int col)
{
    size_t start = f->b->n;

    f->w->right(f->b, col - f->col);
    return f->b->n > start;
}

static void
go_to(struct composer *f, int row, int col)
{
    if (f->row == row && f->col == col)
        return;
    if (f->row != row || !(col < f->col ? go_left(f, col) : skip_right(f, col)))
        f->w->move(f->b, row, col);
    f->row = row;
    f->col = col;
}

static bool
is_bare(const struct composer *f, const struct cell *cell)
{
    return cell->width == 1 && cell->marks[0] == 0 && is_blank(cell) &&
           !f->w->shows_blank[cell->style];
}

/* Whether nothing but blanks is left in the row, and clearing it is shorter than sending
 * those that changed. */
static bool
ends_here(const struct composer *f, int row, int col)
{
    int changed = 0;

    if (!f->w->clear_end)
        return false;
    for (int i = col; i < f->to->cols; i++) {
        if (!is_bare(f, cell_at(f->to, row, i)))
            return false;
        changed += is_changed(f, row, i);
    }
    return changed > (int)strlen(f->w->clear_end);
}

/* A terminal may clear in the style that is set. */
static void
clear_end(struct composer *f, int row, int col)
{
    go_to(f, row, col);
    if (f->style < 0 || f->w->shows_blank[f->style]) {
        buf_add(f->b, f->w->sgr[STYLE_PLAIN]);
        f->style = STYLE_PLAIN;
    }
    buf_add(f->b, f->w->clear_end);
}

static void
put_row(struct composer *f, int row)
{
    int last = f->to->cols - 1;

    for (int col = 0; col <= last; col++) {
        const struct cell *cell = cell_at(f->to, row, col);

        if (cell->width == 0 || !is_changed(f, row, col))
            continue;
        if (row == f->to->rows - 1 && col + cell->width > last && !f->w->keeps_corner)
            continue;
        if (ends_here(f, row, col)) {
            clear_end(f, row, col);
            return;
        }
        go_to(f, row, col);
        put_cell(f, cell);
    }
}

static void
put_cursor(struct composer *f)
{
    bool shown = f->to->cursor_row >= 0;

    if (!f->from || shown != (f->from->cursor_row >= 0))
        buf_add(f->b, shown ? f->w->show : f->w->hide);
    if (shown)
        go_to(f, f->to->cursor_row, f->to->cursor_col);
}

void
frame_compose(struct buf *b, const struct words *w, const struct canvas *from,
              const struct canvas *to)
{
    struct composer f = {b, w, from, to, -1, 0, from ? STYLE_PLAIN : -1, b->n};

    if (from && from->cursor_row >= 0) {
        f.row = from->cursor_row;
        f.col = from->cursor_col;
    }

    for (int row = 0; row < to->rows; row++)
        put_row(&f, row);
    if (f.style > STYLE_PLAIN)
        buf_add(b, w->sgr[STYLE_PLAIN]);
    f.style = STYLE_PLAIN;
    put_cursor(&f);
}
