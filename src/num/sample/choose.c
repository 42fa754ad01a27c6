/* Which kernels this processor can run. */
#include <stddef.h>

#include "num/sample/kernel.h"

const struct num_kernels *
num_kernels(int i)
{
    const struct num_kernels *can[3] = {&num_kernels_plain};
    int n = 1;

#ifdef NUM_X86
    if (__builtin_cpu_supports("avx2"))
        can[n++] = &num_kernels_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        can[n++] = &num_kernels_avx512;
#endif
    return i >= 0 && i < n ? can[i] : NULL;
}

const struct num_kernels *
num_kernels_best(void)
{
    int i = 0;

    while (num_kernels(i + 1))
        i++;
    return num_kernels(i);
}
