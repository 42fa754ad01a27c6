#include "table.h"

#include "base/safe.h"
#include "canvas/canvas.h"

/* ---- text on a row of cells -------------------------------------------------------- */

static const struct text_row {
    const char *name, *text;
    enum alphabet alphabet;
    int col;
    const char *shown; /* in a part of 12 cells, with a ':' behind it */
    int col_end;
} text_rows[] = {
    {"plain text",                        "a b",          ALPHABET_UNICODE, 0,  "a b         :",   3 },
    {"starts inside",                     "ab",           ALPHABET_UNICODE, 4,  "    ab      :",   6 },
    {"clipped on the left",               "abcdef",       ALPHABET_UNICODE, -2, "cdef        :",   4 },
    {"clipped on the right",              "abcdef",       ALPHABET_UNICODE, 9,  "         abc:",   15},
    {"a line break ends it",              "ab\ncd",       ALPHABET_UNICODE, 0,  "ab          :",   2 },
    {"a tab is one blank",                "a\tb",         ALPHABET_UNICODE, 0,  "a b         :",   3 },
    {"escape is shown, not sent",         "\x1b[2J",      ALPHABET_UNICODE, 0,  "<U+001B>[2J :",   11},
    {"C1 is shown",                       "\xc2\x9b",     ALPHABET_UNICODE, 0,  "<U+009B>    :",   8 },
    {"a bidi control is shown",           "\xe2\x80\xae", ALPHABET_UNICODE, 0,  "<U+202E>    :",   8 },
    {"bad bytes are replaced",            "a\xff",        ALPHABET_UNICODE, 0,
     "a\xef\xbf\xbd          :",                                                                   2 },
    {"a wide character",                  "漢a",         ALPHABET_UNICODE, 0,  "漢a         :",  3 },
    {"half a wide character is left out", "漢a",         ALPHABET_UNICODE, -1,
     " a          :",                                                                              2 },
    {"a wide character at the edge",      "漢",          ALPHABET_UNICODE, 11, "            :",   13},
    {"a mark joins its letter",           "x\xcc\x82y",   ALPHABET_UNICODE, 0,
     "x\xcc\x82y          :",                                                                      2 },
    {"a mark alone is dropped",           "\xcc\x82y",    ALPHABET_UNICODE, 0,  "y           :",   1 },
    {"ASCII: Greek letters by name",      "θ",           ALPHABET_ASCII,   0,  "theta       :",   5 },
    {"ASCII: names keep apart",           "2mθ",         ALPHABET_ASCII,   0,  "2m theta    :",   8 },
    {"ASCII: names keep apart behind",    "θm",          ALPHABET_ASCII,   0,  "theta m     :",   7 },
    {"ASCII: two names",                  "αθ",         ALPHABET_ASCII,   0,  "alpha theta :",   11},
    {"ASCII: a name before a sign",       "θ+1",         ALPHABET_ASCII,   0,  "theta+1     :",   7 },
    {"ASCII: transpose",                  "Rᵀ",         ALPHABET_ASCII,   0,  "R^T         :",   3 },
    {"ASCII: accents go",                 "née",         ALPHABET_ASCII,   0,  "nee         :",   3 },
    {"ASCII: sharp s",                    "aß",          ALPHABET_ASCII,   0,  "ass         :",   3 },
    {"ASCII: marks go",                   "x\xcc\x82",    ALPHABET_ASCII,   0,  "x           :",   1 },
    {"ASCII: dashes and quotes",          "“a”–b",  ALPHABET_ASCII,   0,  "\"a\"-b       :", 5 },
    {"ASCII: signs",                      "a≤b",        ALPHABET_ASCII,   0,  "a<=b        :",   4 },
    {"ASCII: what has no reading",        "漢a",         ALPHABET_ASCII,   0,  "?a          :",   2 },
};

