#include "figure/ink/axes.h"

#include <float.h>
#include <math.h>

#include "num/num.h"

enum {
    TICKS_MAX = 24,
    X_APART = 12, /* columns for each tick */
    Y_APART = 3,  /* rows */
    LEAST_ROWS = 6,
    LEAST_COLS = 20,
};

/* How much is added to half the height of what is drawn, above and below. */
static const double margin = 0.06;

struct stretch
stretch_widen(struct stretch s)
{
    double size = fmax(fabs(s.low), fabs(s.high)), half = s.high / 2 - s.low / 2;
    double more = half <= DBL_EPSILON * size ? (size > 0 ? size / 2 : 1) : half * margin;

    if (isnan(s.low))
        return (struct stretch){-1, 1};
    return (struct stretch){fmax(s.low - more, -DBL_MAX), fmin(s.high + more, DBL_MAX)};
}

double
axes_x(const struct axes *ax, double x)
{
    double share = (x / 2 - ax->x.low / 2) / (ax->x.high / 2 - ax->x.low / 2);

    return ax->left + 0.5 + share * (ax->cols - 1);
}

double
axes_y(const struct axes *ax, double y)
{
    double share = (ax->y.high / 2 - y / 2) / (ax->y.high / 2 - ax->y.low / 2);

    return ax->top + 0.5 + share * (ax->rows - 1);
}

/* Ticks of one axis with their labels. */
struct ticks {
    double at[TICKS_MAX];
    struct tick_labels labels;
    int n;
};

/* Widen the y axis a little so that its ticks are middles of rows: a level line at a tick
 * is then drawn level. Left alone where that would cost a quarter of the height. `slack`
 * is the share of the range that may be cut off at an end. */
static void
align_ticks(struct axes *ax, const struct ticks *t, double slack)
{
    double step = t->n > 1 ? (t->at[t->n - 1] - t->at[0]) / (t->n - 1) : 0;
    double span = ax->y.high - ax->y.low, most = step * (ax->rows - 1) / span;
    double cut = slack * span;

    if (!(step > 0) || !isfinite(span))
        return;
    for (double rows = floor(most); rows >= 1 && rows > 0.75 * most; rows--) {
        double unit = step / rows, below = ceil((t->at[0] - ax->y.low - cut) / unit);
        double low = t->at[0] - below * unit, high = low + unit * (ax->rows - 1);

        if (high >= ax->y.high - cut) {
            ax->y = (struct stretch){low, high};
            return;
        }
    }
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

/* As many ticks as the labels allow: in full, else as differences from a number, else
 * none. */
static void
ticks_find(struct frame *fr, struct ticks *t, const struct axes *ax, bool up)
{
    struct stretch s = up ? ax->y : ax->x;
    int most = 1 + (up ? (ax->rows - 1) / Y_APART : ax->cols / X_APART);
    bool (*fit)(const struct frame *, const struct axes *, const struct ticks *) =
        up ? y_labels_fit : x_labels_fit;
    double step;

    for (int offset = 0; offset < 2; offset++) {
        for (int want = most > 9 ? 9 : most; want > 1; want--) {
            t->n =
                num_ticks(s.low, s.high, want, !up && ax->angle, TICKS_MAX, t->at, &step);
            if ((offset ? number_offset_ticks(fr->arena, t->at, t->n, &t->labels)
                        : number_ticks(fr->arena, t->at, t->n, !up && ax->angle,
                                       &t->labels)) &&
                fit(fr, ax, t))
                return;
        }
    }
    t->n = 0;
    t->labels.note = "";
}

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
}

/* Dots along y = 0. */
static void
draw_zero(struct frame *fr, const struct axes *ax)
{
    if (ax->y.low <= 0 && ax->y.high >= 0)
        ink_level(fr->ink, (int)floor(axes_y(ax, 0)), ax->left, ax->left + ax->cols,
                  (struct rule){LAYER_AXIS, STYLE_RULE, false});
}

void
axes_draw(struct frame *fr, struct axes *ax)
{
    int rows = fr->ink->rows, cols = fr->ink->cols, width;
    struct ticks t = {.n = 0};

    ax->left = ax->top = 0;
    ax->cols = cols;
    ax->rows = rows;
    if (!fr->look->plain && rows >= LEAST_ROWS && cols >= LEAST_COLS) {
        ax->rows = rows - 2;
        ticks_find(fr, &t, ax, true);
        align_ticks(ax, &t, fr->f->has_range ? 1e-9 : margin / 2 / (1 + margin) + 1e-9);
        width = label_width(fr, &t);
        if (width > cols / 3)
            t.n = width = 0;
        ax->left = width + 1;
        ax->cols = cols - ax->left;
        draw_y_axis(fr, ax, &t);
        ticks_find(fr, &t, ax, false);
        draw_x_axis(fr, ax, &t);
    }
    draw_zero(fr, ax);
}
