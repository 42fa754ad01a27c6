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

/* ---- presentations ----------------------------------------------------------------- */

/* Where the presentation of a lesson was left, DATA/stage/LESSON.json; false: nothing is
 * kept, or nothing that can be used. Keeping replaces the file whole; with the step "" it
 * is forgotten. `lesson` is an id. */
bool store_stage_place(struct arena *a, const struct store_places *p, const char *lesson,
                       const char **step, int *beat);
bool store_stage_keep(struct arena *a, const struct store_places *p, const char *lesson,
                      const char *step, int beat, struct err *e);

enum {
    STORE_GUESTS_MAX = 4, /* notes that follow at a time */
    STORE_HOST_FDS = 1 + STORE_GUESTS_MAX,
    STORE_GUEST_FDS = 2,
    STORE_LINE_MAX = 65537, /* bytes, with its end */
};

/* What notes may ask of a presentation. */
enum stage_move { STAGE_MOVE_NONE, STAGE_MOVE_NEXT, STAGE_MOVE_BACK, STAGE_MOVE_BLANK };

/* The presentation's end of the socket, 0600 in a folder of ours (0700). NULL with *e:
 * ERR_STAGE_BUSY when another presentation has it, else why it cannot be made. Nothing
 * here waits: who cannot take a line at once, or says what is no move, is dropped. */
struct stage_host;
struct stage_host *store_host_open(struct err *e);
void store_host_close(struct stage_host *h); /* NULL is fine */
/* Say a line to all that follow, and to those who come later. */
void store_host_say(struct stage_host *h, const char *line);
/* Let in who comes; the next move that was asked for. To be called when one of the
 * descriptors can be read, until there is none. */
enum stage_move store_host_move(struct stage_host *h);
int store_host_fds(const struct stage_host *h, int fds[STORE_HOST_FDS]);

/* The notes' end. It comes to a presentation when there is one, also later. NULL with *e
 * when the folder cannot be used. */
struct stage_guest;
enum stage_news { STAGE_NEWS_NONE, STAGE_NEWS_LINE, STAGE_NEWS_GONE, STAGE_NEWS_BAD };
struct stage_guest *store_guest_open(struct err *e);
void store_guest_close(struct stage_guest *g); /* NULL is fine */
/* What has happened: a line (until the next call), the end of the presentation, or
 * something that is too long to be one, which ends it. To be called until NONE. */
enum stage_news store_guest_news(struct stage_guest *g, const char **line, size_t *len);
bool store_guest_here(const struct stage_guest *g); /* a presentation is there */
void store_guest_leave(struct stage_guest *g);      /* it says what cannot be used */
void store_guest_again(struct stage_guest *g);      /* try again: a while has passed */
void store_guest_move(struct stage_guest *g, enum stage_move move);
int store_guest_fds(const struct stage_guest *g, int fds[STORE_GUEST_FDS]);

/* ---- clock ------------------------------------------------------------------------- */

int64_t store_now_ms(void);           /* UTC, for events */
int64_t store_monotonic_ms(void);     /* for animation */
int store_tz_minutes(int64_t utc_ms); /* local time at that moment, less UTC */

/* Take the time of events from another clock than store_now_ms(): for tests. */
void store_use_clock(struct store *s, int64_t (*now_ms)(void));

#endif
