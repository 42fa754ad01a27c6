/* How many numbers lie where. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "figure/plot/numbers.h"
#include "num/num.h"

enum { COLS_A_BIN = 3, BINS_LEAST = 5 };

/* About as many bins as n numbers deserve: 2 n^(1/3) (the Rice rule; Scott, "Multivariate
 * Density Estimation", 1992, section 3.3 has the same order). */
static int
bins_wanted(const struct numbers_plot *d, int most)
{
    double want = ceil(2 * cbrt((double)d->shown));

    want = fmin(fmax(want, BINS_LEAST), fmin(most, BINS_MAX / 4));
    return want > 1 ? (int)want : 1;
}

static double
place_of(const struct numbers_plot *d, double v)
{
    return d->of.log_x ? log10(v) : v;
}

/* Halves: the bins may reach over nearly all doubles. */
static double
edge_at(const struct bins *b, int i)
{
    return fmin(fmax(2 * (b->low / 2 + b->width / 2 * i), -DBL_MAX), DBL_MAX);
}

double
bins_edge(const struct numbers_plot *d, const struct bins *b, int i)
{
    double edge = edge_at(b, i);

    if (d->of.log_x)
        return pow(10, edge);
    return fabs(edge) < b->width * 1e-9 ? 0 : edge;
}

/* Bins whose edges are multiples of a round width. */
static void
bins_lay(const struct numbers_plot *d, int want, struct bins *b)
{
    double low = place_of(d, d->range.low), high = place_of(d, d->range.high);
    double ticks[BINS_MAX], step = 0;

    if (!(high / 2 - low / 2 > fabs(low) * 1e-12)) {
        b->width = low != 0 ? fabs(low) / 8 : 1;
        b->low = low - b->width / 2;
        b->n = 1;
        return;
    }
    num_ticks(low, high, want, false, BINS_MAX, ticks, &step);
    if (!(step > 0) || !isfinite(step))
        step = high / want - low / want;
    b->width = step;
    b->low = floor(low / step) * step;
    b->n = (int)fmin(floor(high / step - b->low / step + 1e-9) + 1, BINS_MAX);
    /* The highest number belongs to the last bin when it is its right edge. */
    if (b->n > 1 && b->low + step * (b->n - 1) >= high)
        b->n--;
}

void
bins_count(const struct numbers_plot *d, int want, struct bins *out)
{
    memset(out, 0, sizeof *out);
    bins_lay(d, want, out);
    for (size_t i = 0; i < d->of.n; i++) {
        double at;
        int bin;

        if (!numbers_shown(d, i))
            continue;
        at = (place_of(d, d->of.at[i]) / 2 - out->low / 2) / (out->width / 2);
        bin = at >= out->n ? out->n - 1 : at > 0 ? (int)at : 0;
        out->count[bin]++;
        out->most = out->count[bin] > out->most ? out->count[bin] : out->most;
    }
}

void
numbers_draw_histogram(struct frame *fr, const struct numbers_plot *d)
{
    struct bins *b = ARENA_NEW(fr->arena, struct bins);
    struct axes ax = {.log_x = d->of.log_x, .counts = true, .x_name = "", .y_name = ""};

    bins_count(d, bins_wanted(d, fr->ink->cols / COLS_A_BIN), b);
    ax.x = (struct stretch){b->low, edge_at(b, b->n)};
    ax.y = (struct stretch){0, (double)b->most * 1.06};
    axes_draw(fr, &ax);
    for (int i = 0; i < b->n; i++) {
        double low = bins_edge(d, b, i);
        double high = bins_edge(d, b, i + 1);

        if (b->count[i])
            bar_stand(fr, &ax, (struct stretch){low, high},
                      (struct stretch){0, (double)b->count[i]});
    }
}
