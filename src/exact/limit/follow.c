#include "exact/limit/follow.h"

#include <string.h>

enum { SIDE_MOST = 64, TERMS_MOST = 64, TENS_MOST = 300 };

/* ---- grids ------------------------------------------------------------------------- */

const struct grid *
grid_fail(struct follow *f, enum germ_state why)
{
    germ_fail(f->germs, why);
    return NULL;
}

struct grid *
grid_new(struct follow *f, int rows, int cols)
{
    struct grid *g = ARENA_NEW(f->germs->arena, struct grid);

    if (rows > SIDE_MOST || cols > SIDE_MOST) {
        grid_fail(f, GERM_OPEN);
        rows = cols = 0;
    }
    *g = (struct grid){rows, cols, NULL};
    g->at = ARENA_ARRAY(f->germs->arena, const struct germ *, rows *cols + 1);
    return g;
}

const struct grid *
grid_number(struct follow *f, const struct germ *x)
{
    struct grid *g = grid_new(f, 1, 1);

    g->at[0] = x;
    return x ? g : NULL;
}

static bool
is_number(const struct grid *g)
{
    return g->rows == 1 && g->cols == 1;
}

/* NULL when an entry has failed. */
static const struct grid *
whole(struct follow *f, const struct grid *g)
{
    return f->germs->state == GERM_FINE ? g : NULL;
}

/* ---- leaves ------------------------------------------------------------------------ */

/* Exact coordinates stay exact; a name is the same number wherever it stands. */
const struct grid *
follow_argument(struct follow *f, int i)
{
    int node = f->node->arg[i];
    const struct node *n = &f->machine->program->node[node];
    const struct balls *v = &f->machine->reg[node];
    struct grid *g;

    if (n->op == TERM_NAME && n->slot >= 0)
        v = &f->machine->slot[n->slot];
    g = grid_new(f, v->rows, v->cols);
    for (int k = 0; k < g->rows * g->cols; k++)
        g->at[k] =
            germ_number(f->germs, num_of(&f->germs->nums, &v->at[k],
                                         num_hash((uint64_t)node + 7000, (uint64_t)k)));
    return whole(f, g);
}

static const struct leaf *
find_leaf(const struct follow *f, const struct term *t)
{
    const struct limit *l = f->node->limit;

    for (int i = 0; i < l->n; i++)
        if (l->leaf[i].term == t)
            return &l->leaf[i];
    return NULL;
}

static const struct germ *
find_index(const struct follow *f, const char *name)
{
    for (const struct followed *i = f->index; i; i = i->outer)
        if (strcmp(i->name, name) == 0)
            return i->value;
    return NULL;
}

/* digits 10^exponent */
static const struct grid *
follow_literal(struct follow *f, const struct term *t)
{
    struct ball b;
    fmpz_t digits, tens;
    const struct germ *g;

    if (t->exponent > TENS_MOST || t->exponent < -TENS_MOST)
        return grid_fail(f, GERM_OPEN);
    ball_init(&b);
    fmpz_init(digits);
    fmpz_init(tens);
    fmpz_set_str(digits, t->digits, 10);
    fmpz_ui_pow_ui(tens, 10, (ulong)(t->exponent < 0 ? -t->exponent : t->exponent));
    ball_set_fmpz(&b, digits);
    (t->exponent < 0 ? fmpq_div_fmpz : fmpq_mul_fmpz)(b.re, b.re, tens);
    g = germ_number(f->germs, num_of(&f->germs->nums, &b, 0));
    fmpz_clear(digits);
    fmpz_clear(tens);
    ball_fini(&b);
    return grid_number(f, g);
}

static const struct grid *
follow_constant(struct follow *f, const struct term *t)
{
    struct ball b;
    const struct germ *g;

    if (t->op == TERM_E)
        return grid_number(f, germ_exp(f->germs, germ_int(f->germs, 1), false));
    ball_init(&b);
    ball_set_unit(&b, 1, 1, 1, t->op == TERM_PI ? 1 : 0);
    if (t->op == TERM_I)
        fmpq_swap(b.re, b.im);
    g = germ_number(f->germs, num_of(&f->germs->nums, &b, 0));
    ball_fini(&b);
    return grid_number(f, g);
}

/* ---- arithmetic -------------------------------------------------------------------- */

