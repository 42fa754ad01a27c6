/* TeX as a term. */
#include "fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const struct scope *s = fuzz_scope();
    struct err e = {0};
    const struct term *t =
        expr_parse(a, s, fuzz_text(a, data, size, "\\,"), fuzz_here, &e);

    if (t)
        fuzz_written(a, t);
    else
        fuzz_refused(&e);
    arena_free(a);
    return 0;
}
