#include <math.h>

#include "num/num.h"

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
