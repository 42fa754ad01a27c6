#include "term/edit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <readline/readline.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "term/history.h"

enum { CTRL_D = 4, CTRL_G = 7, CTRL_N = 14, CTRL_P = 16, CTRL_R = 18, CTRL_S = 19 };

struct edit {
    struct history history;
    Keymap keys;
};

/* Where a sequence was shorter than readline thought; see read_no_more(). */
static int
do_nothing(int count, int key)
{
    (void)count;
    (void)key;
    return 0;
}

/* The editing keys: which key, the bytes that stand for it towards readline, and what
 * it does. Nothing here prints, completes or asks, and nothing may abort: readline 8.2
 * crashes when an abort leaves a sequence in callback mode (Alt-y without a Ctrl-y). */
static const struct edit_key {
    uint32_t key;
    int mods;
    const char *bytes;
    rl_command_func_t *run;
} edit_keys[] = {
    {KEY_ARROW_LEFT,   0,        "\033[D",    rl_backward_char     },
    {KEY_ARROW_RIGHT,  0,        "\033[C",    rl_forward_char      },
    {KEY_ARROW_LEFT,   MOD_CTRL, "\033[1;5D", rl_backward_word     },
    {KEY_ARROW_RIGHT,  MOD_CTRL, "\033[1;5C", rl_forward_word      },
    {KEY_ARROW_LEFT,   MOD_ALT,  "\033[1;3D", rl_backward_word     },
    {KEY_ARROW_RIGHT,  MOD_ALT,  "\033[1;3C", rl_forward_word      },
    {KEY_TO_START,     0,        "\033[H",    rl_beg_of_line       },
    {KEY_TO_END,       0,        "\033[F",    rl_end_of_line       },
    {KEY_DELETE_RIGHT, 0,        "\033[3~",   rl_delete            },
    {KEY_BACK,         0,        "\177",      rl_rubout            },
    {KEY_BACK,         MOD_ALT,  "\033\177",  rl_backward_kill_word},
    {'b',              MOD_ALT,  "\033b",     rl_backward_word     },
    {'c',              MOD_ALT,  "\033c",     rl_capitalize_word   },
    {'d',              MOD_ALT,  "\033d",     rl_kill_word         },
    {'f',              MOD_ALT,  "\033f",     rl_forward_word      },
    {'l',              MOD_ALT,  "\033l",     rl_downcase_word     },
    {'t',              MOD_ALT,  "\033t",     rl_transpose_words   },
    {'u',              MOD_ALT,  "\033u",     rl_upcase_word       },
    {1,                0,        "\001",      rl_beg_of_line       },
    {2,                0,        "\002",      rl_backward_char     },
    {4,                0,        "\004",      rl_delete            },
    {5,                0,        "\005",      rl_end_of_line       },
    {6,                0,        "\006",      rl_forward_char      },
    {CTRL_G,           0,        "\007",      do_nothing           },
    {11,               0,        "\013",      rl_kill_line         },
    {20,               0,        "\024",      rl_transpose_chars   },
    {21,               0,        "\025",      rl_unix_line_discard },
    {23,               0,        "\027",      rl_unix_word_rubout  },
    {25,               0,        "\031",      rl_yank              },
    {31,               0,        "\037",      rl_undo_command      },
};

/* The keys that recall a line; with `prefix` one that begins as the text before the
 * cursor. */
static const struct recall_key {
    uint32_t key;
    int direction;
    bool prefix;
} recall_keys[] = {
    {KEY_ARROW_UP,   -1, false},
    {KEY_ARROW_DOWN, 1,  false},
    {CTRL_P,         -1, false},
    {CTRL_N,         1,  false},
    {CTRL_R,         -1, true },
    {CTRL_S,         1,  true },
};

static void
draw_nothing(void)
{
}

/* Asked for only when a sequence was shorter than readline thought. */
static int
read_no_more(FILE *in)
{
    (void)in;
    return CTRL_G;
}

static int
nothing_waits(void)
{
    return 0;
}

/* The texts that count are in rl_line_buffer before a line ends. */
static void
drop_line(char *line)
{
    free(line);
}

static Keymap
make_keymap(void)
{
    Keymap map = rl_make_keymap();

    for (size_t i = 0; i < sizeof edit_keys / sizeof *edit_keys; i++)
        rl_bind_keyseq_in_map(edit_keys[i].bytes, edit_keys[i].run, map);
    return map;
}

struct edit *
edit_new(void)
{
    struct edit *e = xmalloc(sizeof *e);

    history_init(&e->history);
    rl_terminal_name = "dumb";
    rl_readline_name = "ropewalk";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_change_environment = 0;
    rl_redisplay_function = draw_nothing;
    rl_getc_function = read_no_more;
    rl_input_available_hook = nothing_waits;
    rl_prep_term_function = NULL;
    rl_deprep_term_function = NULL;
    /* A broken inputrc prints its complaints over the screen, and rebound keys would
     * make the help page wrong. */
    setenv("INPUTRC", "/dev/null", 1);
    rl_initialize();
    rl_variable_bind("bell-style", "none");
    rl_variable_bind("enable-bracketed-paste", "off");
    e->keys = make_keymap();
    rl_set_keymap(e->keys);
    rl_callback_handler_install("", drop_line);
    return e;
}

