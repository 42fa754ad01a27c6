#include "exact/chance/expand.h"

#include <stdlib.h>

#include "base/memory.h"
#include "exact/space/poly.h"

/* Powers beyond these are left to the atoms. */
enum { POWER_MAX = 8, ENTRIES = 64 };

/* An array of polynomials: the value of a node. */
struct polys {
    int rows, cols, cap;
    struct poly *at;
};

struct expansion {
    struct machine *m;
    uint64_t binds;    /* the inner slots that are symbols */
    struct polys *reg; /* per node, of those that depend on the symbols */
    int n;
};

/* ---- arrays ------------------------------------------------------------------------ */

static bool
shape(struct polys *v, int rows, int cols)
{
    int n = rows * cols;

    if (n < 1 || n > ENTRIES)
        return false;
    if (n > v->cap) {
        v->at = xrealloc(v->at, (size_t)n * sizeof *v->at);
        for (int i = v->cap; i < n; i++)
            chance_poly_init(&v->at[i]);
        v->cap = n;
    }
    v->rows = rows;
    v->cols = cols;
    for (int i = 0; i < n; i++)
        chance_poly_clear(&v->at[i]);
    return true;
}

static void
polys_fini(struct polys *v)
{
    for (int i = 0; i < v->cap; i++)
        chance_poly_fini(&v->at[i]);
    free(v->at);
}

static bool
is_symbolic(const struct expansion *x, int node)
{
    return (x->m->program->node[node].depends & x->binds) != 0;
}

/* The value of an argument; constants become polynomials. */
static const struct polys *
arg(struct expansion *x, const struct node *n, int i)
{
    int node = n->arg[i];
    struct polys *v = &x->reg[node];
    const struct balls *b = &x->m->reg[node];

    if (is_symbolic(x, node))
        return v->rows ? v : NULL;
    if (b->state != DEFINED || !shape(v, b->rows, b->cols))
        return NULL;
    for (int k = 0; k < b->rows * b->cols; k++)
        chance_poly_set(&v->at[k], &b->at[k]);
    return v;
}

static bool
is_number(const struct polys *v)
{
    return v->rows == 1 && v->cols == 1;
}

/* ---- operations -------------------------------------------------------------------- */

static bool
expand_name(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct world *w = x->m->world;
    int owner = world_owner_of_slot(w, x->m->program, n->inner);

    if (owner < 0 || !shape(r, w->count[owner], 1))
        return false;
    for (int i = 0; i < r->rows; i++)
        chance_poly_set_scalar(&r->at[i], w->first[owner] + i);
    return true;
}

static bool
add_all(struct expansion *x, struct polys *r, const struct polys *v, int sign)
{
    bool good = r->rows == v->rows && r->cols == v->cols;
    struct ball factor;

    ball_init(&factor);
    ball_set_int(&factor, sign);
    for (int i = 0; good && i < r->rows * r->cols; i++)
        good = chance_poly_add(&r->at[i], &v->at[i], &factor, x->m->prec);
    ball_fini(&factor);
    return good;
}

static bool
expand_sum(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0), *b = n->n > 1 ? arg(x, n, 1) : NULL;

    if (!a || !shape(r, a->rows, a->cols))
        return false;
    if (n->op == TERM_NEG)
        return add_all(x, r, a, -1);
    return b && add_all(x, r, a, 1) && add_all(x, r, b, n->op == TERM_SUB ? -1 : 1);
}

static bool
multiply(struct expansion *x, struct polys *r, const struct polys *a,
         const struct polys *b)
{
    bool good = true;

    if (is_number(a) || is_number(b)) {
        const struct polys *one = is_number(a) ? a : b, *all = is_number(a) ? b : a;

        good = shape(r, all->rows, all->cols);
        for (int i = 0; good && i < r->rows * r->cols; i++)
            good = chance_poly_add_product(&r->at[i], one->at, &all->at[i], x->m->prec);
        return good;
    }
    if (a->cols != b->rows || !shape(r, a->rows, b->cols))
        return false;
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < r->cols; j++)
            for (int k = 0; k < a->cols && good; k++)
                good = chance_poly_add_product(&r->at[i * r->cols + j],
                                               &a->at[i * a->cols + k],
                                               &b->at[k * b->cols + j], x->m->prec);
    return good;
}

static bool
expand_product(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0), *b = arg(x, n, 1);

    return a && b && multiply(x, r, a, b);
}

