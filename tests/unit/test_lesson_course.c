/*
 * The course as a whole: statements, families of axioms, what rests on what, the rows of
 * the sheet.
 */
#include "unit/table.h"

#include "lesson/lesson.h"

static const char ground[] =
    "---\nid: ground\ntitle: Ground\n---\n\n# Laws {#laws}\n\nx\n\n"
    "```derive\naxiom double\nlet x : real\n  x + x = 2 x\n```\n\n"
    "```derive\naxiom double\nlet y : real\n  y 2 = y + y\n```\n";

static const char one[] =
    "---\nid: one\ntitle: One\nsheet: doubling; twice; $2x$; twice as much\n---\n\n"
    "# Twice {#two}\n\nx\n\n"
    "```derive\ntheorem twice\nlet x : real\n  x + x + 1 - 1\n"
    "= x + x   by arithmetic: nothing happened\n= 2 x   by double: two of them\n```\n\n"
    "# Bounds {#bounds}\n\n```derive\ntheorem below\nlet x, M : real\nassume cap: x <= "
    "M\n"
    "  x + x\n= 2 x    by twice: two\n<= 2 M   by cap using cap: at most\n```\n\n"
    "```derive\ntheorem fades\nlet x : real\n  e^x\n-> 0 as x -> -inf   by limit: it "
    "dies\n"
    "```\n\n```derive\ntheorem said\nlet x : real\n  x + 0\n= x   by arithmetic: "
    "nothing\n"
    "claim So there because why not\n```\n";

static const char two[] =
    "---\nid: two\ntitle: Two\nneeds: one\n---\n\n# Four {#four}\n\nx\n\n"
    "```derive\ntheorem twice\nlet x : real\n  2 x + 2 x\n= 4 x   by arithmetic: "
    "four\n```\n\n"
    "```derive\ntheorem uses\nlet x : real\n  x + x\n= 2 x   by below, twice, double: "
    "all "
    "three\n```\n";

static const char aside[] = "---\nid: aside\ntitle: Aside\n---\n\n# A {#a}\n\nx\n\n"
                            "```derive\ntheorem alone\nlet x : real\n  x + x\n"
                            "= 2 x   by twice: of no lesson that it needs\n```\n";

static const struct lesson *
read_text(struct arena *a, const char *text)
{
    struct errs errs = {0};
    const struct lesson *l = lesson_read(a, text, strlen(text), "l.md", &errs);

    if (!l)
        fail_msg("%s", err_text(a, &errs.at[0]));
    return l;
}

static const struct course_table *
make(struct arena *a)
{
    const struct lesson *all[] = {read_text(a, ground), read_text(a, one), NULL,
                                  read_text(a, two), read_text(a, aside)};

    return course_new(a, all, 5);
}

static const struct statement_row {
    const char *name, *plain, *tex, *holds, *sentence;
} statements[] = {
    {"one.twice", "x + x + 1 - 1 = 2 x",   "x + x + 1 - 1 = 2x",                              "x : real",                        "two of them"},
    {"below",     "x + x <= 2 M",          "x + x \\le 2M",                                   "x, M : real; assume cap: x <= M",
     "at most"                                                                                                                                },
    {"fades",     "e^x -> 0 as x -> -inf", "e^{x} \\to 0 \\quad \\text{as } x \\to -\\infty",
     "x : real",                                                                                                                 "it dies"    },
    {"said",      "x + 0 = x",             "x + 0 = x",                                       "x : real",                        "nothing"    },
};

static void
check_statement(void **state)
{
    const struct statement_row *r = *state;
    struct arena *a = arena_new();
    const struct course_table *c = make(a);
    int i = course_find(c, r->name);

    assert_true(i >= 0);
    assert_int_equal(c->theorems[i].n_says, 1);
    assert_string_equal(c->theorems[i].says[0].plain, r->plain);
    assert_string_equal(c->theorems[i].says[0].tex, r->tex);
    assert_string_equal(c->theorems[i].holds, r->holds);
    assert_string_equal(c->theorems[i].sentence, r->sentence);
    arena_free(a);
}

