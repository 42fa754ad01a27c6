/* RMSNorm and LayerNorm. */
#include <math.h>
#include <string.h>

#include "num/fast/fast.h"
#include "num/lens/round.h"
#include "num/model.h"

static double
gain_at(const struct num_norm *f, int i)
{
    return f->gain ? f->gain[i] : 1;
}

static double
mean(struct num_lens l, int n, const double *x)
{
    return fl(l, num_sum(l, n, x) / n);
}

/* The mean of (x - centre)^2. */
static double
mean_square(struct num_lens l, int n, const double *x, double centre)
{
    struct num_lens sums = lens_of_sums(l);
    double sum = 0;

    if (centre == 0)
        return fl(l, num_dot(l, n, x, x) / n);
    for (int i = 0; i < n; i++) {
        double part = fl(l, x[i] - centre);

        sum = lens_step(sums, sum, part, part);
    }
    return fl(l, fl(l, sum) / n);
}

/* What x is divided by. */
static double
root(struct num_lens l, const struct num_norm *f, const double *x, double centre)
{
    return fl(l, sqrt(fl(l, mean_square(l, f->n, x, centre) + fl(l, f->eps))));
}

/* The norm of x itself: before gain and shift. */
static double
unit(struct num_lens l, double x, double centre, double by)
{
    return fl(l, fl(l, x - centre) / by);
}

double
num_rmsnorm(struct num_lens l, const struct num_norm *f, const double *x, double *y)
{
    double by = root(l, f, x, 0);

    if (lens_is_fast(l, f->n)) {
        memmove(y, x, (size_t)f->n * sizeof *y);
        num_fast_best()->divide((size_t)f->n, by, y);
        for (int i = 0; f->gain && i < f->n; i++)
            y[i] *= f->gain[i];
        return by;
    }
    for (int i = 0; i < f->n; i++)
        y[i] = fl(l, gain_at(f, i) * unit(l, x[i], 0, by));
    return by;
}

double
num_layernorm(struct num_lens l, const struct num_norm *f, const double *x, double *y)
{
    double centre = mean(l, f->n, x), by = root(l, f, x, centre);

    for (int i = 0; i < f->n; i++) {
        double scaled = fl(l, gain_at(f, i) * unit(l, x[i], centre, by));

        y[i] = f->shift ? fl(l, scaled + f->shift[i]) : scaled;
    }
    return by;
}

/* ---- backwards --------------------------------------------------------------------- */

/* With u = (x - centre) / r and w = gain dy:
 *     dx = (w - mean(w u) u - mean(w)) / r,
 * the last term for LayerNorm only. */
static void
pass_back(struct num_lens l, const struct num_norm *f, const double *x, const double *dy,
          struct num_norm_gradient *out, bool centred)
{
    struct num_lens sums = lens_of_sums(l);
    double centre = centred ? mean(l, f->n, x) : 0, by = root(l, f, x, centre);
    double along = 0, level = 0;

    for (int i = 0; i < f->n; i++) {
        double w = fl(l, gain_at(f, i) * dy[i]);

        along = lens_step(sums, along, w, unit(l, x[i], centre, by));
        level = fl(sums, level + w);
    }
    along = fl(l, fl(l, along) / f->n);
    level = centred ? fl(l, fl(l, level) / f->n) : 0;
    for (int i = 0; i < f->n; i++) {
        double u = unit(l, x[i], centre, by), d = dy[i];
        double w = fl(l, gain_at(f, i) * d);

        if (out->gain)
            out->gain[i] = fl(l, d * u);
        if (out->shift)
            out->shift[i] = d;
        out->x[i] = fl(l, fl(l, fl(l, w - fl(l, along * u)) - level) / by);
    }
}

void
num_rmsnorm_backward(struct num_lens l, const struct num_norm *f, const double *x,
                     const double *dy, struct num_norm_gradient *out)
{
    pass_back(l, f, x, dy, out, false);
}

void
num_layernorm_backward(struct num_lens l, const struct num_norm *f, const double *x,
                       const double *dy, struct num_norm_gradient *out)
{
    pass_back(l, f, x, dy, out, true);
}
