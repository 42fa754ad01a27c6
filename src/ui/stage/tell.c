#include "ui/stage/stage.h"

#include <string.h>

#include "ui/answer/answer.h"

/* What a figure, a question or a line of a derivation takes, as lessons are planned. */
static const double figure_minutes = 3, line_minutes = 1.5, words_minutes = 1;

static void
add(struct ui_notes *n, enum ui_note_kind kind, const char *text)
{
    if (n->n < UI_NOTES_ITEMS && *text)
        n->at[n->n++] = (struct ui_note){kind, text};
}

/* Markdown on one line each paragraph, numbers computed. */
static char *
plain(struct arena *a, const struct ui_model *m, const struct question *q,
      const char *markdown)
{
    struct words_ctx ctx = text_ctx(m, q);
    struct typeset_options o = {.alphabet = m->settings.alphabet,
                                .width = TEXT_COLS_MAX,
                                .computed = study_computed,
                                .ctx = &ctx,
                                .macros = m->study.macros};
    char *text = markdown_lines(a, markdown, &o);
    size_t len = strlen(text);

    while (len > 0 && text[len - 1] == '\n')
        text[--len] = '\0';
    return text;
}

/* ---- questions --------------------------------------------------------------------- */

static void
add_choices(struct arena *a, struct ui_notes *n, const struct ui_model *m,
            const struct question *q)
{
    for (int i = 0; q->order && i < question_items(q); i++) {
        const struct choice *c =
            q->ask->n_lines ? &q->ask->lines[q->order[i]] : &q->ask->choices[q->order[i]];

        add(n, UI_NOTE_CHOICE, arena_printf(a, "%d  %s", i + 1, plain(a, m, q, c->text)));
    }
}

static void
add_right_choices(struct arena *a, struct ui_notes *n, const struct ui_model *m,
                  const struct question *q)
{
    for (int i = 0; q->order && i < q->ask->n_choices; i++) {
        const struct choice *c = &q->ask->choices[q->order[i]];

        if (c->right)
            add(n, UI_NOTE_ANSWER,
                arena_printf(a, "%d  %s", i + 1, plain(a, m, q, c->text)));
    }
}

static void
add_answer(struct arena *a, struct ui_notes *n, const struct ui_model *m,
           const struct question *q)
{
    const struct ask *ask = q->ask;
    const char *model;

    if (ask->n_choices) {
        add_right_choices(a, n, m, q);
        return;
    }
    if (ask->kind == ASK_SET)
        return;
    model = grade_model(a, ask, &q->drawn, false);
    if (model)
        add(n, UI_NOTE_ANSWER, model);
    for (int i = 0; i < ask->n_works; i++)
        add(n, UI_NOTE_ANSWER, ask->works[i]);
}

/* "1  go up (sees-decay): why it is wrong" */
static void
add_misses(struct arena *a, struct ui_notes *n, const struct ui_model *m,
           const struct question *q)
{
    for (int i = 0; i < q->ask->n_misses; i++) {
        const struct miss *miss = &q->ask->misses[i];
        const char *typed = miss->typed, *sentence = plain(a, m, q, miss->sentence);

        if (miss->choice >= 0 && miss->choice < q->ask->n_choices)
            typed = plain(a, m, q, q->ask->choices[miss->choice].text);
        add(n, UI_NOTE_EXPECT,
            arena_printf(a, "%s%s%s%s: %s", typed, *miss->name ? " (" : "", miss->name,
                         *miss->name ? ")" : "", sentence));
    }
}

static void
add_question(struct arena *a, struct ui_notes *n, const struct ui_model *m,
             const struct question *q)
{
    const struct ask *ask = q->ask;

    add(n, UI_NOTE_ASK, plain(a, m, q, ask->words));
    add_choices(a, n, m, q);
    if (q->state == QUESTION_DONE && *q->response)
        add(n, UI_NOTE_SAID, text_response(a, q, q->response));
    add_answer(a, n, m, q);
    if (*ask->after)
        add(n, UI_NOTE_ANSWER, plain(a, m, q, ask->after));
    add_misses(a, n, m, q);
    for (int i = 0; i < ask->n_hints; i++)
        add(n, UI_NOTE_HINT, plain(a, m, q, ask->hints[i]));
}

