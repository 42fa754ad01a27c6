/* What stands between operators: numbers, names, components, brackets, calls. */
#include "expr/parser.h"

#include <string.h>

#include "base/buf.h"
#include "expr/scope.h"

enum { ARGUMENTS_MAX = 16 };

/* A list of terms that grows. */
struct list {
    struct arena *arena;
    const struct term **at;
    int n, cap;
};

static void
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

/* ---- brackets ---------------------------------------------------------------------- */

/* A fresh level of brackets: the bars outside it do not close inside. */
struct level {
    int bars, norm_bars;
};

static bool
open_level(struct parser *p, struct level *outside)
{
    *outside = (struct level){p->bars, p->norm_bars};
    if (!enter(p))
        return false;
    p->bars = p->norm_bars = 0;
    return true;
}

static void
close_level(struct parser *p, struct level outside)
{
    leave(p);
    p->bars = outside.bars;
    p->norm_bars = outside.norm_bars;
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
static bool
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

static const struct term *
parse_group(struct parser *p)
{
    const struct token *open = p->tok;
    struct level outside;
    const struct term *x;

    if (!open_level(p, &outside))
        return NULL;
    p->tok++;
    x = parse_sum(p);
    close_level(p, outside);
    return x && expect_close(p, open, TOKEN_CLOSE, "')'") ? x : NULL;
}

static const struct term *
call(struct parser *p, enum function_id f, const struct term *const *arg, int n,
     const struct token *from)
{
    struct term shape = {.op = TERM_CALL, .function = f, .n = n, .arg = arg};

    return finish(p, &shape, from, from);
}

/* |x| and ‖x‖. */
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
    return call(p, norm ? FUNCTION_NORM : FUNCTION_ABS, &x, 1, open);
}

/* ---- literals ---------------------------------------------------------------------- */

/* One row of a literal, up to ';' or ']'. Returns how many entries; 0 on failure. */
static int
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

static bool
parse_arguments(struct parser *p, struct list *args)
{
    const struct token *open = p->tok;
    struct level outside;
    bool ok;

    if (!open_level(p, &outside))
        return false;
    p->tok++;
    ok = parse_row(p, args) > 0;
    close_level(p, outside);
    return ok && expect_close(p, open, TOKEN_CLOSE, "')'");
}

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
finish_call(struct parser *p, const struct token *name, const struct list *args)
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
    return call(p, f, args->at, args->n, name);
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

/* The power in sin^2 x: one number, name or group. NULL with *none when there is none. */
static const struct term *
parse_function_power(struct parser *p, bool *none)
{
    const struct token *t = p->tok;

    *none = t->kind != TOKEN_POWER && t->kind != TOKEN_SUPERSCRIPT;
    if (*none)
        return NULL;
    if (t->negative || (t->kind == TOKEN_POWER && t[1].kind == TOKEN_MINUS))
        return fail(
            p, t, ERR_TERM_AMBIGUOUS,
            "f^-1 could be an inverse or a quotient; write 1/f(x), or asin, acos, "
            "atan for the inverse of sin, cos, tan");
    p->tok++;
    if (t->kind == TOKEN_SUPERSCRIPT)
        return tree_number(p->arena, t->digits, t->exponent, span_to_here(p, t));
    if (p->tok->kind == TOKEN_NUMBER || p->tok->kind == TOKEN_OPEN ||
        (p->tok->kind == TOKEN_WORD && !is_word(p->tok, "T")))
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
        ok = parse_arguments(p, &args);
    else
        ok = parse_bare_argument(p, name, &args);
    x = ok ? finish_call(p, name, &args) : NULL;
    if (!x || !power)
        return x;
    return finish_binary(p, TERM_POW, x, power, name, sign);
}

/* ---- names ------------------------------------------------------------------------- */

/* Whether the len bytes at s spell something that is known here. */
static bool
is_known(struct parser *p, const char *s, size_t len)
{
    const char *name = arena_strndup(p->arena, s, len);
    const struct word *w = word_find(name);

    return scope_get(p->scope, name) || scope_definition(p->scope, name) ||
           (w && w->kind <= WORD_CONJ);
}

/* "m theta" for mtheta: known names that spell the word, the longest first. NULL when
 * they do not. */
static const char *
split_word(struct parser *p, const char *word)
{
    struct buf b;
    size_t len = strlen(word), i = 0;

    buf_init(&b, p->arena);
    while (i < len) {
        size_t n = len - i;

        while (n > 0 && !is_known(p, word + i, n))
            n--;
        if (n == 0)
            return NULL;
        if (i > 0)
            buf_add(&b, " ");
        buf_add_n(&b, word + i, n);
        i += n;
    }
    return b.s;
}

