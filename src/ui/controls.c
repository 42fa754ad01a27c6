#include <math.h>
#include <string.h>

#include "ui/look/look.h"
#include "ui/look/visit.h"

enum { WHEEL_ROWS = 3, RING_MAX = FIGURE_SLIDERS_MAX + 3 };

/* How fast play goes: a sweep of the whole range, but no step of a whole number is
 * shorter than that, and none longer. */
static const double sweep_ms = 6000, whole_step_ms = 125, longest_step_ms = 700;

bool
controls_field_active(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    if (m->screen == SCREEN_PAGE)
        return m->pager.searching && !m->help && !model_is_tiny(m);
    return q && !m->help && !m->stage.blank && !model_is_tiny(m) && question_is_open(q) &&
           question_has_field(q) && m->study.focus.kind == FOCUS_ANSWER && !m->study.out;
}

static struct drawing *
moving(const struct ui_model *m)
{
    struct drawing *d = study_drawing(m, NULL);

    return d && d->figure && figure_slider_count(d->figure) ? d : NULL;
}

/* Where each control stands when only one part is shown. */
static const enum pane panes[] = {
    [FOCUS_TEXT] = PANE_TEXT,     [FOCUS_ANSWER] = PANE_QUESTION,
    [FOCUS_SLIDER] = PANE_FIGURE, [FOCUS_READ] = PANE_FIGURE,
    [FOCUS_PART] = PANE_FIGURE,
};

/* ---- focus -------------------------------------------------------------- */

/* What can have the focus, in the order of Tab; returns how many. */
static int
ring(const struct ui_model *m, struct focus items[RING_MAX])
{
    const struct question *q = study_question(m);
    const struct drawing *d = moving(m);
    int n = 0;

    if (q && question_is_open(q) && question_is_answered_here(q))
        items[n++] = (struct focus){FOCUS_ANSWER, 0};
    for (int i = 0; d && i < figure_slider_count(d->figure); i++)
        items[n++] = (struct focus){FOCUS_SLIDER, i};
    if (visit_has_parts(m))
        items[n++] = (struct focus){FOCUS_PART, 0};
    items[n++] = (struct focus){FOCUS_TEXT, 0};
    return n;
}

static void
set_focus(struct ui_model *m, struct focus to)
{
    bool draws = to.kind == FOCUS_ANSWER && look_sketching(m, NULL);
    struct drawing *d = study_drawing(m, NULL);

    m->study.focus = to;
    m->study.pane = draws ? PANE_FIGURE : panes[to.kind];
    m->study.out = false;
    m->study.entry[0] = '\0';
    m->field_serial++;
    if (d && d->figure)
        visit_unmark(d);
    if (to.kind == FOCUS_PART)
        visit_enter(m);
}

/* What Tab (by 1) or Shift-Tab leads to. */
static struct focus
next_focus(const struct ui_model *m, int by)
{
    struct focus items[RING_MAX], now = m->study.focus;
    int n = ring(m, items), at = 0;

    while (at < n - 1 && (items[at].kind != now.kind || items[at].slider != now.slider))
        at++;
    return items[(at + by + n) % n];
}

bool
visit_next_is_parts(const struct ui_model *m)
{
    return next_focus(m, 1).kind == FOCUS_PART;
}

void
controls_focus(struct ui_model *m, int by)
{
    set_focus(m, next_focus(m, by));
}

int
controls_count(const struct ui_model *m)
{
    struct focus items[RING_MAX];

    return ring(m, items);
}

/* ---- sliders ------------------------------------------------------------ */

static void
moved(struct ui_model *m, struct drawing *d)
{
    struct question *q = study_question(m);

    d->moves++;
    look_start(m, d);
    if (q)
        question_watch(m, q);
}

void
controls_set(struct ui_model *m, int slider, double value)
{
    struct drawing *d = moving(m);

    if (d && slider >= 0 && !isnan(value) &&
        figure_set(d->figure, &d->state, slider, value))
        moved(m, d);
}

void
controls_move(struct ui_model *m, int by, bool coarse)
{
    struct drawing *d = moving(m);

    m->study.playing = false;
    m->study.entry[0] = '\0';
    if (d && figure_move(d->figure, &d->state, m->study.focus.slider, by, coarse))
        moved(m, d);
}

void
controls_reset(struct ui_model *m)
{
    struct drawing *d = moving(m);
    double guess;
    const char *label;

    if (!d)
        return;
    m->study.playing = false;
    m->study.entry[0] = '\0';
    guess = d->state.guess;
    label = d->state.guess_label;
    figure_start(d->figure, &d->state);
    d->state.guess = guess;
    d->state.guess_label = label;
    moved(m, d);
}

void
controls_entry(struct ui_model *m, uint32_t key)
{
    char *entry = m->study.entry;
    size_t n = strlen(entry);

    if (key == KEY_BACK && n)
        entry[n - 1] = '\0';
    else if (key < 0x80 && strchr("0123456789.,- ", (int)key) && n < ENTRY_MAX - 1)
        memcpy(entry + n, (char[]){(char)key, '\0'}, 2);
}

