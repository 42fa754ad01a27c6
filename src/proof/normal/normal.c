/* Terms as sums of products. */
#include "proof/rule.h"

#include "proof/normal/known.h"
#include "proof/normal/poly.h"

static const struct rational one = {1, 1}, minus = {-1, 1};

static struct algebra
new_algebra(struct arena *a, const struct scope *s)
{
    return (struct algebra){.arena = a, .scope = s, .work = POLY_WORK_MAX};
}

/* ---- opaque parts ------------------------------------------------------------------ */

static bool
is_value(const struct term *t)
{
    return type_is_number(t->type) || type_is_array(t->type);
}

const struct term *
normal_arguments(struct algebra *g, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(g->arena, const struct term *, t->n + 1);
    const struct term *made;
    struct term shape = *t;
    bool changed = false;

    for (int i = 0; i < t->n; i++) {
        bool place = t->op == TERM_DERIVATIVE && i == 1;

        arg[i] = place ? t->arg[i] : normal_term(g, t->arg[i]);
        changed |= arg[i] != t->arg[i];
    }
    if (!changed)
        return t;
    shape.arg = arg;
    made = expr_make(g->arena, &shape, NULL);
    return made ? made : t;
}

static const struct term *
worked_out(struct algebra *g, const struct term *t)
{
    const struct poly *p;
    const struct term *made;

    if (t->size > POLY_SIZE_MAX)
        return t;
    if (!is_value(t) || t->op == TERM_INFINITY)
        return t->n ? normal_arguments(g, t) : t;
    p = poly_of(g, t);
    made = p ? poly_term(g, p) : NULL;
    if (made)
        return made;
    return term_binds(t) ? normal_binder(g, t) : normal_arguments(g, t);
}

const struct term *
normal_term(struct algebra *g, const struct term *t)
{
    const struct term *made = g->work < 0 ? t : memo_find(g, t).term;

    if (made)
        return made;
    made = worked_out(g, t);
    if (g->work >= 0)
        memo_of(g, t)->term = made;
    return made;
}

static const struct poly *
opaque(struct algebra *g, const struct term *t)
{
    return poly_atom(g, t->n == 0       ? t
                        : term_binds(t) ? normal_binder(g, t)
                                        : normal_arguments(g, t));
}

bool
root_is_known(struct algebra *g, const struct term *root)
{
    return known_is(g->arena, g->scope, root->arg[0], SIGN_AT_LEAST_0);
}

/* ---- operators --------------------------------------------------------------------- */

static const struct poly *
of_number(struct algebra *g, const struct term *t)
{
    struct rational c;

    return rational_read(t, &c) ? poly_constant(g, c) : poly_atom(g, t);
}

static const struct poly *
of_sum(struct algebra *g, const struct term *t)
{
    const struct poly *x = poly_of(g, t->arg[0]), *y = poly_of(g, t->arg[1]);

    return poly_common(g, poly_add(g, x, t->op == TERM_ADD ? one : minus, y));
}

static const struct poly *
of_product(struct algebra *g, const struct term *t)
{
    const struct poly *x = poly_of(g, t->arg[0]), *y = poly_of(g, t->arg[1]);
    const struct poly *p = poly_common(g, poly_mul(g, x, y, t->type));

    return p ? p : opaque(g, t);
}

static const struct poly *
of_quotient(struct algebra *g, const struct term *t)
{
    const struct poly *x = poly_of(g, t->arg[0]), *y = poly_of(g, t->arg[1]);
    const struct poly *p = poly_common(g, poly_mul(g, x, poly_power(g, y, -1), t->type));

    return p ? p : opaque(g, t);
}

/* The power of a matrix, as a word. */
static const struct poly *
of_matrix_power(struct algebra *g, const struct term *t, int n)
{
    const struct poly *x = poly_of(g, t->arg[0]), *p;
    const struct term *size =
        t->type.rows.n ? rational_term(g->arena, (struct rational){t->type.rows.n, 1})
                       : t->type.rows.size;

    if (n < 0 || n > POLY_POWER_MAX)
        return opaque(g, t);
    p = poly_atom(g, expr_call(g->arena, FUNCTION_I, &size, 1, NULL));
    for (int i = 0; i < n && p; i++)
        p = poly_mul(g, p, x, t->type);
    return p ? p : opaque(g, t);
}

static const struct poly *
of_power(struct algebra *g, const struct term *t)
{
    const struct term *exponent = normal_term(g, t->arg[1]);
    const struct poly *p;
    int n;

    if (!term_is_whole(exponent, &n))
        return opaque(g, t);
    if (type_is_array(t->type))
        return of_matrix_power(g, t, n);
    p = poly_common(g, poly_power(g, poly_of(g, t->arg[0]), n));
    return p ? p : opaque(g, t);
}

/* ---- parts ------------------------------------------------------------------------- */

static const struct term *
with_index(struct algebra *g, const struct term *t, const struct term *array)
{
    const struct term *arg[3] = {array, t->arg[1], t->n > 2 ? t->arg[2] : NULL};
    struct term shape = *t;

    shape.arg = arg;
    return expr_make(g->arena, &shape, NULL);
}

/* An entry of ones(n), or of a literal with whole numbers as its place; NULL when it is
 * none. */
static const struct term *
literal_entry(struct arena *a, const struct term *t, const struct term *array)
{
    int row, col = 1;

    if (array->op == TERM_CALL && array->function == FUNCTION_ONES)
        return rational_term(a, one);
    if (array->op != TERM_MATRIX || !term_is_whole(t->arg[1], &row) ||
        (t->n > 2 && !term_is_whole(t->arg[2], &col)))
        return NULL;
    if (row < 1 || row > array->rows || col < 1 || col > array->cols)
        return NULL;
    return array->arg[(row - 1) * array->cols + col - 1];
}

