#include <assert.h>

#include "num/num.h"

/* One step of splitmix64 (Steele, Lea, Flood 2014, figure 17). */
static uint64_t
split(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t
turn(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

void
num_random_seed(struct num_random *r, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        r->s[i] = split(&seed);
}

uint64_t
num_random_bits(struct num_random *r)
{
    uint64_t *s = r->s, out = turn(s[0] + s[3], 23) + s[0], t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = turn(s[3], 45);
    return out;
}

int64_t
num_random_integer(struct num_random *r, int64_t low, int64_t high)
{
    uint64_t count = (uint64_t)high - (uint64_t)low + 1, bits, too_high;

    assert(low <= high);
    if (count == 0) /* all of int64 */
        return (int64_t)num_random_bits(r);
    /* The last bits that would make small remainders likelier are drawn again. */
    too_high = UINT64_MAX - (UINT64_MAX % count + 1) % count;
    do
        bits = num_random_bits(r);
    while (bits > too_high);
    return (int64_t)((uint64_t)low + bits % count);
}

double
num_random_unit(struct num_random *r)
{
    return (double)(num_random_bits(r) >> 11) * 0x1p-53;
}

uint64_t
num_mix(uint64_t seed, const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    hash ^= split(&seed);
    return split(&hash);
}
