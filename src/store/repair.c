#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store_priv.h"

enum { BACKUP_MAX = 64 * 1024 * 1024 };

/* Events found in damaged files and backups, before they go into the new record. */
struct pile {
    struct arena *arena;
    struct record_event *at;
    int n, cap;
};

static void
pile_add(struct pile *p, const struct record_event *ev)
{
    struct record_event copy = *ev;
    const char **texts[] = {&copy.device,   &copy.lesson,  &copy.step,  &copy.item,
                            &copy.response, &copy.verdict, &copy.detail};

    if (!*copy.uuid || !*copy.device || copy.seq < 1)
        return;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = arena_strdup(p->arena, *texts[i]);
    if (p->n == p->cap) {
        int cap = p->cap ? p->cap * 2 : 256;
        struct record_event *all = ARENA_ARRAY(p->arena, struct record_event, cap);

        if (p->n)
            memcpy(all, p->at, sizeof *all * (size_t)p->n);
        p->at = all;
        p->cap = cap;
    }
    p->at[p->n++] = copy;
}

static int
by_place(const void *x, const void *y)
{
    const struct record_event *a = x, *b = y;
    int device = strcmp(a->device, b->device);

    return device ? device : (a->seq > b->seq) - (a->seq < b->seq);
}

/* ---- damaged files --------------------------------------------------------------- */

bool
repair_is_whole(const struct record_event *ev, uint64_t previous, uint64_t hash)
{
    struct arena *a = arena_new();
    bool whole = record_event_hash(previous, record_event_line(a, ev)) == hash;

    arena_free(a);
    return whole;
}

static void
take_rows(struct pile *p, sqlite3 *db, const char *sql)
{
    struct record_event ev;
    sqlite3_stmt *rows = NULL;
    uint64_t previous, hash;
    int rc;

    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) == SQLITE_OK) {
        while (rows_next(rows, &ev, &rc)) {
            rows_hashes(rows, &previous, &hash);
            if (repair_is_whole(&ev, previous, hash))
                pile_add(p, &ev);
        }
    }
    sqlite3_finalize(rows);
}

/* Walk the table from both ends up to what cannot be read. */
static void
take_damaged(struct pile *p, const char *path)
{
    sqlite3 *db = NULL;

    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOFOLLOW, NULL) ==
        SQLITE_OK) {
        /* lets SQLite read a file that is shorter than its header says */
        database_run(db, "PRAGMA writable_schema = ON; PRAGMA trusted_schema = OFF;"
                         "PRAGMA cell_size_check = ON");
        take_rows(p, db, "SELECT " ROWS_COLUMNS " FROM event NOT INDEXED ORDER BY id");
        take_rows(p, db,
                  "SELECT " ROWS_COLUMNS " FROM event NOT INDEXED ORDER BY id DESC");
    }
    sqlite3_close(db);
}

/* ---- backups --------------------------------------------------------------------- */

static void
take_lines(struct pile *p, const char *path)
{
    struct arena *a = arena_new(), *line_arena = arena_new();
    struct record_event ev;
    char *text = NULL;
    size_t len = 0;

    if (store_read_file(a, path, BACKUP_MAX, &text, &len, NULL)) {
        for (char *line = text, *end; line < text + len; line = end + 1) {
            end = memchr(line, '\n', (size_t)(text + len - line));
            if (!end) /* every complete line ends */
                break;
            if (record_event_read(line_arena, line, (size_t)(end - line), (struct pos){0},
                                  &ev, NULL))
                pile_add(p, &ev);
            arena_reset(line_arena);
        }
    }
    arena_free(line_arena);
    arena_free(a);
}

static bool
is_backup(const char *name, const char *stem)
{
    size_t n = strlen(stem), len = strlen(name);

    return len > n + 7 && strncmp(name, stem, n) == 0 && name[n] == '-' &&
           strcmp(name + len - 6, ".jsonl") == 0;
}

