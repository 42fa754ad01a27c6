/* The derivative of a term: names, arithmetic, vectors and matrices. */
#include "expr/derive.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "expr/derive/rules.h"
#include "expr/names.h"
#include "expr/tree.h"

enum { NAMES_DEPTH_MAX = 64, UNIT_WRITTEN_MAX = 8 };

const struct term *
derive_refuse(struct derive *d, const char *fmt, ...)
{
    char message[ERR_MESSAGE_MAX];
    va_list args;

    if (d->failed)
        return NULL;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    d->failed = true;
    err_at(d->err, (struct pos){0}, ERR_VALUE_KIND, "%s", message);
    return NULL;
}

/* ---- names ------------------------------------------------------------------------- */

/* An index that hides a declared name. */
struct hidden {
    const char *name;
    const struct hidden *outer;
};

static bool
is_hidden(const struct derive *d, const char *name)
{
    for (const struct hidden *h = d->indices; h; h = h->outer)
        if (strcmp(h->name, name) == 0)
            return true;
    return false;
}

static const struct decl *
meaning(const struct derive *d, const char *name)
{
    return is_hidden(d, name) ? NULL : d->names.find(d->names.ctx, d->inside, name);
}

static bool
is_by(const struct derive *d, const char *name)
{
    return strcmp(name, d->name) == 0 && !is_hidden(d, name) &&
           meaning(d, name) == d->decl;
}

/* In the value of a name, the names mean what they did there. */
struct outside {
    const struct decl *inside;
    const struct hidden *indices;
};

static struct outside
enter_value(struct derive *d, const struct decl *name)
{
    struct outside o = {d->inside, d->indices};

    d->inside = name;
    d->indices = NULL;
    if (++d->depth > NAMES_DEPTH_MAX)
        derive_refuse(d, "more than %d names stand for one another", NAMES_DEPTH_MAX);
    return o;
}

static void
leave_value(struct derive *d, struct outside o)
{
    d->inside = o.inside;
    d->indices = o.indices;
    d->depth--;
}

struct dependence {
    struct derive *d;
    bool found;
};

static void
look_at_name(void *ctx, const struct term *name)
{
    struct dependence *w = ctx;
    struct derive *d = w->d;
    const struct decl *m;
    struct outside o;

    if (w->found || d->failed)
        return;
    m = meaning(d, name->name);
    w->found = is_by(d, name->name);
    if (w->found || !m || !m->value)
        return;
    o = enter_value(d, m);
    term_free_names(m->value, look_at_name, w);
    leave_value(d, o);
}

bool
derive_depends(struct derive *d, const struct term *t)
{
    struct dependence w = {d, false};

    term_free_names(t, look_at_name, &w);
    return w.found && !d->failed;
}

/* Whether all names in a value mean the same outside it, where its derivative stands. */
struct same {
    const struct derive *d;
    const struct decl *value;
    const char *other; /* one that does not */
};

static void
compare_meaning(void *ctx, const struct term *name)
{
    struct same *s = ctx;
    const struct meanings *m = &s->d->names;

    if (is_hidden(s->d, name->name) ||
        meaning(s->d, name->name) != m->find(m->ctx, s->value, name->name))
        s->other = name->name;
}

static const struct term *
through_value(struct derive *d, const struct decl *name)
{
    struct same s = {d, name, NULL};
    const struct term *out;
    struct outside o;

    term_free_names(name->value, compare_meaning, &s);
    if (s.other)
        return derive_refuse(d, "'%s' means something else in the value of '%s'", s.other,
                             name->name);
    o = enter_value(d, name);
    out = derive_term(d, name->value);
    leave_value(d, o);
    return out;
}

/* ---- places ------------------------------------------------------------------------ */

/* One that is short is written out. */
static const struct term *
unit_literal(struct derive *d, int place, int n)
{
    const struct term **entry = ARENA_ARRAY(d->arena, const struct term *, n);
    struct term shape = {.op = TERM_MATRIX, .rows = n, .cols = 1, .n = n, .arg = entry};

    for (int i = 0; i < n; i++)
        entry[i] = derive_number(d, i + 1 == place);
    return derive_made(d, &shape);
}

/* The vector of n entries whose entry `place` is 1, the others 0. */
static const struct term *
unit_vector(struct derive *d, const struct term *place, struct dim n)
{
    const struct term *const arg[] = {place, derive_size(d, n)};
    struct term shape = {
        .op = TERM_CALL, .function = FUNCTION_ONEHOT, .n = 2, .arg = arg};
    int k;

    if (n.n > 0 && n.n <= UNIT_WRITTEN_MAX && tree_integer(place, &k))
        return unit_literal(d, k, n.n);
    return derive_made(d, &shape);
}

