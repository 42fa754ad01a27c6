#include "unit/table.h"

#include "base/buf.h"
#include "lesson/lesson_priv.h"

/* ---- pieces ------------------------------------------------------------------------ */

/* The pieces as "P1-2 H4 B6 K8-10:ask:q1" and the errors as " !LINE:COL:CODE". */
static char *
pieces_text(struct arena *a, const char *text)
{
    struct errs errs = {0};
    struct source src;
    struct buf b;

    buf_init(&b, a);
    if (source_open(a, text, strlen(text), "t.md", &src, &errs)) {
        struct outline o = outline_read(a, &src, 0, &errs);

        for (int i = 0; i < o.n; i++) {
            const struct piece *p = &o.at[i];

            buf_printf(&b, "%s%c%d", i ? " " : "", "HBKP"[p->kind], p -> line + 1);
            if (p->end > p->line + 1)
                buf_printf(&b, "-%d", p->end);
            if (p->kind == PIECE_BLOCK)
                buf_printf(&b, ":%s:%s", block_words[p->block], p->name);
        }
    }
    for (int i = 0; i < errs.n; i++)
        buf_printf(&b, " !%d:%d:%d", errs.at[i].at.line, errs.at[i].at.col,
                   (int)errs.at[i].code);
    return b.s;
}

