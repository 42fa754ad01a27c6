/* A question that is answered by a derivation. */
#include <string.h>

#include "ui/answer/answer.h"
#include "ui/bench/bench.h"

/* ---- the task
 * ---------------------------------------------------------------------- */

/* From where the question begins to where it must arrive, with its drawn
 * numbers. */
static const struct derivation *
task_of(struct ui_model *m, const struct question *q)
{
    struct route r = grade_route(m->arena, q->ask, &q->drawn);
    const char *sign = q->ask->from->op == TERM_RELATION ? "<=>" : "=";
    char *text = arena_printf(m->arena, "theorem %s\n  %s\n%s %s\n", q->ask->id, r.from,
                              sign, r.to);
    struct derivations all = derivations_read(
        m->arena, q->drawn.scope, text, strlen(text), (struct pos){"the task", 1, 1});

    return all.n ? &all.at[0] : NULL;
}

/* The derivation that the question names, when it is the one that is asked for.
 */
static const struct derivation *
named_task(struct ui_model *m, const struct question *q, const struct derivation *asked)
{
    const struct derivation *d = NULL;

    for (int i = 0; i < m->study.n_checks && *q->ask->derivation; i++)
        if (strcmp(m->study.checks[i].derivation->name, q->ask->derivation) == 0)
            d = m->study.checks[i].derivation;
    if (!d || q->drawn.n || !bench_goal(d) || !bench_goal(asked))
        return NULL;
    arena_reset(m->scratch);
    return normal_same(m->scratch, d->scope, d->start, asked->start) &&
                   normal_same(m->scratch, d->scope, bench_goal(d), bench_goal(asked))
               ? d
               : NULL;
}

bool
bench_is_guided(const struct bench *b)
{
    return !b->ask || b->task->n_lines > 1;
}

void
bench_open_ask(struct ui_model *m, struct question *q)
{
    const struct derivation *asked = task_of(m, q), *named;

    if (!asked || !asked->start || !asked->n_lines || q->state != QUESTION_OPEN) {
        model_remark(m, "This question cannot be opened.");
        return;
    }
    named = named_task(m, q, asked);
    bench_open_task(m, named ? named : asked, q);
}

/* ---- the answer
 * -------------------------------------------------------------------- */

void
bench_draft_ask(struct ui_model *m)
{
    struct bench *b = m->bench;
    const char *text = bench_draft(m->frame, b);
    size_t n = strlen(text);

    while (n && text[n - 1] == '\n')
        n--;
    text = arena_strndup(m->frame, text, n);
    typed_set(&b->ask->typed, text, (int)n);
    question_keep_draft(m, b->ask);
}

void
bench_judge_ask(struct ui_model *m)
{
    struct bench *b = m->bench;
    char *answer;

    if (!b->open || !b->ask || !b->lines->n || b->ask->state != QUESTION_OPEN)
        return;
    bench_draft_ask(m);
    answer = answer_of(b->ask)->text(m->arena, b->ask);
    if (strcmp(answer, b->ask->judged) != 0)
        question_judge(m, b->ask, answer);
}

/* A right answer leads back to the lesson; what is lacking is said here. */
void
bench_judged_ask(struct ui_model *m, struct question *q)
{
    struct bench *b = m->bench;

    if (!b->open || b->ask != q)
        return;
    if (!question_is_open(q)) {
        bench_close(m);
        m->screen = SCREEN_LESSON;
        study_settle(m);
    } else {
        model_remark(m, "%s %s", text_lead(&q->grade), q->grade.feedback);
    }
    m->field_serial++;
}

/* ---- what the author foresaw ------------------------------------------------------- */

/* The question whose misses are about these lines. Numbers that are drawn later are in no
 * theorem. */
static const struct question *
foreseeing(const struct ui_model *m)
{
    const struct bench *b = m->bench;

    if (b->ask)
        return b->ask;
    for (int i = 0; i < m->study.n_questions; i++) {
        const struct ask *q = m->study.questions[i].ask;

        if (q->from && !q->draw.n && strcmp(q->derivation, b->task->name) == 0)
            return &m->study.questions[i];
    }
    return NULL;
}

const struct miss *
bench_missed(struct ui_model *m, int i, const struct question **of)
{
    struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, i);
    struct drawn d;

    *of = foreseeing(m);
    if (!*of || !k || k->verdict == LINE_HOLDS || !b->mine->lines[i].term)
        return NULL;
    if (b->looked[i])
        return b->missed[i];
    b->looked[i] = true;
    d = (*of)->ready ? (*of)->drawn : ask_draw(b->work, (*of)->ask, 0, 0);
    b->missed[i] = grade_missed_line(b->work, (*of)->ask, &d, b->mine->lines[i].term);
    return b->missed[i];
}
