#include "exact/number/balls.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/number/func.h"

void
balls_init(struct balls *v)
{
    *v = (struct balls){.state = UNKNOWN};
}

void
balls_fini(struct balls *v)
{
    for (int i = 0; i < v->cap; i++)
        ball_fini(&v->at[i]);
    free(v->at);
}

void
balls_shape(struct balls *v, int rows, int cols)
{
    int n = rows * cols;

    if (n > v->cap) {
        v->at = xrealloc(v->at, (size_t)n * sizeof *v->at);
        for (; v->cap < n; v->cap++)
            ball_init(&v->at[v->cap]);
    }
    v->rows = rows;
    v->cols = cols;
}

void
balls_copy(struct balls *r, const struct balls *v)
{
    balls_shape(r, v->rows, v->cols);
    for (int i = 0; i < v->rows * v->cols; i++)
        ball_copy(&r->at[i], &v->at[i]);
    r->state = v->state;
    r->cause = v->cause;
}

bool
balls_is_number(const struct balls *v)
{
    return v->rows == 1 && v->cols == 1;
}

/* ---- sums and products ------------------------------------------------------------- */

bool
balls_add(struct balls *r, const struct balls *a, const struct balls *b, bool minus,
          slong prec)
{
    if (a->rows != b->rows || a->cols != b->cols)
        return false;
    balls_shape(r, a->rows, a->cols);
    for (int i = 0; i < a->rows * a->cols; i++)
        (minus ? ball_sub : ball_add)(&r->at[i], &a->at[i], &b->at[i], prec);
    return true;
}

static void
scale(struct balls *r, const struct ball *by, const struct balls *a, slong prec)
{
    balls_shape(r, a->rows, a->cols);
    for (int i = 0; i < a->rows * a->cols; i++)
        ball_mul(&r->at[i], by, &a->at[i], prec);
}

/* Row i of a times column j of b. */
static void
dot(struct ball *r, const struct balls *a, int i, const struct balls *b, int j,
    slong prec)
{
    struct ball term;

    ball_init(&term);
    ball_mul(r, &a->at[i * a->cols], &b->at[j], prec);
    for (int k = 1; k < a->cols; k++) {
        ball_mul(&term, &a->at[i * a->cols + k], &b->at[k * b->cols + j], prec);
        ball_add(r, r, &term, prec);
    }
    ball_fini(&term);
}

bool
balls_mul(struct balls *r, const struct balls *a, const struct balls *b, slong prec)
{
    if (a->cols == b->rows) {
        balls_shape(r, a->rows, b->cols);
        for (int i = 0; i < a->rows; i++)
            for (int j = 0; j < b->cols; j++)
                dot(&r->at[i * b->cols + j], a, i, b, j, prec);
        return true;
    }
    if (balls_is_number(a))
        scale(r, a->at, b, prec);
    else if (balls_is_number(b))
        scale(r, b->at, a, prec);
    else
        return false;
    return true;
}

void
balls_transpose(struct balls *r, const struct balls *a)
{
    balls_shape(r, a->cols, a->rows);
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            ball_copy(&r->at[j * a->rows + i], &a->at[i * a->cols + j]);
}

void
balls_norm(struct ball *r, const struct balls *a, slong prec)
{
    struct ball sum, square;
    acb_t s;

    ball_init(&sum);
    ball_init(&square);
    acb_init(s);
    for (int i = 0; i < a->rows * a->cols; i++) {
        ball_conj(&square, &a->at[i]);
        ball_mul(&square, &square, &a->at[i], prec);
        ball_re(&square, &square);
        ball_add(&sum, &sum, &square, prec);
    }
    if (sum.exact && ball_sqrt(r, &sum, false, prec) == DEFINED)
        goto out;
    arb_sqrtpos(acb_realref(s), acb_realref(ball_enclose(&sum, s, prec)), prec);
    arb_zero(acb_imagref(s));
    ball_begin(r, &sum, NULL);
    acb_swap(r->x, s);
out:
    acb_clear(s);
    ball_fini(&sum);
    ball_fini(&square);
}

/* ---- determinants and inverses ----------------------------------------------------- */

/*
 * minors[mask] is the determinant of the first popcount(mask) rows with the columns in
 * mask: expanded along its last row, so that no pivot has to be chosen.
 */
static void
expand_minor(struct balls *minors, const struct balls *a, int mask, slong prec)
{
    int row = -1, sign = 1;
    struct ball term, *sum = &minors->at[mask];

    for (int m = mask; m; m &= m - 1)
        row++;
    ball_init(&term);
    ball_set_int(sum, 0);
    for (int col = a->cols - 1; col >= 0; col--) {
        if (!(mask & 1 << col))
            continue;
        ball_mul(&term, &minors->at[mask ^ 1 << col], &a->at[row * a->cols + col], prec);
        (sign > 0 ? ball_add : ball_sub)(sum, sum, &term, prec);
        sign = -sign;
    }
    ball_fini(&term);
}