/* What a theorem rests on, and what rests on it, in order. */
static const struct link_row {
    const char *name, *rests, *bears;
} links[] = {
    {"double",    "",                                   "one.twice two.uses "},
    {"one.twice", "ground.double ",                     "one.below "         },
    {"below",     "one.twice ",                         "two.uses "          },
    {"two.twice", "",                                   "two.uses "          },
    {"uses",      "one.below two.twice ground.double ", ""                   },
    {"alone",     "",                                   ""                   },
};

static const char *
names(struct arena *a, const struct course_table *c, const int *at, int n)
{
    const char *text = "";

    for (int i = 0; i < n; i++)
        text = arena_printf(a, "%s%s.%s ", text, c->theorems[at[i]].lesson->id,
                            c->theorems[at[i]].name);
    return text;
}

static void
check_links(void **state)
{
    const struct link_row *r = *state;
    struct arena *a = arena_new();
    const struct course_table *c = make(a);
    int i = course_find(c, r->name);

    assert_true(i >= 0);
    assert_string_equal(names(a, c, c->theorems[i].rests, c->theorems[i].n_rests),
                        r->rests);
    assert_string_equal(names(a, c, c->theorems[i].bears, c->theorems[i].n_bears),
                        r->bears);
    arena_free(a);
}

static void
check_whole(void **state)
{
    struct arena *a = arena_new();
    const struct course_table *c = make(a);
    int family = course_find(c, "double");

    (void)state;
    assert_int_equal(c->n_lessons, 4);
    assert_int_equal(c->n, 8);
    assert_true(c->theorems[family].axiom);
    assert_int_equal(c->theorems[family].n_says, 2);
    assert_string_equal(c->theorems[family].says[1].plain, "y*2 = y + y");
    assert_int_equal(c->n_rows, 1);
    assert_string_equal(c->rows[0].row->idea, "doubling");
    assert_string_equal(c->theorems[c->rows[0].theorem].lesson->id, "one");
    assert_int_equal(course_find(c, "nothing"), -1);
    assert_int_equal(course_find(c, "three.twice"), -1);
    arena_free(a);
}

/* Rows that are refused. */
static const struct refused_row {
    const char *name, *sheet, *message;
} refused[] = {
    {"too few parts",   "a; twice; b",
     "l.md:4:8: RW-409: a row of the sheet has four parts"                         },
    {"too many",        "a; twice; b; c; d",
     "l.md:4:8: RW-409: a row of the sheet has four parts"                         },
    {"an empty part",   "a; twice; ; c",
     "l.md:4:8: RW-409: a row of the sheet has four parts"                         },
    {"no such theorem", "a; twise; b; c",
     "l.md:4:11: RW-814: this lesson has no theorem 'twise'; did you mean 'twice'?"},
    {"none near",       "a; quite-another; b; c",
     "l.md:4:11: RW-814: this lesson has no theorem 'quite-another'"               },
};

static void
check_refused(void **state)
{
    const struct refused_row *r = *state;
    struct arena *a = arena_new();
    struct errs errs = {0};
    const char *text = arena_printf(
        a,
        "---\nid: one\ntitle: One\nsheet: %s\n---\n\n# T {#t}\n\nx\n\n```derive\ntheorem "
        "twice\nlet x : real\n  x + x\n= 2 x by arithmetic: two\n```\n",
        r->sheet);

    assert_null(lesson_read(a, text, strlen(text), "l.md", &errs));
    assert_int_equal(errs.n, 1);
    if (strncmp(err_text(a, &errs.at[0]), r->message, strlen(r->message)) != 0)
        fail_msg("%s", err_text(a, &errs.at[0]));
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, statements, check_statement);
    TABLE_ROWS(&t, links, check_links);
    table_add(&t, "families, rows, names that are not there", check_whole, NULL);
    TABLE_ROWS(&t, refused, check_refused);
    return table_run(&t, "lesson course");
}
