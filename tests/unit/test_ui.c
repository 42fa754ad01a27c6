/*
 * The interface: events in; the model's effects, its field and what stands on the screen
 * out.
 */
#include "ui_world.h"

/* ---- what keys lead to -------------------------------------------------- */

static const struct walk_row {
    const char *name;
    const char *lesson, *step; /* "" for home */
    const char *keys;
    const char *sees, *sees_not; /* "" for nothing */
} walks[] = {
#define WALK(...) {__VA_ARGS__},
#include "ui_walks.def"
#undef WALK
};

static void
check_walk(void **state)
{
    const struct walk_row *r = *state;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, r->lesson, r->step);
    screen(&w);
    press(&w, r->keys);
    sees(&w, r->sees);
    if (*r->sees_not)
        sees_not(&w, r->sees_not);
    world_fini(&w);
}

/* ---- what is recorded --------------------------------------------------- */

static const struct record_row {
    const char *name;
    const char *lesson, *step, *keys;
    enum event_type type;
    int count;
    const char *item, *response, *verdict, *detail;
} records[] = {
#define RECORD(...) {__VA_ARGS__},
#include "ui_records.def"
#undef RECORD
};

static void
check_record(void **state)
{
    const struct record_row *r = *state;
    const struct record_event *ev;
    struct world w;

    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, r->lesson, r->step);
    press(&w, r->keys);
    assert_int_equal(count_events(&w, r->type), r->count);
    ev = last_event(&w, r->type);
    if (r->count) {
        assert_string_equal(ev->item, r->item);
        if (r->response)
            assert_string_equal(ev->response, r->response);
        assert_string_equal(ev->verdict, r->verdict);
        assert_string_equal(ev->detail, r->detail);
        assert_true(*ev->lesson && *ev->step && ev->content_hash);
    }
    world_fini(&w);
}

/* ---- the grade and the commit ------------------------------------------- */

static void
check_commit_first(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space");
    w.hold = true;
    press(&w, "\"n-m\"");
    assert_int_equal(w.held, 1);
    sees(&w, "saving");
    sees_not(&w, "Right.");
    press(&w, "\"n-m\" Enter");
    assert_int_equal(w.held, 1);
    answer_save(&w);
    sees(&w, "Right.");
    sees(&w, "   saved");
    world_fini(&w);
}

static void
check_unsaved(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space");
    w.failing = true;
    press(&w, "\"n-m\"");
    sees(&w, "Right.");
    sees(&w, "not saved: the disk is full");
    sees(&w, "NOT SAVED");
    w.failing = false;
    press(&w, "Space");
    sees_not(&w, "not saved");
    sees_not(&w, "NOT SAVED");
    world_fini(&w);
}

static void
check_late_answer(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space");
    w.hold = true;
    press(&w, "\"n-m\"");
    open_lesson(&w, "ui-stage", ""); /* the lesson is gone before the answer comes */
    while (w.held-- > 0)
        answer_save(&w);
    answer_save(&w); /* one that nobody asked for */
    sees(&w, "Press the Right key");
    world_fini(&w);
}

/* ---- coming back -------------------------------------------------------- */

static void
check_resume(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space 'n - '");
    send(&w, (struct ui_event){.kind = UI_LEAVE});
    assert_true(w.quit);
    again(&w, "ui-walk");
    sees(&w, "2 of 5: Everybody");
    sees(&w, "You predicted: \"go down\"");
    sees(&w, "> n -");
    assert_true(ui_field(w.m).active);
    assert_string_equal(ui_field(w.m).text, "n - ");
    press(&w, "\"n-m\" PgDn");
    again(&w, "ui-walk");
    sees(&w, "3 of 5: Derive");
    press(&w, "Back");
    sees(&w, "Answered before, and right.");
    sees(&w, "> n-m");
    world_fini(&w);
}

/* The file of the open lesson was saved: app sends it again. */
static void
check_read_again(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space 'n - '");
    open_lesson(&w, "ui-walk", "");
    sees(&w, "2 of 5: Everybody");
    sees(&w, "> n -");
    assert_int_equal(count_events(&w, RECORD_DRAFTED), 1);
    world_fini(&w);
}

