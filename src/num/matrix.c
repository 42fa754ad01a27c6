#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "base/memory.h"
#include "num/num.h"

/* Real times real stays real: the general formula would turn inf into NaN. */
static double complex
product(double complex x, double complex y)
{
    if (cimag(x) == 0 && cimag(y) == 0)
        return creal(x) * creal(y);
    return x * y;
}

/* Not gsl_blas_zgemm(): it skips zero factors, so that 0 times an undefined entry would
 * be 0 and hide that the entry is undefined. */
void
num_multiply(int rows, int inner, int cols, const double complex *x,
             const double complex *y, double complex *out)
{
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < cols; c++) {
            double complex sum = 0;

            for (int i = 0; i < inner; i++)
                sum += product(x[r * inner + i], y[i * cols + c]);
            out[r * cols + c] = sum;
        }
    }
}

static double complex
minor2(const double complex *x, int a, int b, int c, int d)
{
    return product(x[a], x[d]) - product(x[b], x[c]);
}

static double complex
determinant3(const double complex *x)
{
    return product(x[0], minor2(x, 4, 5, 7, 8)) - product(x[1], minor2(x, 3, 5, 6, 8)) +
           product(x[2], minor2(x, 3, 4, 6, 7));
}

static bool
all_finite(int count, const double complex *x)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(creal(x[i])) || !isfinite(cimag(x[i])))
            return false;
    return true;
}

static void
exchange_rows(int n, double complex *x, int a, int b)
{
    for (int c = 0; c < n; c++) {
        double complex kept = x[a * n + c];

        x[a * n + c] = x[b * n + c];
        x[b * n + c] = kept;
    }
}

/* Row `at` minus a multiple of row `from`, so that its entry in column `from` is 0. */
static void
clear_entry(int n, double complex *x, int from, int at)
{
    double complex factor = x[at * n + from] / x[from * n + from];

    for (int c = from; c < n; c++)
        x[at * n + c] -= product(factor, x[from * n + c]);
}

/* Elimination with partial pivoting. gsl_linalg_complex_LU_decomp() would divide by the
 * zero pivot of a singular matrix and give NaN. */
static double complex
eliminate(int n, double complex *x)
{
    double complex det = 1;

    for (int i = 0; i < n; i++) {
        int pivot = i;

        for (int r = i + 1; r < n; r++)
            if (cabs(x[r * n + i]) > cabs(x[pivot * n + i]))
                pivot = r;
        if (x[pivot * n + i] == 0)
            return 0;
        det = product(pivot == i ? det : -det, x[pivot * n + i]);
        exchange_rows(n, x, i, pivot);
        for (int r = i + 1; r < n; r++)
            clear_entry(n, x, i, r);
    }
    return det;
}

static double complex
determinant_large(int n, const double complex *x)
{
    size_t bytes = (size_t)n * (size_t)n * sizeof *x;
    double complex *copy = xmalloc(bytes), det;

    memcpy(copy, x, bytes);
    det = eliminate(n, copy);
    free(copy);
    return det;
}

double complex
num_determinant(int n, const double complex *x)
{
    assert(n > 0);
    if (!all_finite(n * n, x))
        return NAN;
    switch (n) {
    case 1:
        return x[0];
    case 2:
        return minor2(x, 0, 1, 2, 3);
    case 3:
        return determinant3(x);
    default:
        return determinant_large(n, x);
    }
}

/* An n x n matrix and its row exchanges, in the form that GSL works on. */
struct factors {
    double complex *entries;
    gsl_matrix_complex_view lu;
    gsl_permutation order;
    int sign;
};

static bool
factors_init(struct factors *f, int n, const double complex *x)
{
    size_t size = (size_t)n;

    f->entries = xmalloc(size * size * sizeof *f->entries);
    memcpy(f->entries, x, size * size * sizeof *f->entries);
    f->lu = gsl_matrix_complex_view_array((double *)f->entries, size, size);
    f->order.size = size;
    f->order.data = xmalloc(size * sizeof *f->order.data);
    return gsl_linalg_complex_LU_decomp(&f->lu.matrix, &f->order, &f->sign) ==
           GSL_SUCCESS;
}

static void
factors_fini(struct factors *f)
{
    free(f->entries);
    free(f->order.data);
}

bool
num_invert(int n, const double complex *x, double complex *out)
{
    size_t size = (size_t)n;
    gsl_matrix_complex_view inverse;
    struct factors f;
    bool done;

    if (!all_finite(n * n, x) || (n <= 3 && num_determinant(n, x) == 0))
        return false;
    inverse = gsl_matrix_complex_view_array((double *)out, size, size);
    done = factors_init(&f, n, x) &&
           gsl_linalg_complex_LU_invert(&f.lu.matrix, &f.order, &inverse.matrix) ==
               GSL_SUCCESS &&
           all_finite(n * n, out);
    factors_fini(&f);
    return done;
}
