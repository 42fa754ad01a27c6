#include "term/screen.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <term.h>

#include "base/buf.h"
#include "base/memory.h"
#include "term/frame.h"
#include "term/ramp.h"
#include "term/rescue.h"

/* Modes that terminfo does not name, sent only to terminals that report a mouse, which
 * are those that also know how to skip what they do not understand. */
static const char paste_on[] = "\033[?2004h";
static const char paste_off[] = "\033[?2004l";
static const char mouse_on[] = "\033[?1002h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1002l";
static const char frame_begins[] = "\033[?2026h";
static const char frame_ends[] = "\033[?2026l";

static const char *const fallback_types[] = {"xterm-256color", "xterm", "vt100", "ansi"};

struct screen {
    SCREEN *curses;
    struct arena *arena; /* the words */
    struct arena *frame; /* one frame */
    struct words words;
    struct canvas *shown; /* what the terminal shows; NULL: unknown */
    bool modern;          /* knows private modes */
    bool ramp;            /* fills cells with the colours of a ramp */
    bool mouse;
};

/* 1 when the type is known and can address the cursor, 0 when it cannot, -1 unknown.
 * Says nothing to the terminal. */
static int
try_type(const char *type)
{
    int status = 0, can = -1;
    const char *cup;

    if (setupterm(type, STDOUT_FILENO, &status) != OK || status != 1)
        return -1;
    cup = tigetstr("cup");
    can = cup && cup != (const char *)-1;
    del_curterm(cur_term);
    return can;
}

const char *
screen_type(struct err *e)
{
    const char *type = getenv("TERM");
    struct pos nowhere = {0};
    int can = type && type[0] ? try_type(type) : -1;

    if (can == 1)
        return type;
    for (size_t i = 0; can < 0 && i < sizeof fallback_types / sizeof *fallback_types; i++)
        if (try_type(fallback_types[i]) == 1)
            return fallback_types[i];
    err_at(e, nowhere, ERR_TERMINAL_PLAIN,
           "the terminal type '%s' cannot move the cursor, so lines are used instead",
           type ? type : "");
    return NULL;
}

/* Bytes outside of ncurses' buffer, which is empty between frames. A terminal that is
 * gone takes nothing; one that another program made non-blocking is waited for. */
static void
send(const char *bytes)
{
    size_t left = strlen(bytes);

    while (left > 0) {
        struct pollfd fd = {.fd = STDOUT_FILENO, .events = POLLOUT};
        ssize_t n = write(STDOUT_FILENO, bytes, left);

        if (n < 0 && errno == EAGAIN && poll(&fd, 1, -1) > 0)
            continue;
        if (n <= 0 && errno != EINTR)
            return;
        bytes += n > 0 ? n : 0;
        left -= n > 0 ? (size_t)n : 0;
    }
}

/* A capability without its padding ("$<2>"), which is for terminals of metal. */
static void
add_words(struct buf *b, const char *words)
{
    if (words == (const char *)-1)
        return;
    while (words && *words) {
        const char *end = words[0] == '$' && words[1] == '<' ? strchr(words, '>') : NULL;

        if (!end)
            buf_add_n(b, words, 1);
        words = end ? end + 1 : words + 1;
    }
}

static void
prepare_rescue(struct screen *s)
{
    struct buf b;

    buf_init(&b, s->arena);
    if (s->modern)
        buf_printf(&b, "%s%s%s", mouse_off, paste_off, frame_ends);
    add_words(&b, exit_attribute_mode);
    add_words(&b, orig_pair);
    add_words(&b, keypad_local);
    add_words(&b, cursor_normal);
    add_words(&b, exit_ca_mode);
    rescue_set_reset(b.s, b.n);
}

static void
move_to(struct buf *b, int row, int col)
{
    add_words(b, tiparm(cursor_address, row, col));
}

static void
move_right(struct buf *b, int n)
{
    const char *words = n < 0 ? parm_left_cursor : parm_right_cursor;

    if (words)
        add_words(b, tiparm(words, n < 0 ? -n : n));
}

