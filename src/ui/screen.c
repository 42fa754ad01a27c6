#include <stdio.h>
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/screen.h"

enum {
    BODY_ROWS_MIN = 7, /* what the question leaves to text and figure */
    BESIDE_COLS = 110, /* a derivation and a figure stand side by side */
    DERIVATION_COLS_MAX = 100,
    FIGURE_ROWS_MIN = 14, /* then every slider gets a row of its own */
    SLIDER_ROWS_MIN = 10, /* up to that only one is shown */
    STRIP_ROWS = 2,
    TALL_ROWS = 22,
};

/* A part of the rows of a rect. */
static struct rect
rows_of(struct rect r, int from, int rows)
{
    return (struct rect){r.row + from, r.col, rows > 0 ? rows : 0, r.cols};
}

/* ---- columns of text ---------------------------------------------------- */

/* The row of f that stands on top of `rows` rows by itself: what is new can be seen, and
 * the end of it if possible. */
static int
natural_top(const struct flow *f, int rows)
{
    if (f->rows <= rows)
        return 0;
    return f->rows - rows < f->anchor ? f->rows - rows : f->anchor;
}

/* Says that there is more, and the keys that scroll if they do so now. */
static void
more_marks(struct ui_model *m, struct canvas *c, struct rect r, int above, int below)
{
    const char *where = above && below ? "above and below" : above ? "above" : "below";
    const char *keys = above && below ? ": Up, Down" : above ? ": Up" : ": Down";
    int row;

    m->spots.scrolls = true;
    row = keys_row(m, KEY_ARROW_UP);
    if (row < 0 || key_rows[row].action != ACTION_SCROLL_UP)
        keys = "";
    canvas_text_right(c, r, 0, r.cols, STYLE_DIM,
                      arena_printf(m->frame, "more %s%s", where, keys));
}

/* Draw f into r, scrolled as the learner asked. Returns the row of f on top. */
static int
draw_column(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f)
{
    struct study *s = &m->study;
    bool tall = f->rows > r.rows && r.rows > 1;
    struct rect shown = rows_of(r, 0, tall ? r.rows - 1 : r.rows);
    int cursor = f->cursor_row + f->cursor_more;
    int last = f->rows - shown.rows, natural = natural_top(f, shown.rows);
    int top = natural - s->scroll;

    if (f->cursor_row >= 0 && !s->scroll && top < cursor - shown.rows + 1)
        top = cursor - shown.rows + 1;
    top = top > last ? last : top;
    top = top < 0 ? 0 : top;
    s->scroll = natural - top;
    flow_draw(f, c, shown, top);
    if (tall)
        more_marks(m, c, rows_of(r, r.rows - 1, 1), top, last - top);
    m->spots.text = r;
    return top;
}

/* The real cursor on the text, when nothing else has the focus. */
static void
cursor_on_text(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f,
               int top)
{
    if (m->study.focus.kind == FOCUS_TEXT && f->cursor_row < 0)
        canvas_cursor(c, r, f->anchor - top, 0);
}

static struct rect
clip(struct rect part, struct rect r, int top)
{
    struct rect out = {r.row + part.row - top, r.col + part.col, part.rows, part.cols};

    if (part.rows <= 0 || out.row < r.row || out.row + out.rows > r.row + r.rows)
        return (struct rect){0};
    return out;
}

/* Where the mouse finds the field and the choices of f, drawn into r from row top. */
void
screen_spots(struct ui_model *m, const struct flow *f, struct rect r, int top)
{
    m->spots.field = clip(f->field, r, top);
    for (int i = 0; i < CHOICES_MAX; i++)
        m->spots.choice[i] = clip(f->choice[i], r, top);
}

/* ---- figures ------------------------------------------------------------ */

