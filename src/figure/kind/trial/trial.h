/*
 * Experiments in figures: a line of the block that is answered by trying, and the run
 * that answers it, slice by slice.
 */
#ifndef ROPEWALK_FIGURE_TRIAL_H
#define ROPEWALK_FIGURE_TRIAL_H

#include "figure/kind/kind.h"
#include "num/num.h"

enum { TRIALS_MAX = 6, SWEEP_MAX = 64 };

/* What a line says. A parameter is a term or one of the experiment's words, or left out.
 */
struct trial {
    const struct num_experiment *experiment;
    const struct term *term[NUM_PARAMETERS_MAX];
    const char *word[NUM_PARAMETERS_MAX];
    const char *text;
    const struct term *seed;   /* NULL: 0 */
    const struct term *factor; /* of the quantity; NULL: 1 */
    int result;                /* what is shown; -1: the quantity's histogram */
    int across;                /* the parameter that a sweep goes along; -1: no sweep */
};

/* The runs of a line: one, or one for each place of a sweep. Those before `next` are
 * done. */
struct trial_runs {
    const struct thing *thing;
    const struct trial_runs *of; /* a line before it, whose runs these are; NULL: own */
    struct num_run *at[SWEEP_MAX];
    double x[SWEEP_MAX]; /* of a sweep */
    double factor;
    int n, next;
    bool failed; /* the parameters do not go together */
};

/* The settings of a line at a moment, whose variable, if it has one, is i. */
bool trial_settings(struct arena *a, const struct moment *m, const struct thing *t,
                    double i, struct num_settings *out, struct err *e);

/* The runs of a thing; NULL when there is no run yet. */
const struct trial_runs *trial_runs(const struct moment *m, const struct thing *t);

/* A run that is at the state: the state's own when it has one that is, else a new one at
 * its end, which *own must be freed (NULL: none). NULL when nothing is to be run. */
const struct figure_run *
run_at(const struct figure *f, const struct figure_state *s, struct figure_run **own);

/* "20000 samples, mean 0.01 ± 0.06, sd 8.02 ± 0.04". */
void trial_words(struct buf *b, const struct trial_runs *runs, const char *between);

bool trial_read(struct reader *r, const struct source c[CLAUSE_COUNT], struct thing *t);

#endif
