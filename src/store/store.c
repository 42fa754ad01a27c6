#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/store_priv.h"

/* ---- connecting ------------------------------------------------------------------ */

static bool
is_same_file(const struct store *s)
{
    struct stat st;

    return lstat(s->path, &st) == 0 && st.st_dev == s->dev && st.st_ino == s->ino;
}

bool
store_connect(struct store *s, struct err *e)
{
    bool empty;

    if (s->db && s->writable && is_same_file(s))
        return true;
    database_close(s);
    if (!*s->path)
        return err_at(e, (struct pos){0}, ERR_STORE_NO_HOME,
                      "nothing is saved: no place for the record is known");
    if (!store_record_file(s, &empty, e))
        return false;
    switch (database_open(s, e)) {
    case DATABASE_READY:
        if (empty)
            repair_from_backups(s, e);
        return true;
    case DATABASE_DAMAGED:
        return repair(s, e);
    case DATABASE_REFUSED:
        break;
    }
    return false;
}

struct store *
store_open(const struct store_places *p, struct err *e)
{
    struct store *s = xmalloc(sizeof *s);
    const char *record = p->record ? p->record : "";

    memset(s, 0, sizeof *s);
    s->arena = arena_new();
    s->waiting_arena = arena_new();
    s->now_ms = store_now_ms;
    s->folder = "";
    s->path = arena_strdup(s->arena, record);
    if (!*record && p->data && *p->data)
        s->path = arena_printf(s->arena, "%s/record.db", p->data);
    *e = (struct err){0};
    store_connect(s, e);
    return s;
}

void
store_close(struct store *s)
{
    struct err e;

    if (!s)
        return;
    store_flush(s, &e);
    if (s->wrote && s->db) {
        store_export(s,
                     arena_printf(s->arena, "%s/%s-%s.jsonl", s->folder,
                                  store_stem(s->arena, s->path), s->device),
                     &e);
        backup_daily(s);
    }
    database_close(s);
    arena_free(s->waiting_arena);
    arena_free(s->arena);
    free(s);
}

/* ---- writing --------------------------------------------------------------------- */

static void
keep(struct store *s, const struct record_event *ev)
{
    struct record_event copy = *ev;
    const char **texts[] = {&copy.lesson,   &copy.step,    &copy.item,
                            &copy.response, &copy.verdict, &copy.detail};

    if (!s->n_waiting) {
        arena_reset(s->waiting_arena);
        s->cap_waiting = 0;
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = arena_strdup(s->waiting_arena, *texts[i] ? *texts[i] : "");
    if (s->n_waiting == s->cap_waiting) {
        int cap = s->cap_waiting ? s->cap_waiting * 2 : 8;
        struct record_event *all =
            ARENA_ARRAY(s->waiting_arena, struct record_event, cap);

        if (s->n_waiting)
            memcpy(all, s->waiting, sizeof *all * (size_t)s->n_waiting);
        s->waiting = all;
        s->cap_waiting = cap;
    }
    s->waiting[s->n_waiting++] = copy;
}

/* All that wait in one transaction; those that were not committed have seq 0 again. */
static int
write_waiting(struct store *s)
{
    int rc = database_run(s->db, "BEGIN IMMEDIATE");

    for (int i = 0; rc == SQLITE_OK && i < s->n_waiting; i++)
        rc = rows_insert(s, &s->waiting[i]);
    if (rc == SQLITE_OK)
        rc = database_run(s->db, "COMMIT");
    if (rc == SQLITE_OK)
        return rc;
    database_run(s->db, "ROLLBACK");
    for (int i = 0; i < s->n_waiting; i++)
        s->waiting[i].seq = 0;
    return rc;
}

bool
store_flush(struct store *s, struct err *e)
{
    int rc = SQLITE_OK;

    *e = (struct err){0};
    if (!s->n_waiting)
        return true;
    for (int attempt = 0; attempt < 2; attempt++) {
        if (!store_connect(s, e))
            return false;
        rc = write_waiting(s);
        if (rc == SQLITE_OK) {
            s->n_waiting = 0;
            return s->wrote = true;
        }
        if (!database_is_damage(rc) || !repair(s, e))
            break;
    }
    database_error(s, rc, e);
    database_close(s);
    return false;
}

bool
store_append(struct store *s, struct record_event *ev, struct progress *progress,
             struct err *e)
{
    int mine = s->n_waiting;
    bool ok;

    store_uuid(ev->uuid);
    ev->utc_ms = s->now_ms();
    ev->tz_minutes = store_tz_minutes(ev->utc_ms);
    ev->local_day = record_local_day(ev->utc_ms, ev->tz_minutes);
    ev->device = s->device;
    ev->seq = 0;
    keep(s, ev);
    if (progress)
        progress_add(progress, ev);
    ok = store_flush(s, e);
    ev->seq = s->waiting[mine].seq;
    return ok;
}

/* ---- reading --------------------------------------------------------------------- */

static int
replay_file(struct store *s, struct merge *m, struct progress *progress)
{
    struct record_event ev;
    int rc = merge_open(m, s->db);

    while (rc == SQLITE_OK && merge_next(m, &ev, &rc))
        progress_add(progress, &ev);
    merge_close(m);
    return rc;
}

bool
store_replay(struct store *s, struct progress *progress, struct err *e)
{
    struct merge m = {.arena = arena_new()};
    int rc = SQLITE_OK;
    bool ok;

    *e = (struct err){0};
    ok = s->db || store_connect(s, e) || s->db;
    if (ok) {
        rc = replay_file(s, &m, progress);
        if (database_is_damage(rc) && repair(s, e))
            rc = replay_file(s, &m, progress);
        ok = rc == SQLITE_OK || database_error(s, rc, e);
    }
    arena_free(m.arena);
    for (int i = 0; i < s->n_waiting; i++)
        progress_add(progress, &s->waiting[i]);
    return ok;
}

/* ---- asking ---------------------------------------------------------------------- */

bool
store_saving(const struct store *s)
{
    return s->db && s->writable && !s->n_waiting;
}

int
store_unsaved(const struct store *s)
{
    return s->n_waiting;
}

uint64_t
store_seed(struct store *s)
{
    while (!s->seed)
        store_random(&s->seed, sizeof s->seed);
    return s->seed;
}

void
store_use_clock(struct store *s, int64_t (*now_ms)(void))
{
    s->now_ms = now_ms;
}
