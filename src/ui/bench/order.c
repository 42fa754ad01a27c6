#include <string.h>

#include "ui/bench/bench.h"

/* The same shuffle for the same learner; never the right order, unless there is no
 * other. */
void
bench_shuffle(struct ui_model *m)
{
    struct bench *b = m->bench;
    int n = b->task->n_lines;
    uint64_t x = m->settings.seed * 2862933555777941757u + 3037000493u;

    if (!b->order)
        b->order = ARENA_ARRAY(b->arena, int, n + 1);
    for (int i = 0; i < n; i++)
        b->order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k, swap = b->order[i];

        x = x * 6364136223846793005u + 1442695040888963407u;
        k = (int)((x >> 33) % (uint64_t)i);
        b->order[i] = b->order[k];
        b->order[k] = swap;
    }
    b->item = 0;
    b->held = b->ordered = false;
    b->misplaced = -1;
}

void
bench_order_move(struct ui_model *m, int by)
{
    struct bench *b = m->bench;
    int to = b->item + by;

    if (to < 0 || to >= b->task->n_lines)
        return;
    if (b->held && !b->ordered) {
        int swap = b->order[b->item];

        b->order[b->item] = b->order[to];
        b->order[to] = swap;
        b->misplaced = -1;
    }
    b->item = to;
}

/* Two lines that say the same may stand for one another. */
static bool
same_line(const struct derivation_line *x, const struct derivation_line *y)
{
    return x == y || (strcmp(x->source, y->source) == 0 && strcmp(x->say, y->say) == 0);
}

void
bench_order_check(struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct derivation *d = b->task;

    b->misplaced = -1;
    for (int i = 0; i < d->n_lines && b->misplaced < 0; i++)
        if (!same_line(&d->lines[b->order[i]], &d->lines[i]))
            b->misplaced = i;
    b->ordered = b->misplaced < 0;
    b->held = false;
    b->verdicts++;
    arena_reset(m->scratch);
    if (b->ordered)
        model_save(m,
                   (struct record_event){.type = RECORD_ANSWERED,
                                         .item = d->name,
                                         .response = bench_text(m->scratch, b, false),
                                         .verdict = "right",
                                         .mark = 0.5,
                                         .detail = "{\"way\": \"ordered\"}"},
                   NULL, NULL);
}

/* ---- what is shown ---------------------------------------------------------------- */

static void
put_item(struct flow *f, struct ui_model *m, int i)
{
    const struct bench *b = m->bench;
    const struct derivation_line *line = &b->task->lines[b->order[i]];
    bool at = i == b->item, wrong = i == b->misplaced;
    const char *mark = at && b->held ? "#" : at ? ">" : wrong ? "x" : " ";
    int row = f->rows;
    char *text = arena_printf(f->arena, "%s %s", derivation_sign(line),
                              line->claim ? line->say : line->source);

    flow_line(f, 4, wrong ? STYLE_WRONG : STYLE_FORMULA, text);
    if (*line->say && !line->claim)
        flow_words(f, 8, STYLE_DIM, line->say, NULL);
    flow_beside(
        f, row, 0, at ? STYLE_FOCUS : STYLE_KEY,
        box_line(f->arena, arena_printf(f->arena, "%s%d", mark, i + 1), STYLE_PLAIN));
    if (!at)
        return;
    f->anchor = row;
    f->cursor_row = row;
    f->cursor_col = 0;
}

void
bench_order_lines(struct flow *f, struct ui_model *m)
{
    flow_line(f, 0, STYLE_DIM, "start");
    flow_line(f, 8, STYLE_FORMULA, m->bench->task->start_source);
    for (int i = 0; i < m->bench->task->n_lines; i++)
        put_item(f, m, i);
}

static char *
misplaced_text(struct arena *a, int place)
{
    const char *question = "Which of the others can follow there?";

    if (place == 0)
        return arena_printf(a, "Line 1 does not follow from the start. %s", question);
    return arena_printf(a, "%s right; the next does not follow. %s",
                        place == 1 ? "Line 1 stands"
                                   : arena_printf(a, "Lines 1 to %d stand", place),
                        question);
}

void
bench_order_panel(struct flow *f, struct ui_model *m)
{
    const struct bench *b = m->bench;

    if (b->ordered) {
        flow_line(f, 0, STYLE_RIGHT, "In order. Each line follows from the one above.");
        return;
    }
    if (b->misplaced >= 0)
        flow_plain(f, 0, STYLE_WRONG, misplaced_text(f->arena, b->misplaced));
    if (m->line_mode)
        return;
    flow_words(f, 0, STYLE_DIM,
               b->held ? "Up and Down carry the line; Space puts it down."
                       : "Space takes a line up; Up and Down carry it. Enter checks.",
               NULL);
}
