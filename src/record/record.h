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

/* Safety rule SEC-3: a longer line is refused. */
enum { RECORD_LINE_MAX = 65536 };

/* One thing that happened. Text members are "" when absent; NULL is taken as "". */
struct record_event {
    char uuid[37]; /* RFC 9562, version 4, in small letters; "" until stored */
    const char *device;
    int64_t seq; /* per device, from 1; 0 until stored */
    int64_t utc_ms;
    int32_t local_day; /* days since 1970-01-01 where the learner was, rollover 04:00 */
    int tz_minutes;
    enum event_type type;
    const char *lesson; /* ids, never positions */
    const char *step;
    const char *item; /* question or figure id */
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

/* The learner's day at that moment: days since 1970-01-01 of local time, where a day
 * ends at 04:00, so that a late evening is one day. */
int32_t record_local_day(int64_t utc_ms, int tz_minutes);

/* One line of JSONL without its line break: ASCII control characters escaped, bytes that
 * are no UTF-8 as U+FFFD, the two 64-bit hashes as hexadecimal text, `detail` as an
 * object (as text when it is no JSON object). Members that are "" are left out. */
char *record_event_line(struct arena *a, const struct record_event *ev);

/* And back. Unknown keys are ignored. false with ERR_JSON or ERR_RECORD_EVENT, whose
 * message names the member. */
bool record_event_read(struct arena *a, const char *line, size_t len, struct pos at,
                       struct record_event *out, struct err *e);

/* The chained hash of an event: FNV-1a over the previous hash and the event's line, for
 * finding deletions; not a signature. */
uint64_t record_event_hash(uint64_t previous, const char *line);

/* ---- explanations ------------------------------------------------------------------ */

/* One idea of an explanation: "found", "missing", "contradicted" by "rules", "you" or a
 * "teacher"; the bytes of the response that show it, 0 and 0 when nothing does. */
struct record_idea {
    const char *id, *verdict, *by;
    int from, to;
    bool contested; /* by the learner: it counts until a teacher has looked */
};

/* What ANSWERED and EXPLAINED events of explanations carry as detail. */
struct record_ideas {
    const char *stage; /* "write", "more", "mark", "done" */
    bool asked;        /* the one question for a missing idea was put */
    int points, most;
    const struct record_idea *at; /* NULL when n is 0 */
    int n;
};

char *record_ideas_text(struct arena *a, const struct record_ideas *ideas);
/* And back; false when the detail tells no ideas. */
bool record_ideas_read(struct arena *a, const char *detail, struct record_ideas *out);

/* ---- derivations ------------------------------------------------------------------- */

/* What was said of one line: "right", "wrong", ..., the rules that were found for it and
 * what is said behind; what ANSWERED events of derivations carry as detail. */
struct record_line {
    const char *verdict, *rules, *says;
};

/* The detail of such an answer; `repeated` as progress_add() has it. */
char *
record_lines_text(struct arena *a, const struct record_line *lines, int n, bool repeated);
/* And back: how many, 0 when the detail tells of no lines. */
int
record_lines_read(struct arena *a, const char *detail, const struct record_line **out);

/* ---- progress ---------------------------------------------------------------------- */

struct progress;

struct progress *progress_new(struct arena *a);

/* Take one event into account; its texts are copied. Events of one device come in the
 * order of their seq, even when its clock was set back; devices are merged by time.
 *
 * ANSWERED whose detail is {"repeated": true} (equivalent to an earlier wrong answer) is
 * not one more wrong answer. FRESH carries the number of the new variant in `attempt`;
 * an event with a higher attempt than the one in work begins that variant as well, one
 * with a lower attempt leaves the variant in work alone. */
void progress_add(struct progress *p, const struct record_event *ev);

/* Where a lesson was left. */
struct lesson_progress {
    const char *step;       /* id of the step to resume; "" at the start */
    int beat;               /* in that step */
    bool opened, done;      /* done: its last step was finished */
    int64_t first_ms;       /* of its first event; 0 if none */
    int64_t last_ms;        /* of its last */
    int steps_done;         /* distinct steps reached; without `step` until it is done */
    const char *last_guess; /* the learner's last own words or choice in it */
};

struct lesson_progress progress_lesson(const struct progress *p, const char *lesson);

/* Whether that step was ever reached. */
bool progress_reached(const struct progress *p, const char *lesson, const char *step);

/* What is known of one question or prediction. */
struct item_progress {
    bool answered;            /* right or right-but at least once, in any variant */
    double mark;              /* of the first right answer; the best explanation */
    int attempt;              /* the variant in work; what follows is about it alone */
    uint64_t seed;            /* 0 until an event told it */
    bool right;               /* this variant was answered right */
    bool given_up;            /* its solution was shown */
    bool skipped;             /* and not answered since */
    const char *response;     /* the last answer or guess; "" if none */
    const char *draft;        /* typed, not sent; "" if none */
    const char *told;         /* detail of this explanation so far; "" */
    const char *told_best;    /* of the one that `mark` is about, in any variant; "" */
    const char *told_text;    /* and its words; "" */
    const char *lines;        /* detail of a derivation: the first right one, else the */
    const char *lines_text;   /* last one, in any variant; and its text; "" */
    const char *const *wrong; /* distinct wrong answers, oldest first */
    int n_wrong;
    int hints;
};

struct item_progress
progress_item(const struct progress *p, const char *lesson, const char *item);

/* A lesson that was passed is told back again after 1, 3, 7 and 21 days, with fresh
 * numbers; it is mastered while the last delayed one succeeded. */
enum { RETRIEVALS = 4 };

struct retrieval {
    bool passed, mastered;
    int times;        /* how often it was told back again */
    int kept;         /* delayed ones that succeeded, at most RETRIEVALS */
    bool missed;      /* the last one failed */
    const char *look; /* the lesson that the failed step belongs to; "" if none */
    int64_t passed_ms;
    int64_t due_ms; /* from when the next one counts; 0: none is left, or not passed */
};

/* RETRIEVED events count from their due time on; the first is due 20 hours after the
 * pass, each other at its day but not within 20 hours of the one before; a failed one
 * comes back after 20 hours. */
struct retrieval progress_retrieval(const struct progress *p, const char *lesson);

/* Whether any event of that type was seen; the lesson touched last, "" if none. */
bool progress_has(const struct progress *p, enum event_type type);
const char *progress_last_lesson(const struct progress *p);

#endif
