#include <float.h>
#include <math.h>
#include <string.h>

#include "figure/kind/plane/plane.h"
#include "figure/part/part.h"
#include "num/num.h"

enum {
    ARC_STEPS = 24,    /* a quarter turn */
    ARC_TURNS_MAX = 8, /* more are not drawn */
    CIRCLE_STEPS = 128,
    CIRCLE_DOTS_MAX = 4096,
    DOTS_A_CELL = 2,
    DOTS_APART = 3,
};

static const double pi = 3.14159265358979323846;

static struct view
view_of(const struct frame *fr)
{
    const struct figure *f = fr->f;
    int rows = fr->ink->rows, cols = fr->ink->cols;
    double aspect = fr->look->aspect > 0 ? fr->look->aspect : 2;
    double span = f->high - f->low, middle = (f->low + f->high) / 2;
    int half_rows = rows > 2 ? (rows - 1) / 2 : 1,
        half_cols = cols > 2 ? (cols - 1) / 2 : 1;
    struct view v;

    v.up = fmin(2 * half_rows / span, 2 * half_cols / (span * aspect));
    v.across = v.up * aspect;
    /* The origin is the middle of a cell. */
    v.x = floor(half_cols - middle * v.across + 0.5) + 0.5;
    v.y = floor(half_rows + middle * v.up + 0.5) + 0.5;
    return v;
}

struct point
plane_cells(const struct view *v, struct point p)
{
    return (struct point){v->x + p.x * v->across, v->y - p.y * v->up};
}

static double
clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* A sign at a point; false when it lies outside. */
static bool
put_at(const struct frame *fr, struct point at, enum layer layer, enum style style,
       uint32_t c)
{
    if (!(at.x >= 0 && at.x < fr->ink->cols && at.y >= 0 && at.y < fr->ink->rows))
        return false;
    ink_mark(fr->ink, (struct ink_place){at.x, at.y}, layer, style, c);
    return true;
}

/* Slope characters would hide where the arrows begin. */
static void
draw_origin(struct frame *fr, const struct view *v)
{
    if (!fr->ink->braille)
        put_at(fr, (struct point){v->x, v->y}, LAYER_LINE, STYLE_RULE, '+');
}

/* ---- lines ------------------------------------------------------------------------- */

/* The character that points in a direction given in cells, y downwards. */
static uint32_t
pointer(double dx, double dy)
{
    if (fabs(dx) >= fabs(dy) * 2)
        return dx > 0 ? '>' : '<';
    return dy > 0 ? 'v' : '^';
}

/* Two short lines back from the tip, in dots. */
static void
barbs(struct pen *p, struct point from, struct point to, double most)
{
    double dx = from.x - to.x, dy = (from.y - to.y) * 2, size = hypot(dx, dy);
    double way = fmin(most, size / 2), spread = 0.45;

    if (!(size > 0))
        return;
    for (int side = -1; side <= 1; side += 2) {
        double a = atan2(dy, dx) + side * spread;

        pen_line(p, to, (struct point){to.x + way * cos(a), to.y + way * sin(a) / 2});
    }
}

/* The tip of an arrow in cells, or where the arrow leaves the grid; NaN when no part of
 * it is there. */
static struct point
tip_of(const struct frame *fr, struct point from, struct point to)
{
    if (!point_is_finite(from) || !point_is_finite(to) ||
        !ink_clip(fr->ink, &from.x, &from.y, &to.x, &to.y))
        return (struct point){NAN, NAN};
    return (struct point){clamp(to.x, 0, fr->ink->cols - 0.5),
                          clamp(to.y, 0, fr->ink->rows - 0.5)};
}

/* Where the arrow leaves the grid a pointer stands at the edge. */
static void
draw_tip(struct frame *fr, struct pen *p, struct point from, struct point to)
{
    struct point end = tip_of(fr, from, to);

    if (!point_is_finite(end))
        return;
    if (point_moved(end, to, 0.6))
        put_at(fr, end, LAYER_TIP, p->style, pointer(to.x - from.x, to.y - from.y));
    else if (fr->ink->braille)
        barbs(p, from, to, 2.2);
    else
        put_at(fr, end, LAYER_TIP, p->style, '*');
}

/* ---- things ------------------------------------------------------------------------ */

/* An arrow at one moment, in cells. */
struct ends {
    struct point from, to;
};

static struct ends
arrow_ends(const struct view *v, const struct moment *m, const struct thing *t)
{
    struct point from = t->from ? moment_point(m, t->from) : (struct point){0, 0};
    struct point by = moment_point(m, t->at[0]);

    return (struct ends){plane_cells(v, from),
                         plane_cells(v, (struct point){from.x + by.x, from.y + by.y})};
}

