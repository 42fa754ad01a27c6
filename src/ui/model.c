#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/safe.h"
#include "grade/grade.h"
#include "ui/answer/answer.h"
#include "ui/bench/bench.h"
#include "ui/look/look.h"
#include "ui/look/visit.h"
#include "ui/map/map.h"
#include "ui/map/rope.h"
#include "ui/page/page.h"
#include "ui/quiz/quiz.h"
#include "ui/sheet/sheet.h"
#include "ui/stage/stage.h"

struct ui_model *
ui_new(const struct ui_settings *s, const struct ui_lesson *lessons, int n,
       const struct progress *progress)
{
    struct ui_model *m = xmalloc(sizeof *m);

    *m = (struct ui_model){.settings = *s,
                           .lessons = lessons,
                           .n_lessons = n,
                           .progress = progress,
                           .rows = 24,
                           .cols = 80,
                           .home_cursor = -1,
                           .stage.on = s->stage};
    m->bench = xmalloc(sizeof *m->bench);
    *m->bench = (struct bench){0};
    m->sheet = xmalloc(sizeof *m->sheet);
    *m->sheet = (struct sheet){0};
    m->map = xmalloc(sizeof *m->map);
    *m->map = (struct map){.at = -1};
    m->over_line = "";
    m->course_arena = arena_new();
    m->rope_arena = arena_new();
    m->arena = arena_new();
    m->frame = arena_new();
    m->scratch = arena_new();
    m->reading_arena = arena_new();
    m->effect_arena = arena_new();
    m->line_arena = arena_new();
    buf_init(&m->line_said, m->line_arena);
    return m;
}

void
ui_free(struct ui_model *m)
{
    if (!m)
        return;
    visit_free(m);
    study_close(m);
    page_close(m);
    notes_free(m);
    free(m->bench);
    sheet_free(m->sheet);
    free(m->map);
    arena_free(m->course_arena);
    arena_free(m->rope_arena);
    arena_free(m->arena);
    arena_free(m->frame);
    arena_free(m->scratch);
    arena_free(m->reading_arena);
    arena_free(m->effect_arena);
    arena_free(m->line_arena);
    free(m);
}

bool
model_is_tiny(const struct ui_model *m)
{
    return m->rows < TINY_ROWS || m->cols < TINY_COLS;
}

bool
model_is_roomy(const struct ui_model *m)
{
    return m->rows >= ROOMY_ROWS && m->cols >= ROOMY_COLS;
}

/* ---- effects ------------------------------------------------------------ */

static void
append(struct effect_list *list, struct pending_effect *e)
{
    e->next = NULL;
    if (list->last)
        list->last->next = e;
    else
        list->first = e;
    list->last = e;
}

static struct pending_effect *
take_first(struct effect_list *list)
{
    struct pending_effect *e = list->first;

    if (!e)
        return NULL;
    list->first = e->next;
    if (!list->first)
        list->last = NULL;
    return e;
}

static struct pending_effect *
new_effect(struct ui_model *m, enum ui_effect_kind kind)
{
    struct pending_effect *e = ARENA_NEW(m->effect_arena, struct pending_effect);

    e->effect.kind = kind;
    e->effect.id = "";
    append(&m->waiting, e);
    return e;
}

void
model_effect(struct ui_model *m, enum ui_effect_kind kind, const char *id)
{
    struct pending_effect *e = new_effect(m, kind);

    e->effect.id = arena_strdup(m->effect_arena, id);
}

/* Texts of an event are never NULL and live as long as the effect. */
static void
keep_text(struct ui_model *m, const char **text)
{
    *text = *text ? arena_strdup(m->effect_arena, *text) : "";
}

void
model_save(struct ui_model *m, struct record_event ev, const struct question *q,
           struct question *verdict_of)
{
    const struct step *step = study_step(m);
    struct pending_effect *e = new_effect(m, UI_EFFECT_SAVE);

