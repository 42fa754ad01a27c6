/*
 * Spaces that are easily read: few atoms, small numbers. They need not meet what is
 * assumed; those that do not are passed over.
 */
#include "exact/chance/form.h"
#include "exact/chance/mix.h"

enum { LIST_MAX = 16, SMALL = 3 };

/* So many tables of events have no impossible combinations; so many spaces are plain at
 * first, and then every other; which space has events that exclude one another. */
enum { FIRST_TABLES = 8, FIRST_PLAIN = 4, EXCLUSIVE = 3 };

/* Atoms with their values, in halves, and shares. */
struct list {
    int n, scalars;
    int value[LIST_MAX][BLOCK_MAX];
    int share[LIST_MAX];
};

/* ---- a block from a list ----------------------------------------------------------- */

static int
find_value(const struct scalar *x, int halves)
{
    int found = -1;
    fmpq_t v;

    fmpq_init(v);
    fmpq_set_si(v, halves, 2);
    for (int i = 0; i < x->n; i++)
        if (fmpq_equal(x->value[i], v))
            found = i;
    fmpq_clear(v);
    return found;
}

static bool
put_values(struct space *s, const struct list *l, scalars set)
{
    int place = 0;

    for (int i = 0; i < s->n; i++) {
        struct scalar *x = &s->scalar[i];

        if (!(set & SCALAR(i)))
            continue;
        x->n = 0;
        x->known = 0;
        for (int k = 0; k < l->n; k++) {
            if (find_value(x, l->value[k][place]) >= 0)
                continue;
            if (x->n == SUPPORT_MAX)
                return false;
            fmpq_set_si(x->value[x->n++], l->value[k][place], 2);
        }
        place++;
    }
    return true;
}

static bool
put_list(struct space *s, const struct list *l, scalars set)
{
    struct block *b = &s->block[s->n_blocks];
    ulong sum = 0;
    fmpq_t share;

    if (!put_values(s, l, set) || !space_add_block(s, set))
        return false;
    for (int i = 0; i < l->n; i++)
        sum += (ulong)l->share[i];
    fmpq_init(share);
    for (int i = 0; i < l->n; i++) {
        int atom = 0;

        for (int k = 0; k < b->n; k++)
            atom += b->stride[k] * find_value(&s->scalar[b->scalar[k]], l->value[i][k]);
        fmpq_set_si(share, l->share[i], sum);
        fmpq_add(&b->weight[atom], &b->weight[atom], share);
    }
    fmpq_clear(share);
    return true;
}

/* ---- one scalar -------------------------------------------------------------------- */

/* Values in halves with their shares; the first are the simplest. */
struct coin {
    int n, value[3], share[3];
};

static const struct coin free_coins[] = {
    {2, {2, -2},    {1, 1}   },
    {2, {0, 2},     {1, 1}   },
    {2, {0, 4},     {1, 1}   },
    {2, {2, 4},     {1, 1}   },
    {2, {-2, 4},    {2, 1}   },
    {2, {0, 2},     {3, 1}   },
    {3, {-4, 0, 4}, {1, 6, 1}},
    {1, {2},        {1}      },
};
static const struct coin centred_coins[] = {
    {2, {2, -2},    {1, 1}   },
    {2, {-2, 4},    {2, 1}   },
    {2, {4, -4},    {1, 1}   },
    {3, {-4, 0, 4}, {1, 6, 1}},
    {2, {2, -4},    {2, 1}   },
    {1, {0},        {1}      },
};
static const struct coin scaled_coins[] = {
    {2, {2, -2},    {1, 1}   },
    {2, {-1, 4},    {4, 1}   },
    {2, {1, -4},    {4, 1}   },
    {3, {-4, 0, 4}, {1, 6, 1}},
};
static const struct coin shifted_coins[] = {
    {2, {2, -2},    {1, 1}   },
    {2, {0, 4},     {1, 1}   },
    {2, {2, 6},     {1, 1}   },
    {3, {-4, 0, 4}, {1, 6, 1}},
};

