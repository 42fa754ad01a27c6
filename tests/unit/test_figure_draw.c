/*
 * What figures look like: golden drawings, and what must hold for every drawing.
 *
 * The goldens are tests/golden/figure-*.txt; ROPEWALK_UPDATE=1 in the environment writes
 * them anew, to be looked at before they are committed.
 */
#include "base/utf8.h"
#include "figure/figure_priv.h"
#include "figure/ink/frame.h"
#include "unit/figure_place.h"

#define PI 3.14159265358979323846

/* ---- golden drawings --------------------------------------------------------------- */

#define HANDS                                                                     \
    "kind: plane\nlet: q = [1, 2]; k = [3, -1]; theta = 0.25\n"                   \
    "slider: c = 0 in 0..1000\n"                                                  \
    "arrow: R((5+c) theta) q as \"q now\" before; R((2+c) theta) k as \"k now\" " \
    "before\n"                                                                    \
    "arc: R((5+c) theta) q to R((2+c) theta) k as \"{angle} between\"\n"          \
    "strip: score = (R((5+c) theta) q)^T (R((2+c) theta) k) in -7..7\n"

#define FIRST                                                             \
    "kind: plane\nslider: turns = 0 in 0..23\n"                           \
    "arrow: R(turns pi/12) [1, 0] as \"you\"\n"                           \
    "point: [1, 0] as \"1 (start)\"; [0, 1] as \"?\"\nrange: -1.2..1.2\n" \
    "strip: turned = 15 turns in 0..90\nunit: degrees\n"

#define QUARTER                                                                 \
    "kind: plane\nslider: steps = 0 in 0..4; a = 2 in -3..3; b = 1 in -3..3\n"  \
    "let: z = a + b i\ncircle: |z|\narrow: z as \"start\" in fourth\n"          \
    "arrow: i^steps z as \"now\" in first\narc: z by steps pi/2 radius |z|/2\n" \
    "range: -4..4\n"

#define MULTIPLY                                                                      \
    "kind: plane\nslider: r = 1.5 in 0.2..2 step 0.1; phi = 90 in -180..180 step 5\n" \
    "switch: lock = any length; unit circle only\n"                                   \
    "let: z = 2 + i; s = (2 - lock) r + lock - 1; w = s e^(i phi pi/180)\n"           \
    "circle: 1\nshape: 0; w; w (1 + i); w i as \"square\" before\n"                   \
    "arrow: z as \"z\"; w as \"w\"; z w as \"zw\"\n"                                  \
    "read: |z| as \"|z|\"; |w| as \"|w|\"; |z w| as \"|zw|\"\nrange: 4\n"

#define WAVE                                                                 \
    "kind: curve\nlet: q = [1, 2]; k = [3, -1]\n"                            \
    "slider: gap = -3 in -32..32; theta = 0.25 in 0.05..1 step 0.01\n"       \
    "curve: q^T R(g theta) k over g = -32..32 as \"score\"\n"                \
    "curve: q^T R(-g theta) k over g = -32..32 as \"wrong sign\" ghost\n"    \
    "mark: gap as \"now\"\nstrip: score = q^T R(gap theta) k in -7.2..7.2\n" \
    "range: -7.5..7.5\n"

#define FOUR                                                      \
    "kind: curve\ncurve: sin x over x = -2pi..2pi as \"sin x\"\n" \
    "curve: cos x over x = -2pi..2pi as \"cos x\"\n"              \
    "curve: x/6 over x = -2pi..2pi as \"x/6\"\n"                  \
    "curve: -x/3 over x = -2pi..2pi as \"-x/3\"\n"

