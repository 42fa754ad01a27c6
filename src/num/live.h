/*
 * Experiments that are looked at while they run: for figures that fill.
 *
 *     num_settings_init(x, &s);
 *     num_settings_number(x, &s, "d", 64, &e);
 *     r = num_run_new(a, x, &s, &e);
 *     num_run_count(r, 60, NAN, NAN);
 *     each frame:  num_run_slice(r, 1000);
 *                  num_run_bars(r), num_run_history(r, 0), num_run_result(r, 0)
 *
 * No threads, no clock. What is shown after so many samples follows from the settings
 * (with their seed) alone, however they were cut into slices. All belongs to the run.
 */
#ifndef ROPEWALK_NUM_LIVE_H
#define ROPEWALK_NUM_LIVE_H

#include "num/experiment.h"

/* Blocks until `samples` more are in (steps, where there are no samples), or the end:
 * false when all were in already. */
bool num_run_slice(struct num_run *r, double samples);

/* ---- the histogram ----------------------------------------------------------------- */

/* What an experiment draws many of, in words: "q . k"; NULL when there is nothing to
 * count (bigram, underflow, mla-rank, aliasing). */
const char *num_experiment_quantity(const struct num_experiment *x);

/* Its moments so far (num_moments_mean() ...), for an overlay; NULL without a quantity.
 */
const struct num_moments *num_run_moments(const struct num_run *r);

enum { NUM_BARS_MAX = 1024 };

/* Equal bars from low to high. A value on an edge belongs to the bar on its right, that
 * on the last edge to the last bar. `other` are not numbers. */
struct num_bars {
    int bars;
    double low, high;
    double count[NUM_BARS_MAX], below, above, other;
};

/* Begin to count in about `bars` bars from low to high: before the first block. NaN for
 * low and high is a fitting range: all that there can be, or nearly all that is expected,
 * or what the first block holds. A quantity that keeps to a grid (sums of signs) has bars
 * of whole steps of it, so that each holds the same number of its places; bars and range
 * are then moved a little. false without a quantity, after the first block, or when bars
 * are not 1 .. NUM_BARS_MAX or low is not below high. */
bool num_run_count(struct num_run *r, int bars, double low, double high);

/* NULL when nothing is counted; with a range that the first block gives, before it. */
const struct num_bars *num_run_bars(const struct num_run *r);

/* The left edge of bar i; i = bars: the right edge of the last. */
double num_bars_edge(const struct num_bars *b, int i);

/* The share of all numbers in bar i, per unit of the quantity: what lies beside a
 * density; and its standard error, that of a binomial count. NaN before the first. */
struct num_estimate num_bars_density(const struct num_bars *b, int i);

/* ---- what theory says -------------------------------------------------------------- */

/* Result i in closed form; NaN where there is none. */
double num_run_expected(const struct num_run *r, int i);

/* The density of the quantity at x: exact for normal and cosine; for sums of products
 * (dot-variance, score-distance with random content) the normal curve of the mean and
 * variance that are expected, their limit for large d. NaN where there is none. */
double num_run_density(const struct num_run *r, double x);

/* ---- the way there ----------------------------------------------------------------- */

enum { NUM_HISTORY_MAX = 1024 };

/* What result i was after `done` samples or steps: at the beginning, where there is
 * something to know then, and after each block or, in a long run, after every 2nd, 4th,
 * ... A fitted model's loss (bigram, i = 0) step by step; a sampled estimate on its way
 * to rest. n is 0 for a result whose way is not kept. */
struct num_history {
    int n;
    const double *done;
    const struct num_estimate *at;
};
struct num_history num_run_history(const struct num_run *r, int i);

#endif
