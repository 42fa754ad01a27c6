#include "term/term.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "term/decode.h"
#include "term/edit.h"
#include "term/rescue.h"
#include "term/screen.h"

enum { CTRL_Z = 26, READ_MAX = 1024 };

struct terminal {
    struct screen *screen;
    struct edit *edit;
    struct decoder decoder;
    unsigned char in[READ_MAX];
    size_t next, n; /* in[next..n) is not decoded yet */
    bool ended;
    int signal;
    bool stopped, resized; /* by signals, and not told yet */
    bool editing;
    struct ui_field
        field;       /* which of the editor's keys are the screen's; its text is gone */
    unsigned serial; /* of the field that the editor has */
    int watched[TERM_WATCHED_MAX], n_watched;
};

/* ---- what there is ----------------------------------------------------------------- */

enum alphabet
term_alphabet(void)
{
    locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    enum alphabet found = ALPHABET_ASCII;

    if (users == (locale_t)0)
        return found;
    if (strcmp(nl_langinfo_l(CODESET, users), "UTF-8") == 0)
        found = ALPHABET_UNICODE;
    freelocale(users);
    return found;
}

unsigned
term_cells(void)
{
    const char *type = getenv("TERM");
    unsigned slopes = 1u << CELLS_SLOPES, halves = 1u << CELLS_HALVES;

    if (term_alphabet() == ALPHABET_ASCII)
        return slopes;
    /* The console of Linux has UTF-8, but the glyphs of an old PC. */
    if (type && strcmp(type, "linux") == 0)
        return slopes | halves;
    return slopes | halves | 1u << CELLS_QUADRANTS | 1u << CELLS_BRAILLE;
}

bool
term_has_ramp(const struct terminal *t)
{
    return screen_has_ramp(t->screen);
}

const char *
term_theme_name(int i)
{
    const struct theme *t = theme_at(i);

    return t ? t->name : NULL;
}

/* ---- opening and closing ----------------------------------------------------------- */

struct terminal *
term_open(const struct term_options *o, struct err *e)
{
    const struct theme *theme = theme_find(o->theme, getenv("COLORFGBG"));
    struct screen *screen;
    const char *type;
    struct terminal *t;

    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        err_at(e, (struct pos){0}, ERR_TERMINAL_NONE,
               "input or output is not a terminal, so lines are used instead");
        return NULL;
    }
    type = screen_type(e);
    if (!type)
        return NULL;
    if (!rescue_arm(STDIN_FILENO, STDOUT_FILENO)) {
        err_at(e, (struct pos){0}, ERR_TERMINAL_OPEN,
               "the modes of the terminal cannot be read: %s", strerror(errno));
        return NULL;
    }
    screen = screen_open(type, theme ? theme : theme_at(0), o->color, o->mouse, e);
    if (!screen) {
        rescue_disarm();
        return NULL;
    }
    t = xmalloc(sizeof *t);
    *t = (struct terminal){.screen = screen, .edit = edit_new()};
    decode_init(&t->decoder);
    return t;
}

void
term_close(struct terminal *t)
{
    if (!t)
        return;
    edit_free(t->edit);
    screen_close(t->screen);
    rescue_disarm();
    free(t);
}

void
term_restore(void)
{
    rescue_now();
}

void
term_size(const struct terminal *t, int *rows, int *cols)
{
    screen_size(t->screen, rows, cols);
}

double
term_aspect(const struct terminal *t)
{
    return screen_aspect(t->screen);
}

void
term_show(struct terminal *t, const struct canvas *c)
{
    screen_show(t->screen, c);
}

void
term_mouse(struct terminal *t, bool on)
{
    screen_mouse(t->screen, on);
}

void
term_forget(struct terminal *t)
{
    screen_forget(t->screen);
}

int
term_signal(const struct terminal *t)
{
    return t->signal;
}

void
term_suspend(struct terminal *t)
{
    screen_leave(t->screen);
    rescue_pause();
    rescue_stop();
    rescue_resume();
    screen_enter(t->screen);
}

/* ---- events ------------------------------------------------------------------------ */

static int64_t
now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
resize_event(const struct terminal *t, struct ui_event *out)
{
    *out = (struct ui_event){.kind = UI_RESIZE};
    term_size(t, &out->rows, &out->cols);
}

static void
take_signal(struct terminal *t, int sig)
{
    switch (sig) {
    case SIGTSTP:
        t->stopped = true;
        break;
    case SIGCONT:
        /* The shell may have changed the modes, and the screen is not ours any more. */
        screen_leave(t->screen);
        screen_enter(t->screen);
        t->resized = true;
        break;
    case SIGWINCH:
        screen_measure(t->screen);
        t->resized = true;
        break;
    default:
        t->signal = sig;
        break;
    }
}

/* What signals have asked for, many of a kind at once. */
static bool
signal_event(struct terminal *t, struct ui_event *out)
{
    if (t->stopped) {
        t->stopped = false;
        *out = (struct ui_event){.kind = UI_KEY, .key = CTRL_Z};
        return true;
    }
    if (t->resized) {
        t->resized = false;
        resize_event(t, out);
        return true;
    }
    return false;
}

/* The editor takes over what the field says when it is another field or another text
 * than the editor made. */
static void
follow_field(struct terminal *t, const struct ui_field *field)
{
    if (field->active && (!t->editing || t->serial != field->serial))
        edit_take(t->edit, field->text, field->cursor);
    t->editing = field->active;
    t->field = *field;
    t->serial = field->serial;
}

