#include "exact/chance/world.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/chance/memory.h"

/* How often a space is drawn anew until its weights are all positive; when no more is
 * tried after spaces that were not found. */
enum { TRIES = 4, FAILURES_MOST = 60 };

/* Atoms of what stands outside of all averages. */
enum { ATOMS_MOST = 65536 };

struct world *
world_new(const struct chance *c)
{
    struct world *w = xmalloc(sizeof *w);

    w->chance = c;
    w->why = w->unmet = NULL;
    w->failures = 0;
    w->n_groups = 0;
    w->memory = NULL;
    w->worded = false;
    w->next_kept = 0;
    for (int i = 0; i < WALKS_KEPT; i++)
        w->kept[i].there = w->kept[i].busy = false;
    space_init(&w->space);
    return w;
}

void
world_free(struct world *w)
{
    if (!w)
        return;
    for (int i = 0; i < WALKS_KEPT; i++)
        if (w->kept[i].there)
            walk_fini(&w->kept[i].walk);
    space_fini(&w->space);
    free(w);
}

scalars
world_scalars(const struct world *w, int owner)
{
    scalars all = 0;

    for (int i = 0; i < w->count[owner]; i++)
        all |= SCALAR(w->first[owner] + i);
    return all;
}

/* ---- who is there ------------------------------------------------------------------ */

/* A whole number that is a size or counts something; 0: none. */
static int
whole(const struct balls *v)
{
    if (v->state != DEFINED || !balls_is_number(v) || !ball_is_integer(v->at) ||
        fmpz_sgn(fmpq_numref(v->at->re)) <= 0 ||
        fmpz_cmp_si(fmpq_numref(v->at->re), SIDE_MAX) > 0)
        return 0;
    return (int)fmpz_get_si(fmpq_numref(v->at->re));
}

static bool
count_scalars(struct world *w, const struct machine *m)
{
    int n = 0;

    for (int i = 0; i < w->chance->n_owners; i++) {
        const struct owner *o = &w->chance->owner[i];

        w->first[i] = n;
        w->count[i] = !o->used            ? 0
                      : o->size_node >= 0 ? whole(&m->reg[o->size_node])
                                          : o->size;
        if (o->used && w->count[i] == 0)
            return false;
        if (n + w->count[i] > SCALARS_MAX) {
            w->why = "no more than 48 components, events and items can be random at once";
            return false;
        }
        for (int k = 0; k < w->count[i]; k++)
            w->owner[n++] = i;
    }
    space_begin(&w->space, n);
    return true;
}

static scalars
object_scalars(const struct world *w, const struct machine *m, const struct object *o)
{
    int i;

    if (o->index_node < 0)
        return world_scalars(w, o->owner);
    i = whole(&m->reg[o->index_node]);
    return i > 0 && i <= w->count[o->owner] ? SCALAR(w->first[o->owner] + i - 1) : 0;
}

static void
add_object(struct group *g, scalars set)
{
    if (!set || set & g->all || g->n == SCALARS_MAX)
        return;
    g->object[g->n++] = set;
    g->all |= set;
}

static void
find_groups(struct world *w, const struct machine *m)
{
    const struct chance *c = w->chance;

    w->n_groups = 0;
    for (int i = 0; i < c->n_sets; i++) {
        struct group *g = &w->group[w->n_groups];

        g->n = 0;
        g->all = 0;
        for (int k = 0; k < c->set[i].n; k++)
            add_object(g, object_scalars(w, m, &c->set[i].object[k]));
        w->n_groups += g->n > 1;
    }
    for (int i = 0; i < c->n_owners; i++) {
        struct group *g = &w->group[w->n_groups];
        struct type t = c->owner[i].decl->type;

        g->n = 0;
        g->all = 0;
        if (t.kind != TYPE_VECTOR || t.joint)
            continue;
        for (int k = 0; k < w->count[i]; k++)
            add_object(g, SCALAR(w->first[i] + k));
        w->n_groups += g->n > 1;
    }
}

/* Sets of independent objects: what shows only in scalars of several of them together is
 * ruled out. */
