/*
 * Figures without their drawings: what is read and refused, sliders, the strip, numbers
 * and sentences. The drawings are in test_figure_draw.c.
 */
#include "figure/figure_priv.h"
#include "unit/figure_place.h"

/* ---- what is refused -------------------------------------------------------------- */

static const struct refused_block refused[] = {
    {"no kind",                         "let: a = 1\n",                                           "1:1: RW-501" },
    {"unknown kind",                    "kind: plain\n",                                          "1:7: RW-501" },
    {"kind twice",                      "kind: plane\nkind: plane\n",                             "2:1: RW-503" },
    {"unknown key",                     "kind: plane\nvector: 1\n",                               "2:1: RW-500" },
    {"curve in a plane",                "kind: plane\ncurve: x over x = 0..1\n",                  "2:1: RW-500" },
    {"arrow in a curve",                "kind: curve\narrow: [1, 0]\n",                           "2:1: RW-500" },
    {"something before the colon",      "kind: plane\narrow q: 1\n",                              "2:1: RW-503" },
    {"a name without a value",          "kind: plane\nlet: t : real\narrow: [t, 0]\n",
     "3:8: RW-505"                                                                                              },
    {"an arrow of three parts",         "kind: plane\narrow: [1, 2, 3]\n",                        "2:8: RW-504" },
    {"an arrow that is a matrix",       "kind: plane\narrow: R(1)\n",                             "2:8: RW-504" },
    {"an arrow of complex parts",       "kind: plane\narrow: [i, 1]\n",                           "2:8: RW-504" },
    {"an empty arrow",                  "kind: plane\narrow: as \"q\"\n",                         "2:11: RW-1"  },
    {"a label without quotes",          "kind: plane\narrow: 1 as q\n",                           "2:13: RW-503"},
    {"a label with one quote",          "kind: plane\narrow: 1 as \"q\n",                         "2:13: RW-503"},
    {"two labels",                      "kind: plane\narrow: 1 as \"q\" as \"k\"\n",              "2:17: RW-503"},
    {"an unknown style",                "kind: plane\narrow: 1 in red\n",                         "2:13: RW-503"},
    {"a condition that is none",        "kind: plane\narrow: 1 when 3\n",                         "2:"          },
    {"a complex radius",                "kind: plane\ncircle: i\n",                               "2:9: RW-504" },
    {"an arc to nowhere",               "kind: plane\narc: 1\n",                                  "2:6: RW-503" },
    {"an arc both to and by",           "kind: plane\narc: 1 to 2 by 3\n",                        "2:6: RW-503" },
    {"an arc by an arrow",              "kind: plane\narc: 1 by i\n",                             "2:11: RW-504"},
    {"a shape of two corners",          "kind: plane\nshape: 0; 1\n",                             "2:8: RW-503" },
    {"a curve over nothing",            "kind: curve\ncurve: x\n",                                "2:8: RW-503" },
    {"a curve over no range",           "kind: curve\ncurve: x over x = 1\n",                     "2:15: RW-503"},
    {"a complex curve",                 "kind: curve\ncurve: i x over x = 0..1\n",                "2:8: RW-504" },
    {"a curve of an unknown name",      "kind: curve\ncurve: y over x = 0..1\n",                  "2:8: RW-2"   },
    {"a number without a label",        "kind: plane\nread: 3\n",                                 "2:7: RW-503" },
    {"random numbers of nothing",       "kind: plane\nrandom: x = 4\n",                           "2:9: RW-503" },
    {"random numbers by no slider",     "kind: plane\nrandom: x = 4 by s\n",                      "2:18: RW-503"},
    {"too many random numbers",
     "kind: plane\nslider: s = 1 in 0..9\nrandom: x = 17 by s\n",                                 "3:9: RW-506" },
    {"a guess at no slider",            "kind: plane\nguess: N\n",                                "2:8: RW-503" },
    {"a bar that falls",                "kind: plane\nread: 1 of 1..0 as \"x\"\n",                "2:12: RW-503"},
    {"ten lowest points",               "kind: scatter\npoints: i, i over i = 1..20 lowest 10\n", "2:"          },
    {"a range that falls",              "kind: plane\nrange: 4..1\n",                             "2:8: RW-503" },
    {"a range of nothing",              "kind: plane\nrange: 0\n",                                "2:8: RW-503" },
    {"a range beyond all numbers",      "kind: plane\nrange: -1.7e308..1.7e308\n",
     "2:8: RW-503"                                                                                              },
    {"a range with a slider",           "kind: plane\nslider: a = 1 in 0..2\nrange: a\n",
     "3:8: RW-505"                                                                                              },
    {"a strip without a range",         "kind: plane\nstrip: s = 1\n",                            "2:1: RW-503" },
    {"a strip of half a place",         "kind: plane\nstrip: s = 1 in 0..2 places 0.5\n",
     "2:29: RW-503"                                                                                             },
    {"a strip of an unknown name",      "kind: plane\nstrip: s in 0..1\n",                        "2:8: RW-2"   },
    {"a strip with a name in use",      "kind: plane\nlet: s = 1\nstrip: s = 2 in 0..1\n",
     "3:8: RW-503"                                                                                              },
    {"a slider without a range",        "kind: plane\nslider: a = 1\n",                           "2:9: RW-502" },
    {"a slider that starts outside",    "kind: plane\nslider: a = 3 in 0..2\n",
     "2:9: RW-205"                                                                                              },
    {"a slider with a choice",          "kind: plane\nslider: a = 1 in {1, 2}\n",                 "2:9: RW-502" },
    {"a slider with a condition",       "kind: plane\nslider: a = 1 in 0..2 where a > 0\n",
     "2:9: RW-502"                                                                                              },
    {"a switch of one place",           "kind: plane\nswitch: v = only\n",                        "2:"          },
    {"a switch without names",          "kind: plane\nswitch: v\n",                               "2:9: RW-502" },
    {"a switch with a bad name",        "kind: plane\nswitch: 2v = a; b\n",                       "2:9: RW-"    },
    {"a slider that is declared twice",
     "kind: plane\nslider: a = 1 in 0..2; a = 1 in 0..3\n",                                       "2:"          },
    {"play of no slider",               "kind: plane\nplay: a\n",                                 "2:7: RW-503" },
    {"a brace that stays open",         "kind: plane\nsay: is {1\n",                              "2:9: RW-503" },
    {"a sentence with an unknown name", "kind: plane\nsay: is {t}\n",                             "2:10: RW-200"},
    {"too many decimals",               "kind: plane\nsay: is {1 : 10}\n",                        "2:14: RW-503"},
    {"half a decimal",                  "kind: plane\nsay: is {1 : 0.5}\n",                       "2:14: RW-503"},
    {"an angle of nothing",             "kind: plane\nsay: is {angle}\n",                         "1:1: RW-503" },
    {"say with another word",           "kind: plane\nsay if 1 = 1: so\n",                        "2:1: RW-503" },
};

