/* Opening a lesson: what is in it, and where it goes on. */
#include <stdio.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/look/look.h"
#include "ui/quiz/quiz.h"

static void
add_question(struct study *s, const struct ask *ask, struct place at)
{
    s->questions[s->n_questions++] = (struct question){.ask = ask,
                                                       .step = at.step,
                                                       .beat = at.beat,
                                                       .response = "",
                                                       .drafted = "",
                                                       .judged = ""};
}

static void
add_drawing(struct study *s, const struct figure_block *b, const struct ask *sketched,
            struct place at)
{
    if (b)
        s->drawings[s->n_drawings++] = (struct drawing){
            .block = b, .sketched = sketched, .step = at.step, .beat = at.beat};
}

static void
add_item(struct ui_model *m, const struct item *it, struct place at)
{
    struct study *s = &m->study;

    if (it->kind == ITEM_ASK) {
        add_question(s, it->ask, at);
        add_drawing(s, look_board(m->arena, it->ask), it->ask, at);
    } else if (it->kind == ITEM_FIGURE)
        add_drawing(s, it->figure, NULL, at);
    else if (it->kind == ITEM_DERIVATION)
        s->checks[s->n_checks++] = (struct checked){.derivation = it->derivation};
}

static int
count_items(const struct lesson *l)
{
    int n = 0;

    for (int i = 0; i < l->n_steps; i++)
        for (int j = 0; j < l->steps[i].n_beats; j++)
            n += l->steps[i].beats[j].n;
    return n;
}

static void
collect(struct ui_model *m, const struct lesson *l)
{
    struct study *s = &m->study;
    int n = count_items(l) + 1;

    s->questions = ARENA_ARRAY(m->arena, struct question, n);
    s->drawings = ARENA_ARRAY(m->arena, struct drawing, n);
    s->checks = ARENA_ARRAY(m->arena, struct checked, n);
    for (int i = 0; i < l->n_steps; i++) {
        for (int j = 0; j < l->steps[i].n_beats; j++) {
            const struct beat *b = &l->steps[i].beats[j];

            for (int k = 0; k < b->n; k++)
                add_item(m, &b->items[k], (struct place){i, j, 0});
        }
    }
}

void
study_close(struct ui_model *m)
{
    bench_free(m);
    for (int i = 0; i < m->study.n_questions; i++)
        question_free(&m->study.questions[i]);
    for (int i = 0; i < m->study.n_drawings; i++)
        look_free(&m->study.drawings[i]);
    m->study = (struct study){0};
    arena_reset(m->arena);
}

/* Where to begin: the step that was asked for, else where the learner left. */
static struct place
begin_at(const struct ui_model *m, const struct lesson *l, const char *step)
{
    struct place at = {0};
    struct lesson_progress p = progress_lesson(m->progress, l->id);
    bool resume = !*step && !p.done;
    int i = lesson_step(l, resume ? p.step : step);

    if (i < 0)
        return at;
    at.step = i;
    if (resume && p.beat > 0 && p.beat < l->steps[i].n_beats)
        at.beat = p.beat;
    return at;
}

void
study_enter(struct ui_model *m)
{
    struct study *s = &m->study;

    for (int i = 0; i < s->n_questions; i++)
        if (s->questions[i].step == s->at.step)
            question_init(m, &s->questions[i]);
    quiz_ask_rules(m);
}

/* Steps and derivations are judged by rules. */
static bool
needs_rules(const struct study *s)
{
    for (int i = 0; i < s->n_questions; i++)
        if (s->questions[i].ask->from)
            return true;
    return s->n_checks > 0;
}

const struct rulebook *
study_rules_for(struct ui_model *m, const struct ask *ask)
{
    if (!ask->from)
        return NULL;
    return lesson_ask_book(m->scratch, quiz_home(m, ask), ask, m->study.rules);
}

void
study_reached(struct ui_model *m)
{
    char detail[32];

    snprintf(detail, sizeof detail, "{\"beat\": %d}", m->study.at.beat);
    model_save(m, (struct record_event){.type = RECORD_REACHED, .detail = detail}, NULL,
               NULL);
}

/* What is wrong in them, `check` says. */
static void
add_macros(struct ui_model *m, const struct lesson *l)
{
    for (int i = 0; i < l->front.n; i++)
        if (strcmp(l->front.at[i].key, "macros") == 0)
            tex_macros_read(m->study.macros, l->front.at[i].text, l->front.at[i].text_at,
                            NULL);
}

static void
read_macros(struct ui_model *m, const struct lesson *l)
{
    m->study.macros = tex_macros_new(m->arena, NULL);
    for (int i = 0; l->quiz && i < l->n_steps; i++)
        add_macros(m, l->quiz->from[i]);
    if (!l->quiz)
        add_macros(m, l);
}

void
study_open(struct ui_model *m, const struct lesson *l, const char *step)
{
    study_close(m);
    m->study.lesson = l;
    read_macros(m, l);
    collect(m, l);
    if (!l->quiz && needs_rules(&m->study))
        model_effect(m, UI_EFFECT_RULES, l->id);
    m->study.at = begin_at(m, l, step);
    if (m->study.at.step > 0 && study_stage(m)) /* its guess is shown beside the truth */
        for (int i = 0; i < m->study.n_questions; i++)
            if (m->study.questions[i].step == m->study.at.step - 1)
                question_init(m, &m->study.questions[i]);
    study_enter(m);
    model_save(m, (struct record_event){.type = RECORD_OPENED}, NULL, NULL);
    study_reached(m);
    study_settle(m);
}
