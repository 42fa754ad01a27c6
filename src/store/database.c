#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store_priv.h"

static const char tables[] =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE event("
    "  id INTEGER PRIMARY KEY,"
    "  uuid TEXT NOT NULL UNIQUE,"
    "  device TEXT NOT NULL,"
    "  seq INTEGER NOT NULL,"
    "  utc_ms INTEGER NOT NULL,"
    "  local_day INTEGER NOT NULL,"
    "  tz INTEGER NOT NULL,"
    "  type TEXT NOT NULL,"
    "  lesson TEXT NOT NULL,"
    "  step TEXT NOT NULL,"
    "  item TEXT NOT NULL,"
    "  content_hash INTEGER NOT NULL,"
    "  seed INTEGER NOT NULL,"
    "  attempt INTEGER NOT NULL,"
    "  response TEXT NOT NULL,"
    "  verdict TEXT NOT NULL,"
    "  mark REAL NOT NULL,"
    "  detail_json TEXT NOT NULL,"
    "  prev_hash INTEGER NOT NULL,"
    "  hash INTEGER NOT NULL,"
    "  UNIQUE(device, seq));"
    "CREATE TRIGGER event_is_not_changed BEFORE UPDATE ON event BEGIN"
    "  SELECT RAISE(ABORT, 'events are never changed'); END;"
    "CREATE TRIGGER event_is_not_deleted BEFORE DELETE ON event BEGIN"
    "  SELECT RAISE(ABORT, 'events are never deleted'); END;"
    "PRAGMA application_id = 1919905893;"
    "PRAGMA user_version = 1;";

static_assert(STORE_APPLICATION_ID == 1919905893 && STORE_VERSION == 1,
              "the numbers in the statements above");

/* ---- result codes ---------------------------------------------------------------- */

/* What a result code means for the learner; the last row is for all others. */
static const struct meaning {
    int rc;
    enum err_code code;
    const char *reason;
} meanings[] = {
    {SQLITE_BUSY,     ERR_STORE_BUSY,      "another program holds the record"     },
    {SQLITE_LOCKED,   ERR_STORE_BUSY,      "another program holds the record"     },
    {SQLITE_PROTOCOL, ERR_STORE_BUSY,      "this file system has no working locks"},
    {SQLITE_FULL,     ERR_STORE_WRITE,     "the disk is full"                     },
    {SQLITE_READONLY, ERR_STORE_READ_ONLY, "the record or its folder is read-only"},
    {SQLITE_PERM,     ERR_STORE_READ_ONLY, "permission denied"                    },
    {SQLITE_CANTOPEN, ERR_STORE_OPEN,      "it cannot be opened"                  },
    {SQLITE_CORRUPT,  ERR_STORE_DAMAGED,   "the record is damaged"                },
    {SQLITE_NOTADB,   ERR_STORE_DAMAGED,   "the record is damaged"                },
    {SQLITE_OK,       ERR_STORE_WRITE,     NULL                                   },
};

bool
database_is_damage(int rc)
{
    return (rc & 0xFF) == SQLITE_CORRUPT || (rc & 0xFF) == SQLITE_NOTADB;
}

bool
database_error(const struct store *s, int rc, struct err *e)
{
    const struct meaning *m = meanings;
    int system = s->db ? sqlite3_system_errno(s->db) : 0;
    bool io = (rc & 0xFF) == SQLITE_IOERR || (rc & 0xFF) == SQLITE_CANTOPEN;

    while (m->reason && m->rc != (rc & 0xFF))
        m++;
    return err_at(e, (struct pos){0}, m->code, "not saved in %s: %s%s%s", s->path,
                  m->reason ? m->reason : sqlite3_errstr(rc & 0xFF),
                  io && system ? ", " : "", io && system ? strerror(system) : "");
}

/* ---- statements ------------------------------------------------------------------ */

int
database_run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* The single number that a statement gives. */
static int
number(sqlite3 *db, const char *sql, int *out)
{
    sqlite3_stmt *row = NULL;
    int rc = sqlite3_prepare_v2(db, sql, -1, &row, NULL);

    if (rc == SQLITE_OK) {
        rc = sqlite3_step(row);
        if (rc == SQLITE_ROW)
            *out = sqlite3_column_int(row, 0);
    }
    sqlite3_finalize(row);
    return rc == SQLITE_ROW ? SQLITE_OK : rc == SQLITE_DONE ? SQLITE_CORRUPT : rc;
}

/* ---- opening --------------------------------------------------------------------- */

/* What the file says of itself. */
struct head {
    int application, version, tables;
    int rest; /* bytes behind the last whole page: 0 in a sound file */
};

static int
read_head(struct store *s, struct head *h)
{
    int page = 1, rc = database_run(s->db, "BEGIN");
    struct stat st;

    if (rc == SQLITE_OK)
        rc = number(s->db, "SELECT count(*) FROM sqlite_master", &h->tables);
    if (rc == SQLITE_OK)
        rc = number(s->db, "PRAGMA application_id", &h->application);
    if (rc == SQLITE_OK)
        rc = number(s->db, "PRAGMA user_version", &h->version);
    if (rc == SQLITE_OK)
        rc = number(s->db, "PRAGMA page_size", &page);
    h->rest = rc == SQLITE_OK && stat(s->path, &st) == 0 ? (int)(st.st_size % page) : 0;
    database_run(s->db, "ROLLBACK");
    return rc;
}

static int
put_meta(sqlite3 *db, const char *key, const char *value)
{
    sqlite3_stmt *put = NULL;
    int rc = sqlite3_prepare_v2(db, "INSERT INTO meta VALUES(?, ?)", -1, &put, NULL);

    if (rc == SQLITE_OK) {
        sqlite3_bind_text(put, 1, key, -1, SQLITE_STATIC);
        sqlite3_bind_text(put, 2, value, -1, SQLITE_STATIC);
        rc = sqlite3_step(put);
    }
    sqlite3_finalize(put);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A database without tables gets ours, a name and the learner's seed. */
static int
make_tables(struct store *s)
{
    char device[17], seed[17];
    uint64_t name;
    int n = 0, rc = database_run(s->db, "BEGIN IMMEDIATE");

    store_random(&name, sizeof name);
    snprintf(device, sizeof device, "%016llx", (unsigned long long)name);
    snprintf(seed, sizeof seed, "%016llx", (unsigned long long)store_seed(s));
    if (rc == SQLITE_OK)
        rc = number(s->db, "SELECT count(*) FROM sqlite_master", &n);
    if (rc == SQLITE_OK && n == 0) /* else another process was faster */
        rc = database_run(s->db, tables);
    if (rc == SQLITE_OK && n == 0)
        rc = put_meta(s->db, "device", device);
    if (rc == SQLITE_OK && n == 0)
        rc = put_meta(s->db, "seed", seed);
    if (rc == SQLITE_OK)
        rc = database_run(s->db, "COMMIT");
    if (rc != SQLITE_OK)
        database_run(s->db, "ROLLBACK");
    return rc;
}

static void
take_meta(struct store *s, const char *key, const char *value)
{
    if (strcmp(key, "device") == 0)
        snprintf(s->device, sizeof s->device, "%s", value);
    else if (strcmp(key, "seed") == 0 && !s->seed)
        s->seed = strtoull(value, NULL, 16);
}

static int
read_meta(struct store *s)
{
    sqlite3_stmt *row = NULL;
    int rc = sqlite3_prepare_v2(s->db, "SELECT key, value FROM meta WHERE value > ''", -1,
                                &row, NULL);

    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(row)) == SQLITE_ROW)
            take_meta(s, (const char *)sqlite3_column_text(row, 0),
                      (const char *)sqlite3_column_text(row, 1));
    sqlite3_finalize(row);
    if (rc != SQLITE_DONE)
        return rc;
    return *s->device ? SQLITE_OK : SQLITE_CORRUPT;
}

