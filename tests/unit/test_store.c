#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "unit/store_place.h"

/* ---- what works ------------------------------------------------------------------ */

static void
check_round_trip(void **state)
{
    struct place p = place_new();
    struct progress *direct = progress_new(p.a);
    struct record_event ev = {.type = RECORD_REACHED,
                              .lesson = "rope",
                              .step = "shift",
                              .detail = "{\"beat\":2}"};

    (void)state;
    place_open(&p);
    assert_int_equal(p.e.code, ERR_NONE);
    assert_true(store_saving(p.s));
    assert_true(store_append(p.s, &ev, direct, &p.e));
    assert_true(ev.seq == 1 && ev.utc_ms > INT64_C(1600000000000));
    assert_int_equal(ev.local_day, record_local_day(ev.utc_ms, ev.tz_minutes));
    assert_int_equal(strlen(ev.device), 16);
    assert_int_equal(strlen(ev.uuid), 36);
    assert_int_equal(progress_lesson(direct, "rope").beat, 2);
    assert_true(say(&p, "cos(\xff\n\"θ\""));
    place_close(&p);
    place_open(&p);
    assert_string_equal(replayed(&p).response, "cos(\xff\n\"θ\"");
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

static void
check_settings(void **state)
{
    struct place p = place_new();
    struct stat st;

    (void)state;
    p.places.record = arena_printf(p.a, "%s/new/and deeper/record.db", p.dir);
    umask(0);
    place_open(&p);
    assert_true(say(&p, "1"));
    umask(022);
    assert_int_equal(stat(p.places.record, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    assert_int_equal(stat(arena_printf(p.a, "%s/new", p.dir), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    assert_int_equal(stat(arena_printf(p.a, "%s/new/and deeper", p.dir), &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    assert_int_equal(ask_file(&p, "PRAGMA application_id"), 0x726F7065);
    assert_int_equal(ask_file(&p, "PRAGMA user_version"), 1);
    assert_int_equal(
        ask_file(&p, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1);
    place_free(&p);
}

static void
check_append_only(void **state)
{
    struct place p = place_new();

    (void)state;
    place_open(&p);
    say_many(&p, 0, 3);
    assert_int_equal(run_in_file(&p, "UPDATE event SET mark = 1"), SQLITE_CONSTRAINT);
    assert_int_equal(run_in_file(&p, "DELETE FROM event"), SQLITE_CONSTRAINT);
    assert_int_equal(run_in_file(&p,
                                 "INSERT INTO event SELECT 99, 'x', device, seq, 0, 0, 0,"
                                 "'opened', '', '', '', 0, 0, 0, '', '', 0, '', 0, 0 "
                                 "FROM event LIMIT 1"),
                     SQLITE_CONSTRAINT);
    place_free(&p);
}

static void
check_mode_repaired(void **state)
{
    struct place p = place_new();
    struct stat st;

    (void)state;
    place_open(&p);
    place_close(&p);
    assert_int_equal(chmod(p.places.record, 0644), 0);
    place_open(&p);
    assert_int_equal(stat(p.places.record, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    place_free(&p);
}

static void
check_seed(void **state)
{
    struct place p = place_new();
    struct store_places nowhere = {0};
    struct store *memory = store_open(&nowhere, &p.e);
    uint64_t seed;

    (void)state;
    place_open(&p);
    seed = store_seed(p.s);
    assert_true(seed != 0 && store_seed(p.s) == seed);
    place_close(&p);
    place_open(&p);
    assert_true(store_seed(p.s) == seed);
    assert_true(store_seed(memory) != 0 && store_seed(memory) == store_seed(memory));
    store_close(memory);
    place_free(&p);
}

static int64_t
long_ago(void)
{
    return 1000;
}

/* A clock that is set back does not change what happened after what. */
static void
check_clock_back(void **state)
{
    struct place p = place_new();

    (void)state;
    place_open(&p);
    say_many(&p, 0, 2);
    store_use_clock(p.s, long_ago);
    assert_true(say(&p, "last"));
    assert_string_equal(replayed(&p).response, "last");
    assert_int_equal(ask_file(&p, "SELECT local_day FROM event WHERE seq = 3"), -1);
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

/* Two devices: merged by time, but never against the order within one of them. */
static void
check_two_devices(void **state)
{
    static const char lines[] =
        "{\"uuid\":\"00000000-0000-4000-8000-000000000001\",\"device\":\"a\",\"seq\":1,"
        "\"utc_ms\":100,\"type\":\"answered\",\"lesson\":\"rope\",\"item\":\"q1\","
        "\"verdict\":\"wrong\",\"response\":\"a1\"}\n"
        "{\"uuid\":\"00000000-0000-4000-8000-000000000002\",\"device\":\"a\",\"seq\":2,"
        "\"utc_ms\":50,\"type\":\"answered\",\"lesson\":\"rope\",\"item\":\"q1\","
        "\"verdict\":\"wrong\",\"response\":\"a2\"}\n"
        "not an event\n"
        "{\"uuid\":\"00000000-0000-4000-8000-000000000003\",\"device\":\"b\",\"seq\":1,"
        "\"utc_ms\":70,\"type\":\"answered\",\"lesson\":\"rope\",\"item\":\"q1\","
        "\"verdict\":\"wrong\",\"response\":\"b1\"}\n"
        "{\"uuid\":\"00000000-0000-4000-8000-000000000004\",\"device\":\"b\",\"seq\":2,"
        "\"utc_ms\":101,\"type\":\"answered\",\"lesson\":\"rope\",\"item\":\"q1\","
        "\"verdict\":\"wrong\",\"response\":\"b2\"}\n"
        "{\"uuid\":\"00000000-0000-4000-8000-000000000005\",\"device\":\"b\",\"se";
    static const char *const order[] = {"b1", "a1", "a2", "b2"};
    struct place p = place_new();
    struct item_progress item;

    (void)state;
    write_file(p.places.record, "", 0);
    write_file(arena_printf(p.a, "%s/record-x.jsonl", p.dir), lines, strlen(lines));
    place_open(&p);
    assert_int_equal(p.e.code, ERR_STORE_DAMAGED);
    assert_true(store_saving(p.s));
    item = replayed(&p);
    assert_int_equal(item.n_wrong, 4);
    for (int i = 0; i < 4; i++)
        assert_string_equal(item.wrong[i], order[i]);
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

static const struct zone_row {
    const char *name, *tz;
    int minutes;
} zone_rows[] = {
    {"UTC",                  "UTC0",     0   },
    {"half an hour east",    "XST-5:30", 330 },
    {"west",                 "WST9",     -540},
    {"across the date line", "KST-14",   840 },
};

static void
check_zone(void **state)
{
    const struct zone_row *r = *state;
    struct place p = place_new();
    struct record_event ev = {.type = RECORD_OPENED};

    setenv("TZ", r->tz, 1);
    place_open(&p);
    assert_true(store_append(p.s, &ev, NULL, &p.e));
    assert_int_equal(ev.tz_minutes, r->minutes);
    unsetenv("TZ");
    place_free(&p);
}

static void
check_verify(void **state)
{
    static const char *const changes[] = {
        "UPDATE event SET response = 'better' WHERE seq = 3",
        "DELETE FROM event WHERE seq = 2",
        "UPDATE event SET prev_hash = 7 WHERE seq = 4",
    };

    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct place p = place_new();

        place_open(&p);
        say_many(&p, 0, 5);
        assert_true(store_verify(p.s, &p.e));
        assert_int_equal(run_in_file(&p, "DROP TRIGGER event_is_not_changed;"
                                         "DROP TRIGGER event_is_not_deleted"),
                         SQLITE_OK);
        assert_int_equal(run_in_file(&p, changes[i]), SQLITE_OK);
        assert_false(store_verify(p.s, &p.e));
        assert_int_equal(p.e.code, ERR_STORE_CHAIN);
        place_free(&p);
    }
}

static void
check_export(void **state)
{
    struct place p = place_new();
    char *path = arena_printf(p.a, "%s/out.jsonl", p.dir), *text;
    struct record_event ev;
    size_t len;

    (void)state;
    place_open(&p);
    say_many(&p, 0, 2);
    assert_true(store_export(p.s, path, &p.e));
    assert_true(store_read_file(p.a, path, 100000, &text, &len, &p.e));
    assert_true(
        record_event_read(p.a, text, strcspn(text, "\n"), (struct pos){0}, &ev, &p.e));
    assert_string_equal(ev.response, "answer 0");
    assert_true(ev.seq == 1);
    assert_false(store_export(p.s, arena_printf(p.a, "%s/none/out", p.dir), &p.e));
    assert_int_equal(p.e.code, ERR_FILE_UNWRITABLE);
    place_close(&p);
    assert_int_equal(count_names(&p, ".jsonl"), 2);
    assert_int_equal(count_names(&p, ".new"), 0);
    place_free(&p);
}

static int64_t the_day; /* what the clock below says */

static int64_t
at_that_day(void)
{
    return INT64_C(1772355600000) + the_day * 86400000;
}

/* One copy a day, the last seven are kept, each of them a whole record. */
static void
check_daily(void **state)
{
    struct place p = place_new(), copy = {.a = p.a};
    struct stat st;

    (void)state;
    for (the_day = 0; the_day < 10; the_day++) {
        for (int session = 0; session < 2; session++) {
            place_open(&p);
            store_use_clock(p.s, at_that_day);
            assert_true(say(&p, arena_printf(p.a, "%d.%d", (int)the_day, session)));
            place_close(&p);
        }
    }
    copy.dir = arena_printf(p.a, "%s/backups", p.dir);
    assert_int_equal(count_names(&copy, ".db"), 7);
    assert_int_equal(stat(arena_printf(p.a, "%s/record-2026-03-10.db", copy.dir), &st),
                     0);
    assert_int_equal(st.st_mode & 07777, 0600);
    copy.places.record = arena_printf(p.a, "%s/record-2026-03-04.db", copy.dir);
    place_open(&copy);
    assert_int_equal(replayed(&copy).n_wrong, 7); /* two a day, one on its own */
    assert_true(store_verify(copy.s, &copy.e));
    place_close(&copy);
    place_free(&p);
}

/* ---- processes ------------------------------------------------------------------- */

/* Say things until killed; one byte to `out` for each that was committed. */
static void
talk(struct place *p, int round, int out)
{
    place_open(p);
    for (int i = 0; i < 100000; i++) {
        if (!say(p, arena_printf(p->a, "%d-%d", round, i)))
            _exit(1);
        if (write(out, "x", 1) != 1)
            _exit(1);
    }
}

/* Kill it a while after so many commits; how many there were in all. */
static int
talk_and_kill(struct place *p, int round, int commits, long ms)
{
    int pipes[2], n = 0, status;
    char byte;
    pid_t pid;

    assert_int_equal(pipe(pipes), 0);
    pid = fork();
    if (pid == 0) {
        talk(p, round, pipes[1]);
        _exit(0);
    }
    close(pipes[1]);
    while (n < commits && read(pipes[0], &byte, 1) == 1)
        n++;
    nap(ms);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status));
    while (read(pipes[0], &byte, 1) == 1)
        n++;
    close(pipes[0]);
    return n;
}

static void
check_kills(void **state)
{
    enum { KILLS = 60 };
    struct place p = place_new();
    int told = 0, found = 0;

    (void)state;
    for (int round = 0; round < KILLS; round++) {
        int n = talk_and_kill(&p, round, round % 4, round * 7 % 23);

        told += n;
        found = ask_file(&p, arena_printf(p.a,
                                          "SELECT count(*) FROM event WHERE response "
                                          "GLOB '%d-*'",
                                          round));
        assert_true(n == 0 || (found >= n && found <= n + 1));
    }
    assert_true(told >= KILLS);
    place_open(&p);
    assert_int_equal(p.e.code, ERR_NONE);
    assert_true(store_verify(p.s, &p.e));
    assert_int_equal(count_names(&p, "corrupt"), 0);
    place_free(&p);
}

static bool
run_talk(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    for (int i = 0; i < 40; i++)
        if (!say(p, arena_printf(p->a, "%ld %d", (long)getpid(), i)))
            return false;
    store_close(p->s);
    return true;
}

/* Four sessions on one record that does not exist yet: nothing lost, one chain. */
static void
check_sessions(void **state)
{
    enum { SESSIONS = 4 };
    struct place p = place_new();
    int status;

    (void)state;
    for (int i = 0; i < SESSIONS; i++)
        if (fork() == 0)
            _exit(run_talk(&p) ? 0 : 1);
    for (int i = 0; i < SESSIONS; i++) {
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    place_open(&p);
    assert_int_equal(replayed(&p).n_wrong, 40 * SESSIONS);
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

/* Another program holds the record for a moment: the store waits. */
static void
check_busy(void **state)
{
    struct place p = place_new();
    pid_t pid;
    int status;

    (void)state;
    place_open(&p);
    pid = fork();
    if (pid == 0) {
        sqlite3 *db;

        sqlite3_open(p.places.record, &db);
        sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
        nap(400);
        _exit(0);
    }
    nap(100);
    assert_true(say(&p, "patient"));
    waitpid(pid, &status, 0);
    place_free(&p);
}

int
main(void)
{
    struct table t = {0};

    table_add(&t, "what is appended comes back", check_round_trip, NULL);
    table_add(&t, "modes and settings of the record", check_settings, NULL);
    table_add(&t, "events cannot be changed or deleted", check_append_only, NULL);
    table_add(&t, "a record that others can read is closed", check_mode_repaired, NULL);
    table_add(&t, "the seed stays", check_seed, NULL);
    table_add(&t, "the clock is set back", check_clock_back, NULL);
    table_add(&t, "events of two devices", check_two_devices, NULL);
    TABLE_ROWS(&t, zone_rows, check_zone);
    table_add(&t, "verify finds what was changed", check_verify, NULL);
    table_add(&t, "a copy every day", check_daily, NULL);
    table_add(&t, "export as lines", check_export, NULL);
    table_add(&t, "killed again and again", check_kills, NULL);
    table_add(&t, "four sessions at once", check_sessions, NULL);
    table_add(&t, "a lock that goes away", check_busy, NULL);
    return table_run(&t, "store");
}
