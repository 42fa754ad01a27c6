/* Forms with a grammar of their own: sum, prod, limit, D, and E, Var, Cov, P. */
#include <string.h>

#include "expr/names.h"
#include "expr/read/declare.h"
#include "expr/read/parser.h"

bool
is_form(const struct parser *p, const struct token *t)
{
    return t->kind == TOKEN_WORD && t->word && t->word->kind == WORD_FORM &&
           !is_meant(p, t->text);
}

/* ---- binders ----------------------------------------------------------------------- */

/* The first place in t where the index i stands in a power of e, or NULL. A subscript is
 * no such place. */
static const struct term *
imaginary_use(const struct term *t, bool exponent)
{
    const struct term *found = NULL;

    if (t->op == TERM_NAME)
        return exponent && strcmp(t->name, "i") == 0 ? t : NULL;
    exponent |= t->op == TERM_CALL && t->function == FUNCTION_EXP;
    for (int k = 0; k < t->n && !found; k++) {
        bool power = t->op == TERM_POW && k == 1 && t->arg[0]->op == TERM_E;

        if (t->op != TERM_INDEX || k == 0)
            found = imaginary_use(t->arg[k], exponent || power);
    }
    return found;
}

static bool
index_is_clear(struct parser *p, const struct token *name, const struct term *body)
{
    const struct term *use = imaginary_use(body, false);
    struct token at = *name;

    if (!is_word(name, "i") || scope_get(p->scope, "i") || !use)
        return true;
    if (use->at.len)
        at.start = use->at.start;
    return refuse(p, &at, ERR_TERM_AMBIGUOUS,
                  "i is the index here: use j for the index, and i stays the imaginary "
                  "unit");
}

const struct term *
parse_body(struct parser *p, const struct token *name, enum type_kind kind,
           const struct term *(*parse)(struct parser *p))
{
    const struct scope *outside = p->scope;
    struct scope *inner = scope_new(p->arena, outside);
    const struct term *body;

    scope_put(inner, token_name(p, name), type_scalar(kind));
    p->scope = inner;
    body = parse(p);
    p->scope = outside;
    return body && index_is_clear(p, name, body) ? body : NULL;
}

bool
parse_index_name(struct parser *p)
{
    if (p->tok->kind != TOKEN_WORD) {
        fail_expected(p, "the name of an index");
        return false;
    }
    if (!word_may_be_name(p->tok->word)) {
        fail(p, p->tok, ERR_NAME_BAD,
             "'%s' has a meaning of its own; choose another name", p->tok->text);
        return false;
    }
    p->tok++;
    return true;
}

bool
parse_equals(struct parser *p, const char *what)
{
    if (is_equals(p->tok))
        return p->tok++, true;
    fail_expected(p, what);
    return false;
}

/* "j = 1..d, " into arg[0] and arg[1]. */
static bool
parse_index(struct parser *p, const struct term **arg)
{
    if (!parse_index_name(p) ||
        !parse_equals(p, "'=' and the bounds of the index, as in j=1..d,"))
        return false;
    arg[0] = parse_sum(p);
    if (!arg[0] || !expect(p, TOKEN_DOTS, "'..' and the upper bound"))
        return false;
    arg[1] = parse_sum(p);
    return arg[1] && expect(p, TOKEN_COMMA, "a comma and what is added or multiplied");
}

/* "x -> a, ": the point into arg[0]. */
static bool
parse_point(struct parser *p, const struct term **arg)
{
    if (!parse_index_name(p) ||
        !expect(p, TOKEN_ARROW, "'->' and a point, as in x -> inf,"))
        return false;
    arg[0] = parse_bound(p);
    return arg[0] && expect(p, TOKEN_COMMA, "a comma and the term of the limit");
}

enum type_kind
limit_index_kind(struct parser *p, const struct token *name)
{
    const struct decl *d =
        name->kind == TOKEN_WORD ? scope_get(p->scope, token_name(p, name)) : NULL;

    return d && d->type.kind == TYPE_INTEGER ? TYPE_INTEGER : TYPE_REAL;
}

/* The inside of sum(...), prod(...) and limit(...), and all of \sum, whose body is a
 * product. */
static bool
parse_binder(struct parser *p, struct term *shape, const struct term **arg, bool product)
{
    const struct token *name = p->tok;
    bool limit = shape->op == TERM_LIMIT;
    enum type_kind kind = limit ? limit_index_kind(p, name) : TYPE_INTEGER;

    if (!(limit ? parse_point : parse_index)(p, arg))
        return false;
    shape->name = token_name(p, name);
    shape->n = limit ? 2 : 3;
    arg[shape->n - 1] = parse_body(p, name, kind, product ? parse_product : parse_sum);
    return arg[shape->n - 1] != NULL;
}

static const struct term *
parse_big(struct parser *p, const struct token *word, struct term *shape,
          const struct term **arg)
{
    bool ok = enter(p) && parse_binder(p, shape, arg, true);

    leave(p);
    return ok ? finish(p, shape, word, word) : NULL;
}