/* How many colours can be used: 0 for none. A terminal with more than 256 that are not
 * direct is treated as one with 256. */
static int
count_colors(bool wanted)
{
    int n = tigetnum("colors");

    if (!wanted || n < 8 || !set_a_foreground || !set_a_background)
        return 0;
    return n >= 1 << 24 && tigetflag("RGB") != 1 ? 256 : n;
}

static void
add_color(struct buf *b, const char *capability, int color)
{
    if (color != COLOR_NONE)
        add_words(b, tiparm(capability, color));
}

static const char *
style_words(struct arena *a, const struct theme *theme, const struct look *look,
            int colors)
{
    const struct {
        int bit;
        const char *words;
    } attributes[] = {
        {LOOK_BOLD,      enter_bold_mode     },
        {LOOK_DIM,       enter_dim_mode      },
        {LOOK_UNDERLINE, enter_underline_mode},
        {LOOK_REVERSE,   enter_reverse_mode  },
    };
    struct buf b;

    buf_init(&b, a);
    add_words(&b, exit_attribute_mode);
    if (colors > 0) {
        add_color(&b, set_a_foreground,
                  theme_color(look->fg == COLOR_NONE ? theme->fg : look->fg, colors));
        add_color(&b, set_a_background, theme_color(theme->bg, colors));
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (look->bits & attributes[i].bit)
            add_words(&b, attributes[i].words);
    return frame_style_words(a, b.s);
}

static const char *
ramp_words(struct arena *a, const struct ramp *ramp, enum style style, int colors)
{
    struct ramp_colors c = ramp_colors(ramp, style, colors);
    struct buf b;

    buf_init(&b, a);
    add_words(&b, exit_attribute_mode);
    add_color(&b, set_a_foreground, c.fg);
    add_color(&b, set_a_background, c.bg);
    return frame_style_words(a, b.s);
}

static void
prepare_words(struct screen *s, const struct theme *theme, bool color)
{
    int colors = count_colors(color);
    struct buf hide, show, clear;

    if (colors == 0)
        theme = theme_find("none", NULL);
    buf_init(&hide, s->arena);
    add_words(&hide, cursor_invisible);
    buf_init(&show, s->arena);
    add_words(&show, cursor_normal);
    buf_init(&clear, s->arena);
    add_words(&clear, clr_eol);
    s->words = (struct words){.hide = hide.s,
                              .show = show.s,
                              .clear_end = clear.n ? clear.s : NULL,
                              .keeps_corner = eat_newline_glitch || !auto_right_margin,
                              .move = move_to,
                              .right = move_right};
    s->ramp = theme->ramp && colors >= RAMP_COLORS;
    for (int i = 0; i < STYLE_NAMED; i++) {
        s->words.sgr[i] = style_words(s->arena, theme, &theme->look[i], colors);
        s->words.shows_blank[i] =
            (theme->look[i].bits & (LOOK_UNDERLINE | LOOK_REVERSE)) != 0;
    }
    for (int i = STYLE_NAMED; i < STYLE_COUNT; i++) {
        s->words.sgr[i] = s->ramp
                              ? ramp_words(s->arena, theme->ramp, (enum style)i, colors)
                              : s->words.sgr[STYLE_PLAIN];
        s->words.shows_blank[i] = s->ramp;
    }
}

/* Keys come as they are typed, only the ones that raise signals do that. */
static void
prepare_modes(void)
{
    struct termios modes;

    cbreak();
    noecho();
    nonl();
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_iflag &= (tcflag_t) ~(IXON | ISTRIP);
        modes.c_lflag &= (tcflag_t)~IEXTEN;
        tcsetattr(STDIN_FILENO, TCSANOW, &modes);
    }
    def_prog_mode();
}

static void
modes_on(const struct screen *s)
{
    if (s->modern) {
        send(paste_on);
        send(s->mouse ? mouse_on : "");
    }
}

static void
modes_off(const struct screen *s)
{
    if (s->modern) {
        send(mouse_off);
        send(paste_off);
    }
}

