#include <math.h>
#include <string.h>

#include "figure/kind/bars/bars.h"
#include "figure/part/part.h"

enum {
    THICK_MAX = 3,   /* rows of a bar, and in much room ... */
    THICK_SHARE = 6, /* ... this part of them */
    AXIS_ROWS = 2,
    AXIS_COLS = 12,
    TEXTS_LEAST = 8, /* columns for values that sliders change: the axis stands still */
    BESIDE_COLS = 8, /* of a column of bars and their values, at least */
};

/* Bars below one another, over one axis. */
struct bar_chart {
    struct frame *fr;
    const struct bar_row *at;
    int n, group;
    int names; /* columns before them that hold their names; 0: none are written */
    struct axes ax;
    int top, thick, gap; /* rows: above all, of a bar, between groups */
    double start, shift; /* the column where bars begin; so that it is a whole one */
};

/* ---- the layout -------------------------------------------------------------------- */

static struct stretch
bars_range(const struct frame *fr, const struct bar_list *list)
{
    const struct figure *f = fr->f;
    bool log = f->captions.log_x;
    struct stretch s = {f->low, f->high};

    if (f->has_range)
        return (struct stretch){axes_scale(log, f->low), axes_scale(log, f->high)};
    for (int i = 0; i < list->n; i++) {
        double v = axes_scale(log, list->at[i].value);

        if (isfinite(v))
            s = stretch_join(s, (struct stretch){v, v});
    }
    for (int i = 0; i < f->n_things; i++) {
        double v = f->things[i].kind == THING_LEVEL
                       ? axes_scale(log, moment_real(&fr->now, f->things[i].at[0]))
                       : NAN;

        if (isfinite(v))
            s = stretch_join(s, (struct stretch){v, v});
    }
    if (log)
        return isnan(s.low) ? (struct stretch){0, 1}
                            : (struct stretch){floor(s.low - 0.5), s.high};
    s = stretch_join(s, (struct stretch){0, 0});
    return s.low < s.high ? s : (struct stretch){0, 1};
}

/* Where a value ends, in columns, kept in the box; NaN stays. */
static double
end_of(const struct bar_chart *c, double v)
{
    /* Half of everything: the range may be that of all doubles. */
    double share = (axes_scale(c->ax.log_x, v) / 2 - c->ax.x.low / 2) /
                   (c->ax.x.high / 2 - c->ax.x.low / 2);

    return isnan(share)
               ? NAN
               : fmax(c->ax.left + c->shift + fmin(fmax(share, 0), 1) * c->ax.cols,
                      c->ax.left);
}

/* Rows: bars of the same name touch, and rows are left between names where there is room.
 */
static void
lay_rows(struct bar_chart *c, int room)
{
    int groups = (c->n + c->group - 1) / c->group;

    c->thick = room / THICK_SHARE > THICK_MAX ? room / THICK_SHARE : THICK_MAX;
    while (c->thick > 1 && c->n * c->thick + groups - 1 > room)
        c->thick--;
    c->gap = c->n * c->thick + groups - 1 <= room;
    while (c->gap && c->gap < c->thick / THICK_MAX &&
           c->n * c->thick + (groups - 1) * (c->gap + 1) <= room)
        c->gap++;
    c->top = (room - c->n * c->thick - (groups - 1) * c->gap) / 2;
}

static int
row_of(const struct bar_chart *c, int i)
{
    return c->ax.top + c->top + i * c->thick + i / c->group * c->gap;
}

static int
widest(const struct frame *fr, int width, const char *text)
{
    int is = canvas_width(fr->labels.alphabet, text);

    return is > width ? is : width;
}

/* Bars from column `left` to before `right`, their values among them. */
static void
lay_cols(struct bar_chart *c, int left, int right)
{
    int texts = c->fr->f->n_sliders ? TEXTS_LEAST : 0;

    for (int i = 0; i < c->n; i++)
        texts = widest(c->fr, texts, c->at[i].text);
    c->ax.left = left;
    c->ax.cols = right - left - texts - 1;
    c->ax.cols = c->ax.cols < 1 ? 1 : c->ax.cols;
    c->ax.log_x = c->fr->f->captions.log_x;
    c->ax.x_name = c->ax.y_name = "";
    c->start = left;
    if (!c->ax.log_x && c->ax.x.low < 0) {
        double zero = end_of(c, 0);

        c->start = floor(zero);
        c->shift = c->start - zero;
    }
}

