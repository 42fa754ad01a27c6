/*
 * Presentations: screens as they are meant to look (tests/golden/ui-present-*.txt), keys
 * of clickers, what the speaker is told and what becomes of what nobody vouches for; and
 * every lesson of the course, beat by beat, on a projector and on larger screens: nothing
 * is cut, nothing is empty. With ROPEWALK_STAGE=FILE all of its frames are written there.
 */
#include "ui_world.h"

#include <dirent.h>

#include "ui/stage/stage.h"

static void
present(struct world *w, const char *lesson, const char *step)
{
    struct ui_settings s = {
        .alphabet = w->c->alphabet, .aspect = 2, .stage = true, .tz_minutes = 60};

    ui_free(w->m);
    w->m = ui_new(&s, course, COURSE, w->progress);
    send(w, (struct ui_event){.kind = UI_RESIZE, .rows = w->c->rows, .cols = w->c->cols});
    if (*lesson)
        open_lesson(w, lesson, step);
}

/* ---- screens ------------------------------------------------------------ */

static const struct screen_row {
    const char *name, *step;
    int rows, cols;
    enum alphabet alphabet;
    const char *keys;
} screens[] = {
    {"guess-40x12",      "shift",  12, 40,  ALPHABET_ASCII,   ""                    },
    {"figure-40x12",     "shift",  12, 40,  ALPHABET_ASCII,   "2 Space"             },
    {"figure-unicode",   "shift",  12, 40,  ALPHABET_UNICODE, "2 Space"             },
    {"question-40x12",   "shift",  12, 40,  ALPHABET_ASCII,   "2 PgDn*2"            },
    {"answer-40x12",     "shift",  12, 40,  ALPHABET_ASCII,   "2 PgDn*3"            },
    {"derivation-40x12", "derive", 12, 40,  ALPHABET_ASCII,   "Space*3"             },
    {"words",            "seats",  24, 80,  ALPHABET_UNICODE, ""                    },
    {"guess",            "shift",  24, 80,  ALPHABET_ASCII,   ""                    },
    {"figure",           "shift",  24, 80,  ALPHABET_ASCII,   "2"                   },
    {"slider",           "shift",  24, 80,  ALPHABET_UNICODE, "2 Tab Right*12"      },
    {"question",         "shift",  24, 80,  ALPHABET_ASCII,   "2 PgDn"              },
    {"typed",            "shift",  24, 80,  ALPHABET_ASCII,   "2 PgDn Enter 'n-m'"  },
    {"wrong",            "shift",  24, 80,  ALPHABET_ASCII,   "2 PgDn Enter \"m-n\""},
    {"derivation",       "derive", 24, 80,  ALPHABET_UNICODE, "Space*3"             },
    {"alone",            "shift",  24, 80,  ALPHABET_UNICODE, "2 z"                 },
    {"figure-200x50",    "shift",  50, 200, ALPHABET_UNICODE, "2"                   },
    {"words-200x50",     "seats",  50, 200, ALPHABET_ASCII,   ""                    },
    {"blank",            "shift",  24, 80,  ALPHABET_ASCII,   "2 b"                 },
    {"end",              "choose", 24, 80,  ALPHABET_ASCII,   "Space*60"            },
};

static void
check_screen(void **state)
{
    const struct screen_row *r = *state;
    struct world w;
    char *text;

    world_init(&w, r->rows, r->cols, r->alphabet);
    present(&w, "ui-walk", r->step);
    press(&w, r->keys);
    text = screen(&w);
    if (w.c->cursor_row >= 0)
        text = arena_printf(w.arena, "%scursor %d,%d\n", text, w.c->cursor_row,
                            w.c->cursor_col);
    compare(&w, arena_printf(w.arena, "present-%s", r->name), text);
    world_fini(&w);
}

/* ---- keys --------------------------------------------------------------- */