static const struct grid *
follow_sum(struct follow *f, const struct term *t)
{
    const struct grid *x = follow_term(f, t->arg[0]), *y = follow_term(f, t->arg[1]);
    struct grid *g;

    if (!x || !y)
        return NULL;
    if (x->rows != y->rows || x->cols != y->cols)
        return grid_fail(f, GERM_NOWHERE);
    g = grid_new(f, x->rows, x->cols);
    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] =
            (t->op == TERM_ADD ? germ_add : germ_sub)(f->germs, x->at[i], y->at[i]);
    return whole(f, g);
}

static const struct grid *
follow_each(struct follow *f, const struct term *t,
            const struct num *(*each)(struct nums *s, const struct num *x))
{
    const struct grid *x = follow_term(f, t->arg[0]);
    struct grid *g;

    if (!x)
        return NULL;
    g = grid_new(f, x->rows, x->cols);
    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] = germ_map(f->germs, x->at[i], each);
    return whole(f, g);
}

const struct grid *
grid_mul(struct follow *f, const struct grid *x, const struct grid *y)
{
    const struct grid *number = !x || !y       ? NULL
                                : is_number(x) ? x
                                : is_number(y) ? y
                                               : NULL;
    const struct grid *other = number == x ? y : x;
    struct grid *g;

    if (!x || !y)
        return NULL;
    if (!number && x->cols != y->rows)
        return grid_fail(f, GERM_NOWHERE);
    g = number ? grid_new(f, other->rows, other->cols) : grid_new(f, x->rows, y->cols);
    for (int i = 0; i < g->rows * g->cols; i++) {
        const struct germ *sum = germ_int(f->germs, 0);

        for (int k = 0; !number && k < x->cols; k++)
            sum = germ_add(f->germs, sum,
                           germ_mul(f->germs, x->at[i / g->cols * x->cols + k],
                                    y->at[k * y->cols + i % g->cols]));
        g->at[i] = number ? germ_mul(f->germs, number->at[0], other->at[i]) : sum;
    }
    return whole(f, g);
}

static const struct grid *
follow_quotient(struct follow *f, const struct term *t)
{
    const struct grid *x = follow_term(f, t->arg[0]), *y = follow_term(f, t->arg[1]);
    struct grid *g;

    if (!x || !y)
        return NULL;
    g = grid_new(f, x->rows, x->cols);
    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] = germ_div(f->germs, x->at[i], y->at[0]);
    return whole(f, g);
}

/* The whole number that a germ is. */
static bool
whole_number(struct follow *f, const struct grid *x, long *n)
{
    const struct germ *g = x && is_number(x) ? x->at[0] : NULL;
    const struct num *c;
    bool simple;

    *n = 0;
    if (!g || germ_is_zero(g))
        return g != NULL;
    c = g->n ? g->at[0].c : f->germs->zero;
    simple = g->n == 1 && !g->error && ball_is_integer(&c->ball) &&
             fmpz_fits_si(fmpq_numref(c->ball.re)) &&
             scale_compare(f->germs, g->at[0].m, f->germs->one) == 0;
    if (simple)
        *n = fmpz_get_si(fmpq_numref(c->ball.re));
    else
        germ_fail(f->germs, GERM_OPEN);
    return simple;
}

static const struct grid *
matrix_power(struct follow *f, const struct grid *x, const struct grid *y)
{
    const struct grid *out = x;
    long n;

    if (!whole_number(f, y, &n))
        return NULL;
    if (n < 1 || n > SIDE_MOST || x->rows != x->cols)
        return grid_fail(f, GERM_OPEN);
    for (long i = 1; i < n && out; i++)
        out = grid_mul(f, out, x);
    return out;
}

static bool
is_complex(const struct term *t)
{
    return t->type.kind == TYPE_COMPLEX || t->type.complex_entries;
}

static const struct grid *
follow_power(struct follow *f, const struct term *t)
{
    const struct grid *x, *y = follow_term(f, t->arg[1]);
    bool complex = is_complex(t->arg[0]) || is_complex(t->arg[1]);

    if (!y)
        return NULL;
    if (t->arg[0]->op == TERM_E)
        return grid_number(f, germ_exp(f->germs, y->at[0], complex));
    x = follow_term(f, t->arg[0]);
    if (!x)
        return NULL;
    if (!is_number(x))
        return matrix_power(f, x, y);
    return grid_number(f, germ_power(f->germs, x->at[0], y->at[0], complex,
                                     t->arg[1]->type.kind == TYPE_INTEGER));
}

