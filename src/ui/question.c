#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/quiz/quiz.h"
#include "ui/told/told.h"

/* ---- what kind it is ---------------------------------------------------- */

bool
question_is_open(const struct question *q)
{
    return q->state == QUESTION_OPEN || q->state == QUESTION_SAVING;
}

bool
question_is_answered_here(const struct question *q)
{
    return answer_of(q)->put;
}

bool
question_has_field(const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    return k->types && k->types(q);
}

/* ---- the text ----------------------------------------------------------- */

void
typed_set(struct typed *t, const char *text, int cursor)
{
    size_t len = text ? strlen(text) : 0;

    if (!t->text || len != t->len || memcmp(t->text, text ? text : "", len) != 0)
        t->bad = 0;
    if (len + 1 > t->cap) {
        t->cap = len + 64;
        t->text = xrealloc(t->text, t->cap);
    }
    if (len)
        memmove(t->text, text, len);
    t->text[len] = '\0';
    t->len = len;
    t->cursor = cursor < 0 ? 0 : cursor > (int)len ? (int)len : cursor;
}

void
typed_refuse(struct typed *t, int col)
{
    if (col < 1 || !t->text)
        return;
    t->cursor = (int)utf8_offset(t->text, t->len, col - 1);
    t->bad = utf8_chars(t->text, (size_t)t->cursor) + 1;
}

void
question_free(struct question *q)
{
    free(q->typed.text);
    q->typed = (struct typed){0};
}

static bool
is_blank(const char *text)
{
    return text[strspn(text, " \t\n")] == '\0';
}

/* What the record keeps of an answer that is not judged. */
static char *
draft_of(struct arena *a, const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    return k->draft ? k->draft(a, q) : k->text ? k->text(a, q) : arena_strdup(a, "");
}

/* The answer so far as a text; "" where it is none. */
static char *
text_so_far(struct arena *a, const struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    return k->text ? k->text(a, q) : arena_strdup(a, "");
}

void
question_type(struct ui_model *m, struct question *q, const char *text, int cursor)
{
    const struct answer_kind *k = answer_of(q);
    struct study *s = &m->study;

    s->rubbed = q->typed.text && strlen(text) < q->typed.len;
    typed_set(&q->typed, text, cursor);
    arena_reset(m->reading_arena);
    if (q->graded && q->grade.verdict == GRADE_UNREADABLE &&
        strcmp(text_so_far(m->reading_arena, q), q->judged) != 0)
        q->graded = false; /* it was about another text */
    s->has_reading = !is_blank(q->typed.text) && (!k->is_ready || k->is_ready(q));
    arena_reset(m->reading_arena);
    if (s->has_reading)
        s->reading = grade_read(m->reading_arena, q->ask, &q->drawn,
                                text_so_far(m->reading_arena, q));
    if (s->has_reading)
        s->reading.err.at.col -=
            text_not_typed(q, text_so_far(m->reading_arena, q), &s->reading.err);
}

void
question_take(struct ui_model *m, struct question *q, const char *text)
{
    if (!answer_of(q)->take)
        return;
    answer_of(q)->take(m, q, text);
    if (question_has_field(q))
        question_type(m, q, q->typed.text, q->typed.cursor);
    m->field_serial++;
}

/* ---- taking up what the record knows ------------------------------------ */

static void
draw(struct ui_model *m, struct question *q)
{
    int n = question_items(q);

    q->drawn = ask_draw(m->arena, q->ask, q->seed, q->attempt);
    if (q->ask->kind == ASK_CURVE)
        q->sketch = answer_sketch(m->arena, q);
    if (!n)
        return;
    q->order = ARENA_ARRAY(m->arena, int, n);
    q->ticked = ARENA_ARRAY(m->arena, bool, n);
    ask_order(q->ask, q->seed, q->attempt, q->order);
}

static void
add_wrong(struct ui_model *m, struct question *q, const char *answer)
{
    const char **wrong = ARENA_ARRAY(m->arena, const char *, q->n_wrong + 1);

    for (int i = 0; i < q->n_wrong; i++)
        wrong[i] = q->wrong[i];
    wrong[q->n_wrong++] = arena_strdup(m->arena, answer);
    q->wrong = wrong;
}

static bool
known(const struct item_progress *p)
{
    return p->answered || p->right || p->given_up || p->skipped || p->hints ||
           p->n_wrong || p->attempt || *p->response || *p->draft;
}

