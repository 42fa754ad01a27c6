#include <math.h>
#include <string.h>

#include "app/lesson_file.h"
#include "app/plot/print.h"
#include "base/near.h"

/* As large as the rest of a page of 80 columns beside its margins. */
enum { DRAWING_ROWS = 20, DRAWING_COLS = 76, STRIP_ROWS = 2 };

/* A figure of a lesson at values of its sliders; which of them were given. */
struct drawing {
    const struct figure *figure;
    bool given[FIGURE_SLIDERS_MAX];
    struct figure_state state;
};

/* The figure of the lesson whose name is nearest; NULL when none is near. */
static const char *
near_figure(struct arena *a, const struct lesson *l, const char *name)
{
    enum { NAMES_MAX = 64 };
    const char **names = ARENA_ARRAY(a, const char *, NAMES_MAX + 1);
    int n = 0;

    for (int s = 0; s < l->n_steps; s++)
        for (int b = 0; b < l->steps[s].n_beats; b++) {
            const struct beat *beat = &l->steps[s].beats[b];

            for (int i = 0; i < beat->n && n < NAMES_MAX; i++)
                if (beat->items[i].kind == ITEM_FIGURE && beat->items[i].figure->name)
                    names[n++] = beat->items[i].figure->name;
        }
    return near_find(name, names);
}

/* The figure of that name; all errors in errs. */
static const struct figure *
find_figure(struct arena *a, const struct lesson *l, const char *name, struct errs *errs)
{
    const struct figure_block *block = lesson_figure(l, name);
    const char *near;

    if (block)
        return figure_new(a, block->fields, block->scope, block->at, errs);
    near = near_figure(a, l, name);
    errs_at(a, errs, (struct pos){0}, ERR_FIGURE_NONE, "no figure '%s' in %s%s%s%s", name,
            l->file, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    return NULL;
}

static bool
no_slider(struct arena *a, const struct figure *f, const char *name, struct err *e)
{
    int n = figure_slider_count(f);
    const char **names = ARENA_ARRAY(a, const char *, n + 1);
    const char *near;

    for (int i = 0; i < n; i++)
        names[i] = figure_slider(f, i)->name;
    near = near_find(name, names);
    return err_at(e, (struct pos){0}, ERR_SLIDER_NONE,
                  "the figure has no slider '%s'%s%s%s", name,
                  near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* Move slider i, once, to a place that it has: a drawing of another value would be no
 * answer. */
static bool
move_slider(struct drawing *d, int i, double value, struct err *e)
{
    const struct slider *s = figure_slider(d->figure, i);
    struct pos at = {s->name, 1, 1};
    double rounding = (fabs(s->low) + fabs(s->high)) * 1e-12;

    if (d->given[i])
        return err_at(e, at, ERR_FIGURE_VALUE, "'%s' has a value already", s->name);
    if (value < s->low - rounding || value > s->high + rounding)
        return err_at(e, at, ERR_FIGURE_VALUE, "%s goes from %.6g to %.6g, not to %.6g",
                      s->name, s->low, s->high, value);
    d->given[i] = true;
    figure_set(d->figure, &d->state, i, value);
    return true;
}

/* "c=12": moves the slider c; the value is a term. */
static bool
set_slider(struct arena *a, struct drawing *d, const char *text, struct err *e)
{
    const char *equals = strchr(text, '=');
    const struct term *t;
    double value;
    char *name;
    int i;

    if (!equals)
        return err_at(e, (struct pos){0}, ERR_VALUE_FORM,
                      "'%s' gives no value: write NAME=VALUE", text);
    name = arena_strndup(a, text, (size_t)(equals - text));
    i = figure_slider_find(d->figure, name);
    if (i < 0)
        return no_slider(a, d->figure, name, e);
    t = expr_parse(a, figure_scope(d->figure), equals + 1, (struct pos){name, 1, 1}, e);
    if (!t)
        return false;
    value = figure_value(d->figure, &d->state, t);
    if (!isfinite(value))
        return err_at(e, (struct pos){name, 1, 1}, ERR_FIGURE_VALUE, "'%s' is no number",
                      equals + 1);
    return move_slider(d, i, value, e);
}

int
run_figure(struct app *app)
{
    struct print_usual usual = {DRAWING_COLS, DRAWING_ROWS, true, app->operands[1]};
    struct drawing d = {0};
    struct errs errs = {0};
    const struct lesson *l;
    const char *path, *source;
    struct err e;

    path = lesson_path(app, app->operands[0], &e);
    if (!path)
        return report(app, &e, NULL);
    l = lesson_load(app->arena, path, &source, &errs);
    d.figure = l ? find_figure(app->arena, l, app->operands[1], &errs) : NULL;
    if (!d.figure)
        return report_all(app, &errs, source);
    figure_start(d.figure, &d.state);
    usual.rows += figure_has_strip(d.figure) ? STRIP_ROWS : 0;
    for (int i = 2; i < app->n; i++)
        if (!set_slider(app->arena, &d, app->operands[i], &e))
            return report(app, &e, NULL);
    return print_figure(app, d.figure, &d.state, usual);
}