bool
world_allows(const struct world *w, scalars set)
{
    for (int i = 0; i < w->n_groups; i++) {
        const struct group *g = &w->group[i];
        int met = 0;

        for (int k = 0; k < g->n; k++)
            met += (set & g->object[k]) != 0;
        if (met > 1 && !(set & ~g->all))
            return false;
    }
    return true;
}

/* ---- values ------------------------------------------------------------------------ */

int
world_owner_of_slot(const struct world *w, const struct program *p, int slot)
{
    const struct decl *d = p->inner[slot].decl;

    for (int i = 0; d && i < w->chance->n_owners; i++)
        if (w->chance->owner[i].decl == d)
            return i;
    return -1;
}

scalars
world_of_slots(const struct world *w, const struct program *p, uint64_t slots)
{
    scalars all = 0;

    for (int i = 0; i < p->n_inner; i++) {
        int owner = slots >> i & 1 ? world_owner_of_slot(w, p, i) : -1;

        if (owner >= 0)
            all |= world_scalars(w, owner);
    }
    return all;
}

static void
set_slot(struct machine *m, const struct world *w, int slot, int owner)
{
    struct balls *v = machine_inner(m, slot);

    balls_shape(v, w->count[owner], 1);
    v->state = DEFINED;
    for (int k = 0; k < w->count[owner]; k++)
        ball_set_int(&v->at[k], 0);
}

void
world_set(struct machine *m, const struct walk *at, uint64_t slots)
{
    const struct world *w = m->world;

    for (int i = 0; i < m->program->n_inner; i++) {
        int owner = slots >> i & 1 ? world_owner_of_slot(w, m->program, i) : -1;

        if (owner < 0)
            continue;
        set_slot(m, w, i, owner);
        for (int k = 0; k < at->n; k++) {
            int scalar = at->scalar[k];

            if (w->owner[scalar] == owner)
                ball_set_fmpq(&m->inner[i].at[scalar - w->first[owner]],
                              w->space.scalar[scalar].value[at->digit[k]]);
        }
    }
}

bool
world_fits(const struct machine *m)
{
    const struct world *w = m->world;

    for (int i = 0; w && i < w->chance->n_owners; i++) {
        const struct owner *o = &w->chance->owner[i];

        if (o->used && o->size_node >= 0 && whole(&m->reg[o->size_node]) != w->count[i])
            return false;
    }
    return true;
}

/* One that is there, else one that is free. */
static struct kept_walk *
find_kept(const struct machine *m, scalars set)
{
    struct world *w = m->world;

    for (int i = 0; i < WALKS_KEPT; i++) {
        struct kept_walk *k = &w->kept[i];

        if (k->there && !k->busy && k->set == set && k->time == m->chance_time)
            return k;
    }
    for (int i = 0; i < WALKS_KEPT; i++) {
        struct kept_walk *k = &w->kept[w->next_kept];

        w->next_kept = (w->next_kept + 1) % WALKS_KEPT;
        if (!k->busy)
            return k;
    }
    return NULL;
}

struct kept_walk *
world_walk(const struct machine *m, scalars set, long most)
{
    struct kept_walk *k = find_kept(m, set);

    if (!k)
        return NULL;
    if (k->there && k->set == set && k->time == m->chance_time) {
        walk_again(&k->walk);
    } else {
        if (k->there)
            walk_fini(&k->walk);
        k->there = walk_init(&k->walk, &m->world->space, set, most);
        if (!k->there)
            walk_fini(&k->walk);
        k->set = set;
        k->time = m->chance_time;
    }
    k->busy = k->there;
    return k->there ? k : NULL;
}

void
world_rest(struct kept_walk *w)
{
    w->busy = false;
}

void
atoms_init(struct atoms *a, struct machine *m, uint64_t slots, long most)
{
    const struct space *s = &m->world->space;

    *a = (struct atoms){.slots = slots, .stride = 1};
    if (walk_init(&a->walk, s, world_of_slots(m->world, m->program, slots), ATOMS_MOST))
        a->stride = (a->walk.atoms + most - 1) / most;
    else
        a->stride = 0;
    a->skip = a->stride ? m->now % a->stride : 0;
}

