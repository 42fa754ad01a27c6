#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
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
#include "ui/keys.def"
#undef ACTION
};

const struct ui_binding key_bindings[KEY_ROW_COUNT] = {
#define KEY_ROW(key, label, where, action, hint, help) {key, label, where, help},
#include "ui/keys.def"
#undef KEY_ROW
};

const struct key_row key_rows[KEY_ROW_COUNT] = {
#define KEY_ROW(key, label, where, action, hint, help) {ACTION_##action, hint},
#include "ui/keys.def"
#undef KEY_ROW
};

const struct ui_binding *
ui_bindings(int *n)
{
    *n = KEY_ROW_COUNT;
    return key_bindings;
}

/* Those of the control that has the focus. Before a class, moving on comes before
 * choosing. */
static int
control_places(const struct ui_model *m, const char *places[])
{
    const struct study *s = &m->study;
    const struct question *q = study_question(m);
    int n = 0;

    if (s->focus.kind == FOCUS_ANSWER && s->entry[0])
        places[n++] = "heights";
    if (s->focus.kind == FOCUS_SLIDER && s->entry[0])
        places[n++] = "number";
    if (s->focus.kind == FOCUS_SLIDER)
        places[n++] = "slider";
    if (s->focus.kind == FOCUS_READ)
        places[n++] = "reading";
    if (visit_on_part(m))
        places[n++] = "parts of a figure";
    if (m->stage.on)
        places[n++] = "stage";
    if (s->focus.kind == FOCUS_ANSWER && q && question_is_open(q))
        places[n++] =
            question_has_field(q) ? "answer field left" : answer_of(q)->place(q);
    return n;
}

void
keys_places(const struct ui_model *m, const char *places[KEY_PLACES_MAX + 1])
{
    const struct question *q = study_question(m);
    int n = 0;

    if (m->help) {
        places[n++] = "help";
    } else if (m->screen == SCREEN_HOME) {
        places[n++] = "home";
        places[n++] = "";
    } else if (m->screen == SCREEN_NOTES) {
        places[n++] = "notes";
        places[n++] = "";
    } else if (m->screen == SCREEN_PAGE && page_searching(m)) {
        places[n++] = "search field";
    } else if (m->screen == SCREEN_PAGE) {
        places[n++] = page_lists(m) ? "contents" : "document";
        places[n++] = "";
    } else if (m->screen == SCREEN_SHEET) {
        places[n++] = sheet_searching(m) ? "sheet search" : "formula sheet";
        if (!sheet_searching(m))
            places[n++] = "";
    } else if (m->screen == SCREEN_MAP) {
        places[n++] = "map";
        places[n++] = "";
    } else if (m->screen == SCREEN_BENCH) {
        places[n++] = bench_place(m);
        if (!model_field(m)) {
            if (strcmp(places[0], "bench") != 0)
                places[n++] = "bench";
            places[n++] = "";
        }
    } else if (controls_field_active(m)) {
        if (answer_of(q)->place && answer_of(q)->place(q))
            places[n++] = answer_of(q)->place(q);
        if (m->stage.on)
            places[n++] = "stage field";
        places[n++] = "answer field";
    } else {
        bool alone = m->study.zoomed && !m->stage.on && look_can_zoom(m);

        /* what is asked stands beside the figure, where nobody sees it now */
        if (!alone || m->study.focus.kind != FOCUS_ANSWER)
            n = control_places(m, places);
        if (alone)
            places[n++] = "zoomed figure";
        places[n++] = "lesson";
        places[n++] = "";
    }
    places[n] = NULL;
}
static bool
matches(const struct ui_binding *b, uint32_t key)
{
    if (b->key == '0')
        return key < 0x80 && key > ' ' && strchr("0123456789.,-", (int)key);
    if (b->key == '1')
        return key >= '1' && key <= '9';
    return b->key == key;
}

bool
keys_possible(const struct ui_model *m, int row)
{
    return actions[key_rows[row].action].can(m);
}

/* The row for a key in a place; -1: none. */
static int
row_for(const struct ui_model *m, const char *place, uint32_t key)
{
    for (int i = 0; i < KEY_ROW_COUNT; i++)
        if (strcmp(key_bindings[i].where, place) == 0 && matches(&key_bindings[i], key) &&
            keys_possible(m, i))
            return i;
    return -1;
}

int
keys_row(const struct ui_model *m, uint32_t key)
{
    const char *places[KEY_PLACES_MAX + 1];

    keys_places(m, places);
    for (int i = 0; places[i]; i++) {
        int row = row_for(m, places[i], key);

        if (row >= 0)
            return row;
    }
    return -1;
}

/* Keys of a field that no editor took: they type. */
static void
type_key(struct ui_model *m, const struct typed *t, uint32_t key)
{
    const char *text = t->text ? t->text : "";
    size_t at = (size_t)t->cursor, from = at;
    char c[4];
    int n = key >= ' ' && key < KEY_FIRST_SPECIAL && key != KEY_BACK ? utf8_encode(c, key)
                                                                     : 0;

    if (key == KEY_BACK)
        while (from > 0 && ((unsigned char)text[--from] & 0xC0) == 0x80)
            continue;
    if (!n && from == at)
        return;
    arena_reset(m->scratch);
    model_type(m,
               arena_printf(m->scratch, "%.*s%.*s%s", (int)from, text, n, c, text + at),
               (int)from + n);
    m->field_serial++;
}

static void
press_key(struct ui_model *m, uint32_t key)
{
    int row = keys_row(m, key);
    const struct typed *field = model_field(m);

    if (model_is_tiny(m) && key != 'q' && key != 'Q')
        return;
    if (row < 0 && field && (key < ' ' || key > KEY_FIRST_SPECIAL))
        row = row_for(m, "", key);
    if (row < 0 && key >= 'A' && key <= 'Z' && !field)
        row = keys_row(m, key - 'A' + 'a');
    if (row >= 0 && answer_holds_key(m, key, key_rows[row].action))
        return;
    if (row >= 0)
        actions[key_rows[row].action].run(
            m, (struct press){key, actions[key_rows[row].action].by});
    else if (field)
        type_key(m, field, key);
}

void
keys_press(struct ui_model *m, uint32_t key)
{
    if (stage_unblank(m))
        return;
    press_key(m, key);
}