static struct figure_look
look_of(const struct ui_model *m, bool plain)
{
    return (struct figure_look){
        .braille =
            m->settings.cells != CELLS_SLOPES && m->settings.alphabet == ALPHABET_UNICODE,
        .aspect = m->settings.aspect > 0 ? m->settings.aspect : 2,
        .plain = plain,
        .ramp = m->settings.ramp,
        .cells = m->settings.cells,
    };
}

static int
active_slider(const struct ui_model *m, const struct drawing *d)
{
    int i = m->study.focus.kind == FOCUS_SLIDER ? m->study.focus.slider : 0;

    return i < figure_slider_count(d->figure) ? i : 0;
}

static void
draw_slider(struct ui_model *m, struct canvas *c, const struct drawing *d, int i,
            struct rect r)
{
    bool focused = m->study.focus.kind == FOCUS_SLIDER && m->study.focus.slider == i;
    int col;

    m->spots.slider[i] = r;
    if (!focused || !m->study.entry[0]) {
        figure_draw_slider(d->figure, &d->state, i, focused, c, r, 0);
        return;
    }
    col = canvas_text(c, r, 0, 0, STYLE_FOCUS,
                      arena_printf(m->frame, ">%s = %s",
                                   figure_slider(d->figure, i)->name, m->study.entry));
    canvas_text(c, r, 0, col + 2, STYLE_DIM, "Enter sets it");
    canvas_cursor(c, r, 0, col);
}

/* The sliders that have no bar, "m 5   n 2   (Tab)": in the order of Tab from the one
 * that has it on, as many as find room. */
static void
draw_other_sliders(struct ui_model *m, struct canvas *c, const struct drawing *d,
                   struct rect r)
{
    const char *keys = controls_can_play(m) ? "(Tab)   a play" : "(Tab)", *text;
    enum { MORE_COLS = 8 };
    int n = figure_slider_count(d->figure), active = active_slider(m, d), col = 1;
    int room = r.cols - (int)strlen(keys) - 3;

    for (int i = 1, other; i < n; i++) {
        other = (active + i) % n;
        text = arena_printf(m->frame, "%s %s", figure_slider_shown(d->figure, other),
                            figure_slider_text(m->frame, d->figure, &d->state, other));
        if (col + canvas_width(c->alphabet, text) > room - (i < n - 1 ? MORE_COLS : 0)) {
            canvas_text(c, r, 0, col, STYLE_DIM, "... (Tab for more)");
            return;
        }
        col = canvas_text(c, r, 0, col, STYLE_DIM, text) + 3;
    }
    canvas_text(c, r, 0, col, STYLE_DIM, keys);
}

static int
slider_rows(const struct drawing *d, int rows)
{
    int n = figure_slider_count(d->figure);

    if (n <= 1 || rows >= FIGURE_ROWS_MIN + n)
        return n;
    return rows > SLIDER_ROWS_MIN ? 2 : 1;
}

static void
draw_sliders(struct ui_model *m, struct canvas *c, const struct drawing *d, struct rect r)
{
    int n = figure_slider_count(d->figure);

    if (r.rows >= n) {
        for (int i = 0; i < n; i++)
            draw_slider(m, c, d, i, rows_of(r, i, 1));
        return;
    }
    draw_slider(m, c, d, active_slider(m, d), rows_of(r, 0, 1));
    if (r.rows > 1)
        draw_other_sliders(m, c, d, rows_of(r, 1, 1));
}

