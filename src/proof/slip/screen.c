/* Wrong candidates are thrown away in double precision. */
#include "proof/slip/slip.h"

#include <math.h>

enum { WORK_TERM_MAX = 300 };

static const double screen_close = 1e-9;

struct screen
screen_new(struct arena *a, const struct scope *s)
{
    struct screen k = {.n = 0};

    for (int i = 0; i < SCREEN_POINTS; i++) {
        struct point p;

        if (point_choose(a, s, i + 1, NULL, &p))
            k.env[k.n++] = p.env;
    }
    return k;
}

static bool
is_finite(struct value v)
{
    for (int i = 0; i < v.rows * v.cols; i++)
        if (!isfinite(creal(v.at[i])) || !isfinite(cimag(v.at[i])))
            return false;
    return true;
}

static double
size(struct value v)
{
    double m = 1;

    for (int i = 0; i < v.rows * v.cols; i++)
        m = fmax(m, cabs(v.at[i]));
    return m;
}

static bool
holds(struct value x, enum relation r, struct value y)
{
    double close = screen_close * fmax(size(x), size(y));

    if (r != RELATION_EQUAL && x.rows * x.cols != 1)
        return true;
    for (int i = 0; i < x.rows * x.cols; i++) {
        double complex d = x.at[i] - y.at[i];

        if (r == RELATION_EQUAL                              ? cabs(d) > close
            : r == RELATION_LESS || r == RELATION_LESS_EQUAL ? creal(d) > close
            : r == RELATION_NOT_EQUAL                        ? cabs(d) == 0
                                                             : creal(d) < -close)
            return false;
    }
    return true;
}

/* Both sides at the i-th point. */
struct sides {
    struct value x, y;
};

static bool
evaluate(struct arena *a, const struct screen *k, int i, const struct scope *s,
         const struct term *const side[2], struct sides *out)
{
    struct err e;

    return calc_eval(a, s, side[0], &k->env[i], &out->x, &e) &&
           calc_eval(a, s, side[1], &k->env[i], &out->y, &e) &&
           out->x.rows == out->y.rows && out->x.cols == out->y.cols &&
           is_finite(out->x) && is_finite(out->y);
}

enum screened
screen_compare(const struct screen *k, const struct scope *s, const struct term *x,
               enum relation r, const struct term *y)
{
    const struct term *const side[2] = {x, y};
    enum screened out = SCREEN_OPEN;
    struct arena *a = arena_new();

    if (x->size > WORK_TERM_MAX * 10 || y->size > WORK_TERM_MAX * 10)
        k = &(const struct screen){.n = 0};
    for (int i = 0; i < k->n && out != SCREEN_REJECTED; i++) {
        struct sides v;

        if (evaluate(a, k, i, s, side, &v))
            out = holds(v.x, r, v.y) ? SCREEN_PASSED : SCREEN_REJECTED;
        arena_reset(a);
    }
    arena_free(a);
    return out;
}

/* What is asked of two entries. */
typedef double complex entry_rule(double complex x, double complex y);

static double complex
difference(double complex x, double complex y)
{
    return x - y;
}

static double complex
quotient(double complex x, double complex y)
{
    return y == 0 && x == 0 ? NAN : x / y;
}

/* One number for all entries of both sides. */
static bool
constant_entries(const struct sides *v, entry_rule *f, int *met, double *c)
{
    for (int i = 0; i < v->x.rows * v->x.cols; i++) {
        double complex z = f(v->x.at[i], v->y.at[i]);

        if (isnan(creal(z)))
            continue;
        if (!isfinite(creal(z)) || fabs(cimag(z)) > screen_close * fmax(1, cabs(z)))
            return false;
        if ((*met)++ == 0)
            *c = creal(z);
        else if (fabs(creal(z) - *c) > screen_close * fmax(1, fabs(*c)))
            return false;
    }
    return true;
}

static bool
constant(const struct screen *k, const struct scope *s, const struct term *const side[2],
         entry_rule *f, double *c)
{
    struct arena *a = arena_new();
    bool ok = true;
    int met = 0, points = 0;

    for (int i = 0; ok && i < k->n; i++) {
        struct sides v;

        if (!evaluate(a, k, i, s, side, &v))
            continue;
        points++;
        ok = constant_entries(&v, f, &met, c);
    }
    arena_free(a);
    return ok && met > 0 && points > 1;
}

bool
screen_difference(const struct screen *k, const struct scope *s, const struct term *x,
                  const struct term *y, double *c)
{
    const struct term *const side[2] = {x, y};

    return constant(k, s, side, difference, c);
}

bool
screen_quotient(const struct screen *k, const struct scope *s, const struct term *x,
                const struct term *y, double *c)
{
    const struct term *const side[2] = {x, y};

    return constant(k, s, side, quotient, c);
}
