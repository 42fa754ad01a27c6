#include "unit/table.h"

#include "unit/grade_ask.h"

/* One idea, "turn": what turns the values; its opposite is asserted by a denial. */
static const char rubric[] =
    "kind: text\nidea turn: RoPE turns the values.\n"
    "found turn: <turn> & (value | v)\n"
    "contradicted turn: (add | added) & value\n"
    "idea name: m is a seat number.\n"
    "found name: m & seat\ncontradicted name: m is a name\n"
    "idea identity: The transpose undoes the turn.\n"
    "found identity: $R ? ^ T R ? = I$\n"
    "points: 2 = turn, identity; 1 = any\nmodel: It turns the values. R^T R = I\n";

struct text_case {
    const char *name, *answer, *turn, *identity;
};

static const struct text_case cases[] = {
    {"said",               "It turns the values.",                                       "found",        "missing"},
    {"family of words",    "The values are rotated.",                                    "found",        "missing"},
    {"misspelt",           "The valuse get roteted.",                                    "missing",      "missing"},
    {"one letter wrong",   "The values are rotatted.",                                   "found",        "missing"},
    {"denied",             "It does not turn the values.",                               "contradicted", "missing"},
    {"denied, contracted", "The values aren't turned.",                                  "contradicted", "missing"},
    {"never",              "It never turns values.",                                     "contradicted", "missing"},
    {"nobody",             "Nobody turns the values.",                                   "contradicted", "missing"},
    {"denied twice",       "It is false that it does not turn the values.",              "found",        "missing"},
    {"not true that",      "It isn't true that it turns the values.",                    "contradicted",
     "missing"                                                                                                    },
    {"not true that not",  "It isn't true that it does not turn the values.",            "found",
     "missing"                                                                                                    },
    {"so begins a clause", "It turns the values so adding a seat does not matter.",
     "found",                                                                                            "missing"},
    {"false that",         "It is false that it turns the values.",                      "contradicted", "missing"},
    {"not only",           "It turns not only the keys but the values.",                 "found",        "missing"},
    {"denied elsewhere",   "It does not add m; it turns the values.",                    "found",        "missing"},
    {"rejected",           "m is not added to the values.",                              "missing",      "missing"},
    {"contradicted",       "m is added to the values.",                                  "contradicted", "missing"},
    {"both",               "It turns the values. It does not turn the values.",          "contradicted",
     "missing"                                                                                                    },
    {"asked",              "Does it turn the values?",                                   "missing",      "missing"},
    {"tag",                "It turns the values, doesn't it?",                           "found",        "missing"},
    {"hedged",             "I think it probably turns the values.",                      "found",        "missing"},
    {"taken back",         "m is added to the values, no wait, it turns the values.",    "found",
     "missing"                                                                                                    },
    {"scrapped",           "I first thought that m is added to the values; scrap that.", "missing",
     "missing"                                                                                                    },
    {"not known",          "I don't know whether it turns the values.",                  "missing",      "missing"},
    {"by others",          "Some people think that it turns the values.",                "missing",      "missing"},
    {"list",               "turn, values, keys, angle, theta, rotation, matrix",         "missing",      "missing"},
    {"formula",            "R^T R = I",                                                  "missing",      "found"  },
    {"superscript",        "RᵀR = I",                                                  "missing",      "found"  },
    {"TeX",                "$R^{\\top} R = I$",                                          "missing",      "found"  },
    {"index",              "R_m^T R_m = I",                                              "missing",      "found"  },
    {"call",               "R(θ)^T R(θ) = I",                                          "missing",      "found"  },
    {"other identity",     "R^T R = 2",                                                  "missing",      "missing"},
    {"product",            "R'R = I",                                                    "missing",      "found"  },
};

static struct grade
grade_text(struct arena *a, const char *answer)
{
    const struct ask *q = ask_from(a, rubric);
    struct drawn d = ask_draw(a, q, 0, 0);

    return grade_answer(a, q, &d, answer, NULL, NULL);
}

