#include "unit/table.h"

#include <locale.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "term/decode.h"
#include "term/edit.h"
#include "term/frame.h"
#include "term/ramp.h"
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
    {"\r\n",                                                    "enter C-enter"        },
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
    {"typing",                 "",        "n - m",                              "n - m_"   },
    {"UTF-8",                  "",        "mθ\x7f",                            "m_"       },
    {"left, insert",           "",        "ac\033[Db",                          "ab_c"     },
    {"over UTF-8",             "",        "θφ\033[D\033[Dx",                  "x_θφ"   },
    {"delete right",           "",        "θφ\033[H\033[3~",                  "_φ"      },
    {"home and end",           "abc",
     "\x01"
     "x\x05"
     "y",                                                                       "xabcy_"   },
    {"kill and yank",          "a b c",   "\x17\x17\x19\x19",                   "a b cb c_"},
    {"kill line",              "abc",     "\033[D\x0b",                         "ab_"      },
    {"discard",                "abc",     "\x15",                               "_"        },
    {"word left",              "one two", "\033b",                              "one _two" },
    {"word left by Ctrl",      "one two", "\033[1;5D",                          "one _two" },
    {"undo",                   "",        "ab\x17\x1f",                         "ab_"      },
    {"transpose",              "ab",      "\x14",                               "ba_"      },
    {"Ctrl-D deletes",         "ab",      "\x01\x04",                           "_b"       },
    {"Ctrl-D in an empty one", "",
     "\x04"
     "a",                                                                       "a_"       },
    {"unbound keys",           "a",
     "\x0f\x18\033x\033?\x16"
     "b",                                                                       "ab_"      },
    {"quoting is off",         "",
     "\x16\x01"
     "b",                                                                       "b_"       },
    {"paste",                  "ac",      "\033[D\033[200~\nb\033[201~",        "a b_c"    },
    {"kills around a paste",   "",        "ab\x15\033[200~cd\033[201~\x15\x19", "cd_"      },
    {"backslash and quotes",   "",        "\\\"'{}",                            "\\\"'{}_" },
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
    {"nothing changed",             {{0, 0, 0, "ab"}},      {{0, 0, 0, "ab"}},                -1, ""              },
    {"one cell",                    {{0, 0, 0, "ab"}},      {{0, 0, 0, "ac"}},                -1, "@0,1 c"        },
    {"a run",                       {{0, 0, 0, "ab"}},      {{0, 0, 0, "xyz"}},               -1, "@0,0 xyz"      },
    {"a style",                     {{0, 0, 0, "ab"}},      {{0, 0, STYLE_DIM, "ab"}},        -1, "@0,0 {d}ab{p}" },
    {"a blank of any style",
     {{0, 0, 0, "ab"}},
     {{0, 0, STYLE_STRONG, "x y"}},
     -1,
     "@0,0 {s}x y{p}"                                                                                             },
    {"a short gap",                 {{0, 0, 0, "abc"}},     {{0, 0, 0, "xbz"}},               -1, "@0,0 xbz"      },
    {"a long gap",                  {{0, 0, 0, "abcdefg"}}, {{0, 0, 0, "xbcdefz"}},           -1, "@0,0 x>5 z"    },
    {"a gap of another style",
     {{0, 0, 0, "a"}, {0, 1, STYLE_DIM, "b"}},
     {{0, 0, 0, "x"}, {0, 1, STYLE_DIM, "b"}},
     -1,
     "@0,0 x"                                                                                                     },
    {"two rows",                    {{0, 0, 0, ""}},        {{0, 1, 0, "a"}, {1, 1, 0, "b"}}, -1, "@0,1 a@1,1 b"  },
    {"the last column",
     {{0, 0, 0, ""}},
     {{0, 7, 0, "a"}, {1, 0, 0, "b"}},
     -1,
     "@0,7 a@1,0 b"                                                                                               },
    {"the corner is left",          {{0, 0, 0, ""}},        {{1, 6, 0, "ab"}},                -1, "@1,6 a"        },
    {"a wide character",            {{0, 0, 0, ""}},        {{0, 0, 0, "中a"}},              -1, "@0,0 中@0,2 a"},
    {"wide to narrow",              {{0, 0, 0, "中"}},     {{0, 0, 0, "ab"}},                -1, "@0,0 ab"       },
    {"a combining mark",
     {{0, 0, 0, ""}},
     {{0, 0, 0,
       "e\xcc\x81"
       "a"}},
     -1,
     "@0,0 e\xcc\x81@0,1 a"                                                                                       },
    {"a tail of blanks",            {{0, 1, 0, "abcdef"}},  {{0, 1, 0, "x"}},                 -1, "@0,1 x[cl]"    },
    {"a tail of styled blanks",
     {{0, 0, STYLE_DIM, "abcdefgh"}},
     {{0, 0, STYLE_DIM, "x       "}},
     -1,
     "@0,0 {d}x[cl]{p}"                                                                                           },
    {"a tail that is shorter sent",
     {{0, 0, 0, "abcd"}},
     {{0, 0, 0, "x"}},
     -1,
     "@0,0 x   "                                                                                                  },
    {"the cursor appears",          {{0, 0, 0, "a"}},       {{0, 0, 0, "a"}},                 2,  "<show>@0,2 "   },
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
    struct words w = {.hide = "<hide>",
                      .show = "<show>",
                      .clear_end = "[cl]",
                      .move = say_move,
                      .right = say_right};
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

