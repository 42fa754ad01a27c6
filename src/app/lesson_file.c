#include "app/lesson_file.h"

#include <string.h>
#include <sys/stat.h>

#include "base/near.h"
#include "check/check.h"

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

/* ---- check ------------------------------------------------------------------------- */

/* What was found in all files. */
struct findings {
    struct check_report sum;
    int lessons, found;
    json_t *list;
    const struct lesson *const *course; /* those that can be read */
    int n_course;
};

static void
add_report(struct check_report *sum, const struct check_report *r)
{
    sum->steps += r->steps;
    sum->questions += r->questions;
    sum->figures += r->figures;
    sum->lines += r->lines;
    sum->lines_numeric += r->lines_numeric;
    sum->claims += r->claims;
    sum->spans += r->spans;
}

static void
add_finding(struct app *app, struct findings *f, const struct err *e, const char *source)
{
    json_t *o;
    bool json = app->options.json;

    f->found++;
    app->options.json = false;
    report(app, e, source);
    app->options.json = json;
    o = err_json(e);
    json_object_set_new(o, "file", json_string(e->at.file ? e->at.file : ""));
    json_array_append_new(f->list, o);
}

/* false with *e when the file cannot be read at all. */
static bool
check_file(struct app *app, const struct lesson_file *course, int n, const char *path,
           struct findings *f, struct err *e)
{
    const char **known = ARENA_ARRAY(app->arena, const char *, n + 1);
    struct arena *a = arena_new();
    struct check_report counts = {0};
    struct errs errs = {0};
    char *text;
    size_t len;
    bool read = store_read_file(a, path, LESSON_TEXT_MAX, &text, &len, e);

    for (int i = 0; i < n; i++)
        known[i] = course[i].id;
    if (read) {
        const struct check_input in = {text, len,       path,       n > 0 ? known : NULL,
                                       n,    f->course, f->n_course};

        check_lesson(a, &in, &counts, &errs);
        f->lessons++;
        f->found += errs.dropped;
        add_report(&f->sum, &counts);
        for (int i = 0; i < errs.n; i++)
            add_finding(app, f, &errs.at[i], text);
    }
    arena_free(a);
    return read;
}

/* A file, or all lessons of a folder. */
static bool
check_path(struct app *app, const struct lesson_file *course, int n, const char *path,
           struct findings *f, struct err *e)
{
    struct lesson_file *files;
    struct stat st;
    int n_files;

    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
        return check_file(app, course, n, path, f, e);
    if (!store_lessons(app->arena, path, &files, &n_files, e))
        return false;
    f->course = course_load(app->arena, files, n_files);
    f->n_course = n_files;
    for (int i = 0; i < n_files; i++)
        if (!check_file(app, files, n_files, files[i].path, f, e))
            return false;
    return true;
}

static void
say_findings(struct app *app, const struct findings *f)
{
    const struct check_report *r = &f->sum;

    if (app->options.json) {
        say_json(app,
                 json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:O}",
                           "lessons", f->lessons, "steps", r->steps, "questions",
                           r->questions, "figures", r->figures, "lines", r->lines,
                           "lines_numeric", r->lines_numeric, "claims", r->claims,
                           "spans", r->spans, "found", f->found, "findings", f->list));
        return;
    }
    say("%d %s: %d steps, %d questions, %d figures, %d spans, %d lines (%d by numbers "
        "only), %d claims\n%d %s\n",
        f->lessons, f->lessons == 1 ? "lesson" : "lessons", r->steps, r->questions,
        r->figures, r->spans, r->lines, r->lines_numeric, r->claims, f->found,
        f->found == 1 ? "finding" : "findings");
}

int
run_check(struct app *app)
{
    struct findings f = {.list = json_array()};
    struct lesson_file *course = NULL;
    int status = STATUS_YES, n = 0, count;
    struct err e;

    if (!store_lessons(app->arena, app->places.lessons, &course, &n, &e) && app->n == 0)
        status = report(app, &e, NULL);
    f.course = course_load(app->arena, course, n);
    f.n_course = n;
    count = app->n > 0 ? app->n : n;
    for (int i = 0; i < count && status == STATUS_YES; i++)
        if (app->n > 0 ? !check_path(app, course, n, app->operands[i], &f, &e)
                       : !check_file(app, course, n, course[i].path, &f, &e))
            status = report(app, &e, NULL);
    if (status == STATUS_YES) {
        say_findings(app, &f);
        status = f.found > 0 ? STATUS_NO : STATUS_YES;
    }
    json_decref(f.list);
    return status;
}
