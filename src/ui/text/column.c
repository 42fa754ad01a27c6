#include <stdlib.h>
#include <string.h>

#include "ui/quiz/quiz.h"
#include "ui/told/told.h"

struct words_ctx
text_ctx(const struct ui_model *m, const struct question *q)
{
    const struct scope *s = quiz_scope(m);

    if (q)
        s = q->ready && q->drawn.scope ? q->drawn.scope : q->ask->scope;
    return (struct words_ctx){m, s};
}

/* ---- what was asked before --------------------------------------------- */

/* What became of an answer, behind it. */
static const char *
outcome(struct flow *f, const struct question *q)
{
    if (q->state == QUESTION_KEPT)
        return "";
    if (q->telling && q->telling->n)
        return arena_printf(f->arena, " (%s)", told_points(f->arena, q->telling));
    return " (right)";
}

/* A question that was answered, skipped or left, said again in the text column. */
static void
put_asked(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);

    if (q->ask->predict && m->stage.on && text_unsure(q) && !text_reveals(m, q))
        return;
    if (q->ask->predict) {
        flow_gap(f);
        if (!m->stage.on && !q->sketch)
            flow_words(f, 0, STYLE_DIM, q->ask->words, &ctx);
        if (text_reveals(m, q))
            flow_words(f, 0, STYLE_GUESS, text_revealed(f->arena, m, q), NULL);
        else
            flow_words(f, 0, STYLE_GUESS,
                       q->state == QUESTION_DONE ? text_guess(f->arena, m, q)
                                                 : "You made no guess.",
                       NULL);
        if (q->state == QUESTION_DONE && *q->ask->after)
            flow_words(f, 0, STYLE_PLAIN, q->ask->after, &ctx);
        return;
    }
    if (q == study_question(m))
        return;
    flow_gap(f);
    flow_words(f, 0, STYLE_DIM, q->ask->words, &ctx);
    if (q->state == QUESTION_DONE || q->state == QUESTION_KEPT)
        flow_words(f, 0, STYLE_DIM,
                   arena_printf(f->arena, "Your answer: %s%s",
                                text_response(f->arena, q, q->response), outcome(f, q)),
                   NULL);
    else
        flow_line(f, 0, STYLE_DIM,
                  q->state == QUESTION_SHOWN ? "You looked at the solution."
                  : q->attempt > 0           ? "Its fresh numbers are not answered yet."
                                             : "Not answered yet.");
}

/* ---- the text column ---------------------------------------------------- */

static void
put_item(struct flow *f, struct ui_model *m, const struct item *it, bool now)
{
    struct words_ctx ctx = text_ctx(m, NULL);
    struct question *q;

    switch (it->kind) {
    case ITEM_PASSAGE:
        flow_gap(f);
        flow_words(f, 0, now ? STYLE_PLAIN : STYLE_DIM, it->passage->markdown, &ctx);
        break;
    case ITEM_ASK:
        q = study_question_of(m, it->ask);
        if (!now || !question_is_open(q))
            put_asked(f, m, q);
        break;
    case ITEM_DERIVATION:
        text_derivation(f, m, it->derivation, now);
        break;
    case ITEM_FIGURE: /* drawn beside the text */
    case ITEM_NOTE:   /* for the speaker */
        break;
    }
}

/* What comes behind a derivation waits until all of its lines are shown. */
static bool
waits_for(const struct ui_model *m, const struct item *it, bool now)
{
    return now && it->kind == ITEM_DERIVATION &&
           text_lines_of(m, it->derivation) < it->derivation->n_lines;
}

static void
put_beat(struct flow *f, struct ui_model *m, int beat)
{
    const struct beat *b = &study_step(m)->beats[beat];
    bool now = beat == m->study.at.beat;

    for (int i = 0; i < b->n; i++) {
        put_item(f, m, &b->items[i], now);
        if (waits_for(m, &b->items[i], now))
            return;
    }
}

void
text_step(struct flow *f, struct ui_model *m)
{
    for (int i = 0; i < m->study.at.beat; i++)
        put_beat(f, m, i);
    flow_gap(f);
    f->anchor = f->rows;
    put_beat(f, m, m->study.at.beat);
}

void
text_beat(struct flow *f, struct ui_model *m, bool with_guess)
{
    const struct question *guess = with_guess ? study_guess(m) : NULL;

    if (guess && m->stage.on && text_unsure(guess))
        guess = NULL;
    put_beat(f, m, m->study.at.beat);
    if (guess && guess->beat != m->study.at.beat) {
        struct words_ctx ctx = text_ctx(m, guess);

        flow_gap(f);
        if (text_unsure(guess))
            flow_words(f, 0, STYLE_DIM, guess->ask->words, &ctx);
        flow_words(f, 0, STYLE_GUESS,
                   text_reveals(m, guess) ? text_revealed(f->arena, m, guess)
                                          : text_guess(f->arena, m, guess),
                   NULL);
    }
}