static void
check_text(void **state)
{
    const struct text_row *r = *state;
    struct arena *a = arena_new();
    struct canvas *c = canvas_new(3, 14, r->alphabet);
    struct rect part = {1, 0, 1, 12};
    char want[64];

    canvas_put(c, canvas_all(c), 1, 12, STYLE_PLAIN, ':');
    assert_int_equal(canvas_text(c, part, 0, r->col, STYLE_PLAIN, r->text), r->col_end);
    snprintf(want, sizeof want, "\n%s\n\n", r->shown);
    assert_string_equal(canvas_dump(a, c, false), want);
    assert_int_equal(canvas_width(r->alphabet, r->text), r->col_end - r->col);
    canvas_free(c);
    arena_free(a);
}

/* ---- ASCII readings ---------------------------------------------------------------- */

static const struct fold_row {
    const char *name;
    uint32_t c;
    const char *ascii;
} fold_rows[] = {
    {"the first of the list",    0xA0,   " " },
    {"the last of the list",     0xFFFD, "?" },
    {"a capital with an accent", 0xC9,   "E" },
    {"the last accented letter", 0x17E,  "z" },
    {"a letter of two letters",  0xE6,   "ae"},
    {"a letter with a stroke",   0xF8,   "o" },
    {"a line",                   0x2500, "-" },
    {"a cross of lines",         0x253C, "+" },
    {"an arrow",                 0x2192, "->"},
    {"a mark",                   0x301,  ""  },
    {"braille",                  0x2801, "?" },
};

static void
check_fold(void **state)
{
    const struct fold_row *r = *state;

    assert_string_equal(canvas_ascii(r->c), r->ascii);
}

static void
check_folds(void **state)
{
    (void)state;
    assert_null(canvas_ascii('a'));
    for (uint32_t c = 0x80; c < 0x30000; c++)
        for (const char *s = canvas_ascii(c); *s; s++)
            assert_in_range(*s, 0x20, 0x7E);
}

static void
check_fold_lines(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(canvas_fold(a, ALPHABET_ASCII, "θ\n2θ\x1b"),
                        "theta\n2 theta<U+001B>");
    assert_string_equal(canvas_fold(a, ALPHABET_UNICODE, "θ\n2θ\x1b"), "θ\n2θ<U+001B>");
    arena_free(a);
}

/* The list is searched by halves, so its order is a fact that the search needs. */
static void
check_fold_order(void **state)
{
    static const uint32_t order[] = {
#define FOLD(c, ascii) c,
#include "canvas/folds.def"
#undef FOLD
    };

    (void)state;
    for (size_t i = 1; i < sizeof order / sizeof *order; i++)
        assert_true(order[i - 1] < order[i]);
}

/* ---- cells ------------------------------------------------------------------------- */

static void
check_sizes(void **state)
{
    struct canvas *c = canvas_new(0, -5, ALPHABET_ASCII);

    (void)state;
    assert_int_equal(c->rows, 1);
    assert_int_equal(c->cols, 1);
    canvas_put(c, canvas_all(c), 0, 0, STYLE_KEY, 'x');
    canvas_resize(c, CANVAS_ROWS_MAX, CANVAS_COLS_MAX);
    assert_int_equal(c->rows, CANVAS_ROWS_MAX);
    assert_int_equal(c->cols, CANVAS_COLS_MAX);
    assert_int_equal(canvas_at(c, 0, 0)->c, ' ');
    canvas_resize(c, CANVAS_ROWS_MAX + 1, CANVAS_COLS_MAX + 1);
    assert_int_equal(c->rows, CANVAS_ROWS_MAX);
    assert_int_equal(c->cols, CANVAS_COLS_MAX);
    assert_null(canvas_at(c, CANVAS_ROWS_MAX, 0));
    assert_null(canvas_at(c, 0, -1));
    canvas_free(c);
    canvas_free(NULL);
}

