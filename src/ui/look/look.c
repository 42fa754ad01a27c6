#include "ui/look/look.h"

#include <math.h>

enum { SPEED_MOST = 3 /* doublings */ };

/* Samples of the first slice of an experiment, and how they grow from slice to slice: it
 * begins to be seen at once, and takes less than a hundred frames. */
static const double first_slice = 1e3, growth = 1.25;

static struct drawing *
shown(const struct ui_model *m)
{
    struct drawing *d = study_drawing(m, NULL);

    return d && d->figure ? d : NULL;
}

/* ---- size and cells ------------------------------------------------------------------
 */

bool
look_has_figure(const struct ui_model *m)
{
    return shown(m) != NULL;
}

/* Where it has the screen already, there is nothing to be gained. */
bool
look_can_zoom(const struct ui_model *m)
{
    return look_has_figure(m) && (m->stage.on || (model_is_roomy(m) && !study_stage(m)));
}

void
look_key_zoom(struct ui_model *m, struct press p)
{
    (void)p;
    m->study.zoomed = !m->study.zoomed;
}

bool
look_can_cells(const struct ui_model *m)
{
    return shown(m) &&
           cells_next(m->settings.cells, m->settings.cells_can) != m->settings.cells;
}

void
look_key_cells(struct ui_model *m, struct press p)
{
    (void)p;
    m->settings.cells = cells_next(m->settings.cells, m->settings.cells_can);
    model_remark(m, "Lines are made of %s.", cells_name(m->settings.cells));
}

/* ---- the mouse ------------------------------------------------------------------------
 */

/* Notes never take it. */
bool
look_can_mouse(const struct ui_model *m)
{
    return m->screen != SCREEN_NOTES;
}

void
look_key_mouse(struct ui_model *m, struct press p)
{
    (void)p;
    m->settings.mouse_off = !m->settings.mouse_off;
    m->study.drag = 0;
    m->study.holding = false;
    m->study.drawing = false;
    model_remark(m, m->settings.mouse_off
                        ? "The mouse selects text in the terminal now; M takes it back."
                        : "The mouse moves sliders, chooses and scrolls again.");
}

bool
ui_wants_mouse(const struct ui_model *m)
{
    return !m->settings.mouse_off && look_can_mouse(m);
}

/* ---- reading -------------------------------------------------------------------------
 */

bool
look_can_read(const struct ui_model *m)
{
    const struct drawing *d = shown(m);

    return d && controls_shows_figure(m) && figure_can_read(d->figure);
}

static void
say_reading(struct ui_model *m, const struct drawing *d)
{
    arena_reset(m->scratch);
    model_remark(m, "%s", figure_read(m->scratch, d->figure, &d->state));
}

void
look_read(struct ui_model *m, struct drawing *d)
{
    m->study.focus = (struct focus){FOCUS_READ, 0};
    m->study.entry[0] = '\0';
    m->field_serial++;
    say_reading(m, d);
}

void
look_key_read(struct ui_model *m, struct press p)
{
    struct drawing *d = shown(m);

    (void)p;
    if (m->study.focus.kind == FOCUS_READ) {
        d->state.has_cursor = false;
        study_settle(m);
        return;
    }
    figure_read_move(d->figure, &d->state, 0, false);
    look_read(m, d);
}

static void
read_move(struct ui_model *m, int by, bool coarse)
{
    struct drawing *d = shown(m);

    if (!d)
        return;
    figure_read_move(d->figure, &d->state, by, coarse);
    say_reading(m, d);
}

void
look_key_read_move(struct ui_model *m, struct press p)
{
    read_move(m, p.by, false);
}

void
look_key_read_coarse(struct ui_model *m, struct press p)
{
    read_move(m, p.by, true);
}

const char *
look_read_at(struct arena *a, struct ui_model *m, const char *x)
{
    struct drawing *d = shown(m);
    struct pos at = {"value", 1, 1};
    const struct term *t;
    struct err e;

    if (!d || !figure_can_read(d->figure))
        return "There is no curve here to read values off.";
    t = expr_parse(a, figure_scope(d->figure), x, at, &e);
    if (!t)
        return arena_printf(a, "%s is no number.", x);
    if (!figure_read_at(d->figure, &d->state, figure_value(d->figure, &d->state, t)))
        return "No curve is there.";
    return arena_printf(a, "%s.", figure_read(a, d->figure, &d->state));
}

/* ---- speed ---------------------------------------------------------------------------
 */

void
look_key_speed(struct ui_model *m, struct press p)
{
    int speed = m->study.speed + p.by;

    if (speed >= -SPEED_MOST && speed <= SPEED_MOST)
        m->study.speed = speed;
    model_remark(m, "Play goes at %g times the usual speed.", look_speed(m));
}

double
look_speed(const struct ui_model *m)
{
    return pow(2, m->study.speed);
}

/* ---- show me -------------------------------------------------------------------------
 */

/* The graded question whose counterexample could be shown. */
static const struct question *
broken(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && q->graded && q->grade.verdict == GRADE_WRONG && q->grade.n_point ? q
                                                                                 : NULL;
}

bool
look_can_show(const struct ui_model *m)
{
    const struct drawing *d = shown(m);
    const struct question *q = broken(m);

    for (int i = 0; d && q && i < q->grade.n_point; i++)
        if (figure_slider_find(d->figure, q->grade.point[i].name) >= 0)
            return true;
    return false;
}

void
look_key_show(struct ui_model *m, struct press p)
{
    const struct drawing *d = shown(m);
    const struct question *q = broken(m);

    (void)p;
    if (!d || !q)
        return;
    for (int i = 0; i < q->grade.n_point; i++)
        controls_set(m, figure_slider_find(d->figure, q->grade.point[i].name),
                     q->grade.point[i].value);
    model_remark(m, "The figure shows where it breaks%s%s.",
                 *q->grade.counterexample ? ": " : "", q->grade.counterexample);
}

/* ---- experiments ---------------------------------------------------------------------
 */

static void
slice(struct drawing *d)
{
    d->fills = figure_run_advance(d->run, &d->state, d->slice);
    d->state.run = d->run;
    d->slice *= growth;
}

void
look_start(struct ui_model *m, struct drawing *d)
{
    if (!d->figure || !figure_has_run(d->figure))
        return;
    if (!d->run)
        d->run = figure_run_new(d->figure);
    d->slice = m->settings.still || m->line_mode ? (double)INFINITY : first_slice;
    slice(d);
}

bool
look_fills(const struct ui_model *m)
{
    const struct drawing *d = shown(m);

    return d && d->fills && controls_shows_figure(m);
}

void
look_fill(struct ui_model *m)
{
    struct drawing *d = shown(m);

    if (d && d->fills)
        slice(d);
}

void
look_free(struct drawing *d)
{
    figure_run_free(d->run);
    d->run = NULL;
}