/* Keys, and what must stand on the screen then, or not. */
static const struct key_case {
    const char *name, *step, *keys, *sees, *hides;
    int rows, cols;
} key_cases[] = {
    {"a vote is what the room said",               "shift",  "2 Space",                "said: \"go down\"",      "You",                24,
     80                                                                                                                                      },
    {"no vote, and nothing is said of it",         "shift",  "Space Space",            "The gap, after",
     "unsure",                                                                                                                         24, 80},
    {"Right goes on",                              "shift",  "2 Right",                "The gap",                "Watch",              24, 80},
    {"Left goes back",                             "shift",  "2 Right Left",           "Move c",                 "The gap",            24, 80},
    {"a slider takes Right when it has the focus", "shift",  "2 Tab Right*3",          "Move c",
     "The gap",                                                                                                                        24, 80},
    {"PgDn goes on although a slider has it",      "shift",  "2 Tab PgDn",             "The gap",                "Move c",
     24,                                                                                                                                   80},
    {"Enter goes on",                              "seats",  "Enter",                  "Everybody",              "A word",             24, 80},
    {"Esc never leaves",                           "shift",  "Esc Esc Esc",            "Everybody",              "The end",            24, 80},
    {"a blank screen",                             "shift",  "b",                      "\n",                     "Everybody",          24, 80},
    {"any key ends it and does nothing else",      "shift",  ". Space",                "the score will",
     "Move c",                                                                                                                         24, 80},
    {"q on a blank screen brings it back",         "shift",  "b q",                    "the score will",         "Move c",             24,
     80                                                                                                                                      },
    {"Space behind a question shows the answer",   "shift",  "2 Space Space",          "n - m",
     "Answered",                                                                                                                       24, 80},
    {"and then goes on",                           "shift",  "2 Space*3",              "Derive",                 "n - m",              24, 80},
    {"back shows the answer again",                "shift",  "2 Space*3 PgUp",         "The gap is what it was",
     "Derive",                                                                                                                         24, 80},
    {"PgDn leaves a field",                        "shift",  "2 Space Enter 'b' PgDn", "The gap is what",
     "cannot read",                                                                                                                    24, 80},
    {"what is typed in a field is no blank",       "shift",  "2 Space Enter 'b'",      "> b",
     "Move c",                                                                                                                         24, 80},
    {"N is the next step",                         "seats",  "N N",                    "Derive",                 "seats 5",            24, 80},
    {"P the one before",                           "derive", "P",                      "Everybody",              "Derive",             24, 80},
    {"a line at a time",                           "derive", "Space",                  "transpose-product",      "rotation-transpose", 24,
     80                                                                                                                                      },
    {"nothing behind the end",                     "choose", "Space*90",               "The end of",             "Choose",             24, 80},
    {"and back from there",                        "choose", "Space*90 PgUp",          "",                       "The end of",         24, 80},
    {"nothing before the start",                   "seats",  "PgUp PgUp",              "A word sits",            "Everybody",          24,
     80                                                                                                                                      },
    {"the figure alone on a small screen",         "shift",  "2 PgDn*2 t",             "score",                  "The gap",            12,
     40                                                                                                                                      },
    {"help says what keys do here",                "shift",  "?",                      "blank screen",           "Move c",             24, 80},
};

static void
check_keys(void **state)
{
    const struct key_case *r = *state;
    struct world w;

    world_init(&w, r->rows, r->cols, ALPHABET_ASCII);
    present(&w, "ui-walk", r->step);
    press(&w, r->keys);
    sees(&w, r->sees);
    sees_not(&w, r->hides);
    assert_false(w.quit);
    press(&w, "b");
    if (w.m->stage.blank) /* not in a field or a help page */
        press(&w, "b");
    world_fini(&w);
}

/* What the room says is compared as a value. */
static void
check_typed_guess(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    present(&w, "ui-edges", "guess");
    press(&w, "Enter '-2-i' Enter");
    sees(&w, "The room said: \"-2-i\". So it is.");
    world_fini(&w);
}

static void
check_leave(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    present(&w, "ui-walk", "shift");
    press(&w, "2 q");
    assert_true(w.quit);
    world_fini(&w);
}

/* The same place at another size, with a part that is there. */
static void
check_resize(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 12, 40, ALPHABET_ASCII);
    present(&w, "ui-walk", "shift");
    press(&w, "2 Space Space");
    for (int rows = 1; rows < 60; rows += 3)
        for (int cols = 1; cols < 210; cols += 13) {
            canvas_resize(w.c, rows, cols);
            send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = rows, .cols = cols});
            for (const char *s = screen(&w); *s; s++)
                assert_true((unsigned char)*s < 0x80);
        }
    world_fini(&w);
}

/* ---- what the speaker is told ------------------------------------------- */