/* `start` and `most` times `before` N `after` is a figure, and with one more is none. */
static const struct limit {
    const char *name;
    const char *start, *before, *after;
    int most;
} limits[] = {
    {"sliders at their limit",               "",      "slider: a_", " = 0 in 0..1\n", FIGURE_SLIDERS_MAX},
    {"things at their limit",                "",      "point: ",    "\n",             THINGS_MAX        },
    {"sentences at their limit",             "",      "say: ",      "\n",             SAYS_MAX          },
    {"numbers in a sentence at their limit", "say: ", "{",          "}",              PIECES_MAX        },
};

static void
check_limit(void **state)
{
    const struct limit *r = *state;

    for (int over = 0; over < 2; over++) {
        struct arena *a = arena_new();
        char *block = arena_printf(a, "kind: plane\n%s", r->start);
        struct place p;

        for (int i = 0; i < r->most + over; i++)
            block = arena_printf(a, "%s%s%d%s", block, r->before, i, r->after);
        place_init(&p, block);
        assert_int_equal(p.f != NULL, !over);
        if (over)
            assert_int_equal(p.errs.at[0].code, ERR_FIGURE_MANY);
        place_fini(&p);
        arena_free(a);
    }
}

/* Every error of a block is told, not only the first. */
static void
check_all_errors(void **state)
{
    struct place p;

    (void)state;
    place_init(&p, "kind: plane\narrow: [1\nslider: a = 9 in 0..1\nfoo: 1\nsay: {\n");
    assert_null(p.f);
    assert_int_equal(p.errs.n, 4);
    place_fini(&p);
}

/* ---- sliders ---------------------------------------------------------------------- */

