/*
 * The figures of the course: every lesson in lessons/ is read, and each of its figures
 * drawn at three sizes in both alphabets, as it starts and with its first slider at the
 * other end. One golden file a lesson; and what must hold for every drawing.
 *
 * A lesson is found by its file. For a new one, and after a change that is meant, renew
 * the goldens with ROPEWALK_UPDATE=1 and look at them.
 */
#include <dirent.h>

#include "base/buf.h"
#include "golden.h"
#include "lesson/lesson.h"
#include "unit/figure_place.h"

enum { LESSONS_MAX = 64, FILE_MAX = 600000 };

static const struct picture pictures[] = {
    {10, 38,  LOOK_ASCII,   true },
    {10, 38,  LOOK_BRAILLE, true },
    {20, 78,  LOOK_ASCII,   false},
    {20, 78,  LOOK_BRAILLE, false},
    {46, 198, LOOK_ASCII,   false},
    {46, 198, LOOK_BRAILLE, false},
};

enum { PICTURES = sizeof pictures / sizeof *pictures };

/* ---- lessons and their figures ------------------------------------------------------
 */

/* "14-rope-plane" for each lesson, in order. */
struct course {
    char *at[LESSONS_MAX];
    int n;
};

static int
by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
find_lessons(struct arena *a, struct course *out)
{
    DIR *d = opendir("lessons");
    const struct dirent *e;

    if (!d)
        abort();
    while ((e = readdir(d)) && out->n < LESSONS_MAX) {
        size_t n = strlen(e->d_name);

        if (n > 3 && e->d_name[0] >= '0' && e->d_name[0] <= '9' &&
            strcmp(e->d_name + n - 3, ".md") == 0)
            out->at[out->n++] = arena_strndup(a, e->d_name, n - 3);
    }
    closedir(d);
    qsort(out->at, (size_t)out->n, sizeof *out->at, by_name);
}

static const struct lesson *
read_lesson(struct arena *a, const char *name)
{
    char *path = arena_printf(a, "lessons/%s.md", name);
    char *text = arena_alloc(a, FILE_MAX, 1);
    FILE *f = fopen(path, "rb");
    struct errs errs = {0};
    const struct lesson *l;
    size_t n;

    if (!f)
        fail_msg("cannot read %s", path);
    n = fread(text, 1, FILE_MAX, f);
    fclose(f);
    l = lesson_read(a, text, n, path, &errs);
    if (!l)
        fail_msg("%s", err_text(a, &errs.at[0]));
    return l;
}

typedef void act_fn(struct place *p, const char *name, void *data);

/* Experiments are run once a state, for all of its drawings. */
static void
run_experiments(struct place *p)
{
    if (!p->run)
        return;
    figure_run_advance(p->run, &p->s, INFINITY);
    p->s.run = p->run;
}

static void
start(struct place *p)
{
    figure_start(p->f, &p->s);
    run_experiments(p);
}

static void
move(struct place *p, int slider, double value)
{
    figure_set(p->f, &p->s, slider, value);
    run_experiments(p);
}

static int
beat_figures(struct place *p, const struct beat *beat, act_fn *act, void *data)
{
    int n = 0;

    for (int i = 0; i < beat->n; i++) {
        const struct figure_block *b = beat->items[i].figure;

        if (beat->items[i].kind != ITEM_FIGURE)
            continue;
        p->f = figure_new(p->a, b->fields, b->scope, b->at, &p->errs);
        if (!p->f)
            fail_msg("%s", err_text(p->a, &p->errs.at[0]));
        p->run = figure_has_run(p->f) ? figure_run_new(p->f) : NULL;
        start(p);
        act(p, b->name, data);
        figure_run_free(p->run);
        n++;
    }
    return n;
}

/* Do something with each figure of a lesson; how many there are. */
static int
each_figure(const char *lesson, act_fn *act, void *data)
{
    struct place p = {.a = arena_new()};
    const struct lesson *l = read_lesson(p.a, lesson);
    int n = 0;

    for (int i = 0; i < l->n_steps; i++)
        for (int j = 0; j < l->steps[i].n_beats; j++)
            n += beat_figures(&p, &l->steps[i].beats[j], act, data);
    arena_free(p.a);
    return n;
}

/* The end of its way that is further from where slider i begins. */
static double
other_end(const struct figure *f, int i)
{
    const struct slider *s = figure_slider(f, i);

    return s->initial - s->low > s->high - s->initial ? s->low : s->high;
}