    ev.device = "";
    if (!ev.lesson)
        ev.lesson = m->study.lesson->id;
    ev.content_hash = m->study.lesson->content_hash;
    ev.step = step->id;
    if (q) {
        ev.step = m->study.lesson->steps[q->step].id;
        ev.item = q->ask->id;
        ev.seed = q->seed;
        ev.attempt = q->attempt;
    }
    keep_text(m, &ev.lesson);
    keep_text(m, &ev.step);
    keep_text(m, &ev.item);
    keep_text(m, &ev.response);
    keep_text(m, &ev.verdict);
    keep_text(m, &ev.detail);
    e->effect.event = ev;
    e->question = verdict_of;
}

bool
model_saving(const struct ui_model *m)
{
    const struct pending_effect *e = m->waiting.first;

    while (e && e->effect.kind != UI_EFFECT_SAVE)
        e = e->next;
    return e || m->asked.first;
}

bool
ui_next_effect(struct ui_model *m, struct ui_effect *out)
{
    struct pending_effect *e = take_first(&m->waiting);

    if (!e)
        return false;
    *out = e->effect;
    if (e->effect.kind == UI_EFFECT_SAVE)
        append(&m->asked, e);
    return true;
}

/* The questions of a lesson that is closed take no verdicts any more. */
static void
forget_questions(struct effect_list *list)
{
    for (struct pending_effect *e = list->first; e; e = e->next)
        e->question = NULL;
}

/* ---- what is said on the screen ----------------------------------------- */

void
model_notice(struct ui_model *m, const char *text)
{
    text_safe_line(m->notice, sizeof m->notice, text);
    m->notices++;
}

void
model_remark(struct ui_model *m, const char *fmt, ...)
{
    char text[NOTICE_MAX];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    text_safe_line(m->remark, sizeof m->remark, text);
    m->notices++;
}

void
model_quit(struct ui_model *m)
{
    if (m->leaving)
        return;
    over_close(m);
    if (m->study.lesson)
        study_keep_draft(m);
    model_effect(m, UI_EFFECT_QUIT, "");
    m->leaving = true;
}

void
model_leave(struct ui_model *m)
{
    if (m->screen == SCREEN_BENCH) {
        bench_leave(m);
        return;
    }
    if (m->screen == SCREEN_PAGE && m->study.lesson && !m->study.finished) {
        page_close(m);
        m->screen = SCREEN_LESSON;
        study_settle(m);
        return;
    }
    if (m->screen == SCREEN_HOME || m->screen == SCREEN_NOTES || !m->homed ||
        study_stage(m)) {
        model_quit(m);
        return;
    }
    study_keep_draft(m);
    m->study.playing = false;
    home_show(m);
}

/* What is typed is kept this long behind the first change. */
enum { DRAFT_MS = 20000 };

/* ---- events ------------------------------------------------------------- */

static void
on_home(struct ui_model *m, const struct ui_event *ev)
{
    m->homed = true;
    home_show(m);
    if (ev->text)
        over_begin(m, ev->text);
}

/* What is typed into the question `id`; it outlives the lesson. NULL: nothing is. */
static const char *
typed_into(struct ui_model *m, const char **id)
{
    const struct question *q = study_question(m);

    if (!q || !question_is_open(q) || !answer_of(q)->text)
        return NULL;
    *id = arena_strdup(m->effect_arena, q->ask->id);
    return answer_of(q)->text(m->effect_arena, q);
}

/* A lesson; or the one that is open, read again because its file was saved: then what is
 * typed stays. */
static void
on_lesson(struct ui_model *m, const struct ui_event *ev)
{
    const char *id = "", *typed;
    struct question *q;

    if (!ev->lesson || !ev->lesson->n_steps)
        return;
    over_close(m);
    bench_close(m);
    m->visits.again = m->study.lesson && strcmp(m->study.lesson->id, ev->lesson->id) == 0;
    typed = typed_into(m, &id);
    study_keep_draft(m);
    forget_questions(&m->waiting);
    forget_questions(&m->asked);
    m->loading = false;
    m->screen = SCREEN_LESSON;
    study_open(m, ev->lesson, ev->step ? ev->step : "");
    m->study.deadline_ms = ev->deadline_ms;
    m->study.now_ms = ev->ms;
    visit_came(m);
    q = study_question(m);
    if (typed && q && strcmp(q->ask->id, id) == 0 && question_is_open(q))
        question_take(m, q, typed);
}