/* A number beyond the slider's ends stops there, and says so. */
static void
set_typed(struct ui_model *m, struct drawing *d, double value)
{
    const struct slider *k = figure_slider(d->figure, m->study.focus.slider);

    if (value < k->low || value > k->high)
        model_remark(m, "%s goes from %.*f to %.*f.", k->name, k->places, k->low,
                     k->places, k->high);
    controls_set(m, m->study.focus.slider, value);
}

bool
controls_entry_done(struct ui_model *m)
{
    struct drawing *d = moving(m);
    struct pos at = {"slider", 1, 1};
    const struct term *t;
    struct err e;

    if (!m->study.entry[0] || !d)
        return false;
    arena_reset(m->scratch);
    t = expr_parse(m->scratch, figure_scope(d->figure), m->study.entry, at, &e);
    if (t)
        set_typed(m, d, figure_value(d->figure, &d->state, t));
    else
        model_remark(m, "%s is no number%s.", m->study.entry,
                     strchr(m->study.entry, ',') ? "; write decimals with a point" : "");
    m->study.entry[0] = '\0';
    return true;
}

/* ---- play --------------------------------------------------------------- */

bool
controls_shows_figure(const struct ui_model *m)
{
    if (m->stage.on)
        return m->study.zoomed || m->stage.figure;
    if (m->study.zoomed || study_stage(m) || (model_is_roomy(m) && !screen_turns(m)))
        return true;
    return m->study.pane == PANE_FIGURE;
}

bool
controls_can_play(const struct ui_model *m)
{
    const struct drawing *d = moving(m);

    return d && controls_shows_figure(m) && figure_play_slider(d->figure) >= 0;
}

void
controls_play(struct ui_model *m)
{
    struct study *s = &m->study;
    struct drawing *d = moving(m);
    const struct slider *k;
    int i;

    if (!controls_can_play(m))
        return;
    i = figure_play_slider(d->figure);
    k = figure_slider(d->figure, i);
    if (s->playing) {
        s->playing = false;
        return;
    }
    if (m->settings.still) {
        controls_set(m, i, k->high);
        return;
    }
    if (d->state.value[i] >= k->high)
        controls_set(m, i, k->low);
    s->playing = true;
    s->tick_ms = 0;
    s->play_rest = 0;
}

static double
step_ms(const struct slider *k)
{
    double ms = k->step > 0 ? sweep_ms * k->step / (k->high - k->low) : longest_step_ms;

    if (k->integer && ms < whole_step_ms)
        return whole_step_ms;
    return ms > longest_step_ms ? longest_step_ms : ms;
}

void
controls_tick(struct ui_model *m, int64_t ms)
{
    struct study *s = &m->study;
    struct drawing *d = moving(m);
    const struct slider *k;
    double whole;
    int i;

    look_fill(m);
    if (!s->playing || !controls_can_play(m))
        return;
    i = figure_play_slider(d->figure);
    k = figure_slider(d->figure, i);
    if (s->tick_ms)
        s->play_rest += (double)(ms - s->tick_ms) / step_ms(k) * look_speed(m);
    s->tick_ms = ms;
    s->play_rest = modf(s->play_rest, &whole);
    if (whole >= 1)
        controls_set(m, i, d->state.value[i] + whole * k->step);
    if (d->state.value[i] >= k->high)
        s->playing = false;
}

/* ---- text and panes ----------------------------------------------------- */

void
controls_scroll(struct ui_model *m, int rows)
{
    m->study.scroll -= rows; /* the view keeps it within what there is */
}

/* Which parts there are to turn to. */
static void
panes_here(const struct ui_model *m, bool there[PANE_COUNT])
{
    bool waits;

    there[PANE_TEXT] = true;
    there[PANE_FIGURE] = study_drawing(m, &waits) || waits;
    there[PANE_QUESTION] = !model_is_roomy(m) && study_question(m);
}

bool
controls_has_panes(const struct ui_model *m)
{
    bool there[PANE_COUNT];

    if (study_stage(m) || m->stage.on)
        return false;
    if (model_is_roomy(m) && !screen_turns(m))
        return false;
    panes_here(m, there);
    return there[PANE_FIGURE] || there[PANE_QUESTION];
}

/* Before a class, Left and Right turn the pages of a clicker. */
bool
controls_can_take(const struct ui_model *m)
{
    const struct drawing *d = moving(m);

    return m->screen == SCREEN_LESSON && !m->stage.on && d &&
           m->study.focus.kind == FOCUS_TEXT && figure_slider_count(d->figure) > 0 &&
           (!controls_has_panes(m) || m->study.pane == PANE_FIGURE);
}

void
controls_take(struct ui_model *m)
{
    set_focus(m, (struct focus){FOCUS_SLIDER, 0});
}