static const struct piece_row {
    const char *name, *text, *pieces;
} piece_rows[] = {
    {"nothing",                                        "",                                      ""                  },
    {"blank lines only",                               "\n\n  \n",                              ""                  },
    {"a passage of two paragraphs",                    "a\n\nb\n",                              "P1-3"              },
    {"a heading, words, a beat",                       "# T {#t}\n\nwords\n\n---\n\nmore",      "H1 P3 B5 P7"       },
    {"a heading of symbols only",                      "#\nwords",                              "H1 P2"             },
    {"a heading right after words",                    "words\n# T {#t}\nmore",                 "P1 H2 P3"          },
    {"a beat of stars",                                "a\n\n* * *\nb",                         "P1 B3 P4"          },
    {"two beats",                                      "---\n\n---\n",                          "B1 B3"             },
    {"a beat that is none: underlined",                "text\n---\nmore",                       "P1 B2 P3 !2:1:411" },
    {"text of three lines underlined",                 "a\nb\nc\n---\n",                        "P1-3 B4 !4:1:411"  },
    {"underlined by equal signs",                      "text\n===\nmore",                       "P1-3 !2:1:411"     },
    {"two dashes below a text",                        "text\n--\n",                            "P1-2 !2:1:411"     },
    {"an image underlined",                            "![](x)\n---\n",                         "P1 B2 !2:1:411"    },
    {"a block",                                        "```ask q1\nWhat?\n```\n",               "K1-3:ask:q1"       },
    {"a block with tildes",                            "~~~ figure  hands  \nkind: plane\n~~~", "K1-3:figure:hands" },
    {"an empty block",                                 "```note\n```\nafter",                   "K1-2:note: P3"     },
    {"a block of empty lines",                         "```note\n\n\n```\nafter",               "K1-4:note: P5"     },
    {"a block after words without a blank line",       "words\n```derive\nx\n```",
     "P1 K2-4:derive:"                                                                                              },
    {"a rule inside a block is no beat",               "```note\n---\n```\n\n---\n",            "K1-3:note: B5"     },
    {"code is a passage",                              "```c\nint x;\n```\n\n---\n",            "P1-3 B5"           },
    {"code without a word",                            "```\nx\n```\n```predict\ny\n```",       "P1-3 K4-6:predict:"},
    {"empty code, then a block",                       "```\n```\n```predict\ny\n```",          "P1-2 K3-5:predict:"},
    {"indented code with a rule",                      "a\n\n    ---\n\n---\nb",                "P1-3 B5 P6"        },
    {"code in a list, then a block",                   "- ```\n  x\n  ```\n\n```ask q\ny\n```",
     "P1-3 K5-7:ask:q"                                                                                              },
    {"code in a quote that ends with it, then a beat", "> ```\n> x\n\n---\n",                   "P1-2 B4"           },
    {"a rule in a list, then a beat",                  "- a\n\n  ---\n\n---\nb",                "P1-3 B5 P6"        },
    {"a rule in a quote, then a beat",                 "> a\n>\n> ---\n\n---\n",                "P1-3 B5"           },
    {"a reference definition is a passage",            "[x]: y\n\n---\n",                       "P1 B3"             },
    {"a table",                                        "|a|b|\n|-|-|\n|1|2|\n\n---\n",          "P1-3 B5"           },
    {"a longer fence may hold a shorter one",          "````note\n```ask q\nx\n```\n````\n",
     "K1-5:note:"                                                                                                   },
    {"a block inside a list",                          "- a\n\n  ```ask q\n  x\n  ```\n",       "P1-5 !3:1:417"     },
    {"a block inside a quote",                         "> ```ask q\n> x\n> ```\n",              "P1-3 !1:1:417"     },
    {"a block that is indented",                       "  ```ask q\n  x\n  ```\n",              "P1-3 !1:1:417"     },
    {"a fence that never ends",                        "a\n\n```ask q\nx\n\n# T {#t}\n",        "P1-6 !3:1:415"     },
    {"code that never ends",                           "```\nx\n",                              "P1-2 !1:1:415"     },
    {"a fence at the very end",                        "```ask q",                              "P1 !1:1:415"       },
    {"a block that swallows the next",                 "```ask q\nx\n\n```figure f\ny\n```\n",
     "P1-6 !1:1:415"                                                                                                },
    {"code that swallows a block",                     "```c\nx\n\n```figure f\ny\n```\n",      "P1-6 !1:1:415"     },
    {"asks",                                           "```asks q\nx\n```\n",                   "P1-3 !1:1:416"     },
    {"Figure",                                         "```Figure f\nx\n```\n",                 "P1-3 !1:1:416"     },
    {"predcit",                                        "```predcit\nx\n```\n",                  "P1-3 !1:1:416"     },
    {"asm is a language",                              "```asm\nx\n```\n",                      "P1-3"              },
    {"node is near note",                              "```node\nx\n```\n",                     "P1-3 !1:1:416"     },
    {"windows line ends",                              "# T\r\n\r\nx\r\n\r\n---\r\n",           "H1 P3 B5"          },
    {"old line ends",                                  "# T\r\rx\r\r---\r",                     "H1 P3 B5"          },
    {"a byte order mark",                              "\xef\xbb\xbf# T\n",                     "H1"                },
    {"bytes that are no text",                         "abc\nd\xff",                            " !2:2:404"         },
    {"half a character at the end",                    "abc\n\xe2\x82",                         " !2:1:404"         },
    {"html is text",                                   "<div>\n---\n</div>",                    "P1 B2 P3 !2:1:411" },
};

static void
check_pieces(void **state)
{
    const struct piece_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(pieces_text(a, r->text), r->pieces);
    arena_free(a);
}

static void
check_nul(void **state)
{
    struct arena *a = arena_new();
    struct errs errs = {0};
    struct source src;

    (void)state;
    assert_false(source_open(a, "ab\n\0c", 5, "t.md", &src, &errs));
    assert_int_equal(errs.n, 1);
    assert_int_equal(errs.at[0].code, ERR_LESSON_BYTES);
    assert_int_equal(errs.at[0].at.line, 2);
    assert_int_equal(errs.at[0].at.col, 1);
    arena_free(a);
}

/* n bytes: runs of `run` letters with an empty line behind each. */
static char *
long_text(struct arena *a, size_t n, size_t line, size_t run)
{
    char *s = arena_alloc(a, n + 1, 1);

    for (size_t i = 0; i < n; i++)
        s[i] = (i + 1) % line == 0 || (i + 2) % run < 2 ? '\n' : 'x';
    return s;
}

