#include "ui/stage/stage.h"

#include <limits.h>
#include <string.h>

#include "ui/answer/answer.h"

bool
stage_on(const struct ui_model *m)
{
    return m->stage.on && m->screen == SCREEN_LESSON && m->study.lesson;
}

/* ---- moving ------------------------------------------------------------------------ */

/* Shows the answer of the question that stands there; false when there is none to show.
 */
static bool
reveal(struct ui_model *m)
{
    struct question *q = study_question(m);

    if (!q || !question_is_open(q) || q->skipped || q->ask->kind == ASK_SET)
        return false;
    if (q->ask->predict) {
        question_unsure(m, q);
        return true;
    }
    q->state = QUESTION_SHOWN;
    q->graded = false;
    m->stage.to_end = true;
    study_settle(m);
    return true;
}

static void
forward(struct ui_model *m)
{
    struct stage_plan p;

    if (m->stage.ended)
        return;
    stage_plan(&p, m);
    if (m->stage.part + 1 < p.n)
        m->stage.part++;
    else if (reveal(m))
        return;
    else if (study_at_end(m))
        m->stage.ended = true;
    else
        study_next(m);
}

static void
backward(struct ui_model *m)
{
    if (m->stage.ended) {
        m->stage.ended = false;
    } else if (m->stage.part > 0) {
        m->stage.part--;
    } else if (!study_at_start(m)) {
        study_back(m);
        m->stage.to_end = true;
    }
}

void
stage_key_next(struct ui_model *m, struct press p)
{
    m->study.zoomed = false;
    m->study.playing = false;
    if (p.by < 0)
        backward(m);
    else
        forward(m);
    study_settle(m);
}

void
stage_key_step(struct ui_model *m, struct press p)
{
    m->stage.ended = false;
    m->study.zoomed = false;
    study_step_by(m, p.by);
}

/* ---- the other keys ---------------------------------------------------------------- */

void
stage_key_blank(struct ui_model *m, struct press p)
{
    (void)p;
    m->stage.blank = true;
    m->study.playing = false;
    m->field_serial++;
}

bool
stage_unblank(struct ui_model *m)
{
    if (!stage_on(m) || !m->stage.blank)
        return false;
    m->stage.blank = false;
    m->field_serial++;
    return true;
}

/* Esc and F5, which clickers send in turn, never leave. */
void
stage_key_rest(struct ui_model *m, struct press p)
{
    (void)p;
    m->study.zoomed = false;
}

void
stage_key_hold(struct ui_model *m, struct press p)
{
    answer_key_hold(m, p);
}

bool
stage_can_hold(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_is_open(q) && q->ask->kind == ASK_ORDER;
}

/* Enter moves on, unless there is something that it answers. */
bool
stage_can_enter(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return m->study.focus.kind != FOCUS_ANSWER || !q || !question_is_open(q);
}

/* ---- after every event ------------------------------------------------------------- */

/* The part in which the answer is typed or chosen. */
static int
part_of_cursor(const struct stage_plan *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct stage_part *part = &p->part[i];
        int row = part->words ? part->words->cursor_row - part->top : -1;

        if (part->words && part->words->cursor_row >= 0 && row >= 0 && row < part->rows)
            return i;
    }
    return -1;
}

/* What was said to an answer stands in the last part, where it is typed in its own. */
static void
follow(struct ui_model *m, const struct stage_plan *p)
{
    const struct question *q = study_question(m);
    unsigned news = q ? q->verdicts + (unsigned)q->hints : 0;
    int typed = controls_field_active(m) ? part_of_cursor(p) : -1;

    if (news > m->stage.news)
        m->stage.part = p->n - 1;
    else if (typed >= 0)
        m->stage.part = typed;
    m->stage.news = news;
}

/* Nothing has the focus until it is asked for: arrows move on. */
static void
arrive(struct ui_model *m)
{
    const struct question *q = study_question(m);

    m->stage.at = m->study.at;
    m->stage.news = q ? q->verdicts + (unsigned)q->hints : 0;
    m->stage.part = 0;
}

static bool
same_place(struct place x, struct place y)
{
    return x.step == y.step && x.beat == y.beat && x.line == y.line;
}

void
stage_settle(struct ui_model *m)
{
    struct stage_plan p;

    if (!stage_on(m) || model_is_tiny(m))
        return;
    arena_reset(m->frame); /* many events may come between two frames */
    if (!same_place(m->stage.at, m->study.at))
        arrive(m);
    if (m->stage.to_end)
        m->stage.part = INT_MAX;
    m->stage.to_end = false;
    stage_plan(&p, m);
    follow(m, &p);
    if (m->stage.part >= p.n)
        m->stage.part = p.n - 1;
    m->stage.figure = p.part[m->stage.part].figure;
}

bool
ui_place(struct ui_model *m, struct ui_place *out)
{
    const struct study *s = &m->study;
    const struct question *q = study_question(m);

    if (!m->stage.on || !s->lesson)
        return false;
    *out = (struct ui_place){.lesson = s->lesson->id,
                             .step = study_step(m)->id,
                             .beat = s->at.beat,
                             .line = s->at.line,
                             .part = m->stage.part,
                             .blank = m->stage.blank,
                             .ended = m->stage.ended,
                             .said = q ? q->verdicts + 16 * (unsigned)q->state : 0};
    return true;
}
