#include "unit/table.h"

#include "base/buf.h"
#include "check/check.h"
#include "num/num.h"

/* Every row's text stands behind these eight lines. */
static const char head[] = "---\nid: t\ntitle: T\nneeds: one, two\n"
                           "let: q = [1, 2]; theta = 0.25\n---\n# Step {#s}\n\n";

/* The findings as "LINE:COL CODE sentence", one a line. */
static char *
findings(struct arena *a, const char *text, const char *const *known, int n_known,
         struct check_report *report)
{
    struct errs errs = {0};
    struct buf b;
    bool ok = check_lesson(a, text, strlen(text), "t.md", known, n_known, report, &errs);

    assert_int_equal(ok, errs.n == 0);
    buf_init(&b, a);
    for (int i = 0; i < errs.n; i++)
        buf_printf(&b, "%s%d:%d %d %s", i ? "\n" : "", errs.at[i].at.line,
                   errs.at[i].at.col, (int)errs.at[i].code, errs.at[i].msg);
    return b.s;
}

struct row {
    const char *name, *text, *findings;
};

static void
check_row(void **state)
{
    const struct row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(
        findings(a, arena_printf(a, "%s%s", head, r->text), NULL, 0, NULL), r->findings);
    arena_free(a);
}

#define TYPED(number)                                                                    \
    "427 the number " number " is typed by hand: compute a result with `= term`, quote " \
    "others as a formula or as code"

static const struct row span_rows[] = {
    {"a span over the lesson's names",                "`= norm(q)`, `= theta`",         ""                                                  },
    {"a span that is undefined",                      "so `= 1/0` it is",               "9:7 426 this is undefined"                         },
    {"an entry that is undefined",                    "`= [1, ln 0 - ln 0]`",           "9:4 426 this is undefined"                         },
    {"a span in a question over drawn names",
     "```ask a\nWhat is `= q_1 m`?\ndraw: m = 3 in 1..4\nanswer: m\nhint: `= r`\nlet: r "
     "= 2 m\n"
     "```",                                                                             ""                                                  },
    {"a name that the learner supplies has no value",
     "```ask a\nBreak it, not `= w`.\nlet: w : real\nclaim: w = 1\n```",                "10:18 426 this has no value: 'w' has no value here"},
    {"undefined for the numbers that are written",
     "```ask a\nWhat is `= 1/(m - 3)`?\ndraw: m = 3 in 1..4\nanswer: m\n```",           "10:12 426 this is undefined"                       },
    {"a span in a note",                              "words\n\n```note\n`= 0/0`\n```", "12:4 426 this is undefined"                        },
    {"what cannot be read is not checked further",    "`= 1/0` `= z`",
     "9:12 200 'z' is not declared; declare it with let, or use a declared name"                                                            },
};

#define GUESS "```predict\nWhat?\nchoice: a; b\ntruth: a\n```\n\n"

/* A text that repeats a unit between two others. */
static const struct fit_row {
    const char *name, *before, *unit;
    int times;
    const char *after, *findings;
} fit_rows[] = {
    {"nine short lines",                      "",                             "- a\n",                      9,  "",                     ""},
    {"ten: too many for a small screen",      "",                             "- a\n",                      10, "",
     "9:1 435 the words of this beat take 10 lines on a screen of 40 x 12, where 9 fit; "
     "make "
     "two beats of it"                                                                                                                    },
    {"eleven: too many for any",              "",                             "- a\n",                      11, "",
     "9:1 435 the words of this beat take 11 lines on a screen of 80 x 24, where 10 fit; "
     "make two beats of it"                                                                                                               },
    {"eleven in two beats",                   "- a\n- a\n\n---\n\n",          "- a\n",                      9,  "",                     ""},
    {"310 characters",                        "",                             "ten chars ",                 30, "then some.",           ""},
    {"400 characters beside a figure",
     GUESS "```figure f\nkind: plane\narrow: q as \"q\"\n```\n\n---\n\n",     "ten chars ",
     40,                                                                                                        "then some.",
     "22:1 435 the words of this beat take 12 lines on a screen of 80 x 24, where 10 "
     "fit; make "
     "two beats of it"                                                                                                                    },
    {"a question of seven lines and a field", "```ask a\n",                   "- a\n",                      7,  "answer: 1\n```",
     ""                                                                                                                                   },
    {"one line more",                         "```ask a\n",                   "- a\n",                      8,  "answer: 1\n```",
     "10:1 435 this question takes 10 lines on a screen of 40 x 12, where 9 fit; make it "
     "shorter, or say some of it before"                                                                                                  },
    {"choices that share a line",             "```ask a\nWhich?\n",           "choice: a; b; c; d; e; f\n", 1,
     "truth: 1\n```",                                                                                                                   ""},
    {"choices of more than a line each",      "```ask a\nWhich?\nchoice: no",
     " and so on and so on and so on",                                                                      11, "; yes\ntruth: 1\n```",
     "10:1 435 this question takes 12 lines on a screen of 40 x 12, where 9 fit; make it "
     "shorter, or say some of it before"                                                                                                  },
};

