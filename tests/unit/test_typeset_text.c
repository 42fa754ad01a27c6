#include "unit/golden.h"

#include "base/buf.h"
#include "typeset/typeset.h"

/* ---- Markdown ---------------------------------------------------------------------- */

/* "= x" is replaced by what is behind the '='; "= ?" has no value. */
static const char *
computed(void *ctx, struct arena *a, const char *expr)
{
    (void)ctx;
    return *expr == '?' ? NULL : arena_printf(a, "<%s>", expr);
}

static const struct markdown_row {
    const char *name, *markdown;
    int width;
    const char *shown;
} markdown_rows[] = {
    {"nothing",                           "",                                                   20, ""                                      },
    {"a paragraph wraps",                 "aa bb cc dd",                                        8,  "aa bb\ncc dd"                          },
    {"lines are even",                    "aaaa bb cc dddddd",                                  11, "aaaa bb cc\ndddddd"                    },
    {"no word is left alone",             "aaa bbb ccc ddd eee fff gg",                         24,
     "aaa bbb ccc ddd eee\nfff gg"                                                                                                          },
    {"line breaks are blanks",            "a\nb",                                               20, "a b"                                   },
    {"... but not hard ones",             "a  \nb",                                             20, "a\nb"                                  },
    {"a long word is cut",                "abcdefghijkl",                                       8,  "abcdefgh\nijkl"                        },
    {"a hyphen may end a line",           "well-known",                                         8,  "well-\nknown"                          },
    {"a minus sign may not",              "x = -1",                                             8,  "x = -1"                                },
    {"wide characters fill two cells",    "漢字漢字漢字",                                 8,  "漢字漢字\n漢字"                  },
    {"a no-break space",                  "aaaaaa b&nbsp;c",                                    8,  "aaaaaa\nb c"                           },
    {"a sign does not begin a line",      "aaaa m = 5 bb",                                      9,  "aaaa\nm = 5 bb"                        },
    {"a pair stays together",             "aaaaa b (1, 2) c",                                   12, "aaaaa b\n(1, 2) c"                     },
    {"a formula",                         "so $x^2$, then",                                     40, "so x², then"                          },
    {"its comma stays with it",           "aaaaa $b$, c",                                       8,  "aaaaa\nb, c"                           },
    {"a power on the line",               "so $e^{i\\theta}$ is",                               40, "so e^(iθ) is"                         },
    {"a star on the line",                "$(k e^{i\\theta})^*$",                               40, "(ke^(iθ))^*"                          },
    {"an index on the line",              "so $d_c$ and $K_{m,j}$",                             40, "so d_c and K_(m,j)"                    },
    {"a percent sign stays",              "aaaaa `= 1` % b",                                    10, "aaaaa\n<1> % b"                        },
    {"computed pairs stay together",      "aaaaa bb (`= 1`, `= 2`) c",                          18,
     "aaaaa bb\n(<1>, <2>) c"                                                                                                               },
    {"... and only that line",            "a b $\\begin{pmatrix}1\\\\2\\end{pmatrix}$ c d e f", 9,
     "a b ⎛1⎞ c\n    ⎝2⎠\nd e f"                                                                                                    },
    {"a wide one stands below",           "see $aaa+bbb=ccc+ddd$ so",                           12,
     "see\naaa + bbb\n= ccc + ddd\nso"                                                                                                      },
    {"a fraction on one line",            "half: $\\frac{1}{2}$",                               40, "half: 1/2"                             },
    {"a display formula",                 "so\n\n$$\\frac{a}{b}$$",                             40, "so\n\n    a\n    ─\n    b"           },
    {"... inside a paragraph",            "so $$a=b$$ and",                                     40, "so\n    a = b\nand"                    },
    {"money is no formula",               "from $5 to $6",                                      40, "from $5 to $6"                         },
    {"an escaped dollar",                 "\\$x$ y",                                            40, "$x$ y"                                 },
    {"no markup in formulas",             "*a $q k^*$ b* $f[x](y)$ $x_1$ $y_1$",                40,
     "a qk* b f[x](y) x₁ y₁"                                                                                                            },
    {"... nor formulas in code",          "`$x` and `$y`",                                      40, "$x and $y"                             },
    {"... nor in code blocks",            "```\n$a*b$\n~~~\n```\n*c* $d$",                      40,
     "    $a*b$\n    ~~~\n\nc d"                                                                                                            },
    {"a formula ends with its paragraph", "a $b\n\nc$ d",                                       40, "a $b\n\nc$ d"                          },
    {"a bar in a formula ends no cell",   "|a|\n|---|\n|$|x|$|",                                40, "a\n───\n|x|"                     },
    {"private characters are shown",      "\xEF\xA3\x90 $a*b$",                                 40, "<U+F8D0> a * b"                        },
    {"computed",                          "is `= 1+1`.",                                        40, "is <1+1>."                             },
    {"computed without a value",          "is `= ?`.",                                          40, "is = ?."                               },
    {"code",                              "type `-1` here",                                     40, "type -1 here"                          },
    {"emphasis",                          "a *b* **c** d",                                      40, "a b c d"                               },
    {"a link",                            "[here](http://x)",                                   40, "here"                                  },
    {"an image",                          "![a wheel](x.png)",                                  40, "[image: a wheel]"                      },
    {"struck out",                        "a ~~b~~",                                            40, "a ~b~"                                 },
    {"entities",                          "&lt;&alpha;&#955;&#x3b8;&unknown;",                  40, "<αλθ&unknown;"                      },
    {"an entity that is a control",       "&#27;[2J",                                           40, "<U+001B>[2J"                           },
    {"HTML is text",                      "a <b>x</b>",                                         40, "a <b>x</b>"                            },
    {"a heading",                         "# One two\ntext",                                    40, "One two\n═══════\n\ntext"},
    {"its attributes are hidden",         "## One {#one core}",                                 40, "One\n───"                        },
    {"a deeper heading",                  "### One",                                            40, "One"                                   },
    {"a list",                            "- a\n- b",                                           40, "• a\n• b"                          },
    {"it hangs",                          "- aaa bbb ccc",                                      10, "• aaa bbb\n  ccc"                    },
    {"a loose list",                      "- a\n\n- b",                                         40, "• a\n\n• b"                        },
    {"nested lists",                      "- a\n  - b\n    - c",                                40, "• a\n  ◦ b\n    ▪ c"             },
    {"numbers",                           "9. a\n10. b",                                        40, " 9. a\n10. b"                          },
    {"tasks",                             "- [x] a\n- [ ] b",                                   40, "[x] a\n[ ] b"                          },
    {"an item with paragraphs",           "1. a\n\n   b",                                       40, "1. a\n\n   b"                          },
    {"an empty item",                     "-\n- b",                                             40, "•\n• b"                            },
    {"a quote",                           "> a\n>\n> b",                                        40, "│ a\n│\n│ b"                     },
    {"a rule",                            "a\n\n---",                                           8,  "a\n\n────────"         },
    {"code keeps its blanks",             "```\na  b\n  c\n```",                                40, "    a  b\n      c"                     },
    {"long code goes on below",           "```\nabcdefghij\n```",                               10, "  abcdefgh\n    ij"                    },
    {"a block of TeX",                    "```math\n\\frac{a}{b}\n```",                         40, "    a\n    ─\n    b"                 },
    {"a table",                           "|a|bb|\n|---|--:|\n|cc|d|",                          40, "a   bb\n──  ──\ncc   d"        },
    {"centred",                           "|aaa|\n|:-:|\n|b|",                                  40, "aaa\n───\n b"                    },
    {"its cells wrap",                    "|a|b|\n|---|---|\n|x|one two three|",                13,
     "a  b\n─  ──────────\nx  one two\n   three"                                                                      },
    {"too narrow for columns",            "|a|b|\n|---|---|\n|xxxxxx|yyyyyy|\n|z|w|",           8,
     "a:\nxxxxxx\nb:\nyyyyyy\n\na: z\nb: w"                                                                                                 },
};