/* A divisor is a number that chance does not decide. */
static bool
expand_quotient(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0);
    const struct balls *b = &x->m->reg[n->arg[1]];
    struct ball factor;
    bool good;

    if (!a || is_symbolic(x, n->arg[1]) || b->state != DEFINED || !balls_is_number(b) ||
        !shape(r, a->rows, a->cols))
        return false;
    ball_init(&factor);
    ball_set_int(&factor, 1);
    good = ball_div(&factor, &factor, b->at, x->m->prec) == DEFINED;
    for (int i = 0; good && i < r->rows * r->cols; i++)
        good = chance_poly_add(&r->at[i], &a->at[i], &factor, x->m->prec);
    ball_fini(&factor);
    return good;
}

/* The square of the length of a vector. */
static bool
square_length(struct expansion *x, const struct polys *v, struct polys *r)
{
    bool good = v && v->cols == 1 && shape(r, 1, 1);

    for (int i = 0; good && i < v->rows; i++)
        good = chance_poly_add_product(r->at, &v->at[i], &v->at[i], x->m->prec);
    return good;
}

static bool
is_length(const struct node *n)
{
    return n->op == TERM_CALL && !n->complex &&
           (n->function == FUNCTION_NORM || n->function == FUNCTION_ABS);
}

static bool
to_power(struct expansion *x, const struct polys *a, int power, struct polys *r)
{
    struct poly t;
    bool good = is_number(a) && shape(r, 1, 1);
    struct ball one;

    if (!good)
        return false;
    ball_init(&one);
    chance_poly_init(&t);
    ball_set_int(&one, 1);
    chance_poly_set(r->at, &one);
    for (int i = 0; good && i < power; i++) {
        chance_poly_copy(&t, r->at);
        chance_poly_clear(r->at);
        good = chance_poly_add_product(r->at, &t, a->at, x->m->prec);
    }
    chance_poly_fini(&t);
    ball_fini(&one);
    return good;
}

/* A small whole power; an even one of a length, too. */
static bool
expand_power(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct balls *exponent = &x->m->reg[n->arg[1]];
    const struct node *base = &x->m->program->node[n->arg[0]];
    const struct polys *a;
    struct polys square = {0};
    int power;
    bool good;

    if (is_symbolic(x, n->arg[1]) || exponent->state != DEFINED ||
        !balls_is_number(exponent) || !ball_is_integer(exponent->at) ||
        fmpz_sgn(fmpq_numref(exponent->at->re)) < 0 ||
        fmpz_cmp_si(fmpq_numref(exponent->at->re), POWER_MAX) > 0)
        return false;
    power = (int)fmpz_get_si(fmpq_numref(exponent->at->re));
    if (!is_length(base) || power % 2 || !is_symbolic(x, base->arg[0])) {
        a = arg(x, n, 0);
        return a && to_power(x, a, power, r);
    }
    good =
        square_length(x, arg(x, base, 0), &square) && to_power(x, &square, power / 2, r);
    polys_fini(&square);
    return good;
}

static bool
expand_transpose(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0);

    if (!a || !shape(r, a->cols, a->rows))
        return false;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            chance_poly_copy(&r->at[j * a->rows + i], &a->at[i * a->cols + j]);
    return true;
}

/* Which component an index means; 0 when that is not certain. */
static int
index_of(const struct expansion *x, const struct node *n, int i)
{
    const struct balls *v = &x->m->reg[n->arg[i]];

    if (is_symbolic(x, n->arg[i]) || v->state != DEFINED || !balls_is_number(v) ||
        !ball_is_integer(v->at) || fmpz_sgn(fmpq_numref(v->at->re)) <= 0 ||
        fmpz_cmp_si(fmpq_numref(v->at->re), ENTRIES) > 0)
        return 0;
    return (int)fmpz_get_si(fmpq_numref(v->at->re));
}

static bool
expand_index(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0);
    int row = index_of(x, n, 1), col = n->n > 2 ? index_of(x, n, 2) : 1;

    if (!a || row < 1 || col < 1 || (n->n == 2 && a->cols != 1) || row > a->rows ||
        col > a->cols || !shape(r, 1, 1))
        return false;
    chance_poly_copy(r->at, &a->at[(row - 1) * a->cols + col - 1]);
    return true;
}

static bool
expand_matrix(struct expansion *x, const struct node *n, struct polys *r)
{
    if (!shape(r, n->term->rows, n->term->cols))
        return false;
    for (int i = 0; i < n->n; i++) {
        const struct polys *a = arg(x, n, i);

        if (!a || !is_number(a))
            return false;
        chance_poly_copy(&r->at[i], a->at);
    }
    return true;
}

