/* The steps of a term that are taken for a block of values at once. */
#include <complex.h>
#include <math.h>

#include "calc/lanes.h"

static bool
is_plain(const struct calc *c)
{
    return c->lens.format == NUM_FP64 && !c->loss;
}

/* ---- steps of real numbers --------------------------------------------------------- */

static void
real_name(struct lanes *l, const struct step *s, double *out)
{
    bool count = s->t->type.kind == TYPE_INTEGER;

    for (int i = 0; i < l->n; i++)
        out[i] = count ? l->of->x[l->from + i] : rounded(&l->c, l->of->x[l->from + i]);
}

static void
real_combine(struct lanes *l, const struct step *s, double *x)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double *y = real_room(l);

    if (!(s->t->op == TERM_POW && s->t->arg[0]->op == TERM_E))
        real_take(l, &s->arg[0], x);
    real_take(l, &s->arg[1], y);
    if (is_plain(&l->c) && s->t->op == TERM_ADD)
        for (int i = 0; i < l->n; i++)
            x[i] += y[i];
    else if (is_plain(&l->c) && s->t->op == TERM_SUB)
        for (int i = 0; i < l->n; i++)
            x[i] -= y[i];
    else if (is_plain(&l->c) && s->t->op == TERM_MUL)
        for (int i = 0; i < l->n; i++)
            x[i] *= y[i];
    else
        for (int i = 0; i < l->n; i++)
            x[i] = real_combined(&l->c, s->t, x[i], y[i]);
    arena_back(l->c.arena, mark);
}

static void
real_negate(struct lanes *l, const struct step *s, double *out)
{
    real_take(l, &s->arg[0], out);
    for (int i = 0; i < l->n; i++)
        out[i] = -out[i];
}

static void
real_call(struct lanes *l, const struct step *s, double *out)
{
    real_take(l, &s->arg[0], out);
    for (int i = 0; i < l->n; i++)
        out[i] = real_called(&l->c, s->t, out[i]);
}

/* Re, Im, arg and the size of a complex number; the length of a number. */
static void
real_of_complex(struct lanes *l, const struct step *s, double *out)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double complex *z = complex_room(l);
    bool norm = s->t->function == FUNCTION_NORM;

    complex_take(l, &s->arg[0], z);
    for (int i = 0; i < l->n; i++)
        out[i] = rounded(&l->c, norm ? cabs(z[i])
                                     : creal(complex_function(s->t->function, z[i])));
    arena_back(l->c.arena, mark);
}

/* The largest or the least of some numbers. */
static void
real_extreme(struct lanes *l, const struct step *s, double *out)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double sign = s->t->function == FUNCTION_MAX ? 1 : -1, *x = real_room(l);

    for (int i = 0; i < l->n; i++)
        out[i] = -INFINITY;
    for (int k = 0; k < s->t->n; k++) {
        real_take(l, &s->arg[k], x);
        for (int i = 0; i < l->n; i++)
            out[i] = isnan(out[i]) || isnan(x[i]) ? NAN : fmax(out[i], sign * x[i]);
    }
    for (int i = 0; i < l->n; i++)
        out[i] *= sign;
    arena_back(l->c.arena, mark);
}

static void
real_sum(struct lanes *l, const struct step *s, double *total)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    bool sum = s->t->op == TERM_SUM;
    double *x = real_room(l);
    struct run r;
    bool begun = run_begin(&l->c, s->t, &r);

    for (int i = 0; i < l->n; i++)
        total[i] = !begun ? NAN : sum ? 0 : 1;
    while (begun && run_step(&l->c, &r)) {
        real_take(l, &s->arg[2], x);
        if (is_plain(&l->c) && sum)
            for (int i = 0; i < l->n; i++)
                total[i] += x[i];
        else
            for (int i = 0; i < l->n; i++)
                total[i] = indexed_next(&l->c, sum, total[i], x[i]);
    }
    if (begun)
        run_end(&l->c, &r);
    arena_back(l->c.arena, mark);
}

/* ---- components -------------------------------------------------------------------- */

/* The place that argument k says, from 0; -1 when there is none. */
static int
place_of(double at, int n)
{
    return at >= 1 && at <= n && at == floor(at) ? (int)at - 1 : -1;
}

/* Of an array that stays, or of the lanes' vector. */
static void
complex_component(struct lanes *l, const struct step *s, double complex *out)
{
    double *row = real_room(l), *col = real_room(l);
    struct value v = {l->of->parts, 1, true, NULL};

    if (s->arg[0].varies)
        work(&l->c, 1);
    else
        v = array_of(&l->c, s->arg[0].t);
    real_take(l, &s->arg[1], row);
    if (s->t->n > 2)
        real_take(l, &s->arg[2], col);
    for (int i = 0; i < l->n; i++) {
        int at = place_of(row[i], v.rows), across = s->t->n > 2 ? place_of(col[i], v.cols)
                                                    : v.cols > 0 ? 0
                                                                 : -1;

        if (at < 0 || across < 0)
            out[i] = NAN;
        else if (v.at)
            out[i] = v.at[at * v.cols + across];
        else
            out[i] = rounded(&l->c, l->of->x[at * l->of->n + l->from + i]);
    }
}

static void
real_component(struct lanes *l, const struct step *s, double *out)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double complex *z = complex_room(l);

    complex_component(l, s, z);
    for (int i = 0; i < l->n; i++)
        out[i] = creal(z[i]);
    arena_back(l->c.arena, mark);
}

/* ---- steps of complex numbers ------------------------------------------------------ */

