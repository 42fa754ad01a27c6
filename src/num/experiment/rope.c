/* RoPE on trial: common shifts in each precision, near-repeats, scores at a distance. */
#include <math.h>

#include "num/experiment/method.h"
#include "num/rope.h"

static bool
rope_fits(const struct num_run *r, int parameter, const struct num_rope *rope,
          struct err *e)
{
    const char *why;

    return num_rope_valid(rope, &why) || run_refuses(r, parameter, why, e);
}

/* ---- rope-shift -------------------------------------------------------------------- */

enum { PRECISION, SHIFT, D, N, QUERY, KEY, BASE };

/* Everything in one format, or angles in fp32 and what is stored in 16 bits. */
static const char *const shift_words[] = {"fp64",         "fp32",         "bf16", "fp16",
                                          "bf16-storage", "fp16-storage", NULL};

static const struct way {
    enum num_format compute, store;
} ways[] = {
    {NUM_FP64, NUM_FP64},
    {NUM_FP32, NUM_FP32},
    {NUM_BF16, NUM_BF16},
    {NUM_FP16, NUM_FP16},
    {NUM_FP32, NUM_BF16},
    {NUM_FP32, NUM_FP16},
};

static const struct num_parameter shift_parameters[] = {
    {"precision", "of positions, angles and arrows; -storage: of arrows only", NUM_WORD,
     1,                                                                                          0, 5,    shift_words},
    {"shift",     "added to both positions",                                   NUM_WHOLE, 4096,  0, 1e9,  NULL       },
    {"d",         "components",                                                NUM_WHOLE, 64,    2, 1e5,  NULL       },
    {"n",         "pairs of arrows",                                           NUM_WHOLE, 400,   1, 1e9,  NULL       },
    {"query",     "position of q",                                             NUM_WHOLE, 7,     0, 1e9,  NULL       },
    {"key",       "position of k",                                             NUM_WHOLE, 4,     0, 1e9,  NULL       },
    {"base",      "of the frequencies",                                        NUM_REAL,  10000, 1, 1e12, NULL       },
};

static const char *const shift_results[] = {"drift_max", "drift_rms"};

enum { BATCHES = 16 };

/* The largest drift of each sixteenth of the sample; and what the arrows are turned by: q
 * where it is and shifted, k where it is and shifted, d numbers each. */
struct shift_state {
    double high[BATCHES];
    double *turns[2][2];
};

static struct num_rope
shift_rope(const struct num_run *r)
{
    return (struct num_rope){.d = whole(r, D), .base = real(r, BASE)};
}

/* The turns are those of all samples. */
static void
shift_find_turns(struct num_run *r, const struct num_rope *rope)
{
    struct num_lens compute = {.format = ways[whole(r, PRECISION)].compute};
    struct shift_state *s = r->state;

    for (int i = 0; i < 4; i++) {
        double seat = real(r, i & 2 ? KEY : QUERY) + (i & 1 ? real(r, SHIFT) : 0);
        double *turns = ARENA_ARRAY(r->arena, double, rope->d);

        num_rope_turns(compute, rope, seat, turns);
        s->turns[i >> 1][i & 1] = turns;
    }
}

static bool
shift_start(struct num_run *r, struct err *e)
{
    struct num_rope rope = shift_rope(r);

    if (!rope_fits(r, rope.base > 1 ? D : BASE, &rope, e))
        return false;
    r->total = real(r, N);
    r->block =
        fmax(1, fmin(floor(real(r, N) / BATCHES), run_block_size(1 << 14, real(r, D))));
    r->values = 2;
    r->scratch = 4 * (size_t)real(r, D);
    r->state = ARENA_NEW(r->arena, struct shift_state);
    shift_find_turns(r, &rope);
    return true;
}

/* The score with both arrows turned in one format and stored in another; the products are
 * added up in double, so that only that error shows. */
static double
stored_score(const struct num_run *r, const struct num_rope *rope, double *x,
             bool shifted)
{
    const struct shift_state *s = r->state;
    struct way way = ways[whole(r, PRECISION)];
    struct num_lens compute = {.format = way.compute}, store = {.format = way.store};
    int d = rope->d;
    double *q = x + 2 * d, *k = x + 3 * d;

    num_rope_turn(compute, rope, s->turns[0][shifted], x, q);
    num_rope_turn(compute, rope, s->turns[1][shifted], x + d, k);
    num_round_all(store, 2 * d, q, q);
    return num_dot((struct num_lens){0}, d, q, k) / sqrt(d);
}

