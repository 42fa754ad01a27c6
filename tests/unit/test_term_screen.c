#include "unit/table.h"

#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "term/term.h"

/* ---- a real terminal ----------------------------------------------------------------
 */

/* A program in a pseudo-terminal. It tells each event as a line through a pipe, and
 * draws a frame for it. */
struct stage {
    pid_t pid;
    int master, slave, log;
    struct termios before;
    char out[65536]; /* sent to the terminal since stage_mark() */
    size_t n;
    char events[4096]; /* told since stage_mark() */
    size_t n_events;
    int status;
};

enum { STAGE_WAIT_MS = 5000, STAGE_QUIET_MS = 40 };

static void
tell_event(int log, const struct ui_event *ev)
{
    static const char *const words[] = {
        [UI_KEY] = "key",     [UI_TEXT] = "text",     [UI_SUBMIT] = "submit",
        [UI_MOUSE] = "mouse", [UI_RESIZE] = "resize", [UI_TICK] = "tick",
    };

    if (ev->kind == UI_KEY)
        dprintf(log, "key %x;", ev->key);
    else if (ev->kind == UI_MOUSE)
        dprintf(log, "mouse %d %d %d;", (int)ev->button, ev->row, ev->col);
    else if (ev->kind == UI_RESIZE)
        dprintf(log, "resize %d %d;", ev->rows, ev->cols);
    else
        dprintf(log, "%s %s %d;", words[ev->kind], ev->text ? ev->text : "", ev->cursor);
}

/* A frame that differs from the last one in every second cell, unless `same`. */
static void
draw_frame(struct canvas *c, int frame)
{
    canvas_clear(c);
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++)
            canvas_put(c, canvas_all(c), row, col, (enum style)(STYLE_FIRST + col % 3),
                       (col + row) % 2 ? '.' : (uint32_t)(0x2801 + frame % 200));
    if (frame > 0)
        canvas_cursor(c, canvas_all(c), 0, 3);
}

/* What some keys do to the program itself. false: leave. */
static bool
obey(struct terminal *t, const struct ui_event *ev, struct ui_field *field, int *frame)
{
    *frame += ev->kind != UI_KEY || ev->key != 'n';
    if (ev->kind != UI_KEY)
        return true;
    switch (ev->key) {
    case 'q':
        return false;
    case 'e':
        exit(4);
    case 's':
        raise(SIGSEGV);
        return true;
    case 'a':
        abort();
    case 'z':
    case 26:
        term_suspend(t);
        return true;
    case 'f':
        *field = (struct ui_field){
            .active = true, .text = "ab", .cursor = 2, .serial = field->serial + 1};
        return true;
    case KEY_ESCAPE:
        field->active = false;
        return true;
    default:
        return true;
    }
}

static int
perform(int log, int tick_ms)
{
    struct term_options o = {.theme = "dark", .color = true, .mouse = true};
    struct ui_field field = {.text = ""};
    struct ui_event ev = {.kind = UI_TICK};
    struct canvas *c;
    struct terminal *t;
    struct err e;
    int sig, rows, cols, frame = 0;

    t = term_open(&o, &e);
    if (!t) {
        dprintf(log, "RW-%d;", (int)e.code);
        return 3;
    }
    term_size(t, &rows, &cols);
    c = canvas_new(rows, cols, ALPHABET_UNICODE);
    do {
        draw_frame(c, frame);
        term_show(t, c);
        dprintf(log, ev.kind == UI_TICK ? "tick;" : "");
        if (!term_wait(t, field, tick_ms, &ev))
            break;
        if (ev.kind != UI_TICK)
            tell_event(log, &ev);
        if (ev.kind == UI_RESIZE)
            canvas_resize(c, ev.rows, ev.cols);
    } while (obey(t, &ev, &field, &frame));
    sig = term_signal(t);
    term_close(t);
    canvas_free(c);
    if (sig)
        raise(sig);
    return ev.kind == UI_KEY && ev.key == 'q' ? 0 : 5;
}

