#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/end/end.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/map/map.h"
#include "ui/offer/offer.h"
#include "ui/page/page.h"
#include "ui/quiz/quiz.h"
#include "ui/sheet/sheet.h"
#include "ui/stage/stage.h"
#include "ui/told/told.h"

/* ---- what keys do ------------------------------------------------------- */

enum { HOME_FAR = 1000 };

static bool
any(const struct ui_model *m)
{
    (void)m;
    return true;
}

static void
run_next(struct ui_model *m, struct press p)
{
    (void)p;
    if (answer_holds_space(m))
        return;
    study_next(m);
    answer_came(m);
}

/* Enter never skips a question by mistake: Space does that. */
static bool
can_go_on(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return !q || !question_is_open(q) || q->skipped;
}

static void
run_back(struct ui_model *m, struct press p)
{
    (void)p;
    study_back(m);
}

static bool
can_back(const struct ui_model *m)
{
    return !study_at_start(m);
}

static void
run_step(struct ui_model *m, struct press p)
{
    study_step_by(m, p.by);
}

static bool
can_step_next(const struct ui_model *m)
{
    return m->study.at.step + 1 < m->study.lesson->n_steps;
}

static bool
can_step_back(const struct ui_model *m)
{
    return m->study.at.step > 0;
}

static void
run_focus(struct ui_model *m, struct press p)
{
    if (controls_field_active(m) && controls_count(m) <= 2)
        model_remark(m, "There is no other field here. Esc leaves this one.");
    else
        controls_focus(m, p.by);
}

static bool
can_focus(const struct ui_model *m)
{
    return controls_count(m) > 1;
}

static void
run_out(struct ui_model *m, struct press p)
{
    (void)p;
    m->study.out = !m->study.out;
    m->field_serial++;
}

static void
run_submit(struct ui_model *m, struct press p)
{
    (void)p;
    question_submit(m, study_question(m));
}

static void
run_submit_sheet(struct ui_model *m, struct press p)
{
    (void)p;
    sheet_submit(m);
}

static void
run_choose(struct ui_model *m, struct press p)
{
    question_choose(m, study_question(m), (int)p.key - '1');
    m->study.digit = study_question(m) && study_question(m)->state != QUESTION_OPEN;
}

static void
run_choice(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);
    int choice = q->choice + p.by;

    if (choice >= 0 && choice < question_items(q))
        q->choice = choice;
}

static void
run_move(struct ui_model *m, struct press p)
{
    controls_move(m, p.by, false);
}

static void
run_slide(struct ui_model *m, struct press p)
{
    controls_take(m);
    controls_move(m, p.by, false);
}

static void
run_coarse(struct ui_model *m, struct press p)
{
    controls_move(m, p.by, true);
}

static void
run_number(struct ui_model *m, struct press p)
{
    controls_entry(m, p.key);
}

static void
run_apply(struct ui_model *m, struct press p)
{
    (void)p;
    controls_entry_done(m);
}

static void
run_cancel(struct ui_model *m, struct press p)
{
    (void)p;
    m->study.entry[0] = '\0';
}

static bool
can_apply(const struct ui_model *m)
{
    return m->study.entry[0] != '\0';
}

static void
run_reset(struct ui_model *m, struct press p)
{
    (void)p;
    controls_reset(m);
}

static bool
can_slide(const struct ui_model *m)
{
    return m->study.focus.kind == FOCUS_SLIDER;
}

static void
run_play(struct ui_model *m, struct press p)
{
    (void)p;
    controls_play(m);
}

static void
run_hint(struct ui_model *m, struct press p)
{
    (void)p;
    question_hint(m, study_question(m));
}

static void
run_result(struct ui_model *m, struct press p)
{
    (void)p;
    quiz_show_result(m);
}

static bool
can_hint(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_can_hint(q);
}

static void
run_solution(struct ui_model *m, struct press p)
{
    (void)p;
    question_solve(m, study_question(m));
}

static bool
can_solve(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_can_solve(q);
}

static void
run_fresh(struct ui_model *m, struct press p)
{
    (void)p;
    question_renew(m, study_question(m));
}

static bool
can_renew(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_can_renew(q);
}

static void
run_turn(struct ui_model *m, struct press p)
{
    (void)p;
    controls_turn_pane(m);
}

static void
run_scroll(struct ui_model *m, struct press p)
{
    controls_scroll(m, p.by);
}

static bool
can_scroll(const struct ui_model *m)
{
    return m->spots.scrolls;
}

static void
run_home(struct ui_model *m, struct press p)
{
    home_move(m, p.by);
}

