/*
 * The model, and what the files of the room share.
 *
 * model.c    the model's life, effects, what comes back from a SAVE
 * study.c    a lesson that is open: where in it the learner is, its figures, moving on
 * open.c     opening a lesson: what is in it, and where it goes on
 * question.c questions: typing, choosing, judging, hints, fresh numbers
 * derive.c   derivations: values at one readable point, each line compared
 * controls.c focus, sliders, mouse, play
 * flow.c     columns of boxes
 * parts.c    the title row, banners, computed numbers; which screen is drawn
 * line_out.c line mode: the model in lines
 * line_in.c  line mode: a line of input into the model
 * keys/      the key table: what keys do, the hint row, the help page
 * text/      what the text column and the question zone say
 * screen/    the lesson's zones at every size
 * look/      looking at a figure: zoom, cells, values read off, experiments
 * page/      a document in a pager
 * bench/     where a learner derives a theorem
 * offer/     what a text field offers: names, the rule at the cursor
 * answer/    how each kind of question is answered
 * told/      explanations
 * sheet/     the formula sheet; how it and the map open over another screen
 * map/       the map of lessons and theorems
 * stage/     a lesson before a class, and the notes of its speaker
 * home/      the course: states, list, chain
 * end/       the end of a lesson or a sitting
 * quiz/      quizzes, lessons that are told back, and their results
 */
#ifndef ROPEWALK_UI_UI_PRIV_H
#define ROPEWALK_UI_UI_PRIV_H

#include "base/buf.h"
#include "calc/calc.h"
#include "exact/exact.h"
#include "figure/figure.h"
#include "grade/grade.h"
#include "proof/proof.h"
#include "typeset/typeset.h"
#include "ui/ui.h"

enum {
    TINY_ROWS = 6, /* fewer rows or columns: only a line that says so */
    TINY_COLS = 20,
    ROOMY_ROWS = 18, /* fewer: one part of the lesson at a time */
    ROOMY_COLS = 60,
    TEXT_COLS_MAX = 72, /* a line of words is never longer */
    NOTICE_MAX = 240,
    CHOICES_MAX = 26,
    SHOWN_DIGITS = 6, /* significant digits of computed numbers in words */
};

/* Where in a lesson: `line` counts the derivation lines of the beat that are shown. */
struct place {
    int step, beat, line;
};

/* The parts of the model, and what their files do; each rests on those before it. */
/* clang-format off */
#include "ui/look/state.h"
#include "ui/stage/state.h"
#include "ui/end/state.h"
#include "ui/question.h"
#include "ui/study.h"
#include "ui/controls.h"
#include "ui/keys/keys.h"
#include "ui/flow.h"
#include "ui/text/text.h"
#include "ui/home/home.h"
/* clang-format on */

/* ---- effects ------------------------------------------------------------ */

/* One effect that waits, or (a SAVE) that was handed out and is not answered yet. */
struct pending_effect {
    struct ui_effect effect;
    struct question *question; /* its verdict is shown after the commit; may be NULL */
    struct pending_effect *next;
};

struct effect_list {
    struct pending_effect *first, *last;
};

/* ---- the screen, as it was drawn last: for the mouse -------------------- */

struct spots {
    struct rect text, field;
    struct rect slider[FIGURE_SLIDERS_MAX]; /* the row of a slider's bar */
    struct rect choice[CHOICES_MAX];
    struct figure_view figure;
    bool scrolls; /* the text is taller than its place */
};

/* ---- a document --------------------------------------------------------- */

struct pager {
    struct arena *arena; /* of the text; NULL: none is open */
    struct arena *laid;  /* of its layout */
    const char *markdown, *title, *macros;
    const struct typeset_page *page; /* laid out for `width` columns */
    int width;
    int top, left; /* the cell in the corner */
    int rows;      /* that were shown last */
    bool searching, lists;
    struct typed typed;  /* in the search field */
    struct typed needle; /* what was searched for last */
    int found;           /* the row where it was found; -1: nowhere */
    int heading;         /* the one at the cursor of the list */
};

