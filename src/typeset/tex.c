/* Formulas for the outside: boxes, lines, and lines that are too long. */
#include <string.h>

#include "base/utf8.h"
#include "typeset/tex.h"

/* ---- breaking ------------------------------------------------------------------------
 */

/* A formula on its way into lines. */
struct breaker {
    struct setter *s;
    const struct item *items;
    int n, width;
    int relation; /* column of the first relation, where the others begin */
    int indent;   /* of a line that continues a term */
    const struct group **lines;
    int n_lines;
};

static int
item_cols(const struct item *items, int from, int to)
{
    int cols = 0;

    for (int i = from; i < to; i++)
        cols += items[i].group->cols + (i > from ? items[i].gap : 0);
    return cols;
}

/* Whether a line may begin with item i: a relation, or what follows an operator. */
static bool
may_break(const struct breaker *b, int i)
{
    return i > 0 && i < b->n &&
           (b->items[i].node->class == CLASS_REL ||
            b->items[i - 1].node->class == CLASS_BIN ||
            b->items[i - 1].node->class == CLASS_PUNCT);
}

/* The furthest end of a line from `from` that fits into `room`; at least one piece. */
static int
line_end(const struct breaker *b, int from, int room)
{
    int end = 0;

    for (int i = from + 1; i <= b->n; i++) {
        if (i < b->n && !may_break(b, i))
            continue;
        if (end && item_cols(b->items, from, i) > room)
            break;
        end = i;
    }
    return end;
}

static void
find_margins(struct breaker *b)
{
    for (int i = 1; i < b->n; i++) {
        if (b->items[i].node->class != CLASS_REL)
            continue;
        b->relation = item_cols(b->items, 0, i) + b->items[i].gap;
        b->indent = b->relation + b->items[i].group->cols + 1;
        break;
    }
    if (!b->relation || b->indent > b->width / 2) {
        b->relation = 2;
        b->indent = 4;
    }
}

static void
add_line(struct breaker *b, int from, int to, int col)
{
    struct item *items = ARENA_ARRAY(b->s->arena, struct item, to - from + 1);

    for (int i = from; i < to; i++)
        items[i - from] = b->items[i];
    items[0].gap = col;
    b->lines[b->n_lines++] = set_line(b->s, items, to - from);
}

static const struct group *
break_lines(struct breaker *b)
{
    int from = 0, to;

    find_margins(b);
    b->lines = ARENA_ARRAY(b->s->arena, const struct group *, b->n + 1);
    for (; from < b->n; from = to) {
        int col = !from                                     ? 0
                  : b->items[from].node->class == CLASS_REL ? b->relation
                                                            : b->indent;

        to = line_end(b, from, b->width - col);
        add_line(b, from, to, col);
    }
    return group_stack(b->s->arena, b->lines, b->n_lines);
}

/* ---- setting a formula ---------------------------------------------------------------
 */

static const struct group *
set_formula(struct setter *s, const struct node *formula, struct how how, int width)
{
    const struct node *row = only_item(formula);
    struct breaker b = {.s = s, .width = width};
    const struct group *whole;
    struct item *items;
    int n;

    set_scan(s, formula, how);
    if (row->kind != NODE_ROW)
        return set_node(s, row, how);
    items = set_items(s, row, how, &n);
    whole = set_line(s, items, n);
    if (width <= 0 || whole->cols <= width || !n)
        return whole;
    b.items = items;
    b.n = n;
    return break_lines(&b);
}

static const struct group *
formula_group(struct arena *a, enum alphabet alphabet, const char *tex, enum mode mode,
              int width, struct err *e)
{
    struct setter s = {.arena = a, .alphabet = alphabet};
    struct err unseen;

    if (!e)
        e = &unseen;
    e->code = ERR_NONE;
    memset(s.small, true, sizeof s.small);
    return set_formula(&s, tex_read(a, alphabet, tex, e), (struct how){mode, 0}, width);
}

struct box *
tex_box(struct arena *a, enum alphabet alphabet, const char *tex, bool display, int width,
        struct err *e)
{
    const struct group *g =
        formula_group(a, alphabet, tex, display ? MODE_DISPLAY : MODE_INLINE, width, e);

    return group_box(a, g, CANVAS_ROWS_MAX, CANVAS_COLS_MAX);
}

char *
tex_line(struct arena *a, enum alphabet alphabet, const char *tex)
{
    const struct group *g = formula_group(a, alphabet, tex, MODE_LINE, 0, NULL);

    return box_text(a, group_box(a, g, 1, g->cols));
}
