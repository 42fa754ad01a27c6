/*
 * Curves that a learner draws over the axes of a chart, what is said of them, and values
 * that are read off with the keys or the mouse.
 */
#include "calc/calc.h"
#include "unit/figure_place.h"

/* ---- what is said ------------------------------------------------------------------ */

static const struct said_row {
    const char *name, *heights, *truth;
    double low, high;
    const char *said;
} said[] = {
    {"the same line",            "0 1 2",           "x",              0, 2,
     "Right shape: it rises; nowhere further off than 0."                            },
    {"level",                    "3 3",             "3",              0, 1,
     "Right shape: it stays level; nowhere further off than 0."                      },
    {"level, elsewhere",         "0 0",             "3",              0, 1,
     "Right shape: it stays level; but it ends at 3, yours at 0."                    },
    {"rises, not falls",         "1 0",             "x",              0, 1,
     "The truth rises, while yours falls; furthest apart at x = 0: it is 0, yours 1."},
    {"level, not rising",        "1 1",             "10x",            0, 1,
     "The truth rises, while yours stays level; furthest apart at x = 1: it is 10, yours "
     "1."                                                                            },
    {"another end",              "0 1",             "3x",             0, 1,
     "Right shape: it rises; but it ends at 3, yours at 1."                          },
    {"another start",            "2 3",             "3x",             0, 1,
     "Right shape: it rises; but it begins at 0, yours at 2."                        },
    {"another way between",      "0 0.1 4",         "2 sqrt x",       0, 4,
     "Right shape: it rises; but at x = 2 it is 2.83, yours 0.1."                    },
    {"a top elsewhere",          "0 1 0 0 0",       "x (4 - x)/4",    0, 4,
     "Right shape: it rises, then falls; but its top is at x = 2, yours at 1."       },
    {"a lower top",              "0 0 0.5 0 0",     "x (4 - x)/4",    0, 4,
     "Right shape: it rises, then falls; but its top is 1, yours 0.5."               },
    {"a lowest point elsewhere", "1 1 1 1 0 1",     "(x - 1)^2",      0, 2,
     "Right shape: it falls, then rises; but its lowest point is at x = 1, yours at "
     "1.6."                                                                          },
    {"one turn less",            "0 1 0",           "sin x",          0, 6.283,
     "The truth rises, falls and rises again, while yours rises, then falls; furthest "
     "apart at x = 4.4: it is -0.95, yours 0.6."                                     },
    {"waves are counted",        "0 1 -1 1 -1 1 0", "cos x",          0, 31.4,
     "The truth has 9 turns, while yours has 5 turns; furthest apart at x = 16: it is "
     "-1, "
     "yours 1."                                                                      },
    {"a gap in the truth",       "0 1 2",           "x + 0/(x - 1)",  0, 2,
     "Right shape: it rises; nowhere further off than 0."                            },
    {"no truth at all",          "0 1",             "sqrt(-1 - x^2)", 0, 1,     ""   },
    {"large numbers",            "0 1e12",          "1e12 x",         0, 1,
     "Right shape: it rises; nowhere further off than 0."                            },
    {"a tiny wobble is none",    "0 0.5 0.49 1",    "x",              0, 1,
     "Right shape: it rises; but at x = 0.67 it is 0.67, yours 0.49."                },
};

struct truth {
    struct arena *a;
    struct scope *scope;
    const struct term *term;
};

static double
truth_at(void *ctx, double x)
{
    struct truth *t = ctx;
    struct calc_name name = {"x", calc_real(t->a, x)};
    struct calc_env env = {.at = &name, .n = 1};

    return calc_eval_real(t->a, t->scope, t->term, &env);
}

static struct figure_sketch
sketch_of(const char *heights, double low, double high)
{
    struct figure_sketch k = {.low = low, .high = high};
    char *end;

    while (*(heights += strspn(heights, " "))) {
        k.height[k.n++] = strtod(heights, &end);
        heights = end;
    }
    return k;
}

static void
truth_init(struct truth *t, const char *text)
{
    struct err e;

    t->a = arena_new();
    t->scope = scope_new(t->a, NULL);
    scope_add(t->a, t->scope, "x", (struct type){.kind = TYPE_REAL});
    t->term = expr_parse(t->a, t->scope, text, (struct pos){"truth", 1, 1}, &e);
    if (!t->term)
        fail_msg("%s", err_text(t->a, &e));
}

static void
check_said(void **state)
{
    const struct said_row *r = *state;
    struct figure_sketch k = sketch_of(r->heights, r->low, r->high);
    struct truth t;

    truth_init(&t, r->truth);
    assert_string_equal(figure_sketch_said(t.a, &k, (struct figure_truth){truth_at, &t}),
                        r->said);
    arena_free(t.a);
}

static void
check_table(void **state)
{
    struct figure_sketch k = sketch_of("0 1 -2", 0, 1);
    struct truth t;

    (void)state;
    k.name = "t";
    truth_init(&t, "x^2");
    assert_string_equal(
        figure_sketch_table(t.a, &k, (struct figure_truth){truth_at, &t}),
        "t = 0: you 0, truth 0\nt = 0.5: you 1, truth 0.25\nt = 1: you -2, truth 1\n");
    assert_string_equal(figure_sketch_text(t.a, &k), "0 1 -2");
    arena_free(t.a);
}

