/*
 * The learner's record: events in, progress out. Pure: no file, no clock.
 *
 * Events are append-only; everything else is derived by replay (ST-4). A grade is shown
 * only after its event is committed, which is room store's part.
 */
#ifndef ROPEWALK_RECORD_RECORD_H
#define ROPEWALK_RECORD_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum event_type {
#define EVENT_TYPE(id, word) RECORD_##id,
#include "record/event_types.def"
#undef EVENT_TYPE
    RECORD_TYPE_COUNT
};

/* One thing that happened. Text members are never NULL ("" when absent). */
struct record_event {
    char uuid[37];    /* RFC 9562, version 4; "" until stored */
    const char *device;
    int64_t seq;      /* per device, from 1; 0 until stored */
    int64_t utc_ms;
    int32_t local_day; /* days since 1970-01-01 where the learner was, rollover 04:00 */
    int tz_minutes;
    enum event_type type;
    const char *lesson; /* ids, never positions */
    const char *step;
    const char *item;   /* question or figure id */
    uint64_t content_hash;
    uint64_t seed;
    int attempt;
    const char *response; /* what was typed, chosen or guessed */
    const char *verdict;  /* "right", ... for answers */
    double mark;
    const char *detail; /* JSON object or "" */
};

const char *record_type_text(enum event_type t);
bool record_type_find(const char *word, enum event_type *out);

/* One line of JSONL; and back (limits of SEC-3). Unknown keys are ignored. */
char *record_event_line(struct arena *a, const struct record_event *ev);
bool record_event_read(struct arena *a, const char *line, size_t len, struct pos at,
                       struct record_event *out, struct err *e);

/* The chained hash of an event: FNV-1a over the previous hash and the event's line, for
 * finding deletions; not a signature. */
uint64_t record_event_hash(uint64_t previous, const char *line);

/* ---- progress ---------------------------------------------------------------------- */

struct progress;

struct progress *progress_new(struct arena *a);

/* Take one event into account. Events come in the order of (utc_ms, device, seq). */
void progress_add(struct progress *p, const struct record_event *ev);

/* Where a lesson was left. */
struct lesson_progress {
    const char *step;     /* id of the step to resume; "" at the start */
    int beat;             /* in that step */
    bool opened, done;    /* done: its last step was finished */
    int64_t last_ms;
    int steps_done;
    const char *last_guess; /* the learner's last own words or choice in it */
};

struct lesson_progress progress_lesson(const struct progress *p, const char *lesson);

/* What is known of one question or prediction. */
struct item_progress {
    bool answered;         /* right or right-but at least once */
    bool given_up;         /* the solution was shown */
    const char *response;  /* the last answer or guess; "" if none */
    const char *draft;     /* typed, not sent; "" if none */
    double mark;           /* of the first answered variant */
    int attempt;           /* the variant in work */
    uint64_t seed;
    const char *const *wrong; /* distinct wrong answers to this variant, oldest first */
    int n_wrong;
    int hints;
    bool skipped;
};

struct item_progress progress_item(const struct progress *p, const char *lesson,
                                   const char *item);

/* Whether the first minute was finished or skipped to its end; the lesson touched last,
 * "" if none. */
bool progress_has(const struct progress *p, enum event_type type);
const char *progress_last_lesson(const struct progress *p);

#endif
