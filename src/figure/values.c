#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/buf.h"
#include "figure/kind/trial/trial.h"

static const double SMALL = 1e-3;
static const double pi = 3.14159265358979323846;

struct num_lens
moment_lens(const struct moment *m, const struct through *t)
{
    int place = t->places && t->slider >= 0 ? (int)creal(m->numbers[t->slider]) - 1 : 0;

    return (struct num_lens){.format = t->places ? t->places[place] : NUM_FP64};
}

/* What was lost on the way to the kept names that a term mentions. */
static unsigned
loss_of_names(const struct moment *m, const struct term *t)
{
    int first = m->f->n_sliders + m->f->n_random;
    unsigned loss = 0;

    for (int i = 0; i < m->env.n - first && i < m->f->n_stored; i++)
        if (expr_mentions(t, m->names[first + i].name))
            loss |= m->loss[i];
    return loss;
}

/* Without a value it is not given, and its term is looked at again wherever it stands. */
static void
store(struct moment *m, const struct stored *s)
{
    struct calc_env env = m->env;
    int at = m->env.n - m->f->n_sliders - m->f->n_random;
    struct value v;

    env.lens = moment_lens(m, &s->through);
    env.memo = calc_memo_new(m->arena);
    m->loss[at] = loss_of_names(m, s->term);
    if (calc_eval_watched(m->arena, m->scope, s->term, &env, &v, &m->loss[at]))
        m->names[m->env.n++] = (struct calc_name){s->name, v};
}

/* Box and Muller's normal numbers. */
static struct calc_name
random_of(struct arena *a, const struct figure *f, int i, const double *values)
{
    const struct random_name *name = &f->random[i];
    double complex *at = ARENA_ARRAY(a, double complex, name->n);
    struct num_random r;

    num_random_seed(&r, (uint64_t)values[name->slider] * RANDOM_MAX + (uint64_t)i);
    for (int k = 0; k < name->n; k++) {
        double radius = sqrt(-2 * log(1 - num_random_unit(&r)));

        at[k] = radius * cos(2 * pi * num_random_unit(&r));
    }
    return (struct calc_name){
        name->name, {name->n, 1, true, at}
    };
}

void
moment_init(struct moment *m, struct arena *a, const struct figure *f,
            const double *values)
{
    m->f = f;
    m->arena = a;
    m->run = NULL;
    for (int i = 0; i < f->n_sliders; i++) {
        m->numbers[i] = values[i];
        m->names[i] = (struct calc_name){
            f->sliders[i].name, {1, 1, true, &m->numbers[i]}
        };
    }
    for (int i = 0; i < f->n_random; i++)
        m->names[f->n_sliders + i] = random_of(a, f, i, values);
    m->env = (struct calc_env){m->names, f->n_sliders + f->n_random, {0}, NULL};
    m->scope = f->scope;
    for (int i = 0; i < f->n_stored; i++)
        store(m, &f->stored[i]);
    m->env.memo = calc_memo_new(a);
}

void
moment_start(struct moment *m, struct arena *a, const struct figure *f)
{
    double values[FIGURE_SLIDERS_MAX];

    for (int i = 0; i < f->n_sliders; i++)
        values[i] = f->sliders[i].initial;
    moment_init(m, a, f, values);
}

void
moment_bind(struct moment *m, const struct scope *scope, const char *variable)
{
    double complex *number = &m->numbers[FIGURE_SLIDERS_MAX];

    *number = 0;
    m->names[m->env.n++] = (struct calc_name){
        variable, {1, 1, true, number}
    };
    m->env.memo = NULL; /* what names are worth hangs on the variable now */
    m->scope = scope;
}

