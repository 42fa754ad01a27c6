/*
 * What every drawing of every kind keeps to, whatever its numbers are: blocks with random
 * numbers from a seed, NaN, infinities and the ends of doubles among them, at many sizes
 * and in both alphabets.
 */
#include <stdint.h>
#include <string.h>

#include "figure/ink/frame.h"
#include "figure/kind/kind.h"
#include "unit/figure_place.h"

enum { SEEDS = 25, MARGIN = 2, SENTINEL = '@' };

/* ---- random blocks ----------------------------------------------------------------- */

struct random {
    uint64_t state;
    struct arena *a;
};

static uint64_t
next(struct random *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state;
}

static int
below(struct random *r, int n)
{
    return (int)(next(r) % (uint64_t)n);
}

static double
uniform(struct random *r)
{
    return (double)(next(r) >> 11) / 9007199254740992.0;
}

/* A finite number as a block says it. */
static const char *
finite(struct random *r)
{
    static const char *const hard[] = {
        "0",          "1",    "(-1)",  "1e-300",    "1e300",    "(-1e300)", "1.7e308",
        "(-1.7e308)", "1e15", "1e-12", "2^(-1074)", "1e16 + 2", "0.1",      "(-0.0)"};
    enum { HARD = sizeof hard / sizeof *hard };
    int which = below(r, 3 * HARD);

    if (which < HARD)
        return hard[which];
    if (which < 2 * HARD)
        return arena_printf(r->a, "(%.6g)", 20 * uniform(r) - 10);
    return arena_printf(r->a, "(%s%.3fe%d)", below(r, 2) ? "-" : "", 1 + 8 * uniform(r),
                        below(r, 40) - 20);
}

/* One that may also have no value, or be infinite. */
static const char *
any(struct random *r)
{
    static const char *const none[] = {"ln(0 - 1)", "10^400", "(0 - 10^400)"};

    return below(r, 6) ? finite(r) : none[below(r, 3)];
}

/* "[1, 2, 3]" */
static const char *
vector(struct random *r, int n)
{
    struct buf b;

    buf_init(&b, r->a);
    for (int i = 0; i < n; i++)
        buf_printf(&b, "%s%s", i ? ", " : "[", any(r));
    buf_add(&b, "]");
    return b.s;
}

static const char *
matrix(struct random *r)
{
    return arena_printf(r->a, "[%s, %s; %s, %s]", any(r), any(r), any(r), any(r));
}

static void
plane(struct random *r, struct buf *b)
{
    buf_printf(b, "arrow: s %s as \"q now\" before\n", vector(r, 2));
    buf_printf(b, "arc: %s to %s as \"{angle}\"\n", vector(r, 2), vector(r, 2));
    buf_printf(b, "point: %s as \"p\"\nshape: %s; %s; %s as \"half\"\n", vector(r, 2),
               vector(r, 2), vector(r, 2), vector(r, 2));
    buf_printf(b, "points: [k, %s] over k = 0..3\ncircle: %s\n", any(r), any(r));
    buf_printf(b, "grid: %s\nline: %s to %s\n", matrix(r), vector(r, 2), vector(r, 2));
    buf_printf(b, "orbit: [t, %s t] over t = 0..%s\n", any(r), finite(r));
}

static void
simplex(struct random *r, struct buf *b)
{
    buf_printf(b, "point: s %s as \"p\" before\nline: [1, 0, 0] to %s\n", vector(r, 3),
               vector(r, 3));
    buf_printf(b, "contours: %s x_1 + %s ln(x_2 - %s) over x as \"f\"\n", any(r), any(r),
               any(r));
    buf_printf(b, "contours: %s x_1^2 over x levels %s, %s\n", any(r), finite(r),
               finite(r));
}

static void
curve(struct random *r, struct buf *b)
{
    double low = 20 * uniform(r) - 10, high = low + pow(10, 12 * uniform(r) - 6);

    buf_printf(b, "curve: %s + %s x^2 + sin(s x) over x = %.17g..%.17g as \"f\"\n",
               any(r), any(r), low, high);
    buf_printf(b, "band: %s to %s + x over x = %.17g..%.17g\n", any(r), any(r), low,
               high);
    buf_printf(b,
               "level: %s as \"level\"\nmark: %s as \"here\"\ndot: %s, %s as \"dot\"\n",
               any(r), any(r), any(r), any(r));
    buf_printf(b, "%s", below(r, 3) ? "" : below(r, 2) ? "log: y\n" : "log: x, y\n");
}

