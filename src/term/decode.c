#include "term/decode.h"

#include <stdlib.h>
#include <string.h>

#include "base/safe.h"
#include "base/utf8.h"

/* Final bytes of ESC O x and ESC [ x. */
static const struct letter_key {
    char letter;
    uint32_t key;
} letter_keys[] = {
    {'A', KEY_ARROW_UP      },
    {'B', KEY_ARROW_DOWN    },
    {'C', KEY_ARROW_RIGHT   },
    {'D', KEY_ARROW_LEFT    },
    {'F', KEY_TO_END        },
    {'H', KEY_TO_START      },
    {'M', KEY_RETURN        },
    {'P', KEY_FUNCTION_1    },
    {'Q', KEY_FUNCTION_1 + 1},
    {'R', KEY_FUNCTION_1 + 2},
    {'S', KEY_FUNCTION_1 + 3},
    {'Z', KEY_SHIFT_TAB     },
};

/* First parameter of ESC [ n ~. */
static const struct number_key {
    int number;
    uint32_t key;
} number_keys[] = {
    {1,  KEY_TO_START      },
    {3,  KEY_DELETE_RIGHT  },
    {4,  KEY_TO_END        },
    {5,  KEY_PAGE_UP       },
    {6,  KEY_PAGE_DOWN     },
    {7,  KEY_TO_START      },
    {8,  KEY_TO_END        },
    {11, KEY_FUNCTION_1    },
    {12, KEY_FUNCTION_1 + 1},
    {13, KEY_FUNCTION_1 + 2},
    {14, KEY_FUNCTION_1 + 3},
    {15, KEY_FUNCTION_5    },
};

enum { PASTE_BEGINS = 200, PASTE_ENDS = 201, PARAMETERS_MAX = 3 };

void
decode_init(struct decoder *d)
{
    memset(d, 0, sizeof *d);
}

static uint32_t
letter_key(char letter)
{
    for (size_t i = 0; i < sizeof letter_keys / sizeof *letter_keys; i++)
        if (letter_keys[i].letter == letter)
            return letter_keys[i].key;
    return 0;
}

static uint32_t
number_key(int number)
{
    for (size_t i = 0; i < sizeof number_keys / sizeof *number_keys; i++)
        if (number_keys[i].number == number)
            return number_keys[i].key;
    return 0;
}

/* A finished key; inside a paste keys are not typed. */
static bool
take_key(struct decoder *d, uint32_t key, int mods, struct input *out)
{
    d->state = DECODE_GROUND;
    if (key == 0 || d->pasting)
        return false;
    *out = (struct input){.kind = INPUT_KEY, .key = key, .mods = mods, .text = d->text};
    d->text[0] = '\0';
    if (key >= ' ' && key < KEY_FIRST_SPECIAL && key != KEY_BACK)
        d->text[utf8_encode(d->text, key)] = '\0';
    return true;
}

/* A character inside a paste. */
static void
take_pasted(struct decoder *d, uint32_t c)
{
    char bytes[4];
    size_t n;

    if (c == '\n' || c == '\r' || c == '\t')
        c = ' ';
    if (c < ' ' || !text_is_safe(c))
        return;
    n = (size_t)utf8_encode(bytes, c);
    if (d->n_paste + n > DECODE_PASTE_MAX)
        return;
    memcpy(d->paste + d->n_paste, bytes, n);
    d->n_paste += n;
}

static bool
end_paste(struct decoder *d, struct input *out)
{
    d->state = DECODE_GROUND;
    d->pasting = false;
    d->paste[d->n_paste] = '\0';
    *out = (struct input){.kind = INPUT_PASTE, .text = d->paste};
    return true;
}

static bool
take_character(struct decoder *d, uint32_t c, struct input *out)
{
    d->state = DECODE_GROUND;
    if (d->pasting) {
        take_pasted(d, c);
        return false;
    }
    if (c == '\n')
        return take_key(d, KEY_RETURN, MOD_CTRL, out);
    if (c == '\b')
        c = KEY_BACK;
    return take_key(d, c, 0, out);
}

/* How many bytes follow a leading byte of UTF-8; -1: it leads nothing. */
static int
bytes_to_come(unsigned char byte)
{
    if (byte < 0x80)
        return 0;
    if (byte >= 0xc2 && byte <= 0xdf)
        return 1;
    if (byte >= 0xe0 && byte <= 0xef)
        return 2;
    return byte >= 0xf0 && byte <= 0xf4 ? 3 : -1;
}

static bool
on_ground(struct decoder *d, unsigned char byte, struct input *out)
{
    d->n = 0;
    d->state = DECODE_GROUND;
    if (byte == KEY_ESCAPE) {
        d->state = DECODE_ESCAPE;
        return false;
    }
    d->need = bytes_to_come(byte);
    if (d->need < 0)
        return false;
    if (d->need == 0)
        return take_character(d, byte, out);
    d->bytes[d->n++] = (char)byte;
    d->state = DECODE_UTF8;
    return false;
}