/* The block is whole, or only what stands behind `curve:`. */
static const struct golden {
    const char *file, *name, *block, *moves;
    int rows, cols, look;
    bool plain;
} goldens[] = {
    {"hands",    "not moved",             HANDS,                              "",                     15, 43,  LOOK_ASCII,     false},
    {"hands",    "the mock-up's c",       HANDS,                              "c 12",                 15, 43,  LOOK_ASCII,     false},
    {"hands",    "braille",               HANDS,                              "c 12",                 15, 43,  LOOK_BRAILLE,   false},
    {"hands",    "another c",             HANDS,                              "c 5",                  15, 43,  LOOK_BRAILLE,   false},
    {"hands",    "projector",             HANDS,                              "c 12, said goes down", 9,  40,  LOOK_ASCII,     true },
    {"hands",    "projector, braille",    HANDS,                              "c 7, guess -6",        9,  40,  LOOK_BRAILLE,   true },
    {"hands",    "wide",                  HANDS,                              "c 3",                  17, 80,  LOOK_ASCII,     false},
    {"hands",    "large",                 HANDS,                              "c 12",                 40, 120, LOOK_ASCII,     false},
    {"hands",    "large, braille",        HANDS,                              "c 12",                 40, 120, LOOK_BRAILLE,   false},
    {"hands",    "quadrants",             HANDS,                              "c 12",                 15, 43,  LOOK_QUADRANTS, false},
    {"hands",    "half blocks",           HANDS,                              "c 12",                 15, 43,  LOOK_HALVES,    false},
    {"first",    "start",                 FIRST,                              "",                     14, 80,  LOOK_ASCII,     false},
    {"first",    "four presses",          FIRST,                              "turns 4",              14, 80,  LOOK_ASCII,     false},
    {"first",    "straight up",           FIRST,                              "turns 6",              14, 80,  LOOK_ASCII,     false},
    {"first",    "too far",               FIRST,                              "turns 8",              14, 80,  LOOK_BRAILLE,   false},
    {"first",    "projector",             FIRST,                              "turns 4",              9,  40,  LOOK_ASCII,     true },
    {"quarter",  "one step",              QUARTER,                            "steps 1",              15, 43,  LOOK_ASCII,     false},
    {"quarter",  "three steps",           QUARTER,                            "steps 3",              15, 43,  LOOK_ASCII,     false},
    {"quarter",  "three steps, braille",  QUARTER,                            "steps 3",              17, 80,  LOOK_BRAILLE,   false},
    {"quarter",  "another start",         QUARTER,                            "steps 2, a -3, b 2",   40, 120, LOOK_BRAILLE,
     false                                                                                                                          },
    {"multiply", "a quarter",             MULTIPLY,                           "",                     15, 43,  LOOK_ASCII,     false},
    {"multiply", "back",                  MULTIPLY,                           "phi -60",              17, 80,  LOOK_BRAILLE,   false},
    {"multiply", "unit circle only",      MULTIPLY,                           "lock 2, phi 135",      40, 120, LOOK_ASCII,
     false                                                                                                                          },
    {"wave",     "small",                 WAVE,                               "",                     15, 43,  LOOK_ASCII,     false},
    {"wave",     "small, braille",        WAVE,                               "gap 4",                15, 43,  LOOK_BRAILLE,   false},
    {"wave",     "projector",             WAVE,                               "gap 4",                9,  40,  LOOK_ASCII,     true },
    {"wave",     "wide",                  WAVE,                               "gap 4, theta 0.1",     17, 80,  LOOK_ASCII,     false},
    {"wave",     "large",                 WAVE,                               "",                     40, 120, LOOK_BRAILLE,   false},
    {"curves",   "four",                  FOUR,                               "",                     17, 80,  LOOK_ASCII,     false},
    {"curves",   "four, braille",         FOUR,                               "",                     17, 80,  LOOK_BRAILLE,   false},
    {"curves",   "a pole at the edge",    "1/x over x = 0..1",                "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "a hole at the peak",    "sin(20 x)/(20 x) over x = -8..8",  "",                     12, 60,
     LOOK_ASCII,                                                                                                               false},
    {"curves",   "poles of both signs",   "1/x over x = -1..1",               "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "poles inside",          "tan x over x = -2pi..2pi",         "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "undefined on the left", "ln x over x = -1..1",              "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "nowhere defined",       "ln(-1) over x = 0..1",             "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "flat",                  "100 over x = 0..1",                "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "flat at zero",          "0 over x = 0..1",                  "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "a sharp corner",        "max(x-1, 0) over x = 0..2",        "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "huge",                  "1e300 x over x = -1..1",           "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "tiny",                  "1e-300 (1+x) over x = 0..1",       "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "all of double",         "1.7e308 x over x = -1..1",         "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "far from zero",         "1e15 + x over x = 0..1",           "",                     12, 60,  LOOK_ASCII,     false},
    {"curves",   "hardly a difference",   "1 + 2e-16 x over x = 0..1",        "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "no minus zero",         "x^2 - 1e-17 over x = 0..1",        "",                     12, 60,  LOOK_ASCII,
     false                                                                                                                          },
    {"curves",   "a long label",          "x - 1234567890.123 over x = 0..1", "",                     8,  30,  LOOK_ASCII,
     false                                                                                                                          },
};

