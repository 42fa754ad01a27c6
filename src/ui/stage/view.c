#include "ui/end/end.h"
#include "ui/stage/stage.h"

#include <string.h>

/* ---- above ------------------------------------------------------------------------- */

static const char *
step_of(const struct ui_model *m, const char *between)
{
    return arena_printf(m->frame, "%d%s%d", m->study.at.step + 1, between,
                        m->study.lesson->n_steps);
}

static void
head_small(struct ui_model *m, struct canvas *c)
{
    const struct lesson *l = m->study.lesson;

    canvas_text(c, canvas_all(c), 0, 0, STYLE_STRONG,
                arena_printf(m->frame, "%s%s%s %s", l->label, *l->label ? " " : "",
                             step_of(m, "/"), study_step(m)->title));
}

static void
head_roomy(struct ui_model *m, struct canvas *c)
{
    const struct lesson *l = m->study.lesson;
    struct rect r = {0, 2, c->rows, c->cols - 4};
    const char *title = study_step(m)->title;
    int col = (r.cols - canvas_width(c->alphabet, title)) / 2;

    canvas_text(
        c, r, 0, 0, STYLE_DIM,
        arena_printf(m->frame, "%s%s%s", l->label, *l->label ? "  " : "", l->title));
    canvas_text_right(c, r, 0, r.cols, STYLE_DIM, step_of(m, " of "));
    canvas_text(c, r, 2, col > 0 ? col : 0, STYLE_STRONG, title);
}

/* ---- a part ------------------------------------------------------------------------ */

/* Rows top .. top + rows of f in r; the real cursor only where something is typed. */
static void
draw_rows(struct ui_model *m, struct canvas *c, struct rect r, const struct flow *f,
          const struct stage_part *part)
{
    struct flow shown = *f;
    int row = f->cursor_row - part->top;

    r.rows = part->rows < r.rows ? part->rows : r.rows;
    if (row < 0 || row >= part->rows || m->study.focus.kind != FOCUS_ANSWER)
        shown.cursor_row = -1;
    flow_draw(&shown, c, r, part->top);
    screen_spots(m, f, r, part->top);
}

/* Words of a large screen stand a little above its middle, where eyes go first; lines
 * that come one by one stay where they are. */
static struct rect
settled(const struct ui_model *m, struct rect r, int rows)
{
    int free = r.rows - rows, down = free / 3;

    if (study_beat_lines(study_beat(m)) > 0 || !model_is_roomy(m))
        down = free > 3 ? 1 : 0;
    if (free <= 0)
        return r;
    return (struct rect){r.row + down, r.col, r.rows - down, r.cols};
}

static void
draw_alone(struct ui_model *m, struct canvas *c, const struct stage_plan *p, bool task)
{
    bool roomy = model_is_roomy(m);
    int top = roomy ? p->body.row - 1 : 1, strip = roomy ? screen_strip_rows(m) : 0;
    struct rect r = {top, roomy ? 2 : 0, c->rows - top - strip,
                     c->cols - (roomy ? 4 : 0)};
    struct rect words = {r.row, r.col, p->ask.rows, r.cols};
    const struct drawing *d = study_drawing(m, NULL);

    if (task) {
        flow_draw(&p->ask, c, words, 0);
        r.row += p->ask.rows;
        r.rows -= p->ask.rows;
    }
    screen_figure(m, c, r, !roomy);
    screen_strip(m, c, (struct rect){r.row + r.rows, r.col, strip, r.cols});
    if (!roomy && d && d->figure && !figure_has_strip(d->figure))
        screen_corner_guess(m, c, (struct rect){r.row, r.col, r.rows - 1, r.cols});
}

static void
draw_beside(struct ui_model *m, struct canvas *c, const struct stage_plan *p,
            const struct stage_part *part)
{
    int strip = screen_strip_rows(m), top = p->side.row - 1;
    int col = p->side.col + p->side.cols + 2;

    draw_rows(m, c, settled(m, p->side, part->rows), part->words, part);
    screen_figure(
        m, c,
        (struct rect){top, col, c->rows - top - strip - (strip > 0), c->cols - col - 2},
        false);
    screen_strip(m, c, (struct rect){c->rows - strip, 2, strip, c->cols - 4});
}

static void
draw_part(struct ui_model *m, struct canvas *c)
{
    struct stage_plan p;
    const struct stage_part *part;

    stage_plan(&p, m);
    part = stage_part_now(&p, m);
    if (m->study.zoomed && study_drawing(m, NULL))
        draw_alone(m, c, &p, false);
    else if (part->figure && part->words)
        draw_beside(m, c, &p, part);
    else if (part->figure)
        draw_alone(m, c, &p, part->task);
    else if (part->words)
        draw_rows(m, c, settled(m, p.body, part->rows), part->words, part);
}

/* ---- all --------------------------------------------------------------------------- */

static void
draw_end(struct ui_model *m, struct canvas *c)
{
    bool roomy = model_is_roomy(m);
    int pad = roomy ? 2 : 0, from = roomy ? 4 : 2;
    struct rect all = canvas_all(c);

    canvas_text(c, all, roomy, pad, STYLE_DIM, "The end of");
    canvas_text(c, all, 1 + roomy, pad, STYLE_STRONG,
                text_cut(m->frame, c->alphabet, m->study.lesson->title, c->cols - pad));
    end_class(m, c,
              (struct rect){from + roomy, pad, c->rows - from - 2 - 2 * roomy,
                            c->cols - 2 * pad});
    canvas_text(c, all, c->rows - 1 - roomy, pad, STYLE_DIM, "Back goes back, q leaves.");
}

void
stage_view(struct ui_model *m, struct canvas *c)
{
    if (m->stage.blank)
        return;
    if (m->stage.ended) {
        draw_end(m, c);
    } else {
        if (model_is_roomy(m))
            head_roomy(m, c);
        else
            head_small(m, c);
        draw_part(m, c);
    }
    parts_notice(m, c, canvas_all(c), model_is_roomy(m) ? 1 : c->rows - 1);
}
