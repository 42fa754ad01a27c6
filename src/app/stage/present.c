#include "app/stage/present.h"

#include <signal.h>
#include <string.h>

#include "app/lesson_file.h"
#include "ui/ui.h"

/* What a presentation knows beside its session. */
struct presenter {
    struct stage_host *host; /* NULL: notes cannot follow */
    bool told;
    struct ui_place at; /* what notes were told last */
    int64_t began_ms, step_ms;
    const char *kept_step; /* what is kept; in the arena of the program */
    int kept_beat;
    struct err trouble; /* the place could not be kept */
};

/* ---- telling ----------------------------------------------------------------------- */

static bool
same(const struct ui_place *x, const struct ui_place *y)
{
    return strcmp(x->step, y->step) == 0 && x->beat == y->beat && x->line == y->line &&
           x->part == y->part && x->blank == y->blank && x->ended == y->ended &&
           x->said == y->said && strcmp(x->lesson, y->lesson) == 0;
}

static void
tell(struct session *s)
{
    struct presenter *p = s->presenter;
    struct arena *a = arena_new();
    struct ui_notes notes;

    if (p->host && ui_notes_of(a, s->model, &notes)) {
        notes.began_ms = p->began_ms;
        notes.step_ms = p->step_ms;
        store_host_say(p->host, ui_notes_line(a, &notes));
    }
    arena_free(a);
}

/* The place is kept at once: a presentation may end in any way. One that came to its end
 * begins anew the next time. */
static void
keep(struct session *s, const struct ui_place *at)
{
    struct presenter *p = s->presenter;
    const char *step = at->ended ? "" : at->step;
    struct err e = {.code = ERR_NONE};

    if (p->kept_step && strcmp(p->kept_step, step) == 0 && p->kept_beat == at->beat)
        return;
    p->kept_step = arena_strdup(s->app->arena, step);
    p->kept_beat = at->beat;
    if (!store_stage_keep(s->app->arena, &s->app->places, at->lesson, step, at->beat,
                          &e) &&
        p->trouble.code == ERR_NONE)
        p->trouble = e;
}

static void
watch(const struct presenter *p, struct terminal *t)
{
    int fds[STORE_HOST_FDS];

    if (p->host)
        term_watch(t, fds, store_host_fds(p->host, fds));
}

/* ---- hearing ----------------------------------------------------------------------- */

/* Notes press the keys of a clicker. */
static void
move(struct session *s)
{
    static const uint32_t keys[] = {[STAGE_MOVE_NEXT] = KEY_PAGE_DOWN,
                                    [STAGE_MOVE_BACK] = KEY_PAGE_UP,
                                    [STAGE_MOVE_BLANK] = '.'};
    enum stage_move asked;

    while ((asked = store_host_move(s->presenter->host)) != STAGE_MOVE_NONE && !s->over)
        session_send(s, &(struct ui_event){.kind = UI_KEY, .key = keys[asked]});
}

void
present_turn(struct session *s, struct terminal *t)
{
    struct presenter *p = s->presenter;
    struct ui_place at;

    if (p->host)
        move(s);
    watch(p, t);
    if (!ui_place(s->model, &at) || (p->told && same(&at, &p->at)))
        return;
    if (!p->told || strcmp(at.step, p->at.step) != 0)
        p->step_ms = store_now_ms();
    at.lesson = arena_strdup(s->app->arena, at.lesson);
    at.step = arena_strdup(s->app->arena, at.step);
    p->at = at;
    p->told = true;
    keep(s, &at);
    tell(s);
}

/* ---- the command ------------------------------------------------------------------- */

/* Where it was left, as if the learner had left there. */
static void
resume(struct session *s, const struct lesson *l)
{
    struct record_event left = {.type = RECORD_REACHED, .lesson = l->id, .device = ""};
    int beat;

    if (!store_stage_place(s->app->arena, &s->app->places, l->id, &left.step, &beat))
        return;
    left.detail = arena_printf(s->app->arena, "{\"beat\": %d}", beat);
    progress_add(s->progress, &left);
}

static int
refuse(struct session *s, enum err_code code, const char *why)
{
    struct err e;

    session_close(s);
    err_at(&e, (struct pos){0}, code, "%s", why);
    return report(s->app, &e, NULL);
}

static int
show(struct session *s, const char *id, const char *step)
{
    struct presenter p = {.began_ms = store_now_ms(), .trouble.code = ERR_NONE};
    struct err alone = {.code = ERR_NONE}, e;
    int sig = 0, status;
    bool shown;

    p.host = store_host_open(&alone);
    s->presenter = &p;
    s->greeting = alone.code == ERR_NONE ? NULL : alone.msg;
    shown = walk_screen(s, id, step, &sig, &e);
    store_host_close(p.host);
    if (!shown && e.code == ERR_TERMINAL_NONE)
        return refuse(s, e.code, "present needs a terminal to show the lesson on");
    if (!shown)
        return refuse(s, e.code, e.msg);
    if (alone.code != ERR_NONE)
        remark(s->app, "%s\n", err_text(s->app->arena, &alone));
    if (p.trouble.code != ERR_NONE)
        remark(s->app, "%s\n", err_text(s->app->arena, &p.trouble));
    status = session_close(s);
    if (sig != 0) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
    return status;
}

/* "LESSON#STEP" of LESSON and --from STEP. */
static const char *
operand_of(struct app *app)
{
    const char *operand = app->operands[0];

    if (!*app->options.from)
        return operand;
    return arena_printf(app->arena, "%.*s#%s", (int)strcspn(operand, "#"), operand,
                        app->options.from);
}

int
run_present(struct app *app)
{
    struct session s;
    struct errs errs = {0};
    const struct lesson *l;
    const char *source = NULL, *step;

    session_open_stage(&s, app);
    if (app->options.json)
        return refuse(&s, ERR_OPTION,
                      "a presentation is no JSON object: leave --json out");
    if (app->options.plain)
        return refuse(&s, ERR_OPTION,
                      "a presentation is no text: leave --plain out, or use learn");
    l = session_choose(&s, operand_of(app), &step, &source, &errs);
    if (!l) {
        int status = report_all(app, &errs, source);

        session_close(&s);
        return status;
    }
    if (l->n_steps == 0)
        return refuse(&s, ERR_STEP_NONE, "this lesson has no steps to present");
    if (!*step)
        resume(&s, l);
    return show(&s, l->id, step);
}