/* "q now" is "q before" where it was. */
static char *
before_text(struct frame *fr, const struct thing *t)
{
    char *text = label_text(fr->arena, &fr->before, t);
    size_t len = strlen(text);

    if (t->before_label.n)
        return sentence_text(fr->arena, &fr->before, &t->before_label, NAN, "");
    if (!len)
        return text;
    if (len > 4 && strcmp(text + len - 4, " now") == 0)
        text[len - 4] = '\0';
    return arena_printf(fr->arena, "%s before", text);
}

void
plane_label(struct frame *fr, const char *text, struct point at, struct point from,
            enum style style)
{
    labels_add(&fr->labels, (struct label){.text = text,
                                           .x = at.x,
                                           .y = at.y,
                                           .dx = at.x - from.x,
                                           .dy = (at.y - from.y) * 2,
                                           .style = style});
}

static void
draw_arrow_before(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct ends is = arrow_ends(v, &fr->now, t), was = arrow_ends(v, &fr->before, t);
    struct pen p = frame_pen(fr, LAYER_LINE, STYLE_BEFORE, STROKE_DOTTED);
    struct point end = was.to;

    if (!point_is_finite(was.from) || !point_is_finite(was.to) ||
        (!point_moved(is.from, was.from, 0.5) && !point_moved(is.to, was.to, 0.5)) ||
        !ink_clip(fr->ink, &was.from.x, &was.from.y, &end.x, &end.y))
        return;
    pen_line(&p, was.from, end);
    plane_label(fr, before_text(fr, t), end, was.from, STYLE_BEFORE);
}

static void
draw_arrow(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct ends e = arrow_ends(v, &fr->now, t);
    struct pen p = frame_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);

    if (!point_is_finite(e.from) || !point_is_finite(e.to))
        return;
    pen_line(&p, e.from, e.to);
}

static void
finish_arrow(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct ends e = arrow_ends(v, &fr->now, t);
    struct pen p = frame_pen(fr, LAYER_TIP, t->style, STROKE_SOLID);

    if (!point_is_finite(e.from) || !point_is_finite(e.to))
        return;
    draw_tip(fr, &p, e.from, e.to);
    plane_label(fr, label_text(fr->arena, &fr->now, t), tip_of(fr, e.from, e.to), e.from,
                t->style);
}

/* In dots, alike in its four quarters. */
static void
dot_circle(struct frame *fr, const struct view *v, const struct thing *t, double radius)
{
    struct pen p = frame_pen(fr, LAYER_FAINT, t->style, STROKE_SOLID);
    double around = fmin(2 * pi * radius * v->across * DOTS_A_CELL, CIRCLE_DOTS_MAX);
    int quarter = (int)(around / (4 * DOTS_APART) + 0.5);
    int n = 4 * (quarter > 2 ? quarter : 2);

    for (int i = 0; i < n; i++) {
        double a = 2 * pi * (i + 0.5) / n;
        struct point at =
            plane_cells(v, (struct point){radius * cos(a), radius * sin(a)});

        pen_to(&p, at.x, at.y);
        pen_to(&p, at.x, at.y);
        pen_lift(&p);
    }
}

static void
draw_circle(struct frame *fr, const struct view *v, const struct thing *t)
{
    double radius = moment_real(&fr->now, t->at[0]);
    struct pen p = frame_pen(fr, LAYER_FAINT, t->style, STROKE_DOTTED);

    if (fr->ink->braille && !fr->list && isfinite(radius)) {
        dot_circle(fr, v, t, fabs(radius));
        return;
    }
    for (int i = 0; i <= CIRCLE_STEPS; i++) {
        double a = 2 * pi * i / CIRCLE_STEPS;
        struct point at =
            plane_cells(v, (struct point){radius * cos(a), radius * sin(a)});

        pen_to(&p, at.x, at.y);
    }
    pen_lift(&p);
}

/* The radius of an arc that names none: inside the arrows that it joins, each arc a
 * little further out than the one before. */
