/*
 * What the model knows of a lesson that is presented, and of the notes of one elsewhere.
 * Included by ui_priv.h behind struct place.
 */
#ifndef ROPEWALK_UI_STAGE_STATE_H
#define ROPEWALK_UI_STAGE_STATE_H

#include "ui/notes.h"

struct stage {
    bool on;
    bool blank, ended;
    int part;        /* of the place `at` that is shown, from 0 */
    struct place at; /* that of the lesson, after the last event */
    bool to_end;     /* it was come back to: its last part is shown */
    bool figure;     /* the part shows its figure */
    unsigned news;   /* verdicts and hints that were seen */
};

struct speaker {
    struct arena *arena; /* of the texts */
    bool any;            /* a presentation is there; else `why` not */
    struct ui_notes notes;
    const char *why;
    int64_t now_ms;
    int scroll;
};

#endif
