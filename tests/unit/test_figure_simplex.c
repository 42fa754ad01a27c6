/*
 * The triangle of three shares: level lines lie where the term has that value, a point is
 * dragged by its sliders, and what a block may not say.
 */
#include <string.h>

#include "figure/ink/frame.h"
#include "unit/figure_place.h"

#define POINT                                                        \
    "slider: u = 0.5 in 0..1 step 0.01; v = 0.6 in 0..1 step 0.01\n" \
    "let: p = [u, (1 - u) v, (1 - u) (1 - v)]\npoint: p as \"p\" before\ndrag: u, v\n"
#define JACOBIAN                                                                      \
    "contours: (1 - x^T x + sqrt((1 - x^T x)^2 - 12 x_1 x_2 x_3)) / 2 over x levels " \
    "0.1, 0.2, 0.3, 0.4\n"
#define FORWARD "contours: sum(j=1..3, p_j ln(p_j / x_j)) over x levels 0.1, 0.4, 1\n"
#define REVERSE "contours: sum(j=1..3, x_j ln(x_j / p_j)) over x levels 0.1, 0.2, 0.4\n"

/* ---- level lines ------------------------------------------------------------------- */

static double
first_share(const double p[3])
{
    return p[0];
}

/* The largest eigenvalue of diag(p) - p p^T by the power method: another way than the
 * figure's formula. */
static double
jacobian(const double p[3])
{
    double x[3] = {1, -0.7, 0.1}, size = 0;

    for (int round = 0; round < 300; round++) {
        double y[3], dot = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];

        size = 0;
        for (int i = 0; i < 3; i++) {
            y[i] = p[i] * (x[i] - dot);
            size += y[i] * y[i];
        }
        size = sqrt(size);
        for (int i = 0; i < 3; i++)
            x[i] = y[i] / size;
    }
    return size;
}

static double
divergence(const double from[3], const double to[3])
{
    double sum = 0;

    for (int i = 0; i < 3; i++)
        sum += from[i] > 0 ? from[i] * log(from[i] / to[i]) : 0;
    return sum;
}

static const double start[3] = {0.5, 0.3, 0.2};

static double
forward(const double p[3])
{
    return divergence(start, p);
}

static double
reverse(const double p[3])
{
    return divergence(p, start);
}

static const struct lines {
    const char *name, *block;
    double (*f)(const double p[3]);
    double level[5];
    int n;
} lines[] = {
    {"levels of a share",
     "kind: simplex\n" POINT "contours: x_1 over x levels 0.25, 0.5\n",
     first_share,                                                                {0.25, 0.5},
     2                                                                                                  },
    {"largest eigenvalue",
     "kind: simplex\n" POINT JACOBIAN,
     jacobian,                                                                   {0.1, 0.2, 0.3, 0.4},
     4                                                                                                  },
    {"divergence from p",  "kind: simplex\n" POINT FORWARD,             forward, {0.1, 0.4, 1},        3},
    {"divergence to p",    "kind: simplex\n" POINT REVERSE,             reverse, {0.1, 0.2, 0.4},      3},
};

/* Shares at a place of the list: the three longest lines of the frame are its sides. */
static void
shares_of(const struct ink_place corner[3], struct ink_place at, double p[3])
{
    double height = corner[1].y - corner[0].y;

    p[0] = (corner[1].y - at.y) / height;
    p[2] = (at.x - corner[1].x - p[0] * (corner[0].x - corner[1].x)) /
           (corner[2].x - corner[1].x);
    p[1] = 1 - p[0] - p[2];
}

static double
nearest_level(const struct lines *row, double v)
{
    double best = INFINITY;

    for (int i = 0; i < row->n; i++)
        best = fmin(best, fabs(row->level[i] - v));
    return best;
}

/* Every place of every level line, as geometry; each level is there. */
static void
check_lines(void **state)
{
    const struct lines *row = *state;
    const struct figure_look look = {.braille = true, .aspect = 2};
    struct canvas *c = canvas_new(50, 200, ALPHABET_UNICODE);
    struct ink_list list = {0};
    struct ink_place corner[3];
    bool seen[5] = {false};
    struct place p;

    place_init_good(&p, row->block);
    list.arena = p.a;
    figure_list(p.f, &p.s, &look, c, &list);
    for (int i = 0; i < 3; i++)
        corner[i] = list.at[i]->at[0];
    for (int i = 3; i < list.n; i++) {
        const struct ink_item *item = list.at[i];

        for (int j = 0;
             item->sort == INK_LINE && item->style == STYLE_THIRD && j < item->n; j++) {
            double shares[3], v;

            shares_of(corner, item->at[j], shares);
            v = row->f(shares);
            if (!(nearest_level(row, v) < 0.012 * fmax(1, 12 * v * v)))
                fail_msg("%g at (%g, %g, %g)", v, shares[0], shares[1], shares[2]);
            for (int k = 0; k < row->n; k++)
                seen[k] |= fabs(v - row->level[k]) < 0.02;
        }
    }
    for (int k = 0; k < row->n; k++)
        if (!seen[k])
            fail_msg("no line at %g", row->level[k]);
    canvas_free(c);
    place_fini(&p);
}

/* Some of it is drawn in every kind of cells at every size, with its levels beside it
 * where there is room. */
