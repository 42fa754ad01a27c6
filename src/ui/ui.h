/*
 * The interface as two functions over one model:
 *
 *     ui_update(model, event)     changes the model, queues effects
 *     ui_view(model, canvas)      draws it
 *
 * ui never reads a key, a clock or a file. What it wants done it asks for as an effect;
 * app carries effects out and sends the result back as an event. Line mode (ui_line_*)
 * is a second view of the same model: same questions, same grading, same record.
 */
#ifndef ROPEWALK_UI_UI_H
#define ROPEWALK_UI_UI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "canvas/canvas.h"
#include "lesson/lesson.h"
#include "proof/proof.h"
#include "record/record.h"
#include "ui/course.h"
#include "ui/notes.h"
#include "ui/result.h"

struct ui_model;

/* Bytes that a field takes: those of the longest explanation. A line of the record holds
 * them with every character escaped. */
enum { UI_FIELD_MAX = 16384 };

/* One lesson of the course, as home lists it. */
struct ui_lesson {
    const char *id, *label, *title;
    int minutes;
    bool available; /* a file is there */
    bool core;      /* on the core path; when none is, all are */
    const char *const *needs;
    int n_needs;
    const char *const *sittings; /* the steps with which they begin */
    int n_sittings;
};

/* How it should look and behave; from options and the environment. */
struct ui_settings {
    enum alphabet alphabet;
    enum cells cells;   /* what lines of figures are drawn with */
    unsigned cells_can; /* what they could be: bits 1 << CELLS_ */
    bool ramp;          /* cells of figures are filled with colours; else with shades */
    bool still;         /* no motion: end states only */
    double aspect;      /* of a cell; 2 when unknown */
    uint64_t seed;      /* for fresh numbers: the learner's, or --seed */
    bool spoken;        /* line mode: formulas in words */
    int64_t now_ms;     /* UTC, when the program began; 0: unknown */
    int tz_minutes;     /* local time is so much later */
    bool mouse_off;     /* the mouse is left to the terminal, until a key takes it */
    bool stage;         /* lessons are presented: see notes.h */
};

/* `progress` is shared with store: events that were committed are already in it. */
struct ui_model *ui_new(const struct ui_settings *s, const struct ui_lesson *lessons,
                        int n, const struct progress *progress);
void ui_free(struct ui_model *m);

/* ---- events ------------------------------------------------------------- */

enum ui_event_kind {
    UI_OPEN_HOME, /* home, with `text` "sheet WORDS" or "map" over it; lessons that are
                     opened later are left for it, else for good */
    UI_LESSON,    /* `lesson` was read: open it at `step` ("" resumes); answers LOAD */
    UI_DOCUMENT,  /* show `text` in a pager, which is called `step` */
    UI_KEY,       /* `key` */
    UI_TEXT,      /* the text field changed: `text`, `cursor` in bytes */
    UI_SUBMIT,    /* Enter in the text field: `text` */
    UI_MOUSE,     /* `row`, `col`, `button`: press, drag, release, wheel */
    UI_RESIZE,    /* `rows`, `cols` */
    UI_TICK,      /* `ms` (monotonic) */
    UI_SAVED,     /* the event of the last SAVE effect was committed */
    UI_UNSAVED,   /* it was not: `text` says why; it is kept in memory */
    UI_NOTICE,    /* `text`: a banner that stays */
    UI_REMARK,    /* `text`: a banner that the next key ends */
    UI_FAILED,    /* a LOAD failed: `text` */
    UI_NOTES,     /* where a presentation is: `notes` (NULL: nowhere, see `text`); `ms` */
    UI_RULES,     /* `rules` are those that the lesson may use; answers RULES */
    UI_COURSE,    /* `course` are all lessons; answers COURSE */
    UI_ROPE,      /* `course` are all lessons, for this call only; answers ROPE */
    UI_CHECK,     /* what waits is judged now; answers CHECK */
    UI_LEAVE,     /* the terminal is going away: save what is typed, then QUIT */
};

