#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "unit/store_place.h"

/* ---- places, files, lessons ------------------------------------------------------ */

static const struct places_row {
    const char *name, *xdg, *home;
    struct store_places given;
    const char *data, *record; /* expected; NULL: refused */
} places_rows[] = {
    {"XDG",             "/x/data", "/home/a", {0},                             "/x/data/ropewalk", "/x/data/ropewalk/record.db"             },
    {"HOME",
     NULL,                         "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"an empty XDG",
     "",                           "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"a relative XDG",
     "data",                       "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"a relative HOME", NULL,      "home",    {0},                             "",                 NULL                                     },
    {"nothing",         NULL,      NULL,      {0},                             "",                 NULL                                     },
    {"--data",          NULL,      NULL,      {.data = "here"},                "here",             "here/record.db"                         },
    {"--record",        NULL,      NULL,      {.record = "r.db"},              "",                 "r.db"                                   },
    {"both",            "/x",      "/y",      {.data = "d", .record = "r.db"}, "d",                "r.db"                                   },
};

static void
set_or_unset(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void
check_places(void **state)
{
    const struct places_row *r = *state;
    struct arena *a = arena_new();
    struct store_places p = r->given;
    struct err e = {0};
    char *home = getenv("HOME") ? arena_strdup(a, getenv("HOME")) : NULL;

    set_or_unset("XDG_DATA_HOME", r->xdg);
    set_or_unset("HOME", r->home);
    assert_int_equal(store_default_places(a, &p, &e), r->record != NULL);
    assert_string_equal(p.data, r->data);
    assert_string_equal(p.record, r->record ? r->record : "");
    assert_int_equal(e.code, r->record ? ERR_NONE : ERR_STORE_NO_HOME);
    assert_true(p.lessons[0] == '/');
    set_or_unset("XDG_DATA_HOME", NULL);
    set_or_unset("HOME", home);
    arena_free(a);
}

static void
check_lessons_place(void **state)
{
    struct place p = place_new();
    struct store_places places = {.data = p.dir}, named = {.lessons = "mine"};
    char *lessons = arena_printf(p.a, "%s/lessons", p.dir);

    (void)state;
    setenv("ROPEWALK_DATA", p.dir, 1);
    assert_int_equal(mkdir(lessons, 0700), 0);
    assert_true(store_default_places(p.a, &places, &p.e));
    assert_string_equal(places.lessons, lessons);
    store_default_places(p.a, &named, &p.e);
    assert_string_equal(named.lessons, "mine");
    unsetenv("ROPEWALK_DATA");
    place_free(&p);
}

static void
check_read_file(void **state)
{
    struct place p = place_new();
    char *path = arena_printf(p.a, "%s/f", p.dir), *text;
    size_t len;

    (void)state;
    write_file(path, "a\0bc", 4);
    assert_true(store_read_file(p.a, path, 4, &text, &len, &p.e));
    assert_int_equal(len, 4);
    assert_memory_equal(text, "a\0bc", 5);
    assert_false(store_read_file(p.a, path, 3, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_TOO_LARGE);
    assert_false(store_read_file(p.a, p.dir, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_UNREADABLE);
    assert_false(
        store_read_file(p.a, arena_printf(p.a, "%s/x", path), 9, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    unlink(path);
    assert_false(store_read_file(p.a, path, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(store_read_file(p.a, path, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_UNREADABLE);
    place_free(&p);
}

static void
put_lesson(struct place *p, const char *name, const char *text)
{
    write_file(arena_printf(p->a, "%s/%s", p->dir, name), text, strlen(text));
}

static void
check_lessons(void **state)
{
    struct place p = place_new();
    struct lesson_file *l;
    int n;

    (void)state;
    put_lesson(&p, "04-rope.md",
               "---\nid: rope-plane\nlabel: L04\ntitle: Two turns\nneeds: turning, p1\n"
               "minutes: 18\n---\n# Start {#s}\nid: wrong\n");
    put_lesson(&p, "02-quarter.md", "---\r\nid: quarter-turn\r\nminutes: -3\r\n---\r\n");
    put_lesson(&p, "10-broken.md", "no front matter");
    put_lesson(&p, "11-open.md", "---\nid: never-closed\n");
    put_lesson(&p, "12-empty.md", "");
    put_lesson(&p, "README.md", "---\nid: readme\n---\n");
    put_lesson(&p, "05-note.txt", "---\nid: note\n---\n");
    assert_int_equal(mkdir(arena_printf(p.a, "%s/13-folder.md", p.dir), 0700), 0);
    assert_true(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(n, 6);
    assert_string_equal(l[0].id, "quarter-turn");
    assert_string_equal(l[0].title, "quarter-turn");
    assert_int_equal(l[0].minutes, 0);
    assert_int_equal(l[0].n_needs, 0);
    assert_string_equal(l[1].id, "rope-plane");
    assert_string_equal(l[1].label, "L04");
    assert_string_equal(l[1].title, "Two turns");
    assert_int_equal(l[1].minutes, 18);
    assert_int_equal(l[1].n_needs, 2);
    assert_string_equal(l[1].needs[0], "turning");
    assert_string_equal(l[1].needs[1], "p1");
    assert_string_equal(l[1].path, arena_printf(p.a, "%s/04-rope.md", p.dir));
    assert_string_equal(l[2].id, "10-broken");
    assert_string_equal(l[3].id, "11-open");
    assert_string_equal(l[5].id, "13-folder");
    assert_false(store_lessons(p.a, arena_printf(p.a, "%s/no", p.dir), &l, &n, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    assert_int_equal(n, 0);
    place_free(&p);
}

static void
check_lessons_limit(void **state)
{
    struct place p = place_new();
    struct lesson_file *l;
    int n;

    (void)state;
    for (int i = 0; i < STORE_LESSONS_MAX; i++)
        put_lesson(&p, arena_printf(p.a, "%03d.md", i), "");
    assert_true(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(n, STORE_LESSONS_MAX);
    put_lesson(&p, "999.md", "");
    assert_false(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_TOO_LARGE);
    place_free(&p);
}

static void
check_clock(void **state)
{
    int64_t before = store_monotonic_ms();

    (void)state;
    nap(2);
    assert_true(store_monotonic_ms() >= before + 1);
    assert_true(store_now_ms() / 1000 - (int64_t)time(NULL) <= 1);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, places_rows, check_places);
    table_add(&t, "where the lessons are", check_lessons_place, NULL);
    table_add(&t, "files are read whole or refused", check_read_file, NULL);
    table_add(&t, "the course is listed", check_lessons, NULL);
    table_add(&t, "a course has a limit", check_lessons_limit, NULL);
    table_add(&t, "the clocks run", check_clock, NULL);
    return table_run(&t, "store");
}
