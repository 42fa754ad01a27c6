/* A derivation with numbers in the places of names. */
#include <string.h>

#include "proof/text.h"

static bool
names_definition(const struct derivation_line *line, const char *name)
{
    static const char word[] = "definition ";

    for (int k = 0; k < line->by.n; k++)
        if (!strncmp(line->by.at[k], word, sizeof word - 1) &&
            !strcmp(line->by.at[k] + sizeof word - 1, name))
            return true;
    return false;
}

static bool
is_unfolded_by_hand(const struct derivation *d, const struct replacement *r, int n)
{
    for (int i = 0; i < d->n_lines; i++)
        for (int k = 0; k < n; k++)
            if (names_definition(&d->lines[i], r[k].name))
                return true;
    return false;
}

/* A term that does not fit with them stays as it is. */
static const struct term *
with_numbers(struct arena *a, const struct term *t, const struct replacement *r, int n)
{
    const struct term *with = t ? expr_replace(a, t, r, n) : NULL;

    return with ? with : t;
}

const struct derivation *
derivation_with(struct arena *a, const struct derivation *d, const struct replacement *r,
                int n)
{
    struct derivation_line *lines;
    struct derivation *with;

    if (!n || is_unfolded_by_hand(d, r, n))
        return d;
    lines = ARENA_ARRAY(a, struct derivation_line, d->n_lines + 1);
    for (int i = 0; i < d->n_lines; i++) {
        lines[i] = d->lines[i];
        lines[i].term = with_numbers(a, d->lines[i].term, r, n);
    }
    with = ARENA_NEW(a, struct derivation);
    *with = *d;
    with->lines = lines;
    with->start = with_numbers(a, d->start, r, n);
    return with;
}
