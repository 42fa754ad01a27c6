#include "exact/chance/memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/memory.h"
#include "exact/exact.h"

/* Words that are kept at most; then nothing more is. */
enum { WORDS_MOST = 1 << 20 };

/* What is assumed, as text; recipes name it by its number. */
struct wording {
    const char *text;
    ulong number;
    struct wording *next;
};

struct kept {
    long n_recipe, n_space;
    const ulong *recipe, *space;
    uint64_t state; /* of the sampler behind it */
    int turn;
    const char *unmet;
    long now, spent; /* that it took */
    struct kept *next;
};

struct exact_memory {
    struct arena *a;
    struct wording *wordings;
    struct kept *first;
    ulong n_wordings;
    long words;
};

struct exact_memory *
exact_memory_new(struct arena *a)
{
    struct exact_memory *m = ARENA_NEW(a, struct exact_memory);

    m->a = a;
    return m;
}

/* ---- words ------------------------------------------------------------------------- */

static void
add_word(struct recipe *r, ulong word)
{
    if (r->n == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 256;
        r->at = xrealloc(r->at, (size_t)r->cap * sizeof *r->at);
    }
    r->at[r->n++] = word;
}

/* Its words, behind how many there are and its sign. */
static void
add_whole(struct recipe *r, const fmpz_t n)
{
    long size = fmpz_size(n);
    fmpz_t t;

    add_word(r, (ulong)size << 1 | (fmpz_sgn(n) < 0));
    for (long i = 0; i < size; i++)
        add_word(r, 0);
    fmpz_init(t);
    fmpz_abs(t, n);
    if (size)
        fmpz_get_ui_array(&r->at[r->n - size], size, t);
    fmpz_clear(t);
}

static void
add_fraction(struct recipe *r, const fmpq_t q)
{
    add_whole(r, fmpq_numref(q));
    add_whole(r, fmpq_denref(q));
}

static const ulong *
get_whole(const ulong *at, fmpz_t n)
{
    long size = (long)(*at >> 1);
    bool negative = *at & 1;

    at++;
    if (size)
        fmpz_set_ui_array(n, at, size);
    else
        fmpz_zero(n);
    if (negative)
        fmpz_neg(n, n);
    return at + size;
}

static const ulong *
get_fraction(const ulong *at, fmpq_t q)
{
    return get_whole(get_whole(at, fmpq_numref(q)), fmpq_denref(q));
}

/* ---- recipes ----------------------------------------------------------------------- */

static void
add_term(struct buf *b, struct arena *a, const struct term *t)
{
    buf_printf(b, "%s; ", t ? expr_plain(a, t, 0) : "");
}

/* Everything that the scope says about chance, the names that are drawn, and which of
 * all this is in use. */
static const char *
wording_of(const struct program *p)
{
    const struct chance *c = p->chance;
    struct buf b;

    buf_init(&b, p->arena);
    for (int i = 0; i < c->n_owners; i++) {
        const struct owner *o = &c->owner[i];

        buf_printf(&b, "%s %d: ", o->decl->name, o->used);
        add_term(&b, p->arena, o->mean);
        add_term(&b, p->arena, o->variance);
        add_term(&b, p->arena, o->square);
        add_term(&b, p->arena, o->covariance);
    }
    for (int i = 0; i < c->n_sets; i++) {
        buf_printf(&b, "set %d: ", c->set[i].used);
        add_term(&b, p->arena, c->set[i].term);
    }
    for (int i = 0; i < c->n_claims; i++)
        buf_printf(&b, "claim %d %d: %s; ", c->claim[i].node >= 0, c->claim[i].met,
                   c->claim[i].text);
    for (int i = 0; i < p->n_conditions; i++)
        add_term(&b, p->arena, p->node[p->condition[i]].term);
    for (int i = 0; i < p->n_slots; i++)
        buf_printf(&b, "slot %s; ", p->slot[i].decl->name);
    return b.s;
}

static ulong
number_of(struct exact_memory *m, const char *text)
{
    struct wording *w;

    for (w = m->wordings; w; w = w->next)
        if (strcmp(w->text, text) == 0)
            return w->number;
    w = ARENA_NEW(m->a, struct wording);
    *w = (struct wording){arena_strdup(m->a, text), m->n_wordings++, m->wordings};
    m->wordings = w;
    return w->number;
}

static void
add_slot(struct recipe *r, const struct balls *v)
{
    add_word(r, (ulong)v->rows);
    add_word(r, (ulong)v->cols);
    for (int i = 0; i < v->rows * v->cols; i++) {
        add_word(r, v->at[i].root);
        add_word(r, (ulong)v->at[i].pi);
        add_fraction(r, v->at[i].re);
        add_fraction(r, v->at[i].im);
    }
}

