#include <stdlib.h>
#include <string.h>

#include "figure/part/graph.h"

enum { WAY_MAX = 8 };

static int
least(int x, int y)
{
    return x < y ? x : y;
}

static int
most(int x, int y)
{
    return x > y ? x : y;
}

/* The way of an arrow: corners in cells of the ink. */
struct way {
    int row[WAY_MAX], col[WAY_MAX], n;
};

static void
way_add(struct way *w, int row, int col)
{
    if (w->n > 0 && w->row[w->n - 1] == row && w->col[w->n - 1] == col)
        return;
    /* A corner in the middle of a straight way is none. */
    if (w->n > 1 && ((w->row[w->n - 1] == row && w->row[w->n - 2] == row) ||
                     (w->col[w->n - 1] == col && w->col[w->n - 2] == col)))
        w->n--;
    w->row[w->n] = row;
    w->col[w->n] = col;
    w->n++;
}

static int
middle_col(const struct node *n)
{
    return n->rect.col + n->rect.cols / 2;
}

static int
middle_row(const struct node *n)
{
    return n->rect.row + (n->rect.rows - 1) / 2;
}

/* Whether a box stands between two of one row, or of one column. */
static bool
is_between(const struct graph *g, const struct node *from, const struct node *to)
{
    for (int i = 0; i < g->n; i++) {
        const struct node *n = &g->at[i];
        bool in_row = n->row == from->row &&
                      (n->column - from->column) * (n->column - to->column) < 0;
        bool in_column =
            n->column == from->column && (n->row - from->row) * (n->row - to->row) < 0;

        if (from->row == to->row ? in_row : from->column == to->column && in_column)
            return true;
    }
    return false;
}

static void
way_level(struct way *w, const struct node *from, const struct node *to)
{
    bool right = to->rect.col > from->rect.col;

    way_add(w, middle_row(from),
            right ? from->rect.col + from->rect.cols : from->rect.col - 1);
    way_add(w, middle_row(from), right ? to->rect.col - 1 : to->rect.col + to->rect.cols);
}

static void
way_upright(struct way *w, const struct node *from, const struct node *to)
{
    bool down = to->rect.row > from->rect.row;

    way_add(w, down ? from->rect.row + from->rect.rows : from->rect.row - 1,
            middle_col(from));
    way_add(w, down ? to->rect.row - 1 : to->rect.row + to->rect.rows, middle_col(from));
}

/* Along the right side of all columns from the one to the other. */
static void
way_around(const struct graph *g, struct way *w, const struct node *from,
           const struct node *to)
{
    int column = from->column > to->column ? from->column : to->column;
    int side = g->x[column] + g->wide[column] + 2;

    if (side >= g->fr->ink->cols)
        side = g->fr->ink->cols - 1;
    way_add(w, middle_row(from), from->rect.col + from->rect.cols);
    way_add(w, middle_row(from), side);
    way_add(w, middle_row(to), side);
    way_add(w, middle_row(to), to->rect.col + to->rect.cols);
}

/* Whether no box stands in the row of `from` up to the column of `to`. */
static bool
is_row_free(const struct graph *g, const struct node *from, const struct node *to)
{
    for (int i = 0; i < g->n; i++) {
        const struct node *n = &g->at[i];

        if (n != from && n->row == from->row &&
            (n->column - from->column) * (n->column - to->column) < 0)
            return false;
    }
    return true;
}

/* To another column: out at the side, through the gaps between columns and rows, which
 * hold no boxes, and in at the side. */
static void
way_across(const struct graph *g, struct way *w, const struct node *from,
           const struct node *to)
{
    bool right = to->column > from->column, down = to->row > from->row;
    int half = 1 + g->gutter / 2;
    int leave = right ? g->x[from->column] + g->wide[from->column] - 1 + half
                      : g->x[from->column] - half;
    int enter = right ? g->x[to->column] - 1 - (g->gutter - half)
                      : g->x[to->column] + g->wide[to->column] + (g->gutter - half);
    int gap = to->row == from->row ? g->y[to->row] + g->high[to->row]
              : down               ? g->y[to->row] - 1
                                   : g->y[to->row] + g->high[to->row];

    way_add(w, middle_row(from),
            right ? from->rect.col + from->rect.cols : from->rect.col - 1);
    if (to->row == from->row || !is_row_free(g, from, to)) {
        way_add(w, middle_row(from), leave);
        way_add(w, gap, leave);
        way_add(w, gap, enter);
    } else {
        way_add(w, middle_row(from), enter);
    }
    way_add(w, middle_row(to), enter);
    way_add(w, middle_row(to), right ? to->rect.col - 1 : to->rect.col + to->rect.cols);
}

/* ---- drawing ----------------------------------------------------------------------- */

/* Where lines of a cell lead to. */
enum { TO_LEFT = 1, TO_RIGHT = 2, TO_UP = 4, TO_DOWN = 8 };

/* One more line through a cell, joined to those that are there. */
static void
join(struct graph *g, int row, int col, int to, enum style style)
{
    static const uint32_t signs[16] = {0,      0x2500, 0x2500, 0x2500, 0x2502, 0x2518,
                                       0x2514, 0x2534, 0x2502, 0x2510, 0x250C, 0x252C,
                                       0x2502, 0x2524, 0x251C, 0x253C};
    struct ink *k = g->fr->ink;
    uint8_t *lines;
    bool level, upright;

    if (!ink_at(k, row, col))
        return;
    lines = &g->lines[row * k->cols + col];
    *lines |= (uint8_t)to;
    level = *lines & (TO_LEFT | TO_RIGHT);
    upright = *lines & (TO_UP | TO_DOWN);
    ink_put(k, row, col, LAYER_LINE, style,
            k->unicode         ? signs[*lines]
            : level && upright ? '+'
            : level            ? '-'
                               : '|');
}

