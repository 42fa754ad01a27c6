/*
 * What the files of the room share: a compiled figure, and how its terms are valued.
 */
#ifndef ROPEWALK_FIGURE_FIGURE_PRIV_H
#define ROPEWALK_FIGURE_FIGURE_PRIV_H

#include "base/buf.h"
#include "calc/calc.h"
#include "figure/figure.h"

enum {
    THINGS_MAX = 48,
    CORNERS_MAX = 16,
    SAYS_MAX = 16,
    PIECES_MAX = 32,
    STORED_MAX = 8,
    RANDOM_MAX = 4,
    PLACES_MAX = SPAN_PLACES_MAX
};

/* What a line of the block becomes; the rows of all kinds' forms (kind/kind.h). */
enum thing_kind {
    THING_CELLS,
    THING_ROW,
    THING_COLUMN,
    THING_MATRIX,
    THING_SIGN,
    THING_BOX,
    THING_PART,
    THING_EDGE,
    THING_NOTE,
    THING_WRONG,
    THING_DIALS,
    THING_FIRST,
    THING_ARROW,
    THING_ARC,
    THING_POINT,
    THING_CIRCLE,
    THING_SHAPE,
    THING_CURVE,
    THING_MARK,
    THING_BAND,
    THING_DOT,
    THING_LEVEL,
    THING_POINTS,
    THING_SERIES,
    THING_HISTOGRAM,
    THING_TRIAL,
    THING_BAR,
    THING_FORMAT,
    THING_ROUND,
    THING_WINDOW,
    THING_PATH,
    THING_GRID,
    THING_SEGMENT,
    THING_READ,
    THING_NUMBERS,
    THING_LAMP,
    THING_CONTOURS,
};

/* In which format of numbers a term is evaluated: that of the place of a switch. Zero is
 * plain double. */
struct through {
    const enum num_format
        *places; /* n, of slider `slider`; one when it is -1; NULL: fp64 */
    int slider, n;
};

/* A name whose value is computed and kept in a format. */
struct stored {
    const char *name;
    const struct term *term;
    struct through through;
};

/* A name for n standard normal numbers, others at each place of a slider. */
struct random_name {
    const char *name;
    int n, slider;
};

/* A sentence with numbers in it. */
struct piece {
    const char *text;        /* literal, when there is no term */
    const struct term *term; /* NULL: text, or the angle */
    int places;              /* decimals; -1: four significant digits */
    bool angle;              /* {angle} */
};

struct sentence {
    const struct piece *at;
    int n;
    const struct term *when; /* NULL: always */
};

/* One line of the block. */
struct thing {
    enum thing_kind kind;
    enum style style;
    const struct term *at[CORNERS_MAX]; /* arrow: its vector; arc: both sides; shape:
                                           corners; else one term */
    int n;
    const struct term *from;   /* arrow */
    const struct term *radius; /* arc */
    const struct term *when;
    struct sentence label, before_label;
    bool labelled;
    bool before;               /* arrow, shape */
    bool turn;                 /* arc: at[1] is how far it goes, not where it ends */
    bool ghost;                /* curve; also: not counted when styles are given out */
    bool angle;                /* curve: ticks in parts of pi */
    const struct scope *scope; /* curve: with its variable in it */
    const char *variable;
    int bins;   /* histogram; 0: the usual number */
    int lowest; /* points: how many of the lowest are listed */
    bool whole; /* the variable steps over whole numbers */
    struct through through;
    const struct term *low, *high;
    void *own; /* what the kind keeps beside that; NULL for most */
};

/* The ends of a bar beside a number: what a `read` thing owns when it has one. */
struct meter {
    double low, high;
};

/* A number beside the drawing, not a part of it. */
static inline bool
thing_is_reading(const struct thing *t)
{
    return t->kind == THING_READ || t->kind == THING_LAMP;
}

/* What stands around a chart. */
struct captions {
    struct sentence title, x, y;
    bool log_x, log_y;
};

struct strip {
    const char *name;  /* as declared; NULL: no strip */
    const char *shown; /* theta is θ */
    const char *unit;  /* "" for none */
    const struct term *term;
    double low, high;
    int places;
};

struct kind;

struct figure {
    const struct kind *kind;
    void *own; /* what the kind keeps of its own lines; NULL for most */
    struct scope *scope;
    struct slider sliders[FIGURE_SLIDERS_MAX];
    const char *shown[FIGURE_SLIDERS_MAX];
    int n_sliders;
    struct stored stored[STORED_MAX];
    int n_stored;
    bool formats; /* something is evaluated in a format: NaN is a value there */
    struct thing things[THINGS_MAX];
    int n_things;
    struct sentence says[SAYS_MAX];
    int n_says;
    struct strip strip;
    struct captions captions;
    struct random_name random[RANDOM_MAX];
    int n_random;
    int play;
    int guess;    /* the slider whose place a guess is; -1: that of the strip */
    bool dragged; /* these sliders move the first point */
    int drag[2];
    bool has_range;  /* `range:` was given; else low and high were worked out */
    bool has_across; /* `across:` was given */
    double left, right;
    double low, high; /* plane: both axes; curve: y. NaN when there is nothing to see */
};

/* How many of the figure's things are of a kind, ghosts left out. */
int figure_count(const struct figure *f, enum thing_kind kind);

/* Where v lies between the ends of a slider, 0 to 1. */
double slider_share(const struct slider *s, double v);

/* ---- a figure at one setting of its sliders (values.c) ---------------------------- */

