#include <string.h>

#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/screen/screen.h"

enum {
    FIGURE_ROWS_MIN = 14, /* then every slider gets a row of its own */
    SLIDER_ROWS_MIN = 10, /* up to that only one is shown */
    STRIP_ROWS = 2,
    TALL_ROWS = 22,
};

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
    static const char more[] = "... (Tab for more)";
    enum { MORE_COLS = 8 };
    int n = figure_slider_count(d->figure), active = active_slider(m, d), col = 1;
    int room = r.cols - (int)strlen(keys) - 3;

    for (int i = 1, other; i < n; i++) {
        other = (active + i) % n;
        text = arena_printf(m->frame, "%s %s", figure_slider_shown(d->figure, other),
                            figure_slider_text(m->frame, d->figure, &d->state, other));
        if (col + canvas_width(c->alphabet, text) > room - (i < n - 1 ? MORE_COLS : 0)) {
            canvas_text(c, r, 0, col, STYLE_DIM,
                        r.cols - col >= (int)sizeof more ? more : "... (Tab)");
            return;
        }
        col = canvas_text(c, r, 0, col, STYLE_DIM, text) + 3;
    }
    canvas_text(c, r, 0, col, STYLE_DIM, keys);
}

int
screen_slider_rows(const struct drawing *d, int rows)
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
            draw_slider(m, c, d, i, screen_rows(r, i, 1));
        return;
    }
    draw_slider(m, c, d, active_slider(m, d), screen_rows(r, 0, 1));
    if (r.rows > 1)
        draw_other_sliders(m, c, d, screen_rows(r, 1, 1));
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
    sliders = screen_slider_rows(d, r.rows);
    m->spots.figure = (struct figure_view){look, m->settings.alphabet,
                                           screen_rows(r, 0, r.rows - sliders)};
    figure_draw(d->figure, &d->state, &look, c, m->spots.figure.r);
    draw_sliders(m, c, d, screen_rows(r, r.rows - sliders, sliders));
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
