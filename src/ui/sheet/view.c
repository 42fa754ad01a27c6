/*
 * The formula sheet as a screen: a list, and the entry at the cursor beside or below it.
 */
#include <string.h>

#include "ui/sheet/sheet.h"

enum {
    BESIDE_COLS = 110, /* the entry stands beside the list */
    NAME_COLS = 24,
    LABEL_COLS = 4,
    DETAIL_SMALL = 5,
    DETAIL_ROOMY = 10,
};

/* ---- the list ---------------------------------------------------------------------- */

void
sheet_refresh(struct ui_model *m)
{
    struct sheet *s = m->sheet;

    if (!m->course)
        return;
    if (!s->arena)
        s->arena = arena_new();
    arena_reset(s->arena);
    s->found =
        ui_sheet_find(s->arena, m->course, s->typed.text ? s->typed.text : "", s->axioms);
    s->ready = true;
    s->at = s->top = 0;
}

static const struct ui_sheet_entry *
entry_at(const struct sheet *s)
{
    return s->at < s->found.n ? &s->found.at[s->at] : NULL;
}

/* A heading stands above the first entry of each part. */
static bool
begins_part(const struct sheet *s, int i)
{
    return i == 0 ||
           strcmp(sheet_part(&s->found.at[i]), sheet_part(&s->found.at[i - 1])) != 0;
}

/* The row of an entry in the whole list. */
static int
row_of(const struct sheet *s, int entry)
{
    int row = entry;

    for (int i = 0; i <= entry; i++)
        row += begins_part(s, i);
    return row;
}

static void
draw_entry(struct ui_model *m, struct canvas *c, struct rect r, int row, int i)
{
    const struct ui_sheet_entry *e = &m->sheet->found.at[i];
    bool here = i == m->sheet->at;
    enum style style = here ? STYLE_FOCUS : STYLE_PLAIN;
    const char *name = e->row ? e->row->idea : e->theorem->name;
    int col = 2 + LABEL_COLS + 1, end;

    canvas_text(c, r, row, 0, style, here ? ">" : " ");
    canvas_text(c, r, row, 2, style, e->theorem->lesson->label);
    end = canvas_text(c, r, row, col, style,
                      text_cut(m->frame, c->alphabet, name, r.cols - col));
    col += NAME_COLS;
    col = end + 2 > col ? end + 2 : col;
    canvas_text(c, r, row, col, STYLE_DIM,
                text_cut(m->frame, c->alphabet,
                         e->row ? e->theorem->name : e->theorem->sentence, r.cols - col));
    if (here && !m->sheet->searching)
        canvas_cursor(c, r, row, 0);
}

static void
draw_list(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct sheet *s = m->sheet;
    int last, at;

    if (!s->found.n || r.rows < 1)
        return;
    at = row_of(s, s->at);
    last = row_of(s, s->found.n - 1) + 1 - r.rows;
    if (at < s->top + (s->at == 0 || begins_part(s, s->at)))
        s->top = at - begins_part(s, s->at);
    if (at >= s->top + r.rows)
        s->top = at - r.rows + 1;
    s->top = s->top > last ? last : s->top;
    s->top = s->top < 0 ? 0 : s->top;
    for (int i = 0; i < s->found.n; i++) {
        int row = row_of(s, i) - s->top;

        if (row >= r.rows)
            return;
        if (begins_part(s, i) && row > 0)
            canvas_text(c, r, row - 1, 0, STYLE_STRONG, sheet_part(&s->found.at[i]));
        if (row >= 0)
            draw_entry(m, c, r, row, i);
    }
}

/* ---- the entry --------------------------------------------------------------------- */

static void
put_entry(struct flow *f, const struct ui_sheet_entry *e)
{
    const struct course_theorem *t = e->theorem;
    struct err err;

    flow_line(f, 0, STYLE_STRONG, e->row ? e->row->idea : t->name);
    for (int i = 0; i < t->n_says; i++)
        flow_box(f, 2, STYLE_FORMULA,
                 tex_box(f->arena, f->alphabet, t->says[i].tex, true, f->cols - 2, &err));
    if (*t->holds)
        flow_plain(f, 2, STYLE_DIM, arena_printf(f->arena, "for %s", t->holds));
    if (e->row) {
        flow_words(f, 0, STYLE_PLAIN,
                   arena_printf(f->arena, "In the model: %s", e->row->model), NULL);
        flow_words(f, 0, STYLE_PLAIN, arena_printf(f->arena, "Gives: %s", e->row->gives),
                   NULL);
    } else if (*t->sentence) {
        flow_words(f, 0, STYLE_PLAIN, t->sentence, NULL);
    }
    flow_plain(f, 0, STYLE_DIM, sheet_place(f->arena, e));
}