void
moment_along(struct moment *out, struct arena *a, const struct moment *m,
             const struct thing *curve)
{
    struct calc_env known = m->env;
    struct calc_name *names;

    known.lens = moment_lens(m, &curve->through);
    for (int i = 0; i < curve->n; i++)
        known = calc_known(a, curve->scope, curve->at[i], &known);
    names = ARENA_ARRAY(a, struct calc_name, known.n + 1);
    *out = *m;
    out->arena = a;
    out->scope = curve->scope;
    for (int i = 0; i < known.n; i++)
        names[i] = known.at[i];
    out->numbers[FIGURE_SLIDERS_MAX] = 0;
    names[known.n] = (struct calc_name){
        curve->variable, {1, 1, true, &out->numbers[FIGURE_SLIDERS_MAX]}
    };
    out->env = (struct calc_env){names, known.n + 1, known.lens, NULL};
}

void
moment_many(struct arena *a, const struct moment *m, const struct thing *t, int which,
            struct many many)
{
    struct calc_env env = m->env;

    env.lens = moment_lens(m, &t->through);
    calc_eval_lanes(a, t->scope, t->at[which], &env,
                    &(struct calc_lanes){t->variable, many.parts, many.x, many.n},
                    many.y);
}

double
moment_term(struct moment *m, const struct term *t, double x)
{
    m->numbers[FIGURE_SLIDERS_MAX] = x;
    return moment_real(m, t);
}

double
moment_height(struct moment *m, const struct thing *curve, double x)
{
    return moment_term(m, curve->at[0], x);
}

double
moment_real(const struct moment *m, const struct term *t)
{
    return calc_eval_real(m->arena, m->scope, t, &m->env);
}

const char *
moment_number(struct arena *a, const struct moment *m, double v)
{
    if (!m->f->formats)
        return number_short(a, v);
    /* How small a number may be is what is shown. */
    return isnan(v)                    ? "NaN"
           : v != 0 && fabs(v) < SMALL ? number_digits(a, v, 4)
                                       : number_short(a, v);
}

double
moment_stored(const struct moment *m, const struct thing *t, unsigned *loss)
{
    struct calc_env env = m->env;
    struct value v;

    env.lens = moment_lens(m, &t->through);
    *loss = loss_of_names(m, t->at[0]);
    if (!calc_eval_watched(m->arena, m->scope, t->at[0], &env, &v, loss) ||
        v.rows * v.cols != 1 || cimag(v.at[0]) != 0)
        return NAN;
    return creal(v.at[0]);
}

const char *
moment_reading(struct arena *a, const struct moment *m, const struct thing *t, int digits)
{
    struct calc_env env = m->env;
    struct value v;
    unsigned loss;

    env.lens = moment_lens(m, &t->through);
    if (calc_eval(a, m->scope, t->at[0], &env, &v, NULL) && v.rows * v.cols > 1)
        return value_text(a, v, digits);
    return moment_number(a, m, moment_stored(m, t, &loss));
}

char *
lamp_text(struct arena *a, unsigned loss, const char *number)
{
    const char *over = loss & CALC_OVERFLOW ? ", overflow" : "";
    const char *under = loss & CALC_UNDERFLOW ? ", underflow" : "";

    return arena_printf(a, "%s%s%s", number, over, under);
}

struct point
moment_point(const struct moment *m, const struct term *t)
{
    struct value v;

    if (!calc_eval(m->arena, m->scope, t, &m->env, &v, NULL))
        return (struct point){NAN, NAN};
    if (v.rows == 2 && v.cols == 1)
        return (struct point){creal(v.at[0]), creal(v.at[1])};
    return (struct point){creal(v.at[0]), cimag(v.at[0])};
}

/* Without a value for the slider, what depends on it has none. */
bool
moment_moves(const struct moment *m, const struct thing *t, int i)
{
    struct calc_name *names = ARENA_ARRAY(m->arena, struct calc_name, m->env.n);
    struct calc_env env = {.at = names, .n = m->env.n - 1, .lens = m->env.lens};
    struct value v;

    for (int j = 0; j < env.n; j++)
        names[j] = m->env.at[j < i ? j : j + 1];
    if (t->from && !calc_eval(m->arena, m->scope, t->from, &env, &v, NULL))
        return true;
    for (int j = 0; j < t->n; j++)
        if (!calc_eval(m->arena, m->scope, t->at[j], &env, &v, NULL))
            return true;
    return false;
}

