#include "exact/chance/model.h"

#include <string.h>

#include "exact/chance/form.h"

bool
chance_owns(struct type t)
{
    return t.kind == TYPE_EVENT || t.kind == TYPE_SEQUENCE ||
           (t.random && t.kind <= TYPE_VECTOR);
}

/* ---- owners ------------------------------------------------------------------------ */

static int
find_owner(const struct chance *c, const struct decl *d)
{
    for (int i = 0; i < c->n_owners; i++)
        if (c->owner[i].decl == d)
            return i;
    return -1;
}

static bool
set_size(struct program *p, struct owner *o)
{
    struct type t = o->decl->type;
    const struct decl *within = p->within;
    bool good = true;

    o->size = 1;
    o->size_node = -1;
    if (t.kind == TYPE_VECTOR || t.kind == TYPE_SEQUENCE) {
        p->within = o->decl;
        good = program_side(p, t.rows, &o->size, &o->size_node);
        p->within = within;
    }
    return good;
}

const struct decl *
chance_first(const struct program *p)
{
    for (int i = 0; p->chance && i < p->chance->n_owners; i++)
        if (p->chance->owner[i].used)
            return p->chance->owner[i].decl;
    return NULL;
}

int
chance_owner(struct program *p, const struct decl *d)
{
    struct chance *c = p->chance;
    int i = c ? find_owner(c, d) : -1;

    if (i < 0)
        return program_refuse(p, "there are too many random names and events");
    if (!c->owner[i].used) {
        c->owner[i].used = true;
        if (!set_size(p, &c->owner[i]))
            return -1;
    }
    return i;
}

int
chance_add_raw(struct program *p, int owner)
{
    const struct decl *d = p->chance->owner[owner].decl;
    struct node n = {.op = TERM_NAME, .slot = -1};
    int depth = p->depth;

    p->depth = p->chance->depth;
    n.inner = body_slot(p, d, SIGN_ANY);
    p->depth = depth;
    n.term = expr_name(p->arena, d->name, d->type);
    return n.inner < 0 ? -1 : program_add_node(p, &n);
}

/* A node of two others, whose term is the name itself. */
static int
combine(struct program *p, enum term_op op, int x, int y, const struct term *name)
{
    int *arg = ARENA_ARRAY(p->arena, int, 2);
    struct node n = {.term = name, .op = op, .slot = -1, .inner = -1, .n = 2, .arg = arg};

    arg[0] = x;
    arg[1] = y;
    return x < 0 || y < 0 ? -1 : program_add_node(p, &n);
}

int
chance_add_name(struct program *p, const struct decl *d, const struct term *t)
{
    int i = chance_owner(p, d), node;
    const struct term *scale, *shift;
    struct owner *o;

    if (i < 0)
        return -1;
    o = &p->chance->owner[i];
    if (o->pending)
        return program_refuse(
            p, arena_printf(p->arena, "what is assumed of '%s' goes round in a circle",
                            d->name));
    node = chance_add_raw(p, i);
    o->pending = true;
    scale = form_scale(p, o);
    shift = form_shift(p, o);
    if (scale)
        node = combine(p, TERM_MUL, program_add(p, scale), node, t);
    if (shift)
        node = combine(p, TERM_ADD, program_add(p, shift), node, t);
    o->pending = false;
    return node;
}

/* A whole number from 1 to 64, as it is written. */
static bool
is_small(const struct term *t, int *n)
{
    *n = t->op == TERM_NUMBER ? (int)t->near : 0;
    return *n >= 1 && *n <= 64 && t->exponent >= 0;
}

/* ---- what is in use ---------------------------------------------------------------- */

struct mention {
    struct program *p;
    uint64_t owners;
};

/* Which components of an owner a term mentions, as bits; false when it needs all. */
static bool
find_components(struct program *p, const struct term *t, int owner, uint64_t *out)
{
    const struct term *name = t->op == TERM_INDEX ? t->arg[0] : t;
    const struct decl *d = name->op == TERM_NAME ? program_resolve(p, name->name) : NULL;
    int n;

    if (d && d->value)
        return false;
    if (d && find_owner(p->chance, d) == owner) {
        if (t->op != TERM_INDEX || t->n != 2 || !is_small(t->arg[1], &n))
            return false;
        *out |= UINT64_C(1) << (n - 1);
        return true;
    }
    for (int i = 0; i < t->n; i++)
        if (!find_components(p, t->arg[i], owner, out))
            return false;
    return true;
}

static void mention_term(struct mention *m, const struct term *t);

static void
mention_name(void *ctx, const struct term *name)
{
    struct mention *m = ctx;
    const struct decl *d = program_resolve(m->p, name->name);
    int i = d ? find_owner(m->p->chance, d) : -1;

    if (i >= 0)
        m->owners |= UINT64_C(1) << i;
    else if (d && d->value)
        mention_term(m, d->value);
}

static void
mention_term(struct mention *m, const struct term *t)
{
    term_free_names(t, mention_name, m);
}

/* Whom an assumption is about; whether one of them is in use. */
static bool
is_about_used(struct program *p, struct claim *c)
{
    struct mention m = {.p = p};
    bool used = false;

    mention_term(&m, c->term);
    c->owners = m.owners;
    c->parts = 0;
    for (int i = 0; i < p->chance->n_owners; i++) {
        c->component[i] = 0;
        if (find_components(p, c->term, i, &c->component[i]))
            c->parts |= UINT64_C(1) << i;
        used |= m.owners >> i & 1 && p->chance->owner[i].used;
    }
    return used;
}

