/*
 * Figures that are calm: labels that keep their place while others move, stand apart from
 * axes and from other lines, circles alike in their quarters, round ticks, dials with
 * room for their numbers.
 */
#include "unit/figure_place.h"

/* ---- labels of what stays ---------------------------------------------------------- */

#define FIRST                                   \
    "kind: plane\nslider: turns = 0 in 0..24\n" \
    "arrow: R(turns pi/12) [1, 0] as \"you\"\n" \
    "point: [1, 0] as \"1 (start)\"; [0, 1] as \"?\"\nrange: 1.1\n"

#define STEPS                                                  \
    "kind: plane\nslider: steps = 0 in 0..4; a = 2 in -3..3\n" \
    "let: z = a + i\narrow: i^steps z as \"now\"; z as \"start\"\nplay: steps\n"

static const struct picture pictures[] = {
    {12, 40,  LOOK_ASCII,   false},
    {12, 40,  LOOK_BRAILLE, true },
    {24, 80,  LOOK_ASCII,   false},
    {24, 80,  LOOK_BRAILLE, false},
    {50, 200, LOOK_BRAILLE, false},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

/* Where a text stands in a drawing: row * 1000 + column; -1 when it does not. */
static int
place_of_text(const struct canvas *c, const char *text)
{
    int n = (int)strlen(text);

    for (int row = 0; row < c->rows; row++) {
        for (int col = 0; col + n <= c->cols; col++) {
            int i = 0;

            while (i < n && canvas_at(c, row, col + i)->c == (unsigned char)text[i])
                i++;
            if (i == n)
                return row * 1000 + col;
        }
    }
    return -1;
}

static int
label_place(const char *block, const char *moves, const struct picture *how,
            const char *text)
{
    struct place p;
    struct canvas *c;
    int at;

    place_init_good(&p, block);
    place_set(&p, moves);
    c = place_draw(&p, how);
    at = place_of_text(c, text);
    if (at < 0)
        fail_msg("no '%s' in\n%s", text, canvas_dump(p.a, c, false));
    canvas_free(c);
    place_fini(&p);
    return at;
}

static const struct held {
    const char *name, *block, *slider, *text;
    int most;
} helds[] = {
    {"a point on the axis", FIRST, "turns", "1 (start)", 24},
    {"where a turn began",  STEPS, "steps", "start",     3 },
};

static void
check_held(void **state)
{
    const struct held *row = *state;

    for (int i = 0; i < PICTURES; i++) {
        int first = label_place(row->block, "", &pictures[i], row->text);

        for (int v = 1; v <= row->most; v++) {
            char moves[40];

            snprintf(moves, sizeof moves, "%s %d", row->slider, v);
            assert_int_equal(label_place(row->block, moves, &pictures[i], row->text),
                             first);
        }
    }
}

/* The axis leaves a cell free on both sides; an upright one goes on. */
static void
check_beside_axis(void **state)
{
    (void)state;
    for (int i = 0; i < PICTURES; i++)
        label_place(FIRST, "turns 6", &pictures[i], " 1 (start) ");
}

/* ---- circles ----------------------------------------------------------------------- */

/* The dots of a cell after a mirror in an upright line, or in a level one. */
static uint32_t
mirrored(uint32_t c, bool upright)
{
    static const uint8_t bits[4][2] = {
        {0x01, 0x08},
        {0x02, 0x10},
        {0x04, 0x20},
        {0x40, 0x80}
    };
    uint32_t out = 0x2800;

    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 2; x++)
            if (c & bits[y][x])
                out |= upright ? bits[y][1 - x] : bits[3 - y][x];
    return out;
}

static bool
is_dots(uint32_t c)
{
    return c > 0x2800 && c <= 0x28FF;
}

static void
check_circle(void **state)
{
    const struct picture how = {21, 61, LOOK_BRAILLE, true};
    int dots = 0;

    (void)state;
    for (double radius = 0.3; radius < 2; radius += 0.1) {
        char block[80];
        struct place p;
        struct canvas *c;

        snprintf(block, sizeof block, "kind: plane\nrange: 2\ncircle: %g\n", radius);
        place_init_good(&p, block);
        c = place_draw(&p, &how);
        for (int row = 0; row < how.rows; row++) {
            for (int col = 0; col < how.cols; col++) {
                uint32_t is = canvas_at(c, row, col)->c;
                uint32_t other = canvas_at(c, row, how.cols - 1 - col)->c;
                uint32_t below = canvas_at(c, how.rows - 1 - row, col)->c;

                if (!is_dots(is))
                    continue;
                dots++;
                if (other != mirrored(is, true) || below != mirrored(is, false))
                    fail_msg("radius %g:\n%s", radius, canvas_dump(p.a, c, false));
            }
        }
        canvas_free(c);
        place_fini(&p);
    }
    assert_true(dots > 300);
}

/* ---- what a drawing shows ---------------------------------------------------------- */

#define DIALS "kind: dials\nslider: m = 100 in 0..99999\ndials: m 10^(-j/2) over j = 0.."