static void
check_fits(void **state)
{
    const struct fit_row *r = *state;
    struct arena *a = arena_new();
    struct buf b;

    buf_init(&b, a);
    buf_printf(&b, "%s%s", head, r->before);
    for (int i = 0; i < r->times; i++)
        buf_add(&b, r->unit);
    buf_add(&b, r->after);
    assert_string_equal(findings(a, b.s, NULL, 0, NULL), r->findings);
    arena_free(a);
}

static const struct row formula_rows[] = {
    {"well formed", "$\\frac{1}{2}$ and $x^{2}$",                   "" },
    {"malformed",   "so $x^{2$ it is,\n$$\na +\n  \\frac{1}{2\n$$",
     "9:7 150 this { is never closed\n12:11 150 this { is never closed"},
};

static const struct row numeral_rows[] = {
    {"counts and years",                      "12 of 7 in 1986, 2017 and 2100",                             ""                                           },
    {"one above",                             "13 of 7 in 1899",                                            "9:1 " TYPED("13") "\n9:12 " TYPED("1899")   },
    {"decimals",                              "about 2.5 of 7.0",                                           "9:7 " TYPED("2.5")                          },
    {"given in the front matter",             "theta is 0.25, or 0.250",                                    ""                                           },
    {"thousands",                             "4,096 and 4096",                                             "9:1 " TYPED("4,096") "\n9:11 " TYPED("4096")},
    {"formulas, code and spans are no prose", "$13.5$ `13.5` `= 13.5` and 13.5",                            ""                                           },
    {"a formula gives nothing",               "$13.5$ 13.5",                                                "9:8 " TYPED("13.5")                         },
    {"parts of words",                        "L14 x_13 fp-16 a.14 13th θ14",                              ""                                           },
    {"in lists and emphasis",                 "- *13* apples\n- **14**",
     "9:4 " TYPED("13") "\n10:5 " TYPED("14")                                                                                                            },
    {"numbers of an ordered list",            "13. a\n14. b",                                               ""                                           },
    {"given by an answer",
     "13 and 14\n\n```ask a\nWhat?\nanswer: 13\nmiss b: 14 -> 15!\n```",                                    "14:15 " TYPED("15")                         },
    {"in hints and after",                    "```ask a\nWhat is 19?\nanswer: 1\nhint: 17\nafter: 18\n```",
     "10:9 " TYPED("19") "\n12:7 " TYPED("17") "\n13:8 " TYPED("18")                                                                                     },
    {"given by a choice",                     "20\n\n```predict\nWhat?\nchoice: 20; 30\ntruth: 20\n```",    ""                                           },
    {"a note is the speaker's own",           "words\n\n```note\n45 %\n```",                                ""                                           },
    {"a code block is no prose",              "```c\n45\n```",                                              ""                                           },
    {"minutes and ids give nothing",          "14 and T",                                                   "9:1 " TYPED("14")                           },
};

static const struct row guess_rows[] = {
    {"a guess, then a figure",
     "```predict\nWhat?\nchoice: a; b\ntruth: a\n```\n\n```figure f\nkind: plane\n"
     "arrow: q as \"q\"\n```",                                                            ""                                                                        },
    {"a guess for each figure",
     "```predict\nWhat?\nchoice: a; b\ntruth: a\n```\n\n```figure f\nkind: plane\n"
     "arrow: q as \"q\"\n```\n\n---\n\n```figure g\nkind: plane\narrow: q as \"q\"\n```", "22:1 433 a guess is missing before the figure 'g': write a predict block"},
    {"a figure that is acted on",
     "```figure f\nkind: plane\nslider: m = 0 in 0..3\narrow: R(m) q as \"q\"\n```\n\n"
     "```ask a\nSet it.\nuntil: m = 2\n```",                                              ""                                                                        },
    {"a guess behind the figure",
     "```figure f\nkind: plane\narrow: q as \"q\"\n```\n\n"
     "```predict\nWhat?\nchoice: a; b\ntruth: a\n```",                                    "9:1 433 a guess is missing before the figure 'f': write a predict block" },
};