/* The figure with its sliders, or why there is none yet. */
void
screen_figure(struct ui_model *m, struct canvas *c, struct rect r, bool plain)
{
    struct figure_look look = look_of(m, plain);
    bool waits;
    const struct drawing *d = study_drawing(m, &waits), *k = look_sketching(m, NULL);
    struct flow f;
    int sliders;

    if (k) {
        m->spots.figure = (struct figure_view){look, m->settings.alphabet, r};
        figure_draw(k->figure, &k->state, &look, c, r);
        return;
    }
    if (!d || !d->figure) {
        flow_init(&f, m, r.cols);
        if (waits)
            flow_words(&f, 1, STYLE_DIM, "The figure comes after your guess.", NULL);
        else if (d)
            flow_words(
                &f, 1, STYLE_WRONG,
                arena_printf(m->frame, "This figure cannot be drawn. %s", d->problem),
                NULL);
        flow_draw(&f, c, r, r.rows > 2 * f.rows ? f.rows - r.rows / 2 : 0);
        return;
    }
    sliders = slider_rows(d, r.rows);
    m->spots.figure =
        (struct figure_view){look, m->settings.alphabet, rows_of(r, 0, r.rows - sliders)};
    figure_draw(d->figure, &d->state, &look, c, m->spots.figure.r);
    draw_sliders(m, c, d, rows_of(r, r.rows - sliders, sliders));
}

int
screen_strip_rows(struct ui_model *m)
{
    const struct drawing *d = study_drawing(m, NULL);

    if (!d || !d->figure || (!figure_has_strip(d->figure) && !visit_on_part(m)))
        return 0;
    return m->rows >= TALL_ROWS ? STRIP_ROWS : 1;
}

void
screen_strip(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct drawing *d = study_drawing(m, NULL);

    if (r.rows > 0 && d && !visit_say(m, c, r))
        figure_draw_strip(d->figure, &d->state, c, r);
}

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

/* The question zone's content; false when there is nothing to show in it. */
static bool
question_flow(struct ui_model *m, struct flow *f, int cols)
{
    struct question *q = study_question(m);

    flow_init(f, m, cols < DERIVATION_COLS_MAX ? cols : DERIVATION_COLS_MAX);
    if (!q || (q->ask->predict && !question_is_open(q)))
        return false;
    text_question(f, m, q);
    return true;
}

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
    p->asks = question_flow(m, &p->question, cols - 2);
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
        flow_draw(&p->text, c, text, top = natural_top(&p->text, text.rows));
    else
        top = draw_column(m, c, text, &p->text);
    cursor_on_text(m, c, text, &p->text, top);
    if (!p->figure)
        return;
    canvas_fill(c, (struct rect){r.row, col, r.rows, 1}, STYLE_RULE,
                c->alphabet == ALPHABET_UNICODE ? 0x2502 : '|');
    screen_figure(m, c, (struct rect){r.row, col + 1, r.rows, r.cols - col - 1}, false);
}

/* The zone shows the cursor's row when it cannot show all. */
static void
draw_question(struct ui_model *m, struct canvas *c, struct rect r, struct flow *f)
{
    int top = f->rows > r.rows ? f->rows - r.rows : 0;

    if (question_is_read(study_question(m), f, r.rows)) {
        draw_column(m, c, r, f);
        return;
    }
    if (f->cursor_row >= 0 && top > f->cursor_row)
        top = f->cursor_row;
    flow_draw(f, c, r, top);
    screen_spots(m, f, r, top);
}

static void
lesson_roomy(struct ui_model *m, struct canvas *c)
{
    struct rect all = canvas_all(c), inner = {0, 1, c->rows, c->cols - 2};
    struct page p;
    int row;

    plan(&p, m, c->rows, c->cols);
    parts_title(m, c, rows_of(inner, 0, 1));
    canvas_rule(c, all, 1, STYLE_RULE);
    draw_body(&p, m, c, rows_of(all, 2, p.body_rows));
    row = 2 + p.body_rows;
    if (p.body_rows && (p.strip_rows || p.asks))
        canvas_rule(c, all, row++, STYLE_RULE);
    screen_strip(m, c, rows_of(inner, row, p.strip_rows));
    if (p.asks)
        draw_question(m, c, rows_of(inner, row + p.strip_rows, p.question_rows),
                      &p.question);
    canvas_rule(c, all, c->rows - 2, STYLE_RULE);
    keys_hints(m, c, rows_of(inner, c->rows - 1, 1));
}

/* ---- small: one thing at a time ----------------------------------------- */

