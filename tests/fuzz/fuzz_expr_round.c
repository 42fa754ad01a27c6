/* What is read and written is read back as the same tree, unless it is too large then. */
#include "fuzz/fuzz.h"

static void
read_back(struct arena *a, const struct scope *s, const struct term *t, int flags)
{
    struct err e = {0};
    const struct term *again = expr_parse(a, s, expr_plain(a, t, flags), fuzz_here, &e);

    if (again)
        fuzz_require(expr_same(t, again));
    else
        fuzz_require(e.code == ERR_TERM_TOO_LARGE);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    const struct scope *s = fuzz_scope();
    const struct term *t =
        expr_parse(a, s, fuzz_text(a, data, size, ""), fuzz_here, NULL);

    if (t) {
        read_back(a, s, t, 0);
        read_back(a, s, t, PRINT_ASCII);
    }
    arena_free(a);
    return 0;
}
