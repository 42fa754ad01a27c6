/*
 * The end of a lesson and of a sitting: what stands on its page, where its keys lead, and
 * that the lesson comes back after days.
 */
#include "ui_world.h"

/* ---- the page -------------------------------------------------------------------------
 */

static const struct row {
    const char *name, *step, *keys;
    const char *sees, *sees_not;
} pages[] = {
    {"a sitting ends in a page",              "two",  "\"4\" Space",               "Sitting 1 of 2 is done.",
     "Comes back"                                                                                                                      },
    {"it says what was asked",                "two",  "\"4\" Space",               "1 of 1 right, at the first try",
     ""                                                                                                                                },
    {"and after a hint that too",             "two",  "Esc h Esc \"4\" Space",     "1 of 1 right",
     "first try"                                                                                                                       },
    {"a step that was not seen is named",     "two",  "\"4\" Space",               "step 1: Two halves",
     "a / 2"                                                                                                                           },
    {"Space goes on to the next sitting",     "two",  "\"4\" Space*2",             "3 of 4: Thirds",
     "Sitting"                                                                                                                         },
    {"Enter too",                             "two",  "\"4\" Space Enter",         "3 of 4: Thirds",                 "Sitting"         },
    {"Backspace goes back before it",         "two",  "\"4\" Space Back",          "2 of 4: Doubling",
     "Sitting"                                                                                                                         },
    {"PgDn passes no page",                   "two",  "\"4\" PgDn",                "3 of 4: Thirds",                 "Sitting"         },
    {"the end of a lesson is a page",         "four", "Space",
     "You have come to the end of the lesson.",                                                                      "Finished"        },
    {"what is open is named with its reason", "four", "Space",                     "step 2: Doubling",
     "Comes back"                                                                                                                      },
    {"two of a step are told apart",          "four", "Space",                     "step 3: Thirds, question 2",     ""                },
    {"Space does not run over it",            "four", "Space*2",                   "Enter goes on, q goes home.",    ""                },
    {"Enter opens the next lesson",           "four", "Space Enter",               "1 of 5: Seats",                  "the end"         },
    {"Backspace leads back in",               "four", "Space Back",                "4 of 4: Words at the end",
     "come to"                                                                                                                         },
    {"a digit leads to what is open",         "four", "Space 2",                   "How much is 2 + 2?",             "the end"         },
    {"n to the first",                        "four", "Space n",                   "1 of 4: Two halves",             "the end"         },
    {"going on leads back to the page",       "four", "Space 2 \"4\" Space",
     "You have come to the end of the lesson.",                                                                      "step 2: Doubling"},
    {"so does leaving it open",               "four", "Space 2 Esc Space*2",       "step 2: Doubling",
     "not answered yet"                                                                                                                },
    {"a wrong one is not right yet",          "four", "Space 2 \"5\" Esc Space",   "not right yet",
     ""                                                                                                                                },
    {"a solution that was seen is over",      "four", "Space 2 \"5\" Esc s Space",
     "0 of 3 right",                                                                                                 "step 2: Doubling"},
    {"with fresh numbers it is not",          "four", "Space 4 \"5\" Esc s Space", "solution seen",
     ""                                                                                                                                },
    {"elsewhere one does not come back",      "four", "Space 2 Esc PgDn Space*3",
     "3 of 4: Thirds",                                                                                               "the end"         },
    {"q goes home",                           "four", "Space q",                   "Your rope",                      "the end"         },
    {"the sheet opens over it and closes",    "four", "Space f q",                 "the end",
     "Formula sheet"                                                                                                                   },
};

static void
check_page(void **state)
{
    const struct row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-end", r->step);
    press(&w, r->keys);
    sees(&w, r->sees);
    if (*r->sees_not)
        sees_not(&w, r->sees_not);
    world_fini(&w);
}

/* ---- every size ----------------------------------------------------------------------
 */

static const struct shown_row {
    const char *name, *step, *keys;
    int rows, cols;
    enum alphabet alphabet;
} shown[] = {
    {"end",               "", "1 Space*3 \"4\" Space*4 \"9\" Space \"3\" Space*2", 24, 80,
     ALPHABET_ASCII                                                                                       },
    {"end-40x12",         "", "1 Space*3 \"4\" Space*4 \"9\" Space \"3\" Space*2", 12, 40,
     ALPHABET_ASCII                                                                                       },
    {"end-200x50",        "", "1 Space*3 \"4\" Space*4 \"9\" Space \"3\" Space*2", 50, 200,
     ALPHABET_UNICODE                                                                                     },
    {"end-sitting",       "", "1 Space*3 \"4\" Space",                             24, 80,  ALPHABET_ASCII},
    {"end-sitting-40x12", "", "1 Space*3 \"4\" Space",                             12, 40,  ALPHABET_ASCII},
};

