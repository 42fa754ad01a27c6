/*
 * A record in a temporary folder, for the tests of room store.
 */
#ifndef ROPEWALK_TESTS_STORE_PLACE_H
#define ROPEWALK_TESTS_STORE_PLACE_H

#include "unit/table.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

struct place {
    struct arena *a;
    char *dir;
    struct store_places places;
    struct store *s;
    struct err e;
};

static inline void
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

/* In memory where there is such a folder: hundreds of commits wait for no disk. */
static inline const char *
temporary_folder(void)
{
    const char *tmp = getenv("TMPDIR");

    if (tmp && *tmp)
        return tmp;
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

static inline struct place
place_new(void)
{
    struct place p = {.a = arena_new()};

    p.dir = arena_printf(p.a, "%s/ropewalk-test-XXXXXX", temporary_folder());
    assert_non_null(mkdtemp(p.dir));
    p.places.data = p.dir;
    p.places.record = arena_printf(p.a, "%s/record.db", p.dir);
    return p;
}

static inline void
place_open(struct place *p)
{
    p->s = store_open(&p->places, &p->e);
    assert_non_null(p->s);
}

static inline void
place_close(struct place *p)
{
    store_close(p->s);
    p->s = NULL;
}

static inline void
place_free(struct place *p)
{
    store_close(p->s);
    remove_tree(p->dir);
    arena_free(p->a);
}

static inline bool
say(struct place *p, const char *response)
{
    struct record_event ev = {.type = RECORD_ANSWERED,
                              .lesson = "rope",
                              .item = "q1",
                              .response = response,
                              .verdict = "wrong"};

    return store_append(p->s, &ev, NULL, &p->e);
}

static inline void
say_many(struct place *p, int from, int to)
{
    for (int i = from; i < to; i++)
        assert_true(say(p, arena_printf(p->a, "answer %d", i)));
}

/* What a replay knows of the question: its distinct wrong answers. */
static inline struct item_progress
replayed(struct place *p)
{
    struct progress *progress = progress_new(p->a);

    store_replay(p->s, progress, &p->e);
    return progress_item(progress, "rope", "q1");
}

/* One number from the record, past the store. */
static inline int
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
static inline int
run_in_file(const struct place *p, const char *sql)
{
    sqlite3 *db;
    int rc;

    assert_int_equal(sqlite3_open(p->places.record, &db), SQLITE_OK);
    rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
    return rc;
}

static inline long
size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

static inline int
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

static inline void
write_file(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Run in a child that is not root, so that permissions count; its answer. */
static inline bool
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

static inline void
give_away(const struct place *p)
{
    if (geteuid() == 0 && (chown(p->dir, 65534, 65534) != 0))
        fail();
    if (geteuid() == 0 && size_of(p->places.record) >= 0 &&
        chown(p->places.record, 65534, 65534) != 0)
        fail();
}

static inline void
nap(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&t, NULL);
}

#endif