static const struct grid *
follow_transpose(struct follow *f, const struct term *t)
{
    const struct grid *x = follow_term(f, t->arg[0]);
    struct grid *g;

    if (!x)
        return NULL;
    g = grid_new(f, x->cols, x->rows);
    for (int i = 0; i < x->rows * x->cols; i++)
        g->at[i % x->cols * x->rows + i / x->cols] = x->at[i];
    return whole(f, g);
}

/* ---- parts ------------------------------------------------------------------------- */

static const struct grid *
follow_index(struct follow *f, const struct term *t)
{
    const struct grid *x = follow_term(f, t->arg[0]);
    long row = 1, col = 1;
    bool flat = x && t->n == 2 && x->rows == 1;

    if (!x || !whole_number(f, follow_term(f, t->arg[1]), flat ? &col : &row))
        return NULL;
    if (t->n == 3 && !whole_number(f, follow_term(f, t->arg[2]), &col))
        return NULL;
    if (row < 1 || row > x->rows || col < 1 || col > x->cols)
        return grid_fail(f, GERM_NOWHERE);
    return grid_number(f, x->at[(row - 1) * x->cols + col - 1]);
}

static const struct grid *
follow_matrix(struct follow *f, const struct term *t)
{
    struct grid *g = grid_new(f, t->rows, t->cols);

    for (int i = 0; i < g->rows * g->cols; i++) {
        const struct grid *x = follow_term(f, t->arg[i]);

        if (!x)
            return NULL;
        g->at[i] = x->at[0];
    }
    return whole(f, g);
}

static const struct grid *
follow_call(struct follow *f, const struct term *t)
{
    const struct grid *x;
    struct grid *g;

    if (follow_has_array_call(t->function))
        return follow_array_call(f, t);
    x = follow_term(f, t->arg[0]);
    if (!x)
        return NULL;
    g = grid_new(f, x->rows, x->cols);
    for (int i = 0; i < g->rows * g->cols; i++)
        g->at[i] = germ_call(f->germs, t->function, x->at[i], is_complex(t->arg[0]));
    return whole(f, g);
}

/* Whether t mentions a name that it does not bind. */
struct mention {
    const char *name;
    bool found;
};

static void
compare_name(void *ctx, const struct term *name)
{
    struct mention *m = ctx;

    m->found |= strcmp(m->name, name->name) == 0;
}

static bool
mentions(const struct term *t, const char *name)
{
    struct mention m = {name, false};

    term_free_names(t, compare_name, &m);
    return m.found;
}

/* Whether a bound does not move with the index of the limit. */
static bool
is_fixed(const struct follow *f, const struct term *t)
{
    const struct followed *i = f->index;

    while (i->outer)
        i = i->outer;
    return !mentions(t, i->name);
}

/* c r^j, in which neither c nor r mentions the index j: r, and c (NULL: 1). */
static const struct term *
geometric_base(const struct term *t, const char *index, const struct term **c)
{
    const struct term *power = t;

    *c = NULL;
    if (t->op == TERM_MUL) {
        bool left = t->arg[0]->op == TERM_POW && mentions(t->arg[0], index);

        power = t->arg[left ? 0 : 1];
        *c = t->arg[left ? 1 : 0];
        if (mentions(*c, index))
            return NULL;
    }
    if (power->op != TERM_POW || !type_is_number(power->type) ||
        power->arg[1]->op != TERM_NAME || strcmp(power->arg[1]->name, index) != 0 ||
        power->arg[0]->op == TERM_E || mentions(power->arg[0], index))
        return NULL;
    return power->arg[0];
}

/* The sum of c r^j from low to high: c (r^low - r^(high + 1))/(1 - r). */
static const struct grid *
follow_geometric(struct follow *f, const struct term *t)
{
    const struct term *factor, *base = geometric_base(t->arg[2], t->name, &factor);
    struct germs *s = f->germs;
    const struct grid *r, *low, *high, *c;
    const struct germ *sum, *one = germ_int(s, 1);
    bool complex;

    if (t->op != TERM_SUM || !base)
        return grid_fail(f, GERM_OPEN);
    complex = is_complex(base);
    r = follow_term(f, base);
    low = follow_term(f, t->arg[0]);
    high = follow_term(f, t->arg[1]);
    if (!r || !low || !high)
        return NULL;
    /* With a bound below the first there would be no terms. */
    sum = germ_sub(s, high->at[0], low->at[0]);
    if (!sum || germ_sign(s, sum) != 1)
        return grid_fail(f, GERM_OPEN);
    sum = germ_sub(s, germ_power(s, r->at[0], low->at[0], complex, true),
                   germ_power(s, r->at[0], germ_add(s, high->at[0], one), complex, true));
    sum = germ_div(s, sum, germ_sub(s, one, r->at[0]));
    c = factor ? follow_term(f, factor) : grid_number(f, one);
    return c && sum ? grid_mul(f, c, grid_number(f, sum)) : NULL;
}