static const struct slid {
    const char *name;
    const char *slider;
    double to;         /* what it is set to */
    const char *shown; /* where it then stands */
    double coarse;
} slid[] = {
    {"an integer",                        "a = 5 in 0..64",                    12,       "12",    10            },
    {"an integer is rounded",             "a = 5 in 0..64",                    12.4,     "12",    10            },
    {"an integer at its end",             "a = 5 in 0..64",                    1e300,    "64",    10            },
    {"an integer at its start",           "a = 2 in -3..3",                    -100,     "-3",    2             },
    {"infinity is the end",               "a = 5 in 0..64",                    INFINITY, "64",    10            },
    {"a large range",                     "a = 0 in 0..1000",                  137,      "137",   100           },
    {"steps of two count from the start", "a = 1 in 1..9 step 2",              4.2,      "5",     4             },
    {"hundredths",                        "a = 0.25 in 0..pi step 0.01",       1.234,    "1.23",  0.5           },
    {"hundredths end at pi",              "a = 0.25 in 0..pi step 0.01",       3.2,      "3.14",  0.5           },
    {"hundredths down to zero",           "a = 0.25 in -3.14..3.14 step 0.01", 0,        "0.00",  1             },
    {"zero has no sign",                  "a = 0.25 in -3.14..3.14 step 0.01", -0.001,   "0.00",  1             },
    {"tenths",                            "a = 0.5 in 0.2..2 step 0.1",        1.26,     "1.3",   0.2           },
    {"a step that is not given",          "a = 0.5 in 0..1",                   0.333,    "0.33",  0.1           },
    {"parts of pi",                       "a = 0 in 0..2pi step pi/12",        1.6,      "1.571", 1.047197551197},
};

static void
check_slid(void **state)
{
    const struct slid *r = *state;
    struct place p;

    char block[120];

    snprintf(block, sizeof block, "kind: plane\nslider: %s\n", r->slider);
    place_init_good(&p, block);
    figure_set(p.f, &p.s, 0, r->to);
    assert_string_equal(figure_slider_text(p.a, p.f, &p.s, 0), r->shown);
    assert_float_equal(figure_slider(p.f, 0)->coarse, r->coarse, 1e-9);
    place_fini(&p);
}

static void
check_moves(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p, "kind: plane\nslider: m = 5 in 0..64; c = 0 in 0..1000\n");
    assert_false(figure_set(p.f, &p.s, 0, 5));
    assert_false(figure_set(p.f, &p.s, 0, NAN));
    assert_false(figure_move(p.f, &p.s, 1, -1, false));
    assert_false(p.s.has_before);
    assert_true(figure_move(p.f, &p.s, 0, 2, false));
    assert_true(p.s.has_before && p.s.before[0] == 5 && p.s.value[0] == 7);
    assert_true(figure_move(p.f, &p.s, 0, 1, true));
    assert_true(p.s.before[0] == 5 && p.s.value[0] == 17);
    assert_true(figure_move(p.f, &p.s, 1, 3, true));
    assert_true(p.s.before[1] == 0 && p.s.value[1] == 300);
    assert_int_equal(figure_play_slider(p.f), -1);
    assert_int_equal(figure_slider_find(p.f, "c"), 1);
    assert_int_equal(figure_slider_find(p.f, "d"), -1);
    figure_start(p.f, &p.s);
    assert_false(p.s.has_before);
    assert_true(isnan(p.s.guess));
    place_fini(&p);
}

/* Many small steps end where one large one does. */
static void
check_steps_do_not_drift(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p, "kind: plane\nslider: t = 0.25 in 0..pi step 0.01\nplay: t\n");
    assert_int_equal(figure_play_slider(p.f), 0);
    for (int i = 0; i < 200; i++)
        figure_move(p.f, &p.s, 0, 1, false);
    assert_true(p.s.value[0] == 2.25);
    for (int i = 0; i < 500; i++)
        figure_move(p.f, &p.s, 0, 1, false);
    assert_true(fabs(p.s.value[0] - 3.14159265358979) < 1e-12);
    figure_move(p.f, &p.s, 0, -1, false);
    assert_true(p.s.value[0] == 3.13);
    place_fini(&p);
}

static void
check_switch(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p,
                    "kind: plane\nswitch: view = turn the key; turn the query\n"
                    "arrow: 1 as \"key\" when view = 1\n"
                    "arrow: 2 as \"query\" when view = 2\n"
                    "say when view = 1: first\nsay when view >= 2: second\nsay: both\n");
    assert_string_equal(figure_slider_text(p.a, p.f, &p.s, 0), "turn the key");
    assert_string_equal(figure_say(p.a, p.f, &p.s), "first both");
    assert_true(figure_move(p.f, &p.s, 0, 1, false));
    assert_false(figure_move(p.f, &p.s, 0, 1, false));
    assert_string_equal(figure_slider_text(p.a, p.f, &p.s, 0), "turn the query");
    assert_string_equal(figure_say(p.a, p.f, &p.s), "second both");
    assert_string_equal(figure_table(p.a, p.f, &p.s), "view  turn the query\nquery  2\n");
    place_fini(&p);
}

/* ---- the line of a slider ---------------------------------------------------------- */