static void
check_looks(void **state)
{
    static const int sizes[][2] = {
        {12, 40 },
        {24, 80 },
        {50, 200}
    };

    (void)state;
    for (int look = LOOK_ASCII; look <= LOOK_HALVES; look++)
        for (int i = 0; i < 3; i++) {
            const struct picture how = {sizes[i][0], sizes[i][1], look, false};
            struct canvas *c;
            struct place p;
            int drawn = 0;

            place_init_good(&p, "kind: simplex\nnames: cat, dog, owl\n" POINT JACOBIAN);
            c = place_draw(&p, &how);
            for (int cell = 0; cell < c->rows * c->cols; cell++)
                drawn +=
                    canvas_at(c, cell / c->cols, cell % c->cols)->style == STYLE_THIRD;
            if (drawn < c->rows || !strstr(canvas_dump(p.a, c, false), "0.3") ||
                !strstr(canvas_dump(p.a, c, false), "owl"))
                fail_msg("%s", canvas_dump(p.a, c, false));
            canvas_free(c);
            place_fini(&p);
        }
}

/* ---- dragging ---------------------------------------------------------------------- */

static bool
drag_to(struct place *p, const struct figure_view *v, int row, int col, bool held)
{
    const int cell[2] = {row, col};

    return figure_drag(p->f, &p->s, v, cell, held);
}

/* Where the sign of the point is. */
static void
point_cell(struct place *p, const struct picture *how, int *row, int *col)
{
    struct canvas *c = place_draw(p, how);

    *row = -1;
    for (int i = 0; i < c->rows * c->cols; i++)
        if (canvas_at(c, i / c->cols, i % c->cols)->c == 0x25CF) {
            *row = i / c->cols;
            *col = i % c->cols;
        }
    canvas_free(c);
}

static void
check_drag(void **state)
{
    static const int targets[][2] = {
        {8,  40},
        {18, 30},
        {20, 52},
        {5,  41}
    };
    const struct picture how = {24, 80, LOOK_BRAILLE, false};
    const struct figure_view v = {
        {.braille = true, .aspect = 2},
        ALPHABET_UNICODE, { 0, 0,                      24, 80}
    };
    int row, col;
    struct place p;

    (void)state;
    place_init_good(&p, "kind: simplex\ntitle: Shares\n" POINT JACOBIAN);
    assert_false(drag_to(&p, &v, 1, 1, false)); /* far from the point */
    point_cell(&p, &how, &row, &col);
    assert_true(drag_to(&p, &v, row, col, false));
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        assert_true(drag_to(&p, &v, targets[i][0], targets[i][1], true));
        point_cell(&p, &how, &row, &col);
        assert_int_equal(row, targets[i][0]);
        if (abs(col - targets[i][1]) > 1)
            fail_msg("column %d, not %d", col, targets[i][1]);
    }
    drag_to(&p, &v, 0, 0, true); /* outside it comes as near as it can */
    assert_true(p.s.value[0] >= 0 && p.s.value[0] <= 1);
    assert_false(drag_to(&p, &v, -1, 0, true));
    assert_false(drag_to(&p, &v, 24, 0, true));
    place_fini(&p);
}

/* The tip of an arrow in a plane. */
static void
check_drag_arrow(void **state)
{
    const struct figure_view v = {
        {.braille = true, .aspect = 2},
        ALPHABET_UNICODE, { 0, 0,                      21, 41}
    };
    struct place p;

    (void)state;
    place_init_good(&p,
                    "kind: plane\nrange: 4\nslider: a = 1 in -4..4 step 0.1; b = 1 in "
                    "-4..4 step 0.1\narrow: [a, b] as \"q\"\ndrag: a, b\n");
    assert_true(drag_to(&p, &v, 10, 30, true));
    assert_float_equal(p.s.value[0], 2, 0.15);
    assert_float_equal(p.s.value[1], 0, 0.15);
    place_fini(&p);
}

/* ---- refused ----------------------------------------------------------------------- */

static const struct refused_block refused[] = {
    {"two shares",         "kind: simplex\npoint: [1, 0]\n",                     "2:8: RW-504" },
    {"four corners",       "kind: simplex\nnames: a, b, c, d\n",                 "2:8: RW-503" },
    {"contours of what",   "kind: simplex\ncontours: 1\n",                       "2:11: RW-503"},
    {"a vector of levels", "kind: simplex\ncontours: x over x\n",                "2:11: RW-504"},
    {"a fourth share",     "kind: simplex\ncontours: x_4 over x\n",              "2:"          },
    {"a level that moves",
     "kind: simplex\nslider: a = 1 in 0..2\ncontours: x_1 over x levels a\n",    "3:29: RW-505"},
    {"a drag by one",      "kind: simplex\nslider: a = 1 in 0..2\ndrag: a\n",    "3:7: RW-503" },
    {"a drag by another",  "kind: simplex\nslider: a = 1 in 0..2\ndrag: a, b\n",
     "3:7: RW-503"                                                                             },
    {"a drag of a curve",  "kind: curve\nslider: a = 1 in 0..2\ndrag: a, b\n",
     "3:1: RW-500"                                                                             },
    {"a line to nowhere",  "kind: simplex\nline: [1, 0, 0]\n",                   "2:7: RW-503" },
};

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, lines, check_lines);
    table_add(&t, "in all cells", check_looks, NULL);
    table_add(&t, "a point is dragged", check_drag, NULL);
    table_add(&t, "an arrow is dragged", check_drag_arrow, NULL);
    TABLE_ROWS(&t, refused, check_refused_block);
    return table_run(&t, "figure_simplex");
}