static const struct row figure_rows[] = {
    {"defined everywhere",
     GUESS "```figure f\nkind: plane\nslider: m = 1 in 0..3; n = 1 in 1..2\n"
           "arrow: (m/n) q as \"q\"\nstrip: x = m + 1/n in 0..9\nsay: It is {x}.\n```",     ""                                                             },
    {"the strip at one end",
     GUESS "```figure f\nkind: plane\nslider: m = -1 in -2..0\narrow: q as \"q\"\n"
           "strip: x = 1/m in 0..9\n```",                                                   "15:1 434 the strip is undefined at m = 0"                     },
    {"an arrow where both sliders are low",
     GUESS "```figure f\nkind: plane\nslider: m = 1 in 0..3; n = 2 in 0..4\n"
           "arrow: 1/(m + n) q as \"q\"\n```",                                              "15:1 434 something that is drawn is undefined at m = 0, n = 0"},
    {"a sentence",
     GUESS "```figure f\nkind: plane\nslider: m = 1 in 0..3\narrow: q as \"q\"\n"
           "say: It is {ln(3 - m)}, {1/(m - 3)}.\n```",                                     "15:1 434 a number in 'say' is undefined at m = 3"             },
    {"a place of a switch that is no end",
     GUESS "```figure f\nkind: plane\nswitch: v = one; two; three\n"
           "arrow: (1/(v - 2)) q as \"q\"\n```",                                            "15:1 434 something that is drawn is undefined at v = two"     },
    {"what the figure itself refuses",      GUESS "```figure f\nkind: plain\narow: q\n```",
     "16:7 501 there is no kind of figure 'plain'; there are plane and curve\n"
     "17:1 500 a figure has no key 'arow'; did you mean 'arrow'?"                                                                                          },
};

#define SET(until)                                                     \
    "```figure f\nkind: plane\nslider: m = 0 in 0..5; n = 1 in 1..4\n" \
    "arrow: (m + n) q as \"q\"\n```\n\n```ask a\nSet it.\nuntil: " until "\n```"

static const struct row set_rows[] = {
    {"reached by one slider",          SET("m = 5"),      ""},
    {"reached by two sliders",         SET("m + n = 9"),  ""},
    {"never reached",                  SET("m + n = 10"),
     "17:8 432 no position of the sliders reaches this"     },
    {"reached between two steps only", SET("m = 2.5"),
     "17:8 432 no position of the sliders reaches this"     },
    {"holds at once",                  SET("m < n"),
     "17:8 432 this holds already before a slider is moved" },
};

static const struct need_row {
    const char *name;
    const char *known[3];
    int n;
    const char *findings;
} need_rows[] = {
    {"all known",       {"two", "one", "three"}, 3, ""                                                                              },
    {"one unknown",     {"one", "zebra"},        2, "4:8 436 the course has no lesson 'two'"                                        },
    {"one misspelt",
     {"one", "twoo"},
     2,                                             "4:8 436 the course has no lesson 'two'; did you mean 'twoo'?"                  },
    {"an empty course",
     {""},
     0,                                             "4:8 436 the course has no lesson 'one'\n4:8 436 the course has no lesson 'two'"},
};

static void
check_needs(void **state)
{
    const struct need_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(
        findings(a, arena_printf(a, "%swords", head), r->known, r->n, NULL), r->findings);
    arena_free(a);
}

static void
check_counts(void **state)
{
    struct arena *a = arena_new();
    struct check_report r = {.lines = 9};

    (void)state;
    findings(a,
             arena_printf(
                 a, "%s%s", head,
                 "`= theta` `= q`\n\n```predict\nWhat?\nchoice: a; b\ntruth: a\n```\n\n"
                 "```figure f\nkind: plane\narrow: q as \"q\"\n```\n\n# Two {#two}\n\n"
                 "```derive\ntheorem t\n  1 + 1\n= 2\n= 3 - 1 by arithmetic\n"
                 "claim So it is because it is\n```\n"),
             NULL, 0, &r);
    assert_int_equal(r.steps, 2);
    assert_int_equal(r.questions, 1);
    assert_int_equal(r.figures, 1);
    assert_int_equal(r.spans, 2);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, span_rows, check_row);
    TABLE_ROWS(&t, fit_rows, check_fits);
    TABLE_ROWS(&t, formula_rows, check_row);
    TABLE_ROWS(&t, numeral_rows, check_row);
    TABLE_ROWS(&t, guess_rows, check_row);
    TABLE_ROWS(&t, figure_rows, check_row);
    TABLE_ROWS(&t, set_rows, check_row);
    TABLE_ROWS(&t, need_rows, check_needs);
    table_add(&t, "what is counted", check_counts, NULL);
    return table_run(&t, "check");
}
