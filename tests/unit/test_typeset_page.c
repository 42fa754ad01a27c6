#include "unit/table.h"

#include "base/buf.h"
#include "typeset/typeset.h"

static const struct typeset_options narrow = {.alphabet = ALPHABET_UNICODE, .width = 20};

static const char text[] = "# One\n\nSome words\n\n## Two $x^2$\n\n"
                           "$$\\begin{matrix}aaaaaaaaaa&bbbbbbbbbbbb\\end{matrix}$$\n\n"
                           "Ende der W\xc3\xb6rter \xce\x98\n";

/* What a window shows is what the whole box shows there. */
static void
check_window(void **state)
{
    struct arena *a = arena_new();
    const struct typeset_page *p = markdown_page(a, text, &narrow);
    const struct box *whole = markdown_box(a, text, &narrow);

    (void)state;
    assert_int_equal(p->rows, whole->rows);
    for (int row = 0; row < p->rows; row++) {
        const struct box *b = page_window(a, p, (struct rect){row, 3, 2, 9});

        for (int i = 0; i < 2 && row + i < p->rows; i++)
            for (int j = 0; j < 9 && 3 + j < whole->cols; j++)
                assert_int_equal(b->at[i * 9 + j].c,
                                 whole->at[(row + i) * whole->cols + 3 + j].c);
    }
    arena_free(a);
}

static void
check_headings(void **state)
{
    struct arena *a = arena_new();
    const struct typeset_page *p = markdown_page(a, text, &narrow);

    (void)state;
    assert_int_equal(p->n_headings, 2);
    assert_string_equal(p->headings[1].text, "Two x²");
    assert_int_equal(p->headings[1].level, 2);
    assert_int_equal(p->headings[1].row, 5);
    assert_int_equal(p->n_blocks, 5);
    assert_int_equal(p->blocks[1], 3);
    arena_free(a);
}

/* What no break makes narrower stays as wide as it is when that can be scrolled. */
static void
check_sideways(void **state)
{
    struct typeset_options o = narrow;
    struct arena *a = arena_new();

    (void)state;
    assert_true(markdown_page(a, text, &o)->cols <= 20);
    o.sideways = true;
    assert_int_equal(markdown_page(a, text, &o)->cols, 24);
    arena_free(a);
}

static const struct find_row {
    const char *name, *needle;
    int from, step, row;
} find_rows[] = {
    {"from above",           "words",                  0,  1,  3 },
    {"case does not count",  "SOME",                   0,  1,  3 },
    {"nor in other letters", "w\xc3\x96rter \xce\xb8", 0,  1,  11},
    {"from below",           "one",                    10, -1, 0 },
    {"in a formula",         "x\xc2\xb2",              0,  1,  5 },
    {"nowhere",              "nothing",                0,  1,  -1},
    {"nothing",              "",                       0,  1,  -1},
    {"behind the end",       "one",                    99, 1,  -1},
};

static void
check_find(void **state)
{
    const struct find_row *r = *state;
    struct arena *a = arena_new(), *scratch = arena_new();
    const struct typeset_page *p = markdown_page(a, text, &narrow);

    assert_int_equal(page_find(scratch, p, r->needle, r->from, r->step), r->row);
    arena_free(scratch);
    arena_free(a);
}

static const struct front_row {
    const char *name, *markdown, *macros, *body;
} front_rows[] = {
    {"none",           "words\n",                                 "",                   "words\n"            },
    {"no macros",      "---\ntitle: x\n---\nwords",               "",                   "words"              },
    {"one line",       "---\nmacros: R: x\ntitle: x\n---\nwords", " R: x\n",            "words"              },
    {"several",        "---\nmacros:\n  R: x\n  S: y\n---\nw",    "\n  R: x\n  S: y\n", "w"                  },
    {"it never ends",  "---\nmacros: R: x\n",                     "",                   "---\nmacros: R: x\n"},
    {"no text behind", "---\na: b\n---\n",                        "",                   ""                   },
    {"a rule",         "---",                                     "",                   "---"                },
};

static void
check_front(void **state)
{
    const struct front_row *r = *state;
    struct arena *a = arena_new();
    const char *macros;

    assert_string_equal(markdown_front(a, r->markdown, &macros), r->body);
    assert_string_equal(macros, r->macros);
    arena_free(a);
}

/* As long as a text may be: every row can be looked at, and no more is made of it. */
static void
check_long(void **state)
{
    struct arena *a = arena_new();
    const struct typeset_page *p;
    size_t before;
    struct buf b;

    (void)state;
    buf_init(&b, a);
    while (b.n < MARKDOWN_TEXT_MAX - 16)
        buf_add(&b, "word\n\n");
    p = markdown_page(a, b.s, &narrow);
    assert_true(p->rows > 170000);
    before = arena_used(a);
    page_window(a, p, (struct rect){p->rows - 50, 0, 50, 20});
    assert_true(arena_used(a) - before < 100000);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    table_add(&t, "windows", check_window, NULL);
    table_add(&t, "headings and blocks", check_headings, NULL);
    table_add(&t, "sideways", check_sideways, NULL);
    table_add(&t, "a long text", check_long, NULL);
    TABLE_ROWS(&t, find_rows, check_find);
    TABLE_ROWS(&t, front_rows, check_front);
    return table_run(&t, "typeset_page");
}
