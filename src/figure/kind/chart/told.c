#include <math.h>

#include "figure/kind/chart/chart.h"
#include "figure/kind/trial/trial.h"

enum { TABLE_ROWS = 8, POINT_ROWS = 24, SAY_SAMPLES = 257 };

/* What a line goes along: its variable, or the parameter of an experiment. */
static const char *
along_name(const struct thing *t)
{
    const struct trial *trial = t->kind == THING_TRIAL ? t->own : NULL;

    if (trial && trial->across >= 0)
        return trial->experiment->parameter[trial->across].name;
    return t->variable ? t->variable : trial ? "step" : "place";
}

static const char *
place_name(struct arena *a, const struct moment *m, const struct thing *t, double x,
           double wide)
{
    const char *label = label_text(a, m, t);

    return arena_printf(a, "%s%sat %s = %s", label, *label ? " " : "", along_name(t),
                        number_among(a, x, wide));
}

/* A curve at a few places of its range. */
static void
tell_curve(struct buf *b, const struct moment *m, const struct thing *t)
{
    double low = moment_real(m, t->low), high = moment_real(m, t->high), size = 0;
    bool log = m->f->captions.log_x && low > 0;
    double x[TABLE_ROWS + 1], y[2][TABLE_ROWS + 1];
    struct moment along;

    moment_along(&along, b->arena, m, t);
    for (int i = 0; i <= TABLE_ROWS; i++) {
        double share = (double)i / TABLE_ROWS;

        x[i] = log ? low * pow(high / low, share) : low + (high - low) * share;
        y[0][i] = moment_height(&along, t, x[i]);
        y[1][i] = t->kind == THING_BAND ? moment_term(&along, t->at[1], x[i]) : y[0][i];
        for (int k = 0; k < 2; k++)
            size = isfinite(y[k][i]) ? fmax(size, fabs(y[k][i])) : size;
    }
    for (int i = 0; i <= TABLE_ROWS; i++) {
        const char *value = m->f->captions.log_y ? number_on_axis(b->arena, y[0][i], true)
                                                 : number_among(b->arena, y[0][i], size);

        if (t->kind == THING_BAND)
            value = arena_printf(b->arena, "%s to %s", value,
                                 number_among(b->arena, y[1][i], size));
        row_add(b, place_name(b->arena, m, t, x[i], fmax(fabs(low), fabs(high))), value);
    }
}

/* The first points; how many more there are. */
static void
tell_points(struct buf *b, const struct moment *m, const struct trace *t)
{
    const struct thing *thing = t->thing;
    int n = t->n < POINT_ROWS ? t->n : POINT_ROWS, low[LOWEST_MAX];

    if (thing->lowest) {
        n = trace_lowest(t, thing->lowest, low);
        for (int i = 0; i < n; i++)
            row_add(
                b, arena_printf(b->arena, "%s, lowest", label_text(b->arena, m, thing)),
                arena_printf(b->arena, "(%s, %s)", number_short(b->arena, t->x[low[i]]),
                             number_short(b->arena, t->y[low[i]])));
        return;
    }
    for (int i = 0; i < n; i++) {
        const char *value = number_on_axis(b->arena, t->y[i], m->f->captions.log_y);

        if (thing->n > 1)
            row_add(b, label_text(b->arena, m, thing),
                    arena_printf(b->arena, "(%s, %s)", number_short(b->arena, t->x[i]),
                                 value));
        else
            row_add(b, place_name(b->arena, m, thing, t->x[i], 1), value);
    }
    if (t->n > n)
        row_add(b, "and", arena_printf(b->arena, "%d more", t->n - n));
}

/* An edge of bins, no finer than a thousandth of one. */
static const char *
edge_text(struct arena *a, const struct trace *t, double x)
{
    double unit = t->width / 1000;

    return number_short(a, nearbyint(x / unit) * unit);
}

/* The bins that hold most, by eighths of the range. */
static void
tell_histogram(struct buf *b, const struct moment *m, const struct trace *t)
{
    const char *label = label_text(b->arena, m, t->thing);

    for (int part = 0; part < TABLE_ROWS; part++) {
        int from = t->n * part / TABLE_ROWS, to = t->n * (part + 1) / TABLE_ROWS;
        double share = 0;

        for (int i = from; i < to; i++)
            share += t->y[i] * t->width;
        if (from < to)
            row_add(b,
                    arena_printf(b->arena, "%s%s%s to %s", label, *label ? " " : "",
                                 edge_text(b->arena, t, t->x[from]),
                                 edge_text(b->arena, t, t->x[to - 1] + t->width)),
                    arena_printf(b->arena, "%s %%", number_short(b->arena, 100 * share)));
    }
}

static void
tell_trial(struct buf *b, const struct moment *m, const struct thing *t)
{
    const struct trial_runs *runs = trial_runs(m, t);
    struct trace trace;
    struct buf words;

    buf_init(&words, b->arena);
    if (!runs || runs->failed)
        row_add(b, label_text(b->arena, m, t), "undefined");
    if (!runs || !trace_take(b->arena, m, t, 0, &trace))
        return;
    trial_words(&words, runs, ", ");
    if (words.n)
        row_add(b, label_text(b->arena, m, t), words.s);
    if (trace.width > 0)
        tell_histogram(b, m, &trace);
    else
        tell_points(b, m, &trace);
}