/* An answer of several choices is there again, right or not. */
static void
check_resume_ticks(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "choose");
    press(&w, "1 3 Enter");
    sees(&w, "Not right.");
    again(&w, "ui-walk");
    sees(&w, "1 [x]");
    sees(&w, "2 [ ]");
    sees(&w, "3 [x]");
    press(&w, "3 2 Enter");
    sees(&w, "Right.");
    again(&w, "ui-walk");
    sees(&w, "1 [x]");
    sees(&w, "2 [x]");
    sees(&w, "3 [ ]");
    world_fini(&w);
}

/* The truth of a guess that was made before stands there, though its figure was not moved
 * since. */
static void
check_resume_truth(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2");
    sees(&w, "the score will");
    sees_not(&w, "truth: stay");
    again(&w, "ui-walk");
    sees(&w, "truth: stay");
    world_fini(&w);
}

/* What is below the screen is named, and so is what a sitting is. */
static void
check_home_names(void **state)
{
    static const char *const begins[] = {"one"};
    static const struct ui_lesson lessons[] = {
        {.id = "a",
         .label = "L01",
         .title = "A",
         .available = true,
         .core = true,
         .sittings = begins,
         .n_sittings = 1},
        {.id = "b", .label = "P1",                  .title = "B",                                   .available = true                                                                    },
        {.id = "c",      .label = "P2",.title = "C",.available = true},
    };
    struct ui_settings s = {.alphabet = ALPHABET_ASCII, .aspect = 2};
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    ui_free(w.m);
    w.m = ui_new(&s, lessons, 3, w.progress);
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = 24, .cols = 80});
    send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    sees(&w, "primers P1 to P2: key End");
    sees(&w, "10-minute sittings: done of all");
    sees(&w, "0 of 1");
    world_fini(&w);
}

/* What was refused stays, the cursor at what could not be read, and the mark with it. */
static void
check_refused(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space \"n - foo m\"");
    assert_string_equal(ui_field(w.m).text, "n - foo m");
    assert_int_equal(ui_field(w.m).cursor, 4);
    screen(&w);
    for (int i = 0; i < 3; i++)
        assert_int_equal(canvas_at(w.c, w.c->cursor_row, w.c->cursor_col + i)->style,
                         STYLE_WRONG);
    assert_int_equal(canvas_at(w.c, w.c->cursor_row + 1, w.c->cursor_col)->c, '^');
    world_fini(&w);
    world_init(&w, 12, 40, ALPHABET_ASCII);
    open_at(&w, "ui-answers", "grid");
    press(&w, "'1' Enter '2 +' Enter");
    sees(&w, "! 2 +");
    sees(&w, "I cannot read that");
    world_fini(&w);
}

static void
check_resume_done(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "choose");
    press(&w, "Space Esc Space");
    sees(&w, "You have come to the end of the lesson.");
    press(&w, "q");
    sees(&w, "done  L04");
    again(&w, "ui-walk");
    sees(&w, "1 of 5: Seats");
    world_fini(&w);
}

static void
check_home_repeats(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 q");
    sees(&w, "Go on");
    sees(&w, "step 2 of 5");
    sees(&w, "You had last said: \"go down\".");
    sees(&w, "here  L04");
    assert_false(w.quit);
    press(&w, "q");
    assert_true(w.quit);
    again(&w, "");
    sees(&w, "You had last said: \"go down\".");
    world_fini(&w);
}

static void
check_gone_step(void **state)
{
    struct record_event ev = {.type = RECORD_REACHED,
                              .lesson = "walk",
                              .step = "gone",
                              .item = "",
                              .device = "",
                              .response = "",
                              .verdict = "",
                              .detail = "{\"beat\": 7}"};
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    progress_add(w.progress, &ev);
    open_at(&w, "ui-walk", "");
    sees(&w, "1 of 5: Seats");
    ev.step = "shift";
    progress_add(w.progress, &ev);
    again(&w, "ui-walk");
    sees(&w, "2 of 5: Everybody");
    world_fini(&w);
}