static const struct lined {
    const char *name;
    const char *sliders;
    int slider, cols;
    bool focused;
    double to;
    enum alphabet alphabet;
    const char *line;
} lined[] = {
    {"at its start",           "slider: c = 0 in 0..1000",                   0, 30, false, 0,    ALPHABET_ASCII,
     " c [o------------------]  0"                                                                                                                        },
    {"in the middle",          "slider: c = 0 in 0..1000",                   0, 30, false, 500,  ALPHABET_ASCII,
     " c [=========o---------]  500"                                                                                                                      },
    {"at its end, focused",    "slider: c = 0 in 0..1000",                   0, 30, true,  1000, ALPHABET_ASCII,
     ">c [==================o]  1000"                                                                                                                     },
    {"with lines",             "slider: c = 0 in 0..1000",                   0, 30, false, 500,  ALPHABET_UNICODE,
     " c [━━━━━━━━━o─────────]  500"                                                                                  },
    {"a Greek name",           "slider: theta = 0.25 in 0..1 step 0.25",     0, 20, false, 0,
     ALPHABET_UNICODE,                                                                                             " θ [o────────]  0.00"},
    {"a Greek name in ASCII",  "slider: theta = 0.25 in 0..1 step 0.25",     0, 20, false, 0,
     ALPHABET_ASCII,                                                                                               " theta [o----]  0.00"                 },
    {"in columns",             "slider: m = 1 in 0..9; theta = 0.5 in 0..1", 0, 30, false, 9,
     ALPHABET_ASCII,                                                                                               " m     [==============o]  9"          },
    {"what it is",             "slider: c = 0 in 0..9 as \"seats\"",         0, 30, false, 9,    ALPHABET_ASCII,
     " c [===============o]  9 seats"                                                                                                                     },
    {"no room for what it is", "slider: c = 0 in 0..9 as \"seats\"",         0, 16, false, 9,
     ALPHABET_ASCII,                                                                                               " c [=======o]  9"                     },
    {"what a switch is",       "switch: v = one; two as \"a way\"",          0, 30, false, 2,
     ALPHABET_ASCII,                                                                                               " v [+--o]  two           a way"       },
    {"no room for a bar",      "slider: c = 12 in 0..1000",                  0, 10, true,  12,   ALPHABET_ASCII,
     ">c 12"                                                                                                                                              },
    {"a switch",               "switch: v = one; two; three",                0, 30, false, 2,    ALPHABET_ASCII,
     " v [+--o--+]  two"                                                                                                                                  },
};

static void
check_lined(void **state)
{
    const struct lined *r = *state;
    struct place p;
    struct canvas *c = canvas_new(2, r->cols, r->alphabet);
    char block[120], *dump;

    snprintf(block, sizeof block, "kind: plane\n%s\n", r->sliders);
    place_init_good(&p, block);
    figure_set(p.f, &p.s, r->slider, r->to);
    figure_draw_slider(p.f, &p.s, r->slider, r->focused, c, canvas_all(c), 1);
    dump = canvas_dump(p.a, c, false);
    assert_string_equal(dump + 1, arena_printf(p.a, "%s\n", r->line));
    assert_int_equal(c->cursor_row, r->focused ? 1 : -1);
    if (r->focused && strchr(r->line, 'o'))
        assert_int_equal(canvas_at(c, 1, c->cursor_col)->c, 'o');
    canvas_free(c);
    place_fini(&p);
}

/* A click on the knob means the value that put it there. */
static void
check_clicks(void **state)
{
    struct place p;
    struct canvas *c = canvas_new(1, 40, ALPHABET_ASCII);

    (void)state;
    place_init_good(&p, "kind: plane\nslider: m = 5 in 0..64\nswitch: v = a; b; c\n");
    for (int i = 0; i < 2; i++) {
        for (int step = 0; step < 70; step++) {
            struct figure_state s = p.s;

            figure_set(p.f, &s, i, figure_slider(p.f, i)->low + step);
            canvas_clear(c);
            figure_draw_slider(p.f, &s, i, true, c, canvas_all(c), 0);
            assert_float_equal(
                figure_slider_at(p.f, i, ALPHABET_ASCII, canvas_all(c), c->cursor_col),
                s.value[i], i ? 0.01 : 1.5);
        }
    }
    assert_true(figure_slider_at(p.f, 0, ALPHABET_ASCII, canvas_all(c), -5) == 0);
    assert_true(figure_slider_at(p.f, 0, ALPHABET_ASCII, canvas_all(c), 99) == 64);
    canvas_free(c);
    place_fini(&p);
}

/* ---- what a line brings ------------------------------------------------------------ */

