#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/end/end.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/quiz/quiz.h"

/* ---- looking ------------------------------------------------------------ */

bool
study_stage(const struct ui_model *m)
{
    return m->study.lesson && strcmp(m->study.lesson->layout, "stage") == 0;
}

const struct step *
study_step(const struct ui_model *m)
{
    return &m->study.lesson->steps[m->study.at.step];
}

const struct beat *
study_beat(const struct ui_model *m)
{
    return &study_step(m)->beats[m->study.at.beat];
}

int
study_beat_lines(const struct beat *b)
{
    int lines = 0;

    for (int i = 0; i < b->n; i++)
        if (b->items[i].kind == ITEM_DERIVATION)
            lines += b->items[i].derivation->n_lines;
    return lines;
}

static bool
all_lines_shown(const struct ui_model *m)
{
    return m->study.at.line >= study_beat_lines(study_beat(m));
}

struct question *
study_question_of(const struct ui_model *m, const struct ask *ask)
{
    for (int i = 0; i < m->study.n_questions; i++)
        if (m->study.questions[i].ask == ask)
            return &m->study.questions[i];
    return NULL;
}

struct question *
study_question(const struct ui_model *m)
{
    const struct study *s = &m->study;

    if (m->screen != SCREEN_LESSON || !s->lesson || !all_lines_shown(m))
        return NULL;
    for (int i = 0; i < s->n_questions; i++) {
        struct question *q = &s->questions[i];

        if (q->step == s->at.step && q->beat == s->at.beat)
            return q;
    }
    return NULL;
}

struct checked *
study_checked(const struct ui_model *m, const struct derivation *d)
{
    for (int i = 0; i < m->study.n_checks; i++)
        if (m->study.checks[i].derivation == d)
            return &m->study.checks[i];
    return NULL;
}

bool
study_at_start(const struct ui_model *m)
{
    const struct place *at = &m->study.at;

    return !at->step && !at->beat && !at->line;
}

bool
study_at_end(const struct ui_model *m)
{
    const struct place *at = &m->study.at;

    return at->step == m->study.lesson->n_steps - 1 &&
           at->beat == study_step(m)->n_beats - 1 && all_lines_shown(m);
}

int
study_minutes_left(const struct ui_model *m)
{
    const struct lesson *l = m->study.lesson;
    int limit = quiz_minutes_left(m), left = l->n_steps - m->study.at.step;

    return limit >= 0 ? limit : (l->minutes * left + l->n_steps - 1) / l->n_steps;
}

/* ---- figures ------------------------------------------------------------ */

void
study_compile(const struct ui_model *m, struct drawing *d)
{
    const struct question *q = d->sketched ? study_question_of(m, d->sketched) : NULL;
    const struct scope *scope = q && q->ready ? q->drawn.scope : d->block->scope;
    struct errs errs = {0};

    if (d->compiled)
        return;
    d->compiled = true;
    d->figure = figure_new(m->arena, d->block->fields, scope, d->block->at, &errs);
    if (d->figure)
        visit_start(d);
    else
        d->problem = errs.n ? err_text(m->arena, &errs.at[0]) : "it cannot be drawn";
}

struct drawing *
study_drawing_named(const struct study *s, const char *name)
{
    for (int i = 0; *name && i < s->n_drawings; i++)
        if (strcmp(s->drawings[i].block->name, name) == 0)
            return &s->drawings[i];
    return NULL;
}

/* The figure that the question names, else the last one of the step so far. */
static struct drawing *
drawing_here(const struct ui_model *m)
{
    const struct study *s = &m->study;
    const struct question *q = study_question(m);
    struct drawing *d = q ? study_drawing_named(s, q->ask->figure) : NULL;

    if (d)
        return d;
    for (int i = 0; i < s->n_drawings; i++)
        if (s->drawings[i].step == s->at.step && s->drawings[i].beat <= s->at.beat)
            d = &s->drawings[i];
    return d;
}

/* A guess that is still to be made hides its figure. */
static bool
hides(const struct ui_model *m, const struct question *q, const struct drawing *d)
{
    if (!q->ask->predict || q->state != QUESTION_OPEN || q->skipped)
        return false;
    if (q->step != m->study.at.step || q->beat > m->study.at.beat)
        return false;
    if (*q->ask->figure)
        return strcmp(q->ask->figure, d->block->name) == 0;
    return q->step == d->step && q->beat <= d->beat;
}

struct drawing *
study_drawing(const struct ui_model *m, bool *waits)
{
    const struct study *s = &m->study;
    struct drawing *d;
    bool hidden = false;

    if (waits)
        *waits = false;
    if (m->screen != SCREEN_LESSON || !s->lesson || !(d = drawing_here(m)))
        return NULL;
    for (int i = 0; i < s->n_questions && !hidden; i++)
        hidden = hides(m, &s->questions[i], d);
    if (waits)
        *waits = hidden;
    if (hidden)
        return NULL;
    study_compile(m, d);
    return d;
}

struct question *
study_guess(const struct ui_model *m)
{
    const struct study *s = &m->study;
    struct question *guess = NULL;

    for (int i = 0; i < s->n_questions; i++) {
        struct question *q = &s->questions[i];
        bool here = q->step == s->at.step && q->beat <= s->at.beat;
        bool before = study_stage(m) && q->step == s->at.step - 1;

        if (q->ask->predict && q->state == QUESTION_DONE && (here || before))
            guess = q;
    }
    return guess;
}