static void
scatter(struct random *r, struct buf *b)
{
    int n = 1 + below(r, 9);

    buf_printf(b, "points: %s, s %s as \"data\"\n", vector(r, n), vector(r, n));
    buf_printf(b, "x: across\ny: up\n%s", below(r, 3) ? "" : "log: x, y\n");
}

static void
series(struct random *r, struct buf *b)
{
    buf_printf(b, "series: s %s as \"a\"\nseries: %s as \"b\"\n",
               vector(r, 1 + below(r, 9)), vector(r, 1 + below(r, 9)));
    buf_printf(b, "series: %s over n = 1..%d as \"flat\"\n", any(r), 1 + below(r, 9));
}

static void
histogram(struct random *r, struct buf *b)
{
    buf_printf(b, "histogram: s %s bins %d\n", vector(r, 1 + below(r, 12)),
               1 + below(r, 40));
}

static void
bars(struct random *r, struct buf *b)
{
    buf_printf(b, "bars: s %s as \"p\" before\nlevel: %s as \"most\"\n",
               vector(r, 1 + below(r, 9)), any(r));
    buf_printf(b, "names: the; a name that is longer; x\n%s",
               below(r, 3) ? "" : "log: x\n");
}

static void
line(struct random *r, struct buf *b)
{
    static const char *const formats[] = {"bf16", "fp16", "fp32", "fp64"};

    buf_printf(b, "point: s %s as \"a\"\narrow: %s to %s as \"way\"\nround: %s\n", any(r),
               any(r), any(r), any(r));
    buf_printf(b, "numbers: %s\n%s", formats[below(r, 4)], below(r, 3) ? "" : "log: x\n");
}

static void
heatmap(struct random *r, struct buf *b)
{
    buf_printf(b, "cells: s %s as \"A\"\n%s", matrix(r),
               below(r, 2) ? "" : "scale: difference\n");
    buf_printf(b, "row: %s\ncolumn: %s\nrows: one, the second row\n", any(r), any(r));
}

static void
matrices(struct random *r, struct buf *b)
{
    buf_printf(b, "matrix: s %s as \"A\" row 1\nmatrix: %s as \"B\" column 2\nsign: =\n",
               matrix(r), matrix(r));
    buf_printf(b, "matrix: %s as \"x\"\n", any(r));
}

static void
dials(struct random *r, struct buf *b)
{
    buf_printf(b, "dials: s %s + %s j over j = 0..%d as \"hands\"\nnames: a, b, c\n",
               any(r), any(r), below(r, 6));
}

static void
board(struct random *r, struct buf *b)
{
    buf_printf(b, "box: q as \"q // {s %s : 3}\" at 1, 1\n", any(r));
    buf_printf(b, "box: k as \"k // {%s}\" at 2, 2\narrow: q to k as \"{%s : 9}\"\n",
               any(r), any(r));
    buf_printf(b, "line: h as \"in all {%s}\"\nwrong: h as \"less\"\n", any(r));
}

static void
flow(struct random *r, struct buf *b)
{
    buf_printf(b, "part: x as \"x {s %s}\"\npart: norm as \"norm {%s : 2}\"\n", any(r),
               any(r));
    buf_printf(b, "part: out as \"out\"\narrow: x to norm\narrow: norm to out\n"
                  "around: x to out\n");
}

static const struct row {
    const char *name; /* the kind */
    void (*write)(struct random *r, struct buf *b);
} kinds[] = {
    {"plane",     plane    },
    {"simplex",   simplex  },
    {"curve",     curve    },
    {"scatter",   scatter  },
    {"series",    series   },
    {"histogram", histogram},
    {"bars",      bars     },
    {"line",      line     },
    {"heatmap",   heatmap  },
    {"matrix",    matrices },
    {"dials",     dials    },
    {"board",     board    },
    {"flow",      flow     },
};

static char *
block_of(const struct row *row, struct arena *a, int seed)
{
    struct random r = {0x9E3779B97F4A7C15u * (uint64_t)(seed + 1), a};
    struct buf b;

    for (int i = 0; i < 8; i++)
        next(&r);
    buf_init(&b, a);
    buf_printf(&b, "kind: %s\ntitle: A title\nslider: s = 1 in -3..3 step 0.5\n",
               row->name);
    row->write(&r, &b);
    buf_printf(&b, "read: s %s as \"a number\"\n", any(&r));
    return b.s;
}

