#include "exact/sample/draw.h"

#include "base/memory.h"

#include <stdlib.h>

enum { FEW = 3, MANY = 1 << 10, ZERO_IN = 3 };

/* Parts of a whole: small ones to be read, any ones else. */
static long
draw_part(struct sampler *s, enum draw kind, int n, int entry)
{
    if (kind == DRAW_READABLE && n == 0)
        return entry == 0 ? 2 : 1;
    if (kind == DRAW_READABLE)
        return 1 + sampler_below(s, FEW);
    if (kind == DRAW_SPECIAL)
        return sampler_below(s, ZERO_IN) ? 1 + sampler_below(s, 2) : 0;
    return 1 + sampler_below(s, sampler_below(s, FEW) ? MANY : 1 + MANY / 64);
}

void
draw_shares(struct sampler *s, enum draw kind, int n, struct balls *v)
{
    int count = v->rows * v->cols;
    long sum = 0, *part = xmalloc((size_t)count * sizeof *part);

    for (int i = 0; i < count; i++)
        sum += part[i] = draw_part(s, kind, n, i);
    if (sum == 0)
        sum = part[sampler_below(s, count)] = 1;
    for (int i = 0; i < count; i++) {
        ball_set_int(&v->at[i], 0);
        fmpq_set_si(v->at[i].re, part[i], (ulong)sum);
    }
    free(part);
}