static void
det_by_minors(struct ball *r, const struct balls *a, slong prec)
{
    struct balls minors;
    int all = (1 << a->rows) - 1;

    balls_init(&minors);
    balls_shape(&minors, 1, all + 1);
    ball_set_int(&minors.at[0], 1);
    for (int mask = 1; mask <= all; mask++)
        expand_minor(&minors, a, mask, prec);
    ball_copy(r, &minors.at[all]);
    balls_fini(&minors);
}

/* The row at or below k whose entry in column k is certainly not 0; -1 when none is, and
 * then *state says whether all are 0. */
static int
find_pivot(const struct balls *m, int k, enum state *state)
{
    *state = UNDEFINED;
    for (int i = k; i < m->rows; i++) {
        const struct ball *b = &m->at[i * m->cols + k];

        if (!ball_has_zero(b)) {
            *state = DEFINED;
            return i;
        }
        if (!ball_is_zero(b))
            *state = UNKNOWN;
    }
    return -1;
}

static void
swap_rows(struct balls *m, int i, int k)
{
    for (int j = 0; j < m->cols; j++) {
        struct ball t = m->at[i * m->cols + j];

        m->at[i * m->cols + j] = m->at[k * m->cols + j];
        m->at[k * m->cols + j] = t;
    }
}

/* Row i minus a multiple of row k, so that column k becomes 0. */
static void
clear_entry(struct balls *m, int i, int k, slong prec)
{
    struct ball by, t;

    ball_init(&by);
    ball_init(&t);
    ball_div(&by, &m->at[i * m->cols + k], &m->at[k * m->cols + k], prec);
    for (int j = k + 1; j < m->cols; j++) {
        ball_mul(&t, &by, &m->at[k * m->cols + j], prec);
        ball_sub(&m->at[i * m->cols + j], &m->at[i * m->cols + j], &t, prec);
    }
    ball_set_int(&m->at[i * m->cols + k], 0);
    ball_fini(&by);
    ball_fini(&t);
}

/* Gauss: below the diagonal, and above it when `whole`. *sign flips with each exchange of
 * rows. UNDEFINED: singular. */
static enum state
eliminate(struct balls *m, bool whole, int *sign, slong prec)
{
    enum state state;

    for (int k = 0; k < m->rows; k++) {
        int pivot = find_pivot(m, k, &state);

        if (pivot < 0)
            return state;
        if (pivot != k) {
            swap_rows(m, pivot, k);
            *sign = -*sign;
        }
        for (int i = whole ? 0 : k + 1; i < m->rows; i++)
            if (i != k)
                clear_entry(m, i, k, prec);
    }
    return DEFINED;
}

static enum state
det_by_elimination(struct ball *r, const struct balls *a, slong prec)
{
    struct balls m;
    int sign = 1;
    enum state state;

    balls_init(&m);
    balls_copy(&m, a);
    state = eliminate(&m, false, &sign, prec);
    ball_set_int(r, state == UNDEFINED ? 0 : sign);
    for (int k = 0; state == DEFINED && k < a->rows; k++)
        ball_mul(r, r, &m.at[k * a->cols + k], prec);
    balls_fini(&m);
    return state == UNDEFINED ? DEFINED : state;
}

enum state
balls_det(struct ball *r, const struct balls *a, slong prec)
{
    enum state state = UNKNOWN;

    if (a->rows > MINORS_MAX)
        state = det_by_elimination(r, a, prec);
    if (state == UNKNOWN && a->rows <= EXPAND_MAX) {
        det_by_minors(r, a, prec);
        state = DEFINED;
    }
    return state;
}

enum state
balls_inverse(struct balls *r, const struct balls *a, slong prec)
{
    int n = a->rows, sign = 1;
    struct balls m;
    enum state state;

    balls_init(&m);
    balls_shape(&m, n, 2 * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ball_copy(&m.at[i * 2 * n + j], &a->at[i * n + j]);
            ball_set_int(&m.at[i * 2 * n + n + j], i == j);
        }
    state = eliminate(&m, true, &sign, prec);
    balls_shape(r, n, n);
    for (int i = 0; state == DEFINED && i < n; i++)
        for (int j = 0; j < n; j++)
            ball_div(&r->at[i * n + j], &m.at[i * 2 * n + n + j], &m.at[i * 2 * n + i],
                     prec);
    balls_fini(&m);
    return state;
}

static void
set_identity(struct balls *r, int n)
{
    balls_shape(r, n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            ball_set_int(&r->at[i * n + j], i == j);
}

enum state
balls_power(struct balls *r, const struct balls *a, long n, slong prec)
{
    struct balls square, t;
    enum state state = DEFINED;

    balls_init(&square);
    balls_init(&t);
    if (n < 0)
        state = balls_inverse(&square, a, prec);
    else
        balls_copy(&square, a);
    set_identity(r, a->rows);
    for (unsigned long k = (unsigned long)labs(n); k && state == DEFINED; k >>= 1) {
        if (k & 1) {
            balls_mul(&t, r, &square, prec);
            balls_copy(r, &t);
        }
        if (k > 1) {
            balls_mul(&t, &square, &square, prec);
            balls_copy(&square, &t);
        }
    }
    balls_fini(&square);
    balls_fini(&t);
    return state;
}
