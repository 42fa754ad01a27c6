/*
 * Linear equations over the fractions, for weights.
 */
#ifndef ROPEWALK_EXACT_CHANCE_LINEAR_H
#define ROPEWALK_EXACT_CHANCE_LINEAR_H

#include <stdbool.h>

#include "exact/number/arb.h"

/* Row r says that the sum of a[r][i] x[i] is a[r][n]. */
struct rows {
    int n, rows, cap;
    fmpq *a;
};

void rows_init(struct rows *m, int n);
void rows_fini(struct rows *m);

/* A new row of zeros. */
fmpq *rows_add(struct rows *m);

/* Change as few of the x as it takes to satisfy all rows; preferably those with large
 * factors times `weight` (NULL: 1). The rows are used up. False when they cannot all
 * hold.
 */
bool rows_fit(struct rows *m, fmpq *x, const double *weight);

fmpq *fractions_new(int n);
void fractions_free(fmpq *x, int n);

/* Fractions as whole numbers over the least common divisor `den`: whole[i] / den. */
void fractions_clear(fmpz *whole, fmpz_t den, const fmpq *x, int n);

#endif
