/* Streams of random numbers, also for GSL. */
#include "num/num.h"
#include "num/sample/kernel.h"

void
num_stream_seed(struct num_stream *r, uint64_t seed, uint64_t stream)
{
    struct num_random from;

    num_random_seed(&from, num_mix(seed, "") ^ stream * UINT64_C(0xd1342543de82ef95));
    for (int i = 0; i < NUM_LANES; i++)
        for (int part = 0; part < 4; part++)
            r->s[part][i] = num_random_bits(&from);
    r->with = num_kernels_best();
}

void
num_fill_bits(struct num_stream *r, uint64_t *out)
{
    r->with->bits(r, out);
}

void
num_fill_normal32(struct num_stream *r, float *out)
{
    r->with->normal32(r, out);
}

void
num_fill_normal64(struct num_stream *r, double *out)
{
    r->with->normal64(r, out);
}

void
num_fill_uniform32(struct num_stream *r, float *out)
{
    r->with->uniform32(r, out);
}

void
num_fill_sign32(struct num_stream *r, float *out)
{
    r->with->sign32(r, out);
}

/* ---- GSL --------------------------------------------------------------------------- */

struct gsl_state {
    struct num_stream stream;
    uint64_t bits[NUM_CHUNK];
    int used;
};

static void
gsl_seed(void *state, unsigned long seed)
{
    struct gsl_state *s = state;

    num_stream_seed(&s->stream, seed, 0);
    s->used = NUM_CHUNK;
}

static uint64_t
gsl_next(struct gsl_state *s)
{
    if (s->used == NUM_CHUNK) {
        num_fill_bits(&s->stream, s->bits);
        s->used = 0;
    }
    return s->bits[s->used++];
}

static unsigned long
gsl_bits(void *state)
{
    return (unsigned long)(gsl_next(state) >> 32);
}

static double
gsl_unit(void *state)
{
    return (double)(gsl_next(state) >> 11) * 0x1p-53;
}

static const gsl_rng_type gsl_type = {
    .name = "xoshiro256++ x 16",
    .max = 0xffffffffUL,
    .min = 0,
    .size = sizeof(struct gsl_state),
    .set = gsl_seed,
    .get = gsl_bits,
    .get_double = gsl_unit,
};

const gsl_rng_type *
num_rng_type(void)
{
    return &gsl_type;
}
