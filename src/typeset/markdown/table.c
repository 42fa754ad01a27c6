/* Tables: columns, or a list of rows where there is no room for them. */
#include <string.h>

#include "typeset/markdown/markdown.h"

enum { COLUMN_GAP = 2 };

static int
max(int x, int y)
{
    return x > y ? x : y;
}

/* ---- columns ----------------------------------------------------------------------- */

struct table {
    const struct md_block *block;
    int rows, cols;
    struct words *cells; /* row by row */
    int *width;
};

static struct table
read_table(struct layout *l, const struct md_block *b, int width)
{
    struct table t = {.block = b};
    int i = 0;

    for (const struct md_block *row = b->first; row; row = row->next, t.rows++) {
        int n = 0;

        for (const struct md_block *cell = row->first; cell; cell = cell->next)
            n++;
        t.cols = max(t.cols, n);
    }
    t.cells = ARENA_ARRAY(l->arena, struct words, (size_t)t.rows * (size_t)t.cols);
    t.width = ARENA_ARRAY(l->arena, int, t.cols);
    for (const struct md_block *row = b->first; row; row = row->next, i++) {
        int j = 0;

        for (const struct md_block *cell = row->first; cell; cell = cell->next, j++)
            t.cells[i * t.cols + j] =
                words_of(l, cell, width, cell->header ? STYLE_STRONG : STYLE_PLAIN);
    }
    return t;
}

/* Give every column what its words need and share out the rest by what its lines would
 * like. False: there is not even room for the words. */
static bool
share_width(struct table *t, int width)
{
    int room = width - COLUMN_GAP * (t->cols - 1), like = 0;

    for (int j = 0; j < t->cols; j++) {
        int most = 0;

        for (int i = 0; i < t->rows; i++) {
            t->width[j] = max(t->width[j], words_widest(&t->cells[i * t->cols + j]));
            most = max(most, words_natural(&t->cells[i * t->cols + j]));
        }
        room -= t->width[j];
        like += most - t->width[j];
    }
    for (int j = 0; j < t->cols && room > 0; j++) {
        int most = 0, more;

        for (int i = 0; i < t->rows; i++)
            most = max(most, words_natural(&t->cells[i * t->cols + j]));
        more = most - t->width[j];
        if (like > room)
            more = more * room / like;
        t->width[j] += more;
    }
    return room >= 0;
}

static const struct group *
row_layout(struct layout *l, const struct table *t, const struct md_block *row, int i)
{
    struct group *g = group_new(l->arena, 1, 0, 0);
    const struct md_block *cell = row->first;
    int col = 0;

    for (int j = 0; cell; cell = cell->next, j++) {
        const struct group *text = words_flow(l, &t->cells[i * t->cols + j], t->width[j],
                                              cell->place, t->width[j]);

        g->baseline = max(g->baseline, text->baseline);
        g->rows = max(g->rows, text->rows);
        group_put(l->arena, g, 0, col, text);
        col += t->width[j] + COLUMN_GAP;
    }
    g->cols = col - COLUMN_GAP;
    for (struct part *p = g->parts; p; p = p->next) {
        p->row = g->baseline - p->group->baseline;
        g->rows = max(g->rows, p->row + p->group->rows);
    }
    g->bottom = g->rows - 1;
    return g;
}

static const struct group *
head_rule(struct layout *l, const struct table *t)
{
    struct group *g = group_new(l->arena, 1, 0, 0);

    for (int j = 0; j < t->cols; j++) {
        group_put(l->arena, g, 0, g->cols, rule_line(l, t->width[j], 0x2500, '-'));
        g->cols += t->width[j] + COLUMN_GAP;
    }
    g->cols -= COLUMN_GAP;
    return g;
}

/* Rows of several lines keep apart. */
static const struct group *
stack_apart(struct layout *l, const struct group *const *parts, int n)
{
    struct group *stack = group_new(l->arena, 0, 0, parts[0]->baseline);

    for (int i = 0; i < n; i++) {
        stack->rows += i > 2;
        group_put(l->arena, stack, stack->rows, 0, parts[i]);
        stack->rows += parts[i]->rows;
        stack->cols = max(stack->cols, parts[i]->cols);
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

static const struct group *
grid_layout(struct layout *l, const struct table *t)
{
    const struct group **parts =
        ARENA_ARRAY(l->arena, const struct group *, 2 * t->rows + 1);
    bool apart = false;
    int n = 0, i = 0;

    for (const struct md_block *row = t->block->first; row; row = row->next, i++) {
        parts[n] = row_layout(l, t, row, i);
        apart |= parts[n++]->rows > 1;
        if (row->first && row->first->header)
            parts[n++] = head_rule(l, t);
    }
    if (!apart)
        return group_stack(l->arena, parts, n);
    return stack_apart(l, parts, n);
}

static const struct group *
table_columns(struct layout *l, const struct md_block *b, int width)
{
    struct table t = read_table(l, b, width);

    return share_width(&t, width) ? grid_layout(l, &t) : NULL;
}

/* ---- rows ---------------------------------------------------------------------------
 */

/* The runs of "name: cell". */
struct md_run *
named_cell(struct layout *l, const struct md_block *name, const struct md_block *cell)
{
    struct md_run *first = NULL, **next = &first;

    for (const struct md_run *run = name ? name->runs : NULL; run; run = run->next) {
        *next = ARENA_NEW(l->arena, struct md_run);
        **next = *run;
        if ((*next)->style == STYLE_PLAIN)
            (*next)->style = STYLE_STRONG;
        next = &(*next)->next;
    }
    if (first) {
        *next = ARENA_NEW(l->arena, struct md_run);
        **next = (struct md_run){RUN_TEXT, STYLE_STRONG, ": ", NULL};
        next = &(*next)->next;
    }
    *next = cell->runs;
    return first;
}

/* A table that is too narrow for columns: each row as "head: cell" lines. */
static const struct group *
list_of_rows(struct layout *l, const struct md_block *table, int width)
{
    const struct md_block *head = table->first;
    struct group *stack = group_new(l->arena, 0, 0, 0);

    for (const struct md_block *row = head->next; row; row = row->next) {
        const struct md_block *name = head->first;

        stack->rows += row != head->next;
        for (const struct md_block *cell = row->first; cell; cell = cell->next) {
            struct md_block line = *cell;
            const struct group *g;

            line.runs = named_cell(l, name, cell);
            line.kind = MD_PARAGRAPH;
            g = block_layout(l, &line, width);
            group_put(l->arena, stack, stack->rows, 0, g);
            stack->rows += g->rows;
            stack->cols = max(stack->cols, g->cols);
            name = name ? name->next : NULL;
        }
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

const struct group *
table_layout(struct layout *l, const struct md_block *b, int width)
{
    const struct group *columns = table_columns(l, b, width);

    return columns ? columns : list_of_rows(l, b, width);
}
