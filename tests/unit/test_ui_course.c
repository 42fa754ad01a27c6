/*
 * The formula sheet and the map: what is found, what is shown at three sizes, and that
 * the learner is back where they were opened.
 */
#include "unit/ui_world.h"

static void
open_course(struct world *w, int rows, int cols, enum alphabet alphabet)
{
    const struct lesson *all[3];

    world_init(w, rows, cols, alphabet);
    all[0] = read_lesson(w->arena, "ui-course-axioms");
    all[1] = read_lesson(w->arena, "ui-course-one");
    all[2] = read_lesson(w->arena, "ui-course-two");
    w->table = course_new(w->arena, all, 3);
}

/* ---- searching ---------------------------------------------------------- */

static const struct find_row {
    const char *name, *words;
    bool axioms;
    const char *found; /* with '*' before a row of the table */
    const char *near;
} finds[] = {
    {"everything",           "",              false, "*twice twice below shares ",        NULL     },
    {"with axioms",          "",              true,  "*twice twice below shares double ", NULL     },
    {"a name",               "shares",        false, "shares ",                           NULL     },
    {"in any case",          "SHARES",        false, "shares ",                           NULL     },
    {"a sentence",           "largest",       false, "below ",                            NULL     },
    {"an idea",              "doubling",      false, "*twice ",                           NULL     },
    {"what a row says",      "second head",   false, "*twice ",                           NULL     },
    {"two words",            "share RoPE",    false, "*twice ",                           NULL     },
    {"a lesson",             "softmax",       false, "shares ",                           NULL     },
    {"an assumption",        "cap",           false, "below ",                            NULL     },
    {"a formula",            "2 M",           false, "below ",                            NULL     },
    {"blanks do not count",  "x+x <=2M",      false, "below ",                            NULL     },
    {"TeX",                  "\\le 2 M",      false, "below ",                            NULL     },
    {"an axiom by its name", "double",        true,  "double ",                           NULL     },
    {"nothing, but near",    "sharse",        false, "",                                  "share"  },
    {"the word that is not", "below largset", false, "",                                  "largest"},
    {"nothing near",         "zzzzzzzzzz",    false, "",                                  NULL     },
};

static void
check_find(void **state)
{
    const struct find_row *r = *state;
    const char *found = "";
    struct ui_sheet s;
    struct world w;

    open_course(&w, 24, 80, ALPHABET_ASCII);
    s = ui_sheet_find(w.arena, w.table, r->words, r->axioms);
    for (int i = 0; i < s.n; i++)
        found = arena_printf(w.arena, "%s%s%s ", found, s.at[i].row ? "*" : "",
                             s.at[i].theorem->name);
    assert_string_equal(found, r->found);
    if (r->near)
        assert_string_equal(s.near, r->near);
    else
        assert_null(s.near);
    world_fini(&w);
}

/* ---- screens ------------------------------------------------------------ */

static const struct screen_row {
    const char *name, *keys;
    int rows, cols;
    enum alphabet alphabet;
} screens[] = {
    {"course-sheet",          "f",                 24, 80,  ALPHABET_ASCII  },
    {"course-sheet-unicode",  "f Down Down",       24, 80,  ALPHABET_UNICODE},
    {"course-sheet-40x12",    "f Down",            12, 40,  ALPHABET_ASCII  },
    {"course-sheet-200x50",   "f a End",           50, 200, ALPHABET_UNICODE},
    {"course-sheet-search",   "f / 'share'",       24, 80,  ALPHABET_ASCII  },
    {"course-sheet-nothing",  "f / 'sharse'",      24, 80,  ALPHABET_ASCII  },
    {"course-map",            "m",                 24, 80,  ALPHABET_ASCII  },
    {"course-map-unicode",    "m Up Right Down",   24, 80,  ALPHABET_UNICODE},
    {"course-map-40x12",      "m",                 12, 40,  ALPHABET_ASCII  },
    {"course-map-near-40x12", "m Right",           12, 40,  ALPHABET_ASCII  },
    {"course-home",           "q",                 24, 80,  ALPHABET_ASCII  },
    {"course-home-unicode",   "q",                 24, 80,  ALPHABET_UNICODE},
    {"course-home-60x20",     "q",                 20, 60,  ALPHABET_ASCII  },
    {"course-map-200x50",     "m Home Right Down", 50, 200, ALPHABET_UNICODE},
};

static void
check_screen(void **state)
{
    const struct screen_row *r = *state;
    struct world w;

    open_course(&w, r->rows, r->cols, r->alphabet);
    open_at(&w, "ui-course-one", "");
    press(&w, "PgDn");
    press(&w, r->keys);
    compare(&w, r->name, screen(&w));
    world_fini(&w);
}