static const struct term *
fail_unknown(struct parser *p, const struct token *t)
{
    const char *name = token_name(p, t), *near, *parts = split_word(p, name);

    if (t->word && t->word->kind == WORD_RESERVED)
        return fail(p, t, ERR_TERM_EXPECTED,
                    "'%s' is a word of the language and cannot be a name here", name);
    if (parts && strchr(parts, ' '))
        return fail(p, t, ERR_NAME_UNKNOWN, "words are never split: write '%s' for '%s'",
                    parts, name);
    near = scope_near(p->arena, p->scope, name);
    if (near)
        return fail(p, t, ERR_NAME_UNKNOWN, "'%s' is not declared; did you mean '%s'?",
                    name, near);
    return fail(p, t, ERR_NAME_UNKNOWN,
                p->tok->kind == TOKEN_OPEN && p->tok->glued
                    ? "there is no function '%s', and no such name is declared"
                    : "'%s' is not declared; declare it with let, or use a declared name",
                name);
}

/* A copy of a definition's body, placed where its name stands. */
static const struct term *
placed(struct parser *p, const struct term *body, const struct token *t)
{
    struct term *copy = ARENA_NEW(p->arena, struct term);

    *copy = *body;
    copy->at = span_to_here(p, t);
    return copy;
}

static const struct term *
parse_constant(struct parser *p, const struct token *t)
{
    struct term shape = {.op = (enum term_op)t->word->what};

    if (shape.op == TERM_INFINITY && !p->infinity)
        return fail(p, t, ERR_TERM_EXPECTED,
                    "inf is no number; it stands only in bounds such as 0..inf");
    return finish(p, &shape, t, t);
}

/* A name without a subscript, or with one that belongs to its declared whole. NULL and
 * no failure when nothing is known by that name. */
static const struct term *
find_name(struct parser *p, const char *name, const struct token *t)
{
    const struct decl *d = scope_get(p->scope, name);
    const struct definition *f;

    if (d)
        return tree_name(p->arena, d->name, d->type, span_to_here(p, t));
    f = scope_definition(p->scope, name);
    return f ? placed(p, f->body, t) : NULL;
}

static bool
needs_brackets(const struct token *t)
{
    return t->kind == TOKEN_OPEN || t->kind == TOKEN_OPEN_SQUARE;
}

static const struct term *
parse_plain_name(struct parser *p, const struct token *t)
{
    const struct term *x = find_name(p, t->text, t);

    if (x || !t->word)
        return x ? x : fail_unknown(p, t);
    if (t->word->kind == WORD_CONSTANT)
        return parse_constant(p, t);
    if (t->word->kind == WORD_LATER && (needs_brackets(p->tok) || strlen(t->text) > 1))
        return fail(p, t, ERR_TERM_LATER,
                    "'%s' is not read yet; write the term without it", t->text);
    return fail_unknown(p, t);
}

/* ---- subscripts -------------------------------------------------------------------- */

/* The subscript of a word as a term: j, 12, theta. */
static const struct term *
subscript_term(struct parser *p, const struct token *t)
{
    struct token k = {0};
    const struct term *x;

    if (strspn(t->sub, "0123456789") == strlen(t->sub)) {
        if (!number_read(p->arena, t->sub, strlen(t->sub), &k))
            return fail(p, t, ERR_TERM_TOO_LARGE, "this subscript is too large");
        return tree_number(p->arena, k.digits, k.exponent, span_to_here(p, t));
    }
    x = find_name(p, t->sub, t);
    if (x)
        return x;
    if (strcmp(t->sub, "i") == 0)
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "i is the imaginary unit here; declare it, or use j as the index");
    return fail(p, t, ERR_NAME_UNKNOWN,
                "the subscript '%s' is not declared, and neither is '%s'", t->sub,
                token_name(p, t));
}

static const struct term *
fail_no_family(struct parser *p, const struct token *t)
{
    const char *name = token_name(p, t);

    if (strcmp(t->text, "R") == 0)
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "'%s' has no definition here; begin with a line such as "
                    "define R_p = R(p theta)",
                    name);
    if (strcmp(t->text, "log") == 0)
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "'%s' is not read; write ln(x), log2(x) or log10(x)", name);
    return fail(p, t, ERR_NAME_UNKNOWN, "neither '%s' nor '%s' is declared", name,
                t->text);
}

struct parameter {
    const char *name;
    const struct term *value;
};

static const struct term *
parameter_value(void *ctx, const struct term *name)
{
    const struct parameter *q = ctx;

    return strcmp(name->name, q->name) == 0 ? q->value : NULL;
}

