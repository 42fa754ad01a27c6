/*
 * The sampling engine and the operations on many numbers, as lines "name value" for
 * num.py, which puts NumPy beside them. Rates are per second of processor time, so that
 * other programs disturb little; but for the last, which needs two cores for itself.
 */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <gsl/gsl_randist.h>
#if defined __x86_64__ && defined __GNUC__
#include <immintrin.h>
#endif

#include "num/num.h"
#include "num/sample/kernel.h"

enum { ROUNDS = 9, TURNS = 6, CHUNKS = 4000, D = 64, SAMPLES = 2000000, N = 4096 };

static double
clock_of(clockid_t which)
{
    struct timespec t;

    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef void job(void *data);

/* The least time of some rounds. */
static double
least(job *run, void *data, clockid_t which, int rounds)
{
    double best = INFINITY;

    for (int i = 0; i < rounds; i++) {
        double began = clock_of(which);

        run(data);
        best = fmin(best, clock_of(which) - began);
    }
    return best;
}

static double
least_cpu(job *run, void *data)
{
    return least(run, data, CLOCK_THREAD_CPUTIME_ID, ROUNDS);
}

/* ---- normal numbers ---------------------------------------------------------------- */

struct filling {
    struct num_stream stream;
    const struct num_kernels *with;
    float x[NUM_CHUNK];
    double y[NUM_CHUNK];
    gsl_rng *rng;
    double sum;
};

static void
fill32(void *data)
{
    struct filling *f = data;

    for (int i = 0; i < CHUNKS; i++) {
        f->with->normal32(&f->stream, f->x);
        f->sum += (double)f->x[i % NUM_CHUNK];
    }
}

static void
fill64(void *data)
{
    struct filling *f = data;

    for (int i = 0; i < CHUNKS; i++) {
        f->with->normal64(&f->stream, f->y);
        f->sum += f->y[i % NUM_CHUNK];
    }
}

static void
fill_ziggurat(void *data)
{
    struct filling *f = data;

    for (int i = 0; i < CHUNKS * NUM_CHUNK / 8; i++)
        f->sum += gsl_ran_gaussian_ziggurat(f->rng, 1);
}

static void
time_normals(void)
{
    static struct filling f;
    double numbers = (double)CHUNKS * NUM_CHUNK;

    num_stream_seed(&f.stream, 1, 0);
    for (int i = 0; (f.with = num_kernels(i)) != NULL; i++) {
        printf("normal32_%s %g\n", f.with->name, numbers / least_cpu(fill32, &f));
        printf("normal64_%s %g\n", f.with->name, numbers / least_cpu(fill64, &f));
    }
    f.rng = gsl_rng_alloc(gsl_rng_mt19937);
    printf("gsl_ziggurat %g\n", numbers / 8 / least_cpu(fill_ziggurat, &f));
    gsl_rng_free(f.rng);
}

/* ---- the ceiling ------------------------------------------------------------------- */

/* Operations on vectors of 16 lanes that 16 pairs of components cost, counted in
 * sample/kernel.c: the generators' step, of 64-bit words (20); the radius (8 to convert,
 * 9 for exponent and remainder, 20 for the polynomial, 4 for its factors and the root);
 * the turn (7, 8 and 9 for the angle and the polynomials, 2 for the sign of the product);
 * product and sum (2). 31 of them on integers, 34 multiplications, 24 additions, one
 * root.
 */
enum { PAIRS = 16, CLIMBS = 100000 };

#if defined __x86_64__ && defined __GNUC__
#ifdef __clang__
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 34")
#endif

typedef float floats __attribute__((vector_size(64)));
typedef unsigned words __attribute__((vector_size(64)));

/* Nothing but these operations, on registers, none waiting for another. */
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"), noinline)) static void
climb(void *data)
{
    words u[7], all = {0};
    floats x[10], y[8], root, by = {0};

    by += 0.999f;
    for (int i = 0; i < 7; i++)
        u[i] = (words){(unsigned)i + 1, 7, 9};
    for (int i = 0; i < 10; i++)
        x[i] = y[i % 8] = root = by;
    for (int round = 0; round < CLIMBS; round++) {
        UNROLLED
        for (int i = 0; i < 34; i++) {
            x[i % 10] *= by;
            if (i < 24)
                y[i % 8] += by;
            if (i < 16)
                u[i % 7] <<= 1;
            if (i < 15)
                u[i % 7] ^= all;
            if (i == 16)
                root = (floats)_mm512_sqrt_ps((__m512)root);
        }
        __asm__ volatile("" : "+v"(all), "+v"(by), "+v"(root));
    }
    for (int i = 1; i < 10; i++)
        x[0] += x[i] + y[i % 8] + root;
    for (int i = 0; i < 7; i++)
        all ^= u[i];
    *(float *)data = x[0][0] + (float)all[0];
}

/* The least seconds for PAIRS pairs so far. */
static void
time_ceiling(double *best)
{
    float out;

    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl"))
        return;
    *best = fmin(*best, least_cpu(climb, &out) / CLIMBS);
}
#else
static void
time_ceiling(double *best)
{
    (void)best;
}
#endif

/* ---- q . k ------------------------------------------------------------------------- */

static struct num_run *
begin(struct arena *a)
{
    const struct num_experiment *x = num_experiment_find("dot-variance");
    struct num_settings s;
    struct err e;

    num_settings_init(x, &s);
    s.value[num_parameter_find(x, "d")] = D;
    s.value[num_parameter_find(x, "n")] = SAMPLES;
    return num_run_new(a, x, &s, &e);
}

static void
run_alone(void *data)
{
    struct arena *a = arena_new();
    struct num_run *r = begin(a);
    struct num_part *p = num_part_new(a, r, NULL);

    for (uint64_t i = 0; i < num_run_blocks(r); i++) {
        num_run_block(r, i, p);
        num_run_take(r, p);
    }
    *(double *)data = num_run_result(r, 1).value;
    arena_free(a);
}

/* Whoever is free takes the next block. */
struct half {
    const struct num_run *run;
    atomic_uint_fast64_t *next;
};

static void *
do_half(void *data)
{
    struct half *h = data;
    struct arena *a = arena_new();
    struct num_part *p = num_part_new(a, h->run, NULL);

    for (uint64_t i; (i = atomic_fetch_add(h->next, 1)) < num_run_blocks(h->run);)
        num_run_block(h->run, i, p);
    arena_free(a);
    return NULL;
}

static void
run_threads(void *data)
{
    int threads = *(int *)data;
    struct arena *a = arena_new();
    struct num_run *r = begin(a);
    atomic_uint_fast64_t next = 0;
    struct half half[2];
    pthread_t thread[2];

    for (int i = 0; i < threads; i++) {
        half[i] = (struct half){r, &next};
        if (pthread_create(&thread[i], NULL, do_half, &half[i]) != 0)
            exit(1);
    }
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    arena_free(a);
}

static void
time_dot(void)
{
    double variance, best = INFINITY, ceiling = INFINITY;
    int one = 1, two = 2;

    /* By turns, so that both have their share of quiet moments. */
    for (int turn = 0; turn < TURNS; turn++) {
        time_ceiling(&ceiling);
        best = fmin(best, least(run_alone, &variance, CLOCK_THREAD_CPUTIME_ID, 2));
    }
    if (isfinite(ceiling))
        printf("ceiling %g\n", 2 * PAIRS / ceiling);
    printf("qk_samples %g\n", SAMPLES / best);
    printf("threads_1 %g\n", SAMPLES / least(run_threads, &one, CLOCK_MONOTONIC, ROUNDS));
    printf("threads_2 %g\n", SAMPLES / least(run_threads, &two, CLOCK_MONOTONIC, ROUNDS));
}

/* ---- operations -------------------------------------------------------------------- */

struct operands {
    double x[N], y[N];
    double *q, *k, *v, *out;
};

static void
do_softmax(void *data)
{
    struct operands *o = data;

    for (int i = 0; i < 200; i++)
        num_softmax((struct num_lens){0}, 1, N, o->x, o->y);
}

static void
do_rmsnorm(void *data)
{
    struct operands *o = data;
    struct num_norm f = {.n = N, .eps = 1e-6};

    for (int i = 0; i < 200; i++)
        num_rmsnorm((struct num_lens){0}, &f, o->x, o->y);
}

static void
do_attention(void *data)
{
    struct operands *o = data;
    struct num_head h = {N, N, D, D, 0.125, false, 0, o->q, o->k, o->v};

    num_attention((struct num_lens){0}, &h, NULL, o->out);
}

static void
time_operations(void)
{
    static struct operands o;
    size_t size = (size_t)N * D;
    double *all = malloc(4 * size * sizeof *all);
    struct num_stream s;

    if (!all)
        exit(1);
    o.q = all;
    o.k = all + size;
    o.v = all + 2 * size;
    o.out = all + 3 * size;
    num_stream_seed(&s, 1, 0);
    for (size_t i = 0; i < 3 * size; i += NUM_CHUNK)
        num_fill_normal64(&s, all + i);
    for (int i = 0; i < N; i++)
        o.x[i] = all[i];
    printf("softmax %g\n", least_cpu(do_softmax, &o) / 200);
    printf("rmsnorm %g\n", least_cpu(do_rmsnorm, &o) / 200);
    printf("attention %g\n", least(do_attention, &o, CLOCK_THREAD_CPUTIME_ID, 3));
    free(all);
}

int
main(void)
{
    num_init();
    time_normals();
    time_operations();
    time_dot();
    return 0;
}
