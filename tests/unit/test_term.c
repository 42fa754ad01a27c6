#include "unit/table.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "term/decode.h"
#include "term/edit.h"
#include "term/frame.h"
#include "term/rescue.h"
#include "term/term.h"
#include "term/theme.h"

/* ---- bytes to inputs ----------------------------------------------------------------
 */

static const char *
key_word(uint32_t key)
{
    static const struct {
        uint32_t key;
        const char *word;
    } words[] = {
        {KEY_TAB,            "tab"    },
        {KEY_RETURN,         "enter"  },
        {KEY_ESCAPE,         "esc"    },
        {KEY_BACK,           "back"   },
        {KEY_ARROW_UP,       "up"     },
        {KEY_ARROW_DOWN,     "down"   },
        {KEY_ARROW_LEFT,     "left"   },
        {KEY_ARROW_RIGHT,    "right"  },
        {KEY_PAGE_UP,        "pgup"   },
        {KEY_PAGE_DOWN,      "pgdn"   },
        {KEY_TO_START,       "home"   },
        {KEY_TO_END,         "end"    },
        {KEY_DELETE_RIGHT,   "del"    },
        {KEY_SHIFT_TAB,      "backtab"},
        {KEY_FUNCTION_1,     "f1"     },
        {KEY_FUNCTION_1 + 1, "f2"     },
        {KEY_FUNCTION_5,     "f5"     },
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].key == key)
            return words[i].word;
    return NULL;
}

static void
describe(struct buf *b, const struct input *in)
{
    static const char *const buttons[] = {"press", "drag", "release", "wheel-up",
                                          "wheel-down"};

    if (b->n > 0)
        buf_add(b, " ");
    if (in->kind == INPUT_MOUSE) {
        buf_printf(b, "%s:%d,%d", buttons[in->button], in->row, in->col);
        return;
    }
    if (in->kind == INPUT_PASTE) {
        buf_printf(b, "paste(%s)", in->text);
        return;
    }
    buf_printf(b, "%s%s%s", in->mods & MOD_SHIFT ? "S-" : "",
               in->mods & MOD_ALT ? "A-" : "", in->mods & MOD_CTRL ? "C-" : "");
    if (key_word(in->key))
        buf_add(b, key_word(in->key));
    else if (in->key < ' ')
        buf_printf(b, "^%c", (char)(in->key + '@'));
    else
        buf_add(b, in->text);
}