/* A vector or a matrix by its component `by`. */
static const struct term *
unit(struct derive *d, const struct term *name)
{
    const struct term *row = unit_vector(d, d->by->arg[1], name->type.rows);

    if (d->by->n == 2)
        return row;
    return derive_mul(
        d, row,
        derive_unary(d, TERM_TRANSPOSE, unit_vector(d, d->by->arg[2], name->type.cols)));
}

static const struct term *
derive_name(struct derive *d, const struct term *t)
{
    if (!is_by(d, t->name))
        return through_value(d, meaning(d, t->name));
    return d->by->op == TERM_NAME ? derive_number(d, 1) : unit(d, t);
}

/* 1 when row i is the row of `by` (and so the column), 0 when it is not. */
static const struct term *
delta(struct derive *d, const struct term *t, int i)
{
    struct dim n = i == 1 ? t->arg[0]->type.rows : t->arg[0]->type.cols;
    int x, y;
    const struct term *v;

    if (expr_same(t->arg[i], d->by->arg[i]))
        return derive_number(d, 1);
    if (tree_integer(t->arg[i], &x) && tree_integer(d->by->arg[i], &y))
        return x == y ? derive_number(d, 1) : NULL;
    v = unit_vector(d, d->by->arg[i], n);
    if (v) {
        const struct term *const arg[] = {v, t->arg[i]};
        struct term shape = {.op = TERM_INDEX, .n = 2, .arg = arg};

        return derive_made(d, &shape);
    }
    return NULL;
}

static const struct term *
derive_index(struct derive *d, const struct term *t)
{
    const struct term *x = t->arg[0], *arg[3] = {NULL, t->arg[1], NULL};
    struct term shape = *t;

    for (int i = 1; i < t->n; i++) {
        arg[i] = t->arg[i];
        if (derive_depends(d, t->arg[i]))
            return derive_refuse(d, "a component does not change smoothly with '%s'",
                                 d->name);
    }
    if (x->op == TERM_NAME && is_by(d, x->name) && t->n == d->by->n)
        return t->n == 2 ? delta(d, t, 1) : derive_mul(d, delta(d, t, 1), delta(d, t, 2));
    arg[0] = derive_term(d, x);
    shape.arg = arg;
    return arg[0] ? derive_made(d, &shape) : NULL;
}

static const struct term *
derive_matrix(struct derive *d, const struct term *t)
{
    const struct term **arg = ARENA_ARRAY(d->arena, const struct term *, t->n);
    struct term shape = *t;
    bool zero = true;

    for (int i = 0; i < t->n && !d->failed; i++) {
        arg[i] = derive_term(d, t->arg[i]);
        zero = zero && !arg[i];
        if (!arg[i])
            arg[i] = derive_number(d, 0);
    }
    shape.arg = arg;
    return zero || d->failed ? NULL : derive_made(d, &shape);
}

/* ---- arithmetic -------------------------------------------------------------------- */

static const struct term *
derive_product(struct derive *d, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];

    return derive_add(d, derive_mul(d, derive_term(d, x), y),
                      derive_mul(d, x, derive_term(d, y)));
}

/* (x' y - x y') / y^2 */
static const struct term *
derive_quotient(struct derive *d, const struct term *t)
{
    const struct term *x = t->arg[0], *y = t->arg[1];
    const struct term *dx = derive_term(d, x), *dy = derive_term(d, y);

    if (!dy)
        return derive_div(d, dx, y);
    return derive_div(d, derive_sub(d, derive_mul(d, dx, y), derive_mul(d, x, dy)),
                      derive_square(d, y));
}

static const struct term *
derive_operator(struct derive *d, const struct term *t)
{
    const struct term *x = t->arg[0];

    switch (t->op) {
    case TERM_ADD:
        return derive_add(d, derive_term(d, x), derive_term(d, t->arg[1]));
    case TERM_SUB:
        return derive_sub(d, derive_term(d, x), derive_term(d, t->arg[1]));
    case TERM_NEG:
        return derive_neg(d, derive_term(d, x));
    case TERM_MUL:
        return derive_product(d, t);
    case TERM_DIV:
        return derive_quotient(d, t);
    case TERM_TRANSPOSE:
        /* A number is its own transpose, and its derivative may not look like one. */
        return type_is_array(x->type) ? derive_unary(d, t->op, derive_term(d, x))
                                      : derive_term(d, x);
    default:
        return derive_unary(d, t->op, derive_term(d, x));
    }
}