static const struct size_row {
    const char *name;
    size_t len, line, run;
    int errors;
} size_rows[] = {
    {"as long as a lesson may be",             LESSON_TEXT_MAX,     100,                 10000, 0},
    {"one byte longer",                        LESSON_TEXT_MAX + 1, 100,                 10000, 1},
    {"a line as long as a line may be",        SOURCE_LINE_MAX,     SOURCE_LINE_MAX + 9, 99999, 0},
    {"one byte longer",                        SOURCE_LINE_MAX + 1, SOURCE_LINE_MAX + 9, 99999, 1},
    {"lines as long as lines may be together", SOURCE_RUN_MAX,      128,                 99999, 0},
    {"one byte longer",                        SOURCE_RUN_MAX + 1,  128,                 99999, 1},
};

static void
check_sizes(void **state)
{
    const struct size_row *r = *state;
    struct arena *a = arena_new();
    struct errs errs = {0};
    struct source src;

    assert_int_equal(source_open(a, long_text(a, r->len, r->line, r->run), r->len, "t.md",
                                 &src, &errs),
                     r->errors == 0);
    assert_int_equal(errs.n, r->errors);
    if (errs.n)
        assert_int_equal(errs.at[0].code, ERR_LESSON_TOO_LARGE);
    arena_free(a);
}

/* ---- runs and parts ---------------------------------------------------------------- */

static const struct run_row {
    const char *name, *text, *runs;
} run_rows[] = {
    {"words",                       "one *two* three",     "t1:1[one ] t1:6[two] t1:10[ three]"},
    {"a formula",                   "so $x^2$ is",         "t1:1[so ] f1:5[x^2] t1:9[ is]"     },
    {"a display formula",           "$$\n a\n$$",          "f2:2[a\n]"                         },
    {"code",                        "type `a = b`.",       "t1:1[type ] c1:7[a = b] t1:13[.]"  },
    {"a computed span",             "is `= cos(1)`.",      "t1:1[is ] =1:7[cos(1)] t1:14[.]"   },
    {"with decimals",               "is `= cos(1) : 2`",   "t1:1[is ] =1:7[cos(1) : 2]"        },
    {"with blanks before the sign", "` =  x `",            "=1:6[x]"                           },
    {"over two lines",              "a `= b +\n   c` d",   "t1:1[a ] =1:6[b +\n   c] t2:6[ d]" },
    {"in a quote over two lines",   "> `= b +\n> c`",      "=1:6[b +\n  c]"                    },
    {"in a list, in Greek",         "- θ `= x`\n- `= y`", "t1:3[θ ] =1:8[x] =2:6[y]"         },
    {"code blocks are left out",    "```\n= x\n```\ny",    "t4:1[y]"                           },
    {"a dollar that is no formula", "costs 5$ only",       "t1:1[costs 5$ only]"               },
};

static char *
runs_text(struct arena *a, const char *text)
{
    struct runs runs = lesson_runs(a, text, (struct pos){"t.md", 1, 1});
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < runs.n; i++)
        buf_printf(&b, "%s%c%d:%d[%s]", i ? " " : "", "tc=f"[runs.at[i].kind],
                   runs.at[i].at.line, runs.at[i].at.col, runs.at[i].text);
    return b.s;
}

static void
check_runs(void **state)
{
    const struct run_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(runs_text(a, r->text), r->runs);
    arena_free(a);
}

static const struct parts_row {
    const char *name, *text, *parts;
} parts_rows[] = {
    {"one",                             "go up",                   "go up"                },
    {"three",                           "go up; go down ;stay",    "go up|go down|stay"   },
    {"brackets hold together",          "[1; 2]; f(a; b); {c; d}", "[1; 2]|f(a; b)|{c; d}"},
    {"formulas and code hold together", "$a;b$; `c;d`; e",         "$a;b$|`c;d`|e"        },
    {"empty parts are told",            "a;;b;",                   "a||b|"                },
    {"a bracket too many",              "a); b",                   "a)|b"                 },
};

static void
check_parts(void **state)
{
    const struct parts_row *r = *state;
    struct arena *a = arena_new();
    struct parts parts = parts_split(a, r->text, (struct pos){"t.md", 1, 1}, ';');
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < parts.n; i++)
        buf_printf(&b, "%s%s", i ? "|" : "", parts.at[i].text);
    assert_string_equal(b.s, r->parts);
    arena_free(a);
}

