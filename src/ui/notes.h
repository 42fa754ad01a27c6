/*
 * What the speaker of a presentation is told. One process presents and makes these, the
 * other shows them; between them they are a line of text.
 */
#ifndef ROPEWALK_UI_NOTES_H
#define ROPEWALK_UI_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

struct ui_model;

enum {
    UI_NOTES_MAX = 65536, /* bytes of a line; notes that are longer are cut */
    UI_NOTES_ITEMS = 120,
};

enum ui_note_kind {
    UI_NOTE_SAY,    /* of the lesson: what to say */
    UI_NOTE_SEEN,   /* of an earlier or a later beat of the step */
    UI_NOTE_ASK,    /* what the class is asked */
    UI_NOTE_CHOICE, /* what it can choose */
    UI_NOTE_ANSWER, /* what is right */
    UI_NOTE_EXPECT, /* a wrong answer, with what is behind it */
    UI_NOTE_HINT,   /* a hint that can be given */
    UI_NOTE_SAID,   /* what the class has said */
    UI_NOTE_KINDS,
};

/* Plain text without formulas in two dimensions. */
struct ui_note {
    enum ui_note_kind kind;
    const char *text;
};

/* Numbers count from 1. */
struct ui_notes {
    const char *lesson, *label, *title; /* id; "L04" or ""; words */
    const char *step, *step_title;
    const char *next; /* the title of the next step; "" behind the last */
    int step_at, n_steps, beat_at, n_beats, line_at, n_lines, part_at, n_parts;
    int minutes, step_minutes; /* planned */
    int64_t began_ms, step_ms; /* when the lesson and its step began (UTC) */
    bool blank, ended;
    struct ui_note at[UI_NOTES_ITEMS];
    int n;
};

/* Where a presentation is, to know it again. */
struct ui_place {
    const char *lesson,
        *step;            /* they live as long as the lesson is open; NULL: none is */
    int beat, line, part; /* from 0 */
    bool blank, ended;
    unsigned said; /* changes with what the class has said */
};

bool ui_place(struct ui_model *m, struct ui_place *out);

/* What belongs to that place, in the arena; the times are the caller's. false: no lesson
 * is presented. */
bool ui_notes_of(struct arena *a, struct ui_model *m, struct ui_notes *out);

/* As one line without its end, at most UI_NOTES_MAX bytes: what is too much is left out
 * from the end. In the arena. */
char *ui_notes_line(struct arena *a, const struct ui_notes *n);

/* And back, from bytes that nobody vouches for: every text is made safe, every number
 * put into its range. false with *e when it is no such line. */
bool ui_notes_read(struct arena *a, const char *line, size_t len, struct ui_notes *out,
                   struct err *e);

/* As lines for a stream, `now_ms` (UTC) and `tz_minutes` for its times. */
char *
ui_notes_text(struct arena *a, const struct ui_notes *n, int64_t now_ms, int tz_minutes);

#endif
