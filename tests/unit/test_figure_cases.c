/*
 * Heatmaps, matrices, dials, boards and flows: what their lines may not say, values that
 * are hard to draw, the colours of cells, and the places that a cursor visits.
 */
#include "figure/ink/frame.h"
#include "unit/figure_place.h"

/* ---- lines that are refused -------------------------------------------------------- */

static const struct refused {
    const char *name, *block, *where; /* "LINE:COLUMN: sentence", its beginning */
} refused[] = {
    {"no cells",           "kind: heatmap\nrows: a, b\n",                                 "1:1: a heatmap needs"    },
    {"cells of a vector",  "kind: heatmap\ncells: [1, 2]\n",                              "2:8: this is a "         },
    {"a mask alone",       "kind: heatmap\ncells: I(3) mask 1 > 0\n",                     "2:18: a mask needs"      },
    {"one index",          "kind: heatmap\ncells: r over r = 1..3\n",                     "2:15: write cells"       },
    {"three indices",      "kind: heatmap\ncells: r over r = 1..3, c = 1..2, k = 1..2\n",
     "2:15: write cells"                                                                                            },
    {"an unknown scale",   "kind: heatmap\ncells: I(3)\nscale: log\n",                    "3:8: a scale is"         },
    {"places of a half",   "kind: heatmap\ncells: I(3)\nplaces: 1/2\n",
     "3:9: the number of"                                                                                           },
    {"a row of a vector",  "kind: heatmap\ncells: I(3)\nrow: [1, 2]\n",                   "3:6: this is a "         },
    {"no matrix",          "kind: matrix\nsign: =\n",                                     "1:1: this kind needs"    },
    {"too many places",    "kind: matrix\nmatrix: I(2) places 99\n",                      "2:21: the number of"     },
    {"no dials",           "kind: dials\nnames: a\n",                                     "1:1: this kind needs"    },
    {"dials over nothing", "kind: dials\ndials: 1\n",                                     "2:8: write dials"        },
    {"no box",             "kind: board\nline: a as \"x\"\n",                             "1:1: this kind needs box"},
    {"no part",            "kind: flow\nline: a as \"x\"\n",                              "1:1: this kind needs"    },
    {"a box twice",        "kind: board\nbox: a as \"x\"; a as \"y\"\n",
     "2:16: 'a' stands here"                                                                                        },
    {"a box with blanks",  "kind: board\nbox: a b as \"x\"\n",                            "2:6: a name is of"       },
    {"a silent box",       "kind: board\nbox: a\n",                                       "2:6: say what stands"    },
    {"one number of two",  "kind: board\nbox: a as \"x\" at 1\n",                         "2:18: write where"       },
    {"half a column",      "kind: board\nbox: a as \"x\" at 1.5, 1\n",
     "2:18: columns and rows"                                                                                       },
    {"row 0",              "kind: board\nbox: a as \"x\" at 1, 0\n",                      "2:18: columns and rows"  },
    {"two at a place",     "kind: board\nbox: a as \"x\" at 1, 1; b as \"y\" at 1, 1\n",
     "1:1: 'a' and 'b' stand"                                                                                       },
    {"an arrow to nobody", "kind: board\nbox: a as \"x\"\narrow: a to b\n",
     "3:13: no box 'b'"                                                                                             },
    {"half an arrow",      "kind: board\nbox: a as \"x\"\narrow: a\n",                    "3:8: write an arrow"     },
    {"wrong is nobody",    "kind: board\nbox: a as \"x\"\nwrong: b as \"y\"\n",
     "3:8: nothing above"                                                                                           },
    {"wrong but not how",  "kind: board\nbox: a as \"x\"\nwrong: a\n",
     "3:8: say what is right"                                                                                       },
    {"wrong in a flow",    "kind: flow\npart: a as \"x\"\nwrong: a as \"y\"\n",
     "3:1: 'wrong' belongs"                                                                                         },
};

static void
check_refused(void **state)
{
    const struct refused *row = *state;
    struct place p;
    const char *got = place_refused(&p, row->block);

    got = arena_printf(p.a, "%.*s%s", (int)strcspn(got, "R"), got,
                       strchr(strchr(got, 'R'), ' ') + 1);
    if (strncmp(got, row->where, strlen(row->where)) != 0)
        fail_msg("got '%s', want '%s'", got, row->where);
    place_fini(&p);
}

