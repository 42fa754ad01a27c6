#include <string.h>

#include "ui/end/end.h"
#include "ui/quiz/quiz.h"

/* ---- theorems ---------------------------------------------------------------------- */

static bool
is_listed(const struct ending *e, const char *name)
{
    for (int i = 0; i < e->n_theorems; i++)
        if (strcmp(e->theorems[i].derivation->name, name) == 0)
            return true;
    return false;
}

static void
add_theorem(struct arena *a, const struct ui_model *m, struct ending *e,
            const struct derivation *d, bool derived)
{
    struct item_progress p = progress_item(m->progress, m->study.lesson->id, d->name);
    struct end_theorem t = {.derivation = d, .derived = p.answered};

    if (!*d->name || t.derived != derived || is_listed(e, d->name))
        return;
    if (!course_says(a, d, &t.says))
        t.says = (struct course_statement){"", "", ""};
    e->theorems[e->n_theorems++] = t;
    e->n_derived += derived;
}

static void
add_theorems(struct arena *a, const struct ui_model *m, struct ending *e, bool derived)
{
    const struct lesson *l = m->study.lesson;

    for (int i = e->from; i < e->to; i++)
        for (int b = 0; b < l->steps[i].n_beats; b++)
            for (int k = 0; k < l->steps[i].beats[b].n; k++) {
                const struct item *it = &l->steps[i].beats[b].items[k];

                if (it->kind == ITEM_DERIVATION &&
                    (m->stage.on || progress_reached(m->progress, l->id, l->steps[i].id)))
                    add_theorem(a, m, e, it->derivation, derived);
            }
}

/* ---- questions --------------------------------------------------------------------- */

static const char *
why_left(const struct item_progress *p)
{
    if (p->given_up)
        return "solution seen";
    if (p->n_wrong)
        return "not right yet";
    return p->skipped ? "skipped" : "not answered";
}

/* The how-manieth question of its step it is, from 1; 0: the only one. */
static int
number_in_step(const struct study *s, const struct question *q)
{
    int at = 0, n = 0;

    for (int i = 0; i < s->n_questions; i++) {
        if (s->questions[i].step != q->step || s->questions[i].ask->predict)
            continue;
        n++;
        if (&s->questions[i] == q)
            at = n;
    }
    return n > 1 ? at : 0;
}

static void
add_left(struct ending *e, struct end_left left)
{
    if (e->n_left < END_LEFT_MAX)
        e->left[e->n_left] = left;
    e->n_left++;
}

static void
add_question(struct arena *a, const struct ui_model *m, struct ending *e,
             const struct question *q)
{
    const struct lesson *l = m->study.lesson;
    struct item_progress p = progress_item(m->progress, l->id, q->ask->id);
    int number = number_in_step(&m->study, q);
    struct end_left left = {
        .question = q, .at = {q->step, q->beat, 0}
    };

    if (q->ask->predict) {
        e->guesses += *p.response && strcmp(p.response, "unsure") != 0;
        return;
    }
    e->asked++;
    e->right += p.answered;
    e->at_once += p.answered && p.mark > 1 - 1e-9;
    if (p.answered || (p.given_up && !q->ask->draw.n))
        return;
    left.at.line = study_beat_lines(&l->steps[q->step].beats[q->beat]);
    left.why = why_left(&p);
    left.what = arena_printf(a, "step %d: %s", q->step + 1, l->steps[q->step].title);
    if (number)
        left.what = arena_printf(a, "%s, question %d", left.what, number);
    add_left(e, left);
}

static bool
asks(const struct study *s, int step)
{
    for (int i = 0; i < s->n_questions; i++)
        if (s->questions[i].step == step && !s->questions[i].ask->predict)
            return true;
    return false;
}

/* What is left, in the order of the lesson. */
static void
add_steps(struct arena *a, const struct ui_model *m, struct ending *e)
{
    const struct study *s = &m->study;
    const struct lesson *l = s->lesson;

    for (int i = e->from; i < e->to; i++) {
        for (int k = 0; k < s->n_questions; k++)
            if (s->questions[k].step == i)
                add_question(a, m, e, &s->questions[k]);
        if (!asks(s, i) && !progress_reached(m->progress, l->id, l->steps[i].id))
            add_left(e,
                     (struct end_left){
                         .at = {i, 0, 0},
                         .what = arena_printf(a, "step %d: %s", i + 1, l->steps[i].title),
                         .why = "not seen"
            });
    }
}