/* Keys, and what must stand on the screen afterwards and what must not. */
static const struct key_row {
    const char *name, *open, *keys, *there, *gone;
} key_rows_[] = {
    {"f closes the sheet",        "ui-course-one", "PgDn f f",            "At most.",           "Formula sheet"},
    {"q closes it",               "ui-course-one", "PgDn f q",            "At most.",           "Formula sheet"},
    {"Esc closes it",             "ui-course-one", "PgDn f Esc",          "At most.",           "Formula sheet"},
    {"Esc shows all rows first",  "ui-course-one", "f / 'cap' Enter Esc", "1 of 4",
     "At most."                                                                                                },
    {"Enter keeps what is found", "ui-course-one", "f / 'cap' Enter",     "1 of 1",
     "doubling"                                                                                                },
    {"Esc leaves the field",      "ui-course-one", "f / 'cap' Esc",       "1 of 4",             "/cap"         },
    {"letters type in the field", "ui-course-one", "f / 'q'",             "Formula sheet: q",
     "q back"                                                                                                  },
    {"axioms on request",         "ui-course-one", "f a End",             "> A    double",      "1 of 4"       },
    {"and without them again",    "ui-course-one", "f a a End",           "4 of 4",             "double  "     },
    {"m over the sheet",          "ui-course-one", "PgDn f m",            "The map",            "Formula sheet"},
    {"and back to the lesson",    "ui-course-one", "PgDn f m q",          "At most.",           "The map"      },
    {"the map begins here",       "ui-course-one", "PgDn m",              ">   -o- below",      "At most."     },
    {"along the rope",            "ui-course-one", "PgDn m Right Right",  ">   --- twice",
     "At most."                                                                                                },
    {"to an axiom, and back",     "ui-course-one", "m Right Right Left",  ">    A  double",
     "At most."                                                                                                },
    {"nothing rests on it",       "",              "m End Up Right",      ">",                  "At most."     },
    {"over home",                 "",              "f q",                 "Core path",          "Formula sheet"},
    {"the map over home",         "",              "m m",                 "Core path",          "The map"      },
    {"closed: the sheet",         "ui-course-one", "End PgDn PgDn Esc f",
     "formula sheet is closed here",                                                            "doubling"     },
    {"closed: the map",           "ui-course-one", "PgDn PgDn Esc m",     "map is closed here",
     "theorems are yours"                                                                                      },
    {"help of the sheet",         "ui-course-one", "f ?",                 "formula sheet",      "doubling"     },
};

static void
check_keys(void **state)
{
    const struct key_row *r = *state;
    struct world w;

    open_course(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, r->open, "");
    press(&w, r->keys);
    sees(&w, r->there);
    sees_not(&w, r->gone);
    world_fini(&w);
}

/* Where Enter goes. */
static const struct go_row {
    const char *name, *keys, *asked;
} goes[] = {
    {"a row of the table",     "f Enter",                      "walk#twice"    },
    {"a theorem",              "f Down Down Enter",            "walk#bounds"   },
    {"one that was found",     "f / ')/2' Enter Enter",        "softmax#shares"},
    {"an axiom",               "f a End Enter",                "laws#laws"     },
    {"a lesson of the map",    "m Home Enter",                 "laws"          },
    {"a theorem of the map",   "m End Enter",                  "softmax#shares"},
    {"a neighbour on the map", "m Home Down Right Down Enter", "softmax#shares"},
};

