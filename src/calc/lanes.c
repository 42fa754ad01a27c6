/*
 * A term at many values of one name: each step of it is taken for a block of values at
 * once. What does not vary is valued as always, once a block; what has no step for many
 * is valued one by one. The operations of a value, their order and their count are those
 * of calc_eval_real().
 */
#include <complex.h>
#include <math.h>

#include "calc/lanes.h"

/* ---- a block ----------------------------------------------------------------------- */

static void
set_slot(struct lanes *l, int i)
{
    for (int k = 0; k < l->of->parts; k++)
        l->slot[k] = l->of->x[(size_t)k * (size_t)l->of->n + (size_t)(l->from + i)];
}

/* Value i of the block alone, after work that was done for all; the most that any took.
 */
static double complex
one(struct lanes *l, const struct term *t, int i, long *work_most)
{
    long before = l->c.work;
    struct scratch left = scratch_begin(&l->c);
    double complex z;

    set_slot(l, i);
    z = complex_of(&l->c, t);
    scratch_end(&l->c, left);
    l->uneven |= l->c.failed || (i && l->c.work - before != *work_most);
    if (l->c.work - before > *work_most)
        *work_most = l->c.work - before;
    l->c.work = before;
    return z;
}

void
real_take(struct lanes *l, const struct step *s, double *out)
{
    long most = 0;
    double same;

    if (s->varies && s->reals) {
        if (work(&l->c, 1))
            s->reals(l, s, out);
        return;
    }
    if (s->varies) {
        for (int i = 0; i < l->n; i++)
            out[i] = creal(one(l, s->t, i, &most));
        work(&l->c, most);
        return;
    }
    same = real_of(&l->c, s->t);
    for (int i = 0; i < l->n; i++)
        out[i] = same;
}

void
complex_take(struct lanes *l, const struct step *s, double complex *out)
{
    bool real = s->t->type.kind <= TYPE_REAL;
    long most = 0;
    double complex same;
    double *parts;

    if (s->varies && real) {
        parts = real_room(l);
        real_take(l, s, parts);
        for (int i = 0; i < l->n; i++)
            out[i] = parts[i];
    } else if (s->varies && s->pairs) {
        if (work(&l->c, 1))
            s->pairs(l, s, out);
    } else if (s->varies) {
        for (int i = 0; i < l->n; i++)
            out[i] = one(l, s->t, i, &most);
        work(&l->c, most);
    } else {
        same = complex_of(&l->c, s->t);
        for (int i = 0; i < l->n; i++)
            out[i] = same;
    }
}

/* ---- finding the steps --------------------------------------------------------------
 */

static bool
is_index(const struct lanes *l, const char *name)
{
    for (const struct index *i = l->in; i; i = i->outer)
        if (strcmp(i->name, name) == 0)
            return true;
    return false;
}

/* Whether what t is worth hangs on the lanes' name. A name that nothing is known of may.
 */
static bool
varies(struct lanes *l, const struct term *t)
{
    const struct index here = {t->name, l->in};
    bool found = false;

    if (t->op == TERM_NAME)
        return !is_index(l, t->name) &&
               (strcmp(t->name, l->of->name) == 0 || !name_given(&l->c, t->name, true));
    for (int i = 0; i < t->n && !found; i++) {
        if (term_binds(t) && i == t->n - 1)
            l->in = &here;
        found = varies(l, t->arg[i]);
        l->in = here.outer;
    }
    return found;
}

static void
step_find(struct lanes *l, const struct term *t, struct step *s)
{
    const struct index here = {t->name, l->in};

    *s = (struct step){.t = t, .varies = varies(l, t)};
    if (!s->varies)
        return;
    s->arg = ARENA_ARRAY(l->c.arena, struct step, t->n + 1);
    for (int i = 0; i < t->n; i++) {
        if (term_binds(t) && i == t->n - 1)
            l->in = &here;
        step_find(l, t->arg[i], &s->arg[i]);
        l->in = here.outer;
    }
    if (is_number(t))
        step_choose(l, s);
}

/* ---- the room's function ----------------------------------------------------------- */

/* The block as calc_eval_real() would have it: a failure that not all have in common is
 * found one by one. */
static void
block_take(struct lanes *l, const struct step *top, double *y)
{
    const struct calc start = l->c;
    double complex *z = complex_room(l);

    l->uneven = false;
    if (is_real(top->t))
        real_take(l, top, y);
    else
        complex_take(l, top, z);
    for (int i = 0; i < l->n; i++) {
        if (!is_real(top->t))
            y[i] = cimag(z[i]) == 0 ? creal(z[i]) : NAN;
        if (l->c.failed)
            y[i] = NAN;
    }
    if (l->c.failed && l->uneven)
        for (int i = 0; i < l->n; i++) {
            set_slot(l, i);
            y[i] = calc_eval_real(start.arena, start.scope, top->t, start.env);
        }
    l->c = start;
}

static void
one_by_one(struct lanes *l, const struct term *t, double *y)
{
    for (int i = 0; i < l->n; i++) {
        set_slot(l, i);
        y[i] = calc_eval_real(l->c.arena, l->c.scope, t, l->c.env);
    }
}

void
calc_eval_lanes(struct arena *a, const struct scope *s, const struct term *t,
                const struct calc_env *env, const struct calc_lanes *of, double *y)
{
    const struct calc outside = {.arena = a, .env = env};
    const struct scratch left = scratch_begin(&outside);
    struct calc_env known = calc_known(a, s, t, env);
    struct calc_name *names = ARENA_ARRAY(a, struct calc_name, known.n + 1);
    struct lanes l = {.of = of, .slot = ARENA_ARRAY(a, double complex, of->parts)};
    struct step top;

    memcpy(names, known.at, (size_t)known.n * sizeof *names);
    names[known.n] = (struct calc_name){
        of->name, {of->parts, 1, true, l.slot}
    };
    known.at = names;
    known.n++;
    l.c = (struct calc){.arena = a, .scope = s, .env = &known, .lens = known.lens};
    step_find(&l, t, &top);
    for (l.from = 0; l.from < of->n; l.from += LANES_BLOCK) {
        const struct arena_mark mark = arena_mark(a);

        l.n = of->n - l.from < LANES_BLOCK ? of->n - l.from : LANES_BLOCK;
        if (is_number(t) && t->op != TERM_RELATION)
            block_take(&l, &top, y + l.from);
        else
            one_by_one(&l, t, y + l.from);
        arena_back(a, mark);
    }
    scratch_end(&(struct calc){.arena = a, .env = env}, left);
}
