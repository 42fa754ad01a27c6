/* Numbers one after the other, as a line. */
#include <math.h>

#include "figure/plot/numbers.h"

enum { SLOTS_A_COLUMN = 2 /* as fine as braille */ };

/* A line through numbers by their order, which ends at every gap. */
struct line {
    struct frame *fr;
    const struct numbers_plot *d;
    struct axes ax;
    struct pen pen;
};

static void
line_to(struct line *l, size_t i)
{
    pen_to(&l->pen, axes_x(&l->ax, (double)(i + 1)), axes_y(&l->ax, l->d->of.at[i]));
}

/* Numbers from..to-1, all shown, fall into one slot: the first, the lowest, the highest
 * and the last, in their order, draw the same picture as all of them. */
static void
run_draw(struct line *l, size_t from, size_t to)
{
    size_t low = from, high = from;

    for (size_t i = from; i < to; i++) {
        low = l->d->of.at[i] < l->d->of.at[low] ? i : low;
        high = l->d->of.at[i] > l->d->of.at[high] ? i : high;
    }
    line_to(l, from);
    line_to(l, low < high ? low : high);
    line_to(l, low < high ? high : low);
    line_to(l, to - 1);
}

/* The runs of a slot, with the gaps between them. */
static void
slot_draw(struct line *l, size_t from, size_t to)
{
    size_t run = from;

    for (size_t i = from; i <= to; i++) {
        if (i < to && numbers_shown(l->d, i))
            continue;
        if (i > run)
            run_draw(l, run, i);
        if (i < to)
            pen_lift(&l->pen);
        run = i + 1;
    }
}

/* A number between two gaps makes no line: a point. */
static void
points_draw(struct line *l)
{
    const struct numbers_plot *d = l->d;

    for (size_t i = 0; i < d->of.n; i++) {
        bool left = i > 0 && numbers_shown(d, i - 1);
        bool right = i + 1 < d->of.n && numbers_shown(d, i + 1);
        struct ink_place at = {axes_x(&l->ax, (double)(i + 1)),
                               axes_y(&l->ax, d->of.at[i])};

        if (numbers_shown(d, i) && !left && !right)
            ink_mark(l->fr->ink, at, LAYER_LINE, STYLE_FIRST, 'o');
    }
}

void
numbers_draw_series(struct frame *fr, const struct numbers_plot *d)
{
    struct line l = {
        .fr = fr, .d = d, .ax = {.whole = true, .x_name = "", .y_name = ""}
    };
    size_t n = d->of.n, slots;

    l.ax.x = n > 1 ? (struct stretch){1, (double)n} : (struct stretch){0.5, 1.5};
    l.ax.log_x = d->of.log_x;
    l.ax.log_y = d->of.log_y;
    l.ax.x = numbers_scaled(l.ax.log_x, l.ax.x);
    l.ax.y = stretch_widen(numbers_scaled(l.ax.log_y, d->range));
    axes_draw(fr, &l.ax);
    fr->labels.within = (struct rect){l.ax.top, l.ax.left, l.ax.rows, l.ax.cols};
    l.pen = (struct pen){.ink = fr->ink, .layer = LAYER_LINE, .style = STYLE_FIRST};
    slots = (size_t)l.ax.cols * SLOTS_A_COLUMN;
    slots = n < slots ? n : slots;
    for (size_t k = 0; k < slots; k++)
        slot_draw(&l, k * n / slots, (k + 1) * n / slots);
    pen_lift(&l.pen);
    points_draw(&l);
}
