/*
 * The interface: whole screens as they are meant to look (tests/golden/ui-*.txt; written
 * anew with ROPEWALK_UPDATE=1), and every size of terminal.
 */
#include "ui_world.h"

static const struct screen_row {
    const char *name;
    const char *lesson, *step; /* "" for home */
    int rows, cols;
    enum alphabet alphabet;
    const char *keys;
} screens[] = {
    {"first-minute",       "ui-stage", "",       24, 80,  ALPHABET_ASCII,   "Right*4"               },
    {"first-minute-done",  "ui-stage", "",       24, 80,  ALPHABET_ASCII,   "Right*6"               },
    {"first-minute-40x12", "ui-stage", "",       12, 40,  ALPHABET_ASCII,   "Right*4"               },
    {"first-minute-type",  "ui-stage", "type",   24, 80,  ALPHABET_ASCII,   "'-1'"                  },
    {"home",               "",         "",       24, 80,  ALPHABET_ASCII,   ""                      },
    {"home-40x12",         "",         "",       12, 40,  ALPHABET_ASCII,   "Down*2"                },
    {"predict",            "ui-walk",  "shift",  24, 80,  ALPHABET_ASCII,   ""                      },
    {"figure",             "ui-walk",  "shift",  24, 80,  ALPHABET_ASCII,   "2 Right*12"            },
    {"lesson",             "ui-walk",  "shift",  24, 80,  ALPHABET_ASCII,   "2 Right*12 Space 'n-m'"},
    {"lesson-unicode",     "ui-walk",  "shift",  24, 80,  ALPHABET_UNICODE,
     "2 Right*12 Space 'n-m'"                                                                       },
    {"lesson-wrong",       "ui-walk",  "shift",  24, 80,  ALPHABET_ASCII,   "2 Space \"m-n\" Esc h" },
    {"lesson-200x50",      "ui-walk",  "shift",  50, 200, ALPHABET_ASCII,
     "2 Right*12 Space 'n-m'"                                                                       },
    {"beat-1-40x12",       "ui-walk",  "shift",  12, 40,  ALPHABET_ASCII,   ""                      },
    {"beat-2-40x12",       "ui-walk",  "shift",  12, 40,  ALPHABET_ASCII,   "2 Right*12"            },
    {"beat-3-40x12",       "ui-walk",  "shift",  12, 40,  ALPHABET_ASCII,   "2 Space 'n-m'"         },
    {"right-40x12",        "ui-walk",  "shift",  12, 40,  ALPHABET_ASCII,   "2 Space \"n-m\""       },
    {"solution",           "ui-walk",  "shift",  24, 80,  ALPHABET_ASCII,   "2 Space \"m-n\" Esc s" },
    {"derivation",         "ui-walk",  "derive", 24, 80,  ALPHABET_ASCII,   "Space*3"               },
    {"derivation-40x12",   "ui-walk",  "derive", 12, 40,  ALPHABET_ASCII,   "Space*1"               },
    {"several",            "ui-walk",  "choose", 24, 80,  ALPHABET_ASCII,   "1 Down"                },
    {"help",               "ui-walk",  "",       24, 80,  ALPHABET_ASCII,   "?"                     },
    {"tiny",               "ui-walk",  "",       3,  10,  ALPHABET_ASCII,   ""                      },
};

static void
check_screen(void **state)
{
    const struct screen_row *r = *state;
    struct world w;
    char *text;

    world_init(&w, r->rows, r->cols, r->alphabet);
    if (*r->lesson)
        open_lesson(&w, r->lesson, r->step);
    else
        send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    press(&w, r->keys);
    text = screen(&w);
    if (w.c->cursor_row >= 0)
        text = arena_printf(w.arena, "%scursor %d,%d\n", text, w.c->cursor_row,
                            w.c->cursor_col);
    compare(&w, r->name, text);
    for (const char *s = text; *s && r->alphabet == ALPHABET_ASCII; s++)
        assert_true((unsigned char)*s < 0x80);
    world_fini(&w);
}