/* ---- what is kept to --------------------------------------------------------------- */

static const int sizes[][2] = {
    {1,  1  },
    {2,  5  },
    {3,  8  },
    {3,  30 },
    {5,  13 },
    {12, 40 },
    {24, 80 },
    {50, 200}
};

/* The drawing in the middle of a canvas of which nothing else may change. */
static struct canvas *
draw_within(struct place *p, int rows, int columns, int look)
{
    struct canvas *c = canvas_new(rows + 2 * MARGIN, columns + 2 * MARGIN,
                                  look == LOOK_ASCII ? ALPHABET_ASCII : ALPHABET_UNICODE);
    struct rect r = {MARGIN, MARGIN, rows, columns};
    const struct figure_look how = {.braille = look != LOOK_ASCII && look != LOOK_UNICODE,
                                    .cells = look == LOOK_QUADRANTS ? CELLS_QUADRANTS
                                             : look == LOOK_HALVES  ? CELLS_HALVES
                                                                    : CELLS_BRAILLE,
                                    .aspect = 2,
                                    .plain = rows <= 12};

    canvas_fill(c, canvas_all(c), STYLE_CODE, SENTINEL);
    canvas_fill(c, r, STYLE_PLAIN, ' ');
    figure_draw(p->f, &p->s, &how, c, r);
    return c;
}

static void
check_cells(struct place *p, const char *block, const struct canvas *c, int look)
{
    for (int row = 0; row < c->rows; row++)
        for (int col = 0; col < c->cols; col++) {
            const struct cell *cell = canvas_at(c, row, col);
            bool outside = row < MARGIN || col < MARGIN || row >= c->rows - MARGIN ||
                           col >= c->cols - MARGIN;

            if (outside && (cell->c != SENTINEL || cell->style != STYLE_CODE))
                fail_msg("%s\noutside at %d, %d:\n%s", block, row, col,
                         canvas_dump(p->a, c, false));
            if (look == LOOK_ASCII && cell->c > '~')
                fail_msg("%s\nU+%04X in ASCII:\n%s", block, cell->c,
                         canvas_dump(p->a, c, false));
        }
}

static void
check_words(const char *block, const char *text)
{
    if (strstr(text, "nan") || strstr(text, "1.#"))
        fail_msg("%s\nsays\n%s", block, text);
}

/* Drawn again with the same sliders, after they have been elsewhere. */
static void
check_again(struct place *p, const char *block, const char *want, int rows, int columns,
            int look)
{
    const struct figure_state was = p->s;
    struct canvas *c;
    const char *got;

    for (int i = 0; i < 5; i++) {
        figure_move(p->f, &p->s, 0, i % 2 ? -3 : 2, i == 2);
        canvas_free(draw_within(p, rows, columns, look));
    }
    figure_set(p->f, &p->s, 0, was.value[0]);
    p->s.has_before = was.has_before;
    memcpy(p->s.before, was.before, sizeof was.before);
    c = draw_within(p, rows, columns, look);
    got = canvas_dump(p->a, c, true);
    if (strcmp(got, want) != 0)
        fail_msg("%s\nwas\n%s\nand is\n%s", block, want, got);
    canvas_free(c);
    p->s = was;
}

static void
check_block(struct place *p, const char *block)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int look = LOOK_ASCII; look <= LOOK_HALVES; look++) {
            struct canvas *c = draw_within(p, sizes[i][0], sizes[i][1], look);
            const char *dump = canvas_dump(p->a, c, true);

            check_cells(p, block, c, look);
            check_words(block, dump);
            if (look == (int)i % (LOOK_HALVES + 1))
                check_again(p, block, dump, sizes[i][0], sizes[i][1], look);
            canvas_free(c);
        }
    check_words(block, figure_say(p->a, p->f, &p->s));
    check_words(block, figure_table(p->a, p->f, &p->s));
}

static void
check_kind(void **state)
{
    const struct row *row = *state;
    int read = 0;

    for (int seed = 0; seed < SEEDS; seed++) {
        struct arena *a = arena_new();
        const char *block = block_of(row, a, seed);
        struct place p;

        place_init(&p, block);
        if (p.f) {
            read++;
            check_block(&p, block);
            figure_set(p.f, &p.s, 0, -2.5);
            check_block(&p, block);
        } else if (seed == 0) {
            fail_msg("%s\n%s", block, err_text(p.a, &p.errs.at[0]));
        }
        place_fini(&p);
        arena_free(a);
    }
    if (read < SEEDS * 3 / 4)
        fail_msg("only %d of %d blocks could be read", read, SEEDS);
}