enum ui_button { UI_PRESS, UI_DRAG, UI_RELEASE, UI_WHEEL_UP, UI_WHEEL_DOWN };

struct ui_event {
    enum ui_event_kind kind;
    uint32_t key;
    const char *text, *step; /* borrowed for the call */
    int cursor;
    int row, col, rows, cols;
    enum ui_button button;
    int64_t ms;
    int64_t deadline_ms; /* UI_LESSON: when its time is over (monotonic); 0: never */
    const struct lesson *lesson;       /* must live until the next UI_LESSON is handled */
    const struct rulebook *rules;      /* as long */
    const struct course_table *course; /* UI_COURSE: must live as long as the model */
    const struct ui_notes *notes;      /* borrowed for the call */
};

void ui_update(struct ui_model *m, const struct ui_event *ev);

/* ---- effects ------------------------------------------------------------ */

enum ui_effect_kind {
    UI_EFFECT_SAVE,   /* commit `event`, then send UI_SAVED or UI_UNSAVED */
    UI_EFFECT_LOAD,   /* read the lesson `id` ("LESSON" resumes, or "LESSON#STEP"), then
                         send UI_LESSON or UI_FAILED */
    UI_EFFECT_AGAIN,  /* ask what of the lesson `id` is due, with fresh numbers: send
                         UI_LESSON or UI_FAILED */
    UI_EFFECT_COURSE, /* read all lessons, then send UI_COURSE */
    UI_EFFECT_ROPE,   /* read all lessons, send UI_ROPE, and let go of them */
    UI_EFFECT_RULES,  /* send UI_RULES: basic rules, and theorems of what `id` needs */
    UI_EFFECT_CHECK,  /* show a frame, which says that it takes a moment; then send
                         UI_CHECK */
    UI_EFFECT_QUIT,
    UI_EFFECT_SUSPEND,
    UI_EFFECT_REDRAW, /* repaint everything */
    UI_EFFECT_STAGE, /* notes: move the presentation: `id` is "next", "back" or "blank" */
};

struct ui_effect {
    enum ui_effect_kind kind;
    struct record_event event; /* texts live until the next ui_update() */
    const char *id;
};

/* The next effect that is waiting; false when there is none. */
bool ui_next_effect(struct ui_model *m, struct ui_effect *out);

/* ---- the text field ----------------------------------------------------- */

/* The field that has the focus, if any: term edits it with readline and reports each
 * change as UI_TEXT. When `serial` changes, the editor takes `text` over. */
struct ui_field {
    bool active;
    const char *text;
    int cursor; /* bytes */
    unsigned serial;
    bool own_up, own_down, own_right, own_back; /* these keys are the screen's now */
    bool lines; /* it has lines: KEY_LINE_BREAK begins a new one */
};

struct ui_field ui_field(const struct ui_model *m);

/* Milliseconds until the next UI_TICK is wanted; -1: none (idle). */
int ui_wants_tick(const struct ui_model *m);

/* Whether the mouse is to be reported: a key of the learner's changes it. */
bool ui_wants_mouse(const struct ui_model *m);

/* ---- views -------------------------------------------------------------- */

/* Draw the whole screen for the canvas's size; the canvas is cleared first. */
void ui_view(struct ui_model *m, struct canvas *c);

/* Line mode: everything that is new since the last call, as lines; and one line of
 * input in. */
char *ui_line_view(struct arena *a, struct ui_model *m);
void ui_line_input(struct ui_model *m, const char *line);
/* What the prompt says ("Answer (1-3, unsure, back, help): "). */
const char *ui_line_prompt(const struct ui_model *m);
/* Input ended: what is typed is kept, the rest is left; effects follow. */
void ui_line_end(struct ui_model *m);

/* ---- keys --------------------------------------------------------------- */

/* The key table is the help page. */
struct ui_binding {
    uint32_t key;
    const char *label; /* "Space", "PgDn" */
    const char *where; /* "" everywhere outside a text field, else the screen */
    const char *help;
};

const struct ui_binding *ui_bindings(int *n);

#endif
