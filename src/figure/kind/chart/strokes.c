#include <math.h>

#include "figure/kind/chart/chart.h"

enum {
    MARKS_APART = 9, /* columns between the marks that tell a third curve from a first */
    LABEL_PLACES = 16,
    ROWS_APART = 3,
    CROWDED = 6,  /* cells for each point, below which points are dots */
    ENVELOPE = 8, /* points a column, above which only the least and largest count */
};

/* How the n-th curve differs from the others also without colour. */
static const struct manner {
    enum stroke stroke;
    char mark; /* 0: none */
} manners[] = {
    {STROKE_SOLID,  0  },
    {STROKE_DASHED, 0  },
    {STROKE_SOLID,  '+'},
    {STROKE_DASHED, 'x'},
    {STROKE_SOLID,  '*'},
    {STROKE_DASHED, '#'}
};

enum { MANNERS = sizeof manners / sizeof *manners };

static const char point_signs[] = {'o', '+', 'x', '*'};

static bool
is_line(const struct trace *t)
{
    return t->thing->kind == THING_CURVE || t->thing->kind == THING_SERIES ||
           (t->thing->kind == THING_TRIAL && !(t->width > 0));
}

bool
chart_shows(const struct chart *c, struct anchor at)
{
    const struct axes *ax = &c->ax;

    return at.x >= ax->left && at.x < ax->left + ax->cols && at.y >= ax->top &&
           at.y < ax->top + ax->rows;
}

/* The cell of value i; false when it does not lie in the box. */
static bool
cell_of_value(const struct chart *c, const struct trace *t, int i, struct anchor *out)
{
    out->x = axes_x(&c->ax, t->x[i] + t->width / 2);
    out->y = axes_y(&c->ax, t->y[i]);
    return chart_shows(c, *out);
}

/* Whether no other line is near a place of the trace, which would seem to be meant. */
static bool
is_apart(const struct chart *c, const struct trace *t, double x, struct anchor at)
{
    for (int i = 0; i < c->n; i++) {
        const struct trace *o = &c->traces[i];
        double width = o->n > 1 ? o->x[o->n - 1] - o->x[0] : 0;
        double share = width > 0 ? (x - o->x[0]) / width : NAN;

        if (o != t && is_line(o) && share >= 0 && share <= 1 &&
            fabs(axes_y(&c->ax, o->y[(int)(share * (o->n - 1) + 0.5)]) - at.y) <
                ROWS_APART)
            return false;
    }
    return true;
}

/* Whether there is something to see of a trace at value i: a band may have no height. */
static bool
is_seen(const struct chart *c, const struct trace *t, int i)
{
    return !t->base || fabs(axes_y(&c->ax, t->y[i]) - axes_y(&c->ax, t->base[i])) >= 1;
}

/* Places along a trace where its label may stand, from the right to the left; the last
 * *crowded of them where it is not alone. */
static int
find_anchors(const struct chart *c, const struct trace *t, struct anchor *places,
             int *crowded)
{
    int n = 0, alone_n = 0;

    for (int alone = 1; alone >= 0; alone--) {
        for (int i = 0; i < LABEL_PLACES; i++) {
            int at = (t->n - 1) * (10 * LABEL_PLACES - 10 * i - 4) / (10 * LABEL_PLACES);
            struct anchor place;

            if (is_seen(c, t, at) && cell_of_value(c, t, at, &place) &&
                is_apart(c, t, t->x[at], place) == (alone == 1))
                places[n++] = place;
        }
        alone_n = alone ? n : alone_n;
    }
    *crowded = alone_n ? n - alone_n : 0;
    return n;
}

/* A curve with marks has one before its label: "+ YaRN". */
static const char *
trace_label(const struct chart *c, const struct trace *t, char mark)
{
    struct arena *a = c->fr->arena;
    const char *text = label_text(a, &c->fr->now, t->thing);

    return mark && *text ? arena_printf(a, "%c %s", mark, text) : text;
}

static void
label_trace(const struct chart *c, const struct trace *t, const char *sign, char mark)
{
    struct frame *fr = c->fr;
    struct anchor *places = ARENA_ARRAY(fr->arena, struct anchor, LABEL_PLACES);
    int n, crowded;

    if (!t->thing->labelled)
        return;
    n = find_anchors(c, t, places, &crowded);
    if (!n)
        return;
    labels_add(&fr->labels, (struct label){.text = trace_label(c, t, mark),
                                           .sign = sign,
                                           .x = places[0].x,
                                           .y = places[0].y,
                                           .dy = -1,
                                           .others = places + 1,
                                           .n_others = n - 1,
                                           .n_poor = crowded,
                                           .style = t->thing->style});
}

/* ---- lines ------------------------------------------------------------------------- */

