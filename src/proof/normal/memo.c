/* What terms have come to, so that none is worked out twice: the parts of a term are
 * asked for again and again, by every sum, divisor and power around them. */
#include "proof/normal/poly.h"

#include <stdint.h>

enum { FIRST_ROOM = 64 };

static size_t
place_of(const struct memo *m, const struct term *t)
{
    size_t i = (size_t)(((uintptr_t)t >> 4) * (uint64_t)0x9E3779B97F4A7C15u >> 20);

    for (i &= m->room - 1; m->at[i].t && m->at[i].t != t;)
        i = (i + 1) & (m->room - 1);
    return i;
}

static void
grow(struct algebra *g)
{
    struct memo old = g->memo;
    struct memo *m = &g->memo;

    m->room = old.room ? old.room * 2 : FIRST_ROOM;
    m->at = ARENA_ARRAY(g->arena, struct known_form, m->room);
    for (size_t i = 0; i < old.room; i++)
        if (old.at[i].t)
            m->at[place_of(m, old.at[i].t)] = old.at[i];
}

struct known_form
memo_find(const struct algebra *g, const struct term *t)
{
    const struct memo *m = &g->memo;

    return m->room ? m->at[place_of(m, t)] : (struct known_form){0};
}

struct known_form *
memo_of(struct algebra *g, const struct term *t)
{
    struct memo *m = &g->memo;
    struct known_form *k;

    if (m->n * 2 >= m->room)
        grow(g);
    k = &m->at[place_of(m, t)];
    m->n += !k->t;
    k->t = t;
    return k;
}
