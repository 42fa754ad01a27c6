/* The list of experiments, and what can be said about their parameters. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "num/experiment/method.h"

static const struct num_experiment *const experiments[] = {
    &experiment_dot_variance, &experiment_saturation, &experiment_cosine,
    &experiment_gain,         &experiment_shift,      &experiment_leak,
    &experiment_underflow,    &experiment_bigram,     &experiment_rank,
    &experiment_aliasing,     &experiment_distance,   &experiment_normal,
};

enum { EXPERIMENTS = sizeof experiments / sizeof *experiments };

static const double BLOCKS_LEAST = 32;

const char *const precision_words[] = {"fp64", "fp32", "bf16", "fp16", NULL};

const struct num_experiment *
num_experiment_at(int i)
{
    return i >= 0 && i < EXPERIMENTS ? experiments[i] : NULL;
}

const struct num_experiment *
num_experiment_find(const char *name)
{
    for (int i = 0; i < EXPERIMENTS; i++)
        if (strcmp(experiments[i]->name, name) == 0)
            return experiments[i];
    return NULL;
}

int
num_parameter_find(const struct num_experiment *x, const char *name)
{
    for (int i = 0; i < x->parameters; i++)
        if (strcmp(x->parameter[i].name, name) == 0)
            return i;
    return -1;
}

void
num_settings_init(const struct num_experiment *x, struct num_settings *s)
{
    *s = (struct num_settings){0};
    for (int i = 0; i < x->parameters; i++)
        s->value[i] = x->parameter[i].start;
}

/* ---- refusals ---------------------------------------------------------------------- */

static const struct pos nowhere = {0};

bool
run_refuses(const struct num_run *r, int parameter, const char *why, struct err *e)
{
    return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s = %.15g: %s",
                  r->experiment->parameter[parameter].name, r->settings.value[parameter],
                  why);
}

/* "7.3 TiB" */
static void
put_bytes(char *out, size_t size, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB",
                                        "TiB",   "PiB", "EiB"};
    size_t i = 0;

    for (; bytes >= 1024 && i + 1 < sizeof units / sizeof *units; i++)
        bytes /= 1024;
    snprintf(out, size, "%.3g %s", bytes, units[i]);
}

bool
run_fits(const struct num_run *r, int parameter, double bytes, double most, struct err *e)
{
    char text[40], may[40];

    if (bytes <= most)
        return true;
    put_bytes(text, sizeof text, bytes);
    put_bytes(may, sizeof may, most);
    if (r->experiment->parameter[parameter].kind == NUM_TEXT)
        return err_at(e, nowhere, ERR_PARAMETER_MEMORY,
                      "a text of %.15g different characters needs %s of memory; it may "
                      "use %s",
                      r->settings.value[parameter], text, may);
    return err_at(e, nowhere, ERR_PARAMETER_MEMORY,
                  "%s = %.15g needs %s of memory a thread; it may use %s",
                  r->experiment->parameter[parameter].name, r->settings.value[parameter],
                  text, may);
}

static bool
check_value(const struct num_parameter *p, double x, struct err *e)
{
    const char *kind = p->kind == NUM_WHOLE ? "whole number" : "number";

    if (isnan(x))
        return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s is not a number", p->name);
    if (x >= p->low && x <= p->high && (p->kind != NUM_WHOLE || x == floor(x)))
        return true;
    if (p->low == -INFINITY)
        return err_at(e, nowhere, ERR_PARAMETER_VALUE,
                      "%s = %.15g: it must be a %s up to %.15g", p->name, x, kind,
                      p->high);
    return err_at(e, nowhere, ERR_PARAMETER_VALUE,
                  "%s = %.15g: it must be a %s from %.15g to %.15g", p->name, x, kind,
                  p->low, p->high);
}

static bool
check_settings(const struct num_experiment *x, const struct num_settings *s,
               struct err *e)
{
    for (int i = 0; i < x->parameters; i++) {
        const struct num_parameter *p = &x->parameter[i];

        if (p->kind == NUM_TEXT && !s->text)
            return err_at(e, nowhere, ERR_PARAMETER_VALUE, "%s needs %s=FILE", x->name,
                          p->name);
        if (p->kind != NUM_TEXT && !check_value(p, s->value[i], e))
            return false;
    }
    return true;
}

/* ---- a run ------------------------------------------------------------------------- */

