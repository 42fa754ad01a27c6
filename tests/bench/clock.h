/* Processor time, for benchmarks. */
#ifndef ROPEWALK_TESTS_BENCH_CLOCK_H
#define ROPEWALK_TESTS_BENCH_CLOCK_H

#include <time.h>

/* Milliseconds of processor time that this process has taken. */
static inline double
bench_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

#endif
