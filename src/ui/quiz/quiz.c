#include <string.h>

#include "ui/page/page.h"
#include "ui/quiz/quiz.h"

static const struct quiz *
quiz_of(const struct ui_model *m)
{
    return m->study.lesson ? m->study.lesson->quiz : NULL;
}

uint64_t
quiz_seed(const struct ui_model *m)
{
    return quiz_of(m) ? quiz_of(m)->seed : m->settings.seed;
}

const struct lesson *
quiz_home(const struct ui_model *m, const struct ask *ask)
{
    const struct question *q = study_question_of(m, ask);

    return quiz_of(m) && q ? quiz_of(m)->from[q->step] : m->study.lesson;
}

const struct scope *
quiz_scope(const struct ui_model *m)
{
    const struct quiz *z = quiz_of(m);

    return z ? z->from[m->study.at.step]->scope : m->study.lesson->scope;
}

void
quiz_ask_rules(struct ui_model *m)
{
    struct study *s = &m->study;
    const struct lesson *home;

    if (!quiz_of(m))
        return;
    home = quiz_of(m)->from[s->at.step];
    for (int i = 0; i < s->n_questions; i++)
        if (s->questions[i].step == s->at.step && s->questions[i].ask->from &&
            s->ruled != home) {
            s->ruled = home;
            s->rules = NULL;
            model_effect(m, UI_EFFECT_RULES, home->id);
        }
}

bool
quiz_is_exam(const struct ui_model *m)
{
    return quiz_of(m) && quiz_of(m)->rules.exam;
}

/* ---- answers ----------------------------------------------------------------------- */

static int
attempts(const struct ui_model *m)
{
    const struct quiz *z = quiz_of(m);

    if (!z)
        return 0;
    return z->rules.exam && !z->rules.attempts ? 1 : z->rules.attempts;
}

void
quiz_restore(const struct ui_model *m, struct question *q)
{
    q->exam = quiz_is_exam(m);
    if (!quiz_of(m) || q->ask->predict)
        return;
    if (q->exam && (q->state == QUESTION_DONE || quiz_is_spent(m, q)))
        q->state = QUESTION_KEPT;
    else if (q->state == QUESTION_OPEN && quiz_is_spent(m, q))
        q->state = QUESTION_SHOWN;
    if (q->state == QUESTION_KEPT && !*q->response && q->n_wrong)
        q->response = q->wrong[q->n_wrong - 1];
}

bool
quiz_is_spent(const struct ui_model *m, const struct question *q)
{
    return attempts(m) && q->n_wrong >= attempts(m);
}

bool
quiz_keeps(struct ui_model *m, struct question *q)
{
    if (!quiz_is_exam(m))
        return false;
    q->state = QUESTION_KEPT;
    q->response = q->judged;
    q->graded = false;
    model_remark(m, "Your answer is kept until the end.");
    if (q == study_question(m))
        study_settle(m);
    return true;
}

/* ---- results ----------------------------------------------------------------------- */

bool
quiz_has_result(const struct ui_model *m)
{
    return m->study.lesson && (quiz_of(m) || *m->study.lesson->again) && !quiz_is_exam(m);
}

void
quiz_check_passed(struct ui_model *m)
{
    const struct lesson *l = m->study.lesson;
    struct record_event ev = {.type = RECORD_PASSED, .mark = 1, .verdict = "right"};

    if (!*l->again || progress_retrieval(m->progress, l->id).passed)
        return;
    arena_reset(m->scratch);
    if (!result_of(m->scratch, l, m->progress).passed)
        return;
    model_save(m, ev, NULL, NULL);
    model_remark(m, "Told back: every part is shown. It comes again after a day.");
}

void
quiz_comes_back(struct ui_model *m)
{
    const struct lesson *l = m->study.lesson;
    struct record_event ev = {.type = RECORD_PASSED, .mark = 1, .verdict = "right"};

    if (quiz_of(m) || *l->again || m->stage.on || !lesson_quiz_count(l) ||
        progress_retrieval(m->progress, l->id).passed)
        return;
    arena_reset(m->scratch);
    if (result_of(m->scratch, l, m->progress).right > 0)
        model_save(m, ev, NULL, NULL);
}

/* Told back again after a delay: what became of it, for the lesson itself. */
static void
save_again(struct ui_model *m, const struct result *r)
{
    struct record_event ev = {.type = RECORD_RETRIEVED,
                              .lesson = quiz_of(m)->again,
                              .verdict = r->passed ? "right" : "wrong",
                              .mark = r->worth > 0 ? r->points / r->worth : 0};

    if (!r->passed && *r->look)
        ev.detail = arena_printf(m->scratch, "{\"look\": \"%s\"}", r->look);
    model_save(m, ev, NULL, NULL);
}

static void
show(struct ui_model *m, const struct result *r)
{
    if (m->line_mode)
        buf_add(&m->line_said, result_text(m->scratch, r, false));
    else
        page_open(m, result_text(m->scratch, r, true), "Result");
}

void
quiz_show_result(struct ui_model *m)
{
    struct result r;

    study_keep_draft(m);
    arena_reset(m->scratch);
    r = result_of(m->scratch, m->study.lesson, m->progress);
    show(m, &r);
}

bool
quiz_finish(struct ui_model *m)
{
    struct result r;

    if (!quiz_of(m) && !*m->study.lesson->again)
        return false;
    arena_reset(m->scratch);
    r = result_of(m->scratch, m->study.lesson, m->progress);
    if (quiz_of(m) && *quiz_of(m)->again)
        save_again(m, &r);
    show(m, &r);
    if (m->line_mode && !m->homed)
        model_quit(m);
    return true;
}

/* ---- time -------------------------------------------------------------------------- */

enum { MINUTE_MS = 60000 };

static int64_t
left_ms(const struct ui_model *m)
{
    int64_t left = m->study.deadline_ms - m->study.now_ms;

    return left < 0 ? 0 : left;
}

static bool
is_running(const struct ui_model *m)
{
    return m->study.lesson && m->study.deadline_ms && !m->study.finished;
}

int
quiz_minutes_left(const struct ui_model *m)
{
    if (!m->study.lesson || !m->study.deadline_ms)
        return -1;
    return (int)((left_ms(m) + MINUTE_MS - 1) / MINUTE_MS);
}

int
quiz_wants_tick(const struct ui_model *m)
{
    int to_minute;

    if (!is_running(m))
        return -1;
    to_minute = (int)(left_ms(m) % MINUTE_MS);
    return to_minute ? to_minute : left_ms(m) ? MINUTE_MS : 1;
}

void
quiz_tick(struct ui_model *m, int64_t ms)
{
    if (!is_running(m))
        return;
    m->study.now_ms = ms;
    if (left_ms(m))
        return;
    study_finish(m);
    model_remark(m, "The time is over. What was answered counts.");
}