static void
text_event(const struct terminal *t, enum ui_event_kind kind, struct ui_event *out)
{
    *out = (struct ui_event){
        .kind = kind, .text = edit_text(t->edit), .cursor = edit_cursor(t->edit)};
}

/* Whether a key of the editor belongs to the screen. */
static bool
is_screens(const struct terminal *t, const struct input *in)
{
    if (in->kind != INPUT_KEY || in->mods)
        return false;
    return (t->field.own_up && in->key == KEY_ARROW_UP) ||
           (t->field.own_down && in->key == KEY_ARROW_DOWN) ||
           (t->field.own_right && in->key == KEY_ARROW_RIGHT) ||
           (t->field.own_back && in->key == KEY_BACK);
}

static bool
take_key(struct terminal *t, const struct input *in, struct ui_event *out)
{
    if (t->editing && t->field.lines && in->key == KEY_RETURN && in->mods) {
        *out = (struct ui_event){.kind = UI_KEY, .key = KEY_LINE_BREAK};
        return true;
    }
    if (t->editing && in->key == KEY_RETURN) {
        edit_remember(t->edit);
        text_event(t, UI_SUBMIT, out);
        return true;
    }
    if (t->editing && edit_wants(in) && !is_screens(t, in)) {
        if (!edit_feed(t->edit, in))
            return false;
        text_event(t, UI_TEXT, out);
        return true;
    }
    if (in->mods & MOD_ALT)
        return false;
    *out = (struct ui_event){.kind = UI_KEY, .key = in->key};
    return true;
}

static bool
take_input(struct terminal *t, const struct input *in, struct ui_event *out)
{
    switch (in->kind) {
    case INPUT_MOUSE:
        *out = (struct ui_event){
            .kind = UI_MOUSE, .row = in->row, .col = in->col, .button = in->button};
        return true;
    case INPUT_PASTE:
        if (!t->editing || !edit_feed(t->edit, in))
            return false;
        text_event(t, UI_TEXT, out);
        return true;
    case INPUT_KEY:
        return take_key(t, in, out);
    }
    return false;
}

/* What was read but not looked at yet. */
static bool
take_bytes(struct terminal *t, struct ui_event *out)
{
    struct input in;

    while (t->next < t->n)
        if (decode_byte(&t->decoder, t->in[t->next++], &in) && take_input(t, &in, out))
            return true;
    return false;
}

/* The end of input is 0 bytes, or EIO from a terminal that is gone. */
static void
read_bytes(struct terminal *t)
{
    ssize_t n = read(STDIN_FILENO, t->in, sizeof t->in);

    t->next = 0;
    t->n = n > 0 ? (size_t)n : 0;
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
        t->ended = true;
}

void
term_watch(struct terminal *t, const int *fds, int n)
{
    t->n_watched = n < TERM_WATCHED_MAX ? n : TERM_WATCHED_MAX;
    for (int i = 0; i < t->n_watched; i++)
        t->watched[i] = fds[i];
}

/* What ended a sleep. */
enum wake { WAKE_TIME, WAKE_INPUT, WAKE_WATCHED };

/* Sleep until something comes, or for `ms`. */
static enum wake
sleep_for_input(struct terminal *t, int ms)
{
    struct pollfd fds[2 + TERM_WATCHED_MAX] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = rescue_fd(),  .events = POLLIN}
    };
    enum wake wake = WAKE_INPUT;
    int n;

    for (int i = 0; i < t->n_watched; i++)
        fds[2 + i] = (struct pollfd){.fd = t->watched[i], .events = POLLIN};
    n = poll(fds, (nfds_t)(2 + t->n_watched), ms);
    if (n == 0)
        return WAKE_TIME;
    if (n < 0)
        return WAKE_INPUT;
    for (int i = 0; i < t->n_watched; i++)
        if (fds[2 + i].revents != 0)
            wake = WAKE_WATCHED;
    if (fds[0].revents != 0)
        read_bytes(t);
    return fds[0].revents || fds[1].revents ? WAKE_INPUT : wake;
}

static int
sooner(int x, int y)
{
    if (x < 0 || y < 0)
        return x < 0 ? y : x;
    return x < y ? x : y;
}

/* The next event from what has come so far; false when there is none yet. */
static bool
next_event(struct terminal *t, struct ui_event *out)
{
    for (int sig = rescue_next(); sig != 0; sig = rescue_next())
        take_signal(t, sig);
    return t->signal == 0 && (signal_event(t, out) || take_bytes(t, out));
}

bool
term_wait(struct terminal *t, struct ui_field field, int timeout_ms, struct ui_event *out)
{
    int64_t end = now_ms() + timeout_ms;
    struct input in;
    enum wake wake;

    follow_field(t, &field);
    while (!next_event(t, out)) {
        int rest = decode_wait_ms(&t->decoder);
        int left = timeout_ms < 0 ? -1 : end > now_ms() ? (int)(end - now_ms()) : 0;

        if (t->signal != 0 || t->ended)
            return false;
        wake = sleep_for_input(t, sooner(left, rest));
        if (wake == WAKE_INPUT)
            continue;
        if (wake == WAKE_WATCHED || rest < 0 || (left >= 0 && left < rest)) {
            *out = (struct ui_event){.kind = UI_TICK, .ms = now_ms()};
            return true;
        }
        if (decode_timeout(&t->decoder, &in) && take_input(t, &in, out))
            return true;
    }
    return true;
}

bool
term_pending(const struct terminal *t)
{
    struct pollfd fd = {.fd = STDIN_FILENO, .events = POLLIN};

    return t->next < t->n || (!t->ended && poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN));
}