/* ---- moving ------------------------------------------------------------- */

static int
slider_count(const struct drawing *d)
{
    return d && d->figure ? figure_slider_count(d->figure) : 0;
}

static enum pane
first_pane(struct ui_model *m, const struct question *q, const struct drawing *d)
{
    bool set = q && q->ask->kind == ASK_SET && !q->ask->predict;

    if (q && q->sketch)
        return PANE_FIGURE;
    if (q && !set && (question_is_open(q) || !q->ask->predict))
        return PANE_QUESTION;
    if (d && d->step == m->study.at.step && d->beat == m->study.at.beat)
        return PANE_FIGURE;
    if (d && set)
        return PANE_FIGURE;
    return PANE_TEXT;
}

void
study_settle(struct ui_model *m)
{
    struct study *s = &m->study;
    struct question *q = study_question(m);
    struct drawing *d = study_drawing(m, NULL);
    bool answers = q && question_is_open(q) && question_is_answered_here(q);

    s->playing = false;
    s->out = m->stage.on; /* before a class, keys move on until Enter */
    s->entry[0] = '\0';
    s->scroll = 0;
    s->reading_rows = 0;
    s->focus = (struct focus){FOCUS_TEXT, 0};
    s->pane = first_pane(m, q, d);
    if (answers)
        s->focus.kind = FOCUS_ANSWER;
    else if (slider_count(d) && controls_shows_figure(m) && !m->stage.on)
        s->focus.kind = FOCUS_SLIDER;
    if (d && d->figure) {
        look_mark_guess(m, d);
        if (!d->run)
            look_start(m, d);
        d->state.has_cursor = false;
        visit_unmark(d);
    }
    s->has_reading = false;
    if (answers && question_has_field(q))
        question_type(m, q, q->typed.text, q->typed.cursor);
    if (answers && q->restored && !m->line_mode && !m->stage.on)
        model_remark(m, "You had typed this. Ctrl-U empties the field.");
    if (answers)
        q->restored = false;
    m->field_serial++;
}

void
study_keep_draft(struct ui_model *m)
{
    struct question *q = study_question(m);

    bench_keep_draft(m);
    if (q)
        question_keep_draft(m, q);
}

void
study_go(struct ui_model *m, struct place to)
{
    bool new_step = to.step != m->study.at.step;
    bool new_beat = new_step || to.beat != m->study.at.beat;

    study_keep_draft(m);
    m->end.left = false;
    m->study.at = to;
    if (new_step)
        study_enter(m);
    if (new_beat)
        study_reached(m);
    study_settle(m);
}

void
study_finish(struct ui_model *m)
{
    int next;

    study_keep_draft(m);
    model_save(m, (struct record_event){.type = RECORD_FINISHED}, NULL, NULL);
    m->study.finished = true;
    quiz_comes_back(m);
    if (quiz_finish(m))
        return;
    if (visit_can_return(m)) {
        visit_key_return(m, (struct press){0, 0});
        return;
    }
    next = home_first_core(m);
    if (!study_stage(m) || next < 0) {
        end_lesson(m);
        return;
    }
    m->homed = true;
    home_open(m, next);
}

static void
forward(struct ui_model *m)
{
    struct place to = m->study.at;

    bool sits;

    if (end_returns(m)) {
        end_return(m);
        return;
    }
    if (study_at_end(m)) {
        study_finish(m);
        return;
    }
    if (to.line < study_beat_lines(study_beat(m))) {
        m->study.at.line++;
        study_settle(m);
        return;
    }
    to.line = 0;
    if (++to.beat >= study_step(m)->n_beats) {
        to.beat = 0;
        to.step++;
    }
    sits = to.step > m->study.at.step && end_is_sitting(m, m->study.at.step);
    study_go(m, to);
    if (sits)
        end_sitting(m);
}

void
study_next(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (q && question_is_open(q) && q->ask->predict && !q->skipped) {
        question_unsure(m, q);
        return;
    }
    if (q && question_is_open(q))
        question_skip(m, q);
    forward(m);
}

void
study_guessed(struct ui_model *m, const struct question *q)
{
    const struct beat *b = study_beat(m);
    bool last = m->study.at.beat == study_step(m)->n_beats - 1;
    bool more = *q->ask->after || q->sketch;

    for (int i = 0; i < b->n; i++)
        more = more || b->items[i].kind == ITEM_FIGURE;
    if (more || (last && !study_stage(m)))
        study_settle(m);
    else
        forward(m);
}

void
study_back(struct ui_model *m)
{
    struct place to = m->study.at;

    if (study_at_start(m))
        return;
    if (to.line > 0) {
        m->study.at.line--;
        study_settle(m);
        return;
    }
    if (to.beat > 0) {
        to.beat--;
    } else {
        to.step--;
        to.beat = m->study.lesson->steps[to.step].n_beats - 1;
    }
    to.line = study_beat_lines(&m->study.lesson->steps[to.step].beats[to.beat]);
    study_go(m, to);
}

void
study_step_by(struct ui_model *m, int steps)
{
    struct place to = {.step = m->study.at.step + steps};
    struct question *q = study_question(m);

    if (to.step < 0 || to.step >= m->study.lesson->n_steps)
        return;
    if (steps > 0 && q && question_is_open(q))
        question_skip(m, q);
    study_go(m, to);
}
