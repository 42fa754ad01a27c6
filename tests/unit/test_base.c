#include "unit/table.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/field.h"
#include "base/json.h"
#include "base/near.h"
#include "base/safe.h"
#include "base/utf8.h"

static const struct safe_row {
    const char *in, *out;
} safe_rows[] = {
    {"plain",                                      "plain"                             },
    {"a\tb\nc",                                    "a b\nc"                            },
    {"\x1b[2J",                                    "<U+001B>[2J"                       },
    {"\x7f",                                       "<U+007F>"                          },
    {"\xc2\x9b",                                   "<U+009B>"                          },
    {"safe \xe2\x80\xae# hctap",                   "safe <U+202E># hctap"              },
    {"\xe2\x80\x8b",                               "<U+200B>"                          },
    {"\xf3\xa0\x81\xa1",                           "<U+E0061>"                         },
    {"\xee\x80\x80",                               "<U+E000>"                          },
    {"\xff"
     "a",                                     "\xef\xbf\xbd"
     "a"                                                                 },
    {"\xc0\xaf",                                   "\xef\xbf\xbd\xef\xbf\xbd"          },
    {"\xe2\x82",                                   "\xef\xbf\xbd\xef\xbf\xbd"          },
    {"θ ⎛ ⡇ 中",                             "θ ⎛ ⡇ 中"                    },
    {"a\xcc\x80\xcc\x80\xcc\x80\xcc\x80\xcc\x80z", "a\xcc\x80\xcc\x80\xcc\x80\xcc\x80z"},
};

static void
check_safe(void **state)
{
    const struct safe_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(text_safe(a, r->in, strlen(r->in)), r->out);
    arena_free(a);
}

static const struct width_row {
    const char *text;
    int cells;
} width_rows[] = {
    {"abc",       3},
    {"θ",        1},
    {"中文",    4},
    {"e\xcc\x81", 1},
    {"⡇⠀",    2},
    {"ᵀ",       1},
    {"⎛",       1},
};

static void
check_width(void **state)
{
    const struct width_row *r = *state;

    assert_int_equal(utf8_width(r->text), r->cells);
    assert_int_equal(utf8_fit(r->text, r->cells), strlen(r->text));
}

static void
check_round_trip(void **state)
{
    (void)state;
    for (uint32_t c = 1; c < 0x110000; c += 7) {
        char bytes[4];
        size_t n = (size_t)utf8_encode(bytes, c), read;

        if (c >= 0xD800 && c <= 0xDFFF)
            continue;
        assert_int_equal(utf8_decode(bytes, n, &read), c);
        assert_int_equal(read, n);
    }
}

static void
check_caret(void **state)
{
    struct arena *a = arena_new();
    struct err e;

    (void)state;
    assert_false(
        err_at(&e, (struct pos){"f.md", 2, 3}, ERR_NAME_UNKNOWN, "no %s", "x\x1b"));
    assert_string_equal(err_text(a, &e), "f.md:2:3: RW-200: no x<U+001B>");
    assert_string_equal(err_caret(a, &e, "one\nθθx\nthree"), "    θθx\n      ^\n");
    e.at.line = 9;
    assert_string_equal(err_caret(a, &e, "one"), "");
    assert_string_equal(err_meaning(ERR_NAME_UNKNOWN), "a name that nothing declares");
    assert_null(err_advice(7));
    arena_free(a);
}

static void
check_errs(void **state)
{
    struct arena *a = arena_new();
    struct errs list = {0};

    (void)state;
    for (int i = 0; i < 300; i++)
        errs_at(a, &list, (struct pos){"f", i + 1, 1}, ERR_JSON, "row %d", i);
    assert_int_equal(list.n, 200);
    assert_int_equal(list.dropped, 100);
    assert_string_equal(list.at[199].msg, "row 199");
    list.at[7].at.line = 4;
    list.at[3].at.col = 2;
    errs_sort(&list, 2);
    assert_string_equal(list.at[3].msg, "row 7");
    assert_string_equal(list.at[4].msg, "row 3");
    list.at[0].at.line = 9;
    errs_sort(&list, 1);
    assert_string_equal(list.at[0].msg, "row 0");
    arena_free(a);
}

static void
check_fields(void **state)
{
    static const char *const keys[] = {"let", "answer", "miss", NULL};
    static const char text[] =
        "What is it: a turn?\n# not said\nMore words.\n# a comment\n"
        "let: q = [1, 2];\n# within\n  k = [3, -1]\n"
        "# a comment\n"
        "miss sign-reversed: R(m) -> The sign.\n"
        "oops\n";
    struct arena *a = arena_new();
    struct errs errs = {0};
    struct fields f =
        fields_read(a, text, (struct pos){"f.md", 10, 1}, keys, true, &errs);

    (void)state;
    assert_int_equal(f.n, 3);
    assert_string_equal(f.at[0].text, "What is it: a turn?\n          \nMore words.");
    assert_string_equal(f.at[1].key, "let");
    assert_string_equal(f.at[1].text, "q = [1, 2];\n        \n  k = [3, -1]");
    assert_int_equal(f.at[1].text_at.line, 14);
    assert_int_equal(f.at[1].text_at.col, 6);
    assert_string_equal(field_find(f, "miss")->name, "sign-reversed");
    assert_null(field_find(f, "hint"));
    assert_int_equal(errs.n, 1);
    assert_int_equal(errs.at[0].at.line, 19);
    arena_free(a);
}

