/*
 * How questions of each kind are answered, on the screen and in lines.
 */
#include "ui_world.h"

/* ---- on the screen
 * ---------------------------------------------------------------- */

static const struct answer_row {
    const char *name;
    const char *step, *keys, *sees, *sees_not, *answer, *verdict;
} answers[] = {
#define ANSWER(name, step, keys, sees, sees_not, answer, verdict) \
    {name, step, keys, sees, sees_not, answer, verdict},
#include "ui_answers.def"
#undef ANSWER
};

/* A step of ui-answers, or "lesson#step"; `drawn`: as it is opened anew, or resumed. */
static void
open_step(struct world *w, const char *where, bool anew)
{
    const char *mark = strchr(where, '#'), *step = mark ? mark + 1 : where;
    const char *lesson =
        mark ? arena_strndup(w->arena, where, (size_t)(mark - where)) : "ui-answers";

    if (anew)
        open_lesson(w, lesson, step);
    else
        open_at(w, lesson, step);
}

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
    open_step(&w, r->step, false);
    press(&w, r->keys);
    sees(&w, r->sees);
    if (*r->sees_not)
        sees_not(&w, r->sees_not);
    check_record(&w, r->answer, r->verdict);
    world_fini(&w);
}

/* Whatever the kind of question: its verdict is in sight, even where one thing at a time
 * has room. */
static void
check_in_sight(void **state)
{
    static const char *const leads[] = {"Right", "Not right", "I cannot read that",
                                        "Not yet", "Equal, but"};
    static const struct {
        int rows, cols;
    } sizes[] = {
        {12, 40},
        {8,  40},
        {18, 60}
    };
    const struct answer_row *r = *state;
    const char *lead = NULL;

    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (strncmp(r->sees, leads[i], strlen(leads[i])) == 0)
            lead = leads[i];
    for (size_t i = 0; lead && i < sizeof sizes / sizeof *sizes; i++) {
        struct world w;

        world_init(&w, sizes[i].rows, sizes[i].cols, ALPHABET_ASCII);
        open_step(&w, r->step, false);
        press(&w, r->keys);
        sees(&w, lead);
        world_fini(&w);
    }
}

/* What is on the screen is there again after the program was left in the midst
 * of it. */
static void
check_again(void **state)
{
    const struct answer_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_step(&w, r->step, false);
    press(&w, r->keys);
    send(&w, (struct ui_event){.kind = UI_LEAVE});
    assert_true(w.quit);
    w.quit = false;
    again(&w, "");
    open_step(&w, r->step, true);
    sees(&w, r->sees);
    world_fini(&w);
}

static const struct answer_row kept[] = {
#define KEPT(what, where, pressed, seen) \
    {.name = what, .step = where, .keys = pressed, .sees = seen},
#include "ui_answers.def"
#undef KEPT
};

/* ---- in lines
 * --------------------------------------------------------------------- */

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
    open_step(&w, r->step, true);
    said = line_mode(&w, r->lines);
    if (!strstr(said, r->says))
        fail_msg("'%s' is not said:\n%s", r->says, said);
    check_record(&w, r->answer, r->verdict);
    world_fini(&w);
}

/* ---- as it looks
 * ------------------------------------------------------------------ */

static const struct look_row {
    const char *name;
    const char *step, *keys;
    int rows, cols;
    enum alphabet alphabet;
} looks[] = {
#define LOOK(name, step, keys, rows, cols, alphabet) \
    {name, step, keys, rows, cols, ALPHABET_##alphabet},
#include "ui_answers.def"
#undef LOOK
};

static void
check_look(void **state)
{
    const struct look_row *r = *state;
    struct world w;
    char *text;

    world_init(&w, r->rows, r->cols, r->alphabet);
    open_step(&w, r->step, true);
    press(&w, r->keys);
    text = screen(&w);
    compare(&w, r->name,
            arena_printf(w.arena, "%scursor %d,%d\n", text, w.c->cursor_row,
                         w.c->cursor_col));
    world_fini(&w);
}

/* ---- the mouse
 * -------------------------------------------------------------------- */

static void
button(struct world *w, enum ui_button button, int row, int col)
{
    send(w,
         (struct ui_event){.kind = UI_MOUSE, .button = button, .row = row, .col = col});
    screen(w);
}

/* A line is drawn by dragging over its axes; later a click reads values there. */
static void
check_drawn(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-draw", "draw");
    screen(&w);
    button(&w, UI_PRESS, 5, 44);
    sees(&w, "Place 1 of 5");
    button(&w, UI_DRAG, 13, 59);
    sees(&w, "Place 3 of 5");
    button(&w, UI_DRAG, 5, 75);
    button(&w, UI_RELEASE, 5, 75);
    sees(&w, "Place 5 of 5");
    button(&w, UI_DRAG, 13, 59); /* the button is up */
    button(&w, UI_PRESS, 20, 5); /* not on the axes */
    sees(&w, "Place 5 of 5");
    press(&w, "Enter");
    sees(&w, "Right shape: it falls, then rises");
    button(&w, UI_PRESS, 9, 59);
    sees(&w, "truth = 0.00");
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, answers, check_answer);
    TABLE_ROWS(&t, answers, check_in_sight);
    TABLE_ROWS(&t, kept, check_again);
    TABLE_ROWS(&t, lines, check_lines);
    TABLE_ROWS(&t, looks, check_look);
    table_add(&t, "a line drawn with the mouse", check_drawn, NULL);
    return table_run(&t, "ui");
}