static void
check_go(void **state)
{
    const struct go_row *r = *state;
    struct world w;

    open_course(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-course-one", "");
    press(&w, r->keys);
    assert_string_equal(w.loaded, r->asked);
    world_fini(&w);
}

/* What is typed into an answer is there again, and is kept when the program ends. */
static void
check_typed(void **state)
{
    struct world w;

    (void)state;
    open_course(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-walk", "shift");
    press(&w, "3 Space Space 'n - m' Esc f");
    sees(&w, "Formula sheet");
    press(&w, "q");
    sees(&w, "n - m");
    press(&w, "m");
    send(&w, (struct ui_event){.kind = UI_LEAVE});
    assert_true(w.quit);
    assert_non_null(last_event(&w, RECORD_DRAFTED));
    assert_string_equal(last_event(&w, RECORD_DRAFTED)->response, "n - m");
    world_fini(&w);
}

/* Reading all lessons takes a while: that is no course that is not there. */
static void
check_waiting(void **state)
{
    static const char *const keys[] = {"f", "m"};
    static const struct course_table none = {0};
    struct world w;

    (void)state;
    for (int i = 0; i < 2; i++) {
        open_course(&w, 24, 80, ALPHABET_ASCII);
        open_at(&w, "", "");
        w.hold_course = true;
        press(&w, keys[i]);
        sees(&w, "The course is being read");
        sees_not(&w, "The course is not here.");
        send(&w, (struct ui_event){.kind = UI_COURSE, .course = w.table});
        sees_not(&w, "The course is");
        send(&w, (struct ui_event){.kind = UI_COURSE, .course = &none});
        sees(&w, "The course is not here.");
        world_fini(&w);
    }
}

/* A quiz stays without notes wherever the learner goes. */
static void
check_quiz(void **state)
{
    struct quiz quiz = {.rules = quiz_usual(), .seed = 1, .again = ""};
    struct quiz_source source;
    const char *missing;
    struct world w;

    (void)state;
    open_course(&w, 24, 80, ALPHABET_ASCII);
    source = (struct quiz_source){read_lesson(w.arena, "ui-course-one"), NULL};
    send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    send(&w, (struct ui_event){.kind = UI_LESSON,
                               .lesson = lesson_quiz(w.arena, "quiz-1", "Quiz", &quiz,
                                                     &source, 1, &missing),
                               .step = ""});
    press(&w, "Esc f");
    sees(&w, "formula sheet is closed here");
    press(&w, "q f");
    sees(&w, "formula sheet is closed here");
    sees(&w, "Core path");
    world_fini(&w);
}

/* ---- marks and lines ---------------------------------------------------- */

static void
check_marks(void **state)
{
    const struct course_theorem *t;
    struct record_event derived = {.type = RECORD_ANSWERED,
                                   .lesson = "walk",
                                   .step = "",
                                   .item = "twice",
                                   .device = "",
                                   .response = "",
                                   .verdict = "right",
                                   .detail = "",
                                   .mark = 1};
    int yours, seen;
    struct world w;

    (void)state;
    open_course(&w, 24, 80, ALPHABET_ASCII);
    t = &w.table->theorems[course_find(w.table, "twice")];
    assert_int_equal(ui_theorem_mark(w.progress, t, 0), UI_MARK_AHEAD);
    open_at(&w, "ui-course-one", "");
    assert_int_equal(ui_theorem_mark(w.progress, t, 0), UI_MARK_HERE);
    assert_int_equal(ui_lesson_mark(w.progress, t->lesson, 0), UI_MARK_HERE);
    press(&w, "PgDn");
    assert_int_equal(ui_theorem_mark(w.progress, t, 0), UI_MARK_SEEN);
    assert_int_equal(ui_theorem_count(w.table, w.progress, 0, &yours, &seen), 3);
    assert_int_equal(yours, 0);
    assert_int_equal(seen, 1);
    progress_add(w.progress, &derived);
    assert_int_equal(ui_theorem_mark(w.progress, t, 0), UI_MARK_YOURS);
    assert_int_equal(ui_theorem_count(w.table, w.progress, 0, &yours, &seen), 3);
    assert_int_equal(yours, 1);
    assert_int_equal(seen, 1);
    world_fini(&w);
}

static const struct line_row {
    const char *name, *open, *input, *said;
} lines[] = {
    {"the sheet at home", "",              "sheet largest\n",     "x + x <= 2M"              },
    {"the map at home",   "",              "map\n",               "rests on double"          },
    {"in a lesson",       "ui-course-one", "sheet doubling\n",    "gives: twice the share 2p"},
    {"nothing, but near", "ui-course-one", "sheet sharse\n",      "Did you mean: share?"     },
    {"nothing at all",    "ui-course-one", "sheet zzzzzzz\n",     "fits 'zzzzzzz'."          },
    {"closed: no sheet",  "ui-course-one", "\n\n\n\n\n\nsheet\n",
     "formula sheet is closed here"                                                          },
    {"closed: no map",    "ui-course-one", "\n\n\n\n\n\nmap\n",   "map is closed here"       },
};

static void
check_line(void **state)
{
    const struct line_row *r = *state;
    const char *said;
    struct world w;

    open_course(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, r->open, "");
    said = line_mode(&w, r->input);
    if (!strstr(said, r->said))
        fail_msg("'%s' is not said:\n%s", r->said, said);
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, finds, check_find);
    TABLE_ROWS(&t, screens, check_screen);
    TABLE_ROWS(&t, key_rows_, check_keys);
    TABLE_ROWS(&t, goes, check_go);
    table_add(&t, "what was typed", check_typed, NULL);
    table_add(&t, "while the course is read", check_waiting, NULL);
    table_add(&t, "a quiz", check_quiz, NULL);
    table_add(&t, "whose it is", check_marks, NULL);
    TABLE_ROWS(&t, lines, check_line);
    return table_run(&t, "ui course");
}