/* ---- drawing ----------------------------------------------------------------------- */

static int
middle_of(const struct bar_chart *c, int i)
{
    return row_of(c, i) + (c->thick - 1) / 2;
}

/* Where the value of a bar is written: behind the last cell that the bar is seen in. */
static int
value_col(const struct bar_chart *c, const struct bar_row *b)
{
    double behind = isnan(b->value) ? c->start : fmax(c->start, end_of(c, b->value));
    int eighths = (int)(8 * (behind - floor(behind)) + 0.5);

    return (int)floor(behind) + (eighths >= (c->fr->ink->unicode ? 1 : 4)) + 1;
}

/* Whether a value is written in the cell, or beside it. */
static bool
at_value(const struct bar_chart *c, int row, int col)
{
    for (int i = 0; i < c->n; i++) {
        int from = value_col(c, &c->at[i]);
        int to = from + canvas_width(c->fr->labels.alphabet, c->at[i].text);

        if (row == middle_of(c, i) && col >= from - 1 && col <= to)
            return true;
    }
    return false;
}

static void
draw_name(const struct bar_chart *c, int row, const char *name)
{
    if (c->names)
        part_text(c->fr, row, 0, STYLE_PLAIN,
                  part_fit(c->fr->arena, c->fr->labels.alphabet, name, c->names));
}

static void
draw_bar(const struct bar_chart *c, int i)
{
    const struct bar_row *b = &c->at[i];
    struct frame *fr = c->fr;
    double start = c->start, end = end_of(c, b->value), was = end_of(c, b->before);
    int row = row_of(c, i), middle = middle_of(c, i);

    if (!isnan(b->value)) {
        bool back = end < start;

        ink_fill(fr->ink, (struct ink_place){back ? floor(end) : start, row},
                 (struct ink_place){back ? start : end, row + c->thick},
                 (struct fill){.layer = LAYER_LINE, .style = b->style, .level = true});
    }
    if (!isnan(b->before) && fabs(was - end) >= 1)
        for (int r = row; r < row + c->thick; r++)
            ink_mark(fr->ink, (struct ink_place){fmin(was, fr->ink->cols - 0.5), r + 0.5},
                     LAYER_TIP, STYLE_BEFORE, fr->ink->unicode ? 0x250A : ':');
    ink_text(fr->ink, middle, value_col(c, b), STYLE_STRONG,
             canvas_fold(fr->arena, fr->labels.alphabet, b->text));
    part_thing(fr,
               (struct point){fmin(fmax(start, end), fr->ink->cols - 0.5), middle + 0.5},
               b->name, b->text);
}

/* A level stops where a value is written. */
static void
draw_level(const struct bar_chart *c, int col, enum style style)
{
    int from = c->ax.top, end = c->ax.top + c->ax.rows;

    for (int row = from; row <= end; row++) {
        if (row < end && !at_value(c, row, col))
            continue;
        if (row > from)
            ink_upright(c->fr->ink, col, from, row,
                        (struct rule){LAYER_TIP, style, false});
        from = row + 1;
    }
}

/* Upright lines: where the bars begin, and levels with their labels. */
static void
draw_uprights(const struct bar_chart *c)
{
    struct frame *fr = c->fr;

    ink_upright(fr->ink, (int)c->start - 1, c->ax.top, c->ax.top + c->ax.rows,
                (struct rule){LAYER_AXIS, STYLE_RULE, true});
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        double at;

        if (t->kind != THING_LEVEL || !moment_holds(&fr->now, t->when))
            continue;
        at = end_of(c, moment_real(&fr->now, t->at[0]));
        if (isnan(at))
            continue;
        draw_level(c, (int)at, t->style);
        labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                               .x = at,
                                               .y = c->ax.top + 0.5,
                                               .dx = -1,
                                               .style = t->style});
    }
}

/* ---- bars of one name below one another -------------------------------------------- */

