#include "ui/answer/answer.h"
#include "ui/screen/screen.h"

/* ---- small: one thing at a time ----------------------------------------- */

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
    flow_draw(&f, c, screen_rows(r, 0, f.rows), 0);
    return f.rows;
}

/* The figure says its strip in a corner itself here; no row is spent on it. */
static void
pane_figure(struct ui_model *m, struct canvas *c, struct rect r)
{
    int task = draw_task(m, c, r);
    struct rect figure = screen_rows(r, task, r.rows - task);
    const struct drawing *d = study_drawing(m, NULL);

    screen_figure(m, c, figure, true);
    if (d && d->figure && !figure_has_strip(d->figure))
        screen_corner_guess(
            m, c,
            screen_rows(figure, 0, figure.rows - screen_slider_rows(d, figure.rows)));
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
    top = screen_column(m, c, r, &f);
    screen_spots(m, &f, r, top);
    screen_cursor(m, c, r, &f, top);
}

void
screen_small(struct ui_model *m, struct canvas *c)
{
    enum { HINT_ROWS_MIN = 8 };
    struct rect all = canvas_all(c);
    int banner = parts_notice_rows(m, c->cols), hints = c->rows >= HINT_ROWS_MIN;
    struct rect pane = screen_rows(all, 1 + banner, c->rows - 1 - banner - hints);

    parts_title(m, c, all);
    if (m->study.pane == PANE_FIGURE)
        pane_figure(m, c, pane);
    else
        pane_words(m, c, pane, m->study.pane == PANE_QUESTION);
    if (hints)
        keys_hints(m, c, screen_rows(all, c->rows - 1, 1));
}
