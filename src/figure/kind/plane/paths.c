#include <math.h>

#include "figure/kind/plane/plane.h"
#include "figure/part/part.h"

enum {
    SAMPLES = 256,    /* of an orbit */
    STEPS_MAX = 1024, /* of a path and of points */
    GRID_MAX = 12,    /* lines on each side of the origin */
    TABLE_STEPS = 16,
    CORNERS_SHOWN = 40, /* of a path */
};

/* The places of a thing: the variable's values, and a moment that has it. */
struct steps {
    struct moment along;
    const struct thing *thing;
    double low, high;
    int n;
};

static bool
steps_of(struct steps *s, struct arena *a, const struct moment *m, const struct thing *t)
{
    *s = (struct steps){.thing = t, .low = moment_real(m, t->low)};
    s->high = moment_real(m, t->high);
    if (!isfinite(s->low) || !isfinite(s->high) || s->high < s->low)
        return false;
    s->n = t->whole ? (int)fmin(s->high - s->low + 1, STEPS_MAX) : SAMPLES + 1;
    moment_along(&s->along, a, m, t);
    return true;
}

static double
step_value(const struct steps *s, int i)
{
    return s->thing->whole ? s->low + i : s->low + (s->high - s->low) * i / (s->n - 1);
}

static struct point
step_place(struct steps *s, int i)
{
    s->along.numbers[FIGURE_SLIDERS_MAX] = step_value(s, i);
    return moment_point(&s->along, s->thing->at[0]);
}

double
plane_path_reach(const struct moment *m, const struct thing *t)
{
    double far = 0;
    struct steps s;

    if (!steps_of(&s, m->arena, m, t))
        return 0;
    for (int i = 0; i < s.n; i++)
        far = fmax(far, plane_reach(step_place(&s, i)));
    return far;
}

/* ---- drawing ----------------------------------------------------------------------- */

static char *
pair_text(struct arena *a, struct point p)
{
    if (!point_is_finite(p))
        return arena_strdup(a, "undefined");
    return arena_printf(a, "(%s, %s)", number_short(a, p.x), number_short(a, p.y));
}

static void
mark_place(struct frame *fr, struct point at, enum layer layer, enum style style)
{
    ink_mark(fr->ink, (struct ink_place){at.x, at.y}, layer, style, 'o');
}

/* Where a line from one place to the next is last seen. */
struct trail {
    struct point from, to; /* NaN when it is not */
};

static void
trail_follow(struct trail *t, const struct ink *k, struct point from, struct point to)
{
    struct point start = from;

    if (point_is_finite(from) && point_is_finite(to) &&
        ink_clip(k, &start.x, &start.y, &to.x, &to.y))
        *t = (struct trail){from, to};
}

/* Its label stands at its end, or where it leaves the grid, away from the place before.
 */
void
plane_path(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct pen p =
        frame_pen(fr, LAYER_LINE, t->style, t->ghost ? STROKE_DOTTED : STROKE_SOLID);
    struct point at = {NAN, NAN};
    struct trail seen = {at, at};
    struct steps s;

    if (!steps_of(&s, fr->arena, &fr->now, t))
        return;
    for (int i = 0; i < s.n; i++) {
        struct point next = plane_cells(v, step_place(&s, i));

        trail_follow(&seen, fr->ink, i ? at : (struct point){v->x, v->y}, next);
        at = next;
        pen_to(&p, at.x, at.y);
    }
    pen_lift(&p);
    for (int i = 0; t->whole && s.n <= CORNERS_SHOWN && i < s.n; i++)
        mark_place(fr, plane_cells(v, step_place(&s, i)), LAYER_LINE, t->style);
    if (t->whole && point_is_finite(at))
        mark_place(fr, at, LAYER_TIP, t->style);
    plane_label(fr, label_text(fr->arena, &fr->now, t), seen.to, seen.from, t->style);
}

/* "data at k = 3: (1, 2)" */
static void
place_step(struct frame *fr, const struct steps *s, int i, struct point place,
           struct point at)
{
    const char *label = label_text(fr->arena, &fr->now, s->thing);

    part_thing(fr, at,
               arena_printf(fr->arena, "%s%s%s = %s", label, *label ? " at " : "",
                            s->thing->variable,
                            number_short(fr->arena, step_value(s, i))),
               pair_text(fr->arena, place));
}

void
plane_points(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct point far = {v->x, v->y}, zero = far;
    struct steps s;

    if (!steps_of(&s, fr->arena, &fr->now, t))
        return;
    for (int i = 0; i < s.n; i++) {
        struct point at = plane_cells(v, step_place(&s, i));

        if (!point_is_finite(at))
            continue;
        ink_mark(fr->ink, (struct ink_place){at.x, at.y}, LAYER_LINE, t->style,
                 t->bins ? '+' : 'o');
        if (hypot(at.x - zero.x, at.y - zero.y) > hypot(far.x - zero.x, far.y - zero.y))
            far = at;
    }
    plane_label(fr, label_text(fr->arena, &fr->now, t), far, zero, t->style);
}

