/* What stands between operators: numbers, names, components, brackets, calls. */
#include "expr/read/parser.h"

#include <string.h>

#include "base/buf.h"
#include "expr/names.h"

/* ---- lists in brackets ------------------------------------------------------------ */

void
list_add(struct list *l, const struct term *t)
{
    if (l->n == l->cap) {
        const struct term **bigger;

        l->cap = l->cap ? l->cap * 2 : 4;
        bigger = ARENA_ARRAY(l->arena, const struct term *, l->cap);
        if (l->n)
            memcpy(bigger, l->at, (size_t)l->n * sizeof *bigger);
        l->at = bigger;
    }
    l->at[l->n++] = t;
}

/* One row of a literal, up to ';' or ']'. Returns how many entries; 0 on failure. */
int
parse_row(struct parser *p, struct list *entries)
{
    int n = 0;

    do {
        const struct term *x;

        if (n > 0)
            p->tok++;
        x = parse_sum(p);
        if (!x)
            return 0;
        list_add(entries, x);
        n++;
    } while (p->tok->kind == TOKEN_COMMA);
    return n;
}

bool
open_level(struct parser *p, struct level *outside)
{
    *outside = (struct level){p->bars, p->norm_bars, p->conditions};
    if (!enter(p))
        return false;
    p->bars = p->norm_bars = 0;
    p->conditions = false;
    return true;
}

void
close_level(struct parser *p, struct level outside)
{
    leave(p);
    p->bars = outside.bars;
    p->norm_bars = outside.norm_bars;
    p->conditions = outside.conditions;
}

static bool
closes_other(const struct token *t)
{
    switch (t->kind) {
    case TOKEN_END:
    case TOKEN_LINE:
    case TOKEN_SEMI:
    case TOKEN_CLOSE:
    case TOKEN_CLOSE_SQUARE:
    case TOKEN_CLOSE_BRACE:
        return true;
    default:
        return false;
    }
}

/* The closing sign of what `open` opened. */
bool
expect_close(struct parser *p, const struct token *open, enum token_kind kind,
             const char *sign)
{
    if (p->tok->kind == kind) {
        p->tok++;
        return true;
    }
    if (closes_other(p->tok))
        fail(p, open, ERR_TERM_UNBALANCED,
             "this bracket is not closed: %s is missing before %s", sign,
             token_text(p->arena, p->text, p->tok));
    else if (p->tok->kind == TOKEN_COMMA)
        fail(p, p->tok, ERR_NUMBER_FORM,
             "a comma cannot stand here; write [a, b] for a vector, and decimals with a "
             "point");
    else
        fail_rest(p);
    return false;
}

bool
parse_enclosed(struct parser *p, struct list *l, enum token_kind kind, const char *sign)
{
    const struct token *open = p->tok;
    struct level outside;
    bool ok;

    if (!open_level(p, &outside))
        return false;
    p->tok++;
    ok = parse_row(p, l) > 0;
    close_level(p, outside);
    return ok && expect_close(p, open, kind, sign);
}

/* ---- brackets ---------------------------------------------------------------------- */

const struct term *
parse_group(struct parser *p, enum token_kind kind, const char *sign)
{
    const struct token *open = p->tok;
    struct level outside;
    const struct term *x;

    if (!open_level(p, &outside))
        return NULL;
    p->tok++;
    x = parse_sum(p);
    close_level(p, outside);
    return x && expect_close(p, open, kind, sign) ? x : NULL;
}

/* Which argument of a function is a size; -1: none. */
static int
size_argument(enum function_id f)
{
    return f == FUNCTION_I || f == FUNCTION_ONES ? 0 : f == FUNCTION_ONEHOT ? 1 : -1;
}

/* A size that has a value is that value, as it is in a declared shape. */
const struct term *
finish_call(struct parser *p, enum function_id f, const struct term **arg, int n,
            const struct token *from)
{
    struct term shape = {.op = TERM_CALL, .function = f, .n = n, .arg = arg};
    int size = size_argument(f);

    if (size >= 0 && size < n)
        arg[size] = expr_unfold(p->arena, p->scope, arg[size]);
    return finish(p, &shape, from, from);
}

/* |x| and ‖x‖; of a vector, both are its length. */
static const struct term *
parse_bars(struct parser *p)
{
    const struct token *open = p->tok;
    bool norm = open->kind == TOKEN_NORM_BAR;
    int *count = norm ? &p->norm_bars : &p->bars;
    const struct term *x;

    if (!enter(p))
        return NULL;
    p->tok++;
    ++*count;
    x = parse_sum(p);
    --*count;
    leave(p);
    if (!x || !expect_close(p, open, open->kind, norm ? "'‖'" : "'|'"))
        return NULL;
    norm |= x->type.kind == TYPE_VECTOR;
    return finish_call(p, norm ? FUNCTION_NORM : FUNCTION_ABS, &x, 1, open);
}

