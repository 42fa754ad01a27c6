#include "ui/screen/screen.h"

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
    f.brief = figure && !model_is_roomy(m);
    text_beat(&f, m, !figure || model_is_roomy(m)); /* else the figure says it */
    if (asks) {
        flow_gap(&f);
        f.anchor = f.rows;
        text_question(&f, m, q);
    }
    if (f.rows < r.rows)
        r.rows = f.rows;
    top = screen_column(m, c, r, &f);
    screen_spots(m, &f, r, top);
    screen_cursor(m, c, r, &f, top);
    return r.rows;
}

void
screen_filled(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m), waits;
    struct rect inner = {0, roomy ? 3 : 0, c->rows, c->cols - (roomy ? 6 : 0)};
    bool figure = study_drawing(m, &waits) || waits;
    struct question *q = study_question(m);
    int from = roomy ? 2 : 1, to = c->rows - 1 - roomy, top, zone = 0, strip;
    struct flow f;

    stage_title(m, c, (struct rect){0, roomy ? 1 : 0, 1, c->cols - 2 * roomy});
    top = stage_top(m, c, screen_rows(inner, from, figure ? (to - from) / 2 : to - from),
                    figure);
    keys_hints(
        m, c,
        screen_rows((struct rect){0, roomy, c->rows, c->cols - roomy}, c->rows - 1, 1));
    if (!figure)
        return;
    strip = roomy ? screen_strip_rows(m) : 0;
    if (q && q->ask->kind != ASK_SET && screen_question_flow(m, &f, inner.cols))
        zone = f.rows < (to - from) / 2 ? f.rows : (to - from) / 2;
    from += top;
    screen_figure(m, c, screen_rows(inner, from, to - from - zone - strip), !roomy);
    screen_strip(m, c, screen_rows(inner, to - zone - strip, strip));
    if (zone)
        screen_question(m, c, screen_rows(inner, to - zone, zone), &f);
}
