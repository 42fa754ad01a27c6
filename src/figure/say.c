#include <math.h>

#include "base/buf.h"
#include "figure/figure_priv.h"

enum { TABLE_ROWS = 8 }; /* of a curve, besides the first */

/* "-4.04", or "(1.2, -3)" for a place. */
static char *
place_text(struct arena *a, struct point p)
{
    return arena_printf(a, "(%s, %s)", number_short(a, p.x), number_short(a, p.y));
}

static const char *
thing_text(struct arena *a, const struct moment *m, const struct thing *t)
{
    struct value v;

    if (!calc_eval(a, m->scope, t->at[0], &m->env, &v, NULL))
        return "undefined";
    if (v.rows == 2)
        return place_text(a, moment_point(m, t->at[0]));
    return cimag(v.at[0]) == 0 ? number_short(a, creal(v.at[0])) : value_text(a, v, 4);
}

/* Whether the thing is a number or an arrow with a label: something to read out. */
static bool
is_told(const struct moment *m, const struct thing *t)
{
    return t->labelled && t->kind != THING_ARC && t->kind != THING_SHAPE &&
           t->kind != THING_CURVE && moment_holds(m, t->when);
}

/* ---- the sentence ---------------------------------------------------------------------
 */

/* Without `say:`, what the sliders are set to and where the labelled things are. */
static void
say_all(struct buf *b, const struct moment *m, const struct figure_state *s)
{
    const struct figure *f = m->f;

    for (int i = 0; i < f->n_sliders; i++)
        buf_printf(b, "%s%s = %s", i ? ", " : "", f->shown[i],
                   figure_slider_text(b->arena, f, s, i));
    for (int i = 0; i < f->n_things; i++)
        if (is_told(m, &f->things[i]))
            buf_printf(b, "%s%s: %s", b->n ? "; " : "",
                       label_text(b->arena, m, &f->things[i]),
                       thing_text(b->arena, m, &f->things[i]));
    if (f->strip.name)
        buf_printf(
            b, "%s%s %s", b->n ? "; " : "", f->strip.shown,
            number_fixed(b->arena, moment_real(m, f->strip.term), f->strip.places));
    if (b->n)
        buf_add(b, ".");
}

char *
figure_say(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct moment m;
    struct buf b;

    moment_init(&m, a, f, s->value);
    buf_init(&b, a);
    for (int i = 0; i < f->n_says; i++) {
        const struct sentence *say = &f->says[i];

        if (moment_holds(&m, say->when))
            buf_printf(&b, "%s%s", b.n ? " " : "",
                       sentence_text(a, &m, say, moment_angle(&m), " degrees"));
    }
    if (!f->n_says)
        say_all(&b, &m, s);
    return b.s;
}

/* ---- the table ------------------------------------------------------------------------
 */

static void
add_row(struct buf *b, const char *name, const char *value)
{
    buf_printf(b, "%s  %s\n", name, value);
}

/* A curve at a few places of its range. */
static void
add_curve(struct buf *b, const struct moment *m, const struct thing *t)
{
    double low = moment_real(m, t->low), high = moment_real(m, t->high);
    const char *label = label_text(b->arena, m, t);
    struct moment along;

    moment_along(&along, b->arena, m, t);
    for (int i = 0; i <= TABLE_ROWS; i++) {
        double x = low + (high - low) * i / TABLE_ROWS;

        add_row(b,
                arena_printf(b->arena, "%s%sat %s = %s", label, *label ? " " : "",
                             t->variable, number_short(b->arena, x)),
                number_short(b->arena, moment_height(&along, t, x)));
    }
}

char *
figure_table(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct moment m;
    struct buf b;

    moment_init(&m, a, f, s->value);
    buf_init(&b, a);
    for (int i = 0; i < f->n_sliders; i++)
        add_row(&b, f->shown[i], figure_slider_text(a, f, s, i));
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];

        if (t->kind == THING_CURVE && moment_holds(&m, t->when))
            add_curve(&b, &m, t);
        else if (is_told(&m, t))
            add_row(&b, label_text(a, &m, t), thing_text(a, &m, t));
    }
    if (f->strip.name)
        add_row(&b, f->strip.shown,
                number_fixed(a, moment_real(&m, f->strip.term), f->strip.places));
    return b.s;
}

double
figure_value(const struct figure *f, const struct figure_state *s, const struct term *t)
{
    struct arena *a = arena_new();
    struct moment m;
    double v;

    moment_init(&m, a, f, s->value);
    v = moment_real(&m, t);
    arena_free(a);
    return v;
}