static const struct brought {
    const char *name, *block, *moves;
    const char *want; /* in the drawing; with '!' before it: not there */
} brought[] = {
    {"a bar to the left",        "kind: plane\nread: -1/2 of -1..1 as \"x\"\n",                    "",
     "x ...===+...... -0.5"                                                                                            },
    {"a bar to the right",       "kind: plane\nread: 1 of -1..1 as \"x\"\n",                       "",
     "x ......+====== 1"                                                                                               },
    {"a bar from its end",       "kind: plane\nread: 3 of 2..4 as \"x\"\n",                        "",
     "x +======...... 3"                                                                                               },
    {"a bar beyond its end",     "kind: plane\nread: 9 of 0..4 as \"x\"\n",                        "",
     "x +============ 9"                                                                                               },
    {"a bar of no value",
     "kind: plane\nlet through fp16: a = 0 / 0\nread: a of 0..4 as \"x\"\n",                       "",
     "x +............ NaN"                                                                                             },
    {"the lowest points",
     "kind: scatter\npoints: i, (i - 30)^2 over i = 1..40 lowest 2\n",                             "",        "30  0"  },
    {"no more of them",          "kind: scatter\npoints: i, (i - 30)^2 over i = 1..40 lowest 2\n",
     "",                                                                                                      "!28  4" },
    {"the lowest of very many",
     "kind: scatter\npoints: i, |i - 77777| over i = 1..99999 lowest 1\n",                         "",
     "77777  0"                                                                                                        },
    {"a guess is on its slider",
     "kind: plane\nslider: N = 2 in 0..9\nguess: N\nstrip: e = 1/(N + 1) in 0..9\n",               "guess 5", "o-?---" },
    {"and not on the strip",
     "kind: plane\nslider: N = 2 in 0..9\nguess: N\nstrip: e = 1/(N + 1) in 0..9\n",               "guess 5", "!your ?"},
};

/* The drawing, the sliders below it, and the strip. */
static void
check_brought(void **state)
{
    const struct brought *row = *state;
    const bool absent = *row->want == '!';
    const struct figure_look look = {.aspect = 2};
    struct canvas *c = canvas_new(24, 60, ALPHABET_ASCII);
    struct place p;
    char *dump;

    place_init_good(&p, row->block);
    place_set(&p, row->moves);
    figure_draw(p.f, &p.s, &look, c, (struct rect){0, 0, 20, 60});
    if (figure_slider_count(p.f))
        figure_draw_slider(p.f, &p.s, 0, false, c, (struct rect){20, 0, 1, 16}, 0);
    figure_draw_strip(p.f, &p.s, c, (struct rect){21, 0, 2, 60});
    dump = canvas_dump(p.a, c, false);
    if ((strstr(dump, row->want + absent) != NULL) == absent)
        fail_msg("%s\n%s", row->want, dump);
    canvas_free(c);
    place_fini(&p);
}

/* The same place gives the same numbers, another place others. */
static void
check_random(void **state)
{
    struct figure_state other;
    char *first, *again;
    struct place p;

    (void)state;
    place_init_good(&p,
                    "kind: plane\nslider: s = 3 in 0..9\nrandom: x = 2 by s; y = 2 by s\n"
                    "read: x as \"x\"\nread: x - y as \"apart\"\n");
    other = p.s;
    first = figure_table(p.a, p.f, &p.s);
    figure_move(p.f, &other, 0, 1, false);
    assert_string_not_equal(strchr(figure_table(p.a, p.f, &other), '\n'),
                            strchr(first, '\n'));
    figure_move(p.f, &other, 0, -1, false);
    again = figure_table(p.a, p.f, &other);
    assert_string_equal(again, first);
    assert_null(strstr(first, "apart  [0, 0]"));
    place_fini(&p);
}

/* ---- the strip --------------------------------------------------------------------- */

#define SCORE                                                    \
    "kind: plane\nlet: q = [1, 2]; k = [3, -1]; theta = 0.25\n"  \
    "slider: c = 0 in 0..1000; m = 5 in 0..64; n = 2 in 0..64\n" \
    "strip: score = (R((m+c) theta) q)^T (R((n+c) theta) k) in -7..7\n"

