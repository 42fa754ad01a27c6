/* Numbers as bars: below one another with their names, or side by side when there are
 * more of them than rows. */
#include <float.h>
#include <math.h>

#include "figure/part/part.h"
#include "figure/plot/numbers.h"

enum {
    EDGE_ROWS = 2,
    THICK_MAX = 3,
    WIDE_FROM = 60, /* columns of the drawing: then names may have more */
    VALUES_FROM = 30,
    /* columns of the drawing */ GAP_FROM = 4 /* columns of a bar */
};

/* The share of a cell from which on a bar is seen in it. */
static const double seen = 1.0 / 16;

static const struct fill lying_fill = {
    .layer = LAYER_LINE, .style = STYLE_FIRST, .level = true};
static const struct fill standing_fill = {.layer = LAYER_LINE, .style = STYLE_FIRST};

/* The range of the bars, which begin at 0, or at a power of ten below all of them; 0..1
 * when all of them are empty. */
static struct stretch
reach(const struct numbers_plot *d)
{
    const struct stretch scaled = numbers_scaled(d->of.log_y, d->range);
    struct stretch s = {fmin(d->range.low, 0), fmax(d->range.high, 0)};

    if (d->of.log_y)
        return (struct stretch){ceil(scaled.low) - 1, scaled.high};
    return s.low < s.high ? s : (struct stretch){0, 1};
}

/* ---- below one another ---------------------------------------------------------------
 */

/* Where the bars lie: rows from one to the next and of each, columns of the names. */
struct lying {
    int pitch, thick, names;
};

static const char *
bar_name(struct frame *fr, const struct numbers_plot *d, size_t i)
{
    const char *label = d->of.labels ? d->of.labels[i] : NULL;

    return label ? label : arena_printf(fr->arena, "%zu", i + 1);
}

/* False when the rows do not suffice. */
static bool
lay(struct frame *fr, const struct numbers_plot *d, struct lying *out)
{
    int rows = fr->ink->rows - EDGE_ROWS, cols = fr->ink->cols;
    int most = cols < WIDE_FROM ? cols / 3 : cols * 2 / 5;

    if (rows < 1 || d->of.n > (size_t)rows)
        return false;
    out->pitch = rows / (int)d->of.n;
    out->thick = out->pitch > THICK_MAX ? THICK_MAX : out->pitch > 1 ? out->pitch - 1 : 1;
    out->names = 0;
    for (size_t i = 0; i < d->of.n; i++) {
        int width = canvas_width(fr->labels.alphabet, bar_name(fr, d, i));

        out->names = width > out->names ? width : out->names;
    }
    out->names = out->names > most ? most : out->names;
    return true;
}

static const char *
value_text_of(struct frame *fr, const struct numbers_plot *d, size_t i)
{
    return numbers_shown(d, i)  ? numbers_text(fr->arena, d, d->of.at[i])
           : isnan(d->of.at[i]) ? "gap"
           : isinf(d->of.at[i]) ? numbers_text(fr->arena, d, d->of.at[i])
                                : "";
}

/* Columns that the values need behind the bars. */
static int
widest_value(struct frame *fr, const struct numbers_plot *d)
{
    int widest = 0;

    for (size_t i = 0; i < d->of.n; i++) {
        int width = canvas_width(fr->labels.alphabet, value_text_of(fr, d, i));

        widest = width > widest ? width : widest;
    }
    return fr->ink->cols < VALUES_FROM ? 0 : widest + 1;
}

static void
lying_draw(struct frame *fr, const struct numbers_plot *d, const struct lying *l)
{
    struct axes ax = {
        .names = l->names,
        .x = reach(d),
        .y = {0, 1},
        .log_x = d->of.log_y,
        .x_name = "",
        .y_name = ""
    };
    int values = widest_value(fr, d), cols = fr->ink->cols - l->names - 1 - values;
    double room = cols > values ? (double)values / cols : 0, zero;

    ax.x.high = fmin(ax.x.high + (ax.x.high / 2 - ax.x.low / 2) * 2 * room, DBL_MAX);
    axes_draw(fr, &ax);
    zero = ax.x.low < 0 && !ax.log_x ? floor(axes_x(&ax, 0) + 0.5) : ax.left;
    for (size_t i = 0; i < d->of.n; i++) {
        double v = numbers_shown(d, i) ? d->of.at[i] : 0,
               end = v == 0 ? zero : axes_x(&ax, v);
        int row = ax.top + (int)i * l->pitch;

        if (v < 0)
            ink_fill(fr->ink, (struct ink_place){floor(end + 0.5), row},
                     (struct ink_place){zero, row + l->thick}, lying_fill);
        else if (v > 0)
            ink_fill(fr->ink, (struct ink_place){zero, row},
                     (struct ink_place){end, row + l->thick}, lying_fill);
        if (values)
            ink_text(fr->ink, row + l->thick / 2, (int)ceil(fmax(zero, end) - seen) + 1,
                     STYLE_PLAIN, value_text_of(fr, d, i));
    }
}

