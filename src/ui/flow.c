#include <ctype.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/ui_priv.h"

enum { WORDS_COLS_MIN = 8, FLOW_LINES_MAX = 128 };

void
flow_init(struct flow *f, struct ui_model *m, int cols)
{
    *f = (struct flow){.arena = m->frame,
                       .alphabet = m->settings.alphabet,
                       .macros = m->study.macros,
                       .cols = cols,
                       .stage = m->stage.on,
                       .values = true,
                       .cursor_row = -1,
                       .cursor_col = -1};
}

static void
add(struct flow *f, struct flow_item it)
{
    if (f->n == f->cap) {
        int cap = f->cap ? f->cap * 2 : 32;
        struct flow_item *items = ARENA_ARRAY(f->arena, struct flow_item, cap);

        if (f->n)
            memcpy(items, f->items, sizeof *items * (size_t)f->n);
        f->items = items;
        f->cap = cap;
    }
    f->items[f->n++] = it;
}

void
flow_begin_line(struct flow *f)
{
    if (!f->lines)
        f->lines = ARENA_ARRAY(f->arena, int, FLOW_LINES_MAX);
    if (f->n_lines < FLOW_LINES_MAX)
        f->lines[f->n_lines++] = f->rows;
}

void
flow_beside(struct flow *f, int row, int col, enum style style, const struct box *b)
{
    add(f, (struct flow_item){b, style, row, col});
    if (row + b->rows > f->rows)
        f->rows = row + b->rows;
}

void
flow_box(struct flow *f, int col, enum style style, const struct box *b)
{
    flow_beside(f, f->rows, col, style, b);
}

void
flow_line(struct flow *f, int col, enum style style, const char *text)
{
    const char *shown = canvas_fold(f->arena, f->alphabet, text);

    flow_box(f, col, style, box_line(f->arena, shown, STYLE_PLAIN));
}

void
flow_right(struct flow *f, int row, enum style style, const char *text)
{
    const char *shown = canvas_fold(f->arena, f->alphabet, text);
    const struct box *b = box_line(f->arena, shown, STYLE_PLAIN);

    flow_beside(f, row, f->cols - b->cols, style, b);
}

struct box *
flow_set(struct flow *f, int cols, const char *markdown, const struct words_ctx *ctx)
{
    const struct words_ctx *names = ctx ? ctx : f->asked;
    struct typeset_options o = {
        .alphabet = f->alphabet,
        .width = cols < WORDS_COLS_MIN ? WORDS_COLS_MIN : cols,
        .computed = names ? study_computed : NULL,
        .ctx = (void *)(uintptr_t)names,
        .macros = f->macros,
    };

    return markdown_box(f->arena, markdown, &o);
}

void
flow_words(struct flow *f, int col, enum style style, const char *markdown,
           const struct words_ctx *ctx)
{
    int cols = f->cols - col < TEXT_COLS_MAX ? f->cols - col : TEXT_COLS_MAX;

    flow_box(f, col, style, flow_set(f, cols, markdown, ctx));
}

/* What cannot be broken outside its brackets is set as words of a line are. */
const struct box *
flow_formula(const struct flow *f, int cols, const char *tex)
{
    struct err e;
    const struct box *b = tex_box(f->arena, f->alphabet, tex, true, cols, &e);
    struct typeset_options o = {
        .alphabet = f->alphabet, .width = cols, .macros = f->macros};

    if (b->cols <= cols || cols < WORDS_COLS_MIN)
        return b;
    return markdown_box(f->arena, arena_printf(f->arena, "$%s$", tex), &o);
}

char *
text_escape(struct arena *a, const char *text)
{
    struct buf b;

    buf_init(&b, a);
    for (; *text; text++) {
        if (ispunct((unsigned char)*text))
            buf_char(&b, '\\');
        buf_add_n(&b, *text == '\n' ? " " : text, 1);
    }
    return b.s;
}

char *
text_held(struct arena *a, const char *text)
{
    struct buf b;
    int depth = 0;

    buf_init(&b, a);
    for (; *text; text++) {
        depth += (*text == '[') - (*text == ']' && depth > 0);
        if (*text == ' ' && depth > 0)
            buf_add(&b, "\u00a0");
        else
            buf_add_n(&b, text, 1);
    }
    return b.s;
}

void
flow_plain(struct flow *f, int col, enum style style, const char *text)
{
    flow_words(f, col, style, text_escape(f->arena, text), NULL);
}

void
flow_gap(struct flow *f)
{
    if (f->rows && f->gap_at != f->rows)
        f->gap_at = ++f->rows;
}

void
flow_draw(const struct flow *f, struct canvas *c, struct rect r, int top)
{
    for (int i = 0; i < f->n; i++) {
        const struct flow_item *it = &f->items[i];

        if (it->row + it->box->rows > top && it->row < top + r.rows)
            box_draw(c, r, it->row - top, it->col, it->style, it->box);
    }
    if (f->cursor_row >= 0)
        canvas_cursor(c, r, f->cursor_row - top, f->cursor_col);
}

char *
text_cut(struct arena *a, enum alphabet alphabet, const char *text, int cols)
{
    text = canvas_fold(a, alphabet, text);
    if (utf8_width(text) <= cols)
        return arena_strdup(a, text);
    return cols < 2 ? arena_strdup(a, "")
                    : arena_printf(a, "%.*s..", (int)utf8_fit(text, cols - 2), text);
}
