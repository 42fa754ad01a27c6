/* Which of the loops this processor can run. */
#include "num/fast/fast.h"

const struct num_fast *
num_fast(int i)
{
    const struct num_fast *can[3] = {&num_fast_plain};
    int n = 1;

#ifdef NUM_X86
    if (__builtin_cpu_supports("avx2"))
        can[n++] = &num_fast_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        can[n++] = &num_fast_avx512;
#endif
    return i >= 0 && i < n ? can[i] : NULL;
}

const struct num_fast *
num_fast_best(void)
{
    int i = 0;

    while (num_fast(i + 1))
        i++;
    return num_fast(i);
}