bool
atoms_next(struct atoms *a, struct machine *m)
{
    bool more = a->stride > 0;

    for (; more && a->skip > 0; a->skip--)
        more = walk_next(&a->walk);
    more = more && walk_next(&a->walk);
    a->skip = a->stride - 1;
    if (more)
        world_set(m, &a->walk, a->slots);
    return more;
}

void
atoms_fini(struct atoms *a)
{
    walk_fini(&a->walk);
}

/* ---- independence ------------------------------------------------------------------ */

/* How likely the values are that some scalars of a block have in an atom. */
static void
weight_of(const struct space *s, const struct block *b, scalars set, int atom, fmpq_t out)
{
    fmpq_zero(out);
    for (int i = 0; i < b->atoms; i++) {
        bool same = true;

        for (int k = 0; k < b->n && same; k++)
            same = !(set & SCALAR(b->scalar[k])) ||
                   space_digit(s, b, k, i) == space_digit(s, b, k, atom);
        if (same)
            fmpq_add(out, out, &b->weight[i]);
    }
}

static bool
is_independent(const struct space *s, const struct block *b, const struct group *g)
{
    bool good = true;
    fmpq_t all, one, product;

    fmpq_init(all);
    fmpq_init(one);
    fmpq_init(product);
    for (int i = 0; i < b->atoms && good; i++) {
        fmpq_one(product);
        for (int k = 0; k < g->n; k++) {
            weight_of(s, b, g->object[k], i, one);
            fmpq_mul(product, product, one);
        }
        weight_of(s, b, g->all, i, all);
        good = fmpq_equal(all, product);
    }
    fmpq_clear(all);
    fmpq_clear(one);
    fmpq_clear(product);
    return good;
}

bool
world_is_sound(const struct world *w)
{
    for (int i = 0; i < w->space.n_blocks; i++)
        for (int k = 0; k < w->n_groups; k++) {
            const struct block *b = &w->space.block[i];
            int met = 0;

            for (int j = 0; j < b->n; j++)
                met += (w->group[k].all & SCALAR(b->scalar[j])) != 0;
            if (met > 1 && !is_independent(&w->space, b, &w->group[k]))
                return false;
        }
    return true;
}

/* ---- drawing ----------------------------------------------------------------------- */

static bool
draw_generic(struct sampler *s, struct world *w)
{
    for (int i = 0; i < w->space.n; i++)
        marginal_draw(s, w, i);
    space_separate(&w->space);
    for (int i = 0; i < w->space.n; i++)
        if (!marginal_claim(s, w, i))
            return false;
    return mix_draw(s, w);
}

/* Until its weights are all positive. */
static void
draw_anew(struct sampler *s, struct world *w, enum draw kind, int n)
{
    bool simple = kind == DRAW_READABLE || kind == DRAW_SPECIAL;

    for (int i = 0; i < TRIES && !w->space.exists; i++) {
        space_begin(&w->space, w->space.n);
        w->turn = i;
        w->space.exists = simple ? simple_draw(s, w, n) : draw_generic(s, w);
    }
}

bool
world_draw(struct sampler *s, enum draw kind, int n)
{
    struct machine *m = s->machine;
    struct world *w = m->world;
    struct recipe recipe;

    w->why = w->unmet = NULL;
    w->origin = (struct origin){s->state, kind, n};
    machine_run(m, w->chance->sizes, s->prec);
    m->chance_time = ++m->now;
    if (!count_scalars(w, m))
        return false;
    find_groups(w, m);
    if (w->failures > FAILURES_MOST)
        return false;
    recipe_init(&recipe, s, kind, n);
    if (!memory_recall(&recipe, s)) {
        draw_anew(s, w, kind, n);
        memory_keep(&recipe, s);
    }
    recipe_fini(&recipe);
    m->chance_time = ++m->now;
    w->failures = w->space.exists ? 0 : w->failures + 1;
    return w->space.exists;
}

void
world_return(struct sampler *s, struct origin origin)
{
    s->state = origin.state;
    world_draw(s, origin.kind, origin.n);
}