static char
head_of(const struct way *w)
{
    int n = w->n, down = n > 1 ? w->row[n - 1] - w->row[n - 2] : 1;
    int right = n > 1 ? w->col[n - 1] - w->col[n - 2] : 0;

    return right > 0 ? '>' : right < 0 ? '<' : down < 0 ? '^' : 'v';
}

static void
leg_draw(struct graph *g, const struct way *w, int leg, enum style style)
{
    struct rule rule = {LAYER_LINE, style, true};
    int row = w->row[leg], col = w->col[leg];
    int down = (w->row[leg + 1] > row) - (w->row[leg + 1] < row);
    int right = (w->col[leg + 1] > col) - (w->col[leg + 1] < col);
    int ahead = right > 0 ? TO_RIGHT : right < 0 ? TO_LEFT : down > 0 ? TO_DOWN : TO_UP;
    int back = right > 0 ? TO_LEFT : right < 0 ? TO_RIGHT : down > 0 ? TO_UP : TO_DOWN;

    if (right)
        ink_level(g->fr->ink, row, least(col, w->col[leg + 1]),
                  most(col, w->col[leg + 1]) + 1, rule);
    else
        ink_upright(g->fr->ink, col, least(row, w->row[leg + 1]),
                    most(row, w->row[leg + 1]) + 1, rule);
    while (row != w->row[leg + 1] || col != w->col[leg + 1]) {
        join(g, row, col, ahead, style);
        row += down;
        col += right;
        join(g, row, col, back, style);
    }
}

static void
way_draw(struct graph *g, const struct way *w, enum style style, char head)
{
    struct ink *k = g->fr->ink;

    for (int i = 0; i + 1 < w->n; i++)
        leg_draw(g, w, i, style);
    ink_mark(k, (struct ink_place){w->col[w->n - 1] + 0.5, w->row[w->n - 1] + 0.5},
             LAYER_TIP, style, (unsigned char)head);
}

/* The text above the middle of a level leg that is long enough; false when it is not, or
 * something is there. */
static bool
write_on_leg(struct graph *g, const struct way *w, int leg, const char *text,
             enum style style)
{
    int width = canvas_width(g->fr->canvas->alphabet, text), row = w->row[leg] - 1;
    int from, length;

    if (w->n < 2 || w->row[leg] != w->row[leg + 1] || row < 0)
        return false;
    from = w->col[leg] < w->col[leg + 1] ? w->col[leg] : w->col[leg + 1];
    length = abs(w->col[leg] - w->col[leg + 1]) + 1;
    if (width > length)
        return false;
    from += (length - width) / 2;
    for (int i = 0; i < width; i++) {
        const struct spot *spot = ink_at(g->fr->ink, row, from + i);

        if (!spot || spot->layer > LAYER_FAINT)
            return false;
    }
    part_text(g->fr, row, from, style, text);
    return true;
}

/* The label goes to the middle of the longest leg. */
static void
label_way(struct graph *g, const struct way *w, const struct thing *edge)
{
    struct frame *fr = g->fr;
    const char *text = label_text(fr->arena, &fr->now, edge);
    enum style style = edge->style == STYLE_RULE ? STYLE_PLAIN : edge->style;
    int best = 0, length = -1;

    for (int i = 0; i + 1 < w->n; i++) {
        int is = abs(w->col[i] - w->col[i + 1]) + 2 * abs(w->row[i] - w->row[i + 1]);

        if (is > length) {
            length = is;
            best = i;
        }
    }
    if (write_on_leg(g, w, best, text, style))
        return;
    labels_add(
        &fr->labels,
        (struct label){.text = text,
                       .x = (w->col[best] + w->col[w->n > 1 ? best + 1 : 0]) / 2.0 + 0.5,
                       .y = (w->row[best] + w->row[w->n > 1 ? best + 1 : 0]) / 2.0 + 0.5,
                       .dx = w->n > 1 && w->row[best] == w->row[best + 1] ? 0 : 1,
                       .dy = w->n > 1 && w->row[best] == w->row[best + 1] ? -1 : 0,
                       .style = style});
}

void
edge_draw(struct graph *g, const struct thing *edge)
{
    const struct node_line *line = edge->own;
    const struct node *from = node_find(g, line->from), *to = node_find(g, line->to);
    struct way w = {.n = 0};

    if (!from || !to || !from->seen || !to->seen || from == to)
        return;
    if (line->around)
        way_around(g, &w, from, to);
    else if (from->row == to->row && !is_between(g, from, to))
        way_level(&w, from, to);
    else if (from->column == to->column && !is_between(g, from, to))
        way_upright(&w, from, to);
    else if (from->column == to->column)
        way_around(g, &w, from, to);
    else
        way_across(g, &w, from, to);
    way_draw(g, &w, edge->style, head_of(&w));
    if (edge->labelled)
        label_way(g, &w, edge);
}

void
edges_join(struct graph *g)
{
    for (int i = 0; i + 1 < g->n; i++) {
        struct way w = {.n = 0};

        if (!g->at[i].seen || !g->at[i + 1].seen || g->gap == 0 ||
            g->at[i].column != g->at[i + 1].column)
            continue;
        way_upright(&w, &g->at[i], &g->at[i + 1]);
        way_draw(g, &w, STYLE_RULE, 'v');
    }
}
