/* A point that is put where the mouse is: which places of two sliders bring it there. */
#include <math.h>

#include "figure/kind/kind.h"

enum {
    COARSE_SIDE = 24, /* places of each slider that are tried at first */
    FINE_SIDE = 8,    /* then around the best, in narrower and narrower windows */
    FINE_ROUNDS = 6,
    NEAR_CELLS = 4, /* where a press takes hold of the point */
};

void
drag_read(struct reader *r, const struct field *line)
{
    struct source first, second, s = {line->text, line->text_at};
    struct figure *f = r->f;

    f->dragged = source_cut(r, s, ",", &first, &second);
    if (f->dragged) {
        f->drag[0] = figure_slider_find(f, first.text);
        f->drag[1] = figure_slider_find(f, second.text);
    }
    if (!f->dragged || f->drag[0] < 0 || f->drag[1] < 0 || f->drag[0] == f->drag[1])
        errs_at(r->arena, r->errs, s.at, ERR_FIGURE_LINE,
                "name the two sliders that move the first point: drag: a, b");
}

bool
figure_can_drag(const struct figure *f)
{
    return f->dragged && f->kind->where;
}

/* The first thing with a place. */
static bool
find_point(const struct frame *fr, const struct moment *m, struct point *out)
{
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];

        if (moment_holds(m, t->when) && fr->f->kind->where(fr, m, t, out))
            return true;
    }
    return false;
}

/* How far the point is from the cell with the sliders there, in heights of a cell. */
static double
miss(const struct frame *fr, struct arena *a, const double values[FIGURE_SLIDERS_MAX],
     const struct dragging *d)
{
    struct point p = {NAN, NAN};
    struct moment m;
    double far;

    arena_reset(a);
    moment_init(&m, a, fr->f, values);
    far = find_point(fr, &m, &p) ? hypot((p.x - d->col - 0.5) / 2, p.y - d->row - 0.5)
                                 : NAN;
    return isnan(far) ? INFINITY : far;
}

static double
value_at(const struct slider *s, double share)
{
    share = fmin(fmax(share, 0), 1);
    return s->log ? s->low * pow(s->high / s->low, share)
                  : s->low + share * (s->high - s->low);
}

/* A window in the shares of both sliders: its best place becomes its middle. */
struct window {
    double at[2], half, best;
};

static void
search(const struct frame *fr, struct arena *a, const struct dragging *d,
       struct window *w, int side)
{
    const struct figure *f = fr->f;
    const struct window from = *w;
    double values[FIGURE_SLIDERS_MAX];

    for (int i = 0; i < f->n_sliders; i++)
        values[i] = fr->state->value[i];
    for (int n = 0; n < (side + 1) * (side + 1); n++) {
        double x = from.at[0] + from.half * (2.0 * (n % (side + 1)) / side - 1);
        double y = from.at[1] + from.half * (2.0 * (n / (side + 1)) / side - 1), far;

        values[f->drag[0]] = value_at(&f->sliders[f->drag[0]], x);
        values[f->drag[1]] = value_at(&f->sliders[f->drag[1]], y);
        far = miss(fr, a, values, d);
        if (far < w->best)
            *w = (struct window){
                {fmin(fmax(x, 0), 1), fmin(fmax(y, 0), 1)},
                from.half, far
            };
    }
}

void
drag_find(const struct frame *fr, struct dragging *d)
{
    const struct figure *f = fr->f;
    struct window w = {
        {0.5, 0.5},
        0.5, INFINITY
    };
    struct arena *a = arena_new();

    d->was = miss(fr, a, fr->state->value, d);
    search(fr, a, d, &w, COARSE_SIDE);
    w.half = 2.0 / COARSE_SIDE;
    for (int i = 0; i < FINE_ROUNDS; i++) {
        search(fr, a, d, &w, FINE_SIDE);
        w.half *= 2.0 / FINE_SIDE;
    }
    d->found = isfinite(w.best);
    for (int i = 0; i < 2; i++)
        d->value[i] = value_at(&f->sliders[f->drag[i]], w.at[i]);
    arena_free(a);
}

bool
figure_drag(const struct figure *f, struct figure_state *s,
            const struct figure_view *view, const int cell[2], bool held)
{
    struct dragging d = {.row = cell[0], .col = cell[1]};
    bool moved = false;

    if (!figure_can_drag(f) || cell[0] < 0 || cell[0] >= view->r.rows || cell[1] < 0 ||
        cell[1] >= view->r.cols)
        return false;
    frame_drag(f, s, view, &d);
    if (!d.found || (!held && d.was > NEAR_CELLS))
        return false;
    for (int i = 0; i < 2; i++)
        moved |= figure_set(f, s, f->drag[i], d.value[i]);
    return moved || !held;
}
