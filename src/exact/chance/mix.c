/*
 * Blocks of scalars that depend on one another.
 *
 * The weight of an atom is the product of the scalars' own weights times 1 + the sum of
 * *ripples*: products of one function for each scalar of a set, each with mean 0 under
 * that scalar's own weights. A ripple leaves every proper part of its set as it was, so
 * that exactly the dependence that the assumptions allow can be put in: all pairs of
 * three scalars may be independent, and not the three together.
 */
#include "exact/chance/mix.h"

#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "exact/chance/form.h"

enum {
    ATOMS_AIM = 256,
    ATOMS_MANY = 64, /* with more there are fewer ripples, for speed */
    ALL_SETS = 5,    /* scalars of a block of which all sets may have ripples */
    SET_MOST = 3,    /* else sets of so many */
    WAVES = 3,       /* a ripple's function goes from -WAVES to WAVES */
    SHARES = 12,
    SIZE_BITS = 12
};

/* ---- which scalars go together ----------------------------------------------------- */

static bool
is_event(const struct world *w, int scalar)
{
    return !w->chance->owner[w->owner[scalar]].decl->type.random;
}

static int
count_bits(scalars set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Whether some set with the scalar in it, and others of `with`, may depend. */
static bool
may_join(const struct world *w, scalars with, int scalar)
{
    scalars mine = SCALAR(scalar);

    if (world_allows(w, with | mine))
        return true;
    for (int i = 0; i < w->space.n; i++) {
        if (!(with & SCALAR(i)))
            continue;
        if (world_allows(w, mine | SCALAR(i)))
            return true;
        for (int k = 0; k < i; k++)
            if (with & SCALAR(k) && world_allows(w, mine | SCALAR(i) | SCALAR(k)))
                return true;
    }
    return false;
}

static bool
has_room(const struct world *w, scalars with, int scalar, int values)
{
    int atoms = is_event(w, scalar) ? 2 : values;

    if (count_bits(with) == BLOCK_MAX)
        return false;
    for (int i = 0; i < w->space.n; i++)
        if (with & SCALAR(i)) {
            if (is_event(w, i) != is_event(w, scalar))
                return false;
            atoms *= is_event(w, i) ? 2 : values;
        }
    return atoms <= ATOMS_AIM;
}

bool
mix_fits_pairs(const struct world *w, scalars with, int scalar)
{
    bool good = has_room(w, with, scalar, 2) && world_allows(w, with | SCALAR(scalar));

    for (int i = 0; i < w->space.n && good; i++)
        good = !(with & SCALAR(i)) || world_allows(w, SCALAR(i) | SCALAR(scalar));
    return good;
}

/* Parts that are independent two by two, but not all together: three or four of them go
 * into one. */
static bool
merge_parts(const struct world *w, struct parts *out, const int *part, int n, int values)
{
    scalars all = 0, some = 0, first = out->set[part[0]];

    for (int i = 0; i < n; i++) {
        scalars set = out->set[part[i]];

        all |= set;
        some |= set & ~(set - 1);
    }
    if (!world_allows(w, some))
        return false;
    for (int i = 0; i < w->space.n; i++)
        if (all & ~first & SCALAR(i)) {
            if (!has_room(w, first, i, values))
                return false;
            first |= SCALAR(i);
        }
    for (int i = n - 1; i >= 0; i--)
        out->set[part[i]] = i ? 0 : all;
    return true;
}

static void
merge_all(const struct world *w, struct parts *out, int values)
{
    int p[4], n = 0;

    for (p[0] = 0; p[0] < out->n; p[0]++)
        for (p[1] = p[0] + 1; p[1] < out->n; p[1]++)
            for (p[2] = p[1] + 1; p[2] < out->n; p[2]++) {
                bool whole = out->set[p[0]] && out->set[p[1]] && out->set[p[2]];

                if (whole && merge_parts(w, out, p, 3, values))
                    continue;
                for (p[3] = p[2] + 1; whole && p[3] < out->n && out->n <= 8; p[3]++)
                    if (out->set[p[3]])
                        merge_parts(w, out, p, 4, values);
            }
    for (int i = 0; i < out->n; i++)
        if (out->set[i])
            out->set[n++] = out->set[i];
    out->n = n;
}

void
mix_partition(struct sampler *s, const struct world *w, struct parts *out, int values)
{
    int order[SCALARS_MAX];

    out->n = 0;
    for (int i = 0; i < w->space.n; i++) {
        int k = sampler_below(s, i + 1);

        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < w->space.n; i++) {
        int start = out->n ? sampler_below(s, out->n) : 0, at = out->n;

        for (int k = 0; k < out->n && at == out->n; k++) {
            int part = (start + k) % out->n;

            if (has_room(w, out->set[part], order[i], values) &&
                may_join(w, out->set[part], order[i]))
                at = part;
        }
        if (at == out->n)
            out->set[out->n++] = 0;
        out->set[at] |= SCALAR(order[i]);
    }
    if (out->n > 2)
        merge_all(w, out, values);
}

/* ---- ripples ----------------------------------------------------------------------- */

static void
draw_wave(struct sampler *s, const struct scalar *x, fmpq_t *wave)
{
    fmpq_t mean;
    int flat = 0;

    fmpq_init(mean);
    for (int i = 0; i < x->n; i++) {
        int k = sampler_below(s, 2 * WAVES + 1) - WAVES;

        flat = i == 0 ? k : flat == k ? k : WAVES + 1;
        if (i == x->n - 1 && flat == k && x->n > 1)
            k += k > 0 ? -1 : 1;
        fmpq_set_si(wave[i], k, 1);
        fmpq_addmul(mean, wave[i], x->weight[i]);
    }
    for (int i = 0; i < x->n; i++)
        fmpq_sub(wave[i], wave[i], mean);
    fmpq_clear(mean);
}

static double
to_double(const fmpq_t q)
{
    return fmpz_get_d(fmpq_numref(q)) / fmpz_get_d(fmpq_denref(q));
}

static void
add_ripple(struct sampler *s, struct mix *m, scalars set)
{
    struct ripple *r;

    if (m->n == RIPPLES_MAX)
        return;
    r = &m->at[m->n++];
    r->set = set;
    r->most = 1;
    fmpq_init(r->size);
    for (int k = 0; k < m->block->n; k++) {
        const struct scalar *x = &m->space->scalar[m->block->scalar[k]];
        double most = 0;

        for (int i = 0; i < SUPPORT_MAX; i++)
            fmpq_init(r->wave[k][i]);
        if (!(set & SCALAR(m->block->scalar[k])))
            continue;
        draw_wave(s, x, r->wave[k]);
        for (int i = 0; i < x->n; i++)
            most = fmax(most, fabs(to_double(r->wave[k][i])));
        r->most *= most;
    }
}

static bool
is_inside(const struct group *g, scalars set)
{
    for (int i = 0; i < g->n; i++)
        if (!(set & ~g->object[i]))
            return true;
    return false;
}

/* Of independent objects only one can have ripples inside it: those of two would need
 * their product as well. */
static bool
is_compatible(const struct world *w, const struct mix *m, scalars set)
{
    if (!world_allows(w, set))
        return false;
    for (int i = 0; i < w->n_groups; i++) {
        const struct group *g = &w->group[i];

        if (set & ~g->all)
            continue;
        for (int k = 0; k < m->n; k++)
            if (!(m->at[k].set & ~g->all) && is_inside(g, set) &&
                !world_allows(w, m->at[k].set | set))
                return false;
    }
    return true;
}

static int
copies(const struct mix *m, scalars set)
{
    bool coarse = true;
    int n = count_bits(set);

    for (int k = 0; k < m->block->n; k++)
        if (set & SCALAR(m->block->scalar[k]))
            coarse = coarse && m->space->scalar[m->block->scalar[k]].n < 3;
    if (coarse || n > 3)
        return 1;
    if (m->block->atoms > ATOMS_MANY)
        return n == 3 ? 1 : 2;
    return n == 3 ? 2 : m->claims ? 5 : 3;
}

/* Whether the scalars of a block have no form, and may all depend on one another. */
static bool
is_free(const struct world *w, const struct block *b)
{
    for (int k = 0; k < b->n; k++) {
        const struct owner *o = &w->chance->owner[w->owner[b->scalar[k]]];

        if (form_is_centred(o) || form_is_scaled(o) || form_has_square(o))
            return false;
        for (int i = 0; i < w->n_groups; i++)
            if (w->group[i].all & SCALAR(b->scalar[k]))
                return false;
    }
    return true;
}

/* Where nothing keeps the scalars' own weights as they are, claims may change them too: a
 * mean of u_1^2 + u_2^2 does not depend on what the two have in common. */
static void
add_ripples(struct sampler *s, const struct world *w, struct mix *m)
{
    int n = m->block->n, turn = sampler_below(s, 1 << n);
    int least = m->claims && m->numbers && is_free(w, m->block) ? 1 : 2;

    for (int k = 0; k < 1 << n; k++) {
        int code = k ^ turn;
        scalars set = 0;

        for (int i = 0; i < n; i++)
            if (code >> i & 1)
                set |= SCALAR(m->block->scalar[i]);
        if (count_bits(set) < least || (n > ALL_SETS && count_bits(set) > SET_MOST) ||
            !is_compatible(w, m, set))
            continue;
        for (int c = copies(m, set); c > 0; c--)
            add_ripple(s, m, set);
    }
}

/* Sizes with which all weights stay positive: their sum is below 1. */
static void
draw_sizes(struct sampler *s, struct mix *m, int shrink)
{
    for (int i = 0; i < m->n; i++) {
        double most = 0.9 / (m->n * m->at[i].most * shrink);
        int e = 0;
        long k = 5 + sampler_below(s, 4);

        while (most * pow(2, e) < 8)
            e++;
        fmpq_set_si(m->at[i].size, sampler_below(s, 2) ? k : -k, 1);
        fmpq_div_2exp(m->at[i].size, m->at[i].size, (flint_bitcnt_t)e);
    }
}

/* A ripple's waves as whole numbers over one divisor each. */
static void
clear_waves(const struct mix *m, const struct ripple *r, fmpz (*wave)[SUPPORT_MAX],
            fmpz_t den)
{
    fmpz_t own;

    fmpz_init(own);
    fmpz_one(den);
    for (int k = 0; k < m->block->n; k++) {
        int values = m->space->scalar[m->block->scalar[k]].n;

        if (!(r->set & SCALAR(m->block->scalar[k])))
            continue;
        fractions_clear(&wave[k][0], own, r->wave[k][0], values);
        fmpz_mul(den, den, own);
    }
    fmpz_clear(own);
}

static void
tabulate_ripple(struct mix *m, int which)
{
    const struct block *b = m->block;
    const struct ripple *r = &m->at[which];
    fmpz wave[BLOCK_MAX][SUPPORT_MAX] = {{0}}, *value = m->value + which * b->atoms;

    clear_waves(m, r, wave, &m->den[which]);
    for (int i = 0; i < b->atoms; i++) {
        fmpz_one(&value[i]);
        for (int k = 0; k < b->n; k++)
            if (r->set & SCALAR(b->scalar[k]))
                fmpz_mul(&value[i], &value[i], &wave[k][space_digit(m->space, b, k, i)]);
    }
    for (int k = 0; k < BLOCK_MAX; k++)
        for (int i = 0; i < SUPPORT_MAX; i++)
            fmpz_clear(&wave[k][i]);
}

static void
tabulate(struct mix *m)
{
    m->value = _fmpz_vec_init(m->n * m->block->atoms);
    m->den = _fmpz_vec_init(m->n);
    for (int k = 0; k < m->n; k++)
        tabulate_ripple(m, k);
}

/* The block's weights; false when one is not positive. Of events, claims may make one 0:
 * P(b | a) = 1. */
bool
mix_weigh(struct mix *m)
{
    bool good = true;
    fmpq *part = fractions_new(m->n);
    fmpz *size = _fmpz_vec_init(m->n);
    fmpz_t den, sum;

    fmpz_init(den);
    fmpz_init(sum);
    for (int k = 0; k < m->n; k++)
        fmpq_div_fmpz(&part[k], m->at[k].size, &m->den[k]);
    fractions_clear(size, den, part, m->n);
    for (int i = 0; i < m->block->atoms && good; i++) {
        fmpz_set(sum, den);
        for (int k = 0; k < m->n; k++)
            fmpz_addmul(sum, &size[k], &m->value[k * m->block->atoms + i]);
        good = fmpz_sgn(sum) >= (m->numbers ? 1 : 0);
        fmpq_mul_fmpz(&m->block->weight[i], &m->base[i], sum);
        fmpq_div_fmpz(&m->block->weight[i], &m->block->weight[i], den);
    }
    fmpz_clear(den);
    fmpz_clear(sum);
    _fmpz_vec_clear(size, m->n);
    fractions_free(part, m->n);
    return good;
}

/* ---- blocks ------------------------------------------------------------------------ */

static void
draw_shares(struct sampler *s, struct block *b)
{
    long sum = 0, *part = xmalloc((size_t)b->atoms * sizeof *part);

    for (int i = 0; i < b->atoms; i++)
        sum += part[i] = 1 + sampler_below(s, SHARES);
    for (int i = 0; i < b->atoms; i++)
        fmpq_set_si(&b->weight[i], part[i], (ulong)sum);
    free(part);
}

static void
mix_fini(struct mix *m)
{
    for (int i = 0; i < m->n; i++) {
        fmpq_clear(m->at[i].size);
        for (int k = 0; k < m->block->n; k++)
            for (int j = 0; j < SUPPORT_MAX; j++)
                fmpq_clear(m->at[i].wave[k][j]);
    }
    free(m->at);
    _fmpz_vec_clear(m->value, m->n * m->block->atoms);
    _fmpz_vec_clear(m->den, m->n);
    fractions_free(m->base, m->block->atoms);
}

static bool
mix_block(struct sampler *s, struct world *w, struct block *b)
{
    struct mix m = {.space = &w->space, .block = b};
    bool good = false;

    m.claims = claim_touches(w, b);
    m.numbers = !is_event(w, b->scalar[0]);
    if (!m.claims && is_free(w, b)) {
        draw_shares(s, b);
        return true;
    }
    m.base = fractions_new(b->atoms);
    m.at = xmalloc(RIPPLES_MAX * sizeof *m.at);
    for (int i = 0; i < b->atoms; i++)
        fmpq_set(&m.base[i], &b->weight[i]);
    add_ripples(s, w, &m);
    tabulate(&m);
    for (int i = 0; i < MIX_TRIES && !good && !m.hopeless; i++) {
        draw_sizes(s, &m, 1 << i);
        good = mix_weigh(&m) && (!m.claims || claim_solve(s->machine, &m));
    }
    mix_fini(&m);
    return good;
}

bool
mix_draw(struct sampler *s, struct world *w)
{
    struct parts parts;
    bool good = true;
    int values = 1;

    for (int i = 0; i < w->space.n; i++)
        values = w->space.scalar[i].n > values ? w->space.scalar[i].n : values;
    mix_partition(s, w, &parts, values);
    space_take_apart(&w->space);
    for (int i = 0; i < parts.n && good; i++)
        good = space_add_block(&w->space, parts.set[i]);
    for (int i = 0; i < w->space.n_blocks && good; i++)
        space_multiply(&w->space, &w->space.block[i]);
    w->space.exists = good;
    for (int i = 0; i < w->space.n_blocks && good; i++)
        if (w->space.block[i].n > 1)
            good = mix_block(s, w, &w->space.block[i]);
    space_sum_up(&w->space);
    return good;
}