static void
draw_detail(struct canvas *c, struct rect r, struct flow *f)
{
    flow_draw(f, c, r, 0);
    if (f->rows > r.rows && r.rows > 0)
        canvas_text_right(c, r, r.rows - 1, r.cols, STYLE_DIM, "  ... more: Enter");
}

/* ---- the screen -------------------------------------------------------------------- */

static const char *
nothing_text(struct ui_model *m)
{
    if (!m->course)
        return "The course is being read ...";
    if (!m->course->n_lessons)
        return "The course is not here.";
    if (m->sheet->found.near)
        return arena_printf(m->frame, "Nothing is found. Did you mean: %s?",
                            m->sheet->found.near);
    return "Nothing is found.";
}

static void
draw_foot(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct typed *t = &m->sheet->typed;
    int col;

    if (!m->sheet->searching) {
        keys_hints(m, c, r);
        return;
    }
    col = canvas_text(c, r, 0, 0, STYLE_KEY, "/");
    canvas_text(c, r, 0, col, STYLE_FOCUS, t->text ? t->text : "");
    col += canvas_width(
        c->alphabet, arena_strndup(m->frame, t->text ? t->text : "", (size_t)t->cursor));
    canvas_cursor(c, r, 0, col);
}

static void
draw_head(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct sheet *s = m->sheet;
    const char *typed = s->typed.len ? s->typed.text : "";
    const char *count =
        arena_printf(m->frame, "  %d of %d", s->found.n ? s->at + 1 : 0, s->found.n);

    canvas_text(c, r, 0, 0, STYLE_STRONG,
                *typed ? arena_printf(m->frame, "Formula sheet: %s", typed)
                       : "Formula sheet");
    canvas_text_right(c, r, 0, r.cols, STYLE_DIM, count);
}

static void
draw_body(struct ui_model *m, struct canvas *c, struct rect r)
{
    bool beside = r.cols >= BESIDE_COLS, roomy = model_is_roomy(m);
    int most = beside ? r.rows : roomy ? DETAIL_ROOMY : DETAIL_SMALL, split;
    struct rect list = r, detail = r;
    struct flow f;

    if (!entry_at(m->sheet)) {
        canvas_text(c, r, 0, 0, STYLE_REMARK, nothing_text(m));
        return;
    }
    split = beside ? r.cols * 45 / 100 : 0;
    flow_init(&f, m, beside ? r.cols - split - 2 : r.cols);
    put_entry(&f, entry_at(m->sheet));
    if (beside) {
        list.cols = split;
        canvas_fill(c, (struct rect){r.row, r.col + split, r.rows, 1}, STYLE_RULE,
                    c->alphabet == ALPHABET_UNICODE ? 0x2502 : '|');
        detail.col += split + 2;
        detail.cols -= split + 2;
    } else {
        detail.rows = most < r.rows / 2 ? most : r.rows / 2;
        list.rows = r.rows - detail.rows - 1;
        detail.row += list.rows + 1;
        canvas_rule(c, r, list.rows, STYLE_RULE);
    }
    draw_list(m, c, list);
    draw_detail(c, detail, &f);
}

void
sheet_view(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    struct rect all = canvas_all(c), inner = {0, roomy, c->rows, c->cols - 2 * roomy};
    int from = 1 + roomy;

    draw_head(m, c, (struct rect){0, inner.col, 1, inner.cols});
    if (roomy) {
        canvas_rule(c, all, 1, STYLE_RULE);
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    }
    parts_notice(m, c, all, roomy ? 1 : 0);
    draw_body(m, c,
              (struct rect){from, inner.col, c->rows - from - 1 - roomy, inner.cols});
    draw_foot(m, c, (struct rect){c->rows - 1, inner.col, 1, inner.cols});
    if (c->cursor_row < 0)
        canvas_cursor(c, all, from, inner.col);
}
