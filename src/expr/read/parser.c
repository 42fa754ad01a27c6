/* What all readers share, and whole texts. */
#include "expr/read/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "expr/names.h"
#include "expr/tex/tex.h"

/* ---- failing ----------------------------------------------------------------------- */

/* The first failure counts. */
static void __attribute__((format(printf, 4, 0)))
note_failure(struct parser *p, const struct token *t, enum err_code code, const char *fmt,
             va_list args)
{
    char message[ERR_MESSAGE_MAX];

    if (p->failed)
        return;
    vsnprintf(message, sizeof message, fmt, args);
    p->failed = true;
    err_at(p->err, pos_after(p->at, p->text, (size_t)t->start), code, "%s", message);
}

const struct term *
fail(struct parser *p, const struct token *t, enum err_code code, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    note_failure(p, t, code, fmt, args);
    va_end(args);
    return NULL;
}

bool
refuse(struct parser *p, const struct token *t, enum err_code code, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    note_failure(p, t, code, fmt, args);
    va_end(args);
    return false;
}

const struct term *
fail_expected(struct parser *p, const char *what)
{
    const struct token *t = p->tok;

    if (t->kind == TOKEN_END)
        return fail(p, t, ERR_TERM_ENDS, "%s is missing at the end", what);
    if (t->kind == TOKEN_CLOSE || t->kind == TOKEN_CLOSE_SQUARE)
        return fail(p, t, ERR_TERM_EXPECTED, "%s is missing before %s", what,
                    token_text(p->arena, p->text, t));
    if (t->kind == TOKEN_IMPLIES)
        return fail(p, t, ERR_TERM_EXPECTED,
                    "%s is not read; write one term or one relation",
                    token_text(p->arena, p->text, t));
    return fail(p, t, ERR_TERM_EXPECTED, "%s is expected here, not %s", what,
                token_text(p->arena, p->text, t));
}

bool
expect(struct parser *p, enum token_kind kind, const char *what)
{
    if (p->tok->kind != kind) {
        fail_expected(p, what);
        return false;
    }
    p->tok++;
    return true;
}

bool
enter(struct parser *p)
{
    if (p->depth++ < EXPR_DEPTH_MAX)
        return true;
    fail(p, p->tok, ERR_TERM_TOO_LARGE,
         "brackets, powers and signs may be nested %d deep; "
         "give a part a name with define",
         EXPR_DEPTH_MAX);
    return false;
}

void
leave(struct parser *p)
{
    p->depth--;
}

/* ---- finishing a term -------------------------------------------------------------- */

struct span
span_to_here(const struct parser *p, const struct token *from)
{
    const struct token *last = p->tok - 1;

    if (p->unplaced)
        return (struct span){0};
    return (struct span){from->start, last->start + last->len - from->start};
}

const struct term *
finish(struct parser *p, struct term *shape, const struct token *from,
       const struct token *t)
{
    const char *why = "";
    const struct term *made;

    shape->at = span_to_here(p, from);
    made = tree_make(p->arena, shape, &why);
    if (!made)
        return fail(p, t, ERR_TYPE_MISMATCH, "%s", why);
    if (made->size > EXPR_NODES_MAX)
        return fail(p, t, ERR_TERM_TOO_LARGE,
                    "a term has at most %d parts; give a part a name with define",
                    EXPR_NODES_MAX);
    return made;
}

const struct term *
finish_unary(struct parser *p, enum term_op op, const struct term *x,
             const struct token *from, const struct token *t)
{
    struct term shape = {.op = op, .n = 1, .arg = &x};

    return finish(p, &shape, from, t);
}

const struct term *
finish_binary(struct parser *p, enum term_op op, const struct term *x,
              const struct term *y, const struct token *from, const struct token *t)
{
    const struct term *const arg[] = {x, y};
    struct term shape = {.op = op, .n = 2, .arg = arg};

    return finish(p, &shape, from, t);
}

/* ---- tokens ------------------------------------------------------------------------ */

