/*
 * The slots of a program: what a declared name may be.
 */
#include <string.h>

#include "exact/chance/model.h"
#include "exact/machine/body.h"

static bool
is_pending(const struct program *p, const struct decl *d)
{
    for (int i = 0; i < p->n_pending; i++)
        if (p->pending[i] == d)
            return true;
    return false;
}

static void
push_pending(struct program *p, const struct decl *d)
{
    p->pending = program_grow(p, p->pending, p->n_pending, &p->cap_pending,
                              sizeof(const struct decl *));
    p->pending[p->n_pending++] = d;
}

int
program_slot_find(const struct program *p, const struct decl *d)
{
    for (int i = 0; i < p->n_slots; i++)
        if (p->slot[i].decl == d)
            return i;
    return -1;
}

const struct decl *
program_resolve(const struct program *p, const char *name)
{
    if (body_index(p, name))
        return NULL;
    if (!p->within)
        return scope_find(p->scope, name);
    if (p->self && strcmp(name, p->within->name) == 0)
        return p->within;
    return scope_find_before(p->within, name);
}

struct looking {
    const struct program *p;
    bool found;
};

static void
look_for_later(void *ctx, const struct term *name)
{
    struct looking *l = ctx;
    const struct decl *d = program_resolve(l->p, name->name);

    l->found |= !d || is_pending(l->p, d);
}

/* Whether t can be evaluated before the names that are pending have values. */
static bool
is_earlier(const struct program *p, const struct term *t)
{
    struct looking l = {p, false};

    term_free_names(t, look_for_later, &l);
    return !l.found;
}

static bool
is_name(const struct term *t, const char *name)
{
    return t->op == TERM_NAME && strcmp(t->name, name) == 0;
}

/* ---- conditions -------------------------------------------------------------------- */

static bool
is_infinite(const struct term *t)
{
    return t->op == TERM_INFINITY ||
           (t->op == TERM_NEG && t->arg[0]->op == TERM_INFINITY);
}

static bool
add_bound(struct program *p, struct slot *s, const struct term *t, bool upper, bool open)
{
    int node;

    if (is_infinite(t) || s->n_bounds == BOUNDS_MAX || !is_earlier(p, t))
        return true;
    node = program_add(p, t);
    if (node < 0)
        return false;
    s->bound[s->n_bounds++] = (struct bound){node, upper, open};
    return true;
}

/* |name| or norm(name) */
static bool
is_length(const struct term *t, const char *name)
{
    return t->op == TERM_CALL &&
           (t->function == FUNCTION_ABS || t->function == FUNCTION_NORM) &&
           is_name(t->arg[0], name);
}

static bool
is_one(const struct term *t)
{
    return t->op == TERM_NUMBER && t->exponent == 0 && strcmp(t->digits, "1") == 0;
}

/* name^T name, or name name^T */
static bool
is_square_of(const struct term *t, const char *name)
{
    const struct term *x, *y;

    if (t->op != TERM_MUL)
        return false;
    x = t->arg[0];
    y = t->arg[1];
    return (x->op == TERM_TRANSPOSE && is_name(x->arg[0], name) && is_name(y, name)) ||
           (y->op == TERM_TRANSPOSE && is_name(y->arg[0], name) && is_name(x, name));
}

static bool
is_identity(const struct term *t)
{
    return t->op == TERM_CALL && t->function == FUNCTION_I;
}

/* "name < t", "|name| = 1" become the way the slot is drawn. */
static bool
use_condition(struct program *p, struct slot *s, const struct term *left,
              enum relation relation, const struct term *right)
{
    bool upper = relation == RELATION_LESS || relation == RELATION_LESS_EQUAL;
    bool open = relation == RELATION_LESS || relation == RELATION_GREATER;

    if (relation == RELATION_NOT_EQUAL || !is_earlier(p, right))
        return true;
    if (relation == RELATION_EQUAL && is_length(left, s->decl->name) && is_one(right)) {
        s->form = FORM_UNIT;
        return true;
    }
    if (relation == RELATION_EQUAL && is_square_of(left, s->decl->name) &&
        is_identity(right)) {
        s->form = FORM_ORTHOGONAL;
        return true;
    }
    if (relation == RELATION_EQUAL || !is_name(left, s->decl->name))
        return true;
    return add_bound(p, s, right, upper, open);
}

