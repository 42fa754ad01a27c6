/*
 * Line mode: the same model in lines; whole transcripts in tests/golden.
 */
#include "ui_world.h"

static const struct line_row {
    const char *name;
    const char *lesson, *input;
} lines[] = {
    {"line-lesson",       "ui-walk",
     "\nhint\n2\nc 12\ntable\nset zz 3\nwhere\nnext\nn - foo\nm - n\nhint\nn-m\n"
     "\n\n\n\n\n3\n\n\n\n\n1 3\nback\nagain\nnext\n1 2\n\n7\nhelp\n2 + 3\nfresh\nskip\n"},
    {"line-blank",        "ui-walk",  "\n\n\n\n\n\n\n\n\n\n\n\n"                        },
    {"line-first-minute", "ui-stage", "turns 6\n\n1\n-1\n\n2\n\n"                       },
    {"line-home",         "",         "help\n9\n3\nwalk\nquit\n"                        },
    {"line-ends",         "ui-walk",  "\n2"                                             },
};

static void
check_line(void **state)
{
    const struct line_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    if (*r->lesson)
        open_lesson(&w, r->lesson, "");
    else
        send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    compare(&w, r->name, line_mode(&w, r->input));
    world_fini(&w);
}

static void
check_line_fresh(void **state)
{
    struct world w;
    char *out;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-walk", "choose");
    out = line_mode(&w, "1 2\n\nfresh\n2 + 3\nfresh\nsolution\nquit\n");
    assert_non_null(strstr(out, "Fresh numbers come when"));
    assert_int_equal(count_events(&w, RECORD_FRESH), 1);
    assert_non_null(strstr(out, "The solution is shown after a try."));
    world_fini(&w);
}

/* The form of an answer is said before it is refused. */
static void
check_form_is_said(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-edges", "values");
    assert_non_null(strstr(line_mode(&w, ""), "such as x = ?; y = ?"));
    world_fini(&w);
}

/* Parts of a figure, and the lessons that they open. */
static const struct part_row {
    const char *name, *input, *said, *not_said; /* "" for nothing */
} parts[] = {
    {"the parts of a figure in a list",            "parts\n",
     "  part 2: turn (opens L04 RoPE in one plane)\n",                                                          ""             },
    {"one part by its number",                     "c 3\npart 1\n",         "words: 3\n",                       ""             },
    {"one part by its name",                       "part shares\n",         "shares (opens L08 Softmax)\n",     ""             },
    {"no such part",                               "part 7\n",              "The parts are 1 to 4.",            ""             },
    {"the lesson of a part, at its step",          "open 2\n",              "Step 3 of 5: Derive",              ""             },
    {"a part that opens nothing",                  "open 1\n",              "This part opens no lesson.",       ""             },
    {"the prompt of a figure with parts",          "",
     "Set (c 3, table, parts, again, next): ",                                                                  ""             },
    {"the prompt of an opened lesson",             "open 2\n",              "Next (Enter, return, again,",      ""             },
    {"back to the figure",                         "c 3\nopen 2\nreturn\n", "From words to shares, 3 times.",   ""             },
    {"nothing to return to",                       "return\n",              "No figure has opened this lesson", ""             },
    {"words that begin like a part are an answer", "\npart of it\n",
     "I cannot read that:",                                                                                     "The parts are"},
};

static void
check_part(void **state)
{
    const struct part_row *r = *state;
    struct world w;
    char *out;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-parts", "look");
    out = line_mode(&w, r->input);
    if (!strstr(out, r->said))
        fail_msg("'%s' is not said:\n%s", r->said, out);
    assert_true(!*r->not_said || !strstr(out, r->not_said));
    world_fini(&w);
}

/* The learner may change between the two views: one record. */
static void
check_both_views(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-walk", "");
    line_mode(&w, "\n2\n\nn-m\n");
    again(&w, "ui-walk");
    sees(&w, "Answered before, and right.");
    sees(&w, "You predicted: \"go down\"");
    world_fini(&w);
}