static const char *const golden_files[] = {"hands",    "first", "quarter",
                                           "multiply", "wave",  "curves"};

static const char *const look_names[] = {"ASCII", "braille", "Unicode", "quadrants",
                                         "halves"};

/* All drawings of a file as text. */
static char *
draw_file(struct arena *a, const char *file)
{
    char *text = arena_strdup(a, "");

    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        const struct golden *g = &goldens[i];
        const struct picture how = {g->rows, g->cols, g->look, g->plain};
        struct canvas *c;
        struct place p;

        if (strcmp(g->file, file) != 0)
            continue;
        place_init_good(
            &p, strncmp(g->block, "kind", 4) == 0
                    ? g->block
                    : arena_printf(a, "kind: curve\ncurve: %s as \"f\"\n", g->block));
        place_set(&p, g->moves);
        c = place_draw(&p, &how);
        text = arena_printf(a, "%s---- %s: %d x %d, %s%s%s%s\n%s", text, g->name, g->cols,
                            g->rows, look_names[g->look], g->plain ? ", plain" : "",
                            *g->moves ? ", " : "", g->moves, canvas_dump(a, c, false));
        canvas_free(c);
        place_fini(&p);
    }
    return text;
}

static char *
read_file(struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    static char text[1 << 18];
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

    if (f)
        fclose(f);
    text[n] = '\0';
    return arena_strdup(a, text);
}

static void
write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    if (!f || fputs(text, f) < 0 || fclose(f) != 0)
        fail_msg("cannot write %s", path);
}

/* The first lines that differ. */
static void
fail_at_difference(const char *path, const char *got, const char *want)
{
    int line = 1;

    for (; *got && *got == *want; got++, want++)
        line += *got == '\n';
    fail_msg("%s:%d: got\n%.100s\nwant\n%.100s", path, line, got, want);
}

static void
check_golden(void **state)
{
    const char *file = *state;
    struct arena *a = arena_new();
    char *path = arena_printf(a, "%s/golden/figure-%s.txt", TESTS_DIR, file);
    char *got = draw_file(a, file), *want;

    if (getenv("ROPEWALK_UPDATE"))
        write_file(path, got);
    want = read_file(a, path);
    if (strcmp(got, want) != 0)
        fail_at_difference(path, got, want);
    arena_free(a);
}

/* ---- what holds for every drawing -------------------------------------------------- */

