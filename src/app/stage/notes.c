#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "base/safe.h"
#include "term/term.h"
#include "ui/ui.h"

/* The notes of a speaker: a line of the presentation, shown on a screen or as lines. */
struct reader {
    struct app *app;
    struct stage_guest *guest;
    struct arena *arena; /* of the notes that are shown */
    struct ui_notes notes;
    bool any, news;  /* a presentation is there; something has changed */
    const char *why; /* why there is nothing to show */
};

enum { MINUTE_MS = 60000, NEWS_AT_ONCE = 64 };

static const char waiting[] = "No presentation is running. These notes begin with the "
                              "next one: ropewalk present LESSON.";
static const char gone[] = "The presentation has ended. The next one is waited for.";

/* ---- hearing ----------------------------------------------------------------------- */

static void
set_idle(struct reader *r, const char *why)
{
    r->any = false;
    r->why = arena_strdup(r->app->arena, why);
    r->news = true;
}

/* A line that cannot be used ends the connection: what says it is no presentation. */
static void
take_line(struct reader *r, const char *line, size_t len)
{
    struct arena *a = arena_new();
    struct ui_notes notes;
    struct err e;

    r->news = true;
    if (!ui_notes_read(a, line, len, &notes, &e)) {
        char said[160];

        text_safe_line(said, sizeof said, e.msg);
        store_guest_leave(r->guest);
        set_idle(r, arena_printf(a, "What came from the presentation cannot be used: %s.",
                                 said));
        arena_free(a);
        return;
    }
    arena_free(r->arena);
    r->arena = a;
    r->notes = notes;
    r->any = true;
}

/* Of many lines that wait only the last is shown; but never is there no end to them. */
static void
hear(struct reader *r)
{
    for (int i = 0; i < NEWS_AT_ONCE; i++) {
        const char *line;
        size_t len;

        switch (store_guest_news(r->guest, &line, &len)) {
        case STAGE_NEWS_LINE:
            take_line(r, line, len);
            break;
        case STAGE_NEWS_GONE:
            if (r->any)
                set_idle(r, gone);
            break;
        case STAGE_NEWS_BAD:
            set_idle(r, "What came from the presentation is too long to be its notes.");
            break;
        case STAGE_NEWS_NONE:
            return;
        }
    }
}

/* ---- on the screen ----------------------------------------------------------------- */

static int
to_next_minute(void)
{
    return (int)(MINUTE_MS - store_now_ms() % MINUTE_MS);
}

struct notes_screen {
    struct terminal *t;
    struct ui_model *model;
    struct canvas *c;
    bool over;
};

static void
carry_out(struct reader *r, struct notes_screen *v)
{
    struct ui_effect effect;

    while (ui_next_effect(v->model, &effect)) {
        if (effect.kind == UI_EFFECT_QUIT)
            v->over = true;
        else if (effect.kind == UI_EFFECT_SUSPEND)
            term_suspend(v->t);
        else if (effect.kind == UI_EFFECT_REDRAW)
            term_forget(v->t);
        else if (effect.kind == UI_EFFECT_STAGE)
            store_guest_move(r->guest, strcmp(effect.id, "next") == 0 ? STAGE_MOVE_NEXT
                                       : strcmp(effect.id, "back") == 0
                                           ? STAGE_MOVE_BACK
                                           : STAGE_MOVE_BLANK);
    }
}

static void
send_notes(const struct reader *r, struct notes_screen *v)
{
    ui_update(v->model, &(struct ui_event){.kind = UI_NOTES,
                                           .notes = r->any ? &r->notes : NULL,
                                           .text = r->why,
                                           .ms = store_now_ms()});
}

static void
show(struct notes_screen *v)
{
    if (term_pending(v->t))
        return;
    ui_view(v->model, v->c);
    term_show(v->t, v->c);
}