/* ---- what comes -------------------------------------------------------------------- */

static const char *
back_text(struct arena *a, const struct ui_model *m)
{
    struct retrieval r = progress_retrieval(m->progress, m->study.lesson->id);
    const char *often = r.kept < RETRIEVALS - 1 ? ", and later again" : "";

    if (!r.passed)
        return "";
    if (!r.due_ms)
        return r.mastered ? "It was told back after 21 days: it does not come again."
                          : "";
    if (r.due_ms <= m->settings.now_ms)
        return "Now: some of its questions with fresh numbers, without notes.";
    return arena_printf(a, "%s: some of its questions with fresh numbers%s",
                        home_when(a, m, r.due_ms), often);
}

static const char *
leads_text(struct arena *a, const struct ui_model *m)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < m->n_lessons; i++) {
        const struct ui_lesson *l = &m->lessons[i];

        for (int k = 0; k < l->n_needs; k++)
            if (strcmp(l->needs[k], m->study.lesson->id) == 0)
                buf_printf(&b, "%s%s", b.n ? ", " : "", *l->label ? l->label : l->title);
    }
    return b.s;
}

/* The minutes of a lesson are shared out among its steps. */
static int
minutes_of(const struct lesson *l, int steps)
{
    return (l->minutes * steps + l->n_steps - 1) / l->n_steps;
}

static const char *
next_sitting(struct arena *a, const struct lesson *l, const struct ending *e)
{
    int end = lesson_sitting_end(l, e->number);

    return arena_printf(a, "sitting %d of %d: %s, about %d min", e->number + 1, e->of,
                        l->steps[e->to].title, minutes_of(l, end - e->to));
}

static const char *
next_lesson(struct arena *a, const struct ui_model *m, int lesson)
{
    const struct ui_lesson *l;

    if (lesson < 0)
        return "";
    l = &m->lessons[lesson];
    return arena_printf(a, "%s%s%s, %d min", l->label, *l->label ? " " : "", l->title,
                        l->minutes);
}

/* ---- all --------------------------------------------------------------------------- */

struct ending
end_of(struct arena *a, const struct ui_model *m)
{
    const struct lesson *l = m->study.lesson;
    struct ending e = {.sitting = m->end.sitting,
                       .to = l->n_steps,
                       .back = "",
                       .leads = "",
                       .lesson = -1};
    int n = m->study.n_checks;

    e.theorems = ARENA_ARRAY(a, struct end_theorem, n + 1);
    e.left = ARENA_ARRAY(a, struct end_left, END_LEFT_MAX);
    if (e.sitting) {
        e.number = lesson_sitting(l, m->end.last_step) + 1;
        e.of = l->n_sittings;
        e.from = lesson_step(l, l->sittings[e.number - 1]);
        e.to = m->end.last_step + 1;
    }
    add_theorems(a, m, &e, true);
    add_theorems(a, m, &e, false);
    add_steps(a, m, &e);
    if (e.sitting) {
        e.next = next_sitting(a, l, &e);
        return e;
    }
    e.lesson = home_after(m, l->id);
    e.next = next_lesson(a, m, e.lesson);
    e.back = back_text(a, m);
    e.leads = leads_text(a, m);
    return e;
}

const char *
end_score(struct arena *a, const struct ending *e)
{
    struct buf b;

    buf_init(&b, a);
    if (e->asked)
        buf_printf(&b, "%d of %d right", e->right, e->asked);
    if (e->right && e->at_once == e->right)
        buf_add(&b, e->right > 1 ? ", all at the first try" : ", at the first try");
    else if (e->at_once)
        buf_printf(&b, ", %d of them at the first try", e->at_once);
    if (e->guesses)
        buf_printf(&b, "%s%d guess%s made", b.n ? "; " : "", e->guesses,
                   e->guesses == 1 ? "" : "es");
    return b.s;
}

const char *
end_headline(struct arena *a, const struct ending *e)
{
    const char *first =
        e->sitting ? arena_printf(a, "Sitting %d of %d is done.", e->number, e->of)
                   : "You have come to the end of the lesson.";
    const char *open = e->n_left == 1 ? " 1 place is left open."
                       : e->n_left > 1
                           ? arena_printf(a, " %d places are left open.", e->n_left)
                       : e->asked > 1 ? " Every question is right."
                       : e->asked     ? " Its question is right."
                                      : "";

    return arena_printf(a, "%s%s%s", first, open,
                        e->sitting ? " A good place to stop: yours is kept." : "");
}
