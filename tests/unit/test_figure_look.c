/*
 * The figures of tests/lessons/figures: a golden drawing of each at the three sizes, and
 * what must hold for every drawing, of every kind.
 *
 * A file there is a lesson; its figures are taken as they stand. A comment in a block,
 * "# moves: c 12", moves the sliders first.
 */
#include "figure/ink/frame.h"
#include "golden.h"
#include "unit/figure_place.h"

static const char *const files[] = {"charts", "trials", "bars", "line",  "planes",
                                    "hard",   "heat",   "rope", "boards"};

static const struct picture sizes[] = {
    {20, 76,  LOOK_ASCII,   false},
    {20, 76,  LOOK_BRAILLE, false},
    {9,  40,  LOOK_ASCII,   true },
    {9,  40,  LOOK_BRAILLE, true },
    {46, 196, LOOK_BRAILLE, false},
};

enum { SIZES = sizeof sizes / sizeof *sizes };

/* ---- figures of a file ------------------------------------------------------------- */

static char *
file_text(struct arena *a, const char *name)
{
    char *path = arena_printf(a, "%s/lessons/figures/%s.md", TESTS_DIR, name);
    FILE *f = fopen(path, "r");
    static char text[1 << 16];
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;

    if (!f)
        fail_msg("cannot read %s", path);
    fclose(f);
    text[n] = '\0';
    return arena_strdup(a, text);
}

/* The next figure of a lesson behind *at: its name, its block and its moves; false when
 * there is none. *at moves behind it. */
struct shown {
    char *name, *block, *moves;
};

static bool
next_figure(struct arena *a, const char **at, struct shown *out)
{
    static const char fence[] = "```figure ", comment[] = "# moves: ";
    const char *start = strstr(*at, fence), *body, *end, *moves;

    if (!start)
        return false;
    start += strlen(fence);
    body = start + strcspn(start, "\n") + 1;
    end = strstr(body, "\n```");
    assert_non_null(end);
    out->name = arena_strndup(a, start, strcspn(start, "\n"));
    out->block = arena_strndup(a, body, (size_t)(end - body) + 1);
    moves = strstr(out->block, comment);
    out->moves = moves ? arena_strndup(a, moves + strlen(comment),
                                       strcspn(moves + strlen(comment), "\n"))
                       : arena_strdup(a, "");
    *at = end + 1;
    return true;
}

/* Do something with each figure of a file. */
static void
each_figure(const char *file, void (*act)(const struct shown *f, void *data), void *data)
{
    struct arena *a = arena_new();
    const char *at = file_text(a, file);
    struct shown f;
    int n = 0;

    for (; next_figure(a, &at, &f); n++)
        act(&f, data);
    assert_true(n > 0);
    arena_free(a);
}

/* ---- goldens ----------------------------------------------------------------------- */

struct output {
    struct arena *a;
    char *text;
};

static void
add_drawings(const struct shown *f, void *data)
{
    static const char *const looks[] = {"ASCII", "braille", "Unicode"};
    struct output *out = data;
    struct place p;

    place_init_good(&p, f->block);
    place_set(&p, f->moves);
    for (int i = 0; i < SIZES; i++) {
        struct canvas *c = place_draw(&p, &sizes[i]);

        out->text = arena_printf(out->a, "%s---- %s: %d x %d, %s\n%s", out->text, f->name,
                                 sizes[i].cols, sizes[i].rows, looks[sizes[i].look],
                                 canvas_dump(out->a, c, false));
        canvas_free(c);
    }
    out->text =
        arena_printf(out->a, "%s---- %s: said\n%s\n%s", out->text, f->name,
                     figure_say(out->a, p.f, &p.s), figure_table(out->a, p.f, &p.s));
    place_fini(&p);
}

static void
check_goldens(void **state)
{
    const char *file = *state;
    struct output out = {arena_new(), NULL};

    out.text = arena_strdup(out.a, "");
    each_figure(file, add_drawings, &out);
    golden_check(arena_printf(out.a, "figures-%s.txt", file), out.text);
    arena_free(out.a);
}

