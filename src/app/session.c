#include "app/session.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/lesson_file.h"
#include "app/question/quiz.h"
#include "exact/exact.h"

/* ---- opening and closing ----------------------------------------------------------- */

static void
open_record(struct session *s)
{
    struct err opened = {.code = ERR_NONE}, replayed = {.code = ERR_NONE};

    s->store = store_open(&s->app->places, &opened);
    s->progress = progress_new(s->app->arena);
    store_replay(s->store, s->progress, &replayed);
    if (opened.code == ERR_NONE)
        opened = replayed;
    s->notice = opened.code == ERR_NONE ? "" : arena_strdup(s->app->arena, opened.msg);
}

static void
list_lessons(struct session *s)
{
    struct err e;

    if (!store_lessons(s->app->arena, s->app->places.lessons, &s->files, &s->n_files,
                       &e)) {
        s->n_files = 0;
        if (!s->notice[0])
            s->notice = arena_strdup(s->app->arena, e.msg);
    }
    s->entries = ARENA_ARRAY(s->app->arena, struct ui_lesson, s->n_files + 1);
    for (int i = 0; i < s->n_files; i++) {
        const struct lesson_file *f = &s->files[i];

        s->entries[i] = (struct ui_lesson){.id = f->id,
                                           .label = f->label,
                                           .title = f->title,
                                           .minutes = f->minutes,
                                           .available = true,
                                           .core = !f->wider,
                                           .needs = f->needs,
                                           .n_needs = f->n_needs,
                                           .sittings = f->sittings,
                                           .n_sittings = f->n_sittings};
    }
}

void
session_open(struct session *s, struct app *app)
{
    *s = (struct session){.app = app, .notice = ""};
    open_record(s);
    list_lessons(s);
}

void
session_open_stage(struct session *s, struct app *app)
{
    *s = (struct session){.app = app, .notice = "", .stage = true};
    s->progress = progress_new(app->arena);
    list_lessons(s);
}

static bool
is_set(const char *name)
{
    const char *value = getenv(name);

    return value && value[0];
}

void
session_start(struct session *s, const struct terminal *t)
{
    const struct options *o = &s->app->options;
    struct ui_settings settings = {
        .alphabet = o->ascii ? ALPHABET_ASCII : term_alphabet(),
        .aspect = t ? term_aspect(t) : 2,
        .ramp = t && term_has_ramp(t),
        .seed = o->has_seed ? o->seed
                : s->stage  ? 0
                            : store_seed(s->store),
        .mouse_off = o->no_mouse,
        .stage = s->stage,
        .still = strcmp(o->motion, "full") != 0,
        .spoken = o->speak || is_set("ACCESSIBLE"),
        .now_ms = store_now_ms(),
    };

    settings.tz_minutes = store_tz_minutes(settings.now_ms);
    settings.cells = options_cells(o, &settings.cells_can);
    session_reread(s); /* from now on */
    s->model = ui_new(&settings, s->entries, s->n_files, s->progress);
    if (s->notice[0])
        session_send(s, &(struct ui_event){.kind = UI_NOTICE, .text = s->notice});
}

int
session_close(struct session *s)
{
    struct err e = {.code = ERR_NONE};
    bool saved = s->stage || store_flush(s->store, &e);

    if (!saved) {
        report(s->app, &e, NULL);
        remark(s->app, "%d steps and answers of this session are not kept\n",
               store_unsaved(s->store));
    }
    if (s->model)
        ui_free(s->model);
    store_close(s->store);
    arena_free(s->lesson_arena);
    exact_cleanup();
    return saved ? STATUS_YES : STATUS_IO;
}

/* ---- lessons ----------------------------------------------------------------------- */

const char *
session_path(const struct session *s, const char *id)
{
    if (s->own_path && strcmp(s->own_id, id) == 0)
        return s->own_path;
    for (int i = 0; i < s->n_files; i++)
        if (strcmp(s->files[i].id, id) == 0)
            return s->files[i].path;
    return NULL;
}

static void
send_failed(struct session *s, const char *text)
{
    session_send(s, &(struct ui_event){.kind = UI_FAILED, .text = text});
}

/* The old lesson stays until the model has taken the new one. */
static void
open_lesson(struct session *s, const char *path, const char *step)
{
    struct arena *a = arena_new();
    struct errs errs = {0};
    const char *source;
    const struct lesson *l = lesson_load(a, path, &source, &errs);
    struct arena *old = s->lesson_arena;

    if (!l) {
        send_failed(s, err_text(a, &errs.at[0]));
        arena_free(a);
        return;
    }
    s->lesson_arena = a;
    s->lesson = l;
    s->needed = NULL;
    session_send(s, &(struct ui_event){.kind = UI_LESSON, .lesson = l, .step = step});
    arena_free(old);
}

/* A quiz, which is in no file. */
static void
open_made(struct session *s, const char *step)
{
    struct arena *old = s->lesson_arena;

    s->lesson_arena = arena_new();
    s->lesson = s->made;
    s->needed = NULL;
    session_send(s, &(struct ui_event){.kind = UI_LESSON,
                                       .lesson = s->made,
                                       .step = step,
                                       .ms = store_monotonic_ms(),
                                       .deadline_ms = s->deadline_ms});
    arena_free(old);
}

void
session_load(struct session *s, const char *id, const char *step)
{
    const char *path = session_path(s, id);

    bool due = !*step && quiz_is_due(s->progress, id);

    if (due)
        due = (s->made = quiz_again(s, id, false)) != NULL;
    if (s->made && (due || strcmp(id, s->made->id) == 0))
        open_made(s, step);
    else if (path)
        open_lesson(s, path, step);
    else
        send_failed(s, "This lesson is not there yet.");
}

