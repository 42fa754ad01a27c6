/* Plots of numbers: the figure, its sentence and its table. */
#include "figure/plot/numbers.h"

#include <math.h>
#include <string.h>

enum { TABLE_ROWS = 8, TABLE_BINS = 12 };

bool
numbers_shown(const struct numbers_plot *d, size_t i)
{
    bool log = d->of.kind == PLOT_HISTOGRAM ? d->of.log_x : d->of.log_y;

    return isfinite(d->of.at[i]) && !(log && d->of.at[i] <= 0);
}

char *
numbers_text(struct arena *a, const struct numbers_plot *d, double v)
{
    return number_among(a, v, fmax(fabs(d->range.low), fabs(d->range.high)));
}

struct stretch
numbers_scaled(bool log, struct stretch s)
{
    return (struct stretch){axes_scale(log, s.low), axes_scale(log, s.high)};
}

/* ---- what is known about them ------------------------------------------------------ */

/* Mean and deviation as Welford has them (1962), in units of the largest, which keeps
 * squares from overflowing. */
static void
measure(struct numbers_plot *d)
{
    double size, mean = 0, squares = 0, n = 0;

    d->range = (struct stretch){NAN, NAN};
    for (size_t i = 0; i < d->of.n; i++) {
        double v = d->of.at[i];

        d->gaps += !isfinite(v);
        if (!numbers_shown(d, i))
            continue;
        d->range.low = fmin(d->range.low, v);
        d->range.high = fmax(d->range.high, v);
        d->shown++;
    }
    d->dropped = d->of.n - d->gaps - d->shown;
    size = fmax(fabs(d->range.low), fabs(d->range.high));
    size = size > 0 && isfinite(size) ? size : 1;
    for (size_t i = 0; i < d->of.n; i++) {
        double off = numbers_shown(d, i) ? d->of.at[i] / size - mean : 0;

        if (!numbers_shown(d, i))
            continue;
        n++;
        mean += off / n;
        squares += off * (d->of.at[i] / size - mean);
    }
    d->mean = mean * size;
    d->deviation = n > 1 ? sqrt(squares / (n - 1)) * size : NAN;
}

/* ---- in words -----------------------------------------------------------------------
 */

static const char *
label_at(struct arena *a, const struct numbers_plot *d, size_t i)
{
    const char *label = d->of.labels ? d->of.labels[i] : NULL;

    return label ? label : arena_printf(a, "%zu", i + 1);
}

static const char *
count_text(struct arena *a, size_t n, const char *one, const char *many)
{
    return arena_printf(a, "%zu %s", n, n == 1 ? one : many);
}

/* "2 of the numbers are not above 0 and are left out", when there are some. */
static void
say_left_out(struct buf *b, const struct numbers_plot *d)
{
    if (d->gaps)
        buf_printf(b, " %s.", count_text(b->arena, d->gaps, "gap", "gaps"));
    if (d->dropped)
        buf_printf(b, " %s not above 0 left out.",
                   count_text(b->arena, d->dropped, "number", "numbers"));
}

/* Where the highest and the lowest are. */
static void
say_ends(struct buf *b, const struct numbers_plot *d)
{
    size_t low = 0, high = 0;
    bool begun = false;

    for (size_t i = 0; i < d->of.n; i++) {
        if (!numbers_shown(d, i))
            continue;
        low = !begun || d->of.at[i] < d->of.at[low] ? i : low;
        high = !begun || d->of.at[i] > d->of.at[high] ? i : high;
        begun = true;
    }
    buf_printf(b, " Lowest %s at %s, highest %s at %s.",
               numbers_text(b->arena, d, d->of.at[low]), label_at(b->arena, d, low),
               numbers_text(b->arena, d, d->of.at[high]), label_at(b->arena, d, high));
}

static void
say_histogram(struct buf *b, const struct numbers_plot *d)
{
    struct bins bins;
    int most = 0;

    bins_count(d, TABLE_BINS, &bins);
    for (int i = 1; i < bins.n; i++)
        most = bins.count[i] > bins.count[most] ? i : most;
    buf_printf(b, " From %s to %s, mean %s", numbers_text(b->arena, d, d->range.low),
               numbers_text(b->arena, d, d->range.high),
               numbers_text(b->arena, d, d->mean));
    if (isfinite(d->deviation))
        buf_printf(b, ", standard deviation %s", numbers_text(b->arena, d, d->deviation));
    if (bins.n > 1)
        buf_printf(b, ". Most, %zu, lie between %s and %s", bins.count[most],
                   numbers_text(b->arena, d, bins_edge(d, &bins, most)),
                   numbers_text(b->arena, d, bins_edge(d, &bins, most + 1)));
    buf_add(b, ".");
}

