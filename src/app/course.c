#include <string.h>

#include "app/app.h"
#include "app/course/course.h"
#include "base/safe.h"
#include "record/record.h"

static const char *
lesson_state(const struct progress *p, const char *id)
{
    struct lesson_progress at = progress_lesson(p, id);

    if (at.done)
        return "done";
    if (!at.opened)
        return "new";
    return strcmp(progress_last_lesson(p), id) == 0 ? "here" : "begun";
}

static json_t *
lesson_json(const struct lesson_file *f, const char *state)
{
    json_t *needs = json_array();

    for (int i = 0; i < f->n_needs; i++)
        json_array_append_new(needs, json_string(f->needs[i]));
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:o}", "id", f->id, "label", f->label,
                     "title", f->title, "minutes", f->minutes, "state", state, "needs",
                     needs);
}

int
run_list(struct app *app)
{
    const struct progress *p;
    struct lesson_file *files;
    json_t *lessons;
    struct err e;
    int n;

    if (!store_lessons(app->arena, app->places.lessons, &files, &n, &e))
        return report(app, &e, NULL);
    p = course_progress(app);
    lessons = json_array();
    for (int i = 0; i < n; i++) {
        const struct lesson_file *f = &files[i];
        const char *state = lesson_state(p, f->id);

        json_array_append_new(lessons, lesson_json(f, state));
        if (!app->options.json)
            say("%-6s %-4s %-16s %3d min  %s\n", state, f->label, f->id, f->minutes,
                text_safe(app->arena, f->title, strlen(f->title)));
    }
    if (app->options.json)
        say_json(app, json_pack("{s:O}", "lessons", lessons));
    json_decref(lessons);
    return STATUS_YES;
}

/* ---- record ------------------------------------------------------------------------ */

static int
record_show(struct app *app, struct store *s, struct err *e)
{
    struct progress *p = progress_new(app->arena);
    struct lesson_file *files;
    json_t *lessons = json_array();
    int n;

    if (!store_replay(s, p, e) ||
        !store_lessons(app->arena, app->places.lessons, &files, &n, e)) {
        json_decref(lessons);
        return report(app, e, NULL);
    }
    for (int i = 0; i < n; i++) {
        struct lesson_progress at = progress_lesson(p, files[i].id);
        const char *state = lesson_state(p, files[i].id);

        if (!at.opened)
            continue;
        json_array_append_new(lessons, json_pack("{s:s, s:s, s:s, s:i}", "id",
                                                 files[i].id, "state", state, "step",
                                                 at.step, "steps_done", at.steps_done));
        if (!app->options.json)
            say("%-6s %-16s %d steps%s%s\n", state, files[i].id, at.steps_done,
                at.done ? "" : ", now at ", at.done ? "" : at.step);
    }
    if (app->options.json)
        say_json(app, json_pack("{s:s, s:O}", "record", app->places.record, "lessons",
                                lessons));
    else
        say("The record is %s\n", app->places.record);
    json_decref(lessons);
    return STATUS_YES;
}

static int
record_export(struct app *app, struct store *s, struct err *e)
{
    if (app->n < 2) {
        err_at(e, (struct pos){0}, ERR_OPERANDS, "usage: ropewalk record export FILE");
        return report(app, e, NULL);
    }
    if (!store_replay(s, progress_new(app->arena), e) ||
        !store_export(s, app->operands[1], e))
        return report(app, e, NULL);
    if (app->options.json)
        say_json(app, json_pack("{s:s}", "exported", app->operands[1]));
    remark(app, "the record is in %s, one event a line\n", app->operands[1]);
    return STATUS_YES;
}

/* *e is what opening the record said: one that had to be set aside was not sound. */
static int
record_verify(struct app *app, struct store *s, struct err *e)
{
    bool damaged = e->code == ERR_STORE_DAMAGED;
    int status;

    if (!store_verify(s, e)) {
        status = report(app, e, NULL);
        return e->code == ERR_STORE_CHAIN || e->code == ERR_STORE_DAMAGED ? STATUS_NO
                                                                          : status;
    }
    if (app->options.json)
        say_json(app, json_pack("{s:b}", "sound", !damaged));
    else if (!damaged)
        say("The record is sound.\n");
    return damaged ? STATUS_NO : STATUS_YES;
}

static const struct record_action {
    const char *name;
    int (*run)(struct app *app, struct store *s, struct err *e);
} record_actions[] = {
    {"show",   record_show  },
    {"export", record_export},
    {"verify", record_verify},
};

int
run_record(struct app *app)
{
    struct err e = {.code = ERR_NONE};
    struct store *s;

    for (size_t i = 0; i < sizeof record_actions / sizeof *record_actions; i++) {
        int status;

        if (strcmp(record_actions[i].name, app->operands[0]) != 0)
            continue;
        s = store_open(&app->places, &e);
        if (e.code != ERR_NONE)
            remark(app, "%s\n", err_text(app->arena, &e));
        status = record_actions[i].run(app, s, &e);
        store_close(s);
        return status;
    }
    err_at(&e, (struct pos){0}, ERR_COMMAND, "usage: ropewalk record %s",
           app->command->operands);
    return report(app, &e, NULL);
}
