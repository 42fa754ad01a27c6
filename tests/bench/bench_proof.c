/*
 * How long it takes to judge derivations, with rules and audit.
 *
 * A six-line derivation has a budget of 10 ms, one with random vectors of 100 ms, and the
 * derivations of the course (tests/spec/derivations, which lessons hold too) together 1
 * s; medians of several runs in CPU time. Fails when one is over. With an argument it
 * judges that folder alone and says what each derivation took.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "proof/proof.h"

enum { RUNS = 9, TEXT_MAX = 1 << 20 };

static const char six_lines[] =
    "theorem rope\n"
    "let m, n, c : integer; theta : real; q, k : vector(2)\n"
    "assume same: c = n - m\n"
    "  (R(m theta) q)^T (R(n theta) k)\n"
    "= q^T R(m theta)^T (R(n theta) k)   by transpose-product\n"
    "= q^T R(m theta)^T R(n theta) k     by arithmetic\n"
    "= q^T R(-m theta) R(n theta) k      by rotation-transpose\n"
    "= q^T R(n theta - m theta) k        by rotation-compose\n"
    "= q^T R((n - m) theta) k            by arithmetic\n"
    "= q^T R(c theta) k                  by same using same\n";

static const char random_vectors[] =
    "theorem variance\n"
    "let d : integer in 1..4; q, k : random vector(d)\n"
    "assume indep: independent(q, k)\n"
    "assume centred: E[q] = 0, E[k] = 0\n"
    "assume unit: Var[q] = 1, Var[k] = 1\n"
    "  Var[q^T k]\n"
    "= Var[sum(i=1..d, q_i k_i)]          by dot-product\n"
    "= sum(i=1..d, Var[q_i k_i])          by variance-sum using indep\n"
    "= sum(i=1..d, Var[q_i] Var[k_i])     by variance-product using indep, centred\n"
    "= sum(i=1..d, 1)                     by unit\n"
    "= d                                  by arithmetic\n";

static int
compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Judge and audit one line; how long that took. */
static double
time_line(struct judging *j, int i)
{
    double start = bench_ms();

    if (judging_line(j, i)->verdict == LINE_HOLDS)
        judging_needs(j, i);
    return bench_ms() - start;
}

/* Judge and audit every line of a text; how many there are. Says each one's time when
 * asked, and that of its slowest line. */
static int
judge_text(struct arena *a, const struct rulebook *basic, const char *text, bool say)
{
    struct derivations all =
        derivations_read(a, NULL, text, strlen(text), (struct pos){"bench", 1, 1});
    struct rulebook *book = rulebook_new(a, basic);
    int lines = 0;

    for (int i = 0; i < all.n; i++) {
        struct proof_options o = {.rules = book};
        double start = bench_ms(), most = 0;
        struct judging *j = judging_new(a, &all.at[i], &o);
        int slowest = 0;

        for (int k = 0; k < all.at[i].n_lines; k++, lines++) {
            double ms = time_line(j, k);

            slowest = ms > most ? k + 1 : slowest;
            most = ms > most ? ms : most;
        }
        judging_theorem(j, book);
        if (say)
            printf("%-32s %4d lines %8.2f ms; line %d %8.2f ms\n", all.at[i].name,
                   all.at[i].n_lines, bench_ms() - start, slowest, most);
    }
    return lines;
}

static int
time_text(const char *name, const struct rulebook *basic, const char *text, double budget)
{
    double ms[RUNS];
    int lines = 0;

    for (int i = 0; i < RUNS; i++) {
        struct arena *a = arena_new();
        double start = bench_ms();

        lines = judge_text(a, basic, text, false);
        ms[i] = bench_ms() - start;
        arena_free(a);
    }
    qsort(ms, RUNS, sizeof *ms, compare);
    printf("%-32s %4d lines %8.2f ms (budget %.0f)\n", name, lines, ms[RUNS / 2], budget);
    return ms[RUNS / 2] > budget;
}

/* All files of a folder, once. */
static double
time_folder(const struct rulebook *basic, const char *path, bool say, int *lines)
{
    static char text[TEXT_MAX];
    DIR *folder = opendir(path);
    double start = bench_ms();

    for (struct dirent *e = folder ? readdir(folder) : NULL; e; e = readdir(folder)) {
        struct arena *a = arena_new();
        char *file = arena_printf(a, "%s/%s", path, e->d_name);
        FILE *f = strstr(file, ".txt") ? fopen(file, "rb") : NULL;

        if (f) {
            text[fread(text, 1, sizeof text - 1, f)] = '\0';
            fclose(f);
            *lines += judge_text(a, basic, text, say);
        }
        arena_free(a);
    }
    if (folder)
        closedir(folder);
    return bench_ms() - start;
}

int
main(int argc, char **argv)
{
    struct arena *a = arena_new();
    double start = bench_ms(), ms;
    const struct rulebook *basic = rulebook_basic(a);
    int failed = 0, lines = 0;

    printf("%-32s            %8.2f ms\n", "the book of basic rules", bench_ms() - start);
    if (argc > 1) {
        ms = time_folder(basic, argv[1], true, &lines);
    } else {
        failed += time_text("six lines", basic, six_lines, 10);
        failed += time_text("random vectors", basic, random_vectors, 100);
        ms = time_folder(basic, TESTS_DIR "/spec/derivations", false, &lines);
    }
    printf("%-32s %4d lines %8.2f ms (budget 1000)\n", "derivations", lines, ms);
    failed += ms > 1000;
    arena_free(a);
    exact_cleanup();
    return failed != 0;
}