bool
moment_holds(const struct moment *m, const struct term *when)
{
    return !when || moment_real(m, when) == 1;
}

bool
point_is_finite(struct point p)
{
    return isfinite(p.x) && isfinite(p.y);
}

bool
point_moved(struct point p, struct point q, double least)
{
    return hypot(p.x - q.x, p.y - q.y) > least;
}

/* ---- angles ----------------------------------------------------------------------- */

static bool
is_angle(const struct term *t)
{
    return t->type.kind == TYPE_INTEGER || t->type.kind == TYPE_REAL;
}

static double
direction(struct point p)
{
    return p.x == 0 && p.y == 0 ? NAN : atan2(p.y, p.x);
}

/* A direction, or an angle itself. */
static double
side(const struct moment *m, const struct term *t, bool angle)
{
    return angle ? moment_real(m, t) : direction(moment_point(m, t));
}

static struct turn
shorter_way(double from, double to)
{
    return (struct turn){from, from + remainder(to - from, 2 * pi)};
}

struct turn
moment_arc(const struct moment *m, const struct thing *arc)
{
    bool angles = is_angle(arc->at[0]) && is_angle(arc->at[1]);
    double from = side(m, arc->at[0], angles),
           to = side(m, arc->at[1], angles || arc->turn);

    if (arc->turn)
        return (struct turn){from, from + to};
    return angles ? (struct turn){from, to} : shorter_way(from, to);
}

static double
degrees(struct turn t)
{
    return fabs(t.to - t.from) * 180 / pi;
}

double
moment_angle(const struct moment *m)
{
    double sides[2];
    int n = 0;

    for (int i = 0; i < m->f->n_things; i++) {
        const struct thing *t = &m->f->things[i];

        if (t->kind == THING_ARC && moment_holds(m, t->when))
            return degrees(moment_arc(m, t));
        if (t->kind == THING_ARROW && n < 2 && moment_holds(m, t->when))
            sides[n++] = direction(moment_point(m, t->at[0]));
    }
    return n < 2 ? NAN : degrees(shorter_way(sides[0], sides[1]));
}

/* ---- sentences -------------------------------------------------------------------- */

/* A number that is real by its type, or in full "1 + 7i". */
static char *
piece_text(struct arena *a, const struct moment *m, const struct piece *p)
{
    struct value v;

    if (!calc_eval(m->arena, m->scope, p->term, &m->env, &v, NULL))
        return arena_strdup(a, "undefined");
    if (v.rows * v.cols != 1 || cimag(v.at[0]) != 0)
        return value_text(a, v, 4);
    return p->places < 0 || isnan(creal(v.at[0]))
               ? arena_strdup(a, moment_number(a, m, creal(v.at[0])))
               : number_fixed(a, creal(v.at[0]), p->places);
}

char *
sentence_text(struct arena *a, const struct moment *m, const struct sentence *s,
              double angle, const char *unit)
{
    struct buf b;

    buf_init(&b, a);
    for (int i = 0; i < s->n; i++) {
        const struct piece *p = &s->at[i];

        if (p->angle)
            buf_printf(&b, "%s%s", number_fixed(a, angle, p->places < 0 ? 0 : p->places),
                       unit);
        else
            buf_add(&b, p->term ? piece_text(a, m, p) : p->text);
    }
    return b.s;
}

char *
label_text(struct arena *a, const struct moment *m, const struct thing *t)
{
    double angle = t->kind == THING_ARC ? degrees(moment_arc(m, t)) : moment_angle(m);

    return sentence_text(a, m, &t->label, angle, "°");
}

/* "-4.04", or "(1.2, -3)" for a place. */
static char *
place_text(struct arena *a, struct point p)
{
    return arena_printf(a, "(%s, %s)", number_short(a, p.x), number_short(a, p.y));
}

