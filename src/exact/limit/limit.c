#include "exact/limit/limit.h"

#include <string.h>

#include "exact/limit/follow.h"
#include "exact/machine/body.h"

/* ---- the node ---------------------------------------------------------------------- */

static const struct decl *
find_name(void *ctx, const struct decl *inside, const char *name)
{
    return inside ? scope_find_before(inside, name) : program_resolve(ctx, name);
}

/* Whether a term speaks of the index, or of one inside the limit. */
struct search_index {
    const struct program *p;
    const struct frame *outside;
    bool found;
};

static void
compare_index(void *ctx, const struct term *name)
{
    struct search_index *s = ctx;

    for (const struct frame *f = s->p->frame; f != s->outside; f = f->outer)
        s->found |= strcmp(f->name, name->name) == 0;
}

static bool
has_index(const struct program *p, const struct frame *outside, const struct term *t)
{
    struct search_index s = {p, outside, false};

    term_free_names(t, compare_index, &s);
    return s.found;
}

static bool
push_argument(struct program *p, struct limit *l, const struct term *t)
{
    int node = program_add(p, t);

    if (node < 0)
        return false;
    l->arg = program_grow(p, l->arg, l->n_args, &l->cap_args, sizeof *l->arg);
    l->arg[l->n_args++] = node;
    return true;
}

static void
push_leaf(struct program *p, struct limit *l, const struct term *t,
          const struct term *value)
{
    l->leaf = program_grow(p, l->leaf, l->n, &l->cap, sizeof *l->leaf);
    l->leaf[l->n++] = (struct leaf){t, value, l->n_args - 1};
}

static bool collect(struct program *p, struct limit *l, const struct frame *outside,
                    const struct term *t);

static bool
collect_derivative(struct program *p, struct limit *l, const struct frame *outside,
                   const struct term *t)
{
    struct meanings m = {find_name, p, p->scope};
    struct err e;
    const struct term *value =
        expr_derivative_among(p->arena, m, t->arg[0], t->arg[1], &e);

    if (!value)
        return program_refuse(p, arena_strdup(p->arena, e.msg)) >= 0;
    push_leaf(p, l, t, value);
    return collect(p, l, outside, t->arg[0]) && collect(p, l, outside, value);
}

/* What the machine evaluates: names, and what no germ is made for. */
static bool
collect(struct program *p, struct limit *l, const struct frame *outside,
        const struct term *t)
{
    struct frame f = {.inner = -1, .node = -1};
    bool good = true, leaf = !limit_can_follow(t);

    if (leaf && has_index(p, outside, t)) {
        if (t->op != TERM_NAME)
            program_refuse(p, arena_printf(p->arena, "the limit of %s is not worked out",
                                           expr_plain(p->arena, t, 0)));
        return t->op == TERM_NAME;
    }
    if (leaf) {
        good = push_argument(p, l, t);
        push_leaf(p, l, t, NULL);
        return good;
    }
    if (t->op == TERM_DERIVATIVE)
        return collect_derivative(p, l, outside, t);
    for (int i = 0; i < t->n && good; i++) {
        bool inside = term_binds(t) && i == t->n - 1;

        f.name = t->name;
        if (inside)
            body_open(p, &f);
        good = collect(p, l, outside, t->arg[i]);
        if (inside)
            body_close(p);
    }
    return good;
}

static int
towards(const struct term *point)
{
    bool minus = point->op == TERM_NEG && point->arg[0]->op == TERM_INFINITY;

    return point->op == TERM_INFINITY ? 1 : minus ? -1 : 0;
}

/* An index that is declared to lie on one side of the point stays there. */
static int
declared_side(const struct program *p, const struct term *t)
{
    const struct decl *d = program_resolve(p, t->name);

    if (d && d->domain.low && expr_same(d->domain.low, t->arg[0]))
        return 1;
    return d && d->domain.high && expr_same(d->domain.high, t->arg[0]) ? -1 : 0;
}

