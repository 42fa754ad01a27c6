/*
 * A lesson that is open: where in it the learner is, its figures and derivations. Part
 * of ui_priv.h.
 */
#ifndef ROPEWALK_UI_STUDY_H
#define ROPEWALK_UI_STUDY_H

/* ---- figures ------------------------------------------------------------ */

struct drawing {
    const struct figure_block *block;
    const struct ask *sketched; /* the axes of a guess without a figure; else NULL */
    int step, beat;
    bool compiled;
    struct figure *figure; /* NULL: `problem` says why */
    struct figure_state state;
    const char *problem;
    unsigned moves;         /* changes by the learner: line mode says each */
    struct figure_run *run; /* of its experiments; NULL: none has begun */
    double slice;           /* samples of the next slice */
    bool fills;             /* there is more to come */
    bool has_parts;         /* places that can be visited */
    int visited;            /* the one that was visited last */
};

/* ---- derivations -------------------------------------------------------- */

struct line_check {
    bool done;
    enum line_verdict verdict;
    const char *why;   /* when it does not hold: where it differs, or why it is open */
    const char *value; /* at the point; "" when there is none */
    bool same;         /* the same value as the last line above that has one */
    bool differs;      /* another one, and the line is wrong */
    bool by_rule;      /* and not by numbers alone */
    const char *badge; /* how it was checked, in words */
};

struct checked {
    const struct derivation *derivation;
    struct judging *judging; /* NULL: no line was shown yet */
    const char *point;       /* "m = 5, n = 2"; "" when there is no point */
    const char *start_value;
    struct line_check *lines;
};

/* ---- a lesson that is open ---------------------------------------------- */

enum focus_kind { FOCUS_TEXT, FOCUS_ANSWER, FOCUS_SLIDER, FOCUS_READ, FOCUS_PART };

struct focus {
    enum focus_kind kind;
    int slider;
};

enum pane { PANE_TEXT, PANE_FIGURE, PANE_QUESTION, PANE_COUNT };

enum { ENTRY_MAX = 120 };

struct study {
    const struct lesson *lesson; /* NULL: none is open */
    struct tex_macros *macros;   /* of its front matter */
    struct place at;
    struct place opened_at; /* from a part of a figure */
    struct question *questions;
    int n_questions;
    struct drawing *drawings;
    int n_drawings;
    struct checked *checks;
    int n_checks;
    const struct rulebook *rules; /* NULL: not here yet */
    const struct lesson *ruled;   /* of a quiz: the lesson whose rules they are */
    struct focus focus;
    bool out; /* Esc: letter keys act although a field could type */
    enum pane pane;
    int scroll; /* rows scrolled up from where the text column would stand by itself */
    char entry[ENTRY_MAX]; /* digits typed at a slider */
    bool zoomed;           /* the figure has the whole screen */
    int speed;             /* of play, in doublings */
    bool playing;
    int64_t tick_ms;
    double play_rest; /* part of a step that is not moved yet */
    int drag;         /* the slider under the mouse button + 1; 0: none */
    bool drawing;     /* the mouse draws a guess */
    bool holding;     /* it holds a point of the figure */
    bool finished;
    int64_t deadline_ms, now_ms; /* of a quiz with a limit; monotonic */
    struct reading reading;      /* of the field, in reading_arena */
    bool has_reading;
    const struct question *spaced; /* came with the last Space: the next skips nothing */
    bool rubbed, digit;            /* the last key rubbed out; it chose */
    int reading_rows;              /* the most rows a reading of this question took */
};

/* ---- study.c ------------------------------------------------------------ */

void study_open(struct ui_model *m, const struct lesson *l, const char *step);
void study_close(struct ui_model *m);
/* What the step needs before it is shown, and its questions as the record knows them. */
void study_enter(struct ui_model *m);
void study_reached(struct ui_model *m); /* a beat: it is recorded */
bool study_stage(const struct ui_model *m);
const struct step *study_step(const struct ui_model *m);
const struct beat *study_beat(const struct ui_model *m);

void study_next(struct ui_model *m); /* Space: line, beat, step, end */
void study_back(struct ui_model *m);
void study_step_by(struct ui_model *m, int steps);
void study_go(struct ui_model *m, struct place to);
bool study_at_end(const struct ui_model *m);
void study_finish(struct ui_model *m);
bool study_at_start(const struct ui_model *m);
/* Keep what is typed in the record. */
void study_keep_draft(struct ui_model *m);
int study_minutes_left(const struct ui_model *m);

/* Lines of the derivations of a beat. */
int study_beat_lines(const struct beat *b);

/* The question of this beat once all derivation lines are shown; NULL: none. */
struct question *study_question(const struct ui_model *m);
struct question *study_question_of(const struct ui_model *m, const struct ask *ask);
/* The figure that is shown now; NULL: none, or it waits for a guess (*waits). */
struct drawing *study_drawing(const struct ui_model *m, bool *waits);
/* What it needs before it is drawn; the one of that name, NULL: none. */
void study_compile(const struct ui_model *m, struct drawing *d);
struct drawing *study_drawing_named(const struct study *s, const char *name);
/* The rules that an answer to the question may use; NULL: the basic ones. */
const struct rulebook *study_rules_for(struct ui_model *m, const struct ask *ask);
struct checked *study_checked(const struct ui_model *m, const struct derivation *d);
/* The guess that belongs beside what is shown; NULL: none. */
struct question *study_guess(const struct ui_model *m);
/* A guess was made: show what it was about, or go on when that is in the next beat. */
void study_guessed(struct ui_model *m, const struct question *q);
/* Choose focus and pane for what is now on the screen. */
void study_settle(struct ui_model *m);

/* ---- derive.c ----------------------------------------------------------- */

/* Judge the lines of c up to `lines`, once. */
void derive_check(struct ui_model *m, struct checked *c, int lines);
/* How its lines are judged: at the values that the figure beside it shows. */
struct proof_options derive_options(struct ui_model *m, const struct derivation *d);
/* The rules of the lesson have come: its lines are judged anew. */
void derive_rules(struct ui_model *m, const struct rulebook *rules);
/* The rules that lines of d may use: those of the lesson, and its theorems above d. */
const struct rulebook *
derive_book(struct ui_model *m, struct arena *a, const struct derivation *d);

/* The theorem whose lines show the answer: the one that the question names; of a proof
 * also one that may be used and goes the same way. NULL: none. */
const struct derivation *derive_shows(struct ui_model *m, const struct ask *q);
/* Its lines, with rules and sentences; nothing when there is none. */
void derive_put_shown(struct flow *f, struct ui_model *m, const struct ask *q);
void derive_say_shown(struct buf *out, struct ui_model *m, const struct ask *q);

/* A name as it is shown: "θ" for theta. */
const char *text_name(struct arena *a, const struct scope *s, const char *name);

#endif
