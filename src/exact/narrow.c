#include "exact/narrow.h"

#include <string.h>

#include "base/buf.h"
#include "exact/machine/body.h"
#include "exact/point.h"

/* Longer powers of ten are not solved for; more conditions are not told. */
enum { POWERS_MAX = 300, CONDITIONS_MAX = 32 };

struct narrow {
    struct arena *arena;
    struct condition {
        const char *left, *right, *text;
        enum relation relation;
    } at[CONDITIONS_MAX];
    int n;
    const char *each; /* behind what is said inside a sum: " for each j" */
};

/* ---- writing ----------------------------------------------------------------------- */

/* Whether a condition says all that b says. */
static bool
covers(const struct condition *a, const struct condition *b)
{
    enum relation r = b->relation;

    if (strcmp(a->left, b->left) != 0 || strcmp(a->right, b->right) != 0)
        return false;
    if (a->relation == RELATION_GREATER)
        return r == RELATION_GREATER || r == RELATION_GREATER_EQUAL ||
               r == RELATION_NOT_EQUAL;
    if (a->relation == RELATION_LESS)
        return r == RELATION_LESS || r == RELATION_LESS_EQUAL || r == RELATION_NOT_EQUAL;
    return a->relation == r;
}

static void
keep(struct narrow *w, struct condition c)
{
    int kept = 0;

    for (int i = 0; i < w->n; i++)
        if (covers(&w->at[i], &c))
            return;
    for (int i = 0; i < w->n; i++)
        if (!covers(&c, &w->at[i]))
            w->at[kept++] = w->at[i];
    w->n = kept;
    if (w->n < CONDITIONS_MAX)
        w->at[w->n++] = c;
}

static void
add_relation(struct narrow *w, const struct term *left, enum relation r,
             const struct term *right)
{
    const char *end =
        arena_printf(w->arena, "%s%s", expr_plain(w->arena, right, 0), w->each);
    struct condition c = {expr_plain(w->arena, left, 0), end, NULL, r};

    c.text = arena_printf(w->arena, "%s %s %s", c.left, relation_text(r), c.right);
    keep(w, c);
}

static const char *
joined(const struct narrow *w)
{
    struct buf text;

    buf_init(&text, w->arena);
    for (int i = 0; i < w->n; i++) {
        if (i)
            buf_add(&text, ", ");
        buf_add(&text, w->at[i].text);
    }
    return text.s;
}

static const struct term *
number(struct narrow *w, const char *digits)
{
    return expr_number(w->arena, digits);
}

/* ---- straight lines ---------------------------------------------------------------- */

/* slope name + start, with one name at most. */
struct line {
    const struct term *name;
    fmpq_t slope, start;
};

static void
line_init(struct line *l)
{
    l->name = NULL;
    fmpq_init(l->slope);
    fmpq_init(l->start);
}

static void
line_fini(struct line *l)
{
    fmpq_clear(l->slope);
    fmpq_clear(l->start);
}

static bool read_line(struct line *l, const struct term *t);

static bool
read_number(struct line *l, const struct term *t)
{
    fmpz_t n, tens;

    if (t->exponent > POWERS_MAX || t->exponent < -POWERS_MAX)
        return false;
    fmpz_init(n);
    fmpz_init(tens);
    fmpz_set_str(n, t->digits, 10);
    fmpz_ui_pow_ui(tens, 10, (ulong)(t->exponent < 0 ? -t->exponent : t->exponent));
    fmpq_set_fmpz(l->start, n);
    (t->exponent < 0 ? fmpq_div_fmpz : fmpq_mul_fmpz)(l->start, l->start, tens);
    fmpz_clear(n);
    fmpz_clear(tens);
    return true;
}

/* a + b, a - b, a b, a / b, where a product has a constant factor. */
static bool
combine(struct line *l, const struct line *a, const struct line *b, enum term_op op)
{
    const struct line *factor = b->name ? a : b, *other = b->name ? b : a;

    l->name = a->name ? a->name : b->name;
    if (op == TERM_ADD || op == TERM_SUB) {
        if (a->name && b->name && strcmp(a->name->name, b->name->name) != 0)
            return false;
        (op == TERM_ADD ? fmpq_add : fmpq_sub)(l->slope, a->slope, b->slope);
        (op == TERM_ADD ? fmpq_add : fmpq_sub)(l->start, a->start, b->start);
        return true;
    }
    if (factor->name || (op == TERM_DIV && (b->name || fmpq_is_zero(b->start))))
        return false;
    (op == TERM_MUL ? fmpq_mul : fmpq_div)(l->slope, other->slope, factor->start);
    (op == TERM_MUL ? fmpq_mul : fmpq_div)(l->start, other->start, factor->start);
    return true;
}