static void
stage_child(const char *name, const char *type, int log, int tick_ms)
{
    int fd;

    setsid();
    fd = open(name, O_RDWR);
    ioctl(fd, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    close(fd);
    if (type)
        setenv("TERM", type, 1);
    else
        unsetenv("TERM");
    exit(perform(log, tick_ms));
}

static void
stage_open(struct stage *s, const char *type, int tick_ms)
{
    struct winsize size = {.ws_row = 10, .ws_col = 60};
    const char *name;
    int log[2];

    memset(s, 0, sizeof *s);
    s->master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(s->master >= 0 && grantpt(s->master) == 0 && unlockpt(s->master) == 0);
    name = ptsname(s->master);
    s->slave = open(name, O_RDWR | O_NOCTTY);
    assert_true(s->slave >= 0 && pipe(log) == 0);
    ioctl(s->slave, TIOCSWINSZ, &size);
    tcgetattr(s->slave, &s->before);
    fflush(stdout);
    s->pid = fork();
    if (s->pid == 0) {
        close(s->master);
        close(s->slave);
        close(log[0]);
        stage_child(name, type, log[1], tick_ms);
    }
    close(log[1]);
    s->log = log[0];
}

/* Append what can be read; false at the end. */
static bool
stage_append(int fd, char *to, size_t size, size_t *n)
{
    ssize_t got = read(fd, to + *n, size - 1 - *n);

    if (got > 0)
        *n += (size_t)got;
    to[*n] = '\0';
    return got > 0;
}

/* Read what comes within ms; false when there is nothing. */
static bool
stage_read(struct stage *s, int ms)
{
    struct pollfd fds[] = {
        {.fd = s->master, .events = POLLIN},
        {.fd = s->log,    .events = POLLIN}
    };
    bool some = false;

    if (poll(fds, 2, ms) <= 0)
        return false;
    if (fds[0].revents & POLLIN)
        some |= stage_append(s->master, s->out, sizeof s->out, &s->n);
    if (fds[1].revents & POLLIN)
        some |= stage_append(s->log, s->events, sizeof s->events, &s->n_events);
    return some;
}

/* Wait until an event like `text` was told. */
static void
stage_expect(struct stage *s, const char *text)
{
    while (!strstr(s->events, text))
        if (!stage_read(s, STAGE_WAIT_MS))
            fail_msg("no '%s' among '%s'", text, s->events);
}

/* Wait for silence, then forget what came. */
static void
stage_mark(struct stage *s)
{
    while (stage_read(s, STAGE_QUIET_MS))
        ;
    s->n = s->n_events = 0;
    s->out[0] = s->events[0] = '\0';
}

static void
stage_type(struct stage *s, const char *bytes)
{
    assert_int_equal(write(s->master, bytes, strlen(bytes)), (ssize_t)strlen(bytes));
}

/* Wait for the end, a second at most. */
static void
stage_end(struct stage *s)
{
    for (int i = 0; i < 100; i++) {
        struct timespec nap = {.tv_nsec = 10000000};

        while (stage_read(s, 0))
            ;
        if (waitpid(s->pid, &s->status, WNOHANG) == s->pid)
            return;
        nanosleep(&nap, NULL);
    }
    kill(s->pid, SIGKILL);
    waitpid(s->pid, &s->status, 0);
    fail_msg("the program did not end within a second");
}

static void
stage_close(struct stage *s)
{
    close(s->log);
    close(s->slave);
    if (s->master >= 0)
        close(s->master);
}

/* The terminal is as it was: modes, main screen, cursor, mouse, pastes. */
static void
stage_is_restored(const struct stage *s)
{
    static const char *const sent[] = {"\033[?1049l", "\033[?25h", "\033[?1002l",
                                       "\033[?1006l", "\033[?2004l"};
    struct termios now;

    assert_int_equal(tcgetattr(s->master, &now), 0);
    assert_int_equal(now.c_lflag, s->before.c_lflag);
    assert_int_equal(now.c_iflag, s->before.c_iflag);
    assert_int_equal(now.c_oflag, s->before.c_oflag);
    for (size_t i = 0; i < sizeof sent / sizeof *sent; i++)
        assert_non_null(strstr(s->out, sent[i]));
}

static const struct way_out_row {
    const char *name;
    int sig;
    const char *key;
    int exit_status; /* -1: dies of sig */
} way_out_rows[] = {
    {"leave by q",              0,       "q",    0 },
    {"leave by exit()",         0,       "e",    4 },
    {"leave by a fault",        SIGSEGV, "s",    -1},
    {"leave by abort()",        SIGABRT, "a",    -1},
    {"leave by SIGHUP",         SIGHUP,  NULL,   -1},
    {"leave by SIGTERM",        SIGTERM, NULL,   -1},
    {"leave by SIGINT",         SIGINT,  NULL,   -1},
    {"leave by SIGQUIT",        SIGQUIT, NULL,   -1},
    {"leave by SIGBUS",         SIGBUS,  NULL,   -1},
    {"leave by SIGFPE",         SIGFPE,  NULL,   -1},
    {"leave by SIGILL",         SIGILL,  NULL,   -1},
    {"leave by Ctrl-C",         SIGINT,  "\003", -1},
    {"leave by Ctrl-backslash", SIGQUIT, "\034", -1},
};

static void
check_way_out(void **state)
{
    const struct way_out_row *r = *state;
    struct stage s;

    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_mark(&s);
    if (r->key)
        stage_type(&s, r->key);
    else
        kill(s.pid, r->sig);
    stage_end(&s);
    if (r->exit_status < 0)
        assert_true(WIFSIGNALED(s.status) && WTERMSIG(s.status) == r->sig);
    else
        assert_true(WIFEXITED(s.status) && WEXITSTATUS(s.status) == r->exit_status);
    stage_is_restored(&s);
    stage_close(&s);
}

/* The terminal is closed: the program ends by itself. */
static void
check_hangup(void **state)
{
    struct stage s;

    (void)state;
    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    close(s.master);
    s.master = -1;
    stage_end(&s);
    stage_close(&s);
}

static const struct event_row {
    const char *name, *typed, *events;
} event_rows[] = {
    {"a key",              "x",                       "key 78;"                    },
    {"an arrow",           "\033[C",                  "key 200004;"                },
    {"Esc alone",          "\033",                    "key 1b;"                    },
    {"Alt is for fields",
     "\033x"
     "y",                                             "key 79;"                    },
    {"a click",            "\033[<0;7;4M",            "mouse 0 3 6;"               },
    {"a paste elsewhere",  "\033[200~qqq\033[201~x",  "key 78;"                    },
    {"Ctrl-L",             "\014",                    "key c;"                     },
    {"a field",            "fz",                      "key 66;text abz 3;"         },
    {"a move in a field",  "f\033[D",                 "key 66;text ab 1;"          },
    {"nothing to delete",  "f\033[3~x",               "key 66;text abx 3;"         },
    {"Enter in a field",   "f\r",                     "key 66;submit ab 2;"        },
    {"UTF-8 in a field",   "f\x7f\x7fθ",             "text a 1;text  0;text θ 2;"},
    {"Tab in a field",     "f\t",                     "key 66;key 9;"              },
    {"letters after Esc",  "f\033",                   "key 66;key 1b;"             },
    {"a paste in a field", "f\033[200~1\n2\033[201~", "key 66;text ab1 2 5;"       },
};

static void
check_event(void **state)
{
    const struct event_row *r = *state;
    struct stage s;

    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_mark(&s);
    stage_type(&s, r->typed);
    stage_expect(&s, r->events);
    kill(s.pid, SIGTERM);
    stage_end(&s);
    stage_close(&s);
}

/* A mouse report and a character that arrive in two parts. */
static void
check_split(void **state)
{
    struct stage s;

    (void)state;
    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_type(&s, "\033[<0;1");
    stage_read(&s, 10);
    stage_type(&s, "2;4M");
    stage_expect(&s, "mouse 0 3 11;");
    stage_type(&s, "f\xce");
    stage_expect(&s, "key 66;");
    stage_type(&s, "\xb8");
    stage_expect(&s, "text abθ 4;");
    kill(s.pid, SIGTERM);
    stage_end(&s);
    stage_close(&s);
}

static void
check_resize(void **state)
{
    struct winsize size = {.ws_row = 7, .ws_col = 33};
    struct stage s;

    (void)state;
    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_mark(&s);
    ioctl(s.master, TIOCSWINSZ, &size);
    stage_expect(&s, "resize 7 33;");
    for (int i = 1; i <= 200; i++) {
        size.ws_row = (unsigned short)(1 + i % 40);
        size.ws_col = (unsigned short)(1 + i * 7 % 150);
        ioctl(s.master, TIOCSWINSZ, &size);
        stage_read(&s, i % 20 ? 0 : STAGE_QUIET_MS);
        s.n = s.n_events = 0;
    }
    stage_mark(&s);
    stage_type(&s, "x");
    stage_expect(&s, "key 78;");
    kill(s.pid, SIGTERM);
    stage_end(&s);
    stage_is_restored(&s);
    stage_close(&s);
}

/* Stopped by a key of the program or by Ctrl-Z, continued, and drawing again. */
static const struct stop_row {
    const char *name, *typed;
} stop_rows[] = {
    {"stop by Ctrl-Z",    "\032"},
    {"stop by an effect", "z"   },
};

static void
check_stop(void **state)
{
    const struct stop_row *r = *state;
    struct stage s;

    /* The program leads a session: it is an orphan, whom SIGTSTP does not stop. */
    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_mark(&s);
    stage_type(&s, r->typed);
    stage_mark(&s);
    stage_type(&s, "x");
    stage_expect(&s, "key 78;");
    stage_mark(&s);
    kill(s.pid, SIGSTOP);
    kill(s.pid, SIGCONT);
    stage_expect(&s, "resize 10 60;");
    stage_mark(&s);
    stage_type(&s, "q");
    stage_end(&s);
    stage_is_restored(&s);
    stage_close(&s);
}

/* How many write(2) a process has done (Linux); -1 when unknown. */
static long
writes_of(pid_t pid)
{
    char path[64], line[100];
    long writes = -1;
    FILE *f;

    snprintf(path, sizeof path, "/proc/%ld/io", (long)pid);
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "syscw:", 6) == 0)
            writes = strtol(line + 6, NULL, 10);
    if (f)
        fclose(f);
    return writes;
}