/* ---- ways out
 * ---------------------------------------------------------------------------------------
 */

static const struct out_row {
    const char *name;
    const char *lesson;
    bool home_first;
    int rows, cols;
    const char *keys;
    bool quits;
} outs[] = {
    {"q at home",                              "",         true,  24, 80, "q",                 true },
    {"q in a lesson goes home",                "ui-walk",  true,  24, 80, "q",                 false},
    {"q in a lesson that was opened directly", "ui-walk",  false, 24, 80, "q",                 true },
    {"q in the first minute",                  "ui-stage", false, 24, 80, "Right q",           true },
    {"q when the screen is too small",         "ui-walk",  false, 3,  10, "q",                 true },
    {"other keys do nothing there",            "ui-walk",  false, 3,  10, "Space Enter Esc x", false},
    {"q in one cell",                          "ui-walk",  false, 1,  1,  "q",                 true },
    {"q twice",                                "ui-walk",  true,  24, 80, "q q",               true },
};

static void
check_out(void **state)
{
    const struct out_row *r = *state;
    struct world w;

    world_init(&w, r->rows, r->cols, ALPHABET_ASCII);
    if (r->home_first)
        send(&w, (struct ui_event){.kind = UI_OPEN_HOME});
    if (*r->lesson)
        open_lesson(&w, r->lesson, "");
    screen(&w);
    press(&w, r->keys);
    assert_int_equal(w.quit, r->quits);
    world_fini(&w);
}

/* ---- the field
 * -----------------------------------------------------------------------------------------
 */

static void
check_field(void **state)
{
    struct world w;
    struct ui_field f;
    unsigned serial;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_UNICODE);
    open_at(&w, "ui-walk", "shift");
    assert_false(ui_field(w.m).active);
    press(&w, "2 Space");
    f = ui_field(w.m);
    assert_true(f.active);
    serial = f.serial;
    press(&w, "'n'");
    assert_int_equal(ui_field(w.m).serial, serial); /* the editor knows already */
    send(&w, (struct ui_event){.kind = UI_KEY, .key = 0x3B8}); /* a theta, unedited */
    f = ui_field(w.m);
    assert_string_equal(f.text, "n\xCE\xB8");
    assert_int_equal(f.cursor, 3);
    assert_int_not_equal(f.serial, serial);
    press(&w, "Back");
    assert_string_equal(ui_field(w.m).text, "n");
    press(&w, "Back Back");
    assert_string_equal(ui_field(w.m).text, "");
    press(&w, "Esc");
    assert_false(ui_field(w.m).active);
    world_fini(&w);
}

static void
check_long_text(void **state)
{
    enum { LONG = 6000 };
    struct world w;
    char *text;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 Space");
    text = arena_alloc(w.arena, LONG + 1, 1);
    memset(text, '(', LONG);
    send(&w, (struct ui_event){.kind = UI_TEXT, .text = text, .cursor = LONG});
    screen(&w);
    assert_true(w.c->cursor_col < 80);
    send(&w, (struct ui_event){.kind = UI_SUBMIT, .text = text});
    assert_int_equal(strlen(ui_field(w.m).text), LONG);
    assert_int_equal(count_events(&w, RECORD_ANSWERED), 0);
    send(&w, (struct ui_event){.kind = UI_TEXT, .text = "\x1b[2J\xff", .cursor = 99});
    sees_not(&w, "\x1b");
    world_fini(&w);
}

/* ---- moving pictures
 * --------------------------------------------------------------------------------------
 */

static void
check_play(void **state)
{
    struct world w;
    int64_t ms = 1000;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2");
    assert_int_equal(ui_wants_tick(w.m), -1);
    press(&w, "a");
    assert_in_range(ui_wants_tick(w.m), 30, 200);
    for (int i = 0; i < 16; i++)
        send(&w, (struct ui_event){.kind = UI_TICK, .ms = ms += 70});
    sees(&w, "a stop");
    sees(&w, " 8");
    press(&w, "a");
    assert_int_equal(ui_wants_tick(w.m), -1);
    send(&w, (struct ui_event){.kind = UI_TICK, .ms = ms += 5000});
    sees(&w, " 8");
    world_fini(&w);
}

