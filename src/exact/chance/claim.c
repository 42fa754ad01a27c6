/*
 * Claims: assumptions that the weights are made for.
 *
 * Each becomes functions g on the atoms of a block whose mean must be 0: for E[x | c] = r
 * the function x - r where c has one value, and 0 elsewhere, for each value of c. What
 * averages on the other side are is kept as it is while the weights are changed.
 */
#include <flint/fmpz_vec.h>
#include <stdlib.h>

#include "base/memory.h"
#include "exact/chance/form.h"
#include "exact/chance/mix.h"
#include "exact/chance/run.h"

enum { ENTRIES_MOST = 8 };

/* What the functions of a block are collected for. */
struct maker {
    struct machine *m;
    struct space *space;
    const struct block *block;
    void (*add)(void *ctx, const fmpq *g); /* a function on the atoms */
    void *ctx;
    bool plain; /* only claims that speak of no other averages */
    bool *more; /* set when others are left out, or functions change with the weights */
};

/* ---- which claims ------------------------------------------------------------------ */

static scalars
block_scalars(const struct block *b)
{
    scalars all = 0;

    for (int k = 0; k < b->n; k++)
        all |= SCALAR(b->scalar[k]);
    return all;
}

static scalars
claim_scalars(const struct world *w, const struct claim *c)
{
    scalars all = 0;

    for (int i = 0; i < w->chance->n_owners; i++)
        if (c->owners >> i & c->parts >> i & 1)
            all |= world_scalars(w, i) & c->component[i] << w->first[i];
        else if (c->owners >> i & 1)
            all |= world_scalars(w, i);
    return all;
}

static bool
is_claim_about(const struct world *w, const struct claim *c, scalars set)
{
    scalars mine = c->node >= 0 && !c->met ? claim_scalars(w, c) : 0;

    return mine && !(mine & ~set);
}

static bool
is_pair_about(const struct world *w, const struct apart *p, scalars set)
{
    scalars x = world_scalars(w, p->x) & set, y = world_scalars(w, p->y) & set;

    return x && y && (x | y) & ((x | y) - 1);
}

bool
claim_touches(const struct world *w, const struct block *b)
{
    scalars set = block_scalars(b);

    for (int i = 0; i < w->chance->n_claims; i++)
        if (is_claim_about(w, &w->chance->claim[i], set))
            return true;
    for (int i = 0; i < w->chance->n_apart; i++)
        if (is_pair_about(w, &w->chance->apart[i], set))
            return true;
    return false;
}

/* ---- values on the atoms ----------------------------------------------------------- */

/* Put the inner slots `slots` where an atom of the block says. */
static void
go_to(const struct maker *k, int atom, uint64_t slots)
{
    struct walk w = {.space = k->space, .n = k->block->n};

    for (int i = 0; i < w.n; i++) {
        w.scalar[i] = k->block->scalar[i];
        w.digit[i] = space_digit(k->space, k->block, i, atom);
    }
    world_set(k->m, &w, slots);
}

/* An entry of a value, when it is a fraction. */
static bool
get_fraction(const struct balls *v, int entry, fmpq_t out)
{
    int at = balls_is_number(v) ? 0 : entry;

    if (v->state != DEFINED || at >= v->rows * v->cols || !ball_is_rational(&v->at[at]))
        return false;
    fmpq_set(out, v->at[at].re);
    return true;
}

/* The values of a root of a body on all atoms. */
static bool
body_values(const struct maker *k, const struct node *n, int root, int entry, fmpq *out)
{
    for (int i = 0; i < k->block->atoms; i++) {
        go_to(k, i, n->body->binds);
        if (!machine_body(k->m, n->body) ||
            !get_fraction(&k->m->reg[n->body->root[root]], entry, &out[i]))
            return false;
    }
    return true;
}

/* The value that an average should have, on all atoms: what is behind its bar may decide
 * it. */
static bool
side_values(const struct maker *k, int side, int entry, fmpq *out)
{
    const struct program *p = k->m->program;
    struct cone cone = program_cone(p, &side, 1);

    for (int i = 0; i < k->block->atoms; i++) {
        if (i == 0 || p->node[side].depends) {
            go_to(k, i, p->node[side].depends);
            machine_run(k->m, cone, k->m->prec);
        }
        if (!get_fraction(&k->m->reg[side], entry, &out[i]))
            return false;
    }
    return true;
}

/* Atoms of one class go apart where a value differs; a class is called by its first atom.
 */
