#include <math.h>

#include "figure/kind/line/line.h"
#include "figure/part/part.h"

enum {
    ROWS_ABOVE = 3,  /* of the axis: numbers, points, ways */
    LABELS_LEAST = 2 /* blank columns between labels of numbers */
};

struct number_line {
    struct frame *fr;
    struct axes ax;
    int row; /* of the axis */
};

/* ---- the range --------------------------------------------------------------------- */

static struct stretch
with_value(struct stretch s, bool log, double v)
{
    double at = axes_scale(log, v);

    return isfinite(at) ? stretch_join(s, (struct stretch){at, at}) : s;
}

/* What `view` says, or all that is drawn with room on both sides. */
static struct stretch
line_range(struct frame *fr)
{
    const struct figure *f = fr->f;
    bool log = f->captions.log_x, given = false;
    struct stretch s = {NAN, NAN};

    for (int i = 0; i < f->n_things && !given; i++) {
        const struct thing *t = &f->things[i];

        if (t->kind != THING_WINDOW || !moment_holds(&fr->now, t->when))
            continue;
        s = (struct stretch){axes_scale(log, moment_real(&fr->now, t->at[0])),
                             axes_scale(log, moment_real(&fr->now, t->at[1]))};
        given = s.low < s.high && isfinite(s.high - s.low);
    }
    if (given)
        return s;
    s = (struct stretch){NAN, NAN};
    for (int i = 0; i < f->n_things; i++)
        for (int j = 0; j < f->things[i].n && !thing_is_reading(&f->things[i]); j++)
            if (f->things[i].kind != THING_WINDOW &&
                moment_holds(&fr->now, f->things[i].when))
                s = with_value(s, log, moment_real(&fr->now, f->things[i].at[j]));
    if (f->has_range)
        s = stretch_join(
            s, (struct stretch){axes_scale(log, f->low), axes_scale(log, f->high)});
    return stretch_widen(s);
}

/* ---- the numbers of a format ------------------------------------------------------- */

/* Numbers of the format in a column: 0, 1, or 2 for more. */
static int
numbers_in(const struct axes *ax, enum num_format format, int col)
{
    double low = axes_value(ax, col), high = axes_value(ax, col + 1);
    double near = num_round(format, low);

    if (near < low)
        near = num_next(format, near);
    if (!(near < high))
        return 0;
    return num_next(format, near) < high ? 2 : 1;
}

/* A row above the axis: a stroke for a number, a shade where they are too close. */
static void
draw_numbers(const struct number_line *l, enum num_format format)
{
    struct ink *k = l->fr->ink;
    struct rule stroke = {LAYER_LINE, STYLE_SECOND, true};

    for (int col = l->ax.left; col < l->ax.left + l->ax.cols; col++) {
        int n = numbers_in(&l->ax, format, col);

        if (n == 1)
            ink_upright(k, col, l->row - 1, l->row, stroke);
        else if (n > 1)
            ink_fill(k, (struct ink_place){col, l->row - 1},
                     (struct ink_place){col + 1, l->row},
                     (struct fill){.layer = LAYER_LINE,
                                   .style = STYLE_SECOND,
                                   .ascii = '#',
                                   .unicode = 0x2592});
    }
}

/* The numbers themselves under the axis, when there is room for each of them. */
static bool
label_numbers(const struct number_line *l, enum num_format format)
{
    struct frame *fr = l->fr;
    struct axes ax = l->ax;
    double low = axes_value(&ax, ax.left), high = axes_value(&ax, ax.left + ax.cols);
    int n = 0;

    for (int pass = 0; pass < 2; pass++) {
        double v = num_round(format, low), free = -INFINITY;

        for (v = v < low || v == -INFINITY ? num_next(format, v) : v;
             v <= high && isfinite(v); v = num_next(format, v)) {
            const char *text = axes_text(fr, line_text(fr->arena, v));
            int width = canvas_width(fr->labels.alphabet, text);
            int col = (int)floor(axes_x(&ax, v)), left = col - width / 2;

            left = left < 0                       ? 0
                   : left + width > fr->ink->cols ? fr->ink->cols - width
                                                  : left;
            if (left < free)
                return false;
            n++;
            free = left + width + LABELS_LEAST;
            if (!pass)
                continue;
            ink_tick(fr->ink, l->row, col, TICK_DOWN,
                     (struct rule){LAYER_TEXT, STYLE_RULE, true});
            ink_text(fr->ink, l->row + 1, left, STYLE_DIM,
                     canvas_fold(fr->arena, fr->labels.alphabet, text));
        }
    }
    return n > 0;
}

static void
draw_line_axis(const struct number_line *l)
{
    struct frame *fr = l->fr;
    enum num_format format;
    bool numbers = line_format(&fr->now, &format);

    if (numbers)
        draw_numbers(l, format);
    if (numbers && l->row + 1 < fr->ink->rows) {
        ink_level(fr->ink, l->row, l->ax.left, l->ax.left + l->ax.cols,
                  (struct rule){LAYER_AXIS, STYLE_RULE, true});
        if (label_numbers(l, format))
            return;
    }
    axes_x_draw(fr, &l->ax);
}

