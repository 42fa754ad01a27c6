#include "exact/space/space.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* ---- making one -------------------------------------------------------------------- */

void
space_init(struct space *s)
{
    s->n = s->n_blocks = 0;
    s->exists = false;
    for (int i = 0; i < SCALARS_MAX; i++) {
        struct scalar *x = &s->scalar[i];

        x->n = 0;
        x->known = 0;
        for (int k = 0; k < SUPPORT_MAX; k++) {
            fmpq_init(x->value[k]);
            fmpq_init(x->weight[k]);
        }
        for (int k = 0; k <= POWERS_KEPT; k++)
            fmpq_init(x->moment[k]);
    }
}

static void
drop_blocks(struct space *s)
{
    for (int i = 0; i < s->n_blocks; i++) {
        for (int k = 0; k < s->block[i].atoms; k++)
            fmpq_clear(&s->block[i].weight[k]);
        free(s->block[i].weight);
    }
    s->n_blocks = 0;
}

void
space_fini(struct space *s)
{
    drop_blocks(s);
    for (int i = 0; i < SCALARS_MAX; i++) {
        struct scalar *x = &s->scalar[i];

        for (int k = 0; k < SUPPORT_MAX; k++) {
            fmpq_clear(x->value[k]);
            fmpq_clear(x->weight[k]);
        }
        for (int k = 0; k <= POWERS_KEPT; k++)
            fmpq_clear(x->moment[k]);
    }
}

void
space_begin(struct space *s, int n)
{
    drop_blocks(s);
    s->n = n;
    s->exists = false;
    for (int i = 0; i < n; i++) {
        s->scalar[i].n = 0;
        s->scalar[i].known = 0;
        s->scalar[i].block = -1;
    }
}

bool
space_add_block(struct space *s, scalars set)
{
    struct block *b = &s->block[s->n_blocks];
    int atoms = 1;

    *b = (struct block){.n = 0};
    for (int i = 0; i < s->n; i++) {
        if (!(set & SCALAR(i)))
            continue;
        if (b->n == BLOCK_MAX || atoms > BLOCK_ATOMS / s->scalar[i].n)
            return false;
        b->scalar[b->n] = i;
        b->stride[b->n] = atoms;
        s->scalar[i].block = s->n_blocks;
        s->scalar[i].place = b->n++;
        s->scalar[i].known = 0;
        atoms *= s->scalar[i].n;
    }
    b->atoms = atoms;
    b->weight = xmalloc((size_t)atoms * sizeof *b->weight);
    for (int i = 0; i < atoms; i++)
        fmpq_init(&b->weight[i]);
    s->n_blocks++;
    return true;
}

void
space_take_apart(struct space *s)
{
    drop_blocks(s);
    s->exists = false;
}

void
space_separate(struct space *s)
{
    drop_blocks(s);
    for (int i = 0; i < s->n; i++) {
        space_add_block(s, SCALAR(i));
        space_multiply(s, &s->block[i]);
    }
    s->exists = true;
}

int
space_digit(const struct space *s, const struct block *b, int place, int atom)
{
    return atom / b->stride[place] % s->scalar[b->scalar[place]].n;
}

void
space_multiply(struct space *s, struct block *b)
{
    for (int i = 0; i < b->atoms; i++) {
        fmpq_one(&b->weight[i]);
        for (int k = 0; k < b->n; k++)
            fmpq_mul(&b->weight[i], &b->weight[i],
                     s->scalar[b->scalar[k]].weight[space_digit(s, b, k, i)]);
    }
}

void
space_sum_up(struct space *s)
{
    for (int i = 0; i < s->n; i++) {
        struct scalar *x = &s->scalar[i];
        const struct block *b = &s->block[x->block];

        x->known = 0;
        for (int k = 0; k < x->n; k++)
            fmpq_zero(x->weight[k]);
        for (int k = 0; k < b->atoms; k++) {
            int digit = space_digit(s, b, x->place, k);

            fmpq_add(x->weight[digit], x->weight[digit], &b->weight[k]);
        }
    }
}

/* ---- moments ----------------------------------------------------------------------- */

static void
own_moment(struct scalar *x, int power, fmpq_t out)
{
    fmpq_t t;

    if (power <= POWERS_KEPT && x->known >> power & 1) {
        fmpq_set(out, x->moment[power]);
        return;
    }
    fmpq_init(t);
    fmpq_zero(out);
    for (int k = 0; k < x->n; k++) {
        fmpq_pow_si(t, x->value[k], power);
        fmpq_addmul(out, t, x->weight[k]);
    }
    fmpq_clear(t);
    if (power <= POWERS_KEPT) {
        fmpq_set(x->moment[power], out);
        x->known |= 1u << power;
    }
}

static void
block_moment(const struct space *s, const struct block *b, const unsigned char *power,
             fmpq_t out)
{
    fmpq_t product, t;

    fmpq_init(product);
    fmpq_init(t);
    fmpq_zero(out);
    for (int i = 0; i < b->atoms; i++) {
        fmpq_set(product, &b->weight[i]);
        for (int k = 0; k < b->n && !fmpq_is_zero(product); k++) {
            int scalar = b->scalar[k];

            if (!power[scalar])
                continue;
            fmpq_pow_si(t, s->scalar[scalar].value[space_digit(s, b, k, i)],
                        power[scalar]);
            fmpq_mul(product, product, t);
        }
        fmpq_add(out, out, product);
    }
    fmpq_clear(product);
    fmpq_clear(t);
}