static void
complex_combine(struct lanes *l, const struct step *s, double complex *x)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double complex *y = complex_room(l);

    if (!(s->t->op == TERM_POW && s->t->arg[0]->op == TERM_E))
        complex_take(l, &s->arg[0], x);
    complex_take(l, &s->arg[1], y);
    for (int i = 0; i < l->n; i++)
        x[i] = complex_combined(&l->c, s->t, x[i], y[i]);
    arena_back(l->c.arena, mark);
}

static void
complex_negate(struct lanes *l, const struct step *s, double complex *out)
{
    complex_take(l, &s->arg[0], out);
    for (int i = 0; i < l->n; i++)
        out[i] = -out[i];
}

static void
complex_call(struct lanes *l, const struct step *s, double complex *out)
{
    complex_take(l, &s->arg[0], out);
    for (int i = 0; i < l->n; i++)
        out[i] = rounded_parts(&l->c, complex_function(s->t->function, out[i]));
}

/* Whether the sum may go on from the one before: the same beginning, no smaller end. */
static bool
goes_on(const struct lanes *l, const struct kept *k, const struct run *r)
{
    return k->begun && k->block == l->from && k->low == r->next &&
           (k->next == k->low || k->next - 1 <= r->last);
}

/* Begin with what the sum before has found; the work of that is counted again. */
static void
take_kept(struct lanes *l, struct kept *k, struct run *r, double complex *total)
{
    size_t size = (size_t)l->n * sizeof *total;

    if (!goes_on(l, k, r)) {
        *k = (struct kept){true, l->from, r->next, r->next, 0, k->total};
        memcpy(k->total, total, size);
    }
    memcpy(total, k->total, size);
    r->next = k->next;
    work(&l->c, k->work);
}

static void
complex_sum(struct lanes *l, const struct step *s, double complex *total)
{
    struct arena_mark mark = arena_mark(l->c.arena);
    double complex *x = complex_room(l);
    struct kept *k = s->kept;
    bool sum = s->t->op == TERM_SUM;
    struct run r;
    bool begun = run_begin(&l->c, s->t, &r);
    long before = l->c.work;

    for (int i = 0; i < l->n; i++)
        total[i] = !begun ? of_parts(NAN, NAN) : sum ? 0 : 1;
    if (begun && k)
        take_kept(l, k, &r, total);
    while (begun && run_step(&l->c, &r)) {
        complex_take(l, &s->arg[2], x);
        for (int i = 0; i < l->n; i++)
            total[i] = sum ? rounded_parts(&l->c, total[i] + x[i])
                           : complex_times(&l->c, total[i], x[i]);
    }
    if (begun && k) {
        k->work = l->c.work - before;
        k->next = r.next - 1; /* the step that was none has counted it up */
        memcpy(k->total, total, (size_t)l->n * sizeof *total);
    }
    if (begun)
        run_end(&l->c, &r);
    arena_back(l->c.arena, mark);
}

/* ---- which step -----------------------------------------------------------------------
 */

static bool
mentions_index(const struct lanes *l, const struct term *t)
{
    for (const struct index *i = l->in; i; i = i->outer)
        if (expr_mentions(t, i->name))
            return true;
    return false;
}

static void
call_find(struct step *s)
{
    const struct term *t = s->t, *x = t->arg[0];
    enum function_id f = t->function;

    if (!is_number(x) || f == FUNCTION_RMS || f == FUNCTION_DET)
        return;
    s->reals = f == FUNCTION_MAX || f == FUNCTION_MIN ? real_extreme
               : f == FUNCTION_NORM || !is_real(x)    ? real_of_complex
                                                      : real_call;
    s->pairs = complex_call;
}

static void
combine_find(struct step *s)
{
    const struct term *x = s->t->arg[0], *y = s->t->arg[1];

    if (is_real(x) && is_real(y))
        s->reals = real_combine;
    if (is_number(x) && is_number(y))
        s->pairs = complex_combine;
}

static void
sum_find(struct lanes *l, struct step *s)
{
    const struct term *t = s->t;

    if (s->arg[0].varies || s->arg[1].varies)
        return;
    s->reals = is_real(t->arg[2]) ? real_sum : NULL;
    s->pairs = complex_sum;
    if (!is_real(t) && l->in && !mentions_index(l, t->arg[0]) &&
        !mentions_index(l, t->arg[2])) {
        s->kept = ARENA_NEW(l->c.arena, struct kept);
        s->kept->total = complex_room(l);
    }
}

static void
component_find(struct lanes *l, struct step *s)
{
    const struct step *x = &s->arg[0];
    bool own =
        x->t->op == TERM_NAME && l->of->parts > 1 && strcmp(x->t->name, l->of->name) == 0;

    if (x->varies && !own)
        return;
    s->reals = real_component;
    s->pairs = complex_component;
}

void
step_choose(struct lanes *l, struct step *s)
{
    switch (s->t->op) {
    case TERM_NAME:
        if (strcmp(s->t->name, l->of->name) == 0 && l->of->parts == 1)
            s->reals = real_name;
        break;
    case TERM_ADD:
    case TERM_SUB:
    case TERM_MUL:
    case TERM_DIV:
    case TERM_POW:
        combine_find(s);
        break;
    case TERM_NEG:
        s->reals = real_negate;
        s->pairs = complex_negate;
        break;
    case TERM_CALL:
        call_find(s);
        break;
    case TERM_SUM:
    case TERM_PRODUCT:
        sum_find(l, s);
        break;
    case TERM_INDEX:
        component_find(l, s);
        break;
    default:
        break;
    }
}