static void
check_arrow(void **state)
{
    struct arena *a = arena_new();
    struct pos at = {"t.md", 3, 10};
    struct part left, right;

    (void)state;
    assert_true(parts_arrow(a, "limit(x -> 0) -> It -> is.", at, &left, &right));
    assert_string_equal(left.text, "limit(x -> 0)");
    assert_string_equal(right.text, "It -> is.");
    assert_int_equal(right.at.col, 27);
    assert_true(parts_arrow(a, "θ → b", at, &left, &right));
    assert_int_equal(right.at.col, 14);
    assert_false(parts_arrow(a, "$a -> b$", at, &left, &right));
    arena_free(a);
}

/* ---- whole files ------------------------------------------------------------------- */

/* A file of tests/lessons in the arena. */
static char *
file_text(struct arena *a, const char *name, size_t *len)
{
    char *text = arena_alloc(a, LESSON_TEXT_MAX, 1);
    FILE *f = fopen(arena_printf(a, "%s/lessons/%s", TESTS_DIR, name), "rb");

    assert_non_null(f);
    *len = fread(text, 1, LESSON_TEXT_MAX - 1, f);
    fclose(f);
    return text;
}

static const char *const bad_files[] = {
    "bad-ask-keys.md",   "bad-ask-terms.md",     "bad-beats.md",
    "bad-blocks.md",     "bad-derive.md",        "bad-empty.md",
    "bad-figure.md",     "bad-front-keys.md",    "bad-front-missing.md",
    "bad-front-open.md", "bad-front-terms.md",   "bad-headings.md",
    "bad-swallow.md",    "bad-two-in-a-beat.md",
};

/* The messages of one file, with the line and the caret, against its part of
 * bad-messages.txt, which begins with the file's name. */
static void
check_bad(void **state)
{
    const char *name = *(const char *const *)*state;
    struct arena *a = arena_new();
    size_t len;
    char *text = file_text(a, name, &len),
         *want = file_text(a, "bad-messages.txt", &(size_t){0});
    char *end;
    struct errs errs = {0};
    struct buf b;

    assert_null(lesson_read(a, text, len, name, &errs));
    buf_init(&b, a);
    for (int i = 0; i < errs.n; i++)
        buf_printf(&b, "%s\n%s", err_text(a, &errs.at[i]),
                   err_caret(a, &errs.at[i], text));
    want = strstr(want, arena_printf(a, "== %s\n", name));
    assert_non_null(want);
    want = strchr(want, '\n') + 1;
    end = strstr(want, "== ");
    if (end)
        *end = '\0';
    assert_string_equal(b.s, want);
    arena_free(a);
}

static void
dump_ask(struct buf *b, struct arena *a, const struct ask *q)
{
    static const char *const kinds[] = {
#define ASK_KIND(id, word, letter, group) word,
#include "lesson/ask_kinds.def"
#undef ASK_KIND
    };
    static const char *const near[] = {"exact", "absolute", "relative", "places",
                                       "figures"};

    buf_printf(b, "    %s %s: %s, %s %d [%s]\n", q->predict ? "predict" : "ask", q->id,
               kinds[q->kind], near[q->closeness], q->digits, q->words);
    if (q->answer)
        buf_printf(b, "      answer %s\n", expr_plain(a, q->answer, PRINT_ASCII));
    for (int i = 0; i < q->draw.n; i++)
        buf_printf(b, "      draw %s\n", q->draw.at[i].name);
    for (int i = 0; i < q->n_also; i++)
        buf_printf(b, "      also %s [%s]\n", expr_plain(a, q->also[i], PRINT_ASCII),
                   q->remark);
    for (int i = 0; i < q->n_choices; i++)
        buf_printf(b, "      choice %s%s\n", q->choices[i].text,
                   q->choices[i].right ? " *" : "");
    if (q->claim)
        buf_printf(b, "      claim %s [%s]\n", expr_plain(a, q->claim, PRINT_ASCII),
                   q->holds);
    for (int i = 0; i < q->n_supply; i++)
        buf_printf(b, "      supply %s\n", q->supply[i]);
    for (int i = 0; i < q->n_without; i++)
        buf_printf(b, "      without %s\n", q->without[i]);
    for (int i = 0; i < q->n_hints; i++)
        buf_printf(b, "      hint %s\n", q->hints[i]);
    for (int i = 0; i < q->n_misses; i++)
        buf_printf(b, "      miss %s: %s %d -> %s\n", q->misses[i].name,
                   q->misses[i].answer ? expr_plain(a, q->misses[i].answer, PRINT_ASCII)
                                       : "-",
                   q->misses[i].choice, q->misses[i].sentence);
    buf_printf(b, "      figure [%s] after [%s] texts %d\n", q->figure, q->after,
               q->n_texts);
}