static void
check_shown(void **state)
{
    const struct shown_row *r = *state;
    struct world w;

    world_init(&w, r->rows, r->cols, r->alphabet);
    open_lesson(&w, "ui-end", r->step);
    press(&w, r->keys);
    compare(&w, r->name, screen(&w));
    world_fini(&w);
}

/* Nothing of the page is out of reach at any size. */
static void
check_sizes(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-end", "four");
    press(&w, "Space");
    for (int rows = 6; rows <= 30; rows++)
        for (int cols = 20; cols <= 100; cols += 8) {
            canvas_resize(w.c, rows, cols);
            send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = rows, .cols = cols});
            sees(&w, "the end");
            press(&w, "Up*40");
            screen(&w);
            press(&w, "Down*40");
            screen(&w);
        }
    world_fini(&w);
}

/* ---- lines ---------------------------------------------------------------------------
 */

static const struct line_row {
    const char *name, *step, *lines, *says, *says_not;
    bool homed;
} lines[] = {
    {"a sitting is said in passing",   "two",  "4\n\n",             "Sitting 1 of 2 is done.",        "the end",
     false                                                                                                            },
    {"and the step behind it",         "two",  "4\n\n",             "Step 3 of 4: Thirds",            "",        false},
    {"the end says what is open",      "four", "\n",
     "Left open: 1) step 1: Two halves (not seen); 2) step 2: Doubling (not answered)",               "",        false},
    {"Enter leaves",                   "four", "\n\n",              "Next (Enter leaves, next (L04)", "ended",   false},
    {"next is the next lesson",        "four", "\nnext\n",          "Lesson: L04 RoPE in one plane",  "",
     false                                                                                                            },
    {"a number leads to what is open", "four", "\n2\n",             "Question: How much is 2 + 2?",
     "",                                                                                                         false},
    {"and on, to the end again",       "four", "\n2\n4\n\nwhere\n", "Questions: 1 of 3 right",
     "",                                                                                                         false},
    {"back leads back in",             "four", "\nback\n",          "Text: Nothing is asked here.",   "",        false},
    {"other words are explained",      "four", "\nfoo\n",
     "This is the end of the lesson. Words here",                                                     "",        false},
    {"from home Enter goes on",        "four", "\n\n",              "Lesson: L04 RoPE in one plane",  "leaves",
     true                                                                                                             },
    {"home is home",                   "four", "\nhome\n",          "ropewalk: the lessons.",         "",        false},
};

static void
check_line(void **state)
{
    const struct line_row *r = *state;
    struct world w;
    char *out;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    ui_line_view(w.arena, w.m);
    if (r->homed)
        send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    open_lesson(&w, "ui-end", r->step);
    out = line_mode(&w, r->lines);
    if (!strstr(out, r->says))
        fail_msg("'%s' is not said:\n%s", r->says, out);
    if (*r->says_not && strstr(out, r->says_not))
        fail_msg("'%s' is said:\n%s", r->says_not, out);
    world_fini(&w);
}

/* ---- it comes back -------------------------------------------------------------------
 */

static const struct back_row {
    const char *name, *keys;
    int passed;
} backs[] = {
    {"nothing right: it does not come back", "Space",                             0},
    {"one right answer, and it does",        "Space 2 \"4\" Space",               1},
    {"once, however often it is walked",     "Space 2 \"4\" Space 2 \"9\" Space", 1},
};

static void
check_back(void **state)
{
    const struct back_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-end", "four");
    press(&w, r->keys);
    assert_int_equal(count_events(&w, RECORD_PASSED), r->passed);
    if (r->passed)
        sees(&w, "Comes back");
    world_fini(&w);
}

/* Home names what is due, and r asks it; what is in the middle comes first. */
static void
check_due(void **state)
{
    struct ui_settings s = {.alphabet = ALPHABET_ASCII, .aspect = 2};
    struct record_event ev = {.type = RECORD_PASSED,
                              .lesson = "walk",
                              .step = "",
                              .item = "",
                              .device = "",
                              .response = "",
                              .verdict = "right",
                              .detail = "",
                              .utc_ms = 1};
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    progress_add(w.progress, &ev);
    ev.type = RECORD_OPENED;
    ev.lesson = "softmax";
    progress_add(w.progress, &ev);
    ui_free(w.m);
    s.now_ms = (int64_t)1000 * 3600 * 30;
    w.m = ui_new(&s, course, COURSE, w.progress);
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = 24, .cols = 80});
    send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    sees(&w, "Go on");
    sees(&w,
         "r       Bring back L04 RoPE in one plane, a fresh example each, about 2 min");
    sees(&w, "r bring back");
    press(&w, "r");
    assert_string_equal(w.loaded, "again: walk");
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, pages, check_page);
    TABLE_ROWS(&t, shown, check_shown);
    table_add(&t, "every size", check_sizes, NULL);
    TABLE_ROWS(&t, lines, check_line);
    TABLE_ROWS(&t, backs, check_back);
    table_add(&t, "home names what comes back", check_due, NULL);
    return table_run(&t, "ui");
}
