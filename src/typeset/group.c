#include "typeset/group.h"

#include <string.h>

#include "base/buf.h"
#include "base/safe.h"
#include "base/utf8.h"

static int
max(int x, int y)
{
    return x > y ? x : y;
}

static int
min(int x, int y)
{
    return x < y ? x : y;
}

struct group *
group_new(struct arena *a, int rows, int cols, int baseline)
{
    struct group *g = ARENA_NEW(a, struct group);

    g->rows = rows;
    g->cols = cols;
    g->baseline = baseline;
    g->bottom = rows - 1;
    return g;
}

static struct part *
add_part(struct arena *a, struct group *g, int row, int col)
{
    struct part *p = ARENA_NEW(a, struct part);

    p->row = row;
    p->col = col;
    if (g->last)
        g->last->next = p;
    else
        g->parts = p;
    g->last = p;
    return p;
}

void
group_put(struct arena *a, struct group *g, int row, int col, const struct group *child)
{
    add_part(a, g, row, col)->group = child;
}

void
group_write(struct arena *a, struct group *g, int row, int col, enum style style,
            const char *text)
{
    struct part *p = add_part(a, g, row, col);

    p->text = text;
    p->style = style;
}

void
group_fill(struct arena *a, struct group *g, struct rect r, enum style style, uint32_t ch)
{
    struct part *p = add_part(a, g, r.row, r.col);

    p->fill = ch;
    p->rows = r.rows;
    p->cols = r.cols;
    p->style = style;
}

struct group *
group_styled(struct arena *a, const struct group *g, enum style style)
{
    struct group *styled = group_pad(a, g, 0, 0, g->rows, g->cols);

    styled->parts->style = style;
    return styled;
}

struct group *
group_text(struct arena *a, const char *text, enum style style)
{
    struct group *g = group_new(a, 1, utf8_width(text), 0);

    group_write(a, g, 0, 0, style, text);
    return g;
}

struct group *
group_line(struct arena *a, const struct placed *at, int n)
{
    int above = 0, below = 0, top = 0, bottom = 0, col = 0;
    struct group *line;

    for (int i = 0; i < n; i++) {
        const struct group *g = at[i].group;

        above = max(above, g->baseline);
        below = max(below, g->rows - 1 - g->baseline);
        top = min(top, g->top - g->baseline);
        bottom = max(bottom, g->bottom - g->baseline);
    }
    line = group_new(a, above + 1 + below, 0, above);
    line->top = above + top;
    line->bottom = above + bottom;
    for (int i = 0; i < n; i++) {
        const struct group *g = at[i].group;

        col += at[i].gap;
        group_put(a, line, above - g->baseline, col, g);
        col += g->cols;
        line->barred |= g->barred;
    }
    line->cols = col;
    return line;
}

