/* Rotary positions and ALiBi. */
#include <complex.h>
#include <math.h>
#include <stddef.h>

#include "num/lens/round.h"
#include "num/rope.h"

static const double PI = 3.14159265358979323846;

void
num_rotate(double angle, const double x[2], double out[2])
{
    double c = cos(angle), s = sin(angle), first = x[0];

    out[0] = c * first - s * x[1];
    out[1] = s * first + c * x[1];
}

double
num_rope_score(const double q[2], const double k[2], double m, double n, double theta)
{
    double query[2], key[2];

    num_rotate(m * theta, q, query);
    num_rotate(n * theta, k, key);
    return query[0] * key[0] + query[1] * key[1];
}

bool
num_rope_valid(const struct num_rope *r, const char **why)
{
    bool yarn = r->scaling == NUM_YARN || r->scaling == NUM_YARN_INDEX;

    *why = NULL;
    if (r->d < 2 || r->d % 2)
        *why = "d must be even and at least 2, because coordinates turn in pairs";
    else if (!(r->base > 1) || isinf(r->base))
        *why = "the base must be a number above 1";
    else if (r->scaling != NUM_UNSCALED && (!(r->stretch >= 1) || isinf(r->stretch)))
        *why = "the stretch must be a number from 1 upwards";
    else if (r->scaling == NUM_NTK && r->d < 4)
        *why = "an NTK-aware base needs two pairs or more";
    else if (yarn && !(r->length > 0 && r->alpha > 0 && r->beta > r->alpha))
        *why = "YaRN needs a training length and 0 < alpha < beta";
    return !*why;
}

/* ---- frequencies ------------------------------------------------------------------- */

double
num_rope_ntk_base(double base, int d, double s)
{
    return base * pow(s, (double)d / (d - 2));
}

double
num_rope_yarn_factor(double s)
{
    return 0.1 * log(s) + 1;
}

static double
within(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* The index, not whole, of the pair that makes so many laps in training. */
static double
index_of_laps(const struct num_rope *r, double laps)
{
    return r->d / 2.0 * log(r->length / (2 * PI * laps)) / log(r->base);
}

/* Gamma of eq. 17-18: 1 keeps a pair, 0 interpolates it. */
static double
kept(const struct num_rope *r, int j, double theta)
{
    double first, last;

    if (r->scaling == NUM_YARN)
        return within((r->length * theta / (2 * PI) - r->alpha) / (r->beta - r->alpha), 0,
                      1);
    first = fmax(floor(index_of_laps(r, r->beta)), 0);
    last = fmin(ceil(index_of_laps(r, r->alpha)), r->d / 2 - 1);
    return 1 - within((j - first) / fmax(last - first, 0.001), 0, 1);
}

double
num_rope_frequency(const struct num_rope *r, int j)
{
    double theta = pow(r->base, -2.0 * j / r->d), gamma;

    switch (r->scaling) {
    case NUM_PI:
        return theta / r->stretch;
    case NUM_NTK:
        return pow(num_rope_ntk_base(r->base, r->d, r->stretch), -2.0 * j / r->d);
    case NUM_YARN:
    case NUM_YARN_INDEX:
        gamma = kept(r, j, theta);
        return (1 - gamma) * theta / r->stretch + gamma * theta;
    default:
        return theta;
    }
}

double
num_rope_wavelength(const struct num_rope *r, int j)
{
    return 2 * PI / num_rope_frequency(r, j);
}

int
num_rope_full_turns(const struct num_rope *r, double length)
{
    int turns = 0;

    for (int j = 0; j < r->d / 2; j++)
        turns += num_rope_wavelength(r, j) <= length;
    return turns;
}

/* ---- turning ----------------------------------------------------------------------- */

static void
find_turn(struct num_lens l, const struct num_rope *r, double at, int j, double out[2])
{
    double angle = fl(l, at * fl(l, num_rope_frequency(r, j)));

    out[0] = fl(l, cos(angle));
    out[1] = fl(l, sin(angle));
}

/* Turn pair j of x. */
static void
turn_pair(struct num_lens l, const struct num_rope *r, int j, const double turn[2],
          const double *x, double *out)
{
    bool half = r->layout == NUM_HALF_SPLIT;
    int i = half ? j : 2 * j, k = i + (half ? r->d / 2 : 1);
    double c = turn[0], s = turn[1], first = x[i], second = x[k];

    out[i] = fl(l, fl(l, c * first) - fl(l, s * second));
    out[k] = fl(l, fl(l, s * first) + fl(l, c * second));
}

void
num_rope_turns(struct num_lens l, const struct num_rope *r, double position,
               double *turns)
{
    double at = fl(l, position);

    for (int j = 0; j < r->d / 2; j++)
        find_turn(l, r, at, j, turns + 2 * j);
}

void
num_rope_turn(struct num_lens l, const struct num_rope *r, const double *turns,
              const double *x, double *out)
{
    for (int j = 0; j < r->d / 2; j++)
        turn_pair(l, r, j, turns + 2 * j, x, out);
}

void
num_rope_apply(struct num_lens l, const struct num_rope *r, double position,
               const double *x, double *out)
{
    double at = fl(l, position), turn[2];

    for (int j = 0; j < r->d / 2; j++) {
        find_turn(l, r, at, j, turn);
        turn_pair(l, r, j, turn, x, out);
    }
}

double
num_rope_miss(double theta, double m)
{
    double angle = m * theta;

    /* sin and cos take off laps of the true pi, not of the double nearest to it. */
    return fabs(atan2(sin(angle), cos(angle)));
}

double
num_rope_bound(const struct num_rope *r, double distance)
{
    double complex partial = 0;
    double total = 0;

    for (int j = 0; j < r->d / 2; j++) {
        double angle = distance * num_rope_frequency(r, j);

        partial += cos(angle) + sin(angle) * I;
        total += cabs(partial);
    }
    return total / (r->d / 2);
}

double
num_alibi_slope(int head, int heads)
{
    return exp2(-8.0 * head / heads);
}

double
num_alibi_bias(int head, int heads, double m, double n)
{
    return -num_alibi_slope(head, heads) * (m - n);
}
