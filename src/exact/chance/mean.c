/* E, Var and Cov. */
#include <string.h>

#include "exact/chance/expand.h"
#include "exact/chance/run.h"

enum { TERMS = 2 };

/* ---- building ---------------------------------------------------------------------- */

static bool
is_name_of_chance(struct program *p, const struct term *t)
{
    const struct decl *d = t->op == TERM_NAME ? program_resolve(p, t->name) : NULL;

    return d && chance_owns(d->type) && !d->value;
}

/* The conditions where the node stands, and what is drawn for those that are names, if
 * all of them are. */
static bool
add_conditions(struct program *p, const struct term *t, struct node *n, int *arg)
{
    bool names = true;

    for (int i = t->given; i < t->n; i++) {
        arg[n->n] = program_add(p, t->arg[i]);
        if (arg[n->n++] < 0)
            return false;
        names = names && is_name_of_chance(p, t->arg[i]);
    }
    for (int i = t->given; i < t->n && names; i++) {
        int owner = chance_owner(p, program_resolve(p, t->arg[i]->name));

        arg[n->n++] = chance_add_raw(p, owner);
    }
    return !p->why;
}

/* The inner slots of what is random at this depth. */
static uint64_t
bound_slots(const struct program *p, const int *root, int n)
{
    uint64_t all = 0, mine = 0;

    for (int i = 0; i < n; i++)
        all |= p->node[root[i]].depends;
    for (int i = 0; i < p->n_inner; i++)
        if (all >> i & 1 && p->inner[i].decl && p->inner[i].depth == p->chance->depth)
            mine |= UINT64_C(1) << i;
    return mine;
}

int
chance_add_mean(struct program *p, const struct term *t)
{
    struct node n = {.term = t, .op = t->op, .slot = -1, .inner = -1};
    int *arg = ARENA_ARRAY(p->arena, int, 2 * t->n + 1);
    int *root = ARENA_ARRAY(p->arena, int, t->n), depth;

    if (!chance_begin(p) || !add_conditions(p, t, &n, arg))
        return -1;
    body_enter(p);
    depth = p->chance->depth;
    p->chance->depth = p->depth;
    for (int i = 0; i < t->n && !p->why; i++)
        root[i] = program_add(p, t->arg[i]);
    n.arg = arg;
    if (!p->why)
        body_attach(p, &n, root, t->n, bound_slots(p, root, t->n));
    p->chance->depth = depth;
    body_leave(p);
    return p->why ? -1 : program_add_node(p, &n);
}

/* ---- running over the atoms -------------------------------------------------------- */

struct sums {
    struct balls x[TERMS], product; /* of weight times value; of weight times x y */
    struct ball weight, one, t;
    enum state state;
    int cause;
    bool any;
};

static void
sums_init(struct sums *s)
{
    for (int i = 0; i < TERMS; i++)
        balls_init(&s->x[i]);
    balls_init(&s->product);
    ball_init(&s->weight);
    ball_init(&s->one);
    ball_init(&s->t);
    s->state = DEFINED;
    s->any = false;
    s->cause = -1;
    ball_set_int(&s->weight, 0);
}

static void
sums_fini(struct sums *s)
{
    for (int i = 0; i < TERMS; i++)
        balls_fini(&s->x[i]);
    balls_fini(&s->product);
    ball_fini(&s->weight);
    ball_fini(&s->one);
    ball_fini(&s->t);
}

