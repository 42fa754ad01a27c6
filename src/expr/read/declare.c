/* Declarations, assumptions and definitions: text into a scope. */
#include "expr/read/declare.h"

#include <string.h>

enum { NAMES_MAX = 64 };

/* ---- names ------------------------------------------------------------------------- */

/* Words that may be declared although they mean something: e, i, pi, and single letters
 * such as R. */
static bool
may_declare(const struct word *w)
{
    if (!w)
        return true;
    if (w->kind == WORD_CONSTANT)
        return w->what != TERM_INFINITY;
    return w->kind != WORD_RESERVED && w->text[1] == '\0';
}

const char *
declare_name(struct parser *p, struct scope *s)
{
    const struct token *t = p->tok;
    const char *name;

    if (t->kind != TOKEN_WORD) {
        fail_expected(p, "a name");
        return NULL;
    }
    name = token_name(p, t);
    if (!may_declare(t->word)) {
        fail(p, t, ERR_NAME_BAD, "'%s' has a meaning of its own; choose another name",
             name);
        return NULL;
    }
    if (scope_is_taken(s, name)) {
        fail(p, t, ERR_NAME_TAKEN, "'%s' is declared already; choose another name", name);
        return NULL;
    }
    p->tok++;
    return name;
}

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

static bool
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

/* ---- conditions -------------------------------------------------------------------- */

static bool
is_one(const struct term *t)
{
    int n;

    return tree_integer(t, &n) && n == 1;
}

static bool
is_length_of_name(const struct term *t)
{
    return t->op == TERM_CALL &&
           (t->function == FUNCTION_ABS || t->function == FUNCTION_NORM) &&
           t->arg[0]->op == TERM_NAME;
}

/* The name of scope s that was declared last among those in t. */
static struct decl *
last_name(struct scope *s, const struct term *t)
{
    struct decl *last = t->op == TERM_NAME ? scope_get_own(s, t->name) : NULL;

    for (int i = 0; i < t->n; i++) {
        struct decl *d = last_name(s, t->arg[i]);

        if (d && (!last || d->index > last->index))
            last = d;
    }
    return last;
}

static void
add_condition(struct arena *a, struct decl *d, const struct term *c)
{
    const struct term **all = ARENA_ARRAY(a, const struct term *, d->n_conditions + 1);

    if (d->n_conditions)
        memcpy(all, d->conditions, (size_t)d->n_conditions * sizeof *all);
    all[d->n_conditions++] = c;
    d->conditions = all;
}

/* "name = term": the name gets that value. */
static bool
condition_value(struct parser *p, struct scope *s, const struct term *c,
                const struct token *t)
{
    struct decl *d = scope_get_own(s, c->arg[0]->name);
    struct decl *last = last_name(s, c->arg[1]);

    if (!d || d->value || (last && last->index > d->index))
        return refuse(p, t, ERR_CONDITION_FORM,
                      "declare '%s' here, once, after the names in its value",
                      c->arg[0]->name);
    if (c->arg[1]->type.kind > d->type.kind && type_is_number(d->type))
        return refuse(p, t, ERR_TYPE_MISMATCH, "'%s' is %s, and its value is %s", d->name,
                      type_text(p->arena, d->type), type_text(p->arena, c->arg[1]->type));
    scope_set_value(d, c->arg[1]);
    return true;
}

/* A bound that a condition states: c > 0. */
struct side {
    bool low, open;
};

static bool
side_of(enum relation r, bool name_left, struct side *side)
{
    if (r == RELATION_EQUAL || r == RELATION_NOT_EQUAL)
        return false;
    side->open = r == RELATION_LESS || r == RELATION_GREATER;
    side->low = (r == RELATION_GREATER || r == RELATION_GREATER_EQUAL) == name_left;
    return true;
}

static void
note_bound(struct decl *d, const struct term *c)
{
    bool left = c->arg[0]->op == TERM_NAME;
    const struct term *name = c->arg[!left], *bound = c->arg[left];
    struct side side;

    if (name->op != TERM_NAME || tree_has_names(bound) ||
        !side_of(c->relation, left, &side))
        return;
    if (side.low && !d->domain.low) {
        d->domain.low = bound;
        d->domain.low_open = side.open;
    } else if (!side.low && !d->domain.high) {
        d->domain.high = bound;
        d->domain.high_open = side.open;
    }
}

