#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "unit/table.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

/* ---- a place of our own --------------------------------------------------------------
 */

struct place {
    struct arena *a;
    char *dir;
    struct store_places places;
    struct store *s;
    struct err e;
};

static void
remove_tree(const char *path)
{
    struct arena *a = arena_new();
    DIR *dir = opendir(path);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char *name = arena_printf(a, "%s/%s", path, entry->d_name);

        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            unlink(name) != 0)
            remove_tree(name);
    }
    if (dir)
        closedir(dir);
    rmdir(path);
    arena_free(a);
}

static struct place
place_new(void)
{
    struct place p = {.a = arena_new()};
    const char *tmp = getenv("TMPDIR");

    p.dir = arena_printf(p.a, "%s/ropewalk-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(p.dir));
    p.places.data = p.dir;
    p.places.record = arena_printf(p.a, "%s/record.db", p.dir);
    return p;
}

static void
place_open(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    assert_non_null(p->s);
}

static void
place_close(struct place *p)
{
    store_close(p->s);
    p->s = NULL;
}

static void
place_free(struct place *p)
{
    store_close(p->s);
    remove_tree(p->dir);
    arena_free(p->a);
}

static bool
say(struct place *p, const char *response)
{
    struct record_event ev = {.type = RECORD_ANSWERED,
                              .lesson = "rope",
                              .item = "q1",
                              .response = response,
                              .verdict = "wrong"};

    return store_append(p->s, &ev, NULL, &p->e);
}

static void
say_many(struct place *p, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_true(say(p, arena_printf(p->a, "answer %d", i)));
}

/* What a replay knows of the question: its distinct wrong answers. */
static struct item_progress
replayed(struct place *p)
{
    struct progress *progress = progress_new(p->a);

    store_replay(p->s, progress, &p->e);
    return progress_item(progress, "rope", "q1");
}

/* One number from the record, past the store. */
static int
ask_file(const struct place *p, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    int n = -1;

    assert_int_equal(sqlite3_open(p->places.record, &db), SQLITE_OK);
    if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK) {
        if (sqlite3_step(row) == SQLITE_ROW)
            n = sqlite3_column_int(row, 0);
        sqlite3_finalize(row);
    }
    sqlite3_close(db);
    return n;
}

/* An SQLite result code. */
static int
run_in_file(const struct place *p, const char *sql)
{
    sqlite3 *db;
    int rc;

    assert_int_equal(sqlite3_open(p->places.record, &db), SQLITE_OK);
    rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    return rc;
}

static long
size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

static int
count_names(const struct place *p, const char *part)
{
    DIR *dir = opendir(p->dir);
    const struct dirent *entry;
    int n = 0;

    while ((entry = readdir(dir)))
        n += strstr(entry->d_name, part) != NULL;
    closedir(dir);
    return n;
}

