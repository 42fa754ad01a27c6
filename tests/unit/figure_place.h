/*
 * Figures for tests: a block compiled, its sliders set, and what is drawn as text.
 */
#ifndef ROPEWALK_TESTS_FIGURE_PLACE_H
#define ROPEWALK_TESTS_FIGURE_PLACE_H

#include <math.h>

#include "figure/figure.h"
#include "num/num.h"
#include "unit/table.h"

struct place {
    struct arena *a;
    struct errs errs;
    struct figure *f;
    struct figure_state s;
    struct figure_run
        *run; /* of its experiments, kept by who draws a state often; NULL */
};

static inline void
place_init(struct place *p, const char *block)
{
    struct pos at = {"block", 1, 1};

    *p = (struct place){.a = arena_new()};
    p->f = figure_new(p->a, fields_read(p->a, block, at, NULL, false, &p->errs), NULL, at,
                      &p->errs);
    if (p->f)
        figure_start(p->f, &p->s);
}

/* A figure that must be right. */
static inline void
place_init_good(struct place *p, const char *block)
{
    place_init(p, block);
    if (!p->f)
        fail_msg("%s", err_text(p->a, &p->errs.at[0]));
}

static inline void
place_fini(struct place *p)
{
    arena_free(p->a);
}

/* "c 12, guess -6, said down": moves. */
static inline void
place_set(struct place *p, const char *moves)
{
    while (*moves) {
        char name[32], value[32];
        int used = 0, slider;

        if (sscanf(moves, "%31s %31[^,]%n", name, value, &used) < 2)
            fail_msg("moves: %s", moves);
        slider = figure_slider_find(p->f, name);
        if (strcmp(name, "guess") == 0)
            p->s.guess = strtod(value, NULL);
        else if (strcmp(name, "said") == 0)
            p->s.guess_label = arena_strdup(p->a, value);
        else if (slider < 0)
            fail_msg("no slider %s", name);
        else
            figure_set(p->f, &p->s, slider, strtod(value, NULL));
        moves += used;
        moves += strspn(moves, ", ");
    }
}

/* A block that is refused, and where: "LINE:COL: RW-nnn" of the first error. */
struct refused_block {
    const char *name, *block, *where;
};

/* The block is refused; its first error, from the line number on. */
static inline const char *
place_refused(struct place *p, const char *block)
{
    place_init(p, block);
    assert_null(p->f);
    assert_true(p->errs.n > 0);
    return err_text(p->a, &p->errs.at[0]) + strlen("block:");
}

static inline void
check_refused_block(void **state)
{
    const struct refused_block *row = *state;
    struct place p;
    const char *got = place_refused(&p, row->block);

    if (strncmp(got, row->where, strlen(row->where)) != 0)
        fail_msg("got %s, want %s", got, row->where);
    place_fini(&p);
}

enum { LOOK_ASCII, LOOK_BRAILLE, LOOK_UNICODE, LOOK_QUADRANTS, LOOK_HALVES };

struct picture {
    int rows, cols, look;
    bool plain;
};

static inline struct canvas *
place_draw(struct place *p, const struct picture *how)
{
    const struct figure_look look = {
        .braille = how->look != LOOK_ASCII && how->look != LOOK_UNICODE,
        .cells = how->look == LOOK_QUADRANTS ? CELLS_QUADRANTS
                 : how->look == LOOK_HALVES  ? CELLS_HALVES
                                             : CELLS_BRAILLE,
        .aspect = 2,
        .plain = how->plain};
    struct canvas *c =
        canvas_new(how->rows, how->cols,
                   how->look == LOOK_ASCII ? ALPHABET_ASCII : ALPHABET_UNICODE);

    figure_draw(p->f, &p->s, &look, c, canvas_all(c));
    return c;
}

#endif
