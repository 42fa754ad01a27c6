#include <math.h>
#include <string.h>

#include "figure/ink/axes.h"
#include "figure/part/heatmap.h"

enum {
    NAME_SHARE = 3, /* names of rows take at most this part of the width */
    CELL_WIDE = 12, /* with a value in it */
    CELL_BARE = 6,  /* without */
    CELL_HIGH = 5,
    WIDE_SHARE = 6, /* in much room a cell may be this part of it */
    HIGH_SHARE = 4,
    CUT_LEAST = 4, /* a narrower name is left out, not cut */
    BAR_CELLS = 16,
    SHADE_LEAST = 4, /* cells beside a value, fewer are blank */
};

/* A picture of a grid in the frame: the part of it that is shown, and how. */
struct plan {
    struct frame *fr;
    const struct heatmap *h;
    struct grid g;
    int top, left;              /* of the first cell */
    int wide, high;             /* of a cell */
    int row0, col0, rows, cols; /* what is shown */
    int places;                 /* decimals of values; -1: none are shown */
    bool whole_names;
    int value_wide;
    double least, most; /* values */
};

static const char *
value_text_of(const struct plan *p, int row, int col, int places)
{
    int n = row * p->g.cols + col;

    if (p->g.masked[n])
        return p->fr->ink->unicode ? "×" : "x";
    if (isnan(p->g.at[n]))
        return "?";
    return axes_text(p->fr, number_fixed(p->fr->arena, p->g.at[n], places));
}

/* An end of the scale. */
static const char *
end_text(const struct plan *p, double v)
{
    return axes_text(p->fr, number_short(p->fr->arena, v));
}

static int
text_width(const struct plan *p, const char *text)
{
    return canvas_width(p->fr->canvas->alphabet, text);
}

static bool
all_whole(const struct grid *g)
{
    for (int i = 0; i < g->rows * g->cols; i++)
        if (isfinite(g->at[i]) && g->at[i] != floor(g->at[i]))
            return false;
    return true;
}

/* As decimals a number is the wider the further it is from 0; from 1e15 on there are
 * none.
 */
static bool
may_be_widest(const struct plan *p, int n)
{
    double v = p->g.at[n];

    return !(fabs(v) < 1e15) || v == p->least || v == p->most || p->g.masked[n];
}

static int
widest_value(const struct plan *p, int places)
{
    int widest = 0;

    for (int n = 0; n < p->g.rows * p->g.cols; n++) {
        const char *text;
        int w;

        if (!may_be_widest(p, n))
            continue;
        text = value_text_of(p, n / p->g.cols, n % p->g.cols, places);
        w = text_width(p, text);
        widest = w > widest ? w : widest;
    }
    return widest;
}

static int
least(int x, int y)
{
    return x < y ? x : y;
}

static int
most(int x, int y)
{
    return x > y ? x : y;
}

static int
widest_name(const struct plan *p, bool rows)
{
    int widest = 0, n = rows ? p->g.rows : p->g.cols;

    for (int i = 0; i < n; i++) {
        const char *name = rows ? grid_row_name(p->fr->arena, p->fr->f, &p->g, i)
                                : grid_column_name(p->fr->arena, p->fr->f, &p->g, i);

        widest = most(widest, text_width(p, name));
    }
    return widest;
}

/* ---- the layout -------------------------------------------------------------------- */

/* The first of n things to show, of which `room` fit, so that `wanted` is among them. */
static int
window(int n, int room, int wanted)
{
    int first = wanted < 0 ? 0 : wanted - room / 2;

    return most(0, least(first, n - room));
}

/* Values with as many decimals as fit into cells of that width, down to one; of those
 * that the author wants, as many as fit. */
