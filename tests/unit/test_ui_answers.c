/*
 * How questions of each kind are answered, on the screen and in lines.
 */
#include "ui_world.h"

/* ---- on the screen ---------------------------------------------------------------- */

static const struct answer_row {
    const char *name;
    const char *step, *keys, *sees, *sees_not, *answer, *verdict;
} answers[] = {
#define ANSWER(name, step, keys, sees, sees_not, answer, verdict) \
    {name, step, keys, sees, sees_not, answer, verdict},
#include "ui_answers.def"
#undef ANSWER
};

static void
check_record(const struct world *w, const char *answer, const char *verdict)
{
    const struct record_event *ev = last_event(w, RECORD_ANSWERED);

    if (!*verdict) {
        if (*answer)
            assert_null(ev);
        return;
    }
    assert_non_null(ev);
    assert_string_equal(ev->verdict, verdict);
    if (*answer)
        assert_string_equal(ev->response, answer);
}

static void
check_answer(void **state)
{
    const struct answer_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-answers", r->step);
    press(&w, r->keys);
    sees(&w, r->sees);
    if (*r->sees_not)
        sees_not(&w, r->sees_not);
    check_record(&w, r->answer, r->verdict);
    world_fini(&w);
}

/* What is on the screen is there again after the program was left in the midst of it. */
static void
check_again(void **state)
{
    const struct answer_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-answers", r->step);
    press(&w, r->keys);
    send(&w, (struct ui_event){.kind = UI_LEAVE});
    assert_true(w.quit);
    w.quit = false;
    again(&w, "");
    open_lesson(&w, "ui-answers", r->step);
    sees(&w, r->sees);
    world_fini(&w);
}

static const struct answer_row kept[] = {
    {.name = "an order is kept",
     .step = "order",
     .keys = "Space Down*2",
     .sees = "3   = x^2 + x + x + 1"                      },
    {.name = "an order that was wrong is kept",
     .step = "order",
     .keys = "4 Space 1 Enter",
     .sees = "1   (x + 1)^2"                              },
    {.name = "a repair is kept",
     .step = "spot",
     .keys = "3 'x^2 + 4x'",
     .sees = "line 3 should be: x^2 + 4x"                 },
    {.name = "a reason is kept",
     .step = "reason",
     .keys = "2 'you may not divide'",
     .sees = "line 2 is wrong because: you may not divide"},
};

/* ---- in lines --------------------------------------------------------------------- */

static const struct lines_row {
    const char *name;
    const char *step, *lines, *says, *answer, *verdict;
} lines[] = {
#define LINES(name, step, lines, says, answer, verdict) \
    {name, step, lines, says, answer, verdict},
#include "ui_answers.def"
#undef LINES
};

static void
check_lines(void **state)
{
    const struct lines_row *r = *state;
    struct world w;
    char *said;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_lesson(&w, "ui-answers", r->step);
    said = line_mode(&w, r->lines);
    if (!strstr(said, r->says))
        fail_msg("'%s' is not said:\n%s", r->says, said);
    check_record(&w, r->answer, r->verdict);
    world_fini(&w);
}

/* ---- as it looks ------------------------------------------------------------------ */

static const struct look_row {
    const char *name;
    const char *step, *keys;
    int rows, cols;
    enum alphabet alphabet;
} looks[] = {
    {"answer-order",       "order", "4 Space 1 Enter Down Space", 24, 80, ALPHABET_UNICODE},
    {"answer-order-40x12", "order", "4 Space 1 Enter Down Space", 12, 40, ALPHABET_ASCII  },
    {"answer-spot",        "spot",  "3 'x^2 + 4x'",               24, 80, ALPHABET_UNICODE},
    {"answer-spot-40x12",  "spot",  "3 'x^2 + 4x'",               12, 40, ALPHABET_ASCII  },
};

static void
check_look(void **state)
{
    const struct look_row *r = *state;
    struct world w;
    char *text;

    world_init(&w, r->rows, r->cols, r->alphabet);
    open_lesson(&w, "ui-answers", r->step);
    press(&w, r->keys);
    text = screen(&w);
    compare(&w, r->name,
            arena_printf(w.arena, "%scursor %d,%d\n", text, w.c->cursor_row,
                         w.c->cursor_col));
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, answers, check_answer);
    TABLE_ROWS(&t, kept, check_again);
    TABLE_ROWS(&t, lines, check_lines);
    TABLE_ROWS(&t, looks, check_look);
    return table_run(&t, "ui");
}