static void
shift_block(const struct num_run *r, struct num_part *p)
{
    struct num_rope rope = shift_rope(r);
    struct num_lens store = {.format = ways[whole(r, PRECISION)].store};
    double *x = p->scratch;
    struct tap t;

    tap_open(&t, r, p->block);
    for (size_t i = 0; i < p->n; i++) {
        double drift;

        if (!tap_fill_part(&t, r, p, 2 * (size_t)rope.d, x))
            return;
        num_round_all(store, 2 * rope.d, x, x);
        drift = stored_score(r, &rope, x, true);
        if (rope.d > RUN_PIECE && !run_goes_on(r, p))
            return;
        drift -= stored_score(r, &rope, x, false);
        p->values[i] = fabs(drift);
        p->values[p->n + i] = drift * drift;
    }
    num_moments_add(&p->m[0], p->n, p->values);
    num_moments_add(&p->m[1], p->n, p->values + p->n);
}

static void
shift_take(struct num_run *r, const struct num_part *p)
{
    struct shift_state *s = r->state;
    double *high = &s->high[p->block % BATCHES];

    *high = fmax(*high, p->m[0].high);
}

/* The error of the largest of all is what the largest of sixteenths spread by. */
static struct num_estimate
largest(const struct num_run *r)
{
    const struct shift_state *s = r->state;
    struct num_moments m = {0};
    double deviation = NAN;

    if (r->next >= BATCHES) {
        num_moments_add(&m, BATCHES, s->high);
        deviation = num_moments_deviation(&m).value;
    }
    return (struct num_estimate){r->next ? r->m[0].high : NAN, deviation};
}

static struct num_estimate
shift_result(const struct num_run *r, int i)
{
    struct num_estimate square = num_moments_mean(&r->m[1]);
    double rms = sqrt(square.value);

    if (i == 0)
        return largest(r);
    return (struct num_estimate){rms, square.error == 0 ? 0 : square.error / (2 * rms)};
}

static struct live_range
shift_range(const struct num_run *r)
{
    (void)r;
    return (struct live_range){0, NAN, 0, 0};
}

static const struct num_method shift_method = {
    .start = shift_start,
    .block = shift_block,
    .take = shift_take,
    .result = shift_result,
    .quantity = "drift of a score",
    .range = shift_range,
};

const struct num_experiment experiment_shift = {
    "rope-shift",     "how far a score moves when both positions move alike",
    shift_parameters, sizeof shift_parameters / sizeof *shift_parameters,
    shift_results,    sizeof shift_results / sizeof *shift_results,
    &shift_method,
};

/* ---- aliasing ---------------------------------------------------------------------- */

enum { PAIR, ALIAS_D, ALIAS_BASE, WITHIN };

static const struct num_parameter aliasing_parameters[] = {
    {"pair",   "0 is the fastest",         NUM_WHOLE, 0,     0, 1e6,  NULL},
    {"d",      "components: d/2 pairs",    NUM_WHOLE, 64,    2, 1e6,  NULL},
    {"base",   "of the frequencies",       NUM_REAL,  10000, 1, 1e12, NULL},
    {"within", "tokens to try: 1 to this", NUM_WHOLE, 1000,  1, 1e10, NULL},
};

static const char *const aliasing_results[] = {"seats", "miss"};

struct aliasing_state {
    double theta, seats, miss;
};

static bool
aliasing_start(struct num_run *r, struct err *e)
{
    struct num_rope rope = {.d = whole(r, ALIAS_D), .base = real(r, ALIAS_BASE)};
    struct aliasing_state *s = ARENA_NEW(r->arena, struct aliasing_state);

    if (!rope_fits(r, rope.base > 1 ? ALIAS_D : ALIAS_BASE, &rope, e))
        return false;
    if (whole(r, PAIR) >= rope.d / 2)
        return run_refuses(r, PAIR, "there are d/2 pairs, counted from 0", e);
    s->theta = num_rope_frequency(&rope, whole(r, PAIR));
    s->miss = INFINITY;
    r->state = s;
    r->total = real(r, WITHIN);
    r->block = 1 << 16;
    return true;
}

static void
aliasing_take(struct num_run *r, const struct num_part *p)
{
    struct aliasing_state *s = r->state;
    double first = (double)p->block * r->block + 1;

    for (size_t i = 0; i < p->n; i++) {
        double miss = num_rope_miss(s->theta, first + (double)i);

        if (miss < s->miss) {
            s->miss = miss;
            s->seats = first + (double)i;
        }
    }
}

static struct num_estimate
aliasing_result(const struct num_run *r, int i)
{
    const struct aliasing_state *s = r->state;

    return known(r->next == 0 ? NAN : i == 0 ? s->seats : s->miss);
}

static const struct num_method aliasing_method = {
    .start = aliasing_start, .take = aliasing_take, .result = aliasing_result};