/* 300 changed cells: one write, marks included. Nothing changed: none at all. */
static void
check_writes(void **state)
{
    enum { TOLD = 1, FRAME = 1 };
    struct stage s;
    long before, after;

    (void)state;
    stage_open(&s, "xterm-256color", -1);
    stage_expect(&s, "tick");
    stage_type(&s, "xx");
    stage_mark(&s);
    before = writes_of(s.pid);
    stage_type(&s, "x");
    stage_expect(&s, "key 78;");
    while (stage_read(&s, STAGE_QUIET_MS))
        ;
    after = writes_of(s.pid);
    if (before >= 0)
        assert_int_equal(after - before, TOLD + FRAME);
    assert_memory_equal(s.out, "\033[?2026h", 8);
    assert_memory_equal(s.out + s.n - 8, "\033[?2026l", 8);
    assert_true(s.n > 300);
    stage_mark(&s);
    stage_type(&s, "n");
    stage_expect(&s, "key 6e;");
    while (stage_read(&s, STAGE_QUIET_MS))
        ;
    assert_int_equal(s.n, 0);
    kill(s.pid, SIGTERM);
    stage_end(&s);
    stage_close(&s);
}

static void
check_ticks(void **state)
{
    struct stage s;

    (void)state;
    stage_open(&s, "xterm-256color", 20);
    stage_expect(&s, "tick;tick;tick;tick;");
    kill(s.pid, SIGTERM);
    stage_end(&s);
    stage_close(&s);
}

