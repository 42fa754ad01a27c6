/*
 * What is told back again after a delay, and when.
 */
#include "unit/table.h"

#include "record/record.h"

enum { HAPPENINGS_MAX = 8, HOUR = 3600000, DAY = 24 };

/* Hours after the pass; word: 'r' right, 'w' wrong, 'p' a pass. */
static const struct retrieval_row {
    const char *name;
    const char *words;
    int hours[HAPPENINGS_MAX];
    int kept, due; /* hours after the pass; 0: none */
    bool mastered, missed;
} rows[] = {
    {"nothing",                       "",       {0},                        0, 0,             false, false},
    {"one before the pass is none",   "r",      {5},                        0, 0,             false, false},
    {"passed: tomorrow",              "p",      {0},                        0, 20,            false, false},
    {"a second pass changes nothing", "pp",     {0, 9},                     0, 20,            false, false},
    {"too early is practice",         "pr",     {0, 19},                    0, 20,            false, false},
    {"the next day",                  "pr",     {0, 20},                    1, 2 * DAY + 20,  true,  false},
    {"three days",                    "prr",    {0, 24, 72},                2, 6 * DAY + 20,  true,  false},
    {"between the days is practice",  "prr",    {0, 24, 50},                1, 2 * DAY + 20,  true,  false},
    {"a week",                        "prrr",   {0, 24, 72, 168},           3, 20 * DAY + 20, true,  false},
    {"three weeks, and it is yours",  "prrrr",  {0, 24, 72, 168, 504},      4, 0,             true,  false},
    {"later ones change nothing",
     "prrrrr",                                  {0, 24, 72, 168, 504, 600},
     4,                                                                        0,
     true,                                                                                           false},
    {"late: the next not at once",    "pr",     {0, 100},                   1, 120,           true,  false},
    {"missed: again after a rest",    "pw",     {0, 24},                    0, 44,            false, true },
    {"missed, then right",            "pwr",    {0, 24, 44},                1, 2 * DAY + 20,  true,  false},
    {"missed, then right too early",  "pwr",    {0, 24, 30},                0, 44,            false, true },
    {"missed after a right one",      "prw",    {0, 24, 72},                1, 92,            false, true },
    {"missed after the last",         "prrrrw", {0, 24, 72, 168, 504, 900}, 4, 920,           false, true },
};

static void
check_row(void **state)
{
    enum { PASS_MS = 1000 };
    const struct retrieval_row *row = *state;
    struct arena *a = arena_new();
    struct progress *p = progress_new(a);
    struct retrieval r;

    for (size_t i = 0; row->words[i]; i++) {
        bool wrong = row->words[i] == 'w';
        struct record_event ev = {
            .type = row->words[i] == 'p' ? RECORD_PASSED : RECORD_RETRIEVED,
            .lesson = "capstone",
            .utc_ms = PASS_MS + (int64_t)row->hours[i] * HOUR,
            .verdict = wrong ? "wrong" : "right",
            .detail = wrong ? "{\"look\": \"turning\"}" : "",
        };

        progress_add(p, &ev);
    }
    r = progress_retrieval(p, "capstone");
    assert_int_equal(r.passed, strchr(row->words, 'p') != NULL);
    assert_int_equal(r.kept, row->kept);
    assert_int_equal(r.due_ms, row->due ? PASS_MS + (int64_t)row->due * HOUR : 0);
    assert_int_equal(r.mastered, row->mastered);
    assert_int_equal(r.missed, row->missed);
    assert_string_equal(r.look, row->missed ? "turning" : "");
    assert_false(progress_retrieval(p, "turning").passed);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, rows, check_row);
    return table_run(&t, "record retrieval");
}