/* '|' in a row: a pause longer than any wait. */
static const struct decode_row {
    const char *bytes, *inputs;
} decode_rows[] = {
    {"ab",                                                      "a b"                  },
    {"\r\n",                                                    "enter enter"          },
    {"\t\x7f\b",                                                "tab back back"        },
    {"\x01\x1f",                                                "^A ^_"                },
    {"θ𝑥é",                                                "θ 𝑥 é"           },
    {"\xce|\xb8",                                               ""                     },
    {"\xce"
     "a",                                                  "a"                    },
    {"\xff\xc0\xaf\xed\xa0\x80"
     "a",                                                  "a"                    },
    {"\xf4\x90\x80\x80"
     "a",                                                  "a"                    },
    {"\xc2\x9b"
     "2J",                                                 "2 J"                  },
    {"\xe2\x80\xae"
     "a",                                                  "a"                    },
    {"\033|a",                                                  "esc a"                },
    {"\033\033|",                                               "esc esc"              },
    {"\033f",                                                   "A-f"                  },
    {"\033\x7f",                                                "A-back"               },
    {"\033[A\033[B\033[C\033[D",                                "up down right left"   },
    {"\033OA\033OH\033OF\033OP",                                "up home end f1"       },
    {"\033[H\033[F\033[1~\033[4~",                              "home end home end"    },
    {"\033[7~\033[8~\033[3~",                                   "home end del"         },
    {"\033[5~\033[6~\033[Z",                                    "pgup pgdn backtab"    },
    {"\033[11~\033[[A\033[[E",                                  "f1 f1 f5"             },
    {"\033[15~\033OQ",                                          "f5 f2"                },
    {"\033[1;5D\033[1;3C\033[1;2A",                             "C-left A-right S-up"  },
    {"\033[3;5~",                                               "C-del"                },
    {"\033[|a",                                                 "a"                    },
    {"\033[12|a",                                               "a"                    },
    {"\033[200;1;2;3u"
     "b",                                                  "b"                    },
    {"\033[?64;1;2c"
     "b",                                                  "b"                    },
    {"\033[99~b",                                               "b"                    },
    {"\033[<0;5;3M\033[<0;5;3m",                                "press:2,4 release:2,4"},
    {"\033[<32;1;1M\033[<64;9;9M",                              "drag:0,0 wheel-up:8,8"},
    {"\033[<65;9;9M\033[<1;9;9Ma",                              "wheel-down:8,8 a"     },
    {"\033[<0;0;0M\033[<;M\033[<M",                             ""                     },
    {"\033[<16;2;2M",                                           "press:1,1"            },
    {"\033[200~x+1\033[201~y",                                  "paste(x+1) y"         },
    {"\033[200~a\nb\tc\033[201~",                               "paste(a b c)"         },
    {"\033[200~a\033[31mb\033[A\033[201~",                      "paste(ab)"            },
    {"\033[200~\x01\x7f\xe2\x80\xaez\033[201~",                 "paste(z)"             },
    {"\033[200~ab|c",                                           "paste(ab) c"          },
    {"\033[201~c",                                              "c"                    },
    {"\033[1\033[A",                                            "up"                   },
    {"\033[AAAAAAAA",                                           "up A A A A A A A"     },
    {"\033[999999999999999999999~a",                            "a"                    },
    {"\033[0000000000000000000000000000000000000000000000000A", "up"                   },
};

static void
check_decode(void **state)
{
    const struct decode_row *r = *state;
    struct arena *a = arena_new();
    struct decoder d;
    struct input in;
    struct buf b;

    decode_init(&d);
    buf_init(&b, a);
    for (const char *p = r->bytes; *p; p++) {
        if (*p == '|' ? decode_wait_ms(&d) >= 0 && decode_timeout(&d, &in)
                      : decode_byte(&d, (unsigned char)*p, &in))
            describe(&b, &in);
    }
    assert_string_equal(b.s, r->inputs);
    arena_free(a);
}

/* Any bytes: what comes out is text that is safe to show, and nothing is written past
 * the buffers (the sanitizer build watches). */
static void
check_decode_noise(void **state)
{
    struct decoder d;
    struct input in;
    uint32_t x = 1;

    (void)state;
    decode_init(&d);
    for (int i = 0; i < 300000; i++) {
        static const char often[] = "\033[<;~M2010";

        x = x * 1664525u + 1013904223u;
        if (!decode_byte(&d,
                         x >> 31 ? (unsigned char)(x >> 16)
                                 : (unsigned char)often[(x >> 16) % (sizeof often - 1)],
                         &in))
            continue;
        assert_true(in.kind == INPUT_MOUSE || in.text != NULL);
        if (in.kind == INPUT_PASTE)
            assert_true(strlen(in.text) <= DECODE_PASTE_MAX);
    }
}

static void
check_long_paste(void **state)
{
    struct decoder d;
    struct input in = {0};

    (void)state;
    decode_init(&d);
    for (const char *p = "\033[200~"; *p; p++)
        decode_byte(&d, (unsigned char)*p, &in);
    for (int i = 0; i < 3 * DECODE_PASTE_MAX; i++)
        assert_false(decode_byte(&d, (unsigned char)"\xce\xb8"[i % 2], &in));
    assert_true(decode_timeout(&d, &in));
    assert_int_equal(in.kind, INPUT_PASTE);
    assert_int_equal(strlen(in.text), DECODE_PASTE_MAX);
    assert_int_equal(decode_wait_ms(&d), -1);
}

