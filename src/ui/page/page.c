#include "ui/page/page.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_COLS_MAX = 80, /* of the text; what is wider is shown as far as it fits */
    SIDE_COLS = 8,
    HEAD_ROWS = 2,
};

static const struct pos in_front = {"macros", 1, 1};

/* ---- a text ------------------------------------------------------------------------ */

void
page_close(struct ui_model *m)
{
    struct pager *p = &m->pager;

    arena_free(p->arena);
    arena_free(p->laid);
    free(p->typed.text);
    free(p->needle.text);
    *p = (struct pager){0};
}

void
page_open(struct ui_model *m, const char *markdown, const char *title)
{
    struct pager *p = &m->pager;

    page_close(m);
    p->arena = arena_new();
    p->laid = arena_new();
    p->markdown = markdown_front(p->arena, arena_strdup(p->arena, markdown), &p->macros);
    p->title = arena_strdup(p->arena, title);
    p->found = -1;
    m->screen = SCREEN_PAGE;
}

static int
clamp(int value, int low, int high)
{
    value = value > high ? high : value;
    return value < low ? low : value;
}

/* ---- where everything stands ------------------------------------------------------- */

static struct rect
body_of(const struct ui_model *m)
{
    if (model_is_roomy(m))
        return (struct rect){HEAD_ROWS, 1, m->rows - HEAD_ROWS - 2, m->cols - 2};
    return (struct rect){1, 0, m->rows - 2, m->cols};
}

static void
keep_inside(struct ui_model *m)
{
    struct pager *p = &m->pager;
    struct rect body = body_of(m);

    p->rows = body.rows;
    p->top = clamp(p->top, 0, p->page->rows - body.rows);
    p->left = clamp(p->left, 0, p->page->cols - body.cols);
}

/* The block on top, and how many rows of it are above the screen. */
static int
block_at(const struct typeset_page *page, int top, int *above)
{
    int block = 0;

    while (block + 1 < page->n_blocks && page->blocks[block + 1] <= top)
        block++;
    *above = page->n_blocks ? top - page->blocks[block] : 0;
    return block;
}

/* Lay the text out for that many columns; what stands on top stays there. */
static void
lay_out(struct ui_model *m, int width)
{
    struct pager *p = &m->pager;
    struct typeset_options o = {
        .alphabet = m->settings.alphabet, .width = width, .sideways = true};
    int above = 0, block = p->page ? block_at(p->page, p->top, &above) : 0;
    struct tex_macros *macros;
    struct err e = {.code = ERR_NONE};

    if (p->page && p->width == width)
        return;
    p->page = NULL;
    arena_reset(p->laid);
    macros = tex_macros_new(p->laid, NULL);
    if (!tex_macros_read(macros, p->macros, in_front, &e))
        model_notice(m, err_text(p->laid, &e));
    o.macros = macros;
    p->page = markdown_page(p->laid, p->markdown, &o);
    p->width = width;
    p->found = -1;
    if (block < p->page->n_blocks)
        p->top = p->page->blocks[block] + above;
}

static void
settle(struct ui_model *m)
{
    struct rect body = body_of(m);

    lay_out(m, body.cols < PAGE_COLS_MAX ? body.cols : PAGE_COLS_MAX);
    keep_inside(m);
}

/* The first column of a row that is shown: only blocks that are too wide move. */
static int
left_of(const struct ui_model *m, int row)
{
    const struct pager *p = &m->pager;
    int above, block = block_at(p->page, row, &above);

    if (block >= p->page->n_blocks || p->page->block_cols[block] <= body_of(m).cols)
        return 0;
    return p->left;
}

/* ---- moving ------------------------------------------------------------------------ */

void
page_scroll(struct ui_model *m, enum page_move move, int by)
{
    struct pager *p = &m->pager;
    int rows;

    settle(m);
    rows = move == PAGE_LINE    ? 1
           : move == PAGE_HALF  ? (p->rows + 1) / 2
           : move == PAGE_WHOLE ? p->rows - 1
                                : p->page->rows;
    p->top += by * (rows > 1 ? rows : 1);
    keep_inside(m);
}

void
page_sideways(struct ui_model *m, int by)
{
    settle(m);
    m->pager.left += by * SIDE_COLS;
    keep_inside(m);
}

bool
page_can_sideways(const struct ui_model *m)
{
    return m->pager.page && m->pager.page->cols > body_of(m).cols;
}

