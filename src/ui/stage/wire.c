#include "ui/notes.h"

#include <string.h>

#include "base/json.h"
#include "base/safe.h"

enum {
    WIRE_VERSION = 1,
    NUMBER_MAX = 100000,
    TEXT_MAX = 8192, /* bytes of one text */
    HEAD_MAX = 200,  /* of a title or an id */
};

static const char *const kinds[UI_NOTE_KINDS] = {
    [UI_NOTE_SAY] = "say",       [UI_NOTE_SEEN] = "seen",     [UI_NOTE_ASK] = "ask",
    [UI_NOTE_CHOICE] = "choice", [UI_NOTE_ANSWER] = "answer", [UI_NOTE_EXPECT] = "expect",
    [UI_NOTE_HINT] = "hint",     [UI_NOTE_SAID] = "said",
};

/* The members that are texts and numbers, by their names. */
static const struct text_row {
    const char *name;
    size_t at;
} texts[] =
    {
        {"lesson",     offsetof(struct ui_notes, lesson)    },
        {"label",      offsetof(struct ui_notes, label)     },
        {"title",      offsetof(struct ui_notes, title)     },
        {"step",       offsetof(struct ui_notes, step)      },
        {"step_title", offsetof(struct ui_notes, step_title)},
        {"next",       offsetof(struct ui_notes, next)      },
},
  numbers[] = {
      {"step_at", offsetof(struct ui_notes, step_at)},
      {"n_steps", offsetof(struct ui_notes, n_steps)},
      {"beat_at", offsetof(struct ui_notes, beat_at)},
      {"n_beats", offsetof(struct ui_notes, n_beats)},
      {"line_at", offsetof(struct ui_notes, line_at)},
      {"n_lines", offsetof(struct ui_notes, n_lines)},
      {"part_at", offsetof(struct ui_notes, part_at)},
      {"n_parts", offsetof(struct ui_notes, n_parts)},
      {"minutes", offsetof(struct ui_notes, minutes)},
      {"step_minutes", offsetof(struct ui_notes, step_minutes)},
};

enum {
    TEXTS = sizeof texts / sizeof *texts,
    NUMBERS = sizeof numbers / sizeof *numbers,
};

/* ---- writing ----------------------------------------------------------------------- */

/* A text of the lesson as a JSON string: always UTF-8, and not too long. */
static json_t *
text_json(struct arena *a, const char *text, size_t max)
{
    char *safe = text_safe(a, text, strlen(text));
    char *cut = arena_alloc(a, max, 1);
    size_t n = strlen(safe);

    if (n >= max) { /* never in the middle of a character */
        for (n = max - 1; n > 0 && ((unsigned char)safe[n] & 0xC0) == 0x80;)
            n--;
    }
    memcpy(cut, safe, n);
    cut[n] = '\0';
    return json_string(cut);
}

static json_t *
head_json(struct arena *a, const struct ui_notes *n)
{
    const char *base = (const char *)n;
    json_t *o = json_object();

    json_object_set_new(o, "version", json_integer(WIRE_VERSION));
    for (int i = 0; i < TEXTS; i++) {
        const char *text;

        memcpy(&text, base + texts[i].at, sizeof text);
        json_object_set_new(o, texts[i].name, text_json(a, text, HEAD_MAX));
    }
    for (int i = 0; i < NUMBERS; i++) {
        int number;

        memcpy(&number, base + numbers[i].at, sizeof number);
        json_object_set_new(o, numbers[i].name, json_integer(number));
    }
    json_object_set_new(o, "began_ms", json_integer(n->began_ms));
    json_object_set_new(o, "step_ms", json_integer(n->step_ms));
    json_object_set_new(o, "blank", json_boolean(n->blank));
    json_object_set_new(o, "ended", json_boolean(n->ended));
    return o;
}

char *
ui_notes_line(struct arena *a, const struct ui_notes *n)
{
    int count = n->n;

    for (;;) {
        json_t *o = head_json(a, n), *items = json_array();
        char *line;

        for (int i = 0; i < count; i++)
            json_array_append_new(items,
                                  json_pack("[s, o]", kinds[n->at[i].kind],
                                            text_json(a, n->at[i].text, TEXT_MAX)));
        json_object_set_new(o, "notes", items);
        line = json_line(a, o);
        json_decref(o);
        if (strlen(line) < UI_NOTES_MAX || count == 0)
            return line;
        count /= 2;
    }
}

/* ---- reading ----------------------------------------------------------------------- */

static const char *
safe_text(struct arena *a, const char *text, size_t max)
{
    size_t len = strlen(text);

    return text_safe(a, text, len < max ? len : max);
}

static int
number_of(const json_t *o, const char *name)
{
    json_int_t n = json_integer_value(json_object_get(o, name));

    return n < 0 ? 0 : n > NUMBER_MAX ? NUMBER_MAX : (int)n;
}

/* A time from this side of the year 5000. */
static int64_t
time_of(const json_t *o, const char *name)
{
    json_int_t n = json_integer_value(json_object_get(o, name));

    return n < 0 || n > 100000000000000 ? 0 : n;
}

static void
read_items(struct arena *a, const json_t *list, struct ui_notes *out)
{
    for (size_t i = 0; i < json_array_size(list) && out->n < UI_NOTES_ITEMS; i++) {
        const json_t *item = json_array_get(list, i);
        const char *kind = json_string_value(json_array_get(item, 0));
        const char *text = json_string_value(json_array_get(item, 1));

        for (int k = 0; kind && text && k < UI_NOTE_KINDS; k++)
            if (strcmp(kinds[k], kind) == 0)
                out->at[out->n++] =
                    (struct ui_note){(enum ui_note_kind)k, safe_text(a, text, TEXT_MAX)};
    }
}

static void
read_members(struct arena *a, const json_t *o, struct ui_notes *out)
{
    char *base = (char *)out;

    for (int i = 0; i < TEXTS; i++) {
        char *text = arena_alloc(a, HEAD_MAX, 1);
        const char *kept = text;

        text_safe_line(text, HEAD_MAX, json_text(o, texts[i].name));
        memcpy(base + texts[i].at, &kept, sizeof kept);
    }
    for (int i = 0; i < NUMBERS; i++) {
        int number = number_of(o, numbers[i].name);

        memcpy(base + numbers[i].at, &number, sizeof number);
    }
    out->began_ms = time_of(o, "began_ms");
    out->step_ms = time_of(o, "step_ms");
    out->blank = json_is_true(json_object_get(o, "blank"));
    out->ended = json_is_true(json_object_get(o, "ended"));
    read_items(a, json_object_get(o, "notes"), out);
}

bool
ui_notes_read(struct arena *a, const char *line, size_t len, struct ui_notes *out,
              struct err *e)
{
    struct pos at = {"notes", 1, 1};
    json_t *o;

    *out = (struct ui_notes){.n = 0};
    if (len > UI_NOTES_MAX)
        return err_at(e, at, ERR_STAGE_LINE, "the presentation said too much at once");
    o = json_read(line, len, at, e);
    if (!o)
        return false;
    if (json_integer_value(json_object_get(o, "version")) != WIRE_VERSION) {
        json_decref(o);
        return err_at(e, at, ERR_STAGE_LINE,
                      "the presentation comes from another version of ropewalk");
    }
    read_members(a, o, out);
    json_decref(o);
    return true;
}