/* No kind is left out. */
static void
check_all(void **state)
{
    (void)state;
    for (int i = 0; kind_all()[i]; i++) {
        bool found = false;

        for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
            found |= strcmp(kinds[j].name, kind_all()[i]->word) == 0;
        if (!found)
            fail_msg("no row for %s", kind_all()[i]->word);
    }
}

/* ---- data -------------------------------------------------------------------------- */

/* Every finite point of a scatter is a sign inside the frame; the others are none. */
static void
check_points(void **state)
{
    (void)state;
    for (int seed = 0; seed < 200; seed++) {
        struct arena *a = arena_new();
        struct random r = {0x2545F4914F6CDD1Du * (uint64_t)(seed + 1), a};
        const struct figure_look look = {.braille = true, .aspect = 2};
        struct canvas *c = canvas_new(24, 80, ALPHABET_UNICODE);
        int n = 1 + below(&r, 12), marks = 0, want = 0;
        struct ink_list list = {.arena = a};
        const struct term *x, *y;
        struct value vx, vy;
        const char *block;
        struct place p;

        block = arena_printf(a, "kind: scatter\nlet: u = %s; v = %s\npoints: u, v\n",
                             vector(&r, n), vector(&r, n));
        place_init_good(&p, block);
        figure_list(p.f, &p.s, &look, c, &list);
        x = p.f->things[0].at[0];
        y = p.f->things[0].at[1];
        assert_true(calc_eval(a, figure_scope(p.f), x, NULL, &vx, NULL));
        assert_true(calc_eval(a, figure_scope(p.f), y, NULL, &vy, NULL));
        for (int i = 0; i < n; i++)
            want += isfinite(creal(vx.at[i])) && isfinite(creal(vy.at[i]));
        for (int i = 0; i < list.n; i++) {
            const struct ink_item *item = list.at[i];

            if (item->sort != INK_MARK || item->style != STYLE_FIRST)
                continue;
            marks++;
            if (!(item->at[0].x >= 0 && item->at[0].x <= 80 && item->at[0].y >= 0 &&
                  item->at[0].y <= 24))
                fail_msg("%s\na point at %g, %g", block, item->at[0].x, item->at[0].y);
        }
        if (marks != want)
            fail_msg("%s\n%d points of %d:\n%s", block, marks, want,
                     canvas_dump(a, c, false));
        canvas_free(c);
        place_fini(&p);
        arena_free(a);
    }
}

/* Ticks lie in their range, rise, and are distinct as they are printed. */
static void
check_ticks(void **state)
{
    struct arena *a = arena_new();
    struct random r = {88172645463325252u, a};

    (void)state;
    for (int i = 0; i < 20000; i++) {
        double low = (2 * uniform(&r) - 1) * pow(10, below(&r, 600) - 300);
        double high = below(&r, 3) ? low + fabs(low) * pow(10, -below(&r, 14))
                                   : low + pow(10, below(&r, 600) - 300);
        double ticks[24], step;
        struct tick_labels labels;
        int n;

        if (i % 50 == 0) {
            low = -1.7e308;
            high = below(&r, 2) ? 1.7e308 : uniform(&r) * 1e300;
        }
        if (!(low < high) || !isfinite(high))
            continue;
        arena_reset(a);
        n = num_ticks(low, high, 2 + below(&r, 8), false, 24, ticks, &step);
        for (int k = 0; k < n; k++)
            if (!(ticks[k] >= low && ticks[k] <= high) ||
                (k && !(ticks[k] > ticks[k - 1])))
                fail_msg("tick %g of %.17g..%.17g", ticks[k], low, high);
        if (!number_ticks(a, ticks, n, false, &labels) &&
            !number_offset_ticks(a, ticks, n, &labels))
            continue; /* the axis has none */
        for (int k = 1; k < n; k++)
            if (strcmp(labels.text[k], labels.text[k - 1]) == 0)
                fail_msg("'%s' twice in %.17g..%.17g", labels.text[k], low, high);
    }
    arena_free(a);
}

/* ---- tries ------------------------------------------------------------------------- */

/* A drawing that is laid out again, with rows kept for its numbers, leaves nothing of the
 * first try: each name stands once. */