/* Whether the line leaves at one edge and comes back at the other. */
static bool
jumps(const struct chart *c, double y0, double y1)
{
    const struct axes *ax = &c->ax;
    double a = axes_scale(ax->log_y, y0), b = axes_scale(ax->log_y, y1);

    return (a > ax->y.high && b < ax->y.low) || (a < ax->y.low && b > ax->y.high);
}

/* Points so close that a column holds many: down to the least and up to the largest. */
static void
draw_envelope(const struct chart *c, const struct trace *t, struct pen *p)
{
    double least = NAN, most = NAN, column = NAN;

    for (int i = 0; i <= t->n; i++) {
        double x = i < t->n ? floor(axes_x(&c->ax, t->x[i])) : NAN;

        if (x != column && !isnan(least)) {
            pen_to(p, column + 0.5, axes_y(&c->ax, least));
            pen_to(p, column + 0.5, axes_y(&c->ax, most));
            least = most = NAN;
        }
        column = x;
        if (i < t->n && isfinite(t->y[i])) {
            least = fmin(least, t->y[i]);
            most = fmax(most, t->y[i]);
        }
    }
}

/* A pen that only writes inside the box: heights outside it end at its edge. */
static void
draw_line(const struct chart *c, const struct trace *t, enum stroke stroke)
{
    const struct axes *ax = &c->ax;
    struct ink box = *c->fr->ink;
    struct pen p = {.ink = &box,
                    .layer = LAYER_LINE,
                    .style = t->thing->style,
                    .stroke = t->thing->ghost ? STROKE_DOTTED : stroke};

    box.rows = ax->top + ax->rows;
    if (t->thing->kind != THING_CURVE && t->n > ENVELOPE * ax->cols) {
        draw_envelope(c, t, &p);
        pen_lift(&p);
        return;
    }
    for (int i = 0; i < t->n; i++) {
        if (i && jumps(c, t->y[i - 1], t->y[i]))
            pen_lift(&p);
        pen_to(&p, axes_x(ax, t->x[i]), axes_y(ax, t->y[i]));
    }
    pen_lift(&p);
}

/* A value with nothing finite beside it makes no line: a point. */
static void
draw_lone(const struct chart *c, const struct trace *t)
{
    for (int i = 0; i < t->n; i++) {
        bool left = i > 0 && isfinite(t->y[i - 1]);
        bool right = i < t->n - 1 && isfinite(t->y[i + 1]);
        struct anchor at;

        if (!left && !right && cell_of_value(c, t, i, &at))
            ink_mark(c->fr->ink, (struct ink_place){at.x, at.y}, LAYER_LINE,
                     t->thing->style, 'o');
    }
}

static void
draw_marks(const struct chart *c, const struct trace *t, char mark)
{
    int pitch = t->thing->kind == THING_CURVE ? MARKS_APART * SAMPLES_A_COLUMN
                                              : 1 + MARKS_APART * t->n / c->ax.cols;

    for (int i = pitch / 2; i < t->n; i += pitch) {
        struct anchor at;

        if (cell_of_value(c, t, i, &at))
            ink_mark(c->fr->ink, (struct ink_place){at.x, at.y}, LAYER_LINE,
                     t->thing->style, (unsigned char)mark);
    }
}

/* "--+--": how the line looks, for the key row. */
static const char *
sign_of(struct arena *a, const struct thing *t, const struct manner *how)
{
    if (t->ghost)
        return "...";
    if (how->stroke == STROKE_DASHED)
        return how->mark ? arena_printf(a, "- %c -", how->mark) : "- -";
    return how->mark ? arena_printf(a, "--%c--", how->mark) : "---";
}

void
chart_lines(const struct chart *c)
{
    int order = 0;

    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];
        const struct manner *how = &manners[order % MANNERS];

        if (!is_line(t))
            continue;
        draw_line(c, t, how->stroke);
        draw_lone(c, t);
        if (how->mark && !t->thing->ghost)
            draw_marks(c, t, how->mark);
        order += !t->thing->ghost;
        label_trace(c, t, sign_of(c->fr->arena, t->thing, how),
                    t->thing->ghost ? 0 : how->mark);
    }
}

/* ---- points ------------------------------------------------------------------------ */

static void
draw_points(const struct chart *c, const struct trace *t, char sign)
{
    struct ink *k = c->fr->ink;
    bool dots = k->braille && t->n * CROWDED > c->ax.rows * c->ax.cols / 2;
    struct pen p = {.ink = k, .layer = LAYER_LINE, .style = t->thing->style};
    struct anchor at;

    for (int i = 0; i < t->n; i++) {
        if (!cell_of_value(c, t, i, &at))
            continue;
        if (!dots) {
            ink_mark(k, (struct ink_place){at.x, at.y}, LAYER_LINE, t->thing->style,
                     (unsigned char)sign);
            continue;
        }
        pen_to(&p, at.x, at.y);
        pen_to(&p, at.x, at.y);
        pen_lift(&p);
    }
}