static void
plan_values(struct plan *p, int room)
{
    int places =
        p->h->places >= 0 ? p->h->places
        : all_whole(&p->g)
            ? 0
            : most(1, least(2, number_places(fmax(fabs(p->g.low), fabs(p->g.high)))));

    p->places = -1;
    p->least = p->most = NAN;
    for (int n = 0; n < p->g.rows * p->g.cols; n++) {
        p->least = fmin(p->least, p->g.at[n]);
        p->most = fmax(p->most, p->g.at[n]);
    }
    for (; places >= 0 && p->places < 0; places--) {
        p->value_wide = widest_value(p, places);
        if (p->value_wide + 2 <= room)
            p->places = places;
        else if (places <= 1)
            return;
    }
}

static void
plan_columns(struct plan *p, int room)
{
    int names = widest_name(p, false), each = most(1, room / p->g.cols);

    plan_values(p, each);
    p->wide = p->places < 0 ? least(each, CELL_BARE)
                            : least(each, most(most(p->value_wide + 4, names + 2),
                                               most(CELL_WIDE, room / WIDE_SHARE)));
    p->cols = least(p->g.cols, room / p->wide);
    p->whole_names = names + 1 <= p->wide;
}

static void
plan_rows(struct plan *p, int room)
{
    int shape = p->places < 0 ? p->wide : (p->wide + 1) / 2;

    p->high = most(
        1, least(least(room / p->g.rows, shape), most(CELL_HIGH, room / HIGH_SHARE)));
    if (p->places >= 0 && p->high > 2 && p->high % 2 == 0)
        p->high--; /* the value stands in the middle row */
    p->rows = least(p->g.rows, most(1, room / p->high));
}

/* The title, and what rows and columns are, on one row or on two. */
struct title {
    const char *title, *axes;
    int axes_row, axes_col, rows;
};

static struct title
title_find(struct frame *fr, const struct grid *g, const struct heatmap *h, int left)
{
    enum alphabet alphabet = fr->canvas->alphabet;
    struct title t = {.title = label_text(fr->arena, &fr->now, g->cells),
                      .axes_col = left};
    int title = canvas_width(alphabet, t.title), axes;
    struct buf b;

    buf_init(&b, fr->arena);
    if (h->down)
        buf_printf(&b, "down: %s", h->down);
    if (h->across)
        buf_printf(&b, "%sacross: %s", b.n ? "   " : "", h->across);
    t.axes = b.s;
    axes = canvas_width(alphabet, t.axes);
    if (left + axes > fr->ink->cols)
        t.axes_col = most(0, fr->ink->cols - axes);
    t.rows = *t.title || axes;
    if (!*t.title || !axes)
        return t;
    if (left + title + 3 + axes <= fr->ink->cols) {
        t.axes_col = left + title + 3;
    } else {
        t.axes_row = 1;
        t.rows = 2;
    }
    return t;
}

static void
plan_find(struct plan *p)
{
    struct frame *fr = p->fr;
    int names = least(widest_name(p, true), fr->ink->cols / NAME_SHARE);
    int cursor = fr->state->place, header;
    bool in = cursor >= 0 && cursor < p->g.rows * p->g.cols;

    p->left = names + 3;
    header = 1 + title_find(fr, &p->g, p->h, p->left).rows + (p->g.col >= 0);
    p->top = header;
    plan_columns(p, most(1, fr->ink->cols - p->left));
    /* Below: the scale, and where there is room a blank row before it. */
    plan_rows(p, most(1, fr->ink->rows - header - 1));
    p->row0 = window(p->g.rows, p->rows, in ? cursor / p->g.cols : p->g.row);
    p->col0 = window(p->g.cols, p->cols, in ? cursor % p->g.cols : p->g.col);
}

/* ---- shades ------------------------------------------------------------------------ */

struct shade {
    enum style style;
    uint32_t c;
    double share; /* of the colour, for pictures not made of cells */
};