static const struct shown {
    const char *name, *block, *moves;
    struct picture how;
    const char *with, *without; /* NULL: nothing */
} shows[] = {
    {"ticks of a plane are round",
     "kind: plane\nrange: 5.3\narrow: 1\n",                                    "",
     {24, 80, LOOK_ASCII, false},
     "-4       -2",                                                                                                      "2.5"   },
    {"and never closer than their labels",
     "kind: plane\nrange: 3.3\narrow: 1\n",                                    "",
     {15, 43, LOOK_ASCII, false},
     "-3   -2  -1  :",                                                                                                   NULL    },
    {"at most nine of them",
     "kind: plane\nrange: 3.3\narrow: 1\n",                                    "",
     {50, 200, LOOK_ASCII, false},
     NULL,                                                                                                               "0.5"   },
    {"laps of narrow dials",                         DIALS "7\n",              "", {14, 43, LOOK_ASCII, false}, "15.92", "la"    },
    {"laps of wide dials",
     DIALS "3 as \"clocks\"\n",
     "",                                                                           {24, 80, LOOK_ASCII, false},
     "15.92 laps, hand at 5.75 rad",                                                                                     "~"     },
    {"many laps have no decimals",
     DIALS "7\n",
     "m 8192",                                                                     {14, 43, LOOK_ASCII, false},
     "1304",                                                                                                             "1303.8"},
    {"which dials are seen",
     DIALS "30 as \"clocks\"\n",
     "",                                                                           {14, 43, LOOK_ASCII, false},
     "clocks, 0 to 11 of 31 dials",                                                                                      NULL    },
    {"a marked curve has its mark before its label",
     "kind: curve\ncurve: x over x = 0..1 as \"a\"\ncurve: 2 x over x = 0..1 as \"b\"\n"
     "curve: 3 x over x = 0..1 as \"c\"\ncurve: 4 x over x = 0..1 as \"d\"\n", "",
     {24, 80, LOOK_ASCII, false},
     "+ c",                                                                                                              "+ b"   },
};

static void
check_shown(void **state)
{
    const struct shown *row = *state;
    struct canvas *c;
    struct place p;

    place_init_good(&p, row->block);
    place_set(&p, row->moves);
    c = place_draw(&p, &row->how);
    if ((row->with && place_of_text(c, row->with) < 0) ||
        (row->without && place_of_text(c, row->without) >= 0))
        fail_msg("with '%s' and without '%s':\n%s", row->with ? row->with : "",
                 row->without ? row->without : "", canvas_dump(p.a, c, false));
    canvas_free(c);
    place_fini(&p);
}

/* The label of a path that leaves the plane is beside the line, not at the far corner. */
static void
check_exit(void **state)
{
    const struct picture how = {12, 40, LOOK_ASCII, false};
    int at = label_place("kind: plane\nrange: 1\n"
                         "path: [0.5, 5 k] over k = 0..1 as \"far\"\n",
                         "", &how, "far");

    (void)state;
    assert_in_range(at / 1000, 0, 2);
    assert_in_range(at % 1000, 19, 34);
}

/* Where a curve lies on another its label would seem to be the other's. */
static void
check_alone(void **state)
{
    const struct picture how = {20, 60, LOOK_ASCII, false};
    const char *block = "kind: curve\nrange: 0..8\ncurve: 1 over x = 0..10 as \"low\"\n"
                        "curve: max(1, 7 - 3 x) over x = 0..10 as \"high\"\n";

    (void)state;
    assert_true(label_place(block, "", &how, "high") % 1000 < 20);
}

/* ---- names and decimals ------------------------------------------------------------ */

static void
check_names(void **state)
{
    struct place p;
    char *table;

    (void)state;
    place_init_good(&p,
                    "kind: plane\nslider: x_12 = 1 in 0..2; x_n = 1 in 0..2\n"
                    "strip: half = x_12 / 2 in 0..2 places 1\narrow: half as \"h\"\n");
    assert_string_equal(figure_slider_shown(p.f, 0), "x\u2081\u2082");
    assert_string_equal(figure_slider_shown(p.f, 1), "x_n");
    assert_int_equal(figure_slider_find(p.f, "x_12"), 0);
    assert_int_equal(figure_slider_find(p.f, "x\u2081\u2082"), 0);
    table = figure_table(p.a, p.f, &p.s);
    assert_non_null(strstr(table, "half  0.5\n"));
    place_fini(&p);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    TABLE_ROWS(&t, helds, check_held);
    table_add(&t, "an axis leaves a label free", check_beside_axis, NULL);
    table_add(&t, "circles are alike in their quarters", check_circle, NULL);
    TABLE_ROWS(&t, shows, check_shown);
    table_add(&t, "a path's label is at its line", check_exit, NULL);
    table_add(&t, "a label stands where its curve is alone", check_alone, NULL);
    table_add(&t, "names and decimals", check_names, NULL);
    return table_run(&t, "figure_still");
}