static const struct picture pictures[] = {
    {15, 43,  LOOK_ASCII,   false},
    {15, 43,  LOOK_BRAILLE, false},
    {9,  40,  LOOK_ASCII,   true },
    {9,  40,  LOOK_BRAILLE, true },
    {17, 80,  LOOK_ASCII,   false},
    {40, 120, LOOK_BRAILLE, false},
    {15, 43,  LOOK_UNICODE, false},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

/* Two arrows at all angles, with labels and without. */
static void
two_arrows(char block[400], int first, int second, const char *as_q, const char *as_k)
{
    snprintf(block, 400,
             "kind: plane\nslider: t = 0 in 0..1\nrange: 3\n"
             "arrow: R(%d pi/180) [2.5, 0]%s; R(%d pi/180) [1.8, 0]%s\n",
             first, as_q, second, as_k);
}

/* Whether the drawing has a row for keys: a digit and a blank at its left end. */
static bool
has_key(const struct canvas *c)
{
    return canvas_at(c, c->rows - 1, 0)->c == '1' &&
           canvas_at(c, c->rows - 1, 1)->c == ' ';
}

static bool
is_of_arrow(const struct cell *cell)
{
    return cell->c != ' ' && cell->style >= STYLE_BEFORE;
}

/* Labels leave every cell of the arrows as it is, and stand there whole. */
static void
check_labels_keep_away(const struct picture *how, int first, int second)
{
    char block[400];
    struct place with, without;
    struct canvas *labelled, *bare;
    struct picture smaller = *how;
    char *dump;

    two_arrows(block, first, second, " as \"query now\"", " as \"key now\"");
    place_init_good(&with, block);
    labelled = place_draw(&with, how);
    smaller.rows -= has_key(labelled);
    two_arrows(block, first, second, "", "");
    place_init_good(&without, block);
    bare = place_draw(&without, &smaller);
    for (int row = 0; row < bare->rows; row++)
        for (int col = 0; col < bare->cols; col++)
            if (is_of_arrow(canvas_at(bare, row, col)) &&
                canvas_at(bare, row, col)->c != canvas_at(labelled, row, col)->c &&
                !(has_key(labelled) && canvas_at(labelled, row, col)->c <= '2'))
                fail_msg("%d x %d, look %d, %d and %d degrees: row %d, column %d",
                         how->cols, how->rows, how->look, first, second, row, col);
    dump = canvas_dump(with.a, labelled, false);
    if (!strstr(dump, "query now") || !strstr(dump, "key now"))
        fail_msg("%d and %d degrees: a label is missing in\n%s", first, second, dump);
    canvas_free(labelled);
    canvas_free(bare);
    place_fini(&with);
    place_fini(&without);
}

static void
check_labels(void **state)
{
    const struct picture *how = *state;

    for (int first = 0; first < 360; first += 7)
        for (int second = 0; second < 360; second += 23)
            check_labels_keep_away(how, first, second);
}

/* The tip of an arrow lies in the cell of its end, whatever the angle and the shape of
 * the cells. */
static void
check_tip(double aspect, int degrees)
{
    const struct figure_look look = {.aspect = aspect};
    double a = degrees * PI / 180, up = fmin(15 / 3.0, 40 / 3.0 / aspect);
    int row = (int)floor(15.5 - 2.5 * sin(a) * up);
    int col = (int)floor(40.5 + aspect * 2.5 * cos(a) * up);
    struct canvas *c = canvas_new(31, 81, ALPHABET_ASCII);
    char block[200];
    struct place p;

    snprintf(block, sizeof block, "kind: plane\nrange: 3\narrow: R(%d pi/180) [2.5, 0]\n",
             degrees);
    place_init_good(&p, block);
    figure_draw(p.f, &p.s, &look, c, canvas_all(c));
    if (canvas_at(c, row, col)->c != '*')
        fail_msg("%d degrees, cells of %g:\n%s", degrees, aspect,
                 canvas_dump(p.a, c, false));
    canvas_free(c);
    place_fini(&p);
}

static void
check_scale(void **state)
{
    static const double aspects[] = {1, 1.7, 2, 2.4, 4};

    (void)state;
    for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++)
        for (int degrees = 0; degrees < 360; degrees += 3)
            check_tip(aspects[i], degrees);
}

/* Only ASCII where only ASCII may be, and no blank braille. */
static void
check_alphabet(void **state)
{
    for (int i = 0; i < PICTURES; i++) {
        const char *blocks[] = {HANDS, QUARTER, MULTIPLY, WAVE, FOUR};

        for (size_t j = 0; j < sizeof blocks / sizeof *blocks; j++) {
            struct place p;
            struct canvas *c;

            place_init_good(&p, blocks[j]);
            for (int s = 0; s < figure_slider_count(p.f); s++)
                figure_move(p.f, &p.s, s, 1, true);
            c = place_draw(&p, &pictures[i]);
            for (int cell = 0; cell < c->rows * c->cols; cell++) {
                assert_true(c->at[cell].c != 0x2800);
                assert_true(pictures[i].look != LOOK_ASCII || c->at[cell].c < 0x7f);
            }
            canvas_free(c);
            place_fini(&p);
        }
    }
    (void)state;
}