bool
is_word(const struct token *t, const char *text)
{
    return t->kind == TOKEN_WORD && !t->sub && strcmp(t->text, text) == 0;
}

bool
is_equals(const struct token *t)
{
    return t->kind == TOKEN_RELATION && t->relation == RELATION_EQUAL;
}

const char *
token_name(struct parser *p, const struct token *t)
{
    return t->sub ? arena_printf(p->arena, "%s_%s", t->text, t->sub) : t->text;
}

bool
is_meant(const struct parser *p, const char *name)
{
    struct meaning m = scope_meaning(p->scope, name);

    return m.decl || m.definition;
}

bool
is_function(const struct parser *p, const struct token *t)
{
    if (t->kind == TOKEN_ROOT)
        return true;
    if (t->kind != TOKEN_WORD || !t->word)
        return false;
    return (t->word->kind == WORD_FUNCTION || t->word->kind == WORD_CONJ ||
            t->word->kind == WORD_FORM) &&
           !is_meant(p, t->text);
}

bool
operand_begins(const struct parser *p, bool functions)
{
    const struct token *t = p->tok;

    switch (t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_OPEN:
    case TOKEN_OPEN_SQUARE:
        return true;
    case TOKEN_BAR:
        return p->bars == 0 && !p->conditions;
    case TOKEN_NORM_BAR:
        return p->norm_bars == 0;
    case TOKEN_ROOT:
    case TOKEN_BIG:
        return functions;
    case TOKEN_WORD:
        if (t->word && t->word->kind == WORD_RESERVED)
            return false;
        return functions || !is_function(p, t);
    default:
        return false;
    }
}

/* ---- whole texts ------------------------------------------------------------------- */

/* The index of a limit that is named last was met as a declared name before. */
static bool
is_declared_number(struct parser *p, const struct token *name)
{
    const struct decl *d = scope_get(p->scope, token_name(p, name));

    return (d && d->type.kind <= TYPE_REAL && !d->type.random) ||
           fail(p, name, ERR_NAME_UNKNOWN, "'%s' must be declared as a real number",
                token_name(p, name));
}

/* "A -> B as x -> c" behind A: limit(x -> c, A) = B. */
static const struct term *
parse_tendency(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *arrow = p->tok++, *name;
    const struct term *y = parse_sum(p), *arg[2];
    struct term limit = {.op = TERM_LIMIT, .n = 2, .arg = arg};
    struct term shape = {.op = TERM_RELATION, .n = 2, .arg = arg};

    if (!y)
        return NULL;
    if (!is_word(p->tok, "as"))
        return fail_expected(p, "'as' and what tends where, as in 'as x -> inf',");
    name = ++p->tok;
    if (!parse_index_name(p) || !is_declared_number(p, name) ||
        !expect(p, TOKEN_ARROW, "'->' and a point"))
        return NULL;
    limit.name = token_name(p, name);
    arg[0] = parse_bound(p);
    arg[1] = x;
    if (!arg[0])
        return NULL;
    arg[0] = finish(p, &limit, from, arrow);
    arg[1] = y;
    return arg[0] ? finish(p, &shape, from, arrow) : NULL;
}

const struct term *
parse_comparison(struct parser *p)
{
    const struct token *from = p->tok, *sign;
    struct term shape = {.op = TERM_RELATION, .n = 2};
    const struct term *arg[2];

    arg[0] = parse_sum(p);
    if (!arg[0])
        return NULL;
    if (p->tok->kind == TOKEN_ARROW)
        return parse_tendency(p, arg[0], from);
    sign = p->tok;
    if (!expect(p, TOKEN_RELATION, "a relation such as ="))
        return NULL;
    arg[1] = parse_sum(p);
    if (!arg[1])
        return NULL;
    shape.relation = sign->relation;
    shape.arg = arg;
    shape.every =
        p->assumed && type_is_array(arg[0]->type) && type_is_number(arg[1]->type);
    return finish(p, &shape, from, sign);
}

