#include "figure/kind/chart/chart.h"
#include "figure/kind/trial/trial.h"

#include <math.h>
#include <string.h>

enum { EXTENT_SAMPLES = 33 };

/* ---- ranges ------------------------------------------------------------------------ */

void
chart_extent(struct figure *f, const struct moment *m)
{
    for (int i = 0; i < f->n_things; i++) {
        struct trace t;
        struct stretch y;

        if (!moment_holds(m, f->things[i].when) ||
            !trace_take(m->arena, m, &f->things[i], EXTENT_SAMPLES, &t))
            continue;
        y = stretch_join((struct stretch){f->low, f->high},
                         trace_heights(m->arena, &t, f->captions.log_y));
        f->low = y.low;
        f->high = y.high;
    }
}

/* What dots and levels need: the chart shows them. */
static struct stretch
signs_heights(struct frame *fr, bool log)
{
    struct stretch y = {NAN, NAN};

    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        double v;

        if ((t->kind != THING_DOT && t->kind != THING_LEVEL) ||
            !moment_holds(&fr->now, t->when))
            continue;
        v = axes_scale(log, moment_real(&fr->now, t->at[t->kind == THING_DOT]));
        if (isfinite(v))
            y = stretch_join(y, (struct stretch){v, v});
    }
    return y;
}

static struct stretch
sketch_heights(const struct figure_sketch *k, bool log)
{
    struct stretch y = {NAN, NAN};

    for (int i = 0; k && i < k->n; i++) {
        double v = axes_scale(log, k->height[i]);

        if (isfinite(v))
            y = stretch_join(y, (struct stretch){v, v});
    }
    return y;
}

static struct stretch
y_range(const struct chart *c)
{
    const struct figure *f = c->fr->f;
    bool log = c->ax.log_y;
    struct stretch y = {f->low, f->high};

    if (f->has_range)
        return (struct stretch){axes_scale(log, f->low), axes_scale(log, f->high)};
    y = stretch_join(y, signs_heights(c->fr, log));
    for (int i = 0; i < c->n; i++)
        y = stretch_join(y, trace_heights(c->fr->arena, &c->traces[i], log));
    return y;
}

static struct stretch
sketch_width(const struct figure_sketch *k, bool log)
{
    if (!k)
        return (struct stretch){NAN, NAN};
    return (struct stretch){axes_scale(log, k->low), axes_scale(log, k->high)};
}

static struct stretch
x_range(const struct chart *c)
{
    const struct figure *f = c->fr->f;
    bool log = c->ax.log_x;
    struct stretch x = sketch_width(c->fr->state->sketch, log);

    if (f->has_across)
        return (struct stretch){axes_scale(log, f->left), axes_scale(log, f->right)};
    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];

        for (int j = 0; log && j < t->n && !(t->low > 0); j++)
            if (t->x[j] > 0 && isfinite(t->y[j]))
                x = stretch_join(x, (struct stretch){log10(t->x[j]), log10(t->x[j])});
        x = stretch_join(
            x, (struct stretch){axes_scale(log, t->low), axes_scale(log, t->high)});
    }
    return stretch_is_flat(x) ? stretch_widen(x) : x;
}

/* ---- the whole --------------------------------------------------------------------- */

/* Values of everything that is shown, curves at `samples` places. Behind a veil only
 * ranges come from them: where those are known, and of experiments, none are taken. */
static int
take_all(struct frame *fr, int samples, struct trace *traces)
{
    const struct figure *f = fr->f;
    bool veiled = frame_is_veiled(fr);
    int n = 0;

    if (veiled && f->has_range && f->has_across)
        return 0;
    for (int i = 0; i < f->n_things; i++)
        if (moment_holds(&fr->now, f->things[i].when) &&
            !(veiled && f->things[i].kind == THING_TRIAL))
            n += trace_take(fr->arena, &fr->now, &f->things[i], samples, &traces[n]);
    return n;
}

struct stretch
chart_heights(struct frame *fr, int samples)
{
    struct chart c = {.fr = fr,
                      .traces = ARENA_ARRAY(fr->arena, struct trace, THINGS_MAX)};

    c.ax.log_y = fr->f->captions.log_y;
    if (!fr->f->has_range)
        c.n = take_all(fr, samples, c.traces);
    return y_range(&c);
}

