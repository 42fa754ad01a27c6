/* Rounded values: what a learner who computes on paper or with a calculator types. */
#include "grade/term/rounded.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* The share within which a decimal is a rounded value, where the question says none. */
static const double share_usual = 1e-3;

/* ---- a decimal as it was typed ----------------------------------------------------- */

struct decimal {
    double unit; /* of the last digit that is shown */
    int figures; /* significant digits that are shown */
};

/* How many decimals a literal shows, zeros at its end included: its digits have lost
 * them, the place where it stood has not. Negative: so many zeros end a whole number. */
static int
places_shown(const struct term *number)
{
    int digits = (int)strlen(number->digits), whole = digits + number->exponent, shortest;

    if (number->exponent >= 0)
        return number->at.len > whole + 1 ? number->at.len - whole - 1
                                          : -number->exponent;
    shortest = (whole > 0 ? whole : 1) + 1 - number->exponent;
    return -number->exponent +
           (number->at.len > shortest ? number->at.len - shortest : 0);
}

/* A decimal, with a sign, or as a percentage; false for other terms. */
static bool
decimal_of(const struct term *t, struct decimal *out)
{
    int places = 0;

    if (t->op == TERM_DIV && t->arg[1]->op == TERM_NUMBER && t->arg[1]->near == 100) {
        places = 2;
        t = t->arg[0];
    }
    while (t->op == TERM_NEG)
        t = t->arg[0];
    if (t->op != TERM_NUMBER || t->near == 0)
        return false;
    out->figures = (int)floor(log10(t->near) + 1e-12) + 1 + places_shown(t);
    out->unit = pow(10, -places - places_shown(t));
    return true;
}

/* ---- one entry --------------------------------------------------------------------- */

static double
share_of(const struct grading *g)
{
    return g->q->rounded ? calc_eval_real(g->arena, g->d->scope, g->q->rounded, NULL)
                         : share_usual;
}

static bool
is_whole(double complex w)
{
    return fabs(creal(w) - round(creal(w))) <= 1e-9 && fabs(cimag(w)) <= 1e-9;
}

static enum nearness
near_decimal(const struct grading *g, const struct decimal *d, double complex v,
             double complex w)
{
    double gap = cabs(v - w), share = share_of(g);
    bool enough = d->figures >= FIGURES_LEAST, rounds = gap <= d->unit / 2 * (1 + 1e-9);

    if (gap <= share * cabs(w) * (1 + 1e-9) && (enough || g->q->rounded))
        return NEAR_ROUNDED;
    if (enough && rounds && share >= share_usual)
        return NEAR_ROUNDED;
    if (d->figures < 2 || !(rounds || (gap < d->unit && cabs(v) < cabs(w))))
        return NEAR_NOT;
    return enough ? NEAR_CUT : NEAR_FEW;
}

static enum nearness
near_entry(const struct grading *g, const struct term *typed, double complex v,
           double complex w)
{
    struct decimal d;

    if (is_whole(w) && !g->q->rounded)
        return NEAR_NOT;
    if (typed && decimal_of(typed, &d))
        return near_decimal(g, &d, v, w);
    if (!g->q->rounded && !(typed && grade_has_decimal(typed)))
        return NEAR_NOT;
    return cabs(v - w) <= share_of(g) * cabs(w) * (1 + 1e-9) ? NEAR_ROUNDED : NEAR_NOT;
}

/* ---- all of it --------------------------------------------------------------------- */

bool
rounded_is_asked(const struct grading *g)
{
    return g->q->rounded || g->q->closeness == CLOSE_ABSOLUTE ||
           g->q->closeness == CLOSE_RELATIVE;
}

bool
rounded_entries(const struct grading *g, const struct term *typed, const struct term *of,
                enum nearness *near)
{
    struct value v, w;

