#include "figure/kind/chart/chart.h"
#include "figure/kind/trial/trial.h"

#include <math.h>
#include <stdlib.h>

enum { POLES_TRIED = 16 };

/* ---- curves and bands -------------------------------------------------------------- */

/* Whether the curve grows between sample i and its neighbour `edge`, which is not finite:
 * at a pole, not at a hole such as that of sin(x)/x. */
static bool
grows(struct moment *along, const struct trace *t, int i, int edge)
{
    double x = t->x[edge] + (t->x[i] - t->x[edge]) / 64;

    return fabs(moment_height(along, t->thing, x)) > 4 * fabs(t->y[i]);
}

static bool
find_pole(struct arena *a, const struct moment *m, const struct trace *t)
{
    struct moment along;
    int tries = POLES_TRIED;

    for (int i = 1; i < t->n && tries > 0; i++) {
        bool left = isfinite(t->y[i - 1]), right = isfinite(t->y[i]);

        if (left == right)
            continue;
        if (tries-- == POLES_TRIED)
            moment_along(&along, a, m, t->thing);
        if (left ? grows(&along, t, i - 1, i) : grows(&along, t, i, i - 1))
            return true;
    }
    return false;
}

/* n places from low to high, evenly, or in equal ratios, none of them outside. */
static void
spread_x(struct trace *t, bool log)
{
    double low = axes_scale(log, t->low), high = axes_scale(log, t->high);

    for (int i = 0; i < t->n; i++) {
        double share = (double)i / (t->n - 1), at = low + share * high - share * low;

        t->x[i] = fmin(fmax(log ? pow(10, at) : at, t->low), t->high);
    }
    t->x[t->n - 1] = t->high;
}

static bool
take_curve(struct arena *a, const struct moment *m, int n, struct trace *out)
{
    const struct thing *t = out->thing;

    if (!isfinite(out->low) || !isfinite(out->high) || !(out->low < out->high))
        return false;
    out->n = n;
    out->x = ARENA_ARRAY(a, double, n);
    out->y = ARENA_ARRAY(a, double, n);
    out->base = t->kind == THING_BAND ? ARENA_ARRAY(a, double, n) : NULL;
    spread_x(out, m->f->captions.log_x);
    moment_many(a, m, t, 0, (struct many){1, out->x, out->y, n});
    if (out->base)
        moment_many(a, m, t, 1, (struct many){1, out->x, out->base, n});
    out->pole = !out->base && find_pole(a, m, out);
    return true;
}

/* ---- points ------------------------------------------------------------------------ */

/* Of the lowest ones none may be left out. */
static int
points_most(const struct thing *t)
{
    return t->lowest ? LISTED_MAX : POINTS_MAX;
}

/* 1, 2, ... or the variable of a series. */
static double *
count_up(struct arena *a, const struct trace *t, int n)
{
    double *x = ARENA_ARRAY(a, double, n + 1);
    double low = t->thing->scope ? t->low : 1, most = points_most(t->thing);
    double count = t->thing->scope ? t->high - t->low + 1 : n;

    for (int i = 0; i < n; i++)
        x[i] = count <= most ? low + i : floor(low + (count - 1) * i / (most - 1));
    return x;
}

/* A thing's term number `which` over its whole-number variable, or its vector; how many.
 */
static int
take_column(struct arena *a, const struct moment *m, const struct trace *t, int which,
            double **out)
{
    const struct thing *thing = t->thing;
    double count = t->high - t->low + 1;
    int most = points_most(thing), n = count <= most ? (int)count : most;
    struct value v;

    if (!thing->scope) {
        bool known = calc_eval(a, m->scope, thing->at[which], &m->env, &v, NULL);

        n = known ? v.rows * v.cols : 0;
        *out = ARENA_ARRAY(a, double, n + 1);
        for (int i = 0; i < n; i++)
            (*out)[i] = creal(v.at[i]);
        return n;
    }
    *out = ARENA_ARRAY(a, double, n + 1);
    moment_many(a, m, thing, which, (struct many){1, count_up(a, t, n), *out, n});
    return n;
}

/* The ends of what the points show. */
static void
find_ends(struct trace *t)
{
    t->low = t->high = NAN;
    for (int i = 0; i < t->n; i++) {
        if (!isfinite(t->x[i]) || !isfinite(t->y[i]))
            continue;
        t->low = fmin(t->low, t->x[i]);
        t->high = fmax(t->high, t->x[i]);
    }
}

