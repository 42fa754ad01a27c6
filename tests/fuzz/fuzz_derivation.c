/*
 * A text of derivations: read, and its first lines judged.
 *
 * What is refused has a place and words; what is read again after a failure of one line
 * is the same; a line that is judged has a verdict and a message that a terminal can
 * show.
 */
#include "fuzz/fuzz.h"

#include "proof/proof.h"

enum { JUDGED = 3, SIZE_MAX_JUDGED = 400 };

static void
check_message(const char *s)
{
    for (; *s; s++)
        fuzz_require((unsigned char)*s >= 0x20 && *s != 0x7f);
}

static void
judge(struct arena *a, const struct derivation *d)
{
    struct proof_options o = {0};
    struct judging *j = judging_new(a, d, &o);

    for (int i = 0; i < d->n_lines && i < JUDGED; i++) {
        const struct judged_line *l = judging_line(j, i);

        check_message(l->message);
        fuzz_require((l->verdict == LINE_UNREADABLE) == (l->error != NULL));
        fuzz_require(l->verdict == LINE_DIFFERENT || !*l->slip.name);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *a = arena_new();
    struct derivations all =
        derivations_read(a, NULL, (const char *)data, size, fuzz_here);

    if (all.error)
        fuzz_refused(all.error);
    for (int i = 0; i < all.n; i++) {
        const struct derivation *d = &all.at[i];

        for (int k = 0; k < d->errs.n; k++)
            fuzz_refused(&d->errs.at[k]);
        for (int k = 0; k < d->n_lines; k++)
            fuzz_require(d->lines[k].term || d->lines[k].claim || d->lines[k].error ||
                         d->error);
        if (size < SIZE_MAX_JUDGED)
            judge(a, d);
    }
    arena_free(a);
    return 0;
}