static void
check_wide_cells(void **state)
{
    struct canvas *c = canvas_new(1, 6, ALPHABET_UNICODE);
    struct rect all = canvas_all(c);
    struct arena *a = arena_new();

    (void)state;
    canvas_text(c, all, 0, 0, STYLE_PLAIN, "漢字");
    assert_int_equal(canvas_at(c, 0, 0)->width, 2);
    assert_int_equal(canvas_at(c, 0, 1)->width, 0);
    canvas_put(c, all, 0, 1, STYLE_PLAIN, 'x');
    assert_string_equal(canvas_dump(a, c, false), " x字\n");
    canvas_put(c, all, 0, 2, STYLE_PLAIN, 'y');
    assert_string_equal(canvas_dump(a, c, false), " xy\n");
    canvas_text(c, all, 0, 0, STYLE_PLAIN, "漢字");
    canvas_text(c, all, 0, 1, STYLE_PLAIN, "語");
    assert_string_equal(canvas_dump(a, c, false), " 語\n");
    canvas_free(c);
    arena_free(a);
}

static void
check_unsafe_cells(void **state)
{
    struct canvas *c = canvas_new(1, 5, ALPHABET_UNICODE);
    struct canvas *ascii = canvas_new(1, 5, ALPHABET_ASCII);
    static const uint32_t bad[] = {0x1B, '\n', 0x202E, 0x9B};
    struct arena *a = arena_new();

    (void)state;
    for (int i = 0; i < 4; i++) {
        canvas_put(c, canvas_all(c), 0, i, STYLE_PLAIN, bad[i]);
        canvas_put(ascii, canvas_all(ascii), 0, i, STYLE_PLAIN, bad[i]);
    }
    assert_string_equal(canvas_dump(a, c, false), "????\n");
    assert_string_equal(canvas_dump(a, ascii, false), "????\n");
    canvas_put(ascii, canvas_all(ascii), 0, 0, STYLE_PLAIN, 0x2212);
    canvas_put(ascii, canvas_all(ascii), 0, 1, STYLE_PLAIN, 0x3B8);
    assert_string_equal(canvas_dump(a, ascii, false), "-???\n");
    canvas_free(c);
    canvas_free(ascii);
    arena_free(a);
}

static void
check_marks(void **state)
{
    struct canvas *c = canvas_new(1, 4, ALPHABET_UNICODE);
    const char *five = "x\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85y";

    (void)state;
    canvas_text(c, canvas_all(c), 0, 0, STYLE_PLAIN, five);
    assert_int_equal(canvas_at(c, 0, 0)->marks[3], 0x304);
    assert_int_equal(canvas_at(c, 0, 1)->c, 'y');
    canvas_text(c, canvas_all(c), 0, 0, STYLE_PLAIN, "z");
    assert_int_equal(canvas_at(c, 0, 0)->marks[0], 0);
    canvas_free(c);
}

static void
check_parts(void **state)
{
    struct canvas *c = canvas_new(4, 8, ALPHABET_UNICODE);
    struct rect part = {1, 2, 2, 3};
    struct arena *a = arena_new();

    (void)state;
    canvas_fill(c, part, STYLE_RULE, '.');
    canvas_text_right(c, part, 0, 3, STYLE_STRONG, "ab");
    canvas_text_right(c, part, 1, 3, STYLE_STRONG, "abcd");
    assert_string_equal(canvas_dump(a, c, true), "\n"
                                                 "  .ab\n"
                                                 "..rss\n"
                                                 "  bcd\n"
                                                 "..sss\n"
                                                 "\n");
    canvas_restyle(c, part, STYLE_PLAIN);
    canvas_rule(c, canvas_all(c), 3, STYLE_RULE);
    assert_string_equal(canvas_dump(a, c, true), "\n  .ab\n  bcd\n────────\nrrrrrrrr\n");
    canvas_fill(c, (struct rect){-1, -1, 9, 20}, STYLE_PLAIN, 'x');
    assert_int_equal(canvas_at(c, 3, 7)->c, 'x');
    canvas_free(c);
    arena_free(a);
}