/* ---- literals ---------------------------------------------------------------------- */

/* The rows between the brackets; cols is 1 for a vector written in one row. */
static bool
parse_rows(struct parser *p, struct term *shape, struct list *entries)
{
    for (;;) {
        const struct token *row = p->tok;
        int cols = parse_row(p, entries);

        if (cols == 0)
            return false;
        if (shape->rows++ > 0 && cols != shape->cols) {
            fail(p, row, ERR_TYPE_MISMATCH,
                 "every row of a matrix has as many entries as the first, %d; "
                 "this one has %d",
                 shape->cols, cols);
            return false;
        }
        shape->cols = cols;
        if (p->tok->kind != TOKEN_SEMI)
            return true;
        p->tok++;
    }
}

static const struct term *
parse_literal(struct parser *p)
{
    const struct token *open = p->tok;
    struct list entries = {.arena = p->arena};
    struct term shape = {.op = TERM_MATRIX};
    struct level outside;
    bool ok;

    if (!open_level(p, &outside))
        return NULL;
    p->tok++;
    ok = parse_rows(p, &shape, &entries);
    close_level(p, outside);
    if (!ok || !expect_close(p, open, TOKEN_CLOSE_SQUARE, "']'"))
        return NULL;
    if (shape.rows == 1) {
        shape.rows = shape.cols;
        shape.cols = 1;
    }
    shape.n = entries.n;
    shape.arg = entries.at;
    return finish(p, &shape, open, open);
}

/* ---- calls ------------------------------------------------------------------------- */

static const struct function_row {
    const char *name;
    int min, max;
} functions[FUNCTION_COUNT] = {
#define FUNCTION(id, name, min, max) [FUNCTION_##id] = {name, min, max},
#include "expr/functions.def"
#undef FUNCTION
};

static const struct term *
fail_count(struct parser *p, const struct token *name, const struct function_row *f,
           int n)
{
    const char *hint = n == 2 && f->max == 1 ? "; decimals have a point, as in 0.5" : "";
    const char *plural = f->min == 1 && f->max == 1 ? "" : "s";

    if (f->min == f->max)
        return fail(p, name, ERR_CALL_COUNT, "%s takes %d argument%s, not %d%s", f->name,
                    f->min, plural, n, hint);
    return fail(p, name, ERR_CALL_COUNT, "%s takes %d to %d arguments, not %d", f->name,
                f->min, f->max, n);
}

/* The arguments of a function and the call itself. `from`: where the term begins. */
static const struct term *
make_call(struct parser *p, const struct token *name, const struct list *args)
{
    bool conj = name->kind == TOKEN_WORD && name->word->kind == WORD_CONJ;
    enum function_id f = FUNCTION_SQRT;
    struct function_row one = {"conj", 1, 1};
    const struct function_row *row = &one;

    if (name->kind == TOKEN_WORD && !conj)
        f = (enum function_id)name->word->what;
    if (!conj)
        row = &functions[f];
    if (args->n < row->min || args->n > row->max)
        return fail_count(p, name, row, args->n);
    if (conj)
        return finish_unary(p, TERM_CONJ, args->at[0], name, name);
    return finish_call(p, f, args->at, args->n, name);
}

/* The argument of a function without parentheses: the run of factors behind it. */
static bool
parse_bare_argument(struct parser *p, const struct token *name, struct list *args)
{
    const char *spelling = token_text(p->arena, p->text, name);
    const struct term *x;

    if (p->tok->kind == TOKEN_OPEN_SQUARE && p->tok->glued) {
        fail(p, p->tok, ERR_TERM_AMBIGUOUS,
             "%s is a function; write parentheses around its argument", spelling);
        return false;
    }
    if (p->tok->kind == TOKEN_MINUS) {
        fail(p, p->tok, ERR_TERM_AMBIGUOUS,
             "%s needs parentheses around an argument with a sign", spelling);
        return false;
    }
    if (!operand_begins(p, true) && p->tok->kind != TOKEN_BAR &&
        p->tok->kind != TOKEN_NORM_BAR) {
        fail(p, name, ERR_TERM_ENDS,
             "%s is a function and needs an argument, as in %.*s(x)", spelling, name->len,
             p->text + name->start);
        return false;
    }
    if (!enter(p))
        return false;
    x = parse_run(p);
    leave(p);
    if (x)
        list_add(args, x);
    return x != NULL;
}