/* ---- editing ------------------------------------------------------------------------
 */

/* `_` marks the cursor in the result. */
static const struct edit_row {
    const char *name, *start, *bytes, *result;
} edit_rows[] = {
    {"typing",                 "",        "n - m",                       "n - m_"   },
    {"UTF-8",                  "",        "mθ\x7f",                     "m_"       },
    {"left, insert",           "",        "ac\033[Db",                   "ab_c"     },
    {"over UTF-8",             "",        "θφ\033[D\033[Dx",           "x_θφ"   },
    {"delete right",           "",        "θφ\033[H\033[3~",           "_φ"      },
    {"home and end",           "abc",
     "\x01"
     "x\x05"
     "y",                                                                "xabcy_"   },
    {"kill and yank",          "a b c",   "\x17\x17\x19\x19",            "a b cb c_"},
    {"kill line",              "abc",     "\033[D\x0b",                  "ab_"      },
    {"discard",                "abc",     "\x15",                        "_"        },
    {"word left",              "one two", "\033b",                       "one _two" },
    {"word left by Ctrl",      "one two", "\033[1;5D",                   "one _two" },
    {"undo",                   "",        "ab\x17\x1f",                  "ab_"      },
    {"transpose",              "ab",      "\x14",                        "ba_"      },
    {"Ctrl-D deletes",         "ab",      "\x01\x04",                    "_b"       },
    {"Ctrl-D in an empty one", "",
     "\x04"
     "a",                                                                "a_"       },
    {"unbound keys",           "a",
     "\x0f\x18\033x\033?\x16"
     "b",                                                                "ab_"      },
    {"quoting is off",         "",
     "\x16\x01"
     "b",                                                                "b_"       },
    {"paste",                  "ac",      "\033[D\033[200~\nb\033[201~", "a b_c"    },
    {"backslash and quotes",   "",        "\\\"'{}",                     "\\\"'{}_" },
};

static char *
edit_bytes(struct arena *a, struct edit *e, const char *bytes)
{
    struct decoder d;
    struct input in;

    decode_init(&d);
    for (; *bytes; bytes++)
        if (decode_byte(&d, (unsigned char)*bytes, &in) && edit_wants(&in))
            edit_feed(e, &in);
    return arena_printf(a, "%.*s_%s", edit_cursor(e), edit_text(e),
                        edit_text(e) + edit_cursor(e));
}

static void
check_edit(void **state)
{
    const struct edit_row *r = *state;
    struct arena *a = arena_new();
    struct edit *e = edit_new();

    edit_take(e, r->start, (int)strlen(r->start));
    assert_string_equal(edit_bytes(a, e, r->bytes), r->result);
    edit_free(e);
    arena_free(a);
}

static void
check_history(void **state)
{
    struct arena *a = arena_new();
    struct edit *e = edit_new();

    (void)state;
    edit_take(e, "first", 5);
    edit_remember(e);
    edit_take(e, "second", 6);
    edit_remember(e);
    edit_remember(e);
    edit_take(e, "", 0);
    assert_string_equal(edit_bytes(a, e, "\033[A"), "second_");
    assert_string_equal(edit_bytes(a, e, "\033[A"), "first_");
    assert_string_equal(edit_bytes(a, e, "\033[B\033[B"), "_");
    assert_string_equal(edit_bytes(a, e, "f\x12"), "f_irst");
    edit_free(e);
    arena_free(a);
}

