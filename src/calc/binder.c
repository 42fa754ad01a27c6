/* Sums and products over an index. */
#include <complex.h>
#include <math.h>

#include "calc/calc_priv.h"

bool
run_begin(struct calc *c, const struct term *t, struct run *r)
{
    r->next = real_of(c, t->arg[0]);
    r->last = real_of(c, t->arg[1]);
    r->bound = (struct bound){
        t->name, {1, 1, true, &r->at},
         c->bound
    };
    if (isnan(r->next) || isnan(r->last) || isinf(r->next) || isinf(r->last))
        return false;
    c->bound = &r->bound;
    return true;
}

bool
run_step(struct calc *c, struct run *r)
{
    r->at = rounded(c, r->next);
    return r->next++ <= r->last && work(c, 1);
}

void
run_end(struct calc *c, const struct run *r)
{
    c->bound = r->bound.outer;
}

double
indexed_next(const struct calc *c, bool sum, double total, double x)
{
    return settled(c, total, x, !sum && total != 0 && x != 0,
                   sum ? total + x : total * x);
}

double
indexed_real(struct calc *c, const struct term *t)
{
    bool sum = t->op == TERM_SUM;
    double total = sum ? 0 : 1;
    struct run r;

    if (!run_begin(c, t, &r))
        return NAN;
    while (run_step(c, &r)) {
        struct scratch left = scratch_begin(c);
        double x = real_of(c, t->arg[2]);

        scratch_end(c, left);
        total = indexed_next(c, sum, total, x);
    }
    run_end(c, &r);
    return c->failed ? NAN : total;
}

double complex
indexed_complex(struct calc *c, const struct term *t)
{
    bool sum = t->op == TERM_SUM;
    double complex total = sum ? 0 : 1;
    struct run r;

    if (!run_begin(c, t, &r))
        return of_parts(NAN, NAN);
    while (run_step(c, &r)) {
        struct scratch left = scratch_begin(c);
        double complex x = complex_of(c, t->arg[2]);

        scratch_end(c, left);
        total = sum ? rounded_parts(c, total + x) : complex_times(c, total, x);
    }
    run_end(c, &r);
    return c->failed ? of_parts(NAN, NAN) : total;
}

/* The side of an array that is a sum of none; -1 when it is no size. */
static int
side(struct calc *c, struct dim d)
{
    double n = d.n ? d.n : real_of(c, d.size);

    return n >= 1 && n <= SIDE_MAX && n == floor(n) ? (int)n : -1;
}

static struct value
zeros(struct calc *c, const struct term *t)
{
    int rows = side(c, t->type.rows), cols = side(c, t->type.cols);
    struct filling f;

    if (rows < 0 || cols < 0)
        return shapes_differ(c);
    f = array_new(c, rows, cols);
    return finished(f, t);
}

struct value
indexed_array(struct calc *c, const struct term *t)
{
    struct value total = {0};
    struct filling f = {0};
    struct run r;

    if (!run_begin(c, t, &r))
        return shapes_differ(c);
    while (run_step(c, &r)) {
        struct scratch left = scratch_begin(c);
        struct value x = array_of(c, t->arg[2]);
        bool first = !f.at;

        if (first) {
            f = array_new(c, x.rows, x.cols);
            total = finished(f, t);
        }
        if (x.rows != f.rows || x.cols != f.cols)
            total = shapes_differ(c);
        for (int i = 0; i < f.rows * f.cols && !c->failed; i++)
            f.at[i] = rounded_parts(c, f.at[i] + x.at[i]);
        if (!first)
            scratch_end(c, left);
    }
    run_end(c, &r);
    return f.at || c->failed ? total : zeros(c, t);
}
