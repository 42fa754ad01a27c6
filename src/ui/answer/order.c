/* Lines that are put in order. */
#include <stdlib.h>
#include <string.h>

#include "ui/answer/answer.h"

/* ---- as a text
 * ------------------------------------------------------------------- */

static char *
order_text(struct arena *a, const struct question *q)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < q->ask->n_lines; i++)
        buf_printf(&b, "%s#%d", i ? " " : "", q->order[i] + 1);
    return b.s;
}

/* "3 1 2", also with '#', as places in order[]; false unless each of 1 to n
 * stands there once. */
static bool
read_numbers(const char *text, int *places, int n)
{
    int k = 0;

    while (*(text += strspn(text, "#,; \t"))) {
        char *end;
        long number = strtol(text, &end, 10);

        if (end == text || k == n || number < 1 || number > n)
            return false;
        for (int i = 0; i < k; i++)
            if (places[i] == number - 1)
                return false;
        places[k++] = (int)number - 1;
        text = end;
    }
    return k == n;
}

static void
order_take(struct ui_model *m, struct question *q, const char *text)
{
    int n = q->ask->n_lines, *order = ARENA_ARRAY(m->arena, int, n + 1);

    if (read_numbers(text, order, n))
        q->order = order;
}

/* ---- keys
 * ------------------------------------------------------------------------ */

static const char *
order_place(const struct question *q)
{
    (void)q;
    return "lines to order";
}

static void
move_line(struct question *q, int by)
{
    int to = q->choice + by, held = q->order[q->choice];

    if (to < 0 || to >= q->ask->n_lines)
        return;
    if (q->held) {
        q->order[q->choice] = q->order[to];
        q->order[to] = held;
    }
    q->choice = to;
}

void
answer_go(struct question *q, int i)
{
    while (q->choice != i)
        move_line(q, q->choice < i ? 1 : -1);
}

void
answer_key_line(struct ui_model *m, struct press p)
{
    move_line(study_question(m), p.by);
}

void
answer_key_hold(struct ui_model *m, struct press p)
{
    struct question *q = study_question(m);

    (void)p;
    q->held = !q->held;
}

static bool
order_enter(struct ui_model *m, struct question *q)
{
    (void)m;
    q->held = false;
    return true;
}

/* ---- on the screen
 * --------------------------------------------------------------- */

/* What the last verdict says of the i-th line, as long as nothing was moved. */
static void
mark_row(struct answer_row *row, const struct grade *g, int i, bool narrow)
{
    if (!g || g->first < 0)
        return;
    if (i < g->first) {
        row->word = narrow ? "right" : "stands right";
        row->style = STYLE_RIGHT;
    } else if (i == g->first) {
        row->word = narrow ? "not here" : i ? "does not come next" : "does not begin";
        row->style = STYLE_WRONG;
        row->mark = row->mark == ' ' ? 'x' : row->mark;
    }
}

static void
order_put(struct flow *f, struct ui_model *m, struct question *q)
{
    const struct grade *marks = answer_marks(f->arena, q);
    bool focused = answer_focused(m, q);

    for (int i = 0; i < q->ask->n_lines; i++) {
        bool at = focused && i == q->choice;
        struct answer_row row = {.number = i + 1,
                                 .text = q->ask->lines[q->order[i]].text,
                                 .mark = !at       ? ' '
                                         : q->held ? '#'
                                                   : '>',
                                 .focused = at,
                                 .word = at && q->held ? "taken up" : "",
                                 .style = STYLE_KEY};

        mark_row(&row, marks, i, f->cols < ROOMY_COLS);
        answer_put_row(f, &row);
    }
}

/* ---- in lines
 * -------------------------------------------------------------------- */

static char *
numbers_as_lines(struct ui_model *m, const struct question *q, const int *places)
{
    struct buf b;

    buf_init(&b, m->arena);
    for (int i = 0; i < q->ask->n_lines; i++)
        buf_printf(&b, "%s#%d", i ? " " : "", q->order[places[i]] + 1);
    return b.s;
}

/* Numbers are those that are shown; they stay as they are until the question is
 * said again. Words of the lines go as they are typed. */
static void
order_line(struct ui_model *m, struct question *q, const char *line)
{
    int n = q->ask->n_lines, *places = ARENA_ARRAY(m->arena, int, n + 1);

    if (line[strspn(line, "0123456789,; \t")])
        question_judge(m, q, arena_strdup(m->arena, line));
    else if (read_numbers(line, places, n))
        question_judge(m, q, numbers_as_lines(m, q, places));
    else
        answer_say(m, "Type each number from 1 to %d once, in the order you want.", n);
}

static const char *
order_prompt(struct arena *a, const struct question *q)
{
    (void)a;
    return q->ask->n_lines > 2 ? "such as 2 1 3" : "such as 2 1";
}

const struct answer_kind answer_order = {
    .prompt = order_prompt,
    .place = order_place,
    .enter = order_enter,
    .text = order_text,
    .take = order_take,
    .put = order_put,
    .say = answer_say_rows,
    .line = order_line,
};