/* At the limit one more character, by each way in, is refused and nothing is cut. */
static void
check_edit_limit(void **state)
{
    struct arena *a = arena_new();
    struct edit *e = edit_new();
    char *full = arena_alloc(a, EDIT_TEXT_MAX + 1, 1);
    size_t n = EDIT_TEXT_MAX;

    (void)state;
    memset(full, 'a', n - 1);
    edit_take(e, full, -1);
    edit_bytes(a, e, "θ");
    assert_int_equal(strlen(edit_text(e)), n - 1);
    edit_bytes(a, e, "\033[200~θ\033[201~");
    assert_int_equal(strlen(edit_text(e)), n - 1);
    edit_bytes(a, e, "x");
    assert_int_equal(strlen(edit_text(e)), n);
    edit_bytes(a, e, "y");
    assert_int_equal(strlen(edit_text(e)), n);
    edit_bytes(a, e, "\x15\x19\x19");
    assert_int_equal(strlen(edit_text(e)), n);
    edit_free(e);
    arena_free(a);
}

/* Any keys: the text stays UTF-8 and the cursor between characters. */
static void
check_edit_noise(void **state)
{
    static const char *const keys[] = {
        "θ",      "a",      "中",      " ",     "\033[D", "\033[C", "\033[A", "\x7f",
        "\x14",   "\x17",   "\x19",    "\x0b",  "\033y",  "\033t",  "\033u",  "\x1f",
        "\033[H", "\033[F", "\033[3~", "\033b", "\033d",  "\x12",   "\033c",  "\x07",
    };
    struct arena *a = arena_new();
    struct edit *e = edit_new();
    uint32_t x = 7;

    (void)state;
    for (int i = 0; i < 20000; i++) {
        const char *s;
        size_t used;

        x = x * 1664525u + 1013904223u;
        edit_bytes(a, e, keys[(x >> 16) % (sizeof keys / sizeof *keys)]);
        if (i % 50 == 0)
            edit_remember(e);
        arena_reset(a);
        for (s = edit_text(e); *s; s += used)
            assert_false(utf8_decode(s, strlen(s), &used) == UTF8_BAD);
        assert_true(edit_cursor(e) <= (int)strlen(edit_text(e)));
        assert_false(((unsigned char)edit_text(e)[edit_cursor(e)] & 0xc0) == 0x80);
    }
    edit_free(e);
    arena_free(a);
}

/* ---- frames ---------------------------------------------------------------------------
 */

static void
say_move(struct buf *b, int row, int col)
{
    buf_printf(b, "@%d,%d ", row, col);
}

static void
say_right(struct buf *b, int n)
{
    buf_printf(b, ">%d ", n);
}

/* Text of one style in a row; '_' draws nothing. */
struct drawn_row {
    int row, col;
    enum style style;
    const char *text;
};

static const struct frame_row {
    const char *name;
    struct drawn_row before[2], after[2];
    int cursor; /* column in row 0 of the second canvas; -1 hidden; the first: hidden */
    const char *bytes;
} frame_rows[] = {
    {"nothing changed",        {{0, 0, 0, "ab"}},      {{0, 0, 0, "ab"}},         -1, ""                 },
    {"one cell",               {{0, 0, 0, "ab"}},      {{0, 0, 0, "ac"}},         -1, "@0,1 {p}c"        },
    {"a run",                  {{0, 0, 0, "ab"}},      {{0, 0, 0, "xyz"}},        -1, "@0,0 {p}xyz"      },
    {"a style",                {{0, 0, 0, "ab"}},      {{0, 0, STYLE_DIM, "ab"}}, -1, "@0,0 {d}ab{p}"    },
    {"a blank of any style",
     {{0, 0, 0, "ab"}},
     {{0, 0, STYLE_STRONG, "x y"}},
     -1,
     "@0,0 {s}x y{p}"                                                                                    },
    {"a short gap",            {{0, 0, 0, "abc"}},     {{0, 0, 0, "xbz"}},        -1, "@0,0 {p}xbz"      },
    {"a long gap",             {{0, 0, 0, "abcdefg"}}, {{0, 0, 0, "xbcdefz"}},    -1, "@0,0 {p}x>5 z"    },
    {"a gap of another style",
     {{0, 0, 0, "a"}, {0, 1, STYLE_DIM, "b"}},
     {{0, 0, 0, "x"}, {0, 1, STYLE_DIM, "b"}},
     -1,
     "@0,0 {p}x"                                                                                         },
    {"two rows",
     {{0, 0, 0, ""}},
     {{0, 1, 0, "a"}, {1, 1, 0, "b"}},
     -1,
     "@0,1 {p}a@1,1 b"                                                                                   },
    {"the last column",
     {{0, 0, 0, ""}},
     {{0, 7, 0, "a"}, {1, 0, 0, "b"}},
     -1,
     "@0,7 {p}a@1,0 b"                                                                                   },
    {"the corner is left",     {{0, 0, 0, ""}},        {{1, 6, 0, "ab"}},         -1, "@1,6 {p}a"        },
    {"a wide character",       {{0, 0, 0, ""}},        {{0, 0, 0, "中a"}},       -1, "@0,0 {p}中@0,2 a"},
    {"wide to narrow",         {{0, 0, 0, "中"}},     {{0, 0, 0, "ab"}},         -1, "@0,0 {p}ab"       },
    {"a combining mark",
     {{0, 0, 0, ""}},
     {{0, 0, 0,
       "e\xcc\x81"
       "a"}},
     -1,
     "@0,0 {p}e\xcc\x81@0,1 a"                                                                           },
    {"the cursor appears",     {{0, 0, 0, "a"}},       {{0, 0, 0, "a"}},          2,  "<show>@0,2 "      },
};