static void
on_document(struct ui_model *m, const struct ui_event *ev)
{
    page_open(m, ev->text ? ev->text : "", ev->step ? ev->step : "");
}

static void
on_key(struct ui_model *m, const struct ui_event *ev)
{
    m->remark[0] = '\0';
    keys_press(m, ev->key);
}

/* What comes behind the last byte that a field takes is cut, at a character of at most 4
 * bytes. */
enum { FIELD_FULL = UI_FIELD_MAX - 3 };
static_assert((int)UI_FIELD_MAX == (int)GRADE_TEXT_MAX,
              "an explanation that can be judged can be typed");

static void
on_text(struct ui_model *m, const struct ui_event *ev)
{
    m->remark[0] = '\0';
    if (!model_field(m) || !ev->text)
        return;
    model_type(m, ev->text, ev->cursor);
    if (m->screen == SCREEN_LESSON && *ev->text && !ev->text[strspn(ev->text, " ")])
        model_remark(m, "Here Space is typed. Esc leaves the field; then Space goes on.");
    if (strlen(ev->text) >= FIELD_FULL)
        model_remark(m, "The field is full: what goes beyond %d bytes is cut.",
                     UI_FIELD_MAX);
}

static void
on_submit(struct ui_model *m, const struct ui_event *ev)
{
    m->remark[0] = '\0';
    if (!model_field(m))
        return;
    if (ev->text)
        model_type(m, ev->text, (int)strlen(ev->text));
    if (m->screen == SCREEN_PAGE)
        page_submit(m);
    else if (m->screen == SCREEN_SHEET)
        sheet_submit(m);
    else if (m->screen == SCREEN_BENCH)
        bench_submit(m);
    else
        question_submit(m, study_question(m));
}

static void
on_mouse(struct ui_model *m, const struct ui_event *ev)
{
    if (m->screen == SCREEN_PAGE)
        page_mouse(m, ev);
    else if (m->screen == SCREEN_SHEET || m->screen == SCREEN_MAP)
        over_mouse(m, ev);
    else
        controls_mouse(m, ev);
}

static void
on_resize(struct ui_model *m, const struct ui_event *ev)
{
    m->rows = ev->rows > 0 ? ev->rows : 1;
    m->cols = ev->cols > 0 ? ev->cols : 1;
}

/* Whether something was typed or drawn that a killed program would lose. */
static bool
draft_waits(const struct ui_model *m)
{
    const struct question *q = study_question(m);

    return m->screen == SCREEN_LESSON && !m->line_mode && !m->leaving &&
           !study_stage(m) && q && question_draft_waits(m, q);
}

static void
on_tick(struct ui_model *m, const struct ui_event *ev)
{
    controls_tick(m, ev->ms);
    quiz_tick(m, ev->ms);
    if (!draft_waits(m) || (m->draft_ms && ev->ms - m->draft_ms < DRAFT_MS))
        return;
    m->draft_ms = ev->ms;
    question_keep_draft(m, study_question(m));
}

static void
on_saved(struct ui_model *m, const struct ui_event *ev)
{
    struct pending_effect *e = take_first(&m->asked);

    (void)ev;
    if (!e)
        return;
    if (m->unsaved)
        m->notice[0] = '\0';
    m->unsaved = false;
    if (e->question)
        question_saved(m, e->question);
}

static void
on_unsaved(struct ui_model *m, const struct ui_event *ev)
{
    struct pending_effect *e = take_first(&m->asked);
    char text[NOTICE_MAX];

    if (!m->unsaved) {
        snprintf(text, sizeof text, "not saved: %s",
                 ev->text && *ev->text ? ev->text : "the record cannot be written");
        model_notice(m, text);
    }
    m->unsaved = true;
    if (e && e->question)
        question_saved(m, e->question);
}

static void
on_notice(struct ui_model *m, const struct ui_event *ev)
{
    model_notice(m, ev->text ? ev->text : "");
}

static void
on_remark(struct ui_model *m, const struct ui_event *ev)
{
    model_remark(m, "%s", ev->text ? ev->text : "");
}

