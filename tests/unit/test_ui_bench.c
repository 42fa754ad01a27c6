/*
 * The bench: a learner derives, types wrong lines, asks for hints and rules.
 */
#include "ui_world.h"

static const struct bench_row {
    const char *name, *step, *keys;
    const char *sees, *sees_not; /* "" for nothing */
} rows[] = {
#define BENCH(...) {__VA_ARGS__},
#include "ui_bench.def"
#undef BENCH
};

/* All lines are shown, and the bench is open. */
static void
begin(struct world *w, const char *step)
{
    open_at(w, "ui-bench", step);
    for (int i = 0; i < 8 && !strstr(screen(w), "d derive it"); i++)
        press(w, "Space");
    press(w, "d");
}

static void
check_bench(void **state)
{
    const struct bench_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, r->step);
    press(&w, r->keys);
    sees(&w, r->sees);
    if (*r->sees_not)
        sees_not(&w, r->sees_not);
    world_fini(&w);
}

/* At any size nothing is drawn outside, and keys do no harm. */
static const struct size_row {
    const char *name;
    int rows, cols;
} sizes[] = {
    {"projector", 12, 40 },
    {"large",     50, 200},
    {"low",       8,  80 },
    {"narrow",    24, 30 },
    {"smallest",  6,  20 },
};

static void
check_size(void **state)
{
    const struct size_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_UNICODE);
    begin(&w, "derive");
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = r->rows, .cols = r->cols});
    canvas_resize(w.c, r->rows, r->cols);
    press(&w, "\"q^T R(m theta)^T R(n theta) k\" \"= q^T R(m theta) R(-n theta) k\"");
    sees(&w, r->rows > 6 ? "WRONG" : "A sign is turned");
    press(&w, "Esc Tab Down Esc x y o o Space Down Enter q");
    screen(&w);
    world_fini(&w);
}

/* As they are meant to look: tests/golden/ui-bench-*.txt. */
static const struct look_row {
    const char *name, *step;
    int rows, cols;
    const char *keys;
} looks[] = {
    {"bench-slip",        "derive", 24, 80, LINE_1 SLIP_2                },
    {"bench-slip-40x12",  "derive", 12, 40, LINE_1 SLIP_2                },
    {"bench-begin-40x12", "sum",    12, 40, ""                           },
    {"bench-rules",       "derive", 24, 80, LINE_1 " Tab"                },
    {"bench-order",       "derive", 24, 80, "Esc o o Enter"              },
    {"bench-break",       "needs",  24, 80, "\"= Var[X] + Var[Y]\" Esc x"},
    {"bench-why",         "derive", 24, 80, LINE_1 LINE_2 " Esc y"       },
};

static void
check_look(void **state)
{
    const struct look_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, r->step);
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = r->rows, .cols = r->cols});
    canvas_resize(w.c, r->rows, r->cols);
    press(&w, r->keys);
    compare(&w, r->name, screen(&w));
    world_fini(&w);
}

static void
check_derived_is_recorded(void **state)
{
    const struct record_event *ev;
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, "needs");
    press(&w, "\"= Var[X] + Var[Y]\"");
    ev = last_event(&w, RECORD_ANSWERED);
    assert_non_null(ev);
    assert_string_equal(ev->item, "sum-of-two");
    assert_string_equal(ev->response, "= Var[X] + Var[Y]\n");
    assert_string_equal(ev->verdict, "right");
    press(&w, "Esc q");
    assert_int_equal(count_events(&w, RECORD_DRAFTED), 0);
    world_fini(&w);
}

static void
check_typed_is_kept(void **state)
{
    const struct record_event *ev;
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, "derive");
    press(&w, "\"q^T R(m theta)^T R(n theta) k\" 'q^T R('");
    send(&w, (struct ui_event){.kind = UI_LEAVE});
    ev = last_event(&w, RECORD_DRAFTED);
    assert_non_null(ev);
    assert_string_equal(ev->response, "= q^T R(m theta)^T R(n theta) k\n? q^T R(");
    world_fini(&w);
}

/* Until the rules have been read, no line is said to be unconfirmed. */
static void
check_rules_are_awaited(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    w.hold_rules = true;
    open_at(&w, "ui-bench", "derive");
    press(&w, "Space*4");
    sees(&w, "checking ...");
    sees(&w, "-4.04"); /* nothing jumps when they come */
    sees_not(&w, "NOT CONFIRMED");
    send(&w, (struct ui_event){.kind = UI_RULES, .rules = rulebook_basic(w.arena)});
    sees(&w, "follows by its rule");
    sees_not(&w, "checking ...");
    world_fini(&w);
}

/* A frame says that a line is judged, with what was typed as it was; then it is. */
static void
check_checking(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    begin(&w, "derive");
    w.hold_check = true;
    press(&w, LINE_1);
    assert_int_equal(w.held, 1);
    sees(&w, "checking ...");
    sees(&w, ">1  q^T R(m theta)^T R(n theta) k");
    sees_not(&w, "1 holds");
    send(&w, (struct ui_event){.kind = UI_CHECK});
    sees(&w, "1 holds");
    sees_not(&w, "checking");
    send(&w, (struct ui_event){.kind = UI_CHECK}); /* nothing waits any more */
    sees_not(&w, "2 holds");
    world_fini(&w);
}

/* What a question excludes is not offered, and hints lead back from it. Then, what is
 * drawn begins with a whole line, however little room there is. */
static void
check_excluded(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-bench", "excluded");
    press(&w, "Space*3 Enter Tab");
    sees(&w, "definition R");
    sees_not(&w, "rotation-transpose");
    press(&w, "Tab \"= R(-theta) by rotation-transpose\" Esc h");
    sees(&w, "Line 1 rests on what this question excludes.");
    sees(&w, "definition transpose: mirrored");
    press(&w, "h h");
    sees(&w, "Hint 3: the line stands in");
    world_fini(&w);
}

/* The top of a fraction, or the bar of a root, is never cut from its line. */
static void
check_whole_lines(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 18, 60, ALPHABET_ASCII);
    open_at(&w, "ui-bench", "slope");
    press(&w,
          "Space*2 d \"= (2 x h + h^2)/h\" \"= (h^2 + 2 x h)/h\" \"= (2 h x + h^2)/h\"");
    for (int height = 20; height < 26; height++) {
        const char *text, *first;

        canvas_resize(w.c, height, 60);
        send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = height, .cols = 60});
        text = screen(&w);
        for (int i = 0; i < 3; i++)
            text = strchr(text, '\n') + 1;
        first = arena_strndup(w.arena, text, strcspn(text, "\n"));
        if (strchr(first, '=') || strstr(first, "----"))
            fail_msg("a line is cut:\n%s", screen(&w));
    }
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, rows, check_bench);
    TABLE_ROWS(&t, sizes, check_size);
    TABLE_ROWS(&t, looks, check_look);
    table_add(&t, "what was derived is in the record", check_derived_is_recorded, NULL);
    table_add(&t, "what is typed is kept", check_typed_is_kept, NULL);
    table_add(&t, "a line that takes its time", check_checking, NULL);
    table_add(&t, "rules that take their time", check_rules_are_awaited, NULL);
    table_add(&t, "what a question excludes", check_excluded, NULL);
    table_add(&t, "lines are whole", check_whole_lines, NULL);
    return table_run(&t, "ui_bench");
}