static void
refine(const fmpq *v, int atoms, int *class)
{
    int *old = xmalloc((size_t)atoms * sizeof *old);

    for (int i = 0; i < atoms; i++)
        old[i] = class[i];
    for (int i = 0; i < atoms; i++) {
        class[i] = 0;
        while (old[class[i]] != old[i] || !fmpq_equal(&v[class[i]], &v[i]))
            class[i]++;
    }
    free(old);
}

/* The classes of atoms with the same values of the conditions. */
static bool
classify(const struct maker *k, const struct node *n, int *class)
{
    int atoms = k->block->atoms, given = n->term->given;
    fmpq *v = fractions_new(atoms);
    bool good = true;

    for (int i = 0; i < atoms; i++)
        class[i] = 0;
    for (int c = given; c < n->term->n && good; c++)
        for (int e = 0, rows = 1; e < rows && good; e++) {
            good = body_values(k, n, c, e, v);
            rows = k->m->reg[n->body->root[c]].rows;
            if (good)
                refine(v, atoms, class);
        }
    fractions_free(v, atoms);
    return good;
}

/* ---- functions --------------------------------------------------------------------- */

/* v less its mean on the atoms of a class, and that function itself. */
static void
centre(const struct maker *k, fmpq *v, const int *class, int which, fmpq *g)
{
    fmpq_t sum, weight;

    fmpq_init(sum);
    fmpq_init(weight);
    for (int i = 0; i < k->block->atoms; i++) {
        if (class[i] != which)
            continue;
        fmpq_addmul(sum, &v[i], &k->block->weight[i]);
        fmpq_add(weight, weight, &k->block->weight[i]);
    }
    if (!fmpq_is_zero(weight))
        fmpq_div(sum, sum, weight);
    for (int i = 0; i < k->block->atoms; i++) {
        fmpq_zero(&g[i]);
        if (class[i] != which)
            continue;
        fmpq_sub(&v[i], &v[i], sum);
        fmpq_set(&g[i], &v[i]);
    }
    fmpq_clear(sum);
    fmpq_clear(weight);
    k->add(k->ctx, g);
}

/* The functions of one class. x, y: what is averaged; r: what should come out. */
static void
make_class(const struct maker *k, enum term_op op, fmpq *const v[3], const int *class,
           int which)
{
    int atoms = k->block->atoms;
    fmpq *g = fractions_new(atoms);

    if (op != TERM_EXPECTATION)
        centre(k, v[0], class, which, g);
    if (op == TERM_COVARIANCE)
        centre(k, v[1], class, which, g);
    for (int i = 0; i < atoms; i++) {
        fmpq_zero(&g[i]);
        if (class[i] != which)
            continue;
        fmpq_set(&g[i], &v[0][i]);
        if (op != TERM_EXPECTATION)
            fmpq_mul(&g[i], &g[i], op == TERM_COVARIANCE ? &v[1][i] : &v[0][i]);
        fmpq_sub(&g[i], &g[i], &v[2][i]);
    }
    k->add(k->ctx, g);
    fractions_free(g, atoms);
}

static bool
make_entry(const struct maker *k, const struct node *n, int side, int entry)
{
    int atoms = k->block->atoms, *class = xmalloc((size_t)atoms * sizeof *class);
    fmpq *v[3];
    bool good;

    for (int i = 0; i < 3; i++)
        v[i] = fractions_new(atoms);
    good = body_values(k, n, 0, entry, v[0]) &&
           (n->op != TERM_COVARIANCE || body_values(k, n, 1, entry, v[1])) &&
           side_values(k, side, entry, v[2]) && classify(k, n, class);
    for (int i = 0; good && i < atoms; i++)
        if (class[i] == i)
            make_class(k, n->op, v, class, i);
    for (int i = 0; i < 3; i++)
        fractions_free(v[i], atoms);
    free(class);
    return good;
}

/* E, Var, Cov of numbers; E and Var of vectors entry by entry. */
static bool
make_average(const struct maker *k, const struct node *n, int side)
{
    int rows;

    if (!make_entry(k, n, side, 0))
        return false;
    rows = k->m->reg[n->body->root[0]].rows;
    if (rows > 1 && (n->op == TERM_COVARIANCE || rows > ENTRIES_MOST))
        return false;
    for (int i = 1; i < rows; i++)
        if (!make_entry(k, n, side, i))
            return false;
    return true;
}