static int
configure(struct store *s)
{
    int rc =
        database_run(s->db, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                            "PRAGMA temp_store = MEMORY;");

    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return rc;
}

/* What is in the file after a program or a machine died while it wrote. */
static int
quick_check(sqlite3 *db)
{
    sqlite3_stmt *row = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &row, NULL);

    if (rc == SQLITE_OK) {
        rc = sqlite3_step(row);
        if (rc == SQLITE_ROW)
            rc = strcmp((const char *)sqlite3_column_text(row, 0), "ok") == 0
                     ? SQLITE_OK
                     : SQLITE_CORRUPT;
    }
    sqlite3_finalize(row);
    return rc;
}

/* Refuse what is not ours to write. */
static enum database
judge(struct store *s, const struct head *h, struct err *e)
{
    if (h->application != STORE_APPLICATION_ID && (h->application || h->tables)) {
        database_close(s);
        err_at(e, (struct pos){0}, ERR_STORE_FOREIGN,
               "nothing is saved: %s is a database of another program", s->path);
        return DATABASE_REFUSED;
    }
    if (h->version > STORE_VERSION) {
        err_at(e, (struct pos){0}, ERR_STORE_NEWER,
               "nothing is saved: %s was written by a newer ropewalk", s->path);
        return DATABASE_REFUSED;
    }
    return DATABASE_READY;
}

static enum database
failed(struct store *s, int rc, struct err *e)
{
    database_error(s, rc, e);
    database_close(s);
    return database_is_damage(rc) ? DATABASE_DAMAGED : DATABASE_REFUSED;
}

static bool
has_journal(const struct store *s)
{
    struct stat st;
    char *path = sqlite3_mprintf("%s-journal", s->path);
    bool found = path && lstat(path, &st) == 0;

    sqlite3_free(path);
    return found;
}

enum database
database_open(struct store *s, struct err *e)
{
    struct head h = {0, 0, 0, 0};
    bool unclean = has_journal(s);
    int rc = sqlite3_open_v2(
        s->path, &s->db,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_busy_timeout(s->db, STORE_BUSY_MS);
    if (rc == SQLITE_OK)
        rc = read_head(s, &h);
    if (rc != SQLITE_OK)
        return failed(s, rc, e);
    if (judge(s, &h, e) == DATABASE_REFUSED)
        return DATABASE_REFUSED;
    if (h.rest)
        return failed(s, SQLITE_CORRUPT, e);
    rc = configure(s);
    if (rc == SQLITE_OK && !h.tables)
        rc = make_tables(s);
    if (rc == SQLITE_OK)
        rc = read_meta(s);
    if (rc == SQLITE_OK && unclean)
        rc = quick_check(s->db);
    if (rc != SQLITE_OK)
        return failed(s, rc, e);
    s->writable = !sqlite3_db_readonly(s->db, "main") && access(s->folder, W_OK) == 0;
    if (s->writable)
        return DATABASE_READY;
    database_error(s, SQLITE_READONLY, e);
    return DATABASE_REFUSED;
}

void
database_close(struct store *s)
{
    sqlite3_close(s->db);
    s->db = NULL;
    s->writable = false;
}