static void
load_again(struct session *s, const char *id)
{
    const struct lesson *made = quiz_again(s, id, true);

    if (made) {
        s->made = made;
        open_made(s, "");
    } else {
        send_failed(s, "There is nothing in this lesson that could be asked again.");
    }
}

/* When the file was saved last, as a number that changes with it; 0: it is not there. */
static int64_t
stamp_of(const char *path)
{
    struct stat st;

    if (stat(path, &st) != 0)
        return 0;
    return (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec + st.st_size;
}

void
session_reread(struct session *s)
{
    int64_t stamp = s->own_path ? stamp_of(s->own_path) : 0;

    if (stamp == 0 || stamp == s->own_stamp)
        return;
    if (s->own_stamp != 0) {
        if (s->screen) /* what was said of the file as it was is gone with it */
            session_send(s, &(struct ui_event){.kind = UI_REMARK, .text = ""});
        open_lesson(s, s->own_path, "");
    }
    s->own_stamp = stamp;
}

/* ---- effects ----------------------------------------------------------------------- */

static void
save(struct session *s, struct record_event *event)
{
    struct err e = {.code = ERR_NONE};
    bool saved = true;

    /* of a presentation nothing is kept but, for a file that is read again, its place */
    if (!s->stage)
        saved = store_append(s->store, event, s->progress, &e);
    else if (event->type == RECORD_REACHED)
        progress_add(s->progress, event);
    session_send(s, &(struct ui_event){.kind = saved ? UI_SAVED : UI_UNSAVED,
                                       .text = e.code == ERR_NONE ? "" : e.msg});
}

/* Load what a lesson needs, and what that needs; a lesson that cannot be read gives no
 * rules. */
static void
load_needs(struct session *s, const struct lesson *l, const struct lesson **course)
{
    for (int k = 0; k < l->n_needs; k++) {
        for (int i = 0; i < s->n_files; i++) {
            struct errs errs = {0};
            const char *source;

            if (course[i] || strcmp(s->files[i].id, l->needs[k]) != 0)
                continue;
            course[i] = lesson_load(s->lesson_arena, s->files[i].path, &source, &errs);
            if (course[i])
                load_needs(s, course[i], course);
        }
    }
}

/* The lesson that is open, or one that a quiz asks from. */
static const struct lesson *
ruled_lesson(const struct session *s, const char *id)
{
    const struct quiz *quiz = s->lesson->quiz;

    for (int i = 0; quiz && i < s->lesson->n_steps; i++)
        if (strcmp(quiz->from[i]->id, id) == 0)
            return quiz->from[i];
    return s->lesson;
}

/* The rules live with the lesson that is open. */
static void
send_rules(struct session *s, const char *id)
{
    const struct lesson *l = ruled_lesson(s, id);
    const struct rulebook *rules;

    if (!s->needed)
        s->needed = ARENA_ARRAY(s->lesson_arena, const struct lesson *, s->n_files + 1);
    load_needs(s, l, s->needed);
    rules = lesson_rules(s->lesson_arena, l, s->needed, s->n_files);
    session_send(s, &(struct ui_event){.kind = UI_RULES, .rules = rules});
}

/* "LESSON" or "LESSON#STEP". */
static void
load_place(struct session *s, const char *place)
{
    size_t n = strcspn(place, "#");
    const char *id = arena_strndup(s->app->arena, place, n);

    session_load(s, id, place[n] ? arena_strdup(s->app->arena, place + n + 1) : "");
}

/* Read once, and kept: it is looked at often. */
static void
send_course(struct session *s)
{
    struct arena *a = s->app->arena;

    if (!s->course)
        s->course = course_new(a, course_load(a, s->files, s->n_files), s->n_files);
    session_send(s, &(struct ui_event){.kind = UI_COURSE, .course = s->course});
}

/* The whole course takes three times what the program needs otherwise: it is given back.
 */
void
session_rope(struct session *s)
{
    struct arena *a = arena_new();
    const struct course_table *course =
        s->course ? s->course
                  : course_new(a, course_load(a, s->files, s->n_files), s->n_files);

    s->rope = false;
    ui_update(s->model, &(struct ui_event){.kind = UI_ROPE, .course = course});
    arena_free(a);
}

static void
carry_out(struct session *s, struct ui_effect *effect)
{
    switch (effect->kind) {
    case UI_EFFECT_SAVE:
        save(s, &effect->event);
        break;
    case UI_EFFECT_LOAD:
        load_place(s, effect->id);
        break;
    case UI_EFFECT_AGAIN:
        load_again(s, effect->id);
        break;
    case UI_EFFECT_COURSE:
        send_course(s);
        break;
    case UI_EFFECT_ROPE:
        s->rope = s->screen;
        break;
    case UI_EFFECT_RULES:
        send_rules(s, effect->id);
        break;
    case UI_EFFECT_CHECK:
        s->check = s->screen;
        if (!s->screen)
            session_send(s, &(struct ui_event){.kind = UI_CHECK});
        break;
    case UI_EFFECT_QUIT:
        s->over = true;
        break;
    case UI_EFFECT_SUSPEND:
        s->stop = true;
        break;
    case UI_EFFECT_REDRAW:
        s->repaint = true;
        break;
    case UI_EFFECT_STAGE: /* only notes ask for it */
        break;
    }
}

void
session_effects(struct session *s)
{
    struct ui_effect effect;

    while (!s->held && ui_next_effect(s->model, &effect))
        carry_out(s, &effect);
}

void
session_send(struct session *s, const struct ui_event *ev)
{
    ui_update(s->model, ev);
    session_effects(s);
}
