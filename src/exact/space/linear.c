#include "exact/space/linear.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

fmpq *
fractions_new(int n)
{
    fmpq *x = xmalloc((size_t)(n + 1) * sizeof *x);

    for (int i = 0; i < n; i++)
        fmpq_init(&x[i]);
    return x;
}

void
fractions_free(fmpq *x, int n)
{
    for (int i = 0; i < n; i++)
        fmpq_clear(&x[i]);
    free(x);
}

void
fractions_clear(fmpz *whole, fmpz_t den, const fmpq *x, int n)
{
    fmpz_t times;

    fmpz_init(times);
    fmpz_one(den);
    for (int i = 0; i < n; i++)
        fmpz_lcm(den, den, fmpq_denref(&x[i]));
    for (int i = 0; i < n; i++) {
        fmpz_divexact(times, den, fmpq_denref(&x[i]));
        fmpz_mul(&whole[i], times, fmpq_numref(&x[i]));
    }
    fmpz_clear(times);
}

void
rows_init(struct rows *m, int n)
{
    *m = (struct rows){.n = n};
}

void
rows_fini(struct rows *m)
{
    fractions_free(m->a, m->rows * (m->n + 1));
}

fmpq *
rows_add(struct rows *m)
{
    int width = m->n + 1;

    if (m->rows == m->cap) {
        m->cap = m->cap ? 2 * m->cap : 4;
        m->a = xrealloc(m->a, (size_t)(m->cap * width) * sizeof *m->a);
    }
    for (int i = 0; i < width; i++)
        fmpq_init(&m->a[m->rows * width + i]);
    return &m->a[m->rows++ * width];
}

/* How far a row is from holding, in place of its right side. */
static void
subtract(fmpq *row, int n, const fmpq *x)
{
    fmpq_t t;

    fmpq_init(t);
    for (int i = 0; i < n; i++) {
        if (fmpq_is_zero(&row[i]))
            continue;
        fmpq_mul(t, &row[i], &x[i]);
        fmpq_sub(&row[n], &row[n], t);
    }
    fmpq_clear(t);
}

static int
pick_pivot(const fmpq *row, int n, const double *weight)
{
    double best = 0;
    int pivot = -1;

    for (int i = 0; i < n; i++) {
        double size =
            fabs(fmpz_get_d(fmpq_numref(&row[i])) / fmpz_get_d(fmpq_denref(&row[i])));

        if (fmpq_is_zero(&row[i]))
            continue;
        size *= weight ? weight[i] : 1;
        if (pivot < 0 || size > best) {
            best = size;
            pivot = i;
        }
    }
    return pivot;
}

/* Take column `pivot` out of a row. */
static void
eliminate(fmpq *row, const fmpq *by, int n, int pivot)
{
    fmpq_t factor, t;

    if (fmpq_is_zero(&row[pivot]))
        return;
    fmpq_init(factor);
    fmpq_init(t);
    fmpq_div(factor, &row[pivot], &by[pivot]);
    for (int i = 0; i <= n; i++) {
        if (fmpq_is_zero(&by[i]))
            continue;
        fmpq_mul(t, factor, &by[i]);
        fmpq_sub(&row[i], &row[i], t);
    }
    fmpq_clear(factor);
    fmpq_clear(t);
}

bool
rows_fit(struct rows *m, fmpq *x, const double *weight)
{
    int width = m->n + 1, *pivot = xmalloc((size_t)(m->rows + 1) * sizeof *pivot);
    bool fits = true;
    fmpq_t t;

    for (int r = 0; r < m->rows; r++)
        subtract(&m->a[r * width], m->n, x);
    for (int r = 0; r < m->rows && fits; r++) {
        fmpq *row = &m->a[r * width];

        pivot[r] = pick_pivot(row, m->n, weight);
        if (pivot[r] < 0)
            fits = fmpq_is_zero(&row[m->n]);
        for (int k = 0; k < m->rows && pivot[r] >= 0; k++)
            if (k != r)
                eliminate(&m->a[k * width], row, m->n, pivot[r]);
    }
    fmpq_init(t);
    for (int r = 0; r < m->rows && fits; r++) {
        const fmpq *row = &m->a[r * width];

        if (pivot[r] < 0)
            continue;
        fmpq_div(t, &row[m->n], &row[pivot[r]]);
        fmpq_add(&x[pivot[r]], &x[pivot[r]], t);
    }
    fmpq_clear(t);
    free(pivot);
    return fits;
}