static void
write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Run in a child that is not root, so that permissions count; its answer. */
static bool
in_child(struct place *p, bool (*run)(struct place *))
{
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(2);
        _exit(run(p) ? 0 : 1);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void
give_away(const struct place *p)
{
    if (geteuid() == 0 && (chown(p->dir, 65534, 65534) != 0))
        fail();
    if (geteuid() == 0 && size_of(p->places.record) >= 0 &&
        chown(p->places.record, 65534, 65534) != 0)
        fail();
}

/* ---- what works
 * ------------------------------------------------------------------------ */

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

/* ---- what does not work: learning goes on
 * ------------------------------------------------ */

/* Nothing is saved, one sentence says so, nothing is lost while the program runs. */
static void
assert_in_memory(struct place *p, enum err_code code, const char *part)
{
    place_open(p);
    assert_int_equal(p->e.code, code);
    assert_non_null(strstr(p->e.msg, part));
    assert_false(store_saving(p->s));
    assert_false(say(p, "first"));
    assert_int_equal(p->e.code, code);
    assert_false(say(p, "second"));
    assert_int_equal(store_unsaved(p->s), 2);
    assert_false(store_flush(p->s, &p->e));
    assert_int_equal(replayed(p).n_wrong, 2);
}

static void
spoil_nothing_named(struct place *p)
{
    p->places = (struct store_places){0};
}

static void
spoil_below_a_file(struct place *p)
{
    write_file(arena_printf(p->a, "%s/file", p->dir), "x", 1);
    p->places.record = arena_printf(p->a, "%s/file/record.db", p->dir);
}

static void
spoil_folder_in_its_place(struct place *p)
{
    assert_int_equal(mkdir(p->places.record, 0700), 0);
}

static void
spoil_link(struct place *p)
{
    assert_int_equal(symlink("/etc/passwd", p->places.record), 0);
}

static void
spoil_dangling_link(struct place *p)
{
    assert_int_equal(
        symlink(arena_printf(p->a, "%s/elsewhere", p->dir), p->places.record), 0);
}

static void
spoil_pipe(struct place *p)
{
    assert_int_equal(mkfifo(p->places.record, 0600), 0);
}

static void
spoil_world_writable(struct place *p)
{
    assert_int_equal(chmod(p->dir, 0777), 0);
}

static void
spoil_group_writable(struct place *p)
{
    assert_int_equal(chmod(p->dir, 0770), 0);
}

static void
spoil_slash_at_end(struct place *p)
{
    p->places.record = arena_printf(p->a, "%s/", p->dir);
}

static void
spoil_newer(struct place *p)
{
    place_open(p);
    place_close(p);
    assert_int_equal(run_in_file(p, "PRAGMA user_version = 2"), SQLITE_OK);
}

static void
spoil_foreign_id(struct place *p)
{
    assert_int_equal(run_in_file(p, "PRAGMA application_id = 7"), SQLITE_OK);
}

static void
spoil_foreign_tables(struct place *p)
{
    assert_int_equal(run_in_file(p, "CREATE TABLE bookmarks(x)"), SQLITE_OK);
}

static const struct spoilt_row {
    const char *name;
    void (*spoil)(struct place *p);
    enum err_code code;
    const char *part;
} spoilt_rows[] = {
    {"nothing names a place",       spoil_nothing_named,       ERR_STORE_NO_HOME, "no place"          },
    {"a path below a file",         spoil_below_a_file,        ERR_STORE_FOLDER,  "/file is no folder"},
    {"a folder in its place",       spoil_folder_in_its_place, ERR_STORE_OPEN,    "ordinary file"     },
    {"a link in its place",         spoil_link,                ERR_STORE_OPEN,    "ordinary file"     },
    {"a dangling link",             spoil_dangling_link,       ERR_STORE_OPEN,    "ordinary file"     },
    {"a named pipe",                spoil_pipe,                ERR_STORE_OPEN,    "ordinary file"     },
    {"a world-writable folder",     spoil_world_writable,      ERR_STORE_FOLDER,
     "others can write"                                                                               },
    {"a group-writable folder",     spoil_group_writable,      ERR_STORE_FOLDER,
     "others can write"                                                                               },
    {"a path that ends in a slash", spoil_slash_at_end,        ERR_STORE_OPEN,    "is a folder"       },
    {"a newer version",             spoil_newer,               ERR_STORE_NEWER,   "newer ropewalk"    },
    {"another program's id",        spoil_foreign_id,          ERR_STORE_FOREIGN, "another program"   },
    {"another program's tables",    spoil_foreign_tables,      ERR_STORE_FOREIGN,
     "another program"                                                                                },
};

static void
check_spoilt(void **state)
{
    const struct spoilt_row *r = *state;
    struct place p = place_new();

    r->spoil(&p);
    assert_in_memory(&p, r->code, r->part);
    place_free(&p);
}

/* What was in the way goes away: the next answer takes the others along. */
static void
check_heals(void **state)
{
    struct place p = place_new();

    (void)state;
    spoil_folder_in_its_place(&p);
    assert_in_memory(&p, ERR_STORE_OPEN, "ordinary file");
    assert_int_equal(rmdir(p.places.record), 0);
    assert_true(say(&p, "third"));
    assert_true(store_saving(p.s));
    assert_int_equal(store_unsaved(p.s), 0);
    place_close(&p);
    place_open(&p);
    assert_int_equal(replayed(&p).n_wrong, 3);
    assert_true(store_verify(p.s, &p.e));
    place_free(&p);
}

static bool
run_read_only_empty(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_READ_ONLY && !store_saving(p->s) && !say(p, "x") &&
           store_unsaved(p->s) == 1 && replayed(p).n_wrong == 1;
}

static bool
run_read_only(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_READ_ONLY && !store_saving(p->s) && !say(p, "x") &&
           p->e.code == ERR_STORE_READ_ONLY && store_unsaved(p->s) == 1 &&
           replayed(p).n_wrong == 4;
}

static bool
run_not_mine(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    return p->e.code == ERR_STORE_FOLDER && strstr(p->e.msg, "belongs to somebody else");
}

/* A folder that cannot be written: what is there is read, what is new stays in memory. */
static void
check_read_only(void **state)
{
    struct place empty = place_new(), p = place_new();

    (void)state;
    assert_int_equal(chmod(empty.dir, 0500), 0);
    give_away(&empty);
    assert_true(in_child(&empty, run_read_only_empty));
    place_open(&p);
    say_many(&p, 0, 3);
    place_close(&p);
    assert_int_equal(chmod(p.dir, 0500), 0);
    give_away(&p);
    assert_true(in_child(&p, run_read_only));
    assert_int_equal(chmod(p.places.record, 0400), 0);
    assert_int_equal(chmod(p.dir, 0700), 0);
    assert_true(in_child(&p, run_read_only));
    chmod(empty.dir, 0700);
    place_free(&empty);
    place_free(&p);
}

static void
check_not_mine(void **state)
{
    struct place p = place_new();

    (void)state;
    if (geteuid() != 0) {
        place_free(&p);
        skip();
    }
    assert_int_equal(chmod(p.dir, 0755), 0);
    assert_true(in_child(&p, run_not_mine));
    place_free(&p);
}

/* The disk is full for a while: a limit on file sizes stands for it. */
static bool
run_full(struct place *p)
{
    struct rlimit limit;
    char *big = arena_alloc(p->a, 3001, 1);
    int refused = 0;

    memset(big, 'x', 3000);
    signal(SIGXFSZ, SIG_IGN);
    p->s = store_open(&p->places, &p->e);
    if (!say(p, "small") || getrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    limit.rlim_cur = (rlim_t)size_of(p->places.record) + 5000;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0)
        return false;
    for (int i = 0; i < 10; i++) {
        big[0] = (char)('0' + i);
        refused += !say(p, big);
    }
    if (refused < 5 || p->e.code != ERR_STORE_WRITE || store_saving(p->s) ||
        store_unsaved(p->s) != refused || replayed(p).n_wrong != 11)
        return false;
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0 || !say(p, "room again"))
        return false;
    return store_saving(p->s) && replayed(p).n_wrong == 12 && store_verify(p->s, &p->e);
}