static bool
has_fold(const struct term *t)
{
    bool found = t->op == TERM_SUM || t->op == TERM_PRODUCT;

    for (int i = 0; i < t->n && !found; i++)
        found = has_fold(t->arg[i]);
    return found;
}

/* A point of the body near the limit, so that what happens in it is looked at: kinks that
 * other names come to. It is no argument that must be defined. */
static void
push_body(struct program *p, struct limit *l)
{
    const struct term *t = l->term;
    struct replacement r = {t->name, t->arg[0]};
    const struct term *near;
    struct err e;

    if (l->towards)
        r.by = expr_number(p->arena, has_fold(t->arg[1]) ? "8" : "1e9");
    if (l->towards < 0)
        r.by = expr_apply(p->arena, TERM_NEG, r.by, NULL, &e);
    near = expr_replace(p->arena, t->arg[1], &r, 1);
    if (near && !push_argument(p, l, near))
        p->why = NULL;
}

int
limit_add(struct program *p, const struct term *t)
{
    struct limit *l = ARENA_NEW(p->arena, struct limit);
    struct node n = {.term = t, .op = t->op, .slot = -1, .inner = -1, .limit = l};
    struct frame f = {.name = t->name, .inner = -1, .node = -1};
    const struct frame *outside = p->frame;
    bool good;

    *l = (struct limit){.term = t, .index = t->name, .towards = towards(t->arg[0])};
    l->side = l->towards ? l->towards : declared_side(p, t);
    if (!l->towards && !collect(p, l, outside, t->arg[0]))
        return -1;
    body_open(p, &f);
    good = collect(p, l, outside, t->arg[1]);
    body_close(p);
    if (!good)
        return program_refuse(p, "this limit is not worked out");
    n.strict = l->n_args;
    push_body(p, l);
    n.arg = l->arg;
    n.n = l->n_args;
    return program_add_node(p, &n);
}

/* ---- one side ---------------------------------------------------------------------- */

enum side_state { SIDE_VALUE, SIDE_NOWHERE, SIDE_NONE, SIDE_CLOSE, SIDE_OPEN };

struct side {
    enum side_state state;
    int rows, cols;
    const struct num **at;
    struct germs germs;
};

/* The limit of a germ; NULL when there is none. */
static const struct num *
limit_of(struct germs *s, const struct germ *g, bool *none)
{
    struct split p;

    if (!germ_split(s, g, &p))
        return NULL;
    if (p.large->n && germ_lead(s, p.large))
        *none = true;
    else if (p.large->error)
        germ_fail(s, GERM_SHORT);
    return s->state == GERM_FINE ? p.c : NULL;
}

static void
read_grid(struct side *side, const struct grid *g)
{
    bool none = false;

    side->rows = g->rows;
    side->cols = g->cols;
    side->at = ARENA_ARRAY(side->germs.arena, const struct num *, g->rows * g->cols + 1);
    for (int i = 0; i < g->rows * g->cols && side->germs.state == GERM_FINE; i++)
        side->at[i] = limit_of(&side->germs, g->at[i], &none);
    side->state = none ? SIDE_NONE : SIDE_VALUE;
}

static enum side_state
state_of(enum germ_state why)
{
    return why == GERM_NOWHERE ? SIDE_NOWHERE
           : why == GERM_CLOSE ? SIDE_CLOSE
                               : SIDE_OPEN;
}

/* The point + t or - t; 1/t or -1/t. */
static const struct germ *
approach(struct follow *f, const struct limit *l, int sign)
{
    const struct num *direction = num_int(&f->germs->nums, sign);
    const struct germ *step = germ_scaled(f->germs, germ_t(f->germs, l->towards ? -1 : 1),
                                          direction, f->germs->one);
    const struct grid *point = l->towards ? NULL : follow_term(f, l->term->arg[0]);

    return l->towards ? step : point ? germ_add(f->germs, point->at[0], step) : NULL;
}

