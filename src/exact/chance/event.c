/* P of events and items of sequences. */
#include <string.h>

#include "exact/chance/run.h"

/* ---- building ---------------------------------------------------------------------- */

/* The name in an event: a itself, w of w_t and of w_1..t. */
static const struct term *
name_in(const struct term *event)
{
    return event->op == TERM_NAME ? event : event->arg[0];
}

static bool
same_pattern(const struct pattern *a, const struct pattern *b)
{
    if (a->n != b->n || a->given != b->given)
        return false;
    for (int i = 0; i < a->n; i++)
        if (a->owner[i] != b->owner[i] || a->args[i] != b->args[i])
            return false;
    return true;
}

static int
intern_pattern(struct program *p, const struct pattern *pattern)
{
    struct chance *c = p->chance;

    for (int i = 0; i < c->n_patterns; i++)
        if (same_pattern(&c->pattern[i], pattern))
            return i;
    c->pattern =
        program_grow(p, c->pattern, c->n_patterns, &c->cap_patterns, sizeof *c->pattern);
    c->pattern[c->n_patterns] = *pattern;
    return c->n_patterns++;
}

static bool
add_event(struct program *p, const struct term *event, struct pattern *to, struct node *n,
          int *arg)
{
    const struct term *name = name_in(event);
    const struct decl *d = name->op == TERM_NAME ? program_resolve(p, name->name) : NULL;
    int owner = d ? chance_owner(p, d) : -1;

    if (owner < 0) {
        program_refuse(p, "P takes events and items of sequences that are declared");
        return false;
    }
    to->owner[to->n] = owner;
    to->args[to->n++] = event->n > 0 ? event->n - 1 : 0;
    for (int i = 1; i < event->n; i++) {
        int node = program_add(p, event->arg[i]);

        if (node < 0)
            return false;
        arg[n->n++] = node;
    }
    return true;
}

int
chance_add_probability(struct program *p, const struct term *t)
{
    struct node n = {.term = t, .op = t->op, .inner = -1};
    int *arg = ARENA_ARRAY(p->arena, int, 2 * t->n);
    struct pattern pattern = {.given = t->given};

    if (!p->chance || t->n > OBJECTS_MAX)
        return program_refuse(p, "there are too many events in P");
    for (int i = 0; i < t->n; i++)
        if (!add_event(p, t->arg[i], &pattern, &n, arg))
            return -1;
    n.arg = arg;
    n.slot = intern_pattern(p, &pattern);
    return program_add_node(p, &n);
}

/* ---- running ----------------------------------------------------------------------- */

static enum state
get_whole(const struct balls *v, long *out)
{
    if (!balls_is_number(v))
        return UNDEFINED;
    if (!ball_is_integer(v->at))
        return v->at->exact ? UNDEFINED : UNKNOWN;
    if (!fmpz_fits_si(fmpq_numref(v->at->re)))
        return UNDEFINED;
    *out = fmpz_get_si(fmpq_numref(v->at->re));
    return DEFINED;
}

/* The items first..last of a sequence, or one component. */
static enum state
get_items(const struct machine *m, const struct node *n, int args, int *next, long *first,
          long *last)
{
    enum state state = DEFINED;

    if (args > 0)
        state = get_whole(&m->reg[n->arg[(*next)++]], first);
    *last = *first;
    if (args > 1 && state == DEFINED)
        state = get_whole(&m->reg[n->arg[(*next)++]], last);
    return state;
}

enum state
event_sets(const struct machine *m, const struct node *n, scalars *all, scalars *given)
{
    const struct world *w = m->world;
    const struct pattern *t = &w->chance->pattern[n->slot];
    int next = 0;

    *all = *given = 0;
    for (int i = 0; i < t->n; i++) {
        long first = 1, last = 1, count = w->count[t->owner[i]];
        enum state state = get_items(m, n, t->args[i], &next, &first, &last);

        if (state != DEFINED)
            return state;
        if (first > last && t->args[i] == 2)
            continue;
        if (first < 1 || last > count)
            return UNDEFINED;
        for (long k = first; k <= last; k++) {
            *all |= SCALAR(w->first[t->owner[i]] + k - 1);
            if (i >= t->given)
                *given |= SCALAR(w->first[t->owner[i]] + k - 1);
        }
    }
    return DEFINED;
}

bool
event_happens(const struct space *s, const struct block *b, int atom, scalars set)
{
    for (int k = 0; k < b->n; k++) {
        const struct scalar *x = &s->scalar[b->scalar[k]];

        if (set & SCALAR(b->scalar[k]) &&
            !fmpq_is_one(x->value[space_digit(s, b, k, atom)]))
            return false;
    }
    return true;
}

/* That all of a set happen. */
static void
probability(const struct space *s, scalars set, fmpq_t out)
{
    fmpq_t sum;

    fmpq_init(sum);
    fmpq_one(out);
    for (int i = 0; i < s->n_blocks; i++) {
        const struct block *b = &s->block[i];
        bool met = false;

        for (int k = 0; k < b->n; k++)
            met |= (set & SCALAR(b->scalar[k])) != 0;
        if (!met)
            continue;
        fmpq_zero(sum);
        for (int k = 0; k < b->atoms; k++)
            if (event_happens(s, b, k, set))
                fmpq_add(sum, sum, &b->weight[k]);
        fmpq_mul(out, out, sum);
    }
    fmpq_clear(sum);
}

enum state
event_run(struct machine *m, const struct node *n, struct balls *r)
{
    scalars all, given;
    enum state state;
    fmpq_t below;

    if (!m->world || !m->world->space.exists)
        return UNKNOWN;
    state = event_sets(m, n, &all, &given);
    if (state != DEFINED)
        return state;
    if (!machine_afford(m, 1, m->world->space.n * 8))
        return UNKNOWN;
    fmpq_init(below);
    balls_shape(r, 1, 1);
    ball_set_int(r->at, 0);
    probability(&m->world->space, all, r->at->re);
    probability(&m->world->space, given, below);
    if (fmpq_is_zero(below))
        state = UNDEFINED;
    else
        fmpq_div(r->at->re, r->at->re, below);
    fmpq_clear(below);
    return state;
}