static bool
on_utf8(struct decoder *d, unsigned char byte, struct input *out)
{
    size_t used;
    uint32_t c;

    if ((byte & 0xc0) != 0x80)
        return on_ground(d, byte, out);
    d->bytes[d->n++] = (char)byte;
    if (--d->need > 0)
        return false;
    d->state = DECODE_GROUND;
    c = utf8_decode(d->bytes, d->n, &used);
    return used == d->n && text_is_safe(c) && take_character(d, c, out);
}

static bool
on_escape(struct decoder *d, unsigned char byte, struct input *out)
{
    d->n = 0;
    switch (byte) {
    case '[':
        d->state = DECODE_CSI;
        return false;
    case 'O':
        d->state = DECODE_SS3;
        return false;
    case KEY_ESCAPE:
        if (!take_key(d, KEY_ESCAPE, 0, out))
            return false;
        d->state = DECODE_ESCAPE;
        return true;
    default:
        if (byte >= 0x80)
            return on_ground(d, byte, out);
        return take_key(d, byte == '\b' ? KEY_BACK : byte, MOD_ALT, out);
    }
}

/* "1;5" as numbers; what is missing is 0. */
static void
read_parameters(const char *s, int p[PARAMETERS_MAX])
{
    for (int i = 0; i < PARAMETERS_MAX; i++) {
        char *end;

        p[i] = (int)strtol(s, &end, 10);
        s = *end == ';' ? end + 1 : end;
    }
}

/* ESC [ < button ; column ; row M or m. Only the left button and the wheel count. */
static bool
take_mouse(struct decoder *d, bool pressed, struct input *out)
{
    enum { WHEEL = 64, MOVED = 32, BUTTONS = 3, MODIFIERS = 4 | 8 | 16 };
    int p[PARAMETERS_MAX], button;

    read_parameters(d->bytes + 1, p);
    button = p[0] & ~MODIFIERS;
    if (d->pasting || p[1] < 1 || p[2] < 1)
        return false;
    *out = (struct input){.kind = INPUT_MOUSE, .row = p[2] - 1, .col = p[1] - 1};
    if (button == WHEEL || button == WHEEL + 1)
        out->button = button == WHEEL ? UI_WHEEL_UP : UI_WHEEL_DOWN;
    else if (button == MOVED)
        out->button = UI_DRAG;
    else if (button == 0)
        out->button = pressed ? UI_PRESS : UI_RELEASE;
    else
        return false;
    return true;
}

static bool
take_csi(struct decoder *d, char final, struct input *out)
{
    int p[PARAMETERS_MAX];
    int mods;

    d->bytes[d->n] = '\0';
    d->state = DECODE_GROUND;
    if (d->bytes[0] == '<')
        return (final == 'M' || final == 'm') && take_mouse(d, final == 'M', out);
    read_parameters(d->bytes, p);
    mods = p[1] > 1 ? (p[1] - 1) & (MOD_SHIFT | MOD_ALT | MOD_CTRL) : 0;
    if (final != '~')
        return take_key(d, letter_key(final), mods, out);
    if (p[0] == PASTE_ENDS && d->pasting)
        return end_paste(d, out);
    if (p[0] == PASTE_BEGINS && !d->pasting) {
        d->pasting = true;
        d->n_paste = 0;
        return false;
    }
    return take_key(d, number_key(p[0]), mods, out);
}

static bool
on_csi(struct decoder *d, unsigned char byte, struct input *out)
{
    if (byte == '[' && d->n == 0) {
        d->state = DECODE_LINUX;
        return false;
    }
    if (byte >= 0x40 && byte <= 0x7e)
        return take_csi(d, (char)byte, out);
    if (byte < 0x20 || byte > 0x7e)
        return on_ground(d, byte, out);
    if (d->n < DECODE_SEQUENCE_MAX)
        d->bytes[d->n++] = (char)byte;
    return false;
}

bool
decode_byte(struct decoder *d, unsigned char byte, struct input *out)
{
    switch (d->state) {
    case DECODE_GROUND:
        return on_ground(d, byte, out);
    case DECODE_UTF8:
        return on_utf8(d, byte, out);
    case DECODE_ESCAPE:
        return on_escape(d, byte, out);
    case DECODE_SS3:
        return take_key(d, letter_key((char)byte), 0, out);
    case DECODE_CSI:
        return on_csi(d, byte, out);
    case DECODE_LINUX:
        return take_key(d, byte >= 'A' && byte <= 'E' ? KEY_FUNCTION_1 + byte - 'A' : 0,
                        0, out);
    }
    return false;
}

int
decode_wait_ms(const struct decoder *d)
{
    if (d->pasting)
        return DECODE_PASTE_MS;
    if (d->state == DECODE_ESCAPE)
        return DECODE_ESCAPE_MS;
    return d->state == DECODE_GROUND ? -1 : DECODE_REST_MS;
}

bool
decode_timeout(struct decoder *d, struct input *out)
{
    bool escape = d->state == DECODE_ESCAPE;

    d->state = DECODE_GROUND;
    if (d->pasting)
        return end_paste(d, out);
    return escape && take_key(d, KEY_ESCAPE, 0, out);
}