const char *
thing_text(struct arena *a, const struct moment *m, const struct thing *t)
{
    struct value v;
    unsigned loss;

    if (thing_is_reading(t)) {
        moment_stored(m, t, &loss);
        return t->kind == THING_READ ? moment_reading(a, m, t, 3)
                                     : lamp_text(a, loss, moment_reading(a, m, t, 3));
    }
    if (!calc_eval(a, m->scope, t->at[0], &m->env, &v, NULL))
        return "undefined";
    if (v.rows == 2)
        return place_text(a, moment_point(m, t->at[0]));
    return cimag(v.at[0]) == 0 ? moment_number(a, m, creal(v.at[0]))
                               : value_text(a, v, 4);
}

/* Whether the thing is a number or an arrow with a label: something to read out. */
static bool
is_told(const struct moment *m, const struct thing *t)
{
    return t->labelled && t->kind != THING_ARC && t->kind != THING_SHAPE &&
           moment_holds(m, t->when);
}

/* ---- the sentence ----------------------------------------------------------------- */

static void
say_thing(struct buf *b, const struct moment *m, const struct thing *t)
{
    bool (*say)(struct buf *, const struct moment *, const struct thing *) =
        m->f->kind->say;

    if (!moment_holds(m, t->when) || (say && say(b, m, t)) || !is_told(m, t))
        return;
    buf_printf(b, "%s%s: %s", b->n ? "; " : "", label_text(b->arena, m, t),
               thing_text(b->arena, m, t));
}

/* Without `say:`, what the sliders are set to and where the labelled things are. */
static void
say_all(struct buf *b, const struct moment *m, const struct figure_state *s)
{
    const struct figure *f = m->f;

    for (int i = 0; i < f->n_sliders; i++)
        buf_printf(b, "%s%s = %s", i ? ", " : "", f->shown[i],
                   figure_slider_text(b->arena, f, s, i));
    for (int i = 0; i < f->n_things; i++)
        say_thing(b, m, &f->things[i]);
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
    struct figure_run *own;
    struct moment m;
    struct buf b;

    moment_init(&m, a, f, s->value);
    m.run = run_at(f, s, &own);
    buf_init(&b, a);
    for (int i = 0; i < f->n_says; i++) {
        const struct sentence *say = &f->says[i];

        if (moment_holds(&m, say->when))
            buf_printf(&b, "%s%s", b.n ? " " : "",
                       sentence_text(a, &m, say, moment_angle(&m), " degrees"));
    }
    if (!f->n_says)
        say_all(&b, &m, s);
    figure_run_free(own);
    return b.s;
}

/* ---- the table -------------------------------------------------------------------- */

void
row_add(struct buf *b, const char *name, const char *value)
{
    buf_printf(b, "%s  %s\n", name, value);
}

char *
figure_table(struct arena *a, const struct figure *f, const struct figure_state *s)
{
    struct figure_run *own;
    struct moment m;
    struct buf b;

    moment_init(&m, a, f, s->value);
    m.run = run_at(f, s, &own);
    buf_init(&b, a);
    for (int i = 0; i < f->n_sliders; i++)
        row_add(&b,
                *f->sliders[i].about
                    ? arena_printf(a, "%s, %s", f->shown[i], f->sliders[i].about)
                    : f->shown[i],
                figure_slider_text(a, f, s, i));
    for (int i = 0; i < f->n_things; i++) {
        const struct thing *t = &f->things[i];

        if (!moment_holds(&m, t->when) || (f->kind->tell && f->kind->tell(&b, &m, t)))
            continue;
        if (is_told(&m, t))
            row_add(&b, label_text(a, &m, t), thing_text(a, &m, t));
    }
    if (f->strip.name)
        row_add(&b, f->strip.shown,
                number_fixed(a, moment_real(&m, f->strip.term), f->strip.places));
    figure_run_free(own);
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