static bool
take_points(struct arena *a, const struct moment *m, struct trace *out)
{
    int other;

    if (out->thing->scope) {
        out->low = ceil(out->low);
        out->high = floor(out->high);
        if (!(out->high >= out->low))
            return false;
    }
    if (out->thing->n < 2) {
        out->n = take_column(a, m, out, 0, &out->y);
        out->x = count_up(a, out, out->n);
    } else {
        out->n = take_column(a, m, out, 0, &out->x);
        other = take_column(a, m, out, 1, &out->y);
        out->n = other < out->n ? other : out->n;
    }
    find_ends(out);
    return out->n > 0;
}

/* ---- histograms -------------------------------------------------------------------- */

/* Finite values sorted into equal bins, as shares per unit. */
static bool
take_histogram(struct arena *a, const struct moment *m, struct trace *out)
{
    const struct thing *t = out->thing;
    int bins = t->bins > 0 ? t->bins : BINS_USUAL, finite = 0;
    struct trace all = *out;
    struct stretch s;

    if (!take_points(a, m, &all))
        return false;
    s = (struct stretch){NAN, NAN};
    for (int i = 0; i < all.n; i++)
        if (isfinite(all.y[i]))
            s = stretch_join(s, (struct stretch){all.y[i], all.y[i]});
    if (isnan(s.low))
        return false;
    if (s.low == s.high)
        s = stretch_widen(s);
    out->n = bins;
    out->low = s.low;
    out->high = s.high;
    out->width = s.high / bins - s.low / bins;
    out->x = ARENA_ARRAY(a, double, bins);
    out->y = ARENA_ARRAY(a, double, bins);
    for (int i = 0; i < bins; i++)
        out->x[i] = s.low + i * out->width;
    for (int i = 0; i < all.n; i++) {
        int bin = isfinite(all.y[i]) ? (int)((all.y[i] - s.low) / out->width) : -1;

        finite += bin >= 0;
        if (bin >= 0)
            out->y[bin < bins ? bin : bins - 1]++;
    }
    for (int i = 0; i < bins; i++)
        out->y[i] /= finite * out->width;
    return true;
}

/* ---- experiments ------------------------------------------------------------------- */

static void
make_room(struct arena *a, struct trace *out, int n)
{
    out->n = n;
    out->x = ARENA_ARRAY(a, double, n + 1);
    out->y = ARENA_ARRAY(a, double, n + 1);
    out->error = ARENA_ARRAY(a, double, n + 1);
}

/* Bars of a quantity times the factor; a negative one turns them round. */
static bool
take_bars(struct arena *a, const struct trial_runs *runs, struct trace *out)
{
    const struct num_bars *bars = num_run_bars(runs->at[0]);
    double factor = runs->factor;

    if (!bars || !(bars->high > bars->low))
        return false;
    make_room(a, out, bars->bars);
    out->width = fabs(factor) * (num_bars_edge(bars, 1) - num_bars_edge(bars, 0));
    for (int i = 0; i < bars->bars; i++) {
        int from = factor > 0 ? i : bars->bars - 1 - i;
        double density = num_bars_density(bars, from).value;

        out->x[i] = factor * num_bars_edge(bars, factor > 0 ? from : from + 1);
        out->y[i] = isnan(density) ? 0 : density / fabs(factor);
        density = num_run_density(
            runs->at[0], (num_bars_edge(bars, from) + num_bars_edge(bars, from + 1)) / 2);
        out->peak = fmax(out->peak, density / fabs(factor));
    }
    out->low = out->x[0];
    out->high = out->x[bars->bars - 1] + out->width;
    return true;
}

/* The way of a result to where it is. */
static bool
take_history(struct arena *a, const struct trial_runs *runs, int result,
             struct trace *out)
{
    struct num_history h = num_run_history(runs->at[0], result);

    make_room(a, out, h.n);
    for (int i = 0; i < h.n; i++) {
        out->x[i] = h.done[i];
        out->y[i] = h.at[i].value * runs->factor;
    }
    out->error = NULL;
    find_ends(out);
    return h.n > 0;
}

/* The places of a sweep that have a value, or are done and have none. */
static bool
take_sweep(struct arena *a, const struct trial_runs *runs, int result, struct trace *out)
{
    make_room(a, out, runs->n);
    for (int i = 0; i < runs->n; i++) {
        struct num_estimate e = num_run_result(runs->at[i], result);

        if (i >= runs->next && isnan(e.value)) {
            out->n = i;
            break;
        }
        out->x[i] = runs->x[i];
        out->y[i] = e.value * runs->factor;
        out->error[i] = e.error * fabs(runs->factor);
    }
    find_ends(out);
    return out->n > 0;
}

