#include "figure/ink/axes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "num/num.h"

enum {
    TICKS_MAX = 24,
    TICKS_LEAST = 3, /* of fewer ones that use the height better, or ... */
    ROWS_MOST = 8,   /* ... one for so many rows */
    X_APART = 12,    /* columns for each tick */
    Y_APART = 3,     /* rows */
    LEAST_ROWS = 6,
    LEAST_COLS = 20,
    NAMED_ROWS = 10, /* from here on there is room for the names of axes */
};

/* How much is added to half the height of what is drawn, above and below. */
static const double margin = 0.06;

/* The share of the height that may stay empty so that there are more ticks. */
static const double waste = 0.08;

/* The largest of 1, 2, 5, 10, ... that is at most v. */
static double
round_below(double v)
{
    double unit = pow(10, floor(log10(v)));

    return v >= 5 * unit ? 5 * unit : v >= 2 * unit ? 2 * unit : unit;
}

bool
stretch_is_flat(struct stretch s)
{
    double size = fmax(fabs(s.low), fabs(s.high)), half = s.high / 2 - s.low / 2;

    return !(half > DBL_EPSILON * size);
}

struct stretch
stretch_widen(struct stretch s)
{
    double size = fmax(fabs(s.low), fabs(s.high)), half = s.high / 2 - s.low / 2;
    double more = !stretch_is_flat(s) ? half * margin
                  : size > 0          ? round_below(size / 2)
                                      : 1;

    if (isnan(s.low))
        return (struct stretch){-1, 1};
    return (struct stretch){fmax(s.low - more, -DBL_MAX), fmin(s.high + more, DBL_MAX)};
}

struct stretch
stretch_join(struct stretch a, struct stretch b)
{
    return (struct stretch){fmin(a.low, b.low), fmax(a.high, b.high)};
}

double
axes_scale(bool log, double v)
{
    return !log ? v : v > 0 ? log10(v) : NAN;
}

double
axes_x(const struct axes *ax, double x)
{
    double at = axes_scale(ax->log_x, x);
    double share = (at / 2 - ax->x.low / 2) / (ax->x.high / 2 - ax->x.low / 2);

    return ax->left + 0.5 + share * (ax->cols - 1);
}

double
axes_y(const struct axes *ax, double y)
{
    double at = axes_scale(ax->log_y, y);
    double share = (ax->y.high / 2 - at / 2) / (ax->y.high / 2 - ax->y.low / 2);

    return ax->top + 0.5 + share * (ax->rows - 1);
}

double
axes_value(const struct axes *ax, double col)
{
    double share = ax->cols > 1 ? (col - ax->left - 0.5) / (ax->cols - 1) : 0;
    double at;

    share = fmin(fmax(share, 0), 1);
    at = ax->x.low + share * ax->x.high - share * ax->x.low;
    return ax->log_x ? pow(10, at) : at;
}

double
axes_height(const struct axes *ax, double row)
{
    double share = ax->rows > 1 ? (row - ax->top - 0.5) / (ax->rows - 1) : 0;
    double at;

    share = fmin(fmax(share, 0), 1);
    at = ax->y.high + share * ax->y.low - share * ax->y.high;
    return ax->log_y ? pow(10, at) : at;
}

const char *
axes_text(const struct frame *fr, const char *number)
{
    struct buf b;

    if (fr->canvas->alphabet == ALPHABET_ASCII || !strchr(number, '-'))
        return number;
    buf_init(&b, fr->arena);
    for (; *number; number++)
        buf_printf(&b, *number == '-' ? "\u2212" : "%c", *number);
    return b.s;
}

/* Ticks of one axis with their labels; `at` are the numbers themselves. */
struct ticks {
    double at[TICKS_MAX];
    struct tick_labels labels;
    int n;
    bool uneven; /* 1, 2, 5, 10 on a logarithmic axis */
};

/* The y range, a little wider, in which the ticks are middles of rows: a level line at a
 * tick is then drawn level. `slack` is the share of the range that may be cut off at an
 * end. False when that would cost a quarter of the height. */
static bool
aligned(const struct axes *ax, const struct ticks *t, double slack, struct stretch *out)
{
    double first = t->n ? axes_scale(ax->log_y, t->at[0]) : 0;
    double step =
        t->n > 1 ? (axes_scale(ax->log_y, t->at[t->n - 1]) - first) / (t->n - 1) : 0;
    double span = ax->y.high - ax->y.low, most = step * (ax->rows - 1) / span;
    double cut = slack * span;

    if (!(step > 0) || !isfinite(span) || t->uneven)
        return false;
    for (double rows = floor(most); rows >= 1 && rows > 0.75 * most; rows--) {
        double unit = step / rows, below = ceil((first - ax->y.low - cut) / unit);
        double low = first - below * unit, high = low + unit * (ax->rows - 1);

        if (high >= ax->y.high - cut) {
            *out = (struct stretch){low, high};
            return true;
        }
    }
    return false;
}