static const struct strip_row {
    const char *name;
    const char *block, *moves;
    int rows, cols;
    const char *lines;
} strip_rows[] = {
    {"the mock-up's strip",  SCORE,                                                           "c 12, guess -6",   2, 80,
     "score   |----?--------#-----------------0-------------------------------|\n"
     "        -7   your ?   # now -4.040, at c = 0 it was -4.040              7\n"                                                                                   },
    {"not moved yet",        SCORE,                                                           "",                 2, 80,
     "score   |-------------#-----------------0-------------------------------|\n"
     "        -7            # now -4.040                                      7\n"                                                                                   },
    {"two sliders moved",    SCORE,                                                           "m 6, c 1",         2, 80,
     "score   |-------#-----:-----------------0-------------------------------|\n"
     "        -7      # now -5.350, before it was -4.040                      7\n"                                                                                   },
    {"one row",              SCORE,                                                           "c 12",             1, 40, "score |------#--------0----------------|\n"},
    {"forty columns",        SCORE,                                                           "c 12, guess 6",    2, 40,
     "score |------#--------0--------------?-|\n"
     "      -7     # now -4.040      your ?  7\n"                                                                                                                    },
    {"twenty columns",       SCORE,                                                           "c 12, guess 6",    2, 20,
     "score |--#--0-----?|\n"
     "      -7  -4.040   7\n"                                                                                                                                        },
    {"a guess with a label", SCORE,                                                           "guess 6, said up", 2, 80,
     "score   |-------------#-----------------0--------------------------?----|\n"
     "        -7            # now -4.040                                 up   7\n"                                                                                   },
    {"a guess outside",      SCORE,                                                           "guess 99",         2, 80,
     "score   |-------------#-----------------0-------------------------------?\n"
     "        -7            # now -4.040                              your ?  7\n"                                                                                   },
    {"a unit",
     "kind: plane\nslider: t = 4 in 0..23\nstrip: turned = 15 t in 0..90\nunit: "
     "degrees\n",                                                                             "",                 2, 60,
     "turned  |----------------------------#--------------|\n"
     "        0                         # now 60 degrees  90\n"                                                                                                      },
    {"undefined",            "kind: plane\nslider: t = 0 in 0..2\nstrip: f = 1/t in -1..1\n", "",                 2,
     40,                                                                                                                 "f |-----------------0------------------|\n"
     "  -1  # now undefined                  1\n"                                                                                                            },
};

static void
check_strip(void **state)
{
    const struct strip_row *r = *state;
    struct canvas *c = canvas_new(r->rows, r->cols, ALPHABET_ASCII);
    struct place p;

    place_init_good(&p, r->block);
    place_set(&p, r->moves);
    assert_true(figure_has_strip(p.f));
    figure_draw_strip(p.f, &p.s, c, canvas_all(c));
    assert_string_equal(canvas_dump(p.a, c, false), r->lines);
    canvas_free(c);
    place_fini(&p);
}

/* At no width do the texts under the bar touch, and the value is always there. */
static void
check_strip_widths(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p, SCORE);
    for (int cols = 1; cols < 130; cols++) {
        for (int guess = -8; guess < 9; guess++) {
            struct canvas *c = canvas_new(2, cols, ALPHABET_ASCII);
            char *line;

            p.s.guess = guess;
            figure_set(p.f, &p.s, 1, (guess + 64) % 64);
            figure_draw_strip(p.f, &p.s, c, canvas_all(c));
            line = strchr(canvas_dump(p.a, c, false), '\n') + 1;
            if (cols >= 20) {
                char *value = arena_printf(p.a, "%.3f", figure_strip_value(p.f, &p.s));

                if (!strstr(line, value) || !strstr(line, "-7 ") || !strstr(line, " 7\n"))
                    fail_msg("%d columns: %s", cols, line);
            }
            canvas_free(c);
        }
        arena_reset(p.a);
        place_fini(&p);
        place_init_good(&p, SCORE);
    }
    place_fini(&p);
}

/* ---- numbers ----------------------------------------------------------------------- */

static const struct number_row {
    const char *name;
    double v;
    int places; /* -1: the short form */
    const char *text;
} number_rows[] = {
    {"fixed",                         -4.03978245, 3,  "-4.040"   },
    {"fixed without decimals",        12,          0,  "12"       },
    {"fixed rounds to no minus zero", -0.0001,     3,  "0.000"    },
    {"fixed minus zero",              -0.0,        0,  "0"        },
    {"fixed of a huge number",        1e300,       3,  "1e+300"   },
    {"undefined",                     NAN,         3,  "undefined"},
    {"infinite",                      -INFINITY,   3,  "-inf"     },
    {"short",                         -4.03978245, -1, "-4.04"    },
    {"short of an integer",           12345,       -1, "12345"    },
    {"short of a tiny rest",          6e-17,       -1, "0"        },
    {"short of a small number",       0.00012345,  -1, "0.0001234"},
    {"short of a large number",       1.5e12,      -1, "1.5e12"   },
};

static void
check_number(void **state)
{
    const struct number_row *r = *state;
    struct arena *a = arena_new();

    assert_string_equal(r->places < 0 ? number_short(a, r->v)
                                      : number_fixed(a, r->v, r->places),
                        r->text);
    arena_free(a);
}

#define PI 3.14159265358979323846