/* Even a short run is of many blocks, so that one can watch it. */
static void
cut_finely(struct num_run *r)
{
    double group = fmax(r->group, 1);

    r->block = fmin(r->block, group * fmax(1, ceil(r->total / (BLOCKS_LEAST * group))));
}

struct num_run *
num_run_new(struct arena *a, const struct num_experiment *x, const struct num_settings *s,
            struct err *e)
{
    struct num_run *r;

    if (!check_settings(x, s, e))
        return NULL;
    r = ARENA_NEW(a, struct num_run);
    r->experiment = x;
    r->settings = *s;
    r->arena = a;
    r->note = "";
    if (!x->method->start(r, e))
        return NULL;
    cut_finely(r);
    live_begin(r);
    return r;
}

double
run_block_size(double work, double each)
{
    return fmax(1, floor(work / fmax(each, 1)));
}

struct num_part *
num_part_new(struct arena *a, const struct num_run *r, const struct num_part *beside)
{
    struct num_part *p = ARENA_NEW(a, struct num_part);

    p->values = ARENA_ARRAY(a, double, r->values *(size_t)r->block + 1);
    p->scratch = beside ? beside->scratch : ARENA_ARRAY(a, double, r->scratch + 1);
    return p;
}

uint64_t
num_run_blocks(const struct num_run *r)
{
    return (uint64_t)ceil(r->total / r->block);
}

bool
num_run_parallel(const struct num_run *r)
{
    return r->experiment->method->block != NULL;
}

void
num_run_watch(struct num_run *r, bool (*stop)(void *data), void *data)
{
    r->stop = stop;
    r->stop_data = data;
}

bool
run_goes_on(const struct num_run *r, struct num_part *p)
{
    if (r->stop && r->stop(r->stop_data))
        p->given_up = true;
    return !p->given_up;
}

bool
num_run_block(const struct num_run *r, uint64_t block, struct num_part *p)
{
    p->given_up = false;
    p->block = block;
    p->n = (size_t)fmin(r->block, r->total - (double)block * r->block);
    for (int i = 0; i < RUN_MOMENTS; i++)
        p->m[i] = (struct num_moments){0};
    if (r->experiment->method->block)
        r->experiment->method->block(r, p);
    return !p->given_up;
}

void
num_run_take(struct num_run *r, const struct num_part *p)
{
    for (int i = 0; i < RUN_MOMENTS; i++)
        num_moments_merge(&r->m[i], &p->m[i]);
    if (r->experiment->method->take)
        r->experiment->method->take(r, p);
    r->done += (double)p->n;
    r->next = p->block + 1;
    live_take(r, p);
}

bool
num_run_step(struct num_run *r)
{
    if (r->next >= num_run_blocks(r))
        return false;
    if (!r->own)
        r->own = num_part_new(r->arena, r, NULL);
    if (!num_run_block(r, r->next, r->own))
        return false;
    num_run_take(r, r->own);
    return true;
}

double
num_run_done(const struct num_run *r)
{
    return r->done;
}

double
num_run_total(const struct num_run *r)
{
    return r->total;
}

double
num_run_samples(const struct num_run *r)
{
    const struct num_method *m = r->experiment->method;

    return m->samples ? m->samples(r) : r->done;
}

struct num_estimate
num_run_result(const struct num_run *r, int i)
{
    return r->experiment->method->result(r, i);
}

const char *
num_run_note(const struct num_run *r)
{
    return r->note;
}

/* ---- numbers of a block ------------------------------------------------------------ */

void
tap_open(struct tap *t, const struct num_run *r, uint64_t block)
{
    num_stream_seed(&t->stream, r->settings.seed, block);
    t->used = NUM_CHUNK;
}

void
tap_fill(struct tap *t, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++) {
        if (t->used == NUM_CHUNK) {
            num_fill_normal64(&t->stream, t->x);
            t->used = 0;
        }
        out[i] = t->x[t->used++];
    }
}

bool
tap_fill_part(struct tap *t, const struct num_run *r, struct num_part *p, size_t n,
              double *out)
{
    for (size_t at = 0; at < n; at += RUN_PIECE) {
        tap_fill(t, n - at < RUN_PIECE ? n - at : RUN_PIECE, out + at);
        if (n > RUN_PIECE && !run_goes_on(r, p))
            return false;
    }
    return true;
}