void
space_moment(struct space *s, const unsigned char *power, fmpq_t out)
{
    fmpq_t t;

    fmpq_init(t);
    fmpq_one(out);
    for (int i = 0; i < s->n_blocks && !fmpq_is_zero(out); i++) {
        const struct block *b = &s->block[i];
        int used = 0, last = 0;

        for (int k = 0; k < b->n; k++)
            if (power[b->scalar[k]]) {
                used++;
                last = b->scalar[k];
            }
        if (used == 0)
            continue;
        if (used == 1)
            own_moment(&s->scalar[last], power[last], t);
        else
            block_moment(s, b, power, t);
        fmpq_mul(out, out, t);
    }
    fmpq_clear(t);
}

/* ---- walking ----------------------------------------------------------------------- */

/* The combinations of a part's scalars, those of weight 0 left out. */
static void
fill_part(struct walk *w, struct part *p, const struct block *b, scalars set)
{
    const struct space *s = w->space;
    int stride[BLOCK_MAX], *slot, size = 1;

    for (int k = 0; k < b->n; k++) {
        stride[k] = set & SCALAR(b->scalar[k]) ? size : 0;
        if (stride[k]) {
            w->scalar[w->n++] = b->scalar[k];
            size *= s->scalar[b->scalar[k]].n;
        }
    }
    p->count = w->n - p->first;
    p->digits = xmalloc((size_t)size * (size_t)p->count);
    p->weight = xmalloc((size_t)size * sizeof *p->weight);
    slot = xmalloc((size_t)size * sizeof *slot);
    for (int i = 0; i < size; i++)
        slot[i] = -1;
    for (int i = 0; i < b->atoms; i++) {
        int code = 0, at = 0;

        if (fmpq_is_zero(&b->weight[i]))
            continue;
        for (int k = 0; k < b->n; k++)
            code += stride[k] * space_digit(s, b, k, i);
        if (slot[code] < 0) {
            slot[code] = p->n;
            fmpq_init(&p->weight[p->n]);
            for (int k = 0; k < b->n; k++)
                if (stride[k])
                    p->digits[p->n * p->count + at++] =
                        (unsigned char)space_digit(s, b, k, i);
            p->n++;
        }
        fmpq_add(&p->weight[slot[code]], &p->weight[slot[code]], &b->weight[i]);
    }
    free(slot);
}

bool
walk_init(struct walk *w, const struct space *s, scalars set, long most)
{
    *w = (struct walk){.space = s, .atoms = 1};
    fmpq_init(w->weight);
    w->part = xmalloc((size_t)(s->n_blocks + 1) * sizeof *w->part);
    for (int i = 0; i < s->n_blocks; i++) {
        const struct block *b = &s->block[i];
        scalars mine = 0;

        for (int k = 0; k < b->n; k++)
            mine |= SCALAR(b->scalar[k]);
        if (!(mine & set))
            continue;
        w->part[w->n_parts] = (struct part){.first = w->n};
        fill_part(w, &w->part[w->n_parts], b, set);
        w->atoms *= w->part[w->n_parts++].n;
        if (w->atoms > most)
            return false;
    }
    if (w->n_parts)
        w->part[0].at = -1;
    return true;
}

void
walk_again(struct walk *w)
{
    for (int i = 0; i < w->n_parts; i++)
        w->part[i].at = i ? 0 : -1;
    w->begun = false;
}

/* Like a counter, whose first digit is the fastest. */
static bool
step(struct walk *w)
{
    for (int i = 0; i < w->n_parts; i++) {
        if (++w->part[i].at < w->part[i].n)
            return true;
        w->part[i].at = 0;
    }
    return false;
}

bool
walk_next(struct walk *w)
{
    bool first = !w->begun;

    w->begun = true;
    if (w->n_parts == 0) /* one atom */
        return first;
    if (!step(w))
        return false;
    for (int i = 0; i < w->n_parts; i++) {
        const struct part *p = &w->part[i];

        for (int k = 0; k < p->count; k++)
            w->digit[p->first + k] = p->digits[p->at * p->count + k];
        if (p->at > 0) /* those behind it did not move */
            break;
    }
    return true;
}

const fmpq *
walk_weight(struct walk *w)
{
    fmpq_one(w->weight);
    for (int i = 0; i < w->n_parts; i++)
        fmpq_mul(w->weight, w->weight, &w->part[i].weight[w->part[i].at]);
    return w->weight;
}

void
walk_fini(struct walk *w)
{
    for (int i = 0; i < w->n_parts; i++) {
        for (int k = 0; k < w->part[i].n; k++)
            fmpq_clear(&w->part[i].weight[k]);
        free(w->part[i].weight);
        free(w->part[i].digits);
    }
    free(w->part);
    fmpq_clear(w->weight);
}