/* ---- drawing it -------------------------------------------------------------------- */

#define WAVE "kind: curve\ncurve: sin x over x = 0..6 as \"wave\"\nrange: -2..2\n"
#define LOG "kind: curve\ncurve: 10^x over x = 0..4\nlog: y\nrange: 1..10000\n"

static const struct moved_row {
    const char *name, *block, *moves, *heights;
} moved[] = {
    {"a line lies at zero",          WAVE, "",               "0 0 0 0"         },
    {"or in the middle of its axis", LOG,  "",               "100 100 100 100" },
    {"up by a fortieth of it",       WAVE, "u",              "0.1 0 0 0"       },
    {"and down",                     WAVE, "ddd",            "-0.3 0 0 0"      },
    {"coarse steps",                 WAVE, "U",              "0.5 0 0 0"       },
    {"another place",                WAVE, ">>u",            "0 0 0.1 0"       },
    {"not off the axis",             WAVE, "UUUUUUUU",       "2 0 0 0"         },
    {"in powers of ten",             LOG,  "UU",             "1000 100 100 100"},
    {"not below a logarithmic axis", LOG,  "DDDDDDDDDDDDDD", "1 100 100 100"   },
};

static void
move_all(struct place *p, struct figure_sketch *k, const char *moves)
{
    figure_sketch_start(p->f, &p->s, k);
    p->s.sketch = k;
    for (; *moves; moves++)
        switch (*moves) {
        case '>':
            k->at++;
            break;
        case 'u':
        case 'U':
            figure_sketch_move(p->f, &p->s, k, 1, *moves == 'U');
            break;
        default:
            figure_sketch_move(p->f, &p->s, k, -1, *moves == 'D');
        }
}

static void
check_moved(void **state)
{
    const struct moved_row *r = *state;
    struct figure_sketch k = {.low = 0, .high = 4, .n = 4, .open = true};
    struct place p;

    place_init_good(&p, r->block);
    move_all(&p, &k, r->moves);
    assert_string_equal(figure_sketch_text(p.a, &k), r->heights);
    place_fini(&p);
}

static void
check_dragged(void **state)
{
    struct figure_sketch k = {.low = 0, .high = 6, .n = 7, .open = true};
    struct place p;

    (void)state;
    place_init_good(&p, WAVE);
    figure_sketch_start(p.f, &p.s, &k);
    figure_sketch_put(p.f, &p.s, &k, (double[]){0.9, 1.04}, -1);
    assert_string_equal(figure_sketch_text(p.a, &k), "0 1 0 0 0 0 0");
    figure_sketch_put(p.f, &p.s, &k, (double[]){4.2, -0.5}, k.at);
    assert_string_equal(figure_sketch_text(p.a, &k), "0 1 0.5 0 -0.5 0 0");
    figure_sketch_put(p.f, &p.s, &k, (double[]){-50, 99}, k.at);
    assert_string_equal(figure_sketch_text(p.a, &k), "2 1.375 0.75 0.125 -0.5 0 0");
    place_fini(&p);
}

/* While it is drawn nothing of the truth is to be seen, whatever the figure holds. */
static void
check_veiled(void **state)
{
    static const char *const blocks[] = {
        WAVE "mark: 2 as \"here\"\nlevel: 1 as \"one\"\ndot: 1, 1 as \"dot\"\nread: 7 as "
             "\"seven\"\n"
             "strip: s = 5 in 0..9\n",
        "kind: histogram\nslider: d = 2 in 2..64\nexperiment: cosine d=d n=20000\n",
        "kind: scatter\npoints: i, i^2 over i = 1..9 as \"squares\"\n",
        "kind: series\nseries: 4 e^(-n/10) over n = 0..40 as \"loss\"\nlog: y\n",
    };
    static const char *const hidden[] = {"wave", "here", "one",     "dot", "seven",
                                         "was",  "sd",   "squares", "loss"};

    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        for (int plain = 0; plain < 2; plain++) {
            struct figure_sketch k = {.low = 0, .high = 6, .n = 7, .open = true};
            struct place p;
            struct canvas *c;
            char *text;

            place_init_good(&p, blocks[i]);
            move_all(&p, &k, ">U");
            c = place_draw(&p, &(struct picture){20, 60, LOOK_ASCII, plain});
            text = canvas_dump(p.a, c, false);
            for (size_t j = 0; j < sizeof hidden / sizeof *hidden; j++)
                if (strstr(text, hidden[j]))
                    fail_msg("'%s' is to be seen:\n%s", hidden[j], text);
            if (!strchr(text, '@') || c->cursor_row < 0)
                fail_msg("no place with a cursor:\n%s", text);
            canvas_free(c);
            place_fini(&p);
        }
}

/* ---- the mouse --------------------------------------------------------------------- */

