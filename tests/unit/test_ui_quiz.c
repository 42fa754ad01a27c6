/*
 * Quizzes: which questions, in which order; what a file says of its quiz; exams, limits
 * of tries and time; results.
 */
#include "unit/ui_world.h"

#include "base/buf.h"

static const char text[] = "---\nid: sums\ntitle: Sums\nneeds: axioms\n---\n\n"
                           "# One {#one}\n\nAdd.\n\n"
                           "```predict\nA guess\nchoice: a; b\ntruth: a\n```\n\n---\n\n"
                           "```ask s1\n1 + 1?\nanswer: 2\nmiss off: 3 -> One too many.\n"
                           "after: Two.\nlook: turning\n```\n\n---\n\n"
                           "```ask s2\n2 + 2?\nanswer: 4\n```\n\n"
                           "# Two {#two}\n\n"
                           "```ask s3\nk + 1?\ndraw: k = 3 in 2..90\nanswer: k + 1\n"
                           "hint: Count.\n```\n";

static const struct lesson *
read_text(struct arena *a, const char *source)
{
    struct errs errs = {0};
    const struct lesson *l = lesson_read(a, source, strlen(source), "sums.md", &errs);

    if (!l)
        fail_msg("%s", err_text(a, &errs.at[0]));
    return l;
}

static const struct lesson *
make(struct arena *a, struct quiz_rules rules, uint64_t seed)
{
    struct quiz quiz = {.rules = rules, .seed = seed, .again = ""};
    struct quiz_source source = {read_text(a, text), NULL};
    const char *missing;
    const struct lesson *l =
        lesson_quiz(a, "quiz-1", "Quiz", &quiz, &source, 1, &missing);

    assert_non_null(l);
    return l;
}

/* ---- the maker ---------------------------------------------------------- */

static void
check_same(void **state)
{
    struct arena *a = arena_new();
    const struct lesson *x = make(a, quiz_usual(), 7), *y = make(a, quiz_usual(), 7);

    (void)state;
    assert_int_equal(x->n_steps, 3);
    for (int i = 0; i < x->n_steps; i++) {
        assert_string_equal(x->steps[i].id, y->steps[i].id);
        assert_true(x->steps[i].closed);
        assert_int_equal(x->steps[i].n_beats, 1);
    }
    arena_free(a);
}

static void
check_orders(void **state)
{
    struct arena *a = arena_new();
    int first[3] = {0};

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++)
        first[make(a, quiz_usual(), seed)->steps[0].id[6] - '1']++;
    for (int i = 0; i < 3; i++)
        assert_in_range(first[i], 8, 40); /* about 20 each */
    arena_free(a);
}

static void
check_fewer(void **state)
{
    struct arena *a = arena_new();
    struct quiz_rules rules = quiz_usual();
    const struct lesson *l;

    (void)state;
    rules.count = 2;
    l = make(a, rules, 3);
    assert_int_equal(l->n_steps, 2);
    assert_int_equal(l->n_needs, 0); /* each question has the rules of its lesson */
    assert_string_equal(l->quiz->from[0]->needs[0], "axioms");
    assert_int_equal(strncmp(l->steps[0].id, "sums.s", 6), 0);
    arena_free(a);
}

static void
check_missing(void **state)
{
    struct arena *a = arena_new();
    struct quiz quiz = {.rules = quiz_usual(), .seed = 1, .again = ""};
    struct quiz_source source = {read_text(a, text), "s9"};
    const char *missing;

    (void)state;
    assert_null(lesson_quiz(a, "quiz-1", "Quiz", &quiz, &source, 1, &missing));
    assert_string_equal(missing, "s9");
    arena_free(a);
}

static void
check_step(void **state)
{
    struct arena *a = arena_new();
    struct quiz quiz = {.rules = quiz_usual(), .seed = 1, .again = "sums"};
    const struct lesson *l =
        lesson_step_quiz(a, "sums-again-1", read_text(a, text), "one", &quiz);

    (void)state;
    assert_int_equal(l->n_steps, 2); /* in their order, without the guess */
    assert_string_equal(l->steps[0].id, "sums.s1");
    assert_string_equal(l->steps[1].id, "sums.s2");
    assert_null(lesson_step_quiz(a, "x", read_text(a, text), "none", &quiz));
    arena_free(a);
}

/* ---- what a file says --------------------------------------------------- */