static void
check_full(void **state)
{
    struct place p = place_new();

    (void)state;
    give_away(&p);
    assert_true(in_child(&p, run_full));
    place_free(&p);
}

/* ---- damage
 * ------------------------------------------------------------------------------ */

enum { TOLD = 30 };

static char *
make_record(struct place *p, size_t *len)
{
    char *bytes;

    place_open(p);
    say_many(p, 0, TOLD);
    place_close(p);
    assert_true(store_read_file(p->a, p->places.record, 10000000, &bytes, len, &p->e));
    return bytes;
}

static void
remove_matching(const struct place *p, const char *part)
{
    struct arena *a = arena_new();
    DIR *dir = opendir(p->dir);
    const struct dirent *entry;

    while ((entry = readdir(dir)))
        if (strstr(entry->d_name, part))
            unlink(arena_printf(a, "%s/%s", p->dir, entry->d_name));
    closedir(dir);
    arena_free(a);
}

/* After some damage: it opens, says so, keeps the old file, and learning goes on. What a
 * replay gives was really said. */
static void
assert_survives(struct place *p, int at_least, bool damaged)
{
    struct item_progress item;

    place_open(p);
    item = replayed(p);
    assert_true(item.n_wrong >= at_least && item.n_wrong <= TOLD);
    for (int i = 0; i < item.n_wrong; i++)
        assert_non_null(strstr(item.wrong[i], "answer "));
    assert_true(say(p, "one more"));
    assert_true(store_saving(p->s));
    assert_int_equal(replayed(p).n_wrong, item.n_wrong + 1);
    if (damaged)
        assert_int_equal(count_names(p, "record.db.corrupt-"), 1);
    place_close(p);
}