/* ---- what is hard to draw ---------------------------------------------------------- */

#define LONG "a name that is far too long for any cell of a small picture"

static const struct hard {
    const char *name, *block, *shows; /* in the ASCII picture of 76 x 20 */
} hards[] = {
    {"an undefined cell",  "kind: heatmap\ncells: ln(r - 2) over r = 1..3, c = 1..2\n",
     "? undefined"                                                                                          },
    {"an infinite cell",   "kind: heatmap\ncells: 10^(200 r) over r = 1..2, c = 1..2\n",
     "inf"                                                                                                  },
    {"one cell",           "kind: heatmap\ncells: 7.25 over r = 1..1, c = 1..1\n",            "7.25"        },
    {"one number",         "kind: heatmap\ncells: 3 over r = 1..4, c = 1..4\n",               " 3 "         },
    {"40 x 40",            "kind: heatmap\ncells: sin(r c) over r = 1..40, c = 1..40\n",      "rows 1-"     },
    {"128 x 128",          "kind: heatmap\ncells: r - c over r = 1..128, c = 1..128\n",
     "columns 1-"                                                                                           },
    {"all of double",      "kind: heatmap\ncells: 1.7e308 (r - 2) over r = 1..3, c = 1..2\n",
     "e+308"                                                                                                },
    {"all masked",         "kind: heatmap\ncells: 1 over r = 1..3, c = 1..3 mask c > 0\n",
     "x masked"                                                                                             },
    {"long names",
     "kind: heatmap\ncells: I(2)\nrows: " LONG ", b\ncolumns: " LONG ", d\n",                 "~"           },
    {"rows are marked",    "kind: heatmap\ncells: I(3)\nrow: 2\ncolumn: 3\n",                 ">"           },
    {"no mark outside",    "kind: heatmap\ncells: I(3)\nrow: 7\n",                            "  1"         },
    {"a large matrix",     "kind: matrix\nmatrix: I(40) row 30\n",                            ".."          },
    {"complex entries",    "kind: matrix\nmatrix: [1 + i, 2; 3, i]\n",                        "1 + i"       },
    {"a vector, a number", "kind: matrix\nmatrix: [1; 2]\nsign: .\nmatrix: 3\n",              "[ 3 ]"       },
    {"a dial that stops",  "kind: dials\ndials: ln(j - 1) over j = 0..2\n",                   "undefined"   },
    {"a million laps",     "kind: dials\ndials: 1e300 j over j = 1..2\n",                     "e299"        },
    {"128 dials",          "kind: dials\ndials: j over j = 1..128\n",                         "of 128 dials"},
    {"one dial",           "kind: dials\ndials: -pi/2 over j = 1..1\n",                       "-0.25 laps"  },
    {"a long box",         "kind: board\nbox: a as \"" LONG "\"; b as \"" LONG "\"\n",        "far"         },
    {"24 parts",
     "kind: flow\npart: a as \"a\"; b as \"b\"; c as \"c\"; d as \"d\"; e as \"e\"; f as "
     "\"f\"; g as \"g\"; h as \"h\"; i as \"i\"; j as \"j\"; k as \"k\"; l as \"l\"; m "
     "as "
     "\"m\"; n as \"n\"; o as \"o\"; p as \"p\"; q as \"q\"; r as \"r\"; s as \"s\"; t "
     "as "
     "\"t\"; u as \"u\"; v as \"v\"; w as \"w\"; x as \"x\"\n",                               "of 24"       },
    {"boxes far apart",
     "kind: board\nbox: a as \"a\" at 24, 24; b as \"b\" at 1, 1\narrow: a to b as "
     "\"back\"\n",                                                                            "b"           },
};

static void
check_hard(void **state)
{
    static const struct picture sizes[] = {
        {20, 76,  LOOK_ASCII,   false},
        {9,  40,  LOOK_BRAILLE, true },
        {46, 196, LOOK_UNICODE, false},
        {3,  8,   LOOK_ASCII,   true },
        {1,  1,   LOOK_BRAILLE, false},
        {60, 9,   LOOK_ASCII,   false},
        {4,  200, LOOK_ASCII,   false},
    };
    const struct hard *row = *state;
    struct place p;

    place_init_good(&p, row->block);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct canvas *c = place_draw(&p, &sizes[i]);
        const char *text = canvas_dump(p.a, c, false);

        if (i == 0 && !strstr(text, row->shows))
            fail_msg("'%s' is not in\n%s", row->shows, text);
        for (int j = 0; sizes[i].look == LOOK_ASCII && j < c->rows * c->cols; j++)
            assert_in_range(c->at[j].c, ' ', '~');
        canvas_free(c);
    }
    assert_non_null(figure_say(p.a, p.f, &p.s));
    assert_non_null(figure_table(p.a, p.f, &p.s));
    place_fini(&p);
}