/* P(all | given) = r: on the atoms of `given`, whether all happen, less r. */
static bool
make_probability(const struct maker *k, const struct node *n, int side)
{
    scalars all, given;
    bool good;
    fmpq *r;

    if (event_sets(k->m, n, &all, &given) != DEFINED || all & ~block_scalars(k->block))
        return false;
    r = fractions_new(k->block->atoms);
    good = side_values(k, side, 0, r);
    for (int i = 0; good && i < k->block->atoms; i++) {
        fmpq_neg(&r[i], &r[i]);
        if (event_happens(k->space, k->block, i, all))
            fmpq_add_si(&r[i], &r[i], 1);
        if (!event_happens(k->space, k->block, i, given))
            fmpq_zero(&r[i]);
    }
    if (good)
        k->add(k->ctx, r);
    fractions_free(r, k->block->atoms);
    return good;
}

static bool
make_node(const struct maker *k, int node, int side)
{
    const struct node *n = &k->m->program->node[node];

    return n->op == TERM_PROBABILITY ? make_probability(k, n, side)
                                     : make_average(k, n, side);
}

/* The averages on the other side stay what they are. */
static bool
keep_side(const struct maker *k, int side)
{
    const struct program *p = k->m->program;
    struct cone cone = program_cone(p, &side, 1);

    for (int i = 0; i < cone.n; i++)
        if (program_is_average(p->node[cone.node[i]].op) &&
            !p->node[cone.node[i]].depends && !make_node(k, cone.node[i], cone.node[i]))
            return false;
    return true;
}

/* Whether a claim says what a mean is, without asking for others. */
static bool
is_plain(const struct maker *k, int main, int side)
{
    const struct program *p = k->m->program;
    struct cone cone = program_cone(p, &side, 1);

    if (p->node[main].op != TERM_EXPECTATION && p->node[main].op != TERM_PROBABILITY)
        return false;
    for (int i = 0; i < cone.n; i++)
        if (program_is_average(p->node[cone.node[i]].op))
            return false;
    return true;
}

static bool
make_claim(const struct maker *k, const struct claim *c)
{
    const struct node *n = &k->m->program->node[c->node];
    int main = n->arg[0], side = n->arg[1];
    struct cone cone = program_cone(k->m->program, n->arg, 2);

    if (n->op != TERM_RELATION || n->relation != RELATION_EQUAL)
        return true;
    machine_run(k->m, cone, k->m->prec);
    if (!program_is_average(k->m->program->node[main].op)) {
        main = n->arg[1];
        side = n->arg[0];
    }
    if (k->plain && !is_plain(k, main, side)) {
        *k->more = true;
        return true;
    }
    return program_is_average(k->m->program->node[main].op) && keep_side(k, side) &&
           make_node(k, main, side);
}

/* What is drawn for two names has no correlation. */
static void
make_pair(const struct maker *k, int i, int j)
{
    int atoms = k->block->atoms, *class = xmalloc((size_t)atoms * sizeof *class);
    fmpq *v[3];

    for (int t = 0; t < 3; t++)
        v[t] = fractions_new(atoms);
    for (int t = 0; t < atoms; t++) {
        const struct scalar *x = &k->space->scalar[k->block->scalar[i]];
        const struct scalar *y = &k->space->scalar[k->block->scalar[j]];

        class[t] = 0;
        fmpq_set(&v[0][t], x->value[space_digit(k->space, k->block, i, t)]);
        fmpq_set(&v[1][t], y->value[space_digit(k->space, k->block, j, t)]);
    }
    make_class(k, TERM_COVARIANCE, v, class, 0);
    for (int t = 0; t < 3; t++)
        fractions_free(v[t], atoms);
    free(class);
}

static void
make_pairs(const struct maker *k, const struct world *w, const struct apart *p)
{
    for (int i = 0; i < k->block->n; i++)
        for (int j = 0; j < k->block->n; j++) {
            int x = w->owner[k->block->scalar[i]], y = w->owner[k->block->scalar[j]];

            if (x == p->x && y == p->y && (x == y ? i < j : i != j)) {
                *k->more = true;
                make_pair(k, i, j);
            }
        }
}

/* All functions of the claims about a block; false when a claim has none. */
static bool
make_all(const struct maker *k)
{
    const struct world *w = k->m->world;
    scalars set = block_scalars(k->block);

    for (int i = 0; i < w->chance->n_claims; i++)
        if (is_claim_about(w, &w->chance->claim[i], set) &&
            !make_claim(k, &w->chance->claim[i])) {
            k->m->world->unmet = w->chance->claim[i].text;
            return false;
        }
    for (int i = 0; i < w->chance->n_apart; i++)
        make_pairs(k, w, &w->chance->apart[i]);
    return true;
}