/* ---- what holds for all ------------------------------------------------------------ */

static char *
dump(struct arena *a, struct place *p, const struct picture *how)
{
    struct canvas *c = place_draw(p, how);
    char *text = canvas_dump(a, c, true);

    for (int i = 0; i < c->rows * c->cols && how->look == LOOK_ASCII; i++)
        assert_true(c->at[i].c >= ' ' && c->at[i].c <= '~');
    canvas_free(c);
    return text;
}

/* Only ASCII in ASCII; the same from any state before; nothing undefined or "-0" in it
 * at the ends of any slider; any size. */
static void
check_figure_always(const struct shown *f, void *data)
{
    static const struct picture odd[] = {
        {1,  1,   LOOK_ASCII,   false},
        {2,  300, LOOK_BRAILLE, false},
        {60, 9,   LOOK_ASCII,   true },
        {3,  8,   LOOK_BRAILLE, true },
        {7,  21,  LOOK_ASCII,   false}
    };
    struct arena *a = arena_new();
    struct place p;
    char *start[SIZES];

    (void)data;
    place_init_good(&p, f->block);
    for (int i = 0; i < SIZES; i++)
        start[i] = dump(a, &p, &sizes[i]);
    for (int i = 0; i < 2 * figure_slider_count(p.f); i++) {
        const struct slider *s = figure_slider(p.f, i / 2);

        figure_set(p.f, &p.s, i / 2, i & 1 ? s->high : s->low);
        for (int j = 0; j < SIZES; j++)
            dump(a, &p, &sizes[j]);
        assert_null(strstr(figure_say(a, p.f, &p.s), "undefined"));
        assert_null(strstr(figure_table(a, p.f, &p.s), "undefined"));
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        dump(a, &p, &odd[i]);
    figure_start(p.f, &p.s);
    for (int i = 0; i < SIZES; i++)
        assert_string_equal(dump(a, &p, &sizes[i]), start[i]);
    place_fini(&p);
    arena_free(a);
}

static void
check_always(void **state)
{
    each_figure(*state, check_figure_always, NULL);
}

/* All that is noted for other pictures lies in the grid. */
static void
check_figure_list(const struct shown *f, void *data)
{
    const struct figure_look look = {.braille = true, .aspect = 2};
    struct canvas *c = canvas_new(20, 76, ALPHABET_UNICODE);
    struct ink_list list = {.arena = arena_new()};
    struct place p;

    (void)data;
    place_init_good(&p, f->block);
    place_set(&p, f->moves);
    figure_list(p.f, &p.s, &look, c, &list);
    assert_true(list.n > 0);
    for (int i = 0; i < list.n; i++)
        for (int j = 0; j < list.at[i]->n; j++)
            assert_true(list.at[i]->at[j].x >= 0 && list.at[i]->at[j].x <= 76 + 1e-9 &&
                        list.at[i]->at[j].y >= 0 && list.at[i]->at[j].y <= 20 + 1e-9);
    place_fini(&p);
    arena_free(list.arena);
    canvas_free(c);
}

static void
check_noted(void **state)
{
    each_figure(*state, check_figure_list, NULL);
}

/* ---- experiments ------------------------------------------------------------------- */

#define DOTS                                     \
    "kind: histogram\nslider: d = 16 in 1..64\n" \
    "experiment: dot-variance d=d n=6000 as \"q.k\"\n"

static char *
drawn_with(struct arena *a, struct place *p, const struct figure_run *run)
{
    p->s.run = run;
    return arena_printf(a, "%s%s", dump(a, p, &sizes[0]), figure_say(a, p->f, &p->s));
}

/* Cut into slices or not, alone or after another setting: the same end. */
static void
check_run(void **state)
{
    struct arena *a = arena_new();
    struct figure_run *run;
    struct place p;
    char *end, *other;
    int slices = 0;

    (void)state;
    place_init_good(&p, DOTS);
    run = figure_run_new(p.f);
    assert_true(figure_has_run(p.f));
    end = drawn_with(a, &p, NULL);
    assert_non_null(strstr(end, "6000 samples"));
    while (figure_run_advance(run, &p.s, 500))
        if (++slices == 2)
            assert_string_not_equal(drawn_with(a, &p, run), end);
    assert_true(slices > 3);
    assert_true(figure_run_share(run) == 1);
    assert_string_equal(drawn_with(a, &p, run), end);
    place_set(&p, "d 4");
    other = drawn_with(a, &p, run); /* the run is elsewhere: the end of this setting */
    assert_string_not_equal(other, end);
    assert_true(figure_run_advance(run, &p.s, 500));
    assert_true(figure_run_share(run) < 1);
    assert_false(figure_run_advance(run, &p.s, INFINITY));
    assert_string_equal(drawn_with(a, &p, run), other);
    place_set(&p, "d 16");
    assert_false(figure_run_advance(run, &p.s, INFINITY));
    assert_string_equal(drawn_with(a, &p, run), end);
    figure_run_free(run);
    place_fini(&p);
    arena_free(a);
}

static const struct fault_row {
    const char *name, *line, *error;
} fault_rows[] = {
    {"unknown experiment", "experiment: cosin d=4",
     "there is no experiment 'cosin'; did you mean 'cosine'?"                                                                             },
    {"unknown parameter",  "experiment: cosine dd=4",                                            "dd"                                     },
    {"out of range",       "experiment: cosine d=-4",                                            "d"                                      },
    {"not a term",         "experiment: cosine d=4 +",                                           ""                                       },
    {"no name",            "experiment: cosine 4",                                               "write an experiment as"                 },
    {"unknown result",     "experiment: cosine of mea",                                          "of mean"                                },
    {"nothing to count",   "experiment: underflow p=0.1",                                        "say which result is drawn"              },
    {"a sweep of nothing", "experiment: cosine d=4 of sd over i = 1..3",
     "a parameter needs the variable"                                                                                                     },
    {"a sweep of bars",    "experiment: cosine d=i over i = 2..3",                               "and 'of' a result"                      },
    {"too many",           "experiment: cosine; cosine; cosine; cosine; cosine; cosine; cosine",
     "at most 6 experiments"                                                                                                              },
    {"points of one",      "points: 3",                                                          "write points as"                        },
    {"points of matrices", "points: [1, 2; 3, 4]^T i, 2",                                        ""                                       },
    {"a dot of one",       "dot: 3",                                                             "write a dot as"                         },
    {"a band to nowhere",  "band: 3 over x = 0..1",                                              "write a band as"                        },
    {"a series of one",    "series: 3",                                                          "a vector of real numbers is needed here"},
    {"many bins",          "histogram: [1, 2] bins 4000",                                        "1 to 400 bins"                          },
    {"an unknown axis",    "log: z",                                                             "which axis is logarithmic?"             },
    {"log of zero",        "log: y\nrange: 0..3",                                                "must begin above 0"                     },
};

static void
check_fault(void **state)
{
    const struct fault_row *r = *state;
    struct arena *a = arena_new();
    struct place p;

    place_init(&p, arena_printf(a, "kind: histogram\n%s\n", r->line));
    assert_null(p.f);
    assert_true(p.errs.n > 0);
    if (!strstr(p.errs.at[0].msg, r->error))
        fail_msg("%s", p.errs.at[0].msg);
    place_fini(&p);
    arena_free(a);
}

int
main(void)
{
    struct table t = {0};

    num_init();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        table_add(&t, files[i], check_goldens, files[i]);
        table_add(&t, "in any state, at any size", check_always, files[i]);
        table_add(&t, "noted inside the grid", check_noted, files[i]);
    }
    table_add(&t, "a run in slices", check_run, NULL);
    TABLE_ROWS(&t, fault_rows, check_fault);
    return table_run(&t, "figure_look");
}