static void
lay_below(struct bar_chart *c, int rows)
{
    struct frame *fr = c->fr;
    int cols = fr->ink->cols, names = 0;
    bool axis;

    for (int i = 0; i < c->n; i++)
        names = widest(fr, names, c->at[i].name);
    c->names = names > cols * 2 / 5 ? cols * 2 / 5 : names;
    lay_cols(c, c->names + 2, cols);
    axis = !fr->look->plain && rows > c->n + AXIS_ROWS && c->ax.cols >= AXIS_COLS;
    c->ax.rows = axis ? rows - AXIS_ROWS : rows;
    lay_rows(c, c->ax.rows);
}

static void
draw_below(struct bar_chart *c)
{
    for (int i = 0; i < c->n; i++) {
        draw_name(c, middle_of(c, i), c->at[i].name);
        draw_bar(c, i);
    }
    draw_uprights(c);
    if (c->ax.rows < c->fr->ink->rows)
        axes_x_draw(c->fr, &c->ax);
}

/* As many as there are rows for; of the rest it is said how many there are. */
static void
draw_list(struct frame *fr, struct bar_list *list)
{
    struct bar_chart c = {.fr = fr, .at = list->at, .n = list->n, .group = list->group};
    int rows = fr->ink->rows;

    c.ax.x = bars_range(fr, list);
    if (c.n > rows) {
        list->left_out += c.n - (rows - 1);
        c.n = rows - 1;
        c.group = 1;
    }
    lay_below(&c, rows);
    fr->block.right = true; /* on the left are the names */
    fr->block.left = c.ax.left;
    fr->block.bottom = c.ax.rows;
    draw_below(&c);
    if (list->left_out)
        ink_text(fr->ink, rows - 1, 0, STYLE_DIM,
                 arena_printf(fr->arena, "and %d more", list->left_out));
}

/* ---- bars of one name beside one another ------------------------------------------- */

/* Whether there are too few rows for all bars, but enough for all names. */
static bool
must_be_beside(const struct frame *fr, const struct bar_list *list)
{
    int room = fr->ink->cols, names = 0;

    if (list->group < 2 || list->n <= fr->ink->rows || list->left_out ||
        list->n / list->group >= fr->ink->rows)
        return false;
    for (int i = 0; i < list->n; i++) {
        if (strcmp(list->at[i].label, list->at[i % list->group].label) != 0)
            return false; /* the vectors are not of one length */
        names = widest(fr, names, list->at[i].entry);
    }
    return list->n % list->group == 0 && (room - names - 1) / list->group >= BESIDE_COLS;
}

static void
draw_beside(struct frame *fr, const struct bar_list *list)
{
    struct bar_chart *c = ARENA_ARRAY(fr->arena, struct bar_chart, list->group);
    struct stretch range = bars_range(fr, list);
    int n = list->n / list->group, names = 0, wide;

    for (int i = 0; i < list->n; i++)
        names = widest(fr, names, list->at[i].entry);
    wide = (fr->ink->cols - names - 1) / list->group;
    for (int j = 0; j < list->group; j++) {
        struct bar_row *own = ARENA_ARRAY(fr->arena, struct bar_row, n);
        int left = names + 2 + j * wide;

        for (int i = 0; i < n; i++)
            own[i] = list->at[i * list->group + j];
        c[j] = (struct bar_chart){
            .fr = fr, .at = own, .n = n, .group = 1, .names = j ? 0 : names};
        c[j].ax.x = range;
        c[j].ax.top = 1;
        c[j].ax.rows = fr->ink->rows - 1;
        lay_cols(&c[j], left, left + wide - 2);
        lay_rows(&c[j], c[j].ax.rows);
        part_text(fr, 0, left, own[0].style,
                  part_fit(fr->arena, fr->labels.alphabet, own[0].label, wide - 1));
        draw_uprights(&c[j]);
    }
    for (int i = 0; i < list->n; i++) {
        const struct bar_chart *of = &c[i % list->group];

        draw_name(of, middle_of(of, i / list->group), list->at[i].entry);
        draw_bar(of, i / list->group);
    }
}

void
bars_draw(struct frame *fr)
{
    struct bar_list *list = ARENA_NEW(fr->arena, struct bar_list);

    bars_take(fr, list);
    if (!list->n)
        ink_text(fr->ink, fr->ink->rows / 2, fr->ink->cols / 2 - 3, STYLE_DIM, "no data");
    else if (must_be_beside(fr, list))
        draw_beside(fr, list);
    else
        draw_list(fr, list);
}
