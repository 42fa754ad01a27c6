#include <math.h>
#include <string.h>

#include "store/store_priv.h"

enum column {
    COLUMN_UUID,
    COLUMN_DEVICE,
    COLUMN_SEQ,
    COLUMN_UTC_MS,
    COLUMN_LOCAL_DAY,
    COLUMN_TZ,
    COLUMN_TYPE,
    COLUMN_LESSON,
    COLUMN_STEP,
    COLUMN_ITEM,
    COLUMN_CONTENT_HASH,
    COLUMN_SEED,
    COLUMN_ATTEMPT,
    COLUMN_RESPONSE,
    COLUMN_VERDICT,
    COLUMN_MARK,
    COLUMN_DETAIL,
    COLUMN_PREV_HASH,
    COLUMN_HASH,
};

/* ---- reading --------------------------------------------------------------------- */

static const char *
text(sqlite3_stmt *row, int column)
{
    const char *s = (const char *)sqlite3_column_text(row, column);

    return s ? s : "";
}

static bool
take_row(sqlite3_stmt *row, struct record_event *ev)
{
    *ev = (struct record_event){
        .device = text(row, COLUMN_DEVICE),
        .seq = sqlite3_column_int64(row, COLUMN_SEQ),
        .utc_ms = sqlite3_column_int64(row, COLUMN_UTC_MS),
        .local_day = sqlite3_column_int(row, COLUMN_LOCAL_DAY),
        .tz_minutes = sqlite3_column_int(row, COLUMN_TZ),
        .lesson = text(row, COLUMN_LESSON),
        .step = text(row, COLUMN_STEP),
        .item = text(row, COLUMN_ITEM),
        .content_hash = (uint64_t)sqlite3_column_int64(row, COLUMN_CONTENT_HASH),
        .seed = (uint64_t)sqlite3_column_int64(row, COLUMN_SEED),
        .attempt = sqlite3_column_int(row, COLUMN_ATTEMPT),
        .response = text(row, COLUMN_RESPONSE),
        .verdict = text(row, COLUMN_VERDICT),
        .mark = sqlite3_column_double(row, COLUMN_MARK),
        .detail = text(row, COLUMN_DETAIL),
    };
    if (strlen(text(row, COLUMN_UUID)) != 36)
        return false;
    memcpy(ev->uuid, text(row, COLUMN_UUID), 37);
    return record_type_find(text(row, COLUMN_TYPE), &ev->type);
}

void
rows_hashes(sqlite3_stmt *rows, uint64_t *previous, uint64_t *hash)
{
    *previous = (uint64_t)sqlite3_column_int64(rows, COLUMN_PREV_HASH);
    *hash = (uint64_t)sqlite3_column_int64(rows, COLUMN_HASH);
}

bool
rows_next(sqlite3_stmt *rows, struct record_event *ev, int *rc)
{
    for (;;) {
        *rc = sqlite3_step(rows);
        if (*rc != SQLITE_ROW)
            break;
        if (take_row(rows, ev)) {
            *rc = SQLITE_OK;
            return true;
        }
    }
    if (*rc == SQLITE_DONE)
        *rc = SQLITE_OK;
    return false;
}

/* ---- writing --------------------------------------------------------------------- */