/* ---- what is seen in little room, and in much ------------------------------------- */

static const struct room_row {
    const char *name, *block;
    int rows, cols;
    const char *shows, *lacks; /* in ASCII; lacks: NULL for nothing */
} room_rows[] = {
    {"bars of one name beside one another",
     "kind: bars\nbars: [1, 0, 1, 0] as \"in\"\nbars: [0, 1, 0, 1] as \"out\"\nnames: a; "
     "b; c; d\nrange: 0..1\n",                                                         6,  40, "d | 0 ",                       "more"       },
    {"below one another where there are rows",
     "kind: bars\nbars: [1, 0, 1, 0] as \"in\"\nbars: [0, 1, 0, 1] as \"out\"\nnames: a; "
     "b; c; d\nrange: 0..1\n",                                                         8,  40, "d out |",                      "more"       },
    {"vectors of two lengths stay below",
     "kind: bars\nbars: [1, 0, 1, 0] as \"in\"\nbars: [0, 1] as \"out\"\nnames: a; b; c; "
     "d\n",                                                                            5,  40, "and 2 more",                   NULL         },
    {"numbers are not on names",
     "kind: bars\nbar: 1 as \"alone\"; 0.1 as \"two\"\nread: 2 as \"number\"\n",       12, 40,
     "number 2\n",                                                                                                             "\nnumber"   },
    {"decimal points below one another",
     "kind: bars\nbar: 1 as \"alone\"\nread: 12.5 as \"x\"; 0.25 as \"yy\"\n",         12, 40,
     "yy  0.25",                                                                                                               NULL         },
    {"read-outs in rows of keys are short",
     "kind: plane\nrange: -1..1\nshape: [-9, -9]; [9, -9]; [9, 9]; [-9, 9]\npoints: [k/9 "
     "- 1, 0] over k = 0..18\ncircle: 1\nread: 1 of 0..1 as \"a\"; 2 of 0..2 as \"b\"; 3 "
     "as \"c\"; 4 as \"dddd\"; 5 as \"e\"; 6 as \"f\"; 7 as \"g\"; 8 as \"h\"; 9 as "
     "\"i\"\n",                                                                        10, 24, "h 8  i 9",                     NULL         },
    {"levels of one row share a label",
     "kind: curve\ncurve: x over x = 0..100\nlevel: 50 as \"one\"; 50.1 as \"two\"\n", 12,
     60,                                                                                       "one, two",                     NULL         },
    {"levels of two rows do not",
     "kind: curve\ncurve: x over x = 0..100\nlevel: 20 as \"one\"; 80 as \"two\"\n",   12,
     60,                                                                                       "one",                          "one, two"   },
    {"a mark is named at its upper end",
     "kind: curve\ncurve: x over x = 0..10\nmark: 5 as \"here\"\n",                    12, 40, ": here",
     NULL                                                                                                                                   },
    {"decimals go before values do",
     "kind: heatmap\ncells: 1/9 over r = 1..3, c = 1..4\nplaces: 3\n",                 8,  24, "0.1 ",
     NULL                                                                                                                                   },
    {"names of columns at even steps",
     "kind: heatmap\ncells: r c over r = 1..2, c = 1..8\ncolumns: +0, +64, +128, +192, "
     "+256, +320, +384, +448\n",                                                       8,  40, "+0      +128    +256    +384", NULL         },
    {"a product stands next to its matrices",
     "kind: matrix\nmatrix: [1, 2] as \"a\" row 1\nmatrix: [3] as \"b\" column 1\n",   20,
     40,                                                                                       "row 1 times column 1",         "\n\n\nrow 1"},
    {"the value of a flat series is a tick",   "kind: series\nseries: [3, 3, 3]\n",    12, 40,
     "3.0+---",                                                                                                                NULL         },
    {"one tick where two are too many",        "kind: series\nseries: [0, 0]\n",       6,  40, "\n0+",
     NULL                                                                                                                                   },
    {"few ticks rather than an empty fifth",
     "kind: curve\ncurve: x over x = 0..2\nrange: 0..2\n",                             22, 60, "\n2+",                         "1.5+"       },
    {"a fifth curve is not like the first",
     "kind: curve\ncurve: 1 over x = 0..9; 2 over x = 0..9; 3 over x = 0..9; 4 over x = "
     "0..9; 5 over x = 0..9\n",                                                        20, 60, "--*--",                        NULL         },
    {"a large number is no power",             "kind: bars\nbar: 16777.2 as \"a\"\n",  8,  40, "16777",
     "e4"                                                                                                                                   },
};

