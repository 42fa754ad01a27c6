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