static void
check_tries(void **state)
{
    static const char block[] =
        "kind: bars\ntitle: Parameters\nbars: [12, 25, 3, 1/80]\n"
        "names: attention; MLP; dictionary; norms\nrange: 0..200\n"
        "read: 41.82 as \"millions in all\"\n"
        "read: 24.58 as \"cache, kB a token\"\n";

    (void)state;
    for (int rows = 6; rows < 16; rows++)
        for (int columns = 24; columns < 60; columns += 3) {
            const struct picture how = {rows, columns, LOOK_ASCII, false};
            struct canvas *c;
            const char *dump, *first;
            struct place p;

            place_init_good(&p, block);
            c = place_draw(&p, &how);
            dump = canvas_dump(p.a, c, false);
            first = strstr(dump, "norms");
            if (strstr(dump, "ention") != NULL && !strstr(dump, "attention"))
                fail_msg("%s", dump);
            if ((first && strstr(first + 1, "norms")) || strstr(dump, "MLPe"))
                fail_msg("%s", dump);
            canvas_free(c);
            place_fini(&p);
        }
}

/* ---- places ------------------------------------------------------------------------ */

/* What the cursor reads, and that it is marked there and nowhere else. */
static const struct visit {
    const char *name, *block;
    int place;
    const char *say; /* NULL: there is no such place */
} visits[] = {
    {"an arrow",           "kind: plane\narrow: [1, 2] as \"q\"; [3, -1] as \"k\"\n", 1,
     "k: (3, -1)"                                                                                   },
    {"a complex number",   "kind: plane\narrow: 1 + 2i as \"z\"\n",                   0, "z: 1 + 2i"},
    {"points come first",  "kind: plane\narrow: 1 as \"z\"\npoint: i as \"w\"\n",     0,
     "w: i"                                                                                         },
    {"points over k",      "kind: plane\npoints: [k, 1] over k = 0..4 as \"data\"\n", 3,
     "data at k = 3: (3, 1)"                                                                        },
    {"no more of them",    "kind: plane\npoints: [k, 1] over k = 0..4 as \"data\"\n", 5,
     NULL                                                                                           },
    {"of no value",        "kind: plane\npoint: [ln(0 - 1), 0] as \"p\"\n",           0,
     "p: (undefined, 0)"                                                                            },
    {"three shares",       "kind: simplex\npoint: [1/2, 1/4, 1/4] as \"p\"\n",        0,
     "p: (0.5, 0.25, 0.25)"                                                                         },
    {"on a number line",   "kind: line\npoint: pi as \"pi\"; 4 as \"four\"\n",        1,
     "four: 4"                                                                                      },
    {"a bar",              "kind: bars\nbars: [1, 2, 3]\nnames: a; b; c\n",           2, "c: 3"     },
    {"a bar and its name", "kind: bars\nbars: [1, 2, 3]\nnames: a; b; c\n",           0, "a: 1"     },
};

static void
check_visit(void **state)
{
    const struct visit *row = *state;
    const struct figure_look look = {.aspect = 2};
    const struct rect all = {0, 0, 16, 60};
    struct figure_places places;
    struct canvas *before, *after;
    const struct picture how = {16, 60, LOOK_ASCII, false};
    struct rect at;
    struct place p;

    place_init_good(&p, row->block);
    figure_places(p.a, p.f, &p.s, &look, ALPHABET_ASCII, all, &places);
    assert_int_equal(row->place < places.n, row->say != NULL);
    if (row->say) {
        assert_string_equal(places.at[row->place].say, row->say);
        at = places.at[row->place].rect;
        before = place_draw(&p, &how);
        p.s.place = row->place;
        after = place_draw(&p, &how);
        if (at.rows)
            assert_int_equal(canvas_at(after, at.row, at.col)->style, STYLE_FOCUS);
        else
            assert_string_equal(canvas_dump(p.a, after, true),
                                canvas_dump(p.a, before, true));
        canvas_free(before);
        canvas_free(after);
    }
    place_fini(&p);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, kinds, check_kind);
    table_add(&t, "all kinds", check_all, NULL);
    table_add(&t, "points", check_points, NULL);
    table_add(&t, "ticks", check_ticks, NULL);
    table_add(&t, "tries", check_tries, NULL);
    TABLE_ROWS(&t, visits, check_visit);
    return table_run(&t, "figure_property");
}