static const struct ticked {
    const char *name;
    double ticks[6];
    int n;
    bool angle;
    const char *labels;
} ticked[] = {
    {"integers",                       {-30, 0, 30},                      3, false, "-30 0 30"            },
    {"as many decimals as needed",     {0, 0.25, 0.5},                    3, false, "0 0.25 0.50"         },
    {"no minus zero",                  {-0.5, -0.0, 0.5},                 3, false, "-0.5 0 0.5"          },
    {"huge",                           {-1e300, 0, 1e300},                3, false, "-1e300 0 1e300"      },
    {"tiny",                           {1e-300, 2e-300},                  2, false, "1e-300 2e-300"       },
    {"far from zero",                  {1e15, 1e15 + 0.5, 1e15 + 1},      3, false, "0 0.5 1.0 (+1e15)"   },
    {"far below zero",
     {-1234567890.12, -1234567890.11},
     2,                                                                      false,
     "0 0.01 (-1234567890.12)"                                                                            },
    {"one",                            {0.125},                           1, false, "0.125"               },
    {"parts of pi",                    {-PI, -PI / 2, 0, PI / 6, 2 * PI}, 5, true,  "-π -π/2 0 π/6 2π"},
    {"angles that are no parts of pi", {0, 0.5, 1},                       3, true,  "0 0.5 1.0"           },
    {"multiples of pi unasked",        {0, PI},                           2, false, "0 3.14"              },
    {"all of double",                  {-1.5e308, 0, 1.5e308},            3, false, "-1.5e308 0 1.5e308"  },
};

static void
check_ticked(void **state)
{
    const struct ticked *r = *state;
    struct arena *a = arena_new();
    struct tick_labels l;
    bool good = number_ticks(a, r->ticks, r->n, r->angle, &l);
    const char *text = "";

    if (!good && r->labels)
        good = number_offset_ticks(a, r->ticks, r->n, &l);
    assert_int_equal(good, r->labels != NULL);
    for (int i = 0; good && i < r->n; i++)
        text = arena_printf(a, "%s%s%s", text, i ? " " : "", l.text[i]);
    if (good && *l.note)
        text = arena_printf(a, "%s (%s)", text, l.note);
    if (good)
        assert_string_equal(text, r->labels);
    arena_free(a);
}

/* ---- sentences --------------------------------------------------------------------- */

static const struct said {
    const char *name;
    const char *lines, *moves;
    const char *say;
} said[] = {
    {"the sentence of design.md",
     "let: q = [1, 2]; k = [3, -1]; theta = 0.25\nslider: c = 0 in 0..1000\n"
     "arrow: R((5+c) theta) q as \"q now\"; R((2+c) theta) k as \"k now\"\n"
     "strip: score = (R((5+c) theta) q)^T (R((2+c) theta) k) in -7..7\n"
     "say: Both arrows turned by {c theta : 2} more. They are {angle} apart. "
     "Score {score : 3}.",                                                                                     "c 12",
     "Both arrows turned by 3.00 more. They are 125 degrees apart. Score -4.040."                                                                        },
    {"complex numbers and vectors",       "say: {2 + 3i}, {R(pi/2) [1, 0]}, {i^2}",                            "",
     "2 + 3i, [0, 1], -1"                                                                                                                                },
    {"an undefined number",               "slider: t = 0 in 0..1\nsay: {1/t}",                                 "",     "undefined"                       },
    {"a name that is angle",              "let: angle = 7\nsay: {angle}",                                      "",     "7"                               },
    {"the angle of an arc",               "arc: 0 by 3pi\nsay: {angle}",                                       "",     "540 degrees"                     },
    {"the angle of an arc the short way", "arc: 1 to -i\nsay: {angle : 1}",                                    "",
     "90.0 degrees"                                                                                                                                      },
    {"no sentence",
     "slider: t = 1 in 0..4\narrow: [t, 2] as \"q\"; i as \"z\"\n"
     "strip: s = t / 3 in 0..2",                                                                               "t 2",  "t = 2; q: (2, 2); z: i; s 0.667."},
    {"no sentence and nothing to tell",   "arrow: 1",                                                          "",     ""                                },
    {"conditions",                        "slider: t = 1 in 0..4\nsay when t < 2: few\nsay when t >= 2: many",
     "t 3",                                                                                                            "many"                            },
};

static void
check_said(void **state)
{
    const struct said *r = *state;
    struct place p;
    char block[600];

    snprintf(block, sizeof block, "kind: plane\n%s\n", r->lines);
    place_init_good(&p, block);
    place_set(&p, r->moves);
    assert_string_equal(figure_say(p.a, p.f, &p.s), r->say);
    place_fini(&p);
}

