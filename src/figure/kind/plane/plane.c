#include <float.h>
#include <math.h>
#include <string.h>

#include "figure/kind/plane/plane.h"
#include "figure/part/part.h"
#include "num/num.h"

enum {
    TICKS_MAX = 24,
    TICK_APART = 10,   /* columns */
    ARC_STEPS = 24,    /* a quarter turn */
    ARC_TURNS_MAX = 8, /* more are not drawn */
    CIRCLE_STEPS = 128,
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

/* ---- axes -------------------------------------------------------------------------- */

static const struct rule axis = {LAYER_AXIS, STYLE_RULE, false};

static void
draw_axes(struct frame *fr, const struct view *v)
{
    struct ink *k = fr->ink;
    int row = (int)floor(clamp(v->y, -1, k->rows)),
        col = (int)floor(clamp(v->x, -1, k->cols));

    ink_level(k, row, k->unicode ? 0 : col & 1, k->cols, axis);
    ink_upright(k, col, 0, k->rows, axis);
    ink_tick(k, row, col, TICK_CROSS, axis);
}

/* Slope characters would hide where the arrows begin. */
static void
draw_origin(struct frame *fr, const struct view *v)
{
    if (!fr->ink->braille)
        put_at(fr, (struct point){v->x, v->y}, LAYER_LINE, STYLE_RULE, '+');
}

static bool
is_complex(const struct figure *f)
{
    for (int i = 0; i < f->n_things; i++)
        if (f->things[i].n && f->things[i].at[0]->type.kind == TYPE_COMPLEX)
            return true;
    return false;
}

/* Write a number beside the axis when its cells and their neighbours are empty. */
static void
put_tick_label(struct frame *fr, int row, int col, const char *text)
{
    int width = canvas_width(fr->labels.alphabet, text);

    for (int c = col - 1; c <= col + width; c++) {
        const struct spot *s = ink_at(fr->ink, row, c);

        if (!s || s->layer > LAYER_NONE)
            return;
    }
    ink_text(fr->ink, row, col, STYLE_DIM,
             canvas_fold(fr->arena, fr->labels.alphabet, axes_text(fr, text)));
}

/* "2" on the imaginary axis is "2i". */
static const char *
imaginary(struct frame *fr, const char *text)
{
    if (strcmp(text, "1") == 0)
        return "i";
    if (strcmp(text, "-1") == 0)
        return "-i";
    return arena_printf(fr->arena, "%si", text);
}

static void
put_tick(struct frame *fr, const struct view *v, double at, const char *text, bool up)
{
    struct point p = plane_cells(v, up ? (struct point){0, at} : (struct point){at, 0});
    int width = canvas_width(fr->labels.alphabet, text);

    if (!(p.x >= 0 && p.x < fr->ink->cols && p.y >= 0 && p.y < fr->ink->rows))
        return;
    ink_tick(fr->ink, (int)p.y, (int)p.x, TICK_CROSS, axis);
    if (up)
        put_tick_label(fr, (int)p.y, (int)p.x - 1 - width, text);
    else
        put_tick_label(fr, (int)p.y + 1, (int)p.x - (width - 1) / 2, text);
}

static void
plane_finish(struct frame *fr)
{
    const struct view v = view_of(fr);
    double ticks[TICKS_MAX], step;
    double low = fr->f->low, high = fr->f->high;
    int want = 1 + (int)((high - low) * v.across / TICK_APART), n;
    struct tick_labels labels;

    if (fr->look->plain)
        return;
    n = num_ticks(low, high,
                  want < 3   ? 3
                  : want > 9 ? 9
                             : want,
                  false, TICKS_MAX, ticks, &step);
    if (!number_ticks(fr->arena, ticks, n, false, &labels))
        return;
    for (int i = 0; i < n; i++) {
        if (ticks[i] == 0)
            continue;
        put_tick(fr, &v, ticks[i], labels.text[i], false);
        put_tick(fr, &v, ticks[i],
                 is_complex(fr->f) ? imaginary(fr, labels.text[i]) : labels.text[i],
                 true);
    }
}

/* ---- lines ------------------------------------------------------------------------- */

struct pen
plane_pen(const struct frame *fr, enum layer layer, enum style style, enum stroke stroke)
{
    return (struct pen){.ink = fr->ink, .layer = layer, .style = style, .stroke = stroke};
}

static void
line(struct pen *p, struct point from, struct point to)
{
    pen_to(p, from.x, from.y);
    pen_to(p, to.x, to.y);
    pen_lift(p);
}

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