/* v on the scale, 0 to 1, or -1 to 1 for differences. */
static double
share_of(const struct plan *p, double v)
{
    double low = p->g.low, high = p->g.high;

    if (p->h->difference)
        return high > 0 ? fmax(-1, fmin(1, v / high)) : 0;
    /* By halves, so that ranges up to the largest number do not overflow. */
    return high > low ? fmax(0, fmin(1, (v / 2 - low / 2) / (high / 2 - low / 2))) : 0;
}

static enum style
ramp_style(const struct plan *p, double share)
{
    enum { HALF = DIFFERENCE_STEPS / 2 };

    if (p->h->difference)
        return STYLE_DIFFERENCE + (enum style)(HALF + (int)lround(share * HALF));
    return STYLE_RAMP + (enum style)least(RAMP_STEPS - 1, (int)(share * RAMP_STEPS));
}

/* Characters from little to much; below zero another sort. */
static uint32_t
shade_char(const struct plan *p, double share)
{
    static const uint32_t blocks[] = {' ', 0x2591, 0x2592, 0x2593, 0x2588};
    static const char ascii[] = " .:-=+*#%@";
    static const char above[] = " :+#", below[] = " -=E";
    int n;

    if (p->h->difference) {
        n = (int)lround(fabs(share) * 3);
        if (share < 0)
            return p->fr->ink->unicode && n == 3 ? 0x2261 : (unsigned char)below[n];
        return p->fr->ink->unicode ? blocks[n] : (unsigned char)above[n];
    }
    if (p->fr->ink->unicode)
        return blocks[least(4, (int)(share * 5))];
    return (unsigned char)ascii[least(9, (int)(share * 10))];
}

static struct shade
shade_of(const struct plan *p, double v)
{
    double share;

    if (isnan(v))
        return (struct shade){STYLE_WRONG, ' ', 0};
    share = share_of(p, v);
    if (p->fr->look->ramp)
        return (struct shade){ramp_style(p, share), ' ', fabs(share)};
    return (struct shade){share < 0 ? STYLE_SECOND : STYLE_FIRST, shade_char(p, share),
                          fabs(share)};
}

/* ---- drawing ----------------------------------------------------------------------- */

static struct rect
cell_rect(const struct plan *p, int row, int col)
{
    bool seen = row >= p->row0 && row < p->row0 + p->rows && col >= p->col0 &&
                col < p->col0 + p->cols;

    if (!seen)
        return (struct rect){0, 0, 0, 0};
    return (struct rect){p->top + (row - p->row0) * p->high,
                         p->left + (col - p->col0) * p->wide, p->high, p->wide};
}

/* The text with blanks on both sides, and over the whole cell where little of the shade
 * would be seen. */
static const char *
blank_around(const struct plan *p, const char *text, int left)
{
    bool whole = left < SHADE_LEAST;
    int before = whole ? left / 2 : 1, after = whole ? left - before : 1;

    return arena_printf(p->fr->arena, "%*s%s%*s", before, "", text, after, "");
}

static void
draw_value(const struct plan *p, struct rect r, int row, int col, struct shade shade)
{
    struct frame *fr = p->fr;
    bool on_ramp = shade.style >= STYLE_NAMED;
    bool focus = fr->state->place == row * p->g.cols + col;
    bool masked = p->g.masked[row * p->g.cols + col];
    const char *text = value_text_of(p, row, col, p->places);
    enum style style = focus     ? STYLE_FOCUS
                       : masked  ? STYLE_DIM
                       : on_ramp ? shade.style
                                 : STYLE_PLAIN;
    int width = canvas_width(fr->canvas->alphabet, text);

    if (p->places < 0 && !masked && text[0] != '?')
        text = r.cols > 1 ? "[]" : "+";
    else if (focus && r.cols >= width + 2)
        text = arena_printf(fr->arena, "[%s]", text);
    else if (r.cols >= width + 2 && !masked)
        text = blank_around(p, text, r.cols - width);
    part_text_in(fr, r.row + (r.rows - 1) / 2, r.col, r.cols, style, text);
}

