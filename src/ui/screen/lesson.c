#include "ui/look/look.h"
#include "ui/screen/screen.h"

enum {
    BODY_ROWS_MIN = 7, /* what the question leaves to text and figure */
    BESIDE_COLS = 110, /* a derivation and a figure stand side by side */
    DERIVATION_COLS_MAX = 100,
};

/* ---- 80 x 24 and larger ------------------------------------------------- */

static bool
has_derivation(const struct ui_model *m)
{
    return study_beat_lines(study_beat(m)) > 0;
}

bool
screen_turns(const struct ui_model *m)
{
    bool waits;

    return m->cols < BESIDE_COLS && has_derivation(m) &&
           (study_drawing(m, &waits) || waits);
}

/* Everything between the title and the hint row. */
struct page {
    bool figure; /* there is one, or it waits */
    bool turned; /* it has the whole body, in place of the text */
    bool asks;
    struct flow text, question;
    int text_cols, strip_rows, question_rows, body_rows;
};

static void
plan_text(struct page *p, struct ui_model *m, int cols)
{
    bool waits, turns = screen_turns(m);

    p->figure = study_drawing(m, &waits) || waits;
    p->turned = turns && m->study.pane == PANE_FIGURE;
    p->text_cols = cols * 45 / 100 - 2;
    if (!p->figure || turns)
        p->text_cols = cols - 2 < DERIVATION_COLS_MAX ? cols - 2 : DERIVATION_COLS_MAX;
    else if (p->text_cols > TEXT_COLS_MAX)
        p->text_cols = TEXT_COLS_MAX;
    p->figure = p->figure && (!turns || p->turned);
    flow_init(&p->text, m, p->text_cols);
    if (!p->turned)
        text_step(&p->text, m);
}

/* How the rows are shared out. Without a figure the question follows the text. */
static void
plan(struct page *p, struct ui_model *m, int rows, int cols)
{
    int room, text;

    plan_text(p, m, cols);
    p->asks = screen_question_flow(m, &p->question, cols - 2);
    p->strip_rows = p->figure ? screen_strip_rows(m) : 0;
    text = !p->figure && p->text.rows < BODY_ROWS_MIN ? p->text.rows : BODY_ROWS_MIN;
    room = rows - 5 - p->strip_rows - text;
    p->question_rows = !p->asks ? 0 : p->question.rows < room ? p->question.rows : room;
    p->body_rows = rows - 4 - p->strip_rows - p->question_rows;
    if (p->strip_rows || p->asks)
        p->body_rows--;
    if (p->asks && !p->figure && p->text.rows < p->body_rows)
        p->body_rows = p->text.rows;
}

static void
draw_body(struct page *p, struct ui_model *m, struct canvas *c, struct rect r)
{
    struct rect text = {r.row, 1, r.rows, p->text_cols};
    int col = p->text_cols + 2, top;

    if (p->turned) {
        screen_figure(m, c, r, false);
        return;
    }
    if (p->asks && question_is_read(study_question(m), &p->question, p->question_rows))
        flow_draw(&p->text, c, text, top = screen_top(&p->text, text.rows));
    else
        top = screen_column(m, c, text, &p->text);
    screen_cursor(m, c, text, &p->text, top);
    if (!p->figure)
        return;
    canvas_fill(c, (struct rect){r.row, col, r.rows, 1}, STYLE_RULE,
                c->alphabet == ALPHABET_UNICODE ? 0x2502 : '|');
    screen_figure(m, c, (struct rect){r.row, col + 1, r.rows, r.cols - col - 1}, false);
}

static void
lesson_roomy(struct ui_model *m, struct canvas *c)
{
    struct rect all = canvas_all(c), inner = {0, 1, c->rows, c->cols - 2};
    struct page p;
    int row;

    plan(&p, m, c->rows, c->cols);
    parts_title(m, c, screen_rows(inner, 0, 1));
    canvas_rule(c, all, 1, STYLE_RULE);
    draw_body(&p, m, c, screen_rows(all, 2, p.body_rows));
    row = 2 + p.body_rows;
    if (p.body_rows && (p.strip_rows || p.asks))
        canvas_rule(c, all, row++, STYLE_RULE);
    screen_strip(m, c, screen_rows(inner, row, p.strip_rows));
    if (p.asks)
        screen_question(m, c, screen_rows(inner, row + p.strip_rows, p.question_rows),
                        &p.question);
    canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    keys_hints(m, c, screen_rows(inner, c->rows - 1, 1));
}

/* ---- the figure alone --------------------------------------------------- */

static void
lesson_zoomed(struct ui_model *m, struct canvas *c)
{
    struct rect all = canvas_all(c), inner = {0, 1, c->rows, c->cols - 2};
    int strip = screen_strip_rows(m), rows = c->rows - 3 - strip;

    parts_title(m, c, screen_rows(inner, 0, 1));
    canvas_rule(c, all, 1, STYLE_RULE);
    screen_figure(m, c, screen_rows(inner, 2, rows), false);
    screen_strip(m, c, screen_rows(inner, 2 + rows, strip));
    keys_hints(m, c, screen_rows(inner, c->rows - 1, 1));
}

void
screen_lesson(struct ui_model *m, struct canvas *c)
{
    if (m->study.zoomed && look_can_zoom(m) && !controls_field_active(m))
        lesson_zoomed(m, c);
    else if (study_stage(m))
        screen_filled(m, c);
    else if (model_is_roomy(m))
        lesson_roomy(m, c);
    else
        screen_small(m, c);
    parts_notice(m, c, canvas_all(c), 1);
    if (c->cursor_row < 0) /* what has the focus is on another part */
        canvas_cursor(c, m->spots.text, 0, 0);
}