/* The last event of a device: its seq and hash, 0 when there is none. */
static int
last_of(sqlite3 *db, const char *device, int64_t before, int64_t *seq, uint64_t *hash)
{
    sqlite3_stmt *row = NULL;
    int rc =
        sqlite3_prepare_v2(db,
                           "SELECT seq, hash FROM event WHERE device = ? AND seq < ? "
                           "ORDER BY seq DESC LIMIT 1",
                           -1, &row, NULL);

    *seq = 0;
    *hash = 0;
    if (rc == SQLITE_OK) {
        sqlite3_bind_text(row, 1, device, -1, SQLITE_STATIC);
        sqlite3_bind_int64(row, 2, before);
        rc = sqlite3_step(row);
        if (rc == SQLITE_ROW) {
            *seq = sqlite3_column_int64(row, 0);
            *hash = (uint64_t)sqlite3_column_int64(row, 1);
        }
    }
    sqlite3_finalize(row);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static void
bind_text(sqlite3_stmt *put, enum column column, const char *s)
{
    sqlite3_bind_text(put, (int)column + 1, s ? s : "", -1, SQLITE_STATIC);
}

static void
bind_integer(sqlite3_stmt *put, enum column column, int64_t n)
{
    sqlite3_bind_int64(put, (int)column + 1, n);
}

static void
bind_event(sqlite3_stmt *put, const struct record_event *ev)
{
    bind_text(put, COLUMN_UUID, ev->uuid);
    bind_text(put, COLUMN_DEVICE, ev->device);
    bind_integer(put, COLUMN_SEQ, ev->seq);
    bind_integer(put, COLUMN_UTC_MS, ev->utc_ms);
    bind_integer(put, COLUMN_LOCAL_DAY, ev->local_day);
    bind_integer(put, COLUMN_TZ, ev->tz_minutes);
    bind_text(put, COLUMN_TYPE, record_type_text(ev->type));
    bind_text(put, COLUMN_LESSON, ev->lesson);
    bind_text(put, COLUMN_STEP, ev->step);
    bind_text(put, COLUMN_ITEM, ev->item);
    bind_integer(put, COLUMN_CONTENT_HASH, (int64_t)ev->content_hash);
    bind_integer(put, COLUMN_SEED, (int64_t)ev->seed);
    bind_integer(put, COLUMN_ATTEMPT, ev->attempt);
    bind_text(put, COLUMN_RESPONSE, ev->response);
    bind_text(put, COLUMN_VERDICT, ev->verdict);
    sqlite3_bind_double(put, COLUMN_MARK + 1, isfinite(ev->mark) ? ev->mark : 0);
    bind_text(put, COLUMN_DETAIL, ev->detail);
}

static int
put_row(sqlite3 *db, const struct record_event *ev, uint64_t prev, uint64_t hash)
{
    sqlite3_stmt *put = NULL;
    int rc = sqlite3_prepare_v2(db,
                                "INSERT INTO event(" ROWS_COLUMNS ") VALUES"
                                "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                                "?) ON CONFLICT DO NOTHING",
                                -1, &put, NULL);

    if (rc == SQLITE_OK) {
        bind_event(put, ev);
        bind_integer(put, COLUMN_PREV_HASH, (int64_t)prev);
        bind_integer(put, COLUMN_HASH, (int64_t)hash);
        rc = sqlite3_step(put);
    }
    sqlite3_finalize(put);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* The place of an event that is there already: a commit that seemed to fail did not. */
static int
find_place(sqlite3 *db, struct record_event *ev)
{
    sqlite3_stmt *row = NULL;
    int rc =
        sqlite3_prepare_v2(db, "SELECT seq FROM event WHERE uuid = ?", -1, &row, NULL);

    if (rc == SQLITE_OK) {
        sqlite3_bind_text(row, 1, ev->uuid, -1, SQLITE_STATIC);
        rc = sqlite3_step(row);
        if (rc == SQLITE_ROW)
            ev->seq = sqlite3_column_int64(row, 0);
    }
    sqlite3_finalize(row);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int
rows_insert(struct store *s, struct record_event *ev)
{
    struct arena *a;
    int64_t seq;
    uint64_t prev;
    bool fresh = !ev->seq;
    int rc;

    if (fresh)
        ev->device = s->device;
    rc = last_of(s->db, ev->device, fresh ? INT64_MAX : ev->seq, &seq, &prev);
    if (rc != SQLITE_OK)
        return rc;
    if (fresh)
        ev->seq = seq + 1;
    a = arena_new();
    rc = put_row(s->db, ev, prev, record_event_hash(prev, record_event_line(a, ev)));
    arena_free(a);
    if (rc == SQLITE_OK && sqlite3_changes(s->db) == 0)
        rc = find_place(s->db, ev);
    return rc;
}