static const struct front_row {
    const char *name, *keys;
    const char *said; /* in the error; NULL: none */
    int count, questions, attempts;
    double points, pass;
    bool exam;
} fronts[] = {
    {"how many",                      "questions: 5",                                   NULL,              5, 0, 0, 1, 0.6,  false},
    {"which",                         "questions: a q1, b q2.1\npoints: 2\npass: 75 %", NULL,              0, 2, 0, 2, 0.75,
     false                                                                                                                        },
    {"an exam",                       "questions: 3\nexam: yes\nattempts: 2",           NULL,              3, 0, 2, 1, 0.6,  true },
    {"no exam",                       "questions: 3\nexam: no\nseed: same",             NULL,              3, 0, 0, 1, 0.6,  false},
    {"a question without its lesson", "questions: q1, b q2",                            "LESSON QUESTION", 0, 0, 0,
     0,                                                                                                                0,    false},
    {"too many",                      "questions: 1000",                                "whole number",    0, 0, 0, 0, 0,    false},
    {"a pass that is no share",       "questions: 3\npass: 7",                          "share",           0, 0, 0, 0, 0,    false},
    {"points that are none",          "questions: 3\npoints: many",                     "number",          0, 0, 0, 0, 0,
     false                                                                                                                        },
    {"an exam that is neither",       "questions: 3\nexam: maybe",                      "yes or no",       0, 0, 0, 0, 0,
     false                                                                                                                        },
    {"a seed that is none",           "questions: 3\nseed: mine",                       "learner",         0, 0, 0, 0, 0,    false},
};

static void
check_front(void **state)
{
    const struct front_row *row = *state;
    struct arena *a = arena_new();
    char *source = arena_printf(a, "---\nid: x\ntitle: X\n%s\n---\n", row->keys);
    struct errs errs = {0};
    const struct lesson *l = lesson_read(a, source, strlen(source), "x.md", &errs);

    if (row->said) {
        assert_null(l);
        assert_non_null(strstr(errs.at[0].msg, row->said));
    } else {
        const struct quiz_rules *q = l ? l->quiz_rules : NULL;

        assert_non_null(q);
        assert_int_equal(q->count, row->count);
        assert_int_equal(q->n_questions, row->questions);
        assert_int_equal(q->attempts, row->attempts);
        assert_true(q->points == row->points && q->pass == row->pass);
        assert_int_equal(q->exam, row->exam);
    }
    arena_free(a);
}

/* ---- walking one -------------------------------------------------------- */

/* Lines typed at the questions as they come, answers by their question. */
static const struct walk_row {
    const char *name;
    bool exam;
    int attempts;
    const char *s1, *s2, *s3; /* what is typed; NULL: skipped; k: the right number */
    int right;
    double points;
    bool passed;
    const char *says, *hides; /* in what is said on the way */
} walks[] = {
    {"all right",            false, 0, "2",  "4",  "k",  3, 3, true,  "Right.",              NULL          },
    {"one wrong",            false, 1, "3",  "4",  "k",  2, 2, true,  "One too many.",       NULL          },
    {"two wrong fail",       false, 1, "3",  "5",  "k",  1, 1, false, "Not right",           NULL          },
    {"nothing answered",     false, 0, NULL, NULL, NULL, 0, 0, false, "",                    "Right."      },
    {"an exam says nothing", true,  0, "3",  "4",  "k",  2, 2, true,  "Your answer is kept",
     "Right."                                                                                              },
    {"an exam hides a miss", true,  0, "3",  "5",  "k",  1, 1, false, "kept",                "One too many"},
};

static const char *
typed_for(struct arena *a, const struct walk_row *row, const struct lesson *l, int step)
{
    char which = l->steps[step].id[6];
    const char *typed = which == '1' ? row->s1 : which == '2' ? row->s2 : row->s3;

    if (typed && *typed == 'k')
        return arena_printf(a, "%s + 1", "k");
    return typed;
}

static void
check_walk(void **state)
{
    const struct walk_row *row = *state;
    struct quiz_rules rules = quiz_usual();
    const struct lesson *l;
    struct world w;
    struct buf said;
    struct result r;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    buf_init(&said, w.arena);
    rules.exam = row->exam;
    rules.attempts = row->attempts;
    l = make(w.arena, rules, 5);
    send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
    ui_line_view(w.arena, w.m);
    for (int i = 0; i < l->n_steps; i++) {
        const char *typed = typed_for(w.arena, row, l, i);

        if (typed) {
            ui_line_input(w.m, typed);
            settle(&w);
            buf_add(&said, ui_line_view(w.arena, w.m));
        }
        ui_line_input(w.m, "");
        settle(&w);
        if (i + 1 < l->n_steps)
            buf_add(&said, ui_line_view(w.arena, w.m));
    }
    assert_true(w.quit);
    r = result_of(w.arena, l, w.progress);
    assert_int_equal(r.right, row->right);
    assert_true(r.points > row->points - 1e-9 && r.points < row->points + 1e-9);
    assert_int_equal(r.passed, row->passed);
    assert_non_null(strstr(said.s, row->says));
    if (row->hides)
        assert_null(strstr(said.s, row->hides));
    assert_non_null(strstr(ui_line_view(w.arena, w.m), "points"));
    world_fini(&w);
}