static char *
drawing(struct arena *a, struct place *p, const struct picture *how, bool styles)
{
    struct canvas *c = place_draw(p, how);
    char *text = canvas_dump(a, c, styles);

    for (int i = 0; i < c->rows * c->cols && how->look == LOOK_ASCII; i++)
        assert_true(c->at[i].c >= ' ' && c->at[i].c <= '~');
    canvas_free(c);
    return text;
}

/* ---- goldens ------------------------------------------------------------------------
 */

static void
add_state(struct place *p, const char *name, const char *where, struct buf *out)
{
    for (int i = 0; i < PICTURES; i++)
        buf_printf(out, "---- %s%s: %d x %d, %s\n%s", name, where, pictures[i].cols,
                   pictures[i].rows, pictures[i].look == LOOK_ASCII ? "ASCII" : "braille",
                   drawing(p->a, p, &pictures[i], false));
    buf_printf(out, "---- %s%s: said\n%s\n%s", name, where, figure_say(p->a, p->f, &p->s),
               figure_table(p->a, p->f, &p->s));
}

static void
add_figure(struct place *p, const char *name, void *data)
{
    add_state(p, name, "", data);
    if (!figure_slider_count(p->f))
        return;
    move(p, 0, other_end(p->f, 0));
    add_state(p, name,
              arena_printf(p->a, " at %s = %s", figure_slider(p->f, 0)->name,
                           figure_slider_text(p->a, p->f, &p->s, 0)),
              data);
}

static void
check_golden(void **state)
{
    const char *lesson = *state;
    struct arena *a = arena_new();
    struct buf out;

    buf_init(&out, a);
    if (each_figure(lesson, add_figure, &out))
        golden_check(arena_printf(a, "lessons/%s.txt", lesson), out.s);
    arena_free(a);
}

/* ---- what holds for all -------------------------------------------------------------
 */

/* What no drawing and no sentence of a lesson may say. */
static const char *const unsaid[] = {"undefined", "[too small]", "nan", "-nan", "{", "}"};

static void
check_words(const char *name, const char *text)
{
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (strstr(text, unsaid[i]))
            fail_msg("%s says '%s':\n%s", name, unsaid[i], text);
}

static void
check_figure(struct place *p, const char *name, void *data)
{
    char *first[PICTURES];

    (void)data;
    for (int i = 0; i < PICTURES; i++)
        first[i] = drawing(p->a, p, &pictures[i], true);
    for (int i = 0; i < 2 * figure_slider_count(p->f); i++) {
        const struct slider *s = figure_slider(p->f, i / 2);

        move(p, i / 2, i & 1 ? s->high : s->low);
        for (int j = 0; j < PICTURES; j++)
            check_words(name, drawing(p->a, p, &pictures[j], false));
        check_words(name, figure_say(p->a, p->f, &p->s));
        check_words(name, figure_table(p->a, p->f, &p->s));
        if (figure_has_strip(p->f))
            assert_false(isnan(figure_strip_value(p->f, &p->s)));
    }
    start(p);
    for (int i = 0; i < PICTURES; i++)
        assert_string_equal(drawing(p->a, p, &pictures[i], true), first[i]);
}

static void
check_always(void **state)
{
    each_figure(*state, check_figure, NULL);
}

/* A golden whose lesson is gone is seen. */
static void
check_left_over(void **state)
{
    const struct course *lessons = *state;
    DIR *d = opendir(TESTS_DIR "/golden/lessons");
    const struct dirent *e;

    assert_non_null(d);
    while ((e = readdir(d))) {
        bool found = e->d_name[0] == '.';

        for (int i = 0; i < lessons->n && !found; i++)
            found = strlen(e->d_name) == strlen(lessons->at[i]) + strlen(".txt") &&
                    strncmp(e->d_name, lessons->at[i], strlen(lessons->at[i])) == 0;
        if (!found)
            fail_msg("tests/golden/lessons/%s belongs to no lesson: remove it",
                     e->d_name);
    }
    closedir(d);
}

int
main(void)
{
    struct table t = {0};
    struct course lessons = {0};
    struct arena *a = arena_new();
    int failed;

    num_init();
    find_lessons(a, &lessons);
    for (int i = 0; i < lessons.n; i++) {
        table_add(&t, lessons.at[i], check_golden, lessons.at[i]);
        table_add(&t, "in any state", check_always, lessons.at[i]);
    }
    table_add(&t, "no golden without a lesson", check_left_over, &lessons);
    failed = table_run(&t, "check_drawings");
    arena_free(a);
    return failed;
}