static bool
expand_diag(struct expansion *x, const struct node *n, struct polys *r)
{
    const struct polys *a = arg(x, n, 0);

    if (!a || a->cols != 1 || !shape(r, a->rows, a->rows))
        return false;
    for (int i = 0; i < a->rows; i++)
        chance_poly_copy(&r->at[i * a->rows + i], &a->at[i]);
    return true;
}

/* ---- bodies inside ----------------------------------------------------------------- */

static bool expand_node(struct expansion *x, int node);

/* Numbers first, by the machine, then what the symbols are in. */
static bool
expand_body(struct expansion *x, const struct body *b)
{
    bool good = true;

    for (int i = 0; i < b->cone.n && good; i++)
        if (is_symbolic(x, b->cone.node[i]))
            good = expand_node(x, b->cone.node[i]);
    return good;
}

/* Where a bound of a sum lies; false when that is not certain. */
static bool
bound_of(const struct expansion *x, const struct node *n, int i, long *out)
{
    const struct balls *v = &x->m->reg[n->arg[i]];

    if (is_symbolic(x, n->arg[i]) || v->state != DEFINED || !balls_is_number(v) ||
        !ball_is_integer(v->at) || !fmpz_fits_si(fmpq_numref(v->at->re)))
        return false;
    *out = fmpz_get_si(fmpq_numref(v->at->re));
    return *out > -WORK_MAX && *out < WORK_MAX;
}

static bool
fold_item(struct expansion *x, const struct node *n, bool first, struct polys *r)
{
    struct node root = {.n = 1, .arg = n->body->root};
    const struct polys *item = arg(x, &root, 0);
    struct polys t = {0};
    bool good;

    if (!item)
        return false;
    if (first || n->op == TERM_SUM)
        return (!first || shape(r, item->rows, item->cols)) && add_all(x, r, item, 1);
    good = multiply(x, &t, r, item) && shape(r, t.rows, t.cols) && add_all(x, r, &t, 1);
    polys_fini(&t);
    return good;
}

static bool
expand_fold(struct expansion *x, const struct node *n, struct polys *r)
{
    long low, high;
    int inner = 0;
    bool good = bound_of(x, n, 0, &low) && bound_of(x, n, 1, &high) && low <= high &&
                high - low < ENTRIES;

    while (!(n->body->binds >> inner & 1))
        inner++;
    for (long i = low; good && i <= high; i++) {
        struct balls *index = machine_inner(x->m, inner);

        balls_shape(index, 1, 1);
        ball_set_int(index->at, i);
        good = machine_body(x->m, n->body) && expand_body(x, n->body) &&
               fold_item(x, n, i == low, r);
    }
    return good;
}

static bool
average(struct machine *m, const struct node *n, struct polys *r, scalars *kept);

static bool
expand_average(struct expansion *x, const struct node *n, struct polys *r)
{
    scalars kept;

    return average(x->m, n, r, &kept);
}

typedef bool expand_fn(struct expansion *x, const struct node *n, struct polys *r);

static expand_fn *const ops[TERM_OP_COUNT] = {
    [TERM_NAME] = expand_name,
    [TERM_ADD] = expand_sum,
    [TERM_SUB] = expand_sum,
    [TERM_NEG] = expand_sum,
    [TERM_MUL] = expand_product,
    [TERM_DIV] = expand_quotient,
    [TERM_POW] = expand_power,
    [TERM_TRANSPOSE] = expand_transpose,
    [TERM_INDEX] = expand_index,
    [TERM_MATRIX] = expand_matrix,
    [TERM_SUM] = expand_fold,
    [TERM_PRODUCT] = expand_fold,
    [TERM_EXPECTATION] = expand_average,
    [TERM_VARIANCE] = expand_average,
    [TERM_COVARIANCE] = expand_average,
};

/* A length has no polynomial, but its square may have one: what needs it will see. */
static bool
expand_node(struct expansion *x, int node)
{
    const struct node *n = &x->m->program->node[node];
    expand_fn *f = ops[n->op];

    if (n->op == TERM_CALL && n->function == FUNCTION_DIAG)
        f = expand_diag;
    x->reg[node].rows = 0;
    if (is_length(n))
        return true;
    return f && machine_afford(x->m, 0, 8) && f(x, n, &x->reg[node]);
}

/* ---- averages ---------------------------------------------------------------------- */

/* The scalars that the conditions hold still: all of each name. */
static bool
find_kept(const struct machine *m, const struct node *n, scalars *kept)
{
    const struct program *p = m->program;
    int conditions = n->term->n - n->term->given;

    *kept = 0;
    if (n->strict != 2 * conditions)
        return false;
    for (int i = 0; i < conditions; i++) {
        const struct node *raw = &p->node[n->arg[conditions + i]];
        int owner = raw->inner < 0 ? -1 : world_owner_of_slot(m->world, p, raw->inner);

        if (owner < 0 || p->node[n->arg[i]].depends != raw->depends)
            return false; /* the name has others in its form */
        *kept |= world_scalars(m->world, owner);
    }
    return true;
}