static char *
shown(struct arena *a, enum alphabet alphabet, int width, const char *markdown)
{
    const struct typeset_options o = {
        .alphabet = alphabet, .width = width, .computed = computed};

    return box_text(a, markdown_box(a, markdown, &o));
}

static void
check_markdown(void **state)
{
    const struct markdown_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(shown(a, ALPHABET_UNICODE, r->width, r->markdown), r->shown);
    arena_free(a);
}

static const struct lines_row {
    const char *name, *markdown, *lines;
} lines_rows[] = {
    {"lines: paragraphs",         "a\nb\n\nc",                             "a b\nc"                    },
    {"lines: a formula",          "so $R(m\\theta)^\\top R(n\\theta)$ is", "so R(mθ)ᵀ R(nθ) is"    },
    {"lines: a display formula",  "$$\\frac{a+b}{2}$$",                    "(a + b)/2"                 },
    {"lines: computed",           "is `= 1`",                              "is <1>"                    },
    {"lines: lists",              "1. a\n2. b\n   - c\n   - d",            "1. a\n2. b\n   - c\n   - d"},
    {"lines: a heading",          "# A {#a}\n*b*",                         "A\nb"                      },
    {"lines: a table",            "|a|b|\n|---|---|\n|1|2|",               "a: 1; b: 2"                },
    {"lines: code",               "```\na\n  b\n```",                      "    a\n      b"            },
    {"lines: a quote and a rule", "> a\n\n---",                            "a\n---"                    },
    {"lines: an escape is shown", "&#27;x",                                "<U+001B>x"                 },
};

static void
check_lines(void **state)
{
    const struct lines_row *r = *state;
    const struct typeset_options o = {
        .alphabet = ALPHABET_UNICODE, .width = 40, .computed = computed};
    struct arena *a = arena_new();

    assert_string_equal(markdown_lines(a, r->markdown, &o), r->lines);
    arena_free(a);
}

static void
check_justified(void **state)
{
    const struct typeset_options o = {
        .alphabet = ALPHABET_UNICODE, .width = 12, .justify = true};
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(box_text(a, markdown_box(a, "aa bb cc dddddddd ee", &o)),
                        "aa   bb   cc\ndddddddd ee");
    arena_free(a);
}