static struct canvas *
draw_rows(const struct drawn_row rows[2])
{
    struct canvas *c = canvas_new(2, 8, ALPHABET_UNICODE);

    for (int i = 0; i < 2 && rows[i].text; i++)
        canvas_text(c, canvas_all(c), rows[i].row, rows[i].col, rows[i].style,
                    rows[i].text);
    return c;
}

static void
check_frame(void **state)
{
    const struct frame_row *r = *state;
    struct words w = {
        .hide = "<hide>", .show = "<show>", .move = say_move, .right = say_right};
    struct arena *a = arena_new();
    struct canvas *from = draw_rows(r->before), *to = draw_rows(r->after);
    struct buf b;

    for (int i = 0; i < STYLE_COUNT; i++)
        w.sgr[i] = arena_printf(a, "{%c}", style_name((enum style)i)[0]);
    if (r->cursor >= 0)
        canvas_cursor(to, canvas_all(to), 0, r->cursor);
    buf_init(&b, a);
    frame_compose(&b, &w, from, to);
    assert_string_equal(b.s, r->bytes);
    canvas_free(from);
    canvas_free(to);
    arena_free(a);
}

/* Nothing known: every cell, the corner too where that is safe. */
static void
check_first_frame(void **state)
{
    struct words w = {.hide = "<hide>",
                      .show = "<show>",
                      .move = say_move,
                      .right = say_right,
                      .keeps_corner = true};
    struct arena *a = arena_new();
    struct canvas *to = draw_rows((struct drawn_row[2]){
        {1, 0, 0, "12345678"}
    });
    struct buf b;

    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        w.sgr[i] = "";
    buf_init(&b, a);
    frame_compose(&b, &w, NULL, to);
    assert_string_equal(b.s, "@0,0         @1,0 12345678<hide>");
    canvas_resize(to, 1, 1);
    w.keeps_corner = false;
    w.hide = "";
    buf_init(&b, a);
    frame_compose(&b, &w, NULL, to);
    assert_string_equal(b.s, "");
    canvas_free(to);
    arena_free(a);
}

/* ---- themes -------------------------------------------------------------------------
 */

