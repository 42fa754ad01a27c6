#include "unit/table.h"

#include <math.h>

#include "record/record.h"

#define UUID "123e4567-e89b-4abc-8def-0123456789ab"

/* ---- one line of JSONL ----------------------------------------------------------- */

static const struct record_event full = {
    .uuid = UUID,
    .device = "laptop",
    .seq = 7,
    .utc_ms = 1772355600123,
    .local_day = 20513,
    .tz_minutes = 60,
    .type = RECORD_ANSWERED,
    .lesson = "rope-plane",
    .step = "shift",
    .item = "q4.1",
    .content_hash = UINT64_C(0xffffffffffffffff),
    .seed = 42,
    .attempt = 2,
    .response = "(n + c) - (m + c)",
    .verdict = "right",
    .mark = 0.9,
    .detail = "{\"beat\":3}",
};

static void
assert_same(const struct record_event *x, const struct record_event *y)
{
    assert_string_equal(x->uuid, y->uuid);
    assert_string_equal(x->device, y->device);
    assert_true(x->seq == y->seq && x->utc_ms == y->utc_ms);
    assert_int_equal(x->local_day, y->local_day);
    assert_int_equal(x->tz_minutes, y->tz_minutes);
    assert_int_equal(x->type, y->type);
    assert_string_equal(x->lesson, y->lesson);
    assert_string_equal(x->step, y->step);
    assert_string_equal(x->item, y->item);
    assert_true(x->content_hash == y->content_hash && x->seed == y->seed);
    assert_int_equal(x->attempt, y->attempt);
    assert_string_equal(x->response, y->response);
    assert_string_equal(x->verdict, y->verdict);
    assert_true(x->mark == y->mark);
    assert_string_equal(x->detail, y->detail);
}

static void
check_line(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    assert_string_equal(
        record_event_line(a, &full),
        "{\"uuid\":\"" UUID "\",\"device\":\"laptop\",\"seq\":7,\"utc_ms\":1772355600123,"
        "\"local_day\":20513,\"tz_minutes\":60,\"type\":\"answered\","
        "\"lesson\":\"rope-plane\",\"step\":\"shift\",\"item\":\"q4.1\","
        "\"content_hash\":\"ffffffffffffffff\",\"seed\":\"000000000000002a\","
        "\"attempt\":2,\"response\":\"(n + c) - (m + c)\",\"verdict\":\"right\","
        "\"mark\":0.90000000000000002,\"detail\":{\"beat\":3}}");
    arena_free(a);
}

static struct record_event
reread(struct arena *a, const struct record_event *ev)
{
    struct record_event out;
    struct err e = {0};
    char *line = record_event_line(a, ev);

    assert_null(strchr(line, '\n'));
    assert_true(
        record_event_read(a, line, strlen(line), (struct pos){"r", 1, 1}, &out, &e));
    assert_string_equal(record_event_line(a, &out), line);
    return out;
}