void
screen_mouse(struct screen *s, bool on)
{
    if (s->modern && s->mouse != on)
        send(on ? mouse_on : mouse_off);
    s->mouse = on;
}

struct screen *
screen_open(const char *type, const struct theme *theme, bool color, bool mouse,
            struct err *e)
{
    struct screen *s;
    SCREEN *curses;

    /* A wrong size in the environment would win over the terminal's own. */
    unsetenv("LINES");
    unsetenv("COLUMNS");
    curses = newterm(type, stdout, stdin);
    if (!curses) {
        err_at(e, (struct pos){0}, ERR_TERMINAL_OPEN,
               "the terminal of type '%s' cannot be opened", type);
        return NULL;
    }
    s = xmalloc(sizeof *s);
    *s = (struct screen){
        .curses = curses, .arena = arena_new(), .frame = arena_new(), .mouse = mouse};
    s->modern = key_mouse != NULL;
    prepare_rescue(s);
    prepare_modes();
    prepare_words(s, theme, color);
    refresh();
    screen_measure(s);
    modes_on(s);
    return s;
}

void
screen_close(struct screen *s)
{
    if (!s)
        return;
    modes_off(s);
    send(s->words.sgr[STYLE_PLAIN]);
    send(s->words.show);
    endwin();
    delscreen(s->curses);
    canvas_free(s->shown);
    arena_free(s->frame);
    arena_free(s->arena);
    free(s);
}

void
screen_size(const struct screen *s, int *rows, int *cols)
{
    (void)s;
    *rows = LINES;
    *cols = COLS;
}

bool
screen_has_ramp(const struct screen *s)
{
    return s->ramp;
}

double
screen_aspect(const struct screen *s)
{
    struct winsize size;
    double aspect = 2;

    (void)s;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col &&
        size.ws_xpixel && size.ws_ypixel)
        aspect = (double)size.ws_ypixel / size.ws_row * size.ws_col / size.ws_xpixel;
    return aspect >= 1 && aspect <= 3 ? aspect : 2;
}

void
screen_measure(struct screen *s)
{
    struct winsize size;

    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ||
        size.ws_col == 0)
        return;
    if (size.ws_row > CANVAS_ROWS_MAX)
        size.ws_row = CANVAS_ROWS_MAX;
    if (size.ws_col > CANVAS_COLS_MAX)
        size.ws_col = CANVAS_COLS_MAX;
    if (size.ws_row != LINES || size.ws_col != COLS) {
        resizeterm(size.ws_row, size.ws_col);
        screen_forget(s);
    }
}

void
screen_forget(struct screen *s)
{
    canvas_free(s->shown);
    s->shown = NULL;
}

static void
remember(struct screen *s, const struct canvas *c)
{
    if (!s->shown)
        s->shown = canvas_new(c->rows, c->cols, c->alphabet);
    memcpy(s->shown->at, c->at, (size_t)(c->rows * c->cols) * sizeof *c->at);
    s->shown->cursor_row = c->cursor_row;
    s->shown->cursor_col = c->cursor_col;
}

void
screen_show(struct screen *s, const struct canvas *c)
{
    struct buf b;
    size_t marks = s->modern ? sizeof frame_begins - 1 : 0;

    if (s->shown && (s->shown->rows != c->rows || s->shown->cols != c->cols))
        screen_forget(s);
    arena_reset(s->frame);
    buf_init(&b, s->frame);
    buf_add_n(&b, frame_begins, marks);
    if (!s->shown) {
        buf_add(&b, s->words.sgr[STYLE_PLAIN]);
        add_words(&b, clear_screen);
    }
    frame_compose(&b, &s->words, s->shown, c);
    if (b.n == marks)
        return;
    buf_add_n(&b, frame_ends, s->modern ? sizeof frame_ends - 1 : 0);
    send(b.s);
    remember(s, c);
}

void
screen_leave(struct screen *s)
{
    modes_off(s);
    send(s->words.sgr[STYLE_PLAIN]);
    send(s->words.show);
    endwin();
}

void
screen_enter(struct screen *s)
{
    screen_forget(s);
    screen_measure(s);
    refresh();
    modes_on(s);
}