/* Styles survive the way into a canvas; PLAIN takes the one that box_draw() is told. */
static void
check_styles(void **state)
{
    const struct typeset_options o = {.alphabet = ALPHABET_UNICODE, .width = 40};
    struct canvas *c = canvas_new(1, 20, ALPHABET_UNICODE);
    struct arena *a = arena_new();

    (void)state;
    box_draw(c, canvas_all(c), 0, 0, STYLE_DIM, markdown_box(a, "a *b* `c` $d$", &o));
    assert_string_equal(canvas_dump(a, c, true), "a b c d\nd.s.c.F\n");
    canvas_clear(c);
    box_draw(c, canvas_all(c), 0, -1, STYLE_PLAIN, box_line(a, "a\nb\x1b", STYLE_KEY));
    assert_string_equal(canvas_dump(a, c, true), " b<U+001B>\nkkkkkkkkkk\n");
    arena_free(a);
    canvas_free(c);
}

/* No line is wider than asked for, in both alphabets, at every width. */
static void
check_widths(void **state)
{
    char *page = golden_read("page.md");
    struct arena *a = arena_new();

    (void)state;
    assert_non_null(page);
    for (int width = 8; width < 100; width++) {
        for (int alphabet = ALPHABET_ASCII; alphabet <= ALPHABET_UNICODE; alphabet++) {
            const struct typeset_options o = {.alphabet = (enum alphabet)alphabet,
                                              .width = width};
            struct box *b = markdown_box(a, page, &o);

            assert_in_range(b->cols, 1, width);
            for (int i = 0; alphabet == ALPHABET_ASCII && i < b->rows * b->cols; i++)
                assert_in_range(b->at[i].c, 0, 0x7E);
            arena_reset(a);
        }
    }
    arena_free(a);
    free(page);
}

/* n times `open`, then "x". */
static char *
repeated(struct arena *a, const char *open, int n)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < n; i++)
        buf_add(&b, open);
    buf_add(&b, "x");
    return b.s;
}

static void
check_large_markdown(void **state)
{
    static const char *const pieces[] = {"](",  "[\n",   "> ",           "- ",
                                         "*a_", "$x",    "|a|\n|---|\n", "a\n\n",
                                         "`",   "&#27;", "1. "};
    struct arena *a = arena_new();

    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        shown(a, ALPHABET_UNICODE, 36, repeated(a, pieces[i], 5000));
        arena_reset(a);
    }
    assert_null(
        strstr(shown(a, ALPHABET_ASCII, 80, repeated(a, "a", MARKDOWN_TEXT_MAX - 1)),
               "not shown"));
    arena_reset(a);
    assert_non_null(strstr(
        shown(a, ALPHABET_ASCII, 80, repeated(a, "a", MARKDOWN_TEXT_MAX)), "not shown"));
    arena_free(a);
}

/* ---- macros and golden files ------------------------------------------------------- */

static void
check_shared_macros(void **state)
{
    struct arena *a = arena_new();
    struct tex_macros *m = tex_macros_new(a, NULL);
    const struct typeset_options o = {
        .alphabet = ALPHABET_UNICODE, .width = 40, .macros = m};

    (void)state;
    assert_true(tex_macros_add(m, "R", "\\mathbb{R}", (struct pos){"f", 1, 1}, NULL));
    assert_string_equal(markdown_lines(a, "$\\def\\S{S}\\S$ and $\\S\\in\\R$", &o),
                        "S and S ∈ ℝ");
    assert_int_equal(tex_unknown(a, "\\S", m).n, 0);
    arena_free(a);
}

static const struct golden_row {
    const char *name, *source, *file;
    enum alphabet alphabet;
    int width;
} golden_rows[] = {
    {"page at 72",          "page.md", "page-72.txt",       ALPHABET_UNICODE, 72},
    {"page at 36",          "page.md", "page-36.txt",       ALPHABET_UNICODE, 36},
    {"page at 36 in ASCII", "page.md", "page-36-ascii.txt", ALPHABET_ASCII,   36},
};

static void
check_page(void **state)
{
    const struct golden_row *r = *state;
    struct arena *a = arena_new();
    char *source = golden_read(r->source);

    assert_non_null(source);
    golden_check(r->file,
                 arena_printf(a, "%s\n", shown(a, r->alphabet, r->width, source)));
    arena_free(a);
    free(source);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, markdown_rows, check_markdown);
    TABLE_ROWS(&t, lines_rows, check_lines);
    TABLE_ROWS(&t, golden_rows, check_page);
    table_add(&t, "macros hold in the whole text", check_shared_macros, NULL);
    table_add(&t, "lines can be justified", check_justified, NULL);
    table_add(&t, "styles of a page", check_styles, NULL);
    table_add(&t, "a page fits every width", check_widths, NULL);
    table_add(&t, "large and hostile Markdown ends", check_large_markdown, NULL);
    return table_run(&t, "typeset text");
}