/* The lowest points in a list beside the drawing, with their names where there is room.
 */
static void
list_lowest(const struct chart *c, const struct trace *t)
{
    struct frame *fr = c->fr;
    int low[LOWEST_MAX], n = trace_lowest(t, t->thing->lowest, low), wide;
    const char *name[LOWEST_MAX];

    wide = canvas_width(fr->labels.alphabet, c->ax.x_name);
    for (int i = 0; i < n; i++) {
        int width;

        name[i] = number_short(fr->arena, t->x[low[i]]);
        width = canvas_width(fr->labels.alphabet, name[i]);
        wide = width > wide ? width : wide;
    }
    if (n)
        block_add_pair(&fr->block, STYLE_DIM,
                       arena_printf(fr->arena, "%*s  lowest", wide, c->ax.x_name),
                       "lowest:");
    for (int i = 0; i < n; i++) {
        const char *value = axes_text(fr, number_digits(fr->arena, t->y[low[i]], 3));

        block_add_pair(&fr->block, STYLE_STRONG,
                       arena_printf(fr->arena, "%*s  %s", wide, name[i], value),
                       arena_printf(fr->arena, "%s at %s", value, name[i]));
        labels_add(&fr->labels, (struct label){.text = name[i],
                                               .x = axes_x(&c->ax, t->x[low[i]]),
                                               .y = axes_y(&c->ax, t->y[low[i]]),
                                               .dx = 1,
                                               .style = STYLE_STRONG,
                                               .spare = true});
    }
}

void
chart_points(const struct chart *c)
{
    static const char *const signs[] = {"o", "+", "x", "*"};
    int order = 0;

    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];

        if (t->thing->kind != THING_POINTS)
            continue;
        draw_points(c, t, point_signs[order % 4]);
        label_trace(c, t, signs[order % 4], 0);
        if (t->thing->lowest)
            list_lowest(c, t);
        order++;
    }
}

/* ---- areas ------------------------------------------------------------------------- */

void
chart_bands(const struct chart *c)
{
    const struct axes *ax = &c->ax;
    struct fill fill = {.layer = LAYER_FAINT, .ascii = ':', .unicode = 0x2591};

    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];
        int pitch = SAMPLES_A_COLUMN;

        if (t->thing->kind != THING_BAND)
            continue;
        fill.style = t->thing->style;
        for (int j = 0; j < t->n; j += pitch) {
            double y = axes_y(ax, t->y[j]), base = axes_y(ax, t->base[j]);
            double col = floor(axes_x(ax, t->x[j]));
            double top = fmax(fmin(y, base), ax->top);
            double bottom = fmin(fmax(y, base), ax->top + ax->rows);

            if (isfinite(t->y[j]) && isfinite(t->base[j]))
                ink_fill(c->fr->ink, (struct ink_place){col, top},
                         (struct ink_place){col + 1, bottom}, fill);
        }
        label_trace(c, t, c->fr->ink->unicode ? "\u2591" : ":::", 0);
    }
}

/* From the line y = 0, or the lower edge where that is not shown. */
void
chart_bars(const struct chart *c)
{
    const struct axes *ax = &c->ax;

    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];

        if (!(t->width > 0))
            continue;
        for (int j = 0; j < t->n; j++) {
            double left = axes_x(ax, t->x[j]), right = axes_x(ax, t->x[j] + t->width);
            double top = fmax(axes_y(ax, t->y[j]), ax->top);

            if (t->y[j] > 0)
                ink_fill(c->fr->ink, (struct ink_place){floor(left), top},
                         (struct ink_place){fmax(floor(right), floor(left) + 1),
                                            ax->top + ax->rows},
                         (struct fill){.layer = LAYER_FAINT, .style = t->thing->style});
        }
        label_trace(c, t, "#", 0);
    }
}

/* Points with upright lines from one standard error below to one above. */
void
chart_errors(const struct chart *c)
{
    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];
        struct pen p = {.ink = c->fr->ink, .layer = LAYER_LINE, .style = t->thing->style};
        struct anchor at;

        for (int j = 0; t->error && !(t->width > 0) && j < t->n; j++) {
            if (!cell_of_value(c, t, j, &at))
                continue;
            pen_to(&p, at.x, fmax(axes_y(&c->ax, t->y[j] + t->error[j]), c->ax.top));
            pen_to(&p, at.x,
                   fmin(axes_y(&c->ax, t->y[j] - t->error[j]), c->ax.top + c->ax.rows));
            pen_lift(&p);
            ink_mark(c->fr->ink, (struct ink_place){at.x, at.y}, LAYER_TIP,
                     t->thing->style, 'o');
        }
    }
}