/* Kinds of notes at a place, and words of the first. */
static const struct told_row {
    const char *name, *lesson, *step, *keys;
    enum ui_note_kind kind;
    const char *says;
} told[] = {
    {"the question",              "ui-walk", "shift", "",        UI_NOTE_ASK,    "Before you look"},
    {"its choices as they stand", "ui-walk", "shift", "",        UI_NOTE_CHOICE, "1  go up"       },
    {"the truth",                 "ui-walk", "shift", "",        UI_NOTE_ANSWER, "3  stay"        },
    {"what the room said",        "ui-walk", "shift", "2 PgUp",  UI_NOTE_SAID,   "go down"        },
    {"the question to come",      "ui-walk", "shift", "2",       UI_NOTE_ASK,    "The gap"        },
    {"a wrong answer to expect",  "ui-walk", "shift", "2 Space", UI_NOTE_EXPECT,
     "m - n (reversed): That is the gap from the key to the query."                               },
    {"hints to give",             "ui-walk", "shift", "2 Space", UI_NOTE_HINT,   "Open both"      },
    {"the right answer",          "ui-walk", "shift", "2 Space", UI_NOTE_ANSWER, "n - m"          },
};

static void
check_told(void **state)
{
    const struct told_row *r = *state;
    struct ui_notes n, back;
    struct world w;
    struct err e;
    char *line;
    int i = 0;

    world_init(&w, 24, 80, ALPHABET_UNICODE);
    present(&w, r->lesson, r->step);
    press(&w, r->keys);
    assert_true(ui_notes_of(w.arena, w.m, &n));
    n.began_ms = 1700000000000;
    line = ui_notes_line(w.arena, &n);
    assert_true(strlen(line) < UI_NOTES_MAX);
    assert_null(strchr(line, '\n'));
    assert_true(ui_notes_read(w.arena, line, strlen(line), &back, &e));
    assert_int_equal(back.n, n.n);
    assert_int_equal(back.step_at, n.step_at);
    assert_true(back.began_ms == n.began_ms);
    assert_string_equal(back.step_title, n.step_title);
    while (i < back.n && back.at[i].kind != r->kind)
        i++;
    assert_true(i < back.n);
    if (!strstr(back.at[i].text, r->says))
        fail_msg("'%s' is not in '%s'", r->says, back.at[i].text);
    world_fini(&w);
}

static const struct wire_row {
    const char *name, *line;
    bool ok;
    const char *title; /* as it is taken */
} wire[] = {
    {"nothing",               "",                                                         false, ""   },
    {"no JSON",               "\xFF\x1B[2J garbage",                                      false, ""   },
    {"no object",             "[1, 2]",                                                   false, ""   },
    {"another version",       "{\"version\": 2}",                                         false, ""   },
    {"nothing in it",         "{\"version\": 1}",                                         true,  ""   },
    {"an escape sequence",    "{\"version\": 1, \"title\": \"a\\u001b[2J\"}",             true,
     "a<U+001B>[2J"                                                                                   },
    {"a line break",          "{\"version\": 1, \"title\": \"a\\nb\"}",                   true,  "a b"},
    {"numbers that are none",
     "{\"version\": 1, \"title\": 7, \"step_at\": \"x\", \"notes\": 3}",                  true,  ""   },
    {"numbers out of range",
     "{\"version\": 1, \"step_at\": -5, \"minutes\": 9223372036854775807, \"began_ms\": "
     "-1}",                                                                               true,  ""   },
    {"kinds that are none",
     "{\"version\": 1, \"notes\": [[\"shout\", \"a\"], [\"say\"], 5, [], [null, null]]}", true,  ""   },
    {"brackets without end",  "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",              false, ""   },
};

/* What comes from the socket is shown, safe, or refused; never a crash. */
static void
check_wire(void **state)
{
    const struct wire_row *r = *state;
    struct ui_notes n;
    struct world w;
    struct err e;

    world_init(&w, 24, 80, ALPHABET_UNICODE);
    assert_int_equal(ui_notes_read(w.arena, r->line, strlen(r->line), &n, &e), r->ok);
    if (r->ok) {
        assert_string_equal(n.title, r->title);
        assert_in_range(n.step_at, 0, 100000);
        assert_in_range(n.minutes, 0, 100000);
        assert_int_equal(n.n, 0);
        send(&w, (struct ui_event){.kind = UI_NOTES, .notes = &n, .ms = 1});
        screen(&w);
        ui_notes_text(w.arena, &n, 1, 60);
    }
    world_fini(&w);
}

/* Notes of any length are cut to a line that can be sent. */
static void
check_long(void **state)
{
    struct ui_notes n = {.lesson = "x",
                         .label = "",
                         .title = "x",
                         .step = "x",
                         .step_title = "x",
                         .next = ""},
                    back;
    struct world w;
    struct err e;
    char *text, *line;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_UNICODE);
    text = arena_alloc(w.arena, 20001, 1);
    for (int i = 0; i < 20000; i += 2)
        memcpy(text + i, "\xC3\xA9", 2);
    for (n.n = 0; n.n < UI_NOTES_ITEMS; n.n++)
        n.at[n.n] = (struct ui_note){UI_NOTE_SAY, text};
    line = ui_notes_line(w.arena, &n);
    assert_true(strlen(line) < UI_NOTES_MAX);
    assert_true(ui_notes_read(w.arena, line, strlen(line), &back, &e));
    assert_true(back.n > 0);
    world_fini(&w);
}