/* What is typed or drawn is kept while it is typed, every 20 s at most, so that a killed
 * program loses no more; nothing is wanted when nothing waits. */
static void
check_autosave(void **state)
{
    static const struct row {
        const char *lesson, *step, *keys, *more, *first, *second;
    } rows[] = {
        {"ui-draw", "draw",  "Up*3",        "Up",    "0.15 0 0 0 0", "0.2 0 0 0 0"},
        {"ui-walk", "shift", "2 Space 'n'", "'n-m'", "n",            "n-m"        },
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *r = &rows[i];
        struct world w;

        world_init(&w, 24, 80, ALPHABET_ASCII);
        open_at(&w, r->lesson, r->step);
        assert_int_equal(ui_wants_tick(w.m), -1);
        press(&w, r->keys);
        assert_int_equal(ui_wants_tick(w.m), 20000);
        send(&w, (struct ui_event){.kind = UI_TICK, .ms = 50000});
        assert_string_equal(last_event(&w, RECORD_DRAFTED)->response, r->first);
        assert_int_equal(ui_wants_tick(w.m), -1);
        press(&w, r->more);
        send(&w, (struct ui_event){.kind = UI_TICK, .ms = 50066});
        assert_int_equal(count_events(&w, RECORD_DRAFTED), 1);
        assert_int_equal(ui_wants_tick(w.m), 20000);
        send(&w, (struct ui_event){.kind = UI_TICK, .ms = 70000});
        assert_string_equal(last_event(&w, RECORD_DRAFTED)->response, r->second);
        press(&w, "Up 'm'");
        send(&w, (struct ui_event){.kind = UI_KEY, .key = 26});
        assert_int_equal(count_events(&w, RECORD_DRAFTED), 3);
        world_fini(&w);
    }
}

static void
check_still(void **state)
{
    struct ui_settings s = {.alphabet = ALPHABET_ASCII, .still = true};
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    ui_free(w.m);
    w.m = ui_new(&s, course, COURSE, w.progress);
    open_at(&w, "ui-walk", "shift");
    press(&w, "2 a");
    assert_int_equal(ui_wants_tick(w.m), -1);
    sees(&w, " 1000");
    world_fini(&w);
}

/* The row and column of a text on the screen. */
static void
find(struct world *w, const char *text, int *row, int *col)
{
    const char *s = screen(w), *at = strstr(s, text);

    assert_non_null(at);
    for (*row = *col = 0; s < at; s++) {
        *col = *s == '\n' ? 0 : *col + 1;
        *row += *s == '\n';
    }
}

static void
mouse(struct world *w, enum ui_button button, int row, int col)
{
    send(w,
         (struct ui_event){.kind = UI_MOUSE, .button = button, .row = row, .col = col});
}

static void
check_mouse(void **state)
{
    struct world w;
    int row, col;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "shift");
    find(&w, "2  go down", &row, &col);
    mouse(&w, UI_PRESS, row, col);
    sees(&w, "You predicted: \"go down\"");
    find(&w, ">c", &row, &col);
    mouse(&w, UI_WHEEL_UP, row, col + 5);
    sees(&w, " 1");
    mouse(&w, UI_WHEEL_DOWN, row, col + 5);
    mouse(&w, UI_PRESS, row, col + 20);
    mouse(&w, UI_DRAG, row + 3, 79);
    sees_not(&w, " 0\n");
    mouse(&w, UI_RELEASE, row, col);
    mouse(&w, UI_DRAG, row, col);
    mouse(&w, UI_PRESS, -5, 4000);
    mouse(&w, UI_WHEEL_UP, 3, 3);
    sees(&w, "Move c and watch");
    world_fini(&w);
}

/* ---- experiments -------------------------------------------------------- */

