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

/* What a figure of the numbers u and v must show, in things of the first style: signs,
 * places of lines, ends of boxes. */
static const struct landing {
    const char *name;
    const char *lines; /* N: how many numbers u and v hold */
    bool pairs;        /* a thing is made of one of each; else of u alone */
} landings[] = {
    {"points of a scatter lie in the frame", "kind: scatter\npoints: u, v\n",           true },
    {"points of a chart lie in the frame",
     "kind: curve\nlevel: 0 in fourth\npoints: u, v in first\n",                        true },
    {"points of a plane lie in the frame",
     "kind: plane\npoints: [u[k], v[k]] over k = 1..N in first\n",                      true },
    {"places of a path lie in the frame",
     "kind: plane\npath: [u[k], v[k]] over k = 1..N in first\n",                        true },
    {"values of a series lie in the frame",  "kind: series\nseries: u\n",               false},
    {"a point of a line lies in the frame",
     "kind: line\npoint: v[1] in fourth\npoint: u[1] in first\npoint: u[N] in first\n", false},
    {"ends of bars lie in the frame",        "kind: bars\nbars: u in first\n",          false},
};

/* A figure and the list of what is drawn on 24 x 80. */
struct drawn {
    struct place p;
    struct canvas *c;
    struct ink_list list;
};

static void
drawn_init(struct drawn *d, const char *block)
{
    const struct figure_look look = {.braille = true, .aspect = 2};

    place_init_good(&d->p, block);
    d->c = canvas_new(24, 80, ALPHABET_UNICODE);
    d->list = (struct ink_list){.arena = d->p.a};
    figure_list(d->p.f, &d->p.s, &look, d->c, &d->list);
}

static void
drawn_fini(struct drawn *d)
{
    canvas_free(d->c);
    place_fini(&d->p);
}

/* The numbers of a name of the block. */
static struct value
drawn_numbers(struct drawn *d, const char *name)
{
    const struct scope *scope = figure_scope(d->p.f);
    struct value v;

    assert_true(calc_eval(d->p.a, scope, scope_find(scope, name)->value, NULL, &v, NULL));
    return v;
}

static bool
is_same(struct ink_place a, struct ink_place b)
{
    return fabs(a.x - b.x) < 1e-6 && fabs(a.y - b.y) < 1e-6;
}

/* Whether a line goes on where the item before it ended. */
static bool
is_joined(const struct ink_item *before, const struct ink_item *line)
{
    return before->sort == INK_LINE && before->style == line->style &&
           is_same(before->at[before->n - 1], line->at[0]);
}

/* Places of the first style, each of which is in the frame. */
static int
drawn_places(const struct drawn *d, const char *block, enum ink_sort sort)
{
    int n = 0;

    for (int i = 0; i < d->list.n; i++) {
        const struct ink_item *item = d->list.at[i];

        if (item->sort != sort || item->style != STYLE_FIRST)
            continue;
        for (int k = 0; k < item->n; k++) {
            n += !k || !is_same(item->at[k], item->at[k - 1]);
            if (!(item->at[k].x >= 0 && item->at[k].x <= 80 && item->at[k].y >= 0 &&
                  item->at[k].y <= 24))
                fail_msg("%s\n%g, %g is outside", block, item->at[k].x, item->at[k].y);
        }
        n -= i && item->sort == INK_LINE && is_joined(d->list.at[i - 1], item);
    }
    return n;
}

static double
last_of(struct drawn *d, const char *name)
{
    struct value v = drawn_numbers(d, name);

    return creal(v.at[v.rows - 1]);
}

/* How many of them must be seen; of bars those that are long enough. */
static int
landing_wanted(struct drawn *d, const struct landing *row)
{
    struct value u = drawn_numbers(d, "u"), v = drawn_numbers(d, "v");
    bool bars = strstr(row->name, "bars") != NULL;
    double most = 0;
    int n = 0;

    if (strstr(row->name, "a line"))
        return isfinite(creal(u.at[0])) + isfinite(creal(u.at[u.rows - 1]));
    for (int i = 0; i < u.rows; i++)
        most = fmax(most, isfinite(creal(u.at[i])) ? fabs(creal(u.at[i])) : 0);
    for (int i = 0; i < u.rows; i++)
        n += bars ? isfinite(creal(u.at[i])) && fabs(creal(u.at[i])) >= most / 10 &&
                        most > 0
                  : isfinite(creal(u.at[i])) && (!row->pairs || isfinite(creal(v.at[i])));
    return n;
}

