/*
 * What the files of room store share.
 */
#ifndef ROPEWALK_STORE_STORE_PRIV_H
#define ROPEWALK_STORE_STORE_PRIV_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "store/store.h"

enum {
    STORE_APPLICATION_ID = 0x726F7065, /* "rope" */
    STORE_VERSION = 1,
    STORE_BUSY_MS = 5000,
};

struct store {
    struct arena *arena; /* paths */
    const char *path;    /* of the record, absolute once connected; "" for none */
    const char *folder;  /* of the record */

    sqlite3 *db; /* NULL: not connected */
    bool writable;
    dev_t dev; /* the file that db has open */
    ino_t ino;
    char device[17];
    uint64_t seed; /* 0: not known yet */
    bool wrote;    /* since it was opened */

    struct arena *waiting_arena; /* events that are in memory only */
    struct record_event *waiting;
    int n_waiting, cap_waiting;
    int64_t (*now_ms)(void);
};

/* ---- paths.c ----- */

/* Make the folder and those above it (0700), and check that it is a folder of ours that
 * nobody else can write to. */
bool store_folder(const char *folder, struct err *e);

/* Resolve links, make the record file when it is absent (0600), and see to it that it is
 * an ordinary file of ours, readable by nobody else. *empty: it holds nothing although
 * it was there. */
bool store_record_file(struct store *s, bool *empty, struct err *e);

/* "record" of "/x/record.db", in the arena. */
char *store_stem(struct arena *a, const char *path);

/* ---- clock.c ----- */

void store_random(void *out, size_t size);
void store_uuid(char out[37]); /* RFC 9562, version 4 */

/* ---- database.c ----- */

enum database { DATABASE_READY, DATABASE_REFUSED, DATABASE_DAMAGED };

/* Open s->path and make its tables when it has none. REFUSED: *e says why; s->db may be
 * open for reading (s->writable is false). */
enum database database_open(struct store *s, struct err *e);
void database_close(struct store *s);

/* Run statements that give no rows; an SQLite result code. */
int database_run(sqlite3 *db, const char *sql);

/* Whether a result code says that the file itself is broken. */
bool database_is_damage(int rc);

/* Fill *e for a failed call; false. */
bool database_error(const struct store *s, int rc, struct err *e);

/* ---- rows.c ----- */

#define ROWS_COLUMNS                                                                     \
    "uuid, device, seq, utc_ms, local_day, tz, type, lesson, step, item, content_hash, " \
    "seed, attempt, response, verdict, mark, detail_json, prev_hash, hash"

/* The next event of a statement that selects ROWS_COLUMNS; its texts live until the next
 * step. false at the end or on an error (*rc). Rows with a type that is not known here
 * are left out. */
bool rows_next(sqlite3_stmt *rows, struct record_event *ev, int *rc);

/* The two hashes of the row that rows_next() gave. */
void rows_hashes(sqlite3_stmt *rows, uint64_t *previous, uint64_t *hash);

/* Insert in a running transaction. An event without seq gets this device's next one. An
 * event that is there already is left as it is. */
int rows_insert(struct store *s, struct record_event *ev);

/* ---- merge.c ----- */

/* All events in the order of progress_add(): one device by seq, devices by time. A clock
 * that was set back must not change what came after what, so the time of an event is the
 * latest of its device so far. */
struct stream {
    const char *device;
    int64_t seq;  /* of the last event that was given */
    int64_t time; /* latest so far */
    sqlite3_stmt *rows;
    struct record_event ev;
    bool has, stale; /* ev is the next of this device; it was given */
    struct stream *next;
};

struct merge {
    struct arena *arena;
    struct stream *streams;
};

/* Begin, or after merge_close() go on behind the last event of each device, perhaps in
 * another file. An SQLite result code. */
int merge_open(struct merge *m, sqlite3 *db);

/* Like rows_next(). */
bool merge_next(struct merge *m, struct record_event *ev, int *rc);

void merge_close(struct merge *m);

/* ---- repair.c ----- */

/* Rename the damaged file to record.db.corrupt-DATE, open a new one and put into it what
 * can be read of the old one and of backups. false when that did not work; else *e is
 * the notice for the learner. */
bool repair(struct store *s, struct err *e);

/* A record that was emptied: put the events of record-*.jsonl beside it back; *e is the
 * notice when there were any. */
void repair_from_backups(struct store *s, struct err *e);

/* Whether the hash of a row fits what is in it. */
bool repair_is_whole(const struct record_event *ev, uint64_t previous, uint64_t hash);

/* ---- backup.c ----- */

/* Today's copy of the record, if there is none yet; the oldest beyond seven are removed.
 */
void backup_daily(struct store *s);

/* ---- store.c ----- */

/* See to it that s->db is open and writable. false with *e; s->db may be open for
 * reading. */
bool store_connect(struct store *s, struct err *e);

#endif
