#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
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
