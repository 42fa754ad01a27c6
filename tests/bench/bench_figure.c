/*
 * How long a frame of a figure takes, from the state of its sliders to cells in a canvas.
 *
 * "line": 1,000 points that are known, as the plotting programs are measured that draw
 * only. The other rows are whole frames of figures, terms evaluated and labels placed.
 * The least of the rounds is held against the budget: other programs only add to it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "figure/figure.h"
#include "figure/ink/ink.h"
#include "num/num.h"

enum { POINTS = 1000, ROUNDS = 15, FRAMES = 40 };

static const struct size {
    int rows, cols;
} sizes[] = {
    {24, 80 },
    {50, 200}
};

static const struct subject {
    const char *name;
    const char *block; /* NULL: the line */
    double budget[2];  /* milliseconds a frame at each size; 0: none */
} subjects[] = {
    {"line of 1,000 points", NULL,                                                        {0.1, 0.5}},
    {"curve sin(x)/x",
     "kind: curve\nslider: s = 1 in 1..9\ncurve: sin(s x)/x over x = -20..20 as \"f\"\n", {0, 0}    },
    {"plane, two arrows",
     "kind: plane\n"
     "let: q = [1, 2]; k = [3, -1]; theta = 0.25\n"
     "slider: c = 0 in 0..1000\n"
     "arrow: R((5+c) theta) q as \"q now\" before\n"
     "arrow: R((2+c) theta) k as \"k now\" before\n"
     "arc: R((5+c) theta) q to R((2+c) theta) k as \"{angle} between\"\n",                {0.1, 0.5}},
    {"heatmap, 1,280 cells",
     "kind: heatmap\nslider: s = 1 in 0..40\n"
     "cells: cos(s r) sin(c) over r = 1..32, c = 1..40\n",                                {0.5, 0.5}},
    {"simplex, 4 levels",
     "kind: simplex\nslider: u = 1 in 0..40\n"
     "let: p = [u / 50 + 0.1, (0.9 - u / 50) 0.6, (0.9 - u / 50) 0.4]\n"
     "contours: sum(j=1..3, p_j ln(p_j / x_j)) over x levels 0.1, 0.2, 0.5, 1\n"
     "point: p as \"p\"\n",                                                               {4, 4}    },
};

/* The curve that the points are on, one of FRAMES neighbours. */
static void
find_points(const struct canvas *c, int frame, double y[POINTS])
{
    for (int i = 0; i < POINTS; i++)
        y[i] = (1 + 0.95 * sin(20.0 * i / POINTS + frame)) * c->rows / 2;
}

static void
draw_points(struct canvas *c, bool braille, const double y[POINTS])
{
    struct arena *a = arena_new();
    struct ink *k =
        ink_new(a, c->rows, c->cols, braille, c->alphabet == ALPHABET_UNICODE);
    struct pen p = {.ink = k, .layer = LAYER_LINE, .style = STYLE_FIRST};

    for (int i = 0; i < POINTS; i++)
        pen_to(&p, (double)i * c->cols / POINTS, y[i]);
    pen_lift(&p);
    ink_show(k, c, canvas_all(c));
    arena_free(a);
}

static struct figure *
compile(struct arena *a, const char *block)
{
    struct errs errs = {0};
    struct pos at = {"bench", 1, 1};
    struct figure *f =
        figure_new(a, fields_read(a, block, at, NULL, false, &errs), NULL, at, &errs);

    if (!f) {
        fprintf(stderr, "%s\n", err_text(a, &errs.at[0]));
        exit(1);
    }
    return f;
}

static int
by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

struct times {
    double median, least; /* milliseconds a frame, over rounds */
};

static struct times
measure(const struct figure *f, struct canvas *c, bool braille)
{
    const struct figure_look look = {.braille = braille, .aspect = 2};
    static double points[FRAMES][POINTS];
    struct figure_state s;
    double ms[ROUNDS];

    for (int i = 0; i < FRAMES; i++)
        find_points(c, i, points[i]);
    if (f)
        figure_start(f, &s);
    for (int round = 0; round < ROUNDS; round++) {
        double start = bench_ms();

        for (int i = 0; i < FRAMES; i++) {
            canvas_clear(c);
            if (f)
                figure_set(f, &s, 0, i);
            if (f)
                figure_draw(f, &s, &look, c, canvas_all(c));
            else
                draw_points(c, braille, points[i]);
        }
        ms[round] = (bench_ms() - start) / FRAMES;
    }
    qsort(ms, ROUNDS, sizeof *ms, by_size);
    return (struct times){ms[ROUNDS / 2], ms[0]};
}

static int
run(const struct subject *subject, const struct size *size, bool braille)
{
    struct arena *a = arena_new();
    struct figure *f = subject->block ? compile(a, subject->block) : NULL;
    struct canvas *c =
        canvas_new(size->rows, size->cols, braille ? ALPHABET_UNICODE : ALPHABET_ASCII);
    struct times ms = measure(f, c, braille);
    double budget = subject->budget[size - sizes];
    bool over = budget > 0 && ms.least > budget;

    printf("%-22s %3d x %-3d %-8s %7.3f ms (least %.3f, budget %.1f)%s\n", subject->name,
           size->cols, size->rows, braille ? "braille" : "ASCII", ms.median, ms.least,
           budget, over ? " OVER" : "");
    canvas_free(c);
    arena_free(a);
    return over;
}

/* All subjects, or those with the first argument in their name. */
int
main(int argc, char **argv)
{
    int over = 0;

    num_init();
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        for (size_t j = 0; j < sizeof sizes / sizeof *sizes; j++)
            for (int braille = 0; braille < 2; braille++)
                if (argc < 2 || strstr(subjects[i].name, argv[1]))
                    over += run(&subjects[i], &sizes[j], braille);
    return over > 0;
}
