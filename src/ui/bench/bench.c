#include <stdlib.h>
#include <string.h>

#include "ui/bench/bench.h"
#include "ui/quiz/quiz.h"

/* ---- lines
 * ------------------------------------------------------------------------ */

/* From here on there are these lines; undo goes back to those that were. */
static void
put_lines(struct ui_model *m, const char *const *text, int n)
{
    struct bench *b = m->bench;
    struct bench_lines *next = ARENA_NEW(b->arena, struct bench_lines);

    *next = (struct bench_lines){text, n, b->at, b->lines};
    b->lines = next;
    b->mine = NULL;
    b->steps = NULL;
    b->hint = b->part = b->step = 0;
    b->says = b->way == WAY_GUIDED ? SAYS_RULES : SAYS_VERDICT;
    b->verdicts++;
}

/* The lines with line `at` replaced by `text`; NULL takes it away. */
static void
change_line(struct ui_model *m, int at, const char *text)
{
    struct bench *b = m->bench;
    const struct bench_lines *now = b->lines;
    const char **lines = ARENA_ARRAY(b->arena, const char *, now->n + 1);
    int n = 0;

    for (int i = 0; i < now->n || i == at; i++) {
        if (i == at && text)
            lines[n++] = arena_strdup(b->arena, text);
        else if (i != at)
            lines[n++] = now->text[i];
    }
    put_lines(m, lines, n);
}

char *
bench_text(struct arena *a, const struct bench *b, bool whole)
{
    const struct derivation *d = b->task;
    struct buf out;

    buf_init(&out, a);
    if (whole) {
        buf_printf(&out, "theorem %s\n", *d->name ? d->name : "yours");
        for (int i = 0; i < d->n_declarations; i++)
            buf_printf(&out, "%s\n", d->declarations[i].text);
        buf_printf(&out, "  %s\n", d->start_source);
    }
    for (int i = 0; i < b->lines->n; i++)
        buf_printf(&out, "%s\n", b->lines->text[i]);
    return out.s;
}

/* ---- the field
 * -------------------------------------------------------------------- */

static void
set_field(struct ui_model *m, const char *text)
{
    struct bench *b = m->bench;

    typed_set(&b->field, text, (int)strlen(text));
    b->unread = (struct err){0};
    m->field_serial++;
}

bool
bench_is_typing(const struct ui_model *m)
{
    const struct bench *b = m->bench;

    return b->open && b->way == WAY_TYPED && b->says == SAYS_VERDICT && !b->out &&
           !b->done;
}

void
bench_type(struct ui_model *m, const char *text, int cursor)
{
    typed_set(&m->bench->field, text, cursor < 0 ? (int)strlen(text) : cursor);
    m->bench->unread = (struct err){0};
}

void
bench_go(struct ui_model *m, int line)
{
    struct bench *b = m->bench;

    if (line < 0 || line > b->lines->n || line == b->at)
        return;
    b->at = line;
    b->need = b->scroll = 0;
    if (b->says != SAYS_RULES)
        b->says = SAYS_VERDICT;
    set_field(m, line < b->lines->n ? b->lines->text[line] : "");
}

void
bench_copy(struct ui_model *m)
{
    struct bench *b = m->bench;

    set_field(m, b->at > 0 ? arena_strndup(m->frame, b->lines->text[b->at - 1],
                                           strcspn(b->lines->text[b->at - 1], "\n"))
                           : arena_printf(m->frame, "= %s", b->task->start_source));
}

/* Where the learner goes on: at a line that does not hold, else at a new one.
 */
static void
settle(struct ui_model *m)
{
    struct bench *b = m->bench;
    int wrong = bench_wrong(m);

    b->at = -1;
    bench_go(m, wrong >= 0 ? wrong : b->lines->n);
    b->done = !b->ask && bench_is_done(m);
    m->field_serial++;
}

/* Whether the field holds what is in no line: it is kept as a line with a '?'.
 */
