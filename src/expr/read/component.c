/* Names, what their definitions stand for, and components. */
#include <string.h>

#include "base/buf.h"
#include "expr/read/parser.h"

/* Whether the len bytes at s spell something that is known here. */
static bool
is_known(struct parser *p, const char *s, size_t len)
{
    const char *name = arena_strndup(p->arena, s, len);
    const struct word *w = word_find(name);

    return is_meant(p, name) || (w && w->kind <= WORD_CONJ);
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

/* Whether the word is a function with the digits of its argument glued to it: sqrt5. */
static bool
is_glued_call(struct parser *p, const char *name, size_t *digits)
{
    const struct word *w;

    *digits = strcspn(name, "0123456789");
    w = word_find(arena_strndup(p->arena, name, *digits));
    return w && w->kind == WORD_FUNCTION && name[*digits] &&
           !name[*digits + strspn(name + *digits, "0123456789")];
}

/* A word that is made of known names, or misspelt. False when it is neither. */
static bool
explain_unknown(struct parser *p, const struct token *t, const char *name)
{
    const char *parts = split_word(p, name), *near;
    bool power = t->glued && t[-1].kind == TOKEN_POWER;
    size_t digits;

    if (parts && strchr(parts, ' ')) {
        fail(p, t, ERR_NAME_UNKNOWN,
             power ? "words are never split: write '(%s)' for '%s' in a power"
                   : "words are never split: write '%s' for '%s'",
             parts, name);
        return true;
    }
    if (is_glued_call(p, name, &digits)) {
        fail(p, t, ERR_NAME_UNKNOWN, "write '%.*s(%s)' for '%s'", (int)digits, name,
             name + digits, name);
        return true;
    }
    near = scope_near(p->arena, p->scope, name);
    if (near)
        fail(p, t, ERR_NAME_UNKNOWN, "'%s' is not declared; did you mean '%s'?", name,
             near);
    return near != NULL;
}

static const struct term *
fail_unknown(struct parser *p, const struct token *t)
{
    const char *name = token_name(p, t);

    if (t->word && t->word->kind == WORD_RESERVED)
        return fail(p, t, ERR_TERM_EXPECTED,
                    "'%s' is a word of the language and cannot be a name here", name);
    if (strcmp(name, "Sigma") == 0)
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "'Sigma' is not declared; a sum is written as sum(j=1..n, x_j)");
    if (explain_unknown(p, t, name))
        return NULL;
    if (p->tok->kind == TOKEN_OPEN && p->tok->glued)
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "there is no function '%s', and no such name is declared", name);
    return fail(p, t, ERR_NAME_UNKNOWN,
                "'%s' is not declared; declare it with let, or use a declared name",
                name);
}

/* ---- definitions ------------------------------------------------------------------- */

/* A definition that is used: its parameter gets a value, and its other names mean what
 * they mean here. */
struct use {
    struct parser *p;
    const char *parameter;
    const struct term *value;
};

static const struct term *
meaning_here(void *ctx, const struct term *name)
{
    const struct use *u = ctx;
    struct meaning m;

    if (strcmp(name->name, u->parameter) == 0)
        return u->value;
    m = scope_meaning(u->p->scope, name->name);
    if (m.definition)
        return m.definition->body;
    if (!m.decl || m.decl->name == name->name)
        return NULL;
    return tree_name(u->p->arena, m.decl->name, m.decl->type, name->at);
}

/* What a definition stands for, placed where its name `t` stands. x is the value of its
 * parameter; NULL when it has none. */
static const struct term *
use_definition(struct parser *p, const struct definition *f, const struct term *x,
               const struct token *t)
{
    struct use u = {p, f->parameter, x};
    struct term *copy = ARENA_NEW(p->arena, struct term);
    const char *why = "";
    const struct term *out =
        tree_rename(p->arena, f->body, (struct rename){meaning_here, &u}, &why);

    if (!out)
        return fail(p, t, ERR_TYPE_MISMATCH, "%s", why);
    if (out->size > EXPR_NODES_MAX)
        return fail(p, t, ERR_TERM_TOO_LARGE, "what '%s' stands for is too large",
                    f->name);
    *copy = *out;
    copy->at = span_to_here(p, t);
    return copy;
}

/* ---- names ------------------------------------------------------------------------- */

static const struct term *
parse_constant(struct parser *p, const struct token *t)
{
    struct term shape = {.op = (enum term_op)t->word->what};

    if (shape.op == TERM_INFINITY && !p->infinity)
        return fail(
            p, t, ERR_TERM_EXPECTED,
            "inf is no number; it stands only in bounds such as 0..inf and as the "
            "point of a limit");
    return finish(p, &shape, t, t);
}

/* A name without a subscript, or with one that belongs to its declared whole. NULL and
 * no failure when nothing is known by that name. */
static const struct term *
find_name(struct parser *p, const char *name, const struct token *t)
{
    struct meaning m = scope_meaning(p->scope, name);

    if (m.decl)
        return tree_name(p->arena, m.decl->name, m.decl->type, span_to_here(p, t));
    return m.definition ? use_definition(p, m.definition, NULL, t) : NULL;
}

