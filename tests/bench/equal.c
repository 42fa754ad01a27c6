/*
 * How long `equal` takes in process, row by row of spec/equal.tsv.
 *
 * Prints the median over the rows of each row's median over the seeds, the slowest row,
 * and how many rows are over the budget of 1 ms; fails when the median is. With --rows
 * also each row.
 */
#include <time.h>

#include "exact/exact.h"
#include "spec/rows.h"

enum { SEEDS = 15, ROWS_MAX = 2000 };

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double
median(double *v, size_t n)
{
    qsort(v, n, sizeof *v, compare);
    return n ? v[n / 2] : 0;
}

/* Milliseconds for one row, without reading it; negative when it cannot be read. */
static double
time_row(const struct row *r)
{
    struct arena *a = arena_new();
    struct scope *s = scope_new(a, NULL);
    struct pos at = {r->field[0], 1, 1};
    struct err e;
    const struct term *x = NULL, *y = NULL;
    double times[SEEDS], ms = -1;

    if (scope_declare(a, s, r->field[1], at, &e) &&
        (x = expr_parse(a, s, r->field[2], at, &e)))
        y = expr_parse(a, s, r->field[3], at, &e);
    for (int seed = 0; y && seed < SEEDS; seed++) {
        struct arena *own = arena_new();
        struct exact_options o = {.seed = (uint64_t)seed};
        double start = now();

        exact_compare(own, s, x, RELATION_EQUAL, y, &o);
        times[seed] = now() - start;
        arena_free(own);
    }
    if (y)
        ms = median(times, SEEDS);
    arena_free(a);
    return ms;
}

int
main(int argc, char **argv)
{
    FILE *f = fopen(TESTS_DIR "/spec/equal.tsv", "r");
    static double times[ROWS_MAX];
    double worst = 0, middle;
    char slowest[64] = "";
    struct row row;
    size_t n = 0, over = 0;

    if (!f)
        return 1;
    while (n < ROWS_MAX && row_read(f, &row)) {
        double ms = time_row(&row);

        if (ms < 0)
            continue;
        times[n++] = ms;
        over += ms > 1;
        if (argc > 1 && strcmp(argv[1], "--rows") == 0)
            printf("%-24s %8.3f\n", row.field[0], ms);
        if (ms > worst) {
            worst = ms;
            snprintf(slowest, sizeof slowest, "%s", row.field[0]);
        }
    }
    fclose(f);
    middle = median(times, n);
    printf("equal in process: %zu rows, median %.3f ms, slowest %.3f ms (%s), %zu over 1 "
           "ms\n",
           n, middle, worst, slowest, over);
    exact_cleanup();
    return middle > 1;
}