static void
try_side(struct side *side, struct machine *m, const struct node *n, int sign)
{
    struct followed index = {n->limit->index, NULL, NULL};
    struct follow f = {&side->germs, m, n, &index};
    const struct grid *g;

    index.value = approach(&f, n->limit, sign);
    g = follow_term(&f, n->limit->term->arg[1]);
    if (g)
        read_grid(side, g);
    if (side->germs.state != GERM_FINE)
        side->state = state_of(side->germs.state);
}

/* With more and more terms. */
static void
take_side(struct side *side, struct machine *m, const struct node *n, struct arena *a,
          int sign)
{
    static const int terms[] = {5, 12, 28};

    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        if (i > 0)
            germs_fini(&side->germs);
        germs_init(&side->germs, a, m->prec, terms[i]);
        try_side(side, m, n, sign);
        if (!machine_afford(m, 0, side->germs.work))
            side->state = SIDE_OPEN;
        if (side->germs.state != GERM_SHORT)
            return;
    }
}

/* ---- both -------------------------------------------------------------------------- */

/* The least ball around both. */
static void
hull(struct ball *r, const struct ball *x, const struct ball *y, slong prec)
{
    acb_t s, t;

    acb_init(s);
    acb_init(t);
    ball_begin(r, x, y);
    acb_union(r->x, ball_enclose(x, s, prec), ball_enclose(y, t, prec), prec);
    acb_clear(s);
    acb_clear(t);
}

/* There is a limit when both sides have the same; balls that overlap may be the same. */
static enum state
join(struct balls *r, const struct side *x, const struct side *y, slong prec)
{
    balls_shape(r, x->rows, x->cols);
    if (y && (x->rows != y->rows || x->cols != y->cols))
        return UNDEFINED;
    for (int i = 0; i < x->rows * x->cols; i++) {
        const struct num *a = x->at[i], *b = y ? y->at[i] : a;
        enum order o = a == b ? SAME : ball_match(&a->ball, &b->ball, prec);

        if (o == LESS || o == GREATER)
            return UNDEFINED;
        if (o == SAME || a->mark == b->mark)
            ball_copy(&r->at[i], &a->ball);
        else
            hull(&r->at[i], &a->ball, &b->ball, prec);
    }
    return DEFINED;
}

static enum state
open_limit(struct machine *m, const struct side *x, const struct side *y)
{
    if (x->state != SIDE_OPEN && (!y || y->state != SIDE_OPEN))
        return UNKNOWN;
    m->stopped = true;
    m->open = "a limit is not worked out";
    return UNKNOWN;
}

static enum state
judge_sides(struct machine *m, const struct side *x, const struct side *y,
            struct balls *r)
{
    bool open = x->state >= SIDE_CLOSE || (y && y->state >= SIDE_CLOSE);

    if (x->state == SIDE_NONE || (y && y->state == SIDE_NONE))
        return UNDEFINED;
    if (open)
        return open_limit(m, x, y);
    if (x->state == SIDE_NOWHERE)
        return y && y->state == SIDE_VALUE ? join(r, y, NULL, m->prec) : UNDEFINED;
    return join(r, x, y && y->state == SIDE_VALUE ? y : NULL, m->prec);
}

enum state
limit_run(struct machine *m, const struct node *n, struct balls *r)
{
    const struct limit *l = n->limit;
    struct arena *a = arena_new();
    struct side first = {0}, second = {0};
    enum state state;

    take_side(&first, m, n, a, l->side ? l->side : 1);
    if (!l->side)
        take_side(&second, m, n, a, -1);
    state = judge_sides(m, &first, l->side ? NULL : &second, r);
    germs_fini(&first.germs);
    if (!l->side)
        germs_fini(&second.germs);
    arena_free(a);
    return state;
}