enum pane
controls_next_pane(const struct ui_model *m)
{
    bool there[PANE_COUNT];
    int pane = m->study.pane;

    panes_here(m, there);
    do
        pane = (pane + 1) % PANE_COUNT;
    while (!there[pane]);
    return (enum pane)pane;
}

void
controls_turn_pane(struct ui_model *m)
{
    struct focus items[RING_MAX];
    enum pane pane = controls_next_pane(m);
    int n = ring(m, items);

    m->study.scroll = 0;
    for (int i = 0; i < n; i++) {
        if (panes[items[i].kind] == pane) {
            set_focus(m, items[i]);
            return;
        }
    }
    m->study.pane = pane;
}

/* ---- mouse -------------------------------------------------------------- */

static bool
inside(struct rect r, const struct ui_event *ev)
{
    return ev->row >= r.row && ev->row < r.row + r.rows && ev->col >= r.col &&
           ev->col < r.col + r.cols;
}

static int
slider_under(const struct ui_model *m, const struct ui_event *ev)
{
    for (int i = 0; i < FIGURE_SLIDERS_MAX; i++)
        if (inside(m->spots.slider[i], ev))
            return i;
    return -1;
}

static int
choice_under(const struct ui_model *m, const struct ui_event *ev)
{
    for (int i = 0; i < CHOICES_MAX; i++)
        if (inside(m->spots.choice[i], ev))
            return i;
    return -1;
}

/* Put slider i where the mouse is. */
static void
drag_to(struct ui_model *m, int i, const struct ui_event *ev)
{
    struct drawing *d = moving(m);
    struct rect r = m->spots.slider[i];

    m->study.playing = false;
    if (d && i < figure_slider_count(d->figure))
        controls_set(
            m, i,
            figure_slider_at(d->figure, i, m->settings.alphabet, r, ev->col - r.col));
}

/* Bring the point of a figure to the mouse, which has to be near it unless it is held. */
static bool
hold_point(struct ui_model *m, const struct ui_event *ev, bool held)
{
    const struct figure_view *v = &m->spots.figure;
    int cell[2] = {ev->row - v->r.row, ev->col - v->r.col};
    struct drawing *d = moving(m);

    if (!d || v->r.rows <= 0 || !figure_drag(d->figure, &d->state, v, cell, held))
        return false;
    m->study.playing = false;
    moved(m, d);
    return true;
}

static void
press(struct ui_model *m, const struct ui_event *ev)
{
    struct question *q = study_question(m);
    int slider = slider_under(m, ev), choice = choice_under(m, ev);
    int at[2] = {ev->row, ev->col};

    if (slider >= 0) {
        set_focus(m, (struct focus){FOCUS_SLIDER, slider});
        m->study.drag = slider + 1;
        drag_to(m, slider, ev);
    } else if (choice >= 0 && q) {
        question_choose(m, q, choice);
    } else if (inside(m->spots.field, ev) && q && question_is_open(q)) {
        set_focus(m, (struct focus){FOCUS_ANSWER, 0});
    } else if (look_sketch_mouse(m, at, false)) {
        set_focus(m, (struct focus){FOCUS_ANSWER, 0});
        m->study.drawing = true;
    } else if (hold_point(m, ev, false)) {
        m->study.holding = true;
    } else if (visit_mouse(m, at)) {
        set_focus(m, (struct focus){FOCUS_PART, 0});
    } else {
        look_read_mouse(m, at);
    }
}

/* The button is held and the mouse moves. */
static void
drag(struct ui_model *m, const struct ui_event *ev)
{
    int at[2] = {ev->row, ev->col};

    if (m->study.drag)
        drag_to(m, m->study.drag - 1, ev);
    else if (m->study.holding)
        hold_point(m, ev, true);
    else if (m->study.drawing)
        look_sketch_mouse(m, at, true);
    else if (m->study.focus.kind == FOCUS_READ)
        look_read_mouse(m, at);
}

static void
wheel(struct ui_model *m, const struct ui_event *ev, int by)
{
    int slider = slider_under(m, ev);

    if (slider >= 0) {
        m->study.focus = (struct focus){FOCUS_SLIDER, slider};
        controls_move(m, -by, false);
    } else if (inside(m->spots.text, ev)) {
        controls_scroll(m, by * WHEEL_ROWS);
    }
}

void
controls_mouse(struct ui_model *m, const struct ui_event *ev)
{
    if (m->screen != SCREEN_LESSON || m->help || model_is_tiny(m) || m->stage.blank)
        return;
    switch (ev->button) {
    case UI_PRESS:
        press(m, ev);
        break;
    case UI_DRAG:
        drag(m, ev);
        break;
    case UI_RELEASE:
        m->study.drag = 0;
        m->study.drawing = m->study.holding = false;
        break;
    case UI_WHEEL_UP:
        wheel(m, ev, -1);
        break;
    case UI_WHEEL_DOWN:
        wheel(m, ev, 1);
        break;
    }
}