static void
on_failed(struct ui_model *m, const struct ui_event *ev)
{
    m->loading = false;
    visit_failed(m);
    if (m->study.finished && m->screen == SCREEN_LESSON)
        home_show(m);
    model_remark(m, "%s", ev->text ? ev->text : "the lesson cannot be read");
}

static void
on_rules(struct ui_model *m, const struct ui_event *ev)
{
    derive_rules(m, ev->rules);
    bench_rules(m);
}

static void
on_course(struct ui_model *m, const struct ui_event *ev)
{
    if (ev->course)
        over_course(m, ev->course);
}

static void
on_rope(struct ui_model *m, const struct ui_event *ev)
{
    m->roped = true;
    if (ev->course)
        rope_take(m, ev->course);
}

static void
on_leave(struct ui_model *m, const struct ui_event *ev)
{
    (void)ev;
    model_quit(m);
}

static void
on_check(struct ui_model *m, const struct ui_event *ev)
{
    (void)ev;
    bench_check(m);
}

static void (*const handlers[])(struct ui_model *, const struct ui_event *) = {
    [UI_OPEN_HOME] = on_home, [UI_LESSON] = on_lesson,   [UI_DOCUMENT] = on_document,
    [UI_KEY] = on_key,        [UI_TEXT] = on_text,       [UI_SUBMIT] = on_submit,
    [UI_MOUSE] = on_mouse,    [UI_RESIZE] = on_resize,   [UI_TICK] = on_tick,
    [UI_SAVED] = on_saved,    [UI_UNSAVED] = on_unsaved, [UI_NOTICE] = on_notice,
    [UI_FAILED] = on_failed,  [UI_LEAVE] = on_leave,     [UI_RULES] = on_rules,
    [UI_ROPE] = on_rope,      [UI_COURSE] = on_course,   [UI_NOTES] = notes_take,
    [UI_REMARK] = on_remark,  [UI_CHECK] = on_check,
};

void
ui_update(struct ui_model *m, const struct ui_event *ev)
{
    if (!m->waiting.first && !m->asked.first)
        arena_reset(m->effect_arena);
    if ((size_t)ev->kind < sizeof handlers / sizeof *handlers)
        handlers[ev->kind](m, ev);
    stage_settle(m);
}

struct typed *
model_field(const struct ui_model *m)
{
    if (m->help || model_is_tiny(m))
        return NULL;
    if (m->screen == SCREEN_BENCH)
        return bench_is_typing(m) ? &m->bench->field : NULL;
    if (sheet_searching(m))
        return &m->sheet->typed;
    if (page_searching(m))
        return (struct typed *)(uintptr_t)&m->pager.typed;
    return controls_field_active(m) ? &study_question(m)->typed : NULL;
}

void
model_type(struct ui_model *m, const char *text, int cursor)
{
    if (m->screen == SCREEN_PAGE)
        page_type(m, text, cursor);
    else if (m->screen == SCREEN_SHEET)
        sheet_type(m, text, cursor);
    else if (m->screen == SCREEN_BENCH)
        bench_type(m, text, cursor);
    else
        question_type(m, study_question(m), text, cursor);
}

struct ui_field
ui_field(const struct ui_model *m)
{
    struct ui_field f = {.text = "", .serial = m->field_serial};
    const struct typed *field = model_field(m);

    if (!field)
        return f;
    f.active = true;
    f.text = field->text ? field->text : "";
    f.cursor = field->cursor;
    f.own_up = keys_row(m, KEY_ARROW_UP) >= 0;
    f.own_down = keys_row(m, KEY_ARROW_DOWN) >= 0;
    f.own_right = keys_row(m, KEY_ARROW_RIGHT) >= 0;
    f.own_back = keys_row(m, KEY_BACK) >= 0;
    f.lines = keys_row(m, KEY_LINE_BREAK) >= 0;
    return f;
}

int
ui_wants_tick(const struct ui_model *m)
{
    enum { FRAME_MS = 66 }; /* at most 15 frames a second */
    int quiz;

    if (m->screen == SCREEN_LESSON && (m->study.playing || look_fills(m)))
        return FRAME_MS;
    quiz = quiz_wants_tick(m);
    return draft_waits(m) && (quiz < 0 || quiz > DRAFT_MS) ? DRAFT_MS : quiz;
}