/* A drawing depends on the state alone, not on how it was reached. */
static void
check_any_way(void **state)
{
    struct place slow, fast;

    (void)state;
    place_init_good(&slow, HANDS);
    place_init_good(&fast, HANDS);
    for (int i = 0; i < 12; i++) {
        figure_move(slow.f, &slow.s, 0, 1, false);
        canvas_free(place_draw(&slow, &pictures[i % PICTURES]));
    }
    figure_set(fast.f, &fast.s, 0, 12);
    for (int i = 0; i < PICTURES; i++) {
        struct canvas *x = place_draw(&slow, &pictures[i]),
                      *y = place_draw(&fast, &pictures[i]);

        assert_string_equal(canvas_dump(slow.a, x, true), canvas_dump(fast.a, y, true));
        canvas_free(x);
        canvas_free(y);
    }
    place_fini(&slow);
    place_fini(&fast);
}

/* Sizes from nothing up, and a part of a larger canvas: nothing is drawn outside. */
static void
check_sizes(void **state)
{
    const char *blocks[] = {HANDS, FIRST, QUARTER, MULTIPLY, WAVE, FOUR};

    (void)state;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        struct place p;

        place_init_good(&p, blocks[i]);
        place_set(&p, "guess 3");
        for (int size = 0; size < 15 * 26; size++) {
            const struct figure_look look = {
                .braille = size & 1, .aspect = 2, .plain = size & 2};
            struct rect r = {2, 3, size / 26, 2 * (size % 26)};
            struct canvas *c = canvas_new(20, 60, ALPHABET_UNICODE);

            figure_draw(p.f, &p.s, &look, c, r);
            figure_draw_strip(p.f, &p.s, c, r);
            if (figure_slider_count(p.f))
                figure_draw_slider(p.f, &p.s, 0, true, c, r, 0);
            for (int cell = 0; cell < c->rows * c->cols; cell++) {
                int row = cell / c->cols - r.row, col = cell % c->cols - r.col;

                if (row < 0 || row >= r.rows || col < 0 || col >= r.cols)
                    assert_int_equal(c->at[cell].c, ' ');
            }
            canvas_free(c);
        }
        place_fini(&p);
    }
}

/* Undefined and endless things are left out; what can be drawn is drawn. */
static void
check_undefined(void **state)
{
    const struct picture how = {15, 43, LOOK_ASCII, false};
    struct place p;
    struct canvas *c;
    char *dump;

    (void)state;
    place_init_good(
        &p, "kind: plane\nslider: t = 0 in 0..1\nrange: 2\n"
            "arrow: [1/t, 1] as \"gone\"; 1 as \"there\"; 1e308 as \"far\"\n"
            "arrow: [1e308, 1e308] from [1e308, 0] as \"further\"\n"
            "point: ln(-1) as \"lost\"; 1e300 i as \"high\"\n"
            "arc: 0 to 1/t as \"empty\"; 0 by 1e9 as \"wound\"; 0 by 1 radius -1\n"
            "circle: 1/t; 1e300\nshape: 0; 1/t; i as \"open\"\n"
            "read: 1/t as \"number\"\n");
    c = place_draw(&p, &how);
    dump = canvas_dump(p.a, c, false);
    assert_non_null(strstr(dump, "there"));
    assert_non_null(strstr(dump, "number undefined"));
    assert_null(strstr(dump, "gone"));
    assert_null(strstr(dump, "lost"));
    assert_null(strstr(dump, "high"));
    assert_null(strstr(dump, "empty"));
    canvas_free(c);
    place_fini(&p);
}

/* Ranges and arrows of any size end in a drawing with its labels. */
static const struct awkward {
    const char *name;
    const char *lines;
} awkward[] = {
    {"a plane far from zero",
     "range: 1e9..1000000001\npoint: [1e9, 1e9] + [0.5, 0.5] as \"here\"\n"            },
    {"a huge plane",            "range: 1e299\narrow: [1e299, -1e299] as \"here\"\n"   },
    {"a tiny plane",            "range: 1e-299\narrow: [1e-299, -1e-299] as \"here\"\n"},
    {"an arrow that leaves",    "range: 1\narrow: [1e200, 1e200] as \"here\"\n"        },
    {"an arrow without length", "range: 1\narrow: [0, 0] as \"here\"\n"                },
    {"an arc far outside",      "range: 1\narc: 0 by 1 radius 1e200 as \"here\"\n"     },
    {"an arc without an angle", "range: 1\narc: i to i as \"here\"\n"                  },
    {"a shape that leaves",     "range: 1\nshape: -1e99; 1e99; 1e99 i as \"here\"\n"   },
};