static void
clear(struct balls *v, int rows, int cols)
{
    balls_shape(v, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        ball_set_int(&v->at[i], 0);
}

/* Whether a condition has the value in this atom that it has where the node stands.
 * Values that cannot be told apart with all bits are one. */
static bool
meets(struct machine *m, const struct node *n, struct sums *s)
{
    int given = n->term->given, conditions = n->term->n - given;

    for (int i = 0; i < conditions; i++) {
        const struct balls *here = &m->reg[n->body->root[given + i]];
        const struct balls *there = &m->reg[n->arg[i]];

        if (here->state != DEFINED) {
            s->state = here->state;
            s->cause = here->cause;
            return false;
        }
        if (here->rows != there->rows || here->cols != there->cols)
            return false;
        for (int k = 0; k < here->rows * here->cols; k++) {
            enum order o = ball_match(&here->at[k], &there->at[k], m->prec);

            if (o == LESS || o == GREATER)
                return false;
        }
    }
    return true;
}

static void
add_products(struct machine *m, const struct node *n, struct sums *s,
             const struct balls *x, const struct balls *y)
{
    int cols = n->op == TERM_COVARIANCE ? y->rows : 1;

    if (!s->any)
        clear(&s->product, x->rows, cols);
    for (int i = 0; i < x->rows * cols; i++) {
        const struct ball *right =
            n->op == TERM_COVARIANCE ? &y->at[i % cols] : &x->at[i];

        ball_mul(&s->t, &x->at[i / cols], right, m->prec);
        ball_mul(&s->t, &s->t, &s->one, m->prec);
        ball_add(&s->product.at[i], &s->product.at[i], &s->t, m->prec);
    }
}

static bool
add_atom(struct machine *m, const struct node *n, struct sums *s)
{
    int given = n->term->given;
    const struct balls *y = &m->reg[n->body->root[given - 1]];

    for (int k = 0; k < given; k++) {
        const struct balls *x = &m->reg[n->body->root[k]];

        if (x->state != DEFINED) {
            s->state = x->state;
            s->cause = x->cause;
            return false;
        }
        if (!s->any)
            clear(&s->x[k], x->rows, x->cols);
        if (x->rows != s->x[k].rows || x->cols != s->x[k].cols)
            return false;
        for (int i = 0; i < x->rows * x->cols; i++) {
            ball_mul(&s->t, &x->at[i], &s->one, m->prec);
            ball_add(&s->x[k].at[i], &s->x[k].at[i], &s->t, m->prec);
        }
    }
    if (n->op != TERM_EXPECTATION)
        add_products(m, n, s, &m->reg[n->body->root[0]], y);
    ball_add(&s->weight, &s->weight, &s->one, m->prec);
    s->any = true;
    return true;
}

/* Whether a name is only taken by components here that chance does not decide. */
static bool
is_indexed(const struct program *p, const struct node *n, int name)
{
    for (int i = 0; i < n->body->n; i++)
        if (n->body->root[i] == name)
            return false;
    for (int i = 0; i < n->body->cone.n; i++) {
        const struct node *user = &p->node[n->body->cone.node[i]];

        for (int k = 0; k < user->n; k++)
            if (user->arg[k] == name &&
                (user->op != TERM_INDEX || user->n != 2 || k > 0 ||
                 p->node[user->arg[1]].depends & n->body->binds))
                return false;
    }
    return true;
}

/* The components of a name that the body takes. */
static scalars
taken(const struct machine *m, const struct node *n, int name, int owner)
{
    const struct world *w = m->world;
    scalars all = 0;

    for (int i = 0; i < n->body->cone.n; i++) {
        const struct node *user = &m->program->node[n->body->cone.node[i]];
        const struct balls *v;

        if (user->op != TERM_INDEX || user->arg[0] != name)
            continue;
        v = &m->reg[user->arg[1]];
        if (v->state == DEFINED && ball_is_integer(v->at) &&
            fmpz_sgn(fmpq_numref(v->at->re)) > 0 &&
            fmpz_cmp_si(fmpq_numref(v->at->re), w->count[owner]) <= 0)
            all |= SCALAR(w->first[owner] + fmpz_get_si(fmpq_numref(v->at->re)) - 1);
    }
    return all;
}

/* The scalars that the body depends on. */
static scalars
needed(const struct machine *m, const struct node *n)
{
    const struct program *p = m->program;
    scalars all = 0;

    for (int i = 0; i < n->body->cone.n; i++) {
        int node = n->body->cone.node[i], inner = p->node[node].inner, owner;

        if (p->node[node].op != TERM_NAME || inner < 0 || !(n->body->binds >> inner & 1))
            continue;
        owner = world_owner_of_slot(m->world, p, inner);
        all |= is_indexed(p, n, node) ? taken(m, n, node, owner)
                                      : world_scalars(m->world, owner);
    }
    return all;
}

/* Whether conditions that are names without a form have their values in an atom: a quick
 * look before the body is run. */
static bool
may_meet(const struct machine *m, const struct node *n, const struct walk *w)
{
    int conditions = n->term->n - n->term->given;
    const struct world *world = m->world;

    if (n->strict != 2 * conditions)
        return true;
    for (int i = 0; i < conditions; i++) {
        int node = n->arg[i];
        const struct balls *v = &m->reg[node];
        int owner =
            node == n->arg[conditions + i] && m->program->node[node].inner >= 0
                ? world_owner_of_slot(world, m->program, m->program->node[node].inner)
                : -1;

        for (int k = 0; k < w->n && owner >= 0; k++) {
            int scalar = w->scalar[k], entry = scalar - world->first[owner];

            if (world->owner[scalar] == owner && entry < v->rows &&
                !fmpq_equal(v->at[entry].re,
                            world->space.scalar[scalar].value[w->digit[k]]))
                return false;
        }
    }
    return true;
}

static void
run_atoms(struct machine *m, const struct node *n, struct sums *s)
{
    scalars set = needed(m, n);
    struct kept_walk *kept = world_walk(m, set, ATOMS_MAX);
    struct walk *w = kept ? &kept->walk : NULL;

    if (!w) {
        m->crowded = true;
        s->state = machine_stop(m);
        return;
    }
    while (s->state == DEFINED && walk_next(w)) {
        if (!may_meet(m, n, w))
            continue;
        world_set(m, w, n->body->binds);
        if (!machine_body(m, n->body)) {
            s->state = UNKNOWN;
            break;
        }
        if (!meets(m, n, s))
            continue;
        ball_set_fmpq(&s->one, walk_weight(w));
        if (!add_atom(m, n, s) && s->state == DEFINED)
            s->state = UNDEFINED;
    }
    world_rest(kept);
}

/* ---- what the sums say ------------------------------------------------------------- */

static enum state
finish_mean(struct machine *m, struct sums *s, struct balls *r)
{
    balls_shape(r, s->x[0].rows, s->x[0].cols);
    for (int i = 0; i < r->rows * r->cols; i++)
        ball_div(&r->at[i], &s->x[0].at[i], &s->weight, m->prec);
    return DEFINED;
}

/* E[x y] - E[x] E[y] */
static enum state
finish_products(struct machine *m, const struct node *n, struct sums *s, struct balls *r)
{
    bool pair = n->op == TERM_COVARIANCE;
    const struct balls *y = &s->x[pair ? 1 : 0];
    int cols = pair ? y->rows : 1;

    if (s->x[0].cols != 1 || y->cols != 1)
        return UNDEFINED;
    balls_shape(r, s->x[0].rows, cols);
    for (int i = 0; i < r->rows * cols; i++) {
        ball_mul(&s->t, &s->x[0].at[i / cols], &y->at[pair ? i % cols : i], m->prec);
        ball_div(&s->t, &s->t, &s->weight, m->prec);
        ball_sub(&r->at[i], &s->product.at[i], &s->t, m->prec);
        ball_div(&r->at[i], &r->at[i], &s->weight, m->prec);
    }
    return DEFINED;
}

enum state
mean_run(struct machine *m, const struct node *n, struct balls *r)
{
    struct sums s;
    enum state state;

    if (!m->world || !m->world->space.exists)
        return UNKNOWN;
    if (expand_mean(m, n, r))
        return DEFINED;
    if (m->stopped)
        return UNKNOWN;
    sums_init(&s);
    run_atoms(m, n, &s);
    state = s.state;
    if (state != DEFINED)
        r->cause = s.cause < 0 ? r->cause : s.cause;
    else if (!s.any || ball_has_zero(&s.weight))
        state = UNDEFINED;
    else if (n->op == TERM_EXPECTATION)
        state = finish_mean(m, &s, r);
    else
        state = finish_products(m, n, &s, r);
    sums_fini(&s);
    return state;
}