static const char *
say_numbers(struct arena *a, const struct numbers_plot *d)
{
    struct buf b;

    buf_init(&b, a);
    if (!d->of.n)
        buf_add(&b, "No data.");
    else
        buf_printf(&b, "%s.",
                   d->of.kind == PLOT_BARS ? count_text(a, d->of.n, "bar", "bars")
                                           : count_text(a, d->of.n, "number", "numbers"));
    say_left_out(&b, d);
    if (d->shown && d->of.kind == PLOT_HISTOGRAM)
        say_histogram(&b, d);
    else if (d->shown)
        say_ends(&b, d);
    return b.s;
}

/* ---- the table -----------------------------------------------------------------------
 */

static void
tell_bins(struct buf *rows, const struct numbers_plot *d)
{
    struct bins bins;

    bins_count(d, TABLE_BINS, &bins);
    for (int i = 0; i < bins.n; i++)
        row_add(rows,
                arena_printf(rows->arena, "%s to %s",
                             numbers_text(rows->arena, d, bins_edge(d, &bins, i)),
                             numbers_text(rows->arena, d, bins_edge(d, &bins, i + 1))),
                arena_printf(rows->arena, "%zu", bins.count[i]));
}

/* All bars, or a series at a few places. */
static void
tell_some(struct buf *rows, const struct numbers_plot *d)
{
    size_t n = d->of.n, most = d->of.kind == PLOT_BARS ? n : TABLE_ROWS + 1;

    for (size_t k = 0; k < most && k < n; k++) {
        size_t i = n <= most ? k : (size_t)((double)k * (double)(n - 1) / TABLE_ROWS);

        row_add(rows, label_at(rows->arena, d, i),
                isnan(d->of.at[i]) ? "gap" : numbers_text(rows->arena, d, d->of.at[i]));
    }
}

static bool
numbers_tell(struct buf *rows, const struct moment *m, const struct thing *t)
{
    const struct numbers_plot *d = t->own;

    (void)m;
    if (d->of.kind == PLOT_HISTOGRAM && d->shown)
        tell_bins(rows, d);
    else
        tell_some(rows, d);
    return true;
}

/* ---- drawing -------------------------------------------------------------------------
 */

static void
say_in_frame(struct frame *fr, const char *text)
{
    int width = canvas_width(fr->labels.alphabet, text), cols = fr->ink->cols;

    ink_text(fr->ink, fr->ink->rows / 2, width < cols ? (cols - width) / 2 : 0, STYLE_DIM,
             text);
}

static void
numbers_draw(struct frame *fr)
{
    static void (*const draws[])(struct frame *, const struct numbers_plot *) = {
        [PLOT_SERIES] = numbers_draw_series,
        [PLOT_BARS] = numbers_draw_bars,
        [PLOT_HISTOGRAM] = numbers_draw_histogram,
    };
    const struct numbers_plot *d = fr->f->things[0].own;

    if (!d->shown) {
        say_in_frame(fr, d->dropped ? "no number above 0" : "no data");
        return;
    }
    if (d->dropped)
        block_add(&fr->block, STYLE_DIM,
                  arena_printf(fr->arena, "%s not above 0 left out",
                               count_text(fr->arena, d->dropped, "number", "numbers")));
    draws[d->of.kind](fr, d);
}

static void
numbers_finish(struct frame *fr)
{
    const struct numbers_plot *d = fr->f->things[0].own;

    if (d->of.kind == PLOT_BARS && d->shown)
        numbers_name_bars(fr, d);
}

static const struct form no_forms[] = {
    {.key = NULL},
};

/* Not in kinds.def: no block is of this kind. */
static const struct kind kind_numbers = {
    .word = "numbers",
    .forms = no_forms,
    .draw = numbers_draw,
    .finish = numbers_finish,
    .tell = numbers_tell,
};

struct figure *
figure_of_numbers(struct arena *a, const struct plot_numbers *p)
{
    struct figure *f = ARENA_NEW(a, struct figure);
    struct numbers_plot *d = ARENA_NEW(a, struct numbers_plot);
    struct piece *say = ARENA_NEW(a, struct piece);

    d->of = *p;
    measure(d);
    say->text = say_numbers(a, d);
    f->kind = &kind_numbers;
    f->play = -1;
    f->strip.unit = "";
    f->scope = scope_new(a, NULL);
    f->things[f->n_things++] = (struct thing){.kind = THING_NUMBERS, .own = d};
    f->says[f->n_says++] = (struct sentence){say, 1, NULL};
    return f;
}