static void
no_data(struct frame *fr)
{
    ink_text(fr->ink, fr->ink->rows / 2, fr->ink->cols / 2 - 3, STYLE_DIM, "no data");
}

/* How much a logarithmic axis leaves out. */
static void
say_dropped(struct chart *c)
{
    int dropped = 0;

    for (int i = 0; i < c->n; i++)
        dropped += trace_dropped(&c->traces[i], c->ax.log_x, c->ax.log_y);
    if (dropped)
        block_add(&c->fr->block, STYLE_DIM,
                  arena_printf(c->fr->arena, "%d value%s not above 0 left out", dropped,
                               dropped == 1 ? "" : "s"));
}

/* What experiments have found, beside the drawing. */
static void
say_trials(struct frame *fr)
{
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        const struct trial_runs *runs =
            t->kind == THING_TRIAL ? trial_runs(&fr->now, t) : NULL;
        struct buf b;
        char *line, *end;
        size_t words;

        if (!runs || !runs->n || ((const struct trial *)t->own)->across >= 0)
            continue; /* of a sweep there is nothing to say; its label stands at it */
        buf_init(&b, fr->arena);
        if (t->labelled && figure_count(fr->f, THING_TRIAL) > 1)
            buf_add(&b, label_text(fr->arena, &fr->now, t));
        words = b.n;
        trial_words(&b, runs, "\n");
        if (b.n == words)
            continue; /* its values are in the drawing, and so is its name */
        for (line = b.n ? b.s : NULL; line; line = end ? end + 1 : NULL) {
            end = strchr(line, '\n');
            if (end)
                *end = '\0';
            block_add(&fr->block, t->style, axes_text(fr, line));
        }
    }
}

static void
axes_of(struct chart *c)
{
    struct frame *fr = c->fr;
    const struct captions *words = &fr->f->captions;

    c->ax.log_x = words->log_x;
    c->ax.log_y = words->log_y;
    c->ax.x_name = sentence_text(fr->arena, &fr->now, &words->x, NAN, "");
    c->ax.y_name = sentence_text(fr->arena, &fr->now, &words->y, NAN, "");
    c->ax.whole = c->n > 0;
    for (int i = 0; i < c->n; i++) {
        const struct thing *t = c->traces[i].thing;

        c->ax.angle |= t->angle;
        c->ax.whole &= t->kind == THING_SERIES;
    }
    c->ax.x = x_range(c);
    c->ax.y = stretch_join(y_range(c), sketch_heights(fr->state->sketch, c->ax.log_y));
}

/* Everything that lies over the axes. */
static void
draw_things(struct chart *c)
{
    chart_bands(c);
    chart_bars(c);
    chart_errors(c);
    chart_lines(c);
    chart_points(c);
    chart_signs(c);
    chart_cursor(c);
    chart_sketch(c);
    say_dropped(c);
    say_trials(c->fr);
}

/* The values of a frame, as they were for its first layout: all have the same width. */
static void
take_once(struct chart *c)
{
    struct chart *first = c->fr->kept;

    if (!first) {
        first = ARENA_NEW(c->fr->arena, struct chart);
        first->traces = ARENA_ARRAY(c->fr->arena, struct trace, THINGS_MAX);
        first->n =
            take_all(c->fr, c->fr->ink->cols * SAMPLES_A_COLUMN + 1, first->traces);
        c->fr->kept = first;
    }
    c->traces = first->traces;
    c->n = first->n;
}

void
chart_draw(struct frame *fr)
{
    struct chart c = {.fr = fr};
    bool empty;

    take_once(&c);
    if (!c.n && !fr->state->sketch) {
        no_data(fr);
        return;
    }
    axes_of(&c);
    empty = isnan(c.ax.y.low);
    if (empty)
        no_data(fr);
    if (empty || !fr->f->has_range)
        c.ax.y = stretch_widen(c.ax.y);
    axes_draw(fr, &c.ax);
    fr->labels.within = (struct rect){c.ax.top, c.ax.left, c.ax.rows, c.ax.cols};
    if (fr->axes)
        *fr->axes = c.ax;
    if (frame_is_veiled(fr))
        chart_sketch(&c);
    else
        draw_things(&c);
}
