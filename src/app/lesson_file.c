#include "app/lesson_file.h"

#include <string.h>

#include "base/near.h"

bool
is_lesson_file(const char *operand)
{
    size_t len = strlen(operand);

    return strchr(operand, '/') || (len > 3 && strcmp(operand + len - 3, ".md") == 0);
}

const char *
lesson_path(struct app *app, const char *operand, struct err *e)
{
    const char **ids, *near;
    struct lesson_file *files;
    int n;

    if (is_lesson_file(operand))
        return operand;
    if (!store_lessons(app->arena, app->places.lessons, &files, &n, e))
        return NULL;
    ids = ARENA_ARRAY(app->arena, const char *, n + 1);
    for (int i = 0; i < n; i++) {
        ids[i] = files[i].id;
        if (strcmp(ids[i], operand) == 0)
            return files[i].path;
    }
    near = near_find(operand, ids);
    err_at(e, (struct pos){0}, ERR_LESSON_NONE, "no lesson '%s' in %s%s%s%s", operand,
           app->places.lessons, near ? "; did you mean " : "", near ? near : "",
           near ? "?" : "");
    return NULL;
}

const struct lesson *
lesson_load(struct arena *a, const char *path, const char **source, struct errs *errs)
{
    struct err e;
    char *text;
    size_t len;

    *source = NULL;
    if (!store_read_file(a, path, LESSON_TEXT_MAX, &text, &len, &e)) {
        errs_add(a, errs, &e);
        return NULL;
    }
    *source = text;
    return lesson_read(a, text, len, path, errs);
}

const struct lesson *const *
course_load(struct arena *a, const struct lesson_file *files, int n)
{
    const struct lesson **course = ARENA_ARRAY(a, const struct lesson *, n + 1);

    for (int i = 0; i < n; i++) {
        struct errs errs = {0};
        const char *source;

        course[i] = lesson_load(a, files[i].path, &source, &errs);
    }
    return course;
}

int
report_all(struct app *app, const struct errs *errs, const char *source)
{
    bool json = app->options.json;

    app->options.json = false;
    for (int i = 0; i < errs->n; i++)
        report(app, &errs->at[i], source);
    app->options.json = json;
    if (json)
        say_refusal(app, &errs->at[0]);
    return err_status(&errs->at[0]);
}