/* The guess as a number, for the mark on the strip; NaN when it is none. */
static double
guess_value(struct ui_model *m, const struct question *q)
{
    struct pos at = {"answer", 1, 1};
    const struct term *t;
    struct err e;

    if (!question_has_field(q) || q->ask->kind != ASK_NUMBER)
        return NAN;
    arena_reset(m->scratch);
    t = expr_parse(m->scratch, q->drawn.scope, q->response, at, &e);
    return t ? calc_eval_real(m->scratch, q->drawn.scope, t, NULL) : NAN;
}

static void
restore(struct ui_model *m, struct question *q, const struct item_progress *p)
{
    const char *left = *p->draft ? p->draft : p->response;

    q->skipped = p->skipped;
    q->hints = p->hints < q->ask->n_hints ? p->hints : q->ask->n_hints;
    for (int i = 0; i < p->n_wrong; i++)
        add_wrong(m, q, p->wrong[i]);
    q->drafted = arena_strdup(m->arena, p->draft);
    if (q->ask->predict ? *p->response != '\0' : p->right)
        q->state = QUESTION_DONE;
    else if (p->given_up)
        q->state = QUESTION_SHOWN;
    q->before = q->ask->predict && q->state == QUESTION_DONE;
    if (*left && (!q->ask->predict || q->sketch) && answer_of(q)->take)
        answer_of(q)->take(m, q, left);
    q->restored = *p->draft && q->state == QUESTION_OPEN && question_has_field(q) &&
                  q->typed.len > 0;
    if (q->state != QUESTION_OPEN)
        q->response = arena_strdup(m->arena, p->response);
    if (!*q->drafted)
        q->drafted = draft_of(m->arena, q);
}

void
question_init(struct ui_model *m, struct question *q)
{
    struct item_progress p;

    if (q->ready)
        return;
    q->ready = true;
    p = progress_item(m->progress, m->study.lesson->id, q->ask->id);
    q->seed = known(&p) ? p.seed : quiz_seed(m);
    q->attempt = p.attempt;
    draw(m, q);
    typed_set(&q->typed, "", 0);
    restore(m, q, &p);
    told_init(m, q, &p);
    quiz_restore(m, q);
    q->guess = q->state == QUESTION_DONE ? guess_value(m, q) : NAN;
}

/* ---- answering ---------------------------------------------------------- */

static struct tries
tries_of(const struct question *q)
{
    return (struct tries){q->wrong, q->n_wrong, q->hints};
}

static const struct grade_part *
keep_parts(struct arena *a, const struct grade *g)
{
    struct grade_part *parts = ARENA_ARRAY(a, struct grade_part, g->n_parts + 1);

    for (int i = 0; i < g->n_parts; i++)
        parts[i] =
            (struct grade_part){g->parts[i].mark, arena_strdup(a, g->parts[i].text)};
    return parts;
}

static const struct grade_point *
keep_point(struct arena *a, const struct grade *g)
{
    struct grade_point *point = ARENA_ARRAY(a, struct grade_point, g->n_point + 1);

    for (int i = 0; i < g->n_point; i++)
        point[i] =
            (struct grade_point){arena_strdup(a, g->point[i].name), g->point[i].value};
    return point;
}

/* The verdict outlives the arena it was found in. */
static struct grade
keep_grade(struct arena *a, struct grade g)
{
    const char **texts[] = {&g.understood, &g.feedback, &g.misconception,
                            &g.counterexample};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = *texts[i] ? arena_strdup(a, *texts[i]) : "";
    g.parts = keep_parts(a, &g);
    g.point = keep_point(a, &g);
    g.reasons = NULL; /* they are in the record */
    g.err.at.file = "answer";
    return g;
}

/* Where it cannot be read, in the field. */
static void
refused(struct ui_model *m, struct question *q)
{
    const struct err *e = &q->grade.err;
    int col = e->at.line > 0 ? e->at.col - text_not_typed(q, q->judged, e) : 0;

    if (!question_has_field(q) || q->telling)
        return;
    if (answer_of(q)->refused)
        answer_of(q)->refused(m, q, col);
    else
        typed_refuse(&q->typed, col);
    m->field_serial++;
}