#define COUNT(list) (int)(sizeof(list) / sizeof *(list))

/* The coins of an owner's scalars; the last of those that may be constant is. */
static const struct coin *
coins_of(const struct owner *o, int *count)
{
    bool centred = form_is_centred(o);

    if (form_is_scaled(o) && centred) {
        *count = COUNT(scaled_coins);
        return scaled_coins;
    }
    if (form_is_scaled(o) || form_has_square(o)) {
        *count = COUNT(shifted_coins);
        return shifted_coins;
    }
    *count = centred ? COUNT(centred_coins) : COUNT(free_coins);
    return centred ? centred_coins : free_coins;
}

static struct coin
draw_coin(struct sampler *s, const struct world *w, int scalar, int n)
{
    int count;
    const struct coin *coins = coins_of(&w->chance->owner[w->owner[scalar]], &count);

    return coins[n ? sampler_below(s, count) : 0];
}

/* ---- several ----------------------------------------------------------------------- */

/* The scalars go up and down together; or the second ones the other way. */
static void
couple(struct list *l, const struct coin *coin, const bool *turned)
{
    int left[BLOCK_MAX], at[BLOCK_MAX];

    l->n = 0;
    for (int k = 0; k < l->scalars; k++) {
        at[k] = turned[k] ? coin[k].n - 1 : 0;
        left[k] = 120 /
                  (coin[k].share[0] + (coin[k].n > 1 ? coin[k].share[1] : 0) +
                   (coin[k].n > 2 ? coin[k].share[2] : 0)) *
                  coin[k].share[at[k]];
    }
    while (l->n < LIST_MAX) {
        int least = left[0];

        for (int k = 0; k < l->scalars; k++)
            least = left[k] < least ? left[k] : least;
        l->share[l->n] = least;
        for (int k = 0; k < l->scalars; k++)
            l->value[l->n][k] = coin[k].value[at[k]];
        l->n++;
        for (int k = 0; k < l->scalars; k++) {
            int sum = coin[k].share[0] + (coin[k].n > 1 ? coin[k].share[1] : 0) +
                      (coin[k].n > 2 ? coin[k].share[2] : 0);

            left[k] -= least;
            if (left[k] > 0)
                continue;
            at[k] += turned[k] ? -1 : 1;
            if (at[k] < 0 || at[k] >= coin[k].n)
                return;
            left[k] = 120 / sum * coin[k].share[at[k]];
        }
    }
}

/* A few atoms with small coordinates. */
static void
scatter(struct sampler *s, struct list *l)
{
    l->n = 2 + sampler_below(s, 3);
    for (int i = 0; i < l->n; i++) {
        l->share[i] = 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[i][k] = 2 * (sampler_below(s, SMALL) - 1);
    }
    if (sampler_below(s, 3) == 0)
        l->share[0] = 2;
}

/* Coins of which some show an even number of tails: fewer than those are independent. */
static void
pair_up(struct list *l, int code, bool event)
{
    l->n = 0;
    for (int atom = 0; atom < 1 << l->scalars && l->n < LIST_MAX; atom++) {
        int tails = 0;

        for (int k = 0; k < l->scalars; k++)
            tails += (atom & code) >> k & 1;
        if (tails % 2 && code)
            continue;
        l->share[l->n] = 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[l->n][k] = atom >> k & 1 ? event ? 0 : -2 : 2;
        l->n++;
    }
}

/* The set of a block's scalars with some bits of a code. */
static scalars
subset(scalars set, int code)
{
    scalars out = 0;
    int k = 0;

    for (int i = 0; i < SCALARS_MAX; i++)
        if (set & SCALAR(i) && code >> k++ & 1)
            out |= SCALAR(i);
    return out;
}