/* A component: of a sum the sum of the components. */
static const struct poly *
of_component(struct algebra *g, const struct term *t)
{
    const struct poly *x, *sum = poly_integer(g, 0);

    t = normal_arguments(g, t);
    x = t->op == TERM_INDEX ? poly_of(g, t->arg[0]) : NULL;
    if (!x || t->arg[0]->type.kind == TYPE_SEQUENCE)
        return poly_atom(g, t);
    for (int i = 0; i < x->n && sum; i++) {
        const struct monomial *m = &x->at[i];
        struct monomial c = {m->c, m->f, m->n_f, NULL, 0};
        const struct term *word = word_term(g->arena, m->w, m->n_w);
        const struct term *entry = word ? literal_entry(g->arena, t, word) : NULL;
        const struct poly *part;

        if (!entry && word && !(word = with_index(g, t, word)))
            return poly_atom(g, t);
        part = entry ? poly_of(g, entry) : poly_atom(g, word);
        sum = poly_add(g, sum, one,
                       poly_mul(g, poly_one(g, &c, sum->type), part, sum->type));
    }
    return sum ? poly_common(g, sum) : poly_atom(g, t);
}

static const struct poly *
of_root(struct algebra *g, const struct term *t)
{
    const struct poly *x = poly_of(g, t->arg[0]);
    struct rational root;

    if (x && x->n == 0)
        return x;
    if (x && x->n == 1 && x->at[0].n_f == 0 && rational_root(x->at[0].c, &root))
        return poly_constant(g, root);
    return opaque(g, t);
}

/* The size of a number that is written out. */
static const struct poly *
of_size(struct algebra *g, const struct term *t)
{
    const struct poly *x = poly_of(g, t->arg[0]);

    if (x && x->n == 0)
        return x;
    if (x && x->n == 1 && x->at[0].n_f == 0)
        return x->at[0].c.num < 0 ? poly_add(g, poly_zero(g, t->type), minus, x) : x;
    return opaque(g, t);
}

static const struct poly *
of_call(struct algebra *g, const struct term *t)
{
    struct term shape = {.op = TERM_E};
    const struct term *e;

    if (t->function == FUNCTION_SQRT && type_is_number(t->type))
        return of_root(g, t);
    if (t->function == FUNCTION_ABS && type_is_number(t->arg[0]->type))
        return of_size(g, t);
    if (t->function != FUNCTION_EXP || !type_is_number(t->type))
        return opaque(g, t);
    e = expr_make(g->arena, &shape, NULL);
    return poly_of(g, expr_apply(g->arena, TERM_POW, e, t->arg[0], NULL));
}

static const struct poly *
taken_apart(struct algebra *g, const struct term *t)
{
    switch (t->op) {
    case TERM_NUMBER:
        return of_number(g, t);
    case TERM_ADD:
    case TERM_SUB:
        return of_sum(g, t);
    case TERM_NEG:
        return poly_add(g, poly_zero(g, t->type), minus, poly_of(g, t->arg[0]));
    case TERM_MUL:
        return of_product(g, t);
    case TERM_DIV:
        return of_quotient(g, t);
    case TERM_POW:
        return of_power(g, t);
    case TERM_INDEX:
        return of_component(g, t);
    case TERM_CALL:
        return of_call(g, t);
    case TERM_SUM:
        return poly_of_sum(g, t);
    case TERM_PRODUCT:
        return poly_of_product(g, t);
    default:
        return opaque(g, t);
    }
}

/* Whether a polynomial, written down, is no larger than a term may be. */
static bool
is_readable(const struct poly *p)
{
    long size = 0;

    for (int i = 0; i < p->n && size <= POLY_SIZE_MAX; i++) {
        const struct monomial *m = &p->at[i];

        for (int k = 0; k < m->n_f; k++)
            size += m->f[k].base->size;
        for (int k = 0; k < m->n_w; k++)
            size += m->w[k]->size;
    }
    return size <= POLY_SIZE_MAX;
}

/* Whether there is time and room for more. */
static bool
can_go_on(struct algebra *g)
{
    size_t used = arena_used(g->arena);

    if (!g->used)
        g->used = used + 1;
    if (used > g->used + POLY_BYTES_MAX)
        g->work = -1;
    return g->work >= 0;
}

const struct poly *
poly_of(struct algebra *g, const struct term *t)
{
    struct known_form known;
    const struct poly *p;

    if (!can_go_on(g))
        return NULL;
    if (t->n == 0)
        return taken_apart(g, t);
    known = memo_find(g, t);
    if (known.has_poly)
        return known.poly;
    p = t->size <= POLY_SIZE_MAX ? taken_apart(g, t) : NULL;
    p = p && is_readable(p) ? p : NULL;
    if (g->work >= 0) {
        struct known_form *k = memo_of(g, t);

        k->poly = p;
        k->has_poly = true;
    }
    return p;
}

/* ---- for others -------------------------------------------------------------------- */

const struct term *
normal_form(struct arena *a, const struct scope *s, const struct term *t)
{
    struct algebra g = new_algebra(a, s);

    return normal_term(&g, t);
}

bool
normal_same(struct arena *a, const struct scope *s, const struct term *x,
            const struct term *y)
{
    struct algebra g = new_algebra(a, s);
    const struct poly *p, *q;

    if (x->op != y->op && (!is_value(x) || !is_value(y)))
        return false;
    if (!is_value(x) || type_is_array(x->type) != type_is_array(y->type))
        return order_terms(normal_term(&g, x), normal_term(&g, y)) == 0;
    p = poly_of(&g, x);
    q = poly_of(&g, y);
    p = poly_common(&g, poly_add(&g, p, minus, q));
    return p ? p->n == 0 : expr_same(x, y);
}
