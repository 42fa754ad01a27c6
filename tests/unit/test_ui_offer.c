/*
 * What fields offer: grey text ahead of the cursor, and the rule at the cursor above it.
 */
#include "ui_world.h"

static const struct offer_row {
    const char *name, *step, *keys, *rest, *above;
} rows[] = {
#define OFFER(...) {__VA_ARGS__},
#include "ui_offer.def"
#undef OFFER
};

static void
begin(struct world *w, const char *step)
{
    open_at(w, "ui-offer", step);
    for (int i = 0; i < 8 && (!strcmp(step, "turn") || !strcmp(step, "sum")); i++) {
        if (strstr(screen(w), "d derive it"))
            press(w, "d");
        else if (!strstr(screen(w), "To reach"))
            press(w, "Space");
    }
}

/* What is drawn as not typed, all of it in one row; and whether the cursor stands at it.
 */
static char *
grey(struct world *w, int *row)
{
    struct buf b;

    buf_init(&b, w->arena);
    screen(w);
    *row = -1;
    for (int i = 0; i < w->c->rows; i++) {
        for (int k = 0; k < w->c->cols; k++) {
            const struct cell *cell = canvas_at(w->c, i, k);

            if (cell->style != STYLE_OFFER)
                continue;
            if (*row < 0) {
                assert_int_equal(w->c->cursor_row, i);
                assert_int_equal(w->c->cursor_col, k);
            }
            *row = i;
            assert_int_equal(w->c->cursor_row, i);
            buf_char(&b, cell->c);
        }
    }
    return b.s;
}

static void
check_offer(void **state)
{
    const struct offer_row *r = *state;
    struct world w;
    int row;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, r->step);
    press(&w, r->keys);
    assert_string_equal(grey(&w, &row), r->rest);
    if (*r->rest)
        sees(&w, "Right complete");
    else
        sees_not(&w, "Right complete");
    if (*r->above)
        sees(&w, r->above);
    else
        sees_not(&w, "transposing a product reverses its order:");
    world_fini(&w);
}

/* In a quiz, exam or not, nothing is offered that its lesson would offer. */
static const struct exam_row {
    const char *name, *question, *keys;
    bool exam;
} exams[] = {
    {"an exam, an answer",           "names", "'alp'",          true },
    {"an exam, a rule in a line",    "next",
     "'= q^T R(m phi_q)^T R(n phi_q) k by transpose-p'",        true },
    {"an exam, at the bench",        "whole", "d 'q^T R(m ph'", true },
    {"an exam, a rule at the bench", "whole",
     "d 'q^T R(m phi_q)^T R(n phi_q) k by transpose-p'",        true },
    {"a quiz, an answer",            "names", "'alp'",          false},
    {"a quiz, a rule at the bench",  "whole",
     "d 'q^T R(m phi_q)^T R(n phi_q) k by transpose-p'",        false},
};

static void
check_exam(void **state)
{
    const struct exam_row *r = *state;
    struct quiz quiz = {.rules = quiz_usual(), .seed = 1, .again = ""};
    struct world w;
    struct quiz_source source;
    const struct lesson *l;
    const char *missing;
    int row;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    quiz.rules.exam = r->exam;
    source = (struct quiz_source){read_lesson(w.arena, "ui-offer"), r->question};
    l = lesson_quiz(w.arena, "quiz-1", "Quiz", &quiz, &source, 1, &missing);
    assert_non_null(l);
    send(&w, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
    press(&w, r->keys);
    sees(&w, strstr(r->keys, "by")   ? "by transpose-p"
             : strstr(r->keys, "ph") ? "R(m ph"
                                     : "alp");
    assert_string_equal(grey(&w, &row), "");
    sees_not(&w, "Right complete");
    sees_not(&w, "transposing a product reverses its order");
    world_fini(&w);
}

/* At any size: nothing is drawn over, and what is cut says so. */
static const struct narrow_row {
    const char *name, *keys, *rest, *field;
    int rows, cols;
    enum alphabet alphabet;
} narrow[] = {
    {"the text gives way",       TURN "rota'",                   "tion-transpose", "k by rota",               12, 40,
     ALPHABET_ASCII                                                                                                                  },
    {"the rest is cut",          TURN "rota'",                   "tion-t...",      "rota",                    12, 20,  ALPHABET_ASCII},
    {"the rest is cut, Unicode", TURN "rota'",                   "tion-tra\u2026", "rota",                    12, 20,
     ALPHABET_UNICODE                                                                                                                },
    {"a large screen",           TURN "rota'",                   "tion-transpose", "k by rotation-transpose", 50, 200,
     ALPHABET_UNICODE                                                                                                                },
    {"nothing to offer",         "'q^T R(m theta)^T R(n theta'", "",               "R(n theta",               12, 40,
     ALPHABET_ASCII                                                                                                                  },
};

static void
check_narrow(void **state)
{
    const struct narrow_row *r = *state;
    struct world w;
    int row;

    world_init(&w, 24, 80, r->alphabet);
    begin(&w, "turn");
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = r->rows, .cols = r->cols});
    canvas_resize(w.c, r->rows, r->cols);
    press(&w, r->keys);
    assert_string_equal(grey(&w, &row), r->rest);
    sees(&w, r->field);
    world_fini(&w);
}

/* Whatever is offered, Right changes the text by just that, and the lesson not at all. */
static void
check_right_only_completes(void **state)
{
    struct world w;
    struct ui_field f;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, "turn");
    press(&w, TURN "transpose-p'");
    f = ui_field(w.m);
    assert_true(f.own_right);
    press(&w, "Right");
    f = ui_field(w.m);
    assert_string_equal(f.text, "q^T R(m theta)^T R(n theta) k by transpose-product");
    assert_int_equal(f.cursor, strlen(f.text));
    assert_false(f.own_right);
    send(&w, (struct ui_event){.kind = UI_TEXT, .text = "q^T R(m the", .cursor = 4});
    assert_false(ui_field(w.m).own_right);
    world_fini(&w);
}

/* As it is meant to look: tests/golden/ui-offer*.txt. */
static void
check_looks(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, "turn");
    press(&w, TURN "transpose-p'");
    screen(&w);
    compare(&w, "offer", canvas_dump(w.arena, w.c, true));
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = 12, .cols = 40});
    canvas_resize(w.c, 12, 40);
    screen(&w);
    compare(&w, "offer-40x12", canvas_dump(w.arena, w.c, true));
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, rows, check_offer);
    TABLE_ROWS(&t, narrow, check_narrow);
    table_add(&t, "Right only completes", check_right_only_completes, NULL);
    table_add(&t, "as it looks", check_looks, NULL);
    TABLE_ROWS(&t, exams, check_exam);
    return table_run(&t, "ui_offer");
}