static void
check_case(void **state)
{
    const struct text_case *r = *state;
    struct arena *a = arena_new();
    struct grade g = grade_text(a, r->answer);

    assert_int_equal(g.n_ideas, 3);
    assert_string_equal(grade_idea_text(g.ideas[0].verdict), r->turn);
    assert_string_equal(grade_idea_text(g.ideas[2].verdict), r->identity);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(r->answer + g.ideas[i].from, g.ideas[i].quote,
                            strlen(g.ideas[i].quote));
    arena_free(a);
}

static void
check_verdicts(void **state)
{
    struct arena *a = arena_new();
    struct grade g = grade_text(a, "It turns the values. R^T R = I");

    (void)state;
    assert_int_equal(g.verdict, GRADE_RIGHT);
    assert_int_equal(g.points, 2);
    g = grade_text(a, "It turns the values.");
    assert_int_equal(g.verdict, GRADE_RIGHT_BUT);
    assert_string_equal(g.ask_again->id, "identity");
    assert_true(g.self_mark);
    assert_int_equal(grade_text(a, "m is added to the values.").verdict, GRADE_WRONG);
    g = grade_text(a, "It turns the values. R^T R = I. m is a name.");
    assert_int_equal(g.verdict, GRADE_WRONG); /* whatever the points */
    assert_int_equal(g.points, 2);
    assert_true(g.mark < 1);
    assert_int_equal(grade_text(a, "  \n").verdict, GRADE_UNREADABLE);
    g = grade_text(
        a, "Die Drehung lässt alle Längen stehen, weil die Matrix orthogonal ist.");
    assert_true(g.self_mark);
    arena_free(a);
}

/* Lengths, alphabets, control characters and repetitions end, and have a verdict. */
static void
check_bad_input(void **state)
{
    static const char *const pieces[] = {
        "not ",       "x^", "((", "ж", "turn the values ", "- ", "? ", "R^T ", "\\frac{",
        "I thought ", "; ", "漢", NULL};
    struct arena *a = arena_new();

    (void)state;
    for (int i = 0; pieces[i]; i++) {
        size_t n = strlen(pieces[i]), times = 4096 / n;
        char *text = arena_alloc(a, n * times + 1, 1);

        for (size_t k = 0; k < times; k++)
            memcpy(text + n * k, pieces[i], n);
        assert_int_not_equal(grade_text(a, text).verdict, GRADE_UNREADABLE);
    }
    char *huge = arena_alloc(a, 100001, 1);

    memset(huge, 'a', 100000);
    assert_int_equal(grade_text(a, huge).verdict, GRADE_UNREADABLE);
    huge[GRADE_TEXT_MAX + 1] = '\0';
    assert_int_equal(grade_text(a, huge).err.code, ERR_ANSWER_LONG);
    assert_int_equal(grade_text(a, "\x01 turn").err.code, ERR_ANSWER_TEXT);
    assert_int_equal(grade_text(a, "\xff\xfe").err.code, ERR_ANSWER_TEXT);
    arena_free(a);
}

static void
check_marks(void **state)
{
    struct idea_mark m = {IDEA_MISSING, MARK_BY_RULES, false};

    (void)state;
    assert_true(idea_mark_change(&m, IDEA_FOUND, MARK_BY_YOU));
    assert_false(m.contested);
    m = (struct idea_mark){IDEA_CONTRADICTED, MARK_BY_RULES, false};
    assert_true(idea_mark_change(&m, IDEA_FOUND, MARK_BY_YOU));
    assert_true(m.contested);
    assert_true(idea_mark_change(&m, IDEA_MISSING, MARK_BY_TEACHER));
    assert_false(m.contested);
    assert_false(idea_mark_change(&m, IDEA_FOUND, MARK_BY_YOU));
    assert_string_equal(mark_source_text(m.source), "by a teacher");
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, cases, check_case);
    table_add(&t, "verdicts and points", check_verdicts, NULL);
    table_add(&t, "bad input", check_bad_input, NULL);
    table_add(&t, "marks", check_marks, NULL);
    return table_run(&t, "grade_text");
}