static void
check_awkward(void **state)
{
    const struct awkward *r = *state;

    for (int i = 0; i < PICTURES; i++) {
        char block[200];
        struct place p;
        struct canvas *c;

        snprintf(block, sizeof block, "kind: plane\n%s", r->lines);
        place_init_good(&p, block);
        c = place_draw(&p, &pictures[i]);
        if (!strstr(canvas_dump(p.a, c, false), "here"))
            fail_msg("%s", canvas_dump(p.a, c, false));
        canvas_free(c);
        place_fini(&p);
    }
}

/* Labels without a place: a digit at the thing and the text in the last rows,
 * whole. */
static void
check_key(void **state)
{
    const struct picture how = {5, 40, LOOK_ASCII, false};
    char block[400] = "kind: plane\nrange: 1\narrow: 1";
    struct place p;
    struct canvas *c;
    char *dump;

    (void)state;
    for (int i = 0; i < 5; i++)
        snprintf(block + strlen(block), sizeof block - strlen(block),
                 "\npoint: 1 as \"a label of 30 cells, no. %d....\"", i);
    place_init_good(&p, block);
    c = place_draw(&p, &how);
    dump = canvas_dump(p.a, c, false);
    if (!strstr(dump, "\n1 a label of 30 cells, no. 0....\n") ||
        !strstr(dump, "\n2 a label of 30 cells, no. 1....\n") || !strstr(dump, "+-2"))
        fail_msg("%s", dump);
    canvas_free(c);
    place_fini(&p);
}

/* ---- curves ------------------------------------------------------------------------ */

/* In every column of a plain curve the ink is where its values are. */
static const struct traced {
    const char *name;
    const char *term;
    double (*f)(double x);
} traced[] = {
    {"a sine",         "sin(x)",       sin },
    {"an exponential", "exp(x - 3)/3", NULL},
    {"a root",         "sqrt(x)",      sqrt},
    {"a step",         "sign(x - 3)",  NULL},
    {"an edge",        "|x - 2|",      NULL},
};

static double
value_of(const struct traced *r, double x)
{
    switch (r - traced) {
    case 1:
        return exp(x - 3) / 3;
    case 3:
        return (x > 3) - (x < 3);
    case 4:
        return fabs(x - 2);
    default:
        return r->f(x);
    }
}

static void
check_traced(void **state)
{
    const struct traced *r = *state;

    for (int look = LOOK_ASCII; look <= LOOK_BRAILLE; look++) {
        const struct picture how = {21, 61, look, true};
        char block[200];
        struct place p;
        struct canvas *c;

        snprintf(block, sizeof block,
                 "kind: curve\nrange: -3..3\ncurve: %s over x = 0..6\n", r->term);
        place_init_good(&p, block);
        c = place_draw(&p, &how);
        for (int col = 0; col < 61; col++) {
            double y = 10.5 - 20 * value_of(r, col * 6 / 60.0) / 6;
            bool found = false;

            for (int row = (int)floor(y - 0.8); row <= (int)floor(y + 0.8); row++)
                found |=
                    row < 0 || row >= 21 || canvas_at(c, row, col)->style == STYLE_FIRST;
            if (!found)
                fail_msg("%s: column %d, row %.1f:\n%s", r->name, col, y,
                         canvas_dump(p.a, c, false));
        }
        canvas_free(c);
        place_fini(&p);
    }
}

/* No line where a curve is undefined, nor across a pole. */
static void
check_gaps(void **state)
{
    const struct picture how = {11, 61, LOOK_ASCII, true};
    struct place p;
    struct canvas *c;

    (void)state;
    place_init_good(&p, "kind: curve\nrange: -2..2\n"
                        "curve: sqrt(|x| - 1) over x = -3..3\n"
                        "curve: 1/(x - 2.51) - 1e9 over x = -3..3\n");
    c = place_draw(&p, &how);
    for (int col = 22; col < 39; col++)
        for (int row = 0; row < 11; row++)
            assert_true(canvas_at(c, row, col)->style < STYLE_FIRST);
    canvas_free(c);
    place_fini(&p);
}