static void
check_room(void **state)
{
    const struct room_row *row = *state;
    const struct picture how = {row->rows, row->cols, LOOK_ASCII, false};
    struct canvas *c;
    const char *text;
    struct place p;

    place_init_good(&p, row->block);
    c = place_draw(&p, &how);
    text = canvas_dump(p.a, c, false);
    if (!strstr(text, row->shows))
        fail_msg("'%s' is not in\n%s", row->shows, text);
    if (row->lacks && strstr(text, row->lacks))
        fail_msg("'%s' is in\n%s", row->lacks, text);
    canvas_free(c);
    place_fini(&p);
}

/* ---- colours ----------------------------------------------------------------------- */

static const struct colour {
    const char *name, *block;
    int cell, style; /* of the background of that place */
} colours[] = {
    {"the least",  "kind: heatmap\ncells: r over r = 1..9, c = 1..1\n",                     0, STYLE_RAMP},
    {"the most",   "kind: heatmap\ncells: r over r = 1..9, c = 1..1\n",                     8,
     STYLE_RAMP + RAMP_STEPS - 1                                                                         },
    {"half",       "kind: heatmap\ncells: r over r = 1..9, c = 1..1\n",                     4,
     STYLE_RAMP + RAMP_STEPS / 2                                                                         },
    {"zero",       "kind: heatmap\ncells: r over r = -4..4, c = 1..1\nscale: difference\n", 4,
     STYLE_DIFFERENCE + DIFFERENCE_STEPS / 2                                                             },
    {"below zero",
     "kind: heatmap\ncells: r over r = -4..4, c = 1..1\nscale: difference\n",               0,
     STYLE_DIFFERENCE                                                                                    },
    {"above zero",
     "kind: heatmap\ncells: r over r = -4..4, c = 1..1\nscale: difference\n",               8,
     STYLE_DIFFERENCE + DIFFERENCE_STEPS - 1                                                             },
    {"off range",  "kind: heatmap\ncells: r over r = 1..9, c = 1..1\nrange: 4..5\n",        0,
     STYLE_RAMP                                                                                          },
    {"masked",     "kind: heatmap\ncells: r over r = 1..9, c = 1..1 mask r = 5\n",          4,
     STYLE_PLAIN                                                                                         },
};

static void
check_colour(void **state)
{
    const struct figure_look look = {.aspect = 2, .ramp = true};
    const struct colour *row = *state;
    struct canvas *c = canvas_new(20, 76, ALPHABET_ASCII);
    struct figure_places places;
    struct rect r;
    struct place p;

    place_init_good(&p, row->block);
    figure_draw(p.f, &p.s, &look, c, canvas_all(c));
    figure_places(p.a, p.f, &p.s, &look, c->alphabet, canvas_all(c), &places);
    r = places.at[row->cell].rect;
    assert_int_equal(canvas_at(c, r.row, r.col)->style, row->style);
    canvas_free(c);
    place_fini(&p);
}

/* ---- places ------------------------------------------------------------------------ */

#define BOARD                                                                   \
    "kind: board\nline: head as \"R_(m-n)\"\nbox: k as \"k\"; turned as \"R_n " \
    "k\" opens rope-plane#shift\narrow: k to turned as \"by n\"\n"              \
    "wrong: head as \"R_(n-m)\"\n"

static void
places_of(struct place *p, int rows, int cols, struct figure_places *out)
{
    const struct figure_look look = {.aspect = 2};

    figure_places(p->a, p->f, &p->s, &look, ALPHABET_ASCII,
                  (struct rect){0, 0, rows, cols}, out);
}