void
plane_points_places(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct steps s;

    if (!steps_of(&s, fr->arena, &fr->now, t) || s.n > CORNERS_SHOWN)
        return;
    for (int i = 0; i < s.n; i++) {
        struct point place = step_place(&s, i);

        place_step(fr, &s, i, place, plane_cells(v, place));
    }
}

void
plane_segment(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct pen p =
        frame_pen(fr, LAYER_LINE, t->style, t->ghost ? STROKE_DOTTED : STROKE_SOLID);
    struct point from = plane_cells(v, moment_point(&fr->now, t->at[0]));
    struct point to = plane_cells(v, moment_point(&fr->now, t->at[1]));

    pen_to(&p, from.x, from.y);
    pen_to(&p, to.x, to.y);
    pen_lift(&p);
    plane_label(fr, label_text(fr->arena, &fr->now, t),
                (struct point){(from.x + to.x) / 2, (from.y + to.y) / 2},
                (struct point){v->x, v->y}, t->style);
}

/* The images of (1, 0) and (0, 1); false when they are undefined. */
static bool
grid_columns(const struct moment *m, const struct thing *t, struct point *e,
             struct point *f)
{
    struct value v;

    if (!calc_eval(m->arena, m->scope, t->at[0], &m->env, &v, NULL))
        return false;
    if (v.rows == 1 && v.cols == 1) {
        *e = (struct point){creal(v.at[0]), cimag(v.at[0])};
        *f = (struct point){-e->y, e->x};
    } else {
        *e = (struct point){creal(v.at[0]), creal(v.at[2])};
        *f = (struct point){creal(v.at[1]), creal(v.at[3])};
    }
    return point_is_finite(*e) && point_is_finite(*f);
}

static struct point
combine(struct point e, double x, struct point f, double y)
{
    return (struct point){e.x * x + f.x * y, e.y * x + f.y * y};
}

/* The lines x = k and y = k of the plane after a map. */
static void
draw_grid(struct frame *fr, const struct view *v, const struct thing *t,
          const struct moment *m, struct pen *p)
{
    int half = (int)fmin(fmax(floor(fr->f->high), 1), GRID_MAX);
    struct point e, f;

    if (!grid_columns(m, t, &e, &f))
        return;
    for (int k = -half; k <= half; k++) {
        struct point ends[] = {combine(e, k, f, -half), combine(e, k, f, half),
                               combine(e, -half, f, k), combine(e, half, f, k)};

        for (int i = 0; i < 4; i++) {
            struct point at = plane_cells(v, ends[i]);

            pen_to(p, at.x, at.y);
            if (i & 1)
                pen_lift(p);
        }
    }
}

void
plane_grid(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct pen was = frame_pen(fr, LAYER_FAINT, STYLE_BEFORE, STROKE_DOTTED);
    struct pen is = frame_pen(fr, LAYER_FAINT, t->style, STROKE_SOLID);

    if (t->before && fr->state->has_before)
        draw_grid(fr, v, t, &fr->before, &was);
    draw_grid(fr, v, t, &fr->now, &is);
}

/* ---- words ------------------------------------------------------------------------- */

/* A path step by step, an orbit by its ends. */
bool
plane_tell(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct steps s;

    if (t->kind == THING_SEGMENT || t->kind == THING_GRID)
        return true;
    if (t->kind != THING_PATH && t->kind != THING_POINTS)
        return false;
    if (!steps_of(&s, b->arena, m, t))
        return true;
    for (int i = 0; i<s.n; i += s.n> TABLE_STEPS ? s.n / TABLE_STEPS : 1)
        row_add(b,
                arena_printf(b->arena, "%s at %s = %s", label_text(b->arena, m, t),
                             t->variable, number_short(b->arena, step_value(&s, i))),
                pair_text(b->arena, step_place(&s, i)));
    return true;
}

bool
plane_say(struct buf *b, const struct moment *m, const struct thing *t)
{
    struct steps s;

    if (t->kind == THING_SEGMENT || t->kind == THING_GRID)
        return true;
    if (t->kind != THING_PATH && t->kind != THING_POINTS)
        return false;
    if (t->labelled && steps_of(&s, b->arena, m, t))
        buf_printf(b, "%s%s ends at %s", b->n ? "; " : "", label_text(b->arena, m, t),
                   pair_text(b->arena, step_place(&s, s.n - 1)));
    return true;
}