static bool
use_conditions(struct program *p, struct slot *s)
{
    const struct decl *d = s->decl;

    for (int i = 0; i < d->n_conditions; i++) {
        const struct term *c = d->conditions[i];

        if (c->op != TERM_RELATION)
            continue;
        if (!use_condition(p, s, c->arg[0], c->relation, c->arg[1]) ||
            !use_condition(p, s, c->arg[1], relation_turned(c->relation), c->arg[0]))
            return false;
    }
    return true;
}

static bool
push_condition(struct program *p, const struct term *t)
{
    int node = program_add(p, t);

    if (node < 0)
        return false;
    p->condition = program_grow(p, p->condition, p->n_conditions, &p->cap_conditions,
                                sizeof *p->condition);
    p->condition[p->n_conditions++] = node;
    return true;
}

/* The condition that an end of the domain makes. */
static bool
push_end(struct program *p, const struct decl *d, const struct term *end,
         enum relation relation)
{
    const struct term *name, *whole;
    struct err e;

    if (!end || is_infinite(end))
        return true;
    name = expr_name(p->arena, d->name, d->type);
    whole = expr_relation(p->arena, relation, name, end, &e);
    if (whole)
        return push_condition(p, whole);
    program_refuse(p, arena_strdup(p->arena, e.msg));
    return false;
}

/* Everything that was declared is also checked at every point. */
static bool
push_conditions(struct program *p, const struct decl *d)
{
    const struct domain *m = &d->domain;

    for (int i = 0; i < d->n_conditions; i++)
        if (!push_condition(p, d->conditions[i]))
            return false;
    return push_end(p, d, m->low,
                    m->low_open ? RELATION_GREATER : RELATION_GREATER_EQUAL) &&
           push_end(p, d, m->high, m->high_open ? RELATION_LESS : RELATION_LESS_EQUAL);
}

/* ---- slots ------------------------------------------------------------------------- */

void
program_mark_sizes(struct program *p, const struct term *t)
{
    int slot =
        t->op == TERM_NAME ? program_slot_find(p, program_resolve(p, t->name)) : -1;

    if (slot >= 0)
        p->slot[slot].size = true;
    for (int i = 0; i < t->n; i++)
        program_mark_sizes(p, t->arg[i]);
}

bool
program_side(struct program *p, struct dim d, int *n, int *node)
{
    *n = d.n;
    *node = -1;
    if (d.n > 0 || !d.size)
        return true;
    *node = program_add(p, d.size);
    if (*node >= 0)
        program_mark_sizes(p, d.size);
    return *node >= 0;
}

static bool
set_shape(struct program *p, struct slot *s)
{
    struct type t = s->decl->type;

    s->integer = t.kind == TYPE_INTEGER;
    s->complex = t.kind == TYPE_COMPLEX || t.complex_entries;
    s->rows = s->cols = 1;
    s->rows_node = s->cols_node = -1;
    if (t.distribution)
        s->form = FORM_SHARES;
    if (t.kind > TYPE_MATRIX || t.random) {
        program_refuse(p, arena_printf(p->arena, "a name that is %s has no value here",
                                       type_text(p->arena, t)));
        return false;
    }
    if ((t.kind == TYPE_VECTOR || t.kind == TYPE_MATRIX) &&
        !program_side(p, t.rows, &s->rows, &s->rows_node))
        return false;
    return t.kind != TYPE_MATRIX || program_side(p, t.cols, &s->cols, &s->cols_node);
}

static void
set_sign(struct program *p, struct slot *s)
{
    for (int i = 0; i < s->n_bounds; i++) {
        enum sign low = p->node[s->bound[i].node].sign;

        if (s->bound[i].upper || low == SIGN_ANY || s->complex)
            continue;
        if (s->bound[i].open)
            low = SIGN_POSITIVE;
        s->sign = low > s->sign ? low : s->sign;
    }
}

static int
push_slot(struct program *p, const struct slot *s)
{
    p->slot = program_grow(p, p->slot, p->n_slots, &p->cap_slots, sizeof *p->slot);
    p->slot[p->n_slots] = *s;
    return p->n_slots++;
}

static int
make_slot(struct program *p, const struct decl *d)
{
    struct slot s = {.decl = d};

    if (!set_shape(p, &s))
        return -1;
    if (d->domain.low && !add_bound(p, &s, d->domain.low, false, d->domain.low_open))
        return -1;
    if (d->domain.high && !add_bound(p, &s, d->domain.high, true, d->domain.high_open))
        return -1;
    if (!use_conditions(p, &s))
        return -1;
    set_sign(p, &s);
    return push_slot(p, &s);
}