/* A code whose scalars may depend on one another; 0 for none. */
static int
draw_code(struct sampler *s, const struct world *w, scalars set, int n)
{
    for (int i = 0; i < LIST_MAX; i++) {
        int code = sampler_below(s, 1 << n);

        if (code & (code - 1) && world_allows(w, subset(set, code)))
            return code;
    }
    return 0;
}

static bool
all_allowed(const struct world *w, scalars set, int n)
{
    for (int code = 1; code < 1 << n; code++)
        if (code & (code - 1) && !world_allows(w, subset(set, code)))
            return false;
    return true;
}

/* ---- events ------------------------------------------------------------------------ */

/* Every combination once, and as many shares again for a few of them: first for all
 * events and for none. */
static void
draw_table(struct sampler *s, int n, struct list *l)
{
    int all = 1 << l->scalars, heavy = n ? 1 << sampler_below(s, l->scalars) : 2;

    for (l->n = 0; l->n < all; l->n++) {
        l->share[l->n] = 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[l->n][k] = l->n >> k & 1 ? 2 : 0;
    }
    for (int i = 0; i < heavy; i++)
        l->share[n ? sampler_below(s, all) : i * (all - 1)] += all / heavy;
}

/* A few combinations. */
static void
scatter_events(struct sampler *s, struct list *l)
{
    l->n = 2 + sampler_below(s, SMALL);
    for (int i = 0; i < l->n; i++) {
        l->share[i] = 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[i][k] = 2 * sampler_below(s, 2);
    }
}

/* One event at a time or none, each with other chances: what is given of two of them is 0
 * either way round. */
static void
draw_exclusive(struct list *l)
{
    for (l->n = 0; l->n <= l->scalars; l->n++) {
        l->share[l->n] = l->n + 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[l->n][k] = l->n == k + 1 ? 2 : 0;
    }
}

/* Parity of some, none of them certain: 3 : 1. */
static void
draw_parity(struct list *l, int code)
{
    for (l->n = 0; l->n < 1 << l->scalars; l->n++) {
        int ones = 0;

        for (int k = 0; k < l->scalars; k++)
            ones += (l->n & code) >> k & 1;
        l->share[l->n] = code && ones % 2 ? 3 : 1;
        for (int k = 0; k < l->scalars; k++)
            l->value[l->n][k] = l->n >> k & 1 ? 2 : 0;
    }
}

/* ---- parts ------------------------------------------------------------------------- */

static bool
draw_events(struct sampler *s, struct world *w, scalars set, int n, struct list *l)
{
    if (l->scalars > 4)
        return false;
    if (!all_allowed(w, set, l->scalars))
        draw_parity(l, draw_code(s, w, set, l->scalars));
    else if (n == EXCLUSIVE && l->scalars > 1)
        draw_exclusive(l);
    else if (n >= FIRST_TABLES && sampler_below(s, 2))
        scatter_events(s, l);
    else
        draw_table(s, n, l);
    return put_list(&w->space, l, set);
}

static bool
draw_numbers(struct sampler *s, struct world *w, scalars set, int n, struct list *l)
{
    struct coin coin[BLOCK_MAX];
    bool turned[BLOCK_MAX] = {false}, free = all_allowed(w, set, l->scalars);
    int place = 0;

    for (int i = 0; i < w->space.n; i++)
        if (set & SCALAR(i)) {
            turned[place] = n > 0 && place > 0 && sampler_below(s, 2);
            coin[place++] = draw_coin(s, w, i, n ? sampler_below(s, 3) : 0);
        }
    if (!free && l->scalars > 4)
        return false;
    if (!free)
        pair_up(l, draw_code(s, w, set, l->scalars), false);
    else if (n > 1 && l->scalars > 1 && sampler_below(s, 2))
        scatter(s, l);
    else
        couple(l, coin, turned);
    return put_list(&w->space, l, set);
}

/* ---- plain spaces ------------------------------------------------------------------ */