static void
check_board_places(void **state)
{
    struct figure_places places;
    struct place p;

    (void)state;
    place_init_good(&p, BOARD);
    places_of(&p, 20, 76, &places);
    assert_int_equal(places.n, 4);
    assert_string_equal(places.at[0].id, "head");
    assert_string_equal(places.at[0].wrong, "R_(n-m)");
    assert_null(places.at[1].wrong);
    assert_string_equal(places.at[2].opens, "rope-plane#shift");
    assert_string_equal(places.at[3].id, "k to turned");
    assert_string_equal(places.at[3].say, "k to turned: by n");
    place_fini(&p);
}

static void
check_cell_places(void **state)
{
    struct figure_places places;
    struct place p;

    (void)state;
    place_init_good(&p, "kind: heatmap\ncells: 10 r + c over r = 1..40, c = 1..3\n");
    places_of(&p, 20, 76, &places);
    assert_int_equal(places.n, 120);
    assert_int_equal(places.across, 3);
    assert_string_equal(places.at[5].id, "2, 3");
    assert_string_equal(places.at[5].say, "row 2, column 3: 23");
    assert_int_equal(figure_place_next(&places, -1, KEY_ARROW_DOWN), 0);
    assert_int_equal(figure_place_next(&places, 0, KEY_ARROW_RIGHT), 1);
    assert_int_equal(figure_place_next(&places, 1, KEY_ARROW_DOWN), 4);
    assert_int_equal(figure_place_next(&places, 2, KEY_ARROW_RIGHT), 2);
    assert_int_equal(figure_place_next(&places, 0, KEY_ARROW_UP), 0);
    assert_int_equal(places.at[119].rect.rows, 0);
    p.s.place = 119;
    places_of(&p, 20, 76, &places);
    assert_true(places.at[119].rect.rows > 0);
    place_fini(&p);
}

/* A title pushes all places down a row. */
static void
check_title(void **state)
{
    struct figure_places bare, titled;
    struct place p, q;

    (void)state;
    place_init_good(&p, BOARD);
    place_init_good(&q, BOARD "title: above\n");
    places_of(&p, 19, 76, &bare);
    places_of(&q, 20, 76, &titled);
    for (int i = 0; i < bare.n; i++)
        assert_int_equal(titled.at[i].rect.row, bare.at[i].rect.row + 1);
    place_fini(&p);
    place_fini(&q);
}

/* From the first place the arrows lead to every other one. */
static const struct walked {
    const char *name, *block;
} walked[] = {
    {"cells",  "kind: heatmap\ncells: r c over r = 1..12, c = 1..12\n"                },
    {"dials",  "kind: dials\ndials: j over j = 1..40\n"                               },
    {"matrix", "kind: matrix\nmatrix: I(3) as \"A\"\nsign: =\nmatrix: I(3) as \"B\"\n"},
    {"board",  BOARD                                                                  },
    {"flow",
     "kind: flow\npart: a as \"a\"; b as \"b\"; c as \"c\"; d as \"d\"; e as \"e\"\n" },
};

static void
check_walked(void **state)
{
    static const enum key arrows[] = {KEY_ARROW_LEFT, KEY_ARROW_RIGHT, KEY_ARROW_UP,
                                      KEY_ARROW_DOWN};
    const struct walked *row = *state;
    struct figure_places places;
    struct place p;
    int queue[512], seen[512] = {1}, n = 1;

    place_init_good(&p, row->block);
    queue[0] = 0;
    for (int i = 0; i < n; i++) {
        p.s.place = queue[i];
        places_of(&p, 9, 40, &places);
        assert_true(places.n > 1 && places.n <= 512);
        for (int k = 0; k < 4; k++) {
            int to = figure_place_next(&places, queue[i], arrows[k]);

            assert_in_range(to, 0, places.n - 1);
            if (!seen[to])
                queue[n++] = to;
            seen[to] = 1;
        }
    }
    assert_int_equal(n, places.n);
    place_fini(&p);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, refused, check_refused);
    TABLE_ROWS(&t, hards, check_hard);
    TABLE_ROWS(&t, room_rows, check_room);
    TABLE_ROWS(&t, colours, check_colour);
    TABLE_ROWS(&t, walked, check_walked);
    table_add(&t, "places of a board", check_board_places, NULL);
    table_add(&t, "places below a title", check_title, NULL);
    table_add(&t, "places of cells", check_cell_places, NULL);
    return table_run(&t, "figure_cases");
}