/* R_m by "define R_p = ...". */
static const struct term *
use_family(struct parser *p, const struct definition *f, const struct term *x,
           const struct token *t)
{
    struct parameter q = {f->parameter, x};
    const char *why = "";
    const struct term *out =
        tree_rename(p->arena, f->body, (struct rename){parameter_value, &q}, &why);

    if (!out)
        return fail(p, t, ERR_TYPE_MISMATCH, "%s", why);
    if (out->size > EXPR_NODES_MAX)
        return fail(p, t, ERR_TERM_TOO_LARGE, "what %s stands for is too large", f->name);
    return placed(p, out, t);
}

static const struct term *
component(struct parser *p, const struct term *x, const struct term *const *index, int n,
          const struct token *from, const struct token *t)
{
    const struct term *arg[3] = {x, index[0], n > 1 ? index[1] : NULL};
    struct term shape = {.op = TERM_INDEX, .n = n + 1, .arg = arg};

    return finish(p, &shape, from, t);
}

static const struct term *
parse_subscripted(struct parser *p, const struct token *t)
{
    const struct term *x = find_name(p, token_name(p, t), t), *index;
    const struct definition *family = scope_family(p->scope, t->text);

    if (x)
        return x;
    x = find_name(p, t->text, t);
    if (!x && !family)
        return fail_no_family(p, t);
    index = subscript_term(p, t);
    if (!index)
        return NULL;
    if (family)
        return use_family(p, family, index, t);
    if (!type_is_array(x->type))
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "'%s' is not declared, and '%s' is %s, which has no components",
                    token_name(p, t), t->text, type_text(p->arena, x->type));
    return component(p, x, &index, 1, t, t);
}

/* "{j + 1}" or one atom behind _. */
static bool
parse_index_list(struct parser *p, struct list *index)
{
    const struct token *open = p->tok;
    struct level outside;
    bool ok;

    if (open->kind == TOKEN_RELATION)
        return fail(p, open, ERR_TERM_LATER,
                    "subscripts such as w_<t are not read yet") != NULL;
    if (open->kind != TOKEN_OPEN_BRACE) {
        const struct term *x = NULL;

        if (open->kind == TOKEN_NUMBER || open->kind == TOKEN_WORD)
            x = parse_atom(p);
        else
            fail_expected(p, "a subscript");
        if (x)
            list_add(index, x);
        return x != NULL;
    }
    if (!open_level(p, &outside))
        return false;
    p->tok++;
    ok = parse_row(p, index) > 0;
    close_level(p, outside);
    return ok && expect_close(p, open, TOKEN_CLOSE_BRACE, "'}'");
}

static const struct term *
parse_components(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *sign = p->tok++;
    struct list index = {.arena = p->arena};
    bool ok;

    if (sign->kind == TOKEN_OPEN_SQUARE) {
        struct level outside;

        ok = open_level(p, &outside) && parse_row(p, &index) > 0;
        close_level(p, outside);
        ok = ok && expect_close(p, sign, TOKEN_CLOSE_SQUARE, "']'");
    } else {
        ok = parse_index_list(p, &index);
    }
    if (!ok)
        return NULL;
    if (index.n > 2)
        return fail(p, sign, ERR_TYPE_MISMATCH,
                    "a component has one number and an entry of a matrix two");
    return component(p, x, index.at, index.n, from, sign);
}

/* R_{n - m}: a family with a subscript in braces. */
static const struct term *
parse_family(struct parser *p, const struct definition *f, const struct token *t)
{
    struct list index = {.arena = p->arena};

    p->tok++;
    if (!parse_index_list(p, &index))
        return NULL;
    if (index.n != 1)
        return fail(p, t, ERR_TERM_EXPECTED, "%s has one subscript", f->name);
    return use_family(p, f, index.at[0], t);
}

static const struct term *
parse_word(struct parser *p)
{
    const struct token *t = p->tok;
    const struct definition *family;
    bool braces = t[1].kind == TOKEN_SUBSCRIPT && t[1].glued && !t->sub;

    if (braces) {
        p->tok++;
        family = scope_family(p->scope, t->text);
        if (family)
            return parse_family(p, family, t);
        return is_function(p, t) ? fail_no_family(p, t) : parse_plain_name(p, t);
    }
    if (is_function(p, t))
        return parse_function(p);
    p->tok++;
    return t->sub ? parse_subscripted(p, t) : parse_plain_name(p, t);
}

/* ---- all --------------------------------------------------------------------------- */

static const struct term *
parse_number(struct parser *p)
{
    const struct token *t = p->tok++;

    return tree_number(p->arena, t->digits, t->exponent, span_to_here(p, t));
}

static const struct term *
parse_operand(struct parser *p)
{
    switch (p->tok->kind) {
    case TOKEN_NUMBER:
        return parse_number(p);
    case TOKEN_WORD:
        return parse_word(p);
    case TOKEN_ROOT:
        return parse_function(p);
    case TOKEN_OPEN:
        return parse_group(p);
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
