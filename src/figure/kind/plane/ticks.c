#include <math.h>
#include <string.h>

#include "figure/kind/plane/plane.h"

enum { TICKS_MAX = 9, TICKS_APART = 2 /* columns between their labels */ };

static const struct rule axis = {LAYER_AXIS, STYLE_RULE, false};

void
plane_axes(struct frame *fr, const struct view *v)
{
    struct ink *k = fr->ink;
    int row = (int)floor(fmin(fmax(v->y, -1), k->rows)),
        col = (int)floor(fmin(fmax(v->x, -1), k->cols));

    ink_level(k, row, k->unicode ? 0 : col & 1, k->cols, axis);
    ink_upright(k, col, 0, k->rows, axis);
    ink_tick(k, row, col, TICK_CROSS, axis);
}

static bool
is_complex(const struct figure *f)
{
    for (int i = 0; i < f->n_things; i++)
        if (f->things[i].n && f->things[i].at[0]->type.kind == TYPE_COMPLEX)
            return true;
    return false;
}

/* Write a number beside the axis when its cells and their neighbours are empty. */
static void
put_tick_label(struct frame *fr, int row, int col, const char *text)
{
    int width = canvas_width(fr->labels.alphabet, text);

    for (int c = col - 1; c <= col + width; c++) {
        const struct spot *s = ink_at(fr->ink, row, c);

        if (!s || s->layer > LAYER_NONE)
            return;
    }
    ink_text(fr->ink, row, col, STYLE_DIM,
             canvas_fold(fr->arena, fr->labels.alphabet, axes_text(fr, text)));
}

/* "2" on the imaginary axis is "2i". */
static const char *
imaginary(struct frame *fr, const char *text)
{
    if (strcmp(text, "1") == 0)
        return "i";
    if (strcmp(text, "-1") == 0)
        return "-i";
    return arena_printf(fr->arena, "%si", text);
}

static bool
is_text(const struct frame *fr, int row, int col)
{
    const struct spot *s = ink_at(fr->ink, row, col);

    return s && s->layer == LAYER_TEXT;
}

static void
put_tick(struct frame *fr, const struct view *v, double at, const char *text, bool up)
{
    struct point p = plane_cells(v, up ? (struct point){0, at} : (struct point){at, 0});
    int width = canvas_width(fr->labels.alphabet, text);
    int row = (int)floor(p.y), col = (int)floor(p.x);

    if (!ink_at(fr->ink, row, col) || is_text(fr, row, col - 1) ||
        is_text(fr, row, col + 1))
        return;
    ink_tick(fr->ink, row, col, TICK_CROSS, axis);
    if (up)
        put_tick_label(fr, row, col - 1 - width, text);
    else
        put_tick_label(fr, row + 1, col - (width - 1) / 2, text);
}

/* Multiples of a step between the ends of the range; how many, TICKS_MAX + 1 when they
 * are too many. */
static int
step_ticks(const struct frame *fr, double step, double ticks[TICKS_MAX])
{
    double low = fr->f->low, high = fr->f->high;
    int n = 0;

    for (double k = ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
        if (n == TICKS_MAX)
            return TICKS_MAX + 1;
        ticks[n++] = k * step;
    }
    return n;
}

/* Whether the labels stand apart when ticks are a step apart. */
static bool
ticks_fit(const struct frame *fr, const struct view *v, double step,
          const struct tick_labels *labels, int n)
{
    int widest = 0;

    for (int i = 0; i < n; i++) {
        int width = canvas_width(fr->labels.alphabet, labels->text[i]);

        widest = width > widest ? width : widest;
    }
    return step * v->across >= widest + TICKS_APART;
}

/* Ticks at multiples of the least 1, 2 or 5 times a power of ten for which there is room;
 * their number. */
static int
find_ticks(const struct frame *fr, const struct view *v, double ticks[TICKS_MAX],
           struct tick_labels *labels)
{
    static const double nice[] = {1, 2, 5};
    double far = fmax(fabs(fr->f->low), fabs(fr->f->high));
    double power = pow(10, floor(log10(far)) - 1);

    for (int i = 0; i < 2 * 3 + 1; i++) {
        double step = power * nice[i % 3] * (i < 3 ? 1 : i < 6 ? 10 : 100);
        int n = step <= far ? step_ticks(fr, step, ticks) : 0;

        if (n > 0 && n <= TICKS_MAX && number_ticks(fr->arena, ticks, n, false, labels) &&
            ticks_fit(fr, v, step, labels, n))
            return n;
    }
    return 0;
}

void
plane_ticks(struct frame *fr, const struct view *v)
{
    struct tick_labels labels;
    double ticks[TICKS_MAX] = {0};
    int n;

    n = find_ticks(fr, v, ticks, &labels);
    for (int i = 0; i < n; i++) {
        if (ticks[i] == 0)
            continue;
        put_tick(fr, v, ticks[i], labels.text[i], false);
        put_tick(fr, v, ticks[i],
                 is_complex(fr->f) ? imaginary(fr, labels.text[i]) : labels.text[i],
                 true);
    }
}