/* ---- the speaker's screen ----------------------------------------------- */

static const struct notes_row {
    const char *name, *step, *keys; /* of the presentation */
    int rows, cols;
    enum alphabet alphabet;
    const char *own; /* keys of the notes */
} notes_rows[] = {
    {"notes-guess",    "shift", "",          24, 80,  ALPHABET_UNICODE, ""      },
    {"notes-question", "shift", "2 Space",   24, 80,  ALPHABET_ASCII,   ""      },
    {"notes-40x12",    "shift", "2 Space",   12, 40,  ALPHABET_ASCII,   "Down*2"},
    {"notes-200x50",   "shift", "2 Space b", 50, 200, ALPHABET_UNICODE, ""      },
    {"notes-none",     "",      "",          24, 80,  ALPHABET_ASCII,   ""      },
};

static void
check_notes(void **state)
{
    const struct notes_row *r = *state;
    struct world w, speaker;
    struct ui_notes n;
    struct ui_settings s = {.alphabet = r->alphabet, .aspect = 2, .tz_minutes = 60};

    world_init(&w, 12, 40, ALPHABET_UNICODE);
    world_init(&speaker, r->rows, r->cols, r->alphabet);
    ui_free(speaker.m);
    speaker.m = ui_new(&s, NULL, 0, speaker.progress);
    if (*r->step) {
        present(&w, "ui-walk", r->step);
        press(&w, r->keys);
        assert_true(ui_notes_of(w.arena, w.m, &n));
        n.began_ms = 1700000000000;
        n.step_ms = 1700000240000;
    }
    send(&speaker, (struct ui_event){.kind = UI_NOTES,
                                     .notes = *r->step ? &n : NULL,
                                     .text = "No presentation is running.",
                                     .ms = 1700000420000});
    press(&speaker, r->own);
    compare(&w, r->name, screen(&speaker));
    if (r->cols == 80 && *r->step) {
        compare(&w, arena_printf(w.arena, "%s-lines", r->name),
                ui_notes_text(w.arena, &n, 1700000420000, 60));
    }
    press(&speaker, "q");
    assert_true(speaker.quit);
    world_fini(&w);
    world_fini(&speaker);
}

/* ---- the whole course --------------------------------------------------- */

enum { LESSONS_MAX = 100, FRAMES_MAX = 3000 };

static const struct size_row {
    const char *name;
    int rows, cols;
} sizes[] = {
    {"40x12",  12, 40 },
    {"80x24",  24, 80 },
    {"200x50", 50, 200},
};

static int
by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static int
read_course(struct arena *a, const struct lesson *lessons[LESSONS_MAX])
{
    DIR *d = opendir("lessons");
    const char *names[LESSONS_MAX];
    struct dirent *entry;
    int n = 0;

    if (!d)
        abort();
    while ((entry = readdir(d)) && n < LESSONS_MAX)
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
            names[n++] = arena_strdup(a, entry->d_name);
    closedir(d);
    qsort(names, (size_t)n, sizeof *names, by_name);
    for (int i = 0; i < n; i++) {
        struct errs errs = {0};
        const char *path = arena_printf(a, "lessons/%s", names[i]);
        size_t len = 0;
        char *text = arena_alloc(a, LESSON_TEXT_MAX, 1);
        FILE *f = fopen(path, "r");

        if (!f)
            abort();
        len = fread(text, 1, LESSON_TEXT_MAX, f);
        fclose(f);
        lessons[i] = lesson_read(a, text, len, path, &errs);
        if (!lessons[i]) {
            fprintf(stderr, "%s\n", err_text(a, &errs.at[0]));
            abort();
        }
    }
    return n;
}

/* What is wrong with the frame: cut at the right or at the bottom, or empty. */
static const char *
fault(struct world *w, const char *text)
{
    struct stage_plan p;
    const struct stage_part *part;

    stage_plan(&p, w->m);
    part = stage_part_now(&p, w->m);
    if (strstr(text, "more above") || strstr(text, "more below"))
        return "is marked as cut";
    if (!part->words || part->rows == 0)
        return part->figure ? NULL : "is empty";
    if (part->rows > p.body.rows)
        return "is too tall";
    for (int i = 0; i < part->words->n; i++) {
        const struct flow_item *it = &part->words->items[i];

        if (it->row + it->box->rows > part->top && it->row < part->top + part->rows &&
            it->col + it->box->cols > part->words->cols)
            return "is too wide";
    }
    return NULL;
}