/* A sketch that is put where the mouse is has its sign in that cell. */
static void
check_points(void **state)
{
    struct figure_sketch k = {.low = 0, .high = 6, .n = 7, .open = true};
    struct figure_view view = {
        {.aspect = 2},
        ALPHABET_ASCII, { 0, 0, 20, 60}
    };
    struct place p;
    int inside = 0, near = 0;

    (void)state;
    place_init_good(&p, "title: Over it\n" WAVE);
    move_all(&p, &k, "");
    for (int row = 0; row < 20; row++)
        for (int col = 0; col < 60; col++) {
            double at[2];
            struct canvas *c;

            if (!figure_point_at(p.f, &p.s, &view, (int[]){row, col}, at))
                continue;
            inside++;
            assert_true(at[0] >= 0 && at[0] <= 6 && at[1] >= -2.2 && at[1] <= 2.2);
            figure_sketch_put(p.f, &p.s, &k, at, -1);
            if (fabs(figure_sketch_x(&k, k.at) - at[0]) > 0.02)
                continue;
            c = place_draw(&p, &(struct picture){20, 60, LOOK_ASCII, false});
            near++;
            if (abs(c->cursor_row - row) > 1 || abs(c->cursor_col - col) > 1)
                fail_msg("put at %d %d, stands at %d %d", row, col, c->cursor_row,
                         c->cursor_col);
            canvas_free(c);
        }
    assert_true(inside > 600 && near > 50);
    place_fini(&p);
}

static void
check_no_axes(void **state)
{
    struct figure_view view = {
        {.aspect = 2},
        ALPHABET_ASCII, { 0, 0, 20, 60}
    };
    double at[2];
    struct place p;

    (void)state;
    place_init_good(&p, "kind: plane\narrow: [1, 2] as \"q\"\n");
    assert_false(figure_takes_sketch(p.f));
    assert_false(figure_can_read(p.f));
    assert_false(figure_point_at(p.f, &p.s, &view, (int[]){9, 30}, at));
    place_fini(&p);
}

/* ---- values read off --------------------------------------------------------------- */

static const struct read_row {
    const char *name, *block;
    int by;
    bool coarse;
    const char *read;
} reads[] = {
    {"a curve",                           WAVE,                                                         0,  false, "x = 3: wave = 0.1411" },
    {"its end",                           WAVE,                                                         99, false, "x = 6: wave = -0.2794"},
    {"a series goes from place to place",
     "kind: series\nseries: n^2 over n = 0..4 as \"s\"\n",                                              1,  false, "n = 3: s = 9"         },
    {"and stops at its end",              "kind: series\nseries: n^2 over n = 0..4 as \"s\"\n",         9,
     false,                                                                                                        "n = 4: s = 16"        },
    {"a vector",                          "kind: series\nseries: [4, 7, 5]\n",                          -1, false, "x = 1: 4"             },
    {"points",                            "kind: scatter\npoints: 10i, i^2 over i = 1..5 as \"p\"\n",   0,  false,
     "x = 30: p at (30, 9)"                                                                                                               },
    {"the point before",                  "kind: scatter\npoints: 10i, i^2 over i = 1..5\n",            -1, false,
     "x = 20: at (20, 4)"                                                                                                                 },
    {"points of one place are one",       "kind: scatter\npoints: 1, i over i = 1..5\n",                1,
     false,                                                                                                        "x = 1: at (1, 1)"     },
    {"a point without a height is none",
     "kind: scatter\npoints: i, sqrt(i - 3) over i = 1..5 as \"p\"\n",                                  -9, false,
     "x = 3: p at (3, 0)"                                                                                                                 },
    {"a histogram",                       "kind: histogram\nhistogram: [0, 0, 1, 4] as \"h\" bins 4\n", -9,
     false,                                                                                                        "x = 0.5: h = 0.5"     },
    {"a curve among points",              WAVE "points: i, 0 over i = 1..5 as \"p\"\n",                 0,  false,
     "x = 3: wave = 0.1411; p at (3, 0)"                                                                                                  },
    {"nothing",                           "kind: scatter\npoints: i, sqrt(-i) over i = 1..5\n",         0,  false, ""                     },
};

static void
check_read(void **state)
{
    const struct read_row *r = *state;
    struct place p;

    place_init(&p, r->block);
    if (!p.f)
        return; /* a block that has nothing to show is refused */
    assert_true(figure_can_read(p.f));
    figure_read_move(p.f, &p.s, 0, false);
    figure_read_move(p.f, &p.s, r->by, r->coarse);
    assert_string_equal(figure_read(p.a, p.f, &p.s), r->read);
    place_fini(&p);
}

int
main(void)
{
    struct table t = {0};

    TABLE_ROWS(&t, said, check_said);
    TABLE_ROWS(&t, moved, check_moved);
    TABLE_ROWS(&t, reads, check_read);
    table_add(&t, "a small table", check_table, NULL);
    table_add(&t, "places between two that were dragged over", check_dragged, NULL);
    table_add(&t, "nothing is to be seen before the guess", check_veiled, NULL);
    table_add(&t, "cells of a chart", check_points, NULL);
    table_add(&t, "a figure without axes", check_no_axes, NULL);
    return table_run(&t, "figure sketch");
}