static void
follow_on_screen(struct reader *r, struct notes_screen *v)
{
    while (!v->over) {
        int fds[STORE_GUEST_FDS];
        struct ui_event ev;

        hear(r);
        send_notes(r, v);
        show(v);
        term_watch(v->t, fds, store_guest_fds(r->guest, fds));
        if (!term_wait(v->t, ui_field(v->model), to_next_minute(), &ev))
            return;
        if (ev.kind == UI_TICK) {
            store_guest_again(r->guest);
            continue;
        }
        if (ev.kind == UI_RESIZE)
            canvas_resize(v->c, ev.rows, ev.cols);
        ui_update(v->model, &ev);
        carry_out(r, v);
    }
}

/* false with *e when there is no terminal. */
static bool
notes_on_screen(struct reader *r, int *sig, struct err *e)
{
    const struct options *o = &r->app->options;
    struct term_options look = {
        .theme = o->theme, .color = options_color(o), .mouse = false};
    struct ui_settings settings = {.alphabet =
                                       o->ascii ? ALPHABET_ASCII : term_alphabet(),
                                   .aspect = 2,
                                   .tz_minutes = store_tz_minutes(store_now_ms())};
    struct progress *none = progress_new(r->app->arena);
    struct notes_screen v = {.t = term_open(&look, e)};
    int rows, cols;

    if (!v.t)
        return false;
    term_size(v.t, &rows, &cols);
    v.c = canvas_new(rows, cols, settings.alphabet);
    v.model = ui_new(&settings, NULL, 0, none);
    follow_on_screen(r, &v);
    *sig = term_signal(v.t);
    ui_free(v.model);
    canvas_free(v.c);
    term_close(v.t);
    return true;
}

/* ---- in lines ---------------------------------------------------------------------- */

static void
print(const struct reader *r)
{
    struct arena *a = arena_new();
    int64_t now = store_now_ms();
    const char *text = r->any ? ui_notes_text(a, &r->notes, now, store_tz_minutes(now))
                              : arena_printf(a, "\n%s\n", r->why);

    say("%s", r->app->options.ascii || term_alphabet() == ALPHABET_ASCII
                  ? canvas_fold(a, ALPHABET_ASCII, text)
                  : text);
    arena_free(a);
}

/* Whoever reads has gone, or waits for more. */
static bool
wait_in_lines(const struct reader *r)
{
    struct pollfd fds[1 + STORE_GUEST_FDS] = {
        {.fd = STDOUT_FILENO, .events = 0}
    };
    int watched[STORE_GUEST_FDS], n = store_guest_fds(r->guest, watched);

    for (int i = 0; i < n; i++)
        fds[1 + i] = (struct pollfd){.fd = watched[i], .events = POLLIN};
    if (poll(fds, (nfds_t)(1 + n), to_next_minute()) == 0)
        store_guest_again(r->guest);
    return !(fds[0].revents & (POLLERR | POLLHUP | POLLNVAL));
}

static void
notes_in_lines(struct reader *r)
{
    struct ui_notes shown = {.step = ""};
    bool any = false;

    do {
        hear(r);
        if (!r->news)
            continue;
        r->news = false;
        /* lines and parts of the same beat have the same notes */
        if (!r->any || !any || strcmp(shown.step, r->notes.step) != 0 ||
            shown.beat_at != r->notes.beat_at || shown.ended != r->notes.ended) {
            print(r);
            if (fflush(stdout) != 0)
                return;
        }
        any = r->any;
        shown = r->notes;
        shown.step = any ? arena_strdup(r->app->arena, r->notes.step) : "";
    } while (wait_in_lines(r));
}

/* ---- the command ------------------------------------------------------------------- */

int
run_notes(struct app *app)
{
    struct reader r = {.app = app, .why = waiting, .news = true};
    struct err e;
    int sig = 0;

    if (app->options.json) {
        err_at(&e, (struct pos){0}, ERR_OPTION,
               "notes are no JSON object: leave --json out");
        return report(app, &e, NULL);
    }
    r.guest = store_guest_open(&e);
    if (!r.guest)
        return report(app, &e, NULL);
    if (app->options.plain || !notes_on_screen(&r, &sig, &e))
        notes_in_lines(&r);
    store_guest_close(r.guest);
    arena_free(r.arena);
    if (sig != 0) {
        signal(sig, SIG_DFL);
        raise(sig);
    }
    return STATUS_YES;
}