static bool
read_two(struct line *l, const struct term *t)
{
    struct line a, b;
    bool good;

    line_init(&a);
    line_init(&b);
    good =
        read_line(&a, t->arg[0]) && read_line(&b, t->arg[1]) && combine(l, &a, &b, t->op);
    line_fini(&a);
    line_fini(&b);
    return good;
}

static bool
read_line(struct line *l, const struct term *t)
{
    if (t->type.kind != TYPE_INTEGER && t->type.kind != TYPE_REAL)
        return false;
    switch (t->op) {
    case TERM_NUMBER:
        return read_number(l, t);
    case TERM_NAME:
        l->name = t;
        fmpq_set_si(l->slope, 1, 1);
        return true;
    case TERM_NEG:
        if (!read_line(l, t->arg[0]))
            return false;
        fmpq_neg(l->slope, l->slope);
        fmpq_neg(l->start, l->start);
        return true;
    case TERM_ADD:
    case TERM_SUB:
    case TERM_MUL:
    case TERM_DIV:
        return read_two(l, t);
    default:
        return false;
    }
}

/* "t > 0" solved for its one name. */
static bool
add_solved(struct narrow *w, const struct term *t, enum relation r)
{
    struct line l;
    struct ball root;
    bool solved;

    line_init(&l);
    ball_init(&root);
    solved = read_line(&l, t) && l.name && !fmpq_is_zero(l.slope);
    if (solved) {
        fmpq_div(root.re, l.start, l.slope);
        fmpq_neg(root.re, root.re);
        add_relation(w, l.name, fmpq_sgn(l.slope) < 0 ? relation_turned(r) : r,
                     point_term(w->arena, &root));
    }
    line_fini(&l);
    ball_fini(&root);
    return solved;
}

/* ---- conditions -------------------------------------------------------------------- */

static bool
has_names(const struct term *t)
{
    bool found = t->op == TERM_NAME;

    for (int i = 0; i < t->n && !found; i++)
        found = has_names(t->arg[i]);
    return found;
}

/* What "t != 0" means for a factor or a power. */
static const struct term *
simpler_nonzero(const struct term *t)
{
    if (t->op == TERM_NEG || t->op == TERM_DIV || t->op == TERM_POW)
        return t->arg[0];
    if (t->op == TERM_CALL &&
        (t->function == FUNCTION_ABS || t->function == FUNCTION_NORM ||
         t->function == FUNCTION_SIGN))
        return t->arg[0];
    return NULL;
}

/* "t relation 0" */
static void
add_condition(struct narrow *w, const struct term *t, enum relation r)
{
    const struct term *inner = r == RELATION_NOT_EQUAL ? simpler_nonzero(t) : NULL;

    if (!has_names(t) || add_solved(w, t, r))
        return;
    if (inner) {
        add_condition(w, inner, r);
    } else if (r == RELATION_NOT_EQUAL && t->op == TERM_MUL) {
        add_condition(w, t->arg[0], r);
        add_condition(w, t->arg[1], r);
    } else if (r == RELATION_NOT_EQUAL && t->op == TERM_CALL &&
               t->function == FUNCTION_SQRT) {
        add_condition(w, t->arg[0], RELATION_GREATER);
    } else if (t->op == TERM_SUB && has_names(t->arg[0])) {
        add_relation(w, t->arg[0], r, t->arg[1]);
    } else if (t->op == TERM_SUB) {
        add_relation(w, t->arg[1], relation_turned(r), t->arg[0]);
    } else {
        add_relation(w, t, r, number(w, "0"));
    }
}

static void
add_call(struct narrow *w, enum function_id f, const struct term *t, enum relation r,
         const char *bound)
{
    struct err e;
    const struct term *call = expr_call(w->arena, f, &t, 1, &e);

    if (call)
        add_relation(w, call, r, number(w, bound));
}