/* ---- every size
 * --------------------------------------------------------------------------------------------
 */

static const struct size_row {
    const char *name;
    int rows, cols;
} sizes[] = {
    {"1x1",      1,   1   },
    {"10x3",     3,   10  },
    {"19x6",     6,   19  },
    {"20x6",     6,   20  },
    {"20x5",     5,   20  },
    {"40x8",     8,   40  },
    {"40x11",    11,  40  },
    {"59x18",    18,  59  },
    {"60x18",    18,  60  },
    {"60x17",    17,  60  },
    {"60x20",    20,  60  },
    {"80x22",    22,  80  },
    {"109x30",   30,  109 },
    {"110x30",   30,  110 },
    {"200x50",   50,  200 },
    {"2000x500", 500, 2000},
    {"300x6",    6,   300 },
    {"20x100",   100, 20  },
};

/* Every step of both lessons, with every control, at that size: only ASCII, the cursor
 * on the screen, never a crash. */
static void
check_size(void **state)
{
    static const char *const keys[] = {
        "",  "2", "1",     "Right", "Tab", "a",    "h",    "Esc",       "h",
        "t", "t", "\"5\"", "1",     "?",   "?",    "Down", "\"m-foo\"", "Up*9",
        "z", "v", "]",     "c",     "Tab", "PgDn", "z"};
    static const char *const lessons[] = {"ui-walk", "ui-stage", "ui-look"};
    const struct size_row *r = *state;
    struct world w;

    world_init(&w, r->rows, r->cols, ALPHABET_ASCII);
    for (int i = 0; i < 21; i++) {
        if (i % 7 == 0)
            open_at(&w, lessons[i / 7], "");
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
            press(&w, keys[k]);
            for (const char *s = screen(&w); *s; s++)
                assert_true((unsigned char)*s < 0x80);
            assert_in_range(w.c->cursor_row, 0, r->rows - 1);
            assert_in_range(w.c->cursor_col, 0, r->cols - 1);
        }
    }
    world_fini(&w);
}

static void
check_resize(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space 'n - m'");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        send(&w, (struct ui_event){
                     .kind = UI_RESIZE, .rows = sizes[i].rows, .cols = sizes[i].cols});
        canvas_resize(w.c, sizes[i].rows, sizes[i].cols);
        screen(&w);
    }
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = 24, .cols = 80});
    canvas_resize(w.c, 24, 80);
    sees(&w, "> n - m");
    assert_true(ui_field(w.m).active);
    world_fini(&w);
}

/* Choices stand on one row only where all of them fit on it whole. */
static void
check_choices(void **state)
{
    static const char text[] = "---\nid: c\ntitle: C\n---\n# S {#s core}\n\n"
                               "```ask q\nWhich?\n"
                               "choice: $i, -1, -i, 1$; $i, -i, -1, 1$; $-i, -1, i, 1$\n"
                               "choice: $-1, 1, -1, 1$\ntruth: 1\n```\n";
    (void)state;
    for (int cols = 40; cols <= 120; cols++) {
        struct world w;
        struct errs errs = {0};
        const struct lesson *l;

        world_init(&w, 24, cols, ALPHABET_ASCII);
        l = lesson_read(w.arena, text, sizeof text - 1, "c.md", &errs);
        assert_non_null(l);
        send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
        sees(&w, "i, -1, -i, 1");
        sees(&w, "i, -i, -1, 1");
        sees(&w, "-i, -1, i, 1");
        sees(&w, "-1, 1, -1, 1");
        world_fini(&w);
    }
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, screens, check_screen);
    TABLE_ROWS(&t, sizes, check_size);
    table_add(&t, "choices are whole at every width", check_choices, NULL);
    table_add(&t, "every resize keeps what is typed", check_resize, NULL);
    return table_run(&t, "ui");
}