/* At the end of its time a quiz ends; before it, it wants to be told each minute. */
static void
check_time(void **state)
{
    enum { MINUTE = 60000 };
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    send(&w, (struct ui_event){.kind = UI_LESSON,
                               .lesson = make(w.arena, quiz_usual(), 5),
                               .step = "",
                               .ms = 1000,
                               .deadline_ms = 1000 + 2 * MINUTE + 5});
    assert_int_equal(ui_wants_tick(w.m), 5);
    send(&w, (struct ui_event){.kind = UI_TICK, .ms = 1005});
    assert_int_equal(ui_wants_tick(w.m), MINUTE);
    send(&w, (struct ui_event){.kind = UI_TICK, .ms = 1005 + MINUTE});
    assert_int_equal(w.events[w.n - 1].type, RECORD_REACHED);
    send(&w, (struct ui_event){.kind = UI_TICK, .ms = 1005 + 2 * MINUTE});
    assert_int_equal(w.events[w.n - 1].type, RECORD_FINISHED);
    assert_int_equal(ui_wants_tick(w.m), -1);
    world_fini(&w);
}

/* Left and opened again: the same questions, answers and closed exam questions. */
static void
check_resumed(void **state)
{
    struct quiz_rules rules = quiz_usual();
    const struct lesson *l;
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    rules.exam = true;
    l = make(w.arena, rules, 5);
    send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
    ui_line_view(w.arena, w.m);
    ui_line_input(w.m, "17");
    settle(&w);
    begin_model(&w, ALPHABET_ASCII);
    send(&w, (struct ui_event){
                 .kind = UI_LESSON, .lesson = make(w.arena, rules, 5), .step = ""});
    assert_non_null(strstr(ui_line_view(w.arena, w.m), "17"));
    ui_line_input(w.m, "18");
    settle(&w);
    assert_int_equal(result_of(w.arena, l, w.progress).answered, 1);
    assert_string_equal(result_of(w.arena, l, w.progress).lines[0].answer, "17");
    world_fini(&w);
}

/* A part that is told back: its outcome is saved for the lesson, and where to look. */
static const struct again_row {
    const char *name, *s1, *verdict, *detail;
} agains[] = {
    {"kept",   "2", "right", ""                       },
    {"missed", "3", "wrong", "{\"look\": \"turning\"}"},
};

static void
check_again(void **state)
{
    const struct again_row *row = *state;
    struct quiz quiz = {.rules = quiz_usual(), .seed = 1, .again = "sums"};
    const struct record_event *ev;
    const struct lesson *l;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    quiz.rules.attempts = 1;
    l = lesson_step_quiz(w.arena, "sums-again-1", read_text(w.arena, text), "one", &quiz);
    send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
    ui_line_view(w.arena, w.m);
    for (int i = 0; i < 2; i++) {
        ui_line_input(w.m, i ? "4" : row->s1);
        settle(&w);
        ui_line_input(w.m, "");
        settle(&w);
    }
    ev = &w.events[w.n - 1];
    assert_int_equal(ev->type, RECORD_RETRIEVED);
    assert_string_equal(ev->lesson, "sums");
    assert_string_equal(ev->verdict, row->verdict);
    assert_string_equal(ev->detail, row->detail);
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    table_add(&t, "the same seed gives the same quiz", check_same, NULL);
    table_add(&t, "another seed, another order", check_orders, NULL);
    table_add(&t, "fewer than there are", check_fewer, NULL);
    table_add(&t, "a question that is not there", check_missing, NULL);
    table_add(&t, "the questions of a step", check_step, NULL);
    TABLE_ROWS(&t, fronts, check_front);
    TABLE_ROWS(&t, walks, check_walk);
    table_add(&t, "the time is over", check_time, NULL);
    table_add(&t, "left and resumed", check_resumed, NULL);
    TABLE_ROWS(&t, agains, check_again);
    return table_run(&t, "quiz");
}
