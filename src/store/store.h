/*
 * The edge to files: the record's database, lesson files, paths, the clock.
 *
 * research/records-safety.md 2.3 (ST-1 to ST-9): SQLite in rollback-journal mode, FULL,
 * BEGIN IMMEDIATE, busy timeout first; directories 0700, files 0600.
 */
#ifndef ROPEWALK_STORE_STORE_H
#define ROPEWALK_STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "record/record.h"

struct store;

/* Where things are. "" or NULL: not set. */
struct store_places {
    const char *data;    /* a folder: --data */
    const char *record;  /* a file: --record, else data/record.db */
    const char *lessons; /* a folder: --lessons, else the installed course */
};

/* Fill what is not set yet: data from $XDG_DATA_HOME/ropewalk, else
 * $HOME/.local/share/ropewalk (only absolute values count); lessons from
 * $ROPEWALK_DATA/lessons, the installed course or the source tree, whichever is there
 * first. false with ERR_STORE_NO_HOME when nothing names a place for the record, which
 * stays ""; then the store works in memory only. Texts are in the arena. */
bool store_default_places(struct arena *a, struct store_places *p, struct err *e);

/* Open the record, making it and its folders when absent. Never NULL: when it cannot be
 * opened or written, store_saving() is false and events are kept in memory, so that the
 * learner walks on. *e is ERR_NONE, or one sentence for a banner: why nothing is saved,
 * or (with store_saving() true) that a damaged record was set aside as
 * record.db.corrupt-DATE and how many of its events were saved. The place in *e lives as
 * long as the store. Free with store_close(). */
struct store *store_open(const struct store_places *p, struct err *e);

/* A last try to save; after a session with events a backup as record-DEVICE.jsonl beside
 * the record and, once a day, a copy of it as backups/record-DATE.db (the last seven are
 * kept). Then free everything. NULL is fine. */
void store_close(struct store *s);

/* Whether every event so far has reached the disk and the next is expected to. */
bool store_saving(const struct store *s);

/* Fill time, device, seq and uuid of *ev and commit; true only after COMMIT returned. On
 * failure the event is kept in memory (seq 0), *e says why, and later calls try again;
 * after a repair (ERR_STORE_DAMAGED) true is returned with *e filled. Otherwise *e is
 * ERR_NONE. `progress` (may be NULL) is told of the event either way. ev->device lives
 * as long as the store. */
bool store_append(struct store *s, struct record_event *ev, struct progress *progress,
                  struct err *e);

/* Try to save what is in memory only, as store_append() does; true when nothing is left.
 * Before a program ends: false means exit status 74. */
bool store_flush(struct store *s, struct err *e);

/* Replay everything into progress, events that are in memory only included. false with
 * *e when the file could not be read; *e is filled as by store_append(). */
bool store_replay(struct store *s, struct progress *progress, struct err *e);

/* How many events are in memory only. */
int store_unsaved(const struct store *s);

/* The learner's own seed, made with the database and kept in it; never 0. */
uint64_t store_seed(struct store *s);

/* All events as JSONL (record_event_line()), those in memory included, to a file that
 * appears complete or not at all. */
bool store_export(struct store *s, const char *path, struct err *e);

/* Write a text as results/NAME-DATE.json (UTC) into the folder of the record, complete or
 * not at all, and never over another; *path is in the arena. */
bool
store_write_result(struct arena *a, const struct store_places *places, const char *name,
                   const char *text, const char **path, struct err *e);

/* Whether the database is sound and every event fits its chain: no event changed, none
 * missing between two others. *e names the first that does not fit. */
bool store_verify(struct store *s, struct err *e);

/* ---- lessons ----------------------------------------------------------------------- */

/* The whole of a file into the arena, a NUL behind it; at most `max` bytes, regular files
 * only. */
bool store_read_file(struct arena *a, const char *path, size_t max, char **text,
                     size_t *len, struct err *e);

struct lesson_file {
    const char *id; /* from the front matter; else the file's name without ".md" */
    const char *path, *label, *title;
    int minutes;
    bool wider; /* not on the core path */
    const char *const *needs;
    int n_needs;
    const char *const *sittings; /* the steps with which they begin */
    int n_sittings;
};

enum { STORE_LESSONS_MAX = 500 };

/* The course in the order of its file names: every NN-name.md in the folder (names that
 * begin with a digit). Only front matter is read; a lesson whose front matter cannot be
 * read is listed all the same, and says why when it is opened. false when the folder
 * cannot be read or holds more than STORE_LESSONS_MAX lessons. */
bool store_lessons(struct arena *a, const char *dir, struct lesson_file **at, int *n,
                   struct err *e);

/* ---- clock ------------------------------------------------------------------------- */

int64_t store_now_ms(void);           /* UTC, for events */
int64_t store_monotonic_ms(void);     /* for animation */
int store_tz_minutes(int64_t utc_ms); /* local time at that moment, less UTC */

/* Take the time of events from another clock than store_now_ms(): for tests. */
void store_use_clock(struct store *s, int64_t (*now_ms)(void));

#endif