static void
check_truncated(void **state)
{
    struct place p = place_new();
    size_t len, saved = 0;
    char *bytes = make_record(&p, &len);

    (void)state;
    for (size_t cut = 512; cut < len; cut += 512) {
        remove_matching(&p, "record");
        write_file(p.places.record, bytes, cut);
        assert_survives(&p, 0, true);
        saved += (size_t)ask_file(&p, "SELECT count(*) FROM event");
    }
    assert_true(saved > 3 * len / 512); /* whole pages that are left are read */
    place_free(&p);
}

/* With the backup of the last session everything comes back, even from nothing. */
static void
check_truncated_with_backup(void **state)
{
    struct place p = place_new();
    size_t len;
    char *bytes = make_record(&p, &len);

    (void)state;
    for (size_t cut = 0; cut < len; cut += 4096 + 512) {
        remove_matching(&p, "record.db");
        write_file(p.places.record, bytes, cut);
        assert_survives(&p, TOLD, cut > 0);
        remove_matching(&p, ".jsonl");
        write_file(p.places.record, bytes, len);
        place_open(&p); /* makes the backup anew */
        assert_true(say(&p, "answer 0"));
        place_close(&p);
    }
    place_free(&p);
}

static const struct damage_row {
    const char *name;
    long at; /* from the end when negative */
    int n;
    int at_least;
} damage_rows[] = {
    {"a header of zeros",    0,        100,  0},
    {"another kind of file", 0,        16,   0},
    {"the first page",       100,      3000, 0},
    {"a page in the middle", 3 * 4096, 4096, 0},
    {"the last page",        -4096,    4096, 0},
};

static void
check_damage(void **state)
{
    const struct damage_row *r = *state;
    struct place p = place_new();
    size_t len;
    char *bytes = make_record(&p, &len);
    size_t at = r->at < 0 ? len - (size_t)-r->at : (size_t)r->at;

    remove_matching(&p, ".jsonl");
    memset(bytes + at, 0x5A, (size_t)r->n);
    write_file(p.places.record, bytes, len);
    assert_survives(&p, r->at_least, false);
    place_free(&p);
}

/* The record breaks while the program runs. */
static void
check_damage_while_open(void **state)
{
    struct place p = place_new();
    char junk[8192];
    int fd;

    (void)state;
    memset(junk, 0x5A, sizeof junk);
    place_open(&p);
    say_many(&p, 0, 3);
    fd = open(p.places.record, O_WRONLY);
    assert_int_equal(pwrite(fd, junk, sizeof junk, 0), sizeof junk);
    close(fd);
    assert_true(say(&p, "after"));
    assert_int_equal(p.e.code, ERR_STORE_DAMAGED);
    assert_non_null(strstr(p.e.msg, "record.db.corrupt-"));
    assert_true(store_saving(p.s));
    assert_true(say(&p, "and on"));
    assert_int_equal(p.e.code, ERR_NONE);
    place_free(&p);
}

/* The file is taken away while the program runs: what is said later is in a new one. */
static void
check_taken_away(void **state)
{
    struct place p = place_new();

    (void)state;
    place_open(&p);
    say_many(&p, 0, 3);
    assert_int_equal(rename(p.places.record, arena_printf(p.a, "%s/old", p.dir)), 0);
    assert_true(say(&p, "after"));
    assert_int_equal(ask_file(&p, "SELECT count(*) FROM event"), 1);
    place_free(&p);
}

/* ---- processes
 * ----------------------------------------------------------------------------- */

static void
nap(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&t, NULL);
}

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

static int
talk_and_kill(struct place *p, int round, long ms)
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
        int n = talk_and_kill(&p, round, 5 + round * 7 % 41);

        told += n;
        found = ask_file(&p, arena_printf(p.a,
                                          "SELECT count(*) FROM event WHERE response "
                                          "GLOB '%d-*'",
                                          round));
        assert_true(n == 0 || (found >= n && found <= n + 1));
    }
    assert_true(told > KILLS);
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

