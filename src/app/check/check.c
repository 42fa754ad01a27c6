/*
 * ropewalk check: what is wrong in lessons.
 */
#include <sys/stat.h>

#include "app/check/crew.h"
#include "app/lesson_file.h"

/* What is to be checked, and what was found in it. */
struct findings {
    struct check_job *jobs;
    int n_jobs;
    struct check_report sum;
    int lessons, found;
    json_t *list;
};

/* Lessons that stand beside one another, and lend one another their rules. */
struct beside {
    const struct lesson_file *files;
    int n;
    const char **ids;
    const struct lesson *const *lessons; /* NULL: one that cannot be read */
};

/* ---- what is to be checked ----------------------------------------------------------
 */

static struct beside
beside(struct app *app, const struct lesson_file *files, int n)
{
    struct beside b = {files, n, ARENA_ARRAY(app->arena, const char *, n + 1), NULL};

    for (int i = 0; i < n; i++)
        b.ids[i] = files[i].id;
    b.lessons = course_load(app->arena, files, n);
    return b;
}

static void
add_job(struct app *app, struct findings *f, const struct beside *b, const char *path)
{
    struct check_job *jobs = ARENA_ARRAY(app->arena, struct check_job, f->n_jobs + 1);

    for (int i = 0; i < f->n_jobs; i++)
        jobs[i] = f->jobs[i];
    jobs[f->n_jobs++] = (struct check_job){
        .path = path,
        .in = {.known = b->n > 0 ? b->ids : NULL,
               .n_known = b->n,
               .course = b->lessons,
               .n_course = b->n},
    };
    f->jobs = jobs;
}

static void
add_all(struct app *app, struct findings *f, const struct beside *b)
{
    for (int i = 0; i < b->n; i++)
        add_job(app, f, b, b->files[i].path);
}

/* A file, or all lessons of a folder. */
static bool
add_path(struct app *app, struct findings *f, const struct beside *course,
         const char *path, struct err *e)
{
    struct lesson_file *files;
    struct beside folder;
    struct stat st;
    int n;

    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        add_job(app, f, course, path);
        return true;
    }
    if (!store_lessons(app->arena, path, &files, &n, e))
        return false;
    folder = beside(app, files, n);
    add_all(app, f, &folder);
    return true;
}

/* ---- what was found -----------------------------------------------------------------
 */

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

/* false with *e when the file could not be read. */
static bool
take_job(struct app *app, struct findings *f, const struct check_job *j, struct err *e)
{
    if (!j->read) {
        *e = j->err;
        return false;
    }
    f->lessons++;
    f->found += j->found.dropped;
    add_report(&f->sum, &j->counts);
    for (int i = 0; i < j->found.n; i++)
        add_finding(app, f, &j->found.at[i], j->in.text);
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

/* The exit status of what could be checked. */
static int
check_and_say(struct app *app, struct findings *f)
{
    int status = STATUS_YES;
    struct err e;

    check_all(f->jobs, f->n_jobs);
    for (int i = 0; i < f->n_jobs && status == STATUS_YES; i++)
        if (!take_job(app, f, &f->jobs[i], &e))
            status = report(app, &e, NULL);
    for (int i = 0; i < f->n_jobs; i++)
        arena_free(f->jobs[i].arena);
    if (status != STATUS_YES)
        return status;
    say_findings(app, f);
    return f->found > 0 ? STATUS_NO : STATUS_YES;
}

int
run_check(struct app *app)
{
    struct findings f = {.list = json_array()};
    struct lesson_file *files = NULL;
    struct beside course;
    int status = STATUS_YES, n = 0;
    struct err e;

    if (!store_lessons(app->arena, app->places.lessons, &files, &n, &e) && app->n == 0)
        status = report(app, &e, NULL);
    course = beside(app, files, n);
    if (app->n == 0)
        add_all(app, &f, &course);
    for (int i = 0; i < app->n && status == STATUS_YES; i++)
        if (!add_path(app, &f, &course, app->operands[i], &e))
            status = report(app, &e, NULL);
    if (status == STATUS_YES)
        status = check_and_say(app, &f);
    json_decref(f.list);
    return status;
}
