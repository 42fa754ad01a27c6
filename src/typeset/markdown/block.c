/* Blocks: what stands under what, and how far in; and all of it as plain lines. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "typeset/markdown/markdown.h"
#include "typeset/tex/tex.h"

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

const struct group *
rule_line(struct layout *l, int cols, uint32_t unicode, char ascii)
{
    struct group *g = group_new(l->arena, 1, cols, 0);

    group_fill(l->arena, g, (struct rect){0, 0, 1, cols}, STYLE_RULE,
               l->o->alphabet == ALPHABET_ASCII ? (uint32_t)ascii : unicode);
    return g;
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
        if (l->page && b->kind == MD_DOCUMENT)
            page_note(l, child, g, stack->rows);
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
    if (g->cols > width && !l->o->sideways)
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

const char *
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
    struct layout l = {a, o, tex_macros_new(a, o->macros), NULL};
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
