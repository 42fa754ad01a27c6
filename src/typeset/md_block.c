/* Blocks: what stands under what, and how far in; and all of it as plain lines. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/markdown.h"
#include "typeset/tex.h"

enum { ROWS_OF_MARKDOWN = 100000, CELLS_OF_MARKDOWN = 4000000 };

static bool
is_ascii(const struct layout *l)
{
    return l->o->alphabet == ALPHABET_ASCII;
}

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

/* ---- stacks and margins ------------------------------------------------------------ */

static const struct group *
shifted(struct layout *l, const struct group *g, int col)
{
    return col ? group_pad(l->arena, g, 0, col, g->rows, g->cols + col) : g;
}

/* The blocks of b one under the other, `gap` blank rows between them. */
static const struct group *
stack_children(struct layout *l, const struct md_block *b, int width, int gap)
{
    struct group *stack = group_new(l->arena, 0, 0, 0);

    for (const struct md_block *child = b->first; child; child = child->next) {
        const struct group *g = block_layout(l, child, width);

        if (stack->rows)
            stack->rows += gap;
        else
            stack->baseline = g->baseline;
        group_put(l->arena, stack, stack->rows, 0, g);
        stack->rows += g->rows;
        stack->cols = max(stack->cols, g->cols);
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

/* ---- plain blocks ------------------------------------------------------------------ */

static const struct group *
document_layout(struct layout *l, const struct md_block *b, int width)
{
    return stack_children(l, b, width, 1);
}

static const struct group *
paragraph_layout(struct layout *l, const struct md_block *b, int width)
{
    struct words w = words_of(l, b, width, STYLE_PLAIN);

    return words_flow(l, &w, width, MD_LEFT, 0);
}

static const struct group *
heading_layout(struct layout *l, const struct md_block *b, int width)
{
    struct words w = words_of(l, b, width, STYLE_STRONG);
    const struct group *parts[2] = {words_flow(l, &w, width, MD_LEFT, 0), NULL};

    if (b->number > 2)
        return parts[0];
    parts[1] = b->number == 1 ? rule_line(l, parts[0]->cols, 0x2550, '=')
                              : rule_line(l, parts[0]->cols, 0x2500, '-');
    return group_stack(l->arena, parts, 2);
}

static const struct group *
rule_layout(struct layout *l, const struct md_block *b, int width)
{
    (void)b;
    return rule_line(l, width, 0x2500, '-');
}

static const struct group *
quote_layout(struct layout *l, const struct md_block *b, int width)
{
    bool narrow = width - 2 < MD_WIDTH_MIN;
    const struct group *inner = stack_children(l, b, narrow ? width : width - 2, 1);
    struct group *g;

    if (narrow)
        return inner;
    g = group_pad(l->arena, inner, 0, 2, inner->rows, inner->cols + 2);
    group_fill(l->arena, g, (struct rect){0, 0, inner->rows, 1}, STYLE_RULE,
               is_ascii(l) ? '|' : 0x2502);
    return g;
}

/* ---- code -------------------------------------------------------------------------- */

/* One line of code; what does not fit goes on below, two further in. */
static void
add_code_line(struct layout *l, struct group *g, const char *text, int width)
{
    size_t len = strlen(text);
    int col = 0;

    do {
        size_t part = text_fit(text, len, width - col);
        char *line = arena_strndup(l->arena, text, part);

        group_write(l->arena, g, g->rows++, col, STYLE_CODE, line);
        g->cols = max(g->cols, col + utf8_width(line));
        text += part;
        len -= part;
        col = 2;
    } while (len);
}

static const struct group *
code_layout(struct layout *l, const struct md_block *b, int width)
{
    struct group *g = group_new(l->arena, 0, 0, 0);
    int margin = width >= 40 ? 4 : 2;
    const char *s = b->text;

    if (strcmp(b->info, "math") == 0)
        return display_layout(l, b->text, width);
    while (*s) {
        size_t len = strcspn(s, "\n");
        char *line = arena_strndup(l->arena, s, len);

        add_code_line(l, g, canvas_fold(l->arena, l->o->alphabet, line), width - margin);
        s += len + (s[len] == '\n');
    }
    g->bottom = g->rows - 1;
    return shifted(l, g, margin);
}

/* ---- display formulas -------------------------------------------------------------- */

/* A formula that no break makes narrow enough, as words on lines. */
static const struct group *
formula_as_text(struct layout *l, const char *tex, int width)
{
    struct tex_options o = formula_options(l, 0);
    struct md_run run = {RUN_TEXT, STYLE_FORMULA, tex_line_with(l->arena, tex, &o), NULL};
    struct md_block b = {.kind = MD_PARAGRAPH, .runs = &run};
    struct words w = words_of(l, &b, width, STYLE_FORMULA);

    return words_flow(l, &w, width, MD_LEFT, 0);
}

/* The formula broken for that width. */
static const struct group *
set_display(struct layout *l, const char *tex, int width)
{
    struct tex_options o = formula_options(l, width);

    return tex_group(l->arena, tex, &o, MODE_DISPLAY, NULL);
}

const struct group *
display_layout(struct layout *l, const char *tex, int width)
{
    int margin = width >= 40 ? 4 : 2;
    const struct group *g = set_display(l, tex, width - margin);

    if (g->cols > width - margin || g->rows > 1) {
        const struct group *wide = set_display(l, tex, width);

        if (g->cols > width - margin || wide->rows < g->rows) {
            g = wide;
            margin = 0;
        }
    }
    if (g->cols > width)
        return formula_as_text(l, tex, width);
    return shifted(l, group_styled(l->arena, g, STYLE_FORMULA), margin);
}

/* ---- lists ------------------------------------------------------------------------- */

static int
list_level(const struct md_block *list)
{
    int level = 0;

    for (const struct md_block *b = list->parent; b; b = b->parent)
        level += b->kind == MD_LIST && !b->ordered;
    return level;
}

static const char *
marker_text(struct layout *l, const struct md_block *list, const struct md_block *item,
            int number)
{
    static const char *const bullets[] = {"•", "◦", "▪"};
    static const char *const ascii[] = {"*", "-", "+"};
    int level = list_level(list) % 3;

    if (item->task)
        return item->task == ' ' ? "[ ]" : "[x]";
    if (list->ordered)
        return arena_printf(l->arena, "%d.", number);
    return is_ascii(l) ? ascii[level] : bullets[level];
}

/* Cells of the widest marker and the blank behind it. */
static int
marker_room(struct layout *l, const struct md_block *list)
{
    int room = 0, number = list->number;

    for (const struct md_block *item = list->first; item; item = item->next)
        room = max(room, utf8_width(marker_text(l, list, item, number++)));
    return room + 1;
}

static const struct group *
item_layout(struct layout *l, const struct md_block *item, const char *marker, int room,
            int width)
{
    bool narrow = width - room < MD_WIDTH_MIN;
    const struct group *inner = stack_children(l, item, narrow ? width : width - room,
                                               item->parent->tight ? 0 : 1);
    const struct group *parts[2] = {group_text(l->arena, marker, STYLE_PLAIN), inner};
    struct group *g;

    if (narrow || !inner->rows)
        return group_stack(l->arena, parts, inner->rows ? 2 : 1);
    g = group_pad(l->arena, inner, 0, room, inner->rows, inner->cols + room);
    group_write(l->arena, g, inner->baseline, room - 1 - utf8_width(marker), STYLE_PLAIN,
                marker);
    return g;
}

static const struct group *
list_layout(struct layout *l, const struct md_block *list, int width)
{
    struct group *stack = group_new(l->arena, 0, 0, 0);
    int room = marker_room(l, list), number = list->number;

    for (const struct md_block *item = list->first; item; item = item->next) {
        const char *marker = marker_text(l, list, item, number++);
        const struct group *g = item_layout(l, item, marker, room, width);

        if (stack->rows)
            stack->rows += list->tight ? 0 : 1;
        else
            stack->baseline = g->baseline;
        group_put(l->arena, stack, stack->rows, 0, g);
        stack->rows += g->rows;
        stack->cols = max(stack->cols, g->cols);
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

/* ---- tables ------------------------------------------------------------------------ */

/* The runs of "name: cell". */
static struct md_run *
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
            g = paragraph_layout(l, &line, width);
            group_put(l->arena, stack, stack->rows, 0, g);
            stack->rows += g->rows;
            stack->cols = max(stack->cols, g->cols);
            name = name ? name->next : NULL;
        }
    }
    stack->bottom = stack->rows - 1;
    return stack;
}

static const struct group *
table_layout(struct layout *l, const struct md_block *b, int width)
{
    const struct group *columns = table_columns(l, b, width);

    return columns ? columns : list_of_rows(l, b, width);
}

/* ---- all blocks -------------------------------------------------------------------- */

const struct group *
block_layout(struct layout *l, const struct md_block *b, int width)
{
    static const struct group *(*const layouts[MD_KIND_COUNT])(
        struct layout *, const struct md_block *, int) = {
        [MD_DOCUMENT] = document_layout, [MD_QUOTE] = quote_layout,
        [MD_LIST] = list_layout,         [MD_ITEM] = document_layout,
        [MD_RULE] = rule_layout,         [MD_HEADING] = heading_layout,
        [MD_CODE_BLOCK] = code_layout,   [MD_PARAGRAPH] = paragraph_layout,
        [MD_TABLE] = table_layout,       [MD_ROW] = document_layout,
        [MD_CELL] = paragraph_layout,
    };

    return layouts[b->kind](l, b, width);
}

struct box *
markdown_box(struct arena *a, const char *markdown, const struct typeset_options *o)
{
    struct layout l = {a, o, tex_macros_new(a, o->macros)};
    int width = max(o->width, MD_WIDTH_MIN);
    const struct group *g = block_layout(&l, md_read(a, markdown), width);
    int rows = min(ROWS_OF_MARKDOWN, CELLS_OF_MARKDOWN / max(g->cols, 1));

    if (g->rows > rows) {
        struct group *cut = group_pad(a, g, 0, 0, rows, g->cols);

        group_fill(a, cut, (struct rect){rows - 1, 0, 1, g->cols}, STYLE_PLAIN, ' ');
        group_write(a, cut, rows - 1, 0, STYLE_REMARK, "[more]");
        g = cut;
    }
    return group_box(a, g, rows, width);
}

/* ---- plain lines ------------------------------------------------------------------- */

/* Lines on their way into one text. */
struct lines {
    struct layout l;
    struct buf out;
    int indent;
    const char *marker; /* of the item that the next line begins, NULL: none */
};

static void
add_line_text(struct lines *w, const char *text)
{
    if (w->out.n)
        buf_add(&w->out, "\n");
    for (int i = 0; i < w->indent; i++)
        buf_add(&w->out, " ");
    if (w->marker) {
        buf_add(&w->out, w->marker);
        buf_add(&w->out, " ");
        w->indent += utf8_width(w->marker) + 1;
    }
    w->marker = NULL;
    buf_add(&w->out, text);
}

static const char *
run_text(struct lines *w, const struct md_run *run)
{
    struct arena *a = w->l.arena;
    const struct typeset_options *o = w->l.o;
    struct tex_options formula = formula_options(&w->l, 0);
    const char *value;

    switch (run->kind) {
    case RUN_FORMULA:
    case RUN_DISPLAY:
        return tex_line_with(a, run->text, &formula);
    case RUN_COMPUTED:
        value = o->computed ? o->computed(o->ctx, a, run->text) : NULL;
        return canvas_fold(a, o->alphabet,
                           value ? value : arena_printf(a, "= %s", run->text));
    case RUN_BREAK:
        return " ";
    default:
        return canvas_fold(a, o->alphabet, run->text);
    }
}

/* The runs of a block on one line, line breaks as blanks. */
static char *
runs_text(struct lines *w, const struct md_run *run)
{
    struct buf b;

    buf_init(&b, w->l.arena);
    for (; run; run = run->next)
        buf_add(&b, run_text(w, run));
    for (char *s = b.s; *s; s++)
        if (*s == '\n')
            *s = ' ';
    return b.s;
}

static void add_block_lines(struct lines *w, const struct md_block *b);

static void
add_children(struct lines *w, const struct md_block *b)
{
    for (const struct md_block *child = b->first; child; child = child->next)
        add_block_lines(w, child);
}

static void
add_list_lines(struct lines *w, const struct md_block *list)
{
    int number = list->number;

    for (const struct md_block *item = list->first; item; item = item->next) {
        int before = w->indent;

        w->marker = marker_text(&w->l, list, item, number++);
        if (!list->ordered && !item->task)
            w->marker = "-";
        if (!item->first)
            add_line_text(w, "");
        add_children(w, item);
        w->indent = before;
    }
}

static void
add_code_lines(struct lines *w, const struct md_block *b)
{
    const char *s = b->text;

    for (; *s; s += *s == '\n') {
        size_t len = strcspn(s, "\n");
        char *line = arena_strndup(w->l.arena, s, len);

        w->indent += 4;
        add_line_text(w, canvas_fold(w->l.arena, w->l.o->alphabet, line));
        w->indent -= 4;
        s += len;
    }
}

/* Each row of a table as "head: cell; head: cell". */
static void
add_table_lines(struct lines *w, const struct md_block *table)
{
    const struct md_block *head = table->first;
    struct buf b;

    for (const struct md_block *row = head->next; row; row = row->next) {
        const struct md_block *name = head->first;

        buf_init(&b, w->l.arena);
        for (const struct md_block *cell = row->first; cell; cell = cell->next) {
            buf_add(&b, b.n ? "; " : "");
            buf_add(&b, runs_text(w, named_cell(&w->l, name, cell)));
            name = name ? name->next : NULL;
        }
        add_line_text(w, b.s);
    }
}

static void
add_block_lines(struct lines *w, const struct md_block *b)
{
    switch (b->kind) {
    case MD_LIST:
        add_list_lines(w, b);
        break;
    case MD_RULE:
        add_line_text(w, "---");
        break;
    case MD_CODE_BLOCK:
        add_code_lines(w, b);
        break;
    case MD_TABLE:
        add_table_lines(w, b);
        break;
    case MD_HEADING:
    case MD_PARAGRAPH:
        add_line_text(w, runs_text(w, b->runs));
        break;
    default:
        add_children(w, b);
        break;
    }
}

char *
markdown_lines(struct arena *a, const char *markdown, const struct typeset_options *o)
{
    struct lines w = {
        .l = {a, o, tex_macros_new(a, o->macros)}
    };

    buf_init(&w.out, a);
    add_block_lines(&w, md_read(a, markdown));
    return w.out.s;
}
