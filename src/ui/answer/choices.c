/* Answers that are one or several of the choices. */
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"

enum { GAP = 2 };

/* ---- as a text
 * ------------------------------------------------------------------- */

/* Places from 1 in the order of the lesson, each behind a '#'. */
static char *
choice_text(struct arena *a, const struct question *q)
{
    return arena_printf(a, "#%d", q->order[q->choice] + 1);
}

static char *
several_text(struct arena *a, const struct question *q)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < q->ask->n_choices; i++)
        for (int k = 0; k < q->ask->n_choices; k++)
            if (q->order[k] == i && q->ticked[k])
                buf_printf(&b, "%s#%d", b.n ? "; " : "", i + 1);
    return b.s;
}

static void
several_take(struct ui_model *m, struct question *q, const char *answer)
{
    (void)m;
    while (*(answer += strspn(answer, "#,; "))) {
        char *end;
        long place = strtol(answer, &end, 10);

        if (end == answer)
            return;
        for (int k = 0; k < q->ask->n_choices; k++)
            if (q->order[k] + 1 == place)
                q->ticked[k] = true;
        answer = end;
    }
}

static bool
several_is_empty(const struct question *q)
{
    for (int i = 0; i < q->ask->n_choices; i++)
        if (q->ticked[i])
            return false;
    return true;
}

static const char *
choice_place(const struct question *q)
{
    (void)q;
    return "choices";
}

/* ---- on the screen
 * --------------------------------------------------------------- */

static const char *
choice_mark(const struct question *q, struct arena *a, int i, bool cursor)
{
    const char *tick = "";

    if (answer_of(q) == &answer_several)
        tick = q->ticked[i] ? " [x]" : " [ ]";
    return arena_printf(a, "%s%d%s", cursor ? "> " : "  ", i + 1, tick);
}

/* Whether the i-th choice that is shown is the one that was taken. */
static bool
was_chosen(const struct question *q, int i)
{
    return q->state == QUESTION_DONE && answer_of(q) == &answer_choice &&
           strtol(q->response + (*q->response == '#'), NULL, 10) == q->order[i] + 1;
}

/* One choice with its corner at (row, col); returns its width. */
static int
put_choice(struct flow *f, struct question *q, int i, int row, int col, bool focused)
{
    bool at = focused && i == q->choice;
    const char *mark = choice_mark(q, f->arena, i, at || was_chosen(q, i));
    int wide = (int)strlen(mark) + GAP;
    struct box *b =
        flow_set(f, f->cols - col - wide, q->ask->choices[q->order[i]].text, NULL);

    flow_beside(f, row, col + wide, at ? STYLE_FOCUS : STYLE_PLAIN, b);
    flow_beside(f, row + b->baseline, col, at ? STYLE_FOCUS : STYLE_KEY,
                box_line(f->arena, mark, STYLE_PLAIN));
    if (i < CHOICES_MAX)
        f->choice[i] = (struct rect){row, col, b->rows, wide + b->cols};
    if (at) {
        f->cursor_row = row + b->baseline;
        f->cursor_col = col;
    }
    return wide + b->cols;
}

/* Whether all choices fit on one row, as choices_put() puts them there. */
static bool
choices_fit(struct flow *f, const struct question *q)
{
    int width = -2 * GAP;

    for (int i = 0; i < q->ask->n_choices; i++) {
        struct box *b = flow_set(f, f->cols, q->ask->choices[i].text, NULL);

        if (b->rows > 1)
            return false;
        width +=
            (int)strlen(choice_mark(q, f->arena, i, false)) + GAP + b->cols + 2 * GAP;
    }
    return width <= f->cols;
}

static void
choices_put(struct flow *f, struct ui_model *m, struct question *q)
{
    bool focused = answer_focused(m, q);
    bool one_row = f->cols >= ROOMY_COLS && choices_fit(f, q);
    int row = f->rows, col = 0;

    for (int i = 0; i < q->ask->n_choices; i++) {
        int width = put_choice(f, q, i, row, col, focused);

        if (one_row)
            col += width + 2 * GAP;
        else
            row = f->rows;
    }
}

/* ---- in lines
 * -------------------------------------------------------------------- */

/* The shown number of a choice that is typed by its text or number; -1:
 * neither. */
static int
choice_typed(const struct question *q, const char *text, size_t n)
{
    char *end;
    long i = strtol(text, &end, 10);

    if (end == text + n && i >= 1 && i <= q->ask->n_choices)
        return (int)i - 1;
    for (int k = 0; k < q->ask->n_choices; k++) {
        const char *choice = q->ask->choices[q->order[k]].text;

        if (strlen(choice) == n && strncmp(choice, text, n) == 0)
            return k;
    }
    return -1;
}

static void
choice_line(struct ui_model *m, struct question *q, const char *line)
{
    int k = choice_typed(q, line, strlen(line));

    if (k >= 0)
        question_choose(m, q, k);
    else
        answer_say(m, "Type a number from 1 to %d.", q->ask->n_choices);
}

static void
several_line(struct ui_model *m, struct question *q, const char *line)
{
    memset(q->ticked, 0, sizeof *q->ticked * (size_t)q->ask->n_choices);
    while (*line) {
        size_t n = strcspn(line, " ,;");
        int k = choice_typed(q, line, n);

        if (k < 0) {
            answer_say(m, "Type the numbers of all that are right, such as 1 3.");
            return;
        }
        q->ticked[k] = true;
        line += n;
        line += strspn(line, " ,;");
    }
    question_submit(m, q);
}

static const char *
choice_prompt(struct arena *a, const struct question *q)
{
    return arena_printf(a, "1-%d", q->ask->n_choices);
}

static const char *
several_prompt(struct arena *a, const struct question *q)
{
    return arena_printf(a, "such as 1 %d", q->ask->n_choices);
}

const struct answer_kind answer_choice = {
    .prompt = choice_prompt,
    .place = choice_place,
    .text = choice_text,
    .put = choices_put,
    .line = choice_line,
};

const struct answer_kind answer_several = {
    .prompt = several_prompt,
    .place = choice_place,
    .is_empty = several_is_empty,
    .text = several_text,
    .take = several_take,
    .put = choices_put,
    .line = several_line,
};
