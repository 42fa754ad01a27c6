#include <string.h>

#include "ui/end/end.h"

enum {
    LABEL_COLS = 16,
    LABEL_SMALL = 9,
    NAME_COLS = 22, /* of a theorem, before its statement */
    COLS_MAX = 100,
};

/* ---- rows with a label ------------------------------------------------------------- */

struct page {
    struct flow f;
    bool roomy;
    int col; /* behind the labels */
};

/* A label, by its name where there is room and where there is not. */
struct label {
    const char *roomy, *small;
};

static const struct label of_derived = {"Derived by you", "Derived"};
static const struct label of_seen = {"Seen, checked", "Seen"};
static const struct label of_score = {"Questions", "Asked"};
static const struct label of_left = {"Left open", "Open"};
static const struct label of_back = {"Comes back", "Again"};
static const struct label of_leads = {"Leads to", "Opens"};
static const struct label of_next = {"Next", "Next"};

static void
put_label(struct page *p, int row, struct label label)
{
    flow_beside(&p->f, row, 0, STYLE_DIM,
                box_line(p->f.arena, p->roomy ? label.roomy : label.small, STYLE_PLAIN));
}

static void
put_said(struct page *p, struct label label, const char *text)
{
    int row;

    if (!*text)
        return;
    if (p->roomy)
        flow_gap(&p->f);
    row = p->f.rows;
    flow_plain(&p->f, p->col, STYLE_PLAIN, text);
    put_label(p, row, label);
}

/* ---- theorems ---------------------------------------------------------------------- */

/* The row of its name. */
static int
put_statement(struct page *p, const struct end_theorem *t)
{
    struct flow *f = &p->f;
    const char *name = t->derivation->name;
    int used = canvas_width(f->alphabet, name) + 2, row = f->rows;
    int col = p->col + (used > NAME_COLS ? used : NAME_COLS);
    const struct box *b = flow_formula(f, f->cols - col, t->says.tex);

    if (col + b->cols > f->cols) { /* below its name, then */
        flow_line(f, p->col, STYLE_STRONG, name);
        flow_box(f, p->col + 2, STYLE_FORMULA,
                 flow_formula(f, f->cols - p->col - 2, t->says.tex));
        return row;
    }
    flow_box(f, col, STYLE_FORMULA, b);
    flow_beside(f, row + b->baseline, p->col, STYLE_STRONG,
                box_line(f->arena, name, STYLE_PLAIN));
    return row + b->baseline;
}

/* Theorems from..to: the first `stated` of them with what they say, the others by name.
 */
static void
put_theorems(struct page *p, const struct ending *e, int from, int to, int *stated,
             struct label label)
{
    struct buf names;
    int row = -1;

    if (from == to)
        return;
    if (p->roomy)
        flow_gap(&p->f);
    buf_init(&names, p->f.arena);
    for (int i = from; i < to; i++) {
        const struct end_theorem *t = &e->theorems[i];

        if (*stated > 0 && *t->says.tex && !names.n) {
            int at = put_statement(p, t);

            --*stated;
            row = row < 0 ? at : row;
        } else {
            buf_printf(&names, "%s%s", names.n ? ", " : "", t->derivation->name);
        }
    }
    row = row < 0 ? p->f.rows : row;
    if (names.n)
        flow_plain(&p->f, p->col, STYLE_PLAIN, names.s);
    put_label(p, row, label);
}

/* ---- what is left ------------------------------------------------------------------ */

static void
put_left(struct page *p, const struct ending *e)
{
    struct flow *f = &p->f;
    int shown = e->n_left < END_LEFT_MAX ? e->n_left : END_LEFT_MAX, top;

    if (!shown)
        return;
    if (p->roomy)
        flow_gap(f);
    top = f->rows;
    for (int i = 0; i < shown; i++) {
        const char *why = p->roomy || strcmp(e->left[i].why, "solution seen") != 0
                              ? e->left[i].why
                              : "seen";
        int row = f->rows, room = f->cols - p->col - 5 - (int)strlen(why);

        flow_line(f, p->col, STYLE_KEY, arena_printf(f->arena, "%d", i + 1));
        flow_beside(
            f, row, p->col + 3, STYLE_PLAIN,
            box_line(f->arena,
                     text_cut(f->arena, f->alphabet,
                              arena_printf(f->arena, "%s", e->left[i].what), room),
                     STYLE_PLAIN));
        flow_right(f, row, STYLE_DIM, why);
        f->choice[i] = (struct rect){row, 0, 1, f->cols};
    }
    put_label(p, top, of_left);
    if (e->n_left > shown)
        flow_plain(f, p->col, STYLE_DIM,
                   arena_printf(f->arena, "and %d more behind these", e->n_left - shown));
}

/* ---- the page ---------------------------------------------------------------------- */