static bool
add_relation(struct parser *p, struct scope *s, const struct term *c,
             const struct token *t)
{
    struct decl *d = last_name(s, c);

    if (!d)
        return refuse(p, t, ERR_CONDITION_FORM,
                      "a condition belongs to a name that is declared here");
    if (c->relation == RELATION_EQUAL && c->arg[0]->op == TERM_NAME &&
        !tree_has_name(c->arg[1], c->arg[0]->name))
        return condition_value(p, s, c, t);
    if (c->relation == RELATION_EQUAL &&
        !(is_length_of_name(c->arg[0]) && is_one(c->arg[1])))
        return refuse(
            p, t, ERR_CONDITION_FORM,
            "an equation as a condition is |z| = 1, norm(v) = 1 or name = term");
    add_condition(p->arena, d, c);
    note_bound(d, c);
    return true;
}

/* A filter for draws is kept as it is; anything else goes to the name it is about. */
static bool
parse_conditions(struct parser *p, struct scope *s, struct decl *filter)
{
    for (;;) {
        const struct token *t = p->tok;
        const struct term *c = parse_comparison(p);

        if (!c)
            return false;
        if (filter)
            add_condition(p->arena, filter, c);
        else if (!add_relation(p, s, c, t))
            return false;
        if (p->tok->kind != TOKEN_COMMA)
            return true;
        p->tok++;
    }
}

bool
parse_where(struct parser *p, struct scope *s, struct decl *filter)
{
    if (!is_word(p->tok, "where"))
        return true;
    p->tok++;
    return parse_conditions(p, s, filter);
}

/* ---- statements -------------------------------------------------------------------- */

static bool
parse_names(struct parser *p, struct scope *s, const char **names, int *n)
{
    for (*n = 0;;) {
        const struct token *t = p->tok;
        const char *name = declare_name(p, s);

        if (!name)
            return false;
        for (int i = 0; i < *n; i++)
            if (strcmp(names[i], name) == 0)
                return refuse(p, t, ERR_NAME_TAKEN, "'%s' stands here twice", name);
        if (*n == NAMES_MAX)
            return refuse(p, t, ERR_TERM_TOO_LARGE, "at most %d names in one declaration",
                          NAMES_MAX);
        names[(*n)++] = name;
        if (p->tok->kind != TOKEN_COMMA)
            return true;
        p->tok++;
    }
}

static bool
domain_fits(struct parser *p, const struct token *t, struct type type, struct domain d)
{
    if (type.kind > TYPE_REAL)
        return refuse(
            p, t, ERR_TYPE_MISMATCH,
            "only a real number has bounds, and this is %s; bound |z| or norm(v) "
            "with where",
            type_text(p->arena, type));
    if (type.kind == TYPE_INTEGER && ((d.low && d.low->type.kind != TYPE_INTEGER) ||
                                      (d.high && d.high->type.kind != TYPE_INTEGER)))
        return refuse(p, t, ERR_TYPE_MISMATCH, "the bounds of an integer are integers");
    return true;
}

static bool
declare_typed(struct parser *p, struct scope *s, const char *const *names, int n)
{
    struct type type;
    struct domain domain = {0};

    p->tok++;
    if (!parse_type(p, &type))
        return false;
    if (is_word(p->tok, "in")) {
        const struct token *t = ++p->tok;

        if (!parse_domain(p, &domain) || !domain_fits(p, t, type, domain))
            return false;
    }
    for (int i = 0; i < n; i++)
        scope_put(s, names[i], type)->domain = domain;
    return parse_where(p, s, NULL);
}

static bool
declare_value(struct parser *p, struct scope *s, const char *name)
{
    const struct token *t = ++p->tok;
    const struct term *value = parse_sum(p);
    struct decl *d;

    if (!value)
        return false;
    d = scope_put(s, name, value->type);
    scope_set_value(d, value);
    if (d->unfolded > EXPR_NODES_MAX)
        return refuse(p, t, ERR_TERM_TOO_LARGE,
                      "with the values of its names put in, this has more than %d parts",
                      EXPR_NODES_MAX);
    return parse_where(p, s, NULL);
}

static bool
is_equals(const struct token *t)
{
    return t->kind == TOKEN_RELATION && t->relation == RELATION_EQUAL;
}