static void
check_cursor(void **state)
{
    struct canvas *c = canvas_new(4, 8, ALPHABET_UNICODE);
    struct rect part = {1, 2, 2, 3};

    (void)state;
    assert_int_equal(c->cursor_row, -1);
    canvas_cursor(c, part, 1, 9);
    assert_int_equal(c->cursor_row, 2);
    assert_int_equal(c->cursor_col, 4);
    canvas_cursor(c, (struct rect){9, 9, 0, 0}, 5, 5);
    assert_int_equal(c->cursor_row, 3);
    assert_int_equal(c->cursor_col, 7);
    canvas_clear(c);
    assert_int_equal(c->cursor_row, -1);
    canvas_free(c);
}

static void
check_ascii_rule(void **state)
{
    struct canvas *c = canvas_new(1, 3, ALPHABET_ASCII);
    struct arena *a = arena_new();

    (void)state;
    canvas_rule(c, canvas_all(c), 0, STYLE_PLAIN);
    assert_string_equal(canvas_dump(a, c, false), "---\n");
    canvas_free(c);
    arena_free(a);
}

static void
check_styles(void **state)
{
    (void)state;
    assert_string_equal(style_name(STYLE_PLAIN), "plain");
    assert_string_equal(style_name(STYLE_FOURTH), "fourth");
    assert_string_equal(style_name(STYLE_COUNT), "unknown");
}

/* Every way that can be drawn comes round once, and SLOPES always. */
static void
check_cells(void **state)
{
    (void)state;
    for (unsigned can = 0; can < 1u << CELLS_COUNT; can++) {
        enum cells c = CELLS_SLOPES;
        unsigned seen = 0;

        do {
            seen |= 1u << c;
            c = cells_next(c, can);
        } while (c != CELLS_SLOPES);
        assert_int_equal(seen, can | 1u << CELLS_SLOPES);
    }
    for (int i = 0; i < CELLS_COUNT; i++)
        assert_int_equal(cells_find(cells_name((enum cells)i)), i);
    assert_int_equal(cells_find(""), -1);
}

/* In a dump every step of a ramp has a letter of its own. */
static void
check_ramp_letters(void **state)
{
    struct canvas *c = canvas_new(1, STYLE_COUNT, ALPHABET_UNICODE);
    struct arena *a = arena_new();

    (void)state;
    for (int i = 0; i < STYLE_COUNT; i++)
        canvas_put(c, canvas_all(c), 0, i, (enum style)i, ' ');
    assert_string_equal(canvas_dump(a, c, true), "\n.dsrfkRWmgFcb1234o"
                                                 "⓪①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"
                                                 "ⓐⓑⓒⓓⓔⓕⓖⓗⓘⓙⓚⓛⓜⓝⓞ\n");
    canvas_free(c);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, text_rows, check_text);
    table_add(&t, "ways of drawing come round", check_cells, NULL);
    table_add(&t, "letters of ramps", check_ramp_letters, NULL);
    TABLE_ROWS(&t, fold_rows, check_fold);
    table_add(&t, "every reading is ASCII", check_folds, NULL);
    table_add(&t, "the list of readings is in order", check_fold_order, NULL);
    table_add(&t, "folding keeps line breaks", check_fold_lines, NULL);
    table_add(&t, "sizes are clamped", check_sizes, NULL);
    table_add(&t, "half a wide character never stays", check_wide_cells, NULL);
    table_add(&t, "a cell never holds an unsafe character", check_unsafe_cells, NULL);
    table_add(&t, "a cell keeps four marks", check_marks, NULL);
    table_add(&t, "drawing stays in its part", check_parts, NULL);
    table_add(&t, "the cursor is clipped", check_cursor, NULL);
    table_add(&t, "a rule in ASCII", check_ascii_rule, NULL);
    table_add(&t, "styles have names", check_styles, NULL);
    return table_run(&t, "canvas");
}