/* Which component of its owner a scalar is. */
static int
place_of(const struct world *w, int scalar)
{
    return scalar - w->first[w->owner[scalar]];
}

/* Scalars that may depend on one another two by two; the same components of several
 * names are put together first. Or each by itself. */
static void
pair_parts(const struct world *w, bool apart, struct parts *out)
{
    scalars done = 0;

    out->n = 0;
    for (int place = 0; place < w->space.n; place++)
        for (int i = 0; i < w->space.n; i++) {
            int at = apart ? out->n : 0;

            if (place_of(w, i) != place || done & SCALAR(i))
                continue;
            while (at < out->n && !mix_fits_pairs(w, out->set[at], i))
                at++;
            if (at == out->n)
                out->set[out->n++] = 0;
            out->set[at] |= SCALAR(i);
            done |= SCALAR(i);
        }
}

/* All components of a name have one coin and go one way. */
struct style {
    struct coin coin[OWNERS_MAX];
    bool turned[OWNERS_MAX];
};

static void
draw_style(struct sampler *s, const struct world *w, int n, struct style *style)
{
    int seen = 0;

    for (int i = 0; i < w->chance->n_owners; i++) {
        int count;
        const struct coin *coins = coins_of(&w->chance->owner[i], &count);

        if (w->count[i] == 0)
            continue;
        style->turned[i] = n == 1 ? seen % 2 : seen && n > 2 && sampler_below(s, 2);
        style->coin[i] = coins[n < 3 ? 0 : n == 3 ? count - 1 : sampler_below(s, count)];
        seen++;
    }
}

/* Whether a component goes against the first of its vector. */
static bool
is_against(struct sampler *s, const struct world *w, int scalar, int n)
{
    if (!w->chance->owner[w->owner[scalar]].decl->type.joint)
        return false;
    return n == 1 ? place_of(w, scalar) % 2 : n > 3 && sampler_below(s, 2);
}

static bool
draw_plain(struct sampler *s, struct world *w, int n)
{
    struct style style;
    struct parts parts;

    pair_parts(w, n % 4 == 2, &parts);
    draw_style(s, w, n, &style);
    for (int i = 0; i < parts.n; i++) {
        struct list l = {.n = 0};
        struct coin coin[BLOCK_MAX];
        bool turned[BLOCK_MAX];

        for (int k = 0; k < w->space.n; k++)
            if (parts.set[i] & SCALAR(k)) {
                turned[l.scalars] = style.turned[w->owner[k]] != is_against(s, w, k, n);
                coin[l.scalars++] = style.coin[w->owner[k]];
            }
        couple(&l, coin, turned);
        if (!put_list(&w->space, &l, parts.set[i]))
            return false;
    }
    return true;
}

static bool
has_events(const struct world *w)
{
    for (int k = 0; k < w->space.n; k++)
        if (!w->chance->owner[w->owner[k]].decl->type.random)
            return true;
    return false;
}

/* ---- all --------------------------------------------------------------------------- */

static bool
draw_parts(struct sampler *s, struct world *w, int n)
{
    struct parts parts;

    mix_partition(s, w, &parts, 2);
    for (int i = 0; i < parts.n; i++) {
        struct list l = {.n = 0};
        bool event = false, good;

        for (int k = 0; k < w->space.n; k++)
            if (parts.set[i] & SCALAR(k)) {
                l.scalars++;
                event = !w->chance->owner[w->owner[k]].decl->type.random;
            }
        good = event ? draw_events(s, w, parts.set[i], n, &l)
                     : draw_numbers(s, w, parts.set[i], n, &l);
        if (!good)
            return false;
    }
    return true;
}

bool
simple_draw(struct sampler *s, struct world *w, int n)
{
    bool plain = (n < FIRST_PLAIN || n % 2 == 0) && !has_events(w);

    if (!(plain ? draw_plain(s, w, n) : draw_parts(s, w, n)))
        return false;
    space_sum_up(&w->space);
    return world_is_sound(w);
}
