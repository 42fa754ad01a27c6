/*
 * The model, and what the files of the room share.
 *
 * model.c    the model's life, effects, what comes back from a SAVE
 * keys.c     the key table and what each key does
 * study.c    a lesson that is open: where in it the learner is, figures, resuming
 * question.c questions: typing, choosing, judging, hints, fresh numbers
 * derive.c   derivations: values at one readable point, each line compared
 * controls.c focus, sliders, mouse, play
 * parts.c    columns of boxes; the title row; hint row and help page from the key table
 * text.c     what the text column and the question zone say
 * screen.c   the lesson's zones at every size
 * home.c     the course: states, list, chain
 * line_out.c line mode: the model in lines
 * line_in.c  line mode: a line of input into the model
 * look/      looking at a figure: zoom, cells, values read off, experiments
 * page/      a document in a pager
 * bench/     where a learner derives a theorem
 * offer/     what a text field offers: names, the rule at the cursor
 * answer/    how each kind of question is answered
 * told/      explanations
 * sheet/     the formula sheet; how it and the map open over another screen
 * map/       the map of lessons and theorems
 * stage/     a lesson before a class, and the notes of its speaker
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

#include "ui/look/state.h"
#include "ui/stage/state.h" /* needs struct place */

/* ---- questions ---------------------------------------------------------- */

enum question_state {
    QUESTION_OPEN,
    QUESTION_SAVING, /* judged; the verdict waits for the commit */
    QUESTION_DONE,   /* answered right, or the guess was made */
    QUESTION_SHOWN,  /* the solution was shown before a right answer */
    QUESTION_KEPT,   /* of an exam: answered, the verdict comes at the end */
};

/* Text that grows: what is typed is never cut. Heap; freed with the lesson. */
struct typed {
    char *text;
    size_t len, cap;
    int cursor; /* bytes */
};

struct question {
    const struct ask *ask;
    int step, beat;
    bool ready; /* numbers drawn, what the record knows taken over */
    enum question_state state;
    bool skipped, before; /* before: its guess was made when the lesson was opened */
    bool exam;            /* no hints, solutions or fresh numbers */
    uint64_t seed;
    int attempt;
    struct drawn drawn;
    int *order;         /* choices and lines: the one shown i-th */
    bool *ticked;       /* several: by shown position */
    int choice;         /* the highlighted one, by shown position */
    bool held;          /* order: the line was taken up; spot: an empty Enter was met */
    bool chosen;        /* spot: the highlighted line is the wrong one; now its repair */
    const char **cells; /* grid: the texts of its cells; NULL: nothing was typed yet */
    int cell;           /* the one in the field, whose text is `typed` */
    struct sketch *sketch; /* of a guess that is drawn; else NULL */
    struct typed typed;
    double guess;            /* a guess as a number; NaN when it is none */
    struct telling *telling; /* of an explanation; NULL for other kinds */
    const char *drafted;     /* the text that the record has as draft */
    const char *response;    /* right answer or guess as shown; "" if none */
    const char **wrong;      /* wrong answers that counted */
    int n_wrong, hints;
    struct grade grade; /* the last verdict that may be shown */
    bool graded;
    struct grade pending;       /* state SAVING */
    const char *judged;         /* the text that `grade` or `pending` is about */
    unsigned verdicts, printed; /* how many there were; line mode says each once */
};

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
    bool rubbed, digit, told; /* the last key rubbed out, chose; what is left was said */
    int reading_rows;         /* the most rows a reading of this question took */
};

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

struct flow;

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
    const struct rope *rope; /* NULL: the course was not looked at yet */
    struct visits visits;
    struct stage stage;
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

/* ---- study.c ------------------------------------------------------------ */

void study_open(struct ui_model *m, const struct lesson *l, const char *step);
void study_close(struct ui_model *m);
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

/* `= term` in words: typeset_computed, ctx is a struct words_ctx. */
struct words_ctx {
    const struct ui_model *model;
    const struct scope *scope;
};
const char *study_computed(void *ctx, struct arena *a, const char *expr);

/* ---- question.c --------------------------------------------------------- */