static bool
is_empty(const struct canvas *c, struct rect r)
{
    for (int row = 0; row < r.rows; row++)
        for (int col = 0; col < r.cols; col++) {
            const struct cell *cell = canvas_at(c, r.row + row, r.col + col);

            if (!cell || cell->c != ' ')
                return false;
        }
    return true;
}

/* What the learner said, in a corner of the figure where nothing is drawn. */
void
screen_corner_guess(struct ui_model *m, struct canvas *c, struct rect r)
{
    const struct question *q = study_guess(m);
    struct flow f;

    if (!q || q->sketch || (m->stage.on && text_unsure(q)))
        return;
    flow_init(&f, m, r.cols * 2 / 5);
    flow_line(&f, 0, STYLE_GUESS, m->stage.on ? "the room said:" : "you said:");
    flow_words(&f, 0, STYLE_GUESS, text_response(m->frame, q, q->response), NULL);
    for (int corner = 0; corner < 4; corner++) {
        struct rect at = {r.row, r.col, f.rows, f.cols};

        if (corner & 1)
            at.col = r.col + r.cols - f.cols;
        if (corner & 2)
            at.row = r.row + r.rows - f.rows;
        if (f.rows <= r.rows && is_empty(c, at)) {
            flow_draw(&f, c, at, 0);
            return;
        }
    }
}

/* A question that is answered by moving sliders or by drawing is said above its figure;
 * what is said of a line that was drawn too. */
static int
draw_task(struct ui_model *m, struct canvas *c, struct rect r)
{
    struct question *q = study_question(m);
    struct flow f;

    if (!q || (q->ask->kind != ASK_SET && !q->sketch))
        return 0;
    flow_init(&f, m, r.cols);
    if (q->sketch && question_is_open(q) && m->study.entry[0])
        answer_of(q)->put(&f, m, q); /* what is typed is seen */
    else if (q->sketch && !question_is_open(q))
        flow_words(&f, 0, STYLE_GUESS, text_guess(m->frame, m, q), NULL);
    else
        text_question(&f, m, q);
    if (f.rows > r.rows / 3)
        f.rows = r.rows / 3;
    flow_draw(&f, c, rows_of(r, 0, f.rows), 0);
    return f.rows;
}

/* The figure says its strip in a corner itself here; no row is spent on it. */
static void
pane_figure(struct ui_model *m, struct canvas *c, struct rect r)
{
    int task = draw_task(m, c, r);
    struct rect figure = rows_of(r, task, r.rows - task);
    const struct drawing *d = study_drawing(m, NULL);

    screen_figure(m, c, figure, true);
    if (d && d->figure && !figure_has_strip(d->figure))
        screen_corner_guess(
            m, c, rows_of(figure, 0, figure.rows - slider_rows(d, figure.rows)));
}

static void
pane_words(struct ui_model *m, struct canvas *c, struct rect r, bool question)
{
    struct question *q = study_question(m);
    struct flow f;
    int top;

    flow_init(&f, m, r.cols);
    text_beat(&f, m, true);
    if (question && q) {
        flow_gap(&f);
        f.anchor = f.rows;
        text_question(&f, m, q);
    }
    top = draw_column(m, c, r, &f);
    screen_spots(m, &f, r, top);
    cursor_on_text(m, c, r, &f, top);
}

static void
lesson_small(struct ui_model *m, struct canvas *c)
{
    enum { HINT_ROWS_MIN = 8 };
    struct rect all = canvas_all(c);
    bool banner = m->remark[0] || m->notice[0], hints = c->rows >= HINT_ROWS_MIN;
    struct rect pane = rows_of(all, 1 + banner, c->rows - 1 - banner - hints);

    parts_title(m, c, all);
    if (m->study.pane == PANE_FIGURE)
        pane_figure(m, c, pane);
    else
        pane_words(m, c, pane, m->study.pane == PANE_QUESTION);
    if (hints)
        keys_hints(m, c, rows_of(all, c->rows - 1, 1));
}