/* A sum or a product between fixed bounds; of others what is known. */
static const struct grid *
follow_fold(struct follow *f, const struct term *t)
{
    struct followed index = {t->name, NULL, f->index};
    const struct grid *total = NULL, *x;
    struct grid *sum;
    long low, high;

    if (!is_fixed(f, t->arg[0]) || !is_fixed(f, t->arg[1]))
        return follow_geometric(f, t);
    if (!whole_number(f, follow_term(f, t->arg[0]), &low) ||
        !whole_number(f, follow_term(f, t->arg[1]), &high))
        return NULL;
    if (high - low >= TERMS_MOST || low > high)
        return grid_fail(f, GERM_OPEN);
    for (long j = low; j <= high; j++) {
        index.value = germ_int(f->germs, j);
        f->index = &index;
        x = follow_term(f, t->arg[2]);
        f->index = index.outer;
        if (!x)
            return NULL;
        sum = grid_new(f, x->rows, x->cols);
        for (int i = 0; total && i < sum->rows * sum->cols; i++)
            sum->at[i] = (t->op == TERM_SUM ? germ_add : germ_mul)(f->germs, total->at[i],
                                                                   x->at[i]);
        total = total ? sum : x;
    }
    return whole(f, total);
}

/* Where the term has no value its derivative has none. */
static const struct grid *
follow_derivative(struct follow *f, const struct term *t, const struct leaf *l)
{
    if (!l || !follow_term(f, t->arg[0]))
        return NULL;
    return follow_term(f, l->value);
}

/* ---- all --------------------------------------------------------------------------- */

static const struct grid *
follow_operator(struct follow *f, const struct term *t)
{
    switch (t->op) {
    case TERM_ADD:
    case TERM_SUB:
        return follow_sum(f, t);
    case TERM_NEG:
        return follow_each(f, t, num_neg);
    case TERM_MUL:
        return grid_mul(f, follow_term(f, t->arg[0]), follow_term(f, t->arg[1]));
    case TERM_DIV:
        return follow_quotient(f, t);
    case TERM_POW:
        return follow_power(f, t);
    case TERM_TRANSPOSE:
        return follow_transpose(f, t);
    case TERM_CONJ:
        return follow_each(f, t, num_conj);
    case TERM_INDEX:
        return follow_index(f, t);
    case TERM_MATRIX:
        return follow_matrix(f, t);
    default:
        return follow_call(f, t);
    }
}

const struct grid *
follow_term(struct follow *f, const struct term *t)
{
    const struct germ *index = t->op == TERM_NAME ? find_index(f, t->name) : NULL;
    const struct leaf *l;

    if (f->germs->state != GERM_FINE)
        return NULL;
    if (index)
        return grid_number(f, index);
    l = find_leaf(f, t);
    if (l && !l->value)
        return follow_argument(f, l->arg);
    switch (t->op) {
    case TERM_NUMBER:
        return follow_literal(f, t);
    case TERM_E:
    case TERM_I:
    case TERM_PI:
        return follow_constant(f, t);
    case TERM_SUM:
    case TERM_PRODUCT:
        return follow_fold(f, t);
    case TERM_DERIVATIVE:
        return follow_derivative(f, t, l);
    default:
        return follow_operator(f, t);
    }
}

bool
limit_can_follow(const struct term *t)
{
    switch (t->op) {
    case TERM_CALL:
        return germ_can_call(t->function) || follow_has_array_call(t->function);
    case TERM_INFINITY:
    case TERM_NAME:
    case TERM_RELATION:
    case TERM_LIMIT:
    case TERM_RANGE:
    case TERM_INDEPENDENT:
        return false;
    default:
        return t->op < TERM_EXPECTATION;
    }
}