/* Without the blanks and line ends around it; a copy. */
char *question_trimmed(struct arena *a, const char *text);
void question_init(struct ui_model *m, struct question *q);
bool question_is_open(const struct question *q);
bool question_has_field(const struct question *q);        /* a text is typed now */
bool question_is_answered_here(const struct question *q); /* not by sliders alone */
int question_items(const struct question *q);             /* choices or lines */
void question_type(struct ui_model *m, struct question *q, const char *text, int cursor);
void question_submit(struct ui_model *m, struct question *q);
/* Take an answer up as a draft. */
void question_take(struct ui_model *m, struct question *q, const char *text);
/* Judge an answer as room grade reads it; it must live as long as the lesson. */
void question_judge(struct ui_model *m, struct question *q, const char *answer);
/* A verdict on an answer, which must live as long: it is shown when it is committed. */
void question_verdict(struct ui_model *m, struct question *q, struct grade g,
                      const char *answer);
void question_choose(struct ui_model *m, struct question *q, int shown);
void question_unsure(struct ui_model *m, struct question *q);
void question_skip(struct ui_model *m, struct question *q);
bool question_can_hint(const struct question *q);
void question_hint(struct ui_model *m, struct question *q);
bool question_can_solve(const struct question *q);
/* Whether what is said about it in f has nothing to be filled in and takes more than so
 * many rows: then it is scrolled, and not the text above it. */
bool question_is_read(const struct question *q, const struct flow *f, int rows);
void question_solve(struct ui_model *m, struct question *q);
bool question_can_renew(const struct question *q);
void question_renew(struct ui_model *m, struct question *q);
/* After the sliders moved: whether the condition of a set question holds. */
void question_watch(struct ui_model *m, struct question *q);
void question_saved(struct ui_model *m, struct question *q);
/* Whether what stands there is to be kept and is not yet. */
bool question_draft_waits(const struct ui_model *m, const struct question *q);
void question_keep_draft(struct ui_model *m, struct question *q);
void question_free(struct question *q);
void typed_set(struct typed *t, const char *text, int cursor);

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

/* ---- controls.c --------------------------------------------------------- */

bool controls_field_active(const struct ui_model *m);
void controls_focus(struct ui_model *m, int by); /* Tab */
/* Whether Left and Right are free to take the first slider; and taking it. */
bool controls_can_take(const struct ui_model *m);
void controls_take(struct ui_model *m);
int controls_count(const struct ui_model *m); /* how many can have the focus */
void controls_move(struct ui_model *m, int by, bool coarse);
void controls_set(struct ui_model *m, int slider, double value);
void controls_reset(struct ui_model *m);
void controls_entry(struct ui_model *m, uint32_t key);
bool controls_entry_done(struct ui_model *m); /* whether something was typed */
/* Whether the figure, if there is one, stands on the screen beside or instead of words.
 */
bool controls_shows_figure(const struct ui_model *m);
bool controls_can_play(const struct ui_model *m);
void controls_play(struct ui_model *m);
void controls_tick(struct ui_model *m, int64_t ms);
void controls_mouse(struct ui_model *m, const struct ui_event *ev);
void controls_scroll(struct ui_model *m, int rows);
enum pane controls_next_pane(const struct ui_model *m); /* what T turns to */
void controls_turn_pane(struct ui_model *m);
bool controls_has_panes(const struct ui_model *m);

/* ---- keys.c ------------------------------------------------------------- */

/* A key and the number of its row in the table. */
struct press {
    uint32_t key;
    int by;
};

enum action {
#define ACTION(name, run, by, can) ACTION_##name,
#include "ui/keys.def"
#undef ACTION
    ACTION_COUNT
};

enum { KEY_PLACES_MAX = 5 };

/* What belongs to each ui_binding: its action and its word in the hint row. */
struct key_row {
    enum action action;
    const char *hint;
};

enum {
    KEY_ROW_COUNT = 0
#define KEY_ROW(key, label, where, action, hint, help) +1
#include "ui/keys.def"
#undef KEY_ROW
};

extern const struct ui_binding key_bindings[KEY_ROW_COUNT];
extern const struct key_row key_rows[KEY_ROW_COUNT];

void keys_press(struct ui_model *m, uint32_t key);
/* The row of the table that a key means now; -1: none. */
int keys_row(const struct ui_model *m, uint32_t key);
/* Whether the action of a row would do something now. */
bool keys_possible(const struct ui_model *m, int row);
/* The places whose keys act now, the nearest first; NULL-terminated. */
void keys_places(const struct ui_model *m, const char *places[KEY_PLACES_MAX + 1]);

/* ---- parts.c ------------------------------------------------------------ */