/* Take out the line breaks that are only blanks: all, or those inside brackets. */
static void
fold_lines(struct token *t, bool all)
{
    struct token *keep = t;
    int depth = 0;

    for (;; t++) {
        depth += t->kind == TOKEN_OPEN || t->kind == TOKEN_OPEN_SQUARE;
        depth -= t->kind == TOKEN_CLOSE || t->kind == TOKEN_CLOSE_SQUARE;
        if (t->kind != TOKEN_LINE || !(all || depth > 0))
            *keep++ = *t;
        if (t->kind == TOKEN_END)
            return;
    }
}

bool
parser_init(struct parser *p, struct arena *a, const struct scope *s, const char *text,
            bool lines, struct pos at, struct err *e)
{
    bool tex = !lines && strchr(text, '\\');
    size_t len = strlen(text);
    struct token *tokens =
        tex ? lex_tex(a, text, len, at, e) : lex(a, text, len, lines, at, e);

    *p = (struct parser){.arena = a, .scope = s, .text = text, .at = at, .err = e};
    p->tok = tokens;
    p->tex = tex;
    if (!tokens)
        return false;
    fold_lines(tokens, !lines);
    return true;
}

/* A comma outside brackets, most often a number written the way of another country. */
static const struct term *
fail_comma(struct parser *p)
{
    const struct token *t = p->tok;

    if (t[-1].kind != TOKEN_NUMBER || t[1].kind != TOKEN_NUMBER || !t[1].glued)
        return fail(p, t, ERR_TERM_EXPECTED,
                    "one term is expected; write [a, b] for a vector");
    if (t[1].len == 3)
        return fail(p, t, ERR_NUMBER_FORM,
                    "a comma separates entries; write 1000 without a thousands comma, "
                    "or a point for decimals");
    return fail(p, t, ERR_NUMBER_FORM,
                "a comma separates entries; write a decimal point, as in 0.5");
}

const struct term *
fail_rest(struct parser *p)
{
    const char *found = token_text(p->arena, p->text, p->tok);

    switch (p->tok->kind) {
    case TOKEN_COMMA:
        return fail_comma(p);
    case TOKEN_CLOSE:
    case TOKEN_CLOSE_SQUARE:
    case TOKEN_CLOSE_BRACE:
        return fail(p, p->tok, ERR_TERM_UNBALANCED,
                    "%s closes a bracket that was never opened", found);
    case TOKEN_RELATION:
        return fail(
            p, p->tok, ERR_TERM_EXPECTED,
            "one term is expected, and %s begins a relation; write one side of it",
            found);
    case TOKEN_ARROW:
        return fail(p, p->tok, ERR_TERM_EXPECTED,
                    "a term is expected here; a limit is written limit(x -> a, f)");
    case TOKEN_IMPLIES:
        return fail_expected(p, "");
    default:
        return fail(p, p->tok, ERR_TERM_EXPECTED, "%s does not belong here; %s", found,
                    "an operator or the end is expected");
    }
}

static const struct term *
read_whole(struct arena *a, const struct scope *s, const char *text, struct pos at,
           struct err *e, const struct term *(*parse)(struct parser *p))
{
    struct parser p;
    const struct term *t;

    if (strlen(text) > EXPR_TEXT_MAX) {
        err_at(e, at, ERR_TERM_TOO_LARGE, "a term has at most %d bytes; split it",
               EXPR_TEXT_MAX);
        return NULL;
    }
    if (!parser_init(&p, a, s, text, false, at, e))
        return NULL;
    t = parse(&p);
    if (t && p.tok->kind != TOKEN_END)
        return fail_rest(&p);
    return t;
}

const struct term *
expr_parse(struct arena *a, const struct scope *s, const char *text, struct pos at,
           struct err *e)
{
    return read_whole(a, s, text, at, e, parse_sum);
}

const struct term *
expr_parse_relation(struct arena *a, const struct scope *s, const char *text,
                    struct pos at, struct err *e)
{
    return read_whole(a, s, text, at, e, parse_comparison);
}