/* Where a term has no names, its value holds at no point in particular. */
static void
check_no_point(void **state)
{
    struct world w;
    char *out;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-edges", "plain");
    out = line_mode(&w, "\nsolution\n");
    assert_non_null(strstr(out, "Derivation north: i*1. Value i.\n"));
    assert_non_null(strstr(out, "There is no question here to be solved."));
    world_fini(&w);
}

/* A guess without a figure meets the truth in words, in either view. */
static const struct revealed_row {
    const char *name, *guess, *said;
} revealed[] = {
    {"a guess that comes true", "2",      "You predicted: \"stay\". So it is."      },
    {"a guess that does not",   "1",      "You predicted: \"go up\". In truth: stay"},
    {"unsure, and told",        "unsure", "You were unsure. In truth: stay"         },
};

static void
check_revealed(void **state)
{
    const struct revealed_row *r = *state;
    struct world w;
    char *out, input[20];

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-edges", "at-once");
    snprintf(input, sizeof input, "%s\n", r->guess);
    out = line_mode(&w, input);
    assert_non_null(strstr(out, r->said));
    assert_non_null(strstr(strstr(out, r->said), "No number here knows a seat."));
    sees(&w, r->said);
    sees(&w, "No number here knows a seat.");
    world_fini(&w);
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-edges", "at-last"); /* not even an `after` */
    out = line_mode(&w, input);
    assert_non_null(strstr(out, r->said));
    sees(&w, r->said);
    world_fini(&w);
}

/* A typed guess is compared as a value, however it is spelled. */
static void
check_revealed_value(void **state)
{
    struct world w;
    char *out;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-edges", "guess");
    out = line_mode(&w, "-2-i\n");
    assert_non_null(strstr(out, "You predicted: \"-2-i\". So it is."));
    world_fini(&w);
}

/* Every word of help means something everywhere. */
static const struct word_row {
    const char *name, *says;
} words[] = {
    {"table",    "There is no figure here."                     },
    {"play",     "Nothing here plays."                          },
    {"reset",    "There is no slider here."                     },
    {"parts",    "There is no figure here whose parts"          },
    {"return",   "No figure has opened this lesson"             },
    {"review",   "Nothing comes back now."                      },
    {"read 1",   "No curve is drawn here"                       },
    {"show",     "There is no wrong answer here"                },
    {"set c 3",  "There is no figure here."                     },
    {"hint",     "There is no question here that takes hints."  },
    {"solution", "There is no question here to be solved."      },
    {"fresh",    "Fresh numbers come when"                      },
    {"derive",   "There is no derivation here"                  },
    {"result",   "There is no result to be shown here."         },
    {"contest",  "There is no judgement here"                   },
    {"unsure",   "There is nothing to guess here."              },
    {"back",     "This is the start of the lesson."             },
    {"where",    "You are in RoPE in one plane, step 1 of 5"    },
    {"again",    "Step 1 of 5: Seats (walk#seats)\nText: A word"},
};

static void
check_word(void **state)
{
    const struct word_row *r = *state;
    struct world w;
    char *out;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-walk", "");
    out = line_mode(&w, arena_printf(w.arena, "%s\n", r->name));
    out = strstr(out, r->name);
    if (!strstr(out, r->says) || strstr(out, "I do not know"))
        fail_msg("'%s' is not said:\n%s", r->says, out);
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, lines, check_line);
    table_add(&t, "the form of an answer", check_form_is_said, NULL);
    TABLE_ROWS(&t, parts, check_part);
    TABLE_ROWS(&t, revealed, check_revealed);
    table_add(&t, "a typed guess that comes true", check_revealed_value, NULL);
    TABLE_ROWS(&t, words, check_word);
    table_add(&t, "line mode: fresh numbers", check_line_fresh, NULL);
    table_add(&t, "line mode: a value without a point", check_no_point, NULL);
    table_add(&t, "one record for both views", check_both_views, NULL);
    return table_run(&t, "ui");
}
