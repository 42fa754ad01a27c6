#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson_file.h"
#include "app/session.h"
#include "base/buf.h"
#include "base/near.h"
#include "lesson/lesson.h"

static const char first_minute[] = "first-minute";

/* What to open: a lesson by its id (NULL: home) at a step ("" resumes). */
struct target {
    const char *id, *step;
};

/* ---- choosing ---------------------------------------------------------------------- */

/* The number that a screen shows ("5 of 13"), as the id of that step; NULL: it is none.
 */
static const char *
step_by_number(const struct lesson *l, const char *text)
{
    char *end;
    long n = strtol(text, &end, 10);

    return end != text && !*end && n >= 1 && n <= l->n_steps ? l->steps[n - 1].id : NULL;
}

static bool
no_such_step(struct arena *a, const struct lesson *l, const char *id, struct errs *errs)
{
    const char **ids = ARENA_ARRAY(a, const char *, l->n_steps + 1);
    const char *near;
    struct buf all;

    buf_init(&all, a);
    for (int i = 0; i < l->n_steps; i++) {
        ids[i] = l->steps[i].id;
        buf_printf(&all, "%s%s", i ? ", " : "", ids[i]);
    }
    near = near_find(id, ids);
    if (near)
        return errs_at(a, errs, (struct pos){0}, ERR_STEP_NONE,
                       "no step '%s' in %s; did you mean %s?", id, l->file, near);
    return errs_at(a, errs, (struct pos){0}, ERR_STEP_NONE,
                   "no step '%s' in %s; its steps are 1 to %d, or %s", id, l->file,
                   l->n_steps, all.s);
}

/* It is read here once, so that a learner never meets an error on a screen that could
 * have been told before. */
const struct lesson *
session_choose(struct session *s, const char *operand, const char **step,
               const char **source, struct errs *errs)
{
    struct arena *a = s->app->arena;
    const char *hash = strchr(operand, '#');
    const char *name =
        hash ? arena_strndup(a, operand, (size_t)(hash - operand)) : operand;
    const struct lesson *l;
    const char *path;
    struct err e;

    path = lesson_path(s->app, name, &e);
    if (!path) {
        errs_add(a, errs, &e);
        return NULL;
    }
    s->own_path = is_lesson_file(name) ? name : NULL;
    l = lesson_load(a, path, source, errs);
    if (!l)
        return NULL;
    s->own_id = l->id;
    *step = hash ? hash + 1 : "";
    if (hash && lesson_step(l, *step) < 0 && step_by_number(l, *step))
        *step = step_by_number(l, *step);
    if (hash && lesson_step(l, *step) < 0) {
        no_such_step(a, l, *step, errs);
        return NULL;
    }
    return l;
}

/* ---- walking ----------------------------------------------------------------------- */

static bool
wants_lines(const struct app *app)
{
    const char *accessible = getenv("ACCESSIBLE");

    return app->options.plain || (accessible && accessible[0]);
}

int
session_walk(struct session *s, const char *id, const char *step)
{
    int status, sig = 0;
    struct err e;

    if (s->app->options.json) {
        session_close(s);
        err_at(&e, (struct pos){0}, ERR_OPTION,
               "a walk is no JSON object: leave --json out");
        return report(s->app, &e, NULL);
    }
    if (wants_lines(s->app)) {
        walk_lines(s, id, step);
    } else if (!walk_screen(s, id, step, &sig, &e)) {
        if (e.code != ERR_TERMINAL_NONE)
            remark(s->app, "%s\n", err_text(s->app->arena, &e));
        walk_lines(s, id, step);
    }
    status = session_close(s);
    if (sig != 0) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
    return status;
}

int
run_learn(struct app *app)
{
    struct session s;
    struct target target;
    struct errs errs = {0};
    const char *last, *source = NULL;

    session_open(&s, app);
    last = progress_last_lesson(s.progress);
    target = (struct target){last[0] && session_path(&s, last) ? last : NULL, ""};
    if (app->n > 0) {
        const struct lesson *l =
            session_choose(&s, app->operands[0], &target.step, &source, &errs);

        if (!l) {
            int status = report_all(app, &errs, source);

            session_close(&s);
            return status;
        }
        target.id = l->id;
    }
    return session_walk(&s, target.id, target.step);
}

/* The first minute, until it is finished or another lesson was opened. */
static bool
is_first_start(const struct session *s)
{
    const char *last = progress_last_lesson(s->progress);

    return session_path(s, first_minute) &&
           !progress_lesson(s->progress, first_minute).done &&
           (!last[0] || strcmp(last, first_minute) == 0);
}

int
run_start(struct app *app)
{
    struct session s;
    struct target target = {NULL, ""};

    session_open(&s, app);
    if (!wants_lines(app) && is_first_start(&s))
        target.id = first_minute;
    return session_walk(&s, target.id, target.step);
}
