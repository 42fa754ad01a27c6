/*
 * How long a frame of the screen takes while a slider moves: from a key to cells in a
 * canvas, for each figure of the course that has sliders, at two sizes. A terminal has no
 * part in it, so that the instructions of a frame can be counted as well:
 *
 *     valgrind --tool=callgrind --toggle-collect=measured_frames build/tests/bench_ui
 * f6.1
 *
 * usage: bench_ui [WORD [FRAMES]], from the top folder: the figures with that word in
 * their name
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/clock.h"
#include "figure/figure.h"
#include "lesson/lesson.h"
#include "num/num.h"
#include "ui/ui.h"

enum { LESSONS_MAX = 64, FRAMES = 12, ROUNDS = 5 };

static const struct size {
    int rows, cols;
} sizes[] = {
    {24, 80 },
    {50, 200}
};

struct bench {
    const char *word; /* of the name; "" for all */
    int frames;
};

static void
send(struct ui_model *m, struct ui_event ev)
{
    struct ui_effect e;

    ui_update(m, &ev);
    while (ui_next_effect(m, &e))
        if (e.kind == UI_EFFECT_SAVE)
            send(m, (struct ui_event){.kind = UI_SAVED});
}

/* A lesson of one beat that shows the figure. */
static const struct lesson *
lesson_around(struct arena *a, const struct lesson *l, const struct figure_block *block)
{
    struct lesson *out = ARENA_NEW(a, struct lesson);
    struct step *step = ARENA_NEW(a, struct step);
    struct beat *beat = ARENA_NEW(a, struct beat);
    struct item *item = ARENA_NEW(a, struct item);

    *item = (struct item){.kind = ITEM_FIGURE, .figure = block};
    *beat = (struct beat){item, 1};
    *step = (struct step){.id = "one", .title = "One", .beats = beat, .n_beats = 1};
    *out = *l;
    out->steps = step;
    out->n_steps = 1;
    return out;
}

/* Two thirds of the way to the right and back, each key with its frame. */
__attribute__((noinline)) static void
measured_frames(struct ui_model *m, struct canvas *c, int frames)
{
    for (int i = 0; i < frames; i++) {
        send(m, (struct ui_event){.kind = UI_KEY,
                                  .key = i < frames * 2 / 3 ? KEY_ARROW_RIGHT
                                                            : KEY_ARROW_LEFT});
        ui_view(m, c);
    }
}

/* The least of the rounds, in milliseconds a frame: other programs only add to it. */
static double
measure(struct arena *a, const struct lesson *l, const struct size *size, int frames)
{
    const struct ui_settings s = {.alphabet = ALPHABET_UNICODE,
                                  .cells = CELLS_BRAILLE,
                                  .ramp = true,
                                  .still = true,
                                  .aspect = 2};
    struct canvas *c = canvas_new(size->rows, size->cols, s.alphabet);
    double least = 1e9;

    for (int round = 0; round < ROUNDS; round++) {
        struct ui_model *m = ui_new(&s, NULL, 0, progress_new(a));
        double start;

        send(m, (struct ui_event){
                    .kind = UI_RESIZE, .rows = size->rows, .cols = size->cols});
        send(m, (struct ui_event){.kind = UI_LESSON, .lesson = l, .step = ""});
        ui_view(m, c);
        start = bench_ms();
        measured_frames(m, c, frames);
        least =
            (bench_ms() - start) / frames < least ? (bench_ms() - start) / frames : least;
        ui_free(m);
    }
    canvas_free(c);
    return least;
}

static bool
has_sliders(struct arena *a, const struct figure_block *b)
{
    struct errs errs = {0};
    struct figure *f = figure_new(a, b->fields, b->scope, b->at, &errs);

    return f && figure_slider_count(f) > 0;
}

static void
bench_figure(const struct bench *b, const struct lesson *l,
             const struct figure_block *block)
{
    struct arena *a = arena_new();

    if (strstr(block->name, b->word) && has_sliders(a, block)) {
        const struct lesson *one = lesson_around(a, l, block);

        printf("%-14s %-24s", l->id, block->name);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            printf("  %3d x %-2d %8.3f ms", sizes[i].cols, sizes[i].rows,
                   measure(a, one, &sizes[i], b->frames));
        printf("\n");
    }
    arena_free(a);
}

static void
bench_lesson(const struct bench *b, const char *path)
{
    struct arena *a = arena_new();
    char *text = arena_alloc(a, LESSON_TEXT_MAX, 1);
    struct errs errs = {0};
    const struct lesson *l = NULL;
    FILE *f = fopen(path, "rb");

    if (f) {
        l = lesson_read(a, text, fread(text, 1, LESSON_TEXT_MAX, f), path, &errs);
        fclose(f);
    }
    for (int i = 0; l && i < l->n_steps; i++)
        for (int j = 0; j < l->steps[i].n_beats; j++)
            for (int k = 0; k < l->steps[i].beats[j].n; k++)
                if (l->steps[i].beats[j].items[k].kind == ITEM_FIGURE)
                    bench_figure(b, l, l->steps[i].beats[j].items[k].figure);
    arena_free(a);
}

static int
is_lesson(const struct dirent *e)
{
    return e->d_name[0] >= '0' && e->d_name[0] <= '9' && strstr(e->d_name, ".md") != NULL;
}

int
main(int argc, char **argv)
{
    struct bench b = {.word = argc > 1 ? argv[1] : "",
                      .frames = argc > 2 ? atoi(argv[2]) : FRAMES};
    struct dirent **names;
    int n = scandir("lessons", &names, is_lesson, alphasort);
    char path[300];

    num_init();
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "lessons/%s", names[i]->d_name);
        bench_lesson(&b, path);
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return n <= 0;
}
