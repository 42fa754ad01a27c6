/* What the experiments share. */
#ifndef ROPEWALK_NUM_EXPERIMENT_METHOD_H
#define ROPEWALK_NUM_EXPERIMENT_METHOD_H

#include "num/lens.h"
#include "num/live.h"

enum { RUN_MOMENTS = 6 };

/* Bytes that a thread may work in. */
static const double RUN_MEMORY = 0x1p25, RUN_MEMORY_TEXT = 0x1p28;

/* What a quantity can be, or nearly always is; NaN: high, or both, are those of the first
 * block. On a grid: the gap of its places, one of which is `place`; else 0. */
struct live_range {
    double low, high, gap, place;
};

/* Every `stride`-th block so far. */
struct history {
    int n, kept; /* points; results */
    uint64_t stride;
    double *done;
    struct num_estimate *at[NUM_RESULTS_MAX];
};

struct num_run {
    const struct num_experiment *experiment;
    struct num_settings settings;
    struct arena *arena;
    double total;   /* samples, steps, ... in all: set by start */
    double block;   /* of them in a block: set by start */
    double group;   /* that a block is a multiple of; 0 for 1: set by start */
    size_t values;  /* doubles that a part keeps for each sample: set by start */
    size_t scratch; /* doubles that a part can work in: set by start */
    void *state;    /* the experiment's own */
    uint64_t next;  /* block */
    double done;
    struct num_moments m[RUN_MOMENTS];
    const char *note;
    bool (*stop)(void *data); /* NULL: never */
    void *stop_data;
    struct num_part *own; /* of num_run_step() */
    struct num_bars *bars;
    struct history history;
};

struct num_part {
    uint64_t block;
    size_t n; /* samples */
    bool given_up;
    struct num_moments m[RUN_MOMENTS];
    double *values, *scratch;
};

struct num_method {
    /* Check what the ranges cannot, set what is to be set; false with *e. */
    bool (*start)(struct num_run *r, struct err *e);
    /* Fill the moments and values of a part; NULL when all is done in take. */
    void (*block)(const struct num_run *r, struct num_part *p);
    /* Beyond merging the moments; NULL when that is all. */
    void (*take)(struct num_run *r, const struct num_part *p);
    struct num_estimate (*result)(const struct num_run *r, int i);
    double (*samples)(const struct num_run *r); /* NULL: done */

    /* ---- for live.h; NULL and 0 where there is nothing ---- */
    const char *quantity; /* what values[column n] ... of a part are */
    int column, moments;  /* and which moments are theirs */
    int steps;            /* results that are worth keeping step by step; 0: all */
    struct live_range (*range)(const struct num_run *r);
    double (*expected)(const struct num_run *r, int i);
    double (*density)(const struct num_run *r, double x);
};

/* ---- experiment.c ------------------------------------------------------------------ */

/* Whether a long block is still wanted; to be asked every tenth of a second or more
 * often. When it is not, the block is to return. */
bool run_goes_on(const struct num_run *r, struct num_part *p);

/* So many numbers are worked through before one asks again. */
enum { RUN_PIECE = 1 << 16 };

/* Whether so many bytes may be used, of so many; else *e names them, and the parameter at
 * fault. */
bool run_fits(const struct num_run *r, int parameter, double bytes, double most,
              struct err *e);

/* *e about a parameter, false. */
bool run_refuses(const struct num_run *r, int parameter, const char *why, struct err *e);

/* Samples in a block, so that it is about `work` of what a sample has `each` of. */
double run_block_size(double work, double each);

static inline int
whole(const struct num_run *r, int parameter)
{
    return (int)r->settings.value[parameter];
}

static inline double
real(const struct num_run *r, int parameter)
{
    return r->settings.value[parameter];
}

static inline struct num_estimate
known(double x)
{
    return (struct num_estimate){x, 0};
}

/* Normal numbers of a block, one after the other. */
struct tap {
    struct num_stream stream;
    double x[NUM_CHUNK];
    int used;
};

void tap_open(struct tap *t, const struct num_run *r, uint64_t block);
void tap_fill(struct tap *t, size_t n, double *out);

/* n of them for a part; false when the block is given up. */
bool tap_fill_part(struct tap *t, const struct num_run *r, struct num_part *p, size_t n,
                   double *out);

/* ---- live.c ------------------------------------------------------------------------ */

/* Before the first block; after each. */
void live_begin(struct num_run *r);
void live_take(struct num_run *r, const struct num_part *p);

/* The normal density of this mean and variance. */
double live_normal(double x, double mean, double variance);

/* ---- the experiments --------------------------------------------------------------- */

extern const struct num_experiment experiment_dot_variance, experiment_saturation,
    experiment_cosine, experiment_gain, experiment_shift, experiment_leak,
    experiment_underflow, experiment_bigram, experiment_rank, experiment_aliasing,
    experiment_distance, experiment_normal;

/* The words of `precision=`. */
extern const char *const precision_words[];

#endif