void
page_mouse(struct ui_model *m, const struct ui_event *ev)
{
    enum { WHEEL_ROWS = 3 };
    int by = ev->button == UI_WHEEL_DOWN ? 1 : ev->button == UI_WHEEL_UP ? -1 : 0;

    if (m->help || model_is_tiny(m))
        return;
    if (m->pager.lists && by) {
        page_choose(m, by);
        return;
    }
    for (int i = 0; by && i < WHEEL_ROWS; i++)
        page_scroll(m, PAGE_LINE, by);
}

/* ---- search ------------------------------------------------------------------------ */

void
page_search(struct ui_model *m)
{
    m->pager.searching = true;
    m->pager.lists = false;
    typed_set(&m->pager.typed, "", 0);
    m->field_serial++;
}

bool
page_searching(const struct ui_model *m)
{
    return m->screen == SCREEN_PAGE && m->pager.searching;
}

void
page_type(struct ui_model *m, const char *text, int cursor)
{
    typed_set(&m->pager.typed, text, cursor);
}

void
page_cancel(struct ui_model *m)
{
    m->pager.searching = false;
    m->field_serial++;
}

/* The row where it was found can be seen, and so can the column. */
static void
show_found(struct ui_model *m, int row)
{
    struct pager *p = &m->pager;
    struct rect body = body_of(m);
    const struct box *b;
    int col, len, left;

    p->found = row;
    if (row < p->top || row >= p->top + body.rows)
        p->top = row - body.rows / 3;
    arena_reset(m->scratch);
    b = page_window(m->scratch, p->page, (struct rect){row, 0, 1, p->page->cols});
    col = typeset_match(b->at, b->cols, 0, p->needle.text, &len);
    left = left_of(m, row);
    if (col < left || col + len > left + body.cols)
        p->left = col + len > body.cols ? col : 0;
    keep_inside(m);
}

/* From `from` on, and from the other end when it is not there. */
static void
find_from(struct ui_model *m, int from, int by)
{
    struct pager *p = &m->pager;
    int row;

    settle(m);
    row = page_find(m->scratch, p->page, p->needle.text, from, by);
    if (row < 0) {
        row = page_find(m->scratch, p->page, p->needle.text,
                        by > 0 ? 0 : p->page->rows - 1, by);
        if (row >= 0)
            model_remark(m, by > 0 ? "from the beginning again" : "from the end again");
    }
    if (row >= 0)
        show_found(m, row);
    else
        model_remark(m, "not found: %s", p->needle.text);
}

void
page_submit(struct ui_model *m)
{
    struct pager *p = &m->pager;

    page_cancel(m);
    if (p->typed.len)
        typed_set(&p->needle, p->typed.text, 0);
    if (!p->needle.len)
        return;
    p->found = -1;
    find_from(m, p->top, 1);
}

void
page_again(struct ui_model *m, int by)
{
    struct pager *p = &m->pager;

    settle(m);
    find_from(m, p->found >= 0 ? p->found + by : p->top, by);
}

bool
page_can_again(const struct ui_model *m)
{
    return m->pager.needle.len > 0;
}

/* ---- the list of headings ---------------------------------------------------------- */

bool
page_can_contents(const struct ui_model *m)
{
    return m->pager.page && m->pager.page->n_headings > 0;
}

bool
page_lists(const struct ui_model *m)
{
    return m->pager.lists;
}

void
page_contents(struct ui_model *m)
{
    struct pager *p = &m->pager;

    settle(m);
    p->lists = !p->lists;
    p->heading = 0;
    while (p->heading + 1 < p->page->n_headings &&
           p->page->headings[p->heading + 1].row <= p->top)
        p->heading++;
}

void
page_choose(struct ui_model *m, int by)
{
    m->pager.heading = clamp(m->pager.heading + by, 0, m->pager.page->n_headings - 1);
}

void
page_take(struct ui_model *m)
{
    struct pager *p = &m->pager;

    settle(m);
    p->lists = false;
    p->heading = clamp(p->heading, 0, p->page->n_headings - 1);
    p->top = p->page->headings[p->heading].row;
    p->left = 0;
    keep_inside(m);
}

/* ---- drawing ----------------------------------------------------------------------- */

