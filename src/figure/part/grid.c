#include <math.h>

#include "figure/part/heatmap.h"

static bool
grid_new(struct grid *g, struct arena *a, int rows, int cols)
{
    if (rows < 1 || cols < 1)
        return false;
    g->rows = rows < INDEX_VALUES_MAX ? rows : INDEX_VALUES_MAX;
    g->cols = cols < INDEX_VALUES_MAX ? cols : INDEX_VALUES_MAX;
    g->at = ARENA_ARRAY(a, double, g->rows * g->cols);
    g->masked = ARENA_ARRAY(a, bool, g->rows * g->cols);
    return true;
}

static bool
read_matrix(struct grid *g, struct arena *a, const struct moment *m)
{
    struct calc_env env = m->env;
    struct value v;

    env.lens = moment_lens(m, &g->cells->through);
    g->first_row = g->first_col = 1;
    if (!calc_eval(a, m->scope, g->cells->at[0], &env, &v, NULL) ||
        !grid_new(g, a, v.rows, v.cols))
        return false;
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->cols; j++) {
            double complex z = v.at[i * v.cols + j];

            g->at[i * g->cols + j] = cimag(z) == 0 ? creal(z) : NAN;
        }
    return true;
}

static bool
read_indexed(struct grid *g, struct arena *a, const struct moment *m)
{
    const struct cells_line *line = g->cells->own;
    struct moment in = *m;
    struct walk value, mask;
    int last_row, last_col;

    if (!indices_bounds(m, &line->x, 0, &g->first_row, &last_row) ||
        !indices_bounds(m, &line->x, 1, &g->first_col, &last_col) ||
        !grid_new(g, a, last_row - g->first_row + 1, last_col - g->first_col + 1))
        return false;
    in.env.lens = moment_lens(m, &g->cells->through);
    indices_walk(&value, a, &in, &line->x, g->cells->at[0]);
    if (line->mask)
        indices_walk(&mask, a, m, &line->x, line->mask);
    for (int n = 0; n < g->rows * g->cols; n++) {
        int i = g->first_row + n / g->cols, j = g->first_col + n % g->cols;

        g->masked[n] = line->mask && walk_value(&mask, line->mask, i, j) == 1;
        g->at[n] = g->masked[n] ? NAN : walk_value(&value, g->cells->at[0], i, j);
    }
    return true;
}

/* The place of a highlight line's value among n that begin with `first`; -1: none. */
static int
highlighted(const struct moment *m, enum thing_kind kind, int first, int n)
{
    for (int i = 0; i < m->f->n_things; i++) {
        const struct thing *t = &m->f->things[i];
        double v;

        if (t->kind != kind || !moment_holds(m, t->when))
            continue;
        v = moment_real(m, t->at[0]) - first;
        if (v >= 0 && v < n)
            return (int)lround(v);
    }
    return -1;
}

static void
find_scale(struct grid *g, const struct figure *f)
{
    const struct heatmap *h = f->own;

    g->low = f->low;
    g->high = f->high;
    for (int i = 0; !f->has_range && i < g->rows * g->cols; i++) {
        if (!isfinite(g->at[i]))
            continue;
        g->low = fmin(g->low, g->at[i]);
        g->high = fmax(g->high, g->at[i]);
    }
    if (!(g->low <= g->high))
        g->low = g->high = 0;
    if (!h->difference)
        return;
    g->high = fmax(fabs(g->low), fabs(g->high));
    g->low = -g->high;
}

bool
grid_find(struct grid *g, struct arena *a, const struct moment *m)
{
    *g = (struct grid){.row = -1, .col = -1};
    for (int i = 0; i < m->f->n_things && !g->cells; i++) {
        const struct thing *t = &m->f->things[i];

        if (t->kind == THING_CELLS && moment_holds(m, t->when))
            g->cells = t;
    }
    if (!g->cells)
        return false;
    if (!(((const struct cells_line *)g->cells->own)->indexed ? read_indexed(g, a, m)
                                                              : read_matrix(g, a, m)))
        return false;
    g->row = highlighted(m, THING_ROW, g->first_row, g->rows);
    g->col = highlighted(m, THING_COLUMN, g->first_col, g->cols);
    find_scale(g, m->f);
    return true;
}

static const char *
name_of(struct arena *a, const struct words_list *names, int i, int first)
{
    return i < names->n ? names->at[i] : arena_printf(a, "%d", first + i);
}

const char *
grid_row_name(struct arena *a, const struct figure *f, const struct grid *g, int row)
{
    return name_of(a, &((const struct heatmap *)f->own)->rows, row, g->first_row);
}

const char *
grid_column_name(struct arena *a, const struct figure *f, const struct grid *g, int col)
{
    return name_of(a, &((const struct heatmap *)f->own)->columns, col, g->first_col);
}

const char *
grid_text(struct arena *a, const struct figure *f, const struct grid *g, int row, int col,
          int places)
{
    double v = g->at[row * g->cols + col];

    if (g->masked[row * g->cols + col])
        return "masked";
    if (isnan(v) && f->formats)
        return "NaN";
    return places < 0 ? number_short(a, v) : number_fixed(a, v, places);
}
