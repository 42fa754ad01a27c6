#include "ui/answer/answer.h"
#include "ui/stage/stage.h"

enum {
    WORDS_COLS = 64,      /* of words on a large screen */
    DERIVATION_COLS = 96, /* of a derivation */
    SIDE_COLS = 60,       /* of words beside a figure */
    BESIDE_COLS = 110,    /* a derivation stands beside a figure */
    HEAD_ROWS = 4,        /* above the body of a large screen */
    SIDE_MARGIN = 2,
};

/* ---- where a column of words may be cut -------------------------------------------- */

enum cut { CUT_INSIDE, CUT_BLANK, CUT_BETWEEN };

static bool
is_blank_row(const struct box *b, int row)
{
    for (int col = 0; row >= 0 && row < b->rows && col < b->cols; col++) {
        uint32_t c = b->at[row * b->cols + col].c;

        if (c != 0 && c != ' ')
            return false;
    }
    return true;
}

/* How well f can be cut above `row`. */
static enum cut
cut_at(const struct flow *f, int row)
{
    enum cut best = CUT_BETWEEN;

    for (int i = 0; i < f->n; i++) {
        const struct flow_item *it = &f->items[i];
        int inside = row - it->row;

        if (inside <= 0 || inside >= it->box->rows)
            continue;
        if (!is_blank_row(it->box, inside) && !is_blank_row(it->box, inside - 1))
            return CUT_INSIDE;
        best = CUT_BLANK;
    }
    return best;
}

static bool
has_words_at(const struct flow *f, int row)
{
    for (int i = 0; i < f->n; i++) {
        const struct flow_item *it = &f->items[i];

        if (row >= it->row && row < it->row + it->box->rows &&
            !is_blank_row(it->box, row - it->row))
            return true;
    }
    return false;
}

/* The end of a page that begins at `top`: before the question when the rest fits behind
 * it, else at the last good place. */
static int
page_end(const struct flow *f, int top, int rows, int ask_row)
{
    int end = top + rows;

    if (end >= f->rows)
        return f->rows;
    if (ask_row > top && ask_row <= end && f->rows - ask_row <= rows)
        return ask_row;
    for (int row = end; row > top + rows / 3; row--)
        if (cut_at(f, row) != CUT_INSIDE)
            return row;
    return end;
}

static void
add_part(struct stage_plan *p, struct stage_part part)
{
    if (p->n < STAGE_PARTS_MAX)
        p->part[p->n++] = part;
}

/* A line of a derivation keeps as many whole lines above it as fit; when there is no room
 * for one, as much as fits of what stands above it. */
static int
context_top(const struct flow *f, int fresh, int rows)
{
    int top = f->rows - rows;

    for (int i = 0; i < f->n_lines; i++)
        if (f->lines[i] >= top && f->lines[i] < fresh)
            return f->lines[i];
    while (top < fresh && cut_at(f, top) == CUT_INSIDE)
        top++;
    while (top < fresh && !has_words_at(f, top))
        top++;
    return top;
}

/* The rows of f from `fresh` on as pages. */
static void
add_pages(struct stage_plan *p, const struct flow *f, int fresh, int ask_row)
{
    int rows = p->body.rows, top = fresh;

    if (f->rows <= rows) {
        add_part(p, (struct stage_part){.words = f, .rows = f->rows});
        return;
    }
    if (fresh > 0 && f->rows - fresh <= rows) {
        top = context_top(f, fresh, rows);
        add_part(p, (struct stage_part){.words = f, .top = top, .rows = f->rows - top});
        return;
    }
    while (top < f->rows && p->n < STAGE_PARTS_MAX) {
        int end;

        while (top < f->rows && !has_words_at(f, top))
            top++;
        end = page_end(f, top, rows, ask_row);
        if (end > top)
            add_part(p, (struct stage_part){.words = f, .top = top, .rows = end - top});
        top = end;
    }
}

/* ---- what is said ------------------------------------------------------------------ */

/* The question, while it is to be shown. */
static struct question *
question_now(const struct ui_model *m)
{
    struct question *q = study_question(m);

    return q && (question_is_open(q) || !q->ask->predict) ? q : NULL;
}

/* Below what stands there already. */
static void
put_question(struct flow *f, struct ui_model *m)
{
    if (!question_now(m))
        return;
    flow_gap(f);
    text_question(f, m, question_now(m));
}

static bool
derives(const struct ui_model *m)
{
    return study_beat_lines(study_beat(m)) > 0;
}