static bool
is_pending(const struct bench *b)
{
    const char *line = b->at < b->lines->n ? b->lines->text[b->at] : "";

    return b->field.text[0] && strcmp(b->field.text, line) != 0;
}

char *
bench_draft(struct arena *a, const struct bench *b)
{
    bool pending = is_pending(b);

    return arena_printf(a, "%s%s%s", bench_text(a, b, false), pending ? "? " : "",
                        pending ? b->field.text : "");
}

static void
keep(struct ui_model *m, enum event_type type)
{
    struct bench *b = m->bench;
    struct record_event ev = {.type = type, .item = b->task->name};

    ev.response = type == RECORD_DRAFTED ? bench_draft(m->scratch, b)
                                         : bench_text(m->scratch, b, false);
    if (type == RECORD_ANSWERED) {
        ev.verdict = "right";
        ev.mark = b->hints >= HINT_STAGES ? 0.5 : 1 - b->hints / 10.0;
        ev.detail = arena_printf(m->scratch, "{\"lines\": %d, \"hints\": %d}",
                                 b->lines->n, b->hints);
    }
    model_save(m, ev, NULL, NULL);
}

/* A theorem that was derived is in the record at once. */
static void
finish(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (b->ask && !bench_is_exam(m) && bench_is_done(m))
        bench_judge_ask(m);
    if (!b->done || b->kept)
        return;
    arena_reset(m->scratch);
    keep(m, RECORD_ANSWERED);
    b->kept = true;
}

void
bench_submit(struct ui_model *m)
{
    struct bench *b = m->bench;

    m->field_serial++;
    if (!b->field.text[strspn(b->field.text, " \t")]) {
        model_remark(m, "Nothing is typed yet.");
        return;
    }
    arena_reset(m->scratch);
    if (!bench_try(m, m->scratch, b->field.text, &b->unread)) {
        b->unread.at.file = "your line";
        typed_refuse(&b->field, b->unread.at.line > 0 ? b->unread.at.col : 0);
        b->verdicts++;
        return;
    }
    if (b->at >= BENCH_LINES_MAX) {
        model_remark(m, "%d lines are enough: change one of them.", BENCH_LINES_MAX);
        return;
    }
    b->checking = true;
    model_effect(m, UI_EFFECT_CHECK, "");
}

void
bench_check(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (!b->open || !b->checking)
        return;
    b->checking = false;
    change_line(m, b->at, bench_with_relation(b, b->arena, b->field.text));
    settle(m);
    finish(m);
}

void
bench_remove(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (b->at >= b->lines->n)
        return;
    change_line(m, b->at, NULL);
    settle(m);
}

void
bench_undo(struct ui_model *m)
{
    struct bench *b = m->bench;
    const struct bench_lines *before = b->lines->before;
    int at = b->lines->at;

    if (!before) {
        model_remark(m, "There is nothing to undo.");
        return;
    }
    b->lines = before;
    b->mine = NULL;
    b->steps = NULL;
    b->done = false;
    b->verdicts++;
    b->at = -1;
    bench_go(m, at <= before->n ? at : before->n);
}

bool
bench_is_closed(const struct ui_model *m)
{
    return study_step(m)->closed && !m->bench->done;
}

void
bench_turn_way(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (bench_is_closed(m)) {
        model_remark(m, "This part is without notes: lines are typed.");
        return;
    }
    b->way = (b->way + 1) % WAY_COUNT;
    if (b->way == WAY_ORDERED && (!bench_is_guided(b) || b->task->n_lines < 2))
        b->way = WAY_TYPED;
    b->says = b->way == WAY_GUIDED ? SAYS_RULES : SAYS_VERDICT;
    b->out = false;
    b->step = b->part = b->scroll = 0;
    b->verdicts++;
    if (b->way == WAY_ORDERED)
        bench_shuffle(m);
    m->field_serial++;
}

/* ---- opening and closing
 * ---------------------------------------------------------- */