static void
add_function(struct narrow *w, enum function_id f, const struct term *t)
{
    switch (f) {
    case FUNCTION_SQRT:
        add_condition(w, t, RELATION_GREATER_EQUAL);
        break;
    case FUNCTION_LN:
    case FUNCTION_LOG2:
    case FUNCTION_LOG10:
        add_condition(
            w, t, t->type.kind == TYPE_COMPLEX ? RELATION_NOT_EQUAL : RELATION_GREATER);
        break;
    case FUNCTION_ARG:
    case FUNCTION_RMSNORM:
        add_condition(w, t, RELATION_NOT_EQUAL);
        break;
    case FUNCTION_ASIN:
    case FUNCTION_ACOS:
        add_call(w, FUNCTION_ABS, t, RELATION_LESS_EQUAL, "1");
        break;
    case FUNCTION_TAN:
        add_call(w, FUNCTION_COS, t, RELATION_NOT_EQUAL, "0");
        break;
    default:
        break;
    }
}

/* A power: of a matrix, with an integer exponent, of a positive number. */
static void
add_power(struct narrow *w, const struct program *p, const struct node *n)
{
    const struct term *base = p->node[n->arg[0]].term, *e = p->node[n->arg[1]].term;
    bool positive = p->node[n->arg[1]].sign == SIGN_POSITIVE;

    if (base->type.kind == TYPE_MATRIX)
        add_call(w, FUNCTION_DET, base, RELATION_NOT_EQUAL, "0");
    else if (e->type.kind == TYPE_INTEGER || n->complex)
        add_condition(w, base, RELATION_NOT_EQUAL);
    else
        add_condition(w, base, positive ? RELATION_GREATER_EQUAL : RELATION_GREATER);
}

/* "j in 1..4": the places that an array has. */
static void
add_place(struct narrow *w, const struct term *place, struct dim d)
{
    const char *most = d.n      ? arena_printf(w->arena, "%d", d.n)
                       : d.size ? expr_plain(w->arena, d.size, 0)
                                : "";
    struct condition c = {.relation = RELATION_EQUAL};

    if (!*most || !has_names(place))
        return;
    c.left = expr_plain(w->arena, place, 0);
    c.right = arena_printf(w->arena, "1..%s%s", most, w->each);
    c.text = arena_printf(w->arena, "%s in %s", c.left, c.right);
    keep(w, c);
}

static void
add_node(struct narrow *w, const struct program *p, const struct node *n)
{
    if (n->op == TERM_DIV)
        add_condition(w, p->node[n->arg[1]].term, RELATION_NOT_EQUAL);
    else if (n->op == TERM_POW)
        add_power(w, p, n);
    else if (n->op == TERM_CALL && n->function == FUNCTION_ONEHOT)
        add_place(w, p->node[n->arg[0]].term, n->term->type.rows);
    else if (n->op == TERM_CALL)
        add_function(w, n->function, p->node[n->arg[0]].term);
    else if (n->op == TERM_INDEX && n->n == 2)
        add_place(w, p->node[n->arg[1]].term, p->node[n->arg[0]].term->type.rows);
}

static bool
is_in(struct cone c, int node)
{
    bool found = false;

    for (int i = 0; i < c.n && !found; i++)
        found = c.node[i] == node;
    return found;
}

/* The index of the sum, if it is one and stands around the node, which depends on it. */
static const char *
index_around(const struct program *p, int sum, int node)
{
    const struct node *n = &p->node[sum];

    if ((n->op != TERM_SUM && n->op != TERM_PRODUCT) ||
        !(n->body->binds & p->node[node].depends) ||
        !is_in(program_reach(p, (struct cone){1, &sum}), node))
        return NULL;
    return n->term->name;
}

/* " for each j and k": the indices of all sums around a node, which come behind it. */
static const char *
find_each(struct arena *a, const struct program *p, int node)
{
    const char *each = "";

    for (int i = p->n - 1; i >= 0 && p->node[node].depends; i--) {
        const char *name = index_around(p, i, node);
        bool told = !name;

        for (int k = p->n - 1; k > i && !told; k--) {
            const char *other = index_around(p, k, node);

            told = other && strcmp(other, name) == 0;
        }
        if (!told)
            each = arena_printf(a, "%s %s %s", each, *each ? "and" : "for each",
                                expr_name_text(a, name, 0));
    }
    return each;
}

const char *
narrow_text(const struct search *s, const struct tally *t)
{
    const struct program *p = &s->program;
    struct narrow w = {.arena = s->arena};

    for (int i = 0; i < t->n_edges; i++) {
        const struct node *n = &p->node[i];

        if (!t->edge[i])
            continue;
        w.each = find_each(s->arena, p, i);
        add_node(&w, p, n);
    }
    return joined(&w);
}