static void
take_backups(struct pile *p, struct store *s)
{
    const char *stem = store_stem(p->arena, s->path);
    DIR *dir = opendir(s->folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir)))
        if (is_backup(entry->d_name, stem))
            take_lines(p, arena_printf(p->arena, "%s/%s", s->folder, entry->d_name));
    if (dir)
        closedir(dir);
}

/* Put a pile into the record; how many events it holds afterwards. */
static int
put_pile(struct store *s, struct pile *p)
{
    sqlite3_stmt *row = NULL;
    int n = 0, rc = database_run(s->db, "BEGIN IMMEDIATE");

    if (p->n)
        qsort(p->at, (size_t)p->n, sizeof *p->at, by_place);
    for (int i = 0; rc == SQLITE_OK && i < p->n; i++)
        rc = rows_insert(s, &p->at[i]);
    if (rc == SQLITE_OK)
        rc = database_run(s->db, "COMMIT");
    if (rc != SQLITE_OK)
        database_run(s->db, "ROLLBACK");
    if (sqlite3_prepare_v2(s->db, "SELECT count(*) FROM event", -1, &row, NULL) ==
            SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW)
        n = sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    return n;
}

void
repair_from_backups(struct store *s, struct err *e)
{
    struct pile p = {.arena = arena_new()};
    int n;

    take_backups(&p, s);
    n = p.n ? put_pile(s, &p) : 0;
    arena_free(p.arena);
    if (n)
        err_at(e, (struct pos){0}, ERR_STORE_DAMAGED,
               "the record was empty: its %d events came back from the backup beside it",
               n);
}

/* ---- setting aside --------------------------------------------------------------- */

/* Only one process at a time decides that the file under that name is the damaged one. */
static int
lock(struct store *s)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(arena_printf(s->arena, "%s.lock", s->path),
                  O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

    if (fd >= 0)
        fcntl(fd, F_SETLKW, &whole);
    return fd;
}

static char *
free_name(struct store *s)
{
    time_t now = (time_t)(s->now_ms() / 1000);
    char date[16] = "0000-00-00";
    struct tm day;
    struct stat st;
    char *name;

    if (gmtime_r(&now, &day))
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    name = arena_printf(s->arena, "%s.corrupt-%s", s->path, date);
    for (int i = 2; lstat(name, &st) == 0; i++)
        name = arena_printf(s->arena, "%s.corrupt-%s.%d", s->path, date, i);
    return name;
}

/* *aside: the new name, or NULL when another process was faster. */
static bool
set_aside(struct store *s, const char **aside)
{
    struct stat st;
    char *name = free_name(s);

    *aside = NULL;
    if (lstat(s->path, &st) != 0 || st.st_dev != s->dev || st.st_ino != s->ino)
        return true;
    if (rename(s->path, name) != 0)
        return false;
    rename(arena_printf(s->arena, "%s-journal", s->path),
           arena_printf(s->arena, "%s-journal", name));
    *aside = name;
    return true;
}

static bool
begin_anew(struct store *s, const char *aside, struct err *e)
{
    struct pile p;
    bool empty;
    int n;

    if (!store_record_file(s, &empty, e) || database_open(s, e) != DATABASE_READY)
        return false;
    if (!aside)
        return true;
    p = (struct pile){.arena = arena_new()};
    take_damaged(&p, aside);
    take_backups(&p, s);
    n = put_pile(s, &p);
    arena_free(p.arena);
    err_at(
        e, (struct pos){0}, ERR_STORE_DAMAGED,
        "the record was damaged: %d of its events were saved, and the old file is kept "
        "as %s",
        n, aside);
    return true;
}

bool
repair(struct store *s, struct err *e)
{
    const char *aside;
    bool ok;
    int fd;

    database_close(s);
    fd = lock(s);
    if (set_aside(s, &aside))
        ok = begin_anew(s, aside, e);
    else
        ok = err_at(e, (struct pos){0}, ERR_STORE_DAMAGED,
                    "nothing is saved: %s is damaged and cannot be renamed (%s)", s->path,
                    strerror(errno));
    if (fd >= 0)
        close(fd);
    return ok;
}