/* Ticks are distinct, and no two labels touch, at every size. */
static void
check_axis(void **state)
{
    static const char *const terms[] = {"sin x", "1e5 x", "x / 7e4", "1e12 + x", "-x^9"};

    (void)state;
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        char block[200];
        struct place p;

        snprintf(block, sizeof block, "kind: curve\ncurve: %s over x = -10..10\n",
                 terms[i]);
        place_init_good(&p, block);
        for (int cols = 20; cols < 120; cols += 7) {
            const struct picture how = {6 + cols / 8, cols, LOOK_ASCII, false};
            struct canvas *c = place_draw(&p, &how);
            const char *line = canvas_dump(p.a, c, false);
            int labels = 0;

            for (int row = 0; row < how.rows - 1; row++)
                line = strchr(line, '\n') + 1;
            for (const char *s = line; *s && *s != '\n'; s++)
                labels += *s != ' ' && (s == line || s[-1] == ' ');
            if (labels < 2 || (int)strcspn(line, "\n") > cols)
                fail_msg("%s, %d columns: %s", terms[i], cols, line);
            canvas_free(c);
        }
        place_fini(&p);
    }
}

/* ---- ink --------------------------------------------------------------------------- */

static const struct stroke_row {
    const char *name;
    double x0, y0, x1, y1; /* in a grid of 3 x 9 */
    enum stroke stroke;
    const char *drawn;
} stroke_rows[] = {
    {"level, middle",    0,    1.5,  9,        1.5,  STROKE_SOLID,  "\n---------\n\n"         },
    {"level, low",       0,    1.95, 9,        1.95, STROKE_SOLID,  "\n_________\n\n"         },
    {"level, high",      0,    1.1,  9,        1.1,  STROKE_SOLID,  "\n`````````\n\n"         },
    {"upright",          4.5,  0,    4.5,      3,    STROKE_SOLID,  "    |\n    |\n    |\n"   },
    {"rising",           3,    3,    6,        0,    STROKE_SOLID,  "     /\n    /\n   /\n"   },
    {"falling",          3,    0,    6,        3,    STROKE_SOLID,  "   \\\n    \\\n     \\\n"},
    {"rising slowly",    0,    3,    9,        0,    STROKE_SOLID,  "      ,-'\n   ,-'\n,-'\n"},
    {"dotted",           0,    1.9,  9,        1.9,  STROKE_DOTTED, "\n.........\n\n"         },
    {"dotted upright",   4.5,  0,    4.5,      3,    STROKE_DOTTED, "    :\n    :\n    :\n"   },
    {"dashed",           0,    1.5,  9,        1.5,  STROKE_DASHED, "\n--- ----\n\n"          },
    {"from far outside", -1e9, 1.5,  1e9,      1.5,  STROKE_SOLID,  "\n---------\n\n"         },
    {"past the grid",    20,   0,    20,       3,    STROKE_SOLID,  "\n\n\n"                  },
    {"not finite",       0,    NAN,  9,        1,    STROKE_SOLID,  "\n\n\n"                  },
    {"endless",          0,    1.5,  INFINITY, 1.5,  STROKE_SOLID,  "\n\n\n"                  },
};

static void
check_stroke(void **state)
{
    const struct stroke_row *r = *state;
    struct arena *a = arena_new();
    struct ink *k = ink_new(a, 3, 9, false, false);
    struct canvas *c = canvas_new(3, 9, ALPHABET_ASCII);
    struct pen p = {
        .ink = k, .layer = LAYER_LINE, .style = STYLE_FIRST, .stroke = r->stroke};

    pen_to(&p, r->x0, r->y0);
    pen_to(&p, r->x1, r->y1);
    pen_lift(&p);
    ink_show(k, c, canvas_all(c));
    assert_string_equal(canvas_dump(a, c, false), r->drawn);
    canvas_free(c);
    arena_free(a);
}

