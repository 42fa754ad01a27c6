#include <string.h>

#include "store/store_priv.h"

/* Prepare the rows of a stream behind the last one that was given. */
static int
start(struct stream *t, sqlite3 *db)
{
    int rc = sqlite3_prepare_v2(db,
                                "SELECT " ROWS_COLUMNS " FROM event WHERE device = ? AND "
                                "seq > ? ORDER BY seq",
                                -1, &t->rows, NULL);

    if (rc == SQLITE_OK) {
        sqlite3_bind_text(t->rows, 1, t->device, -1, SQLITE_STATIC);
        sqlite3_bind_int64(t->rows, 2, t->seq);
    }
    t->stale = true;
    t->has = false;
    return rc;
}

static struct stream *
stream_of(struct merge *m, const char *device)
{
    struct stream *t = m->streams;

    while (t && strcmp(t->device, device) != 0)
        t = t->next;
    if (t)
        return t;
    t = ARENA_NEW(m->arena, struct stream);
    t->device = arena_strdup(m->arena, device);
    t->time = INT64_MIN;
    t->next = m->streams;
    m->streams = t;
    return t;
}

/* The first device behind `last` in the order of names; NULL at the end. */
static int
next_device(struct merge *m, sqlite3 *db, const char *last, const char **device)
{
    sqlite3_stmt *row = NULL;
    int rc = sqlite3_prepare_v2(db, "SELECT min(device) FROM event WHERE device > ?", -1,
                                &row, NULL);

    *device = NULL;
    if (rc == SQLITE_OK) {
        sqlite3_bind_text(row, 1, last, -1, SQLITE_STATIC);
        rc = sqlite3_step(row);
        if (rc == SQLITE_ROW && sqlite3_column_type(row, 0) == SQLITE_TEXT)
            *device = arena_strdup(m->arena, (const char *)sqlite3_column_text(row, 0));
    }
    sqlite3_finalize(row);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

int
merge_open(struct merge *m, sqlite3 *db)
{
    const char *device = "";
    int rc = next_device(m, db, device, &device);

    while (rc == SQLITE_OK && device) {
        rc = start(stream_of(m, device), db);
        if (rc == SQLITE_OK)
            rc = next_device(m, db, device, &device);
    }
    return rc;
}

static int
advance(struct stream *t)
{
    int rc = SQLITE_OK;

    if (!t->rows || !t->stale)
        return rc;
    t->has = rows_next(t->rows, &t->ev, &rc);
    t->stale = false;
    if (t->has && t->ev.utc_ms > t->time)
        t->time = t->ev.utc_ms;
    return rc;
}

static bool
is_before(const struct stream *x, const struct stream *y)
{
    return x->time != y->time ? x->time < y->time : strcmp(x->device, y->device) < 0;
}

bool
merge_next(struct merge *m, struct record_event *ev, int *rc)
{
    struct stream *first = NULL;

    *rc = SQLITE_OK;
    for (struct stream *t = m->streams; t && *rc == SQLITE_OK; t = t->next) {
        *rc = advance(t);
        if (t->has && (!first || is_before(t, first)))
            first = t;
    }
    if (*rc != SQLITE_OK || !first)
        return false;
    *ev = first->ev;
    first->seq = ev->seq;
    first->stale = true;
    return true;
}

void
merge_close(struct merge *m)
{
    for (struct stream *t = m->streams; t; t = t->next) {
        sqlite3_finalize(t->rows);
        t->rows = NULL;
        t->has = false;
    }
}