static void
push_condition(struct program *p, int node)
{
    p->condition = program_grow(p, p->condition, p->n_conditions, &p->cap_conditions,
                                sizeof *p->condition);
    p->condition[p->n_conditions++] = node;
}

/* Claims about names in use bring further names into use. */
static bool
use_claims(struct program *p)
{
    struct chance *c = p->chance;
    bool more = false;

    for (int i = 0; i < c->n_claims && !p->why; i++) {
        struct claim *k = &c->claim[i];

        if (k->node >= 0 || !is_about_used(p, k))
            continue;
        k->node = program_add(p, k->term);
        more = true;
        if (k->node >= 0)
            push_condition(p, k->node);
    }
    return more;
}

static void
use_sets(struct program *p)
{
    struct chance *c = p->chance;

    for (int i = 0; i < c->n_sets && !p->why; i++) {
        struct set *s = &c->set[i];

        for (int k = 0; k < s->n; k++) {
            const struct term *t = s->term->arg[k];

            if (s->object[k].owner < 0 || !c->owner[s->object[k].owner].used ||
                t->op != TERM_INDEX)
                continue;
            s->object[k].index_node = program_add(p, t->arg[1]);
        }
    }
}

static void
find_sizes(struct program *p)
{
    struct chance *c = p->chance;
    int *root = ARENA_ARRAY(p->arena, int, OWNERS_MAX + SETS_MAX * OBJECTS_MAX), n = 0;

    for (int i = 0; i < c->n_owners; i++)
        if (c->owner[i].used && c->owner[i].size_node >= 0)
            root[n++] = c->owner[i].size_node;
    for (int i = 0; i < c->n_sets; i++)
        for (int k = 0; k < c->set[i].n; k++)
            if (c->set[i].object[k].index_node >= 0)
                root[n++] = c->set[i].object[k].index_node;
    c->sizes = program_cone(p, root, n);
}

void
chance_close(struct program *p)
{
    bool any;

    if (!p->chance)
        return;
    any = p->chance->needed;
    for (int i = 0; i < p->chance->n_owners; i++)
        any |= p->chance->owner[i].used;
    if (!any) {
        p->chance = NULL;
        return;
    }
    while (!p->why && use_claims(p))
        continue;
    for (int i = 0; i < p->chance->n_owners && !p->why; i++) {
        struct owner *o = &p->chance->owner[i];

        if (o->used && o->decl->type.random)
            o->shown = chance_add_name(p, o->decl,
                                       expr_name(p->arena, o->decl->name, o->decl->type));
    }
    use_sets(p);
    if (!p->why)
        find_sizes(p);
}

/* ---- reading the scope ------------------------------------------------------------- */

static void
add_owners(struct chance *c, const struct scope *s)
{
    for (int i = 0; i < scope_count(s); i++) {
        const struct decl *d = scope_at(s, i);

        if (chance_owns(d->type) && !d->value && c->n_owners < OWNERS_MAX)
            c->owner[c->n_owners++] =
                (struct owner){.decl = d, .size = 1, .size_node = -1, .other = -1};
    }
}

static void
add_set(struct program *p, const struct term *t)
{
    struct chance *c = p->chance;
    struct set *s = &c->set[c->n_sets];

    if (c->n_sets == SETS_MAX || t->n > OBJECTS_MAX) {
        program_refuse(p, "there are too many assumptions of independence");
        return;
    }
    *s = (struct set){.term = t, .n = t->n};
    for (int i = 0; i < t->n; i++) {
        const struct term *name =
            t->arg[i]->op == TERM_INDEX ? t->arg[i]->arg[0] : t->arg[i];
        const struct decl *d = program_resolve(p, name->name);

        s->object[i].owner = d ? find_owner(c, d) : -1;
        s->object[i].index_node = -1;
        if (s->object[i].owner < 0)
            program_refuse(p, arena_printf(p->arena,
                                           "'%s' stands for a term, and independence is "
                                           "assumed of names that are declared random",
                                           name->name));
    }
    c->n_sets++;
}

static void
add_claim(struct program *p, const struct term *t)
{
    struct chance *c = p->chance;
    struct claim *k = &c->claim[c->n_claims];

    if (c->n_claims == CLAIMS_MAX) {
        program_refuse(p, "there are too many assumptions");
        return;
    }
    c->n_claims++;
    *k = (struct claim){.term = t, .node = -1, .text = expr_plain(p->arena, t, 0)};
    k->met = form_read(p, t);
}

/* One kind of assumptions: of independence, or about averages. */
static void
add_assumptions(struct program *p, const struct scope *s, bool sets)
{
    for (int i = 0; i < scope_assumption_count(s); i++) {
        const struct assumption *a = scope_assumption_at(s, i);

        for (int k = 0; k < a->n; k++) {
            const struct term *t = a->relation[k];

            if (t->op == TERM_INDEPENDENT && sets)
                add_set(p, t);
            else if (t->op != TERM_INDEPENDENT && term_has_chance(t) && !sets)
                add_claim(p, t);
        }
    }
}

bool
chance_begin(struct program *p)
{
    if (!p->chance)
        p->chance = ARENA_NEW(p->arena, struct chance);
    p->chance->needed = true;
    return !p->why;
}

void
chance_init(struct program *p)
{
    struct chance *c = ARENA_NEW(p->arena, struct chance);

    for (const struct scope *s = p->scope; s; s = scope_parent(s))
        add_owners(c, s);
    if (c->n_owners == 0)
        return;
    p->chance = c;
    for (const struct scope *s = p->scope; s; s = scope_parent(s))
        add_assumptions(p, s, true);
    for (const struct scope *s = p->scope; s; s = scope_parent(s))
        add_assumptions(p, s, false);
}
