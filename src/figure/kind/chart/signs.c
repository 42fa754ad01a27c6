#include <math.h>

#include "figure/kind/chart/chart.h"

/* The point of a trace at x, marked; false outside the box. */
static bool
draw_crossing(const struct chart *c, const struct trace *t, double x, struct anchor *at)
{
    struct frame *fr = c->fr;
    double y = trace_at(fr->arena, &fr->now, t, &x);

    at->x = axes_x(&c->ax, x);
    at->y = axes_y(&c->ax, y);
    if (!chart_shows(c, *at))
        return false;
    ink_mark(fr->ink, (struct ink_place){at->x, at->y}, LAYER_TIP, t->thing->style, 'o');
    return true;
}

static void
draw_upright(const struct chart *c, double x, enum style style)
{
    ink_upright(c->fr->ink, (int)floor(axes_x(&c->ax, x)), c->ax.top,
                c->ax.top + c->ax.rows, (struct rule){LAYER_FAINT, style, false});
}

static bool
is_across(const struct chart *c, double x)
{
    double at = axes_scale(c->ax.log_x, x);

    return at >= c->ax.x.low && at <= c->ax.x.high;
}

/* Its label stands at its upper end, or where it meets a curve. */
static void
draw_mark(const struct chart *c, const struct thing *mark)
{
    struct frame *fr = c->fr;
    double x = moment_real(&fr->now, mark->at[0]);
    struct anchor *met = ARENA_ARRAY(fr->arena, struct anchor, c->n + 1);
    int n = 0;

    if (!is_across(c, x))
        return;
    draw_upright(c, x, mark->style);
    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];

        if (t->thing->kind == THING_CURVE && !t->thing->ghost)
            n += draw_crossing(c, t, x, &met[n]);
    }
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, mark),
                                           .x = axes_x(&c->ax, x),
                                           .y = c->ax.top + 0.5,
                                           .dx = 1,
                                           .others = met,
                                           .n_others = n,
                                           .style = mark->style});
}

/* The row of a level that is shown; -1: none. */
static int
level_row(const struct chart *c, const struct thing *t)
{
    double y = NAN;

    if (t->kind == THING_LEVEL && moment_holds(&c->fr->now, t->when))
        y = axes_y(&c->ax, moment_real(&c->fr->now, t->at[0]));
    return y >= c->ax.top && y < c->ax.top + c->ax.rows ? (int)y : -1;
}

/* "bf16, fp32": of levels in one row; "" for all but the first of them. */
static const char *
level_label(const struct chart *c, const struct thing *t)
{
    struct frame *fr = c->fr;
    struct buf b;

    buf_init(&b, fr->arena);
    for (int i = 0; i < fr->f->n_things; i++) {
        const struct thing *other = &fr->f->things[i];
        const char *text;

        if (level_row(c, other) != level_row(c, t))
            continue;
        if (other < t)
            return "";
        text = label_text(fr->arena, &fr->now, other);
        buf_printf(&b, "%s%s", b.n && *text ? ", " : "", text);
    }
    return b.s;
}

/* A level line; its label stands at the right end. */
static void
draw_level(const struct chart *c, const struct thing *t)
{
    struct frame *fr = c->fr;
    int end = c->ax.left + c->ax.cols, row = level_row(c, t);

    if (row < 0)
        return;
    ink_level(fr->ink, row, c->ax.left, end, (struct rule){LAYER_FAINT, t->style, false});
    labels_add(&fr->labels, (struct label){.text = level_label(c, t),
                                           .x = end - 2,
                                           .y = row + 0.5,
                                           .dy = -1,
                                           .dx = -1,
                                           .style = t->style});
}

static void
draw_dot(const struct chart *c, const struct thing *t)
{
    struct frame *fr = c->fr;
    struct anchor at = {axes_x(&c->ax, moment_real(&fr->now, t->at[0])),
                        axes_y(&c->ax, moment_real(&fr->now, t->at[1]))};

    if (!chart_shows(c, at))
        return;
    ink_mark(fr->ink, (struct ink_place){at.x, at.y}, LAYER_TIP, t->style, '@');
    labels_add(&fr->labels, (struct label){.text = label_text(fr->arena, &fr->now, t),
                                           .x = at.x,
                                           .y = at.y,
                                           .dx = 1,
                                           .dy = -1,
                                           .style = t->style});
}

void
chart_signs(const struct chart *c)
{
    const struct figure *f = c->fr->f;

    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];

        if (!moment_holds(&c->fr->now, t->when))
            continue;
        if (t->kind == THING_MARK)
            draw_mark(c, t);
        else if (t->kind == THING_LEVEL)
            draw_level(c, t);
        else if (t->kind == THING_DOT)
            draw_dot(c, t);
    }
}

/* ---- the cursor -------------------------------------------------------------------- */

/* "cos  0.5403" beside the drawing. */
static void
read_trace(const struct chart *c, const struct trace *t, double x)
{
    struct frame *fr = c->fr;
    const char *name = label_text(fr->arena, &fr->now, t->thing);
    double y = trace_at(fr->arena, &fr->now, t, &x);

    if (!isnan(y))
        block_add(&fr->block, t->thing->style,
                  arena_printf(fr->arena, "%s %s", *name ? name : "y",
                               axes_text(fr, number_on_axis(fr->arena, y, c->ax.log_y))));
}

void
chart_cursor(const struct chart *c)
{
    struct frame *fr = c->fr;
    double x = fr->state->cursor;
    struct anchor at;

    if (!fr->state->has_cursor || !is_across(c, x))
        return;
    draw_upright(c, x, STYLE_FOCUS);
    block_add(&fr->block, STYLE_FOCUS,
              arena_printf(fr->arena, "%s %s", *c->ax.x_name ? c->ax.x_name : "x",
                           axes_text(fr, number_short(fr->arena, x))));
    for (int i = 0; i < c->n; i++) {
        const struct trace *t = &c->traces[i];

        if (t->thing->kind == THING_BAND || t->thing->ghost)
            continue;
        draw_crossing(c, t, x, &at);
        read_trace(c, t, x);
    }
}
