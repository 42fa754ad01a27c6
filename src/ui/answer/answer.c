#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ui/answer/answer.h"

/* ---- the table
 * ------------------------------------------------------------------- */

static const struct answer_kind *const kinds[ASK_KIND_COUNT] = {
    [ASK_NUMBER] = &answer_field,    [ASK_EXPRESSION] = &answer_field,
    [ASK_MATRIX] = &answer_field,    [ASK_CHOICE] = &answer_choice,
    [ASK_SEVERAL] = &answer_several, [ASK_REFUTE] = &answer_field,
    [ASK_SET] = &answer_set,         [ASK_BLANK] = &answer_blank,
    [ASK_ORDER] = &answer_order,     [ASK_SPOT] = &answer_spot,
    [ASK_STEP] = &answer_step,       [ASK_DERIVATION] = &answer_derivation,
    [ASK_CURVE] = &answer_curve,     [ASK_TEXT] = &answer_text,
};

const struct answer_kind answer_set = {0};

/* Guesses of one thing are taken at once, whatever their truth has. */
const struct answer_kind *
answer_of(const struct question *q)
{
    if (q->ask->n_choices && q->ask->predict)
        return &answer_choice;
    if (answer_is_grid(q->ask))
        return &answer_grid;
    return kinds[q->ask->kind];
}

/* ---- shared
 * ---------------------------------------------------------------------- */

bool
answer_focused(const struct ui_model *m, const struct question *q)
{
    return question_is_open(q) && m->study.focus.kind == FOCUS_ANSWER;
}

const struct grade *
answer_marks(struct arena *a, const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    if (!q->graded || !q->grade.n_parts || !k->text)
        return NULL;
    return strcmp(k->text(a, q), q->judged) == 0 ? &q->grade : NULL;
}

void
answer_say(struct ui_model *m, const char *fmt, ...)
{
    char text[1024];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    buf_printf(&m->line_said, "%s\n", text);
}

void
answer_put_row(struct flow *f, const struct answer_row *row)
{
    enum { MARK_COLS = 6, GAP = 2 };
    int at = f->rows, words = canvas_width(f->alphabet, row->word);
    int room = f->cols - MARK_COLS - (words ? words + GAP : 0);
    struct box *b = flow_set(f, room, row->text, NULL);
    char *mark = arena_printf(f->arena, "%c %d", row->mark, row->number);

    flow_beside(f, at, MARK_COLS, row->focused ? STYLE_FOCUS : STYLE_PLAIN, b);
    flow_beside(f, at + b->baseline, 0, row->focused ? STYLE_FOCUS : row->style,
                box_line(f->arena, mark, STYLE_PLAIN));
    if (words)
        flow_right(f, at + b->baseline, row->style, row->word);
    if (row->number <= CHOICES_MAX)
        f->choice[row->number - 1] = (struct rect){at, 0, b->rows, f->cols};
    if (!row->focused)
        return;
    f->cursor_row = at + b->baseline;
    f->cursor_col = 0;
}

void
answer_say_rows(struct arena *a, struct ui_model *m, const struct question *q,
                struct buf *out)
{
    struct words_ctx ctx = text_ctx(m, q);
    struct typeset_options t = {.alphabet = m->settings.alphabet,
                                .width = TEXT_COLS_MAX,
                                .computed = study_computed,
                                .ctx = &ctx,
                                .macros = m->study.macros,
                                .spoken = m->settings.spoken};

    for (int i = 0; i < q->ask->n_lines; i++) {
        char *s = markdown_lines(a, q->ask->lines[q->order[i]].text, &t);

        s[strcspn(s, "\n")] = '\0';
        buf_printf(out, "  %d) %s\n", i + 1, s);
    }
}

/* ---- keys that come too early ----------------------------------------------------- */

bool
answer_holds_key(struct ui_model *m, uint32_t key, enum action act)
{
    struct study *s = &m->study;
    bool digit = s->digit, rubbed = s->rubbed;

    s->digit = false;
    if (key != ' ')
        s->spaced = NULL;
    s->rubbed = key == KEY_BACK && (act == ACTION_RUB_OUT || act == ACTION_UNCHOOSE ||
                                    (rubbed && act == ACTION_BACK));
    if (digit && key == KEY_RETURN && act == ACTION_GO_ON) {
        model_remark(m, "It is chosen. Enter again goes on.");
        return true;
    }
    if (s->rubbed && act == ACTION_BACK)
        model_remark(m, "There is nothing to rub out. PgUp goes to the step before.");
    return s->rubbed && act == ACTION_BACK;
}

static bool
is_waiting(const struct question *q)
{
    return q && question_is_open(q) && !q->skipped && q->ask->kind != ASK_SET;
}

/* Guesses are told with the truth: only questions are left open. */
static bool
is_left(const struct ui_model *m, const struct question *q)
{
    const struct place *at = &m->study.at;
    bool behind = q->step == at->step && q->beat < at->beat;

    return q->ready && behind && !q->ask->predict && !q->exam && question_is_open(q);
}

const struct question *
answer_left(const struct ui_model *m)
{
    const struct study *s = &m->study;

    if (m->screen != SCREEN_LESSON || !s->lesson || s->lesson->quiz || m->stage.on ||
        is_waiting(study_question(m)))
        return NULL;
    for (int i = 0; i < s->n_questions; i++)
        if (is_left(m, &s->questions[i]))
            return &s->questions[i];
    return NULL;
}

bool
answer_is_left(const struct ui_model *m)
{
    return answer_left(m) != NULL;
}

void
answer_key_left(struct ui_model *m, struct press p)
{
    const struct question *q = answer_left(m);
    struct place to = {q->step, q->beat, 0};

    (void)p;
    to.line = study_beat_lines(&m->study.lesson->steps[q->step].beats[q->beat]);
    study_go(m, to);
}

bool
answer_holds_space(struct ui_model *m)
{
    struct study *s = &m->study;
    const struct question *q = study_question(m);
    bool came = is_waiting(q) && s->spaced == q;

    s->spaced = NULL;
    if (came)
        model_remark(m, q->ask->predict
                            ? "A guess is asked for. Space again: you are unsure."
                            : "A question is asked. Space again skips it.");
    return came;
}

void
answer_came(struct ui_model *m)
{
    const struct question *q = study_question(m);

    m->study.spaced = is_waiting(q) ? q : NULL;
}