static void
put_headline(struct page *p, const struct ending *e)
{
    flow_words(&p->f, 0, STYLE_STRONG, end_headline(p->f.arena, e), NULL);
}

/* What was won first; on a small screen what to do first. */
static void
put_all(struct page *p, const struct ending *e, int stated)
{
    const char *score = end_score(p->f.arena, e);

    put_headline(p, e);
    if (p->roomy) {
        put_theorems(p, e, 0, e->n_derived, &stated, of_derived);
        put_theorems(p, e, e->n_derived, e->n_theorems, &stated, of_seen);
    }
    put_said(p, of_score, score);
    put_left(p, e);
    put_said(p, of_back, e->back);
    if (p->roomy)
        put_said(p, of_leads, e->leads);
    put_said(p, of_next, e->next);
    if (!p->roomy) {
        put_theorems(p, e, 0, e->n_derived, &stated, of_derived);
        put_theorems(p, e, e->n_derived, e->n_theorems, &stated, of_seen);
    }
}

/* As many statements as leave everything on one screen. */
static void
lay_out(struct page *p, struct ui_model *m, const struct ending *e, struct rect r)
{
    int stated = model_is_roomy(m) ? e->n_theorems : 0;

    *p = (struct page){.roomy = model_is_roomy(m)};
    p->col = p->roomy ? LABEL_COLS : LABEL_SMALL;
    do {
        flow_init(&p->f, m, r.cols < COLS_MAX ? r.cols : COLS_MAX);
        put_all(p, e, stated);
    } while (p->f.rows > r.rows && stated-- > 0);
}

static void
draw_title(struct ui_model *m, struct canvas *c, struct rect r, const struct ending *e)
{
    const struct lesson *l = m->study.lesson;
    const char *right = e->sitting
                            ? arena_printf(m->frame, "sitting %d of %d   %s", e->number,
                                           e->of, parts_saved(m))
                            : arena_printf(m->frame, "the end   %s", parts_saved(m));
    int room = r.cols - canvas_width(c->alphabet, right) - 2;

    canvas_text(c, r, 0, 0, STYLE_STRONG,
                text_cut(m->frame, c->alphabet,
                         arena_printf(m->frame, "%s%s%s", l->label, *l->label ? " " : "",
                                      l->title),
                         room));
    canvas_text_right(c, r, 0, r.cols, m->unsaved ? STYLE_REMARK : STYLE_DIM, right);
}

static void
draw_body(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f)
{
    struct end_page *e = &m->end;
    bool tall = f->rows > r.rows;
    int last = f->rows - r.rows + tall;

    e->scroll = e->scroll > last ? last : e->scroll;
    e->scroll = e->scroll < 0 ? 0 : e->scroll;
    e->scrolls = tall;
    if (tall)
        r.rows--;
    flow_draw(f, c, r, e->scroll);
    if (tall)
        canvas_text_right(c, r, r.rows, r.cols, STYLE_DIM,
                          e->scroll == last ? "more above: Up"
                          : e->scroll == 0  ? "more below: Down"
                                            : "more above and below: Up, Down");
    canvas_cursor(c, r, 0, 0);
}

void
end_view(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    struct rect all = canvas_all(c), inner = {0, roomy, c->rows, c->cols - 2 * roomy};
    int banner = roomy ? 0 : parts_notice_rows(m, c->cols);
    int from = roomy ? 3 : 1 + banner, hints = c->rows > TINY_ROWS;
    struct rect body = {from, inner.col, c->rows - from - hints - roomy, inner.cols};
    struct ending e = end_of(m->frame, m);
    struct page p;

    draw_title(m, c, inner, &e);
    if (roomy) {
        canvas_rule(c, all, 1, STYLE_RULE);
        canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    }
    lay_out(&p, m, &e, body);
    draw_body(m, c, body, &p.f);
    parts_notice(m, c, all, 1);
    if (hints)
        keys_hints(m, c, (struct rect){c->rows - 1, inner.col, 1, inner.cols});
}

/* ---- before a class ---------------------------------------------------------------- */

void
end_class(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct ending e = end_of(m->frame, m);
    struct page p = {.roomy = model_is_roomy(m)};
    int stated = p.roomy ? e.n_theorems : 0, all = stated;

    p.col = p.roomy ? LABEL_COLS : LABEL_SMALL;
    do {
        flow_init(&p.f, m, r.cols < COLS_MAX ? r.cols : COLS_MAX);
        all = stated;
        put_theorems(&p, &e, 0, e.n_theorems, &all, of_seen);
        put_said(&p, of_leads, e.leads);
        put_said(&p, of_next, e.next);
    } while (p.f.rows > r.rows && stated-- > 0);
    flow_draw(&p.f, c, r, 0);
}