/* What has no value at all is undefined; a gap in a curve is no fault. */
bool
chart_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct trace trace;

    switch (t->kind) {
    case THING_CURVE:
    case THING_BAND:
        tell_curve(b, m, t);
        return true;
    case THING_POINTS:
    case THING_SERIES:
    case THING_HISTOGRAM:
        if (!trace_take(b->arena, m, t, 0, &trace))
            row_add(b, label_text(b->arena, m, t), "no data");
        else if (t->kind == THING_HISTOGRAM)
            tell_histogram(b, m, &trace);
        else
            tell_points(b, m, &trace);
        return true;
    case THING_TRIAL:
        tell_trial(b, m, t);
        return true;
    case THING_DOT:
        row_add(b, label_text(b->arena, m, t),
                arena_printf(b->arena, "(%s, %s)",
                             number_short(b->arena, moment_real(m, t->at[0])),
                             number_short(b->arena, moment_real(m, t->at[1]))));
        return true;
    default:
        return false;
    }
}

/* "falls from 4.2 to 1.1", "rises from 0 to 1", "stays at 3", "goes from 1 to 1". */
static const char *
way_of(double first, double last, bool level)
{
    return level          ? "stays at"
           : first < last ? "rises from"
           : first > last ? "falls from"
                          : "goes from";
}

/* Ends, and least and largest where they are inside. */
static void
say_trace(struct buf *b, const struct moment *m, const struct trace *t)
{
    struct arena *a = b->arena;
    int first = 0, last = t->n - 1, least, most;
    double wide, high;
    const char *label = label_text(a, m, t->thing);

    while (first < t->n && !isfinite(t->y[first]))
        first++;
    while (last >= 0 && !isfinite(t->y[last]))
        last--;
    buf_printf(b, "%s%s", b->n ? "; " : "", *label ? label : "the curve");
    if (first > last) {
        buf_add(b, " has no value");
        return;
    }
    least = most = first;
    for (int i = first; i <= last; i++) {
        least = t->y[i] < t->y[least] ? i : least;
        most = t->y[i] > t->y[most] ? i : most;
    }
    wide = fmax(fabs(t->x[first]), fabs(t->x[last]));
    high = fmax(fabs(t->y[least]), fabs(t->y[most]));
    buf_printf(b, " %s %s", way_of(t->y[first], t->y[last], t->y[least] == t->y[most]),
               number_among(a, t->y[first], high));
    if (t->y[least] == t->y[most])
        return;
    buf_printf(b, " at %s to %s at %s", number_among(a, t->x[first], wide),
               number_among(a, t->y[last], high), number_among(a, t->x[last], wide));
    if (t->y[most] > fmax(t->y[first], t->y[last]))
        buf_printf(b, ", at most %s at %s", number_among(a, t->y[most], high),
                   number_among(a, t->x[most], wide));
    if (t->y[least] < fmin(t->y[first], t->y[last]))
        buf_printf(b, ", at least %s at %s", number_among(a, t->y[least], high),
                   number_among(a, t->x[least], wide));
}

static void
say_peak(struct buf *b, const struct moment *m, const struct trace *t)
{
    const char *label = label_text(b->arena, m, t->thing);
    int most = 0;

    for (int i = 1; i < t->n; i++)
        most = t->y[i] > t->y[most] ? i : most;
    buf_printf(b, "%s%s from %s to %s, most from %s to %s", b->n ? "; " : "",
               *label ? label : "values", edge_text(b->arena, t, t->low),
               edge_text(b->arena, t, t->high), edge_text(b->arena, t, t->x[most]),
               edge_text(b->arena, t, t->x[most] + t->width));
}

static void
say_trial(struct buf *b, const struct moment *m, const struct thing *t)
{
    const struct trial_runs *runs = trial_runs(m, t);
    struct trace trace;

    if (!runs || !trace_take(b->arena, m, t, 0, &trace))
        return;
    if (trace.width > 0)
        say_peak(b, m, &trace);
    else
        say_trace(b, m, &trace);
    trial_words(b, runs, ", ");
}

bool
chart_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct trace trace;

    switch (t->kind) {
    case THING_CURVE:
    case THING_SERIES:
        if (!t->ghost && trace_take(b->arena, m, t, SAY_SAMPLES, &trace))
            say_trace(b, m, &trace);
        return true;
    case THING_HISTOGRAM:
        if (trace_take(b->arena, m, t, 0, &trace))
            say_peak(b, m, &trace);
        return true;
    case THING_POINTS:
        if (trace_take(b->arena, m, t, 0, &trace))
            buf_printf(b, "%s%s: %d point%s", b->n ? "; " : "",
                       label_text(b->arena, m, t), trace.n, trace.n == 1 ? "" : "s");
        return true;
    case THING_TRIAL:
        say_trial(b, m, t);
        return true;
    case THING_BAND:
        return true;
    case THING_DOT:
        if (t->labelled)
            buf_printf(b, "%s%s at (%s, %s)", b->n ? "; " : "",
                       label_text(b->arena, m, t),
                       number_short(b->arena, moment_real(m, t->at[0])),
                       number_short(b->arena, moment_real(m, t->at[1])));
        return true;
    default:
        return false;
    }
}
