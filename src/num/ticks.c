#include <float.h>
#include <math.h>

#include "num/num.h"

enum {
    NICE_COUNT = 6,
    SKIP_MAX = 6,    /* a label on every j-th nice number, j up to this */
    POWERS_MAX = 4,  /* powers of ten tried above the smallest */
    ANGLE_STEPS = 40 /* pi/12 to 5e11 pi */
};

static const double pi = 3.14159265358979323846;

/* Ten times the nice numbers of Talbot, Lin and Hanrahan, the nicest first. */
static const int nice_tenths[NICE_COUNT] = {10, 50, 20, 25, 40, 30};

/* How much simplicity, coverage, density and legibility count; legibility is always 1
 * here, since the caller knows how wide its labels are. */
static const double weight[4] = {0.25, 0.2, 0.5, 0.05};

/* Ticks start * unit, (start + skip) * unit, ..., `count` of them, where unit is the
 * nice number in tenths times 10^(power - 1). */
struct labelling {
    int nice, skip, count, power;
    double start;
};

struct search {
    double low, high, slack;
    int want, max;
    double score; /* of best */
    struct labelling best;
};

/* value * 10^power, as near as double can be: powers up to 22 are exact. */
static double
times_ten_to(double value, int power)
{
    return power < 0 ? value / pow(10, -power) : value * pow(10, power);
}

static double
tick_at(const struct labelling *l, int i)
{
    double at = (l->start + (double)i * l->skip) * nice_tenths[l->nice];

    return at == 0 ? 0 : times_ten_to(at, l->power - 1);
}

static double
square(double x)
{
    return x * x;
}

/* Eq. 2. The best value: when zero is a tick. */
static double
simplicity_best(int nice, int skip)
{
    return 1 - (double)nice / (NICE_COUNT - 1) - skip + 1;
}

static double
simplicity(const struct labelling *l)
{
    double last = l->start + (double)(l->count - 1) * l->skip;
    bool zero = l->start <= 0 && last >= 0 && fmod(l->start, l->skip) == 0;

    return simplicity_best(l->nice, l->skip) - !zero;
}

/* Eq. 3, for ticks that leave `below` and `above` of the range uncovered. */
static double
coverage(const struct search *s, double below, double above)
{
    return 1 - 0.5 * (square(below) + square(above)) / square(0.1 * (s->high - s->low));
}

static double
coverage_best(const struct search *s, double span)
{
    double rest = (s->high - s->low - span) / 2;

    return coverage(s, rest, rest);
}

/* Eq. 4. */
static double
density(const struct search *s, int count, double span)
{
    double is = (count - 1) / span, wanted = (s->want - 1) / (s->high - s->low);

    return 2 - fmax(is / wanted, wanted / is);
}

static double
density_best(const struct search *s, int count)
{
    return count >= s->want ? 2 - (double)(count - 1) / (s->want - 1) : 1;
}

/* Eq. 1. */
static double
total(double simple, double covered, double dense)
{
    return weight[0] * simple + weight[1] * covered + weight[2] * dense + weight[3];
}

static void
try_labelling(struct search *s, const struct labelling *l)
{
    double first = tick_at(l, 0), last = tick_at(l, l->count - 1), score;

    if (first < s->low - s->slack || last > s->high + s->slack)
        return;
    score = total(simplicity(l), coverage(s, first - s->low, s->high - last),
                  density(s, l->count, last - first));
    if (score > s->score) {
        s->score = score;
        s->best = *l;
    }
}

/* All places of `count` ticks of one step. */
static void
try_step(struct search *s, struct labelling l)
{
    double unit = times_ten_to(nice_tenths[l.nice], l.power - 1), first = s->low / unit;

    l.start = ceil(first - fmax(1e-9, DBL_EPSILON * fabs(first)));
    for (int i = 0; i <= l.skip; i++, l.start++)
        try_labelling(s, &l);
}

static void
try_powers(struct search *s, struct labelling l)
{
    double range = s->high - s->low;
    double gap = range / (l.count + 1) / l.skip / (nice_tenths[l.nice] / 10.0);

    l.power = (int)ceil(log10(gap));
    for (int i = 0; i < POWERS_MAX; i++, l.power++) {
        double step = times_ten_to(nice_tenths[l.nice], l.power - 1) * l.skip;
        double best =
            total(simplicity_best(l.nice, l.skip), coverage_best(s, step * (l.count - 1)),
                  density_best(s, l.count));

        if (step * (l.count - 1) > range * (1 + 1e-9) || best < s->score)
            break;
        try_step(s, l);
    }
}

