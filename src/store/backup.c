#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store_priv.h"

static bool
unwritable(const char *path, struct err *e)
{
    return err_at(e, (struct pos){0}, ERR_FILE_UNWRITABLE, "%s cannot be written (%s)",
                  path, strerror(errno));
}

static bool
put_line(FILE *out, struct arena *a, const struct record_event *ev)
{
    bool ok = fputs(record_event_line(a, ev), out) >= 0 && fputc('\n', out) != EOF;

    arena_reset(a);
    return ok;
}

static bool
put_lines(struct store *s, FILE *out, int *rc)
{
    struct arena *a = arena_new();
    struct merge m = {.arena = arena_new()};
    struct record_event ev;
    bool ok = true;

    *rc = s->db ? merge_open(&m, s->db) : SQLITE_OK;
    while (ok && *rc == SQLITE_OK && merge_next(&m, &ev, rc))
        ok = put_line(out, a, &ev);
    merge_close(&m);
    for (int i = 0; ok && i < s->n_waiting; i++)
        ok = put_line(out, a, &s->waiting[i]);
    arena_free(m.arena);
    arena_free(a);
    return ok;
}

static void
sync_folder_of(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *folder =
        !slash ? "." : arena_strndup(a, path, (size_t)(slash - path) + 1);
    int fd = open(folder, O_RDONLY | O_CLOEXEC);

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

/* Write everything to `path`, which must not be there yet. */
static bool
write_new(struct store *s, const char *path, struct err *e)
{
    int rc, fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    bool ok;

    if (!out)
        return unwritable(path, e);
    ok = put_lines(s, out, &rc) && fflush(out) == 0 && fsync(fd) == 0;
    if (!ok)
        unwritable(path, e);
    if (fclose(out) != 0 && ok)
        ok = unwritable(path, e);
    if (ok && rc != SQLITE_OK)
        ok = database_error(s, rc, e);
    return ok;
}

bool
store_export(struct store *s, const char *path, struct err *e)
{
    struct arena *a = arena_new();
    char *temp = arena_printf(a, "%s.%ld.new", path, (long)getpid());
    bool ok = write_new(s, temp, e);

    if (ok && rename(temp, path) != 0)
        ok = unwritable(path, e);
    if (ok)
        sync_folder_of(a, path);
    else
        unlink(temp);
    arena_free(a);
    return ok;
}

/* ---- daily copies ---------------------------------------------------------------- */

enum { COPIES = 7 };

static int
by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* Whether `name` is STEM-2026-03-01.db: sorted by name they are sorted by day. */
static bool
is_copy(const char *name, const char *stem)
{
    static const char form[] = "-dddd-dd-dd.db";
    size_t n = strlen(stem);

    if (strncmp(name, stem, n) != 0 || strlen(name + n) != strlen(form))
        return false;
    for (size_t i = 0; form[i]; i++)
        if (form[i] == 'd' && i < 11 ? !isdigit((unsigned char)name[n + i])
                                     : name[n + i] != form[i])
            return false;
    return true;
}

static void
remove_old_copies(struct arena *a, const char *folder, const char *stem)
{
    enum { SEEN = 64 };
    const char *names[SEEN];
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    int n = 0;

    while (dir && n < SEEN && (entry = readdir(dir)))
        if (is_copy(entry->d_name, stem))
            names[n++] = arena_strdup(a, entry->d_name);
    if (dir)
        closedir(dir);
    qsort(names, (size_t)n, sizeof *names, by_name);
    for (int i = 0; i < n - COPIES; i++)
        unlink(arena_printf(a, "%s/%s", folder, names[i]));
}

/* SQLite writes only into a file that is empty; so its mode is ours. */
static bool
copy_to(struct store *s, const char *path)
{
    int rc, fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", path);

    if (fd < 0) {
        sqlite3_free(sql);
        return false;
    }
    close(fd);
    rc = sql ? database_run(s->db, sql) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (rc != SQLITE_OK)
        unlink(path);
    return rc == SQLITE_OK;
}

void
backup_daily(struct store *s)
{
    struct arena *a = arena_new();
    const char *folder = arena_printf(a, "%s/backups", s->folder);
    const char *stem = store_stem(a, s->path);
    time_t now = (time_t)(s->now_ms() / 1000);
    char date[16] = "";
    struct tm day;

    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    if (*date && store_folder(folder, NULL) &&
        copy_to(s, arena_printf(a, "%s/%s-%s.db", folder, stem, date)))
        remove_old_copies(a, folder, stem);
    arena_free(a);
}

/* ---- checking -------------------------------------------------------------------- */

static bool
is_sound(struct store *s, struct err *e)
{
    sqlite3_stmt *row = NULL;
    const char *said = "ok";
    int rc = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1, &row, NULL);
    bool ok;

    if (rc == SQLITE_OK)
        rc = sqlite3_step(row);
    if (rc == SQLITE_ROW)
        said = (const char *)sqlite3_column_text(row, 0);
    else
        database_error(s, rc, e);
    ok = rc == SQLITE_ROW && strcmp(said, "ok") == 0;
    if (rc == SQLITE_ROW && !ok)
        err_at(e, (struct pos){0}, ERR_STORE_DAMAGED, "%s: %s", s->path, said);
    sqlite3_finalize(row);
    return ok;
}

/* Where the walk along one device's chain is. */
struct chain {
    char device[37];
    int64_t seq;
    uint64_t hash;
};

static bool
fits(struct chain *c, sqlite3_stmt *rows, const struct record_event *ev, struct err *e)
{
    uint64_t previous, hash;

    if (strcmp(c->device, ev->device) != 0) {
        *c = (struct chain){.seq = 0};
        snprintf(c->device, sizeof c->device, "%s", ev->device);
    }
    rows_hashes(rows, &previous, &hash);
    if (ev->seq != c->seq + 1)
        return err_at(e, (struct pos){0}, ERR_STORE_CHAIN,
                      "event %lld of device %s is missing", (long long)c->seq + 1,
                      c->device);
    if (previous != c->hash || !repair_is_whole(ev, previous, hash))
        return err_at(e, (struct pos){0}, ERR_STORE_CHAIN,
                      "event %lld of device %s was changed, or one before it",
                      (long long)ev->seq, c->device);
    c->seq = ev->seq;
    c->hash = hash;
    return true;
}

bool
store_verify(struct store *s, struct err *e)
{
    struct chain c = {.device = ""};
    sqlite3_stmt *rows = NULL;
    struct record_event ev;
    bool ok = true;
    int rc;

    *e = (struct err){0};
    if (!s->db && !store_connect(s, e))
        return false;
    if (!is_sound(s, e))
        return false;
    rc = sqlite3_prepare_v2(s->db,
                            "SELECT " ROWS_COLUMNS " FROM event ORDER BY device, seq", -1,
                            &rows, NULL);
    while (rc == SQLITE_OK && ok && rows_next(rows, &ev, &rc))
        ok = fits(&c, rows, &ev, e);
    sqlite3_finalize(rows);
    return ok && (rc == SQLITE_OK || database_error(s, rc, e));
}