/* What may not stand behind the ^ of a function. False with the error filled. */
static bool
may_raise_function(struct parser *p, const struct token *sign, const struct token *next)
{
    bool raised = sign->kind == TOKEN_SUPERSCRIPT;
    bool group = next->kind == TOKEN_OPEN || next->kind == TOKEN_OPEN_BRACE;
    const struct token *first = group ? next + 1 : next;

    if (sign->negative || (!raised && first->kind == TOKEN_MINUS))
        return refuse(p, sign, ERR_TERM_AMBIGUOUS,
                      "f^-1 could be an inverse or a quotient; write 1/f(x), or asin, "
                      "acos, atan for the inverse of sin, cos, tan");
    if (!raised && (next->kind == TOKEN_TRANSPOSED || is_word(next, "T")))
        return refuse(p, sign, ERR_TERM_AMBIGUOUS,
                      "write ^T behind the argument, as in R(a)^T");
    return true;
}

/* The power in sin^2 x: one number, name or group. NULL with *none when there is none. */
static const struct term *
parse_function_power(struct parser *p, bool *none)
{
    const struct token *t = p->tok;

    *none = t->kind != TOKEN_POWER && t->kind != TOKEN_SUPERSCRIPT;
    if (*none || !may_raise_function(p, t, t + 1))
        return NULL;
    p->tok++;
    if (t->kind == TOKEN_SUPERSCRIPT)
        return tree_number(p->arena, t->digits, t->exponent, span_to_here(p, t));
    if (p->tok->kind == TOKEN_OPEN_BRACE)
        return parse_group(p, TOKEN_CLOSE_BRACE, "'}'");
    if (p->tok->kind == TOKEN_NUMBER || p->tok->kind == TOKEN_OPEN ||
        p->tok->kind == TOKEN_WORD)
        return parse_atom(p);
    return fail_expected(p, "a number, a name or a bracket");
}

static const struct term *
parse_function(struct parser *p)
{
    const struct token *name = p->tok++, *sign = p->tok;
    struct list args = {.arena = p->arena};
    bool no_power, ok;
    const struct term *power = parse_function_power(p, &no_power), *x;

    if (!power && !no_power)
        return NULL;
    if (p->tok->kind == TOKEN_OPEN)
        ok = parse_enclosed(p, &args, TOKEN_CLOSE, "')'");
    else
        ok = parse_bare_argument(p, name, &args);
    x = ok ? make_call(p, name, &args) : NULL;
    if (!x || !power)
        return x;
    return finish_binary(p, TERM_POW, x, power, name, sign);
}

/* ---- all --------------------------------------------------------------------------- */

static const struct term *
parse_number(struct parser *p)
{
    const struct token *t = p->tok++;

    return tree_number(p->arena, t->digits, t->exponent, span_to_here(p, t));
}

static const struct term *
parse_word(struct parser *p)
{
    const struct token *next = p->tok + 1;
    bool subscript = next->kind == TOKEN_SUBSCRIPT && next->glued;

    if (subscript || !is_function(p, p->tok))
        return parse_name(p);
    return is_form(p, p->tok) ? parse_form(p) : parse_function(p);
}

const struct term *
parse_operand(struct parser *p)
{
    switch (p->tok->kind) {
    case TOKEN_NUMBER:
        return parse_number(p);
    case TOKEN_WORD:
        return parse_word(p);
    case TOKEN_ROOT:
        return parse_function(p);
    case TOKEN_BIG:
        return parse_form(p);
    case TOKEN_OPEN:
        return parse_group(p, TOKEN_CLOSE, "')'");
    case TOKEN_OPEN_SQUARE:
        return parse_literal(p);
    case TOKEN_BAR:
    case TOKEN_NORM_BAR:
        return parse_bars(p);
    default:
        return fail_expected(p, "a number, a name or a bracket");
    }
}

/* Whether the next token is a bracket or a subscript that belongs to what is before it.
 */
static bool
component_follows(const struct parser *p)
{
    enum token_kind before = p->tok[-1].kind;

    if (!p->tok->glued)
        return false;
    if (p->tok->kind == TOKEN_SUBSCRIPT)
        return true;
    return p->tok->kind == TOKEN_OPEN_SQUARE &&
           (before == TOKEN_WORD || before == TOKEN_CLOSE ||
            before == TOKEN_CLOSE_SQUARE);
}

const struct term *
parse_atom(struct parser *p)
{
    const struct token *from = p->tok;
    const struct term *x = parse_operand(p);

    while (x && component_follows(p))
        x = parse_components(p, x, from);
    return x;
}