static void
draw_list(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct pager *p = &m->pager;
    int top = clamp(p->heading - r.rows / 2, 0, p->page->n_headings - r.rows);

    for (int i = 0; i < r.rows && top + i < p->page->n_headings; i++) {
        const struct typeset_heading *h = &p->page->headings[top + i];
        bool here = top + i == p->heading;

        canvas_text(c, r, i, 0, here ? STYLE_FOCUS : STYLE_PLAIN, here ? ">" : " ");
        canvas_text(c, r, i, 2 * h->level, here ? STYLE_FOCUS : STYLE_PLAIN, h->text);
        if (here)
            canvas_cursor(c, r, i, 0);
    }
}

/* Marks where something goes on to the left or to the right. */
static void
draw_edges(struct canvas *c, struct rect r, const struct box *row, int i, int left)
{
    bool more = false;

    for (int col = left + r.cols; col < row->cols; col++)
        more |= row->at[col].c != 0 && row->at[col].c != ' ';
    if (more)
        canvas_put(c, r, i, r.cols - 1, STYLE_REMARK, '>');
    more = false;
    for (int col = 0; col < left && col < row->cols; col++)
        more |= row->at[col].c != 0 && row->at[col].c != ' ';
    if (more)
        canvas_put(c, r, i, 0, STYLE_REMARK, '<');
}

/* What was searched for, in one row. */
static void
mark_matches(const struct pager *p, struct canvas *c, struct rect r,
             const struct box *row, int i, int left)
{
    int len = 0, col = p->needle.len ? 0 : -1;

    while (col >= 0 &&
           (col = typeset_match(row->at, row->cols, col, p->needle.text, &len)) >= 0) {
        int from = col - left, cols = len;

        cols += from < 0 ? from : 0;
        from = from < 0 ? 0 : from;
        if (cols > 0 && from < r.cols)
            canvas_restyle(c,
                           (struct rect){r.row + i, r.col + from, 1,
                                         from + cols > r.cols ? r.cols - from : cols},
                           STYLE_FOCUS);
        if (p->top + i == p->found && c->cursor_row < 0)
            canvas_cursor(c, r, i, from);
        col += len;
    }
}

static void
draw_text(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct pager *p = &m->pager;

    for (int i = 0; i < r.rows && p->top + i < p->page->rows; i++) {
        const struct box *row = page_window(
            m->frame, p->page, (struct rect){p->top + i, 0, 1, p->page->cols});
        int left = left_of(m, p->top + i);

        box_draw(c, r, i, -left, STYLE_PLAIN, row);
        draw_edges(c, r, row, i, left);
        mark_matches(p, c, r, row, i, left);
    }
}

static void
draw_head(struct ui_model *m, struct canvas *c)
{
    const struct pager *p = &m->pager;
    struct rect all = canvas_all(c), r = {0, 0, 1, c->cols};
    int last = p->page->rows - p->rows;
    const char *place = last <= 0     ? "all"
                        : p->top == 0 ? "top"
                        : p->top >= last
                            ? "end"
                            : arena_printf(m->frame, "%d%%", 100 * p->top / last);

    if (model_is_roomy(m)) {
        r = (struct rect){0, 1, 1, c->cols - 2};
        canvas_rule(c, all, 1, STYLE_RULE);
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    }
    canvas_text(c, r, 0, 0, STYLE_STRONG, p->title);
    canvas_text_right(c, r, 0, r.cols, STYLE_DIM, arena_printf(m->frame, "  %s", place));
    if (m->remark[0] || m->notice[0])
        parts_notice(m, c, all, model_is_roomy(m) ? 1 : 0);
}

static void
draw_foot(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    struct rect r = {c->rows - 1, roomy, 1, c->cols - 2 * roomy};
    const struct typed *t = &m->pager.typed;
    int col;

    if (!m->pager.searching) {
        keys_hints(m, c, r);
        return;
    }
    col = canvas_text(c, r, 0, 0, STYLE_KEY, "/");
    canvas_text(c, r, 0, col, STYLE_FOCUS, t->text);
    col += canvas_width(c->alphabet, arena_strndup(m->frame, t->text, (size_t)t->cursor));
    canvas_cursor(c, r, 0, col);
}

void
page_view(struct ui_model *m, struct canvas *c)
{
    struct rect body;

    settle(m);
    body = body_of(m);
    draw_head(m, c);
    if (m->pager.lists)
        draw_list(m, c, body);
    else
        draw_text(m, c, body);
    draw_foot(m, c);
    if (c->cursor_row < 0)
        canvas_cursor(c, body, 0, 0);
}