/* ---- the place --------------------------------------------------------------------- */

static void
add_notes(struct arena *a, struct ui_notes *n, const struct ui_model *m)
{
    const struct step *step = study_step(m);

    for (int k = 0; k <= step->n_beats; k++) { /* this beat's first */
        int beat = k == 0 ? m->study.at.beat : k - 1;

        if (k > 0 && beat == m->study.at.beat)
            continue;
        for (int i = 0; i < step->beats[beat].n; i++) {
            const struct item *it = &step->beats[beat].items[i];
            const char *text;

            if (it->kind != ITEM_NOTE)
                continue;
            text = plain(a, m, NULL, it->passage->markdown);
            if (k == 0)
                add(n, UI_NOTE_SAY, text);
            else
                add(n, UI_NOTE_SEEN, arena_printf(a, "beat %d: %s", beat + 1, text));
        }
    }
}

/* The question of this beat, and until it comes that of the beat behind: it is asked in a
 * moment. */
static void
add_questions(struct arena *a, struct ui_notes *n, struct ui_model *m)
{
    const struct study *s = &m->study;

    for (int beat = s->at.beat; beat <= s->at.beat + 1; beat++) {
        for (int i = 0; i < s->n_questions; i++) {
            const struct question *q = &s->questions[i];

            if (q->step != s->at.step || q->beat != beat)
                continue;
            add_question(a, n, m, q);
            return;
        }
    }
}

static double
weight(const struct step *step)
{
    double minutes = words_minutes;

    for (int i = 0; i < step->n_beats; i++) {
        const struct beat *b = &step->beats[i];

        minutes += line_minutes * study_beat_lines(b);
        for (int k = 0; k < b->n; k++)
            if (b->items[k].kind == ITEM_FIGURE || b->items[k].kind == ITEM_ASK)
                minutes += figure_minutes;
    }
    return minutes;
}

/* The lesson's minutes, shared out among its steps. */
static int
planned(const struct lesson *l, int step)
{
    double all = 0;
    int minutes;

    for (int i = 0; i < l->n_steps; i++)
        all += weight(&l->steps[i]);
    minutes = (int)(l->minutes * weight(&l->steps[step]) / all + 0.5);
    return minutes > 0 ? minutes : 1;
}

bool
ui_notes_of(struct arena *a, struct ui_model *m, struct ui_notes *out)
{
    const struct lesson *l = m->study.lesson;
    const struct place *at = &m->study.at;
    struct stage_plan p;

    if (!m->stage.on || !l)
        return false;
    *out = (struct ui_notes){.lesson = l->id,
                             .label = l->label,
                             .title = l->title,
                             .step = study_step(m)->id,
                             .step_title = study_step(m)->title,
                             .next = "",
                             .step_at = at->step + 1,
                             .n_steps = l->n_steps,
                             .beat_at = at->beat + 1,
                             .n_beats = study_step(m)->n_beats,
                             .line_at = at->line,
                             .n_lines = study_beat_lines(study_beat(m)),
                             .part_at = m->stage.part + 1,
                             .n_parts = 1,
                             .minutes = l->minutes,
                             .step_minutes = planned(l, at->step),
                             .blank = m->stage.blank,
                             .ended = m->stage.ended};
    if (at->step + 1 < l->n_steps)
        out->next = l->steps[at->step + 1].title;
    if (stage_on(m) && !model_is_tiny(m)) {
        stage_plan(&p, m);
        out->n_parts = p.n;
    }
    add_notes(a, out, m);
    add_questions(a, out, m);
    return true;
}