/* What a learner can type: it comes back as it was, or with U+FFFD for broken bytes. */
static const struct typed_row {
    const char *in, *out;
} typed_rows[] = {
    {"cos 0.75 - 7 sin 0.75",          "cos 0.75 - 7 sin 0.75"               },
    {"",                               ""                                    },
    {"two\nlines\tand a \"quote\" \\", "two\nlines\tand a \"quote\" \\"      },
    {"\x1b]0;title\a\x7f",             "\x1b]0;title\a\x7f"                  },
    {"θ ⎛ 中 \xf0\x9f\x98\x80",    "θ ⎛ 中 \xf0\x9f\x98\x80"         },
    {"\xff\xfe"
     "a\xc3",                     "\xef\xbf\xbd\xef\xbf\xbd"
     "a\xef\xbf\xbd"                                       },
    {"\xed\xa0\x80",                   "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
};

static void
check_typed(void **state)
{
    const struct typed_row *r = *state;
    struct arena *a = arena_new();
    struct record_event ev = full, out;

    ev.response = r->in;
    out = reread(a, &ev);
    ev.response = r->out;
    assert_same(&out, &ev);
    arena_free(a);
}

static void
check_every_type(void **state)
{
    struct arena *a = arena_new();

    (void)state;
    for (int t = 0; t < RECORD_TYPE_COUNT; t++) {
        struct record_event ev = full, out;
        enum event_type found;

        ev.type = (enum event_type)t;
        out = reread(a, &ev);
        assert_same(&out, &ev);
        assert_true(record_type_find(record_type_text(ev.type), &found));
        assert_int_equal(found, t);
    }
    arena_free(a);
}

static void
check_extremes(void **state)
{
    struct arena *a = arena_new();
    struct record_event ev = {.seq = INT64_MAX,
                              .utc_ms = INT64_MIN,
                              .local_day = INT32_MIN,
                              .tz_minutes = -1440,
                              .attempt = INT32_MAX,
                              .mark = 1.0 / 3,
                              .seed = UINT64_C(1) << 63};
    struct record_event out = reread(a, &ev), bad = {.mark = NAN};

    (void)state;
    ev.device = ev.lesson = ev.step = ev.item = ev.response = ev.verdict = ev.detail = "";
    assert_same(&out, &ev);
    assert_true(reread(a, &bad).mark == 0);
    arena_free(a);
}

static void
check_detail_text(void **state)
{
    struct arena *a = arena_new();
    struct record_event ev = full, out;

    (void)state;
    ev.detail = "no JSON {";
    out = reread(a, &ev);
    assert_string_equal(out.detail, ev.detail);
    arena_free(a);
}

static const struct refused_row {
    const char *line, *message;
} refused_rows[] = {
    {"",                                                                         "RW-701"                     },
    {"{",                                                                        "RW-701"                     },
    {"[1]",                                                                      "an event is one JSON object"},
    {"7",                                                                        "RW-701"                     },
    {"{}",                                                                       "this event has no 'type'"   },
    {"{\"type\":\"exploded\"}",                                                  "'type'"                     },
    {"{\"type\":7}",                                                             "'type'"                     },
    {"{\"type\":\"opened\",\"uuid\":\"123\"}",                                   "'uuid'"                     },
    {"{\"type\":\"opened\",\"uuid\":\"123E4567-e89b-4abc-8def-0123456789ab\"}",  "'uuid'"                     },
    {"{\"type\":\"opened\",\"uuid\":\"123e4567-e89b-1abc-8def-0123456789ab\"}",  "'uuid'"                     },
    {"{\"type\":\"opened\",\"uuid\":\"123e4567-e89b-4abc-8def-0123456789abc\"}",
     "'uuid'"                                                                                                 },
    {"{\"type\":\"opened\",\"seq\":-1}",                                         "'seq'"                      },
    {"{\"type\":\"opened\",\"seq\":1.5}",                                        "'seq'"                      },
    {"{\"type\":\"opened\",\"local_day\":2147483648}",                           "'local_day'"                },
    {"{\"type\":\"opened\",\"tz_minutes\":1441}",                                "'tz_minutes'"               },
    {"{\"type\":\"opened\",\"attempt\":-1}",                                     "'attempt'"                  },
    {"{\"type\":\"opened\",\"seed\":\"12\"}",                                    "'seed'"                     },
    {"{\"type\":\"opened\",\"seed\":\"000000000000002g\"}",                      "'seed'"                     },
    {"{\"type\":\"opened\",\"mark\":\"1\"}",                                     "'mark'"                     },
    {"{\"type\":\"opened\",\"response\":7}",                                     "'response'"                 },
    {"{\"type\":\"opened\",\"detail\":[1]}",                                     "'detail'"                   },
    {"{\"type\":\"opened\",\"type\":\"opened\"}",                                "RW-701"                     },
};

static void
check_refused(void **state)
{
    const struct refused_row *r = *state;
    struct arena *a = arena_new();
    struct record_event out;
    struct err e = {0};

    assert_false(record_event_read(a, r->line, strlen(r->line), (struct pos){"r", 3, 1},
                                   &out, &e));
    assert_non_null(strstr(err_text(a, &e), r->message));
    assert_non_null(strstr(err_text(a, &e), "r:3:"));
    arena_free(a);
}

static void
check_unknown_key(void **state)
{
    static const char line[] = "{\"type\":\"opened\",\"later\":{\"a\":[1]}}";
    struct arena *a = arena_new();
    struct record_event out;
    struct err e = {0};

    (void)state;
    assert_true(record_event_read(a, line, strlen(line), (struct pos){0}, &out, &e));
    assert_int_equal(out.type, RECORD_OPENED);
    assert_string_equal(out.lesson, "");
    arena_free(a);
}

/* The longest line is read, one byte more is not. */
static void
check_line_limit(void **state)
{
    struct arena *a = arena_new();
    size_t frame = strlen("{\"type\":\"opened\",\"step\":\"\"}");
    char *fill = arena_alloc(a, RECORD_LINE_MAX + 1, 1);
    struct record_event out;
    struct err e = {0};
    char *line;

    (void)state;
    memset(fill, 'x', RECORD_LINE_MAX - frame);
    line = arena_printf(a, "{\"type\":\"opened\",\"step\":\"%s\"}", fill);
    assert_true(record_event_read(a, line, strlen(line), (struct pos){0}, &out, &e));
    fill[RECORD_LINE_MAX - frame] = 'x';
    line = arena_printf(a, "{\"type\":\"opened\",\"step\":\"%s\"}", fill);
    assert_false(record_event_read(a, line, strlen(line), (struct pos){0}, &out, &e));
    assert_int_equal(e.code, ERR_RECORD_EVENT);
    arena_free(a);
}

static void
check_hash(void **state)
{
    (void)state;
    assert_true(record_event_hash(0, "a") == record_event_hash(0, "a"));
    assert_true(record_event_hash(0, "a") != record_event_hash(0, "b"));
    assert_true(record_event_hash(0, "a") != record_event_hash(1, "a"));
    assert_true(record_event_hash(0, "a") != record_event_hash(UINT64_C(1) << 63, "a"));
    /* FNV-1a of nine bytes, worked out apart from this code */
    assert_true(record_event_hash(0, "a") == UINT64_C(0xe604613a248ff1ac));
}

/* ---- days ------------------------------------------------------------------------ */

static const struct day_row {
    const char *name;
    int64_t utc_ms;
    int tz_minutes;
    int32_t day;
} day_rows[] = {
    {"the epoch at midnight is the day before", 0,                0,     -1       },
    {"03:59:59.999 still is",                   4 * 3600000 - 1,  0,     -1       },
    {"04:00 begins the day",                    4 * 3600000,      0,     0        },
    {"one hour east",                           3 * 3600000,      60,    0        },
    {"half an hour less is not enough",         3 * 3600000,      59,    -1       },
    {"west",                                    14 * 3600000,     -600,  0        },
    {"west, before four",                       14 * 3600000 - 1, -600,  -1       },
    {"long before the epoch",                   -86400000,        0,     -2       },
    {"1 March 2026, 10:00 in Berlin",           1772355600000,    60,    20513    },
    {"Kiritimati",                              1772355600000,    840,   20513    },
    {"the end of time",                         INT64_MAX,        1440,  INT32_MAX},
    {"the beginning of time",                   INT64_MIN,        -1440, INT32_MIN},
};

static void
check_day(void **state)
{
    const struct day_row *r = *state;

    assert_int_equal(record_local_day(r->utc_ms, r->tz_minutes), r->day);
}

/* ---- progress -------------------------------------------------------------------- */

/* A script of events: "opened", "reached STEP BEAT", "answered ITEM VERDICT RESPONSE",
 * ... written one per row, in the lesson "rope". */
struct happening {
    enum event_type type;
    const char *step_or_item, *response, *verdict, *detail;
    int attempt;
    double mark;
};

static struct record_event
event_of(const struct happening *h, int64_t utc_ms)
{
    bool reached = h->type == RECORD_REACHED;

    return (struct record_event){.type = h->type,
                                 .lesson = "rope",
                                 .utc_ms = utc_ms,
                                 .step = reached ? h->step_or_item : "shift",
                                 .item = reached ? NULL : h->step_or_item,
                                 .response = h->response,
                                 .verdict = h->verdict,
                                 .detail = h->detail,
                                 .attempt = h->attempt,
                                 .mark = h->mark,
                                 .seed = 100 + (uint64_t)h->attempt};
}

static struct progress *
replay(struct arena *a, const struct happening *h, int n)
{
    struct progress *p = progress_new(a);

    for (int i = 0; i < n; i++) {
        struct record_event ev = event_of(&h[i], 1000 + i);

        progress_add(p, &ev);
    }
    return p;
}

#define REPLAY(a, list) replay((a), (list), (int)(sizeof(list) / sizeof *(list)))

static void
check_nothing_yet(void **state)
{
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct lesson_progress l = progress_lesson(p, "rope");
    struct item_progress i = progress_item(p, "rope", "q1");

    (void)state;
    assert_false(l.opened || l.done || l.beat || l.steps_done);
    assert_string_equal(l.step, "");
    assert_string_equal(l.last_guess, "");
    assert_false(i.answered || i.given_up || i.skipped || i.right || i.n_wrong ||
                 i.hints);
    assert_string_equal(i.response, "");
    assert_string_equal(i.draft, "");
    assert_string_equal(progress_last_lesson(p), "");
    assert_false(progress_has(p, RECORD_OPENED));
    arena_free(a);
}

static void
check_resume(void **state)
{
    static const struct happening list[] = {
        {.type = RECORD_OPENED},
        {    .type = RECORD_REACHED,                       .step_or_item = "start"},
        {   .type = RECORD_REACHED, .step_or_item = "shift", .detail = "{\"beat\":0}"},
        { .type = RECORD_PREDICTED,    .step_or_item = "p1", .response = "go down"},
        {   .type = RECORD_REACHED, .step_or_item = "shift", .detail = "{\"beat\":2}"},
    };
    struct arena *a = arena_new();
    struct progress *p = REPLAY(a, list);
    struct lesson_progress l = progress_lesson(p, "rope");

    (void)state;
    assert_true(l.opened && !l.done);
    assert_string_equal(l.step, "shift");
    assert_int_equal(l.beat, 2);
    assert_int_equal(l.steps_done, 1);
    assert_true(l.last_ms == 1004);
    assert_string_equal(l.last_guess, "go down");
    assert_string_equal(progress_item(p, "rope", "p1").response, "go down");
    assert_string_equal(progress_last_lesson(p), "rope");
    assert_true(progress_has(p, RECORD_PREDICTED) && !progress_has(p, RECORD_FINISHED));
    arena_free(a);
}

static void
check_finished(void **state)
{
    static const struct happening list[] = {
        {.type = RECORD_REACHED,   .step_or_item = "start"},
        {.type = RECORD_REACHED,   .step_or_item = "end"  },
        {.type = RECORD_FINISHED },
        {.type = RECORD_REACHED, .step_or_item = "start"                       },
    };
    struct arena *a = arena_new();
    struct lesson_progress l = progress_lesson(REPLAY(a, list), "rope");

    (void)state;
    assert_true(l.done);
    assert_int_equal(l.steps_done, 2);
    assert_string_equal(l.step, "start");
    arena_free(a);
}

static const struct beat_row {
    const char *detail;
    int beat;
} beat_rows[] = {
    {"{\"beat\":3}",        3   },
    {"{\"beat\":-3}",       0   },
    {"{\"beat\":99999999}", 1000},
    {"{\"beat\":\"x\"}",    0   },
    {"{\"other\":1}",       0   },
    {"not JSON",            0   },
    {"[3]",                 0   },
};

static void
check_beat(void **state)
{
    const struct beat_row *r = *state;
    struct arena *a = arena_new();
    struct happening h = {
        .type = RECORD_REACHED, .step_or_item = "s", .detail = r->detail};

    assert_int_equal(progress_lesson(replay(a, &h, 1), "rope").beat, r->beat);
    arena_free(a);
}

static void
check_answers(void **state)
{
    static const struct happening list[] = {
        {RECORD_ANSWERED, "q1", "1",   "wrong",      NULL,                  0, 0  },
        {RECORD_ANSWERED, "q1", "1)",  "unreadable", NULL,                  0, 0  },
        {RECORD_ANSWERED, "q1", "1",   "wrong",      NULL,                  0, 0  },
        {RECORD_ANSWERED, "q1", "2/2", "wrong",      "{\"repeated\":true}", 0, 0  },
        {RECORD_HINTED,   "q1", "",    "",           NULL,                  0, 0  },
        {RECORD_ANSWERED, "q1", "-2",  "wrong",      NULL,                  0, 0  },
        {RECORD_ANSWERED, "q1", "-1",  "right-but",  NULL,                  0, 0.5},
        {RECORD_ANSWERED, "q1", "-1",  "right",      NULL,                  0, 0.9},
    };
    struct arena *a = arena_new();
    struct item_progress i = progress_item(REPLAY(a, list), "rope", "q1");

    (void)state;
    assert_true(i.answered && i.right && !i.given_up);
    assert_true(i.mark == 0.5);
    assert_int_equal(i.n_wrong, 2);
    assert_string_equal(i.wrong[0], "1");
    assert_string_equal(i.wrong[1], "-2");
    assert_int_equal(i.hints, 1);
    assert_true(i.seed == 100);
    assert_string_equal(i.response, "-1");
    arena_free(a);
}

static void
check_many_wrong(void **state)
{
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct item_progress item;

    (void)state;
    for (int i = 0; i < 100; i++) {
        struct happening h = {
            RECORD_ANSWERED, "q1", arena_printf(a, "%d", i), "wrong", NULL, 0, 0};
        struct record_event ev = event_of(&h, i);

        progress_add(p, &ev);
    }
    item = progress_item(p, "rope", "q1");
    assert_int_equal(item.n_wrong, 100);
    assert_string_equal(item.wrong[0], "0");
    assert_string_equal(item.wrong[99], "99");
    arena_free(a);
}

static void
check_fresh(void **state)
{
    static const struct happening list[] = {
        {RECORD_ANSWERED, "q1", "1",   "wrong", NULL, 0, 0},
        {RECORD_HINTED,   "q1", "",    "",      NULL, 0, 0},
        {RECORD_SOLUTION, "q1", "",    "",      NULL, 0, 0},
        {RECORD_FRESH,    "q1", "",    "",      NULL, 1, 0},
 /* another window still had the old variant open */
        {RECORD_ANSWERED, "q1", "old", "wrong", NULL, 0, 0},
        {RECORD_HINTED,   "q1", "",    "",      NULL, 0, 0},
    };
    struct arena *a = arena_new();
    struct item_progress i = progress_item(REPLAY(a, list), "rope", "q1");

    (void)state;
    assert_int_equal(i.attempt, 1);
    assert_true(i.seed == 101);
    assert_false(i.answered || i.given_up || i.right || i.n_wrong || i.hints);
    assert_string_equal(i.response, "");
    arena_free(a);
}

static void
check_late_answer(void **state)
{
    static const struct happening list[] = {
        {RECORD_FRESH,    "q1", "",  "",      NULL, 1, 0  },
        {RECORD_ANSWERED, "q1", "1", "right", NULL, 0, 0.7},
        {RECORD_ANSWERED, "q1", "1", "right", NULL, 1, 1  },
    };
    struct arena *a = arena_new();
    struct item_progress early = progress_item(replay(a, list, 2), "rope", "q1");
    struct item_progress all = progress_item(REPLAY(a, list), "rope", "q1");

    (void)state;
    assert_true(early.answered && !early.right && early.mark == 0.7);
    assert_true(all.answered && all.right && all.mark == 0.7);
    arena_free(a);
}

static void
check_drafts(void **state)
{
    static const struct happening list[] = {
        {RECORD_SKIPPED,  "q1", "",      "",      NULL, 0, 0},
        {RECORD_DRAFTED,  "q1", "cos(",  "",      NULL, 0, 0},
        {RECORD_ANSWERED, "q1", "cos 1", "wrong", NULL, 0, 0},
    };
    struct arena *a = arena_new();
    struct item_progress before = progress_item(replay(a, list, 2), "rope", "q1");
    struct item_progress after = progress_item(REPLAY(a, list), "rope", "q1");

    (void)state;
    assert_string_equal(before.draft, "cos(");
    assert_true(before.skipped);
    assert_string_equal(after.draft, "");
    assert_false(after.skipped);
    arena_free(a);
}

static void
check_items_apart(void **state)
{
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct record_event one = {.type = RECORD_HINTED, .lesson = "a", .item = "bc"};
    struct record_event two = {.type = RECORD_HINTED, .lesson = "ab", .item = "c"};

    (void)state;
    progress_add(p, &one);
    progress_add(p, &one);
    progress_add(p, &two);
    assert_int_equal(progress_item(p, "a", "bc").hints, 2);
    assert_int_equal(progress_item(p, "ab", "c").hints, 1);
    assert_int_equal(progress_item(p, "", "abc").hints, 0);
    arena_free(a);
}

/* A stream of events that looks like use, from a small generator. */
static struct record_event
made_event(struct arena *a, uint32_t *x, int64_t seq)
{
    static const char *const verdicts[] = {"right", "wrong", "right-but", "unreadable"};
    uint32_t r;

    *x = *x * 1664525u + 1013904223u;
    r = *x >> 8;
    return (struct record_event){.seq = seq,
                                 .utc_ms = 1000 * seq,
                                 .type = (enum event_type)(r % RECORD_TYPE_COUNT),
                                 .device = "d",
                                 .lesson = arena_printf(a, "l%u", r / 16 % 3),
                                 .step = arena_printf(a, "s%u", r / 64 % 5),
                                 .item = arena_printf(a, "q%u", r / 512 % 4),
                                 .verdict = verdicts[r / 2048 % 4],
                                 .response = arena_printf(a, "%u", r / 8192 % 6),
                                 .attempt = (int)(r / 65536 % 3),
                                 .mark = r / 4096 % 2 ? 1 : 0.4,
                                 .detail = r % 5 ? "" : "{\"repeated\":true}"};
}

static char *
picture(struct arena *a, const struct progress *p)
{
    char *s = arena_printf(a, "%s", progress_last_lesson(p));

    for (int l = 0; l < 3; l++) {
        char *id = arena_printf(a, "l%d", l);
        struct lesson_progress now = progress_lesson(p, id);

        s = arena_printf(a, "%s\n%s %d%d%d %d %s", s, now.step, now.beat, now.opened,
                         now.done, now.steps_done, now.last_guess);
        for (int q = 0; q < 4; q++) {
            struct item_progress i = progress_item(p, id, arena_printf(a, "q%d", q));

            s = arena_printf(a, "%s|%d%d%d%d %g %d %d %d %s,%s,%s", s, i.answered,
                             i.right, i.given_up, i.skipped, i.mark, i.attempt, i.n_wrong,
                             i.hints, i.response, i.draft,
                             i.n_wrong ? i.wrong[i.n_wrong - 1] : "");
        }
    }
    return s;
}

/* Written as lines, read again and replayed: the same progress; asking in between does
 * not change it, and the events' own memory may be gone. */
static void
check_replay(void **state)
{
    struct arena *a = arena_new();
    struct progress *direct = progress_new(a), *again = progress_new(a);
    uint32_t x = 1;

    (void)state;
    for (int i = 1; i <= 2000; i++) {
        struct arena *line_arena = arena_new();
        struct record_event ev = made_event(line_arena, &x, i), copy;

        progress_add(direct, &ev);
        copy = reread(line_arena, &ev);
        progress_add(again, &copy);
        if (i % 100 == 0)
            picture(line_arena, again);
        arena_free(line_arena);
    }
    assert_string_equal(picture(a, direct), picture(a, again));
    arena_free(a);
}

/* ---- explanations ------------------------------------------------------- */

static const char *
told(struct arena *a, const char *verdict, int points)
{
    struct record_idea idea = {"plane", verdict, "you", 3, 9, true};

    return record_ideas_text(a, &(struct record_ideas){.stage = "mark",
                                                       .asked = true,
                                                       .points = points,
                                                       .most = 2,
                                                       .at = &idea,
                                                       .n = 1});
}

static void
check_ideas(void **state)
{
    struct arena *a = arena_new();
    struct record_ideas ideas;

    (void)state;
    assert_true(record_ideas_read(a, told(a, "found", 1), &ideas));
    assert_string_equal(ideas.stage, "mark");
    assert_true(ideas.asked && ideas.points == 1 && ideas.most == 2 && ideas.n == 1);
    assert_string_equal(ideas.at[0].id, "plane");
    assert_string_equal(ideas.at[0].verdict, "found");
    assert_string_equal(ideas.at[0].by, "you");
    assert_true(ideas.at[0].from == 3 && ideas.at[0].to == 9 && ideas.at[0].contested);
    assert_false(record_ideas_read(a, "", &ideas));
    assert_false(record_ideas_read(a, "{\"ideas\": 7}", &ideas));
    assert_false(record_ideas_read(a, "{\"ideas\"", &ideas));
    assert_true(
        record_ideas_read(a, "{\"ideas\": [{\"from\": 5, \"to\": -2}, 1]}", &ideas));
    assert_true(ideas.n == 2 && !ideas.at[0].from && !ideas.at[0].to);
    arena_free(a);
}

/* It goes on where it was left, and the better one counts. */
static void
check_told(void **state)
{
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct record_event ev = {.type = RECORD_EXPLAINED,
                              .lesson = "rope",
                              .item = "t1",
                              .response = "one",
                              .detail = told(a, "missing", 0)};
    struct item_progress i;

    (void)state;
    progress_add(p, &ev);
    i = progress_item(p, "rope", "t1");
    assert_string_equal(i.told, ev.detail);
    assert_true(!i.answered && !i.right);
    ev.type = RECORD_ANSWERED;
    ev.verdict = "right-but";
    ev.mark = 0.5;
    progress_add(p, &ev);
    ev.attempt = 1;
    ev.verdict = "right";
    ev.response = "two";
    ev.mark = 1;
    ev.detail = told(a, "found", 2);
    progress_add(p, &ev);
    ev.attempt = 2;
    ev.mark = 0.5;
    ev.response = "three";
    progress_add(p, &ev);
    i = progress_item(p, "rope", "t1");
    assert_true(i.answered && i.mark > 0.9);
    assert_string_equal(i.told_text, "two");
    assert_string_equal(i.response, "three");
    arena_free(a);
}

/* ---- derivations -------------------------------------------------------- */

/* What answers came, and whose lines are kept in the end. */
static const struct lines_row {
    const char *name;
    struct {
        const char *response, *verdict;
        int attempt;
        bool told;
    } answer[3];
    int n;
    const char *kept;
} lines_rows[] = {
    {"of no derivation there are no lines", {{"2", "right", 0, false}},                         1, "" },
    {"the last wrong one",                  {{"a", "wrong", 0, true}, {"b", "wrong", 0, true}}, 2, "b"},
    {"the first right one",
     {{"a", "wrong", 0, true}, {"b", "right", 0, true}, {"c", "right", 1, true}},
     3,                                                                                            "b"},
    {"not those of an earlier variant",
     {{"a", "wrong", 0, true}, {"", "wrong", 1, false}},
     2,                                                                                            "" },
    {"a late right answer to one",
     {{"a", "wrong", 1, true}, {"b", "right", 0, true}},
     2,                                                                                            "b"},
};

static void
check_lines(void **state)
{
    const struct lines_row *row = *state;
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct record_line one = {"wrong", "euler", "No."};
    const struct record_line *back;
    struct item_progress i;

    for (int k = 0; k < row->n; k++) {
        struct record_event ev = {
            .type = RECORD_ANSWERED,
            .lesson = "rope",
            .item = "e1",
            .attempt = row->answer[k].attempt,
            .response = row->answer[k].response,
            .verdict = row->answer[k].verdict,
            .detail = row->answer[k].told ? record_lines_text(a, &one, 1, false) : ""};

        progress_add(p, &ev);
    }
    i = progress_item(p, "rope", "e1");
    assert_string_equal(i.lines_text, row->kept);
    assert_int_equal(record_lines_read(a, i.lines, &back), *row->kept ? 1 : 0);
    if (*row->kept) {
        assert_string_equal(back[0].verdict, "wrong");
        assert_string_equal(back[0].rules, "euler");
        assert_string_equal(back[0].says, "No.");
    }
    arena_free(a);
}

/* A repeated slip is told once more, and is not one more wrong answer. */
static void
check_repeated_lines(void **state)
{
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct record_line one = {"wrong", "", "No."};
    const struct record_line *back;
    struct record_event ev = {.type = RECORD_ANSWERED,
                              .lesson = "rope",
                              .item = "e1",
                              .response = "= x",
                              .verdict = "wrong",
                              .detail = record_lines_text(a, &one, 1, true)};

    (void)state;
    progress_add(p, &ev);
    assert_int_equal(progress_item(p, "rope", "e1").n_wrong, 0);
    assert_int_equal(record_lines_read(a, "{\"lines\": 4, \"hints\": 0}", &back), 0);
    assert_int_equal(record_lines_read(a, "{\"lines\"", &back), 0);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    table_add(&t, "an event is one line", check_line, NULL);
    TABLE_ROWS(&t, typed_rows, check_typed);
    table_add(&t, "every type has a word", check_every_type, NULL);
    table_add(&t, "extreme numbers come back", check_extremes, NULL);
    table_add(&t, "a detail that is no JSON is kept", check_detail_text, NULL);
    TABLE_ROWS(&t, refused_rows, check_refused);
    table_add(&t, "unknown keys are ignored", check_unknown_key, NULL);
    table_add(&t, "a line has a limit", check_line_limit, NULL);
    table_add(&t, "the hash depends on both", check_hash, NULL);
    TABLE_ROWS(&t, day_rows, check_day);
    table_add(&t, "nothing yet", check_nothing_yet, NULL);
    table_add(&t, "a lesson resumes where it was left", check_resume, NULL);
    table_add(&t, "a finished lesson stays done", check_finished, NULL);
    TABLE_ROWS(&t, beat_rows, check_beat);
    table_add(&t, "answers, right and wrong", check_answers, NULL);
    table_add(&t, "many wrong answers", check_many_wrong, NULL);
    table_add(&t, "a fresh variant starts anew", check_fresh, NULL);
    table_add(&t, "a late answer to an old variant", check_late_answer, NULL);
    table_add(&t, "drafts last until something is sent", check_drafts, NULL);
    table_add(&t, "items of different lessons are apart", check_items_apart, NULL);
    table_add(&t, "ideas of an explanation", check_ideas, NULL);
    table_add(&t, "the better explanation counts", check_told, NULL);
    TABLE_ROWS(&t, lines_rows, check_lines);
    table_add(&t, "lines of a repeated answer", check_repeated_lines, NULL);
    table_add(&t, "a replay of the lines gives the same", check_replay, NULL);
    return table_run(&t, "record");
}