struct moment {
    const struct figure *f;
    struct arena *arena; /* what an evaluation needs stays in it */
    /* Sliders, random names, names that are kept in a format, the variable of a curve. */
    struct calc_name names[FIGURE_SLIDERS_MAX + RANDOM_MAX + STORED_MAX + 1];
    unsigned loss[STORED_MAX];                      /* on the way to each of those */
    double complex numbers[FIGURE_SLIDERS_MAX + 1]; /* the last is a curve's variable */
    struct calc_env env;
    const struct scope *scope;    /* the figure's, or a curve's */
    const struct figure_run *run; /* of its experiments; NULL: none */
};

struct point {
    double x, y;
};

void moment_init(struct moment *m, struct arena *a, const struct figure *f,
                 const double *values);

/* With each slider where it starts. */
void moment_start(struct moment *m, struct arena *a, const struct figure *f);

/* Take a curve's variable in. */
void moment_bind(struct moment *m, const struct scope *scope, const char *variable);

/* The same moment with the variable of a curve in it, using arena a; m must live on. What
 * does not depend on the variable is worked out once. */
void moment_along(struct moment *out, struct arena *a, const struct moment *m,
                  const struct thing *curve);

/* y[i] becomes the value of a thing's term number `which` where its variable, a number or
 * a vector of so many parts, is x[i], x[n + i], ... The same as one by one, and faster.
 */
struct many {
    int parts;
    const double *x;
    double *y;
    int n;
};
void moment_many(struct arena *a, const struct moment *m, const struct thing *t,
                 int which, struct many many);

/* The height of the curve at x; `m` has its variable in it. The same for any term. */
double moment_height(struct moment *m, const struct thing *curve, double x);
double moment_term(struct moment *m, const struct term *t, double x);

/* The moment's lens for a thing's terms. */
struct num_lens moment_lens(const struct moment *m, const struct through *t);

/* "inf", "-3.2", "NaN", in a figure without formats "undefined": a number as it is said.
 */
const char *moment_number(struct arena *a, const struct moment *m, double v);

/* The value of a thing's first term, and what was lost on the way (enum calc_loss). */
double moment_stored(const struct moment *m, const struct thing *t, unsigned *loss);

/* The same in words: a number as moment_number() says it, an array with that many digits.
 */
const char *moment_reading(struct arena *a, const struct moment *m, const struct thing *t,
                           int digits);

/* "inf, overflow": the number of a lamp and what was lost on the way to it. */
char *lamp_text(struct arena *a, unsigned loss, const char *number);

/* The value of a real term; NaN when it is undefined. */
double moment_real(const struct moment *m, const struct term *t);

/* The value of a 2-vector or a number as a point; NaN when it is undefined. */
struct point moment_point(const struct moment *m, const struct term *t);

/* Whether where a thing is depends on slider i. */
bool moment_moves(const struct moment *m, const struct thing *t, int i);

/* Whether a condition holds; NULL always does. */
bool moment_holds(const struct moment *m, const struct term *when);

bool point_is_finite(struct point p);

/* The two directions of an arc in radians; NaN when one is undefined. */
struct turn {
    double from, to;
};
struct turn moment_arc(const struct moment *m, const struct thing *arc);

/* The angle of the first arc, or between the first two arrows, in degrees. */
double moment_angle(const struct moment *m);

/* The sentence with its numbers; for {angle} the angle and its unit. */
char *sentence_text(struct arena *a, const struct moment *m, const struct sentence *s,
                    double angle, const char *unit);

/* The label of a thing; "" when it has none. */
char *label_text(struct arena *a, const struct moment *m, const struct thing *t);

/* The value of its first term: "-4.04", "(1.2, -3)" for a place, a matrix that is read
 * out
 * "[0, -1; 1, 0]". */
const char *thing_text(struct arena *a, const struct moment *m, const struct thing *t);

/* A row of the table: "name  value". */
void row_add(struct buf *b, const char *name, const char *value);

/* Whether p is further from q than `least`. */
bool point_moved(struct point p, struct point q, double least);

/* ---- numbers as text (number.c) --------------------------------------------------- */

/* v with that many decimals, without a minus before zero; "undefined" for NaN, "inf". */
char *number_fixed(struct arena *a, double v, int places);

/* v with four significant digits, trailing zeros cut. */
char *number_short(struct arena *a, double v);

/* The same of a number among others up to `size` large: beside those it may be 0. */
char *number_among(struct arena *a, double v, double size);

/* The same of a height on an axis, which may count in powers of ten: then a small number
 * is not 0. */
char *number_on_axis(struct arena *a, double v, bool log);

/* v with so many significant digits, trailing zeros cut. */
char *number_digits(struct arena *a, double v, int digits);

/* v with the decimals of its error's two significant digits; those. */
char *number_near(struct arena *a, double v, double error);
char *number_rough(struct arena *a, double v);

/* The power of ten, or 2 or 5 times it, that is nearest below. */
double number_step(double v);

/* Decimals that show differences of a thousandth of `size`: 3 for 7. */
int number_places(double size);

struct tick_labels {
    char *const *text;
    const char *note; /* "+1e15": to be added to each; "" when there is none */
};

/* Labels of ticks, at most seven cells, distinct, and all in one notation; with `angle`
 * as parts of pi when they are. False when there are none like that. */
bool number_ticks(struct arena *a, const double *ticks, int n, bool angle,
                  struct tick_labels *out);

/* The same for numbers above 0 that are far apart: "0.01", or all as "1e-8". */
bool number_powers(struct arena *a, const double *ticks, int n, struct tick_labels *out);

/* The same as differences from a number that the note says. */
bool
number_offset_ticks(struct arena *a, const double *ticks, int n, struct tick_labels *out);

#endif