const struct num_experiment experiment_aliasing = {
    "aliasing",          "the distance at which a pair looks most like distance 0",
    aliasing_parameters, sizeof aliasing_parameters / sizeof *aliasing_parameters,
    aliasing_results,    sizeof aliasing_results / sizeof *aliasing_results,
    &aliasing_method,
};

/* ---- score-distance ---------------------------------------------------------------- */

enum { DISTANCE, DIST_D, DIST_BASE, CONTENT, PEAK, DIST_N };

static const char *const content_words[] = {"random", "matched", NULL};

static const struct num_parameter distance_parameters[] = {
    {"distance", "position of q minus position of k",                  NUM_WHOLE, 100,   -1e9, 1e9,  NULL},
    {"d",        "components",                                         NUM_WHOLE, 64,    2,    1e5,  NULL},
    {"base",     "of the frequencies",                                 NUM_REAL,  10000, 1,    1e12, NULL},
    {"content",  "k independent of q, or q turned to fit at the peak", NUM_WORD,  0,     0,    1,
     content_words                                                                                       },
    {"peak",     "distance that a matched k is made for",              NUM_WHOLE, 0,     -1e9, 1e9,  NULL},
    {"n",        "pairs of arrows",                                    NUM_WHOLE, 10000, 1,    1e9,  NULL},
};

static const char *const distance_results[] = {"mean", "variance", "bound"};

static struct num_rope
distance_rope(const struct num_run *r)
{
    return (struct num_rope){.d = whole(r, DIST_D), .base = real(r, DIST_BASE)};
}

static bool
distance_start(struct num_run *r, struct err *e)
{
    struct num_rope rope = distance_rope(r);

    if (!rope_fits(r, rope.base > 1 ? DIST_D : DIST_BASE, &rope, e))
        return false;
    r->total = real(r, DIST_N);
    r->block = run_block_size(1 << 14, real(r, DIST_D));
    r->values = 1;
    r->scratch = 2 * (size_t)real(r, DIST_D);
    return true;
}

static void
distance_block(const struct num_run *r, struct num_part *p)
{
    const struct num_lens plain = {0};
    struct num_rope rope = distance_rope(r);
    double *q = p->scratch, *k = q + rope.d;
    struct tap t;

    tap_open(&t, r, p->block);
    for (size_t i = 0; i < p->n; i++) {
        if (!tap_fill_part(&t, r, p, (size_t)rope.d, q))
            return;
        if (whole(r, CONTENT) == 0)
            tap_fill(&t, (size_t)rope.d, k);
        else
            num_rope_apply(plain, &rope, real(r, PEAK), q, k);
        num_rope_apply(plain, &rope, real(r, DISTANCE), q, q);
        p->values[i] = num_dot(plain, rope.d, q, k);
    }
    num_moments_add(&p->m[0], p->n, p->values);
}

static struct num_estimate
distance_result(const struct num_run *r, int i)
{
    struct num_rope rope = distance_rope(r);

    if (i == 2)
        return known(num_rope_bound(&rope, real(r, DISTANCE)));
    return i == 0 ? num_moments_mean(&r->m[0]) : num_moments_variance(&r->m[0]);
}

/* Random: d independent products. Matched: the sum of |q_j|^2 cos((distance - peak)
 * theta_j), |q_j|^2 of mean 2 and variance 4. */
static double
distance_expected(const struct num_run *r, int i)
{
    struct num_rope rope = distance_rope(r);
    double off = real(r, DISTANCE) - real(r, PEAK), mean = 0, variance = 0;

    if (i == 2)
        return distance_result(r, 2).value;
    if (whole(r, CONTENT) == 0)
        return i == 0 ? 0 : rope.d;
    for (int j = 0; j < rope.d / 2; j++) {
        double c = cos(off * num_rope_frequency(&rope, j));

        mean += 2 * c;
        variance += 4 * c * c;
    }
    return i == 0 ? mean : variance;
}

static double
distance_density(const struct num_run *r, double x)
{
    return whole(r, CONTENT) == 0 ? live_normal(x, 0, real(r, DIST_D)) : NAN;
}

static struct live_range
distance_range(const struct num_run *r)
{
    double mean = distance_expected(r, 0), reach = 4 * sqrt(distance_expected(r, 1));

    return (struct live_range){mean - reach, mean + reach, 0, 0};
}

static const struct num_method distance_method = {
    .start = distance_start,
    .block = distance_block,
    .result = distance_result,
    .quantity = "score",
    .range = distance_range,
    .expected = distance_expected,
    .density = distance_density,
};

const struct num_experiment experiment_distance = {
    "score-distance",    "a score at a distance, and the bound that is said to shrink it",
    distance_parameters, sizeof distance_parameters / sizeof *distance_parameters,
    distance_results,    sizeof distance_results / sizeof *distance_results,
    &distance_method,
};