        line(p, to, (struct point){to.x + way * cos(a), to.y + way * sin(a) / 2});
    }
}

/* The tip of an arrow in cells; where it leaves the grid a pointer stands at the edge. */
static struct point
draw_tip(struct frame *fr, struct pen *p, struct point from, struct point to)
{
    double x = from.x, y = from.y;
    struct point end = to;

    if (!ink_clip(fr->ink, &x, &y, &end.x, &end.y))
        return (struct point){NAN, NAN};
    end.x = clamp(end.x, 0, fr->ink->cols - 0.5);
    end.y = clamp(end.y, 0, fr->ink->rows - 0.5);
    if (point_moved(end, to, 0.6))
        put_at(fr, end, LAYER_TIP, p->style, pointer(to.x - from.x, to.y - from.y));
    else if (fr->ink->braille)
        barbs(p, from, to, 2.2);
    else
        put_at(fr, end, LAYER_TIP, p->style, '*');
    return end;
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
    struct pen p = plane_pen(fr, LAYER_LINE, STYLE_BEFORE, STROKE_DOTTED);
    struct point end = was.to;

    if (!point_is_finite(was.from) || !point_is_finite(was.to) ||
        (!point_moved(is.from, was.from, 0.5) && !point_moved(is.to, was.to, 0.5)) ||
        !ink_clip(fr->ink, &was.from.x, &was.from.y, &end.x, &end.y))
        return;
    line(&p, was.from, end);
    plane_label(fr, before_text(fr, t), end, was.from, STYLE_BEFORE);
}

static void
draw_arrow(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct ends e = arrow_ends(v, &fr->now, t);
    struct pen p = plane_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);

    if (!point_is_finite(e.from) || !point_is_finite(e.to))
        return;
    line(&p, e.from, e.to);
}

/* Where the cursor reads it; beside the drawing when it is not to be seen. */
static void
plane_place(struct frame *fr, const struct thing *t, struct point at)
{
    part_thing(fr, at, label_text(fr->arena, &fr->now, t),
               thing_text(fr->arena, &fr->now, t));
}

static void
finish_arrow(struct frame *fr, const struct view *v, const struct thing *t)
{
    struct ends e = arrow_ends(v, &fr->now, t);
    struct pen p = plane_pen(fr, LAYER_TIP, t->style, STROKE_SOLID);
    struct point end;

    if (!point_is_finite(e.from) || !point_is_finite(e.to)) {
        plane_place(fr, t, e.to);
        return;
    }
    end = draw_tip(fr, &p, e.from, e.to);
    plane_place(fr, t, end);
    plane_label(fr, label_text(fr->arena, &fr->now, t), end, e.from, t->style);
}

static void
draw_circle(struct frame *fr, const struct view *v, const struct thing *t)
{
    double radius = moment_real(&fr->now, t->at[0]);
    struct pen p = plane_pen(fr, LAYER_FAINT, t->style, STROKE_DOTTED);

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
    struct pen p = plane_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);
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
    plane_place(fr, t, at);
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
    struct pen p = plane_pen(fr, LAYER_LINE, t->style, STROKE_SOLID);
    struct point zero = {v->x, v->y}, far = zero;

    if (t->before && fr->state->has_before) {
        struct pen was = plane_pen(fr, LAYER_FAINT, STYLE_BEFORE, STROKE_DOTTED);

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

static void
plane_draw(struct frame *fr)
{
    const struct figure *f = fr->f;
    struct view v = view_of(fr);

    draw_axes(fr, &v);
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
        for (int j = 0; j < f->n_things; j++) {
            const struct thing *t = &f->things[j];

            if (t->kind == acts[i].kind && moment_holds(&fr->now, t->when) &&
                (!acts[i].before || (t->before && fr->state->has_before)))
                acts[i].draw(fr, &v, t);
        }
        if (acts[i].draw == draw_arrow)
            draw_origin(fr, &v);
    }
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