/* The derivative of a derivative. */
static const struct term *
derive_again(struct derive *d, const struct term *t)
{
    struct derive inner = {.arena = d->arena, .names = d->names, .err = d->err};
    const struct term *place = t->arg[1], *first;

    if (d->failed)
        return NULL;
    inner.by = place;
    inner.name = place->op == TERM_INDEX ? place->arg[0]->name : place->name;
    inner.inside = d->inside;
    inner.indices = d->indices;
    inner.depth = d->depth + 1;
    inner.decl = meaning(&inner, inner.name);
    if (is_hidden(d, inner.name))
        return derive_refuse(d, "'%s' is an index here", inner.name);
    first = derive_term(&inner, t->arg[0]);
    d->failed |= inner.failed;
    return first ? derive_term(d, first) : NULL;
}

const struct term *
derive_term(struct derive *d, const struct term *t)
{
    if (!derive_depends(d, t))
        return NULL;
    switch (t->op) {
    case TERM_NAME:
        return derive_name(d, t);
    case TERM_ADD:
    case TERM_SUB:
    case TERM_NEG:
    case TERM_MUL:
    case TERM_DIV:
    case TERM_TRANSPOSE:
    case TERM_CONJ:
        return derive_operator(d, t);
    case TERM_POW:
        return derive_power(d, t);
    case TERM_INDEX:
        return derive_index(d, t);
    case TERM_MATRIX:
        return derive_matrix(d, t);
    case TERM_CALL:
        return derive_call(d, t);
    case TERM_SUM:
    case TERM_PRODUCT:
        return derive_binder(d, t);
    case TERM_DERIVATIVE:
        return derive_again(d, t);
    case TERM_EXPECTATION:
    case TERM_VARIANCE:
    case TERM_COVARIANCE:
        return derive_average(d, t);
    case TERM_LIMIT:
        return derive_refuse(d, "a limit is not differentiated");
    default:
        return derive_refuse(d, "this kind of term has no derivative");
    }
}

/* ---- binders ----------------------------------------------------------------------- */

/* t with an index that `by` does not mention. */
static const struct term *
with_free_index(struct derive *d, const struct term *t)
{
    const char *name = t->name;
    struct term shape = *t;
    const struct term *arg[3] = {t->arg[0], t->arg[1], NULL};
    struct replacement r = {t->name, NULL};

    if (!tree_has_name(d->by, t->name))
        return t;
    do
        name = arena_printf(d->arena, "%s'", name);
    while (tree_has_name(d->by, name) || tree_has_name(t->arg[2], name));
    r.by = expr_name(d->arena, name, type_scalar(TYPE_INTEGER));
    arg[2] = expr_replace(d->arena, t->arg[2], &r, 1);
    shape.name = name;
    shape.arg = arg;
    return arg[2] ? derive_made(d, &shape) : NULL;
}

/* The sum of body over t's index from low to high. */
static const struct term *
fold(struct derive *d, enum term_op op, const struct term *t, const struct term *body)
{
    const struct term *const arg[] = {t->arg[0], t->arg[1], body};
    struct term shape = {.op = op, .name = t->name, .n = 3, .arg = arg};

    return body ? derive_made(d, &shape) : NULL;
}

/* The product of t's factors with the index from low to high. */
static const struct term *
factors(struct derive *d, const struct term *t, const char *name, const struct term *low,
        const struct term *high)
{
    const struct replacement r = {t->name,
                                  expr_name(d->arena, name, type_scalar(TYPE_INTEGER))};
    const struct term *const arg[] = {low, high,
                                      expr_replace(d->arena, t->arg[2], &r, 1)};
    struct term shape = {.op = TERM_PRODUCT, .name = name, .n = 3, .arg = arg};

    return arg[2] ? derive_made(d, &shape) : NULL;
}

/* The sum over j of the derivative of factor j times the factors before and behind. */
static const struct term *
product_rule(struct derive *d, const struct term *t, const struct term *inner)
{
    const char *other = t->name;
    const struct term *j = expr_name(d->arena, t->name, type_scalar(TYPE_INTEGER));
    const struct term *one = derive_number(d, 1), *before, *behind;

    if (!inner)
        return NULL;
    do
        other = arena_printf(d->arena, "%s'", other);
    while (tree_has_name(t->arg[0], other) || tree_has_name(t->arg[1], other) ||
           tree_has_name(t->arg[2], other));
    before = factors(d, t, other, t->arg[0], derive_sub(d, j, one));
    behind = factors(d, t, other, derive_add(d, j, one), t->arg[1]);
    return fold(d, TERM_SUM, t, derive_mul(d, derive_mul(d, before, inner), behind));
}