static const struct color_row {
    const char *name;
    int rgb, colors, number;
} color_rows[] = {
    {"direct",         0x12af87,   1 << 24, 0x12af87  },
    {"the cube",       0x5fafff,   256,     75        },
    {"a grey",         0x808080,   256,     244       },
    {"black of 256",   0x000000,   256,     16        },
    {"white of 256",   0xffffff,   256,     231       },
    {"near the cube",  0xe69f00,   256,     178       },
    {"no colour",      COLOR_NONE, 256,     COLOR_NONE},
    {"no colour of 8", COLOR_NONE, 8,       COLOR_NONE},
    {"red of 8",       0xaf0000,   8,       1         },
    {"yellow of 16",   0xffd75f,   16,      3         },
    {"blue of 8",      0x005fd7,   8,       4         },
    {"white of 8",     0xffffff,   8,       7         },
    {"black of 8",     0x000000,   8,       0         },
};

static void
check_color(void **state)
{
    const struct color_row *r = *state;

    assert_int_equal(theme_color(r->rgb, r->colors), r->number);
}

static double
luminance(int rgb)
{
    static const double weights[] = {0.2126, 0.7152, 0.0722};
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        double x = (rgb >> (16 - 8 * i) & 255) / 255.0;

        /* sRGB, approximately: x^2.2 by x^2 and a fifth of its root. */
        sum += weights[i] * (0.8 * x * x + 0.2 * x * x * x);
    }
    return sum;
}

/* Every colour of every theme can be read: contrast of at least 4.5 after WCAG 2. */
static void
check_contrast(void **state)
{
    (void)state;
    for (int i = 0; theme_at(i); i++) {
        const struct theme *t = theme_at(i);
        double background = strcmp(t->name, "light") == 0 ? 1 : 0;

        for (int s = 0; s < STYLE_COUNT; s++) {
            double fg, low, high;

            if (t->look[s].fg == COLOR_NONE)
                continue;
            fg = luminance(t->look[s].fg);
            low = fg < background ? fg : background;
            high = fg < background ? background : fg;
            if ((high + 0.05) / (low + 0.05) < 4.5)
                fail_msg("theme %s, style %s: %.2f", t->name, style_name((enum style)s),
                         (high + 0.05) / (low + 0.05));
        }
    }
}

static const struct theme_row {
    const char *name, *colorfgbg, *found;
} theme_rows[] = {
    {"",              NULL,           "dark"         },
    {"",              "15;0",         "dark"         },
    {"",              "0;15",         "light"        },
    {"",              "0;default;15", "light"        },
    {"",              "x",            "dark"         },
    {"light",         "15;0",         "light"        },
    {"colour-blind",  NULL,           "colour-blind" },
    {"high-contrast", NULL,           "high-contrast"},
    {"none",          NULL,           "none"         },
    {"pink",          NULL,           NULL           },
};

static void
check_theme(void **state)
{
    const struct theme_row *r = *state;
    const struct theme *t = theme_find(r->name, r->colorfgbg);

    assert_int_equal(t != NULL, r->found != NULL);
    if (t)
        assert_string_equal(t->name, r->found);
}

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
        term_suspend(t);
        return true;
    case 'f':
        *field = (struct ui_field){true, "ab", 2, field->serial + 1};
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
    {"repaint",            "\014",                    "resize 10 60;"              },
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
        s.n = 0;
    }
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
    TABLE_ROWS(&t, decode_rows, check_decode);
    table_add(&t, "noise through the decoder", check_decode_noise, NULL);
    table_add(&t, "a paste without an end", check_long_paste, NULL);
    TABLE_ROWS(&t, edit_rows, check_edit);
    table_add(&t, "history", check_history, NULL);
    table_add(&t, "the length of a field", check_edit_limit, NULL);
    table_add(&t, "noise through the editor", check_edit_noise, NULL);
    TABLE_ROWS(&t, frame_rows, check_frame);
    table_add(&t, "the first frame", check_first_frame, NULL);
    TABLE_ROWS(&t, color_rows, check_color);
    table_add(&t, "contrast", check_contrast, NULL);
    TABLE_ROWS(&t, theme_rows, check_theme);
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
    return table_run(&t, "term");
}
