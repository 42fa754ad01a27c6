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