static void
dump_derivation(struct buf *b, struct arena *a, const struct derivation *d)
{
    buf_printf(b, "    theorem %s\n      %s\n", d->name, d->start_source);
    for (int i = 0; i < d->n_lines; i++) {
        const struct derivation_line *l = &d->lines[i];

        buf_printf(b, "      %d:%d %s %s | %s | %s\n", l->at.line, l->at.col,
                   l->claim ? "claim" : relation_text(l->relation),
                   l->claim ? "" : expr_plain(a, l->term, PRINT_ASCII), l->rules, l->say);
    }
}

static void
dump_item(struct buf *b, struct arena *a, const struct item *item)
{
    if (item->kind == ITEM_ASK)
        dump_ask(b, a, item->ask);
    else if (item->kind == ITEM_DERIVATION)
        dump_derivation(b, a, item->derivation);
    else if (item->kind == ITEM_FIGURE)
        buf_printf(b, "    figure %s, %d fields\n", item->figure->name,
                   item->figure->fields.n);
    else
        buf_printf(b, "    %s %d [%s]\n", item->kind == ITEM_NOTE ? "note" : "passage",
                   item->passage->at.line, item->passage->markdown);
}

static char *
dump_lesson(struct arena *a, const struct lesson *l)
{
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, "%s: %s (%s) %d minutes, needs %d: %s, introduces %d: %s\n", l->id,
               l->title, l->label, l->minutes, l->n_needs, l->needs[1], l->n_introduces,
               l->introduces[0]);
    for (int s = 0; s < l->n_steps; s++) {
        const struct step *step = &l->steps[s];

        buf_printf(&b, "step %s %s%s: %s\n", step->id,
                   step->level == LEVEL_CORE ? "core" : "deeper",
                   step->closed ? " closed" : "", step->title);
        for (int i = 0; i < step->n_beats; i++) {
            buf_printf(&b, "  beat\n");
            for (int k = 0; k < step->beats[i].n; k++)
                dump_item(&b, a, &step->beats[i].items[k]);
        }
    }
    return b.s;
}

static void
check_good(void **state)
{
    struct arena *a = arena_new();
    size_t len, want_len;
    char *text = file_text(a, "good.md", &len),
         *want = file_text(a, "good.txt", &want_len);
    struct errs errs = {0};
    const struct lesson *l = lesson_read(a, text, len, "good.md", &errs);

    (void)state;
    assert_int_equal(errs.n, 0);
    assert_non_null(l);
    assert_string_equal(dump_lesson(a, l), want);
    assert_int_equal(lesson_step(l, "why"), 1);
    assert_int_equal(lesson_step(l, "nowhere"), -1);
    assert_string_equal(lesson_ask(l, "q3")->id, "q3");
    assert_null(lesson_ask(l, "hands"));
    assert_string_equal(lesson_figure(l, "hands")->name, "hands");
    assert_null(lesson_figure(l, "q3"));
    arena_free(a);
}