void
edit_free(struct edit *e)
{
    if (!e)
        return;
    rl_callback_handler_remove();
    rl_set_keymap(rl_get_keymap_by_name("emacs"));
    rl_free_keymap(e->keys);
    history_fini(&e->history);
    free(e);
}

static const struct edit_key *
find_key(const struct input *in)
{
    int mods = in->mods & ~MOD_SHIFT;

    for (size_t i = 0; i < sizeof edit_keys / sizeof *edit_keys; i++)
        if (edit_keys[i].key == in->key && edit_keys[i].mods == mods)
            return &edit_keys[i];
    return NULL;
}

static bool
is_printable(const struct input *in)
{
    return in->kind == INPUT_KEY && in->mods == 0 && in->text[0] != '\0';
}

static const struct recall_key *
find_recall(const struct input *in)
{
    for (size_t i = 0; i < sizeof recall_keys / sizeof *recall_keys; i++)
        if (recall_keys[i].key == in->key && in->mods == 0)
            return &recall_keys[i];
    return NULL;
}

bool
edit_wants(const struct input *in)
{
    return in->kind == INPUT_PASTE || is_printable(in) ||
           (in->kind == INPUT_KEY && (find_key(in) || find_recall(in)));
}

/* One key is all stuffed before readline looks at it, and all read before we return. */
static void
run_key(const char *bytes)
{
    for (const char *p = bytes; *p; p++)
        rl_stuff_char((unsigned char)*p);
    for (const char *p = bytes; *p; p++)
        rl_callback_read_char();
}

/* A text that comes from outside ends a row of kills, which would else become one. */
static void
end_kills(void)
{
    run_key("\007");
}

static void
insert(const char *text)
{
    size_t left = rl_end < EDIT_TEXT_MAX ? (size_t)(EDIT_TEXT_MAX - rl_end) : 0;
    size_t n = 0, used;

    end_kills();
    while (text[n] != '\0') {
        utf8_decode(text + n, strlen(text + n), &used);
        if (n + used > left)
            break;
        n += used;
    }
    if (n > 0) {
        char part[EDIT_TEXT_MAX + 1];

        memcpy(part, text, n);
        part[n] = '\0';
        rl_insert_text(part);
    }
}

/* A yank can make the text longer than it may be. */
static void
cut_to_limit(void)
{
    int end = EDIT_TEXT_MAX;

    if (rl_end <= EDIT_TEXT_MAX)
        return;
    while (end > 0 && ((unsigned char)rl_line_buffer[end] & 0xc0) == 0x80)
        end--;
    rl_delete_text(end, rl_end);
    if (rl_point > rl_end)
        rl_point = rl_end;
}

static void
replace(const char *text, int cursor)
{
    end_kills();
    rl_replace_line(text, 1);
    rl_point = cursor < 0 || cursor > rl_end ? rl_end : cursor;
    rl_mark = 0;
    cut_to_limit();
}

static void
recall(struct edit *e, const struct recall_key *r)
{
    int prefix = r->prefix ? rl_point : 0;
    const char *line = history_step(&e->history, rl_line_buffer, prefix, r->direction);

    if (line)
        replace(line, r->prefix ? prefix : -1);
}

static void
feed_key(const struct input *in)
{
    const struct edit_key *k = find_key(in);

    /* Ctrl-D in an empty line means end of input to readline. */
    if (k && !(k->key == CTRL_D && rl_end == 0))
        run_key(k->bytes);
    else if (!k && is_printable(in) && rl_end + (int)strlen(in->text) <= EDIT_TEXT_MAX) {
        for (const char *p = in->text; *p; p++)
            rl_stuff_char((unsigned char)*p);
        rl_callback_read_char();
    }
    cut_to_limit();
}

bool
edit_feed(struct edit *e, const struct input *in)
{
    char before[EDIT_TEXT_MAX + 1];
    int point = rl_point;

    snprintf(before, sizeof before, "%s", rl_line_buffer);
    if (in->kind == INPUT_PASTE)
        insert(in->text);
    else if (in->kind == INPUT_KEY && find_recall(in))
        recall(e, find_recall(in));
    else if (in->kind == INPUT_KEY)
        feed_key(in);
    return point != rl_point || strcmp(before, rl_line_buffer) != 0;
}

void
edit_take(struct edit *e, const char *text, int cursor)
{
    history_rest(&e->history);
    replace(text, cursor);
}

const char *
edit_text(const struct edit *e)
{
    (void)e;
    return rl_line_buffer;
}

int
edit_cursor(const struct edit *e)
{
    (void)e;
    return rl_point;
}

void
edit_remember(struct edit *e)
{
    history_add(&e->history, rl_line_buffer);
}