    if (!grade_compute(g, typed, &v) || !grade_compute(g, of, &w) || v.rows != w.rows ||
        v.cols != w.cols)
        return false;
    for (int i = 0; i < v.rows * v.cols; i++) {
        const struct term *entry = typed->op == TERM_MATRIX ? typed->arg[i]
                                   : !grade_is_array(typed) ? typed
                                                            : NULL;

        near[i] = grade_is_near(g, &v, &w, i) ? NEAR_EXACT
                  : rounded_is_asked(g)       ? near_entry(g, entry, v.at[i], w.at[i])
                                              : NEAR_NOT;
    }
    return true;
}

enum nearness
rounded_near(const struct grading *g, const struct term *typed, const struct term *of)
{
    enum nearness worst = NEAR_EXACT, *near;
    int rows, cols;

    if (!grade_size(typed, &rows, &cols))
        return NEAR_NOT;
    near = ARENA_ARRAY(g->arena, enum nearness, rows * cols);
    if (!rounded_entries(g, typed, of, near))
        return NEAR_NOT;
    for (int i = 0; i < rows * cols; i++)
        worst = near[i] < worst ? near[i] : worst;
    return worst;
}

enum nearness
rounded_value(const struct grading *g, const struct term *typed, const struct term *of)
{
    struct value v, w;

    if (grade_is_array(typed) || grade_is_array(of) || !grade_compute(g, typed, &v) ||
        !grade_compute(g, of, &w))
        return NEAR_NOT;
    return near_entry(g, typed, v.at[0], w.at[0]);
}

enum nearness
rounded_rows(const struct grading *g, const struct term *typed, const struct term *of)
{
    enum nearness worst = NEAR_EXACT;
    struct value v, w;

    if (typed->op != TERM_MATRIX || !grade_compute(g, typed, &v) ||
        !grade_compute(g, of, &w) || v.rows != w.rows || v.cols != w.cols)
        return NEAR_NOT;
    for (int i = 0; i < v.rows * v.cols; i++) {
        enum nearness near = cabs(v.at[i] - w.at[i]) <= 1e-12
                                 ? NEAR_EXACT
                                 : near_entry(g, typed->arg[i], v.at[i], w.at[i]);

        worst = near < worst ? near : worst;
    }
    return worst;
}

bool
rounded_throughout(const struct grading *g, const struct term *typed,
                   const struct term *of)
{
    struct value v, w;
    bool all_exact = true;

    if (!grade_compute(g, typed, &v) || !grade_compute(g, of, &w) || v.rows != w.rows ||
        v.cols != w.cols)
        return false;
    for (int i = 0; i < v.rows * v.cols; i++) {
        const struct term *entry = typed->op == TERM_MATRIX ? typed->arg[i] : typed;
        bool exact = cabs(v.at[i] - w.at[i]) <= 1e-12;

        if (!exact && near_entry(g, entry, v.at[i], w.at[i]) < NEAR_ROUNDED)
            return false;
        all_exact = all_exact && exact;
    }
    return !all_exact;
}

bool
rounded_is_cut_off(const struct grading *g, const struct term *x, const struct term *y,
                   double *unit, double *size)
{
    struct decimal d;
    struct value v, w;
    double gap;

    if (grade_is_array(y) || !decimal_of(x, &d) || d.figures < 2 ||
        !grade_compute(g, x, &v) || !grade_compute(g, y, &w) || is_whole(w.at[0]))
        return false;
    *unit = d.unit;
    *size = cabs(w.at[0]);
    gap = cabs(v.at[0] - w.at[0]);
    return gap <= d.unit / 2 * (1 + 1e-9) || (gap < d.unit && cabs(v.at[0]) < *size);
}

double
rounded_gap(const struct grading *g, const struct term *x, const struct term *y)
{
    struct value v, w;
    double gap = 0;

    if (!grade_compute(g, x, &v) || !grade_compute(g, y, &w) || v.rows != w.rows ||
        v.cols != w.cols)
        return INFINITY;
    for (int i = 0; i < v.rows * v.cols; i++)
        gap = fmax(gap, cabs(v.at[i] - w.at[i]));
    return gap;
}