static void
run_open(struct ui_model *m, struct press p)
{
    (void)p;
    home_enter(m);
}

/* Keys that have nothing to do here say why. */
enum { SHUT_SOLUTION, SHUT_HINT, SHUT_READ, SHUT_BENCH };

static void
run_shut(struct ui_model *m, struct press p)
{
    static const char *const says[] = {
        [SHUT_SOLUTION] = "The solution is shown after a try.",
        [SHUT_HINT] = "There is no hint to this question, or no more.",
        [SHUT_READ] = "No curve is drawn here whose values could be read.",
        [SHUT_BENCH] = "It is derived. Enter goes back to the lesson.",
    };

    model_remark(m, "%s", says[p.by]);
}

static bool
can_shut_solution(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return q && question_is_open(q) && !q->ask->predict && !q->exam;
}

static bool
can_shut_hint(const struct ui_model *m)
{
    return can_shut_solution(m) && !question_can_hint(study_question(m));
}

static void
run_bring_back(struct ui_model *m, struct press p)
{
    (void)p;
    home_bring_back(m);
}

static bool
can_bring_back(const struct ui_model *m)
{
    int n;

    return home_due(m, &n) >= 0;
}

static void
run_help(struct ui_model *m, struct press p)
{
    (void)p;
    m->help = !m->help;
    m->help_scroll = 0;
    m->field_serial++;
}

static void
run_help_scroll(struct ui_model *m, struct press p)
{
    m->help_scroll += p.by;
}

static void
run_leave(struct ui_model *m, struct press p)
{
    (void)p;
    model_leave(m);
}

static void
run_effect(struct ui_model *m, struct press p)
{
    model_effect(m, (enum ui_effect_kind)p.by, "");
}

/* A stopped program may be killed. */
static void
run_suspend(struct ui_model *m, struct press p)
{
    if (m->study.lesson)
        study_keep_draft(m);
    run_effect(m, p);
}

/* ---- a document --------------------------------------------------------- */

static void
run_line(struct ui_model *m, struct press p)
{
    page_scroll(m, PAGE_LINE, p.by);
}

static void
run_half(struct ui_model *m, struct press p)
{
    page_scroll(m, PAGE_HALF, p.by);
}

static void
run_page(struct ui_model *m, struct press p)
{
    page_scroll(m, PAGE_WHOLE, p.by);
}

static void
run_end(struct ui_model *m, struct press p)
{
    page_scroll(m, PAGE_END, p.by);
}

static void
run_sideways(struct ui_model *m, struct press p)
{
    page_sideways(m, p.by);
}

static void
run_search(struct ui_model *m, struct press p)
{
    (void)p;
    page_search(m);
}

static void
run_find(struct ui_model *m, struct press p)
{
    (void)p;
    page_submit(m);
}

static void
run_unsearch(struct ui_model *m, struct press p)
{
    (void)p;
    page_cancel(m);
}

static void
run_again(struct ui_model *m, struct press p)
{
    page_again(m, p.by);
}

static void
run_contents(struct ui_model *m, struct press p)
{
    (void)p;
    page_contents(m);
}

static void
run_heading(struct ui_model *m, struct press p)
{
    page_choose(m, p.by);
}

static void
run_take(struct ui_model *m, struct press p)
{
    (void)p;
    page_take(m);
}

/* ---- the tables --------------------------------------------------------- */

static const struct {
    void (*run)(struct ui_model *m, struct press p);
    int by;
    bool (*can)(const struct ui_model *m);
} actions[ACTION_COUNT] = {
#define ACTION(name, run, by, can) [ACTION_##name] = {run, by, can},
#include "ui/keys/keys.def"
#undef ACTION
};

const struct ui_binding key_bindings[KEY_ROW_COUNT] = {
#define KEY_ROW(key, label, where, action, hint, help) {key, label, where, help},
#include "ui/keys/keys.def"
#undef KEY_ROW
};

const struct key_row key_rows[KEY_ROW_COUNT] = {
#define KEY_ROW(key, label, where, action, hint, help) {ACTION_##action, hint},
#include "ui/keys/keys.def"
#undef KEY_ROW
};

const struct ui_binding *
ui_bindings(int *n)
{
    *n = KEY_ROW_COUNT;
    return key_bindings;
}

bool
keys_possible(const struct ui_model *m, int row)
{
    return actions[key_rows[row].action].can(m);
}

void
keys_run(struct ui_model *m, int row, uint32_t key)
{
    enum action action = key_rows[row].action;

    actions[action].run(m, (struct press){key, actions[action].by});
}