/* One frame; what is wrong with it is added to the faults. */
static void
look(struct world *w, const struct lesson *l, const char *size, FILE *out,
     struct buf *faults)
{
    const struct place *at = &w->m->study.at;
    struct arena *a = arena_new();
    char *where =
        arena_printf(a, "%s#%s beat %d line %d part %d, %s", l->id, l->steps[at->step].id,
                     at->beat + 1, at->line, w->m->stage.part + 1, size);
    const char *text, *wrong;

    ui_view(w->m, w->c);
    text = canvas_dump(a, w->c, false);
    wrong = fault(w, text);
    if (wrong)
        buf_printf(faults, "%s %s\n", where, wrong);
    if (out)
        fprintf(out, "---- %s%s%s\n%s", where, wrong ? " " : "", wrong ? wrong : "",
                text);
    arena_free(a);
}

static void
press_often(struct world *w, uint32_t key, int times)
{
    for (int i = 0; i < times; i++) {
        send(w, (struct ui_event){.kind = UI_KEY, .key = key});
        w->n = 0; /* events are not kept */
    }
}

static void
walk(struct world *w, const struct lesson *l, const char *size, struct buf *faults)
{
    const char *path = getenv("ROPEWALK_STAGE");
    FILE *out = path ? fopen(path, "a") : NULL;
    int frames = 0;

    for (; !w->m->stage.ended && frames < FRAMES_MAX; frames++) {
        look(w, l, size, out, faults);
        press_often(w, KEY_PAGE_DOWN, 1);
    }
    if (out)
        fclose(out);
    if (frames == FRAMES_MAX)
        buf_printf(faults, "%s does not end at %s\n", l->id, size);
    press_often(w, KEY_PAGE_UP, 2 * frames); /* and all the way back */
    if (!study_at_start(w->m) || w->m->stage.part != 0)
        buf_printf(faults, "%s: there is another way back than forth at %s\n", l->id,
                   size);
}

/* Nothing was answered. */
static void
forget_answers(struct ui_model *m)
{
    for (int i = 0; i < m->study.n_questions; i++) {
        struct question *q = &m->study.questions[i];

        q->state = QUESTION_OPEN;
        q->skipped = q->graded = false;
        q->response = "";
    }
}

struct walk_row {
    const struct lesson *lesson, *const *course;
    int n;
};

static void
check_lesson_walk(void **state)
{
    const struct walk_row *r = *state;
    struct buf faults;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_UNICODE);
    buf_init(&faults, w.arena);
    present(&w, "", "");
    send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = r->lesson, .step = ""});
    send(&w,
         (struct ui_event){.kind = UI_RULES,
                           .rules = lesson_rules(w.arena, r->lesson, r->course, r->n)});
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        forget_answers(w.m);
        canvas_resize(w.c, sizes[i].rows, sizes[i].cols);
        send(&w, (struct ui_event){
                     .kind = UI_RESIZE, .rows = sizes[i].rows, .cols = sizes[i].cols});
        walk(&w, r->lesson, sizes[i].name, &faults);
    }
    if (faults.n)
        fail_msg("%.800s", faults.s);
    world_fini(&w);
}

int
main(void)
{
    struct arena *a = arena_new();
    const struct lesson *lessons[LESSONS_MAX];
    int n = read_course(a, lessons), status;
    struct walk_row walks[LESSONS_MAX];
    struct table t = {0};

    TABLE_ROWS(&t, screens, check_screen);
    TABLE_ROWS(&t, key_cases, check_keys);
    table_add(&t, "a typed guess", check_typed_guess, NULL);
    table_add(&t, "q leaves", check_leave, NULL);
    table_add(&t, "every size", check_resize, NULL);
    TABLE_ROWS(&t, told, check_told);
    TABLE_ROWS(&t, wire, check_wire);
    table_add(&t, "notes without end", check_long, NULL);
    TABLE_ROWS(&t, notes_rows, check_notes);
    for (int i = 0; i < n; i++) {
        walks[i] = (struct walk_row){lessons[i], lessons, n};
        table_add(&t, lessons[i]->id, check_lesson_walk, &walks[i]);
    }
    status = table_run(&t, "stage");
    arena_free(a);
    return status;
}