/* Ticks until nothing is wanted any more. */
static int
run_to_idle(struct world *w)
{
    int ticks = 0;

    for (int64_t ms = 0; ui_wants_tick(w->m) >= 0 && ticks < 1000; ms += 66, ticks++) {
        send(w, (struct ui_event){.kind = UI_TICK, .ms = ms});
        screen(w);
    }
    return ticks;
}

static void
check_experiment(void **state)
{
    struct world w;
    char *first;
    int ticks;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    open_at(&w, "ui-look", "sample");
    first = arena_strdup(w.arena, screen(&w));
    ticks = run_to_idle(&w);
    assert_in_range(ticks, 3, 200);
    assert_string_not_equal(first, screen(&w));
    sees(&w, "20000 samples  mean");
    assert_int_equal(ui_wants_tick(w.m), -1);
    press(&w, "Right");
    assert_true(ui_wants_tick(w.m) > 0);
    run_to_idle(&w);
    press(&w, "Left");
    run_to_idle(&w);
    sees(&w, "20000 samples  mean"); /* anew, and to the end */
    assert_int_equal(ui_wants_tick(w.m), -1);
    world_fini(&w);
}

/* ---- hints and help tell the truth -------------------------------------- */

static void
check_help_is_whole(void **state)
{
    struct world w;
    int n;
    const struct ui_binding *b = ui_bindings(&n);
    char *all;

    (void)state;
    world_init(&w, 400, 80, ALPHABET_ASCII);
    open_at(&w, "ui-walk", "");
    press(&w, "?");
    all = screen(&w);
    for (int i = 0; i < n; i++) {
        const char *line = strstr(all, b[i].label);

        assert_true(*b[i].help && *b[i].label);
        assert_non_null(line);
        assert_non_null(strstr(all, b[i].help));
    }
    world_fini(&w);
}

static void
check_notice(void **state)
{
    struct world w;

    (void)state;
    world_init(&w, 24, 80, ALPHABET_ASCII);
    send(&w, (struct ui_event){.kind = UI_NOTICE, .text = "no HOME is set"});
    open_at(&w, "ui-walk", "");
    press(&w, "Space");
    sees(&w, "no HOME is set");
    send(&w, (struct ui_event){.kind = UI_RESIZE, .rows = 12, .cols = 40});
    canvas_resize(w.c, 12, 40);
    sees(&w, "no HOME is set");
    world_fini(&w);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, walks, check_walk);
    TABLE_ROWS(&t, records, check_record);
    TABLE_ROWS(&t, outs, check_out);
    table_add(&t, "what is refused is marked", check_refused, NULL);
    table_add(&t, "a grade is shown after the commit", check_commit_first, NULL);
    table_add(&t, "a grade that cannot be saved says so", check_unsaved, NULL);
    table_add(&t, "an answer of the store that comes late", check_late_answer, NULL);
    table_add(&t, "resume: step, guess, draft, answer", check_resume, NULL);
    table_add(&t, "a lesson that is read again", check_read_again, NULL);
    table_add(&t, "ticks are there again", check_resume_ticks, NULL);
    table_add(&t, "the truth stands when one comes back", check_resume_truth, NULL);
    table_add(&t, "home names what it does not show", check_home_names, NULL);
    table_add(&t, "a lesson that is done begins anew", check_resume_done, NULL);
    table_add(&t, "home repeats what was said last", check_home_repeats, NULL);
    table_add(&t, "a step that the lesson lost", check_gone_step, NULL);
    table_add(&t, "the text field", check_field, NULL);
    table_add(&t, "a field with too much in it", check_long_text, NULL);
    table_add(&t, "play and stop", check_play, NULL);
    table_add(&t, "what is typed is kept", check_autosave, NULL);
    table_add(&t, "without motion", check_still, NULL);
    table_add(&t, "the mouse", check_mouse, NULL);
    table_add(&t, "an experiment fills its figure and ends", check_experiment, NULL);
    table_add(&t, "the help page has every key", check_help_is_whole, NULL);
    table_add(&t, "a banner stays", check_notice, NULL);
    return table_run(&t, "ui");
}
