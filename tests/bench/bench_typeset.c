/*
 * How long it takes to set the formulas of spec/formulas100.txt, and to lay out a page of
 * Markdown of 100 KB: golden/page.md again and again. With a file: its formulas alone.
 *
 * The least of the rounds is held against the budget: other programs only add to it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "bench/clock.h"
#include "typeset/typeset.h"

enum { ROUNDS = 20, PAGE = 100000 };

/* The file in the arena; ends the program when there is none. */
static char *
file_text(struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    struct buf b;
    char piece[4096];
    size_t n;

    if (!f) {
        fprintf(stderr, "no file %s\n", path);
        exit(1);
    }
    buf_init(&b, a);
    while ((n = fread(piece, 1, sizeof piece, f)) > 0)
        buf_add_n(&b, piece, n);
    fclose(f);
    return b.s;
}

static void
set_formulas(struct arena *a, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        char *line = arena_strndup(a, text, len);
        struct err e;

        tex_box(a, ALPHABET_UNICODE, line, true, 0, &e);
        text += len + (text[len] == '\n');
    }
}

static void
lay_out(struct arena *a, const char *text)
{
    const struct typeset_options o = {.alphabet = ALPHABET_UNICODE, .width = 72};

    markdown_box(a, text, &o);
}

/* Milliseconds of the fastest round; memory is kept between rounds. */
static double
least(void (*run)(struct arena *, const char *), const char *text)
{
    struct arena *a = arena_new();
    double best = 1e9;

    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_ms(), ms;

        run(a, text);
        ms = bench_ms() - start;
        best = ms < best ? ms : best;
        arena_reset(a);
    }
    arena_free(a);
    return best;
}

/* "0.123 ms": the formulas of a file alone, for typeset.py. */
static int
time_file(const char *path)
{
    struct arena *a = arena_new();

    printf("%.4f ms\n", least(set_formulas, file_text(a, path)));
    arena_free(a);
    return 0;
}

int
main(int argc, char **argv)
{
    if (argc > 1)
        return time_file(argv[1]);

    struct arena *a = arena_new();
    char *formulas = file_text(a, TESTS_DIR "/spec/formulas100.txt");
    char *page = file_text(a, TESTS_DIR "/golden/page.md");
    double formulas_ms, page_ms;
    struct buf b;

    buf_init(&b, a);
    while (b.n < PAGE)
        buf_add(&b, page);
    formulas_ms = least(set_formulas, formulas);
    page_ms = least(lay_out, b.s);
    printf("100 formulas: %.3f ms, budget 1 ms\n", formulas_ms);
    printf("%zu bytes of Markdown: %.2f ms, budget 20 ms\n", b.n, page_ms);
    arena_free(a);
    return formulas_ms > 1 || page_ms > 20;
}
