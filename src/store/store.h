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

/* Where things are. Empty strings: not set. Taken from options and environment by app. */
struct store_places {
    const char *data;      /* --data, else $XDG_DATA_HOME/ropewalk, else ~/.local/... */
    const char *record;    /* --record, else data/record.db */
    const char *lessons;   /* --lessons, else the installed course */
};

/* The default places for this environment (getenv-like pairs are read here). false with
 * *e when there is no home and no option names a place; then the store works in memory
 * only. */
bool store_default_places(struct arena *a, struct store_places *p, struct err *e);

/* Open the record, making it and its directories when absent. Never NULL: when it cannot
 * be opened or written, *e says why and the store keeps events in memory
 * (store_saving() is false) so that the learner walks on. */
struct store *store_open(const struct store_places *p, struct err *e);
void store_close(struct store *s);

/* Whether events reach the disk. */
bool store_saving(const struct store *s);

/* Fill time, device, seq, uuid and commit; true only after COMMIT returned. On failure
 * the event is kept in memory, *e says why, and later commits try again. `progress`
 * (may be NULL) is told of the event either way. */
bool store_append(struct store *s, struct record_event *ev, struct progress *progress,
                  struct err *e);

/* Replay everything into progress, events that are in memory only included. false with
 * *e when the file could not be read to its end; what was read is in progress. */
bool store_replay(struct store *s, struct progress *progress, struct err *e);

/* How many events are in memory only. */
int store_unsaved(const struct store *s);

/* The learner's own seed, made on first use and kept in the database. */
uint64_t store_seed(struct store *s);

/* ---- lessons ----------------------------------------------------------------------- */

/* The whole of a file into the arena; at most `max` bytes, regular files only. */
bool store_read_file(struct arena *a, const char *path, size_t max, char **text,
                     size_t *len, struct err *e);

struct lesson_file {
    const char *id; /* from the front matter */
    const char *path, *label, *title;
    int minutes;
    const char *const *needs;
    int n_needs;
};

/* The course, in the order of its file names. */
bool store_lessons(struct arena *a, const char *dir, struct lesson_file **at, int *n,
                   struct err *e);

/* ---- clock ------------------------------------------------------------------------- */

int64_t store_now_ms(void);       /* UTC, for events */
int64_t store_monotonic_ms(void); /* for animation */

#endif