static bool
take_trial(struct arena *a, const struct moment *m, struct trace *out)
{
    const struct trial *trial = out->thing->own;
    const struct trial_runs *runs = trial_runs(m, out->thing);

    if (!runs || !runs->n)
        return false;
    return trial->across >= 0   ? take_sweep(a, runs, trial->result, out)
           : trial->result >= 0 ? take_history(a, runs, trial->result, out)
                                : take_bars(a, runs, out);
}

/* ---- all --------------------------------------------------------------------------- */

bool
trace_take(struct arena *a, const struct moment *m, const struct thing *t, int n,
           struct trace *out)
{
    *out = (struct trace){.thing = t, .low = NAN, .high = NAN};
    if (t->low) {
        out->low = moment_real(m, t->low);
        out->high = moment_real(m, t->high);
    }
    switch (t->kind) {
    case THING_CURVE:
    case THING_BAND:
        return take_curve(a, m, n, out);
    case THING_POINTS:
    case THING_SERIES:
        return take_points(a, m, out);
    case THING_HISTOGRAM:
        return take_histogram(a, m, out);
    case THING_TRIAL:
        return take_trial(a, m, out);
    default:
        return false;
    }
}

/* ---- heights ----------------------------------------------------------------------- */

static int
compare(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

/* Whether the values run away to infinity, or two neighbours of different sign are far
 * apart. */
static bool
has_pole(const struct trace *t, double range)
{
    if (t->thing->kind != THING_CURVE)
        return false;
    for (int i = 1; i < t->n; i++)
        if (t->y[i] * t->y[i - 1] < 0 && fabs(t->y[i] - t->y[i - 1]) > 0.5 * range)
            return true;
    return t->pole;
}

static struct stretch
all_heights(const struct trace *t, bool log)
{
    struct stretch all = {NAN, NAN};

    for (int i = 0; i < t->n; i++) {
        double y = axes_scale(log, t->y[i]),
               base = t->base ? axes_scale(log, t->base[i]) : y;

        if (isfinite(y))
            all = stretch_join(all, (struct stretch){y, y});
        if (isfinite(base))
            all = stretch_join(all, (struct stretch){base, base});
    }
    if (t->width > 0 && !log)
        all = stretch_join(all, (struct stretch){0, t->peak});
    return all;
}

struct stretch
trace_heights(struct arena *a, const struct trace *t, bool log)
{
    struct stretch all = all_heights(t, log), most;
    double *sorted;
    int n = 0;

    if (isnan(all.low) || log || !has_pole(t, all.high - all.low))
        return all;
    sorted = ARENA_ARRAY(a, double, t->n);
    for (int i = 0; i < t->n; i++)
        if (isfinite(t->y[i]))
            sorted[n++] = t->y[i];
    qsort(sorted, (size_t)n, sizeof *sorted, compare);
    most = (struct stretch){sorted[n / 10], sorted[n - 1 - n / 10]};
    return most.high - most.low < (all.high - all.low) / 8 ? most : all;
}

int
trace_dropped(const struct trace *t, bool log_x, bool log_y)
{
    int dropped = 0;

    if (t->thing->kind == THING_CURVE || t->thing->kind == THING_BAND || t->width > 0)
        return 0;
    for (int i = 0; i < t->n; i++)
        dropped += isfinite(t->x[i]) && isfinite(t->y[i]) &&
                   ((log_x && !(t->x[i] > 0)) || (log_y && !(t->y[i] > 0)));
    return dropped;
}

double
trace_at(struct arena *a, const struct moment *m, const struct trace *t, double *x)
{
    struct moment along;
    int nearest = -1;

    if (t->thing->kind == THING_CURVE) {
        if (!(*x >= t->low && *x <= t->high))
            return NAN;
        moment_along(&along, a, m, t->thing);
        return moment_height(&along, t->thing, *x);
    }
    for (int i = 0; i < t->n; i++) {
        double centre = t->x[i] + t->width / 2;

        if (isfinite(t->y[i]) &&
            (nearest < 0 || fabs(centre - *x) < fabs(t->x[nearest] + t->width / 2 - *x)))
            nearest = i;
    }
    if (nearest < 0)
        return NAN;
    *x = t->x[nearest] + t->width / 2;
    return t->y[nearest];
}

int
trace_lowest(const struct trace *t, int n, int *out)
{
    int found = 0;

    for (int i = 0; i < t->n; i++) {
        int at = found < n ? found : n;

        if (isnan(t->y[i]))
            continue;
        for (; at > 0 && t->y[i] < t->y[out[at - 1]]; at--)
            if (at < n)
                out[at] = out[at - 1];
        if (at < n)
            out[at] = i;
        found += found < n && at <= found;
    }
    return found;
}