static void
check_table(void **state)
{
    struct place p;

    (void)state;
    place_init_good(&p, "kind: curve\nslider: a = 2 in 0..4\n"
                        "curve: a x over x = 0..8 as \"line\"\n"
                        "read: a^2 as \"square\"\nstrip: double = 2 a in 0..9\n");
    assert_string_equal(figure_table(p.a, p.f, &p.s),
                        "a  2\n"
                        "line at x = 0  0\nline at x = 1  2\nline at x = 2  4\n"
                        "line at x = 3  6\nline at x = 4  8\nline at x = 5  10\n"
                        "line at x = 6  12\nline at x = 7  14\nline at x = 8  16\n"
                        "square  4\ndouble  4\n");
    place_fini(&p);
}

/* A vector and a matrix are read out as they are written, with fewer digits where they
 * find no room. */
static void
check_array_read(void **state)
{
    static const struct {
        int cols;
        const char *row;
    } rows[] = {
        {40, "turn [0.54, -0.841; 0.841, 0.54]"},
        {30, "turn [0.54, -0.84; 0.84, 0.54]"  },
    };
    struct place p;

    (void)state;
    place_init_good(&p, "kind: plane\narrow: 1 as \"a\"\nread: R(1) as \"turn\"\n"
                        "read: [1, 1/3] as \"pair\"\n");
    assert_non_null(strstr(figure_table(p.a, p.f, &p.s),
                           "turn  [0.54, -0.841; 0.841, 0.54]\npair  [1, 0.333]\n"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct picture how = {12, rows[i].cols, LOOK_ASCII, false};
        struct canvas *c = place_draw(&p, &how);

        assert_non_null(strstr(canvas_dump(p.a, c, false), rows[i].row));
        canvas_free(c);
    }
    place_fini(&p);
}

/* The condition of a `set` question, over the figure's names. */
static void
check_value(void **state)
{
    struct place p;
    const struct term *t;

    (void)state;
    place_init_good(&p, "kind: plane\nslider: turns = 0 in 0..23\nlet: a = 15 turns\n"
                        "strip: turned = a in 0..90\n");
    t = expr_parse_relation(p.a, figure_scope(p.f), "turned = 90", (struct pos){0}, NULL);
    assert_non_null(t);
    assert_true(figure_value(p.f, &p.s, t) == 0);
    figure_set(p.f, &p.s, 0, 6);
    assert_true(figure_value(p.f, &p.s, t) == 1);
    assert_string_equal(figure_strip_name(p.f), "turned");
    assert_true(figure_strip_value(p.f, &p.s) == 90);
    place_fini(&p);
}

/* Names of the lesson are seen, and may be given another meaning. */
static void
check_outer(void **state)
{
    struct arena *a = arena_new();
    struct scope *outer = scope_new(a, NULL);
    struct pos at = {"block", 1, 1};
    struct errs errs = {0};
    struct figure_state s;
    struct figure *f;

    (void)state;
    assert_true(scope_declare(a, outer, "q = [1, 2]; m = 5", at, NULL));
    f = figure_new(a,
                   fields_read(a, "kind: plane\nslider: m = 7 in 0..9\nsay: {m} {q}\n",
                               at, NULL, false, &errs),
                   outer, at, &errs);
    assert_non_null(f);
    figure_start(f, &s);
    assert_string_equal(figure_say(a, f, &s), "7 [1, 2]");
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, refused, check_refused_block);
    TABLE_ROWS(&t, limits, check_limit);
    table_add(&t, "all errors of a block", check_all_errors, NULL);
    TABLE_ROWS(&t, slid, check_slid);
    table_add(&t, "moves", check_moves, NULL);
    table_add(&t, "steps do not drift", check_steps_do_not_drift, NULL);
    table_add(&t, "a switch and its sentences", check_switch, NULL);
    TABLE_ROWS(&t, lined, check_lined);
    table_add(&t, "clicks", check_clicks, NULL);
    TABLE_ROWS(&t, brought, check_brought);
    table_add(&t, "random numbers of a place", check_random, NULL);
    TABLE_ROWS(&t, strip_rows, check_strip);
    table_add(&t, "the strip at every width", check_strip_widths, NULL);
    TABLE_ROWS(&t, number_rows, check_number);
    TABLE_ROWS(&t, ticked, check_ticked);
    TABLE_ROWS(&t, said, check_said);
    table_add(&t, "the table of a curve", check_table, NULL);
    table_add(&t, "arrays that are read out", check_array_read, NULL);
    table_add(&t, "values over a figure's names", check_value, NULL);
    table_add(&t, "names of the lesson", check_outer, NULL);
    return table_run(&t, "figure");
}
