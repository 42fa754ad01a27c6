/*
 * A learner at work: the model of the interface, the record and the lessons, held
 * together. The two loops (walk_screen(), walk_lines()) differ only in how they show and
 * what they read.
 */
#ifndef ROPEWALK_APP_SESSION_H
#define ROPEWALK_APP_SESSION_H

#include "app/app.h"
#include "term/term.h"
#include "ui/ui.h"

struct session {
    struct app *app;
    struct store *store;
    struct progress *progress;
    struct lesson_file *files;
    int n_files;
    struct ui_lesson *entries;
    struct ui_model *model;
    struct arena *lesson_arena; /* of the lesson that is open; NULL: none */
    const struct lesson *lesson;
    const struct lesson **needed; /* lessons that were read for rules; NULL: none yet */
    const char *own_path;         /* learn FILE.md; NULL: none */
    const char *own_id;
    int64_t own_stamp;
    const struct course_table *course; /* NULL: nobody asked for it yet */
    const char *shows;                 /* "sheet WORDS" or "map", to begin with; NULL */
    const struct lesson *made;         /* a quiz, which is in no file; NULL */
    int64_t deadline_ms;               /* when its time is over (monotonic); 0: never */
    struct presenter *presenter;       /* NULL: none presents */
    bool stage;                        /* nothing is recorded */
    const char *greeting;              /* a remark that the first key ends; NULL */
    const char *notice;                /* why nothing is saved; "" if all is well */
    bool over;                         /* QUIT was asked for */
    bool stop, repaint;                /* SUSPEND, REDRAW: for walk_screen() */
    bool screen;                       /* frames are shown */
    bool check;                        /* CHECK waits for one: for walk_screen() */
    bool rope;                         /* ROPE waits until nobody types */
    bool held; /* effects wait: nothing is saved before the first frame */
};

/* Open the record and the list of lessons. Never fails: what is not there is a notice. */
void session_open(struct session *s, struct app *app);

/* The same for a presentation: no record is opened, and none is made. */
void session_open_stage(struct session *s, struct app *app);

/* The lesson of an operand, "LESSON", "LESSON#STEP" or "FILE.md", and its step ("" when
 * none is named). NULL with what is wrong, and *source as lesson_load() gives it. */
const struct lesson *
session_choose(struct session *s, const char *operand, const char **step,
               const char **source, struct errs *errs);

/* Make the model; `t` is NULL in line mode. */
void session_start(struct session *s, const struct terminal *t);

/* Free everything; the exit status: STATUS_IO when something could not be saved. */
int session_close(struct session *s);

/* Hand an event to the model and carry out what it asks for. */
void session_send(struct session *s, const struct ui_event *ev);

/* Carry out what the model asks for. */
void session_effects(struct session *s);

/* Open a lesson at a step ("" resumes). */
void session_load(struct session *s, const char *id, const char *step);

/* The path of a lesson by its id; NULL when there is none. */
const char *session_path(const struct session *s, const char *id);

/* Read the whole course for the rope on home, and let go of it: what ROPE asks for. */
void session_rope(struct session *s);

/* Read the own file again when it was saved since. */
void session_reread(struct session *s);

/* Walk a lesson (NULL: home) at a step ("" resumes) on the screen or in lines, then close
 * the session; the exit status. */
int session_walk(struct session *s, const char *id, const char *step);

/* Until the learner leaves. walk_screen() is false with *e when there is no terminal to
 * use; else *sig is the signal that ended it, 0 for none. */
bool
walk_screen(struct session *s, const char *id, const char *step, int *sig, struct err *e);
void walk_lines(struct session *s, const char *id, const char *step);

#endif