static double
arc_radius(struct frame *fr, const struct thing *t)
{
    double radius = INFINITY;
    int order = 0;

    if (t->radius)
        return moment_real(&fr->now, t->radius);
    for (const struct thing *o = fr->f->things; o < t; o++)
        order += o->kind == THING_ARC && !o->radius;
    for (int i = 0; i < (t->turn ? 1 : 2); i++) {
        struct point p = moment_point(&fr->now, t->at[i]);

        if (t->at[i]->type.kind >= TYPE_COMPLEX)
            radius = fmin(radius, hypot(p.x, p.y));
    }
    if (!isfinite(radius))
        radius = fmin(fabs(fr->f->high), fabs(fr->f->low));
    return radius * (0.45 + 0.15 * (order % 3));
}

/* A point of an arc: whole turns wind outwards. */
static struct point
arc_point(const struct view *v, double radius, struct turn t, double share)
{
    double a = t.from + share * (t.to - t.from);
    double out = radius * (1 + 0.06 * fabs(t.to - t.from) * share / (2 * pi));

    return plane_cells(v, (struct point){out * cos(a), out * sin(a)});
}

/* The pointer of an arc that comes from `last` to `at`. */
static void
draw_turn(struct frame *fr, struct pen *p, struct point last, struct point at)
{
    struct point back = {at.x + 8 * (last.x - at.x), at.y + 8 * (last.y - at.y)};

    if (fr->ink->braille)
        barbs(p, back, at, 1.6);
    else
        put_at(fr, at, LAYER_LINE, p->style, pointer(at.x - last.x, at.y - last.y));
}

/* The line of an arc, `way` cells long. Its pointer stands before the end, where the
 * arrow that is pointed at is drawn. */
static void
draw_way(struct frame *fr, const struct view *v, const struct thing *t, double radius)
{
    struct turn turn = moment_arc(&fr->now, t);
    struct pen p = frame_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);
    double size = fabs(turn.to - turn.from), way = size * radius * v->across;
    double end = fr->ink->braille || way < 4 ? 1 : 1 - 1.6 / way;
    int steps = 2 + (int)(size / (pi / 2) * ARC_STEPS);
    struct point at = {NAN, NAN}, last = at;

    for (int i = 0; i <= steps; i++) {
        last = at;
        at = arc_point(v, radius, turn, end * i / steps);
        pen_to(&p, at.x, at.y);
    }
    pen_lift(&p);
    if (way > 3)
        draw_turn(fr, &p, last, at);
}

static void
draw_arc(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct turn turn = moment_arc(&fr->now, t);
    double radius = arc_radius(fr, t), size = fabs(turn.to - turn.from);

    if (!(size <= ARC_TURNS_MAX * 2 * pi) || !(radius > 0))
        return;
    if (size > 0)
        draw_way(fr, v, t, radius);
    plane_label(fr, label_text(fr->arena, &fr->now, t), arc_point(v, radius, turn, 0.5),
                (struct point){v->x, v->y}, t->style);
}

static void
draw_point(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct point at = plane_cells(v, moment_point(&fr->now, t->at[0]));
    char *text = label_text(fr->arena, &fr->now, t);
    bool alone = text[0] && !text[1];

    if (put_at(fr, at, LAYER_TIP, t->style, alone ? (unsigned char)text[0] : 'o') &&
        !alone)
        plane_label(fr, text, at, (struct point){v->x, v->y}, t->style);
}

static void
shape_line(const struct view *v, const struct moment *m, const struct thing *t,
           struct pen *p)
{
    for (int i = 0; i <= t->n; i++) {
        struct point at = plane_cells(v, moment_point(m, t->at[i % t->n]));

        pen_to(p, at.x, at.y);
    }
    pen_lift(p);
}

/* The label stands at the corner that is furthest from the origin. */
static void
draw_shape(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct pen p = frame_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);
    struct point zero = {v->x, v->y}, far = zero;

    if (t->before && fr->state->has_before) {
        struct pen was = frame_pen(fr, LAYER_FAINT, STYLE_BEFORE, STROKE_DOTTED);

        shape_line(v, &fr->before, t, &was);
    }
    shape_line(v, &fr->now, t, &p);
    for (int i = 0; i < t->n; i++) {
        struct point at = plane_cells(v, moment_point(&fr->now, t->at[i]));

        if (hypot(at.x - zero.x, at.y - zero.y) > hypot(far.x - zero.x, far.y - zero.y))
            far = at;
    }
    far.x = clamp(far.x, 0, fr->ink->cols - 1);
    far.y = clamp(far.y, 0, fr->ink->rows - 1);
    plane_label(fr, label_text(fr->arena, &fr->now, t), far, zero, t->style);
}

/* ---- the whole --------------------------------------------------------------------- */