/* The cursor's way from where the last frame left it, and back. */
static void
check_cursor_ways(void **state)
{
    struct words w = {
        .hide = "<hide>", .show = "<show>", .move = say_move, .right = say_right};
    struct arena *a = arena_new();
    struct canvas *from = draw_rows((struct drawn_row[2]){
        {0, 0, 0, "abcdefgh"}
    });
    struct canvas *to = draw_rows((struct drawn_row[2]){
        {0, 0, 0, "abcdefxh"}
    });
    struct buf b;

    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        w.sgr[i] = "";
    canvas_cursor(from, canvas_all(from), 0, 1);
    canvas_cursor(to, canvas_all(to), 0, 2);
    buf_init(&b, a);
    frame_compose(&b, &w, from, to);
    assert_string_equal(b.s, ">5 x>-5 ");
    canvas_cursor(to, canvas_all(to), 0, 7);
    buf_init(&b, a);
    frame_compose(&b, &w, from, to);
    assert_string_equal(b.s, ">5 x");
    canvas_cursor(from, canvas_all(from), 1, 0);
    buf_init(&b, a);
    frame_compose(&b, &w, from, to);
    assert_string_equal(b.s, "@0,6 x");
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

        for (int s = 0; s < STYLE_NAMED; s++) {
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

/* ---- ramps ------------------------------------------------------------------------- */

static const struct ramp_row {
    const char *name;
    const struct ramp *ramp;
    int background, colors;
} ramp_rows[] = {
    {"on dark, direct colours",  &ramp_on_dark,  0x000000, 1 << 24},
    {"on dark, 256 colours",     &ramp_on_dark,  0x000000, 256    },
    {"on light, direct colours", &ramp_on_light, 0xffffff, 1 << 24},
    {"on light, 256 colours",    &ramp_on_light, 0xffffff, 256    },
};

static int
shown(int number, int colors)
{
    return colors >= 1 << 24 ? number : ramp_palette(number);
}

static double
from_background(const struct ramp_row *r, enum style style)
{
    return ramp_contrast(shown(ramp_colors(r->ramp, style, r->colors).bg, r->colors),
                         r->background);
}

/* Text on every step can be read, and each step stands out more than the last: the order
 * shows without any hue. */
static void
check_ramp(void **state)
{
    const struct ramp_row *r = *state;
    const enum style zero = STYLE_DIFFERENCE + DIFFERENCE_STEPS / 2;

    for (enum style s = STYLE_NAMED; s < STYLE_COUNT; s++) {
        struct ramp_colors c = ramp_colors(r->ramp, s, r->colors);
        double contrast = ramp_contrast(shown(c.fg, r->colors), shown(c.bg, r->colors));
        enum style nearer = s < zero && s >= STYLE_DIFFERENCE ? s + 1 : s - 1;

        if (contrast < 4.5)
            fail_msg("text on step %d: %.2f", (int)(s - STYLE_NAMED), contrast);
        if (s != STYLE_RAMP && s != zero &&
            from_background(r, s) <= from_background(r, nearer))
            fail_msg("step %d does not stand out more than the one before",
                     (int)(s - STYLE_NAMED));
    }
}

/* Orange below zero, blue above: told apart by blue against red, which no common kind of
 * colour blindness confuses. */
static void
check_sides(void **state)
{
    const struct ramp_row *r = *state;

    for (int i = 0; i < DIFFERENCE_STEPS; i++) {
        enum style s = STYLE_DIFFERENCE + (enum style)i;
        int rgb = shown(ramp_colors(r->ramp, s, r->colors).bg, r->colors);
        int warm = (rgb >> 16 & 255) - (rgb & 255);

        if (i < DIFFERENCE_STEPS / 2 ? warm <= 0 : i > DIFFERENCE_STEPS / 2 && warm >= 0)
            fail_msg("step %d is on the wrong side: %06x", i, (unsigned)rgb);
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

static const struct style_row {
    const char *name, *words, *want;
} style_rows[] = {
    {"nothing is set",        "\033(B\033[m",                             "\033[m"             },
    {"a colour",              "\033(B\033[m\033[38;5;16m",                "\033[0;38;5;16m"    },
    {"both colours and bold", "\033[m\033[38;5;16m\033[48;5;137m\033[1m",
     "\033[0;38;5;16;48;5;137;1m"                                                              },
    {"one sequence",          "\033[0;10;1m",                             "\033[0;10;1m"       },
    {"colons",                "\033[0m\033[38:2::1:2:3m",                 "\033[0;38:2::1:2:3m"},
    {"no words",              "",                                         ""                   },
    {"another control",       "\033[m\017\033[1m",                        "\033[m\017\033[1m"  },
    {"another sequence",      "\033[m\033[4h",                            "\033[m\033[4h"      },
    {"half a sequence",       "\033[m\033[3",                             "\033[m\033[3"       },
    {"another set",           "\033(0\033[m",                             "\033(0\033[m"       },
};

static void
check_style(void **state)
{
    const struct style_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(frame_style_words(a, r->words), r->want);
    arena_free(a);
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
    table_add(&t, "the cursor's ways", check_cursor_ways, NULL);
    table_add(&t, "the first frame", check_first_frame, NULL);
    TABLE_ROWS(&t, color_rows, check_color);
    table_add(&t, "contrast", check_contrast, NULL);
    TABLE_ROWS(&t, theme_rows, check_theme);
    TABLE_ROWS(&t, ramp_rows, check_ramp);
    TABLE_ROWS(&t, ramp_rows, check_sides);
    TABLE_ROWS(&t, style_rows, check_style);
    return table_run(&t, "term");
}
