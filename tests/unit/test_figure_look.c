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

static const char *const files[] = {"charts"};

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
    const struct figure_look look = {true, 2, false};
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
    return table_run(&t, "figure_look");
}
