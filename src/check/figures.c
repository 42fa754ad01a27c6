#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "check/check_priv.h"
#include "figure/figure.h"

enum { STATES_MAX = 1024, SPREAD = 257, TRIES_MAX = 20000, TRIED_SAMPLES = 500 };

/* The figure of a block in the scratch arena; NULL with the errors told. */
static struct figure *
compile(struct checker *c, const struct figure_block *f, bool tell)
{
    struct errs errs = {0};
    struct figure *figure = figure_new(c->scratch, f->fields, f->scope, f->at, &errs);

    for (int i = 0; tell && i < errs.n; i++)
        errs_add(c->arena, c->errs, &errs.at[i]);
    return figure;
}

/* " at m = 0, c = 100" */
static char *
state_text(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < figure_slider_count(f); i++)
        buf_printf(&b, "%s%s = %s", i ? ", " : " at ", figure_slider(f, i)->name,
                   figure_slider_text(a, f, s, i));
    return b.s;
}

/* ---- the ends of the sliders ------------------------------------------------------- */

/* How many places of a slider are tried: both ends, every place of a switch. */
static int
places_of(const struct slider *s)
{
    return s->labels ? (int)(s->high - s->low) + 1 : 2;
}

static void
set_place(const struct figure *f, struct figure_state *s, int i, int place)
{
    const struct slider *slider = figure_slider(f, i);

    if (slider->labels)
        figure_set(f, s, i, slider->low + place);
    else
        figure_set(f, s, i, place ? slider->high : slider->low);
}

/* How many states there are with every slider at a place that is tried. */
static double
state_count(const struct figure *f)
{
    double n = 1;

    for (int i = 0; i < figure_slider_count(f); i++)
        n *= places_of(figure_slider(f, i));
    return n;
}

/* The state with that number, counting through all places. */
static void
set_state(const struct figure *f, struct figure_state *s, long long number)
{
    for (int i = 0; i < figure_slider_count(f); i++) {
        int n = places_of(figure_slider(f, i));

        set_place(f, s, i, number % n);
        number /= n;
    }
}

/* The number of the i-th state that is tried: all of them in turn, or SPREAD of them when
 * there are more than STATES_MAX, spread evenly over all, the last among them. */
static long long
state_number(int i, double states)
{
    static const double golden = 0.61803398874989485;

    if (states <= STATES_MAX)
        return i;
    return (long long)(i == SPREAD - 1 ? states - 1 : fmod(i * golden, 1) * states);
}

static bool
check_state(struct checker *c, const struct figure_block *block, const struct figure *f,
            const struct figure_state *s)
{
    const char *what = NULL;

    if (figure_has_strip(f) && isnan(figure_strip_value(f, s)))
        what = "the strip";
    else if (strstr(figure_table(c->scratch, f, s), "undefined"))
        what = "something that is drawn";
    else if (strstr(figure_say(c->scratch, f, s), "undefined"))
        what = "a number in 'say'";
    if (!what)
        return true;
    return errs_at(c->arena, c->errs, block->at, ERR_FIGURE_UNDEFINED,
                   "%s is undefined%s", what, state_text(c->scratch, f, s));
}

/* The state with the beginning of its experiments in it: what they come to is no matter
 * here. */
static bool
check_run(struct checker *c, const struct figure_block *block, const struct figure *f,
          struct figure_state *s)
{
    struct figure_run *run = figure_has_run(f) ? figure_run_new(f) : NULL;
    bool good;

    if (run)
        figure_run_advance(run, s, TRIED_SAMPLES);
    s->run = run;
    good = check_state(c, block, f, s);
    s->run = NULL;
    figure_run_free(run);
    return good;
}

void
check_figure(struct checker *c, const struct figure_block *block)
{
    struct figure *f = compile(c, block, true);
    const struct figure *plain;
    struct figure_state s;
    double states;

    c->report->figures++;
    if (!f)
        return;
    figure_start(f, &s);
    plain = figure_in_double(c->scratch, f);
    if (!check_run(c, block, plain, &s))
        return;
    states = state_count(f);
    for (int i = 0; i < (states > STATES_MAX ? SPREAD : states); i++) {
        set_state(f, &s, state_number(i, states));
        if (!check_run(c, block, plain, &s))
            return;
    }
}

/* ---- conditions -------------------------------------------------------------------- */

/* Move slider i from end to end, and those before it at each of its steps, until the
 * condition holds. */
static bool
sweep(const struct figure *f, struct figure_state *s, const struct term *until, int i,
      int *tries)
{
    if (i < 0)
        return --*tries < 0 || figure_value(f, s, until) != 0;
    figure_set(f, s, i, figure_slider(f, i)->low);
    do {
        if (sweep(f, s, until, i - 1, tries))
            return true;
    } while (figure_move(f, s, i, 1, false));
    return false;
}

void
check_condition(struct checker *c, const struct ask *q)
{
    const struct figure_block *block = lesson_figure(c->lesson, q->figure);
    const struct field *until = field_find(q->fields, "until");
    struct figure *f = compile(c, block, false);
    struct figure_state s;
    const struct term *t;
    int tries = TRIES_MAX;

    if (!f)
        return; /* told at the figure */
    t = expr_parse_relation(c->scratch, figure_scope(f), until->text, until->text_at,
                            NULL);
    if (!t)
        return;
    figure_start(f, &s);
    if (figure_value(f, &s, t) == 1)
        errs_at(c->arena, c->errs, until->text_at, ERR_SET_UNREACHABLE,
                "this holds already before a slider is moved");
    else if (!sweep(f, &s, t, figure_slider_count(f) - 1, &tries))
        errs_at(c->arena, c->errs, until->text_at, ERR_SET_UNREACHABLE,
                "no position of the sliders reaches this");
}

/* ---- guesses that are drawn -------------------------------------------------------- */

void
check_axes(struct checker *c, const struct ask *q)
{
    const struct figure_block *block = lesson_figure(c->lesson, q->figure);
    struct figure *f = block ? compile(c, block, false) : NULL;

    if (f && !figure_takes_sketch(f))
        errs_at(
            c->arena, c->errs, field_find(q->fields, "figure")->text_at, ERR_KEY_UNFIT,
            "the figure '%s' has no axes to draw on; leave 'figure' out, and the guess "
            "gets axes of its own",
            q->figure);
}
