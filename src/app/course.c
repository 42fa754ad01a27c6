#include <string.h>

#include "app/app.h"
#include "base/safe.h"
#include "record/record.h"

/* The learner's progress, from the record as it is; without one, none. */
static const struct progress *
read_progress(struct app *app)
{
    struct progress *p = progress_new(app->arena);
    struct err e = {.code = ERR_NONE};
    struct store *s = store_open(&app->places, &e);

    if (!store_replay(s, p, &e))
        remark(app, "%s\n", err_text(app->arena, &e));
    store_close(s);
    return p;
}

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
        return refuse(app, &e, NULL);
    p = read_progress(app);
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
