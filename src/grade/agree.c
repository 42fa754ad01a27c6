#include <math.h>

#include "calc/calc.h"
#include "exact/exact.h"
#include "grade/grade_priv.h"

/* Slack for the rounding of double precision itself. */
static const double rounding = 1e-14;

/* How far a value may lie from one of that size. For places and figures half a unit of
 * the last one, so that both neighbours of a tie are accepted. */
double
grade_tolerance(const struct grading *g, double size)
{
    const struct ask *q = g->q;
    double within =
        q->within ? calc_eval_real(g->arena, g->d->scope, q->within, NULL) : 0;

    switch (q->closeness) {
    case CLOSE_EXACT:
        return 0;
    case CLOSE_ABSOLUTE:
        return within;
    case CLOSE_RELATIVE:
        return within * size;
    case CLOSE_PLACES:
        return 0.5 * pow(10, -q->digits);
    case CLOSE_FIGURES:
        return size > 0 ? 0.5 * pow(10, floor(log10(size)) + 1 - q->digits) : 0;
    }
    return 0;
}

/* Within `times` the tolerance. */
static bool
is_near(const struct grading *g, double complex x, double complex y, double size,
        double times)
{
    double limit = times * grade_tolerance(g, size) * (1 + 1e-9) + rounding * size;
    double complex gap = x - y;

    if (g->q->closeness == CLOSE_PLACES || g->q->closeness == CLOSE_FIGURES)
        return fabs(creal(gap)) <= limit && fabs(cimag(gap)) <= limit;
    return cabs(gap) <= limit;
}

/* Shares of an array are shares of its largest entry. */
static double
size_at(const struct value *v, int i, bool share)
{
    double size = cabs(v->at[i]);

    for (int k = 0; share && k < v->rows * v->cols; k++)
        size = fmax(size, cabs(v->at[k]));
    return size;
}

bool
grade_is_near(const struct grading *g, const struct value *v, const struct value *w,
              int i)
{
    double size = size_at(w, i, g->q->closeness == CLOSE_RELATIVE);

    if (g->q->closeness == CLOSE_EXACT)
        return cabs(v->at[i] - w->at[i]) <= 1e-9 * fmax(1, size);
    return is_near(g, v->at[i], w->at[i], size, 1);
}

static enum agreement
agree_nearly(const struct grading *g, const struct term *x, const struct term *y,
             double times)
{
    bool share = g->q->closeness == CLOSE_RELATIVE;
    struct value v, w;

    if (!grade_compute(g, x, &v) || !grade_compute(g, y, &w))
        return AGREE_UNDECIDED;
    if (v.rows != w.rows || v.cols != w.cols)
        return AGREE_NO;
    for (int i = 0; i < v.rows * v.cols; i++)
        if (!is_near(g, v.at[i], w.at[i], size_at(&w, i, share), times))
            return AGREE_NO;
    return AGREE_YES;
}

static bool
is_one_shape(const struct term *x, const struct term *y)
{
    int rows, cols, other_rows, other_cols;

    if (grade_is_array(x) != grade_is_array(y))
        return false;
    return !grade_size(x, &rows, &cols) || !grade_size(y, &other_rows, &other_cols) ||
           (rows == other_rows && cols == other_cols);
}

static const struct exact_result nothing_said = {
    .verdict = VERDICT_UNDECIDED,
    .left = "",
    .right = "",
    .domain = "",
    .note = "",
    .why = "",
};

enum agreement
grade_same(const struct grading *g, const struct term *x, const struct term *y,
           struct exact_result *how)
{
    static const enum agreement agreements[] = {
        [VERDICT_EQUAL] = AGREE_YES,
        [VERDICT_DIFFERENT] = AGREE_NO,
        [VERDICT_UNDECIDED] = AGREE_UNDECIDED,
    };
    struct exact_options none = {0};

    *how = nothing_said;
    if (!is_one_shape(x, y))
        return AGREE_NO;
    *how = exact_compare(g->arena, g->d->scope, x, RELATION_EQUAL, y, &none);
    return agreements[how->verdict];
}

enum agreement
grade_agree(const struct grading *g, const struct term *x, const struct term *y,
            struct exact_result *how)
{
    if (g->q->closeness == CLOSE_EXACT)
        return grade_same(g, x, y, how);
    *how = nothing_said;
    return is_one_shape(x, y) ? agree_nearly(g, x, y, 1) : AGREE_NO;
}

bool
grade_is_far(const struct grading *g, const struct term *x, const struct term *y)
{
    return g->q->closeness == CLOSE_EXACT || agree_nearly(g, x, y, 10) == AGREE_NO;
}

bool
grade_may_agree(const struct grading *g, const struct term *x, const struct term *y)
{
    struct value v, w;

    if (!is_one_shape(x, y))
        return false;
    if (!grade_compute(g, x, &v) || !grade_compute(g, y, &w))
        return grade_free_name(g->d->scope, x) || grade_free_name(g->d->scope, y);
    if (v.rows != w.rows || v.cols != w.cols)
        return false;
    for (int i = 0; i < v.rows * v.cols; i++) {
        double size = fmax(1e-300, fmax(cabs(v.at[i]), cabs(w.at[i])));

        if (cabs(v.at[i] - w.at[i]) > 1e-9 * size &&
            !is_near(g, v.at[i], w.at[i], size, 1))
            return false;
    }
    return true;
}
