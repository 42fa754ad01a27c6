/*
 * A wrong line and the line above, drawn: what stands beside the same arrow on both, as
 * arrows "line 1" and "line 2".
 */
#include <math.h>
#include <string.h>

#include "ui/bench/bench.h"

enum { FACTORS_MAX = 32, FIGURE_DIGITS = 6 };

/* Both sides at the readable point. */
struct sides {
    struct arena *arena;
    const struct scope *scope;
    struct calc_env env;
    struct buf fields;
};

static bool
value_of(const struct sides *s, const struct term *t, struct value *v)
{
    struct err e;

    if (!calc_eval(s->arena, s->scope, t, &s->env, v, &e))
        return false;
    for (int i = 0; i < v->rows * v->cols; i++)
        if (!isfinite(creal(v->at[i])) || !isfinite(cimag(v->at[i])))
            return false;
    return true;
}

static bool
is_arrow(const struct value *v)
{
    return v->rows == 2 && v->cols == 1 && v->real;
}

static bool
is_complex_number(const struct value *v)
{
    return v->rows == 1 && v->cols == 1 && !v->real;
}

static void
add_arrow(struct sides *s, const struct value *v, const char *label, const char *style)
{
    bool one = is_complex_number(v);

    buf_printf(&s->fields, "arrow: [%.*g, %.*g] as \"%s\" in %s\n", FIGURE_DIGITS,
               creal(v->at[0]), FIGURE_DIGITS, one ? cimag(v->at[0]) : creal(v->at[1]),
               label, style);
}

/* The factors of a product, from left to right. */
static int
factors(const struct term *t, const struct term *out[FACTORS_MAX], int n)
{
    if (t->op == TERM_MUL) {
        n = factors(t->arg[0], out, n);
        return factors(t->arg[1], out, n);
    }
    if (n < FACTORS_MAX)
        out[n++] = t;
    return n;
}

static const struct term *
product(struct arena *a, const struct term *const *t, int n)
{
    const struct term *whole = t[n - 1];
    struct err e;

    for (int i = n - 2; i >= 0 && whole; i--)
        whole = expr_apply(a, TERM_MUL, t[i], whole, &e);
    return whole;
}

/* u^T (M v): the arrow u and the arrow M v; *name is what u is called. */
static bool
split(const struct sides *s, const struct term *t, struct value *left,
      struct value *right, const char **name)
{
    const struct term *f[FACTORS_MAX], *rest;
    int n = factors(t, f, 0);

    if (n < 2 || n == FACTORS_MAX || f[0]->op != TERM_TRANSPOSE)
        return false;
    rest = product(s->arena, f + 1, n - 1);
    *name = expr_plain(s->arena, f[0]->arg[0], 0);
    return rest && value_of(s, f[0]->arg[0], left) && value_of(s, rest, right) &&
           is_arrow(left) && is_arrow(right);
}

static bool
same_value(const struct value *x, const struct value *y)
{
    for (int i = 0; i < x->rows * x->cols; i++)
        if (cabs(x->at[i] - y->at[i]) > 1e-9)
            return false;
    return true;
}

static bool
draw_products(struct sides *s, const struct term *x, const struct term *y,
              const char *above, const char *below)
{
    struct value u, v, w, z;
    const char *name, *other;

    if (!split(s, x, &u, &v, &name) || !split(s, y, &w, &z, &other) ||
        !same_value(&u, &w))
        return false;
    add_arrow(s, &u, name, "first");
    add_arrow(s, &v, above, "second");
    add_arrow(s, &z, below, "fourth");
    return true;
}

/* Inside Re, Im or | | the two numbers themselves are arrows. */
static bool
draw_values(struct sides *s, const struct term *x, const struct term *y,
            const char *above, const char *below)
{
    struct value v, w;

    if (x->op == TERM_CALL && y->op == TERM_CALL && x->function == y->function &&
        x->n == 1 && y->n == 1) {
        x = x->arg[0];
        y = y->arg[0];
    }
    if (!value_of(s, x, &v) || !value_of(s, y, &w))
        return false;
    if (!(is_arrow(&v) && is_arrow(&w)) &&
        !(is_complex_number(&v) && is_complex_number(&w)))
        return false;
    add_arrow(s, &v, above, "second");
    add_arrow(s, &w, below, "fourth");
    return true;
}

static void
fill_env(struct sides *s, const struct coordinate *at, int n)
{
    struct calc_name *names = ARENA_ARRAY(s->arena, struct calc_name, n + 1);
    struct err e;

    s->env = (struct calc_env){.at = names};
    for (int i = 0; i < n; i++) {
        const struct term *t =
            expr_parse(s->arena, s->scope, at[i].text, (struct pos){"value", 1, 1}, &e);

        names[s->env.n].name = at[i].name;
        if (t && calc_eval(s->arena, NULL, t, NULL, &names[s->env.n].value, &e))
            s->env.n++;
    }
}

struct figure *
bench_figure(struct ui_model *m, struct figure_state *state)
{
    struct bench *b = m->bench;
    const struct judged_line *k = bench_judged(m, b->at);
    struct sides s = {.arena = m->frame};
    const struct term *x, *y;
    const char *above, *below;
    struct errs errs = {0};
    struct figure *f;

    if (!k || k->verdict != LINE_DIFFERENT || k->from >= b->at)
        return NULL;
    s.scope = b->mine->scope;
    x = k->from < 0 ? b->mine->start : b->mine->lines[k->from].term;
    y = b->mine->lines[b->at].term;
    fill_env(&s, k->with.point, k->with.n_point);
    buf_init(&s.fields, m->frame);
    buf_add(&s.fields, "kind: plane\n");
    above =
        k->from < 0 ? "by the start" : arena_printf(m->frame, "by line %d", k->from + 1);
    below = arena_printf(m->frame, "by line %d", b->at + 1);
    if (!x || !y ||
        (!draw_products(&s, x, y, above, below) && !draw_values(&s, x, y, above, below)))
        return NULL;
    f = figure_new(m->frame,
                   fields_read(m->frame, s.fields.s, (struct pos){"figure", 1, 1}, NULL,
                               false, &errs),
                   NULL, (struct pos){"figure", 1, 1}, &errs);
    if (f)
        figure_start(f, state);
    return f;
}
