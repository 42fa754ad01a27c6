/*
 * What the files of the program share. Nothing else uses this room: it is the only one
 * that prints, and the only one that knows all others.
 */
#ifndef ROPEWALK_APP_APP_H
#define ROPEWALK_APP_APP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "canvas/canvas.h"
#include "store/store.h"

/* Exit statuses: a contract (design.md section 11). */
enum status {
    STATUS_YES = 0, /* yes, or done */
    STATUS_NO = 1,  /* different, wrong answer, findings */
    STATUS_UNDECIDED = 2,
    STATUS_USAGE = 64,
    STATUS_INPUT = 65,    /* bad input */
    STATUS_MISSING = 66,  /* no such file or lesson */
    STATUS_TERMINAL = 69, /* needs a terminal */
    STATUS_INTERNAL = 70,
    STATUS_IO = 74,
};

/* ---- the command line -------------------------------------------------------------- */

/* Cells of a drawing. */
struct option_size {
    int cols, rows;
};

/* What the options say; see options.c. Texts are "" when not given. */
struct options {
    bool plain, ascii, no_color, json, quiet, help, version, list;
    bool speak, color, axioms, answers;
    bool series, bars, hist, say, table; /* plot, figure */
    bool has_seed;
    uint64_t seed;
    int digits, width;       /* 0: not given */
    int extra;               /* minutes */
    struct option_size size; /* 0: not given */
    const char *theme, *cells, *data, *record, *lessons;
    const char *let, *batch, *precision;
    const char *motion; /* "full", "reduced" or "none" */
    bool no_mouse;
    const char *log; /* "x", "y" or "xy" */
    const char *svg;
    const char *html, *md, *quiz; /* handout */
    int variants;                 /* 0: not given */
    const char *from;             /* present: a step */
};

struct app;

/* A command. `run` gets between min and max operands (max -1: any number). */
struct command {
    const char *name;
    int (*run)(struct app *app);
    int min, max;
    const char *operands, *help;
};

struct app {
    struct arena *arena; /* for the whole run */
    struct options options;
    const struct command *command;
    char **operands;
    int n;
    struct store_places places;
};

/* Take the options out of the n arguments at `args`, wherever they stand, and close the
 * gaps, so that the operands are left; *n becomes their number. false with *e. */
bool options_read(struct options *o, char **args, int *n, struct err *e);

/* How lines of figures are drawn: --cells if the terminal can, else its finest; `can`
 * gets the set of what it can (bits 1 << CELLS_). */
enum cells options_cells(const struct options *o, unsigned *can);

/* The option of that name belongs to a command that is not this one ("" if none): false
 * with *e. For options that were given. */
bool options_fit(const struct options *o, const char *command, struct err *e);

/* Whether colours are wanted: by --no-color, and https://no-color.org. */
bool options_color(const struct options *o);

/* Print the lines of the options: the global ones, or those of one command. */
void options_help(const char *command);

const struct command *find_command(const char *name);
/* The names, NULL-terminated: for suggestions. */
const char *const *command_names(void);
void command_help(const struct command *c); /* NULL: of the program */

/* ---- printing ---------------------------------------------------------------------- */

/* Lines on stdout. */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* The same on stderr, with "ropewalk: " before it; not with --quiet. */
void
remark(const struct app *app, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* One JSON object on stdout, which is consumed. */
void say_json(struct app *app, json_t *take_o);

/* Print an error, with its line and a caret when the source is given (else NULL), and
 * with --json also as an object on stdout. Returns the exit status that goes with it. */
int report(struct app *app, const struct err *e, const char *source);

/* {"verdict": "unreadable", "error": {...}} on stdout. */
void say_refusal(struct app *app, const struct err *e);

/* {"code", "line", "column", "message"}. A new reference. */
json_t *err_json(const struct err *e);

/* The exit status of an error. */
int err_status(const struct err *e);

/* ---- values on the command line ---------------------------------------------------- */

/* Whether the text is an integer from low to high. */
bool read_integer(const char *text, int low, int high, int *out);
bool read_seed(const char *text, uint64_t *out);

/* ---- the commands ------------------------------------------------------------------ */

int run_start(struct app *app); /* no command */
int run_learn(struct app *app);
int run_list(struct app *app);
int run_sheet(struct app *app);
int run_map(struct app *app);
int run_handout(struct app *app);
int run_new(struct app *app);
int run_eval(struct app *app);
int run_equal(struct app *app);
int run_prove(struct app *app);
int run_derive(struct app *app);
int run_check(struct app *app);
int run_figure(struct app *app);
int run_plot(struct app *app);
int run_grade(struct app *app);
int run_quiz(struct app *app);
int run_capstone(struct app *app);
int run_review(struct app *app);
int run_present(struct app *app);
int run_notes(struct app *app);
int run_simulate(struct app *app);
int run_tex(struct app *app);
int run_view(struct app *app);
int run_record(struct app *app);
int run_doctor(struct app *app);
int run_explain(struct app *app);

#endif