static void
check_arena(void **state)
{
    struct arena *a = arena_new();
    struct buf b;

    (void)state;
    buf_init(&b, a);
    for (int i = 0; i < 20000; i++)
        buf_printf(&b, "%d,", i % 10);
    assert_int_equal(b.n, 40000);
    assert_int_equal(strlen(b.s), 40000);
    arena_reset(a);
    assert_int_equal(arena_used(a), 0);
    arena_alloc(a, 3, 1);
    assert_int_equal((uintptr_t)arena_alloc(a, 8, 16) % 16, 0);
    arena_free(a);
    arena_free(NULL);
}

static const struct one_line_row {
    const char *text, *line;
} one_line_rows[] = {
    {"",                    ""     },
    {" \n\t ",              ""     },
    {"a",                   "a"    },
    {"a b",                 "a b"  },
    {"  a \n\n\tb\r\n c  ", "a b c"},
    {"é\n·",              "é ·"},
};

static void
check_one_line(void **state)
{
    const struct one_line_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(arena_one_line(a, r->text), r->line);
    arena_free(a);
}

/* Going back forgets what was handed out since, over the ends of blocks too. */
static void
check_arena_marks(void **state)
{
    struct arena *a = arena_new();
    struct arena_mark start = arena_mark(a), mark;
    char *kept = arena_strdup(a, "kept");
    size_t used = arena_used(a);

    (void)state;
    mark = arena_mark(a);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 1000; i++) {
            unsigned char *p = arena_alloc(a, 100, 1);

            assert_int_equal(p[0] | p[99], 0);
            memset(p, 255, 100);
        }
        arena_back(a, mark);
        assert_int_equal(arena_used(a), used);
        assert_string_equal(kept, "kept");
    }
    arena_alloc(a, 1000000, 1);
    arena_back(a, start);
    assert_int_equal(arena_used(a), 0);
    arena_alloc(a, 10, 1);
    arena_free(a);
}

static void
check_json(void **state)
{
    struct arena *a = arena_new();
    struct err e;
    json_t *o = json_read("{\"a\":\"b\"}", 9, (struct pos){"f", 1, 1}, &e);

    (void)state;
    assert_non_null(o);
    assert_string_equal(json_text(o, "a"), "b");
    assert_string_equal(json_text(o, "z"), "");
    assert_string_equal(json_line(a, o), "{\"a\":\"b\"}");
    json_decref(o);
    assert_null(json_read("{", 1, (struct pos){"f", 3, 1}, &e));
    assert_int_equal(e.code, ERR_JSON);
    assert_int_equal(e.at.line, 3);
    arena_free(a);
}

static const struct near_row {
    const char *word, *nearest; /* NULL: none is near */
} near_rows[] = {
    {"awnser",                                                                 "answer"},
    {"anser",                                                                  "answer"},
    {"Answer",                                                                 "answer"},
    {"answers",                                                                "answer"},
    {"hnt",                                                                    "hint"  },
    {"ihnt",                                                                   "hint"  },
    {"hunt",                                                                   "hint"  },
    {"haunt",                                                                  NULL    },
    {"a",                                                                      NULL    },
    {"choices",                                                                "choice"},
    {"colour",                                                                 NULL    },
    {"",                                                                       NULL    },
    {"0123456789012345678901234567890123456789012345678901234567890123456789", NULL    },
};

static void
check_near(void **state)
{
    static const char *const names[] = {"answer", "choice", "hint", "miss", NULL};
    const struct near_row *r = *state;
    const char *found = near_find(r->word, names);

    if (!r->nearest)
        assert_null(found);
    else
        assert_string_equal(found, r->nearest);
}

/* Brackets in one another: the limit is read, one more is not; in a string they are
 * only characters. */
static void
check_json_depth(void **state)
{
    struct arena *a = arena_new();
    struct pos at = {"f", 1, 1};

    (void)state;
    for (int depth = JSON_DEPTH_MAX - 1; depth <= JSON_DEPTH_MAX + 1; depth++) {
        char *text = arena_alloc(a, 2 * (size_t)depth + 1, 1);
        json_t *o;

        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        o = json_read(text, strlen(text), at, NULL);
        assert_int_equal(o != NULL, depth <= JSON_DEPTH_MAX);
        json_decref(o);
        text = arena_printf(a, "[\"\\\"%s\"]", text);
        o = json_read(text, strlen(text), at, NULL);
        assert_non_null(o);
        json_decref(o);
    }
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, safe_rows, check_safe);
    TABLE_ROWS(&t, width_rows, check_width);
    TABLE_ROWS(&t, one_line_rows, check_one_line);
    TABLE_ROWS(&t, near_rows, check_near);
    table_add(&t, "every code point survives a round trip", check_round_trip, NULL);
    table_add(&t, "an error names its place and shows a caret", check_caret, NULL);
    table_add(&t, "errors past the limit are counted", check_errs, NULL);
    table_add(&t, "fields keep their places", check_fields, NULL);
    table_add(&t, "the arena grows, aligns and resets", check_arena, NULL);
    table_add(&t, "an arena goes back to a mark", check_arena_marks, NULL);
    table_add(&t, "json is read and written", check_json, NULL);
    table_add(&t, "json has a depth limit", check_json_depth, NULL);
    return table_run(&t, "base");
}