static void
put_text(struct flow *f, struct ui_model *m)
{
    text_beat(f, m, !derives(m));
}

/* The rows that stood there before the last line came. */
static int
rows_before(struct ui_model *m, int cols)
{
    struct flow f;

    if (m->study.at.line == 0)
        return 0;
    m->study.at.line--;
    flow_init(&f, m, cols);
    put_text(&f, m);
    m->study.at.line++;
    return f.rows;
}

static void
lay_words(struct stage_plan *p, struct ui_model *m)
{
    int cols = p->body.cols;

    flow_init(&p->text, m, cols);
    put_text(&p->text, m);
    flow_init(&p->both, m, cols);
    put_text(&p->both, m);
    p->ask_row = p->both.rows;
    put_question(&p->both, m);
    flow_init(&p->ask, m, cols);
    put_question(&p->ask, m);
}

/* ---- the figure -------------------------------------------------------------------- */

/* Whether the place needs its figure, when there is no room for it beside the words. */
static bool
needs_figure(const struct ui_model *m, const struct drawing *d)
{
    const struct question *q = study_question(m);
    const struct place *at = &m->study.at;

    if (!d)
        return false;
    if (d->step == at->step && d->beat == at->beat && at->line == 0)
        return true;
    return q && (q->ask->kind == ASK_SET || (*q->ask->figure && d->step != at->step));
}

/* Words and figure side by side; false when that does not fit. */
static bool
plan_beside(struct stage_plan *p, struct ui_model *m)
{
    int cols = m->cols * 45 / 100 - 2, rows = p->body.rows - screen_strip_rows(m);

    if (derives(m) && m->cols < BESIDE_COLS)
        return false;
    cols = cols < SIDE_COLS ? cols : SIDE_COLS;
    flow_init(&p->beside, m, cols);
    put_text(&p->beside, m);
    put_question(&p->beside, m);
    if (p->beside.rows > rows) {
        if (p->ask.rows == 0 || p->text.rows == 0)
            return false;
        add_pages(p, &p->text, 0, p->text.rows);
        flow_init(&p->beside, m, cols);
        put_question(&p->beside, m);
        if (p->beside.rows > rows)
            p->n = 0;
    }
    if (p->beside.rows > rows)
        return false;
    p->side = (struct rect){p->body.row, SIDE_MARGIN, rows, cols};
    add_part(p, (struct stage_part){
                    .words = &p->beside, .rows = p->beside.rows, .figure = true});
    return true;
}

/* One after the other: words, figure, question. */
static void
plan_apart(struct stage_plan *p, struct ui_model *m, const struct drawing *d)
{
    const struct question *q = question_now(m);
    bool needs = needs_figure(m, d), set = q && q->ask->kind == ASK_SET;
    bool task = needs && set && p->ask.rows <= p->body.rows / 2;
    int fresh = rows_before(m, p->body.cols);

    if (!needs || (set && !task)) {
        add_pages(p, &p->both, fresh, p->ask_row);
    } else if (p->text.rows > 0) {
        add_pages(p, &p->text, fresh, p->text.rows);
    }
    if (needs)
        add_part(p, (struct stage_part){.figure = true, .task = task});
    if (needs && q && !set)
        add_pages(p, &p->ask, 0, 0);
}

/* ---- both -------------------------------------------------------------------------- */

void
stage_plan(struct stage_plan *p, struct ui_model *m)
{
    bool roomy = model_is_roomy(m);
    struct drawing *d = study_drawing(m, NULL);
    int most = derives(m) ? DERIVATION_COLS : WORDS_COLS, cols = m->cols;

    *p = (struct stage_plan){.n = 0};
    if (roomy && cols - 4 < most)
        cols -= 4;
    else if (roomy)
        cols = most;
    p->body = (struct rect){1, 0, m->rows - 1, cols};
    if (roomy)
        p->body =
            (struct rect){HEAD_ROWS, (m->cols - cols) / 2, m->rows - HEAD_ROWS - 1, cols};
    lay_words(p, m);
    if (!roomy || !d || !plan_beside(p, m))
        plan_apart(p, m, d);
    if (p->n == 0)
        add_part(p, (struct stage_part){.words = &p->both});
}

const struct stage_part *
stage_part_now(const struct stage_plan *p, const struct ui_model *m)
{
    int i = m->stage.part;

    return &p->part[i < p->n ? i : p->n - 1];
}