struct group *
group_stack(struct arena *a, const struct group *const *at, int n)
{
    struct group *stack = group_new(a, 0, 0, n ? at[0]->baseline : 0);

    for (int i = 0; i < n; i++) {
        group_put(a, stack, stack->rows, 0, at[i]);
        stack->rows += at[i]->rows;
        stack->cols = max(stack->cols, at[i]->cols);
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

struct group *
group_pad(struct arena *a, const struct group *g, int row, int col, int rows, int cols)
{
    struct group *wide = group_new(a, rows, cols, g->baseline + row);

    wide->top = g->top + row;
    wide->bottom = g->bottom + row;
    wide->barred = g->barred;
    group_put(a, wide, row, col, g);
    return wide;
}

/* ---- cells ------------------------------------------------------------------------- */

enum { NO_BREAK_SPACE = 0xA0 };

struct paper {
    struct cell *at;
    int rows, cols;
};

static struct cell *
cell_at(struct paper *p, int row, int col)
{
    if (row < 0 || row >= p->rows || col < 0 || col >= p->cols)
        return NULL;
    return &p->at[row * p->cols + col];
}

static void
add_mark(struct cell *cell, uint32_t mark)
{
    for (int i = 0; cell && i < CANVAS_MARKS; i++) {
        if (!cell->marks[i]) {
            cell->marks[i] = mark;
            return;
        }
    }
}

static void
draw_text(struct paper *p, int row, int col, const struct part *part, enum style style)
{
    const char *s = part->text;
    size_t len = strlen(s), bytes;
    struct cell *last = NULL;

    for (; len; s += bytes, len -= bytes) {
        uint32_t c = utf8_decode(s, len, &bytes);
        int width = utf8_cell_width(c);
        struct cell *cell = cell_at(p, row, col), *second = cell_at(p, row, col + 1);

        if (!width) {
            add_mark(last, c);
            continue;
        }
        col += width;
        last = cell && (width == 1 || second) ? cell : NULL;
        if (!last)
            continue;
        if (c == NO_BREAK_SPACE)
            c = ' ';
        *last = (struct cell){.c = c, .width = (uint8_t)width, .style = (uint8_t)style};
        if (width == 2)
            *second = (struct cell){.c = ' ', .width = 0, .style = (uint8_t)style};
    }
}

static void
draw_fill(struct paper *p, int row, int col, const struct part *part, enum style style)
{
    for (int i = 0; i < part->rows; i++) {
        for (int j = 0; j < part->cols; j++) {
            struct cell *cell = cell_at(p, row + i, col + j);

            if (cell)
                *cell =
                    (struct cell){.c = part->fill, .width = 1, .style = (uint8_t)style};
        }
    }
}

/* Groups nest as deep as the text that they were made of, which is bounded. What is
 * PLAIN takes the style of the nearest group that has one. */
static void
draw_group(struct paper *p, int row, int col, const struct group *g, enum style outer);

static void
draw_part(struct paper *p, int row, int col, const struct part *part, enum style outer)
{
    enum style style = part->style == STYLE_PLAIN ? outer : part->style;

    row += part->row;
    col += part->col;
    if (part->group)
        draw_group(p, row, col, part->group, style);
    else if (part->text)
        draw_text(p, row, col, part, style);
    else
        draw_fill(p, row, col, part, style);
}

static void
draw_group(struct paper *p, int row, int col, const struct group *g, enum style outer)
{
    for (const struct part *part = g->parts; part; part = part->next)
        draw_part(p, row, col, part, outer);
}

struct box *
group_window(struct arena *a, const struct group *g, struct rect r)
{
    struct box *b = ARENA_NEW(a, struct box);
    struct paper p = {.rows = max(r.rows, 0), .cols = max(r.cols, 0)};

    p.at = ARENA_ARRAY(a, struct cell, (size_t)p.rows * (size_t)p.cols);
    *b = (struct box){p.rows, p.cols, 0, p.at};
    for (const struct part *part = g->parts; part; part = part->next) {
        int rows = part->group ? part->group->rows : part->text ? 1 : part->rows;

        if (part->row < r.row + r.rows && part->row + rows > r.row)
            draw_part(&p, -r.row, -r.col, part, STYLE_PLAIN);
    }
    return b;
}

struct box *
group_box(struct arena *a, const struct group *g, int max_rows, int max_cols)
{
    struct box *b = ARENA_NEW(a, struct box);
    struct paper p;

    b->rows = p.rows = min(g->rows, max_rows);
    b->cols = p.cols = min(g->cols, max_cols);
    b->baseline = min(g->baseline, max(b->rows - 1, 0));
    p.at = ARENA_ARRAY(a, struct cell, (size_t)p.rows * (size_t)p.cols);
    b->at = p.at;
    draw_group(&p, 0, 0, g, STYLE_PLAIN);
    return b;
}

/* ---- boxes ------------------------------------------------------------------------- */

void
box_draw(struct canvas *c, struct rect r, int row, int col, enum style style,
         const struct box *b)
{
    for (int i = 0; i < b->rows; i++) {
        for (int j = 0; j < b->cols; j++) {
            struct cell cell = b->at[i * b->cols + j];

            if (!cell.c || !cell.width)
                continue;
            if (cell.style == STYLE_PLAIN)
                cell.style = (uint8_t)style;
            canvas_set(c, r, row + i, col + j, cell);
        }
    }
}

static void
add_cell(struct buf *out, const struct cell *cell)
{
    if (!cell->c) {
        buf_add_n(out, " ", 1);
        return;
    }
    if (!cell->width)
        return;
    buf_char(out, cell->c);
    for (int i = 0; i < CANVAS_MARKS && cell->marks[i]; i++)
        buf_char(out, cell->marks[i]);
}

static bool
is_blank(const struct cell *cell)
{
    return !cell->c || (cell->c == ' ' && cell->width && !cell->marks[0]);
}

char *
box_text(struct arena *a, const struct box *b)
{
    struct buf out;

    buf_init(&out, a);
    for (int i = 0; i < b->rows; i++) {
        const struct cell *row = b->at + (size_t)i * (size_t)b->cols;
        int cols = b->cols;

        if (i)
            buf_add_n(&out, "\n", 1);
        while (cols > 0 && is_blank(&row[cols - 1]))
            cols--;
        for (int j = 0; j < cols; j++)
            add_cell(&out, &row[j]);
    }
    return out.s;
}

struct box *
box_line(struct arena *a, const char *text, enum style style)
{
    char *safe = text_safe(a, text, strlen(text));

    for (char *s = safe; *s; s++)
        if (*s == '\n')
            *s = ' ';
    return group_box(a, group_text(a, safe, style), 1, CANVAS_COLS_MAX);
}