/* ---- a stage: the sentence, the figure, one control --------------------- */

static void
stage_title(struct ui_model *m, struct canvas *c, struct rect r)
{
    canvas_text(c, r, 0, 0, STYLE_STRONG, "ropewalk");
    if (model_is_roomy(m))
        canvas_text_right(c, r, 0, r.cols, STYLE_DIM,
                          "first time here: nothing to set up");
    else
        canvas_text_right(c, r, 0, r.cols, STYLE_DIM, parts_saved(m));
}

/* The sentence on top, with what does not stand at the bottom. Returns its rows. */
static int
stage_top(struct ui_model *m, struct canvas *c, struct rect r, bool figure)
{
    struct question *q = study_question(m);
    bool asks = q && (q->ask->kind == ASK_SET || !figure) &&
                !(q->ask->predict && !question_is_open(q));
    struct flow f;
    int top;

    flow_init(&f, m, r.cols);
    text_beat(&f, m, !figure || model_is_roomy(m)); /* else the figure says it */
    if (asks) {
        flow_gap(&f);
        f.anchor = f.rows;
        text_question(&f, m, q);
    }
    if (f.rows < r.rows)
        r.rows = f.rows;
    top = draw_column(m, c, r, &f);
    screen_spots(m, &f, r, top);
    cursor_on_text(m, c, r, &f, top);
    return r.rows;
}

static void
lesson_stage(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m), waits;
    struct rect inner = {0, roomy ? 3 : 0, c->rows, c->cols - (roomy ? 6 : 0)};
    bool figure = study_drawing(m, &waits) || waits;
    struct question *q = study_question(m);
    int from = roomy ? 2 : 1, to = c->rows - 1 - roomy, top, zone = 0, strip;
    struct flow f;

    stage_title(m, c, (struct rect){0, roomy ? 1 : 0, 1, c->cols - 2 * roomy});
    top = stage_top(m, c, rows_of(inner, from, figure ? (to - from) / 2 : to - from),
                    figure);
    keys_hints(
        m, c, rows_of((struct rect){0, roomy, c->rows, c->cols - roomy}, c->rows - 1, 1));
    if (!figure)
        return;
    strip = roomy ? screen_strip_rows(m) : 0;
    if (q && q->ask->kind != ASK_SET && question_flow(m, &f, inner.cols))
        zone = f.rows < (to - from) / 2 ? f.rows : (to - from) / 2;
    from += top;
    screen_figure(m, c, rows_of(inner, from, to - from - zone - strip), !roomy);
    screen_strip(m, c, rows_of(inner, to - zone - strip, strip));
    if (zone)
        draw_question(m, c, rows_of(inner, to - zone, zone), &f);
}

/* ---- the figure alone --------------------------------------------------- */

static void
lesson_zoomed(struct ui_model *m, struct canvas *c)
{
    struct rect all = canvas_all(c), inner = {0, 1, c->rows, c->cols - 2};
    int strip = screen_strip_rows(m), rows = c->rows - 3 - strip;

    parts_title(m, c, rows_of(inner, 0, 1));
    canvas_rule(c, all, 1, STYLE_RULE);
    screen_figure(m, c, rows_of(inner, 2, rows), false);
    screen_strip(m, c, rows_of(inner, 2 + rows, strip));
    keys_hints(m, c, rows_of(inner, c->rows - 1, 1));
}

void
screen_lesson(struct ui_model *m, struct canvas *c)
{
    if (m->study.zoomed && look_can_zoom(m) && !controls_field_active(m))
        lesson_zoomed(m, c);
    else if (study_stage(m))
        lesson_stage(m, c);
    else if (model_is_roomy(m))
        lesson_roomy(m, c);
    else
        lesson_small(m, c);
    parts_notice(m, c, canvas_all(c), 1);
    if (c->cursor_row < 0) /* what has the focus is on another part */
        canvas_cursor(c, m->spots.text, 0, 0);
}