const struct term *
derive_binder(struct derive *d, const struct term *t)
{
    struct hidden h = {NULL, d->indices};
    const struct term *inner;

    for (int i = 0; i < 2; i++)
        if (derive_depends(d, t->arg[i]))
            return derive_refuse(d, "a bound does not change smoothly with '%s'",
                                 d->name);
    t = with_free_index(d, t);
    if (!t)
        return NULL;
    h.name = t->name;
    d->indices = &h;
    inner = derive_term(d, t->arg[2]);
    d->indices = h.outer;
    return t->op == TERM_SUM ? fold(d, t->op, t, inner) : product_rule(d, t, inner);
}

/* ---- the room's functions ---------------------------------------------------------- */

/* Whether the name that the derivative is by stands for a term with other names of the
 * body in it: then the two cannot change by themselves. */
struct tie {
    struct derive *d;
    const struct term *body;
    const char *name;
};

static void
find_tie(void *ctx, const struct term *name)
{
    struct tie *w = ctx;
    struct derive other = *w->d;
    const struct meanings *m = &w->d->names;

    other.name = name->name;
    other.decl = m->find(m->ctx, w->d->decl, name->name);
    if (derive_depends(&other, w->body))
        w->name = name->name;
    w->d->failed |= other.failed;
}

/* Whether t says something about chance, through the values of names too. */
static bool has_chance(struct derive *d, const struct term *t);

static void
look_for_chance(void *ctx, const struct term *name)
{
    struct dependence *w = ctx;
    const struct decl *m = meaning(w->d, name->name);
    struct outside o;

    if (w->found || w->d->failed || !m || !m->value)
        return;
    o = enter_value(w->d, m);
    w->found = has_chance(w->d, m->value);
    leave_value(w->d, o);
}

static bool
has_chance(struct derive *d, const struct term *t)
{
    struct dependence w = {d, term_has_chance(t)};

    if (!w.found)
        term_free_names(t, look_for_chance, &w);
    return w.found;
}

/* Whether what is assumed of chance depends on `by`. */
static bool
chance_depends(struct derive *d)
{
    for (const struct scope *s = d->names.scope; s; s = scope_parent(s))
        for (int i = 0; i < scope_assumption_count(s); i++) {
            const struct assumption *a = scope_assumption_at(s, i);

            for (int k = 0; k < a->n; k++)
                if (term_has_chance(a->relation[k]) && derive_depends(d, a->relation[k]))
                    return true;
        }
    return false;
}

static const struct term *
derive_all(struct derive *d, const struct term *body)
{
    struct tie tie = {d, body, NULL};

    if (has_chance(d, body) && chance_depends(d))
        return derive_refuse(d, "what is assumed of chance depends on '%s'", d->name);

    if (d->decl && d->decl->value)
        term_free_names(d->decl->value, find_tie, &tie);
    if (tie.name)
        return derive_refuse(d,
                             "'%s' stands for a term with '%s' in it, which is in "
                             "the term as well",
                             d->name, tie.name);
    return derive_term(d, body);
}

const struct term *
expr_derivative_among(struct arena *a, struct meanings m, const struct term *body,
                      const struct term *by, struct err *e)
{
    struct derive d = {.arena = a, .names = m, .by = by, .err = e};
    const struct term *t;

    d.name = by->op == TERM_INDEX ? by->arg[0]->name : by->name;
    d.decl = m.find(m.ctx, NULL, d.name);
    t = derive_all(&d, body);
    if (!t && !d.failed)
        t = derive_zero(&d, body->type);
    return d.failed ? NULL : t;
}

static const struct decl *
find_in_scope(void *ctx, const struct decl *inside, const char *name)
{
    const struct scope *s = ctx;

    return inside ? scope_find_before(inside, name) : s ? scope_find(s, name) : NULL;
}

const struct term *
expr_derivative(struct arena *a, const struct scope *s, const struct term *body,
                const struct term *by, struct err *e)
{
    struct meanings m = {find_in_scope, (void *)(uintptr_t)s, s};

    return expr_derivative_among(a, m, body, by, e);
}
