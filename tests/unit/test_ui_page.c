#include "unit/table.h"

#include "base/buf.h"
#include "ui/ui.h"

/* A pager with forty lines, and a formula that is too wide. */
struct place {
    struct arena *arena;
    struct ui_model *model;
    struct canvas *canvas;
};

static void
send_key(struct place *p, uint32_t key)
{
    ui_update(p->model, &(struct ui_event){.kind = UI_KEY, .key = key});
}

static char *
shown(struct place *p)
{
    ui_view(p->model, p->canvas);
    return canvas_dump(p->arena, p->canvas, false);
}

static void
place_open(struct place *p, int rows, int cols)
{
    struct ui_settings settings = {.alphabet = ALPHABET_ASCII, .aspect = 2};
    struct buf b;

    p->arena = arena_new();
    p->canvas = canvas_new(rows, cols, ALPHABET_ASCII);
    p->model = ui_new(&settings, NULL, 0, progress_new(p->arena));
    buf_init(&b, p->arena);
    buf_add(&b, "---\nmacros:\n  half: \\frac{#1}{2}\n---\n# First\n\n$\\half{x}$\n\n");
    for (int i = 1; i <= 40; i++)
        buf_printf(&b, "line %d%s\n\n", i, i % 10 ? "" : " ten");
    buf_add(&b, "# Last\n\n$$\\begin{matrix}");
    for (int i = 0; i < 12; i++)
        buf_add(&b, i ? "&aaaaaaaaaa" : "left");
    buf_add(&b, "&right\\end{matrix}$$\n");
    ui_update(p->model,
              &(struct ui_event){.kind = UI_DOCUMENT, .text = b.s, .step = "doc.md"});
    shown(p);
}

static void
place_close(struct place *p)
{
    ui_free(p->model);
    canvas_free(p->canvas);
    arena_free(p->arena);
}

/* Keys one after another ('>' Right, '<' Left, '!' Enter, '^' Esc, 'v' Down, '_' End),
 * and what must be there and must not afterwards. */
static const struct key_row {
    const char *name, *keys, *there, *gone;
} key_rows[] = {
    {"the beginning",           "",                      "First",                    "line 12"  },
    {"macros of the file",      "",                      "x/2",                      "half"     },
    {"a line down",             "jj",                    "line 1",                   "First"    },
    {"and up again",            "jjkk",                  "First",                    "line 12"  },
    {"a page",                  " ",                     "line 12",                  "line 2\n" },
    {"half a page",             "d",                     "line 4",                   "First"    },
    {"back",                    "  b",                   "line 12",                  "line 22"  },
    {"the end",                 "G",                     "left",                     "line 30\n"},
    {"never behind it",         "G    ",                 "left",                     "line 30\n"},
    {"the beginning again",     "Gg",                    "First",                    "line 12"  },
    {"search",                  "/ten!",                 "line 10 ten",              "line 40"  },
    {"the next place",          "/ten!n",                "line 20 ten",              "line 40"  },
    {"the place before",        "/ten!nnN",              "line 20 ten",              "line 40"  },
    {"round the end",           "/ten!nnnn",             "line 10 ten",              "line 40"  },
    {"it says so",              "/ten!nnnn",             "from the beginning again", "line 40"  },
    {"not there",               "/xyz!",                 "not found: xyz",           "line 40"  },
    {"an empty search",         "/!",                    "First",                    "not found"},
    {"keys type in the field",  "/Gq",                   "/Gq",                      "line 40"  },
    {"leave the field",         "/ten^",                 "First",                    "/ten"     },
    {"contents",                "c",                     "> First",                  "line 1\n" },
    {"to a heading",            "cv!",                   "left",                     "line 30\n"},
    {"close the list",          "cc",                    "line 1",                   "> First"  },
    {"wide things are marked",  "G",                     ">\n",                      "right"    },
    {"sideways",                "G>>>>>>>>>>>>>>>>>>>>", "right",                    "left"     },
    {"only what is wide moves", "G>>>>>>>>>>>>>>>>>>>>", "Last",                     "left"     },
    {"and back",                "G>>>><<<<<<<<",         "left",                     "right"    },
    {"help",                    "?",                     "document",                 "line 1\n" },
};

static uint32_t
key_of(char c)
{
    switch (c) {
    case '>':
        return KEY_ARROW_RIGHT;
    case '<':
        return KEY_ARROW_LEFT;
    case '!':
        return KEY_RETURN;
    case '^':
        return KEY_ESCAPE;
    case 'v':
        return KEY_ARROW_DOWN;
    default:
        return (uint32_t)c;
    }
}

static void
check_keys(void **state)
{
    const struct key_row *r = *state;
    struct place p;
    const char *text;

    place_open(&p, 24, 60);
    for (const char *s = r->keys; *s; s++)
        send_key(&p, key_of(*s));
    text = shown(&p);
    if (!strstr(text, r->there) || strstr(text, r->gone))
        fail_msg("'%s' or '%s' in\n%s", r->there, r->gone, text);
    place_close(&p);
}

/* What stands on top stays there when the window changes. */
static void
check_resize(void **state)
{
    struct place p;

    (void)state;
    place_open(&p, 24, 60);
    for (int i = 0; i < 20; i++)
        send_key(&p, 'j');
    assert_non_null(strstr(shown(&p), "line 10 ten"));
    for (int cols = 10; cols < 100; cols += 15) {
        canvas_resize(p.canvas, 12, cols);
        ui_update(p.model,
                  &(struct ui_event){.kind = UI_RESIZE, .rows = 12, .cols = cols});
        if (cols >= 20)
            assert_non_null(strstr(shown(&p), "line 10"));
        else
            assert_non_null(strstr(shown(&p), "too small"));
    }
    place_close(&p);
}

static void
check_wheel(void **state)
{
    struct ui_event wheel = {.kind = UI_MOUSE, .button = UI_WHEEL_DOWN};
    struct place p;

    (void)state;
    place_open(&p, 24, 60);
    ui_update(p.model, &wheel);
    ui_update(p.model, &wheel);
    assert_null(strstr(shown(&p), "First"));
    wheel.button = UI_WHEEL_UP;
    ui_update(p.model, &wheel);
    ui_update(p.model, &wheel);
    assert_non_null(strstr(shown(&p), "First"));
    place_close(&p);
}

/* The field is edited by term: what it reports is what is searched for. */
static void
check_field(void **state)
{
    struct place p;

    (void)state;
    place_open(&p, 24, 60);
    assert_false(ui_field(p.model).active);
    send_key(&p, '/');
    assert_true(ui_field(p.model).active);
    ui_update(p.model,
              &(struct ui_event){.kind = UI_TEXT, .text = "line 3", .cursor = 6});
    assert_string_equal(ui_field(p.model).text, "line 3");
    ui_update(p.model, &(struct ui_event){.kind = UI_SUBMIT, .text = "line 33"});
    assert_false(ui_field(p.model).active);
    assert_non_null(strstr(shown(&p), "line 33"));
    place_close(&p);
}

static void
check_leave(void **state)
{
    struct ui_effect effect;
    struct place p;

    (void)state;
    place_open(&p, 24, 60);
    send_key(&p, 'q');
    assert_true(ui_next_effect(p.model, &effect));
    assert_int_equal(effect.kind, UI_EFFECT_QUIT);
    place_close(&p);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, key_rows, check_keys);
    table_add(&t, "resize", check_resize, NULL);
    table_add(&t, "wheel", check_wheel, NULL);
    table_add(&t, "the search field", check_field, NULL);
    table_add(&t, "leave", check_leave, NULL);
    return table_run(&t, "ui_page");
}
