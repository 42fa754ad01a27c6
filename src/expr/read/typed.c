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
    if (x->type.kind != TYPE_INTEGER)
        return refuse(p, t, ERR_TYPE_MISMATCH, "a size is an integer, and this is %s",
                      type_text(p->arena, x->type));
    if (!dim_of(x, d))
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
} types[] = {
    {"integer", TYPE_INTEGER},
    {"real",    TYPE_REAL   },
    {"complex", TYPE_COMPLEX},
    {"vector",  TYPE_VECTOR },
    {"matrix",  TYPE_MATRIX },
};

static const struct type_row *
find_type(const struct token *t)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (is_word(t, types[i].word))
            return &types[i];
    return NULL;
}

static bool
fail_type(struct parser *p)
{
    if (p->tok->kind == TOKEN_WORD && p->tok->word && p->tok->word->kind == WORD_LATER)
        fail(p, p->tok, ERR_TERM_LATER,
             "%s is not read yet; types are integer, real, complex, vector(n), "
             "matrix(r, c)",
             token_text(p->arena, p->text, p->tok));
    else
        fail_expected(p, "a type (integer, real, complex, vector(n) or matrix(r, c))");
    return false;
}

bool
parse_type(struct parser *p, struct type *type)
{
    const struct type_row *row = find_type(p->tok), *shape;

    if (!row)
        return fail_type(p);
    p->tok++;
    shape = row->kind == TYPE_COMPLEX ? find_type(p->tok) : row;
    if (shape && shape->kind >= TYPE_VECTOR) {
        p->tok += row->kind == TYPE_COMPLEX;
        *type = (struct type){.kind = shape->kind};
        type->complex_entries = row->kind == TYPE_COMPLEX;
        return parse_shape(p, type);
    }
    *type = type_scalar(row->kind);
    return true;
}

/* ---- domains ----------------------------------------------------------------------- */

static bool
is_infinite(const struct term *t)
{
    return t->op == TERM_INFINITY || (t->op == TERM_NEG && is_infinite(t->arg[0]));
}

/* inf may be a bound, but no part of one: "inf + 1" has no meaning. */
static bool
holds_infinity(const struct term *t)
{
    if (t->op == TERM_INFINITY)
        return true;
    for (int i = 0; i < t->n; i++)
        if (holds_infinity(t->arg[i]))
            return true;
    return false;
}

static const struct term *
parse_bound(struct parser *p)
{
    const struct token *t = p->tok;
    const struct term *x;

    p->infinity = true;
    x = parse_sum(p);
    p->infinity = false;
    if (!x)
        return NULL;
    if (x->type.kind > TYPE_REAL)
        return fail(p, t, ERR_TYPE_MISMATCH, "a bound is a real number, and this is %s",
                    type_text(p->arena, x->type));
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