/* A cell that a cursor may visit, whether it is seen or not. */
static void
place_cell(const struct plan *p, int row, int col)
{
    struct frame *fr = p->fr;
    struct arena *a = fr->arena;
    const char *down = grid_row_name(a, fr->f, &p->g, row);
    const char *across = grid_column_name(a, fr->f, &p->g, col);

    part_place(fr, (struct figure_place){
                       .id = arena_printf(a, "%s, %s", down, across),
                       .rect = cell_rect(p, row, col),
                       .say = arena_printf(a, "row %s, column %s: %s", down, across,
                                           grid_text(a, fr->f, &p->g, row, col, -1))});
}

static void
draw_cell(const struct plan *p, int row, int col)
{
    struct rect r = cell_rect(p, row, col);
    int n = row * p->g.cols + col;
    struct shade shade = shade_of(p, p->g.at[n]);

    if (!p->g.masked[n] && !isnan(p->g.at[n]))
        ink_tile(p->fr->ink, r, (struct tile){shade.style, shade.c, shade.share});
    if (p->places >= 0 || p->g.masked[n] || isnan(p->g.at[n]) || p->fr->state->place == n)
        draw_value(p, r, row, col, shade);
}

static void
draw_row_names(const struct plan *p)
{
    struct frame *fr = p->fr;

    for (int i = p->row0; i < p->row0 + p->rows; i++) {
        int row = p->top + (i - p->row0) * p->high + (p->high - 1) / 2;
        bool on = i == p->g.row;
        const char *name =
            part_fit(fr->arena, fr->canvas->alphabet,
                     grid_row_name(fr->arena, fr->f, &p->g, i), p->left - 3);
        int width = canvas_width(fr->canvas->alphabet, name);

        if (on)
            part_text(fr, row, 0, STYLE_FOCUS, ">");
        part_text(fr, row, p->left - 1 - width, on ? STYLE_STRONG : STYLE_PLAIN, name);
    }
}

/* Every how many-th column has room for its name. */
static int
name_step(const struct plan *p)
{
    int step = 1, names = widest_name(p, false);

    while (step < p->cols && step * p->wide < names + 1)
        step++;
    return step;
}

/* All names, cut where cells are wide enough; else every second one, every third. */
static void
draw_column_names(const struct plan *p)
{
    struct frame *fr = p->fr;
    bool cut = !p->whole_names && p->wide > CUT_LEAST;
    int row = p->top - 1, step = p->whole_names ? 1 : name_step(p);

    for (int i = p->col0; i < p->col0 + p->cols; i++) {
        int col = p->left + (i - p->col0) * p->wide;
        bool on = i == p->g.col;
        const char *name = grid_column_name(fr->arena, fr->f, &p->g, i);
        enum style style = on ? STYLE_STRONG : STYLE_PLAIN;

        if (on)
            part_text_in(fr, row - 1, col, p->wide, STYLE_FOCUS, "v");
        if (p->whole_names || cut)
            part_text_in(fr, row, col, most(1, p->wide - 1 + (p->wide == 1)), style,
                         name);
        else if ((i - p->col0) % step == 0 &&
                 col + canvas_width(fr->canvas->alphabet, name) <= fr->ink->cols)
            part_text(fr, row, col, style, name);
    }
}

static void
draw_title(const struct plan *p)
{
    struct frame *fr = p->fr;
    struct title t = title_find(fr, &p->g, p->h, p->left);

    part_text(
        fr, 0, p->left, STYLE_STRONG,
        part_fit(fr->arena, fr->canvas->alphabet, t.title, fr->ink->cols - p->left));
    part_text(
        fr, t.axes_row, t.axes_col, STYLE_DIM,
        part_fit(fr->arena, fr->canvas->alphabet, t.axes, fr->ink->cols - t.axes_col));
}

static int
bar_cells(const struct plan *p)
{
    return p->h->difference ? DIFFERENCE_STEPS : BAR_CELLS;
}