static const struct term *
parse_bound_form(struct parser *p, const struct token *word)
{
    struct term shape = {.op = (enum term_op)word->word->what};
    const struct term *arg[3];
    const struct token *open = p->tok;
    struct level outside;
    bool ok;

    shape.arg = arg;
    if (word->kind == TOKEN_BIG)
        return parse_big(p, word, &shape, arg);
    if (!expect(p, TOKEN_OPEN, "'('") || !open_level(p, &outside))
        return NULL;
    ok = parse_binder(p, &shape, arg, false);
    close_level(p, outside);
    if (!ok || !expect_close(p, open, TOKEN_CLOSE, "')'"))
        return NULL;
    return finish(p, &shape, word, word);
}

/* ---- derivatives ------------------------------------------------------------------- */

/* A name with a value varies around it, whether that is whole or not. */
static const struct term *
varying(struct parser *p, const struct term *by)
{
    const struct decl *d = by->op == TERM_NAME && by->type.kind == TYPE_INTEGER
                               ? scope_get(p->scope, by->name)
                               : NULL;

    return d && d->value ? expr_name(p->arena, by->name, type_scalar(TYPE_REAL)) : by;
}

/* "x, f", where f is the product that follows: \frac{d}{dx} f. */
static const struct term *
parse_rate(struct parser *p, const struct token *word)
{
    const struct term *by = NULL, *f = NULL;

    if (enter(p)) {
        by = parse_atom(p);
        if (by && expect(p, TOKEN_COMMA, "nothing but a name"))
            f = parse_product(p);
    }
    leave(p);
    return f ? finish_binary(p, TERM_DERIVATIVE, f, varying(p, by), word, word) : NULL;
}

static const struct term *
parse_derivative(struct parser *p, const struct token *word)
{
    struct list args = {.arena = p->arena};

    if (word->kind == TOKEN_BIG && p->tok->kind != TOKEN_OPEN)
        return parse_rate(p, word);

    if (p->tok->kind != TOKEN_OPEN)
        return fail_expected(p, "'('");
    if (!parse_enclosed(p, &args, TOKEN_CLOSE, "')'"))
        return NULL;
    if (args.n != 2)
        return fail(p, word, ERR_CALL_COUNT,
                    "D takes a term and the name to differentiate by, as in D(x^2, x)");
    return finish_binary(p, TERM_DERIVATIVE, args.at[0], varying(p, args.at[1]), word,
                         word);
}

/* ---- averages ---------------------------------------------------------------------- */

/* What X = 1 stands for has to be declared by itself. */
static bool
refuse_event(struct parser *p, enum term_op op, bool given)
{
    const char *sign = token_text(p->arena, p->text, p->tok);

    if (op == TERM_PROBABILITY)
        return refuse(p, p->tok, ERR_TERM_EXPECTED,
                      "%s makes an event of a relation, which is not read; declare the "
                      "event by a name of its own, as in let a : event, and write P(a)",
                      sign);
    if (given)
        return refuse(p, p->tok, ERR_TERM_EXPECTED,
                      "%s makes a relation, and behind the bar stand random names: "
                      "write E[X | Y] for the mean at each value of Y",
                      sign);
    return refuse(p, p->tok, ERR_TERM_EXPECTED,
                  "%s makes a relation, which has no mean; write the probability of a "
                  "declared event, P(a)",
                  sign);
}

/* Arguments before or behind the bar; how many, 0 on failure. */
static int
parse_arguments(struct parser *p, struct list *l, enum term_op op, bool given)
{
    int n = parse_row(p, l);

    return n == 0 || p->tok->kind != TOKEN_RELATION ? n : refuse_event(p, op, given);
}

/* "X, Y | a, b": a bar after an operand conditions. */
static bool
parse_conditioned(struct parser *p, struct list *l, struct term *shape)
{
    p->conditions = true;
    shape->given = parse_arguments(p, l, shape->op, false);
    if (shape->given == 0 || p->tok->kind != TOKEN_BAR)
        return shape->given > 0;
    p->tok++;
    return parse_arguments(p, l, shape->op, true) > 0;
}

static const struct term *
parse_average(struct parser *p, const struct token *word)
{
    struct term shape = {.op = (enum term_op)word->word->what};
    bool round = shape.op == TERM_PROBABILITY;
    struct list l = {.arena = p->arena};
    const struct token *open = p->tok;
    struct level outside;
    bool ok;

    if (open->kind != (round ? TOKEN_OPEN : TOKEN_OPEN_SQUARE))
        return fail(p, word, ERR_TERM_EXPECTED,
                    round ? "%s is the probability of events: write %s(a)"
                          : "%s is an average: write %s[X]",
                    word->text, word->text);
    if (!open_level(p, &outside))
        return NULL;
    p->tok++;
    ok = parse_conditioned(p, &l, &shape);
    close_level(p, outside);
    if (!ok || !expect_close(p, open, round ? TOKEN_CLOSE : TOKEN_CLOSE_SQUARE,
                             round ? "')'" : "']'"))
        return NULL;
    shape.n = l.n;
    shape.arg = l.at;
    return finish(p, &shape, word, word);
}

/* ---- all --------------------------------------------------------------------------- */

const struct term *
parse_form(struct parser *p)
{
    const struct token *word = p->tok++;

    switch (word->word->what) {
    case TERM_SUM:
    case TERM_PRODUCT:
    case TERM_LIMIT:
        return parse_bound_form(p, word);
    case TERM_DERIVATIVE:
        return parse_derivative(p, word);
    default:
        return parse_average(p, word);
    }
}
