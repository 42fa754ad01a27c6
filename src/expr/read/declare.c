/* Declarations, assumptions and definitions: text into a scope. */
#include "expr/read/declare.h"

#include <string.h>

enum { NAMES_MAX = 64 };

/* ---- names ------------------------------------------------------------------------- */

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
    if (!word_may_be_name(t->word)) {
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
    if (type.random)
        return refuse(p, t, ERR_TYPE_MISMATCH,
                      "a random name has no bounds; what is known about it stands in "
                      "assume, as in E[X] = 0");
    if (type.kind > TYPE_REAL)
        return refuse(
            p, t, ERR_TYPE_MISMATCH,
            "only a real number has bounds, and this is %s; bound |z| or norm(v) "
            "with where",
            type_phrase(p->arena, type));
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
parse_definition_body(struct parser *p, const struct scope *s, const char *parameter)
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
    d->body = parse_definition_body(p, s, d->parameter);
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
        return p->tok++, parse_assume(p, s, p->tok - 1);
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