/* Scalars that are kept share no block with those that are averaged. */
static bool
is_separate(const struct space *s, scalars all, scalars kept)
{
    for (int i = 0; i < s->n_blocks; i++) {
        scalars mine = 0;

        for (int k = 0; k < s->block[i].n; k++)
            mine |= SCALAR(s->block[i].scalar[k]);
        if (mine & kept && mine & all & ~kept)
            return false;
    }
    return true;
}

static bool
mean_of(struct machine *m, struct poly *r, const struct poly *p, scalars kept)
{
    return is_separate(&m->world->space, chance_poly_scalars(p), kept) &&
           chance_poly_mean(r, p, &m->world->space, kept, m->prec);
}

/* E[x y | kept] - E[x | kept] E[y | kept] */
static bool
covariance_of(struct machine *m, struct poly *r, const struct poly *p,
              const struct poly *q, scalars kept)
{
    struct poly t, x, y;
    struct ball minus;
    bool good;

    chance_poly_init(&t);
    chance_poly_init(&x);
    chance_poly_init(&y);
    ball_init(&minus);
    ball_set_int(&minus, -1);
    good = mean_of(m, &x, p, kept) && mean_of(m, &y, q, kept) &&
           chance_poly_add_product(&t, p, q, m->prec) && mean_of(m, r, &t, kept);
    chance_poly_clear(&t);
    good = good && chance_poly_add_product(&t, &x, &y, m->prec) &&
           chance_poly_add(r, &t, &minus, m->prec);
    chance_poly_fini(&t);
    chance_poly_fini(&x);
    chance_poly_fini(&y);
    ball_fini(&minus);
    return good;
}

static bool
average_roots(struct expansion *x, const struct node *n, scalars kept, struct polys *r)
{
    struct node roots = {.n = n->body->n, .arg = n->body->root};
    const struct polys *a = arg(x, &roots, 0);
    const struct polys *b = n->op == TERM_COVARIANCE ? arg(x, &roots, 1) : a;
    bool good = a && b && a->cols == 1 && b->cols == 1 &&
                shape(r, a->rows, n->op == TERM_COVARIANCE ? b->rows : 1);

    if (a && n->op == TERM_EXPECTATION)
        good = shape(r, a->rows, a->cols);
    for (int i = 0; good && i < r->rows * r->cols; i++) {
        int row = i / r->cols, col = i % r->cols;

        if (n->op == TERM_EXPECTATION)
            good = mean_of(x->m, &r->at[i], &a->at[i], kept);
        else
            good =
                covariance_of(x->m, &r->at[i], &a->at[row],
                              n->op == TERM_COVARIANCE ? &b->at[col] : &a->at[row], kept);
    }
    return good;
}

static bool
average(struct machine *m, const struct node *n, struct polys *r, scalars *kept)
{
    struct expansion x = {.m = m, .binds = n->body->binds, .n = m->program->n};
    bool good = find_kept(m, n, kept);

    if (!good)
        return false;
    x.reg = xmalloc((size_t)(x.n + 1) * sizeof *x.reg);
    for (int i = 0; i < x.n; i++)
        x.reg[i] = (struct polys){0};
    good = expand_body(&x, n->body) && average_roots(&x, n, *kept, r);
    for (int i = 0; i < x.n; i++)
        polys_fini(&x.reg[i]);
    free(x.reg);
    return good;
}

bool
expand_mean(struct machine *m, const struct node *n, struct balls *r)
{
    const struct ball *value[SCALARS_MAX] = {0};
    const struct world *w = m->world;
    int conditions = n->term->n - n->term->given;
    struct polys v = {0};
    scalars kept;
    bool good = average(m, n, &v, &kept);

    for (int i = 0; good && i < conditions; i++) {
        int node = n->arg[conditions + i];
        const struct balls *raw = &m->reg[node];
        int owner = world_owner_of_slot(w, m->program, m->program->node[node].inner);

        good = raw->state == DEFINED && raw->rows == w->count[owner];
        for (int k = 0; good && k < raw->rows; k++)
            value[w->first[owner] + k] = &raw->at[k];
    }
    if (good)
        balls_shape(r, v.rows, v.cols);
    for (int i = 0; good && i < v.rows * v.cols; i++)
        chance_poly_value(&r->at[i], &v.at[i], value, m->prec);
    polys_fini(&v);
    return good;
}
