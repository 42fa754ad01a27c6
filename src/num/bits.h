/* The bits of floating-point numbers, for loops that count in them. */
#ifndef ROPEWALK_NUM_BITS_H
#define ROPEWALK_NUM_BITS_H

#include <stdint.h>
#include <string.h>

static inline double
double_of(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint64_t
bits_of_double(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float
float_of(uint32_t bits)
{
    float x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t
bits_of_float(float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