/* ---- places, files, lessons
 * ------------------------------------------------------------- */

static const struct places_row {
    const char *name, *xdg, *home;
    struct store_places given;
    const char *data, *record; /* expected; NULL: refused */
} places_rows[] = {
    {"XDG",             "/x/data", "/home/a", {0},                             "/x/data/ropewalk", "/x/data/ropewalk/record.db"             },
    {"HOME",
     NULL,                         "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"an empty XDG",
     "",                           "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"a relative XDG",
     "data",                       "/home/a",
     {0},
     "/home/a/.local/share/ropewalk",                                                              "/home/a/.local/share/ropewalk/record.db"},
    {"a relative HOME", NULL,      "home",    {0},                             "",                 NULL                                     },
    {"nothing",         NULL,      NULL,      {0},                             "",                 NULL                                     },
    {"--data",          NULL,      NULL,      {.data = "here"},                "here",             "here/record.db"                         },
    {"--record",        NULL,      NULL,      {.record = "r.db"},              "",                 "r.db"                                   },
    {"both",            "/x",      "/y",      {.data = "d", .record = "r.db"}, "d",                "r.db"                                   },
};

static void
set_or_unset(const char *name, const char *value)
{
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void
check_places(void **state)
{
    const struct places_row *r = *state;
    struct arena *a = arena_new();
    struct store_places p = r->given;
    struct err e = {0};
    char *home = getenv("HOME") ? arena_strdup(a, getenv("HOME")) : NULL;

    set_or_unset("XDG_DATA_HOME", r->xdg);
    set_or_unset("HOME", r->home);
    assert_int_equal(store_default_places(a, &p, &e), r->record != NULL);
    assert_string_equal(p.data, r->data);
    assert_string_equal(p.record, r->record ? r->record : "");
    assert_int_equal(e.code, r->record ? ERR_NONE : ERR_STORE_NO_HOME);
    assert_true(p.lessons[0] == '/');
    set_or_unset("XDG_DATA_HOME", NULL);
    set_or_unset("HOME", home);
    arena_free(a);
}

static void
check_lessons_place(void **state)
{
    struct place p = place_new();
    struct store_places places = {.data = p.dir}, named = {.lessons = "mine"};
    char *lessons = arena_printf(p.a, "%s/lessons", p.dir);

    (void)state;
    setenv("ROPEWALK_DATA", p.dir, 1);
    assert_int_equal(mkdir(lessons, 0700), 0);
    assert_true(store_default_places(p.a, &places, &p.e));
    assert_string_equal(places.lessons, lessons);
    store_default_places(p.a, &named, &p.e);
    assert_string_equal(named.lessons, "mine");
    unsetenv("ROPEWALK_DATA");
    place_free(&p);
}

static void
check_read_file(void **state)
{
    struct place p = place_new();
    char *path = arena_printf(p.a, "%s/f", p.dir), *text;
    size_t len;

    (void)state;
    write_file(path, "a\0bc", 4);
    assert_true(store_read_file(p.a, path, 4, &text, &len, &p.e));
    assert_int_equal(len, 4);
    assert_memory_equal(text, "a\0bc", 5);
    assert_false(store_read_file(p.a, path, 3, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_TOO_LARGE);
    assert_false(store_read_file(p.a, p.dir, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_UNREADABLE);
    assert_false(
        store_read_file(p.a, arena_printf(p.a, "%s/x", path), 9, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    unlink(path);
    assert_false(store_read_file(p.a, path, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(store_read_file(p.a, path, 100, &text, &len, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_UNREADABLE);
    place_free(&p);
}

static void
put_lesson(struct place *p, const char *name, const char *text)
{
    write_file(arena_printf(p->a, "%s/%s", p->dir, name), text, strlen(text));
}

static void
check_lessons(void **state)
{
    struct place p = place_new();
    struct lesson_file *l;
    int n;

    (void)state;
    put_lesson(&p, "04-rope.md",
               "---\nid: rope-plane\nlabel: L04\ntitle: Two turns\nneeds: turning, p1\n"
               "minutes: 18\n---\n# Start {#s}\nid: wrong\n");
    put_lesson(&p, "02-quarter.md", "---\r\nid: quarter-turn\r\nminutes: -3\r\n---\r\n");
    put_lesson(&p, "10-broken.md", "no front matter");
    put_lesson(&p, "11-open.md", "---\nid: never-closed\n");
    put_lesson(&p, "12-empty.md", "");
    put_lesson(&p, "README.md", "---\nid: readme\n---\n");
    put_lesson(&p, "05-note.txt", "---\nid: note\n---\n");
    assert_int_equal(mkdir(arena_printf(p.a, "%s/13-folder.md", p.dir), 0700), 0);
    assert_true(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(n, 6);
    assert_string_equal(l[0].id, "quarter-turn");
    assert_string_equal(l[0].title, "quarter-turn");
    assert_int_equal(l[0].minutes, 0);
    assert_int_equal(l[0].n_needs, 0);
    assert_string_equal(l[1].id, "rope-plane");
    assert_string_equal(l[1].label, "L04");
    assert_string_equal(l[1].title, "Two turns");
    assert_int_equal(l[1].minutes, 18);
    assert_int_equal(l[1].n_needs, 2);
    assert_string_equal(l[1].needs[0], "turning");
    assert_string_equal(l[1].needs[1], "p1");
    assert_string_equal(l[1].path, arena_printf(p.a, "%s/04-rope.md", p.dir));
    assert_string_equal(l[2].id, "10-broken");
    assert_string_equal(l[3].id, "11-open");
    assert_string_equal(l[5].id, "13-folder");
    assert_false(store_lessons(p.a, arena_printf(p.a, "%s/no", p.dir), &l, &n, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_MISSING);
    assert_int_equal(n, 0);
    place_free(&p);
}

static void
check_lessons_limit(void **state)
{
    struct place p = place_new();
    struct lesson_file *l;
    int n;

    (void)state;
    for (int i = 0; i < STORE_LESSONS_MAX; i++)
        put_lesson(&p, arena_printf(p.a, "%03d.md", i), "");
    assert_true(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(n, STORE_LESSONS_MAX);
    put_lesson(&p, "999.md", "");
    assert_false(store_lessons(p.a, p.dir, &l, &n, &p.e));
    assert_int_equal(p.e.code, ERR_FILE_TOO_LARGE);
    place_free(&p);
}

static void
check_clock(void **state)
{
    int64_t before = store_monotonic_ms();

    (void)state;
    nap(2);
    assert_true(store_monotonic_ms() >= before + 1);
    assert_true(store_now_ms() / 1000 - (int64_t)time(NULL) <= 1);
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
    TABLE_ROWS(&t, zone_rows, check_zone);
    table_add(&t, "verify finds what was changed", check_verify, NULL);
    table_add(&t, "export as lines", check_export, NULL);
    TABLE_ROWS(&t, spoilt_rows, check_spoilt);
    table_add(&t, "what was in memory is saved later", check_heals, NULL);
    table_add(&t, "a read-only folder", check_read_only, NULL);
    table_add(&t, "a folder of somebody else", check_not_mine, NULL);
    table_add(&t, "a full disk", check_full, NULL);
    table_add(&t, "cut off at every 512 bytes", check_truncated, NULL);
    table_add(&t, "cut off, with a backup", check_truncated_with_backup, NULL);
    TABLE_ROWS(&t, damage_rows, check_damage);
    table_add(&t, "damaged while open", check_damage_while_open, NULL);
    table_add(&t, "taken away while open", check_taken_away, NULL);
    table_add(&t, "killed again and again", check_kills, NULL);
    table_add(&t, "four sessions at once", check_sessions, NULL);
    table_add(&t, "a lock that goes away", check_busy, NULL);
    TABLE_ROWS(&t, places_rows, check_places);
    table_add(&t, "where the lessons are", check_lessons_place, NULL);
    table_add(&t, "files are read whole or refused", check_read_file, NULL);
    table_add(&t, "the course is listed", check_lessons, NULL);
    table_add(&t, "a course has a limit", check_lessons_limit, NULL);
    table_add(&t, "the clocks run", check_clock, NULL);
    return table_run(&t, "store");
}
