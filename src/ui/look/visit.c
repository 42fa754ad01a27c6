/* The lessons that parts of figures open, and the way back. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "ui/look/visit.h"
#include "ui/sheet/sheet.h"

struct moved {
    double value[FIGURE_SLIDERS_MAX], before[FIGURE_SLIDERS_MAX];
    bool any, has_before;
    int visited;
};

/* What of a lesson is not in the record, in the order of its questions and drawings. */
struct visit {
    struct visit *under; /* that lesson was opened from a part itself */
    char *lesson, *step;
    struct place at, opened_at;
    struct focus focus;
    enum pane pane;
    int scroll, n_drawings, n_questions;
    bool out, zoomed;
    struct moved *drawings;
    bool *skipped;
};

/* ---- leaving --------------------------------------------------------------------------
 */

const struct ui_lesson *
visit_lesson(const struct ui_model *m, const char *opens)
{
    size_t n = strcspn(opens, "#");

    for (int i = 0; i < m->n_lessons; i++)
        if (strlen(m->lessons[i].id) == n && strncmp(m->lessons[i].id, opens, n) == 0 &&
            m->lessons[i].available)
            return &m->lessons[i];
    return NULL;
}

const char *
visit_shut(const struct ui_model *m)
{
    if (m->stage.on || study_stage(m))
        return "Lessons are not opened from here.";
    if (over_is_shut(m))
        return "Other lessons are closed here: this is answered without notes.";
    return NULL;
}

static char *
copy(const char *text)
{
    size_t n = strlen(text) + 1;

    return memcpy(xmalloc(n), text, n);
}

static void
drop(struct visit *v)
{
    free(v->lesson);
    free(v->step);
    free(v->drawings);
    free(v->skipped);
    free(v);
}

static struct visit *
leave(const struct ui_model *m)
{
    const struct study *s = &m->study;
    struct visit *v = xmalloc(sizeof *v);

    *v = (struct visit){
        .lesson = copy(s->lesson->id),
        .step = copy(study_step(m)->id),
        .at = s->at,
        .opened_at = s->opened_at,
        .focus = s->focus,
        .pane = s->pane,
        .scroll = s->scroll,
        .n_drawings = s->n_drawings,
        .n_questions = s->n_questions,
        .out = s->out,
        .zoomed = s->zoomed,
        .drawings = xmalloc(sizeof *v->drawings * ((size_t)s->n_drawings + 1)),
        .skipped = xmalloc(sizeof *v->skipped * ((size_t)s->n_questions + 1)),
    };
    for (int i = 0; i < s->n_drawings; i++) {
        const struct drawing *d = &s->drawings[i];
        struct moved *to = &v->drawings[i];

        *to = (struct moved){.any = d->figure != NULL,
                             .has_before = d->state.has_before,
                             .visited = d->visited};
        memcpy(to->value, d->state.value, sizeof to->value);
        memcpy(to->before, d->state.before, sizeof to->before);
    }
    for (int i = 0; i < s->n_questions; i++)
        v->skipped[i] = s->questions[i].skipped;
    return v;
}

const char *
visit_open(struct ui_model *m, const char *opens)
{
    const char *why = visit_shut(m);

    if (why || m->loading)
        return why ? why : "A lesson is being read.";
    m->visits.going = leave(m);
    m->loading = true;
    model_effect(m, UI_EFFECT_LOAD, opens);
    return NULL;
}

/* ---- coming back ----------------------------------------------------------------------
 */

bool
visit_can_return(const struct ui_model *m)
{
    return m->screen == SCREEN_LESSON && m->visits.top && !m->loading;
}

bool
visit_at_entry(const struct ui_model *m)
{
    const struct place *at = &m->study.at, *entry = &m->study.opened_at;

    return visit_can_return(m) && at->step == entry->step && at->beat == entry->beat &&
           at->line == entry->line;
}

void
visit_key_return(struct ui_model *m, struct press p)
{
    const struct visit *v = m->visits.top;

    (void)p;
    study_keep_draft(m);
    m->study.playing = false;
    m->visits.back = true;
    m->loading = true;
    model_effect(m, UI_EFFECT_LOAD,
                 arena_printf(m->effect_arena, "%s#%s", v->lesson, v->step));
}

static void
put_drawing(struct ui_model *m, struct drawing *d, const struct moved *from)
{
    d->visited = from->visited;
    if (!from->any)
        return;
    study_compile(m, d);
    if (!d->figure)
        return;
    for (int i = 0; i < figure_slider_count(d->figure); i++)
        figure_set(d->figure, &d->state, i, from->value[i]);
    memcpy(d->state.before, from->before, sizeof d->state.before);
    d->state.has_before = from->has_before;
}

/* A lesson whose file was changed meanwhile is shown at its step. */
static void
restore(struct ui_model *m, const struct visit *v)
{
    struct study *s = &m->study;

    if (v->at.step != s->at.step || v->n_drawings != s->n_drawings ||
        v->n_questions != s->n_questions || v->at.beat >= study_step(m)->n_beats)
        return;
    for (int i = 0; i < s->n_drawings; i++)
        put_drawing(m, &s->drawings[i], &v->drawings[i]);
    for (int i = 0; i < s->n_questions; i++)
        s->questions[i].skipped = v->skipped[i];
    study_go(m, v->at);
    s->opened_at = v->opened_at;
    s->pane = v->pane;
    s->scroll = v->scroll;
    s->out = v->out;
    s->zoomed = v->zoomed;
    s->focus = v->focus;
    if (s->focus.kind == FOCUS_PART)
        visit_enter(m);
    m->field_serial++;
}

static void
pop(struct ui_model *m)
{
    struct visit *v = m->visits.top;

    m->visits.top = v->under;
    drop(v);
}

static void
pop_all(struct ui_model *m)
{
    while (m->visits.top)
        pop(m);
}

/* A lesson that was chosen elsewhere ends all visits, the same one read again does not.
 */
void
visit_came(struct ui_model *m)
{
    struct visits *v = &m->visits;

    if (v->going) {
        v->going->under = v->top;
        v->top = v->going;
        v->going = NULL;
        m->study.opened_at = m->study.at;
    } else if (v->back) {
        v->back = false;
        if (strcmp(v->top->lesson, m->study.lesson->id) == 0)
            restore(m, v->top);
        pop(m);
    } else if (!v->again) {
        pop_all(m);
    }
}

void
visit_failed(struct ui_model *m)
{
    if (m->visits.going)
        drop(m->visits.going);
    m->visits.going = NULL;
    m->visits.back = false;
}

void
visit_free(struct ui_model *m)
{
    visit_failed(m);
    pop_all(m);
}