/* ---- blocks of several ------------------------------------------------------------- */

struct sizes {
    struct mix *mix;
    struct rows rows;
    bool plain;
};

/* Whether a function is 0 nowhere or only in part, and never changes its sign: then no
 * positive weights make its mean 0. */
static bool
has_one_sign(const fmpq *g, int n)
{
    bool more = false, less = false;

    for (int i = 0; i < n; i++) {
        more |= fmpq_sgn(&g[i]) > 0;
        less |= fmpq_sgn(&g[i]) < 0;
    }
    return more != less;
}

/* The sum of the numbers of two lists. */
static void
dot(fmpz_t out, const fmpz *x, const fmpz *y, int n)
{
    fmpz_zero(out);
    for (int i = 0; i < n; i++)
        if (!fmpz_is_zero(&x[i]))
            fmpz_addmul(out, &x[i], &y[i]);
}

/* The mean of g: its parts by the ripples, and without them. */
static void
add_row(void *ctx, const fmpq *g)
{
    struct sizes *z = ctx;
    struct mix *m = z->mix;
    int atoms = m->block->atoms;
    fmpq *row = rows_add(&z->rows), *part = fractions_new(atoms);
    fmpz *whole = _fmpz_vec_init(atoms);
    fmpz_t den, own, sum;

    /* Others change with the weights. */
    m->hopeless |= m->numbers && z->plain && has_one_sign(g, atoms);
    fmpz_init(den);
    fmpz_init(own);
    fmpz_init(sum);
    for (int i = 0; i < atoms; i++)
        fmpq_mul(&part[i], &m->base[i], &g[i]);
    fractions_clear(whole, den, part, atoms);
    for (int i = 0; i < atoms; i++)
        fmpz_sub(sum, sum, &whole[i]);
    fmpq_set_fmpz_frac(&row[m->n], sum, den);
    for (int k = 0; k < m->n; k++) {
        dot(sum, whole, m->value + k * atoms, atoms);
        fmpz_mul(own, den, &m->den[k]);
        fmpq_set_fmpz_frac(&row[k], sum, own);
    }
    fmpz_clear(den);
    fmpz_clear(own);
    fmpz_clear(sum);
    _fmpz_vec_clear(whole, atoms);
    fractions_free(part, atoms);
}

/* Once: with what other averages are now. */
static bool
solve_once(struct machine *m, struct mix *mix, bool plain, bool *more)
{
    struct sizes z = {.mix = mix, .plain = plain};
    struct maker k = {m, mix->space, mix->block, add_row, &z, plain, more};
    double *weight = xmalloc((size_t)(mix->n + 1) * sizeof *weight);
    fmpq *size = fractions_new(mix->n);
    bool good;

    for (int i = 0; i < mix->n; i++) {
        weight[i] = 1 / mix->at[i].most;
        fmpq_set(&size[i], mix->at[i].size);
    }
    rows_init(&z.rows, mix->n);
    space_sum_up(mix->space);
    m->chance_time = ++m->now;
    good = make_all(&k) && rows_fit(&z.rows, size, weight);
    for (int i = 0; i < mix->n; i++)
        fmpq_set(mix->at[i].size, &size[i]);
    rows_fini(&z.rows);
    fractions_free(size, mix->n);
    free(weight);
    return good;
}

/* First what can be said outright, so that the averages which are kept then fit it. */
bool
claim_solve(struct machine *m, struct mix *mix)
{
    bool more = false, good = solve_once(m, mix, true, &more) && mix_weigh(mix);

    if (good && more)
        good = solve_once(m, mix, false, &more) && mix_weigh(mix);
    m->chance_time = ++m->now;
    return good;
}

/* ---- one scalar -------------------------------------------------------------------- */

static void
add_plain_row(void *ctx, const fmpq *g)
{
    struct rows *m = ctx;
    fmpq *row = rows_add(m);

    for (int i = 0; i < m->n; i++)
        fmpq_set(&row[i], &g[i]);
}

bool
claim_marginal(struct machine *m, struct world *w, int scalar, bool plain,
               struct rows *rows)
{
    const struct block *b = &w->space.block[w->space.scalar[scalar].block];
    bool more;
    struct maker k = {m, &w->space, b, add_plain_row, rows, plain, &more};

    m->chance_time = ++m->now;
    return make_all(&k);
}