static const struct term *
parse_plain_name(struct parser *p, const struct token *t)
{
    const struct term *x = find_name(p, t->text, t);

    if (x || !t->word)
        return x ? x : fail_unknown(p, t);
    if (t->word->kind == WORD_CONSTANT)
        return parse_constant(p, t);
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
    if (strcmp(name, t->text) == 0)
        return fail(p, t, ERR_NAME_UNKNOWN, "'%s' is not declared", name);
    return fail(p, t, ERR_NAME_UNKNOWN, "neither '%s' nor '%s' is declared", name,
                t->text);
}

static const struct term *
component(struct parser *p, const struct term *x, const struct term *const *index, int n,
          const struct token *from, const struct token *t)
{
    const struct term *arg[3] = {x, index[0], n > 1 ? index[1] : NULL};
    struct term shape = {.op = TERM_INDEX, .n = n + 1, .arg = arg};

    return finish(p, &shape, from, t);
}

/* R_{m\theta} and I_n of TeX: the subscript is the argument. An integer under R is the
 * index of a family and no angle. */
static const struct term *
tex_call(struct parser *p, const struct token *t, const struct term *x)
{
    const struct word *w = word_find(t->text);
    bool angle = x->type.kind == TYPE_REAL;
    enum function_id f;

    if (!p->tex || !w || w->kind != WORD_FUNCTION || is_meant(p, t->text))
        return NULL;
    f = (enum function_id)w->what;
    if (!(f == FUNCTION_R && angle) && f != FUNCTION_I)
        return NULL;
    return finish_call(p, f, &x, 1, t);
}

static bool
is_tex_call(struct parser *p, const struct token *t)
{
    return p->tex && (strcmp(t->text, "R") == 0 || strcmp(t->text, "I") == 0) &&
           !is_meant(p, t->text);
}

/* R with a subscript that was read. */
static const struct term *
call_or_family(struct parser *p, const struct token *t, const struct term *x,
               const struct definition *family)
{
    const struct term *call = tex_call(p, t, x);

    if (call || p->failed)
        return call;
    return family ? use_definition(p, family, x, t) : fail_no_family(p, t);
}

static const struct term *
parse_subscripted(struct parser *p, const struct token *t)
{
    const struct term *x = find_name(p, token_name(p, t), t), *index;
    const struct definition *family = scope_family(p->scope, t->text);

    if (x)
        return x;
    x = find_name(p, t->text, t);
    if (!x && !family && !is_tex_call(p, t))
        return fail_no_family(p, t);
    index = subscript_term(p, t);
    if (!index)
        return NULL;
    if (is_tex_call(p, t))
        return call_or_family(p, t, index, family);
    if (family)
        return use_definition(p, family, index, t);
    if (x->type.kind == TYPE_SEQUENCE)
        return parse_item(p, x, index, t);
    if (!type_is_array(x->type))
        return fail(p, t, ERR_NAME_UNKNOWN,
                    "'%s' is not declared, and '%s' is %s, which has no components",
                    token_name(p, t), t->text, type_phrase(p->arena, x->type));
    return component(p, x, &index, 1, t, t);
}

/* "{j + 1}", "(j + 1)" or one atom behind _. */
static bool
parse_index_list(struct parser *p, struct list *index)
{
    const struct token *t = p->tok;
    const struct term *x;

    if (t->kind == TOKEN_OPEN_BRACE)
        return parse_enclosed(p, index, TOKEN_CLOSE_BRACE, "'}'");
    if (t->kind == TOKEN_OPEN)
        return parse_enclosed(p, index, TOKEN_CLOSE, "')'");
    if (t->kind == TOKEN_RELATION)
        return refuse(p, t, ERR_TERM_EXPECTED,
                      "a subscript such as w_<t stands only behind a sequence");
    if (t->kind != TOKEN_NUMBER && t->kind != TOKEN_WORD)
        return fail_expected(p, "a name, a number or a subscript in braces {}") != NULL;
    x = parse_atom(p);
    if (x)
        list_add(index, x);
    return x != NULL;
}

const struct term *
parse_components(struct parser *p, const struct term *x, const struct token *from)
{
    const struct token *sign = p->tok;
    struct list index = {.arena = p->arena};
    bool ok;

    if (x->type.kind == TYPE_SEQUENCE)
        return parse_items(p, x, from);
    if (sign->kind == TOKEN_OPEN_SQUARE) {
        ok = parse_enclosed(p, &index, TOKEN_CLOSE_SQUARE, "']'");
    } else {
        p->tok++;
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
        return fail(p, t, ERR_TERM_EXPECTED, "'%s' has one subscript", t->text);
    if (is_tex_call(p, t))
        return call_or_family(p, t, index.at[0], f);
    return use_definition(p, f, index.at[0], t);
}

const struct term *
parse_name(struct parser *p)
{
    const struct token *t = p->tok++;
    const struct definition *family;

    if (t->sub)
        return parse_subscripted(p, t);
    if (p->tok->kind != TOKEN_SUBSCRIPT || !p->tok->glued)
        return parse_plain_name(p, t);
    family = scope_family(p->scope, t->text);
    if (family || is_tex_call(p, t))
        return parse_family(p, family, t);
    return is_function(p, t) ? fail_no_family(p, t) : parse_plain_name(p, t);
}
