#include "app/session.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "app/stage/present.h"

/* When the model wants its next tick, which may be sooner than it was; -1: it wants none.
 */
static int64_t
next_tick(const struct session *s, int64_t due)
{
    int wanted = ui_wants_tick(s->model);
    int64_t at;

    if (wanted < 0)
        return -1;
    at = store_monotonic_ms() + wanted;
    return due < 0 || at < due ? at : due;
}

static int
wait_ms(int64_t due)
{
    int64_t left = due < 0 ? -1 : due - store_monotonic_ms();

    return due < 0 ? -1 : left < 0 ? 0 : (int)left;
}

/* What can be read when a file is saved in the folder of `path`; -1: the system does not
 * tell, and the next key finds out. */
static int
watch_saved(struct arena *a, const char *path)
{
    int fd = -1;
#ifdef __linux__
    const char *slash = strrchr(path, '/');
    const char *folder = !slash          ? "."
                         : slash == path ? "/"
                                         : arena_strndup(a, path, (size_t)(slash - path));

    fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd >= 0 && inotify_add_watch(fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO) < 0) {
        close(fd);
        fd = -1;
    }
#else
    (void)a;
    (void)path;
#endif
    return fd;
}

/* What was told is not needed: session_reread() looks at the file. */
static void
forget_saved(int fd)
{
    char told[4096];

    while (fd >= 0 && read(fd, told, sizeof told) > 0)
        ;
}

static bool
is_early(const struct ui_event *ev, int64_t due)
{
    return ev->kind == UI_TICK && (due < 0 || store_monotonic_ms() < due);
}

static void
show(struct session *s, struct terminal *t, struct canvas *c)
{
    if (s->stop) {
        s->stop = false;
        term_suspend(t);
    }
    if (s->repaint) {
        s->repaint = false;
        term_forget(t);
    }
    /* A frame that nobody can see before the next one is left out. */
    if (term_pending(t))
        return;
    ui_view(s->model, c);
    term_mouse(t, ui_wants_mouse(s->model));
    term_show(t, c);
}

static void
send_size(struct session *s, const struct terminal *t)
{
    struct ui_event ev = {.kind = UI_RESIZE};

    term_size(t, &ev.rows, &ev.cols);
    session_send(s, &ev);
}

static void
run_events(struct session *s, struct terminal *t, struct canvas *c)
{
    /* Before a class a press is early enough. */
    bool watches = s->own_path && !s->presenter;
    int saved = watches ? watch_saved(s->app->arena, s->own_path) : -1;
    int64_t due = -1;

    if (saved >= 0)
        term_watch(t, &saved, 1);
    while (!s->over) {
        struct ui_event ev;

        show(s, t, c);
        if (s->check) {
            s->check = false;
            session_send(s, &(struct ui_event){.kind = UI_CHECK});
            continue;
        }
        due = next_tick(s, due);
        if (!term_wait(t, ui_field(s->model), s->rope ? 0 : wait_ms(due), &ev))
            break;
        if (ev.kind == UI_TICK && s->rope) { /* nobody is typing: there is time */
            session_rope(s);
            continue;
        }
        if (ev.kind == UI_RESIZE)
            canvas_resize(c, ev.rows, ev.cols);
        if (!watches || !is_early(&ev, due)) {
            due = ev.kind == UI_TICK ? -1 : due;
            session_send(s, &ev);
        }
        forget_saved(saved);
        session_reread(s);
        if (s->presenter)
            present_turn(s, t);
    }
    if (saved >= 0)
        close(saved);
    if (!s->over)
        session_send(s, &(struct ui_event){.kind = UI_LEAVE});
}

/* Any value that is not empty. */
bool
options_color(const struct options *o)
{
    const char *none = getenv("NO_COLOR");

    return !o->no_color && (!none || !none[0]);
}

bool
walk_screen(struct session *s, const char *id, const char *step, int *sig, struct err *e)
{
    const struct options *o = &s->app->options;
    struct term_options look = {
        .theme = o->theme, .color = options_color(o), .mouse = !o->no_mouse};
    struct terminal *t = term_open(&look, e);
    struct canvas *c;
    int rows, cols;

    if (!t)
        return false;
    term_size(t, &rows, &cols);
    c = canvas_new(rows, cols, o->ascii ? ALPHABET_ASCII : term_alphabet());
    s->held = s->screen = true;
    session_start(s, t);
    send_size(s, t);
    if (id)
        session_load(s, id, step);
    else
        session_send(s, &(struct ui_event){.kind = UI_OPEN_HOME, .text = s->shows});
    if (s->shows)
        session_effects(s);
    if (s->greeting)
        session_send(s, &(struct ui_event){.kind = UI_REMARK, .text = s->greeting});
    show(s, t, c);
    s->held = false;
    session_effects(s);
    if (s->presenter)
        present_turn(s, t);
    run_events(s, t, c);
    *sig = term_signal(t);
    canvas_free(c);
    term_close(t);
    return true;
}