/* ---- the list of what was drawn ---------------------------------------------------- */

/* Everything that is noted lies in the grid, has its places, and no text is missing. */
static void
check_list(void **state)
{
    const struct figure_look look = {.braille = true, .aspect = 2};
    struct canvas *c = canvas_new(20, 76, ALPHABET_UNICODE);
    struct ink_list list = {.arena = arena_new()};
    int lines = 0, texts = 0, marks = 0;
    struct place p;

    (void)state;
    place_init_good(&p, HANDS);
    place_set(&p, "c 12");
    figure_list(p.f, &p.s, &look, c, &list);
    for (int i = 0; i < list.n; i++) {
        const struct ink_item *item = list.at[i];

        lines += item->sort == INK_LINE && item->layer == LAYER_LINE;
        texts += item->sort == INK_TEXT;
        marks += item->sort == INK_MARK;
        assert_true(item->n >= (item->sort == INK_LINE ? 2 : 1));
        for (int j = 0; j < item->n; j++)
            assert_true(item->at[j].x >= 0 && item->at[j].x <= 76 && item->at[j].y >= 0 &&
                        item->at[j].y <= 20);
    }
    assert_true(lines >= 5); /* two arrows, two dotted ones, the arc */
    assert_true(texts >= 5 && !marks);
    arena_free(list.arena);
    canvas_free(c);
    place_fini(&p);
}

/* ---- filled boxes ------------------------------------------------------------------ */

static const struct fill_row {
    const char *name;
    double x0, y0, x1, y1;
    bool level, unicode;
    const char *drawn;
} fill_rows[] = {
    {"up, in eighths",   0,  0.5,   2,    3, false, true,  "▄▄\n██\n██\n"},
    {"a thin one",       1,  2.875, 2,    3, false, true,  "\n\n ▁\n"              },
    {"to the right",     0,  1,     2.25, 2, true,  true,  "\n██▎\n\n"         },
    {"up, in ASCII",     0,  0.5,   2,    3, false, false, "##\n##\n##\n"            },
    {"less than a half", 0,  1.6,   2,    3, false, false, "\n\n##\n"                },
    {"past the grid",    -5, -5,    99,   1, false, true,  "████\n\n\n"      },
    {"nothing",          2,  2,     2,    3, false, true,  "\n\n\n"                  },
};

static void
check_fill(void **state)
{
    const struct fill_row *r = *state;
    struct arena *a = arena_new();
    struct ink *k = ink_new(a, 3, 4, false, r->unicode);
    struct canvas *c = canvas_new(3, 4, r->unicode ? ALPHABET_UNICODE : ALPHABET_ASCII);

    ink_fill(k, (struct ink_place){r->x0, r->y0}, (struct ink_place){r->x1, r->y1},
             (struct fill){.layer = LAYER_LINE, .style = STYLE_FIRST, .level = r->level});
    ink_show(k, c, canvas_all(c));
    assert_string_equal(canvas_dump(a, c, false), r->drawn);
    canvas_free(c);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    for (size_t i = 0; i < sizeof golden_files / sizeof *golden_files; i++)
        table_add(&t, golden_files[i], check_golden, golden_files[i]);
    for (int i = 0; i < PICTURES; i++)
        table_add(&t, "labels keep away from arrows", check_labels, &pictures[i]);
    table_add(&t, "tips are to scale", check_scale, NULL);
    table_add(&t, "alphabets", check_alphabet, NULL);
    table_add(&t, "drawn the same from any state", check_any_way, NULL);
    table_add(&t, "every size", check_sizes, NULL);
    table_add(&t, "undefined things", check_undefined, NULL);
    TABLE_ROWS(&t, awkward, check_awkward);
    table_add(&t, "a label without a place", check_key, NULL);
    TABLE_ROWS(&t, traced, check_traced);
    table_add(&t, "gaps stay open", check_gaps, NULL);
    table_add(&t, "axes at every size", check_axis, NULL);
    TABLE_ROWS(&t, stroke_rows, check_stroke);
    table_add(&t, "all that is drawn is noted", check_list, NULL);
    TABLE_ROWS(&t, fill_rows, check_fill);
    return table_run(&t, "figure_draw");
}