/* The row that says where in the lesson one is; "saved", "saving", "NOT SAVED". */
void parts_title(struct ui_model *m, struct canvas *c, struct rect r);
const char *parts_saved(const struct ui_model *m);
/* The remark or the banner over row `row`; nothing when there is none. */
void parts_notice(struct ui_model *m, struct canvas *c, struct rect r, int row);

/* The hint row for the focus: only keys that do something now. */
void keys_hints(struct ui_model *m, struct canvas *c, struct rect r);
void keys_help_view(struct ui_model *m, struct canvas *c);

struct flow_item {
    const struct box *box;
    enum style style;
    int row, col;
};

/* A column of boxes in the frame arena. */
struct flow {
    struct arena *arena;
    enum alphabet alphabet;
    const struct tex_macros *macros;
    const struct words_ctx *asked; /* of the question that is put; NULL: none */
    int cols, rows;
    bool stage;                             /* before a class: only what it needs */
    bool values;                            /* of lines of derivations are shown */
    int anchor;                             /* the first row of what is new */
    int gap_at;                             /* the row behind the last gap */
    int *lines, n_lines;                    /* rows where lines of derivations begin */
    int cursor_row, cursor_col;             /* -1: none */
    int cursor_more;                        /* rows below it that belong to it */
    struct rect field, choice[CHOICES_MAX]; /* where they are in the column */
    struct flow_item *items;
    int n, cap;
};

void flow_init(struct flow *f, struct ui_model *m, int cols);
/* A line of a derivation begins here, with all that belongs to it. */
void flow_begin_line(struct flow *f);
/* Put a box at column col of the next row, or beside (flow_beside) what was put last. */
void flow_box(struct flow *f, int col, enum style style, const struct box *b);
void flow_beside(struct flow *f, int row, int col, enum style style, const struct box *b);
void flow_line(struct flow *f, int col, enum style style, const char *text);
void flow_right(struct flow *f, int row, enum style style, const char *text);
void flow_words(struct flow *f, int col, enum style style, const char *markdown,
                const struct words_ctx *ctx);
/* A formula in TeX, broken so that it is at most `cols` wide. */
const struct box *flow_formula(const struct flow *f, int cols, const char *tex);
/* Words that are no Markdown: messages, values, what was typed. */
void flow_plain(struct flow *f, int col, enum style style, const char *text);
/* Any text as Markdown that shows just this text. */
char *text_escape(struct arena *a, const char *text);
void flow_gap(struct flow *f); /* one blank row, unless the flow is empty or has one */
/* Draw from row `top` of f; the flow's cursor becomes the real one. */
void flow_draw(const struct flow *f, struct canvas *c, struct rect r, int top);
/* The first byte of a field's text that is shown, so that the cursor is in sight: as many
 * characters before it as fit into `room` cells. */
size_t typed_start(const struct flow *f, const struct typed *t, int room);
struct box *
flow_set(struct flow *f, int cols, const char *markdown, const struct words_ctx *ctx);

#include "ui/text.h"

/* ---- screen.c, home.c --------------------------------------------------- */

void screen_lesson(struct ui_model *m, struct canvas *c);
/* Whether text and figure of this beat do not fit beside one another: T turns. */
bool screen_turns(const struct ui_model *m);

void home_view(struct ui_model *m, struct canvas *c);
void home_show(struct ui_model *m);
void home_move(struct ui_model *m, int by);
void home_enter(struct ui_model *m);
void home_open(struct ui_model *m, int lesson);
/* The first lesson of the core path that is written and not a stage; -1: none. */
int home_first_core(const struct ui_model *m);
/* The lesson that Enter goes on with; -1: none. */
int home_next(const struct ui_model *m);
/* "done", "here", "next", "ready", "later" (what it needs is not done), "look" (what it
 * needs is not there to be done); "" for one that is not written. */
const char *home_state(const struct ui_model *m, int lesson);
/* "needs L01", "not written yet", "" */
char *home_remark(struct arena *a, const struct ui_model *m, int lesson);
/* Why it comes next, if it is due; "". */
const char *home_why(const struct ui_model *m, int lesson);
/* "step 4 of 9, 4 min left", "3 steps done, 70 min in all" */
char *home_where(struct arena *a, const struct ui_model *m, int lesson);
/* `You had last said: "go down".`, or "" */
char *home_last_words(struct arena *a, const struct ui_model *m, int lesson);

#endif
