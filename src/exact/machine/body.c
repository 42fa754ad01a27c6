#include "exact/machine/body.h"

#include <limits.h>
#include <string.h>

#include "exact/number/func.h"

/* ---- frames ------------------------------------------------------------------------ */

int
body_slot(struct program *p, const struct decl *d, enum sign sign)
{
    for (int i = 0; i < p->n_inner; i++)
        if (p->inner[i].decl == d && p->inner[i].depth == p->depth &&
            p->inner[i].sign == sign)
            return i;
    if (p->n_inner == INNER_MAX)
        return program_refuse(p, "there are too many sums and averages in one another");
    p->inner = program_grow(p, p->inner, p->n_inner, &p->cap_inner, sizeof *p->inner);
    p->inner[p->n_inner] = (struct inner){d, p->depth, sign};
    return p->n_inner++;
}

void
body_enter(struct program *p)
{
    p->depth++;
}

void
body_leave(struct program *p)
{
    p->depth--;
}

void
body_open(struct program *p, struct frame *f)
{
    f->outer = p->frame;
    p->frame = f;
}

void
body_close(struct program *p)
{
    p->frame = p->frame->outer;
}

const struct frame *
body_index(const struct program *p, const char *name)
{
    for (const struct frame *f = p->frame; f != p->shut; f = f->outer)
        if (!f->decl && strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

const struct frame *
body_frame(const struct program *p, const struct decl *d)
{
    for (const struct frame *f = p->frame; f; f = f->outer)
        if (f->decl == d)
            return f;
    return NULL;
}

int
body_name(struct program *p, const struct frame *f, const struct term *name)
{
    struct node n = {.term = name, .op = TERM_NAME, .slot = -1, .inner = f->inner};

    return f->inner < 0 ? f->node : program_add_node(p, &n);
}

/* ---- building ---------------------------------------------------------------------- */

/* The nodes that depend on the slots of b, in order; into `outside` those that they need
 * and that do not. */
static struct cone
split_cone(const struct program *p, const struct body *b, int *outside, int *n)
{
    struct cone all = program_cone(p, b->root, b->n), in = {0};
    int *list = ARENA_ARRAY(p->arena, int, all.n);
    bool *listed = ARENA_ARRAY(p->arena, bool, p->n);

    for (int i = 0; i < b->n; i++)
        if (!(p->node[b->root[i]].depends & b->binds) && !listed[b->root[i]]) {
            listed[b->root[i]] = true;
            outside[(*n)++] = b->root[i];
        }
    for (int i = 0; i < all.n; i++) {
        const struct node *d = &p->node[all.node[i]];

        if (!(d->depends & b->binds))
            continue;
        list[in.n++] = all.node[i];
        for (int k = 0; k < d->n; k++)
            if (!(p->node[d->arg[k]].depends & b->binds) && !listed[d->arg[k]]) {
                listed[d->arg[k]] = true;
                outside[(*n)++] = d->arg[k];
            }
    }
    in.node = list;
    return in;
}

void
body_attach(struct program *p, struct node *n, const int *root, int n_roots,
            uint64_t binds)
{
    struct body *b = ARENA_NEW(p->arena, struct body);
    int *roots = ARENA_ARRAY(p->arena, int, n_roots);
    int *arg = ARENA_ARRAY(p->arena, int, n->n + p->n);

    if (n->n > 0)
        memcpy(arg, n->arg, sizeof *arg * (size_t)n->n);
    memcpy(roots, root, sizeof *roots * (size_t)n_roots);
    *b = (struct body){.n = n_roots, .root = roots, .binds = binds};
    n->strict = n->n;
    b->cone = split_cone(p, b, arg, &n->n);
    n->arg = arg;
    n->body = b;
}

/* ---- sums and products ------------------------------------------------------------- */

/* The arguments of a fold: its bounds, and what the sides of its value come from. */
enum { LOW, HIGH, SIDES };

static void
mark_counts(struct program *p, const struct term *t)
{
    int slot = -1;

    if (t->op == TERM_NAME)
        slot = program_slot_find(p, program_resolve(p, t->name));
    if (slot >= 0)
        p->slot[slot].count = true;
    for (int i = 0; i < t->n; i++)
        mark_counts(p, t->arg[i]);
}

/* Symbolic sides, which an empty sum has as well. */
static bool
add_sides(struct program *p, const struct term *t, int *arg, int *n)
{
    struct dim sides[] = {t->type.rows, t->type.cols};

    if (!type_is_array(t->type))
        return true;
    for (int i = 0; i < 2; i++) {
        if (sides[i].n || !sides[i].size)
            continue;
        arg[*n] = program_add(p, sides[i].size);
        if (arg[(*n)++] < 0)
            return false;
    }
    return true;
}

static int
add_index_body(struct program *p, const struct term *t, enum sign low, int *inner)
{
    struct frame f = {.name = t->name};
    int root;

    body_enter(p);
    f.inner = *inner = body_slot(p, NULL, low);
    if (*inner < 0)
        return -1;
    body_open(p, &f);
    root = program_add(p, t->arg[2]);
    body_close(p);
    body_leave(p);
    return root;
}

int
body_add_fold(struct program *p, const struct term *t)
{
    struct node n = {.term = t, .op = t->op, .slot = -1, .inner = -1, .n = SIDES};
    int arg[SIDES + 2], root, inner;

    arg[LOW] = program_add(p, t->arg[LOW]);
    arg[HIGH] = program_add(p, t->arg[HIGH]);
    if (arg[LOW] < 0 || arg[HIGH] < 0 || !add_sides(p, t, arg, &n.n))
        return -1;
    mark_counts(p, t->arg[LOW]);
    mark_counts(p, t->arg[HIGH]);
    root = add_index_body(p, t, p->node[arg[LOW]].sign, &inner);
    if (root < 0)
        return -1;
    n.arg = arg;
    body_attach(p, &n, &root, 1, UINT64_C(1) << inner);
    return program_add_node(p, &n);
}

/* ---- items ------------------------------------------------------------------------- */

static int
index_slot(const struct node *fold)
{
    int inner = 0;

    while (!(fold->body->binds >> inner & 1))
        inner++;
    return inner;
}

static bool
is_small_literal(const struct node *n)
{
    return n->op == TERM_NUMBER && n->term->exponent >= 0 && n->term->near <= INT_MAX;
}

long
body_items(const struct program *p, int fold)
{
    const struct node *low = &p->node[p->node[fold].arg[LOW]];
    const struct node *high = &p->node[p->node[fold].arg[HIGH]];

    if (!is_small_literal(low) || !is_small_literal(high))
        return -1;
    return high->term->near < low->term->near
               ? 0
               : (long)(high->term->near - low->term->near) + 1;
}

static int replace(struct program *p, int node, int inner, int by, int *memo);

static int
replace_parts(struct program *p, int node, int inner, int by, int *memo)
{
    struct node n = p->node[node];
    int *arg = ARENA_ARRAY(p->arena, int, n.n + 1), *root = NULL;

    n.n = n.body ? n.strict : n.n;
    for (int i = 0; i < n.n; i++)
        arg[i] = replace(p, n.arg[i], inner, by, memo);
    n.arg = arg;
    if (n.body) {
        root = ARENA_ARRAY(p->arena, int, n.body->n);
        for (int i = 0; i < n.body->n; i++)
            root[i] = replace(p, n.body->root[i], inner, by, memo);
        body_attach(p, &n, root, n.body->n, n.body->binds);
    }
    return program_add_node(p, &n);
}

/* memo: of each node of the program as it was, what it became, plus 1; else 0. */
static int
replace(struct program *p, int node, int inner, int by, int *memo)
{
    if (!(p->node[node].depends >> inner & 1))
        return node;
    if (p->node[node].inner == inner)
        return by;
    if (!memo[node])
        memo[node] = replace_parts(p, node, inner, by, memo) + 1;
    return memo[node] - 1;
}

int
body_replace(struct program *p, int node, int inner, int by)
{
    return replace(p, node, inner, by, ARENA_ARRAY(p->arena, int, p->n));
}

int
body_item(struct program *p, int fold, int place)
{
    struct node n = p->node[fold], sum = {.op = TERM_ADD, .slot = -1, .inner = -1};
    long items = body_items(p, fold);
    int arg[2] = {n.arg[LOW]};
    struct err e;

    if (items >= 0 && place >= items)
        return -1;
    if (place > 0) {
        const struct term *low = p->node[arg[0]].term;
        const struct term *by =
            expr_number(p->arena, arena_printf(p->arena, "%d", place));

        arg[1] = program_add(p, by);
        sum.term = expr_apply(p->arena, TERM_ADD, low, by, &e);
        sum.arg = memcpy(ARENA_ARRAY(p->arena, int, 2), arg, sizeof arg);
        sum.n = 2;
        if (!sum.term)
            return -1;
        arg[0] = program_add_node(p, &sum);
    }
    return body_replace(p, n.body->root[0], index_slot(&n), arg[0]);
}

/* ---- running ----------------------------------------------------------------------- */

/* A whole number that counts something. */
static enum state
get_bound(const struct balls *v, fmpz_t out)
{
    if (!balls_is_number(v))
        return UNDEFINED;
    if (!ball_is_integer(v->at))
        return v->at->exact ? UNDEFINED : UNKNOWN;
    fmpz_set(out, fmpq_numref(v->at->re));
    return DEFINED;
}

static int
side(const struct machine *m, const struct node *n, struct dim d, int *used)
{
    const struct balls *v;

    if (d.n || !d.size)
        return d.n ? d.n : 1;
    v = &m->reg[n->arg[SIDES + (*used)++]];
    return ball_is_integer(v->at) && fmpz_cmp_si(fmpq_numref(v->at->re), SIDE_MAX) <= 0
               ? (int)fmpz_get_si(fmpq_numref(v->at->re))
               : 0;
}

/* A sum of nothing is 0, a product 1. */
static enum state
set_empty(struct machine *m, const struct node *n, struct balls *r)
{
    struct type t = n->term->type;
    int used = 0, rows = 1, cols = 1;

    if (type_is_array(t))
        rows = side(m, n, t.rows, &used);
    if (t.kind == TYPE_MATRIX)
        cols = side(m, n, t.cols, &used);
    if (rows < 1 || cols < 1)
        return UNDEFINED;
    if (!machine_afford(m, (long)rows * cols, rows * cols))
        return UNKNOWN;
    m->reg_items[r - m->reg] = 0;
    balls_shape(r, rows, cols);
    for (int i = 0; i < rows * cols; i++)
        ball_set_int(&r->at[i], n->op == TERM_PRODUCT);
    return DEFINED;
}

/* `times` equal items. */
static enum state
fold_equal(const struct machine *m, const struct node *n, const fmpz_t times,
           struct balls *r)
{
    const struct balls *item = &m->reg[n->body->root[0]];
    struct ball count;

    if (item->state != DEFINED) {
        r->cause = item->cause;
        return item->state;
    }
    if (n->op == TERM_PRODUCT) {
        balls_shape(r, 1, 1);
        return ball_pow_int(r->at, item->at, times, m->prec);
    }
    ball_init(&count);
    ball_set_fmpz(&count, times);
    balls_shape(r, item->rows, item->cols);
    for (int i = 0; i < item->rows * item->cols; i++)
        ball_mul(&r->at[i], &count, &item->at[i], m->prec);
    ball_fini(&count);
    return DEFINED;
}

/* One more item. */
static enum state
fold_item(struct machine *m, const struct node *n, const struct balls *item, bool first,
          struct balls *r)
{
    if (first) {
        int cause = r->cause;

        balls_copy(r, item);
        r->cause = cause;
        return DEFINED;
    }
    if (item->rows != r->rows || item->cols != r->cols)
        return UNDEFINED;
    if (!machine_afford(m, 0, item->rows * item->cols))
        return UNKNOWN;
    for (int i = 0; i < item->rows * item->cols; i++)
        (n->op == TERM_SUM ? ball_add : ball_mul)(&r->at[i], &r->at[i], &item->at[i],
                                                  m->prec);
    return DEFINED;
}

/* How many of the items the value has already: when only the upper bound was raised. */
static long
count_kept(const struct machine *m, const struct node *n, long times,
           const struct balls *r)
{
    long node = r - m->reg;
    bool same = r->state == DEFINED && machine_is_precise(m, (int)node) &&
                m->chance_time <= m->reg_time[node];

    for (int k = 0; k < n->n && same; k++)
        same = k == HIGH || m->reg_time[n->arg[k]] <= m->reg_time[node];
    return same && m->reg_items[node] <= times ? m->reg_items[node] : 0;
}

/* The items from `low` on. An item that may be undefined does not hide one that is. */
static enum state
fold_items(struct machine *m, const struct node *n, const fmpz_t low, long times,
           struct balls *r)
{
    int inner = index_slot(n);
    long kept = count_kept(m, n, times, r);
    enum state all = DEFINED;

    m->reg_items[r - m->reg] = times;
    for (long i = kept; i < times; i++) {
        struct balls *index = machine_inner(m, inner);
        const struct balls *item = &m->reg[n->body->root[0]];
        enum state state = DEFINED;

        balls_shape(index, 1, 1);
        ball_set_fmpz(index->at, low);
        fmpq_add_si(index->at->re, index->at->re, i);
        if (!machine_body(m, n->body))
            return UNKNOWN;
        state = item->state;
        if (state != DEFINED)
            r->cause = item->cause;
        else if (all == DEFINED)
            state = fold_item(m, n, item, i == 0, r);
        if (state == UNDEFINED)
            return state;
        all = state == UNKNOWN ? state : all;
    }
    return all;
}

enum state
body_run_fold(struct machine *m, const struct node *n, struct balls *r)
{
    enum state state;
    fmpz_t low, times;

    fmpz_init(low);
    fmpz_init(times);
    state = get_bound(&m->reg[n->arg[LOW]], low);
    if (state == DEFINED)
        state = get_bound(&m->reg[n->arg[HIGH]], times);
    fmpz_sub(times, times, low);
    fmpz_add_ui(times, times, 1);
    if (state != DEFINED)
        state = state == UNKNOWN ? machine_stop(m) : state;
    else if (fmpz_sgn(times) <= 0)
        state = set_empty(m, n, r);
    else if (n->body->cone.n == 0)
        state = fold_equal(m, n, times, r);
    else if (fmpz_cmp_si(times, WORK_MAX / n->body->cone.n) > 0)
        state = machine_stop(m);
    else
        state = fold_items(m, n, low, fmpz_get_si(times), r);
    fmpz_clear(low);
    fmpz_clear(times);
    return state;
}