static bool
parse_declaration(struct parser *p, struct scope *s)
{
    const char *names[NAMES_MAX];
    int n;

    if (!parse_names(p, s, names, &n))
        return false;
    if (p->tok->kind == TOKEN_COLON)
        return declare_typed(p, s, names, n);
    if (is_equals(p->tok) && n == 1)
        return declare_value(p, s, names[0]);
    fail_expected(p, n == 1 ? "':' and a type, or '=' and a value" : "':' and a type");
    return false;
}

static bool
parse_assume(struct parser *p, struct scope *s)
{
    if (p->tok->kind == TOKEN_WORD && p->tok[1].kind == TOKEN_COLON)
        p->tok += 2;
    return parse_conditions(p, s, NULL);
}

/* ---- definitions ------------------------------------------------------------------- */

/* The parameter that a name such as R_p may have; "" for d_1 and c. */
static const char *
parameter_of(const struct token *t)
{
    if (!t->sub || strspn(t->sub, "0123456789"))
        return "";
    return t->sub;
}

/* The body of a definition. The parameter counts as an integer, which fits wherever a
 * number does; what is put in for it is checked when it is used. */
static const struct term *
parse_body(struct parser *p, const struct scope *s, const char *parameter)
{
    struct scope *inner = scope_new(p->arena, s);
    const struct term *body;

    if (*parameter)
        scope_put(inner, parameter, type_scalar(TYPE_INTEGER));
    p->scope = inner;
    p->unplaced = true;
    body = parse_sum(p);
    p->scope = s;
    p->unplaced = false;
    return body;
}

static bool
parse_define(struct parser *p, struct scope *s)
{
    const struct token *t = p->tok;
    struct definition *d = ARENA_NEW(p->arena, struct definition);

    d->name = declare_name(p, s);
    if (!d->name)
        return false;
    if (!is_equals(p->tok)) {
        fail_expected(p, "'=' and what the name stands for");
        return false;
    }
    p->tok++;
    d->parameter = parameter_of(t);
    d->body = parse_body(p, s, d->parameter);
    if (!d->body)
        return false;
    if (!tree_has_name(d->body, d->parameter))
        d->parameter = "";
    d->base = *d->parameter ? t->text : "";
    if (*d->base && scope_get(s, d->base))
        return refuse(p, t, ERR_NAME_TAKEN,
                      "'%s' is declared, so '%s' is one of its components", d->base,
                      d->name);
    scope_put_definition(s, d);
    return true;
}

/* ---- all --------------------------------------------------------------------------- */

static bool
parse_statement(struct parser *p, struct scope *s)
{
    if (is_word(p->tok, "let"))
        p->tok++;
    else if (is_word(p->tok, "assume"))
        return p->tok++, parse_assume(p, s);
    else if (is_word(p->tok, "define"))
        return p->tok++, parse_define(p, s);
    return parse_declaration(p, s);
}

bool
parse_statements(struct parser *p, struct scope *s, parse_statement_fn *parse, void *ctx)
{
    struct scope_mark before = scope_mark(p->arena, s);

    for (;;) {
        while (p->tok->kind == TOKEN_SEMI || p->tok->kind == TOKEN_LINE)
            p->tok++;
        if (p->tok->kind == TOKEN_END)
            return true;
        if (!parse(p, s, ctx))
            break;
        if (p->tok->kind != TOKEN_SEMI && p->tok->kind != TOKEN_LINE &&
            p->tok->kind != TOKEN_END) {
            fail_rest(p);
            break;
        }
    }
    scope_restore(s, before);
    return false;
}

bool
declarations_init(struct parser *p, struct arena *a, const struct scope *s,
                  const char *text, struct pos at, struct err *e)
{
    if (strlen(text) > EXPR_DECLARATIONS_MAX)
        return err_at(e, at, ERR_TERM_TOO_LARGE,
                      "declarations have at most %d bytes; split them",
                      EXPR_DECLARATIONS_MAX);
    return parser_init(p, a, s, text, true, at, e);
}

static bool
declaration_statement(struct parser *p, struct scope *s, void *ctx)
{
    (void)ctx;
    return parse_statement(p, s);
}

bool
scope_declare(struct arena *a, struct scope *s, const char *text, struct pos at,
              struct err *e)
{
    struct parser p;

    return declarations_init(&p, a, s, text, at, e) &&
           parse_statements(&p, s, declaration_statement, NULL);
}
