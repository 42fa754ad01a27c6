#include "exact/sample/draw.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FEW = 2, MANY = 9 };

/* A square matrix of fractions, row by row. */
struct square {
    fmpq *at;
    int n;
};

static fmpq *
entry(const struct square *m, int row, int col)
{
    return &m->at[row * m->n + col];
}

static void
square_init(struct square *m, int n)
{
    *m = (struct square){xmalloc((size_t)n * (size_t)n * sizeof(fmpq)), n};
    for (int i = 0; i < n * n; i++)
        fmpq_init(&m->at[i]);
}

static void
square_fini(struct square *m)
{
    for (int i = 0; i < m->n * m->n; i++)
        fmpq_clear(&m->at[i]);
    free(m->at);
}

/* Each axis onto an axis, either way round. */
static void
set_axes(struct sampler *s, struct square *m)
{
    int *place = xmalloc((size_t)m->n * sizeof *place);

    for (int i = 0; i < m->n; i++)
        place[i] = i;
    for (int i = m->n - 1; i > 0; i--) {
        int k = sampler_below(s, i + 1), t = place[i];

        place[i] = place[k];
        place[k] = t;
    }
    for (int i = 0; i < m->n; i++)
        fmpq_set_si(entry(m, i, place[i]), sampler_below(s, 2) ? 1 : -1, 1);
    free(place);
}

/* Whole numbers from -most to most, not all 0; the sum of their squares. */
static long
draw_normal(struct sampler *s, long *v, int n, int most)
{
    long sum = 0;

    for (int i = 0; i < n; i++) {
        v[i] = sampler_below(s, 2 * most + 1) - most;
        sum += v[i] * v[i];
    }
    if (sum == 0)
        sum = v[sampler_below(s, n)] = 1;
    return sum;
}

/* The row of m less twice its part along v, where |v|^2 = sum. */
static void
mirror_row(struct square *m, int row, const long *v, long sum)
{
    fmpq_t along, t;

    fmpq_init(along);
    fmpq_init(t);
    for (int i = 0; i < m->n; i++) {
        fmpq_mul_si(t, entry(m, row, i), v[i]);
        fmpq_add(along, along, t);
    }
    fmpq_set_si(t, 2, (ulong)sum);
    fmpq_mul(along, along, t);
    for (int i = 0; i < m->n; i++) {
        fmpq_mul_si(t, along, v[i]);
        fmpq_sub(entry(m, row, i), entry(m, row, i), t);
    }
    fmpq_clear(along);
    fmpq_clear(t);
}

static void
mirror(struct sampler *s, struct square *m, int most)
{
    long *v = xmalloc((size_t)m->n * sizeof *v), sum = draw_normal(s, v, m->n, most);

    for (int row = 0; row < m->n; row++)
        mirror_row(m, row, v, sum);
    free(v);
}

/* As many mirrors as there are axes reach every orthogonal matrix. */
static int
mirrors(enum draw kind, int n, int side)
{
    if (kind == DRAW_SPECIAL)
        return 0;
    if (kind == DRAW_READABLE || kind == DRAW_CORNER)
        return n > 0;
    return side;
}

void
draw_orthogonal(struct sampler *s, enum draw kind, int n, struct balls *v)
{
    int side = v->rows > v->cols ? v->rows : v->cols, count = mirrors(kind, n, side);
    struct square m;

    square_init(&m, side);
    set_axes(s, &m);
    for (int i = 0; i < count; i++)
        mirror(s, &m, count > 1 ? MANY : FEW);
    for (int i = 0; i < v->rows * v->cols; i++) {
        ball_set_int(&v->at[i], 0);
        fmpq_set(v->at[i].re, entry(&m, i / v->cols, i % v->cols));
    }
    square_fini(&m);
}