static int
label_width(const struct frame *fr, const struct ticks *t)
{
    int widest = 0;

    for (int i = 0; i < t->n; i++) {
        int width = canvas_width(fr->labels.alphabet, t->labels.text[i]);

        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Whether no two labels of the x axis touch. */
static bool
x_labels_fit(const struct frame *fr, const struct axes *ax, const struct ticks *t)
{
    double free = -INFINITY;

    for (int i = 0; i < t->n; i++) {
        int width = canvas_width(fr->labels.alphabet, t->labels.text[i]);
        int left = width / 2;
        double col = floor(axes_x(ax, t->at[i])) - left;

        if (col < free)
            return false;
        free = col + width + 2;
    }
    return true;
}

/* Whether every label of the y axis has a row of its own. */
static bool
y_labels_fit(const struct frame *fr, const struct axes *ax, const struct ticks *t)
{
    (void)fr;
    for (int i = 1; i < t->n; i++)
        if (floor(axes_y(ax, t->at[i - 1])) - floor(axes_y(ax, t->at[i])) < 2)
            return false;
    return true;
}

/* ---- choosing ticks ---------------------------------------------------------------- */

typedef bool fits(const struct frame *, const struct axes *, const struct ticks *);

/* The few whole numbers of a range. */
static int
whole_ticks(struct stretch s, double *ticks)
{
    int n = 0;

    for (double t = ceil(s.low); t <= s.high && n < TICKS_MAX; t++)
        ticks[n++] = t;
    return n;
}

/* Labels as they are shown. */
static void
finish_labels(struct frame *fr, struct ticks *t)
{
    char **text = ARENA_ARRAY(fr->arena, char *, t->n + 1);

    for (int i = 0; i < t->n; i++)
        text[i] = arena_strdup(fr->arena, axes_text(fr, t->labels.text[i]));
    t->labels.text = text;
    t->labels.note = axes_text(fr, t->labels.note);
}

/* 10^(k step) for whole k, in [low, high]. */
static void
decades(struct ticks *t, struct stretch s, int step)
{
    t->n = 0;
    for (double k = ceil(s.low / step - 1e-9); k * step <= s.high + 1e-9; k++)
        if (t->n < TICKS_MAX)
            t->at[t->n++] = pow(10, k * step);
}

/* `of` numbers out of each decade: 1, 3 or 1, 2, 5. */
static void
parts_of_decades(struct ticks *t, struct stretch s, int of)
{
    static const double parts[][3] = {
        {1, 3, 0},
        {1, 2, 5}
    };

    t->n = 0;
    t->uneven = true;
    for (double k = floor(s.low); k <= s.high; k++) {
        for (int i = 0; i < of; i++) {
            double v = parts[of - 2][i] * pow(10, k), at = log10(v);

            if (at >= s.low - 1e-9 && at <= s.high + 1e-9 && t->n < TICKS_MAX)
                t->at[t->n++] = v;
        }
    }
}

/* Evenly spaced numbers of a logarithmic axis that spans less than a decade or two. */
static bool
narrow_ticks(struct frame *fr, struct ticks *t, const struct axes *ax, bool up, fits *fit)
{
    struct stretch s = up ? ax->y : ax->x;
    double step;

    t->uneven = true;
    for (int want = 6; want > 1; want--) {
        t->n = num_ticks(pow(10, s.low), pow(10, s.high), want, false, TICKS_MAX, t->at,
                         &step);
        if (t->n > 1 && number_ticks(fr->arena, t->at, t->n, false, &t->labels)) {
            finish_labels(fr, t);
            if (fit(fr, ax, t))
                return true;
        }
    }
    return false;
}

/* Ticks of a logarithmic axis: parts of decades where there are few, else every decade,
 * second, fifth ... False when it spans too little for two. */
static bool
log_ticks(struct frame *fr, struct ticks *t, const struct axes *ax, bool up, fits *fit)
{
    static const int steps[] = {1, 2, 3, 5, 10, 20, 50, 100, 200};
    struct stretch s = up ? ax->y : ax->x;
    double span = s.high - s.low;

    for (int of = 3; of > 1 && span < 4; of--) {
        parts_of_decades(t, s, of);
        if (t->n > 2 && number_powers(fr->arena, t->at, t->n, &t->labels)) {
            finish_labels(fr, t);
            if (fit(fr, ax, t))
                return true;
        }
    }
    t->uneven = false;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (span / steps[i] > TICKS_MAX - 2)
            continue;
        decades(t, s, steps[i]);
        if (t->n < 2 || !number_powers(fr->arena, t->at, t->n, &t->labels))
            break;
        finish_labels(fr, t);
        if (fit(fr, ax, t))
            return true;
    }
    return span < 2 && narrow_ticks(fr, t, ax, up, fit);
}

/* About `want` ticks of an axis that is level or upright; false when their labels touch.
 */
static bool
some_ticks(struct frame *fr, struct ticks *t, const struct axes *ax, bool up, int want,
           bool offset)
{
    struct stretch s = up ? ax->y : ax->x;
    bool angle = !up && ax->angle;
    double step;

    t->n = num_ticks(s.low, s.high, want, angle, TICKS_MAX, t->at, &step);
    if ((up ? ax->counts : ax->whole) && step < 1)
        t->n = whole_ticks(s, t->at);
    if (!(offset ? number_offset_ticks(fr->arena, t->at, t->n, &t->labels)
                 : number_ticks(fr->arena, t->at, t->n, angle, &t->labels)))
        return false;
    finish_labels(fr, t);
    return (up ? y_labels_fit : x_labels_fit)(fr, ax, t);
}

/* As many as the labels allow: in full, else as differences from a number. */
static bool
even_ticks(struct frame *fr, struct ticks *t, const struct axes *ax, bool up)
{
    int most = 1 + (up ? (ax->rows - 1) / Y_APART : ax->cols / X_APART);

    most = up && most < TICKS_LEAST ? TICKS_LEAST : most;
    for (int offset = 0; offset < 2; offset++)
        for (int want = most > 9 ? 9 : most; want > 1; want--)
            if (some_ticks(fr, t, ax, up, want, offset))
                return true;
    return false;
}

/* Whether a label of four digits, or of a whole number, says v as exactly as a range that
 * is `span` wide needs it. */
static bool
is_told(double v, double span)
{
    double unit = pow(10, floor(log10(fabs(v))) - 3);

    unit = unit > 1 && fabs(v) < 1e7 ? 1 : unit;
    return v == 0 || fabs(v - nearbyint(v / unit) * unit) <= span * 1e-2;
}

/* Where two ticks are too many: 0, or one near the middle. */
static bool
one_tick(struct frame *fr, struct ticks *t, struct stretch s)
{
    char **text = ARENA_ARRAY(fr->arena, char *, 1);
    double ticks[TICKS_MAX], step;
    int n = num_ticks(s.low, s.high, TICKS_LEAST, false, TICKS_MAX, ticks, &step);

    if (!n)
        return false;
    t->at[0] = s.low <= 0 && s.high >= 0 ? 0 : ticks[n / 2];
    if (!is_told(t->at[0], s.high - s.low))
        return false;
    text[0] = number_short(fr->arena, t->at[0]);
    t->labels.text = text;
    t->labels.note = "";
    t->n = 1;
    finish_labels(fr, t);
    return true;
}

static void
ticks_find(struct frame *fr, struct ticks *t, const struct axes *ax, bool up)
{
    fits *fit = up ? y_labels_fit : x_labels_fit;
    bool log = up ? ax->log_y : ax->log_x;

    t->uneven = false;
    if ((log ? log_ticks(fr, t, ax, up, fit) : even_ticks(fr, t, ax, up)) ||
        (up && !log && one_tick(fr, t, ax->y)))
        return;
    t->n = 0;
    t->labels.note = "";
}

/* Whether fewer ticks are still enough: at least so many, not few for their rows, 0 among
 * them where it is shown. */
static bool
are_enough(const struct axes *ax, const struct ticks *t, int least)
{
    bool zero = ax->y.low > 0 || ax->y.high < 0;

    for (int i = 0; i < t->n; i++)
        zero |= t->at[i] == 0;
    return zero && t->n >= least && t->n * ROWS_MOST >= ax->rows;
}

/* The range with its ticks in the middles of rows. Where that leaves much of the height
 * empty, fewer ticks are looked for that leave less. */
static void
align_ticks(struct frame *fr, struct axes *ax, struct ticks *t, double slack)
{
    double span = ax->y.high - ax->y.low, left;
    int least = t->n > 2 * TICKS_LEAST ? (t->n + 1) / 2 : TICKS_LEAST;
    struct stretch y;

    if (!aligned(ax, t, slack, &y))
        return;
    left = (y.high - y.low) / span - 1;
    for (int want = t->n - 1; left > waste && want >= least && !ax->log_y; want--) {
        struct ticks fewer = {
            .labels = {NULL, ""}
        };
        struct stretch other;

        if (!some_ticks(fr, &fewer, ax, true, want, false) ||
            !are_enough(ax, &fewer, least) || !aligned(ax, &fewer, slack, &other) ||
            (other.high - other.low) / span - 1 >= left)
            continue;
        left = (other.high - other.low) / span - 1;
        y = other;
        *t = fewer;
    }
    ax->y = y;
}

/* ---- drawing ----------------------------------------------------------------------- */

static void
draw_text(struct frame *fr, int row, int col, const char *text)
{
    ink_text(fr->ink, row, col, STYLE_DIM,
             canvas_fold(fr->arena, fr->labels.alphabet, text));
}

static const struct rule edge = {LAYER_TEXT, STYLE_RULE, true};

static void
draw_y_axis(struct frame *fr, const struct axes *ax, const struct ticks *t)
{
    int col = ax->left - 1;

    ink_upright(fr->ink, col, ax->top, ax->top + ax->rows, edge);
    for (int i = 0; i < t->n; i++) {
        int row = (int)floor(axes_y(ax, t->at[i]));
        const char *text = t->labels.text[i];

        ink_tick(fr->ink, row, col, TICK_LEFT, edge);
        draw_text(fr, row, col - canvas_width(fr->labels.alphabet, text), text);
    }
    if (*t->labels.note)
        draw_text(fr, ax->top, ax->left + 1, t->labels.note);
}

/* What is to be added to each number, below them or, without a row, above the axis. */
static void
draw_x_note(struct frame *fr, int row, int right, const char *note)
{
    int left;

    if (!note || !*note)
        return;
    left = right - canvas_width(fr->labels.alphabet, note);
    draw_text(fr, row + 2 < fr->ink->rows ? row + 2 : row - 1, left < 0 ? 0 : left, note);
}

static void
draw_x_axis(struct frame *fr, const struct axes *ax, const struct ticks *t)
{
    int row = ax->top + ax->rows, right = ax->left + ax->cols;

    ink_tick(fr->ink, row, ax->left - 1, TICK_CORNER, edge);
    ink_level(fr->ink, row, ax->left, right, edge);
    for (int i = 0; i < t->n; i++) {
        int col = (int)floor(axes_x(ax, t->at[i]));
        const char *text = t->labels.text[i];
        int width = canvas_width(fr->labels.alphabet, text), left = col - width / 2;

        left = left + width > right ? right - width : left < 0 ? 0 : left;
        ink_tick(fr->ink, row, col, TICK_DOWN, edge);
        draw_text(fr, row + 1, left, text);
    }
    draw_x_note(fr, row, right, t->labels.note);
}

/* Dots along y = 0. */
static void
draw_zero(struct frame *fr, const struct axes *ax)
{
    if (!ax->names && !ax->log_y && ax->y.low <= 0 && ax->y.high >= 0)
        ink_level(fr->ink, (int)floor(axes_y(ax, 0)), ax->left, ax->left + ax->cols,
                  (struct rule){LAYER_AXIS, STYLE_RULE, false});
}

/* The names: of y above its axis, of x at the end of the row below its numbers. */
static void
draw_names(struct frame *fr, const struct axes *ax)
{
    int cols = fr->ink->cols;
    int width = canvas_width(fr->labels.alphabet, ax->x_name);

    if (*ax->y_name && ax->top)
        draw_text(fr, 0, 0, ax->y_name);
    if (*ax->x_name && ax->top + ax->rows + 2 < fr->ink->rows)
        draw_text(fr, ax->top + ax->rows + 2, width < cols ? cols - width : 0,
                  ax->x_name);
}

void
axes_x_draw(struct frame *fr, const struct axes *ax)
{
    struct ticks t = {.n = 0};

    ticks_find(fr, &t, ax, false);
    draw_x_axis(fr, ax, &t);
}

void
axes_draw(struct frame *fr, struct axes *ax)
{
    int rows = fr->ink->rows, cols = fr->ink->cols, width;
    struct ticks t = {
        .labels = {NULL, ""}
    };

    ax->left = ax->top = 0;
    ax->cols = cols;
    ax->rows = rows;
    if (!fr->look->plain && rows >= LEAST_ROWS && cols >= LEAST_COLS) {
        ax->rows = rows - 2;
        if (*ax->y_name && rows >= NAMED_ROWS)
            ax->rows -= ++ax->top;
        if (*ax->x_name && rows >= NAMED_ROWS)
            ax->rows--;
        if (!ax->names)
            ticks_find(fr, &t, ax, true);
        align_ticks(fr, ax, &t,
                    fr->f->has_range ? 1e-9 : margin / 2 / (1 + margin) + 1e-9);
        width = ax->names ? ax->names : label_width(fr, &t);
        if (width > cols / (ax->names ? 2 : 3))
            t.n = width = 0;
        ax->left = width + 1;
        ax->cols = cols - ax->left;
        draw_y_axis(fr, ax, &t);
        ticks_find(fr, &t, ax, false);
        draw_x_axis(fr, ax, &t);
        draw_names(fr, ax);
    }
    draw_zero(fr, ax);
}