static void
try_counts(struct search *s, struct labelling l)
{
    for (l.count = 2; l.count <= s->max; l.count++) {
        double best = total(simplicity_best(l.nice, l.skip), 1, density_best(s, l.count));

        if (best < s->score)
            break;
        try_powers(s, l);
    }
}

static void
search_all(struct search *s)
{
    struct labelling l = {0};

    for (l.skip = 1; l.skip <= SKIP_MAX; l.skip++) {
        for (l.nice = 0; l.nice < NICE_COUNT; l.nice++) {
            if (total(simplicity_best(l.nice, l.skip), 1, 1) < s->score)
                return;
            try_counts(s, l);
        }
    }
}

/* How far a tick may seem to be outside because of the rounding of an end: far less than
 * the reader of its label sees. */
static double
slack_of(double low, double high)
{
    double size = fmax(fabs(low), fabs(high));

    return fmin((high / 2 - low / 2) * 2e-10, 4 * DBL_EPSILON * size);
}

/* What rounding has put outside is the end itself. */
static double
inside(double at, double low, double high)
{
    double clamped = fmin(fmax(at, low), high);

    return clamped == 0 ? 0 : clamped;
}

/* Up to max multiples of `unit` in [low, high]. */
static int
multiples(double low, double high, double unit, int max, double *ticks)
{
    double first = ceil(low / unit - 1e-9), last = floor(high / unit + 1e-9);
    double slack = slack_of(low, high);
    int n = 0;

    for (double i = first; i <= last && n < max; i++)
        if (i * unit >= low - slack && i * unit <= high + slack)
            ticks[n++] = inside(i * unit, low, high);
    return n;
}

/* The fraction or multiple of pi whose ticks come nearest to `want`; 0 when the range is
 * too small for multiples of pi to help. */
static double
angle_step(double low, double high, int want, int max)
{
    static const double parts[] = {1.0 / 12, 1.0 / 6, 0.25, 0.5, 1, 2, 5};
    double best = 0, distance = INFINITY;

    /* Behind the last, 10, 20, 50, 100, ... */
    for (int i = 0; i < ANGLE_STEPS; i++) {
        double part = i < 7 ? parts[i] : parts[4 + (i - 7) % 3];
        double step = times_ten_to(part, i < 7 ? 0 : 1 + (i - 7) / 3) * pi;
        double count = floor(high / step + 1e-9) - ceil(low / step - 1e-9) + 1;

        if (count >= 2 && count <= max && fabs(count - want) <= distance) {
            distance = fabs(count - want);
            best = step;
        }
    }
    return best;
}

/* The decimal exponent by which a range is scaled first whose squares are not doubles. */
static int
far_exponent(double low, double high)
{
    double size = fmax(fabs(low), fabs(high)), exponent = floor(log10(size));

    return fabs(exponent) > 100 ? (int)exponent : 0;
}

/* Drop what rounding made equal: near the resolution of double. */
static int
distinct(int n, double *ticks)
{
    int kept = n > 0;

    for (int i = 1; i < n; i++)
        if (ticks[i] > ticks[kept - 1])
            ticks[kept++] = ticks[i];
    return kept;
}

static int
one_tick(double at, double *ticks)
{
    ticks[0] = at == 0 ? 0 : at;
    return 1;
}

static int
plain_ticks(double low, double high, int want, int max, double *ticks, double *step)
{
    int far = far_exponent(low, high);
    struct search s = {
        times_ten_to(low, -far / 2),
        times_ten_to(high, -far / 2),
        slack_of(times_ten_to(low, -far / 2), times_ten_to(high, -far / 2)),
        want,
        max,
        -INFINITY,
        {0}};

    far = far / 2;
    search_all(&s);
    if (s.best.count < 2)
        return one_tick(low, ticks);
    for (int i = 0; i < s.best.count; i++)
        ticks[i] = inside(times_ten_to(tick_at(&s.best, i), far), low, high);
    *step =
        fmin(ticks[s.best.count - 1] / (s.best.count - 1) - ticks[0] / (s.best.count - 1),
             DBL_MAX);
    return distinct(s.best.count, ticks);
}

int
num_ticks(double low, double high, int want, bool angle, int max, double *ticks,
          double *step)
{
    double size = fmax(fabs(low), fabs(high)), unit;

    *step = 0;
    if (max < 1 || !isfinite(low) || !isfinite(high) || low > high)
        return 0;
    if (max < 2 || high / 2 - low / 2 <= DBL_EPSILON * size)
        return one_tick(low, ticks);
    want = want < 2 ? 2 : want > max ? max : want;
    unit = angle ? angle_step(low, high, want, max) : 0;
    if (unit > 0) {
        *step = unit;
        return multiples(low, high, unit, max, ticks);
    }
    return plain_ticks(low, high, want, max, ticks, step);
}