/* Names may be of any width: they go on the canvas. */
void
numbers_name_bars(struct frame *fr, const struct numbers_plot *d)
{
    struct lying l;

    if (!lay(fr, d, &l))
        return;
    for (size_t i = 0; i < d->of.n; i++) {
        const char *name =
            part_fit(fr->arena, fr->labels.alphabet, bar_name(fr, d, i), l.names);
        int width = canvas_width(fr->labels.alphabet, name);
        struct rect r = fr->r;

        r.cols = l.names;
        ink_write(fr->ink, fr->canvas, r,
                  (struct writing){.row = (int)i * l.pitch + l.thick / 2,
                                   .col = width < l.names ? l.names - width : 0,
                                   .style = STYLE_PLAIN,
                                   .text = name});
    }
}

/* ---- side by side --------------------------------------------------------------------
 */

/* The lowest and highest of the numbers from..to-1 and 0. */
static struct stretch
reach_of(const struct numbers_plot *d, size_t from, size_t to)
{
    struct stretch s = {0, 0};

    for (size_t i = from; i < to; i++) {
        if (!numbers_shown(d, i))
            continue;
        s.low = fmin(s.low, d->of.at[i]);
        s.high = fmax(s.high, d->of.at[i]);
    }
    return s;
}

/* Where a bar ends that stands on the lower edge of the axis, half a row below the line
 * of its zero: so low a bar would be more of that half row than of itself. */
static double
low_top(const struct frame *fr, double zero, double top)
{
    const double least = 1.0 / 8, rise = zero - 0.5 - top;

    return fr->ink->unicode && rise < 0.5 ? zero - fmax(2 * rise, least) : top;
}

void
bar_stand(struct frame *fr, const struct axes *ax, struct stretch x, struct stretch y)
{
    double left = axes_x(ax, x.low), right = axes_x(ax, x.high);
    double zero = ax->y.low < 0 && !ax->log_y ? axes_y(ax, 0) : ax->top + ax->rows;
    double low = y.low < 0 ? axes_y(ax, y.low) : zero;
    double top = axes_y(ax, y.high);

    left = floor(left + 0.5);
    right = fmax(floor(right + 0.5), left + 1);
    right -= axes_x(ax, x.high) - axes_x(ax, x.low) >= GAP_FROM;
    if (!(ax->y.low < 0) || ax->log_y)
        top = low_top(fr, zero, top);
    if (y.high > 0)
        ink_fill(fr->ink, (struct ink_place){left, top}, (struct ink_place){right, zero},
                 standing_fill);
    if (y.low < 0)
        ink_fill(fr->ink, (struct ink_place){left, zero}, (struct ink_place){right, low},
                 standing_fill);
}

static void
standing_draw(struct frame *fr, const struct numbers_plot *d)
{
    struct axes ax = {
        .x = {0.5, (double)d->of.n + 0.5},
        .y = reach(d),
        .whole = true,
        .log_y = d->of.log_y,
        .x_name = "",
        .y_name = ""
    };
    size_t n = d->of.n, slots;

    ax.y.high = fmin(ax.y.high + (ax.y.high / 2 - ax.y.low / 2) * 0.12, DBL_MAX);
    axes_draw(fr, &ax);
    slots = (size_t)ax.cols;
    slots = n < slots ? n : slots;
    for (size_t k = 0; k < slots; k++) {
        size_t from = k * n / slots, to = (k + 1) * n / slots;

        bar_stand(fr, &ax, (struct stretch){(double)from + 0.5, (double)to + 0.5},
                  reach_of(d, from, to));
    }
}

void
numbers_draw_bars(struct frame *fr, const struct numbers_plot *d)
{
    struct lying l;

    if (lay(fr, d, &l))
        lying_draw(fr, d, &l);
    else
        standing_draw(fr, d);
}