const struct derivation *
bench_task(const struct ui_model *m)
{
    const struct derivation *task = NULL;

    if (m->screen != SCREEN_LESSON || !m->study.lesson)
        return NULL;
    for (int k = m->study.at.beat; k >= 0 && !task; k--) {
        const struct beat *beat = &study_step(m)->beats[k];

        for (int i = 0; i < beat->n; i++) {
            const struct derivation *d = beat->items[i].derivation;

            if (beat->items[i].kind == ITEM_DERIVATION && d->n_lines > 0 &&
                bench_goal(d) &&
                (k < m->study.at.beat || text_lines_of(m, d) >= d->n_lines))
                task = d;
        }
    }
    return task;
}

bool
bench_task_is_plain(const struct ui_model *m)
{
    const struct derivation *task = bench_task(m);
    const struct beat *beat = study_beat(m);
    const struct derivation *shown = NULL;

    for (int i = 0; i < beat->n; i++)
        if (beat->items[i].kind == ITEM_DERIVATION &&
            text_lines_of(m, beat->items[i].derivation) >= 0)
            shown = beat->items[i].derivation;
    return task == shown;
}

/* What the record has of it: one line of the response is one line. */
static void
restore(struct ui_model *m, const char *text)
{
    struct bench *b = m->bench;
    const char **lines = ARENA_ARRAY(b->arena, const char *, BENCH_LINES_MAX);
    struct bench_lines *first = ARENA_NEW(b->arena, struct bench_lines);
    const char *pending = NULL;
    int n = 0;

    while (*text && n < BENCH_LINES_MAX) {
        size_t len = strcspn(text, "\n");

        if (*text == '?')
            pending = arena_strndup(b->arena, text + 1, len - 1);
        else if (len)
            lines[n++] = arena_strndup(b->arena, text, len);
        text += len + (text[len] == '\n');
    }
    *first = (struct bench_lines){.text = lines, .n = n};
    b->lines = first;
    settle(m);
    if (pending)
        set_field(m, pending + strspn(pending, " "));
}

void
bench_open(struct ui_model *m, const struct derivation *d)
{
    bench_open_task(m, d, NULL);
}

static const struct rulebook *
book_of(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (b->ask)
        return lesson_ask_book(b->arena, quiz_home(m, b->ask->ask), b->ask->ask,
                               m->study.rules);
    return derive_book(m, b->arena, b->task);
}

void
bench_open_task(struct ui_model *m, const struct derivation *d, struct question *q)
{
    struct bench *b = m->bench;
    struct item_progress p = progress_item(m->progress, m->study.lesson->id, d->name);
    const char *text = *p.draft ? p.draft : p.response;

    if (q)
        text = arena_strdup(m->frame, q->typed.text);
    bench_free(m);
    b->arena = arena_new();
    b->work = arena_new();
    b->open = true;
    m->screen = SCREEN_BENCH;
    m->study.pane = PANE_TEXT;
    b->task = d;
    b->ask = q;
    typed_set(&b->field, "", 0);
    if (m->study.rules)
        b->rules = book_of(m);
    restore(m, text);
    b->kept = b->done;
    m->study.playing = false;
}

void
bench_rules(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (!b->open || !m->study.rules)
        return;
    b->rules = book_of(m);
    b->mine = NULL;
    b->steps = NULL;
    b->done = !b->ask && bench_is_done(m);
    b->kept = b->kept || b->done;
}

void
bench_close(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (!b->open)
        return;
    bench_keep_draft(m);
    bench_free(m);
    m->field_serial++;
}

void
bench_keep_draft(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (b->open && b->ask)
        bench_draft_ask(m);
    if (!b->open || b->ask || b->kept || (!b->lines->before && !is_pending(b)))
        return;
    arena_reset(m->scratch);
    keep(m, RECORD_DRAFTED);
}

void
bench_free(struct ui_model *m)
{
    struct bench *b = m->bench;

    if (!b->open)
        return;
    free(b->field.text);
    arena_free(b->arena);
    arena_free(b->work);
    *b = (struct bench){0};
}
