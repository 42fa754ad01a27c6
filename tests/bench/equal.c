/*
 * How long `equal` takes in process, row by row of the files of spec/.
 *
 *     equal [--rows] [FILE...]
 *
 * Prints for each file, and for all together, the median over the rows of each row's
 * median over the seeds, the slowest row, and how many rows are over the budget: 1 ms,
 * for chance 10 ms. Fails when a median is over it. With --rows also each row.
 */

#include "bench/clock.h"
#include "exact/exact.h"
#include "spec/rows.h"

enum { SEEDS = 15, ROWS_MAX = 8000 };

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
        double start = bench_ms();

        exact_compare(own, s, x, RELATION_EQUAL, y, &o);
        times[seed] = bench_ms() - start;
        arena_free(own);
    }
    if (y)
        ms = median(times, SEEDS);
    arena_free(a);
    return ms;
}

/* Rows so far, and the slowest. */
struct times {
    double at[ROWS_MAX], worst;
    char slowest[64];
    size_t n, over;
};

static void
add_time(struct times *t, const char *name, double ms, double budget)
{
    if (t->n == ROWS_MAX)
        return;
    t->at[t->n++] = ms;
    t->over += ms > budget;
    if (ms > t->worst) {
        t->worst = ms;
        snprintf(t->slowest, sizeof t->slowest, "%s", name);
    }
}

/* Whether the median is within the budget. */
static bool
print_times(struct times *t, const char *name, double budget)
{
    double middle = median(t->at, t->n);

    printf("%s: %zu rows, median %.3f ms, slowest %.3f ms (%s), %zu over %.0f ms\n", name,
           t->n, middle, t->worst, t->slowest, t->over, budget);
    return middle <= budget;
}

static bool
time_file(const char *path, bool show, struct times *all)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    double budget = strstr(name, "chance") ? 10 : 1;
    struct times own = {.worst = 0};
    FILE *f = fopen(path, "r");
    struct row row;

    if (!f)
        return false;
    while (row_read(f, &row)) {
        double ms = time_row(&row);

        if (ms < 0)
            continue;
        add_time(&own, row.field[0], ms, budget);
        add_time(all, row.field[0], ms, budget);
        if (show)
            printf("row %-24s %8.3f\n", row.field[0], ms);
    }
    fclose(f);
    return print_times(&own, name, budget);
}

int
main(int argc, char **argv)
{
    bool show = argc > 1 && strcmp(argv[1], "--rows") == 0, good = true;
    static struct times all;

    for (int i = 1 + show; i < argc; i++)
        good &= time_file(argv[i], show, &all);
    print_times(&all, "equal in process", 1);
    exact_cleanup();
    return !good;
}
