#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"

enum { INDENT = 2 };

/* ---- the question ------------------------------------------------------- */

/* Whether something else stands there than what the verdict is about. */
static bool
is_changed(struct arena *a, const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    return question_has_field(q) && k->text && strcmp(k->text(a, q), q->judged) != 0;
}

/* Whether the choice at the cursor is the one that the verdict is about. */
static bool
is_about_it(struct arena *a, const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    return !question_is_open(q) || !k->text || strcmp(k->text(a, q), q->judged) == 0;
}

static void
put_verdict(struct flow *f, struct question *q, const struct words_ctx *ctx)
{
    static const enum style styles[] = {
        [GRADE_RIGHT] = STYLE_RIGHT,
        [GRADE_RIGHT_BUT] = STYLE_REMARK,
        [GRADE_WRONG] = STYLE_WRONG,
        [GRADE_UNREADABLE] = STYLE_WRONG,
    };
    enum style style = styles[q->grade.verdict];

    if (!q->graded)
        return;
    if (q->grade.off_form || q->grade.unfinished)
        style = STYLE_REMARK;
    if (is_changed(f->arena, q)) /* it was about another text */
        style = STYLE_DIM;
    f->verdict = f->rows;
    flow_words(f, 0, style,
               arena_printf(f->arena, "**%s** %s", text_lead(&q->grade),
                            text_verdict(f->arena, q, true)),
               ctx);
    f->verdict_rows = is_about_it(f->arena, q) ? f->rows - f->verdict : 0;
}

static void
put_model_answer(struct flow *f, struct question *q)
{
    static const char lead[] = "  Answer:  ";
    const struct box *b;

    if (q->ask->n_choices) {
        for (int i = 0; i < q->ask->n_choices; i++)
            if (q->ask->choices[i].right)
                flow_words(f, INDENT, STYLE_FORMULA,
                           arena_printf(f->arena, "Answer: %s", q->ask->choices[i].text),
                           NULL);
        return;
    }
    if (q->ask->kind == ASK_ORDER || (q->ask->kind == ASK_SPOT && !q->ask->answer)) {
        flow_words(f, INDENT, STYLE_FORMULA,
                   arena_printf(f->arena, "Answer: %s",
                                grade_model(f->arena, q->ask, &q->drawn, false)),
                   NULL);
        return;
    }
    b = flow_formula(f, f->cols - (int)sizeof lead,
                     grade_model(f->arena, q->ask, &q->drawn, true));
    flow_beside(f, f->rows, (int)sizeof lead - 1, STYLE_FORMULA, b);
    flow_beside(f, f->rows - b->rows + b->baseline, 0, STYLE_DIM,
                box_line(f->arena, lead, STYLE_PLAIN));
}

static void
put_hints(struct flow *f, struct question *q, const struct words_ctx *ctx)
{
    for (int i = 0; i < q->hints; i++)
        flow_words(f, 0, STYLE_REMARK,
                   arena_printf(f->arena, "Hint %d of %d: %s", i + 1, q->ask->n_hints,
                                q->ask->hints[i]),
                   ctx);
}

static void
put_question(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct words_ctx *ctx = f->asked;
    bool over = !question_is_open(q);

    if (over && q->ask->predict)
        return; /* a guess that was made is said in the text */
    if (*q->ask->words && !(over && f->brief))
        flow_words(f, 0, STYLE_STRONG, q->ask->words, ctx);
    if (answer_of(q)->put)
        answer_of(q)->put(f, m, q);
    if (!q->telling)
        put_verdict(f, q, ctx);
    if (q->state == QUESTION_KEPT)
        return;
    if (over && q->state == QUESTION_SHOWN && !q->telling)
        put_model_answer(f, q);
    else if (!q->graded && over && !q->telling)
        flow_line(f, 0, STYLE_RIGHT, "Answered before, and right.");
    if (over && *q->ask->after)
        flow_words(f, 0, STYLE_PLAIN, q->ask->after, ctx);
    if (over && !m->stage.on)
        derive_put_shown(f, m, q->ask);
    else if (!over)
        put_hints(f, q, ctx);
}

/* Its choices and lines have computed numbers as its words have. */
void
text_question(struct flow *f, struct ui_model *m, struct question *q)
{
    struct words_ctx ctx = text_ctx(m, q);

    f->asked = &ctx;
    put_question(f, m, q);
    f->asked = NULL;
}