/* Every finite number is to be seen inside the frame; the others are not. */
static void
check_landing(void **state)
{
    const struct landing *row = *state;

    for (int seed = 0; seed < 200; seed++) {
        struct arena *a = arena_new();
        struct random r = {0x2545F4914F6CDD1Du * (uint64_t)(seed + 1), a};
        int n = 1 + below(&r, 12), seen, want;
        const char *block = arena_printf(a, "let: u = %s; v = %s; N = %d\n%s",
                                         vector(&r, n), vector(&r, n), n, row->lines);
        bool bars = strstr(row->name, "bars") != NULL;
        struct drawn d;

        drawn_init(&d, block);
        want = landing_wanted(&d, row);
        seen = drawn_places(&d, block, INK_MARK);
        if (strstr(row->name, "path")) /* its end is marked again */
            seen -= seen > 0 && isfinite(last_of(&d, "u")) && isfinite(last_of(&d, "v"));
        if (strstr(row->name, "series"))
            seen += drawn_places(&d, block, INK_LINE);
        if (bars)
            seen = drawn_places(&d, block, INK_BOX) / 2;
        if (bars ? seen < want : seen != want)
            fail_msg("%s\n%d of %d are seen:\n%s", block, seen, want,
                     canvas_dump(a, d.c, false));
        drawn_fini(&d);
        arena_free(a);
    }
}

/* Three shares are inside their triangle, whatever they are. */
static void
check_shares(void **state)
{
    (void)state;
    for (int seed = 0; seed < 200; seed++) {
        struct arena *a = arena_new();
        struct random r = {0x2545F4914F6CDD1Du * (uint64_t)(seed + 1), a};
        double u = below(&r, 4) ? uniform(&r) : below(&r, 2);
        double v = below(&r, 4) ? uniform(&r) : below(&r, 2) ? 1e-300 : 1;
        const char *block =
            arena_printf(a,
                         "kind: simplex\nlet: u = %.17g; v = %.17g\n"
                         "point: [u, (1 - u) v, (1 - u) (1 - v)] in first\n",
                         u, v);
        struct drawn d;
        int seen;

        drawn_init(&d, block);
        seen = drawn_places(&d, block, INK_MARK);
        if (seen != 1)
            fail_msg("%s\n%d points:\n%s", block, seen, canvas_dump(a, d.c, false));
        drawn_fini(&d);
        arena_free(a);
    }
}

/* The columns of the box of a chart. */
static void
chart_columns(struct drawn *d, int *left, int *right)
{
    const struct figure_view view = {
        .look = {.braille = true, .aspect = 2},
          .r = { 0, 0,                      24, 80}
    };
    double at[2];

    *left = 80;
    *right = -1;
    for (int col = 0; col < 80; col++)
        if (figure_point_at(d->p.f, &d->p.s, &view, (const int[2]){12, col}, at)) {
            *left = col < *left ? col : *left;
            *right = col;
        }
}

/* A curve that is finite everywhere is one line from edge to edge: nothing of it is cut
 * off. */
static void
check_curve(void **state)
{
    int whole = 0;

    (void)state;
    for (int seed = 0; seed < 300; seed++) {
        struct arena *a = arena_new();
        struct random r = {0x2545F4914F6CDD1Du * (uint64_t)(seed + 1), a};
        const char *block =
            arena_printf(a,
                         "kind: curve\nlet: u = [%s, %s, %s]\n"
                         "curve: u[1] + u[2] x + u[3] x^2 over x = -3..2 in first\n",
                         finite(&r), finite(&r), finite(&r));
        int left, right, lines = 0;
        struct drawn d;
        struct value u;
        double most;

        drawn_init(&d, block);
        u = drawn_numbers(&d, "u");
        most = cabs(u.at[0]) + 3 * cabs(u.at[1]) + 9 * cabs(u.at[2]);
        chart_columns(&d, &left, &right);
        drawn_places(&d, block, INK_LINE);
        for (int i = 0; i < d.list.n && isfinite(2 * most); i++) {
            const struct ink_item *item = d.list.at[i];

            if (item->sort != INK_LINE || item->style != STYLE_FIRST)
                continue;
            lines++;
            if (lines > 1 || item->at[0].x > left + 1 || item->at[item->n - 1].x < right)
                fail_msg("%s\na piece is cut off:\n%s", block,
                         canvas_dump(a, d.c, false));
        }
        whole += lines == 1;
        if (isfinite(2 * most) && lines != 1)
            fail_msg("%s\n%d lines", block, lines);
        drawn_fini(&d);
        arena_free(a);
    }
    assert_true(whole > 100);
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
    TABLE_ROWS(&t, landings, check_landing);
    table_add(&t, "shares lie in the triangle", check_shares, NULL);
    table_add(&t, "a curve is not cut off", check_curve, NULL);
    table_add(&t, "ticks", check_ticks, NULL);
    table_add(&t, "tries", check_tries, NULL);
    TABLE_ROWS(&t, visits, check_visit);
    return table_run(&t, "figure_property");
}