/* ---- points and ways --------------------------------------------------------------- */

static bool
is_on(const struct number_line *l, double x)
{
    double at = axes_scale(l->ax.log_x, x);

    return at >= l->ax.x.low && at <= l->ax.x.high;
}

/* "pi: 3.142"; of a number that is rounded what it is called in the block beside. */
static void
place_spot(const struct number_line *l, const struct thing *t, double x, double col)
{
    struct frame *fr = l->fr;
    const char *label = label_text(fr->arena, &fr->now, t);

    part_thing(fr, (struct point){is_on(l, x) ? col : NAN, l->row - 1.5},
               *label || t->kind == THING_DOT ? label : "x", line_text(fr->arena, x));
}

static void
draw_spot(const struct number_line *l, const struct thing *t, double x, uint32_t sign)
{
    struct frame *fr = l->fr;
    double col = axes_x(&l->ax, x);

    if (!is_on(l, x)) {
        place_spot(l, t, x, col);
        return;
    }
    ink_mark(fr->ink, (struct ink_place){col, l->row - 1.5}, LAYER_TIP, t->style, sign);
    place_spot(l, t, x, col);
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                           .x = col,
                                           .y = l->row - 1.5,
                                           .dy = -1,
                                           .style = t->style});
}

/* A level line with a pointer at its end, `up` rows above the points. */
static void
draw_way(const struct number_line *l, const struct thing *t, struct stretch way, int up)
{
    struct frame *fr = l->fr;
    int row = l->row - ROWS_ABOVE - up, first = l->ax.left, last = first + l->ax.cols - 1;
    double from = axes_x(&l->ax, way.low), to = axes_x(&l->ax, way.high);
    int start, end;

    if (row < 0 || isnan(from) || isnan(to))
        return;
    start = (int)fmin(fmax(floor(fmin(from, to)), first), last);
    end = (int)fmin(fmax(floor(fmax(from, to)), first), last);
    ink_level(fr->ink, row, start, end + 1, (struct rule){LAYER_LINE, t->style, true});
    if (start != end)
        ink_mark(fr->ink, (struct ink_place){(to < from ? start : end) + 0.5, row + 0.5},
                 LAYER_TIP, t->style, to < from ? '<' : '>');
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                           .x = (start + end) / 2.0,
                                           .y = row,
                                           .dy = -1,
                                           .style = t->style});
}

static void
read_line(struct frame *fr, const char *name, const char *value)
{
    block_add(&fr->block, STYLE_PLAIN,
              arena_printf(fr->arena, "%s %s", name, axes_text(fr, value)));
}

/* x, what it becomes, and by how much that is wrong. */
static void
draw_round(const struct number_line *l, const struct thing *t, int *up)
{
    struct frame *fr = l->fr;
    struct arena *a = fr->arena;
    enum num_format format = NUM_FP64;
    double x = moment_real(&fr->now, t->at[0]), near;

    if (isnan(x))
        return;
    line_format(&fr->now, &format);
    near = num_round(format, x);
    draw_spot(l, t, x, 'x');
    if (near != x)
        draw_way(l, &(struct thing){.kind = t->kind, .style = t->style},
                 (struct stretch){x, near}, (*up)++);
    read_line(fr, "x       ", line_text(a, x));
    read_line(fr, num_format_facts(format)->name,
              arena_printf(a, "    %s", line_text(a, near)));
    read_line(fr, "spacing ", number_digits(a, num_spacing(format, near), 4));
    if (x != 0)
        read_line(fr, "rel err ", number_digits(a, fabs(near - x) / fabs(x), 3));
}

void
line_draw(struct frame *fr)
{
    struct number_line l = {.fr = fr};
    int rows = fr->ink->rows, up = 0;

    l.row = rows > 4 ? rows - 2 - (rows - 4) / 3 : rows - 1;
    l.ax.cols = fr->ink->cols;
    l.ax.rows = l.row;
    l.ax.log_x = fr->f->captions.log_x;
    l.ax.x_name = l.ax.y_name = "";
    l.ax.x = line_range(fr);
    draw_line_axis(&l);
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];

        if (!moment_holds(&fr->now, t->when))
            continue;
        if (t->kind == THING_DOT)
            draw_spot(&l, t, moment_real(&fr->now, t->at[0]), 'o');
        else if (t->kind == THING_ROUND)
            draw_round(&l, t, &up);
        else if (t->kind == THING_ARROW)
            draw_way(&l, t,
                     (struct stretch){moment_real(&fr->now, t->at[0]),
                                      moment_real(&fr->now, t->at[1])},
                     up++);
    }
}
