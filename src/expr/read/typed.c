/* The types and domains of declared names. */
#include "expr/read/declare.h"

/* ---- types ------------------------------------------------------------------------- */

static bool
parse_dim(struct parser *p, struct dim *d)
{
    const struct token *t = p->tok;
    const struct term *x = parse_sum(p);

    if (!x)
        return false;
    if (x->type.kind != TYPE_INTEGER || x->type.random)
        return refuse(p, t, ERR_TYPE_MISMATCH, "a size is an integer, and this is %s",
                      type_phrase(p->arena, x->type));
    if (!dim_of(expr_unfold(p->arena, p->scope, x), d))
        return refuse(p, t, ERR_TYPE_MISMATCH, "a size goes from 1 to %d",
                      ARRAY_SIDE_MAX);
    return true;
}

static bool
parse_shape(struct parser *p, struct type *type)
{
    type->cols = (struct dim){.n = 1};
    if (!expect(p, TOKEN_OPEN, "'(' and a size") || !parse_dim(p, &type->rows))
        return false;
    if (type->kind == TYPE_MATRIX &&
        (!expect(p, TOKEN_COMMA, "a comma and the number of columns") ||
         !parse_dim(p, &type->cols)))
        return false;
    if (type->kind == TYPE_MATRIX && type->cols.n == 1)
        type->kind = TYPE_VECTOR;
    return expect(p, TOKEN_CLOSE, "')'");
}

static const struct type_row {
    const char *word;
    enum type_kind kind;
    bool sized, random, distribution;
} types[] = {
    {"integer",      TYPE_INTEGER,  false, false, false},
    {"real",         TYPE_REAL,     false, false, false},
    {"complex",      TYPE_COMPLEX,  false, false, false},
    {"vector",       TYPE_VECTOR,   true,  false, false},
    {"matrix",       TYPE_MATRIX,   true,  false, false},
    {"random",       TYPE_REAL,     false, true,  false},
    {"event",        TYPE_EVENT,    false, false, false},
    {"sequence",     TYPE_SEQUENCE, true,  false, false},
    {"distribution", TYPE_VECTOR,   true,  false, true },
};

static const struct type_row *
find_type(const struct token *t)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_word(t, types[i].word))
            return &types[i];
    return NULL;
}

/* "complex vector(2)", "random vector(d) joint": what stands behind the first word. */
static bool
parse_entries(struct parser *p, const struct type_row *row, struct type *type)
{
    const struct type_row *shape = find_type(p->tok);

    if (!shape)
        return true;
    if (!shape->sized || shape->kind > TYPE_MATRIX || shape->distribution ||
        (row->random && shape->kind != TYPE_VECTOR))
        return refuse(p, p->tok, ERR_TERM_EXPECTED,
                      row->random
                          ? "a random name is a real number or a vector: write "
                            "X : random, or u : random vector(d)"
                          : "complex vector(n) or complex matrix(r, c) is expected");
    p->tok++;
    type->kind = shape->kind;
    type->complex_entries = row->kind == TYPE_COMPLEX;
    if (!parse_shape(p, type))
        return false;
    type->joint = row->random && is_word(p->tok, "joint");
    p->tok += type->joint;
    return true;
}

bool
parse_type(struct parser *p, struct type *type)
{
    const struct type_row *row = find_type(p->tok);

    if (!row) {
        fail_expected(p, "a type (integer, real, complex, vector(n), matrix(r, c), "
                         "random, event, ...)");
        return false;
    }
    p->tok++;
    *type = type_scalar(row->kind);
    type->random = row->random;
    type->distribution = row->distribution;
    if (row->sized)
        return parse_shape(p, type);
    return (row->kind != TYPE_COMPLEX && !row->random) || parse_entries(p, row, type);
}

/* ---- domains ----------------------------------------------------------------------- */

static bool
is_infinite(const struct term *t)
{
    return t->op == TERM_INFINITY || (t->op == TERM_NEG && is_infinite(t->arg[0]));
}

/* inf may be a bound, but no part of one: "inf + 1" has no meaning. The point of a limit
 * inside is a bound of its own. */
static bool
holds_infinity(const struct term *t)
{
    if (t->op == TERM_INFINITY)
        return true;
    for (int i = t->op == TERM_LIMIT; i < t->n; i++)
        if (holds_infinity(t->arg[i]))
            return true;
    return false;
}

const struct term *
parse_bound(struct parser *p)
{
    const struct token *t = p->tok;
    const struct term *x;
    bool outside = p->infinity;

    p->infinity = true;
    x = parse_sum(p);
    p->infinity = outside;
    if (!x)
        return NULL;
    if (x->type.kind > TYPE_REAL)
        return fail(p, t, ERR_TYPE_MISMATCH, "a bound is a real number, and this is %s",
                    type_phrase(p->arena, x->type));
    if (holds_infinity(x) && !is_infinite(x))
        return fail(p, t, ERR_TERM_EXPECTED, "inf is a bound only by itself");
    return x;
}

static const struct term *
finite(const struct term *t)
{
    return is_infinite(t) ? NULL : t;
}

bool
parse_domain(struct parser *p, struct domain *d)
{
    const struct token *from = p->tok;
    const struct term *low = parse_bound(p), *high;
    int least, most;

    if (!low || !expect(p, TOKEN_DOTS, "'..' and the upper bound"))
        return false;
    high = parse_bound(p);
    if (!high)
        return false;
    if (tree_integer(low, &least) && tree_integer(high, &most) && least > most)
        return refuse(p, from, ERR_DECLARATION,
                      "the lower bound %d is above the upper bound %d", least, most);
    *d = (struct domain){finite(low), finite(high), false, false};
    return true;
}
