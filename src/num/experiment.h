/*
 * Experiments: questions that are answered by trying, with a standard error.
 *
 * A run is cut into blocks. Block b of a seed is always the same numbers, and blocks are
 * taken in by their order, so that a run can be done in slices, stopped at any time, done
 * on several threads, and repeated bit for bit.
 *
 *     r = num_run_new(a, num_experiment_find("cosine"), &settings, &e);
 *     while (num_run_step(r))
 *         ... num_run_result(r, i) is what is known so far ...
 */
#ifndef ROPEWALK_NUM_EXPERIMENT_H
#define ROPEWALK_NUM_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "num/sample.h"

enum { NUM_PARAMETERS_MAX = 8, NUM_RESULTS_MAX = 8 };

/* A whole number, a number, one of some words (its value is its place among them), or a
 * text, which has no value but is passed beside them. */
enum num_parameter_kind { NUM_WHOLE, NUM_REAL, NUM_WORD, NUM_TEXT };

struct num_parameter {
    const char *name, *meaning;
    enum num_parameter_kind kind;
    double start, low, high;  /* start: when nothing is said; low, high: both allowed */
    const char *const *words; /* for WORD; NULL-terminated */
};

struct num_method;

struct num_experiment {
    const char *name, *meaning;
    const struct num_parameter *parameter;
    int parameters;
    const char *const *result; /* names of the estimates */
    int results;
    const struct num_method *method;
};

/* All of them; NULL past the last. */
const struct num_experiment *num_experiment_at(int i);

/* By name; NULL when there is none. */
const struct num_experiment *num_experiment_find(const char *name);

/* The place of a parameter; -1 when there is none, the second with *e, which names the
 * nearest. */
int num_parameter_find(const struct num_experiment *x, const char *name);
int num_parameter_get(const struct num_experiment *x, const char *name, struct err *e);

struct num_settings {
    double value[NUM_PARAMETERS_MAX];
    const char *text; /* NULL: none */
    size_t length;
    uint64_t seed;
};

/* What holds when nothing is said; seed 0. */
void num_settings_init(const struct num_experiment *x, struct num_settings *s);

/* Set a parameter by its name, to a number or to one of its words. false with *e for a
 * name that the experiment does not have and for a word that is none of the parameter's.
 * Ranges are looked at when the run begins. */
bool num_settings_number(const struct num_experiment *x, struct num_settings *s,
                         const char *name, double value, struct err *e);
bool num_settings_word(const struct num_experiment *x, struct num_settings *s,
                       const char *name, const char *word, struct err *e);

struct num_run;

/* Begin. The run lives in the arena; text is borrowed. NULL with *e when a value is out
 * of range, does not go with the others, or needs more than 32 MiB of memory a thread
 * (256 for a text), which the message names; nothing has been asked for then. */
struct num_run *num_run_new(struct arena *a, const struct num_experiment *x,
                            const struct num_settings *s, struct err *e);

/* Do the next block; false when there was none, or when it was given up. */
bool num_run_step(struct num_run *r);

/* Long blocks ask stop(data) now and then, in every thread that is at one, and are given
 * up once it is true; they can be done again. */
void num_run_watch(struct num_run *r, bool (*stop)(void *data), void *data);

/* The same in two halves: num_run_block() finds block b, changing nothing but the part
 * (false when it was given up: the part is then of no use), and may be called from
 * several threads at once, each with parts of its own; num_run_take() takes it in, and
 * must be called in the order of blocks, from 0 on. Parts of one thread can share the
 * memory that they work in: that of `beside`, or NULL. */
struct num_part;
struct num_part *
num_part_new(struct arena *a, const struct num_run *r, const struct num_part *beside);
uint64_t num_run_blocks(const struct num_run *r);
bool num_run_block(const struct num_run *r, uint64_t block, struct num_part *p);
void num_run_take(struct num_run *r, const struct num_part *p);

/* Whether blocks do their work in num_run_block(), so that threads are of use. */
bool num_run_parallel(const struct num_run *r);

/* Samples taken in so far, of how many; steps, factors or candidates where an experiment
 * draws none. */
double num_run_done(const struct num_run *r);
double num_run_total(const struct num_run *r);

/* How many samples the estimates rest on. */
double num_run_samples(const struct num_run *r);

/* Estimate i; NaN where there is none (yet). A number that is not estimated but worked
 * out has the error 0. */
struct num_estimate num_run_result(const struct num_run *r, int i);

/* A sentence about a result that is no number; "" when there is nothing to say. */
const char *num_run_note(const struct num_run *r);

#endif