/* Lines before tips, so that no line runs over a tip; what was, below what is. */
static const struct act {
    enum thing_kind kind;
    bool before; /* only for things that show where they were */
    void (*draw)(struct frame *fr, const struct view *v, const struct thing *t);
} acts[] = {
    {THING_GRID,    false, plane_grid       },
    {THING_SEGMENT, false, plane_segment    },
    {THING_PATH,    false, plane_path       },
    {THING_CIRCLE,  false, draw_circle      },
    {THING_SHAPE,   false, draw_shape       },
    {THING_ARROW,   true,  draw_arrow_before},
    {THING_ARC,     false, draw_arc         },
    {THING_ARROW,   false, draw_arrow       },
    {THING_POINTS,  false, plane_points     },
    {THING_POINT,   false, draw_point       },
    {THING_ARROW,   false, finish_arrow     },
};

/* The slider that the figure is about: that of `play`, else its first. */
static bool
is_moving(const struct frame *fr, const struct thing *t)
{
    int lead = fr->f->play < 0 ? 0 : fr->f->play;

    return fr->f->n_sliders == 0 || moment_moves(&fr->now, t, lead);
}

static void
draw_things(struct frame *fr, const struct view *v, bool moving)
{
    const struct figure *f = fr->f;

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        for (int j = 0; j < f->n_things; j++) {
            const struct thing *t = &f->things[j];

            if (t->kind == acts[i].kind && moment_holds(&fr->now, t->when) &&
                (!acts[i].before || (t->before && fr->state->has_before)) &&
                is_moving(fr, t) == moving)
                acts[i].draw(fr, v, t);
        }
        if (acts[i].draw == draw_arrow && moving)
            draw_origin(fr, v);
    }
}

/* Where the cursor reads things; beside the drawing what is not to be seen. */
static void
find_places(struct frame *fr, const struct view *v, enum thing_kind kind)
{
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *t = &fr->f->things[i];
        struct ends e;

        if (t->kind != kind || !moment_holds(&fr->now, t->when))
            continue;
        if (kind == THING_POINTS) {
            plane_points_places(fr, v, t);
            continue;
        }
        e = arrow_ends(v, &fr->now, t);
        part_thing(fr, kind == THING_ARROW ? tip_of(fr, e.from, e.to) : e.to,
                   label_text(fr->arena, &fr->now, t),
                   thing_text(fr->arena, &fr->now, t));
    }
}

/* First what stays while the slider moves, whose labels then stay too. */
static void
plane_draw(struct frame *fr)
{
    struct view v = view_of(fr);

    plane_axes(fr, &v);
    draw_things(fr, &v, false);
    labels_hold(&fr->labels);
    draw_things(fr, &v, true);
    find_places(fr, &v, THING_POINTS);
    find_places(fr, &v, THING_POINT);
    find_places(fr, &v, THING_ARROW);
}

static void
plane_finish(struct frame *fr)
{
    const struct view v = view_of(fr);

    if (!fr->look->plain)
        plane_ticks(fr, &v);
}

static const struct setting plane_keys[] = {
    {"drag", PASS_SAY, false, drag_read},
    {.key = NULL},
};

static bool
plane_where(const struct frame *fr, const struct moment *m, const struct thing *t,
            struct point *out)
{
    struct view v = view_of(fr);

    if (t->kind != THING_POINT && t->kind != THING_ARROW)
        return false;
    *out = t->kind == THING_ARROW ? arrow_ends(&v, m, t).to
                                  : plane_cells(&v, moment_point(m, t->at[0]));
    return true;
}

double
plane_reach(struct point p)
{
    return point_is_finite(p) ? fmin(hypot(p.x, p.y), DBL_MAX) : 0;
}

static void
plane_extent(struct figure *f, const struct moment *m)
{
    for (int j = 0; j < f->n_things; j++) {
        const struct thing *t = &f->things[j];
        double far = 0;

        if (t->kind == THING_ARC || thing_is_reading(t))
            continue;
        if (t->scope)
            far = plane_path_reach(m, t);
        for (int i = 0; !t->scope && i < t->n && t->kind != THING_GRID; i++)
            far = fmax(far, plane_reach(moment_point(m, t->at[i])));
        if (t->from)
            far += plane_reach(moment_point(m, t->from));
        f->high = fmax(f->high, far);
    }
}

const struct kind kind_plane = {
    .word = "plane",
    .forms = plane_forms,
    .keys = plane_keys,
    .extent = plane_extent,
    .corners = 6,
    .about_zero = true,
    .draw = plane_draw,
    .finish = plane_finish,
    .where = plane_where,
    .tell = plane_tell,
    .say = plane_say,
};