static const struct alias *
find_alias(const struct program *p, const struct decl *d)
{
    for (int i = 0; i < p->n_aliases; i++)
        if (p->alias[i].decl == d)
            return &p->alias[i];
    return NULL;
}

/* What depends on names that are bound here is another node elsewhere. */
static int
make_alias(struct program *p, const struct decl *d, const struct term *value)
{
    int node = program_add(p, value);

    if (node < 0 || p->node[node].depends)
        return node;
    p->alias = program_grow(p, p->alias, p->n_aliases, &p->cap_aliases, sizeof *p->alias);
    p->alias[p->n_aliases++] = (struct alias){d, node};
    return node;
}

bool
program_alias(struct program *p, const struct decl *d, const struct term *value)
{
    return make_alias(p, d, value) >= 0;
}

int
program_slot(struct program *p, const struct decl *d, int *node)
{
    const struct alias *alias = find_alias(p, d);
    const struct decl *within = p->within;
    const struct frame *shut = p->shut;
    bool self = p->self;
    int slot = program_slot_find(p, d);

    *node = alias ? alias->node : -1;
    if (slot >= 0 || alias)
        return slot;
    if (is_pending(p, d))
        return program_refuse(
            p, arena_printf(p->arena, "'%s' is declared by itself", d->name));
    push_pending(p, d);
    p->shut = p->frame;
    p->within = d;
    p->self = !d->value;
    if (d->value)
        *node = make_alias(p, d, d->value);
    else
        slot = make_slot(p, d);
    p->n_pending--;
    p->self = true;
    if (p->why || !push_conditions(p, d))
        *node = slot = -1;
    p->shut = shut;
    p->within = within;
    p->self = self;
    return slot;
}

/* ---- names beside those in the terms ----------------------------------------------- */

static void
look_for_slot(void *ctx, const struct term *name)
{
    struct looking *l = ctx;

    l->found |= program_slot_find(l->p, program_resolve(l->p, name->name)) >= 0;
}

static bool
mentions_slot(const struct program *p, const struct term *t)
{
    struct looking l = {p, false};

    if (t)
        term_free_names(t, look_for_slot, &l);
    return l.found;
}

/* Whether what is declared of d says something about a slot. */
static bool
binds_slot(struct program *p, const struct decl *d)
{
    bool binds;

    p->within = d;
    p->self = true;
    binds = mentions_slot(p, d->domain.low) || mentions_slot(p, d->domain.high);
    for (int i = 0; i < d->n_conditions && !binds; i++)
        binds = mentions_slot(p, d->conditions[i]);
    p->within = NULL;
    p->self = false;
    return binds;
}

/* The names of one scope that bind slots; true when there are new ones. */
static bool
close_scope(struct program *p, const struct scope *s)
{
    int before = p->n_slots, node;

    for (int i = 0; i < scope_count(s) && !p->why; i++) {
        const struct decl *d = scope_at(s, i);

        if (program_slot_find(p, d) < 0 && !find_alias(p, d) && binds_slot(p, d))
            program_slot(p, d, &node);
    }
    return p->n_slots > before;
}

/* A name that is the size of something declared is at least 1, although what has that
 * size is not spoken of. */
static void
bound_size(struct program *p, struct dim d)
{
    const struct decl *size = d.n == 0 && d.size && d.size->op == TERM_NAME
                                  ? program_resolve(p, d.size->name)
                                  : NULL;
    const struct term *one = expr_number(p->arena, "1");
    int slot = size ? program_slot_find(p, size) : -1;

    if (slot < 0 || p->slot[slot].size)
        return;
    add_bound(p, &p->slot[slot], one, false, false);
    p->within = NULL;
    push_end(p, size, one, RELATION_GREATER_EQUAL);
}

static void
bound_sizes(struct program *p, const struct scope *s)
{
    for (; s && !p->why; s = scope_parent(s))
        for (int i = 0; i < scope_count(s); i++) {
            const struct decl *d = scope_at(s, i);

            p->within = d;
            bound_size(p, d->type.rows);
            p->within = d;
            bound_size(p, d->type.cols);
        }
    p->within = NULL;
}

void
program_close(struct program *p)
{
    bool more = true;

    chance_close(p);
    while (more && !p->why) {
        more = close_scope(p, p->scope);
        for (int i = 0; i < p->n_slots; i++)
            if (p->slot[i].decl->scope != p->scope)
                more |= close_scope(p, p->slot[i].decl->scope);
    }
    bound_sizes(p, p->scope);
}
