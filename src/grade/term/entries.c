/* Entries of vectors and matrices, one by one; and counterexamples as numbers. */
#include <complex.h>
#include <math.h>

#include "grade/grade_priv.h"
#include "grade/term/rounded.h"

/* ---- entries --------------------------------------------------------------------- */

/* Whether entry i is right, of arrays of literals: each compared as a term. */
static bool
is_right_term(const struct grading *g, const struct term *x, const struct term *y)
{
    struct exact_result how;

    return grade_may_agree(g, x, y) && grade_agree(g, x, y, &how) == AGREE_YES;
}

/* Which entries of constants are right. */
static bool
find_right_values(const struct grading *g, const struct term *x, const struct term *y,
                  bool *right)
{
    enum nearness *near;
    int rows, cols;

    grade_size(x, &rows, &cols);
    near = ARENA_ARRAY(g->arena, enum nearness, rows * cols);
    if (!rounded_entries(g, x, y, near))
        return false;
    for (int i = 0; i < rows * cols; i++)
        right[i] = near[i] >= NEAR_ROUNDED;
    return true;
}

static bool
find_right(const struct grading *g, const struct term *x, const struct term *y,
           bool *right)
{
    if (find_right_values(g, x, y, right))
        return true;
    if (x->op != TERM_MATRIX || y->op != TERM_MATRIX || x->rows != y->rows ||
        x->cols != y->cols)
        return false;
    for (int i = 0; i < x->n; i++)
        right[i] = is_right_term(g, x->arg[i], y->arg[i]);
    return true;
}

void
entries_mark(const struct grading *g, const struct term *typed, const struct term *model,
             struct grade *out)
{
    int rows, cols, of_model, cols_model;
    struct grade_part *parts;
    bool *right;

    if (!grade_is_array(model) || !grade_size(typed, &rows, &cols) ||
        !grade_size(model, &of_model, &cols_model) || rows != of_model ||
        cols != cols_model)
        return;
    right = ARENA_ARRAY(g->arena, bool, rows *cols + 1);
    if (!find_right(g, typed, model, right))
        return;
    parts = ARENA_ARRAY(g->arena, struct grade_part, rows * cols + 1);
    for (int i = rows * cols - 1; i >= 0; i--) {
        parts[i] = (struct grade_part){right[i] ? PART_RIGHT : PART_WRONG, ""};
        if (!right[i])
            out->first = i;
    }
    out->parts = parts;
    out->n_parts = rows * cols;
    out->rows = rows;
    out->cols = cols;
}

const char *
entries_say(const struct grading *g, const struct grade *out)
{
    int right = 0, n = out->n_parts;

    for (int i = 0; i < n; i++)
        right += out->parts[i].mark == PART_RIGHT;
    if (!right || right == n)
        return NULL;
    if (out->cols == 1)
        return arena_printf(g->arena, "%d of %d entries are right. Look at entry %d.",
                            right, n, out->first + 1);
    return arena_printf(g->arena,
                        "%d of %d entries are right. Look at row %d, column %d.", right,
                        n, out->first / out->cols + 1, out->first % out->cols + 1);
}

/* ---- points ---------------------------------------------------------------------- */

void
point_numbers(const struct grading *g, const struct coordinate *point, int n,
              struct grade *out)
{
    struct grade_point *at = ARENA_ARRAY(g->arena, struct grade_point, n + 1);
    struct value v;

    out->point = at;
    out->n_point = 0;
    for (int i = 0; i < n; i++)
        if (point[i].value && !grade_is_array(point[i].value) &&
            grade_compute(g, point[i].value, &v) && cimag(v.at[0]) == 0)
            at[out->n_point++] = (struct grade_point){point[i].name, creal(v.at[0])};
}