static const struct type_row {
    const char *name, *type;
    const char *told;
} type_rows[] = {
    {"TERM unset",         NULL,            "tick"  },
    {"TERM empty",         "",              "tick"  },
    {"TERM=nonsense",      "nonsense",      "tick"  },
    {"TERM=xterm-kitty",   "xterm-kitty",   "tick"  },
    {"TERM=xterm-ghostty", "xterm-ghostty", "tick"  },
    {"TERM=xterm",         "xterm",         "tick"  },
    {"TERM=linux",         "linux",         "tick"  },
    {"TERM=screen",        "screen",        "tick"  },
    {"TERM=tmux-256color", "tmux-256color", "tick"  },
    {"TERM=vt100",         "vt100",         "tick"  },
    {"TERM=dumb",          "dumb",          "RW-901"},
};

static void
check_type(void **state)
{
    const struct type_row *r = *state;
    struct stage s;

    stage_open(&s, r->type, -1);
    stage_expect(&s, r->told);
    if (strcmp(r->told, "tick") == 0)
        stage_type(&s, "q");
    stage_end(&s);
    assert_true(WIFEXITED(s.status));
    assert_int_equal(WEXITSTATUS(s.status), strcmp(r->told, "tick") ? 3 : 0);
    /* An old terminal prints what it does not know. */
    if (r->type && strcmp(r->type, "vt100") == 0)
        assert_null(strstr(s.out, "\033[?2"));
    stage_close(&s);
}

static void
check_no_terminal(void **state)
{
    struct term_options o = {.theme = ""};
    struct err e;
    int saved = dup(0), null = open("/dev/null", O_RDONLY);

    (void)state;
    dup2(null, 0);
    assert_null(term_open(&o, &e));
    assert_int_equal(e.code, ERR_TERMINAL_NONE);
    dup2(saved, 0);
    close(saved);
    close(null);
    term_close(NULL);
    term_restore();
}

int
main(void)
{
    struct table t = {0};

    setlocale(LC_CTYPE, "C.UTF-8");
    TABLE_ROWS(&t, way_out_rows, check_way_out);
    table_add(&t, "a closed terminal", check_hangup, NULL);
    TABLE_ROWS(&t, event_rows, check_event);
    table_add(&t, "input in two parts", check_split, NULL);
    table_add(&t, "resizing", check_resize, NULL);
    TABLE_ROWS(&t, stop_rows, check_stop);
    table_add(&t, "one write a frame", check_writes, NULL);
    table_add(&t, "ticks", check_ticks, NULL);
    TABLE_ROWS(&t, type_rows, check_type);
    table_add(&t, "no terminal", check_no_terminal, NULL);
    return table_run(&t, "term in a terminal");
}