enum screen {
    SCREEN_HOME,
    SCREEN_LESSON,
    SCREEN_END,
    SCREEN_PAGE,
    SCREEN_BENCH,
    SCREEN_SHEET,
    SCREEN_MAP,
    SCREEN_NOTES,
};

/* What line mode has printed. */
struct line_seen {
    enum screen screen;
    bool any;
    const struct lesson *lesson;
    struct place at;
    const struct drawing *drawing;
    unsigned moves;
    const struct question *question;
    int attempt, hints;
    enum question_state state;
    unsigned notices;
    bool finished;
};

struct ui_model {
    struct ui_settings settings;
    const struct ui_lesson *lessons;
    int n_lessons;
    const struct progress *progress;

    struct arena *arena;         /* of the open lesson */
    struct arena *frame;         /* of one frame */
    struct arena *scratch;       /* of one judgement */
    struct arena *reading_arena; /* of the reading of the field */
    struct arena *effect_arena;
    struct effect_list waiting, asked;

    enum screen screen;
    int rows, cols;
    bool homed; /* home was open: a lesson is left for it, else for good */
    bool line_mode;
    bool leaving; /* QUIT was asked for */
    bool unsaved; /* the last save failed */
    bool help;
    int help_scroll;
    int64_t draft_ms;        /* when what is typed was kept last; 0: never */
    char notice[NOTICE_MAX]; /* a banner that stays */
    char remark[NOTICE_MAX]; /* an answer to the last key, gone with the next */
    unsigned notices;        /* how many of both there were */
    bool loading;            /* a lesson was asked for and is not here yet */
    int home_cursor;         /* -1: "go on" */
    unsigned field_serial;
    struct study study;
    struct pager pager;
    struct bench *bench; /* never NULL */
    enum screen under;   /* SHEET, MAP: the screen that they were opened over */
    const struct course_table *course; /* NULL: not here yet */
    struct arena *course_arena;
    const char *over_line; /* of line mode: waits for the course; "" for nothing */
    struct sheet *sheet;   /* never NULL */
    struct map *map;       /* never NULL */
    struct arena *rope_arena;
    const struct rope *rope; /* NULL: there is none, or (not roped) not yet */
    bool roped;              /* the course was looked at */
    struct visits visits;
    struct stage stage;
    struct end_page end;
    struct speaker speaker;
    struct spots spots;

    struct arena *line_arena; /* what commands of line mode have said */
    struct buf line_said;
    struct line_seen seen;
};

/* ---- model.c ------------------------------------------------------------ */

void model_effect(struct ui_model *m, enum ui_effect_kind kind, const char *id);
void model_notice(struct ui_model *m, const char *text);
void model_remark(struct ui_model *m, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Ask for an event of the open lesson to be saved; lesson, step, item, hash, seed and
 * attempt are filled in from the study and q (may be NULL). Texts are copied. With
 * `verdict_of` the question's verdict is shown when the answer comes back. */
void model_save(struct ui_model *m, struct record_event ev, const struct question *q,
                struct question *verdict_of);
bool model_saving(const struct ui_model *m);
void model_quit(struct ui_model *m);
/* Back to home, or QUIT when the lesson was opened directly. */
void model_leave(struct ui_model *m);

/* The text field that has the focus; NULL: none. */
struct typed *model_field(const struct ui_model *m);
/* It has a new text. */
void model_type(struct ui_model *m, const char *text, int cursor);

bool model_is_tiny(const struct ui_model *m);
bool model_is_roomy(const struct ui_model *m);

/* ---- parts.c ------------------------------------------------------------ */

/* The row that says where in the lesson one is; "saved", "saving", "NOT SAVED". */
void parts_title(struct ui_model *m, struct canvas *c, struct rect r);
const char *parts_saved(const struct ui_model *m);
/* The remark or the banner over row `row`; nothing when there is none. */
void parts_notice(struct ui_model *m, struct canvas *c, struct rect r, int row);
/* How many rows it takes in so many columns. */
int parts_notice_rows(struct ui_model *m, int cols);

/* ---- screen/ --------------------------------------------------- */

void screen_lesson(struct ui_model *m, struct canvas *c);
/* Whether text and figure of this beat do not fit beside one another: T turns. */
bool screen_turns(const struct ui_model *m);

#endif