void
question_verdict(struct ui_model *m, struct question *q, struct grade g,
                 const char *answer)
{
    struct record_event ev = {.type = RECORD_ANSWERED, .response = answer};

    q->judged = answer;
    m->study.scroll = 0; /* to where the verdict is */
    if (g.verdict == GRADE_UNREADABLE) {
        q->grade = keep_grade(m->arena, g);
        q->graded = true;
        q->verdicts++;
        refused(m, q);
        return;
    }
    q->pending = keep_grade(m->arena, g);
    q->state = QUESTION_SAVING;
    ev.verdict = grade_verdict_text(g.verdict);
    ev.mark = g.mark;
    ev.detail = answer_detail(m->scratch, &g);
    model_save(m, ev, q, q);
}

static void
guessed(struct ui_model *m, struct question *q, const char *response)
{
    q->response = response;
    q->state = QUESTION_DONE;
    q->guess = guess_value(m, q);
    model_save(m, (struct record_event){.type = RECORD_PREDICTED, .response = response},
               q, NULL);
    study_guessed(m, q);
}

char *
question_trimmed(struct arena *a, const char *text)
{
    const char *begin = text + strspn(text, " \t\n");
    size_t n = strlen(begin);

    while (n > 0 && strchr(" \t\n", begin[n - 1]))
        n--;
    return arena_strndup(a, begin, n);
}

/* A guess that is typed must be readable; it is not judged. */
static void
guess_typed(struct ui_model *m, struct question *q)
{
    struct reading r;

    arena_reset(m->scratch);
    r = grade_read(m->scratch, q->ask, &q->drawn, q->typed.text);
    if (r.ok)
        guessed(m, q, question_trimmed(m->arena, q->typed.text));
    else
        question_verdict(m, q, (struct grade){.verdict = GRADE_UNREADABLE, .err = r.err},
                         arena_strdup(m->arena, q->typed.text));
}

void
question_judge(struct ui_model *m, struct question *q, const char *answer)
{
    struct tries before = tries_of(q);

    m->field_serial++;
    if (q->state != QUESTION_OPEN)
        return;
    arena_reset(m->scratch);
    question_verdict(m, q,
                     grade_answer(m->scratch, q->ask, &q->drawn, answer, &before,
                                  study_rules_for(m, q->ask)),
                     answer);
}

void
question_submit(struct ui_model *m, struct question *q)
{
    const struct answer_kind *k = answer_of(q);

    m->field_serial++;
    if (q->state != QUESTION_OPEN)
        return;
    if (k->is_empty && k->is_empty(q))
        model_remark(m, "Nothing is %s yet.",
                     question_has_field(q) ? "typed"
                     : q->sketch           ? "drawn"
                                           : "chosen");
    else if (k->enter && !k->enter(m, q))
        return;
    else if (q->ask->predict && question_has_field(q))
        guess_typed(m, q);
    else if (q->sketch)
        guessed(m, q, k->text(m->arena, q));
    else if (q->ask->predict)
        guessed(m, q, q->ask->choices[q->order[q->choice]].text);
    else
        question_judge(m, q, k->text(m->arena, q));
}

int
question_items(const struct question *q)
{
    return q->ask->n_lines ? q->ask->n_lines : q->ask->n_choices;
}

void
question_choose(struct ui_model *m, struct question *q, int shown)
{
    if (q->state != QUESTION_OPEN || shown < 0 || shown >= question_items(q))
        return;
    if (q->ask->kind == ASK_ORDER) {
        answer_go(q, shown);
        return;
    }
    q->choice = shown;
    if (answer_of(q) == &answer_several)
        q->ticked[shown] = !q->ticked[shown];
    else
        question_submit(m, q);
}

void
question_unsure(struct ui_model *m, struct question *q)
{
    if (q->state == QUESTION_OPEN && q->ask->predict)
        guessed(m, q, "unsure");
}

void
question_skip(struct ui_model *m, struct question *q)
{
    if (q->state != QUESTION_OPEN || q->skipped)
        return;
    question_keep_draft(m, q);
    q->skipped = true;
    model_save(m, (struct record_event){.type = RECORD_SKIPPED}, q, NULL);
}