/* The same lesson with Windows line ends reads the same, and has the same hash. */
static void
check_line_ends(void **state)
{
    struct arena *a = arena_new();
    size_t len;
    char *text = file_text(a, "good.md", &len);
    struct errs errs = {0};
    const struct lesson *plain = lesson_read(a, text, len, "good.md", &errs), *other;
    struct buf b;

    (void)state;
    buf_init(&b, a);
    for (size_t i = 0; i < len; i++)
        buf_printf(&b, "%s%c", text[i] == '\n' ? "\r" : "", text[i]);
    other = lesson_read(a, b.s, b.n, "good.md", &errs);
    assert_non_null(plain);
    assert_non_null(other);
    assert_true(plain->content_hash == other->content_hash);
    assert_string_equal(dump_lesson(a, plain), dump_lesson(a, other));
    arena_free(a);
}

static void
check_front(void **state)
{
    static const char good[] =
        "---\nid: a\ntitle: A\nlet: broken (\nneeds: b, c\n---\n# bad";
    static const char bad[] = "---\nid: a\nlabel: A\n---\n";
    struct arena *a = arena_new();
    struct lesson l;
    struct err e;

    (void)state;
    assert_true(lesson_read_front(a, good, strlen(good), "a.md", &l, &e));
    assert_string_equal(l.title, "A");
    assert_int_equal(l.n_needs, 2);
    assert_false(lesson_read_front(a, bad, strlen(bad), "a.md", &l, &e));
    assert_int_equal(e.code, ERR_KEY_MISSING);
    assert_false(lesson_read_front(a, "", 0, "a.md", &l, NULL));
    arena_free(a);
}

/* Every way to cut a good lesson short, and every byte of it once replaced, is read
 * without harm; what is refused is refused with a place in the file. */
static void
check_damaged(void **state)
{
    static const char bytes[] = {'`', '-', '$', '\n', '(', ':', '\0', '\xff'};
    size_t len;
    struct arena *keep = arena_new(), *a = arena_new();
    char *text = file_text(keep, "good.md", &len);

    (void)state;
    for (size_t i = 0; i < len; i += 3) {
        struct errs errs = {0};
        char was = text[i];

        if (!lesson_read(a, text, i, "t.md", &errs))
            assert_true(errs.n > 0 && errs.at[0].at.line > 0);
        text[i] = bytes[i / 3 % sizeof bytes];
        errs = (struct errs){0};
        if (!lesson_read(a, text, len, "t.md", &errs))
            assert_true(errs.n > 0 && errs.at[0].at.line > 0);
        text[i] = was;
        arena_reset(a);
    }
    arena_free(a);
    arena_free(keep);
}

/* As many steps as a lesson may have, and one more. */
static void
check_many_steps(void **state)
{
    struct arena *a = arena_new();
    struct buf b;

    (void)state;
    buf_init(&b, a);
    buf_add(&b, "---\nid: a\ntitle: A\n---\n");
    for (int i = 0; i < LESSON_STEPS_MAX + 1; i++) {
        struct errs errs = {0};

        buf_printf(&b, "# Step {#s%d}\n\nwords\n\n", i);
        if (i < LESSON_STEPS_MAX - 1)
            continue;
        assert_int_equal(lesson_read(a, b.s, b.n, "t.md", &errs) != NULL,
                         i < LESSON_STEPS_MAX);
        assert_int_equal(errs.n, i == LESSON_STEPS_MAX);
    }
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, piece_rows, check_pieces);
    table_add(&t, "a NUL byte", check_nul, NULL);
    TABLE_ROWS(&t, size_rows, check_sizes);
    TABLE_ROWS(&t, run_rows, check_runs);
    TABLE_ROWS(&t, parts_rows, check_parts);
    table_add(&t, "left -> right", check_arrow, NULL);
    TABLE_ROWS(&t, bad_files, check_bad);
    table_add(&t, "good.md, every part", check_good, NULL);
    table_add(&t, "windows line ends change nothing", check_line_ends, NULL);
    table_add(&t, "the front matter alone", check_front, NULL);
    table_add(&t, "a damaged lesson", check_damaged, NULL);
    table_add(&t, "too many steps", check_many_steps, NULL);
    return table_run(&t, "lesson");
}