static bool
is_marked(const struct machine *m)
{
    return m->exhausted || m->stopped || m->open || m->crowded;
}

void
recipe_init(struct recipe *r, const struct sampler *s, enum draw kind, int n)
{
    const struct machine *m = s->machine;
    struct world *w = m->world;

    *r = (struct recipe){.now = m->now, .spent = m->spent, .marked = is_marked(m)};
    if (!w->memory || r->marked)
        return;
    if (!w->worded) {
        w->wording = number_of(w->memory, wording_of(m->program));
        w->worded = true;
    }
    add_word(r, w->wording);
    add_word(r, (ulong)kind);
    add_word(r, (ulong)n);
    add_word(r, (ulong)s->prec);
    add_word(r, s->state);
    for (int i = 0; i < w->chance->n_owners; i++)
        add_word(r, (ulong)w->count[i]);
    for (int i = 0; i < w->n_groups; i++)
        for (int k = 0; k < w->group[i].n; k++)
            add_word(r, w->group[i].object[k]);
    for (int i = 0; i < m->n_slots; i++)
        add_slot(r, &m->slot[i]);
}

void
recipe_fini(struct recipe *r)
{
    free(r->at);
}

/* ---- spaces ------------------------------------------------------------------------ */

static void
add_space(struct recipe *r, const struct space *s)
{
    add_word(r, (ulong)s->exists);
    add_word(r, (ulong)s->n_blocks);
    for (int i = 0; i < s->n; i++) {
        const struct scalar *x = &s->scalar[i];

        add_word(r, (ulong)x->n);
        for (int k = 0; k < x->n; k++) {
            add_fraction(r, x->value[k]);
            add_fraction(r, x->weight[k]);
        }
    }
    for (int i = 0; i < s->n_blocks; i++) {
        scalars set = 0;

        for (int k = 0; k < s->block[i].n; k++)
            set |= SCALAR(s->block[i].scalar[k]);
        add_word(r, set);
        for (int k = 0; k < s->block[i].atoms; k++)
            add_fraction(r, &s->block[i].weight[k]);
    }
}

static void
put_space(struct space *s, const ulong *at)
{
    bool exists = *at++;
    int blocks = (int)*at++;

    space_begin(s, s->n);
    for (int i = 0; i < s->n; i++) {
        struct scalar *x = &s->scalar[i];

        x->n = (int)*at++;
        for (int k = 0; k < x->n; k++) {
            at = get_fraction(at, x->value[k]);
            at = get_fraction(at, x->weight[k]);
        }
    }
    for (int i = 0; i < blocks; i++) {
        space_add_block(s, *at++);
        for (int k = 0; k < s->block[i].atoms; k++)
            at = get_fraction(at, &s->block[i].weight[k]);
    }
    s->exists = exists;
}

static const ulong *
keep_words(struct exact_memory *m, const struct recipe *r)
{
    ulong *at = ARENA_ARRAY(m->a, ulong, r->n);

    memcpy(at, r->at, (size_t)r->n * sizeof *at);
    m->words += r->n;
    return at;
}

bool
memory_recall(const struct recipe *r, struct sampler *s)
{
    struct machine *m = s->machine;
    struct world *w = m->world;
    const struct kept *k = r->n ? w->memory->first : NULL;

    while (k && (k->n_recipe != r->n ||
                 memcmp(k->recipe, r->at, (size_t)r->n * sizeof *r->at) != 0))
        k = k->next;
    if (!k)
        return false;
    put_space(&w->space, k->space);
    s->state = k->state;
    w->turn = k->turn;
    w->unmet = k->unmet;
    m->now += k->now;
    m->spent += k->spent;
    return true;
}

void
memory_keep(const struct recipe *r, const struct sampler *s)
{
    const struct machine *m = s->machine;
    struct exact_memory *memory = m->world->memory;
    struct recipe space = {.n = 0};
    struct kept *k;

    if (!r->n || is_marked(m) || memory->words > WORDS_MOST)
        return;
    k = ARENA_NEW(memory->a, struct kept);
    add_space(&space, &m->world->space);
    *k = (struct kept){.n_recipe = r->n,
                       .n_space = space.n,
                       .recipe = keep_words(memory, r),
                       .space = keep_words(memory, &space),
                       .state = s->state,
                       .turn = m->world->turn,
                       .now = m->now - r->now,
                       .spent = m->spent - r->spent,
                       .next = memory->first};
    if (m->world->unmet)
        k->unmet = arena_strdup(memory->a, m->world->unmet);
    memory->first = k;
    recipe_fini(&space);
}