void
question_saved(struct ui_model *m, struct question *q)
{
    if (q->state != QUESTION_SAVING)
        return;
    if (told_saved(m, q) || quiz_keeps(m, q))
        return;
    q->grade = q->pending;
    q->graded = true;
    q->verdicts++;
    m->field_serial++;
    if (q->grade.verdict == GRADE_WRONG) {
        q->state = QUESTION_OPEN;
        if (grade_costs(&q->grade))
            add_wrong(m, q, q->judged);
        if (answer_of(q)->judged)
            answer_of(q)->judged(m, q);
        bench_judged_ask(m, q);
        if (quiz_is_spent(m, q)) {
            q->state = QUESTION_SHOWN;
            study_settle(m);
        }
        return;
    }
    q->state = QUESTION_DONE;
    q->response = q->judged;
    bench_judged_ask(m, q);
    quiz_check_passed(m);
    if (q != study_question(m))
        return;
    if (question_has_field(q) && model_is_roomy(m) && !m->stage.on && !m->line_mode &&
        !m->notice[0])
        model_remark(m,
                     "The field is closed: Space goes on, and letters are keys again.");
    study_settle(m);
}

/* ---- sliders as the answer ---------------------------------------------- */

/* "turns = 6, c = 0": what the sliders stood at. */
static char *
slider_text(struct arena *a, const struct drawing *d)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < figure_slider_count(d->figure); i++) {
        const struct slider *s = figure_slider(d->figure, i);

        buf_printf(&b, "%s%s = %.*f", i ? ", " : "", s->name, s->places,
                   d->state.value[i]);
    }
    return b.s;
}

void
question_watch(struct ui_model *m, struct question *q)
{
    const struct drawing *d = study_drawing(m, NULL);
    struct tries before = tries_of(q);
    double holds;

    if (q->ask->kind != ASK_SET || q->state != QUESTION_OPEN || !d || !d->figure)
        return;
    holds = figure_value(d->figure, &d->state, q->ask->claim);
    if (isnan(holds) || holds == 0)
        return;
    arena_reset(m->scratch);
    question_verdict(m, q, grade_set(m->scratch, q->ask, holds, &before),
                     slider_text(m->arena, d));
}

/* ---- help with it ------------------------------------------------------- */

bool
question_can_hint(const struct question *q)
{
    return question_is_open(q) && !q->exam && !q->ask->predict &&
           q->hints < q->ask->n_hints;
}

void
question_hint(struct ui_model *m, struct question *q)
{
    if (!question_can_hint(q))
        return;
    q->hints++;
    model_save(m, (struct record_event){.type = RECORD_HINTED}, q, NULL);
}

bool
question_is_read(const struct question *q, const struct flow *f, int rows)
{
    return q && f->rows > rows && f->cursor_row < 0 &&
           (q->telling || !question_is_open(q));
}

bool
question_can_solve(const struct question *q)
{
    return q->state == QUESTION_OPEN && !q->exam && !q->ask->predict && q->n_wrong > 0;
}

void
question_solve(struct ui_model *m, struct question *q)
{
    if (!question_can_solve(q))
        return;
    q->state = QUESTION_SHOWN;
    q->graded = false;
    model_save(m, (struct record_event){.type = RECORD_SOLUTION}, q, NULL);
    study_settle(m);
}

bool
question_can_renew(const struct question *q)
{
    if (question_is_open(q) || q->ask->predict)
        return false;
    return q->ask->draw.n > 0 || (q->telling && !q->exam);
}

void
question_renew(struct ui_model *m, struct question *q)
{
    if (!question_can_renew(q))
        return;
    q->attempt++;
    q->state = QUESTION_OPEN;
    q->graded = q->skipped = false;
    q->n_wrong = q->hints = 0;
    q->response = q->judged = "";
    q->choice = 0;
    q->held = q->chosen = false;
    q->cells = NULL;
    q->cell = 0;
    told_reset(q);
    typed_set(&q->typed, "", 0);
    draw(m, q);
    model_save(m, (struct record_event){.type = RECORD_FRESH}, q, NULL);
    study_settle(m);
}

/* What is to be kept of it and is not yet; NULL when there is nothing. */
static const char *
new_draft(struct arena *a, const struct question *q)
{
    const char *draft;

    if (q->state != QUESTION_OPEN || q->ask->n_choices)
        return NULL;
    draft = draft_of(a, q);
    return strcmp(draft, q->drafted) && strcmp(draft, q->judged) ? draft : NULL;
}

bool
question_draft_waits(const struct ui_model *m, const struct question *q)
{
    return new_draft(m->frame, q) != NULL;
}

void
question_keep_draft(struct ui_model *m, struct question *q)
{
    struct record_event ev = {.type = RECORD_DRAFTED};

    ev.response = new_draft(m->arena, q);
    if (!ev.response)
        return;
    q->drafted = ev.response;
    model_save(m, ev, q, NULL);
}