/* Cells of the scale and the blanks behind it. */
static int
bar_width(const struct plan *p)
{
    int low = text_width(p, end_text(p, p->g.low));

    if (!(p->g.high > p->g.low))
        return low + 3;
    return low + 1 + bar_cells(p) + 1 + text_width(p, end_text(p, p->g.high)) + 3;
}

/* "0 .:-=+*#%@ 1"; the column behind it. */
static int
draw_bar(const struct plan *p, int row)
{
    struct frame *fr = p->fr;
    double low = p->g.low, high = p->g.high;
    const char *from = end_text(p, low);
    int col = text_width(p, from) + 1, cells = bar_cells(p);

    part_text(fr, row, 0, STYLE_DIM, from);
    for (int i = 0; high > low && i < cells; i++) {
        double share = (double)i / (cells - 1);
        struct shade shade = shade_of(p, low * (1 - share) + high * share);

        ink_tile(fr->ink, (struct rect){row, col + i, 1, 1},
                 (struct tile){shade.style, shade.c, shade.share});
    }
    if (high > low)
        part_text(fr, row, col + cells + 1, STYLE_DIM, end_text(p, high));
    return bar_width(p);
}

/* What the picture does not show by itself. */
static char *
foot_text(const struct plan *p)
{
    struct frame *fr = p->fr;
    bool masked = false, bad = false;
    struct buf b;

    for (int i = 0; i < p->g.rows * p->g.cols; i++) {
        masked |= p->g.masked[i];
        bad |= !p->g.masked[i] && isnan(p->g.at[i]);
    }
    buf_init(&b, fr->arena);
    if (p->rows < p->g.rows)
        buf_printf(&b, "rows %d-%d of %d  ", p->row0 + 1, p->row0 + p->rows, p->g.rows);
    if (p->cols < p->g.cols)
        buf_printf(&b, "columns %d-%d of %d  ", p->col0 + 1, p->col0 + p->cols,
                   p->g.cols);
    if (masked)
        buf_printf(&b, "%s masked  ", fr->ink->unicode ? "×" : "x");
    if (bad)
        buf_add(&b, fr->f->formats ? "? NaN" : "? undefined");
    while (b.n && b.s[b.n - 1] == ' ')
        b.s[--b.n] = '\0';
    return b.s;
}

/* The scale and the notes; where there is room for one of them only, and the numbers are
 * in the cells, the notes. */
static void
draw_foot(const struct plan *p)
{
    struct frame *fr = p->fr;
    enum alphabet alphabet = fr->canvas->alphabet;
    int bottom = p->top + p->rows * p->high, col = 0;
    int row = least(fr->ink->rows - 1, bottom + (bottom < fr->ink->rows - 1));
    const char *notes = foot_text(p);

    if (p->places < 0 || bar_width(p) + canvas_width(alphabet, notes) <= fr->ink->cols)
        col = draw_bar(p, row);
    if (*notes)
        part_text(fr, row, col, STYLE_DIM,
                  part_fit(fr->arena, alphabet, notes, fr->ink->cols - col));
}

void
heatmap_draw(struct frame *fr)
{
    struct plan p = {.fr = fr, .h = fr->f->own};

    if (!grid_find(&p.g, fr->arena, &fr->now)) {
        part_text(fr, 0, 0, STYLE_DIM, "[nothing to show here]");
        return;
    }
    plan_find(&p);
    if (fr->places)
        fr->places->across = p.g.cols;
    for (int i = 0; i < p.g.rows; i++)
        for (int j = 0; j < p.g.cols; j++)
            if (cell_rect(&p, i, j).rows)
                draw_cell(&p, i, j);
    for (int n = 0; fr->places && n < p.g.rows * p.g.cols; n++)
        place_cell(&p, n / p.g.cols, n % p.g.cols);
    draw_title(&p);
    draw_column_names(&p);
    draw_row_names(&p);
    draw_foot(&p);
}
